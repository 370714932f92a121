//! The games that come with Zug.
//!
//! Everything a game needs at run time is part of the program, so `zug play chess` works wherever the
//! program is. The files themselves are in `games/` of the project, one folder for each game.
//!
//! ```
//! let chess = zug_library::find("chess").ok().expect("the library has chess");
//! assert_eq!((chess.title(), chess.players()), ("Chess", 2));
//! assert_eq!(chess.load(None)?.start().perft(1)?, 20);
//! assert!(zug_library::find("ches").unwrap_err().to_string().contains("`chess`"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod embedded;
mod entry;
mod glance;
mod presentation;

pub use embedded::LibraryFiles;
pub use entry::{Entry, NoSuchGame, find, games};
pub use presentation::Presentation;
