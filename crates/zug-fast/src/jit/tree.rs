//! Writing the tree of a turn that goes on: every complete way to play it is found and noted, one is drawn and made.
//!
//! Where hops have a shape, a turn in progress is the cell its piece is on and the set of what it has taken; what boards show
//! follows from that and from the position before the turn. What can be done next is a word with a bit for each sort of hop.

use super::ply::{Old, Writer};
use super::words::{POSITION, SEEN, STATE, Set};
use super::{RUN, state};
use crate::class::{BoardId, Class};
use crate::codes::Code;
use crate::first::First;
use crate::flow::ExitId;
use crate::hops::{SHAPED, Shape};
use std::collections::BTreeMap;
use zug_jit::{Below, Table, Value};

/// Pieces still to be looked at, and the one that is.
const ROOTS: usize = RUN;
const START: usize = RUN + 1;
/// Turns in progress that can go on in some way not tried yet: what, from where, what is taken, where the piece has been.
const FRAMES: usize = RUN + 2;
const FRAME: usize = 4;
const MAX_FRAMES: usize = 32;
/// Complete moves: what is taken, and the rest.
const ENDS: usize = FRAMES + MAX_FRAMES * FRAME;
const MAX_ENDS: usize = 512;
/// What this takes of the region behind the positions noted.
pub(super) const SPACE: usize = ENDS + MAX_ENDS * 2 - RUN;

/// The cells of a complete move as bytes of one word: where it starts, where its last part does, where it ends. Behind them
/// is what it comes to.
const CELL: u32 = 8;

/// What moves, what becomes of it, and an exit with the values that are set.
type Finish = (Code, Code, ExitId);

/// A turn in progress.
struct Node {
    cell: Below,
    taken: Value,
    from: Value,
    to: Value,
    been: Option<Value>,
}

