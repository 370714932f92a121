//! A position as counts, and what can be asked of it.

use super::facts::{Facts, MAX_CELLS, MAX_COUNTS, MAX_GLOBALS, MAX_LEFT, MAX_SORTS};
use super::graph::{End, Filters, Leaves};
use super::value::{NOTHING, is_number};
use crate::TooMany;
use crate::position::Position;
use smallvec::SmallVec;
use zug_ir::{CellId, GlobalId};
use zug_vm::{NO_CELL, Outcome, Program, State, keys};

/// Dice that are thrown together, and their tables.
pub(super) const MAX_DICE: usize = 4;
/// Keys up to this count are in a table.
const KEYS: usize = 32;
/// Questions as the graph writes them.
pub(super) const TOP: u32 = 5;
pub(super) const AT_LEAST: u32 = 6;
pub(super) const COUNT: u32 = 7;
pub(super) const SIZE: u32 = 8;
pub(super) const NEXT: u32 = 9;
pub(super) const TABLE: u32 = 10;
pub(super) const FACE: u32 = 11;
pub(super) const LEFT: u32 = 12;
pub(super) const GLOBAL: u32 = 13;
pub(super) const REPEATED: u32 = 14;
pub(super) const TOTAL: u32 = 15;
pub(super) const ENOUGH: u32 = 16;
/// No turn has been told.
pub(super) const NO_TURN: u16 = u16::MAX;

/// A position inside or between turns.
#[derive(Clone, Debug)]
pub(super) struct Place {
    n: [u8; MAX_COUNTS],
    /// The visible piece of each cell: 0, or its code and one more.
    tops: [u8; MAX_CELLS],
    /// The cells that show each of these.
    boards: [u128; MAX_SORTS + 1],
    /// The cells that hold pieces of each sort, on top or not.
    pub(super) holds: [u128; MAX_SORTS],
    pub(super) tables: [u16; MAX_DICE],
    globals: [i32; MAX_GLOBALS],
    /// What parts have left in locals.
    pub(super) left: Left,
    pub(super) hash: u64,
    pub(super) turn: u16,
    /// The turn that a part has told to be next.
    pub(super) told: u16,
    pub(super) passes: u16,
    pub(super) last: (u16, u16),
    /// The situation was there twice before; known in random games, and where a position tells.
    pub(super) repeated: bool,
}

/// What parts have left in locals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    values: [i64; MAX_LEFT],
    /// Which of them are numbers.
    pub(super) numbers: u8,
}

impl Left {
    const NONE: Left = Left { values: [NOTHING; MAX_LEFT], numbers: 0 };

    /// What a run has computed from what was left.
    #[inline(always)]
    pub(super) fn number(&self, value: Leaves) -> i64 {
        match value {
            Leaves::This(kept) => kept,
            Leaves::More(left, n) => self.values[left as usize % MAX_LEFT].wrapping_add(i64::from(n)),
        }
    }

    /// What is in a local after a part. Nothing is copied to find out: what has just been written word by word is slow to
    /// be read as a whole.
    #[inline(always)]
    fn local_after(&self, end: &End, left: u8) -> i64 {
        match end.left.iter().find(|(l, _)| *l == left) {
            Some((_, value)) => self.number(*value),
            None => self.values[left as usize % MAX_LEFT],
        }
    }

    /// What a run after a part has computed from what that left.
    #[inline(always)]
    pub(super) fn number_after(&self, end: &End, value: Leaves) -> i64 {
        match value {
            Leaves::This(kept) => kept,
            Leaves::More(left, n) => self.local_after(end, left).wrapping_add(i64::from(n)),
        }
    }

    /// Which locals are numbers after a part.
    #[inline(always)]
    pub(super) fn numbers_after(&self, end: &End) -> u8 {
        end.left.iter().fold(self.numbers, |numbers, &(left, value)| {
            numbers & !(1 << left) | u8::from(is_number(self.number(value))) << left
        })
    }

    /// Does what a part does.
    #[inline(always)]
    fn change(&mut self, end: &End) {
        let mut values = [0; MAX_LEFT];
        for (to, &(_, value)) in values.iter_mut().zip(&end.left) {
            *to = self.number(value);
        }
        self.numbers = self.numbers_after(end);
        for (value, &(left, _)) in values.iter().zip(&end.left) {
            self.values[left as usize % MAX_LEFT] = *value;
        }
    }

