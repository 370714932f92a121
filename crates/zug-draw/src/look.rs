//! What a presentation file says about drawing: the tables `[board]` and `[pieces]`.
//!
//! Everything may be missing: what is not said is derived from the geometry of the game. A word that nobody knows is
//! an error where the file is read. Names of cells, zones, kinds and players that a game does not have are passed
//! over, because one file serves all variants of a rules file. `docs/presentation.md` explains every key.

use crate::figures;
use crate::theme;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use zug_notation::layout::Arrangement;

/// How a game wants to be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    pub board: BoardLook,
    pub pieces: PieceLook,
}

impl Look {
    /// Where cells are and what they are called, for text as well.
    pub fn arrangement(&self) -> Arrangement {
        let BoardLook { rows, stores, bar, off, names, .. } = self.board.clone();
        Arrangement { rows, stores, bar, off, names, squares: Vec::new(), signs: self.pieces.signs.clone() }
    }
}

/// The table `[board]`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct BoardLook {
    pub look: Option<Style>,
    pub palette: Option<Palette>,
    /// The cells row by row from the top, names between spaces; `.` is a gap, `|` the bar of a tables board.
    pub rows: Vec<String>,
    /// Rows, columns and layers have their names beside them, unless this says no.
    pub labels: Option<bool>,
    /// Go's star points, for any size of board.
    pub stars: bool,
    /// Cells with small corners around them, as where soldiers and cannons of xiangqi begin.
    pub corners: Vec<String>,
    /// Lines that are drawn beside those of the links, and lines that are not: `d1-f3`.
    pub lines: Vec<String>,
    pub no_lines: Vec<String>,
    /// Loops around a corner of the board from one edge to the other: `a5-b6`.
    pub loops: Vec<String>,
    /// Pits at the left and the right end of the board.
    pub stores: Vec<String>,
    /// Places in the middle and at the right of a tables board, the upper one first.
    pub bar: Vec<String>,
    pub off: Vec<String>,
    /// What players call cells that have other names in the rules.
    pub names: BTreeMap<String, String>,
    /// How the cells of a zone are marked.
    pub zones: BTreeMap<String, ZoneLook>,
    /// Zones along the rim of the board that belong to a player: drawn in his colour.
    pub edges: BTreeMap<String, String>,
    /// Reserves are drawn unless this says no.
    pub reserves: Option<bool>,
}

/// The table `[pieces]`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PieceLook {
    /// A set of drawings, found by the notation of the kinds.
    pub set: Option<Set>,
    /// Drawings of single kinds, by their names.
    pub kinds: BTreeMap<String, Drawing>,
    /// Colours of the players, by their names.
    pub colours: BTreeMap<String, Colour>,
    /// The notation of the kinds is written on their drawings.
    pub letters: bool,
    /// The attribute whose value is written on the pieces.
    pub number: Option<String>,
    /// What stands before the number of a player's men in text, where men are only counted: `-`, or nothing.
    pub signs: BTreeMap<String, String>,
    /// Pieces of all players stand upright, or turn to where they go.
    pub turned: Option<bool>,
}

/// What a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Cells of one colour.
    Squares,
    /// Cells of two colours (three on hexagonal boards).
    Chequered,
    /// Pieces on the crossings of lines.
    Points,
    /// Round holes in a board.
    Holes,
    /// Pits with seeds.
    Pits,
    /// Triangles, as for backgammon.
    Tables,
}

/// Signs on the cells of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneLook {
    /// A faint colour.
    Tint,
    Water,
    /// A ring.
    Goal,
    /// A diagonal cross.
    Cross,
    /// A flower of eight leaves.
    Rosette,
    /// A dot in the middle.
    Dot,
}

/// A word that has to be in a list of the program's data.
macro_rules! listed {
    ($($(#[$doc:meta])* $name:ident, $what:literal, $known:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub(crate) &'static str);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = String::deserialize(from)?;
                let known: Vec<&'static str> = $known.collect();
                let found = known.iter().find(|k| **k == word);
                found.map(|k| $name(k)).ok_or_else(|| {
                    let known = known.join(", ");
                    D::Error::custom(format!("there is no {} called `{word}`; there are {known}", $what))
                })
            }
        }
    )*};
}

listed! {
    /// A drawing of a piece.
    Drawing, "drawing of a piece", figures::names();
    /// A set of drawings.
    Set, "set of pieces", figures::sets();
    /// A colour of pieces.
    Colour, "colour", theme::colour_names();
    /// Colours of a board.
    Palette, "palette", theme::palette_names();
}
