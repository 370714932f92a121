//! Piles: what lies under the pieces that boards show.
//!
//! Boards and codes show the top of each pile, so rules are run as where a cell holds one piece. What lies below stands
//! behind the other words of a position: a word for each piece that lies under another, cell after cell, bottom to top.
//! Inside a turn words for the pieces that leave when it ends are behind these, in the order they were captured: like the
//! interpreter they remember a cell and a height, whatever comes to lie there. [`Position::rewrite`] is the only writer.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::codes::{Code, Codes};
use crate::flow::{Effect, Place};
use crate::make::{Step, Traces};
use crate::num::Num;
use crate::plan::Plan;
use crate::position::{Layout, Position};
use smallvec::SmallVec;
use std::ops::Range;
use zug_ir::{CellId, GlobalId, PlayerId};
use zug_vm::{Action, NO_CELL, Piece, keys};

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

    /// Are there too many pieces to go on here?
    pub(crate) fn is_crowded(&self, layout: &Layout) -> bool {
        self.words.len() > layout.len + CROWD
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
        self.words.retain_from(layout.len, |w| w != word);
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

/// Keeps what passes of the words from some place on.
trait RetainFrom {
    fn retain_from(&mut self, from: usize, keep: impl Fn(u64) -> bool);
}

impl RetainFrom for Vec<u64> {
    fn retain_from(&mut self, from: usize, keep: impl Fn(u64) -> bool) {
        let mut at = 0;
        self.retain(|word| {
            at += 1;
            at <= from || keep(*word)
        });
    }
}

impl<const W: usize> Plan<W> {
    /// Pieces under others on some cells that a board shows (or does not show) where they are on top.
    pub(crate) fn count_buried(
        &self,
        position: &Position,
        board: BoardId,
        shown: bool,
        within: &Bits<W>,
    ) -> u32 {
        let shows = |code: Code| (self.codes.boards[code as usize] >> board.0 & 1 != 0) == shown;
        let counted = |(cell, code): &(u16, Code)| bits::has(within, *cell) && shows(*code);
        position.buried(&self.layout).filter(counted).count() as u32
    }

    /// Carries out a part where cells hold piles, and tells what happens in the words of the interpreter. Where did what gives
    /// the part its name start and end?
    pub(crate) fn pile_part(
        &self,
        position: &mut Position,
        step: Step,
        traces: &mut Traces,
        mut tell: impl FnMut(Action),
    ) -> (u16, u16) {
        let (layout, codes) = (&self.layout, &self.codes);
        let exit = self.shared.exits.get(step.exit);
        let mover = self.rules[step.rule as usize].of.player;
        let at = |place: Place| step.cell(&self.shared.places, place);
        if exit.effects_on_the_way {
            self.find_effects(position, step, &mut traces.effects);
        }
        let effects = if exit.effects_on_the_way { &traces.effects } else { &exit.effects };
        // Numbers and sets are of the position before the part.
        let number = |num: Num| match num {
            Num::Const(value) => value,
            Num::Expr(id) => self.number_at(position, id, step.start),
        };
        let mut numbers: SmallVec<[i32; 4]> = SmallVec::new();
        let mut sets: SmallVec<[Bits<W>; 1]> = SmallVec::new();
        for effect in effects {
            match effect {
                Effect::SetGlobal(_, num) | Effect::AddReserve(_, _, num) => numbers.push(number(*num)),
                Effect::SetAttrs(_, _, set) => sets.push(self.set(position, *set)),
                _ => {}
            }
        }
        let left: SmallVec<[(GlobalId, i32); 2]> =
            exit.left.iter().map(|(flag, num)| (*flag, number(*num))).collect();
        let (mut numbers, mut sets) = (numbers.into_iter(), sets.into_iter());
        let (head, base) = self.pile_movements(position, step, &mut tell);
        let captured = &mut traces.captured;
        for effect in effects {
            let cell = effect.place().map_or(NO_CELL, at);
            let there = if cell == NO_CELL { 0 } else { position.code(layout, cell) };
            let (on, old) = (CellId(cell), codes.piece(there));
            let mut becomes = |code: Code| {
                position.become_top::<W>(layout, codes, cell, code);
                codes.piece(code)
            };
            match *effect {
                Effect::Capture(_) => {
                    tell(Action::Capture { at: on, piece: old });
                    let known = position.leave_now::<W>(layout, cell);
                    if there != 0 {
                        position.lift::<W>(layout, codes, cell, 1);
                        if self.counts_captures && !known {
                            captured.push(there);
                        }
                        self.recycle(position, there, mover);
                    }
                }
                Effect::CaptureLate(_) => {
                    tell(Action::CaptureLate { at: on, piece: old });
                    if there != 0 {
                        position.leave_later::<W>(layout, cell);
                        if self.counts_captures {
                            captured.push(there);
                        }
                    }
                }
                Effect::Tuck(_) => {
                    tell(Action::Tuck { at: on, to: CellId(step.to), base: base as u16, piece: old });
                    if there != 0 {
                        position.lift::<W>(layout, codes, cell, 1);
                        if self.counts_captures {
                            captured.push(there);
                        }
                        position.insert::<W>(layout, codes, step.to, base, there);
                    }
                }
                Effect::Flip(_) => tell(Action::Flip { at: on, piece: becomes(codes.flipped(there)) }),
                Effect::ChangeOwner(owner, _) => {
                    let piece = becomes(codes.with_owner(there, owner));
                    tell(Action::ChangeOwner { at: on, owner, piece });
                }
                Effect::ChangeKind(kind, _) => {
                    let piece = becomes(codes.with_kind(there, kind));
                    tell(Action::ChangeKind { at: on, kind, piece });
                }
                Effect::SetAttr(attr, value, _) => {
                    let piece = becomes(codes.with_attr(there, attr, value));
                    tell(Action::SetAttr { at: on, attr, value, piece });
                }
                Effect::SetAttrs(attr, value, _) => {
                    for cell in sets.next().iter().flat_map(bits::cells) {
                        let code = codes.with_attr(position.code(layout, cell), attr, value);
                        position.become_top::<W>(layout, codes, cell, code);
                        tell(Action::SetAttr { at: CellId(cell), attr, value, piece: codes.piece(code) });
                    }
                }
                Effect::Create(piece, _) => {
                    tell(Action::Create { at: on, n: 1, piece });
                    position.put::<W>(layout, codes, cell, &[codes.code(piece).unwrap_or(0)]);
                }
                Effect::SetGlobal(global, _) => {
                    let value = numbers.next().unwrap_or(0);
                    tell(Action::SetGlobal { global, value });
                    position.set_global(layout, global, value);
                }
                Effect::AddReserve(player, kind, _) => {
                    let n = numbers.next().unwrap_or(0);
                    tell(Action::AddReserve { player, kind, n });
                    position.add_reserve(layout, player, kind, n);
                }
                Effect::RepeatTurn => {
                    tell(Action::RepeatTurn);
                    traces.again = true;
                }
                Effect::SetIf(..)
                | Effect::CaptureSet(_)
                | Effect::Carry(..)
                | Effect::Drop(_)
                | Effect::Promote(..)
                | Effect::SetTurn(_) => unreachable!("only scripts do that, and theirs are other piles"),
            }
        }
        if let Some(&kind) = exit.kinds.get(step.choice as usize) {
            let code = codes.with_kind(position.code(layout, step.to), kind);
            position.become_top::<W>(layout, codes, step.to, code);
            let piece = if code == 0 { Piece::NONE } else { codes.piece(code) };
            tell(Action::Promote { at: CellId(step.to), kind, piece });
        }
        for &(board, place, on) in &exit.flags {
            if at(place) != NO_CELL {
                position.flag::<W>(board, at(place), on);
            }
        }
        for (flag, value) in left {
            position.set_global(layout, flag, value);
        }
        position.set_last::<W>(layout, head.0, head.1);
        head
    }

    /// The movements of a part, or its drop: all piles are lifted, then all are set down. Where is the movement that the part is
    /// named after, and at what height of the target does the pile begin that came last?
    fn pile_movements(
        &self,
        position: &mut Position,
        step: Step,
        tell: &mut impl FnMut(Action),
    ) -> ((u16, u16), usize) {
        let (layout, codes) = (&self.layout, &self.codes);
        let exit = self.shared.exits.get(step.exit);
        let of = &self.rules[step.rule as usize].of;
        let at = |place: Place| step.cell(&self.shared.places, place);
        let from = if exit.drop { step.start } else { at(exit.from) };
        let moved = match exit.lift(exit.moves.len()) {
            0 => position.height(layout, from),
            n => n.into(),
        };
        if exit.drop {
            let base = position.height(layout, step.to).saturating_sub(moved);
            let code = codes.fresh(of.player, of.kind);
            tell(Action::Drop { at: CellId(step.to), piece: codes.piece(code) });
            position.add_reserve(layout, of.player, of.kind, -1);
            position.put::<W>(layout, codes, step.to, &[code]);
            return ((NO_CELL, step.to), base);
        }
        let closed = exit.moves.iter().map(|(from, to)| (at(*from), at(*to), false));
        let all = closed.chain([(from, step.to, exit.copy)]).enumerate();
        let before = |cell: u16| position.code(layout, cell);
        let all: SmallVec<[(usize, u16, u16, bool, Code); 2]> = all
            .map(|(i, (from, to, copy))| (i, from, to, copy, before(from)))
            .filter(|(_, from, to, _, code)| from != to && *code != 0)
            .collect();
        let first = all.first().filter(|(i, ..)| *i < exit.moves.len());
        let head = first.map_or((from, step.to), |(_, from, to, ..)| (*from, *to));
        let mut lifted: SmallVec<[(u16, Pile); 2]> = SmallVec::new();
        for &(i, from, to, copy, code) in &all {
            let (n, piece) = (exit.lift(i), codes.piece(code));
            let (start, end) = (CellId(from), CellId(to));
            if copy {
                tell(Action::Copy { from: start, to: end, piece });
                lifted.push((to, SmallVec::from_slice(&[code])));
            } else {
                tell(Action::Move { from: start, to: end, n, piece });
                lifted.push((to, position.lift::<W>(layout, codes, from, n)));
            }
        }
        for (to, pile) in &lifted {
            position.put::<W>(layout, codes, *to, pile);
        }
        (head, position.height(layout, step.to).saturating_sub(moved))
    }

    /// Pieces captured for later leave the board.
    pub(crate) fn settle_piles(&self, position: &mut Position, mover: PlayerId) {
        while let Some((cell, height)) = position.next_leaving::<W>(&self.layout) {
            let code = position.extract::<W>(&self.layout, &self.codes, cell, height);
            if code != 0 {
                self.recycle(position, code, mover);
            }
        }
    }
}
