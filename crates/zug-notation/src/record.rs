//! Records as text (`.zgr`): a game with its variations, comments and annotations, saved and loaded without loss.
//!
//! `spec/record.md` defines the form. Moves stand by their names, so a record can be read and written by people;
//! reading plays them, so what is loaded is a game that the rules allow. Chance moves are moves: loading draws
//! nothing. Nothing here recurses, however deep variations are nested.

mod error;
mod header;
mod read;
mod token;
mod write;

pub(crate) use error::Place;
pub use error::ReadError;
pub use header::{Header, read_header, rules_hash};
pub use read::{Loaded, MAX_MOVES, read};
pub use write::{WriteError, write};

#[cfg(test)]
mod tests;
