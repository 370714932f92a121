//! Records of others, changed at random: what libFuzzer does for hours, for seconds. `ZUG_FUZZ_ROUNDS` makes it longer.

use std::path::Path;
use zug_game::Rng;

/// Changed texts for each seed.
const ROUNDS: usize = 300;

/// What means something in these forms.
const WORDS: [&str; 43] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    "\"",
    "\\",
    "$1",
    "%",
    "\n",
    "\r\n",
    "\n\n",
    "1.",
    "1...",
    "*",
    "1-0",
    "O-O",
    "--",
    "x",
    "[FEN \"",
    "[Event \"x\"]\n",
    "a8=Q",
    ":",
    "B[aa]",
    "W[]",
    "AB[aa:ii]",
    "ZM[",
    "ZP[",
    "bar/",
    "/off",
    "(4)",
    "66: ",
    " Game 1\n",
    " Doubles => 2  ",
    " Takes  ",
    " Drops\n",
    "Wins 2 points\n",
    "????",
    ";AW[bb]",
    "AE[aa]PL[W]",
    "é",
];

#[test]
fn pgn() {
    run("pgn");
}

#[test]
fn pdn() {
    run("pdn");
}

#[test]
fn sgf() {
    run("sgf");
}

#[test]
fn mat() {
    run("mat");
}

fn run(name: &str) {
    let target = zug_fuzz::TARGETS.iter().find(|t| t.name == name).expect("a target");
    let rounds = std::env::var("ZUG_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(name);
    let mut rng = Rng::new(11);
    for seed in std::fs::read_dir(folder).expect("seeds").flatten() {
        let bytes = std::fs::read(seed.path()).expect("a seed");
        for _ in 0..rounds {
            let changed = mutated(&mut rng, &bytes);
            let done = std::panic::catch_unwind(|| (target.run)(&changed));
            assert!(done.is_ok(), "{name}: {:?}", String::from_utf8_lossy(&changed));
        }
    }
}

fn mutated(rng: &mut Rng, seed: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(12)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, rng.below(256) as u8),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            3 => bytes.truncate(at),
            4 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
            _ => drop(bytes.splice(at..end, WORDS[rng.below(WORDS.len())].bytes())),
        }
    }
    bytes
}
