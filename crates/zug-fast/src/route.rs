//! Turns of several parts: every complete way to play one.

use crate::bits;
use crate::flow::{Effect, Place};
use crate::make::{Step, Traces};
use crate::offer::Offer;
use crate::plan::Plan;
use crate::position::Position;
use crate::twin::{Alike, compare, compare_apart};
use crate::walk::cell;
use rustc_hash::{FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use zug_ir::{PlayerId, Preference, Then};
use zug_vm::NO_CELL;

/// More than this is left to the interpreter, which knows what to do then.
pub(crate) const MAX_ROUTES: usize = 20_000;
pub(crate) const MAX_PARTS: usize = 100;

/// The turn has too many possibilities for a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany;

/// Complete moves, one behind the other.
#[derive(Default, Debug)]
pub(crate) struct Routes {
    steps: Vec<Step>,
    captured: Vec<u8>,
    /// Where each ends in these two lists.
    ends: Vec<(u32, u32)>,
}

impl Routes {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn begin(&self, i: usize) -> (u32, u32) {
        if i == 0 { (0, 0) } else { self.ends[i - 1] }
    }

    pub(crate) fn get(&self, i: usize) -> &[Step] {
        &self.steps[self.begin(i).0 as usize..self.ends[i].0 as usize]
    }

    fn captured(&self, i: usize) -> &[u8] {
        &self.captured[self.begin(i).1 as usize..self.ends[i].1 as usize]
    }

    fn push(&mut self, steps: &[Step], captured: &[u8]) {
        self.steps.extend_from_slice(steps);
        self.captured.extend_from_slice(captured);
        self.ends.push((self.steps.len() as u32, self.captured.len() as u32));
    }

    fn clear(&mut self) {
        self.steps.clear();
        self.captured.clear();
        self.ends.clear();
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&Routes, usize) -> bool) {
        let mut kept = Routes::default();
        for i in (0..self.len()).filter(|i| keep(self, *i)) {
            kept.push(self.get(i), self.captured(i));
        }
        *self = kept;
    }
}

/// What the search for complete moves needs, kept from turn to turn.
#[derive(Debug)]
pub(crate) struct Space<const W: usize> {
    pub(crate) routes: Routes,
    /// Positions not in use at the moment.
    positions: Vec<Position>,
    /// Parts still to be tried, those of an earlier part first.
    open: Vec<Step>,
    /// `times[part]`: how often the rules make an open part. It is one move, but the interpreter follows each of them.
    times: Vec<u32>,
    offers: Vec<Offer<W>>,
    path: Vec<Step>,
    /// The places inside the turn that this way has been to.
    been: Vec<u64>,
    traces: Traces,
}

impl<const W: usize> Default for Space<W> {
    fn default() -> Self {
        Space {
            routes: Routes::default(),
            positions: Vec::new(),
            open: Vec::new(),
            times: Vec::new(),
            offers: Vec::new(),
            path: Vec::new(),
            been: Vec::new(),
            traces: Traces::default(),
        }
    }
}

struct Search<'a, const W: usize> {
    plan: &'a Plan<W>,
    player: PlayerId,
    space: &'a mut Space<W>,
    /// How often the rules make the parts of the path, and all complete moves so far.
    times: usize,
    found: usize,
}

impl<const W: usize> Plan<W> {
    /// All complete moves, given what may begin the turn, and of which menu; before any of them is judged.
    pub(crate) fn routes(
        &self,
        position: &Position,
        (offers, menu): (&[Offer<W>], usize),
        space: &mut Space<W>,
    ) -> Result<(), TooMany> {
        let turn = &self.turns[position.turn as usize];
        space.routes.clear();
        space.open.clear();
        space.times.clear();
        space.path.clear();
        space.been.clear();
        space.traces.captured.clear();
        self.steps(offers, &mut space.open);
        space.times.resize(space.open.len(), turn.menus[menu].most_alike());
        Search { plan: self, player: turn.actor, space, times: 1, found: 0 }.follow(position, 0)?;
        if !self.stages.prefer.is_empty() && space.routes.len() > 1 {
            self.keep_preferred(position, &mut space.routes);
        }
        if self.stages.landing {
            self.keep_landings(&mut space.routes);
        }
        Ok(())
    }

    fn keep_preferred(&self, position: &Position, routes: &mut Routes) {
        if self.stages.prefer == [Preference::Captures] {
            let most = (0..routes.len()).map(|i| routes.captured(i).len()).max().unwrap_or(0);
            if (0..routes.len()).any(|i| routes.captured(i).len() < most) {
                routes.retain(|routes, i| routes.captured(i).len() == most);
            }
            return;
        }
        let spares_quiet = self.stages.prefer.contains(&Preference::Quiet);
        let score = |i: usize| -> Option<Vec<Vec<i64>>> {
            let compared = !spares_quiet || !routes.captured(i).is_empty();
            compared.then(|| self.stages.prefer.iter().map(|c| self.score(position, routes, i, c)).collect())
        };
        let scores: Vec<Option<Vec<Vec<i64>>>> = (0..routes.len()).map(score).collect();
        if let Some(best) = scores.iter().flatten().max() {
            routes.retain(|_, i| scores[i].as_ref().is_none_or(|own| own == best));
        }
    }