    /// Has something else been left in a local?
    #[inline(always)]
    pub(super) fn differs(&self, other: &Left, left: usize) -> bool {
        self.values[left % MAX_LEFT] != other.values[left % MAX_LEFT]
    }

    /// A key of the first so many.
    pub(super) fn key(&self, n: usize) -> u64 {
        self.values[..n].iter().fold(0, |key, value| mixed(key, *value))
    }

    /// The same after a part.
    #[inline(always)]
    pub(super) fn key_after(&self, end: &End, n: usize) -> u64 {
        (0..n as u8).fold(0, |key, left| mixed(key, self.local_after(end, left)))
    }
}

fn mixed(key: u64, value: i64) -> u64 {
    (key ^ value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

/// Tables for changing places.
pub(super) struct Keys {
    counts: Vec<u64>,
    pub(super) turns: Vec<u64>,
    hashed: Vec<bool>,
}

impl Keys {
    pub(super) fn new(facts: &Facts) -> Self {
        let n = facts.n_cells * facts.n_codes;
        Keys {
            counts: (0..n * KEYS).map(|i| keys::heap(i / KEYS, (i % KEYS) as u64)).collect(),
            turns: (0..facts.game.turns.len()).map(|t| keys::turn(t as u16)).collect(),
            hashed: facts.game.globals.iter().map(|g| !g.counter).collect(),
        }
    }

    #[inline(always)]
    fn count(&self, at: usize, n: u8) -> u64 {
        match usize::from(n) {
            small @ 0..KEYS => self.counts[at * KEYS + small],
            large => keys::heap(at, large as u64),
        }
    }
}

impl Place {
    /// A place with nothing on it.
    pub(super) fn blank() -> Place {
        Place {
            n: [0; MAX_COUNTS],
            tops: [0; MAX_CELLS],
            boards: [0; MAX_SORTS + 1],
            holds: [0; MAX_SORTS],
            tables: [0; MAX_DICE],
            globals: [0; MAX_GLOBALS],
            left: Left::NONE,
            hash: 0,
            turn: 0,
            told: NO_TURN,
            passes: 0,
            last: (NO_CELL, NO_CELL),
            repeated: false,
        }
    }

    pub(super) fn new(facts: &Facts, position: &Position) -> Option<Place> {
        let words = position.words();
        let mut place = Place {
            hash: position.hash,
            turn: position.turn,
            passes: position.passes,
            last: (position.last_from, position.last_to),
            repeated: position.changes.repeated,
            ..Place::blank()
        };
        let n_counts = facts.n_cells * facts.n_codes;
        for (i, n) in words[..n_counts].iter().enumerate() {
            place.n[i] = *n as u8;
            place.holds[i % facts.n_codes] |= u128::from(*n > 0) << (i / facts.n_codes);
        }
        for cell in 0..facts.n_cells {
            let top = (0..facts.n_codes).find(|c| place.n[cell * facts.n_codes + c] > 0);
            place.tops[cell] = top.map_or(0, |c| c as u8 + 1);
            place.boards[usize::from(place.tops[cell])] |= 1 << cell;
        }
        for (global, word) in place.globals.iter_mut().zip(&words[n_counts..]) {
            *global = *word as u32 as i32;
        }
        for (i, pool) in facts.pools.iter().enumerate() {
            let slots = pool.slots.iter().map(|g| place.globals[g.idx()]);
            *place.tables.get_mut(i)? = pool.table(slots)?;
        }
        Some(place)
    }

    pub(super) fn stored(&self, facts: &Facts, over: Option<Outcome>) -> Position {
        let mut globals = self.globals;
        for (table, pool) in self.tables.iter().zip(&facts.pools) {
            for (i, slot) in pool.slots.iter().enumerate() {
                globals[slot.idx()] = pool.slot(*table, i);
            }
        }
        let counts = self.n[..facts.n_cells * facts.n_codes].iter().map(|n| u64::from(*n));
        let globals = globals[..facts.game.globals.len()].iter().map(|g| u64::from(*g as u32));
        let words = counts.chain(globals).collect();
        let mut position = Position::of_words(words, self.hash, self.turn, self.passes, self.last, over);
        position.changes.repeated = self.repeated;
        position
    }

    /// The answer to a question that a position alone can answer, as the graph writes it.
    #[inline(always)]
    pub(super) fn answer(&self, facts: &Facts, filters: &Filters, kind: u32, about: u16, more: u32) -> i64 {
        let about = usize::from(about);
        match kind {
            TOP => i64::from(self.tops[about % MAX_CELLS]),
            AT_LEAST => i64::from(u32::from(self.n[about % MAX_COUNTS]) >= more),
            COUNT => i64::from(self.n[about % MAX_COUNTS]),
            SIZE => {
                let at = about * facts.n_codes;
                self.n[at..at + facts.n_codes].iter().map(|n| i64::from(*n)).sum()
            }
            NEXT => {
                let filter = filters.get(about as u16);
                let (from, to) = (more & 0xFFFF, more >> 16);
                let mut cells = 0;
                for (i, board) in self.boards[..=facts.n_codes].iter().enumerate() {
                    cells |= if filter.codes >> i & 1 != 0 { *board } else { 0 };
                }
                let cells = (cells & filter.cells) >> from << from;
                let found = cells.trailing_zeros();
                // One behind the last cell: none.
                i64::from(if found < to { found } else { facts.n_cells as u32 })
            }
            TABLE => i64::from(self.tables[about % MAX_DICE]),
            FACE => {
                let table = self.tables[about % MAX_DICE];
                i64::from(facts.pools[about].used(table, more as i32).is_some())
            }
            LEFT => self.left.values[about % MAX_LEFT],
            GLOBAL => i64::from(self.globals[about % MAX_GLOBALS]),
            _ => self.answer_seldom(facts, filters, kind, about, more),
        }
    }

    /// The same for questions that few games ask.
    #[inline(never)]
    fn answer_seldom(&self, facts: &Facts, filters: &Filters, kind: u32, about: usize, more: u32) -> i64 {
        match kind {
            TOTAL => i64::from(self.total(facts, filters.get(about as u16).cells)),
            ENOUGH => i64::from(self.total(facts, filters.get(about as u16).cells) >= more),
            _ => i64::from(self.repeated),
        }
    }

    /// How many pieces lie on some cells.
    fn total(&self, facts: &Facts, mut cells: u128) -> u32 {
        let mut total = 0;
        while cells != 0 {
            let at = cells.trailing_zeros() as usize * facts.n_codes;
            total += self.n[at..at + facts.n_codes].iter().map(|n| u32::from(*n)).sum::<u32>();
            cells &= cells - 1;
        }
        total
    }

    pub(super) fn forget_left(&mut self) {
        self.left = Left::NONE;
        self.told = NO_TURN;
    }

    /// The table of some dice after a part.
    #[inline(always)]
    pub(super) fn table_after(&self, facts: &Facts, end: &End, dice: u16) -> Result<u16, TooMany> {
        let mut table = self.tables[dice as usize % MAX_DICE];
        for &(_, face) in end.used.iter().filter(|(d, _)| *d == dice) {
            table = facts.pools[dice as usize].used(table, face).ok_or(TooMany)?;
        }
        Ok(table)
    }

    #[inline(always)]
    pub(super) fn set(&mut self, facts: &Facts, keys: &Keys, at: u16, n: u8) {
        let (i, cell) = (at as usize % MAX_COUNTS, at as usize / facts.n_codes % MAX_CELLS);
        let old = std::mem::replace(&mut self.n[i], n);
        self.hash ^= keys.count(i, old) ^ keys.count(i, n);
        if (old == 0) != (n == 0) {
            let base = cell * facts.n_codes;
            self.holds[(i - base) % MAX_SORTS] ^= 1 << cell;
            let top = self.n[base..base + facts.n_codes].iter().position(|n| *n > 0);
            let top = top.map_or(0, |c| c + 1);
            let was = std::mem::replace(&mut self.tops[cell], top as u8);
            self.boards[was as usize % (MAX_SORTS + 1)] &= !(1 << cell);
            self.boards[top % (MAX_SORTS + 1)] |= 1 << cell;
        }
    }

    pub(super) fn set_table(&mut self, facts: &Facts, dice: u16, table: u16) {
        let keys = &facts.pools[dice as usize].keys;
        let old = std::mem::replace(&mut self.tables[dice as usize % MAX_DICE], table);
        self.hash ^= keys[old as usize] ^ keys[table as usize];
    }

    fn set_global(&mut self, keys: &Keys, global: u16, value: i32) {
        let i = global as usize % MAX_GLOBALS;
        if keys.hashed[i] {
            self.hash ^= zug_vm::keys::global(i, self.globals[i]) ^ zug_vm::keys::global(i, value);
        }
        self.globals[i] = value;
    }

    pub(super) fn set_turn(&mut self, keys: &Keys, turn: u16) {
        self.hash ^= keys.turns[self.turn as usize] ^ keys.turns[turn as usize];
        self.turn = turn;
    }

    /// Does what a part has done. What can be undone with a copy of the rest is the counts only.
    #[inline]
    pub(super) fn apply(&mut self, facts: &Facts, keys: &Keys, end: &End) -> Result<(), TooMany> {
        for &(at, more) in &end.changes {
            let n = i32::from(self.n[at as usize % MAX_COUNTS]) + i32::from(more);
            self.set(facts, keys, at, u8::try_from(n).map_err(|_| TooMany)?);
        }
        for &(dice, face) in &end.used {
            let table = self.tables[dice as usize % MAX_DICE];
            let table = facts.pools[dice as usize].used(table, face).ok_or(TooMany)?;
            self.set_table(facts, dice, table);
        }
        for &(global, value) in &end.globals {
            self.set_global(keys, global, value);
        }
        self.left.change(end);
        if let Some(turn) = end.turn {
            self.told = turn;
        }
        Ok(())
    }

    /// The hash after a part that leaves globals as they are.
    #[inline]
    pub(super) fn hash_after(&self, facts: &Facts, keys: &Keys, end: &End) -> Result<u64, TooMany> {
        let mut hash = self.hash;
        for &(at, more) in &end.changes {
            let i = at as usize % MAX_COUNTS;
            let n = u8::try_from(i32::from(self.n[i]) + i32::from(more)).map_err(|_| TooMany)?;
            hash ^= keys.count(i, self.n[i]) ^ keys.count(i, n);
        }
        let mut tables = self.tables;
        for &(dice, face) in &end.used {
            let (pool, table) = (&facts.pools[dice as usize], &mut tables[dice as usize % MAX_DICE]);
            let after = pool.used(*table, face).ok_or(TooMany)?;
            hash ^= pool.keys[*table as usize] ^ pool.keys[after as usize];
            *table = after;
        }
        Ok(hash)
    }

    /// The cells that show something else than in another position.
    #[inline(always)]
    pub(super) fn tops_differ(&self, facts: &Facts, other: &Place) -> u128 {
        let boards = self.boards[..facts.n_codes].iter().zip(&other.boards);
        boards.fold(0, |differ, (a, b)| differ | (a ^ b))
    }

    /// Does a cell hold something else than in another position?
    #[inline(always)]
    pub(super) fn heap_differs(&self, facts: &Facts, other: &Place, cell: usize) -> bool {
        let at = cell * facts.n_codes..(cell + 1) * facts.n_codes;
        self.n[at.clone()] != other.n[at]
    }

    /// Takes the counts back.
    #[inline]
    pub(super) fn undo(&mut self, facts: &Facts, keys: &Keys, end: &End, rest: &Rest) {
        for &(at, more) in end.changes.iter().rev() {
            let n = i32::from(self.n[at as usize % MAX_COUNTS]) - i32::from(more);
            self.set(facts, keys, at, n as u8);
        }
        (self.tables, self.hash, self.told) = (rest.tables, rest.hash, rest.told);
        self.left.numbers = rest.numbers;
        for (value, &(left, _)) in rest.left.iter().zip(&end.left) {
            self.left.values[left as usize % MAX_LEFT] = *value;
        }
        for &(global, value) in &rest.globals {
            self.globals[global as usize % MAX_GLOBALS] = value;
        }
    }

    /// What [`Place::undo`] needs beside the end.
    #[inline]
    pub(super) fn rest(&self, end: &End) -> Rest {
        let globals = end.globals.iter().map(|&(g, _)| (g, self.globals[g as usize % MAX_GLOBALS])).collect();
        let mut left = [0; MAX_LEFT];
        for (kept, &(l, _)) in left.iter_mut().zip(&end.left) {
            *kept = self.left.values[l as usize % MAX_LEFT];
        }
        let numbers = self.left.numbers;
        Rest { tables: self.tables, left, numbers, hash: self.hash, told: self.told, globals }
    }

    /// What repetition compares: values of the board are no part of it.
    pub(super) fn situation(&self, keys: &Keys) -> u64 {
        let globals = keys.hashed.iter().zip(&self.globals).enumerate().filter(|(_, (hashed, _))| **hashed);
        globals.fold(self.hash, |h, (i, (_, value))| h ^ zug_vm::keys::global(i, *value))
    }

    /// The hash of the result of a move, counters included.
    pub(super) fn result(&self, facts: &Facts) -> u64 {
        let globals = facts.game.globals.iter().zip(&self.globals).filter(|(g, _)| g.counter);
        globals.fold(self.hash, |h, (_, v)| h.rotate_left(7) ^ u64::from(*v as u32))
    }
}

/// What a move changes, but for the end of the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Changed {
    counts: SmallVec<[(u16, u8); 8]>,
    globals: SmallVec<[(u16, i32); 2]>,
    tables: [u16; MAX_DICE],
    told: u16,
    last: (u16, u16),
}

impl Place {
    /// What is different after a move.
    pub(super) fn changed(&self, facts: &Facts, after: &Place) -> Changed {
        let counts = (0..facts.n_cells * facts.n_codes).filter(|i| self.n[*i] != after.n[*i]);
        let globals = (0..facts.game.globals.len()).filter(|i| self.globals[*i] != after.globals[*i]);
        Changed {
            counts: counts.map(|i| (i as u16, after.n[i])).collect(),
            globals: globals.map(|i| (i as u16, after.globals[i])).collect(),
            tables: after.tables,
            told: after.told,
            last: after.last,
        }
    }

    /// Makes the same move again.
    pub(super) fn change(&mut self, facts: &Facts, keys: &Keys, changed: &Changed) {
        for &(at, n) in &changed.counts {
            self.set(facts, keys, at, n);
        }
        for &(global, value) in &changed.globals {
            self.set_global(keys, global, value);
        }
        for dice in 0..facts.pools.len().min(MAX_DICE) {
            self.set_table(facts, dice as u16, changed.tables[dice]);
        }
        (self.told, self.last) = (changed.told, changed.last);
    }
}

/// What an end changes beside counts.
pub(super) struct Rest {
    tables: [u16; MAX_DICE],
    /// What was in the locals that it writes to, in its order.
    left: [i64; MAX_LEFT],
    numbers: u8,
    hash: u64,
    told: u16,
    globals: Vec<(u16, i32)>,
}

/// The position of a state, if it has this form.
pub(super) fn position(facts: &Facts, program: &Program, state: &State) -> Option<Position> {
    let mut words = vec![0; facts.n_cells * facts.n_codes];
    for cell in 0..facts.n_cells as u16 {
        for (piece, n) in state.heap(program, CellId(cell)) {
            let code = facts.code(piece.owner(), piece.kind());
            if n > 255 || !facts.possible[usize::from(code)] {
                return None;
            }
            words[usize::from(facts.count_at(cell, code))] = n;
        }
    }
    for (i, of) in facts.game.globals.iter().enumerate() {
        let value = state.global(GlobalId(i as u16));
        let slot = facts.pools.iter().any(|p| p.slots.iter().any(|s| s.idx() == i));
        if value != of.init && !slot && !facts.written[i] {
            return None;
        }
        words.push(u64::from(value as u32));
    }
    let (from, to) = state.last();
    let last = (from.map_or(NO_CELL, |c| c.0), to.map_or(NO_CELL, |c| c.0));
    let (turn, over) = (state.turn_idx() as u16, state.outcome().cloned());
    let position = Position::of_words(words, state.position_hash(), turn, state.passes(), last, over);
    Place::new(facts, &position)?;
    Some(position)
}

pub(super) fn state(facts: &Facts, program: &Program, position: &Position) -> State {
    let words = position.words();
    let mut state = program.blank();
    let mut edit = state.edit(program);
    for cell in 0..facts.n_cells as u16 {
        for code in 0..facts.n_codes as u8 {
            let n = words[usize::from(facts.count_at(cell, code))];
            if n > 0 {
                edit.add(CellId(cell), facts.pieces[usize::from(code)], n as u32);
            }
        }
    }
    for (i, word) in words[facts.n_cells * facts.n_codes..].iter().enumerate() {
        edit.set_global(GlobalId(i as u16), *word as u32 as i32);
    }
    edit.set_turn(position.turn as usize);
    let cell = |c: u16| (c != NO_CELL).then_some(CellId(c));
    edit.set_last(cell(position.last_from), cell(position.last_to));
    edit.set_passes(position.passes);
    if let Some(outcome) = &position.over {
        edit.set_outcome(outcome.clone());
    }
    edit.finish();
    state
}
