//! Writing who can begin a turn, of pieces that fly: piece by piece, line by line.

use super::ply::Writer;
use super::words::Set;
use crate::hops::Lines;
use zug_jit::Value;

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Those of the pieces that perhaps can make a hop.
    pub(super) fn able_on_lines(&mut self, of: &Lines, pieces: Value) -> Set {
        let plan = self.plan;
        let n_cells = plan.layout.n_cells;
        let n_asks = of.asks.len() / of.width();
        let lines = self.w.m.table(of.lines.clone());
        let asks = self.w.m.table(of.asks.clone());
        let boards: Vec<Value> = of.boards.iter().map(|board| self.w.board(*board)[0]).collect();
        let empty = self.w.board(plan.empty)[0];
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        // Handed over: pieces to go, and those found able.
        let ((again, at), (go, _), (end, found)) = (self.w.m.block(2), self.w.m.block(0), self.w.m.block(1));
        self.w.m.jump(again, &[pieces, zero]);
        self.w.m.begin(again);
        self.w.m.branch(at[0], (go, &[]), (end, &[at[1]]));
        self.w.m.begin(go);
        let cell = self.w.m.lowest(at[0]);
        let cell = self.w.m.below(cell, n_cells);
        let less = self.w.m.sub(at[0], one);
        let rest = self.w.m.and(at[0], less);
        let piece = self.w.m.and_not(at[0], rest);
        // Handed over: lines to go.
        let ((line, left), (look, _)) = (self.w.m.block(1), self.w.m.block(0));
        let all = self.w.m.word(of.per_start as u64);
        self.w.m.jump(line, &[all]);
        self.w.m.begin(line);
        self.w.m.branch(left[0], (look, &[]), (again, &[rest, at[1]]));
        self.w.m.begin(look);
        let fewer = self.w.m.sub(left[0], one);
        let number = self.w.m.below(fewer, of.per_start);
        let row = self.w.m.cell_of(cell, of.per_start, number);
        let [cells, up, first] = [0, 1, 2].map(|i| {
            let column = self.w.m.constant_below(i, Lines::LINE);
            let place = self.w.m.cell_of(row, Lines::LINE, column);
            self.w.m.look_up(lines, place)
        });
        let met = self.w.m.and_not(cells, empty);
        let (low, high) = (self.w.m.lowest(met), self.w.m.highest(met));
        let near = self.w.m.select(up, low, high);
        let bit = self.w.m.shl(one, near);
        let below = self.w.m.sub(bit, one);
        let before = self.w.m.and(cells, below);
        let before = self.w.m.count(before);
        let which = self.w.m.add(first, before);
        let which = self.w.m.below(which, n_asks);
        let mut wrong = zero;
        for (k, board) in boards.iter().enumerate() {
            let [mask, want] = [2 * k, 2 * k + 1].map(|i| {
                let column = self.w.m.constant_below(i, of.width());
                let place = self.w.m.cell_of(which, of.width(), column);
                self.w.m.look_up(asks, place)
            });
            let shown = self.w.m.and(*board, mask);
            let differs = self.w.m.xor(shown, want);
            wrong = self.w.m.or(wrong, differs);
        }
        let more = self.w.m.or(at[1], piece);
        self.w.m.branch(wrong, (line, &[fewer]), (again, &[rest, more]));
        self.w.m.begin(end);
        vec![found[0]]
    }
}
