//! Writing the plies of games with royal pieces: tables, attacks and judging.
//!
//! What tables and lanes offer is written down, a move is drawn from it and looked at as a change of two cells: whether it leaves
//! the royal piece attacked is known before it is made. A move that does is put aside and another one drawn, as the plain
//! code does. Rules that must be walked are left to the plain code where their gates let somebody through.

mod attacks;
mod bound;
mod change;
pub(super) mod count;
mod offers;

use attacks::{Threatened, threats};

use super::goals;
use super::ply::{Old, Writer};
use super::words::{POSITION, SEEN, STATE, Set};
use super::{RUN, state, stop};
use crate::codes::Code;
use crate::flow::{ExitId, PlaceId};
use crate::gate::Bar;
use crate::lane::Seen;
use crate::plan::{Menu, Plan, Starts};
use crate::recipe::{Amount, Moved, Recipe};
use zug_ir::GlobalId;
use zug_jit::{Below, Maker, Value};

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

/// What threatens each player's royal piece, if the plies of this game can be written.
pub(super) fn threatened<const W: usize>(plan: &Plan<W>) -> Option<Vec<Option<Threatened<W>>>> {
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
    let fits = W <= MAX_WORDS
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
        && plan.order.immediate.iter().all(|(i, _)| goals::can_write(&plan.goals[*i as usize]));
    if !fits {
        return None;
    }
    let acts = |player: usize| plan.turns.iter().any(|t| t.actor.idx() == player);
    let of = |player| if acts(player) { threats(plan, player).map(Some) } else { Some(None) };
    (0..plan.rivals.len()).map(of).collect()
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

pub(super) fn write<const W: usize>(
    plan: &Plan<W>,
    threatened: &[Option<Threatened<W>>],
    maker: &mut Maker<'_>,
) {
    let turn = maker.load(STATE, state::TURN);
    let mut writer = Writer::new(plan, maker);
    writer.dispatch(turn);
    for t in 0..plan.turns.len() {
        if let Some(threats) = &threatened[plan.turns[t].actor.idx()] {
            writer.royal_turn(t, threats);
        }
    }
    writer.w.m.begin(writer.plain);
    writer.stop(stop::PLAIN);
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    fn royal_turn(&mut self, t: usize, threats: &Threatened<W>) {
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
        self.late_goals();
        self.draw_royal((t, threats), &sorts, &royal, (n, total));
    }

    /// Draws moves until one is legal, and makes it.
    fn draw_royal(
        &mut self,
        (t, threats): (usize, &Threatened<W>),
        sorts: &[Sort],
        royal: &Set,
        (n_offers, total): (Value, Value),
    ) {
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
        let (seed, mut drawn) = self.draw(at[1], left);
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
        let attacked = self.attacked_after(threats, royal, (start, to));
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
