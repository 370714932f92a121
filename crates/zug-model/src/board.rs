//! The board: a graph of cells with coloured arcs, and named sets of cells.

use crate::ids::{CellId, DirId};
use zug_source::Origin;

/// The finished graph: grids, links and deletions are already carried out.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Cells in board order.
    pub cells: Vec<Cell>,
    /// Names of directions.
    pub dirs: Vec<String>,
    /// `links[dir][cell]`: where the arc of that direction leads.
    pub links: Vec<Vec<Option<CellId>>>,
    /// The direction that leads back, where there is one.
    pub opposite: Vec<Option<DirId>>,
    /// Zones by name.
    pub zones: Vec<Zone>,
    /// The grids the board was made of, for drawing and for position text.
    pub grids: Vec<Grid>,
}

/// One place.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// Left, top, right, bottom in the author's picture, if he gave them.
    pub rect: Option<[i32; 4]>,
    /// Not drawn (a register, not a place); rules treat it as any other cell.
    pub hidden: bool,
}

/// A named set of cells, one set for each player.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// `cells[player]`, in the order written.
    pub cells: Vec<Vec<CellId>>,
}

/// A rectangular (or higher) array of cells as the author wrote it.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Labels of each dimension, in the author's order.
    pub dims: Vec<Vec<String>>,
    /// Cells with the first dimension running fastest; `None` where a cell was removed.
    pub cells: Vec<Option<CellId>>,
    /// Where it was written.
    pub origin: Origin,
}
