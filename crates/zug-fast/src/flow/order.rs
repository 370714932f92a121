//! Flows in order: what can be reached, edges leading to earlier nodes.

use super::{END, Flow, Node, NodeId};
use crate::why::Why;
use rustc_hash::FxHashMap;

/// The nodes that can be reached, in such an order that edges lead to earlier ones.
pub(crate) fn ordered(nodes: &[Node], entry: NodeId, effects_on_the_way: bool) -> Result<Flow, Why> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done(u32),
    }
    let mut marks = vec![Mark::New; nodes.len()];
    let mut out = vec![Node::End];
    // Ways that have come to differ in nothing that matters any more are one again.
    let mut known: FxHashMap<Node, u32> = FxHashMap::default();
    marks[END.0 as usize] = Mark::Done(0);
    let mut stack = vec![entry];
    while let Some(&id) = stack.last() {
        let i = id.0 as usize;
        match marks[i] {
            Mark::Done(_) => {
                stack.pop();
            }
            Mark::New => {
                marks[i] = Mark::Open;
                for next in edges(&nodes[i]) {
                    match marks[next.0 as usize] {
                        Mark::New => stack.push(next),
                        // On the way here already: a loop that makes no headway.
                        Mark::Open => return Err(Why::NoEnd),
                        Mark::Done(_) => {}
                    }
                }
            }
            Mark::Open => {
                stack.pop();
                let place = |id: NodeId| match marks[id.0 as usize] {
                    Mark::Done(at) => NodeId(at),
                    _ => END,
                };
                let at = match renamed(&nodes[i], place) {
                    Node::End => 0,
                    // Nothing is asked: whoever leads here leads on.
                    Node::Split { yes, no, .. } if yes == no => yes.0,
                    node => *known.entry(node).or_insert_with_key(|node| {
                        out.push(node.clone());
                        out.len() as u32 - 1
                    }),
                };
                marks[i] = Mark::Done(at);
            }
        }
    }
    if let Mark::Done(at) = marks[entry.0 as usize] {
        out.truncate(at as usize + 1);
    }
    Ok(Flow { nodes: out, effects_on_the_way })
}

pub(crate) fn edges(node: &Node) -> impl Iterator<Item = NodeId> + use<> {
    let [a, b] = match node {
        Node::End => [None, None],
        Node::Test { yes, no, .. } | Node::Split { yes, no, .. } | Node::Num { yes, no, .. } => {
            [Some(*yes), Some(*no)]
        }
        Node::Effect { next, .. } | Node::Forget { next } | Node::Emit { next, .. } => [Some(*next), None],
    };
    a.into_iter().chain(b)
}

pub(super) fn renamed(node: &Node, place: impl Fn(NodeId) -> NodeId) -> Node {
    match node.clone() {
        Node::End => Node::End,
        Node::Test { cond, at, yes, no } => Node::Test { cond, at, yes: place(yes), no: place(no) },
        Node::Split { starts, yes, no } => Node::Split { starts, yes: place(yes), no: place(no) },
        Node::Num { num, yes, no } => Node::Num { num, yes: place(yes), no: place(no) },
        Node::Effect { effect, next } => Node::Effect { effect, next: place(next) },
        Node::Forget { next } => Node::Forget { next: place(next) },
        Node::Emit { exit, to, next } => Node::Emit { exit, to, next: place(next) },
    }
}
