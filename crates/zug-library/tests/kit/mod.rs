//! What tests of records share.

use zug_game::Game;
use zug_notation::format::{Format, RecordFile};
use zug_notation::{Found, Settings};

/// A game of the library with what its presentation file says.
pub(crate) fn library(name: &str) -> (Game, Settings) {
    let (name, title) = name.split_once('#').map_or((name, None), |(name, title)| (name, Some(title)));
    let entry = zug_library::find(name).unwrap_or_else(|e| panic!("{e}"));
    let game = entry.load(title).unwrap_or_else(|e| panic!("{e}"));
    (game, entry.presentation().settings())
}

/// Reads every game of a text by the rules of one.
pub(crate) fn read(name: &str, format: Format, text: &str) -> Vec<Found> {
    let (game, settings) = library(name);
    let file = RecordFile::new(format, text.as_bytes());
    let games = file.games().unwrap_or_else(|e| panic!("{e}"));
    games.iter().map(|unread| unread.read(&game, &settings)).collect()
}
