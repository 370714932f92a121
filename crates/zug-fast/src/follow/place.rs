//! A position as counts, and what can be asked of it.

use super::facts::{Facts, MAX_CELLS, MAX_COUNTS, MAX_GLOBALS, MAX_LEFT, MAX_SORTS};
use super::graph::{End, Filters, Leaves};
use super::value::{NOTHING, is_number};
use crate::TooMany;
use crate::position::Position;
use zug_ir::{CellId, GlobalId};
use zug_vm::{NO_CELL, Outcome, Program, State, keys};

/// Dice that are thrown together, and their tables.
const MAX_DICE: usize = 4;
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

    /// The same after a part.
    #[inline(always)]
    pub(super) fn after(mut self, end: &End) -> Left {
        let before = self;
        for &(left, value) in &end.left {
            let value = before.number(value);
            self.values[left as usize % MAX_LEFT] = value;
            self.numbers = self.numbers & !(1 << left) | u8::from(is_number(value)) << left;
        }
        self
    }

    /// What a run has computed from what was left.
    #[inline(always)]
    pub(super) fn number(&self, value: Leaves) -> i64 {
        match value {
            Leaves::This(kept) => kept,
            Leaves::More(left, n) => self.values[left as usize % MAX_LEFT].wrapping_add(i64::from(n)),
        }
    }

    /// A key of the first so many.
    pub(super) fn key(&self, n: usize) -> u64 {
        let mix = |h: u64, v: &i64| (h ^ *v as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        self.values[..n].iter().fold(0, mix)
    }
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
    pub(super) fn new(facts: &Facts, position: &Position) -> Option<Place> {
        let words = position.words();
        let mut place = Place {
            n: [0; MAX_COUNTS],
            tops: [0; MAX_CELLS],
            boards: [0; MAX_SORTS + 1],
            holds: [0; MAX_SORTS],
            tables: [0; MAX_DICE],
            globals: [0; MAX_GLOBALS],
            left: Left::NONE,
            hash: position.hash,
            turn: position.turn,
            told: NO_TURN,
            passes: position.passes,
            last: (position.last_from, position.last_to),
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
        Position::of_words(words, self.hash, self.turn, self.passes, self.last, over)
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
                i64::from(if found < to { found } else { u32::from(NO_CELL) })
            }
            TABLE => i64::from(self.tables[about % MAX_DICE]),
            FACE => {
                let table = self.tables[about % MAX_DICE];
                i64::from(facts.pools[about].used(table, more as i32).is_some())
            }
            LEFT => self.left.values[about % MAX_LEFT],
            _ => i64::from(self.globals[about % MAX_GLOBALS]),
        }
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
            let i = global as usize % MAX_GLOBALS;
            if keys.hashed[i] {
                self.hash ^= zug_vm::keys::global(i, self.globals[i]) ^ zug_vm::keys::global(i, value);
            }
            self.globals[i] = value;
        }
        self.left = self.left.after(end);
        if let Some(turn) = end.turn {
            self.told = turn;
        }
        Ok(())
    }

    /// Takes the counts back.
    #[inline]
    pub(super) fn undo(&mut self, facts: &Facts, keys: &Keys, end: &End, rest: &Rest) {
        for &(at, more) in end.changes.iter().rev() {
            let n = i32::from(self.n[at as usize % MAX_COUNTS]) - i32::from(more);
            self.set(facts, keys, at, n as u8);
        }
        (self.tables, self.left, self.hash, self.told) = (rest.tables, rest.left, rest.hash, rest.told);
        for &(global, value) in &rest.globals {
            self.globals[global as usize % MAX_GLOBALS] = value;
        }
    }

    /// What [`Place::undo`] needs beside the end.
    #[inline]
    pub(super) fn rest(&self, end: &End) -> Rest {
        let globals = end.globals.iter().map(|&(g, _)| (g, self.globals[g as usize % MAX_GLOBALS])).collect();
        Rest { tables: self.tables, left: self.left, hash: self.hash, told: self.told, globals }
    }

    /// The hash of the result of a move, counters included.
    pub(super) fn result(&self, facts: &Facts) -> u64 {
        let globals = facts.game.globals.iter().zip(&self.globals).filter(|(g, _)| g.counter);
        globals.fold(self.hash, |h, (_, v)| h.rotate_left(7) ^ u64::from(*v as u32))
    }
}

/// What an end changes beside counts.
pub(super) struct Rest {
    tables: [u16; MAX_DICE],
    left: Left,
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
