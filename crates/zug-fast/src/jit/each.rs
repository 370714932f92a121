//! Loops over the cells of a set.

use super::ply::Writer;
use super::words::Set;
use zug_jit::{Below, Value};

/// What is written for a cell: it gets the values handed on so far, and gives the next ones.
type Body<'f, W> = &'f mut dyn FnMut(&mut W, Below, &[Value]) -> Vec<Value>;

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Writes a loop over the cells of a set, in ascending order. `body` gets a cell and the values handed on from cell to cell, and gives
    /// the next ones; it is written once for each word. What are the values in the end?
    pub(super) fn each_cell(&mut self, set: &Set, values: &[Value], body: Body<'_, Self>) -> Vec<Value> {
        let n_cells = self.plan.layout.n_cells;
        let mut values = values.to_vec();
        for (i, word) in set.iter().enumerate() {
            let ((again, at), (end, sums)) = (self.w.m.block(1 + values.len()), self.w.m.block(values.len()));
            let (go, _) = self.w.m.block(0);
            let first: Vec<Value> = [*word].into_iter().chain(values).collect();
            self.w.m.jump(again, &first);
            self.w.m.begin(again);
            self.w.m.branch(at[0], (go, &[]), (end, &at[1..]));
            self.w.m.begin(go);
            let (base, one) = (self.w.m.word(64 * i as u64), self.w.m.word(1));
            let place = self.w.m.lowest(at[0]);
            let less = self.w.m.sub(at[0], one);
            let rest = self.w.m.and(at[0], less);
            let cell = if i == 0 { place } else { self.w.m.add(place, base) };
            let cell = self.w.m.below(cell, n_cells);
            let next = body(self, cell, &at[1..]);
            let next: Vec<Value> = [rest].into_iter().chain(next).collect();
            self.w.m.jump(again, &next);
            self.w.m.begin(end);
            values = sums;
        }
        values
    }

    /// Writes something that is done only if the condition is not 0. What are the values handed through?
    pub(super) fn only_if(
        &mut self,
        condition: Value,
        values: &[Value],
        body: &mut dyn FnMut(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let ((go, _), (on, after)) = (self.w.m.block(0), self.w.m.block(values.len()));
        self.w.m.branch(condition, (go, &[]), (on, values));
        self.w.m.begin(go);
        let next = body(self);
        self.w.m.jump(on, &next);
        self.w.m.begin(on);
        after
    }
}
