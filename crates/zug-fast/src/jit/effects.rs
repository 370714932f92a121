//! Writing the code that finds out what a move turns over, and turns it over.

use super::ply::Writer;
use super::words::{POSITION, Set, Words};
use crate::bits::Bits;
use crate::class::BoardId;
use crate::flow::{Cond, END, Effect, Flow, Node, NodeId, Place, PlaceId, cuts, surely};
use crate::lane::Seen;
use crate::num::{Expr, Num};
use crate::plan::Plan;
use crate::uniform::Emit;
use rustc_hash::FxHashMap;
use zug_ir::GlobalId;
use zug_jit::{Below, Value};

/// More nodes than this take too long to compile.
const MAX_NODES: usize = 1_500;

/// Is there code for all that a rule does on its way to this emission?
pub(super) fn writable<const W: usize>(plan: &Plan<W>, emit: &Emit) -> bool {
    let flow = &plan.flows[emit.rule as usize];
    let emits = flow.nodes.iter().filter(|n| matches!(n, Node::Emit { .. })).count();
    let near =
        |at: PlaceId| matches!(Seen::<W>::new(&plan.shared.places, at), Seen::Shifted(..) | Seen::Several(_));
    let simple = |node: &Node| match node {
        Node::Test { cond, at, .. } => matches!(cond, Cond::Class(_)) && near(*at),
        Node::Effect { effect, .. } => matches!(effect, Effect::Flip(Place::At(at)) if near(*at)),
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
        self.signed(value)
    }

    /// A number of 32 bits, with its sign.
    pub(super) fn signed(&mut self, value: Value) -> Value {
        // From 32 bits to 64: move the sign up and back.
        let sign = self.w.m.word(1 << 31);
        let mask = self.w.m.word(u64::from(u32::MAX));
        let value = self.w.m.and(value, mask);
        let flipped = self.w.m.xor(value, sign);
        self.w.m.sub(flipped, sign)
    }

    /// Sends one start through the rule, as lanes do with sets. Which cells are turned over?
    pub(super) fn turned(&mut self, flow: &Flow, start: Below) -> Set {
        let places = &self.plan.shared.places;
        let sure = surely(flow);
        let flow = sure.as_ref().unwrap_or(flow);
        let cuts = cuts(flow);
        let entry = flow.entry().0 as usize;
        let none = self.w.constant(&[0; W]);
        let mut boards: FxHashMap<BoardId, Set> = FxHashMap::default();
        // What has come to each node; a node's edges lead to lower ones.
        let mut came: Vec<Option<Set>> = vec![None; flow.nodes.len()];
        let all = self.with(&none, start);
        came[entry] = Some(all.clone());
        let mut turned: Option<Set> = None;
        // Nothing is lost, so everybody comes to a cut.
        let told = |id: NodeId| id != END && cuts[id.0 as usize].is_none_or(|cut| cut.0 as usize != entry);
        for (i, node) in flow.nodes.iter().enumerate().rev() {
            let here = match told(NodeId(i as u32)) {
                true => came[i].take(),
                false => (i > 0).then(|| all.clone()),
            };
            let Some(here) = here else { continue };
            let (passing, yes, no) = match node {
                Node::Test { cond: Cond::Class(board), at, yes, no } => {
                    let board = boards.entry(*board).or_insert_with(|| self.w.board(*board)).clone();
                    (self.seen(&Seen::new(places, *at), &board), *yes, *no)
                }
                Node::Split { starts, yes, no } => {
                    let set = std::array::from_fn(|i| starts.get(i).copied().unwrap_or(0));
                    (self.w.constant(&set), *yes, *no)
                }
                Node::Effect { effect: Effect::Flip(Place::At(place)), next } => {
                    let cells = self.cells_of(*place, &here);
                    join(&mut self.w, &mut turned, cells);
                    if told(*next) {
                        join(&mut self.w, &mut came[next.0 as usize], here);
                    }
                    continue;
                }
                _ => continue,
            };
            if told(yes) {
                let to = self.w.and(&here, &passing);
                join(&mut self.w, &mut came[yes.0 as usize], to);
            }
            if told(no) {
                // Whoever gets the other answer may fail at the next question too.
                let next = flow.node(no);
                let alone = matches!(next, Node::Test { no, .. } if !told(*no));
                let fails = alone && self.exclude(node, next);
                let to = if fails { here } else { self.w.and_not(&here, &passing) };
                join(&mut self.w, &mut came[no.0 as usize], to);
            }
        }
        turned.unwrap_or(none)
    }

    /// Is it impossible that both questions are answered with yes?
    fn exclude(&self, a: &Node, b: &Node) -> bool {
        match (a, b) {
            (
                Node::Test { cond: Cond::Class(a), at, .. },
                Node::Test { cond: Cond::Class(b), at: there, .. },
            ) => {
                let of_pieces = |b: BoardId| !self.plan.shared.classes.class(b).of_places();
                let together = |shown: &u64| shown >> a.0 & shown >> b.0 & 1 != 0;
                at == there && of_pieces(*a) && of_pieces(*b) && !self.plan.codes.boards.iter().any(together)
            }
            _ => false,
        }
    }

    /// The cells in that place, for a set of starts that have it on the board.
    fn cells_of(&mut self, place: PlaceId, starts: &Set) -> Set {
        let shifts: Vec<(i32, Bits<W>)> = match Seen::<W>::new(&self.plan.shared.places, place) {
            Seen::Shifted(delta, _) => return self.w.look(starts, -delta),
            Seen::Several(shifts) => shifts.into_vec(),
            Seen::One(_) | Seen::Gathered(_) | Seen::Scattered(_) => Vec::new(),
        };
        let mut cells = None;
        for (delta, near) in shifts {
            let near = self.w.constant(&near);
            let these = self.w.and(starts, &near);
            let there = self.w.look(&these, -delta);
            join(&mut self.w, &mut cells, there);
        }
        cells.unwrap_or_else(|| self.w.constant(&[0; W]))
    }

    /// Turns over everything in a set; gives the new hash.
    pub(super) fn turn_over(&mut self, set: &Set, hash: Value) -> Value {
        if self.lean {
            self.turn_boards(set);
            return hash;
        }
        self.each_cell(set, &[hash], &mut |writer, cell, hash| vec![writer.flip(cell, hash[0])])[0]
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

/// Adds a set to what is there already.
pub(super) fn join<const W: usize>(w: &mut Words<'_, '_, W>, to: &mut Option<Set>, set: Set) {
    *to = Some(match to.take() {
        Some(before) => w.or(&before, &set),
        None => set,
    });
}
