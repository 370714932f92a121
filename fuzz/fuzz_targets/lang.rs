#![no_main]

mod tree;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> libfuzzer_sys::Corpus { tree::keep(bytes, zug_fuzz::lang(bytes)) });
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max: usize, seed: u32| {
    tree::mutate(data, size, max, seed)
});
