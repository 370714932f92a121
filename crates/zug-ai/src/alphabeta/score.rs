//! Scores of the search, and what the table knows of them.

use crate::report::Score;
use crate::table::{Bound, Entry};
use zug_game::{Outcome, PlayerId};

/// Won at once. A win later is less by the plies it takes.
pub(super) const WIN: i32 = 1_000_000;
/// Scores beyond this are wins and losses.
pub(super) const PROVEN: i32 = WIN - 10_000;
pub(super) const INFINITE: i32 = WIN + 1;

pub(super) fn ended(outcome: &Outcome, player: PlayerId, ply: usize) -> i32 {
    outcome.score(player) * (WIN - ply as i32)
}

/// A score less what a move costs. Wins and losses are what they are.
pub(super) fn dearer(score: i32, cost: i32) -> i32 {
    if score.abs() < PROVEN { score - cost } else { score }
}

/// What a score says that was found between two bounds.
pub(super) fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

impl Entry {
    /// The score, if it was found by looking as deeply and answers what is asked.
    pub(super) fn fits(self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = from_table(self.score, ply);
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (fits && i32::from(self.depth) >= depth).then_some(score)
    }
}

/// Wins are kept as seen from the position, not from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= PROVEN => s + ply as i32,
        s if s <= -PROVEN => s - ply as i32,
        s => s,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= PROVEN => s - ply as i32,
        s if s <= -PROVEN => s + ply as i32,
        s => s,
    }
}

pub(super) fn to_score(score: i32) -> Score {
    match score {
        s if s >= PROVEN => Score::Wins((WIN - s).max(0) as u32),
        s if s <= -PROVEN => Score::Loses((WIN + s).max(0) as u32),
        s => Score::Points(s),
    }
}
