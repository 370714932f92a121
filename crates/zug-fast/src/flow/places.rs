//! Places: where something is, as a function of the start.

use rustc_hash::FxHashMap;
use zug_vm::NO_CELL;

/// A function from starts to cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PlaceId(pub(crate) u32);

/// Every such function once. The first one is the start itself.
#[derive(Debug, Default)]
pub(crate) struct Places {
    all: Vec<Box<[u16]>>,
    index: FxHashMap<Box<[u16]>, PlaceId>,
}

/// The start itself.
pub(crate) const START: PlaceId = PlaceId(0);

impl Places {
    pub(crate) fn new(n_cells: usize) -> Self {
        let mut places = Places::default();
        places.id((0..n_cells as u16).collect());
        places
    }

    pub(crate) fn id(&mut self, cells: Box<[u16]>) -> PlaceId {
        if let Some(id) = self.index.get(&cells) {
            return *id;
        }
        let id = PlaceId(self.all.len() as u32);
        self.all.push(cells.clone());
        self.index.insert(cells, id);
        id
    }

    /// The same cell for every start.
    pub(crate) fn constant(&mut self, cell: u16) -> PlaceId {
        let n = self.all[0].len();
        self.id(vec![cell; n].into())
    }

    /// `NO_CELL` where a start has no such place.
    pub(crate) fn of(&self, id: PlaceId) -> &[u16] {
        &self.all[id.0 as usize]
    }

    #[inline(always)]
    pub(crate) fn at(&self, id: PlaceId, start: u16) -> u16 {
        self.all[id.0 as usize][start as usize]
    }

    /// Is it the start itself?
    pub(crate) fn is_start(&self, id: PlaceId) -> bool {
        id == START
    }

    /// The cell, if the place is the same for every start that has it.
    pub(crate) fn constant_cell(&self, id: PlaceId) -> Option<u16> {
        let cells = self.of(id);
        let first = *cells.first()?;
        (cells.len() > 1 && first != NO_CELL && cells.iter().all(|c| *c == first)).then_some(first)
    }
}
