//! Going through the moves of a turn that have been found: drawing one, listing all, their results.

use super::Form;
use super::graph::End;
use super::ops::Then;
use super::place::{NO_TURN, Place};
use super::turn::{QUICK, Taken, Tally, Turns, Worth};
use crate::TooMany;
use crate::draw::Draw;
use zug_vm::NO_CELL;

impl Turns {
    /// Draws one of the moves, each of them as likely as any other, and makes it but for the end of the turn.
    pub(super) fn draw(
        &mut self,
        form: &Form,
        place: &mut Place,
        mut spot: u32,
        draw: &mut Draw,
    ) -> Result<(), TooMany> {
        let Tally { count, best, .. } = self.spots[spot as usize].tally;
        let count = usize::try_from(count).map_err(|_| TooMany)?;
        let start = place.clone();
        let mut taken = std::mem::take(&mut self.taken);
        loop {
            taken.clear();
            let n = draw.below(count) as u64;
            if !self.make_nth(form, place, spot, best, n, &mut taken)? {
                break;
            }
            // Of moves that look the same and lead to the same position only one is a move.
            let result = (place.result(&form.facts), place.told);
            let mut from = start.clone();
            spot = self.find(form, &mut from, false)?;
            let twins = self.twins(form, &mut from, spot, best, &taken, 0, result)?;
            if twins <= 1 || draw.below(twins as usize) == 0 {
                break;
            }
            place.clone_from(&start);
        }
        self.taken = taken;
        Ok(())
    }

    /// Makes the move with that number. May another one look the same?
    fn make_nth(
        &mut self,
        form: &Form,
        place: &mut Place,
        mut spot: u32,
        best: Worth,
        mut n: u64,
        taken: &mut Vec<Taken>,
    ) -> Result<bool, TooMany> {
        let mut twins = false;
        // From now on all parts are listed.
        self.lean = false;
        let mut parts = self.edges(spot);
        loop {
            let edges = &self.edges[parts];
            let Some(edge) = edges.iter().find(|edge| {
                let here = n < edge.tally.of(best);
                if !here {
                    n -= edge.tally.of(best);
                }
                here
            }) else {
                return Err(TooMany);
            };
            let edge = *edge;
            let end = &self.graph.ends[edge.end as usize];
            let looks = (end.from, end.to);
            twins |= edges.iter().any(|other| {
                let end = &self.graph.ends[other.end as usize];
                other.end != edge.end && other.tally.of(best) > 0 && (end.from, end.to) == looks
            });
            twins |= edge.n_last > 1 && edge.n_last != QUICK;
            place.apply(&form.facts, &form.keys, end)?;
            place.last = looks;
            let Then::Part(mode) = end.then else {
                taken.push(Taken { end: edge.end, is_part: false });
                break;
            };
            taken.push(Taken { end: edge.end, is_part: true });
            spot = edge.spot;
            let further = self.spots[spot as usize].tally.of(best);
            if n >= further {
                n -= further;
                let last = self.lasts(&edge).find(|(_, tally)| {
                    let here = n < tally.of(best);
                    n = n.saturating_sub(tally.of(best));
                    here
                });
                let (last, _) = last.ok_or(TooMany)?;
                place.apply(&form.facts, &form.keys, &self.graph.ends[last as usize])?;
                taken.push(Taken { end: last, is_part: false });
                break;
            }
            parts = self.edges(spot);
            if self.spots[spot as usize].lean {
                let cursor = end.cursor;
                let any_piece = form.facts.rules().modes[mode.idx()].any_piece;
                let only = if any_piece { None } else { Some(cursor) };
                let shape = self.shape(form, place.left.numbers);
                let rules = &form.turns[place.turn as usize].further[mode.idx()];
                let stacked = self.stack.len();
                self.parts(form, place, rules, shape, only, taken.len())?;
                let new = self.edges.len();
                self.edges.extend(self.stack.drain(stacked..));
                parts = new..self.edges.len();
            }
        }
        Ok(twins)
    }

    /// Makes all parts of a move.
    pub(super) fn make(&self, form: &Form, place: &mut Place, taken: &[Taken]) -> Result<(), TooMany> {
        let mut last = (NO_CELL, NO_CELL);
        for (i, step) in taken.iter().enumerate() {
            let end = &self.graph.ends[step.end as usize];
            place.apply(&form.facts, &form.keys, end)?;
            // How a part is closed is no part.
            if !self.closes(taken, i) {
                last = (end.from, end.to);
            }
        }
        place.last = last;
        Ok(())
    }

    /// Is this step the closing of the part before it?
    pub(super) fn closes(&self, taken: &[Taken], i: usize) -> bool {
        !taken[i].is_part && i > 0 && self.graph.ends[taken[i].end as usize].is_closing
    }

