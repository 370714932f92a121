//! Random blocks on small boards: the fast back end gives the interpreter's answers.

const INPUTS: u64 = 30_000;

#[test]
fn random_blocks_run_alike() {
    let mut with_form = 0;
    for seed in 0..INPUTS {
        let bytes = zug_fuzz::random_bytes(seed);
        let alike = std::panic::catch_unwind(|| zug_fuzz::twofold(&bytes));
        match alike {
            Ok(fast) => with_form += u64::from(fast),
            Err(_) => panic!("input {seed} runs differently"),
        }
    }
    // Otherwise nothing would have been compared.
    assert!(with_form > INPUTS / 300, "only {with_form} of {INPUTS} games have a fast form");
}
