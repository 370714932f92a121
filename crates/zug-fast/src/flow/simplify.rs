//! The flow as sets of starts see it: effects left out, and questions whose answer makes no difference.

use super::order::renamed;
use super::{Flow, Node, NodeId};
use rustc_hash::FxHashMap;

/// The flow that decides which parts are emitted, and nothing else. A question both of whose answers lead to the same
/// place is left out; so whole walks that only collect effects vanish.
pub(crate) fn lanes_only(flow: &Flow) -> Flow {
    let mut out: Vec<Node> = vec![Node::End];
    let mut place: Vec<NodeId> = vec![NodeId(0)];
    let mut known: FxHashMap<Node, NodeId> = FxHashMap::default();
    for node in &flow.nodes[1..] {
        let node = renamed(node, |id| place[id.0 as usize]);
        let at = match node {
            Node::End => NodeId(0),
            Node::Test { yes, no, .. } | Node::Split { yes, no, .. } | Node::Num { yes, no, .. }
                if yes == no =>
            {
                yes
            }
            Node::Effect { next, .. } | Node::Forget { next } => next,
            node => *known.entry(node).or_insert_with_key(|node| {
                out.push(node.clone());
                NodeId(out.len() as u32 - 1)
            }),
        };
        place.push(at);
    }
    let entry = place[place.len() - 1];
    out.truncate(entry.0 as usize + 1);
    Flow { nodes: out, effects_on_the_way: false }
}
