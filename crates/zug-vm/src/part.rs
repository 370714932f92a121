//! From what a block recorded to a part of a move: order of actions, concrete pieces, what is no move.

use crate::action::{Action, Move, NO_CELL, PartHead};
use crate::apply::{apply_action, movements, n_movements};
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
        if !is_move(m, job, promote) {
            return Ok(None);
        }
        let last = (m.from, m.target(), m.lift);
        let mut actions: SmallVec<[Action; 3]> =
            m.moves.iter().filter_map(|&closed| movement(job, closed, false)).collect();
        if job.drop {
            actions.push(Action::Drop { at: CellId(last.1), piece: job.mover });
        } else {
            actions.extend(movement(job, last, exit.copy));
        }
        if !m.effects.is_empty() || promote.is_some() {
            self.effects(&mut actions, m, job, promote, last)?;
        }
        if job.program.pile() == Pile::Stack && (job.drop || exit.copy) {
            room(job, job.state.piled.len() + 1)?;
        }
        let is_real = |&&(from, to, _): &&(u16, u16, u16)| from != to && job.moving(from).is_some();
        let (from, to) = match m.moves.iter().find(is_real) {
            _ if job.drop => (NO_CELL, last.1),
            Some(&(from, to, _)) => (from, to),
            None => (last.0, last.1),
        };
        let head = PartHead { from, to, end: actions.len() as u32, then: exit.then.into() };
        Ok(Some(Move { actions, parts: SmallVec::from_slice(&[head]), note: None }))
    }

    fn effects(
        &mut self,
        actions: &mut SmallVec<[Action; 3]>,
        m: &Machine,
        job: &Job<'_>,
        promote: Option<KindId>,
        (from, target, lift): (u16, u16, u16),
    ) -> Result<(), RunError> {
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
            return Ok(());
        }
        self.trial.copy_position(job.state);
        let n_moves = n_movements(actions);
        movements(program, &mut self.trial, &actions[..n_moves], job.player, &mut Vec::new());
        // Where the pile that moved begins on its target.
        let height = |state: &State, cell: u16| state.heights.get(cell as usize).copied().unwrap_or(0);
        let moved = if lift == 0 { height(job.state, from) } else { lift };
        let base = height(&self.trial, target).saturating_sub(moved);
        for action in &mut actions[n_moves..] {
            *action = match *action {
                Action::SetAttr { at, attr, value, piece } if at.0 == NO_CELL => {
                    Action::SetAttr { at: CellId(target), attr, value, piece }
                }
                Action::Tuck { at, piece, .. } => Action::Tuck { at, to: CellId(target), base, piece },
                other => other,
            };
            *action = fill(program, &self.trial, *action);
            if let (Pile::Heap, Action::Promote { kind, piece, .. }) = (program.pile(), &mut *action) {
                *piece = program.layout().with_kind(job.moving(from), *kind);
            }
            apply_action(program, &mut self.trial, action, job.player, &mut Vec::new());
        }
        if program.pile() == Pile::Stack { room(job, self.trial.piled.len()) } else { Ok(()) }
    }
}

/// Refuses a part that would fill the board.
fn room(job: &Job<'_>, pieces: usize) -> Result<(), RunError> {
    if pieces >= MAX_PILED {
        return Err(RunError { kind: Limit::Piled, block: Some(job.block) });
    }
    Ok(())
}

/// Does what a block has emitted change anything? Captures alone count only where the game says so, and
/// if there is something to capture.
pub(crate) fn is_move(m: &Machine, job: &Job<'_>, promote: Option<KindId>) -> bool {
    let moves = |from: u16, to: u16| from != to && job.state.cells[from as usize].is_some();
    if job.drop || promote.is_some() || moves(m.from, m.target()) {
        return true;
    }
    if m.moves.iter().any(|&(from, to, _)| moves(from, to)) {
        return true;
    }
    let lone = job.program.game().rules.lone_capture == LoneCapture::Allowed;
    m.effects.iter().any(|effect| match effect {
        Action::Capture { at, .. } | Action::CaptureLate { at, .. } => {
            lone && job.state.cells[at.idx()].is_some()
        }
        _ => true,
    })
}

fn is_capture(action: &Action) -> bool {
    matches!(action, Action::Capture { .. } | Action::CaptureLate { .. })
}

/// A movement, if there is anything to move.
#[inline]
fn movement(job: &Job<'_>, (from, to, n): (u16, u16, u16), copy: bool) -> Option<Action> {
    let piece = job.moving(from);
    if from == to || piece.is_none() {
        return None;
    }
    let (from, to) = (CellId(from), CellId(to));
    Some(if copy { Action::Copy { from, to, piece } } else { Action::Move { from, to, n, piece } })
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
    // Everything between the two is a capture.
    let mut i = first;
    for j in first + 1..effects.len() {
        if !is_capture(&effects[j]) {
            effects.swap(i, j);
            i += 1;
        }
    }
}
