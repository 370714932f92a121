//! Piles: what lies under the pieces that boards show.
//!
//! Boards and codes show the top of each pile, so rules are run as where a cell holds one piece. What lies below stands
//! behind the other words of a position: a word for each piece that lies under another, cell after cell, bottom to top.
//! Inside a turn words for the pieces that leave when it ends are behind these, in the order they were captured: like the
//! interpreter they remember a cell and a height, whatever comes to lie there. [`Position::rewrite`] is the only writer.

mod part;

use crate::codes::{Code, Codes};
use crate::extent::GROWING;
use crate::position::{Layout, Position};
use smallvec::SmallVec;
use std::ops::Range;
use zug_vm::keys;

/// More pieces under others than this are left to the interpreter, which refuses parts that fill the board; it takes three
/// times as many.
const CROWD: usize = 20_000;

/// Marks the word of a piece that leaves when the turn ends.
const LEAVES: u64 = 1 << 63;

/// The pieces of a pile, bottom to top.
pub(crate) type Pile = SmallVec<[Code; 24]>;

fn buried(cell: u16, code: Code) -> u64 {
    u64::from(cell) << 8 | u64::from(code)
}

fn cell_of(word: u64) -> u16 {
    (word >> 8) as u16
}

fn leaving(cell: u16, height: usize) -> u64 {
    LEAVES | u64::from(cell) << 32 | height as u64
}

/// What a pile from some depth on adds to the hash.
fn hash_above(codes: &Codes, cell: u16, pile: &[Code], depth: usize) -> u64 {
    let above = pile.iter().enumerate().skip(depth);
    above.fold(0, |h, (d, code)| h ^ keys::depth(cell.into(), d, codes.piece(*code)))
}

impl Position {
    /// The words behind those that every position has.
    pub(crate) fn tail(&self, layout: &Layout) -> &[u64] {
        &self.words[layout.len..]
    }

    /// True if there are too many pieces to go on here, or too large numbers.
    #[inline]
    pub(crate) fn is_crowded(&self, layout: &Layout) -> bool {
        self.words.len() > layout.len + CROWD || self.has_large_values(layout)
    }

    fn has_large_values(&self, layout: &Layout) -> bool {
        let is_large = |value: i32| i64::from(value).abs() >= GROWING;
        layout.watched.iter().any(|global| is_large(self.global(layout, *global)))
    }

    /// Where the pieces stand that lie under the top of a cell.
    fn under(&self, layout: &Layout, cell: u16) -> Range<usize> {
        let tail = self.tail(layout);
        // Those that leave stand behind all others, as larger numbers.
        let from = tail.partition_point(|word| *word < buried(cell, 0));
        let n = tail[from..].iter().take_while(|word| **word < buried(cell, 0) + 256).count();
        layout.len + from..layout.len + from + n
    }

    /// How many pieces lie on a cell.
    pub(crate) fn height(&self, layout: &Layout, cell: u16) -> usize {
        self.under(layout, cell).len() + usize::from(self.code(layout, cell) != 0)
    }

    /// All of them.
    pub(crate) fn pile(&self, layout: &Layout, cell: u16) -> Pile {
        let mut pile: Pile = self.words[self.under(layout, cell)].iter().map(|word| *word as Code).collect();
        let top = self.code(layout, cell);
        if top != 0 {
            pile.push(top);
        }
        pile
    }

