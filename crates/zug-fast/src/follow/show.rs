//! All moves of a position: as a search keeps them, and in the words of the interpreter.

use super::Form;
use super::machine::Act;
use super::place::Place;
use super::turn::{Taken, Turns};
use super::{dice, ops};
use crate::TooMany;
use crate::search::{Does, Facts, Play, facts_of};
use zug_ir::Then as Next;
use zug_vm::{Action, Move, NO_CELL, PartHead};

impl Form {
    /// All legal moves but the pass, the same ones once.
    pub(super) fn legal(&self, turns: &Turns, place: &Place, spot: u32) -> Result<Vec<Vec<Taken>>, TooMany> {
        let mut found = Vec::new();
        self.each_legal(turns, place, spot, |taken, _| found.push(taken.to_vec()))?;
        Ok(found)
    }

    /// The same one after another, each with what comes of it.
    pub(super) fn each_legal(
        &self,
        turns: &Turns,
        place: &Place,
        spot: u32,
        mut see: impl FnMut(&[Taken], &Place),
    ) -> Result<(), TooMany> {
        let mut seen = rustc_hash::FxHashSet::default();
        turns.each(spot, &mut |taken| {
            let mut after = place.clone();
            turns.make(self, &mut after, taken)?;
            let heads: Vec<(u16, u16)> = self.heads(turns, taken).map(|h| (h.from, h.to)).collect();
            let name = taken.last().and_then(|t| turns.graph.ends[t.end as usize].name.clone());
            if seen.insert((heads, name, after.result(&self.facts), after.told)) {
                see(taken, &after);
            }
            Ok(())
        })
    }

    /// All legal moves as a search keeps them.
    pub(super) fn all_plays(&self, turns: &mut Turns, place: &Place) -> Result<Vec<Play>, TooMany> {
        let (mut place, mut all) = (place.clone(), Vec::new());
        let spot = turns.find(self, &mut place, false)?;
        self.each_legal(turns, &place, spot, |taken, after| {
            let acts = taken.iter().flat_map(|t| &turns.graph.ends[t.end as usize].acts);
            let actions = acts.filter_map(|act| match act {
                Act::Do(action) => Some(action),
                Act::Use(..) => None,
            });
            let does = Does::Changes(place.changed(&self.facts, after));
            all.push(Play::at_place(all.len(), facts_of(actions), Some(does)));
        })?;
        if self.passes(all.len()) {
            all.push(Play::at_place(all.len(), Facts::default(), None));
        }
        Ok(all)
    }

    fn heads<'a>(&self, turns: &'a Turns, taken: &'a [Taken]) -> impl Iterator<Item = PartHead> + 'a {
        let parts = (0..taken.len()).filter(|i| !turns.closes(taken, *i));
        parts.map(|i| {
            let end = &turns.graph.ends[taken[i].end as usize];
            let then = match end.then {
                ops::Then::Part(mode) => Next::PartOf(mode),
                _ => Next::Done,
            };
            PartHead { from: end.from, to: end.to, end: 0, then: then.into() }
        })
    }

    /// A move in the words of the interpreter.
    pub(super) fn show(&self, turns: &Turns, place: &Place, taken: &[Taken]) -> Result<Move, TooMany> {
        let mut place = place.clone();
        let mut actions = Vec::new();
        let mut heads: Vec<PartHead> = self.heads(turns, taken).collect();
        let mut part = 0;
        for (i, step) in taken.iter().enumerate() {
            let end = &turns.graph.ends[step.end as usize];
            let mut tables = place.tables;
            for act in &end.acts {
                match *act {
                    Act::Do(action) => actions.push(action),
                    Act::Use(dice, face) => {
                        let pool = &self.facts.pools[usize::from(dice)];
                        let table = &mut tables[usize::from(dice)];
                        let after = pool.used(*table, face).ok_or(TooMany)?;
                        for (i, &global) in pool.slots.iter().enumerate() {
                            let value = pool.slot(after, i);
                            if pool.slot(*table, i) != value {
                                actions.push(Action::SetGlobal { global, value });
                            }
                        }
                        *table = after;
                    }
                }
            }
            place.apply(&self.facts, &self.keys, end)?;
            if i > 0 && !turns.closes(taken, i) {
                part += 1;
            }
            heads[part].end = actions.len() as u32;
        }
        let mv = Move::of_parts(&actions, &heads);
        let name = taken.last().and_then(|t| turns.graph.ends[t.end as usize].name.as_ref());
        Ok(name.map_or(mv.clone(), |name| mv.named(name)))
    }

    pub(super) fn throws(&self, dice: u16) -> Vec<Move> {
        let pool = &self.facts.pools[usize::from(dice)];
        let show = |throw: &dice::Throw| {
            let slots = pool.slots.iter().enumerate();
            let set =
                slots.map(|(i, &global)| Action::SetGlobal { global, value: pool.slot(throw.table, i) });
            let actions: Vec<Action> = set.collect();
            let (from, end) = (NO_CELL, actions.len() as u32);
            let head = PartHead { from, to: NO_CELL, end, then: Next::Done.into() };
            let name = throw.shown.iter().map(i32::to_string).collect::<Vec<_>>().join("-");
            Move::of_parts(&actions, &[head]).named(&name)
        };
        pool.throws.iter().map(show).collect()
    }
}
