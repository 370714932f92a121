//! Offers: what a position has to choose from, as sets.
//!
//! An offer is an exit with a set of starts, or with one start and a set of targets. Moves are counted, and one of them
//! is picked, without making a list of them.

use crate::bits::{self, Bits};
use crate::flow::{ExitId, PlaceId};
use crate::lane::Registers;
use crate::make::{Seer, Step, Traces};
use crate::plan::{Menu, Plan, Starts};
use crate::position::Position;
use crate::route::Space;
use crate::trail::Trails;
use crate::uniform;
use crate::walk::walk;
use std::ops::ControlFlow;
use zug_ir::Then;

/// What the set of an offer is a set of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    /// Starts, each with its target.
    Starts(PlaceId),
    /// Targets of one start.
    Targets(u16),
}

/// Moves that differ only in where they start, or only in where they end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer<const W: usize> {
    pub(crate) cells: Bits<W>,
    pub(crate) anchor: Anchor,
    pub(crate) rule: u16,
    pub(crate) exit: ExitId,
    /// The cell of the exit's set that these moves are about, else 0.
    pub(crate) about: u16,
    /// Moves: cells times kinds to choose from.
    pub(crate) n: u32,
}

/// Scratch space of a thread.
#[derive(Debug)]
pub(crate) struct Scratch<const W: usize> {
    registers: Registers<W>,
    pub(crate) uniform: uniform::Registers<W>,
    /// Where the landings of a menu's tables are possible.
    allowed: Vec<Bits<W>>,
    pub(crate) offers: Vec<Offer<W>>,
    /// The menu they are from.
    pub(crate) menu: usize,
    pub(crate) traces: Traces,
    pub(crate) space: Space<W>,
    pub(crate) trails: Trails,
}

impl<const W: usize> Default for Scratch<W> {
    fn default() -> Self {
        Scratch {
            registers: Registers::default(),
            uniform: uniform::registers(),
            allowed: Vec::new(),
            offers: Vec::new(),
            menu: 0,
            traces: Traces::default(),
            space: Space::default(),
            trails: Trails::default(),
        }
    }
}

impl<const W: usize> Plan<W> {
    /// Fills the scratch space with the offers of the best rank that has any. How many moves are they, and must complete moves be listed, because a turn may go on or moves are compared?
    #[inline]
    pub(crate) fn offers(&self, position: &Position, scratch: &mut Scratch<W>) -> (u32, bool) {
        self.offers_from(position, scratch, 0)
    }

    /// The same where the first menus have nothing.
    #[inline]
    pub(crate) fn offers_from(
        &self,
        position: &Position,
        scratch: &mut Scratch<W>,
        first: usize,
    ) -> (u32, bool) {
        let menus = &self.turns[position.turn as usize].menus;
        for (i, menu) in menus.iter().enumerate().skip(first) {
            scratch.offers.clear();
            let total = self.offers_of(menu, position, scratch);
            if total > 0 {
                let open = menu.compares
                    || menu.goes_on
                        && scratch.offers.iter().any(|o| self.shared.exits.get(o.exit).then != Then::Done);
                scratch.menu = i;
                return (total, open);
            }
        }
        scratch.offers.clear();
        (0, false)
    }

