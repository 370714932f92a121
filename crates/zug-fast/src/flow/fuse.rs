//! Questions put together: what is known when the game is loaded becomes part of the place that is asked about.
//!
//! "Is there a cell to the north? Is it empty?" is one question where no answer off the board is the answer no.

use super::order::{ordered, renamed};
use super::places::PlaceId;
use super::{Flow, Node, NodeId, Places, StartSet, in_set};
use crate::why::Why;
use zug_vm::NO_CELL;

/// The same flow with fewer questions, for sets of starts. Nothing about its ways is to be read from it: a place may be off
/// the board where the rule's own is not.
pub(crate) fn fused(flow: &Flow, places: &mut Places) -> Result<Flow, Why> {
    let mut out: Vec<Node> = vec![Node::End];
    let mut place: Vec<NodeId> = vec![NodeId(0)];
    for node in &flow.nodes[1..] {
        let mut node = renamed(node, |id| place[id.0 as usize]);
        let at = loop {
            match &node {
                Node::Split { yes, no, .. } | Node::Test { yes, no, .. } | Node::Num { yes, no, .. }
                    if yes == no =>
                {
                    break *yes;
                }
                _ => {}
            }
            match together(&node, &out, places) {
                Some(better) => node = better,
                None => {
                    out.push(node);
                    break NodeId(out.len() as u32 - 1);
                }
            }
        };
        place.push(at);
    }
    ordered(&out, place[place.len() - 1], false)
}

/// A node and one that follows it as one.
fn together(node: &Node, out: &[Node], places: &mut Places) -> Option<Node> {
    let node_at = |id: NodeId| &out[id.0 as usize];
    match node {
        Node::Split { starts, yes, no } => match (node_at(*yes), node_at(*no)) {
            (Node::Test { cond, at, yes: then, no: other }, _) if other == no => {
                let at = within(places, *at, |s| in_set(starts, s))?;
                Some(Node::Test { cond: *cond, at, yes: *then, no: *no })
            }
            (_, Node::Test { cond, at, yes: then, no: other }) if other == yes => {
                let at = within(places, *at, |s| !in_set(starts, s))?;
                Some(Node::Test { cond: *cond, at, yes: *then, no: *yes })
            }
            (Node::Split { starts: more, yes: then, no: other }, _) if other == no => {
                let both: StartSet = starts.iter().zip(more).map(|(a, b)| a & b).collect();
                Some(Node::Split { starts: both, yes: *then, no: *no })
            }
            (_, Node::Split { starts: more, yes: then, no: other }) if then == yes => {
                let any: StartSet = starts.iter().zip(more).map(|(a, b)| a | b).collect();
                Some(Node::Split { starts: any, yes: *yes, no: *other })
            }
            _ => None,
        },
        Node::Test { cond, at, yes, no } => match node_at(*yes) {
            Node::Split { starts, yes: then, no: other } if other == no => {
                let at = within(places, *at, |s| in_set(starts, s))?;
                Some(Node::Test { cond: *cond, at, yes: *then, no: *no })
            }
            Node::Split { starts, yes: other, no: then } if other == no => {
                let at = within(places, *at, |s| !in_set(starts, s))?;
                Some(Node::Test { cond: *cond, at, yes: *then, no: *no })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The place for these starts only. `None` where that would make it harder to see.
fn within(places: &mut Places, at: PlaceId, keep: impl Fn(u16) -> bool) -> Option<PlaceId> {
    if places.constant_cell(at).is_some() {
        return None;
    }
    let cells = || places.of(at).iter().enumerate();
    if cells().all(|(s, &cell)| cell == NO_CELL || keep(s as u16)) {
        return Some(at);
    }
    let cells = cells().map(|(s, &cell)| if keep(s as u16) { cell } else { NO_CELL }).collect();
    Some(places.id(cells))
}
