//! Ways: the paths through a flow, each with everything that must hold for a start to take it.

use crate::flow::{Cond, ExitId, Flow, Node, PlaceId, StartSet};
use crate::why::Why;

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

/// All ways through a flow, or a reason against listing them.
pub(crate) fn ways(flow: &Flow, n_cells: usize) -> Result<Vec<Way>, Why> {
    let mut all: StartSet = vec![!0; n_cells.div_ceil(64)].into();
    if let (Some(last), 1..) = (all.last_mut(), n_cells % 64) {
        *last = (1 << (n_cells % 64)) - 1;
    }
    let mut found = Vec::new();
    let mut open = vec![(flow.entry(), Vec::<Asked>::new(), all)];
    let mut work = 0;
    while let Some((at, conds, starts)) = open.pop() {
        work += 1;
        if work > 40 * MAX_WAYS || found.len() > MAX_WAYS {
            return Err(Why::TooManyWays);
        }
        match flow.node(at) {
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
                        open.push((next, conds, starts.clone()));
                    }
                }
            }
            Node::Split { starts: passing, yes, no } => {
                for (next, answer) in [(*no, false), (*yes, true)] {
                    let meet = |(a, b): (&u64, &u64)| a & if answer { *b } else { !*b };
                    let left: StartSet = starts.iter().zip(passing).map(meet).collect();
                    if left.iter().any(|w| *w != 0) {
                        open.push((next, conds.clone(), left));
                    }
                }
            }
            Node::Num { .. } => return Err(Why::Op("numbers")),
            Node::Effect { next, .. } | Node::Forget { next } => open.push((*next, conds, starts)),
            Node::Emit { exit, to, next } => {
                found.push(Way { exit: *exit, to: *to, conds: conds.clone(), starts: starts.clone() });
                open.push((*next, conds, starts));
            }
        }
    }
    Ok(found)
}
