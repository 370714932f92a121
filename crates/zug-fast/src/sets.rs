//! Sets of cells that loops look for, found when somebody asks.

use crate::bits::Bits;
use crate::flow::{CellSet, Places, SetId};
use crate::lane::Lane;
use crate::plan::Plan;
use crate::position::Position;
use crate::why::Why;

/// A set as a lane over its cells.
#[derive(Debug)]
pub(crate) struct Set<const W: usize> {
    cells: Bits<W>,
    lane: Lane<W>,
}

impl<const W: usize> Set<W> {
    pub(crate) fn new(set: &CellSet, places: &Places) -> Result<Self, Why> {
        let cells = std::array::from_fn(|i| set.cells.get(i).copied().unwrap_or(0));
        Ok(Set { cells, lane: Lane::new(&set.flow, places)? })
    }
}

impl<const W: usize> Plan<W> {
    /// The cells of a set.
    pub(crate) fn set(&self, position: &Position, set: SetId) -> Bits<W> {
        let set = &self.sets[set.0 as usize];
        set.lane.passing(position, set.cells, |num| self.number(position, num))
    }
}
