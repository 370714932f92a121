//! Writing the plies of games with royal pieces: tables, attacks and judging.
//!
//! What tables and lanes offer is written down, a move is drawn from it and looked at as a change of two cells: whether it leaves
//! the royal piece attacked is known before it is made. A move that does is put aside and another one drawn, as the plain
//! code does. Rules that must be walked are left to the plain code where their gates let somebody through.

use super::goals;
use super::ply::{Old, Writer};
use super::words::{POSITION, SEEN, STATE, Set};
use super::{RUN, state, stop};
use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::codes::Code;
use crate::draw;
use crate::flow::{ExitId, PlaceId};
use crate::gate::Bar;
use crate::lane::Seen;
use crate::plan::{Menu, Plan, Starts};
use crate::recipe::{Amount, Moved, Recipe};
use crate::table::{Ray, Table as Reached};
use zug_ir::GlobalId;
use zug_jit::{Below, Maker, Table, Value};

/// Offers of one ply; more are left to the plain code.
const MAX_OFFERS: usize = 256;
/// Boards of more words are left to the plain code.
const MAX_WORDS: usize = 2;
/// Moves put aside.
const ASIDE: usize = 6;
/// Where they are, behind the offers.
const ASIDE_AT: usize = RUN + MAX_OFFERS * (2 + MAX_WORDS);
/// What this takes of the region behind the positions noted.
pub(super) const SPACE: usize = MAX_OFFERS * (2 + MAX_WORDS) + ASIDE;

/// Moves that are offered and made alike.
struct Sort {
    exit: ExitId,
    /// Of moves offered by their starts: where they lead.
    to: Option<PlaceId>,
    choices: u32,
}

/// Can the plies of this game be written?
pub(super) fn writable<const W: usize>(plan: &Plan<W>) -> bool {
    let stages = &plan.stages;
    let judged = stages.royal.iter().any(|r| !r.is_empty());
    let plain_seen = |seen: &Seen<W>| matches!(seen, Seen::Shifted(..) | Seen::Several(_));
    let gated = |rule: &u16| {
        plan.rules[*rule as usize].gate.bars.iter().all(|bar| match bar {
            Bar::Shown(_, seen) | Bar::NotShown(_, seen) => plain_seen(seen),
            Bar::Starts(_) => true,
        })
    };
    let simple = |menu: &Menu<W>| {
        let stands = menu.uniform.iter().all(|(from, _)| matches!(from, Starts::Board(_)));
        let nothing_else = menu.lanes.is_empty() && menu.merged.is_empty() && menu.twins.is_empty();
        let closed = !menu.goes_on && !menu.compares;
        closed && nothing_else && stands && !menu.tables.is_empty() && menu.walks.iter().all(gated)
    };
    let walked_from_boards =
        |menu: &Menu<W>| menu.walks.iter().all(|r| matches!(plan.rules[*r as usize].from, Starts::Board(_)));
    W <= MAX_WORDS
        && judged
        && stages.illegal.is_empty()
        && stages.lawful.iter().all(Vec::is_empty)
        && stages.pass.is_none()
        && !plan.anyone
        && !plan.lazy
        && plan.vanishes
        && plan.layout.flagged.is_empty()
        && plan.layout.doomed.is_none()
        && plan.turns.iter().all(|t| !t.chance && t.menus.len() == 1)
        && plan.turns.iter().flat_map(|t| &t.menus).all(|m| simple(m) && walked_from_boards(m))
        && plan.turns.iter().all(|t| stages.royal[t.actor.idx()].len() == 1)
        && plan.order.movable.iter().all(|(i, _)| goals::can_write(&plan.goals[*i as usize]))
        && plan.order.immediate.iter().all(|(i, _)| goals::can_write(&plan.goals[*i as usize]))
        && plan.turns.iter().all(|t| threats(plan, t.actor.idx()).is_some())
}