    #[inline(always)]
    pub(crate) fn offers_of(&self, menu: &Menu<W>, position: &Position, scratch: &mut Scratch<W>) -> u32 {
        let Scratch { registers, uniform, offers, traces, allowed, .. } = scratch;
        let mut total = 0;
        allowed.clear();
        for landing in &menu.landings {
            allowed.push(landing.cells(position, self.empty));
        }
        for (board, table) in &menu.tables {
            let starts = position.board::<W>(*board);
            if bits::is_empty(starts) {
                continue;
            }
            for start in bits::cells(starts) {
                table.targets(position, start, allowed, |group, cells| {
                    let n = bits::count(&cells) * self.choices[group.exit.0 as usize];
                    total += n;
                    let anchor = Anchor::Targets(start);
                    offers.push(Offer { cells, anchor, rule: group.rule, exit: group.exit, about: 0, n });
                });
            }
        }
        for (from, lanes) in &menu.uniform {
            let starts = self.starts(position, *from);
            if bits::is_empty(&starts) {
                continue;
            }
            lanes.run(position, &starts, uniform);
            for emit in &lanes.emits {
                let cells = uniform[emit.register as usize];
                if bits::is_empty(&cells) {
                    continue;
                }
                let n = bits::count(&cells) * emit.choices;
                total += n;
                let anchor = Anchor::Starts(emit.to);
                offers.push(Offer { cells, anchor, rule: emit.rule, exit: emit.exit, about: 0, n });
            }
        }
        for &rule in &menu.lanes {
            let of = &self.rules[rule as usize];
            let Some(lane) = &of.lane else { continue };
            let starts = self.starts(position, of.from);
            if bits::is_empty(&starts) {
                continue;
            }
            total += match &of.course {
                Some(course) => self.course_offers(position, (rule, course), starts, registers, offers),
                None => self.lane_offers(position, (rule, lane), (starts, None), registers, offers),
            };
        }
        for rules in &menu.merged {
            total += self.merged_offers(rules, position, registers, offers);
        }
        for &rule in &menu.walks {
            let of = &self.rules[rule as usize];
            let starts = of.gate.pass(position, self.starts(position, of.from));
            for start in bits::cells(&starts) {
                total += self.walk_offers(position, rule, start, offers, traces);
            }
        }
        if !menu.twins.is_empty() {
            total -= self.drop_twins(menu, offers);
        }
        total
    }

    /// Where a rule may start.
    #[inline(always)]
    fn starts(&self, position: &Position, from: Starts) -> Bits<W> {
        match from {
            Starts::Board(board) => *position.board::<W>(board),
            Starts::Reserve(player, kind) if position.reserve(&self.layout, player, kind) == 0 => {
                bits::none()
            }
            Starts::Reserve(..) | Starts::All => self.all_cells,
            Starts::Once => bits::single(0),
        }
    }

    /// What some rules of one kind offer, each move once.
    fn merged_offers(
        &self,
        rules: &[u16],
        position: &Position,
        registers: &mut Registers<W>,
        offers: &mut Vec<Offer<W>>,
    ) -> u32 {
        let mut total = 0;
        let first = offers.len();
        for &rule in rules {
            let of = &self.rules[rule as usize];
            let Some(lane) = &of.lane else { continue };
            let number = |num| self.number(position, num);
            let starts = *position.board::<W>(of.starts);
            lane.run(position, (starts, &bits::none()), registers, number, |exit, to, cells| {
                let choices = self.choices[exit.0 as usize];
                for start in bits::cells(&cells) {
                    let (target, anchor) = (self.shared.places.at(to, start), Anchor::Targets(start));
                    let known = offers[first..].iter_mut().find(|o| o.anchor == anchor && o.exit == exit);
                    match known {
                        Some(offer) if bits::has(&offer.cells, target) => continue,
                        Some(offer) => {
                            bits::insert(&mut offer.cells, target);
                            offer.n += choices;
                        }
                        None => {
                            let cells = bits::single(target);
                            offers.push(Offer { cells, anchor, rule, exit, about: 0, n: choices });
                        }
                    }
                    total += choices;
                }
            });
        }
        total
    }

    /// What one rule offers from one start.
    pub(crate) fn walk_offers(
        &self,
        position: &Position,
        rule: u16,
        start: u16,
        offers: &mut Vec<Offer<W>>,
        traces: &mut Traces,
    ) -> u32 {
        let mut total = 0;
        let places = &self.shared.places;
        let player = self.rules[rule as usize].of.player;
        let seer = Seer { plan: self, position, player, start, breath: None };
        let flow = &self.flows[rule as usize];
        walk::<W>(flow, places, position, start, &seer, &mut traces.effects, |exit, to, _| {
            let n = self.choices[exit.0 as usize];
            total += n;
            let (cells, anchor) = (bits::single(places.at(to, start)), Anchor::Targets(start));
            if n == 0 {
                total += self.each_offers(position, rule, exit, anchor, cells, offers);
            } else {
                offers.push(Offer { cells, anchor, rule, exit, about: 0, n });
            }
            ControlFlow::Continue(())
        });
        total
    }

    /// One offer for each cell of an exit's set. How many moves are they?
    pub(crate) fn each_offers(
        &self,
        position: &Position,
        rule: u16,
        exit: ExitId,
        anchor: Anchor,
        cells: Bits<W>,
        offers: &mut Vec<Offer<W>>,
    ) -> u32 {
        let Some(set) = self.shared.exits.get(exit).each else { return 0 };
        let n = bits::count(&cells);
        let mut total = 0;
        for about in bits::cells(&self.set(position, set)) {
            total += n;
            offers.push(Offer { cells, anchor, rule, exit, about, n });
        }
        total
    }

