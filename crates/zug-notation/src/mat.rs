//! MAT: matches of backgammon as the program Jellyfish wrote them down, and its relatives.
//!
//! `spec/mat.md` says what is read and written.

// In suggested reading order.
mod game;

mod entry;

mod cube;

mod score;

mod read;

mod write;

pub use game::{MatGame, games};
pub use read::read;
pub use write::{Text, write};
