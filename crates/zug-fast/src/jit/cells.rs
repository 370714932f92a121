//! Writing changes of cells and reserves: `Position::set` in code.

use super::ply::{Old, Writer};
use super::words::POSITION;
use crate::codes::Code;
use zug_jit::{Below, Block, Value};
use zug_vm::{UNLIMITED, keys};

/// Reserves up to this size have their keys in a table.
const MAX_RESERVE: usize = 512;

impl<const W: usize> Writer<'_, '_, '_, W> {
    pub(super) fn reserve_at(&self, player: zug_ir::PlayerId, kind: zug_ir::KindId) -> usize {
        let layout = &self.plan.layout;
        layout.reserves_at + player.idx() * layout.n_kinds + kind.idx()
    }

    /// One piece less in a reserve.
    pub(super) fn take_reserve(
        &mut self,
        player: zug_ir::PlayerId,
        kind: zug_ir::KindId,
        hash: Value,
        undone: Block,
    ) -> Value {
        let at = self.reserve_at(player, kind);
        let i = at - self.plan.layout.reserves_at;
        let waiting = self.w.m.load(POSITION, at);
        if self.lean {
            let endless = self.w.m.word(u64::from(UNLIMITED));
            let limited = self.w.m.less(waiting, endless);
            let fewer = self.w.m.sub(waiting, limited);
            self.w.m.store(POSITION, at, fewer);
            return hash;
        }
        let limit = self.w.m.word(MAX_RESERVE as u64);
        let few = self.w.m.less(waiting, limit);
        let (go, _) = self.w.m.block(0);
        self.w.m.branch(few, (go, &[]), (undone, &[]));
        self.w.m.begin(go);
        let change = |n: usize| keys::reserve(i, n as u32) ^ keys::reserve(i, n.saturating_sub(1) as u32);
        let table = self.w.m.table((0..MAX_RESERVE).map(change).collect());
        let index = self.w.m.below(waiting, MAX_RESERVE);
        let key = self.w.m.look_up(table, index);
        let one = self.w.m.word(1);
        let fewer = self.w.m.sub(waiting, one);
        self.w.m.store(POSITION, at, fewer);
        self.w.m.xor(hash, key)
    }

    /// The piece on a cell goes to the next player; gives the new hash.
    pub(super) fn flip(&mut self, cell: Below, hash: Value) -> Value {
        let old = self.code_at(cell);
        let old = self.w.m.below(old, self.n_codes);
        let new = self.w.m.look_up(self.flipped, old);
        let new = self.w.m.below(new, self.n_codes);
        self.change(cell, (Old::Unknown, old), (None, new), hash)
    }

    /// `Position::set` in code; gives the new hash.
    pub(super) fn set(&mut self, cell: Below, old: Old, new: Code, hash: Value) -> Value {
        if self.lean {
            self.show(cell, old, new);
            return hash;
        }
        let old_code = match old {
            Old::Known(code) => self.w.m.constant_below(code as usize, self.n_codes),
            Old::Unknown => {
                let code = self.code_at(cell);
                self.w.m.below(code, self.n_codes)
            }
        };
        let new_code = self.w.m.constant_below(new as usize, self.n_codes);
        self.change(cell, (old, old_code), (Some(new), new_code), hash)
    }

    /// The same for codes that are known only to the program.
    pub(super) fn change(
        &mut self,
        cell: Below,
        (old, old_code): (Old, Below),
        (new, new_code): (Option<Code>, Below),
        hash: Value,
    ) -> Value {
        let plan = self.plan;
        let at = self.w.place(cell);
        self.write_code(cell, old_code.value(), new_code.value());
        match (old, new) {
            (Old::Known(_), Some(new)) => self.show(cell, old, new),
            (Old::Unknown, Some(new)) if self.few_shown(new) => self.show(cell, old, new),
            _ => {
                self.toggle_all(old_code, at);
                match new {
                    Some(new) => {
                        for board in plan.codes.toggles_of(new) {
                            self.w.toggle(*board as usize, at);
                        }
                    }
                    None => self.toggle_all(new_code, at),
                }
            }
        }
        let mut key = |code: Below| {
            let index = self.w.m.cell_of(cell, self.n_codes, code);
            self.w.m.look_up(self.keys, index)
        };
        let (gone, come) = (key(old_code), key(new_code));
        let hash = self.w.m.xor(hash, gone);
        self.w.m.xor(hash, come)
    }

    /// Writes another code to a cell.
    pub(super) fn write_code(&mut self, cell: Below, old: Value, new: Value) {
        let cells_at = self.plan.layout.cells_at;
        let byte_word = self.w.m.halved(cell, 3);
        let (seven, three) = (self.w.m.word(7), self.w.m.word(3));
        let low = self.w.m.and(cell.value(), seven);
        let shift = self.w.m.shl(low, three);
        let word = self.w.m.load_at(POSITION, cells_at, byte_word);
        let change = self.w.m.xor(old, new);
        let change = self.w.m.shl(change, shift);
        let word = self.w.m.xor(word, change);
        self.w.m.store_at(POSITION, cells_at, byte_word, word);
    }

    /// Changes a cell on all boards that show one of two codes.
    pub(super) fn toggle_changed(&mut self, old: Code, new: Code, at: (Below, Value)) {
        let mut changed = self.plan.codes.boards[old as usize] ^ self.plan.codes.boards[new as usize];
        while changed != 0 {
            self.w.toggle(changed.trailing_zeros() as usize * W, at);
            changed &= changed - 1;
        }
    }

    /// Changes a cell on all boards that show a code.
    pub(super) fn toggle_all(&mut self, code: Below, at: (Below, Value)) {
        let last_board = self.plan.shared.classes.len() * W;
        for j in 0..self.per_code {
            let column = self.w.m.constant_below(j, self.per_code);
            let index = self.w.m.cell_of(code, self.per_code, column);
            let board = self.w.m.look_up(self.toggles, index);
            let board = self.w.m.below(board, last_board + 1);
            let place = self.w.m.sum(board, at.0);
            self.w.toggle(0, (place, at.1));
        }
    }
}
