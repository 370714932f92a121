//! The board of a run: changed in place, with a trail that undoes everything back to a mark.

use super::account::Change;
use crate::action::Action;
use crate::apply::{Captured, apply_action};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::{State, UNLIMITED};
use smallvec::{SmallVec, smallvec};
use zug_ir::{CellId, GlobalId, KindId, Pile, PlayerId};

/// A state that remembers how it was.
pub(super) struct Board {
    pub(super) state: State,
    trail: Vec<Undo>,
    /// Bytes of the lists on the trail.
    lists: usize,
}

/// What has been touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touched {
    Cell(u16),
    Global(u16),
    Reserves,
    /// The pieces that are captured and leave later.
    Doomed,
}

enum Undo {
    Cell(u16, Piece),
    /// The pieces of a stack, or the counts of a heap.
    Pile(u16, Box<[u64]>),
    Global(GlobalId, i32),
    Reserve(usize, u32),
    Doomed(Box<[(u16, u16)]>),
}

impl Board {
    pub(super) fn new(program: &Program) -> Self {
        Board { state: program.blank(), trail: Vec::new(), lists: 0 }
    }

    /// A fresh start from a position.
    pub(super) fn set(&mut self, from: &State) {
        self.state.copy_position(from);
        self.forget();
    }

    /// How far the trail goes: what [`Board::undo`] takes back to.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// What has been done so far stays.
    pub(super) fn forget(&mut self) {
        self.trail.clear();
        self.lists = 0;
    }

