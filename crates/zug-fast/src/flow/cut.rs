//! Where all ways of a flow come together.
//!
//! A rule that looks in eight directions, one after the other, has a point between them that every start comes to. What has
//! come there need not be put together from the answers before: it is what had come to the point before that.

use super::{Cond, END, Effect, Flow, Node, NodeId, Shared, edges};
use crate::class::{Class, disjoint};
use crate::flow::known_targets;
#[cfg(feature = "jit")]
use rustc_hash::FxHashMap;
use zug_vm::Program;

/// `cuts[node]`: an earlier node that at least all starts of this one have come to, and that nothing is lost after: taking
/// its starts for those of this node leads to the same starts at the exit, and past the same effects. For flows with one
/// exit; others have none.
pub(crate) fn cuts(flow: &Flow) -> Vec<Option<NodeId>> {
    let n = flow.nodes.len();
    let mut cuts = vec![None; n];
    let mut emits = (1..n).filter(|i| matches!(flow.nodes[*i], Node::Emit { .. }));
    let (Some(exit), None) = (emits.next(), emits.next()) else { return cuts };
    if !matches!(flow.nodes[exit], Node::Emit { next: END, .. }) {
        return cuts;
    }
    let mut waiting = vec![false; n];
    let (mut open, mut lost) = (1, false);
    let mut last = flow.entry();
    waiting[last.0 as usize] = true;
    // Without effects it makes no difference whether a start that has come to the exit goes on.
    let done = |i: usize| i == exit && !flow.effects_on_the_way;
    for i in (1..n).rev().filter(|i| !done(*i)) {
        if !waiting[i] {
            continue;
        }
        let here = NodeId(i as u32);
        // Everybody is here, has come to the exit, or was lost before the last such node.
        if open == 1 {
            if !lost && here != last {
                cuts[i] = Some(last);
            }
            (last, lost) = (here, false);
        }
        open -= 1;
        for to in edges(&flow.nodes[i]) {
            let i = to.0 as usize;
            lost |= to == END;
            if to != END && !done(i) && !std::mem::replace(&mut waiting[i], true) {
                open += 1;
            }
        }
    }
    // A cut that leads to a cut is the first of them.
    for i in (1..n).rev() {
        if let Some(before) = cuts[i].and_then(|c: NodeId| cuts[c.0 as usize]) {
            cuts[i] = Some(before);
        }
    }
    cuts
}

/// The nodes that every start comes to, as long as nobody is lost.
pub(crate) fn meetings(flow: &Flow) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut waiting = vec![false; flow.nodes.len()];
    waiting[flow.entry().0 as usize] = true;
    let mut open = 1;
    for i in (1..flow.nodes.len()).rev() {
        if !waiting[i] {
            continue;
        }
        if open == 1 {
            found.push(NodeId(i as u32));
        }
        open -= 1;
        for to in edges(&flow.nodes[i]) {
            if to == END {
                return found;
            }
            if !std::mem::replace(&mut waiting[to.0 as usize], true) {
                open += 1;
            }
        }
    }
    found
}

/// The flow as a start sees it that is known to come to the only exit. Ways that end elsewhere are not taken by it, so they may
/// lead anywhere; led to the exit they often become the same as others. `None` if there are several exits.
#[cfg(feature = "jit")]
pub(crate) fn surely(flow: &Flow) -> Option<Flow> {
    let n = flow.nodes.len();
    let mut emits = (1..n).filter(|i| matches!(flow.nodes[*i], Node::Emit { .. }));
    let (Some(exit), None) = (emits.next(), emits.next()) else { return None };
    let Node::Emit { exit: which, to, .. } = flow.nodes[exit] else { return None };
    let mut nodes = vec![Node::End, Node::Emit { exit: which, to, next: END }];
    let mut known: FxHashMap<Node, NodeId> = FxHashMap::default();
    let mut new = vec![NodeId(1); n];
    for i in (1..n).filter(|i| *i != exit) {
        let at = |id: NodeId| new[id.0 as usize];
        let node = match &flow.nodes[i] {
            Node::Test { yes, no, .. } | Node::Split { yes, no, .. } | Node::Num { yes, no, .. }
                if at(*yes) == at(*no) =>
            {
                new[i] = at(*yes);
                continue;
            }
            Node::Test { cond, at: place, yes, no } => {
                Node::Test { cond: *cond, at: *place, yes: at(*yes), no: at(*no) }
            }
            Node::Split { starts, yes, no } => {
                Node::Split { starts: starts.clone(), yes: at(*yes), no: at(*no) }
            }
            Node::Num { num, yes, no } => Node::Num { num: *num, yes: at(*yes), no: at(*no) },
            Node::Effect { effect, next } => Node::Effect { effect: *effect, next: at(*next) },
            Node::Forget { .. } | Node::Emit { .. } | Node::End => return None,
        };
        new[i] = *known.entry(node.clone()).or_insert_with(|| {
            nodes.push(node);
            NodeId(nodes.len() as u32 - 1)
        });
    }
    // Questions at the beginning that turn others away are answered. The entry must be the last node.
    let mut entry = flow.entry();
    while let Node::Test { yes, no, .. } | Node::Split { yes, no, .. } = flow.node(entry) {
        entry = match (*yes, *no) {
            (END, on) | (on, END) => on,
            _ => break,
        };
    }
    let entry = new[entry.0 as usize];
    nodes.truncate(entry.0 as usize + 1);
    Some(Flow { nodes, effects_on_the_way: flow.effects_on_the_way })
}

/// Does the question ask about the same place for something that can only be there if the answer to the one before is no?
pub(crate) fn ruled_out(program: &Program, shared: &Shared, before: &Node, node: &Node) -> bool {
    match (before, node) {
        (Node::Test { cond: Cond::Class(a), at, .. }, Node::Test { cond: Cond::Class(b), at: there, .. }) => {
            at == there && disjoint(program, shared.classes.class(*a), shared.classes.class(*b))
        }
        _ => false,
    }
}

/// Does the flow only drop a piece on an empty cell and turn others over?
pub(crate) fn only_turns(shared: &Shared, flow: &Flow) -> bool {
    let targets = known_targets(flow);
    let empty = |cond: &Cond| matches!(cond, Cond::Class(b) if shared.classes.class(*b) == Class::Empty);
    flow.nodes.iter().enumerate().all(|(i, node)| match node {
        Node::Effect { effect, .. } => matches!(effect, Effect::Flip(_)),
        Node::Emit { exit, .. } => {
            let exit = shared.exits.get(*exit);
            exit.drop
                && exit.effects.is_empty()
                && exit.each.is_none()
                && targets.get(&(i as u32)).is_some_and(|known| known.iter().any(empty))
        }
        Node::Forget { .. } => false,
        _ => true,
    })
}
