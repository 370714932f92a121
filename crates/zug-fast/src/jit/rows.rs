//! Pieces one by one, each with what it can do, written down to draw from.
//!
//! Each piece has a row; how many moves there are up to each row is packed into a few words, so that the row of a number is found
//! without a branch.

use super::ply::Writer;
use super::words::{SEEN, Set};
use super::{RUN, royal};
use zug_jit::{Below, Value};

/// So many pieces have rows; where there are more the plain code draws.
const PIECES: usize = 8;
/// Sums of moves, sixteen bits each, the highest for comparing.
const LANE: u32 = 16;
const EACH_LANE: u64 = 0x0001_0001_0001_0001;
const HIGHEST: u64 = EACH_LANE << (LANE - 1);
const PER_WORD: usize = 64 / LANE as usize;
/// Moves of the pieces before it, and its cell; then what the writer of the rows puts there.
const FIXED: usize = 2;

/// Most words that a row may have beside those.
pub(super) const MAX_WIDTH: usize = royal::SPACE / PIECES - FIXED;

/// Rows as the program has written them.
pub(super) struct Rows {
    sums: Vec<Value>,
    pub(super) total: Value,
    width: usize,
}

/// One of the rows.
pub(super) struct Row {
    at: Below,
    width: usize,
}

/// What is written for a piece: it gives the words of its row and the number of its moves.
type Each<'f, W> = &'f mut dyn FnMut(&mut W, Below) -> (Vec<Value>, Value);

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Writes a row for each piece, given so many words for it and the number of its moves.
    pub(super) fn write_rows(&mut self, pieces: &Set, width: usize, each: Each<'_, Self>) -> Rows {
        assert!(width <= MAX_WIDTH, "a row of {width}");
        let width = width + FIXED;
        let (count, all, zero) = (self.w.count(pieces), self.w.m.word(PIECES as u64), self.w.m.word(0));
        let many = self.w.m.less(all, count);
        self.plain_if(many);
        // Handed over: pieces to go, the row, moves so far, their sums. The last piece has the last row.
        let words = PIECES / PER_WORD;
        let ((again, at), (end, found)) = (self.w.m.block(W + 2 + words), self.w.m.block(1 + words));
        let (go, _) = self.w.m.block(0);
        let first = self.w.m.sub(all, count);
        let values: Vec<Value> =
            pieces.iter().copied().chain([first, zero]).chain(vec![zero; words]).collect();
        self.w.m.jump(again, &values);
        self.w.m.begin(again);
        let (left, row, before, sums) = (at[..W].to_vec(), at[W], at[W + 1], at[W + 2..].to_vec());
        let any = self.w.any(&left);
        let done: Vec<Value> = [before].into_iter().chain(sums.iter().copied()).collect();
        self.w.m.branch(any, (go, &[]), (end, &done));
        self.w.m.begin(go);
        let (start, rest) = self.w.take_first(&left);
        let start = self.w.m.below(start, self.plan.layout.n_cells);
        let row = self.w.m.below(row, PIECES);
        let (words, n) = each(self, start);
        for (i, word) in [before, start.value()].into_iter().chain(words).enumerate() {
            let column = self.w.m.constant_below(i, width);
            let place = self.w.m.cell_of(row, width, column);
            self.w.m.store_at(SEEN, RUN, place, word);
        }
        let sum = self.w.m.add(before, n);
        // Each sum comes in at the top and moves the others down.
        let (by, back) = (self.w.m.word(u64::from(LANE)), self.w.m.word(u64::from(64 - LANE)));
        let mut carried = sum;
        let mut moved = Vec::new();
        for word in sums.iter().rev() {
            let (low, high) = (self.w.m.shr(*word, by), self.w.m.shl(carried, back));
            moved.push(self.w.m.or(low, high));
            carried = *word;
        }
        let one = self.w.m.word(1);
        let on = self.w.m.add(row.value(), one);
        let values: Vec<Value> = rest.into_iter().chain([on, sum]).chain(moved.into_iter().rev()).collect();
        self.w.m.jump(again, &values);
        self.w.m.begin(end);
        let (total, full) = (found[0], self.w.m.word((1 << (LANE - 1)) - 1));
        let too_many = self.w.m.less(full, total);
        self.plain_if(too_many);
        Rows { sums: found[1..].to_vec(), total, width }
    }

    /// The row with the move of that number.
    pub(super) fn row_of(&mut self, rows: &Rows, number: Value) -> Row {
        let (each, highest) = (self.w.m.word(EACH_LANE), self.w.m.word(HIGHEST));
        let numbers = self.w.m.mul(number, each);
        let numbers = self.w.m.or(numbers, highest);
        let mut row = self.w.m.word(0);
        for word in &rows.sums {
            let passed = self.w.m.sub(numbers, *word);
            let passed = self.w.m.and(passed, highest);
            let passed = self.w.m.count(passed);
            row = self.w.m.add(row, passed);
        }
        Row { at: self.w.m.masked(row, PIECES.ilog2()), width: rows.width }
    }

    fn in_row(&mut self, row: &Row, i: usize) -> Value {
        let column = self.w.m.constant_below(i, row.width);
        let place = self.w.m.cell_of(row.at, row.width, column);
        self.w.m.load_at(SEEN, RUN, place)
    }

    /// Of the row with the move of that number: the number there, and the piece's cell.
    pub(super) fn piece_of(&mut self, row: &Row, number: Value) -> (Value, Below) {
        let (before, start) = (self.in_row(row, 0), self.in_row(row, 1));
        (self.w.m.sub(number, before), self.w.m.below(start, self.plan.layout.n_cells))
    }

    /// A set that was written into a row, behind so many others.
    pub(super) fn set_of(&mut self, row: &Row, nth: usize) -> Set {
        (0..W).map(|i| self.in_row(row, FIXED + nth * W + i)).collect()
    }
}
