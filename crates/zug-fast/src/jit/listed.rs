//! Writing plies of rules that look anywhere, or that do something for each cell of a set.
//!
//! Everything on offer is a set of cells, perhaps times a set of cells to choose from. What is drawn is found by comparing with the
//! sums of all that comes before, without a branch.

use super::lanes::{self, Known};
use super::ply::{Writer, makeable, target};
use super::rows;
use super::royal::MAX_WORDS;
use super::state;
use super::words::{STATE, Set};
use crate::bits;
use crate::course::Course;
use crate::flow::{Exit, Flow, Node, PlaceId};
use crate::num::Num;
use crate::plan::{Menu, Plan};
use crate::uniform::Emit;
use zug_jit::{Below, Block, Value};

/// Moves of one emission.
struct Offered {
    emit: Emit,
    cells: Set,
    /// One for each of these.
    each: Option<Set>,
    count: Value,
}

/// Is every ply of this menu played so?
pub(super) fn listed<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> bool {
    if const { W > MAX_WORDS } {
        return false;
    }
    let others = menu.tables.len() + menu.uniform.len() + menu.walks.len() + menu.merged.len();
    let closed = !menu.goes_on && !menu.compares && menu.hops.is_none() && menu.onward.is_none();
    let rule = |rule: &u16| &plan.rules[*rule as usize];
    let fits = |i: &u16| match &rule(i).course {
        Some(course) => menu.lanes.len() == 1 && follows(plan, *i, course),
        None => can_send(plan, *i, &rule(i).thin),
    };
    let alone = others == 0 && closed && menu.twins.is_empty();
    alone && !menu.lanes.is_empty() && menu.lanes.iter().all(|i| !rule(i).lazy && fits(i))
}

/// Nodes of all flows that the code of a menu consists of, if it is played so.
pub(super) fn n_nodes<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> usize {
    fn nodes<const W: usize>(course: &Course<W>) -> usize {
        match course {
            Course::Fork { yes, no, .. } => nodes(yes) + nodes(no),
            Course::Starts(lanes) => lanes.flow.nodes.len(),
            Course::Targets(sorts) => sorts.iter().map(|lanes| lanes.flow.nodes.len()).sum(),
        }
    }
    let of = |rule: &u16| {
        let rule = &plan.rules[*rule as usize];
        rule.course.as_ref().map_or(rule.thin.nodes.len(), nodes)
    };
    menu.lanes.iter().map(of).sum()
}

fn follows<const W: usize>(plan: &Plan<W>, rule: u16, course: &Course<W>) -> bool {
    match course {
        Course::Fork { num, yes, no } => {
            lanes::answerable(plan, Num::Expr(*num)) && follows(plan, rule, yes) && follows(plan, rule, no)
        }
        Course::Starts(lanes) => can_send(plan, rule, &lanes.flow),
        Course::Targets(sorts) => {
            let emits: usize = sorts.iter().map(|lanes| emits(rule, &lanes.flow).count()).sum();
            emits * W <= rows::MAX_WIDTH && sorts.iter().all(|lanes| can_send(plan, rule, &lanes.flow))
        }
    }
}

fn can_send<const W: usize>(plan: &Plan<W>, rule: u16, flow: &Flow) -> bool {
    lanes::writable(plan, flow)
        && emits(rule, flow).all(|emit| {
            let each = plan.shared.exits.get(emit.exit).each;
            makeable(plan, &emit, false).is_some() && each.is_none_or(|set| lanes::set_writable(plan, set))
        })
}