/// Attacks on a player's royal piece: leaps by board, and lines by boards, for each cell.
struct Threatened<const W: usize> {
    leaps: Vec<(BoardId, Vec<Bits<W>>)>,
    lines: Vec<(Vec<BoardId>, Vec<Vec<Ray<W>>>)>,
}

/// `None` if there is more to them.
fn threats<const W: usize>(plan: &Plan<W>, player: usize) -> Option<Threatened<W>> {
    let royal = plan.stages.royal[player][0];
    let boards: Vec<u64> = plan.codes.boards.iter().copied().filter(|b| b >> royal.0 & 1 != 0).collect();
    let rival = plan.next_player[player];
    let attacks = plan.attacks[rival].as_ref().filter(|_| rival != player)?;
    let n_cells = plan.layout.n_cells;
    let mut all = Threatened { leaps: Vec::new(), lines: Vec::new() };
    for cell in 0..n_cells as u16 {
        let found = attacks.on(&plan.shared, &plan.codes, cell);
        // Pieces of different sorts are royal alike.
        let fits = |victim: crate::threat::Victim| {
            let fit = boards.iter().filter(|b| victim.fits(**b)).count();
            if fit == boards.len() { Some(true) } else { (fit == 0).then_some(false) }
        };
        for (victim, board, from) in &found.leaps {
            if fits(*victim)? {
                let i = all.leaps.iter().position(|(b, _)| b == board).unwrap_or_else(|| {
                    all.leaps.push((*board, vec![bits::none(); n_cells]));
                    all.leaps.len() - 1
                });
                bits::or_into(&mut all.leaps[i].1[cell as usize], from);
            }
        }
        for lines in &found.lines {
            if fits(lines.victim)? {
                let i = all.lines.iter().position(|(b, _)| *b == lines.boards).unwrap_or_else(|| {
                    all.lines.push((lines.boards.clone(), vec![Vec::new(); n_cells]));
                    all.lines.len() - 1
                });
                all.lines[i].1[cell as usize].extend(&lines.rays);
            }
        }
        for ray in &found.rays {
            if fits(ray.victim)? {
                return None;
            }
        }
        for (board, _, list) in &found.rest {
            for threat in list {
                let always = |leap: &(crate::threat::Victim, BoardId, Bits<W>)| {
                    leap.1 == *board && bits::has(&leap.2, threat.start) && fits(leap.0) == Some(true)
                };
                if fits(threat.victim)? && !found.leaps.iter().any(always) {
                    return None;
                }
            }
        }
    }
    Some(all)
}

/// How a sort of moves is made, if code can make it.
fn recipe<'p, const W: usize>(plan: &'p Plan<W>, sort: &Sort) -> Option<&'p Moved> {
    let Recipe::Move(moved) = &plan.recipes[sort.exit.0 as usize] else { return None };
    let counts = |(global, amount): &(GlobalId, Amount)| {
        !plan.layout.is_hashed(*global)
            && match amount {
                Amount::Const(_) => true,
                Amount::Plus(of, _) => of == global,
                Amount::Other(_) => false,
            }
    };
    let known = sort.choices == 1 && plan.plain[sort.exit.0 as usize];
    (known && moved.values.iter().all(counts)).then_some(moved)
}

