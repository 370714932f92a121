//! What PGN and PDN have in common: tags, then moves with numbers, comments, variations and a result, game after game.
//!
//! Reading takes what people and programs write; a mistake in one game does not keep the others from being read.
//! Nothing here recurses, however deep variations are nested.

// In suggested reading order.
mod token;

mod section;

mod read;

mod write;

pub use section::{Section, sections};

pub(crate) use read::read;
pub(crate) use write::{Sheet, write};

/// What the two forms do differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Pgn,
    Pdn,
}

impl Dialect {
    /// Is the word how a game ended?
    pub(crate) fn is_result(self, word: &str) -> bool {
        match word {
            "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "*" => true,
            "2-0" | "0-2" | "1-1" | "0-0" => self == Dialect::Pdn,
            _ => false,
        }
    }
}
