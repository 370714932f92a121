//! Where the pieces are that moves are guessed from: lists kept from move to move.
//!
//! A move changes a few cells, so that is all that has to be looked at after it. The order of a list depends on the moves
//! that were made; a game that begins again begins with new lists, so a seed gives the same game.

use super::slots::Bin;
use super::{Guesses, MAX_BINS};
use crate::bits::{self, Bits};
use crate::codes::Code;
use crate::plan::Plan;
use crate::position::Position;

/// In none of the lists.
const NOWHERE: u8 = u8::MAX;

/// Which list of a turn a piece is in: one for each bin, then one of empty cells, if pieces are dropped.
#[derive(Debug)]
pub(super) struct Homes {
    n_cells: usize,
    /// `bins[code * n_cells + cell]`.
    bins: Vec<u8>,
}

impl Homes {
    pub(super) fn new<const W: usize>(plan: &Plan<W>, bins: &[Bin<W>], drops: bool) -> Self {
        let n_cells = plan.layout.n_cells;
        let mut homes = Homes { n_cells, bins: vec![NOWHERE; plan.codes.boards.len() * n_cells] };
        for (i, bin) in bins.iter().enumerate() {
            for (board, within) in &bin.pieces {
                let shown = |code: &usize| plan.codes.boards[*code] >> board.0 & 1 != 0;
                for code in (0..plan.codes.boards.len()).filter(shown) {
                    for cell in bits::cells(within) {
                        homes.bins[code * n_cells + cell as usize] = i as u8;
                    }
                }
            }
        }
        if drops {
            homes.bins[..n_cells].fill(bins.len() as u8);
        }
        homes
    }
}

/// Pieces (or none) and the cells they are on, list by list.
#[derive(Default, Debug)]
pub(super) struct Lists {
    n_cells: usize,
    /// `all[list * n_cells + i]`: the row of the slots, and the cell.
    all: Vec<u64>,
    pub(super) lens: [u32; MAX_BINS],
    /// `at[cell]`: the list it is in, and its place there.
    at: Vec<(u8, u16)>,
    codes: Vec<Code>,
}

impl Lists {
    pub(super) fn clear(&mut self, n_cells: usize) {
        self.n_cells = n_cells;
        self.all.resize(MAX_BINS * n_cells, 0);
        self.lens = [0; MAX_BINS];
        self.at.clear();
        self.at.resize(n_cells, (NOWHERE, 0));
        self.codes.resize(n_cells, 0);
    }

    /// The row and the cell at a place of a list.
    #[inline(always)]
    pub(super) fn get(&self, list: usize, i: usize) -> (usize, u16) {
        let both = self.all[list * self.n_cells + i];
        ((both >> 16) as usize, both as u16)
    }

    /// What stands on a cell.
    #[inline(always)]
    pub(super) fn code(&self, cell: u16) -> usize {
        self.codes[cell as usize] as usize
    }

    /// All of one list.
    pub(super) fn of(&self, list: usize) -> impl Iterator<Item = (usize, u16)> {
        (0..self.lens[list] as usize).map(move |i| self.get(list, i))
    }

    #[inline(always)]
    pub(super) fn push(&mut self, list: usize, row: usize, cell: u16) {
        let len = self.lens[list];
        self.all[list * self.n_cells + len as usize] = (row as u64) << 16 | u64::from(cell);
        self.at[cell as usize] = (list as u8, len as u16);
        self.lens[list] = len + 1;
    }

    /// What stands on a cell has changed.
    #[inline(always)]
    fn put(&mut self, homes: &Homes, cell: u16, code: Code) {
        let (list, place) = self.at[cell as usize];
        if list != NOWHERE {
            // The last one of the list comes in its place.
            let list = list as usize;
            let len = self.lens[list] - 1;
            self.lens[list] = len;
            let last = self.all[list * self.n_cells + len as usize];
            self.all[list * self.n_cells + place as usize] = last;
            self.at[last as usize & 0xFFFF].1 = place;
            self.at[cell as usize].0 = NOWHERE;
        }
        self.codes[cell as usize] = code;
        let row = code as usize * homes.n_cells + cell as usize;
        let list = homes.bins[row];
        if list != NOWHERE {
            self.push(list as usize, row, cell);
        }
    }
}