    /// How many ways through the turn look like this and lead to the same result.
    #[expect(clippy::too_many_arguments, reason = "it is one way down with all that is compared")]
    fn twins(
        &self,
        form: &Form,
        place: &mut Place,
        spot: u32,
        best: Worth,
        taken: &[Taken],
        i: usize,
        result: (u64, u16),
    ) -> Result<u64, TooMany> {
        let Some(step) = taken.get(i) else { return Ok(0) };
        if self.closes(taken, i) {
            return Ok(0);
        }
        let end = &self.graph.ends[step.end as usize];
        let mut found = 0;
        for edge in &self.edges[self.edges(spot)] {
            let other = &self.graph.ends[edge.end as usize];
            if edge.tally.of(best) == 0 || (other.from, other.to) != (end.from, end.to) {
                continue;
            }
            let rest = place.rest(other);
            place.apply(&form.facts, &form.keys, other)?;
            // The names of moves are those of their only part.
            let is_last = |taken: &[Taken]| i + 1 == taken.len() || self.closes(taken, i + 1);
            if !matches!(other.then, Then::Part(_)) {
                let same = (place.result(&form.facts), place.told) == result && other.name == end.name;
                found += u64::from(is_last(taken) && same);
            } else {
                if is_last(taken) {
                    for (last, tally) in self.lasts(edge) {
                        if tally.of(best) > 0 {
                            let close = &self.graph.ends[last as usize];
                            let before = place.rest(close);
                            place.apply(&form.facts, &form.keys, close)?;
                            found += u64::from((place.result(&form.facts), place.told) == result);
                            place.undo(&form.facts, &form.keys, close, &before);
                        }
                    }
                } else {
                    found += self.twins(form, place, edge.spot, best, taken, i + 1, result)?;
                }
            }
            place.undo(&form.facts, &form.keys, other, &rest);
        }
        Ok(found)
    }

    /// Calls `see` for each way through the turn that is a legal move, in the interpreter's order.
    pub(super) fn each(
        &self,
        spot: u32,
        see: &mut impl FnMut(&[Taken]) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        let best = self.spots[spot as usize].tally.best;
        self.each_from(spot, best, &mut Vec::new(), see)
    }

    fn each_from(
        &self,
        spot: u32,
        best: Worth,
        taken: &mut Vec<Taken>,
        see: &mut impl FnMut(&[Taken]) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        for edge in &self.edges[self.edges(spot)] {
            if edge.tally.of(best) == 0 {
                continue;
            }
            let is_part = matches!(self.graph.ends[edge.end as usize].then, Then::Part(_));
            taken.push(Taken { end: edge.end, is_part });
            if is_part {
                self.each_from(edge.spot, best, taken, see)?;
                for (last, tally) in self.lasts(edge) {
                    if tally.of(best) > 0 {
                        taken.push(Taken { end: last, is_part: false });
                        see(taken)?;
                        taken.pop();
                    }
                }
            } else {
                see(taken)?;
            }
            taken.pop();
        }
        Ok(())
    }

    /// The results of all moves, each once.
    pub(super) fn results(&self, form: &Form, place: &Place, spot: u32) -> Result<Vec<Place>, TooMany> {
        let best = self.spots[spot as usize].tally.best;
        let (mut seen, mut found) = (rustc_hash::FxHashSet::default(), Vec::new());
        let mut visited = vec![false; self.spots.len()];
        let mut at = place.clone();
        self.collect(form, &mut at, spot, best, &mut visited, &mut |place, end| {
            let told = if place.told == NO_TURN { form.turns[place.turn as usize].after } else { place.told };
            if seen.insert((place.result(&form.facts), told)) {
                let mut place = place.clone();
                place.last = (end.from, end.to);
                found.push(place);
            }
        })?;
        Ok(found)
    }

    fn collect(
        &self,
        form: &Form,
        place: &mut Place,
        spot: u32,
        best: Worth,
        visited: &mut [bool],
        see: &mut impl FnMut(&Place, &End),
    ) -> Result<(), TooMany> {
        if std::mem::replace(&mut visited[spot as usize], true) {
            return Ok(());
        }
        for edge in &self.edges[self.edges(spot)] {
            if edge.tally.of(best) == 0 {
                continue;
            }
            let end = &self.graph.ends[edge.end as usize];
            let rest = place.rest(end);
            place.apply(&form.facts, &form.keys, end)?;
            if matches!(end.then, Then::Part(_)) {
                self.collect(form, place, edge.spot, best, visited, see)?;
                for (last, tally) in self.lasts(edge) {
                    if tally.of(best) > 0 {
                        let close = &self.graph.ends[last as usize];
                        let before = place.rest(close);
                        place.apply(&form.facts, &form.keys, close)?;
                        see(place, end);
                        place.undo(&form.facts, &form.keys, close, &before);
                    }
                }
            } else {
                see(place, end);
            }
            place.undo(&form.facts, &form.keys, end, &rest);
        }
        Ok(())
    }
}
