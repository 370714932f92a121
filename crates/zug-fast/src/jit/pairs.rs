//! Writing turns of two parts.
//!
//! A first part is drawn together with one of all second parts that there could be; where that one is possible they are the move,
//! else others are drawn, as the plain code does.

use super::ply::{Old, Writer};
use super::rows::Rows;
use super::royal::MAX_WORDS;
use super::state;
use super::words::{STATE, Set};
use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::codes::Code;
use crate::flow::{Effect, ExitId, Place};
use crate::pair::MAX_DRAWS;
use crate::plan::{Menu, Plan};
use crate::shot::Shots;
use crate::table::{Rows as Lines, Table};
use zug_ir::Then;
use zug_jit::{Below, Block};
use zug_vm::NO_CELL;

/// Turns of pieces of one sort: what moves, what the second part leaves behind, and what it sets down.
pub(super) struct Pairs<'p, const W: usize> {
    board: BoardId,
    table: &'p Table<W>,
    shots: &'p Shots<W>,
    most: u32,
    /// `near[cell]`: where one of these is empty there is a second part.
    near: Vec<Bits<W>>,
    code: Code,
    left: Code,
    new: Code,
}

/// The turns of a menu, if all of them have two parts and code can make them.
pub(super) fn pairs<'p, const W: usize>(plan: &'p Plan<W>, menu: &'p Menu<W>) -> Option<Pairs<'p, W>> {
    if const { W > MAX_WORDS } {
        return None;
    }
    let others = menu.uniform.len() + menu.lanes.len() + menu.walks.len() + menu.merged.len();
    let closed = menu.hops.is_none() && menu.onward.is_none() && menu.twins.is_empty() && !menu.compares;
    let ([(board, table)], true) = (&menu.tables[..], others == 0 && closed) else { return None };
    let [first] = &table.groups[..] else { return None };
    let landing = &menu.landings[first.landing as usize];
    let of = plan.rules[first.rule as usize].of;
    let then = plan.shared.exits.get(first.exit).then;
    let fits = then != Then::Done
        && plan.only_moves(first.exit)
        && landing.quiet
        && landing.hit.is_none()
        && plan.layout.doomed.is_none()
        && plan.layout.flagged.is_empty();
    let seconds = plan.seconds[of.player.idx()].as_ref().filter(|_| fits)?;
    let shots = seconds.shots_of(of.kind, then)?;
    let code = plan.codes.only(of.player, of.kind)?;
    let (left, new) = second(plan, shots.only_exit()?, code)?;
    let near =
        (0..plan.layout.n_cells as u16).map(|start| near(plan, shots, start)).collect::<Option<_>>()?;
    let rows = table.rows();
    let lines_only = rows.lame + rows.hop_ups + rows.hop_downs == 0;
    lines_only.then_some(Pairs { board: *board, table, shots, most: seconds.most, near, code, left, new })
}

/// What a second part leaves behind and what it sets down.
fn second<const W: usize>(plan: &Plan<W>, exit: ExitId, code: Code) -> Option<(Code, Code)> {
    let exit = plan.shared.exits.get(exit);
    let moves = exit.moves.is_empty() && exit.from == Place::Start && !exit.drop && !exit.copy && !exit.still;
    let ends = exit.then == Then::Done && !exit.sets_flags() && exit.each.is_none();
    if !moves || !ends || exit.effects_on_the_way || exit.kinds.len() > 1 {
        return None;
    }
    let mut left = 0;
    for effect in &exit.effects {
        let Effect::Create(piece, Place::Start) = effect else { return None };
        left = plan.codes.code(*piece)?;
    }
    Some((left, exit.kinds.first().map_or(code, |kind| plan.codes.with_kind(code, *kind))))
}

