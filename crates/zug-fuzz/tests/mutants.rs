//! Changed games of the library: what loads is played, and the fast back end gives the interpreter's answers.

const INPUTS: u64 = 200;

#[test]
fn changed_games_run_alike() {
    let mut games = 0;
    for number in 0..INPUTS {
        let Ok(met) = std::panic::catch_unwind(|| zug_fuzz::mutants(number)) else {
            panic!("mutant {number} fails or runs differently");
        };
        games += u64::from(met.is_some());
    }
    // Otherwise hardly anything would have been compared.
    assert!(games > INPUTS / 4, "only {games} of {INPUTS} texts are games");
}

/// Texts that once ran differently, made shorter.
#[test]
fn former_findings_run_alike() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/regressions/mutants");
    let mut n = 0;
    for file in std::fs::read_dir(folder).expect("a folder of texts").flatten() {
        let text = std::fs::read(file.path()).expect("a readable text");
        let met = std::panic::catch_unwind(|| zug_fuzz::zrf(&text));
        assert!(matches!(met, Ok(Some(_))), "{} runs differently, or is no game", file.path().display());
        n += 1;
    }
    assert!(n > 0, "no texts in {folder}");
}
