//! Which form a game's positions are written in.

use super::fen::FenStyle;
use super::pdn::PdnStyle;
use zug_game::Game;

/// How positions of a game are written. All styles read the general form too.
#[derive(Clone, PartialEq, Debug)]
pub enum Style {
    /// The form every game has.
    General,
    /// The FEN of Fairy-Stockfish.
    Fen(FenStyle),
    /// The FEN of PDN: numbered squares.
    Pdn(PdnStyle),
}

/// What the presentation of a game says about its position text; everything may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// `general` (the default), `fen` or `pdn`.
    pub notation: Option<String>,
    /// FEN: the attribute that is true of kings and rooks that may still castle. Found by itself if missing.
    pub castling_attribute: Option<String>,
    /// FEN: the kind of the pawns that can be taken en passant; any other word means the kind with the letter
    /// `P`. If missing, that kind, and only where the rules look at the last move.
    pub en_passant: Option<String>,
    /// FEN: the value of the board that counts half-moves for the fifty-move rule. If missing, the only counter
    /// there is.
    pub halfmove_global: Option<String>,
    /// SAN: the kind whose attack is a check, where the rules do not have royal pieces by themselves.
    pub royal: Option<String>,
    /// PGN: what the tag `Variant` says; several names are separated by `/`, and the first is written. If missing,
    /// the title.
    pub pgn_variant: Option<String>,
    /// PDN: what the tag `GameType` says.
    pub pdn_game_type: Option<String>,
    /// PDN: moves are written with `numbers` of squares (the default) or names of `cells`.
    pub pdn_moves: Option<String>,
    /// SGF: the number of the game (`GM`), if it has one there.
    pub sgf_game: Option<u32>,
    /// SGF: `points` where moves are stones put on a grid; else moves stand by their names.
    pub sgf_moves: Option<String>,
    /// MAT: for each player his name and the cells of his points 0 (off the board), 1, 2, … 24, and 25 (the bar) where
    /// there is one.
    pub mat_points: Vec<String>,
    /// FEN: the values of the board that count the checks of the two players, and how many win, as in
    /// `white-checks black-checks 3`. The FEN has a field with what is left of them, `3+3`.
    pub check_counters: Option<String>,
    /// PDN: the cells of squares 1, 2, 3 …, separated by spaces.
    pub pdn_squares: Option<String>,
}

/// Why a game cannot be written in the style asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StyleError {
    #[error("unknown notation `{0}`: expected `general`, `fen` or `pdn`")]
    UnknownNotation(String),
    #[error("the game has no {what} called `{name}`")]
    UnknownName { what: &'static str, name: String },
    #[error("{0}")]
    Unfit(String),
}

impl Style {
    /// The form every game has.
    pub fn general() -> Self {
        Style::General
    }

    /// The style that the presentation of a game asks for.
    pub fn from_settings(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        match settings.notation.as_deref() {
            None | Some("general") => Ok(Style::General),
            Some("fen") => FenStyle::new(game, settings).map(Style::Fen),
            Some("pdn") => PdnStyle::new(game, settings).map(Style::Pdn),
            Some(other) => Err(StyleError::UnknownNotation(other.to_owned())),
        }
    }
}
