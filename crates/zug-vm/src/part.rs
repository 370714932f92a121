//! From what a block recorded to a part of a move: order of actions, concrete pieces, what is no move.

use crate::action::{Action, Move, NO_CELL, PartHead};
use crate::apply::{apply_action, movements};
use crate::error::{Limit, MAX_PILED, RunError};
use crate::machine::{Job, Machine, fill};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use smallvec::SmallVec;
use zug_ir::{CellId, Exit, KindId, LoneCapture, Pile, View};

/// Builds parts; holds the board on which a part with effects is tried out to find its pieces.
pub(crate) struct PartBuilder {
    trial: State,
}

impl PartBuilder {
    pub(crate) fn new(program: &Program) -> Self {
        PartBuilder { trial: program.blank() }
    }

    /// The part a block has just emitted, as a move of one part. `None` if it changes nothing.
    pub(crate) fn build(
        &mut self,
        m: &Machine,
        job: &Job<'_>,
        exit: &Exit,
        promote: Option<KindId>,
    ) -> Result<Option<Move>, RunError> {
        let last = (m.from, m.target(), m.lift);
        let mut actions: SmallVec<[Action; 3]> = SmallVec::new();
        for &(from, to, n) in &m.moves {
            push_movement(&mut actions, job.state, from, to, n, false);
        }
        if job.drop {
            actions.push(Action::Drop { at: CellId(last.1), piece: job.mover });
        } else if job.program.pile() == Pile::Heap && last.0 == job.start {
            // On a heap the piece that moves is the one the rule runs for, not the one on top.
            if last.0 != last.1 {
                actions.push(Action::Move {
                    from: CellId(last.0),
                    to: CellId(last.1),
                    n: last.2,
                    piece: job.mover,
                });
            }
        } else {
            push_movement(&mut actions, job.state, last.0, last.1, last.2, exit.copy);
        }
        if !is_move(m, job, promote) {
            return Ok(None);
        }
        if !m.effects.is_empty() || promote.is_some() {
            self.effects(&mut actions, m, job, promote, last.1);
            if job.program.pile() == Pile::Stack && self.trial.piled.len() >= MAX_PILED {
                return Err(RunError { kind: Limit::Piled, block: Some(job.block) });
            }
        }
        let (first_from, first_to) = match m.moves.first() {
            Some(&(from, to, _)) if !job.drop => (from, to),
            _ => (if job.drop { NO_CELL } else { last.0 }, last.1),
        };
        let head =
            PartHead { from: first_from, to: first_to, end: actions.len() as u32, then: exit.then.into() };
        Ok(Some(Move { actions, parts: SmallVec::from_slice(&[head]) }))
    }

    fn effects(
        &mut self,
        actions: &mut SmallVec<[Action; 3]>,
        m: &Machine,
        job: &Job<'_>,
        promote: Option<KindId>,
        target: u16,
    ) {
        let program = job.program;
        let recorded = actions.len();
        actions.extend_from_slice(&m.effects);
        if program.game().rules.view == View::Before {
            captures_last(&mut actions[recorded..]);
        }
        if let Some(kind) = promote {
            actions.push(Action::Promote { at: CellId(target), kind, piece: Piece::NONE });
        }
        if actions[recorded..].iter().all(touches_no_cell) {
            return;
        }
        self.trial.copy_position(job.state);
        let n_moves =
            actions.iter().take_while(|a| matches!(a, Action::Move { .. } | Action::Copy { .. })).count();
        let base = job.state.height(program, CellId(target)).min(u64::from(u16::MAX)) as u16;
        movements(program, &mut self.trial, &actions[..n_moves], job.player, &mut Vec::new());
        for action in &mut actions[n_moves..] {
            *action = match *action {
                Action::SetAttr { at, attr, value, piece } if at.0 == NO_CELL => {
                    Action::SetAttr { at: CellId(target), attr, value, piece }
                }
                Action::Tuck { at, piece, .. } => Action::Tuck { at, to: CellId(target), base, piece },
                other => other,
            };
            *action = fill(program, &self.trial, *action);
            apply_action(program, &mut self.trial, action, job.player, &mut Vec::new());
        }
    }
}

/// Does what a block has emitted change anything? Captures alone count only where the game says so.
pub(crate) fn is_move(m: &Machine, job: &Job<'_>, promote: Option<KindId>) -> bool {
    let moves = |from: u16, to: u16| from != to && job.state.cells[from as usize].is_some();
    if job.drop || promote.is_some() || moves(m.from, m.target()) {
        return true;
    }
    if m.moves.iter().any(|&(from, to, _)| moves(from, to)) {
        return true;
    }
    match job.program.game().rules.lone_capture {
        LoneCapture::Allowed => !m.effects.is_empty(),
        LoneCapture::Refused => !m.effects.iter().all(is_capture),
    }
}

fn is_capture(action: &Action) -> bool {
    matches!(action, Action::Capture { .. } | Action::CaptureLate { .. })
}

fn push_movement(actions: &mut SmallVec<[Action; 3]>, state: &State, from: u16, to: u16, n: u16, copy: bool) {
    let piece = state.cells[from as usize];
    if from == to || piece.is_none() {
        return;
    }
    let (from, to) = (CellId(from), CellId(to));
    actions.push(if copy { Action::Copy { from, to, piece } } else { Action::Move { from, to, n, piece } });
}

/// Most quiet moves only count themselves: nothing to try out for them.
fn touches_no_cell(action: &Action) -> bool {
    matches!(action, Action::SetGlobal { .. } | Action::AddReserve { .. } | Action::RepeatTurn)
}

/// Captures take effect after all other effects. Saved games show the order an exchange sort leaves the
/// captures in, and texts of moves must match it.
fn captures_last(effects: &mut [Action]) {
    let Some(first) = effects.iter().position(is_capture) else { return };
    if effects[first..].iter().all(is_capture) {
        return;
    }
    for i in first..effects.len() {
        for j in i + 1..effects.len() {
            if is_capture(&effects[i]) && !is_capture(&effects[j]) {
                effects.swap(i, j);
            }
        }
    }
}
