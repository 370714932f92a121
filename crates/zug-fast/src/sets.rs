//! Sets of cells that loops look for, found when somebody asks.

use crate::bits::{self, Bits};
use crate::flow::{CellSet, Places, SetId};
use crate::lane::{Lane, Registers};
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
        let mut found = bits::none();
        let number = |num| self.number(position, num);
        let mut registers = Registers::default();
        set.lane.run(position, set.cells, &mut registers, number, |_, _, cells| {
            bits::or_into(&mut found, &cells);
        });
        found
    }
}
