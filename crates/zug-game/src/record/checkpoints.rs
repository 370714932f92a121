//! Whole positions, kept at so few nodes that they cost little and so many that every other is near one.
//!
//! When a line has gone two *gaps* beyond the last checkpoint, one is set a gap below it: in the middle, not at
//! the end, so that all the variations that branch off later share it. As every checkpoint has a gap of nodes
//! below it that are no other one's, there are at most as many as one for each gap of nodes, however bushy the
//! tree (deleting may leave more). The gap grows with the position, so that a node's share stays below
//! [`SHARE`] bytes up to the longest gap.
//!
//! The positions of a game so far, which rules of repetition ask for, grow with every move. A checkpoint keeps
//! only those since the checkpoint above it.

use super::Record;
use super::edges::table_bytes;
use super::node::{Flag, NodeId};
use crate::state::State;
use rustc_hash::FxHashMap;
use zug_vm::{RunError, State as Position};

/// What a checkpoint may cost, in bytes for each node.
const SHARE: usize = 64;
/// Replaying two gaps of chess takes less than a tenth of a millisecond: nobody waits for it.
const SHORTEST_GAP: usize = 16;
/// Positions of half a megabyte exist (piles without end); beyond this, going back would be felt.
const LONGEST_GAP: usize = 4096;

#[derive(Clone, Debug)]
pub(super) struct Checkpoints(FxHashMap<NodeId, Box<Checkpoint>>);

#[derive(Clone, Debug)]
struct Checkpoint {
    /// Without its history.
    position: Position,
    /// The checkpoint above when this one was set; none for the first.
    above: Option<NodeId>,
    /// The part of its history that the one above does not have.
    history: Box<[u64]>,
    /// How long the whole history is.
    history_len: usize,
    gap: usize,
}

impl Checkpoints {
    /// The first position with its history.
    pub(super) fn new(root: NodeId, mut position: Position) -> Self {
        let history = position.take_history();
        let gap = gap(&position);
        let history_len = history.len();
        let first = Checkpoint { position, above: None, history: history.into(), history_len, gap };
        Checkpoints(FxHashMap::from_iter([(root, Box::new(first))]))
    }

    /// The position at a checkpoint with its history.
    pub(super) fn position(&self, node: NodeId) -> Position {
        let mut position = self.0[&node].position.clone();
        position.set_history(self.history(node));
        position
    }

    fn history(&self, node: NodeId) -> Vec<u64> {
        let chain = || std::iter::successors(Some(&self.0[&node]), |c| c.above.map(|above| &self.0[&above]));
        let mut history = vec![0; self.0[&node].history_len];
        let mut end = history.len();
        for checkpoint in chain() {
            let start = end - checkpoint.history.len();
            history[start..end].copy_from_slice(&checkpoint.history);
            end = start;
        }
        history
    }

    /// Keeps a position; `above` is the nearest checkpoint above it.
    fn set(&mut self, node: NodeId, above: NodeId, mut position: Position) {
        let history = position.take_history();
        // A history only grows.
        let shared = self.0[&above].history_len.min(history.len());
        debug_assert!(self.history(above) == history[..shared], "the history of a line has changed");
        let gap = gap(&position);
        let own = Checkpoint {
            position,
            above: Some(above),
            history: history[shared..].into(),
            history_len: history.len(),
            gap,
        };
        self.0.insert(node, Box::new(own));
    }

    pub(super) fn remove(&mut self, node: NodeId) {
        self.0.remove(&node);
    }

    pub(super) fn bytes(&self) -> usize {
        let each = |c: &Checkpoint| {
            size_of::<Checkpoint>() - size_of::<Position>() + c.position.bytes() + size_of_val(&*c.history)
        };
        let table = table_bytes(self.0.capacity(), size_of::<(NodeId, Box<Checkpoint>)>());
        table + self.0.values().map(|c| each(c)).sum::<usize>()
    }
}

fn gap(position: &Position) -> usize {
    (position.bytes() / SHARE).clamp(SHORTEST_GAP, LONGEST_GAP)
}

impl Record {
    /// The state of a node, made from the nearest checkpoint.
    pub(super) fn rebuild(&self, node: NodeId) -> Result<State, RunError> {
        let mut path = Vec::new();
        let base = self.checkpoint_above(node, &mut path);
        let mut state = State::new(self.game.clone(), self.checkpoints.position(base));
        for step in path.iter().rev() {
            if let Some(mv) = self.mv(*step) {
                state.play_unchecked(mv)?;
            }
        }
        Ok(state)
    }

    /// The nearest checkpoint, and the nodes below it up to this one, this one first.
    fn checkpoint_above(&self, node: NodeId, path: &mut Vec<NodeId>) -> NodeId {
        let mut at = node;
        while !self.nodes[at.idx()].has(Flag::Checkpoint) {
            path.push(at);
            // The first node is a checkpoint.
            at = self.nodes[at.idx()].parent.get().unwrap_or(NodeId::ROOT);
        }
        at
    }

    /// Sets a checkpoint on the way to a node that has just been added, if the way has become long.
    pub(super) fn set_checkpoint(&mut self, node: NodeId) {
        let mut path = Vec::new();
        let base = self.checkpoint_above(node, &mut path);
        let gap = self.checkpoints.0[&base].gap;
        if path.len() < 2 * gap {
            return;
        }
        let middle = path[path.len() - gap];
        // It cannot fail, all this has been played before; if it did, we should only have to replay more.
        if let Ok(state) = self.rebuild(middle) {
            self.checkpoints.set(middle, base, state.into_position());
            self.nodes[middle.idx()].set(Flag::Checkpoint, true);
        }
    }
}
