//! Texts with parentheses: how they are changed, and which are worth keeping.
#![allow(dead_code)]

use libfuzzer_sys::Corpus;

/// A quarter of the time the mutator of libFuzzer with its dictionary, else ours.
pub fn mutate(data: &mut [u8], size: usize, max: usize, seed: u32) -> usize {
    if seed % 4 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max);
    }
    let text = zug_fuzz::mutate(&data[..size], u64::from(seed), max);
    data[..text.len()].copy_from_slice(&text);
    text.len()
}

/// Texts with errors find new ways through the messages for ever. So that most time goes into games, only one in
/// sixteen of them is built upon.
pub fn keep(bytes: &[u8], makes_sense: bool) -> Corpus {
    let lucky = bytes.iter().fold(0_u8, |sum, b| sum.wrapping_mul(31).wrapping_add(*b)) % 16 == 0;
    if makes_sense || lucky { Corpus::Keep } else { Corpus::Reject }
}
