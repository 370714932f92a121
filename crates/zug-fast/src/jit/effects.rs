//! Writing the walk that finds out what a move turns over, and turning it over.

use super::ply::Writer;
use super::words::{POSITION, Set};
use crate::flow::{Cond, Effect, Flow, Node, NodeId, Place, PlaceId};
use crate::lane::Seen;
use crate::num::{Expr, Num};
use crate::plan::Plan;
use crate::uniform::Emit;
use zug_ir::GlobalId;
use zug_jit::{Below, Block, Value};
use zug_vm::NO_CELL;

/// More nodes than this take too long to compile.
const MAX_NODES: usize = 1_500;

/// Is there code for all that a rule does on its way to this emission?
pub(super) fn writable<const W: usize>(plan: &Plan<W>, emit: &Emit) -> bool {
    let flow = &plan.flows[emit.rule as usize];
    let emits = flow.nodes.iter().filter(|n| matches!(n, Node::Emit { .. })).count();
    let simple = |node: &Node| match node {
        Node::Test { cond, .. } => matches!(cond, Cond::Class(_)),
        Node::Effect { effect, .. } => matches!(effect, Effect::Flip(Place::At(_))),
        Node::End | Node::Split { .. } | Node::Emit { .. } => true,
        Node::Num { .. } | Node::Forget { .. } => false,
    };
    emits == 1 && flow.nodes.len() <= MAX_NODES && flow.nodes.iter().all(simple)
}

/// Does an effect set a value that is no part of the position, to something there is code for?
pub(super) fn is_counter<const W: usize>(plan: &Plan<W>, effect: &Effect) -> bool {
    let Effect::SetGlobal(global, num) = effect else { return false };
    !plan.layout.is_hashed(*global) && computable(plan, *num)
}

