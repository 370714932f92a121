//! Where things are on the screen, for the mouse.

use super::board::Sheet;
use ratatui::layout::{Position, Rect};
use zug_game::{CellId, KindId, NodeId};

#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) sheet: Sheet,
    /// Where the sheet is seen.
    pub(super) board: Rect,
    /// The part of the sheet at the corner of `board`, where it is larger.
    pub(super) scroll: (u16, u16),
    /// What else can be clicked; later ones lie on top.
    pub(super) hot: Vec<(Rect, Hot)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hot {
    Cell(CellId),
    Kind(KindId),
    Choice(usize),
    Key(char),
    /// A move in the tree.
    Node(NodeId),
}

impl Places {
    /// What is there.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<Hot> {
        let at = Position::new(column, row);
        if let Some((_, hot)) = self.hot.iter().rev().find(|(area, _)| area.contains(at)) {
            return Some(*hot);
        }
        if !self.board.contains(at) {
            return None;
        }
        let x = column.checked_sub(self.board.x)?.checked_add(self.scroll.0)?;
        let y = row.checked_sub(self.board.y)?.checked_add(self.scroll.1)?;
        self.sheet.cell_at(x, y).map(Hot::Cell)
    }
}
