//! What is asked about places again and again while flows are made: each answer is found once for all starts.

use super::build::{Builder, Step, Stop};
use super::core::Core;
use crate::flow::TrialId;
use crate::flow::places::PlaceId;
use crate::why::Why;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use zug_ir::{CellId, DirId, PlayerId};
use zug_vm::NO_CELL;

/// Starts, one bit each.
type Starts = Arc<[u64]>;

/// More answers than this are forgotten and found again.
const MAX_KNOWN: usize = 20_000;

#[derive(Default, Debug)]
pub(crate) struct Memo {
    steps: FxHashMap<(PlaceId, PlayerId, DirId), PlaceId>,
    onboard: FxHashMap<PlaceId, Starts>,
    /// For which starts two places are one.
    same: FxHashMap<(PlaceId, PlaceId), Starts>,
    /// Questions about all cells, by what they are asked with.
    pub(super) apart: FxHashMap<String, Result<TrialId, Why>>,
}

/// The starts that pass.
fn passing(n: usize, passes: impl Fn(usize) -> bool) -> Starts {
    let mut set = vec![0u64; n.div_ceil(64)];
    for s in 0..n {
        set[s / 64] |= u64::from(passes(s)) << (s % 64);
    }
    set.into()
}

impl Builder<'_> {
    /// One step on in a direction of the actor's.
    pub(super) fn step(&mut self, core: &Core, place: PlaceId, dir: DirId) -> PlaceId {
        let key = (place, core.actor, dir);
        if let Some(to) = self.shared.memo.steps.get(&key) {
            return *to;
        }
        let game = self.program.game();
        let go = |&c: &u16| match c {
            NO_CELL => NO_CELL,
            c => game.navigate(core.actor, CellId(c), dir).map_or(NO_CELL, |c| c.0),
        };
        let cells = self.shared.places.of(place).iter().map(go).collect();
        let to = self.shared.places.id(cells);
        self.shared.memo.steps.insert(key, to);
        to
    }

    /// The starts for which a place is on the board.
    pub(super) fn onboard(&mut self, place: PlaceId) -> Starts {
        if let Some(known) = self.shared.memo.onboard.get(&place) {
            return known.clone();
        }
        let cells = self.shared.places.of(place);
        let set = passing(cells.len(), |s| cells[s] != NO_CELL);
        self.shared.memo.onboard.insert(place, set.clone());
        set
    }

    /// Are two places the same cell, for all starts on this way or for none?
    pub(super) fn same(&mut self, core: &Core, a: PlaceId, b: PlaceId) -> Step<bool> {
        if a == b {
            return Ok(true);
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.shared.memo.same.get(&key) {
            return self.split_by(core, known);
        }
        let (x, y) = (self.shared.places.of(a), self.shared.places.of(b));
        let set = passing(x.len(), |s| x[s] == y[s]);
        if self.shared.memo.same.len() > MAX_KNOWN {
            self.shared.memo.same.clear();
        }
        self.shared.memo.same.insert(key, set.clone());
        self.split_by(core, &set)
    }

    /// Are all starts on this way in the set (yes), or none (no)?
    pub(super) fn split_by(&self, core: &Core, set: &[u64]) -> Step<bool> {
        let alive = self.alive(core.alive);
        let both = || alive.iter().zip(set).map(|(a, b)| a & b);
        match (both().any(|word| word != 0), both().eq(alive.iter().copied())) {
            (true, false) => Err(Stop::Split(both().collect())),
            (some, _) => Ok(some),
        }
    }
}
