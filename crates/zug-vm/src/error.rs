//! What can go wrong while a rule runs: the rules file asks for too much.

use zug_ir::BlockId;

/// A rule that does not end, or a turn with more possibilities than anybody could choose from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct RunError {
    /// What limit was met.
    pub kind: Limit,
    /// The block that met it.
    pub block: Option<BlockId>,
}

/// The limits of a run. Each is far beyond what a game for people needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Limit {
    /// Ops in one run of one block.
    #[error("the rule does not end: it was stopped after {MAX_OPS} steps")]
    Ops,
    /// Ops in one generation.
    #[error("the rules do too much work for one turn: stopped after {MAX_TURN_OPS} steps")]
    TurnOps,
    /// Effects of one part.
    #[error("the rule records more than {MAX_EFFECTS} changes for one move")]
    Effects,
    /// Candidates of one turn.
    #[error("a turn has more than {MAX_MOVES} moves")]
    Moves,
    /// Parts of one move.
    #[error("a move has more than {MAX_PARTS} parts")]
    Parts,
    /// Pieces in piles.
    #[error("the board holds more than {MAX_PILED} pieces")]
    Piled,
}

/// About two milliseconds of work; a rule that scans a thousand cells in eight directions needs a tenth.
pub(crate) const MAX_OPS: u64 = 1_000_000;
/// About half a second.
pub(crate) const MAX_TURN_OPS: u64 = 200_000_000;
/// Mancala boards and Go captures need hundreds.
pub(crate) const MAX_EFFECTS: usize = 10_000;
/// Amazons has two thousand moves at the start; nothing playable has a million.
pub(crate) const MAX_MOVES: usize = 1_000_000;
/// Parts of one composite move.
pub(crate) const MAX_PARTS: usize = 1_000;
/// Pieces on the board where cells hold piles.
pub(crate) const MAX_PILED: usize = 60_000;
/// Routes of one turn that are kept apart; beyond it routes to the same position are one move.
pub(crate) const MAX_ROUTES: usize = 20_000;
