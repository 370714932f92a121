//! Random rules in the Zug language: the fast back end gives the interpreter's answers.

const INPUTS: u64 = 2_000;

#[test]
fn random_scripts_run_alike() {
    let (mut games, mut flows, mut counts, mut recalled) = (0, 0, 0, 0);
    for seed in 0..INPUTS {
        let bytes = zug_fuzz::random_bytes(seed);
        let Ok(met) = std::panic::catch_unwind(|| zug_fuzz::scripts(&bytes)) else {
            panic!("input {seed} runs differently");
        };
        let Some(met) = met else { continue };
        games += 1;
        flows += u64::from(met.flows);
        counts += u64::from(met.counts);
        recalled += u64::from(met.recalled);
    }
    // Otherwise hardly anything would have been compared. A quarter of the texts hardly ever have another form than the
    // remembered one.
    assert!(games > INPUTS / 2, "only {games} of {INPUTS} texts are games");
    assert!(flows > INPUTS / 20, "only {flows} games have lanes, tables or walks");
    assert!(counts > INPUTS / 20, "only {counts} games have heaps that are counts");
    assert!(recalled > INPUTS / 4, "only {recalled} games are remembered");
}

/// Texts that once ran differently, made shorter.
#[test]
fn former_findings_run_alike() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/regressions/scripts");
    let mut n = 0;
    for file in std::fs::read_dir(folder).expect("a folder of texts").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("a readable text");
        let met = std::panic::catch_unwind(|| zug_fuzz::script(&text));
        assert!(matches!(met, Ok(Some(_))), "{} runs differently, or is no game", file.path().display());
        n += 1;
    }
    assert!(n > 0, "no texts in {folder}");
}
