//! What is known about a run at one op, for all starts together.

use super::exit::Effect;
use super::places::{PlaceId, START};
use crate::num::Num;
use zug_ir::{GlobalId, ZoneId};

/// The registers of a run. Two runs that agree in all of them go on alike.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sym {
    pub(super) pc: usize,
    pub(super) cursor: PlaceId,
    pub(super) from: PlaceId,
    pub(super) to: Option<PlaceId>,
    pub(super) mark: PlaceId,
    pub(super) marks: Vec<PlaceId>,
    pub(super) moves: Vec<(PlaceId, PlaceId)>,
    /// How many pieces each of them takes, and the present one; 0 is the whole pile.
    pub(super) lifts: Vec<u16>,
    pub(super) lift: u16,
    pub(super) numbers: Vec<Num>,
    pub(super) flags: Vec<Num>,
    /// Cell flags in the order they were set.
    pub(super) cell_flags: Vec<(u16, PlaceId, i32)>,
    /// Values of the board as this run has set them.
    pub(super) globals: Vec<(GlobalId, Num)>,
    pub(super) loops: Vec<Loop>,
    /// Empty where effects stand at nodes.
    pub(super) effects: Vec<Effect>,
    /// Some effect other than a capture has been recorded.
    pub(super) changes: bool,
}

/// A loop over cells, at some cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Loop {
    pub(super) next: usize,
    pub(super) at: u16,
    pub(super) zone: Option<ZoneId>,
    pub(super) cursor: PlaceId,
    /// Flags set in this round, where a round is looked at on its own.
    pub(super) set: Vec<(u16, i32)>,
}

impl Sym {
    pub(super) fn start(flags: Vec<Num>) -> Self {
        Sym {
            pc: 0,
            cursor: START,
            from: START,
            to: None,
            mark: START,
            marks: Vec::new(),
            moves: Vec::new(),
            lifts: Vec::new(),
            lift: 0,
            numbers: Vec::new(),
            flags,
            cell_flags: Vec::new(),
            globals: Vec::new(),
            loops: Vec::new(),
            effects: Vec::new(),
            changes: false,
        }
    }

    pub(super) fn target(&self) -> PlaceId {
        self.to.unwrap_or(self.cursor)
    }

    pub(super) fn marked(&self) -> PlaceId {
        self.marks.last().copied().unwrap_or(self.mark)
    }

    pub(super) fn pop(&mut self) -> Num {
        self.numbers.pop().unwrap_or(Num::Const(0))
    }

    /// The same at another op.
    pub(super) fn at(mut self, pc: usize) -> Sym {
        self.pc = pc;
        self
    }

    pub(super) fn pushing(mut self, value: i32) -> Sym {
        self.numbers.push(Num::Const(value));
        self.pc += 1;
        self
    }
}
