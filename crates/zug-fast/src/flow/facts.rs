//! Questions whose answer is known from questions before them.
//!
//! A rule that has verified that a cell is empty often asks later, in a loop that runs up to there, whether an enemy
//! is on it. Written out step by step the loop ends there, but only to somebody who remembers.

use super::order::{edges, ordered};
use super::{Cond, Flow, Node, Shared};
use crate::bits;
use crate::class::disjoint;
use crate::flow::PlaceId;
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_vm::{NO_CELL, Program};

type Fact = (Cond, PlaceId, bool);

/// Every fact that some answer of a flow gives, with a bit for each.
struct Facts {
    all: Vec<Fact>,
    index: FxHashMap<Fact, usize>,
}

/// Facts that hold together.
type Known = Box<[u64]>;

impl Facts {
    fn new(flow: &Flow) -> Self {
        let mut facts = Facts { all: Vec::new(), index: FxHashMap::default() };
        for node in &flow.nodes {
            if let Node::Test { cond, at, .. } = node {
                for answer in [true, false] {
                    let fact = (*cond, *at, answer);
                    facts.index.entry(fact).or_insert_with(|| {
                        facts.all.push(fact);
                        facts.all.len() - 1
                    });
                }
            }
        }
        facts
    }

    /// Nothing is known.
    fn none(&self) -> Known {
        vec![0; self.all.len().div_ceil(64)].into()
    }

    fn iter<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = Fact> + 'a {
        known
            .iter()
            .enumerate()
            .flat_map(move |(i, word)| bits::cells(&[*word]).map(move |bit| self.all[i * 64 + bit as usize]))
    }

    /// Brings what is known, and perhaps one fact more, to a node: what every way brings stays.
    fn bring(&self, known: &Known, fact: Option<Fact>, there: &mut Option<Known>) {
        let mut brought = known.clone();
        if let Some(i) = fact.and_then(|f| self.index.get(&f)) {
            brought[i / 64] |= 1 << (i % 64);
        }
        match there {
            None => *there = Some(brought),
            Some(kept) => kept.iter_mut().zip(&brought).for_each(|(a, b)| *a &= b),
        }
    }
}

/// The flow without questions that every way to them has answered already.
pub(super) fn known_answers_taken(program: &Program, shared: &Shared, flow: Flow) -> Result<Flow, Why> {
    let n = flow.nodes.len();
    let facts = Facts::new(&flow);
    // What holds on every way to a node; `None` before any way has come.
    let mut known: Vec<Option<Known>> = vec![None; n];
    if let Some(last) = known.last_mut() {
        *last = Some(facts.none());
    }
    let mut nodes = flow.nodes.clone();
    for i in (1..n).rev() {
        let Some(here) = known[i].take() else { continue };
        let found = match &nodes[i] {
            Node::Test { cond, at, .. } => answer(program, shared, facts.iter(&here), *cond, *at),
            _ => None,
        };
        if let (Some(yes_or_no), Node::Test { yes, no, .. }) = (found, &nodes[i]) {
            let to = if yes_or_no { *yes } else { *no };
            // A node that asks nothing is left out when the flow is put in order.
            nodes[i] = Node::Split { starts: Box::new([]), yes: to, no: to };
        }
        if let Node::Test { cond, at, yes, no } = nodes[i] {
            facts.bring(&here, Some((cond, at, true)), &mut known[yes.0 as usize]);
            facts.bring(&here, Some((cond, at, false)), &mut known[no.0 as usize]);
        } else {
            edges(&nodes[i]).for_each(|to| facts.bring(&here, None, &mut known[to.0 as usize]));
        }
    }
    ordered(&nodes, flow.entry(), flow.effects_on_the_way)
}

/// For every part that a flow emits, what its target is known to be on every way to it.
pub(crate) fn known_targets(flow: &Flow) -> FxHashMap<u32, Vec<Cond>> {
    let n = flow.nodes.len();
    let facts = Facts::new(flow);
    let mut known: Vec<Option<Known>> = vec![None; n];
    if let Some(last) = known.last_mut() {
        *last = Some(facts.none());
    }
    let mut targets = FxHashMap::default();
    for i in (1..n).rev() {
        let Some(here) = known[i].take() else { continue };
        match &flow.nodes[i] {
            Node::Test { cond, at, yes, no } => {
                facts.bring(&here, Some((*cond, *at, true)), &mut known[yes.0 as usize]);
                facts.bring(&here, Some((*cond, *at, false)), &mut known[no.0 as usize]);
            }
            node => {
                if let Node::Emit { to, .. } = node {
                    let of_target = facts.iter(&here).filter(|(_, at, holds)| at == to && *holds);
                    targets.insert(i as u32, of_target.map(|(cond, ..)| cond).collect());
                }
                edges(node).for_each(|to| facts.bring(&here, None, &mut known[to.0 as usize]));
            }
        }
    }
    targets
}

fn answer(
    program: &Program,
    shared: &Shared,
    mut facts: impl Iterator<Item = Fact>,
    cond: Cond,
    at: PlaceId,
) -> Option<bool> {
    facts.find_map(|(fact, place, holds)| {
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