fn emits(rule: u16, flow: &Flow) -> impl Iterator<Item = Emit> {
    flow.nodes.iter().filter_map(move |node| match node {
        Node::Emit { exit, to, .. } => Some(Emit { register: 0, rule, exit: *exit, to: *to, choices: 1 }),
        _ => None,
    })
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Plays a ply; where nothing is on offer it goes on there.
    pub(super) fn listed_ply(&mut self, t: usize, menu: &Menu<W>, next: Block) {
        let plan = self.plan;
        let mut known = Known::default();
        let mut offered = Vec::new();
        for &rule in &menu.lanes {
            let of = &plan.rules[rule as usize];
            let starts = self.starts(of.from);
            match &of.course {
                Some(course) => return self.course(t, (rule, course), &starts, next, known),
                None => offered.extend(self.offered(rule, &of.thin, &starts, None, &mut known)),
            }
        }
        self.draw_offered(t, &offered, next);
    }

    fn course(
        &mut self,
        t: usize,
        (rule, course): (u16, &Course<W>),
        starts: &Set,
        next: Block,
        mut known: Known,
    ) {
        match course {
            Course::Fork { num, yes, no } => {
                let number = self.asked(*num, &mut known);
                let ((here, _), (there, _)) = (self.w.m.block(0), self.w.m.block(0));
                self.w.m.branch(number, (here, &[]), (there, &[]));
                for (block, course) in [(here, yes), (there, no)] {
                    self.w.m.begin(block);
                    self.course(t, (rule, course), starts, next, known.clone());
                }
            }
            Course::Starts(lanes) => {
                let offered = self.offered(rule, &lanes.flow, starts, None, &mut known);
                self.draw_offered(t, &offered, next);
            }
            Course::Targets(sorts) => {
                sorts.iter().for_each(|lanes| self.prepare(&lanes.flow, &mut known));
                let width: usize = sorts.iter().map(|lanes| emits(rule, &lanes.flow).count() * W).sum();
                let mut alike = Vec::new();
                let rows = self.write_rows(starts, width, &mut |writer, start| {
                    let (mut words, mut total) = (Vec::new(), writer.w.m.word(0));
                    for lanes in sorts {
                        let cells = writer.w.constant(&lanes.cells);
                        let known = &mut known.clone();
                        for offered in writer.offered(rule, &lanes.flow, &cells, Some(start), known) {
                            total = writer.w.m.add(total, offered.count);
                            words.extend(&offered.cells);
                            alike.push(offered);
                        }
                    }
                    (words, total)
                });
                let drawn = self.draw_from(t, rows.total, next);
                let row = self.row_of(&rows, drawn);
                let (n, start) = self.piece_of(&row, drawn);
                for (i, offered) in alike.iter_mut().enumerate() {
                    offered.cells = self.set_of(&row, i);
                    offered.count = self.moves(&offered.cells, offered.each.as_ref());
                }
                self.pick(t, &alike, Some(start), (n, drawn));
            }
        }
    }

    /// What a flow offers.
    fn offered(
        &mut self,
        rule: u16,
        flow: &Flow,
        cells: &Set,
        origin: Option<Below>,
        known: &mut Known,
    ) -> Vec<Offered> {
        let mut all = Vec::new();
        for (exit, to, cells) in self.send(flow, cells, origin, known) {
            let each = self.plan.shared.exits.get(exit).each;
            let each = each.map(|set| self.cells_found(set, known));
            let count = self.moves(&cells, each.as_ref());
            all.push(Offered { emit: Emit { register: 0, rule, exit, to, choices: 1 }, cells, each, count });
        }
        all
    }

    fn moves(&mut self, cells: &Set, each: Option<&Set>) -> Value {
        let count = self.w.count(cells);
        match each {
            None => count,
            Some(each) => {
                let times = self.w.count(each);
                self.w.m.mul(count, times)
            }
        }
    }

    fn draw_offered(&mut self, t: usize, offered: &[Offered], next: Block) {
        let mut total = self.w.m.word(0);
        for offered in offered {
            total = self.w.m.add(total, offered.count);
        }
        let drawn = self.draw_from(t, total, next);
        self.pick(t, offered, None, (drawn, drawn));
    }

    /// Draws one of so many moves; where there are none it goes on there.
    fn draw_from(&mut self, t: usize, total: Value, next: Block) -> Value {
        let (play, _) = self.w.m.block(0);
        self.w.m.branch(total, (play, &[]), (next, &[]));
        self.w.m.begin(play);
        if let Some(skipped) = self.skipped(t) {
            self.skip(t, skipped);
        }
        let seed = self.w.m.load(STATE, state::SEED);
        let (seed, drawn) = self.draw(seed, total);
        self.w.m.store(STATE, state::SEED, seed);
        drawn
    }

    /// Makes the nth of these moves, of all starts or of one; which of all was drawn?
    fn pick(&mut self, t: usize, offered: &[Offered], start: Option<Below>, (n, drawn): (Value, Value)) {
        let plan = self.plan;
        let n_cells = plan.layout.n_cells;
        let Some(first) = offered.first() else { return self.stop(super::stop::PLAIN) };
        let none = self.w.constant(&bits::none());
        let (mut cells, mut each) = (first.cells.clone(), first.each.clone().unwrap_or(none));
        let (mut before, mut base, mut id) = (first.count, self.w.m.word(0), self.w.m.word(0));
        for (i, offered) in offered.iter().enumerate().skip(1) {
            let earlier = self.w.m.less(n, before);
            let this = self.w.m.word(i as u64);
            cells = self.w.select(earlier, &cells, &offered.cells);
            if let Some(set) = &offered.each {
                each = self.w.select(earlier, &each, set);
            }
            (base, id) = (self.w.m.select(earlier, base, before), self.w.m.select(earlier, id, this));
            before = self.w.m.add(before, offered.count);
        }
        let n = self.w.m.sub(n, base);
        let count = self.w.count(&cells);
        let (about, n) = self.w.divided(n, count);
        let cell = self.w.nth(&cells, n);
        let cell = self.w.m.below(cell, n_cells);
        let id = self.w.m.below(id, offered.len());
        let ends = match start {
            Some(start) => (start, cell),
            None => {
                let places: Vec<PlaceId> = offered.iter().map(|o| o.emit.to).collect();
                (cell, self.target_by(&places, id, cell))
            }
        };
        // Moves that are made alike, whatever set they choose from.
        let key = |o: &Offered| {
            let exit = plan.shared.exits.get(o.emit.exit);
            let onto = target(plan, &o.emit);
            (o.emit.rule, exit.each.is_some(), onto, Exit { each: None, ..exit.clone() })
        };
        let mut sorts: Vec<(_, &Offered)> = Vec::new();
        let mut sort = |offered| {
            let key = key(offered);
            let known = sorts.iter().position(|(k, _)| *k == key);
            known.unwrap_or_else(|| {
                sorts.push((key, offered));
                sorts.len() - 1
            }) as u64
        };
        let sort_of = offered.iter().map(&mut sort).collect();
        let table = self.w.m.table(sort_of);
        let sort = self.w.m.look_up(table, id);
        for (i, (_, offered)) in sorts.iter().enumerate() {
            let ((here, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            let number = self.w.m.word(i as u64);
            let this = self.w.m.equal(sort, number);
            self.w.m.branch(this, (here, &[]), (next, &[]));
            self.w.m.begin(here);
            if let Some(codes) = makeable(plan, &offered.emit, false) {
                let about = offered.each.as_ref().map(|_| self.w.nth(&each, about));
                let about = about.map(|cell| self.w.m.below(cell, n_cells));
                let (undone, _) = self.w.m.block(0);
                self.make(t, &offered.emit, codes, (ends.0, ends.1, about), (undone, drawn));
            } else {
                self.stop(super::stop::PLAIN);
            }
            self.w.m.begin(next);
        }
        self.stop(super::stop::PLAIN);
    }

    /// The target of a start by one of these places.
    fn target_by(&mut self, places: &[PlaceId], which: Below, start: Below) -> Below {
        if places.iter().all(|place| *place == places[0]) {
            return self.to(places[0], start);
        }
        let cells = places.iter().flat_map(|place| self.plan.shared.places.of(*place));
        let table = self.w.m.table(cells.map(|cell| u64::from(*cell)).collect());
        let n_cells = self.plan.layout.n_cells;
        let place = self.w.m.cell_of(which, n_cells, start);
        let to = self.w.m.look_up(table, place);
        self.w.m.below(to, n_cells)
    }
}
