//! Games as text: positions, moves and records in the forms of many worlds, pictures for a terminal.
//!
//! Everything goes through [`zug_game`]; nothing here does I/O, knows search, or knows a game by name. What a
//! game needs to be written the way its players are used to (FEN, PDN) comes in [`Settings`]. The formats are
//! defined in `spec/position-text.md`, `spec/record.md`, `spec/zsg.md`, `spec/pgn.md`, `spec/pdn.md`, `spec/sgf.md` and
//! `spec/mat.md`.
//!
//! ```
//! use zug_game::{Game, NoFiles};
//! use zug_notation::layout::Arrangement;
//! use zug_notation::{Style, picture, position};
//!
//! let rules = r#"
//!   (game (title "Race") (players White Black) (turn-order White Black)
//!     (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1))))
//!     (piece (name Man) (notation "M") (moves (n (verify empty?) add)))
//!     (board-setup (White (Man a1)) (Black (Man b1))))
//! "#;
//! let game = Game::from_text("race.zrf", rules.as_bytes(), &NoFiles)?;
//! let start = game.start();
//! assert_eq!(position::print(&start, &Style::General), "White Man a1; Black Man b1; @turn White");
//! assert_eq!(position::parse(&game, &Style::General, "2/Mm w")?.hash(), start.hash());
//! assert_eq!(picture(&start, &Arrangement::default(), false), "2  . .\n1  M m\n   a b\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// In suggested reading order.
mod cursor;
mod gone;
mod names;
mod text;

pub mod layout;
mod picture;

pub mod engine;
pub mod moves;
pub mod position;

pub mod record;
pub mod zsg;

mod grow;
pub mod mat;
pub mod movetext;
mod outcome;
pub mod pdn;
pub mod pgn;
pub mod sgf;

pub mod format;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod testkit;

pub use format::Format;
pub use grow::Found;
pub use moves::{Choice, MoveError, Notation, Reader};
pub use picture::picture;
pub use position::{PositionError, Settings, Style, StyleError};
pub use zsg::{Replay, Zsg};