/// The cells next to a start, if every line begins with a landing there; none where a turn may always end.
fn near<const W: usize>(plan: &Plan<W>, shots: &Shots<W>, start: u16) -> Option<Bits<W>> {
    let all = || shots.of(start).map(|(way, _)| way).filter(|_| !plan.stop_early);
    let mut near = bits::none();
    all().filter(|way| bits::count(way) == 1).for_each(|way| bits::or_into(&mut near, &way));
    all().all(|way| bits::meet(&near, &way)).then_some(near)
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Plays a ply of two parts; where nothing can begin one it goes on there.
    pub(super) fn pair_ply(&mut self, t: usize, pairs: &Pairs<'_, W>, next: Block) {
        let (pieces, empty) = (self.w.board(pairs.board), self.w.board(self.plan.empty));
        let mut lines = pairs.table.rows();
        let data = self.w.m.table(std::mem::take(&mut lines.words));
        // For each piece where it can go, and what is empty then.
        let rows = self.write_rows(&pieces, 2 * W, &mut |writer, start| {
            let targets = writer.reached(&lines, data, start, &empty);
            let itself = writer.single(start);
            let open = writer.w.or(&empty, &itself);
            let n = writer.w.count(&targets);
            (targets.into_iter().chain(open).collect(), n)
        });
        let (play, _) = self.w.m.block(0);
        self.w.m.branch(rows.total, (play, &[]), (next, &[]));
        self.w.m.begin(play);
        self.draw_pair(t, pairs, &rows);
    }

    /// Where a piece can go by its lines and leaps.
    fn reached(&mut self, rows: &Lines, data: zug_jit::Table, start: Below, empty: &Set) -> Set {
        let mut sets = 0;
        let mut next = |writer: &mut Self| -> Set {
            let first = sets * W;
            sets += 1;
            let word = |i: usize| {
                let column = writer.w.m.constant_below(first + i, rows.width);
                let place = writer.w.m.cell_of(start, rows.width, column);
                writer.w.m.look_up(data, place)
            };
            (0..W).map(word).collect()
        };
        let mut reached = next(self);
        for (count, up) in [(rows.ups, true), (rows.downs, false)] {
            for _ in 0..count {
                let ray = next(self);
                let through = self.through(&ray, up, empty);
                reached = self.w.or(&reached, &through);
            }
        }
        let lands = next(self);
        let reached = self.w.and(&reached, &lands);
        self.w.and(&reached, empty)
    }

    /// Draws until there is a complete move, and makes it.
    fn draw_pair(&mut self, t: usize, pairs: &Pairs<'_, W>, rows: &Rows) {
        let total = rows.total;
        let n_cells = self.plan.layout.n_cells;
        let width = pairs.most as usize;
        let (mut ways, mut targets) = (Vec::new(), Vec::new());
        for start in 0..n_cells as u16 {
            let mut row: Vec<(Bits<W>, u16)> = pairs.shots.of(start).collect();
            // What is missing is never possible: some cell of it is not empty, be it the start itself.
            row.resize(width - 1, ([!0; W], NO_CELL));
            row.push((pairs.near[start as usize], NO_CELL));
            ways.extend(row.iter().flat_map(|(way, _)| *way));
            targets.extend(row.iter().map(|(_, to)| u64::from(*to)));
        }
        let (ways, targets) = (self.w.m.table(ways), self.w.m.table(targets));
        // Handed over: the seed, and how often a pair may still be drawn.
        let ((again, at), (try_on, _)) = (self.w.m.block(2), self.w.m.block(0));
        let seed = self.w.m.load(STATE, state::SEED);
        let (draws, most) = (self.w.m.word(MAX_DRAWS as u64), self.w.m.word(u64::from(pairs.most)));
        self.w.m.jump(again, &[seed, draws]);
        self.w.m.begin(again);
        self.w.m.branch(at[1], (try_on, &[]), (self.plain, &[]));
        self.w.m.begin(try_on);
        let (one, zero, all) = (self.w.m.word(1), self.w.m.word(0), self.w.m.word(!0));
        let fewer = self.w.m.sub(at[1], one);
        // A number below the product, taken apart into first and second.
        let (seed, x) = self.next_number(at[0]);
        let (k, part) = (self.w.m.mul_high(x, total), self.w.m.mul(x, total));
        let (n, low) = (self.w.m.mul_high(part, most), self.w.m.mul(part, most));
        let product = self.w.m.mul(total, most);
        let rare = self.w.m.less(low, product);
        self.plain_if(rare);
        let row = self.row_of(rows, k);
        let (nth, start) = self.piece_of(&row, k);
        let (cells, open) = (self.set_of(&row, 0), self.set_of(&row, 1));
        let middle = self.w.nth(&cells, nth);
        let middle = self.w.m.below(middle, n_cells);
        let n = self.w.m.below(n, width);
        let shot = self.w.m.cell_of(middle, width, n);
        // Of the first part alone nothing near it must be empty, of another nothing on its way must not be.
        let alone = self.w.m.word(u64::from(pairs.most) - 1);
        let alone = self.w.m.equal(n.value(), alone);
        let turned = self.w.m.select(alone, zero, all);
        let mut met = zero;
        for (i, word) in open.iter().enumerate() {
            let column = self.w.m.constant_below(i, W);
            let place = self.w.m.cell_of(shot, W, column);
            let (way, bad) = (self.w.m.look_up(ways, place), self.w.m.xor(*word, turned));
            let bad = self.w.m.and(way, bad);
            met = self.w.m.or(met, bad);
        }
        let ((found, _), (single, _), (double, _)) =
            (self.w.m.block(0), self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(met, (again, &[seed, fewer]), (found, &[]));
        self.w.m.begin(found);
        self.w.m.branch(alone, (single, &[]), (double, &[]));
        self.w.m.begin(double);
        let to = self.w.m.look_up(targets, shot);
        let to = self.w.m.below(to, n_cells);
        self.w.m.store(STATE, state::SEED, seed);
        self.make_pair(t, pairs, start, (middle, Some(to)));
        self.w.m.begin(single);
        self.w.m.store(STATE, state::SEED, seed);
        self.make_pair(t, pairs, start, (middle, None));
    }

    /// Makes a move of a first part and perhaps a second one, and goes on with the next turn.
    fn make_pair(
        &mut self,
        t: usize,
        pairs: &Pairs<'_, W>,
        start: Below,
        (middle, to): (Below, Option<Below>),
    ) {
        let Pairs { code, left, new, .. } = *pairs;
        let hash = if self.lean { self.w.m.word(0) } else { self.w.m.load(STATE, state::HASH) };
        let hash = self.set(start, Old::Known(code), 0, hash);
        let (hash, ends) = match to {
            None => (self.set(middle, Old::Known(0), code, hash), (start, middle)),
            Some(to) => {
                let hash = if left == 0 { hash } else { self.set(middle, Old::Known(0), left, hash) };
                (self.set(to, Old::Known(0), new, hash), (middle, to))
            }
        };
        let touched = [code, left, new].iter().fold(self.touched(Some(code), Old::Known(0), 0), |all, c| {
            all.either(self.touched(None, Old::Known(0), *c))
        });
        self.pass_on(t, (Some(ends.0), ends.1), hash, touched);
    }
}
