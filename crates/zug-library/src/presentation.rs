//! The file `<name>.toml` beside a game: how the game is listed, how its positions are written and how they are drawn.
//!
//! The rules never read it: a game without one plays the same.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use zug_draw::{BoardLook, Look, PieceLook};
use zug_game::Smart;
use zug_notation::Settings;
use zug_notation::layout::Arrangement;

/// What a presentation file says. Every key may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Presentation {
    /// `chess`, `draughts`, `mancala`, …
    pub family: String,
    pub title_ru: String,
    pub description_ru: String,
    /// `general`, `fen` or `pdn`; the other keys belong to these, see [`Settings`].
    pub notation: Option<String>,
    pub castling_attribute: Option<String>,
    pub en_passant: Option<String>,
    pub halfmove_global: Option<String>,
    pub royal: Option<String>,
    pub pgn_variant: Option<String>,
    pub pdn_game_type: Option<String>,
    pub pdn_moves: Option<String>,
    pub check_counters: Option<String>,
    pub pdn_squares: Option<String>,
    pub sgf_game: Option<u32>,
    pub sgf_moves: Option<String>,
    pub mat_points: Vec<String>,
    /// What one click can do: `true`, `false`, `from` or `to`, as the option of ZRF; it goes before that.
    #[serde(deserialize_with = "smart_moves")]
    pub smart_moves: Option<Smart>,
    /// What engine protocols call the game (`UCI_Variant`).
    pub uci_variant: Option<String>,
    /// How the board and the pieces are drawn.
    pub board: BoardLook,
    pub pieces: PieceLook,
}

/// A word of the option, or a boolean.
fn smart_moves<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Smart>, D::Error> {
    let value = toml::Value::deserialize(from)?;
    let word = value.as_str().map(str::to_owned).or_else(|| value.as_bool().map(|b| b.to_string()));
    let smart = word.as_deref().and_then(Smart::named);
    smart.map(Some).ok_or_else(|| D::Error::custom("`smart-moves` is true, false, \"from\" or \"to\""))
}

impl Presentation {
    /// Reads the file; what is wrong is said in one line.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|e| e.to_string())?;
        toml::from_str(text).map_err(|e: toml::de::Error| e.message().to_owned())
    }

    /// How the game is drawn.
    pub fn look(&self) -> Look {
        Look { board: self.board.clone(), pieces: self.pieces.clone() }
    }

    /// Where its cells are, and what players call them: numbers of squares where moves are written with them.
    pub fn arrangement(&self) -> Arrangement {
        let by_number = self.pdn_moves.as_deref() != Some("cells");
        let squares = self.pdn_squares.as_deref().filter(|_| by_number).unwrap_or_default();
        let squares = squares.split_whitespace().map(str::to_owned).collect();
        Arrangement { squares, ..self.look().arrangement() }
    }

    /// How positions of the game are written.
    pub fn settings(&self) -> Settings {
        Settings {
            notation: self.notation.clone(),
            castling_attribute: self.castling_attribute.clone(),
            en_passant: self.en_passant.clone(),
            halfmove_global: self.halfmove_global.clone(),
            royal: self.royal.clone(),
            pgn_variant: self.pgn_variant.clone(),
            pdn_game_type: self.pdn_game_type.clone(),
            pdn_moves: self.pdn_moves.clone(),
            check_counters: self.check_counters.clone(),
            pdn_squares: self.pdn_squares.clone(),
            mat_points: self.mat_points.clone(),
            sgf_game: self.sgf_game,
            sgf_moves: self.sgf_moves.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::FILES;

    #[test]
    fn every_presentation_file_of_the_library_is_right() {
        for (path, bytes) in FILES.iter().filter(|(path, _)| path.ends_with(".toml")) {
            let read = Presentation::parse(bytes);
            assert!(read.is_ok(), "{path}: {}", read.unwrap_err());
        }
    }

    #[test]
    fn one_click_does_what_is_said() {
        let smart = |text: &str| Presentation::parse(text.as_bytes()).unwrap().smart_moves;
        assert_eq!(smart(""), None);
        assert_eq!(smart("smart-moves = true"), Some(Smart { from: true, to: true }));
        assert_eq!(smart("smart-moves = \"from\""), Some(Smart { from: true, to: false }));
        assert_eq!(smart("smart-moves = \"false\""), Some(Smart::default()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &[u8]| Presentation::parse(text).unwrap_err();
        assert!(error(b"famly = \"chess\"").starts_with("unknown field `famly`"));
        assert!(error(b"family = 3").starts_with("invalid type: integer `3`"));
        assert!(!error(b"\xff").is_empty());
        assert!(error(b"smart-moves = \"yes\"").starts_with("`smart-moves` is true, false"));
        assert!(
            error(b"[board]\nlook = \"round\"")
                .starts_with("unknown variant `round`, expected one of `squares`")
        );
        assert!(error(b"[pieces]\nset = \"ches\"").starts_with("there is no set of pieces called `ches`"));
        assert!(
            error(b"[pieces.kinds]\nKing = \"crown\"")
                .starts_with("there is no drawing of a piece called `crown`")
        );
    }
}
