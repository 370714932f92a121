//! Games of the library with a few changes: what loads is played, and every fast form gives the interpreter's answers.

use crate::mutate::mutate;
use crate::play::{play, seed};
use crate::scripts::{Effort, Met, same_answers};
use zug_game::{RulesFile, Which, load};
use zug_library::{Entry, LibraryFiles, games};

/// Longer texts are no better.
const MAX_BYTES: usize = 32 << 10;
/// Forms of one file that are looked at.
const FORMS: usize = 2;

/// So many changes of a text are tried to get one that still is a game.
const TRIALS: u64 = 6;

/// The game that is changed, and what it becomes: the first of a few texts that is a game, else the last of them.
pub fn mutant_text(number: u64) -> (&'static Entry, Vec<u8>) {
    let games = games();
    let entry = &games[number as usize % games.len()];
    let mut text = Vec::new();
    for trial in 0..TRIALS {
        text = mutate(entry.bytes, number * TRIALS + trial, MAX_BYTES);
        if read(entry.path, &text).is_some_and(|file| file.games().iter().any(Option::is_some)) {
            break;
        }
    }
    (entry, text)
}

fn read(path: &str, text: &[u8]) -> Option<RulesFile> {
    let file = load(path, text, None, &LibraryFiles, Which::All).ok()?;
    for problem in &file.problems {
        assert!(!problem.message.starts_with("internal:"), "{}", problem.rendered);
    }
    Some(file)
}

/// Loads a changed game of the library, plays it, and compares the interpreter with every form it has. `None` if it is no
/// game any more.
pub fn mutants(number: u64) -> Option<Met> {
    let (entry, text) = mutant_text(number);
    alike(entry.path, &text, Effort::Little)
}

/// The same with a small ZRF file written by hand.
pub fn zrf(text: &[u8]) -> Option<Met> {
    alike("drawn.zrf", text, Effort::Full)
}

fn alike(path: &str, text: &[u8], effort: Effort) -> Option<Met> {
    let file = read(path, text)?;
    let mut met = None;
    for game in file.games().iter().flatten().take(FORMS) {
        play(game, text);
        let met = met.get_or_insert_with(Met::default);
        if let Err(what) = same_answers(game, seed(text), effort, met) {
            panic!("{path}: {what}");
        }
    }
    met
}
