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
