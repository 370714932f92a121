//! Maximality: only moves that are best by the game's criteria stay.

use crate::action::{Action, Move};
use crate::apply::apply_move;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use std::cmp::Ordering;
use zug_ir::Preference;

/// How good a move is by one criterion; larger is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Score {
    Amount(i64),
    /// Minus the places of the captured pieces of a kind, so that earlier is larger.
    Places(Vec<i64>),
}

/// Drops moves that some other move beats. Moves without scores are not compared.
pub(crate) fn prefer(
    program: &Program,
    state: &State,
    scratch: &mut State,
    criteria: &[Preference],
    moves: &mut Vec<Move>,
) {
    if moves.len() < 2 {
        return;
    }
    let scores = scores(program, state, scratch, criteria, moves.iter());
    let Some(best) = scores.iter().flatten().max() else { return };
    let keep: Vec<bool> =
        scores.iter().map(|s| s.as_ref().is_none_or(|s| s.cmp(best) == Ordering::Equal)).collect();
    let mut i = 0;
    moves.retain(|_| {
        i += 1;
        keep[i - 1]
    });
}

/// How good each move is by each criterion; nothing for moves that are not compared.
pub(crate) fn scores<'m>(
    program: &Program,
    state: &State,
    scratch: &mut State,
    criteria: &[Preference],
    moves: impl Iterator<Item = &'m Move>,
) -> Vec<Option<Vec<Score>>> {
    let spares_quiet = criteria.contains(&Preference::Quiet);
    let mut captured = Vec::new();
    let of_one = |mv| {
        captured.clear();
        scratch.copy_position(state);
        apply_move(program, scratch, mv, &mut captured);
        let compared = !spares_quiet || !captured.is_empty();
        compared.then(|| criteria.iter().map(|c| score(c, mv, &captured)).collect())
    };
    moves.map(of_one).collect()
}

fn score(criterion: &Preference, mv: &Move, captured: &[Piece]) -> Score {
    match criterion {
        Preference::Quiet => Score::Amount(0),
        Preference::Captures => Score::Amount(captured.len() as i64),
        Preference::CapturedValue(values) => Score::Amount(
            captured
                .iter()
                .map(|p| values.iter().find(|(k, _)| p.is_kind(*k)).map_or(0, |(_, v)| i64::from(*v)))
                .sum(),
        ),
        // Who moves matters among captures only: a turn that captures nothing is worth nothing.
        Preference::Mover(kind) => Score::Amount(i64::from(match mv.actions().first() {
            Some(Action::Move { piece, .. } | Action::Copy { piece, .. }) if !captured.is_empty() => {
                piece.is_kind(*kind)
            }
            _ => false,
        })),
        Preference::Earliest(kind) => {
            let places = captured.iter().enumerate().filter(|(_, p)| p.is_kind(*kind));
            Score::Places(places.map(|(i, _)| -(i as i64)).collect())
        }
    }
}
