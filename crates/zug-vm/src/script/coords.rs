//! Coordinates of cells, for rules that compute with them.

use crate::action::NO_CELL;
use zug_ir::Board;

/// `of(cell)`: its place in the grid it belongs to.
#[derive(Debug, Default)]
pub(crate) struct Coords(Vec<Option<Box<[u16]>>>);

impl Coords {
    pub(crate) fn new(board: &Board) -> Self {
        let mut coords = vec![None; board.cells.len()];
        for grid in &board.grids {
            let sizes: Vec<usize> = grid.dims.iter().map(Vec::len).collect();
            for (i, cell) in grid.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                // The first dimension runs fastest.
                let mut rest = i;
                let place = sizes.iter().map(|&size| {
                    let at = rest % size.max(1);
                    rest /= size.max(1);
                    at as u16
                });
                coords[cell.idx()] = Some(place.collect());
            }
        }
        Coords(coords)
    }

    pub(super) fn of(&self, cell: u16) -> Option<&[u16]> {
        self.0.get(cell as usize).and_then(|c| c.as_deref())
    }

    /// The cell with these coordinates.
    pub(super) fn find(&self, at: &[i32]) -> Option<u16> {
        let fits = |c: &[u16]| c.len() == at.len() && c.iter().zip(at).all(|(a, b)| i32::from(*a) == *b);
        let found = self.0.iter().position(|c| c.as_deref().is_some_and(fits))? as u16;
        (found != NO_CELL).then_some(found)
    }
}
