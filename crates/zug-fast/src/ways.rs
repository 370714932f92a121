//! Ways: the paths through a flow, each with everything that must hold for a start to take it.

use crate::class::Class;
use crate::flow::{Cond, END, ExitId, Flow, Node, NodeId, PlaceId, RuleOf, Shared, StartSet, edges, in_set};
use crate::why::Why;
use zug_vm::NO_CELL;

/// Enough for sliding pieces on a board of a thousand cells.
const MAX_WAYS: usize = 800;

/// A question with its answer.
pub(crate) type Asked = (Cond, PlaceId, bool);

/// One path to one exit.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) exit: ExitId,
    pub(crate) to: PlaceId,
    /// In the order in which the rule asks.
    pub(crate) conds: Vec<Asked>,
    /// Starts that can take it at all.
    pub(crate) starts: StartSet,
}

impl Way {
    /// The starts from which it may end on a piece of the side that is moved, as far as its questions tell.
    pub(crate) fn takes_own(&self, shared: &Shared, of: &RuleOf) -> Vec<u16> {
        let ends = shared.places.of(self.to).iter().enumerate().map(|(start, to)| (start as u16, *to));
        let ends = ends.filter(|(start, to)| *to != NO_CELL && in_set(&self.starts, *start));
        ends.filter(|(start, to)| !self.spares_own(shared, of, *start, *to)).map(|(start, _)| start).collect()
    }

    fn spares_own(&self, shared: &Shared, of: &RuleOf, start: u16, to: u16) -> bool {
        self.conds.iter().any(|&(cond, at, answer)| {
            let Cond::Class(board) = cond else { return false };
            let tells = match shared.classes.class(board) {
                Class::Empty => answer,
                // Whose pieces are the own ones is not known where everybody's may be moved.
                _ if of.anyone => false,
                Class::EnemyOf(p) | Class::Other(p) => answer && p == of.player,
                Class::Owned(p) | Class::Piece(p, _) if p != of.player => answer,
                Class::Owned(_) => !answer,
                _ => false,
            };
            tells && shared.places.at(at, start) == to
        })
    }
}

/// A path that is not followed to its end yet.
struct Path {
    at: NodeId,
    conds: Vec<Asked>,
    starts: StartSet,
    /// Somebody else goes on from here.
    until: NodeId,
}

/// All ways through a flow, or a reason against listing them.
///
/// Where everything that a question leads to comes together again, what was answered before does not matter any more: a rule
/// that tries one direction after the other asks in the last one nothing about the first.
pub(crate) fn ways(flow: &Flow, n_cells: usize) -> Result<Vec<Way>, Why> {
    let mut starts: StartSet = vec![!0; n_cells.div_ceil(64)].into();
    if let (Some(last), 1..) = (starts.last_mut(), n_cells % 64) {
        *last = (1 << (n_cells % 64)) - 1;
    }
    let meets = meetings(flow);
    let mut found = Vec::new();
    let mut open = vec![Path { at: flow.entry(), conds: Vec::new(), starts, until: END }];
    let mut work = 0;
    while let Some(Path { at, conds, starts, until }) = open.pop() {
        work += 1;
        if work > 40 * MAX_WAYS || found.len() > MAX_WAYS {
            return Err(Why::TooManyWays);
        }
        if at == until {
            continue;
        }
        let node = flow.node(at);
        let mut inside = until;
        if matches!(node, Node::Test { .. } | Node::Split { .. }) && meets[at.0 as usize] != until {
            inside = meets[at.0 as usize];
            open.push(Path { at: inside, conds: conds.clone(), starts: starts.clone(), until });
        }
        match node {
            Node::End => {}
            Node::Test { cond, at, yes, no } => {
                // Asked before on this way: the answer is known.
                let before = conds.iter().find(|(c, p, _)| c == cond && p == at).map(|(.., answer)| *answer);
                for (next, answer) in [(*no, false), (*yes, true)] {
                    if before.is_none_or(|b| b == answer) {
                        let mut conds = conds.clone();
                        if before.is_none() {
                            conds.push((*cond, *at, answer));
                        }
                        open.push(Path { at: next, conds, starts: starts.clone(), until: inside });
                    }
                }
            }
            Node::Split { starts: passing, yes, no } => {
                for (next, answer) in [(*no, false), (*yes, true)] {
                    let meet = |(a, b): (&u64, &u64)| a & if answer { *b } else { !*b };
                    let left: StartSet = starts.iter().zip(passing).map(meet).collect();
                    if left.iter().any(|w| *w != 0) {
                        open.push(Path { at: next, conds: conds.clone(), starts: left, until: inside });
                    }
                }
            }
            Node::Num { .. } => return Err(Why::Op("numbers")),
            Node::Effect { next, .. } | Node::Forget { next } => {
                open.push(Path { at: *next, conds, starts, until });
            }
            Node::Emit { exit, to, next } => {
                found.push(Way { exit: *exit, to: *to, conds: conds.clone(), starts: starts.clone() });
                open.push(Path { at: *next, conds, starts, until });
            }
        }
    }
    Ok(found)
}

/// For each node the first one that every path from it comes to.
fn meetings(flow: &Flow) -> Vec<NodeId> {
    let mut meets: Vec<NodeId> = Vec::with_capacity(flow.nodes.len());
    for node in &flow.nodes {
        // Edges lead to earlier places, so the nearer of two is the later one.
        let common = |a: NodeId, b: NodeId| {
            let (mut a, mut b) = (a, b);
            while a != b {
                let further = if a > b { &mut a } else { &mut b };
                *further = meets[further.0 as usize];
            }
            a
        };
        meets.push(edges(node).reduce(common).unwrap_or(END));
    }
    meets
}
