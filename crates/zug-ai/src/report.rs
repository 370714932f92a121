//! What a search has found.

use std::cmp::Ordering;
use std::time::Duration;
use zug_game::Move;

/// What a position is worth to the player whose turn it is. Better ones are greater: a win in fewer plies, a loss in more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Lost, in this many plies.
    Loses(u32),
    /// In hundredths of the least valuable piece, or of what wins half the time.
    Points(i32),
    /// Won, in this many plies.
    Wins(u32),
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |score: &Score| match score {
            Score::Loses(plies) => (0, i64::from(*plies)),
            Score::Points(points) => (1, i64::from(*points)),
            Score::Wins(plies) => (2, -i64::from(*plies)),
        };
        place(self).cmp(&place(other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move, what it is worth, and how the game is expected to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub score: Score,
    /// At least one.
    pub moves: Vec<Move>,
}

/// What is known at some moment of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Best first.
    pub lines: Vec<Line>,
    pub depth: u32,
    pub nodes: u64,
    pub elapsed: Duration,
}

#[cfg(test)]
mod tests {
    use super::Score::{Loses, Points, Wins};

    #[test]
    fn a_quick_win_is_best_and_a_quick_loss_worst() {
        let worst_first = [Loses(2), Loses(8), Points(-300), Points(0), Points(12), Wins(9), Wins(1)];
        assert!(worst_first.is_sorted());
    }
}
