//! What a search is told about moves is what the interpreter finds out by making them, in every game of the library.

use libtest_mimic::{Arguments, Failed, Trial};
use zug_library::Entry;
use zug_testkit::searched;

const PLIES: usize = 80;
const SLOW: usize = 2;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        for title in entry.titles() {
            let name = format!("{} {title}", entry.file);
            trials.push(Trial::test(name, move || told(entry, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn told(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    // By the interpreter it takes longer, and what both say cannot differ.
    let plies = if game.fast().is_ok() { PLIES } else { SLOW };
    searched::told(&game, plies)
}
