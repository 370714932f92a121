//! Guards: the part of a flow that can be run for all starts at once, where the rest cannot.
//!
//! A rule that asks what a flood finds has another question for each start. The questions before that one decide which
//! starts come so far; of those only the ones that matter are followed further: the move that was drawn, or one cell of
//! each group.

use crate::cellset::SetId;
use crate::class::Class;
use crate::flow::{Cond, END, Exit, ExitId, Flow, Node, NodeId, PlaceId, Shared, edges, lanes_only, ordered};
use crate::goal::Touched;
use crate::num::Expr;

/// What a start that has passed a guard is said to emit.
pub(crate) fn later(shared: &mut Shared) -> ExitId {
    shared.exits.id(Exit::nothing(true))
}

/// Does the node ask something that is another question for each start?
fn is_late(shared: &Shared, node: &Node) -> bool {
    match node {
        Node::Test { cond: Cond::In(set), .. } => shared.cell_sets.varies(&shared.places, *set),
        Node::Num { num, .. } => shared.cell_sets.number_varies(&shared.places, &shared.exprs, *num),
        _ => false,
    }
}

/// Does it ask something that is another question for each start?
pub(crate) fn is_late_flow(shared: &Shared, flow: &Flow) -> bool {
    flow.nodes.iter().any(|n| is_late(shared, n))
}

/// The guard of a flow that has late questions and emits at most one part from each start: the questions at its beginning
/// that only turn starts away.
pub(crate) fn guard(shared: &mut Shared, flow: &Flow) -> Option<Flow> {
    guard_of(shared, flow, is_late)
}

/// The same where attacks are late questions, too.
pub(crate) fn guard_with_attacks(shared: &mut Shared, flow: &Flow) -> Option<Flow> {
    guard_of(shared, flow, |shared, node| is_late(shared, node) || node.asks_attacks())
}

fn guard_of(shared: &mut Shared, flow: &Flow, is_late: impl Fn(&Shared, &Node) -> bool) -> Option<Flow> {
    if !flow.nodes.iter().any(|node| is_late(shared, node)) {
        return None;
    }
    if flow.nodes.iter().any(|n| matches!(n, Node::Emit { next, .. } if *next != END)) {
        return None;
    }
    let exit = later(shared);
    let mut nodes = flow.nodes.clone();
    let mut at = flow.entry();
    loop {
        let next = match flow.node(at) {
            node if is_late(shared, node) => None,
            Node::Test { yes, no, .. } | Node::Split { yes, no, .. } | Node::Num { yes, no, .. } => {
                match (*yes == END, *no == END) {
                    (true, false) => Some(*no),
                    (false, true) => Some(*yes),
                    _ => None,
                }
            }
            _ => None,
        };
        let Some(next) = next else { break };
        at = next;
    }
    nodes[at.0 as usize] = Node::Emit { exit, to: PlaceId(0), next: END };
    ordered(&nodes, flow.entry(), false).ok().map(|guard| lanes_only(&guard))
}

fn reached(nodes: &[Node]) -> Vec<bool> {
    let mut reached = vec![false; nodes.len()];
    if let Some(last) = reached.last_mut() {
        *last = true;
    }
    for i in (1..nodes.len()).rev() {
        if reached[i] {
            edges(&nodes[i]).for_each(|to| reached[to.0 as usize] = true);
        }
    }
    reached
}

/// The flood from the start that decides everything behind the guard: starts in the same group fare alike.
pub(crate) fn group(shared: &Shared, flow: &Flow) -> Option<SetId> {
    let reached = reached(&flow.nodes);
    let late: Vec<bool> = flow.nodes.iter().map(|n| is_late(shared, n)).collect();
    // Behind the guard there are only late questions, and one way in.
    let mut entries: Vec<NodeId> = Vec::new();
    let mut found = None;
    for (i, node) in flow.nodes.iter().enumerate().filter(|(i, _)| reached[*i]) {
        for to in edges(node) {
            let (from_late, to_late) = (late[i], late[to.0 as usize]);
            let ends = matches!(flow.node(to), Node::End | Node::Emit { .. });
            if from_late && !to_late && !ends {
                return None;
            }
            if !from_late && to_late && !entries.contains(&to) {
                entries.push(to);
            }
        }
        if let Node::Num { num, .. } = node
            && late[i]
        {
            let Expr::Any(set) = shared.exprs.get(*num) else { return None };
            match (shared.cell_sets.group(&shared.places, set).ok()?, found) {
                (Some(a), Some(b)) if a != b => return None,
                (a, b) => found = a.or(b),
            }
        } else if late[i] {
            return None;
        }
    }
    let entry_late = late[flow.nodes.len() - 1];
    (entries.len() + usize::from(entry_late) == 1).then_some(found).flatten()
}

/// Boards by which a test may come to hold: `None` if it asks for something else than boards.
pub(crate) fn touched(shared: &Shared, flow: &Flow) -> Option<Touched> {
    let mut all = Touched::default();
    // Can something be emitted from here?
    let mut emits = vec![false; flow.nodes.len()];
    for (i, node) in flow.nodes.iter().enumerate() {
        emits[i] = matches!(node, Node::Emit { .. }) || edges(node).any(|to| emits[to.0 as usize]);
        let add = |yes: NodeId, no: NodeId, gain: u64, loss: u64| {
            let (by_yes, by_no) = (emits[yes.0 as usize], emits[no.0 as usize]);
            let mut touched = Touched::default();
            if by_yes {
                touched = touched.either(Touched { gain, loss });
            }
            if by_no {
                touched = touched.either(Touched { gain: loss, loss: gain });
            }
            touched
        };
        match node {
            Node::Test { cond: Cond::Class(board), yes, no, .. } => {
                if matches!(shared.classes.class(*board), Class::LastFrom | Class::LastTo | Class::Doomed) {
                    return None;
                }
                all = all.either(add(*yes, *no, 1 << board.0, 0));
            }
            Node::Num { num, yes, no } => {
                let Expr::Any(set) = shared.exprs.get(*num) else { return None };
                let of = shared.cell_sets.touched(set)?;
                all = all.either(add(*yes, *no, of.gain, of.loss));
            }
            Node::Test { .. } => return None,
            _ => {}
        }
    }
    Some(all)
}