    /// Takes away what is on offer twice. How many moves was that?
    fn drop_twins(&self, menu: &Menu<W>, offers: &mut [Offer<W>]) -> u32 {
        let mut dropped = 0;
        for twin in &menu.twins {
            let key = |e: crate::twin::Emission| (e.rule, e.exit, Anchor::Starts(e.to));
            let (kept, gone) = (key(twin.kept), key(twin.dropped));
            let this = |o: &Offer<W>| (o.rule, o.exit, o.anchor);
            let mut seen = bits::none();
            if kept != gone {
                let all = offers.iter().filter(|o| this(o) == kept);
                all.for_each(|o| bits::or_into(&mut seen, &o.cells));
            }
            for offer in offers.iter_mut().filter(|o| this(o) == gone) {
                let both = bits::and(&bits::and(&seen, &twin.starts), &offer.cells);
                let n = bits::count(&both) * self.choices[offer.exit.0 as usize];
                offer.cells = bits::and_not(&offer.cells, &both);
                offer.n -= n;
                dropped += n;
                // One rule may emit the same part at several places: then the first offer is the one that is kept.
                if kept == gone {
                    bits::or_into(&mut seen, &offer.cells);
                }
            }
        }
        dropped
    }

    /// The move with so many before it.
    #[inline]
    pub(crate) fn nth(&self, offers: &[Offer<W>], mut n: u32) -> Step {
        for offer in offers {
            if n < offer.n {
                return self.step(offer, n);
            }
            n -= offer.n;
        }
        unreachable!("a move is drawn from those on offer")
    }

    /// One of the moves of an offer.
    #[inline]
    pub(crate) fn step(&self, offer: &Offer<W>, n: u32) -> Step {
        let choices = self.choices[offer.exit.0 as usize];
        let (nth, choice) =
            if choices <= 1 { (n, u32::from(offer.about)) } else { (n / choices, n % choices) };
        let cell = bits::nth(&offer.cells, nth);
        let (start, to) = match offer.anchor {
            Anchor::Starts(to) => (cell, self.shared.places.at(to, cell)),
            Anchor::Targets(start) => (start, cell),
        };
        Step { rule: offer.rule, exit: offer.exit, start, to, choice: choice as u16 }
    }

    /// The part that a move on offer is, if it is one at all.
    pub(crate) fn resolved(&self, position: &Position, step: Step, traces: &mut Traces) -> Option<Step> {
        if step.exit != self.later {
            return Some(step);
        }
        self.keep_groups(position, traces);
        self.followed(position, step, traces)
    }

    /// Makes the groups that are kept those of the position.
    #[inline]
    pub(crate) fn keep_groups(&self, position: &Position, traces: &mut Traces) {
        if let Some(of) = &self.breaths {
            self.keep_breath(of, &mut traces.breath, position);
        }
    }

    /// The same where the groups are those of the position already.
    #[inline]
    pub(crate) fn followed(&self, position: &Position, step: Step, traces: &mut Traces) -> Option<Step> {
        if step.exit != self.later {
            return Some(step);
        }
        let places = &self.shared.places;
        let rule = &self.rules[step.rule as usize];
        let Traces { effects, breath, .. } = traces;
        let breath = self.breaths.as_ref().map(|_| &*breath);
        let seer = Seer { plan: self, position, player: rule.of.player, start: step.start, breath };
        let mut found = None;
        match &rule.probe {
            Some(probe) => found = probe.follow(&seer, effects),
            None => {
                let flow = &self.flows[step.rule as usize];
                walk::<W>(flow, places, position, step.start, &seer, effects, |exit, to, _| {
                    found = Some((exit, to));
                    ControlFlow::Break(())
                });
            }
        }
        found.map(|(exit, to)| Step { exit, to: places.at(to, step.start), ..step })
    }

    /// Every move of the offers.
    pub(crate) fn steps(&self, offers: &[Offer<W>], out: &mut Vec<Step>) {
        for offer in offers {
            out.extend((0..offer.n).map(|n| self.step(offer, n)));
        }
    }
}
