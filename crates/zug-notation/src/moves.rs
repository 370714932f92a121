//! Moves in the words of other worlds: SAN for games like chess, numbers of squares for draughts, points for Go and for tables.
//!
//! A notation gives every legal move of a position a text of its own, and finds the move that a text means. Where
//! a notation has no words for a move, or the same for two, the move's own name stands in, so that every game can
//! be written. What a game needs beyond its rules comes in [`Settings`].

// In suggested reading order.
mod choice;

mod san;
mod san_read;

mod draughts;

mod points;

mod tables;

mod cells;

mod reader;

pub use choice::{Choice, MoveError};
pub use draughts::Draughts;
pub use points::Points;
pub use reader::Reader;
pub use san::San;
pub use tables::Tables;

use crate::position::{Settings, StyleError};
use choice::find_name;
use zug_game::{Game, RunError};

/// How moves are written.
#[derive(Clone, PartialEq, Debug)]
pub enum Notation {
    /// By their names.
    Zug,
    /// Short algebraic, as in PGN: `Nf3`, `exd6`, `O-O`.
    San(San),
    /// As in PDN: `32-28`, `26x37`.
    Draughts(Draughts),
    /// As in SGF: `dd`.
    Points(Points),
    /// As in MAT: `24/18`.
    Tables(Tables),
    /// By their names, but a piece that is put on the board goes without its kind where only one kind is: `d4`.
    Cells,
}

impl Notation {
    /// SAN for a game that FEN can describe.
    pub fn san(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        San::new(game, settings).map(Notation::San)
    }

    /// The notation of draughts, for a game whose squares are numbered.
    pub fn draughts(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        Draughts::new(game, settings).map(Notation::Draughts)
    }

    /// Points of SGF, for a game of stones on a grid.
    pub fn points(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        Points::new(game, settings).map(Notation::Points)
    }

    /// The texts of all moves, each different from the others.
    pub fn texts(&self, choice: &Choice<'_>) -> Vec<String> {
        match self {
            Notation::Zug => choice.names(),
            Notation::San(san) => san.texts(choice),
            Notation::Draughts(draughts) => draughts.texts(choice),
            Notation::Points(points) => points.texts(choice),
            Notation::Tables(tables) => tables.texts(choice),
            Notation::Cells => cells::texts(choice),
        }
    }

    /// The text of one move as a record has it: with whatever is usually added, such as `+` for check.
    pub fn text(&self, choice: &Choice<'_>, index: usize) -> Result<String, RunError> {
        let mut text = self.texts(choice).into_iter().nth(index).unwrap_or_default();
        if let Notation::San(san) = self {
            text.push_str(san.mark(choice, index)?);
        }
        Ok(text)
    }

    /// The number of the move that a text means.
    pub fn find(&self, choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
        choice.check_open()?;
        match self {
            Notation::Zug => find_name(choice, text),
            Notation::San(san) => san.find(choice, text),
            Notation::Draughts(draughts) => draughts.find(choice, text),
            Notation::Points(points) => points.find(choice, text),
            Notation::Tables(tables) => tables.find(choice, text),
            Notation::Cells => cells::find(choice, text),
        }
    }
}

/// A name as one word, for forms in which spaces separate words.
pub(crate) fn one_word(name: &str) -> String {
    name.replace(' ', "_")
}

/// Gives those moves their own names whose texts are missing or shared.
pub(crate) fn settle(choice: &Choice<'_>, texts: Vec<Option<String>>) -> Vec<String> {
    let mut counts = std::collections::HashMap::new();
    texts.iter().flatten().for_each(|text| *counts.entry(text.clone()).or_insert(0) += 1);
    if counts.len() == texts.len() {
        return texts.into_iter().flatten().collect();
    }
    let names = choice.names();
    let own = |(text, name): (Option<String>, String)| match text {
        Some(text) if counts.get(&text) == Some(&1) => text,
        _ => one_word(&name),
    };
    texts.into_iter().zip(names).map(own).collect()
}