    fn score(&self, position: &Position, routes: &Routes, i: usize, criterion: &Preference) -> Vec<i64> {
        let captured = routes.captured(i);
        let kind = |code: &u8| self.codes.kind[*code as usize];
        match criterion {
            Preference::Quiet => Vec::new(),
            Preference::Captures => vec![captured.len() as i64],
            Preference::CapturedValue(values) => {
                let value = |code: &u8| {
                    values.iter().find(|(k, _)| k.0 == kind(code)).map_or(0, |(_, v)| i64::from(*v))
                };
                vec![captured.iter().map(value).sum()]
            }
            Preference::Mover(wanted) => {
                let first = routes.get(i).first().and_then(|s| self.first_mover(position, *s));
                vec![i64::from(!captured.is_empty() && first.is_some_and(|c| kind(&c) == wanted.0))]
            }
            Preference::Earliest(wanted) => {
                let places = captured.iter().enumerate().filter(|(_, c)| kind(c) == wanted.0);
                places.map(|(i, _)| -(i as i64)).collect()
            }
        }
    }

    /// The piece whose movement a part begins with, if it begins with one.
    fn first_mover(&self, position: &Position, step: Step) -> Option<u8> {
        let exit = self.shared.exits.get(step.exit);
        let at = |place: Place| step.cell(&self.shared.places, place);
        let moves = exit.moves.iter().copied().chain([(exit.from, Place::Target)]).filter(|_| !exit.drop);
        let mut pieces = moves
            .filter(|(from, to)| at(*from) != at(*to))
            .map(|(from, _)| position.code(&self.layout, at(from)));
        pieces.find(|code| *code != 0)
    }

    /// A capture may not stop where another landing of the same leg goes on.
    fn keep_landings(&self, routes: &mut Routes) {
        let mut goes_on: FxHashSet<(Vec<Step>, u16, Vec<u16>)> = FxHashSet::default();
        for i in 0..routes.len() {
            let steps = routes.get(i);
            for n in 0..steps.len().saturating_sub(1) {
                goes_on.extend(self.leg(steps, n));
            }
        }
        let stops = |i: usize| {
            let steps = routes.get(i);
            steps.len().checked_sub(1).and_then(|n| self.leg(steps, n)).is_some_and(|l| goes_on.contains(&l))
        };
        let keep: Vec<bool> = (0..routes.len()).map(|i| !stops(i)).collect();
        routes.retain(|_, i| keep[i]);
    }

    /// A capturing leg without its landing cell.
    fn leg(&self, steps: &[Step], n: usize) -> Option<(Vec<Step>, u16, Vec<u16>)> {
        let step = steps[n];
        let at = |place: Place| step.cell(&self.shared.places, place);
        let exit = self.shared.exits.get(step.exit);
        let start = if exit.drop { NO_CELL } else { step.start };
        let taken: Vec<u16> = exit
            .effects
            .iter()
            .filter_map(|e| match e {
                Effect::Capture(p) | Effect::CaptureLate(p) | Effect::Tuck(p) => Some(at(*p)),
                _ => None,
            })
            .collect();
        (!taken.is_empty()).then(|| (steps[..n].to_vec(), start, taken))
    }
}