/// The lists of all turns in one position.
#[derive(Default, Debug)]
pub(crate) struct Kept {
    turns: Vec<Lists>,
    /// Of those that may help a royal piece.
    helpers: Lists,
    current: bool,
}

impl Kept {
    /// Another position comes up.
    pub(crate) fn forget(&mut self) {
        self.current = false;
    }

    /// A move was made.
    #[inline]
    pub(crate) fn follow<const W: usize>(
        &mut self,
        plan: &Plan<W>,
        guesses: &Guesses<W>,
        position: &Position,
    ) {
        let Some(cells) = position.changes.cells().filter(|_| self.current) else {
            self.current = false;
            return;
        };
        for &cell in cells {
            let code = position.code(&plan.layout, cell);
            for (lists, turn) in self.turns.iter_mut().zip(&guesses.turns) {
                lists.put(&turn.homes, cell, code);
            }
        }
    }

    /// The lists of the turn that a position is in, and some to be filled.
    #[inline]
    pub(super) fn lists<const W: usize>(
        &mut self,
        plan: &Plan<W>,
        guesses: &Guesses<W>,
        position: &Position,
    ) -> (&Lists, &mut Lists) {
        if !self.current {
            self.collect(plan, guesses, position);
        }
        let Kept { turns, helpers, .. } = self;
        let lists = &turns[position.turn as usize];
        debug_assert!(lists.are_of(plan, &guesses.turns[position.turn as usize].homes, position));
        (lists, helpers)
    }

    fn collect<const W: usize>(&mut self, plan: &Plan<W>, guesses: &Guesses<W>, position: &Position) {
        self.turns.resize_with(guesses.turns.len(), Lists::default);
        for (lists, turn) in self.turns.iter_mut().zip(&guesses.turns) {
            lists.clear(plan.layout.n_cells);
            for cell in 0..plan.layout.n_cells as u16 {
                lists.put(&turn.homes, cell, position.code(&plan.layout, cell));
            }
        }
        self.current = true;
    }
}

impl Lists {
    /// Are they those of the position?
    fn are_of<const W: usize>(&self, plan: &Plan<W>, homes: &Homes, position: &Position) -> bool {
        (0..plan.layout.n_cells as u16).all(|cell| {
            let code = position.code(&plan.layout, cell) as usize;
            let row = code * homes.n_cells + cell as usize;
            let (list, place) = self.at[cell as usize];
            list == homes.bins[row]
                && self.code(cell) == code
                && (list == NOWHERE || self.get(list as usize, place as usize) == (row, cell))
        }) && self.lens.iter().sum::<u32>() as usize
            == self.at.iter().filter(|(list, _)| *list != NOWHERE).count()
    }

    /// Fills them with those of others that may move to a target, or away from a start; empty cells only if they are targets.
    pub(super) fn take_helpers<const W: usize>(
        &mut self,
        others: &Lists,
        drops: usize,
        empty: &Bits<W>,
        (targets, starts): (&Bits<W>, &Bits<W>),
        reach: impl Fn(usize) -> Bits<W>,
    ) {
        self.clear(others.n_cells);
        self.codes.copy_from_slice(&others.codes);
        for list in 0..drops {
            for (row, cell) in others.of(list) {
                if bits::has(starts, cell) || bits::meet(&reach(row), targets) {
                    self.push(list, row, cell);
                }
            }
        }
        if others.lens[drops] > 0 {
            for cell in bits::cells(&bits::and(empty, targets)) {
                self.push(drops, cell as usize, cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three cells; piece 1 is in the first list, piece 2 in no list, empty cells in the second.
    #[test]
    fn lists_follow_what_stands_where() {
        let homes = Homes { n_cells: 3, bins: vec![1, 1, 1, 0, 0, 0, NOWHERE, NOWHERE, NOWHERE] };
        let mut lists = Lists::default();
        lists.clear(3);
        for (cell, code) in [(0, 0), (1, 1), (2, 1), (1, 2), (0, 1), (2, 0), (1, 0), (1, 0)] {
            lists.put(&homes, cell, code);
        }
        let all = |list| {
            let mut all: Vec<(usize, u16)> = lists.of(list).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(all(0), [(3, 0)]);
        assert_eq!(all(1), [(1, 1), (2, 2)]);
        assert_eq!(lists.lens[..2], [1, 2]);
    }
}
