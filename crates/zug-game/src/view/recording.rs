//! A view that remembers what it was told, for tests, logs and those who read.

use super::{Man, View};
use std::fmt;

/// Something a view was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    Move { from: String, to: String, n: u64, becomes: Option<(String, String)> },
    Create { at: String, n: u64, player: String, piece: String },
    Delete { at: String, n: u64, player: String, piece: String },
    Commit,
}

/// Everything that was said, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording(pub Vec<Call>);

impl View for Recording {
    fn move_pieces(&mut self, from: &str, to: &str, n: u64, _: Man<'_>, becomes: Option<Man<'_>>) {
        let becomes = becomes.map(|man| (man.player.to_owned(), man.piece.to_owned()));
        self.0.push(Call::Move { from: from.to_owned(), to: to.to_owned(), n, becomes });
    }

    fn create(&mut self, at: &str, n: u64, man: Man<'_>) {
        let (player, piece) = (man.player.to_owned(), man.piece.to_owned());
        self.0.push(Call::Create { at: at.to_owned(), n, player, piece });
    }

    fn delete(&mut self, at: &str, n: u64, man: Man<'_>) {
        let (player, piece) = (man.player.to_owned(), man.piece.to_owned());
        self.0.push(Call::Delete { at: at.to_owned(), n, player, piece });
    }

    fn commit(&mut self) {
        self.0.push(Call::Commit);
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |f: &mut fmt::Formatter<'_>, n: u64| if n == 1 { Ok(()) } else { write!(f, " *{n}") };
        match self {
            Call::Move { from, to, n, becomes } => {
                write!(f, "move {from} {to}")?;
                times(f, *n)?;
                match becomes {
                    Some((player, piece)) => write!(f, " = {player} {piece}"),
                    None => Ok(()),
                }
            }
            Call::Create { at, n, player, piece } => {
                write!(f, "create {at} {player} {piece}")?;
                times(f, *n)
            }
            Call::Delete { at, n, player, piece } => {
                write!(f, "delete {at} {player} {piece}")?;
                times(f, *n)
            }
            Call::Commit => write!(f, "commit"),
        }
    }
}
