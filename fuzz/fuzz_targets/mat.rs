#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| zug_fuzz::mat(bytes));