    /// The pieces that lie under others, with their cells.
    pub(crate) fn buried(&self, layout: &Layout) -> impl Iterator<Item = (u16, Code)> + '_ {
        let all = self.tail(layout).iter().take_while(|word| **word < LEAVES);
        all.map(|word| (cell_of(*word), *word as Code))
    }

    /// Makes a pile what a change makes of it. Below a depth it stays what it is.
    fn rewrite<const W: usize>(
        &mut self,
        layout: &Layout,
        codes: &Codes,
        cell: u16,
        depth: usize,
        change: impl FnOnce(&mut Pile),
    ) {
        let mut pile = self.pile(layout, cell);
        self.hash ^= hash_above(codes, cell, &pile, depth);
        change(&mut pile);
        self.hash ^= hash_above(codes, cell, &pile, depth);
        self.lay::<W>(layout, codes, cell, &pile);
    }

    /// Puts a pile in place of another, without the hash.
    pub(crate) fn lay<const W: usize>(&mut self, layout: &Layout, codes: &Codes, cell: u16, pile: &[Code]) {
        let (top, below) = pile.split_last().map_or((0, &[][..]), |(top, below)| (*top, below));
        let old = self.under(layout, cell);
        if old.len() != below.len() || !below.is_empty() {
            self.words.splice(old, below.iter().map(|code| buried(cell, *code)));
        }
        self.show(layout, codes, cell, top);
        self.changes.touch_all();
        for &(board, n) in &layout.high {
            self.flag::<W>(board, cell, pile.len() >= usize::from(n));
        }
        self.show_leaving::<W>(layout, cell, pile.len());
    }

    /// Takes the top `n` pieces, or all if `n` is 0.
    fn lift<const W: usize>(&mut self, layout: &Layout, codes: &Codes, cell: u16, n: u16) -> Pile {
        let height = self.height(layout, cell);
        let left = if n == 0 { 0 } else { height.saturating_sub(n.into()) };
        let mut taken = Pile::new();
        self.rewrite::<W>(layout, codes, cell, left, |pile| taken.extend(pile.drain(left..)));
        taken
    }

    /// Puts pieces on top.
    fn put<const W: usize>(&mut self, layout: &Layout, codes: &Codes, cell: u16, pieces: &[Code]) {
        let height = self.height(layout, cell);
        self.rewrite::<W>(layout, codes, cell, height, |pile| pile.extend_from_slice(pieces));
    }

    /// Puts a piece into a pile, at most on top of it.
    fn insert<const W: usize>(
        &mut self,
        layout: &Layout,
        codes: &Codes,
        cell: u16,
        depth: usize,
        piece: Code,
    ) {
        let depth = depth.min(self.height(layout, cell));
        self.rewrite::<W>(layout, codes, cell, depth, |pile| pile.insert(depth, piece));
    }

    /// Takes a piece out of a pile. 0 if the pile is not that high.
    fn extract<const W: usize>(&mut self, layout: &Layout, codes: &Codes, cell: u16, depth: usize) -> Code {
        if depth >= self.height(layout, cell) {
            return 0;
        }
        let mut taken = 0;
        self.rewrite::<W>(layout, codes, cell, depth, |pile| taken = pile.remove(depth));
        taken
    }

    /// Makes the top piece another one. Where there is none, or it becomes none, nothing happens.
    fn become_top<const W: usize>(&mut self, layout: &Layout, codes: &Codes, cell: u16, code: Code) {
        let height = self.height(layout, cell);
        if code != 0 && height > 0 {
            let top = height - 1;
            self.rewrite::<W>(layout, codes, cell, top, |pile| pile[top] = code);
        }
    }

    /// The word of the top piece, if it leaves when the turn ends. An empty cell is as high as one with one piece.
    fn top_leaving(&self, layout: &Layout, cell: u16) -> u64 {
        leaving(cell, self.height(layout, cell).saturating_sub(1))
    }

    /// The top piece leaves when the turn ends.
    fn leave_later<const W: usize>(&mut self, layout: &Layout, cell: u16) {
        let word = self.top_leaving(layout, cell);
        self.words.push(word);
        self.show_leaving::<W>(layout, cell, self.height(layout, cell));
    }

    /// The top piece leaves now. Was it to leave later?
    fn leave_now<const W: usize>(&mut self, layout: &Layout, cell: u16) -> bool {
        if !self.is_doomed::<W>(layout, cell) {
            return false;
        }
        let word = self.top_leaving(layout, cell);
        let mut at = 0;
        self.words.retain(|w| {
            at += 1;
            at <= layout.len || *w != word
        });
        self.show_leaving::<W>(layout, cell, self.height(layout, cell));
        true
    }

    /// The piece captured last leaves: its cell and its height.
    fn next_leaving<const W: usize>(&mut self, layout: &Layout) -> Option<(u16, usize)> {
        let word = *self.tail(layout).last().filter(|word| **word >= LEAVES)?;
        self.words.pop();
        let (cell, height) = ((word >> 32) as u16, word as u32 as usize);
        self.show_leaving::<W>(layout, cell, self.height(layout, cell));
        Some((cell, height))
    }

    /// Keeps the board of pieces that leave later, given how high the cell is now.
    fn show_leaving<const W: usize>(&mut self, layout: &Layout, cell: u16, height: usize) {
        let Some(board) = layout.doomed else { return };
        let word = leaving(cell, height.saturating_sub(1));
        let leaves = self.tail(layout).iter().rev().take_while(|w| **w >= LEAVES).any(|w| *w == word);
        self.flag::<W>(board, cell, leaves);
    }
}
