//! Carrying out a part, an action, the end of a turn.
//!
//! Applying never fails and never asks a rule: actions carry everything. Captured pieces are collected for
//! the goals and preferences that ask for them.

use crate::action::{Action, Move, Part};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use zug_ir::{CellId, LastMove, Pile, PlayerId, Recycle};

/// Pieces captured so far in a move, in order.
pub(crate) type Captured = Vec<Piece>;

/// Applies one part in the middle of a turn.
pub(crate) fn apply_part(
    program: &Program,
    state: &mut State,
    part: Part<'_>,
    mover: PlayerId,
    captured: &mut Captured,
) {
    let n_moves =
        part.actions.iter().take_while(|a| matches!(a, Action::Move { .. } | Action::Copy { .. })).count();
    movements(program, state, &part.actions[..n_moves], mover, captured);
    for action in &part.actions[n_moves..] {
        apply_action(program, state, action, mover, captured);
    }
    state.last_from = part.head.from;
    state.last_to = part.head.to;
}

/// Movements are simultaneous: all pieces are lifted, then all are set down.
pub(crate) fn movements(
    program: &Program,
    state: &mut State,
    moves: &[Action],
    mover: PlayerId,
    captured: &mut Captured,
) {
    if program.pile() == Pile::Stack {
        return stack_movements(program, state, moves);
    }
    for action in moves {
        if let Action::Move { from, n, piece, .. } = *action {
            match program.pile() {
                Pile::Heap => state.add_heap(program, from, piece, -i64::from(n.max(1))),
                Pile::Single | Pile::Stack => state.put(program, from, Piece::NONE),
            }
        }
    }
    for action in moves {
        if let Action::Move { to, piece, n, .. } = *action {
            land(program, state, to, piece, n, mover, captured);
        } else if let Action::Copy { to, piece, .. } = *action {
            land(program, state, to, piece, 1, mover, captured);
        }
    }
}

fn stack_movements(program: &Program, state: &mut State, moves: &[Action]) {
    let mut lifted = Vec::new();
    for action in moves {
        match *action {
            Action::Move { from, to, n, .. } => lifted.push((to, state.take_stack(from, n))),
            Action::Copy { to, piece, .. } => lifted.push((to, vec![piece])),
            _ => {}
        }
    }
    for (to, pile) in lifted {
        for piece in pile {
            state.push(to, piece);
        }
    }
    debug_assert!(program.pile() == Pile::Stack);
}

/// A piece arrives on a cell; where cells hold one piece, what stood there is captured.
fn land(
    program: &Program,
    state: &mut State,
    to: CellId,
    piece: Piece,
    n: u16,
    mover: PlayerId,
    captured: &mut Captured,
) {
    match program.pile() {
        Pile::Single => {
            let old = state.piece(to);
            if old.is_some() {
                removed(program, state, old, mover, captured);
            }
            state.put(program, to, piece);
        }
        Pile::Stack => state.push(to, piece),
        Pile::Heap => state.add_heap(program, to, piece, i64::from(n.max(1))),
    }
}

