//! One name for each place.
//!
//! Three steps on and two back is one step on, for every start that has come so far: its place on the board is the same, but
//! not for starts near the edge, so it has another name. Here the first name is used wherever it does as well.

use super::order::ordered;
use super::{Flow, Node, Place, PlaceId, Places, StartSet};
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_vm::NO_CELL;

/// The flow with as few different places as possible, and without questions that all who come there answer alike. For rules whose effects are found on the way: others keep the names
/// that their exits know.
pub(super) fn named_once(places: &Places, flow: Flow) -> Result<Flow, Why> {
    if !flow.effects_on_the_way {
        return Ok(flow);
    }
    let n_cells = places.of(PlaceId(0)).len();
    let mut names = Names { places, used: used(&flow), by_cell: FxHashMap::default() };
    // The starts that can come to each node.
    let mut starts: Vec<Option<StartSet>> = vec![None; flow.nodes.len()];
    let mut nodes = flow.nodes.clone();
    let entry = flow.entry();
    starts[entry.0 as usize] = Some(set_of(n_cells, |_| true));
    for i in (1..nodes.len()).rev() {
        let Some(here) = starts[i].take() else { continue };
        let mut send = |to: super::NodeId, set: &StartSet| match &mut starts[to.0 as usize] {
            Some(there) => there.iter_mut().zip(set).for_each(|(a, b)| *a |= b),
            none => *none = Some(set.clone()),
        };
        match &mut nodes[i] {
            Node::Test { at, yes, no, .. } => {
                *at = names.first(*at, &here);
                let cells = places.of(*at);
                send(*yes, &set_of(n_cells, |s| has(&here, s) && cells[s] != NO_CELL));
                send(*no, &here);
            }
            Node::Split { starts: some, yes, no } => {
                // A node that asks nothing is left out when the flow is put in order.
                if (0..n_cells).all(|s| !has(&here, s) || has(some, s)) {
                    *no = *yes;
                } else if (0..n_cells).all(|s| !has(&here, s) || !has(some, s)) {
                    *yes = *no;
                }
                send(*yes, &set_of(n_cells, |s| has(&here, s) && has(some, s)));
                send(*no, &set_of(n_cells, |s| has(&here, s) && !has(some, s)));
            }
            Node::Effect { effect, next } => {
                if let Some(Place::At(at)) = effect.place_mut() {
                    *at = names.first(*at, &here);
                }
                send(*next, &here);
            }
            node => super::edges(node).for_each(|to| send(to, &here)),
        }
    }
    ordered(&nodes, entry, true)
}

fn has(set: &StartSet, s: usize) -> bool {
    set.get(s / 64).is_some_and(|word| word >> (s % 64) & 1 != 0)
}

fn set_of(n_cells: usize, wanted: impl Fn(usize) -> bool) -> StartSet {
    let mut set = vec![0; n_cells.div_ceil(64)];
    (0..n_cells).filter(|s| wanted(*s)).for_each(|s| set[s / 64] |= 1 << (s % 64));
    set.into()
}

/// The places a flow mentions, in the order of their names.
fn used(flow: &Flow) -> Vec<PlaceId> {
    let mut used: Vec<PlaceId> = Vec::new();
    for node in &flow.nodes {
        match node {
            Node::Test { at, .. } => used.push(*at),
            Node::Effect { effect, .. } => used.extend(match effect.place() {
                Some(Place::At(at)) => Some(at),
                _ => None,
            }),
            _ => {}
        }
    }
    used.sort_unstable();
    used.dedup();
    used
}

struct Names<'a> {
    places: &'a Places,
    used: Vec<PlaceId>,
    /// Places by a start and the cell it has there.
    by_cell: FxHashMap<(usize, u16), Vec<PlaceId>>,
}

impl Names<'_> {
    /// The first of the places that are the same for these starts.
    fn first(&mut self, place: PlaceId, starts: &StartSet) -> PlaceId {
        let places = self.places;
        let cells = places.of(place);
        let Some(s) = (0..cells.len()).find(|s| has(starts, *s) && cells[*s] != NO_CELL) else {
            return place;
        };
        let there = |p: &PlaceId| places.of(*p)[s] == cells[s];
        let known = self
            .by_cell
            .entry((s, cells[s]))
            .or_insert_with(|| self.used.iter().copied().filter(there).collect());
        let same = |p: &&PlaceId| {
            let others = places.of(**p);
            (s..cells.len()).all(|s| others[s] == cells[s] || !has(starts, s))
                && (0..s).all(|s| others[s] == NO_CELL || !has(starts, s))
        };
        known.iter().find(same).copied().unwrap_or(place)
    }
}
