//! What a search has found.

use std::time::Duration;
use zug_game::Move;

/// What a position is worth to the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Score {
    /// Lost, in this many plies.
    Loses(u32),
    /// In hundredths of the least valuable piece, or of what wins half the time.
    Points(i32),
    /// Won, in this many plies.
    Wins(u32),
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