pub(super) fn write<const W: usize>(plan: &Plan<W>, maker: &mut Maker<'_>) {
    let turn = maker.load(STATE, state::TURN);
    let mut writer = Writer::new(plan, maker);
    writer.dispatch(turn);
    for t in 0..plan.turns.len() {
        writer.royal_turn(t);
    }
    writer.w.m.begin(writer.plain);
    writer.stop(stop::PLAIN);
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    fn royal_turn(&mut self, t: usize) {
        let plan = self.plan;
        self.begin_turn(t);
        let left = self.w.m.load(STATE, state::LEFT);
        let ((more, _), (over, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(left, (more, &[]), (over, &[]));
        self.w.m.begin(over);
        self.stop(stop::PLAYED);
        self.w.m.begin(more);
        let menu = &plan.turns[t].menus[0];
        let royal = self.w.board(plan.stages.royal[plan.turns[t].actor.idx()][0]);
        let (count, one) = (self.w.count(&royal), self.w.m.word(1));
        let several = self.w.m.xor(count, one);
        self.plain_if(several);
        for rule in &menu.walks {
            let through = self.gate(*rule);
            let any = self.w.any(&through);
            self.plain_if(any);
        }
        let mut sorts = Vec::new();
        let (n, total) = self.all_offers(menu, &mut sorts);
        let (go, _) = self.w.m.block(0);
        self.w.m.branch(total, (go, &[]), (self.plain, &[]));
        self.w.m.begin(go);
        for (_, check) in &plan.order.movable {
            let holds = self.check(check);
            self.plain_if(holds);
        }
        self.draw_royal(t, &sorts, &royal, (n, total));
    }

    /// The starts that get through the gate of a rule.
    fn gate(&mut self, rule: u16) -> Set {
        let rule = &self.plan.rules[rule as usize];
        let mut starts = self.w.board(rule.starts);
        for bar in &rule.gate.bars {
            starts = match bar {
                Bar::Shown(board, seen) => {
                    let board = self.w.board(*board);
                    let seen = self.seen(seen, &board);
                    self.w.and(&starts, &seen)
                }
                Bar::NotShown(board, seen) => {
                    let board = self.w.board(*board);
                    let seen = self.seen(seen, &board);
                    self.w.and_not(&starts, &seen)
                }
                Bar::Starts(set) => {
                    let set = self.w.constant(set);
                    self.w.and(&starts, &set)
                }
            };
        }
        starts
    }

    /// Writes down everything on offer. How many offers, and how many moves?
    fn all_offers(&mut self, menu: &Menu<W>, sorts: &mut Vec<Sort>) -> (Value, Value) {
        let plan = self.plan;
        let empty = self.w.board(plan.empty);
        let allowed: Vec<Set> = menu
            .landings
            .iter()
            .map(|landing| {
                let none = self.w.constant(&bits::none());
                let mut cells = if landing.quiet { empty.clone() } else { none };
                if let Some(hit) = &landing.hit {
                    let all = self.w.constant(&plan.all_cells);
                    let mut taken = self.w.and_not(&all, &empty);
                    for (board, answer) in hit {
                        let shown = self.w.board(*board);
                        taken =
                            if *answer { self.w.and(&taken, &shown) } else { self.w.and_not(&taken, &shown) };
                    }
                    cells = self.w.or(&cells, &taken);
                }
                cells
            })
            .collect();
        let (mut n, mut total) = (self.w.m.word(0), self.w.m.word(0));
        for (board, table) in &menu.tables {
            let first = sorts.len();
            sorts.extend(table.groups.iter().map(|g| {
                let choices = plan.choices[g.exit.0 as usize];
                Sort { exit: g.exit, to: None, choices }
            }));
            let starts = self.w.board(*board);
            for (i, word) in starts.iter().enumerate() {
                (n, total) = self.table_offers(
                    table,
                    &sorts[first..],
                    first,
                    (i, *word),
                    &empty,
                    &allowed,
                    (n, total),
                );
            }
        }
        for (from, lanes) in &menu.uniform {
            let Starts::Board(board) = *from else { continue };
            let starts = self.w.board(board);
            for (emit, set) in self.lanes(lanes, starts) {
                let id = sorts.len();
                sorts.push(Sort { exit: emit.exit, to: Some(emit.to), choices: emit.choices });
                let id = self.w.m.word((id as u64) << 16);
                (n, total) = self.offer(&set, emit.choices, id, (n, total));
            }
        }
        (n, total)
    }

    /// Writes an offer down, if there is something in it.
    fn offer(&mut self, set: &Set, choices: u32, meta: Value, (n, total): (Value, Value)) -> (Value, Value) {
        let mut count = self.w.count(set);
        if choices > 1 {
            let choices = self.w.m.word(u64::from(choices));
            count = self.w.m.mul(count, choices);
        }
        let at = self.w.m.below(n, MAX_OFFERS);
        for (i, word) in [count, meta].iter().chain(set).enumerate() {
            let column = self.w.m.constant_below(i, 2 + W);
            let place = self.w.m.cell_of(at, 2 + W, column);
            self.w.m.store_at(SEEN, RUN, place, *word);
        }
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        let some = self.w.m.select(count, one, zero);
        (self.w.m.add(n, some), self.w.m.add(total, count))
    }

    #[allow(clippy::too_many_arguments)]
    fn table_offers(
        &mut self,
        table: &Reached<W>,
        sorts: &[Sort],
        first: usize,
        (word, starts): (usize, Value),
        empty: &Set,
        allowed: &[Set],
        (n, total): (Value, Value),
    ) -> (Value, Value) {
        let plan = self.plan;
        let ((again, at), (end, sums)) = (self.w.m.block(3), self.w.m.block(2));
        let (go, _) = self.w.m.block(0);
        self.w.m.jump(again, &[starts, n, total]);
        self.w.m.begin(again);
        self.w.m.branch(at[0], (go, &[]), (end, &[at[1], at[2]]));
        self.w.m.begin(go);
        let (base, one) = (self.w.m.word(64 * word as u64), self.w.m.word(1));
        let place = self.w.m.lowest(at[0]);
        let less = self.w.m.sub(at[0], one);
        let rest = self.w.m.and(at[0], less);
        let start = self.w.m.add(place, base);
        let start = self.w.m.below(start, plan.layout.n_cells);
        let rows = table.rows();
        let data = self.w.m.table(rows.words);
        let width = rows.width;
        let row = |writer: &mut Self, set: usize| -> Set {
            (0..W)
                .map(|i| {
                    let column = writer.w.m.constant_below(set * W + i, width);
                    let place = writer.w.m.cell_of(start, width, column);
                    writer.w.m.look_up(data, place)
                })
                .collect()
        };
        let mut reached = row(self, 0);
        let mut next = 1;
        for (count, up) in [(rows.ups, true), (rows.downs, false)] {
            for _ in 0..count {
                let ray = row(self, next);
                next += 1;
                let through = self.through(&ray, up, empty);
                reached = self.w.or(&reached, &through);
            }
        }
        for _ in 0..rows.lame {
            let (before, to) = (row(self, next), row(self, next + 1));
            next += 2;
            let met = self.w.and_not(&before, empty);
            let (met, zero) = (self.w.any(&met), self.w.m.word(0));
            let open: Set = to.iter().map(|w| self.w.m.select(met, zero, *w)).collect();
            reached = self.w.or(&reached, &open);
        }
        let mut beyond = self.w.constant(&bits::none());
        for (count, up) in [(rows.hop_ups, true), (rows.hop_downs, false)] {
            for _ in 0..count {
                let ray = row(self, next);
                next += 1;
                let near = self.through(&ray, up, empty);
                let without = self.w.or(empty, &near);
                let far = self.through(&ray, up, &without);
                let far = self.w.and_not(&far, &near);
                beyond = self.w.or(&beyond, &far);
            }
        }
        let (mut n, mut total) = (at[1], at[2]);
        for (i, (group, sort)) in table.groups.iter().zip(sorts).enumerate() {
            let lands = row(self, next + i);
            let lands = self.w.and(&lands, &allowed[group.landing as usize]);
            let targets = self.w.and(if group.hops { &beyond } else { &reached }, &lands);
            let id = self.w.m.word(((first + i) as u64) << 16);
            let meta = self.w.m.or(id, start.value());
            (n, total) = self.offer(&targets, sort.choices, meta, (n, total));
        }
        self.w.m.jump(again, &[rest, n, total]);
        self.w.m.begin(end);
        (sums[0], sums[1])
    }

    /// `Ray::through` in code.
    fn through(&mut self, ray: &Set, up: bool, empty: &Set) -> Set {
        let met = self.w.and_not(ray, empty);
        let (zero, all) = (self.w.m.word(0), self.w.m.word(!0));
        let mut near = met.clone();
        let mut open = all;
        let order: Vec<usize> = if up { (0..W).collect() } else { (0..W).rev().collect() };
        for i in order {
            let one = self.w.m.word(1);
            let mask = if up {
                let less = self.w.m.sub(met[i], one);
                self.w.m.xor(met[i], less)
            } else {
                let some = self.w.m.or(met[i], one);
                let highest = self.w.m.highest(some);
                self.w.m.shl(all, highest)
            };
            near[i] = if W == 1 { mask } else { self.w.m.and(open, mask) };
            if W > 1 {
                open = self.w.m.select(met[i], zero, open);
            }
        }
        self.w.and(ray, &near)
    }

    /// Draws moves until one is legal, and makes it.
    fn draw_royal(&mut self, t: usize, sorts: &[Sort], royal: &Set, (n_offers, total): (Value, Value)) {
        let plan = self.plan;
        let zero = self.w.m.word(0);
        // Handed over: moves put aside, and the seed.
        let (again, at) = self.w.m.block(2);
        let seed = self.w.m.load(STATE, state::SEED);
        self.w.m.jump(again, &[zero, seed]);
        self.w.m.begin(again);
        let left = self.w.m.sub(total, at[0]);
        let (some, _) = self.w.m.block(0);
        self.w.m.branch(left, (some, &[]), (self.plain, &[]));
        self.w.m.begin(some);
        let m = &mut *self.w.m;
        let step = m.word(draw::STEP);
        let seed = m.add(at[1], step);
        let mut x = seed;
        for (shift, factor) in draw::ROUNDS {
            let (by, factor) = (m.word(u64::from(shift)), m.word(factor));
            let shifted = m.shr(x, by);
            x = m.xor(x, shifted);
            x = m.mul(x, factor);
        }
        let by = m.word(u64::from(draw::LAST));
        let shifted = m.shr(x, by);
        x = m.xor(x, shifted);
        let low = m.mul(x, left);
        let rare = m.less(low, left);
        self.plain_if(rare);
        let mut drawn = self.w.m.mul_high(x, left);
        // Moves put aside are passed over, in ascending order.
        let ((pass_over, _), (drawn_block, params)) = (self.w.m.block(0), self.w.m.block(1));
        self.w.m.branch(at[0], (pass_over, &[]), (drawn_block, &[drawn]));
        self.w.m.begin(pass_over);
        let one = self.w.m.word(1);
        for j in 0..ASIDE {
            let aside = self.w.m.load(SEEN, ASIDE_AT + j);
            let before = self.w.m.less(drawn, aside);
            let passed = self.w.m.sub(one, before);
            drawn = self.w.m.add(drawn, passed);
        }
        self.w.m.jump(drawn_block, &[drawn]);
        self.w.m.begin(drawn_block);
        let drawn = params[0];
        let (row, n) = self.find_offer(n_offers, drawn);
        let entry = |writer: &mut Self, i: usize| {
            let column = writer.w.m.constant_below(i, 2 + W);
            let place = writer.w.m.cell_of(row, 2 + W, column);
            writer.w.m.load_at(SEEN, RUN, place)
        };
        let meta = entry(self, 1);
        let cells: Set = (0..W).map(|i| entry(self, 2 + i)).collect();
        let by = self.w.m.word(16);
        let id = self.w.m.shr(meta, by);
        let id = self.w.m.below(id, sorts.len());
        let moved: Vec<Option<&Moved>> = sorts.iter().map(|s| recipe(plan, s)).collect();
        let known = self.w.m.table(moved.iter().map(|m| u64::from(m.is_none())).collect());
        let other = self.w.m.look_up(known, id);
        self.plain_if(other);
        let n_cells = plan.layout.n_cells;
        let cell = self.w.nth(&cells, n);
        let cell = self.w.m.below(cell, n_cells);
        let by_start = self.w.m.table(sorts.iter().map(|s| u64::from(s.to.is_some())).collect());
        let by_start = self.w.m.look_up(by_start, id);
        let low = self.w.m.word(0xFFFF);
        let start = self.w.m.and(meta, low);
        let start = self.w.m.select(by_start, cell.value(), start);
        let start = self.w.m.below(start, n_cells);
        let targets = sorts.iter().flat_map(|s| -> Vec<u64> {
            match s.to {
                Some(to) => plan.shared.places.of(to).iter().map(|c| u64::from(*c)).collect(),
                None => (0..n_cells as u64).collect(),
            }
        });
        let targets = self.w.m.table(targets.collect());
        let place = self.w.m.cell_of(id, n_cells, cell);
        let to = self.w.m.look_up(targets, place);
        let to = self.w.m.below(to, n_cells);
        let attacked = self.attacked_after(t, royal, (start, to));
        let ((aside, _), (legal, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(attacked, (aside, &[]), (legal, &[]));
        self.w.m.begin(aside);
        self.put_aside(at[0], drawn);
        let one = self.w.m.word(1);
        let more = self.w.m.add(at[0], one);
        self.w.m.jump(again, &[more, seed]);
        self.w.m.begin(legal);
        self.w.m.store(STATE, state::SEED, seed);
        self.make_royal(t, &moved, id, (start, to));
    }

    /// The offer with the move of that number, and its number in it.
    fn find_offer(&mut self, n_offers: Value, drawn: Value) -> (Below, Value) {
        let ((look, at), (next, _), (found, _)) = (self.w.m.block(2), self.w.m.block(0), self.w.m.block(0));
        let zero = self.w.m.word(0);
        self.w.m.jump(look, &[zero, drawn]);
        self.w.m.begin(look);
        let inside = self.w.m.less(at[0], n_offers);
        let (go, _) = self.w.m.block(0);
        self.w.m.branch(inside, (go, &[]), (self.plain, &[]));
        self.w.m.begin(go);
        let row = self.w.m.below(at[0], MAX_OFFERS);
        let column = self.w.m.constant_below(0, 2 + W);
        let place = self.w.m.cell_of(row, 2 + W, column);
        let count = self.w.m.load_at(SEEN, RUN, place);
        let here = self.w.m.less(at[1], count);
        self.w.m.branch(here, (found, &[]), (next, &[]));
        self.w.m.begin(next);
        let (one, rest) = (self.w.m.word(1), self.w.m.sub(at[1], count));
        let on = self.w.m.add(at[0], one);
        self.w.m.jump(look, &[on, rest]);
        self.w.m.begin(found);
        (row, at[1])
    }

    /// Keeps the moves put aside in ascending order; too many are left to the plain code.
    fn put_aside(&mut self, n: Value, mv: Value) {
        let full = self.w.m.word(ASIDE as u64 - 1);
        let too_many = self.w.m.less(full, n);
        self.plain_if(too_many);
        let ((first, _), (insert, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(n, (insert, &[]), (first, &[]));
        self.w.m.begin(first);
        let none = self.w.m.word(!0);
        for j in 0..ASIDE {
            self.w.m.store(SEEN, ASIDE_AT + j, none);
        }
        self.w.m.jump(insert, &[]);
        self.w.m.begin(insert);
        let mut mv = mv;
        for j in 0..ASIDE {
            let there = self.w.m.load(SEEN, ASIDE_AT + j);
            let before = self.w.m.less(mv, there);
            let (low, high) = (self.w.m.select(before, mv, there), self.w.m.select(before, there, mv));
            self.w.m.store(SEEN, ASIDE_AT + j, low);
            mv = high;
        }
    }

    /// The set of one cell.
    fn single(&mut self, cell: Below) -> Set {
        let (word, bit) = self.w.place(cell);
        if W == 1 {
            return vec![bit];
        }
        let zero = self.w.m.word(0);
        (0..W)
            .map(|i| {
                let this = self.w.m.word(i as u64);
                let this = self.w.m.equal(word.value(), this);
                self.w.m.select(this, bit, zero)
            })
            .collect()
    }

    /// Would the royal piece be attacked after a move that changes these two cells?
    fn attacked_after(&mut self, t: usize, royal: &Set, (start, to): (Below, Below)) -> Value {
        let plan = self.plan;
        let n_cells = plan.layout.n_cells;
        let (from_set, to_set) = (self.single(start), self.single(to));
        let mut king = self.w.m.lowest(royal[0]);
        for (i, word) in royal.iter().enumerate().skip(1) {
            let (base, place) = (self.w.m.word(64 * i as u64), self.w.m.lowest(*word));
            let there = self.w.m.add(base, place);
            king = self.w.m.select(*word, there, king);
        }
        let itself = self.w.m.equal(king, start.value());
        let king = self.w.m.select(itself, to.value(), king);
        let king = self.w.m.below(king, n_cells);
        let empty = self.w.board(plan.empty);
        let empty = self.w.or(&empty, &from_set);
        let empty = self.w.and_not(&empty, &to_set);
        // `writable` has seen to it that they are known.
        let Some(threats) = threats(plan, plan.turns[t].actor.idx()) else { return self.w.m.word(1) };
        let mut attacked = self.w.m.word(0);
        for (board, from) in &threats.leaps {
            let from = self.rows_of(from, king);
            let there = self.w.board(*board);
            let there = self.w.and_not(&there, &to_set);
            let there = self.w.and(&there, &from);
            let any = self.w.any(&there);
            attacked = self.w.m.or(attacked, any);
        }
        for (boards, rays) in &threats.lines {
            let mut attackers = self.w.constant(&bits::none());
            for board in boards {
                let board = self.w.board(*board);
                attackers = self.w.or(&attackers, &board);
            }
            let attackers = self.w.and_not(&attackers, &to_set);
            let union: Vec<Bits<W>> = rays
                .iter()
                .map(|list| {
                    list.iter().fold(bits::none(), |mut all, ray| {
                        bits::or_into(&mut all, &ray.cells);
                        all
                    })
                })
                .collect();
            let union = self.rows_of(&union, king);
            let near = self.w.and(&attackers, &union);
            let near = self.w.any(&near);
            let ((look, _), (on, sum)) = (self.w.m.block(0), self.w.m.block(1));
            self.w.m.branch(near, (look, &[]), (on, &[attacked]));
            self.w.m.begin(look);
            let mut seen = self.w.constant(&bits::none());
            for up in [true, false] {
                let most = rays.iter().map(|l| l.iter().filter(|r| r.up == up).count()).max().unwrap_or(0);
                for i in 0..most {
                    let of_cell = |l: &Vec<Ray<W>>| {
                        l.iter().filter(|r| r.up == up).nth(i).map_or(bits::none(), |r| r.cells)
                    };
                    let cells: Vec<Bits<W>> = rays.iter().map(of_cell).collect();
                    let ray = self.rows_of(&cells, king);
                    let through = self.through(&ray, up, &empty);
                    seen = self.w.or(&seen, &through);
                }
            }
            let hit = self.w.and(&seen, &attackers);
            let hit = self.w.any(&hit);
            let all = self.w.m.or(attacked, hit);
            self.w.m.jump(on, &[all]);
            self.w.m.begin(on);
            attacked = sum[0];
        }
        attacked
    }

    /// The set that belongs to a cell.
    fn rows_of(&mut self, sets: &[Bits<W>], cell: Below) -> Set {
        let table: Table = self.w.m.table(sets.iter().flatten().copied().collect());
        (0..W)
            .map(|i| {
                let column = self.w.m.constant_below(i, W);
                let place = self.w.m.cell_of(cell, W, column);
                self.w.m.look_up(table, place)
            })
            .collect()
    }

    /// Makes a legal move, and goes on with the next turn.
    fn make_royal(&mut self, t: usize, moved: &[Option<&Moved>], id: Below, (start, to): (Below, Below)) {
        let plan = self.plan;
        let n_codes = plan.codes.pieces().len();
        let code = self.code_at(start);
        let code = self.w.m.below(code, n_codes);
        let taken = self.code_at(to);
        let taken = self.w.m.below(taken, n_codes);
        let becomes = moved.iter().flat_map(|m| -> Vec<u64> {
            let codes = (0..n_codes).map(|c| c as Code);
            codes.map(|c| u64::from(m.map_or(c, |m| m.becomes(c, 0)))).collect()
        });
        let becomes = self.w.m.table(becomes.collect());
        let place = self.w.m.cell_of(id, n_codes, code);
        let new = self.w.m.look_up(becomes, place);
        let new = self.w.m.below(new, n_codes);
        let mut globals: Vec<GlobalId> =
            moved.iter().flatten().flat_map(|m| m.values.iter().map(|v| v.0)).collect();
        globals.sort_unstable();
        globals.dedup();
        for global in globals {
            // Kept or not, and what is added.
            let change = |m: &Option<&Moved>| match m.and_then(|m| m.values.iter().find(|v| v.0 == global)) {
                Some((_, Amount::Const(value))) => [0, *value as u32 as u64],
                Some((_, Amount::Plus(_, n))) => [!0, *n as u32 as u64],
                _ => [!0, 0],
            };
            let table = self.w.m.table(moved.iter().flat_map(change).collect());
            let [keep, add] = [0, 1].map(|i| {
                let column = self.w.m.constant_below(i, 2);
                let place = self.w.m.cell_of(id, 2, column);
                self.w.m.look_up(table, place)
            });
            let at = plan.layout.globals_at + global.idx();
            let (old, mask) = (self.w.m.load(POSITION, at), self.w.m.word(u64::from(u32::MAX)));
            let kept = self.w.m.and(old, keep);
            let value = self.w.m.add(kept, add);
            let value = self.w.m.and(value, mask);
            self.w.m.store(POSITION, at, value);
        }
        let nothing = self.w.m.constant_below(0, n_codes);
        let hash = self.w.m.load(STATE, state::HASH);
        let hash = self.change(start, (Old::Unknown, code), (Some(0), nothing), hash);
        let hash = self.change(to, (Old::Unknown, taken), (None, new), hash);
        let after = plan.turns[t].after;
        let turn_key = plan.layout.turn_keys[t] ^ plan.layout.turn_keys[after as usize];
        let turn_key = self.w.m.word(turn_key);
        let hash = self.w.m.xor(hash, turn_key);
        let last = if plan.ways.forget_last { None } else { Some(to) };
        self.end(t, Some(start), last, hash);
        if plan.asks_repetition {
            self.note(hash);
        }
        let changed = self.w.m.xor(code.value(), new.value());
        let changed = self.w.m.or(changed, taken.value());
        for (i, check) in &plan.order.immediate {
            let ((look, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            if plan.goals[*i as usize].by_count {
                self.w.m.branch(changed, (look, &[]), (next, &[]));
            } else {
                self.w.m.jump(look, &[]);
            }
            self.w.m.begin(look);
            let holds = self.check(check);
            let (reached, _) = self.w.m.block(0);
            self.w.m.branch(holds, (reached, &[]), (next, &[]));
            self.w.m.begin(reached);
            self.stop(stop::GOAL + u64::from(*i));
            self.w.m.begin(next);
        }
        self.go_on(after, false);
    }
}
