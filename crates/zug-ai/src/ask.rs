//! What a search is asked to do, and when it has to be done.

use std::time::Duration;
use zug_game::Move;

/// How a player is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Memory for positions seen, in MiB.
    pub hash: usize,
    /// Seed of every random choice: the same seed and a limit of nodes give the same moves.
    pub seed: u64,
    /// 1 to 10; 10 is as strong as it can.
    pub level: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { hash: 64, seed: 0, level: 10 }
    }
}

/// When a search ends: at the first limit it meets. Without any it goes on until the [`Watch`] says stop, or everything is
/// known.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// After this nothing new is begun.
    pub soft: Option<Duration>,
    /// After this the best move found so far is the answer.
    pub hard: Option<Duration>,
    /// How many of the best moves are wanted, each with its line; 0 is 1.
    pub lines: usize,
    /// Only these moves are looked at; all of them if there are none here.
    pub only: Vec<Move>,
}

impl Limits {
    /// Is a move one of those that are looked at?
    pub fn allows(&self, mv: &Move) -> bool {
        self.only.is_empty() || self.only.contains(mv)
    }
}

/// There is all the time in the world: a limit of nodes or depth ends the search.
pub struct NoHurry;

impl Watch for NoHurry {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// The user's clock and stop button. Asked often; an answer must be cheap.
pub trait Watch {
    /// Since the search began.
    fn elapsed(&self) -> Duration;
    /// Is the answer wanted now?
    fn stopped(&self) -> bool;
}
