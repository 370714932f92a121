//! Carrying out a part, an action, the end of a turn.
//!
//! Applying never fails and never asks a rule: actions carry everything. Captured pieces are collected for
//! the goals and preferences that ask for them.

use crate::action::{Action, Move, Part};
use crate::error::MAX_CAPTURED;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use smallvec::SmallVec;
use zug_ir::{CellId, KindId, LastMove, Pile, PlayerId, Recycle};

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
    // Scripts see what they do at once, so everything they do is in order.
    let together = if program.scripted().is_some() { 0 } else { n_movements(part.actions) };
    let (moves, changes) = part.actions.split_at(together);
    movements(program, state, moves, mover, captured);
    for action in changes {
        match *action {
            Action::Promote { at, kind, .. } if program.pile() == Pile::Heap => {
                promote_heap(program, state, moves, at, kind);
            }
            _ => apply_action(program, state, action, mover, captured),
        }
    }
    state.last_from = part.head.from;
    state.last_to = part.head.to;
}

/// How many movements a part begins with.
pub(crate) fn n_movements(actions: &[Action]) -> usize {
    actions.iter().take_while(|a| matches!(a, Action::Move { .. } | Action::Copy { .. })).count()
}

/// Movements are simultaneous: all pieces are lifted, then all are set down.
pub(crate) fn movements(
    program: &Program,
    state: &mut State,
    moves: &[Action],
    mover: PlayerId,
    captured: &mut Captured,
) {
    match program.pile() {
        Pile::Single => single_movements(program, state, moves, mover, captured),
        Pile::Stack => stack_movements(state, moves),
        Pile::Heap => heap_movements(program, state, moves),
    }
}

fn single_movements(
    program: &Program,
    state: &mut State,
    moves: &[Action],
    mover: PlayerId,
    captured: &mut Captured,
) {
    let mut still_doomed: SmallVec<[CellId; 4]> = SmallVec::new();
    for action in moves {
        if let Action::Move { from, to, .. } = *action {
            if state.spare(from.0) {
                still_doomed.push(to);
            }
            state.put(program, from, Piece::NONE);
        }
    }
    for action in moves {
        if let Action::Move { to, piece, .. } | Action::Copy { to, piece, .. } = *action {
            land(program, state, to, piece, mover, captured);
        }
    }
    for cell in still_doomed {
        state.doom(cell.0);
    }
}

fn heap_movements(program: &Program, state: &mut State, moves: &[Action]) {
    let mut lifted: SmallVec<[(CellId, Piece, i64); 4]> = SmallVec::new();
    for action in moves {
        match *action {
            Action::Move { from, to, n, piece } => {
                let gone = -state.add_heap(program, from, piece, -i64::from(n.max(1)));
                lifted.push((to, piece, gone));
            }
            Action::Copy { to, piece, .. } => lifted.push((to, piece, 1)),
            _ => {}
        }
    }
    for (to, piece, n) in lifted {
        state.add_heap(program, to, piece, n);
    }
}

fn stack_movements(state: &mut State, moves: &[Action]) {
    let mut lifted = Vec::new();
    for action in moves {
        match *action {
            Action::Move { from, to, n, .. } => lifted.push((to, state.take_stack(from, n))),
            Action::Copy { to, piece, .. } => lifted.push((to, vec![piece])),
            _ => {}
        }
    }
    for (to, pile) in lifted {
        state.push_all(to, &pile);
    }
}

/// A piece arrives on a cell; where cells hold one piece, what stood there is captured.
fn land(
    program: &Program,
    state: &mut State,
    to: CellId,
    piece: Piece,
    mover: PlayerId,
    captured: &mut Captured,
) {
    match program.pile() {
        Pile::Single => {
            remove(program, state, to, mover, captured);
            state.put(program, to, piece);
        }
        Pile::Stack => state.push(to, piece),
        Pile::Heap => {
            state.add_heap(program, to, piece, 1);
        }
    }
}

