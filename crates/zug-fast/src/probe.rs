//! Probes: the flow of a rule in few bytes, followed for the one start that was drawn.
//!
//! Rules with guards are asked for one start after the other until one of them is a move, in every ply of a random game.
//! What has no influence on the answer is left out, and whatever a question needs lies close together.

use crate::cellset::SetId;
use crate::class::BoardId;
use crate::flow::{Cond, Effect, ExitId, Flow, NodeId, PlaceId, Places, StartSet, fused, in_set};
use crate::make::Seer;
use crate::num::ExprId;
use crate::walk::Answers;
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_vm::NO_CELL;

/// Places in lists; `at` is a row of the table of cells.
#[derive(Clone, Copy, Debug)]
enum Node {
    End,
    Test { board: BoardId, at: u16, yes: u16, no: u16 },
    In { set: SetId, at: u16, yes: u16, no: u16 },
    Split { starts: u16, yes: u16, no: u16 },
    Num { num: u16, yes: u16, no: u16 },
    Effects { first: u16, n: u16, next: u16 },
    Forget { next: u16 },
    Emit { exit: ExitId, to: PlaceId },
}

#[derive(Debug)]
pub(crate) struct Probe {
    nodes: Vec<Node>,
    /// `cells[row * n_cells + start]`.
    cells: Vec<u16>,
    n_cells: usize,
    starts: Vec<StartSet>,
    effects: Vec<Effect>,
}

fn short(n: usize) -> Option<u16> {
    u16::try_from(n).ok()
}

impl Probe {
    /// `None` if the flow asks for more than sets, numbers and what stands where.
    pub(crate) fn new(flow: &Flow, places: &mut Places) -> Result<Option<Probe>, Why> {
        let flow = fused(flow, places)?;
        let n_cells = places.of(PlaceId(0)).len();
        let mut probe =
            Probe { nodes: Vec::new(), cells: Vec::new(), n_cells, starts: Vec::new(), effects: Vec::new() };
        let mut rows = FxHashMap::default();
        let made = (0..flow.nodes.len()).try_for_each(|i| {
            let node = probe.node(&flow, NodeId(i as u32), places, &mut rows)?;
            probe.nodes.push(node);
            Some(())
        });
        Ok(made.map(|()| probe))
    }

    fn node(
        &mut self,
        flow: &Flow,
        id: NodeId,
        places: &Places,
        rows: &mut FxHashMap<PlaceId, u16>,
    ) -> Option<Node> {
        use crate::flow::Node as Long;
        let to = |id: &NodeId| short(id.0 as usize);
        Some(match flow.node(id) {
            Long::End => Node::End,
            Long::Test { cond, at, yes, no } => {
                let next = short(rows.len())?;
                let row = *rows.entry(*at).or_insert(next);
                if row == next {
                    self.cells.extend_from_slice(places.of(*at));
                }
                let (yes, no) = (to(yes)?, to(no)?);
                match *cond {
                    Cond::Class(board) => Node::Test { board, at: row, yes, no },
                    Cond::In(set) => Node::In { set, at: row, yes, no },
                    Cond::Attacked | Cond::Threatened { .. } | Cond::Origin => return None,
                }
            }
            Long::Split { starts, yes, no } => {
                let known = self.starts.iter().position(|set| set == starts);
                let place = known.unwrap_or_else(|| {
                    self.starts.push(starts.clone());
                    self.starts.len() - 1
                });
                Node::Split { starts: short(place)?, yes: to(yes)?, no: to(no)? }
            }
            Long::Num { num, yes, no } => {
                Node::Num { num: short(num.0 as usize)?, yes: to(yes)?, no: to(no)? }
            }
            Long::Effect { .. } => {
                let first = short(self.effects.len())?;
                let mut at = id;
                while let Long::Effect { effect, next } = flow.node(at) {
                    self.effects.push(*effect);
                    at = *next;
                }
                Node::Effects { first, n: short(self.effects.len())? - first, next: to(&at)? }
            }
            Long::Forget { next } => Node::Forget { next: to(next)? },
            Long::Emit { exit, to, .. } => Node::Emit { exit: *exit, to: *to },
        })
    }

    /// What the rule emits first from this start, and past which effects.
    #[inline]
    pub(crate) fn follow<const W: usize>(
        &self,
        seer: &Seer<'_, W>,
        effects: &mut Vec<Effect>,
    ) -> Option<(ExitId, PlaceId)> {
        effects.clear();
        let start = seer.start;
        let cell = |row: u16| self.cells[usize::from(row) * self.n_cells + start as usize];
        let mut at = self.nodes.len() - 1;
        loop {
            let (passes, yes, no) = match self.nodes[at] {
                Node::End => return None,
                Node::Test { board, at, yes, no } => {
                    let cell = cell(at);
                    (cell != NO_CELL && seer.position.has::<W>(board, cell), yes, no)
                }
                Node::In { set, at, yes, no } => {
                    let cell = cell(at);
                    (cell != NO_CELL && seer.contains(set, cell), yes, no)
                }
                Node::Split { starts, yes, no } => {
                    (in_set(&self.starts[usize::from(starts)], start), yes, no)
                }
                Node::Num { num, yes, no } => (seer.number(ExprId(u32::from(num))) != 0, yes, no),
                Node::Effects { first, n, next } => {
                    effects.extend_from_slice(&self.effects[usize::from(first)..][..usize::from(n)]);
                    (true, next, next)
                }
                Node::Forget { next } => {
                    effects.clear();
                    (true, next, next)
                }
                Node::Emit { exit, to } => return Some((exit, to)),
            };
            at = usize::from(if passes { yes } else { no });
        }
    }
}
