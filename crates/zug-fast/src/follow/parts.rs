//! The parts that go on from a position inside a turn.

use super::Form;
use super::kept::{Asked, Group};
use super::place::Place;
use super::turn::{After, Class, Known, MAX_EDGES, NONE, Tally, Turns, UNKNOWN, worth};
use crate::TooMany;
use zug_ir::ModeId;

impl Turns {
    /// Runs rules for all pieces they are for, or for that on one cell. The moves that are counted but not listed.
    pub(super) fn parts(
        &mut self,
        form: &Form,
        place: &mut Place,
        rules: &[u16],
        shape: usize,
        only: Option<u16>,
        depth: usize,
    ) -> Result<Tally, TooMany> {
        let mut counted = NONE;
        self.stamp += 1;
        let stamp = self.stamp;
        let mut starts = self.starts(form, place, rules, shape, only);
        if shape > 0
            && let [rule] = *rules
            && let Some(at) = self.kept.find(&form.facts, place, rule, shape)
        {
            return self.kept_parts(form, place, at, (rule, shape), starts, depth);
        }
        while starts != 0 {
            let cell = starts.trailing_zeros() as u16;
            starts &= starts - 1;
            for &rule in rules {
                let Some(code) = form.rules[rule as usize].code else { continue };
                if place.holds[usize::from(code)] >> cell & 1 != 0 {
                    let root = self.root(form, rule as usize, shape, cell);
                    let bottom = self.ends.len();
                    self.walk(form, place, root)?;
                    self.ended(form, place, bottom, depth, stamp, &mut counted)?;
                }
            }
        }
        if shape == 0 {
            for &rule in rules.iter().filter(|r| form.rules[**r as usize].code.is_none()) {
                let root = self.root(form, rule as usize, shape, 0);
                let bottom = self.ends.len();
                self.walk(form, place, root)?;
                self.ended(form, place, bottom, depth, stamp, &mut counted)?;
            }
        }
        Ok(counted)
    }

    /// The same for one rule whose answers are kept.
    fn kept_parts(
        &mut self,
        form: &Form,
        place: &mut Place,
        at: usize,
        (rule, shape): (u16, usize),
        mut starts: u128,
        depth: usize,
    ) -> Result<Tally, TooMany> {
        let (facts, stamp) = (&form.facts, self.stamp);
        let mut counted = NONE;
        let kept = self.kept.at(at);
        let differs = kept.differs(facts, &self.first, place);
        let holding = kept.holding(&differs);
        starts &= !(kept.idle & holding);
        if self.lean {
            for i in 0..self.kept.at(at).groups.len() {
                let Group { end, starts: those, .. } = self.kept.at(at).groups[i];
                let here = those & holding & starts;
                if here != 0 {
                    starts &= !here;
                    counted.add(self.last_parts(form, place, end, here.count_ones())?)?;
                }
            }
        }
        while starts != 0 {
            let cell = starts.trailing_zeros() as u16;
            starts &= starts - 1;
            let bottom = self.ends.len();
            let mut holds = holding >> cell & 1 != 0;
            if holds {
                self.ends.extend_from_slice(self.kept.at(at).ends(cell));
            } else {
                let root = self.root(form, rule as usize, shape, cell);
                let mut asked = Asked::default();
                let walked = self.graph.walk_noting(facts, place, root, None, &mut self.ends, &mut asked);
                walked.map_err(|_| TooMany)?;
                let (kept, ends) = (self.kept.at(at), &self.ends[bottom..]);
                holds = kept.keep(facts, (&self.first, place), &differs, cell, asked, ends);
            }
            let only = if let [end] = self.ends[bottom..] { Some(end) } else { None };
            let all_last = self.ended(form, place, bottom, depth, stamp, &mut counted)?;
            if let (true, Some(end)) = (holds && all_last, only) {
                let class = self.class_of[end as usize];
                self.kept.at(at).add_last(cell, class, end);
            }
        }
        Ok(counted)
    }

    /// So many parts that leave the same behind as one of them, after which nothing can follow.
    fn last_parts(&mut self, form: &Form, place: &Place, end: u32, n: u32) -> Result<Tally, TooMany> {
        let numbers = place.left.numbers_after(&self.graph.ends[end as usize]);
        let After { quick, .. } = self.after(form, end, numbers);
        let value = |n| place.left.number_after(&self.graph.ends[end as usize], n);
        let best = worth(&self.graph.ends[quick as usize], value)?;
        Ok(Tally { any: true, count: u64::from(n), best })
    }

    /// Cells with pieces for which some rule may do something.
    #[inline(always)]
    pub(super) fn starts(
        &mut self,
        form: &Form,
        place: &Place,
        rules: &[u16],
        shape: usize,
        only: Option<u16>,
    ) -> u128 {
        let within = only.map_or(!0, |cell| 1 << cell);
        let mut starts = 0;
        for &rule in rules {
            if let Some(code) = form.rules[rule as usize].code {
                let holds = place.holds[usize::from(code)] & within;
                starts |= holds & self.alive(form, rule as usize, shape, place.tables[0]);
            }
        }
        starts
    }

    /// Looks at what comes of parts that have ended so. Are they all counted without being listed?
    #[inline(always)]
    fn ended(
        &mut self,
        form: &Form,
        place: &mut Place,
        bottom: usize,
        depth: usize,
        stamp: u64,
        counted: &mut Tally,
    ) -> Result<bool, TooMany> {
        let lean = self.lean && depth > 0;
        let mut all_last = lean;
        for i in bottom..self.ends.len() {
            let end = self.ends[i];
            if lean
                && let Some(&class) = self.class_of.get(end as usize)
                && let Some(known) = self.known.get(class as usize)
                && known.stamp == stamp
                && known.is_last
            {
                counted.add(Tally { any: true, count: 1, best: known.best })?;
                continue;
            }
            let stacked = self.stack.len();
            self.edge(form, place, end, (depth, stamp), lean.then_some(&mut *counted))?;
            all_last &= self.stack.len() == stacked;
            if self.stack.len() + self.edges.len() > MAX_EDGES {
                return Err(TooMany);
            }
        }
        self.ends.truncate(bottom);
        Ok(all_last)
    }

    /// The class of an end after which a move is over if nothing can follow.
    #[cold]
    pub(super) fn find_class(&mut self, end: u32, mode: ModeId, after: After) -> u32 {
        let (e, quick) = (&self.graph.ends[end as usize], &self.graph.ends[after.quick as usize]);
        let (used, left) = (e.used.to_vec(), e.left.to_vec());
        let class = Class { mode, used, left, yields: quick.yields.to_vec(), numbers: after.numbers };
        let next = self.classes.len() as u32;
        let class = *self.classes.entry(class).or_insert(next);
        if class == next {
            self.known.push(Known { stamp: 0, is_last: false, best: 0 });
        }
        self.class_of.resize(self.graph.ends.len().max(self.class_of.len()), UNKNOWN);
        self.class_of[end as usize] = class;
        class
    }
}