fn computable<const W: usize>(plan: &Plan<W>, num: Num) -> bool {
    let Num::Expr(id) = num else { return true };
    match plan.shared.exprs.get(id) {
        Expr::Global(_) => true,
        Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Mul(a, b) => computable(plan, a) && computable(plan, b),
        _ => false,
    }
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Carries out effects that are all counters; each is computed from the position before the part.
    pub(super) fn count_on(&mut self, effects: &[Effect]) {
        let mut values = Vec::new();
        for effect in effects {
            if let Effect::SetGlobal(global, num) = effect {
                values.push((*global, self.number_of(*num)));
            }
        }
        for (global, value) in values {
            let mask = self.w.m.word(u64::from(u32::MAX));
            let value = self.w.m.and(value, mask);
            self.w.m.store(POSITION, self.plan.layout.globals_at + global.idx(), value);
        }
    }

    /// A number whose lowest 32 bits count.
    fn number_of(&mut self, num: Num) -> Value {
        let id = match num {
            Num::Const(value) => return self.w.m.word(value as u64),
            Num::Expr(id) => id,
        };
        match self.plan.shared.exprs.get(id) {
            Expr::Global(global) => self.global(global),
            Expr::Add(a, b) => {
                let (a, b) = (self.number_of(a), self.number_of(b));
                self.w.m.add(a, b)
            }
            Expr::Sub(a, b) => {
                let (a, b) = (self.number_of(a), self.number_of(b));
                self.w.m.sub(a, b)
            }
            Expr::Mul(a, b) => {
                let (a, b) = (self.number_of(a), self.number_of(b));
                self.w.m.mul(a, b)
            }
            // `is_counter` has seen to it that there are no others.
            _ => self.w.m.word(0),
        }
    }

    /// A value of the board, with its sign.
    pub(super) fn global(&mut self, global: GlobalId) -> Value {
        let value = self.w.m.load(POSITION, self.plan.layout.globals_at + global.idx());
        // From 32 bits to 64: move the sign up and back.
        let sign = self.w.m.word(1 << 31);
        let flipped = self.w.m.xor(value, sign);
        self.w.m.sub(flipped, sign)
    }

    /// Follows the rule from one start. The cells to be turned over, in the block that comes next.
    pub(super) fn turned(&mut self, flow: &Flow, start: Below) -> Set {
        let (found, turned) = self.w.m.block(W);
        let blocks: Vec<(Block, Vec<Value>)> = flow.nodes.iter().map(|_| self.w.m.block(W)).collect();
        let none = self.w.constant(&[0; W]);
        self.w.m.jump(blocks[flow.entry().0 as usize].0, &none);
        let to = |id: NodeId| blocks[id.0 as usize].0;
        for (node, (block, so_far)) in flow.nodes.iter().zip(&blocks) {
            self.w.m.begin(*block);
            match node {
                Node::Test { cond: Cond::Class(board), at, yes, no } => {
                    let board = self.w.board(*board);
                    let there = self.shown_from(&board, *at, start);
                    self.w.m.branch(there, (to(*yes), so_far), (to(*no), so_far));
                }
                Node::Split { starts, yes, no } => {
                    let words = (0..W).map(|i| starts.get(i).copied().unwrap_or(0)).collect();
                    let inside = self.bit_of(words, start);
                    self.w.m.branch(inside, (to(*yes), so_far), (to(*no), so_far));
                }
                Node::Effect { effect: Effect::Flip(Place::At(place)), next } => {
                    let cell = self.to(*place, start);
                    let more = self.with(so_far, cell);
                    self.w.m.jump(to(*next), &more);
                }
                Node::Emit { .. } => self.w.m.jump(found, so_far),
                // Nobody draws a move that its rule does not emit.
                _ => self.give_up(),
            }
        }
        self.w.m.begin(found);
        turned
    }

    /// Turns over everything in a set; gives the new hash.
    pub(super) fn turn_over(&mut self, set: &Set, hash: Value) -> Value {
        let n_cells = self.plan.layout.n_cells;
        let mut hash = hash;
        for (i, word) in set.iter().enumerate() {
            let ((again, left), (end, sum)) = (self.w.m.block(2), self.w.m.block(1));
            let (go, _) = self.w.m.block(0);
            self.w.m.jump(again, &[*word, hash]);
            self.w.m.begin(again);
            self.w.m.branch(left[0], (go, &[]), (end, &[left[1]]));
            self.w.m.begin(go);
            let (base, one) = (self.w.m.word(64 * i as u64), self.w.m.word(1));
            let place = self.w.m.lowest(left[0]);
            let cell = self.w.m.add(place, base);
            let cell = self.w.m.below(cell, n_cells);
            let new_hash = self.flip(cell, left[1]);
            let less = self.w.m.sub(left[0], one);
            let rest = self.w.m.and(left[0], less);
            self.w.m.jump(again, &[rest, new_hash]);
            self.w.m.begin(end);
            hash = sum[0];
        }
        hash
    }

    /// Not 0 if the place of a start is on a board.
    fn shown_from(&mut self, board: &Set, at: PlaceId, start: Below) -> Value {
        if W == 1 {
            let seen = Seen::<W>::new(&self.plan.shared.places, at);
            if matches!(seen, Seen::Shifted(..) | Seen::Several(_)) {
                let there = self.seen(&seen, board);
                let (there, one) = (self.w.m.shr(there[0], start.value()), self.w.m.word(1));
                return self.w.m.and(there, one);
            }
        }
        // Off the board stands for a cell that no board shows.
        let n_cells = self.plan.layout.n_cells;
        let cells = self.plan.shared.places.of(at);
        let table = self.w.m.table(cells.iter().map(|c| u64::from(*c)).collect());
        let cell = self.w.m.look_up(table, start);
        let nowhere = self.w.m.word(u64::from(NO_CELL));
        let off = self.w.m.equal(cell, nowhere);
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        let cell = self.w.m.select(off, zero, cell);
        let on = self.w.m.xor(off, one);
        let cell = self.w.m.below(cell, n_cells);
        let word = self.w.m.halved(cell, 6);
        let mut shown = board[0];
        for (i, other) in board.iter().enumerate().skip(1) {
            let number = self.w.m.word(i as u64);
            let this = self.w.m.equal(word.value(), number);
            shown = self.w.m.select(this, *other, shown);
        }
        let shown = self.w.m.shr(shown, cell.value());
        self.w.m.and(shown, on)
    }

    /// Not 0 if a cell is in a set that does not change.
    fn bit_of(&mut self, words: Vec<u64>, cell: Below) -> Value {
        let word = if W == 1 {
            self.w.m.word(words[0])
        } else {
            let table = self.w.m.table(words);
            let at = self.w.m.halved(cell, 6);
            self.w.m.look_up(table, at)
        };
        let (shifted, one) = (self.w.m.shr(word, cell.value()), self.w.m.word(1));
        self.w.m.and(shifted, one)
    }

    /// The set with one more cell.
    fn with(&mut self, set: &[Value], cell: Below) -> Set {
        let (word, bit) = self.w.place(cell);
        let zero = self.w.m.word(0);
        let mut more = Vec::new();
        for (i, old) in set.iter().enumerate() {
            let number = self.w.m.word(i as u64);
            let this = self.w.m.equal(word.value(), number);
            let bit = if W == 1 { bit } else { self.w.m.select(this, bit, zero) };
            more.push(self.w.m.or(*old, bit));
        }
        more
    }

    /// The code on a cell.
    pub(super) fn code_at(&mut self, cell: Below) -> Value {
        let cells_at = self.plan.layout.cells_at;
        let byte_word = self.w.m.halved(cell, 3);
        let word = self.w.m.load_at(POSITION, cells_at, byte_word);
        let (seven, three) = (self.w.m.word(7), self.w.m.word(3));
        let low = self.w.m.and(cell.value(), seven);
        let shift = self.w.m.shl(low, three);
        let shifted = self.w.m.shr(word, shift);
        self.w.m.masked(shifted, 8).value()
    }
}
