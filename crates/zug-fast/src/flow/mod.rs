//! The flow of a rule: the rule with every step taken in advance, for all starts at once.
//!
//! A rule of blocks has no choices: from one start it takes one way, decided by what it asks about the position. Where its
//! cursor is at some op is a function of the start alone, known when the game is loaded. So the rule becomes a graph
//! without loops: a node asks one question about the cells `places[start]`, and its edges lead on. Everything faster is
//! made from this graph: sets of starts run through it side by side (`lane`), one start walks through it (`walk`), its ways
//! are turned into tables (`ways`), and attacks are found by reading it backwards (`attack`).

mod build;
mod cut;
mod each;
mod emit;
mod exit;
mod facts;
mod flags;
mod fuse;
mod live;
mod name;
mod order;
mod places;
pub(crate) mod script;
mod simplify;
mod sym;

pub(crate) use build::build;
#[cfg(feature = "jit")]
pub(crate) use cut::surely;
pub(crate) use cut::{cuts, meetings, only_turns, ruled_out};
pub(crate) use each::{CellSet, SetId};
pub(crate) use exit::{Effect, Exit, ExitId, Exits, Held, NamePart, Place, captures_last};
pub(crate) use facts::known_targets;
pub(crate) use fuse::fused;
pub(crate) use order::{edges, ordered};
pub(crate) use places::{PlaceId, Places};
pub(crate) use simplify::lanes_only;

use crate::cellset::{SetId as CellSetId, Sets};
use crate::class::{BoardId, Classes};
use crate::num::{ExprId, Exprs};
use crate::numbers::Numbers;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use zug_ir::{BlockId, Game, GlobalId, KindId, ModeId, PlayerId, ScriptId};
use zug_vm::Program;

/// Place of a node in its flow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

/// The node at which every way ends.
pub(crate) const END: NodeId = NodeId(0);

/// A question about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cond {
    Class(BoardId),
    /// Could a rival take a piece of the mover's there?
    Attacked,
    /// Could a rival of its owner take the piece there? If it has come from the start, the start is empty.
    Threatened {
        moved: bool,
    },
    /// Is it in that set?
    In(CellSetId),
    /// Is it where the rule has started? Only where lanes are targets.
    Origin,
}

/// One point of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    End,
    /// False for starts whose place is off the board.
    Test {
        cond: Cond,
        at: PlaceId,
        yes: NodeId,
        no: NodeId,
    },
    /// Known when the game is loaded, but not the same for every start.
    Split {
        starts: StartSet,
        yes: NodeId,
        no: NodeId,
    },
    /// The same for every start: is the number not 0?
    Num {
        num: ExprId,
        yes: NodeId,
        no: NodeId,
    },
    /// In rules whose effects differ from way to way.
    Effect {
        effect: Effect,
        next: NodeId,
    },
    /// The effects so far are forgotten.
    Forget {
        next: NodeId,
    },
    Emit {
        exit: ExitId,
        to: PlaceId,
        next: NodeId,
    },
}

impl Node {
    /// Does it ask whether something is attacked?
    pub(crate) fn asks_attacks(&self) -> bool {
        matches!(self, Node::Test { cond: Cond::Attacked | Cond::Threatened { .. }, .. })
    }
}

/// Starts, one bit each.
pub(crate) type StartSet = Box<[u64]>;

pub(crate) fn in_set(set: &StartSet, start: u16) -> bool {
    set[start as usize / 64] >> (start % 64) & 1 != 0
}

/// A rule of one player as a graph. Edges lead from later to earlier places in `nodes`: the order is that of the list
/// turned round, and the entry is the last node.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Flow {
    pub(crate) nodes: Vec<Node>,
    /// Effects stand at the nodes, not at the exits.
    pub(crate) effects_on_the_way: bool,
}

impl Flow {
    pub(crate) fn entry(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Does it ask whether something is attacked?
    pub(crate) fn asks_attacks(&self) -> bool {
        self.nodes.iter().any(Node::asks_attacks)
    }
}

/// A rule with whom it is run for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RuleOf {
    pub(crate) player: PlayerId,
    pub(crate) kind: KindId,
    pub(crate) mode: Option<ModeId>,
    pub(crate) block: BlockId,
    pub(crate) drop: bool,
    /// The piece may be anybody's.
    pub(crate) anyone: bool,
}

/// `coords[cell]`: its place in the grid it belongs to.
pub(crate) type Coords = Arc<[Option<Box<[u16]>>]>;

/// What all flows of a game share.
#[derive(Default, Debug)]
pub(crate) struct Shared {
    pub(crate) places: Places,
    pub(crate) classes: Classes,
    pub(crate) exprs: Exprs,
    pub(crate) exits: Exits,
    pub(crate) numbers: Numbers,
    /// What loops over cells look for.
    pub(crate) sets: Vec<CellSet>,
    /// What scripts find by flooding and asking.
    pub(crate) cell_sets: Sets,
    /// Tests of every cell that numbers ask for.
    pub(crate) trials: Vec<Flow>,
    /// What scripts have done when they ask about all cells.
    pub(crate) done: Vec<Done>,
    /// Values of the board that some script writes to.
    pub(crate) written: FxHashSet<GlobalId>,
    /// Some script makes values out of values, which may so become too large in the end.
    pub(crate) grows: bool,
    pub(crate) coords: Option<Coords>,
    /// Scripts with too many different ends to have their effects there.
    pub(crate) many_ways: FxHashSet<ScriptId>,
    pub(crate) memo: script::Memo,
    /// Nodes of scripts made so far, whatever became of them.
    pub(crate) made: usize,
}

impl Shared {
    /// The number of a test of every cell.
    pub(crate) fn trial(&mut self, flow: Flow) -> TrialId {
        let known = self.trials.iter().position(|t| *t == flow);
        TrialId(known.unwrap_or_else(|| {
            self.trials.push(flow);
            self.trials.len() - 1
        }) as u16)
    }

    /// The number of a list of effects.
    pub(crate) fn done(&mut self, done: Done) -> DoneId {
        let known = self.done.iter().position(|d| *d == done);
        DoneId(known.unwrap_or_else(|| {
            self.done.push(done);
            self.done.len() - 1
        }) as u32)
    }

    /// `coords[cell]`: its place in the grid it belongs to.
    pub(crate) fn coords(&mut self, program: &Program) -> Coords {
        self.coords.get_or_insert_with(|| coords(program.game())).clone()
    }
}

/// A test that is made for every cell: place of its flow in [`Shared::trials`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TrialId(pub(crate) u16);

/// What a script has done so far, from its start.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Done {
    pub(crate) of: RuleOf,
    pub(crate) effects: Vec<Effect>,
}

/// Place of a list of effects in [`Shared::done`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DoneId(pub(crate) u32);

/// `coords[cell]`: its place in the grid it belongs to.
pub(crate) fn coords(game: &Game) -> Coords {
    let mut coords = vec![None; game.board.cells.len()];
    for grid in &game.board.grids {
        let sizes: Vec<usize> = grid.dims.iter().map(|d| d.len().max(1)).collect();
        for (i, cell) in grid.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            // The first dimension runs fastest.
            let mut rest = i;
            let place = sizes.iter().map(|size| {
                let at = rest % size;
                rest /= size;
                at as u16
            });
            coords[cell.idx()] = Some(place.collect());
        }
    }
    coords.into()
}
