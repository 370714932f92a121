//! What a presentation file says about where cells are and what they are called, whatever the board is drawn with.

use std::collections::BTreeMap;

/// Where cells are, and what players call them. Cells and players that a game does not have are passed over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// The cells row by row from the top, names between spaces; `.` is a gap, `|` the bar of a tables board.
    pub rows: Vec<String>,
    /// Pits at the left and the right end of the board.
    pub stores: Vec<String>,
    /// Places in the middle and at the right of a tables board, the upper one first.
    pub bar: Vec<String>,
    pub off: Vec<String>,
    /// What players call a cell that has another name in the rules.
    pub names: BTreeMap<String, String>,
    /// The cells of squares 1, 2, 3 …, where players number them.
    pub squares: Vec<String>,
    /// What stands before the number of a player's men.
    pub signs: BTreeMap<String, String>,
}

impl Arrangement {
    /// Where the rows have the bar of a tables board: so many cells are before it.
    pub fn bar_after(&self) -> Option<usize> {
        self.rows.first()?.split_whitespace().position(|word| word == "|")
    }

    /// True for a tables board: two rows of points, with or without a bar and places for men borne off.
    pub fn is_tables(&self) -> bool {
        let beside = !self.bar.is_empty() || !self.off.is_empty();
        self.rows.len() == 2 && (beside || self.bar_after().is_some())
    }

    /// What players call a cell.
    pub fn name<'a>(&'a self, cell: &'a str) -> &'a str {
        self.names.get(cell).map_or(cell, String::as_str)
    }
}
