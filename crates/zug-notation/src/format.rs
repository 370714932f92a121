//! The forms of records side by side: which one a file has, the games in it, and writing a record in any of them.

mod claim;
mod recognise;
mod unread;
mod write;

pub use claim::Claim;
pub use recognise::recognise;
pub use unread::{RecordFile, Unread};
pub use write::{Written, write};

/// Games in one file: more than the largest collections of its size have.
pub const MAX_GAMES: usize = 100_000;

/// A form of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own, with everything.
    Zgr,
    /// Saved games of Zillions.
    Zsg,
    /// Chess and its relatives.
    Pgn,
    /// Draughts.
    Pdn,
    /// Go, and trees of any game.
    Sgf,
    /// Backgammon and its relatives.
    Mat,
}

impl Format {
    pub const ALL: [Format; 6] =
        [Format::Zgr, Format::Zsg, Format::Pgn, Format::Pdn, Format::Sgf, Format::Mat];

    /// The ending of its files, which is also its name.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Zgr => "zgr",
            Format::Zsg => "zsg",
            Format::Pgn => "pgn",
            Format::Pdn => "pdn",
            Format::Sgf => "sgf",
            Format::Mat => "mat",
        }
    }

    /// The form whose files have that ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Format::ALL.into_iter().find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// The name as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Format::Zgr => "Zug record",
            Format::Zsg => "ZSG",
            Format::Pgn => "PGN",
            Format::Pdn => "PDN",
            Format::Sgf => "SGF",
            Format::Mat => "MAT",
        }
    }
}