/// Complete moves so far, and how many pieces the best of them take.
type Found = (Value, Value);

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Plays a turn of several parts, given who can begin it; goes on behind it if there is none. False if the plain code must.
    pub(super) fn tree(&mut self, t: usize, firsts: &[First<W>], begins: &Set) -> bool {
        if const { W > SHAPED } {
            return false;
        }
        let plan = self.plan;
        let player = plan.turns[t].actor;
        let Some(hops) = plan.hops[player.idx()].as_ref().filter(|_| plan.forgotten) else { return false };
        let shape = |first: &First<W>| {
            let shape = hops.shape(&plan.shared, first.table).filter(|s| s.been.len() <= 1)?;
            plan.codes.only(player, shape.kind).map(|code| (shape, code))
        };
        let shapes: Vec<Option<(Shape<W>, Code)>> = firsts.iter().map(shape).collect();
        if shapes.iter().all(Option::is_none) {
            return false;
        }
        let mut others = self.w.m.word(0);
        for (first, _) in firsts.iter().zip(&shapes).filter(|(_, shape)| shape.is_none()) {
            let pieces = self.w.board(first.board);
            let pieces = self.w.and(&pieces, begins);
            let any = self.w.any(&pieces);
            others = self.w.m.or(others, any);
        }
        let ((open, _), (go, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(others, (open, &[]), (go, &[]));
        self.w.m.begin(open);
        self.leave_open(begins);
        self.w.m.begin(go);
        let zero = self.w.m.word(0);
        let mut found = (zero, zero);
        let mut finishes: Vec<Finish> = Vec::new();
        for (first, shape) in firsts.iter().zip(&shapes) {
            let Some((shape, code)) = shape else { continue };
            let pieces = self.w.board(first.board);
            let starts = self.w.and(&pieces, begins);
            let grower = Grower { shape, code: *code, most: hops.most, early: hops.stop_early };
            found = self.grow(&grower, starts[0], found, &mut finishes);
        }
        let ((play, _), (none, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(found.0, (play, &[]), (none, &[]));
        self.w.m.begin(play);
        self.draw_end(t, found.0, &finishes);
        self.w.m.begin(none);
        true
    }

    /// Notes every complete move of pieces of one kind.
    fn grow(&mut self, of: &Grower<'_, W>, starts: Value, found: Found, finishes: &mut Vec<Finish>) -> Found {
        let plan = self.plan;
        let Shape { sorts, rows, been, sets, .. } = of.shape;
        let n_cells = plan.layout.n_cells;
        let been = been.first();
        let stays = finish(finishes, (of.code, of.code, *sets)) as u64;
        let stays = self.w.m.word(stays);
        let ends = sorts.iter().map(|s| {
            let new = s.kind.map_or(of.code, |kind| plan.codes.with_kind(of.code, kind));
            (finish(finishes, (of.code, new, *sets)) as u64) << 1 | u64::from(s.over)
        });
        let ends: Vec<u64> = ends.collect();
        let any_over = sorts.iter().any(|s| s.over);
        let n_sorts = sorts.len();
        let m = &mut *self.w.m;
        let ends = m.table(ends);
        let all_rows = || rows.iter().flatten();
        let targets = m.table(all_rows().map(|r| r.map_or(0, |r| u64::from(r.to))).collect());
        let takes = m.table(all_rows().map(|r| r.map_or(0, |r| r.taken[0])).collect());
        let lines = m.table(all_rows().map(|r| r.map_or(0, |r| r.line[0])).collect());
        let open = |cell: usize| (0..n_sorts).fold(0, |all, i| all | u64::from(rows[i][cell].is_some()) << i);
        let valid = m.table((0..n_cells).map(open).collect());
        let ups = m.table(sorts.iter().map(|s| u64::from(s.up == Some(true))).collect());
        let ((roots, root), (done, sum)) = (m.block(3), m.block(2));
        // Where the piece is, what is taken, where the last part started and ended, is there a part, frames, and what is found.
        let ((expand, node), (next, at)) = (m.block(8 + usize::from(been.is_some())), m.block(3));
        let (zero, one) = (m.word(0), m.word(1));
        m.jump(roots, &[starts, found.0, found.1]);

        m.begin(roots);
        let (go, _) = m.block(0);
        m.branch(root[0], (go, &[]), (done, &root[1..]));
        m.begin(go);
        let cell = m.lowest(root[0]);
        let rest = self.less_lowest(root[0]);
        self.w.m.store(SEEN, ROOTS, rest);
        self.w.m.store(SEEN, START, cell);
        let (from, to) =
            (self.shown_or(plan.layout.last_from, zero), self.shown_or(plan.layout.last_to, zero));
        let mut values = vec![cell, zero, from, to, zero, zero, root[1], root[2]];
        values.extend(been.map(|_| zero));
        self.w.m.jump(expand, &values);

        self.w.m.begin(expand);
        let cell = self.w.m.below(node[0], n_cells);
        let here = Node { cell, taken: node[1], from: node[2], to: node[3], been: node.get(8).copied() };
        let (is_part, depth, found) = (node[4], node[5], (node[6], node[7]));
        let mask = self.able(of, &here, valid);
        let ((push, so_far), (leaf, _), (part, _)) =
            (self.w.m.block(2), self.w.m.block(0), self.w.m.block(0));
        if of.early {
            let (after, all) = self.w.m.block(2);
            self.w.m.branch(is_part, (part, &[]), (after, &[found.0, found.1]));
            self.w.m.begin(part);
            let found = self.note_end(of, &here, stays, found);
            self.w.m.jump(after, &[found.0, found.1]);
            self.w.m.begin(after);
            self.w.m.branch(mask, (push, &all), (next, &[depth, all[0], all[1]]));
            self.never(leaf);
        } else {
            self.w.m.branch(mask, (push, &[found.0, found.1]), (leaf, &[]));
            self.w.m.begin(leaf);
            self.w.m.branch(is_part, (part, &[]), (next, &[depth, found.0, found.1]));
            self.w.m.begin(part);
            let found = self.note_end(of, &here, stays, found);
            self.w.m.jump(next, &[depth, found.0, found.1]);
        }
        self.w.m.begin(push);
        let frame = self.w.m.below(depth, MAX_FRAMES);
        for (i, word) in [mask, cell.value(), here.taken].into_iter().chain(here.been).enumerate() {
            let place = self.in_frame(frame, i);
            self.w.m.store_at(SEEN, FRAMES, place, word);
        }
        let deeper = self.w.m.add(depth, one);
        self.w.m.jump(next, &[deeper, so_far[0], so_far[1]]);

        self.w.m.begin(next);
        let (go, _) = self.w.m.block(0);
        let others = self.w.m.load(SEEN, ROOTS);
        self.w.m.branch(at[0], (go, &[]), (roots, &[others, at[1], at[2]]));
        self.w.m.begin(go);
        let less = self.w.m.sub(at[0], one);
        let frame = self.w.m.below(less, MAX_FRAMES);
        let words: Vec<Value> = (0..3 + usize::from(been.is_some()))
            .map(|i| {
                let place = self.in_frame(frame, i);
                self.w.m.load_at(SEEN, FRAMES, place)
            })
            .collect();
        let rest = self.less_lowest(words[0]);
        let place = self.in_frame(frame, 0);
        self.w.m.store_at(SEEN, FRAMES, place, rest);
        let depth = self.w.m.select(rest, at[0], less);
        let sort = self.w.m.lowest(words[0]);
        let sort = self.w.m.below(sort, n_sorts);
        let cell = self.w.m.below(words[1], n_cells);
        let row = self.w.m.cell_of(sort, n_cells, cell);
        let to = self.w.m.look_up(targets, row);
        let to = self.w.m.below(to, n_cells);
        let (_, from_bit) = self.w.place(cell);
        let (_, to_bit) = self.w.place(to);
        let mut taken = self.w.m.look_up(takes, row);
        if let Some(board) = of.shape.line {
            let line = self.w.m.look_up(lines, row);
            let up = self.w.m.look_up(ups, sort);
            let shown = self.w.board(board);
            let shown = if of.shape.late { shown[0] } else { self.w.m.and_not(shown[0], words[2]) };
            let run = self.run_of(line, up, shown);
            taken = self.w.m.or(taken, run);
        }
        let taken = self.w.m.or(taken, words[2]);
        let been = words.get(3).map(|been| self.w.m.or(*been, from_bit));
        let mut values = vec![to.value(), taken, from_bit, to_bit, one, depth, at[1], at[2]];
        values.extend(been);
        if any_over {
            let (over, _) = self.w.m.block(0);
            let end = self.w.m.look_up(ends, sort);
            let is_over = self.w.m.and(end, one);
            self.w.m.branch(is_over, (over, &[]), (expand, &values));
            self.w.m.begin(over);
            let finish = self.w.m.shr(end, one);
            let here = Node { cell: to, taken, from: from_bit, to: to_bit, been };
            let found = self.note_end(of, &here, finish, (at[1], at[2]));
            self.w.m.jump(next, &[depth, found.0, found.1]);
        } else {
            self.w.m.jump(expand, &values);
        }
        self.w.m.begin(done);
        (sum[0], sum[1])
    }

    /// Which sorts of hops can be made: a bit for each.
    fn able(&mut self, of: &Grower<'_, W>, node: &Node, valid: Table) -> Value {
        let mut boards: BTreeMap<BoardId, Value> = BTreeMap::new();
        for (board, ..) in of.shape.sorts.iter().flat_map(|s| &s.asks) {
            if !boards.contains_key(board) {
                let shown = self.shown_in(of, node, *board);
                boards.insert(*board, shown);
            }
        }
        let zero = self.w.m.word(0);
        let back = self.w.m.sub(zero, node.cell.value());
        // What is asked of cells that far away, turned round until the piece is at the beginning.
        let mut turned: BTreeMap<Vec<(BoardId, bool)>, Value> = BTreeMap::new();
        let mut able = zero;
        for (i, sort) in of.shape.sorts.iter().enumerate() {
            let mut cells: BTreeMap<i32, Vec<(BoardId, bool)>> = BTreeMap::new();
            sort.asks
                .iter()
                .for_each(|(board, far, shown)| cells.entry(*far).or_default().push((*board, *shown)));
            let mut all = self.w.m.word(1 << i);
            for (far, asks) in cells {
                let set = *turned.entry(asks.clone()).or_insert_with(|| {
                    let all = self.w.m.word(!0);
                    let set = asks.iter().fold(all, |set, (board, shown)| match shown {
                        true => self.w.m.and(set, boards[board]),
                        false => self.w.m.and_not(set, boards[board]),
                    });
                    self.w.m.rotate_left(set, back)
                });
                let by = self.w.m.word((i as i32 - far) as u64 & 63);
                let there = self.w.m.rotate_left(set, by);
                all = self.w.m.and(all, there);
            }
            able = self.w.m.or(able, all);
        }
        let valid = self.w.m.look_up(valid, node.cell);
        self.w.m.and(able, valid)
    }

    /// What a board shows during a turn.
    fn shown_in(&mut self, of: &Grower<'_, W>, node: &Node, board: BoardId) -> Value {
        let plan = self.plan;
        let before = self.w.board(board)[0];
        let (_, here) = self.w.place(node.cell);
        let left = self.w.m.load(SEEN, START);
        let one = self.w.m.word(1);
        let left = self.w.m.shl(one, left);
        let gone = if of.shape.late { left } else { self.w.m.or(left, node.taken) };
        match plan.shared.classes.class(board) {
            Class::LastFrom => node.from,
            Class::LastTo => node.to,
            Class::Doomed if of.shape.late => node.taken,
            Class::Flagged(_) if of.shape.been.contains(&board) => node.been.unwrap_or(before),
            Class::Doomed | Class::Flagged(_) => before,
            Class::Empty => {
                let more = self.w.m.or(before, gone);
                self.w.m.and_not(more, here)
            }
            _ => {
                let less = self.w.m.and_not(before, gone);
                let shows = plan.codes.boards[of.code as usize] >> board.0 & 1 != 0;
                if shows { self.w.m.or(less, here) } else { less }
            }
        }
    }

    /// Notes a complete move, if none takes more.
    fn note_end(&mut self, of: &Grower<'_, W>, node: &Node, finish: Value, (n, best): Found) -> Found {
        let m = &mut *self.w.m;
        let (zero, one) = (m.word(0), m.word(1));
        let (mut n, mut best, mut more) = (n, best, one);
        if of.most {
            let count = m.count(node.taken);
            let better = m.less(best, count);
            n = m.select(better, zero, n);
            best = m.select(better, count, best);
            more = m.equal(best, count);
        }
        let place = m.below(n, MAX_ENDS);
        let mut rest = m.load(SEEN, START);
        let from = m.lowest(node.from);
        for (i, value) in [from, node.cell.value(), finish].into_iter().enumerate() {
            let by = m.word(u64::from(CELL) * (i as u64 + 1));
            let value = m.shl(value, by);
            rest = m.or(rest, value);
        }
        for (i, word) in [node.taken, rest].into_iter().enumerate() {
            let column = m.constant_below(i, 2);
            let place = m.cell_of(place, 2, column);
            m.store_at(SEEN, ENDS, place, word);
        }
        (m.add(n, more), best)
    }

    /// Draws one of the complete moves and makes it.
    fn draw_end(&mut self, t: usize, total: Value, finishes: &[Finish]) {
        let seed = self.w.m.load(STATE, state::SEED);
        let (seed, drawn) = self.draw(seed, total);
        self.w.m.store(STATE, state::SEED, seed);
        let drawn = self.w.m.below(drawn, MAX_ENDS);
        let [taken, rest] = [0, 1].map(|i| {
            let column = self.w.m.constant_below(i, 2);
            let place = self.w.m.cell_of(drawn, 2, column);
            self.w.m.load_at(SEEN, ENDS, place)
        });
        let n_cells = self.plan.layout.n_cells;
        let [start, from, to] = [0, 1, 2].map(|i| {
            let by = self.w.m.word(i * u64::from(CELL));
            let cell = self.w.m.shr(rest, by);
            let cell = self.w.m.masked(cell, CELL).value();
            self.w.m.below(cell, n_cells)
        });
        let by = self.w.m.word(3 * u64::from(CELL));
        let finish = self.w.m.shr(rest, by);
        for (i, (code, new, sets)) in finishes.iter().enumerate() {
            let ((this, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            let number = self.w.m.word(i as u64);
            let equal = self.w.m.equal(finish, number);
            self.w.m.branch(equal, (this, &[]), (next, &[]));
            self.w.m.begin(this);
            self.count_on(&self.plan.shared.exits.get(*sets).effects);
            self.make_turn(t, (*code, *new), (start, from, to), taken);
            self.w.m.begin(next);
        }
        self.w.m.fail();
    }

    /// Makes a move of several parts, and goes on with the next turn.
    fn make_turn(
        &mut self,
        t: usize,
        (code, new): (Code, Code),
        (start, from, to): (Below, Below, Below),
        taken: Value,
    ) {
        let hash = self.w.m.load(STATE, state::HASH);
        let hash = self.set(start, Old::Known(code), 0, hash);
        let hash = self.each_cell(&vec![taken], &[hash], &mut |w, cell, hash| {
            vec![w.set(cell, Old::Unknown, 0, hash[0])]
        })[0];
        // Where it ends is empty by now, even if it started there or has taken what stood there.
        let hash = self.set(to, Old::Known(0), new, hash);
        let touched = self.touched(Some(code), Old::Known(0), new);
        self.pass_on(t, (Some(from), to), hash, touched.either(self.touched(None, Old::Unknown, 0)));
    }

    /// The cells of a line before the first one that a board does not show.
    fn run_of(&mut self, line: Value, up: Value, shown: Value) -> Value {
        let m = &mut *self.w.m;
        let (one, all) = (m.word(1), m.word(!0));
        let gaps = m.and_not(line, shown);
        let less = m.sub(gaps, one);
        let below = m.xor(gaps, less);
        let some = m.or(gaps, one);
        let highest = m.highest(some);
        let above = m.shl(all, highest);
        let near = m.select(up, below, above);
        let near = m.and(line, near);
        m.and(near, shown)
    }

    fn less_lowest(&mut self, set: Value) -> Value {
        let one = self.w.m.word(1);
        let less = self.w.m.sub(set, one);
        self.w.m.and(set, less)
    }

    /// What a board shows, if there is one.
    fn shown_or(&mut self, board: Option<BoardId>, otherwise: Value) -> Value {
        board.map_or(otherwise, |board| self.w.m.load(POSITION, board.0 as usize * W))
    }

    fn in_frame(&mut self, frame: Below, word: usize) -> Below {
        let column = self.w.m.constant_below(word, FRAME);
        self.w.m.cell_of(frame, FRAME, column)
    }
}

/// What is looked through: pieces of one shape; do only turns that take most count, may one stop after any part?
struct Grower<'a, const W: usize> {
    shape: &'a Shape<W>,
    code: Code,
    most: bool,
    early: bool,
}

/// The place of what a turn comes to in the list of all.
fn finish(finishes: &mut Vec<Finish>, finish: Finish) -> usize {
    finishes.iter().position(|f| *f == finish).unwrap_or_else(|| {
        finishes.push(finish);
        finishes.len() - 1
    })
}