    /// What the trail keeps.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.trail[..]) + self.lists
    }

    fn remember(&mut self, undo: Undo) {
        self.lists += undo.list();
        self.trail.push(undo);
    }

    /// Takes back everything since a mark.
    pub(super) fn undo(&mut self, program: &Program, mark: usize) {
        while self.trail.len() > mark {
            let undo = self.trail.pop();
            self.lists -= undo.as_ref().map_or(0, Undo::list);
            match undo {
                Some(Undo::Cell(c, piece)) => self.state.put(program, CellId(c), piece),
                Some(Undo::Pile(c, pile)) => self.set_pile(program, CellId(c), &pile),
                Some(Undo::Global(global, value)) => self.state.set_global(program, global, value),
                Some(Undo::Reserve(i, n)) => self.state.set_reserve_at(i, n),
                Some(Undo::Doomed(doomed)) => self.state.doomed = doomed.into_vec(),
                None => return,
            }
        }
    }

    fn set_pile(&mut self, program: &Program, cell: CellId, pile: &[u64]) {
        match program.pile() {
            Pile::Single => {}
            Pile::Stack => {
                self.state.take_stack(cell, 0);
                let pieces: Vec<Piece> = pile.iter().map(|&p| Piece(p)).collect();
                self.state.push_all(cell, &pieces);
            }
            Pile::Heap => {
                self.state.clear_heap(program, cell);
                for (code, &n) in pile.iter().enumerate().filter(|(_, n)| **n > 0) {
                    self.state.add_heap(program, cell, program.code_piece(code), n as i64);
                }
            }
        }
    }

    /// Remembers a cell that is about to change.
    pub(super) fn keep_cell(&mut self, program: &Program, cell: u16) {
        self.remember(match program.pile() {
            Pile::Single => Undo::Cell(cell, self.state.cells[cell as usize]),
            Pile::Stack => Undo::Pile(cell, self.state.stack(CellId(cell)).map(|p| p.0).collect()),
            Pile::Heap => {
                let n = program.n_codes();
                Undo::Pile(cell, self.state.piled[cell as usize * n..(cell as usize + 1) * n].into())
            }
        });
    }

    fn keep_reserve(&mut self, program: &Program, player: PlayerId, kind: KindId) {
        if !self.state.reserve.is_empty() {
            let i = program.reserve_idx(player, kind);
            self.remember(Undo::Reserve(i, self.state.reserve[i]));
        }
    }

    fn keep_doomed(&mut self) {
        self.remember(Undo::Doomed(self.state.doomed.as_slice().into()));
    }

    /// A piece there may be captured: whoever takes it may get it in reserve.
    fn keep_captured(&mut self, program: &Program, cell: u16, mover: PlayerId) {
        self.keep_cell(program, cell);
        if !self.state.doomed.is_empty() {
            self.keep_doomed();
        }
        if !self.state.reserve.is_empty() {
            let mut pieces: Vec<Piece> = Vec::new();
            self.state.each_piece(program, CellId(cell), |p, _| pieces.push(p));
            for piece in pieces {
                let kind = program.game().kinds[piece.kind().idx()].recycle_as;
                self.keep_reserve(program, mover, kind);
                self.keep_reserve(program, piece.owner(), kind);
            }
        }
    }

    /// Carries out an action so that it can be undone.
    pub(super) fn apply(
        &mut self,
        program: &Program,
        action: &Action,
        mover: PlayerId,
        captured: &mut Captured,
    ) {
        match *action {
            Action::Move { from, to, .. } | Action::Copy { from, to, .. } => {
                self.keep_cell(program, from.0);
                self.keep_captured(program, to.0, mover);
            }
            Action::Drop { at, piece } => {
                self.keep_captured(program, at.0, mover);
                self.keep_reserve(program, piece.owner(), piece.kind());
            }
            Action::Land { at, .. } | Action::Capture { at, .. } | Action::Create { at, .. } => {
                self.keep_captured(program, at.0, mover);
            }
            Action::CaptureLate { .. } => self.keep_doomed(),
            Action::Tuck { at, to, .. } => {
                self.keep_cell(program, at.0);
                self.keep_cell(program, to.0);
            }
            Action::ChangeKind { at, .. }
            | Action::ChangeOwner { at, .. }
            | Action::Flip { at, .. }
            | Action::SetAttr { at, .. }
            | Action::Promote { at, .. }
            | Action::Lift { at, .. } => self.keep_cell(program, at.0),
            Action::SetGlobal { global, .. } => {
                self.remember(Undo::Global(global, self.state.globals[global.idx()]));
            }
            Action::AddReserve { player, kind, .. } => self.keep_reserve(program, player, kind),
            Action::Settle => {
                let doomed = self.state.doomed.clone();
                self.keep_doomed();
                doomed.iter().for_each(|&(cell, _)| self.keep_captured(program, cell, mover));
            }
            Action::RepeatTurn | Action::SetTurn { .. } => {}
        }
        apply_action(program, &mut self.state, action, mover, captured);
    }

    /// Takes up to `n` pieces off the top of a cell, bottom first; of a heap those like `sort`, or all. They are
    /// gone from the board until somebody sets them down.
    pub(super) fn take_off(
        &mut self,
        program: &Program,
        cell: u16,
        n: u64,
        sort: Option<Piece>,
    ) -> SmallVec<[(Piece, u64); 1]> {
        self.keep_cell(program, cell);
        let at = CellId(cell);
        match program.pile() {
            Pile::Single => {
                let piece = self.state.piece(at);
                self.state.put(program, at, Piece::NONE);
                smallvec![(piece, 1)]
            }
            Pile::Stack => {
                let n = n.min(u64::from(u16::MAX)) as u16;
                self.state.take_stack(at, n).into_iter().map(|p| (p, 1)).collect()
            }
            Pile::Heap => {
                let mut left = n;
                let heap: Vec<(Piece, u64)> =
                    self.state.heap(program, at).filter(|(p, _)| sort.is_none_or(|s| s == *p)).collect();
                let mut taken = SmallVec::new();
                for (piece, have) in heap {
                    let some = have.min(left);
                    if some > 0 {
                        self.state.add_heap(program, at, piece, -(some as i64));
                        taken.push((piece, some));
                        left -= some;
                    }
                }
                taken
            }
        }
    }

    /// One piece less in a reserve, while it is in hand.
    pub(super) fn take_from_reserve(&mut self, program: &Program, piece: Piece) {
        self.keep_reserve(program, piece.owner(), piece.kind());
        self.state.add_reserve(program, piece.owner(), piece.kind(), -1);
    }

    pub(super) fn doomed_at(&self, cell: u16) -> bool {
        self.state.is_doomed(cell)
    }

    // --- what has changed since a mark ---

    /// Has a cell changed?
    pub(super) fn changed(&self, mark: usize, cell: u16) -> bool {
        self.trail[mark..].iter().any(|u| u.cell() == Some(cell))
    }

    /// What has been touched since a mark, as often as it was.
    pub(super) fn touched(&self, mark: usize) -> impl Iterator<Item = Touched> {
        self.trail[mark..].iter().map(|undo| match undo {
            Undo::Cell(cell, _) | Undo::Pile(cell, _) => Touched::Cell(*cell),
            Undo::Global(global, _) => Touched::Global(global.0),
            Undo::Reserve(..) => Touched::Reserves,
            Undo::Doomed(_) => Touched::Doomed,
        })
    }

    pub(super) fn changed_cells(&self, mark: usize) -> Vec<u16> {
        let mut cells: Vec<u16> = Vec::new();
        for cell in self.trail[mark..].iter().filter_map(Undo::cell) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The visible piece that a cell had, where cells hold one.
    pub(super) fn piece_before(&self, mark: usize, cell: u16) -> Option<Piece> {
        self.trail[mark..].iter().find_map(|u| match u {
            Undo::Cell(c, piece) if *c == cell => Some(*piece),
            _ => None,
        })
    }

    /// Cells that hold something else than before.
    pub(super) fn differing(&self, program: &Program, mark: usize) -> Vec<u16> {
        let differs = |cell: &u16| {
            let first = self.trail[mark..].iter().find(|u| u.cell() == Some(*cell));
            match first {
                Some(Undo::Cell(_, piece)) => self.state.cells[*cell as usize] != *piece,
                Some(Undo::Pile(_, pile)) => match program.pile() {
                    Pile::Heap => true,
                    _ => !self.state.stack(CellId(*cell)).map(|p| p.0).eq(pile.iter().copied()),
                },
                _ => false,
            }
        };
        self.changed_cells(mark).into_iter().filter(differs).collect()
    }

    pub(super) fn changed_global(&self, mark: usize, global: usize) -> bool {
        self.trail[mark..].iter().any(|u| matches!(u, Undo::Global(g, _) if g.idx() == global))
    }

    pub(super) fn global_before(&self, mark: usize, global: usize) -> i32 {
        let first = self.trail[mark..].iter().find_map(|u| match u {
            Undo::Global(g, value) if g.idx() == global => Some(*value),
            _ => None,
        });
        first.unwrap_or(self.state.globals[global])
    }

    /// Values that were set, as they were before.
    pub(super) fn globals_before(&self, mark: usize) -> Vec<(u16, i32)> {
        let mut values: Vec<(u16, i32)> = Vec::new();
        for undo in &self.trail[mark..] {
            if let Undo::Global(g, value) = undo
                && !values.iter().any(|(known, _)| *known == g.0)
            {
                values.push((g.0, *value));
            }
        }
        values
    }

    pub(super) fn reserve_before(&self, mark: usize, i: usize) -> u32 {
        let first = self.trail[mark..].iter().find_map(|u| match u {
            Undo::Reserve(at, n) if *at == i => Some(*n),
            _ => None,
        });
        first.unwrap_or(self.state.reserve[i])
    }

    pub(super) fn reserves_differ(&self, mark: usize) -> bool {
        let changed = |u: &Undo| matches!(u, Undo::Reserve(i, _) if self.reserve_before(mark, *i) != self.state.reserve[*i]);
        self.trail[mark..].iter().any(changed)
    }

    /// Pieces that were captured to leave later.
    pub(super) fn doomed_before(&self, mark: usize) -> &[(u16, u16)] {
        let first = self.trail[mark..].iter().find_map(|u| match u {
            Undo::Doomed(doomed) => Some(&doomed[..]),
            _ => None,
        });
        first.unwrap_or(&self.state.doomed)
    }

    /// All changes, unless there are some that cannot be told.
    pub(super) fn changes(&self, mark: usize) -> Option<Vec<Change>> {
        let mut changes = Vec::new();
        let mut reserves: Vec<usize> = Vec::new();
        for undo in &self.trail[mark..] {
            match *undo {
                Undo::Cell(..) | Undo::Global(..) => {}
                Undo::Reserve(i, _) if reserves.contains(&i) => {}
                Undo::Reserve(i, _) => reserves.push(i),
                Undo::Pile(..) | Undo::Doomed(_) => return None,
            }
        }
        for cell in self.changed_cells(mark) {
            changes.push(Change::Cell(cell, self.state.cells[cell as usize]));
        }
        for (global, _) in self.globals_before(mark) {
            changes.push(Change::Global(global, self.state.globals[usize::from(global)]));
        }
        for i in reserves {
            let (before, now) = (self.reserve_before(mark, i), self.state.reserve[i]);
            if before == UNLIMITED || now == UNLIMITED {
                continue;
            }
            changes.push(Change::Reserve(i as u16, now.wrapping_sub(before) as i32));
        }
        Some(changes)
    }

    /// Makes a change that a run has made.
    pub(super) fn change(&mut self, program: &Program, change: &Change) {
        match *change {
            Change::Cell(cell, piece) => {
                self.keep_cell(program, cell);
                self.state.put(program, CellId(cell), piece);
            }
            Change::Global(global, value) => {
                let global = GlobalId(global);
                self.remember(Undo::Global(global, self.state.globals[global.idx()]));
                self.state.set_global(program, global, value);
            }
            Change::Reserve(i, more) => {
                let i = usize::from(i);
                let n = self.state.reserve[i];
                self.remember(Undo::Reserve(i, n));
                self.state.set_reserve_at(i, n.wrapping_add(more as u32));
            }
        }
    }
}

impl Undo {
    /// Bytes of the list it keeps.
    fn list(&self) -> usize {
        match self {
            Undo::Pile(_, pile) => size_of_val(&pile[..]),
            Undo::Doomed(doomed) => size_of_val(&doomed[..]),
            Undo::Cell(..) | Undo::Global(..) | Undo::Reserve(..) => 0,
        }
    }

    fn cell(&self) -> Option<u16> {
        match self {
            Undo::Cell(cell, _) | Undo::Pile(cell, _) => Some(*cell),
            _ => None,
        }
    }
}