/// Applies one action other than a movement.
pub(crate) fn apply_action(
    program: &Program,
    state: &mut State,
    action: &Action,
    mover: PlayerId,
    captured: &mut Captured,
) {
    match *action {
        Action::Move { .. } | Action::Copy { .. } => movements(program, state, &[*action], mover, captured),
        Action::Drop { at, piece } => {
            state.add_reserve(program, piece.owner(), piece.kind(), -1);
            land(program, state, at, piece, 1, mover, captured);
        }
        Action::Create { at, n, piece } => match program.pile() {
            Pile::Single => state.put(program, at, piece),
            Pile::Stack => state.push(at, piece),
            Pile::Heap => state.add_heap(program, at, piece, i64::from(n)),
        },
        Action::Capture { at, .. } => capture(program, state, at, mover, captured),
        Action::CaptureLate { at, piece } => {
            if piece.is_some() {
                state.doomed.push(at.0);
                captured.push(piece);
            }
        }
        Action::Tuck { at, to, base, .. } => {
            let piece = state.pop(at);
            if piece.is_some() {
                captured.push(piece);
                state.insert(to, (base as usize).min(state.heights[to.idx()] as usize), piece);
            }
        }
        Action::ChangeKind { at, piece, .. }
        | Action::ChangeOwner { at, piece, .. }
        | Action::Flip { at, piece }
        | Action::SetAttr { at, piece, .. } => {
            if piece.is_some() {
                state.put(program, at, piece);
            }
        }
        Action::Promote { at, kind, piece } => {
            if piece.is_some() {
                if program.game().rules.recycle_promotions {
                    let old = state.piece(at);
                    state.add_reserve(program, old.owner(), old.kind(), 1);
                    state.add_reserve(program, piece.owner(), kind, -1);
                }
                state.put(program, at, piece);
            }
        }
        Action::SetGlobal { global, value } => state.set_global(program, global, value),
        Action::AddReserve { player, kind, n } => state.add_reserve(program, player, kind, n),
        Action::RepeatTurn => {}
    }
}

fn capture(program: &Program, state: &mut State, at: CellId, mover: PlayerId, captured: &mut Captured) {
    match program.pile() {
        Pile::Single => {
            let old = state.piece(at);
            if old.is_some() {
                removed(program, state, old, mover, captured);
                state.put(program, at, Piece::NONE);
            }
        }
        Pile::Stack => {
            let old = state.pop(at);
            if old.is_some() {
                removed(program, state, old, mover, captured);
            }
        }
        Pile::Heap => {
            let heap: Vec<(Piece, u64)> = state.heap(program, at).collect();
            state.clear_heap(program, at);
            for (piece, n) in heap {
                for _ in 0..n {
                    removed(program, state, piece, mover, captured);
                }
            }
        }
    }
}

fn removed(program: &Program, state: &mut State, piece: Piece, mover: PlayerId, captured: &mut Captured) {
    captured.push(piece);
    recycle(program, state, piece, mover);
}

fn recycle(program: &Program, state: &mut State, piece: Piece, mover: PlayerId) {
    let to = match program.game().rules.recycle {
        Recycle::Nowhere => return,
        Recycle::Owner => piece.owner(),
        Recycle::Capturer => mover,
    };
    let kind = program.game().kinds[piece.kind().idx()].recycle_as;
    state.add_reserve(program, to, kind, 1);
}

/// Applies a whole move and advances the turn. Goals are not looked at.
pub(crate) fn apply_move(program: &Program, state: &mut State, mv: &Move, captured: &mut Captured) {
    let mover = program.turn(state).actor;
    for part in mv.parts() {
        apply_part(program, state, part, mover, captured);
    }
    finish_turn(program, state, mv, mover);
}

/// What happens between the last part and the next turn.
pub(crate) fn finish_turn(program: &Program, state: &mut State, mv: &Move, mover: PlayerId) {
    while let Some(cell) = state.doomed.pop() {
        let cell = CellId(cell);
        let piece = if program.pile() == Pile::Stack { state.pop(cell) } else { state.piece(cell) };
        if program.pile() == Pile::Single {
            state.put(program, cell, Piece::NONE);
        }
        if piece.is_some() {
            recycle(program, state, piece, mover);
        }
    }
    if mv.is_pass() {
        state.passes = state.passes.saturating_add(1);
    } else {
        state.passes = 0;
    }
    let game = program.game();
    if game.rules.last_move == LastMove::Cleared {
        state.last_from = crate::action::NO_CELL;
        state.last_to = crate::action::NO_CELL;
    }
    if !mv.actions.contains(&Action::RepeatTurn) {
        let next = state.turn as usize + 1;
        state.set_turn(if next == game.turns.len() { game.repeat_from } else { next } as u16);
    }
}