/// The visible piece of a cell is captured and gone. One that is captured already is not captured twice.
fn remove(program: &Program, state: &mut State, at: CellId, mover: PlayerId, captured: &mut Captured) {
    let doomed = state.spare(at.0);
    let old = state.piece(at);
    if old.is_none() {
        return;
    }
    state.put(program, at, Piece::NONE);
    if !doomed {
        captured.push(old);
    }
    recycle(program, state, old, mover, 1);
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
            land(program, state, at, piece, mover, captured);
        }
        Action::Create { at, n, piece } => match program.pile() {
            Pile::Single => {
                // A captured piece whose place is taken goes where it would have gone later. Any other leaves the board
                // uncaptured, and goes where captured pieces go.
                if state.is_doomed(at.0) {
                    remove(program, state, at, mover, captured);
                }
                let old = state.piece(at);
                if old.is_some() && program.scripted().is_none() {
                    recycle(program, state, old, mover, 1);
                }
                state.put(program, at, piece);
            }
            Pile::Stack => state.push(at, piece),
            Pile::Heap => {
                state.add_heap(program, at, piece, i64::from(n));
            }
        },
        Action::Capture { at, .. } => capture(program, state, at, mover, captured),
        Action::CaptureLate { at, piece } => {
            if piece.is_some() {
                state.doom(at.0);
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
                match program.pile() {
                    Pile::Single | Pile::Stack => state.put(program, at, piece),
                    Pile::Heap => change_heap(program, state, at, action),
                }
            }
        }
        Action::Promote { at, kind, piece } => {
            if piece.is_some() {
                let old = state.piece(at);
                if program.game().rules.recycle_promotions && old.is_some() {
                    state.add_reserve(program, old.owner(), old.kind(), 1);
                    state.add_reserve(program, piece.owner(), kind, -1);
                }
                state.put(program, at, piece);
            }
        }
        Action::SetGlobal { global, value } => state.set_global(program, global, value),
        Action::AddReserve { player, kind, n } => state.add_reserve(program, player, kind, n),
        Action::RepeatTurn | Action::SetTurn { .. } => {}
        Action::Lift { at, n, piece } => match program.pile() {
            Pile::Single => state.put(program, at, Piece::NONE),
            Pile::Stack => {
                state.take_stack(at, n);
            }
            Pile::Heap => {
                state.add_heap(program, at, piece, -i64::from(n));
            }
        },
        Action::Land { at, n, piece } => match program.pile() {
            Pile::Heap => {
                state.add_heap(program, at, piece, i64::from(n));
            }
            Pile::Single | Pile::Stack => land(program, state, at, piece, mover, captured),
        },
        Action::Settle => settle(program, state, mover),
    }
}

fn capture(program: &Program, state: &mut State, at: CellId, mover: PlayerId, captured: &mut Captured) {
    match program.pile() {
        Pile::Single | Pile::Stack => remove(program, state, at, mover, captured),
        Pile::Heap => {
            let heap: Vec<(Piece, u64)> = state.heap(program, at).collect();
            state.clear_heap(program, at);
            for (piece, n) in heap {
                let room = MAX_CAPTURED.saturating_sub(captured.len());
                captured.extend(std::iter::repeat_n(piece, room.min(usize::try_from(n).unwrap_or(room))));
                recycle(program, state, piece, mover, i32::try_from(n).unwrap_or(i32::MAX));
            }
        }
    }
}

/// A change is made to every piece of a heap. They have no attributes.
fn change_heap(program: &Program, state: &mut State, at: CellId, action: &Action) {
    let heap: Vec<(Piece, u64)> = state.heap(program, at).collect();
    state.clear_heap(program, at);
    for (old, n) in heap {
        let new = match *action {
            Action::ChangeKind { kind, .. } => program.layout().with_kind(old, kind),
            Action::ChangeOwner { owner, .. } => old.with_owner(owner),
            Action::Flip { .. } => old.with_owner(program.next_player(old.owner())),
            _ => old,
        };
        state.add_heap(program, at, new, n as i64);
    }
}

/// The pieces that came to a heap change their kind, the others do not.
fn promote_heap(program: &Program, state: &mut State, moves: &[Action], at: CellId, kind: KindId) {
    let came = moves.iter().rev().find_map(|a| match *a {
        Action::Move { to, piece, n, .. } if to == at => Some((piece, n.max(1))),
        Action::Copy { to, piece, .. } if to == at => Some((piece, 1)),
        _ => None,
    });
    if let Some((old, n)) = came {
        let n = -state.add_heap(program, at, old, -i64::from(n));
        state.add_heap(program, at, program.layout().with_kind(old, kind), n);
    }
}

fn recycle(program: &Program, state: &mut State, piece: Piece, mover: PlayerId, n: i32) {
    let to = match program.game().rules.recycle {
        Recycle::Nowhere => return,
        Recycle::Owner => piece.owner(),
        Recycle::Capturer => mover,
    };
    let kind = program.game().kinds[piece.kind().idx()].recycle_as;
    state.add_reserve(program, to, kind, n);
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
    settle(program, state, mover);
    // Counted only where some rule asks, so that positions which are the same to all rules are equal.
    if program.reads_turns_played() {
        state.turns_played = state.turns_played.saturating_add(1);
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
    let told = mv.actions.iter().rev().find_map(|a| match *a {
        Action::RepeatTurn => Some(state.turn),
        Action::SetTurn { turn } => Some(turn),
        _ => None,
    });
    state.set_turn(told.unwrap_or_else(|| program.turn_after(state.turn)));
    program.skip(state);
}

/// Pieces captured for later leave the board.
fn settle(program: &Program, state: &mut State, mover: PlayerId) {
    while let Some((cell, height)) = state.doomed.pop() {
        let cell = CellId(cell);
        let piece = match program.pile() {
            Pile::Stack => state.remove(cell, height as usize),
            Pile::Single | Pile::Heap => {
                let piece = state.piece(cell);
                state.put(program, cell, Piece::NONE);
                piece
            }
        };
        if piece.is_some() {
            recycle(program, state, piece, mover, 1);
        }
    }
}
