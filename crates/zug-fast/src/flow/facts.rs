//! Questions whose answer is known from questions before them.
//!
//! A rule that has verified that a cell is empty often asks later, in a loop that runs up to there, whether an enemy
//! is on it. Written out step by step the loop ends there, but only to somebody who remembers.

use super::order::{edges, ordered};
use super::{Cond, Flow, Node, NodeId, Shared};
use crate::class::disjoint;
use crate::flow::PlaceId;
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_vm::{NO_CELL, Program};

type Fact = (Cond, PlaceId, bool);

/// The flow without questions that every way to them has answered already.
pub(super) fn known_answers_taken(program: &Program, shared: &Shared, flow: Flow) -> Result<Flow, Why> {
    let n = flow.nodes.len();
    // What holds on every way to a node; `None` before any way has come.
    let mut facts: Vec<Option<Vec<Fact>>> = vec![None; n];
    if let Some(last) = facts.last_mut() {
        *last = Some(Vec::new());
    }
    let mut nodes = flow.nodes.clone();
    for i in (1..n).rev() {
        let Some(here) = facts[i].take() else { continue };
        let known = match &nodes[i] {
            Node::Test { cond, at, .. } => answer(program, shared, &here, *cond, *at),
            _ => None,
        };
        if let (Some(yes_or_no), Node::Test { yes, no, .. }) = (known, &nodes[i]) {
            let to = if yes_or_no { *yes } else { *no };
            // A node that asks nothing is left out when the flow is put in order.
            nodes[i] = Node::Split { starts: Box::new([]), yes: to, no: to };
        }
        let next: Vec<(NodeId, Option<Fact>)> = match &nodes[i] {
            Node::Test { cond, at, yes, no } => {
                vec![(*yes, Some((*cond, *at, true))), (*no, Some((*cond, *at, false)))]
            }
            node => edges(node).map(|to| (to, None)).collect(),
        };
        for (to, fact) in next {
            let mut brought = here.clone();
            brought.extend(fact);
            let there = &mut facts[to.0 as usize];
            match there {
                None => *there = Some(brought),
                Some(list) => list.retain(|f| brought.contains(f)),
            }
        }
    }
    ordered(&nodes, flow.entry(), flow.effects_on_the_way)
}

/// For every part that a flow emits, what its target is known to be on every way to it.
pub(crate) fn known_targets(flow: &Flow) -> FxHashMap<u32, Vec<Cond>> {
    let n = flow.nodes.len();
    let mut facts: Vec<Option<Vec<(Cond, PlaceId)>>> = vec![None; n];
    if let Some(last) = facts.last_mut() {
        *last = Some(Vec::new());
    }
    let mut known = FxHashMap::default();
    for i in (1..n).rev() {
        let Some(here) = facts[i].take() else { continue };
        if let Node::Emit { to, .. } = &flow.nodes[i] {
            let of_target = here.iter().filter(|(_, at)| at == to).map(|(cond, _)| *cond);
            known.insert(i as u32, of_target.collect());
        }
        let yes = match &flow.nodes[i] {
            Node::Test { cond, at, yes, no } if yes != no => Some((*yes, (*cond, *at))),
            _ => None,
        };
        for to in edges(&flow.nodes[i]) {
            let mut brought = here.clone();
            brought.extend(yes.filter(|(yes, _)| *yes == to).map(|(_, fact)| fact));
            let there = &mut facts[to.0 as usize];
            match there {
                None => *there = Some(brought),
                Some(list) => list.retain(|f| brought.contains(f)),
            }
        }
    }
    known
}

fn answer(program: &Program, shared: &Shared, facts: &[Fact], cond: Cond, at: PlaceId) -> Option<bool> {
    facts.iter().find_map(|&(fact, place, holds)| {
        if fact == cond && (place == at || !holds) {
            return within(shared, at, place).then_some(holds);
        }
        match (fact, cond) {
            (Cond::Class(a), Cond::Class(b)) if holds => {
                let ruled_out = disjoint(program, shared.classes.class(a), shared.classes.class(b));
                (ruled_out && within(shared, at, place)).then_some(false)
            }
            _ => None,
        }
    })
}

/// Is the first place the second one wherever it is on the board? Off the board every answer is no.
fn within(shared: &Shared, place: PlaceId, other: PlaceId) -> bool {
    let pairs = shared.places.of(place).iter().zip(shared.places.of(other));
    place == other || pairs.into_iter().all(|(a, b)| a == b || *a == NO_CELL)
}
