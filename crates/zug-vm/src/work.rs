//! What work costs that no op stands for, in ops, so that all work of a turn draws on one budget.
//!
//! The figures are rough: they need to be right within a small factor, and never far too low.

use crate::program::Program;
use crate::state::State;
use zug_ir::{Game, GoalCond, GoalNum, Pile};

/// Looking at so many small things, one after another.
#[inline]
pub(crate) fn scan(n: usize) -> u64 {
    n as u64 / 4
}

/// Copying a state.
#[inline]
pub(crate) fn copy(state: &State) -> u64 {
    let words = state.cells.len() + state.piled.len() + state.heights.len() / 4 + state.reserve.len() / 2;
    (words + state.globals.len()) as u64 / 8 + 4
}

/// One change of one cell: piles are moved about.
#[inline]
pub(crate) fn change(program: &Program, state: &State) -> u64 {
    match program.pile() {
        Pile::Single => 1,
        Pile::Stack => 4 + (state.cells.len() + state.piled.len()) as u64 / 8,
        Pile::Heap => 4 + program.n_codes() as u64 / 4,
    }
}

/// Keeping a list of so many actions. Memory is charged as if it were time.
#[inline]
pub(crate) fn keep(n: usize) -> u64 {
    32 + 8 * n as u64
}

/// Deciding all goals once for each of their players.
pub(crate) fn goals(game: &Game) -> u64 {
    let cost = |goal: &zug_ir::Goal| condition(game, &goal.cond).saturating_mul(goal.players.len() as u64);
    game.goals.iter().map(cost).fold(0, u64::saturating_add)
}

/// Deciding a condition about one player.
pub(crate) fn condition(game: &Game, cond: &GoalCond) -> u64 {
    let cells = game.board.cells.len();
    match cond {
        GoalCond::And(conds) | GoalCond::Or(conds) => {
            conds.iter().map(|c| condition(game, c)).fold(1, u64::saturating_add)
        }
        GoalCond::Not(cond) => condition(game, cond),
        GoalCond::True | GoalCond::False | GoalCond::Stalemated | GoalCond::Stuck => 1,
        GoalCond::Repetition => 1,
        GoalCond::Checkmated(kinds) | GoalCond::Captured(kinds) => scan(cells) + kinds.len() as u64,
        GoalCond::Pieces { kinds, .. } => scan(cells).saturating_mul(kinds.len() as u64 + 1),
        GoalCond::Config { occupants, cells, .. } => (occupants.len() * cells.len()) as u64,
        GoalCond::ConfigZone { occupants, .. } => (occupants.len() * cells) as u64,
        GoalCond::Pattern { rest, .. } => {
            let steps: usize = rest.iter().map(|(dirs, _)| dirs.len() + 1).sum();
            (cells as u64).saturating_mul(steps as u64 + 1)
        }
        GoalCond::Cmp(_, a, b) => number(game, a) + number(game, b),
    }
}

fn number(game: &Game, num: &GoalNum) -> u64 {
    match num {
        GoalNum::Op(_, ab) => number(game, &ab.0) + number(game, &ab.1),
        GoalNum::Pieces { .. } => scan(game.board.cells.len()),
        GoalNum::Const(_)
        | GoalNum::Global(_)
        | GoalNum::Reserve { .. }
        | GoalNum::Height(_)
        | GoalNum::Passes => 1,
    }
}
