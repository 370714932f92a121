//! Random blocks on small boards: the fast back end gives the interpreter's answers.

const INPUTS: u64 = 30_000;

#[test]
fn random_blocks_run_alike() {
    let mut with_form = 0;
    for seed in 0..INPUTS {
        let bytes = bytes(seed);
        let alike = std::panic::catch_unwind(|| zug_fuzz::twofold(&bytes));
        match alike {
            Ok(fast) => with_form += u64::from(fast),
            Err(_) => panic!("input {seed} runs differently"),
        }
    }
    // Otherwise nothing would have been compared.
    assert!(with_form > INPUTS / 300, "only {with_form} of {INPUTS} games have a fast form");
}

/// A few hundred bytes that depend on the seed alone (splitmix).
fn bytes(seed: u64) -> Vec<u8> {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    let mut next = || {
        x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    (0..60 + seed % 40).flat_map(|_| next().to_le_bytes()).collect()
}
