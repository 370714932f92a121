//! The fast back end gives the interpreter's answers in every game of the library that it has a form for.

use libtest_mimic::{Arguments, Failed, Trial};
use zug_library::Entry;
use zug_testkit::twofold;

const GAMES: u64 = 2;
const PLIES: usize = 60;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        for title in &entry.titles {
            let name = format!("{} {title}", entry.file);
            trials.push(Trial::test(name, move || same(entry, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn same(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    for seed in 0..GAMES {
        if !twofold::compare(&game, seed, PLIES).map_err(|what| format!("seed {seed}: {what}"))? {
            return Ok(());
        }
    }
    Ok(())
}
