//! What a move captures, and where its parts begin and end.

use crate::controller::Shape;
use crate::state::State;
use rustc_hash::FxHashMap;
use zug_ir::{CellId, Pile};
use zug_vm::{Action, Move, Part, Piece};

/// The cell where a part begins: of a movement its start, of a part in place its cell, of a part that only captures the cell
/// of what it captures. A drop begins nowhere.
pub fn part_start(part: Part<'_>) -> Option<CellId> {
    match Shape::of(part) {
        Shape::Movement { from, .. } => Some(from),
        Shape::InPlace { at } | Shape::Capture { at } => Some(at),
        Shape::Drop { .. } | Shape::Nowhere => None,
    }
}

/// The cell where a part ends; a part that only captures ends nowhere.
pub fn part_stop(part: Part<'_>) -> Option<CellId> {
    match Shape::of(part) {
        Shape::Movement { to, .. } => Some(to),
        Shape::InPlace { at } | Shape::Drop { at, .. } => Some(at),
        Shape::Capture { .. } | Shape::Nowhere => None,
    }
}

impl State {
    /// What each part of a legal move captures, in order: what it takes by name, and what stood where it sets pieces down.
    pub fn captures(&self, mv: &Move) -> Vec<Vec<(CellId, Piece)>> {
        let ir = self.game().ir();
        if ir.rules.pile != Pile::Single {
            return mv.parts().map(|part| part.captures().collect()).collect();
        }
        let mut board = Board { state: self, changed: FxHashMap::default(), taken: Vec::new() };
        let together = ir.scripted.is_none();
        mv.parts().map(|part| board.part(part, together)).collect()
    }
}

/// The board in the middle of a move.
struct Board<'s> {
    state: &'s State,
    changed: FxHashMap<CellId, Piece>,
    /// Captured by the part at hand.
    taken: Vec<(CellId, Piece)>,
}

impl Board<'_> {
    /// Movements that a part begins with are simultaneous, except in scripts.
    fn part(&mut self, part: Part<'_>, together: bool) -> Vec<(CellId, Piece)> {
        let movement = |a: &Action| matches!(a, Action::Move { .. } | Action::Copy { .. });
        let n = if together { part.actions.iter().take_while(|a| movement(a)).count() } else { 0 };
        let (first, rest) = part.actions.split_at(n);
        self.movements(first);
        for action in rest {
            self.action(action);
        }
        std::mem::take(&mut self.taken)
    }

    fn piece(&self, at: CellId) -> Piece {
        self.changed.get(&at).copied().unwrap_or_else(|| self.state.position().piece(at))
    }

    fn movements(&mut self, movements: &[Action]) {
        for action in movements {
            if let Action::Move { from, .. } = *action {
                self.changed.insert(from, Piece::NONE);
            }
        }
        for action in movements {
            if let Action::Move { to, piece, .. } | Action::Copy { to, piece, .. } = *action {
                self.land(to, piece);
            }
        }
    }

    fn land(&mut self, at: CellId, piece: Piece) {
        let there = self.piece(at);
        if there.is_some() {
            self.taken.push((at, there));
        }
        self.changed.insert(at, piece);
    }

    fn action(&mut self, action: &Action) {
        match *action {
            Action::Move { .. } | Action::Copy { .. } => self.movements(&[*action]),
            Action::Drop { at, piece } | Action::Land { at, piece, .. } => self.land(at, piece),
            Action::Capture { at, .. } => self.land(at, Piece::NONE),
            Action::CaptureLate { at, piece } => {
                if piece.is_some() {
                    self.taken.push((at, piece));
                    // It stands there still, and is not captured again.
                    self.changed.insert(at, Piece::NONE);
                }
            }
            Action::Lift { at, .. } => drop(self.changed.insert(at, Piece::NONE)),
            Action::Create { at, piece, .. }
            | Action::ChangeKind { at, piece, .. }
            | Action::ChangeOwner { at, piece, .. }
            | Action::Flip { at, piece }
            | Action::SetAttr { at, piece, .. }
            | Action::Promote { at, piece, .. } => {
                if piece.is_some() {
                    self.changed.insert(at, piece);
                }
            }
            Action::Tuck { .. }
            | Action::SetGlobal { .. }
            | Action::AddReserve { .. }
            | Action::RepeatTurn
            | Action::SetTurn { .. }
            | Action::Settle => {}
        }
    }
}
