//! The mutator of texts with parentheses: half of the time that of libFuzzer, with its dictionary.

pub fn mutate(data: &mut [u8], size: usize, max: usize, seed: u32) -> usize {
    if seed % 2 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max);
    }
    let text = zug_fuzz::mutate(&data[..size], u64::from(seed), max);
    data[..text.len()].copy_from_slice(&text);
    text.len()
}