impl<const W: usize> Search<'_, W> {
    /// Tries the open parts from that one on.
    fn follow(&mut self, position: &Position, first: usize) -> Result<(), TooMany> {
        let plan = self.plan;
        let mut after = self.space.positions.pop().unwrap_or_else(|| position.clone());
        for i in first..self.space.open.len() {
            if self.space.path.len() >= MAX_PARTS {
                return Err(TooMany);
            }
            let step = self.space.open[i];
            let times = self.times;
            self.times = times.saturating_mul(self.space.times[i] as usize);
            let then = plan.shared.exits.get(step.exit).then;
            let captures = self.space.traces.captured.len();
            self.space.path.push(step);
            if then == Then::Done && plan.stages.prefer.is_empty() {
                self.end_here()?;
            } else {
                after.copy(position);
                plan.make_part(&mut after, step, &mut self.space.traces);
                if after.is_crowded(&plan.layout) {
                    return Err(TooMany);
                }
                if then == Then::Done {
                    self.end_here()?;
                } else {
                    self.enter(&after, then)?;
                }
            }
            self.space.path.pop();
            self.space.traces.captured.truncate(captures);
            self.times = times;
        }
        self.close(first);
        self.space.positions.push(after);
        Ok(())
    }

    /// Forgets the open parts from that one on.
    fn close(&mut self, first: usize) {
        self.space.open.truncate(first);
        self.space.times.truncate(first);
    }

    fn end_here(&mut self) -> Result<(), TooMany> {
        self.found = self.found.saturating_add(self.times);
        if self.found > MAX_ROUTES {
            return Err(TooMany);
        }
        let Space { routes, path, traces, .. } = &mut *self.space;
        routes.push(path, &traces.captured);
        Ok(())
    }

    /// Goes on after a part that does not end the move.
    fn enter(&mut self, after: &Position, then: Then) -> Result<(), TooMany> {
        let first = self.space.open.len();
        self.next(after, then)?;
        if self.space.open.len() == first {
            return self.end_here();
        }
        let place = self.place(after, then);
        if self.space.been.contains(&place) {
            self.close(first);
            return Ok(());
        }
        let before = self.space.routes.len();
        if self.plan.stop_early {
            self.end_here()?;
        }
        self.space.been.push(place);
        self.follow(after, first)?;
        self.space.been.pop();
        if self.space.routes.len() == before {
            // Every continuation came back to where it had been: the move ends here after all.
            self.end_here()?;
        }
        Ok(())
    }

    /// The parts that may follow are put with the open ones.
    fn next(&mut self, position: &Position, then: Then) -> Result<(), TooMany> {
        let plan = self.plan;
        let mut offers = std::mem::take(&mut self.space.offers);
        let starts = if plan.goes_on_with_any {
            bits::and_not(&plan.all_cells, position.board::<W>(plan.empty))
        } else {
            // Of several movements the first one tells which piece it is.
            bits::single(position.last_to)
        };
        let mut clear = Ok(());
        for start in bits::cells(&starts) {
            let code = position.code(&plan.layout, start);
            let mine = plan.anyone || plan.codes.owner[code as usize] == self.player.0;
            if code == 0 || !mine || position.is_doomed::<W>(&plan.layout, start) {
                continue;
            }
            let rules =
                &plan.next[self.player.idx() * plan.n_kinds + plan.codes.kind[code as usize] as usize];
            offers.clear();
            for (mode, rule) in rules {
                if matches!(then, Then::PartOf(wanted) if *mode != Some(wanted)) {
                    continue;
                }
                plan.walk_offers(position, *rule, start, &mut offers, &mut self.space.traces);
            }
            clear = self.open_once(&mut offers, start);
            if clear.is_err() {
                break;
            }
        }
        self.space.offers = offers;
        clear
    }

    /// Opens each part that rules of one piece make once.
    fn open_once(&mut self, offers: &mut Vec<Offer<W>>, start: u16) -> Result<(), TooMany> {
        let plan = self.plan;
        let mut times: SmallVec<[u32; 16]> = SmallVec::from_elem(1, offers.len());
        let mut i = 1;
        while i < offers.len() {
            let mut same = None;
            for j in 0..i {
                let exits = (plan.shared.exits.get(offers[j].exit), plan.shared.exits.get(offers[i].exit));
                let at = |offer: &Offer<W>, place: Place| {
                    cell(&plan.shared.places, place, start, bits::first(&offer.cells))
                };
                let compared = if offers[i].cells == offers[j].cells {
                    compare(exits.0, exits.1, &|place| at(&offers[i], place))
                } else {
                    compare_apart(exits, &|place| at(&offers[j], place), &|place| at(&offers[i], place))
                };
                match compared {
                    Alike::Different => {}
                    Alike::Perhaps => return Err(TooMany),
                    Alike::Same => same = Some(j),
                }
            }
            if let Some(same) = same {
                offers.remove(i);
                times[same] += times.remove(i);
            } else {
                i += 1;
            }
        }
        for (offer, times) in offers.iter().zip(times) {
            plan.steps(std::slice::from_ref(offer), &mut self.space.open);
            self.space.times.resize(self.space.open.len(), times);
        }
        Ok(())
    }

    /// What decides the rest of the turn, as one number.
    fn place(&self, after: &Position, then: Then) -> u64 {
        let mut hasher = FxHasher::default();
        (after.hash, then, after.last_from, after.last_to).hash(&mut hasher);
        after.values(&self.plan.layout).hash(&mut hasher);
        if let Some(doomed) = self.plan.layout.doomed {
            after.board::<W>(doomed).hash(&mut hasher);
        }
        if self.plan.layout.piles {
            after.tail(&self.plan.layout).hash(&mut hasher);
        }
        for board in &self.plan.layout.flagged {
            after.board::<W>(*board).hash(&mut hasher);
        }
        hasher.finish()
    }
}
