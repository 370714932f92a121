//! What can go wrong while a rule runs: the rules file asks for too much.

use zug_ir::BlockId;

/// A rule that does not end, or a turn with more possibilities than anybody could choose from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct RunError {
    /// What limit was met.
    pub kind: Limit,
    /// The block (or script, in games of scripts) that met it; none if it was met by a stage or a goal.
    pub block: Option<BlockId>,
}

/// The limits of a run. Each is far beyond what a game for people needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Limit {
    /// Ops in one run of one block.
    #[error("the rule does not end: it was stopped after {MAX_OPS} steps")]
    Ops,
    /// Ops in one run of one script.
    #[error("the rule does not end: it was stopped after {MAX_SCRIPT_OPS} steps")]
    ScriptOps,
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
    /// Choices of a script that are open at the same time, or values of one choice.
    #[error("the rule has too many choices open at the same time")]
    Choices,
    /// A number beyond 32 bits, a list that is too long, or a list where a number is kept.
    #[error(
        "the rule computes a number or a list that is too large, or keeps a list in a variable of the game"
    )]
    Number,
    /// A number that no attribute can hold.
    #[error("the rule sets an attribute to {0}, it can hold -32768 to 32767")]
    Attribute(i32),
    /// What moves, choices, marks and names of one turn take.
    #[error("the rules keep more than {} MB for one turn", MAX_KEPT >> 20)]
    Memory,
    /// Pieces in piles.
    #[error("the board holds more than {MAX_PILED} pieces")]
    Piled,
}

/// What an attribute that is a number is set to.
pub(crate) fn attribute(value: i32) -> Result<i16, Limit> {
    i16::try_from(value).map_err(|_| Limit::Attribute(value))
}

/// A hundredth under the fuzzer, where everything is slower and inputs that meet a limit are common.
const fn limit(n: u64) -> u64 {
    if cfg!(fuzzing) { n / 100 } else { n }
}

/// About two milliseconds of work; a rule that scans a thousand cells in eight directions needs a tenth.
pub(crate) const MAX_OPS: u64 = limit(1_000_000);
/// Code with choices may look at whole boards again and again.
pub(crate) const MAX_SCRIPT_OPS: u64 = limit(20_000_000);
/// About half a second.
pub(crate) const MAX_TURN_OPS: u64 = limit(50_000_000);
/// Mancala boards and Go captures need hundreds.
pub(crate) const MAX_EFFECTS: usize = 10_000;
/// Amazons has two thousand moves at the start; nothing playable has a hundred times as many.
pub(crate) const MAX_MOVES: usize = limit(250_000) as usize;
/// Bytes of what a turn's generation keeps: candidates, and what open choices have to restore. The moves are kept a few times
/// more, by the code that names and shows them.
pub(crate) const MAX_KEPT: usize = 64 << 20;
/// Parts of one composite move.
pub(crate) const MAX_PARTS: usize = 1_000;
/// Lists inside lists that are written in a name.
pub const MAX_NESTED: u32 = 3;
/// Pieces on the board where cells hold piles.
pub(crate) const MAX_PILED: usize = 60_000;
/// Pieces of heaps that one move captures and that are told one by one; a heap may hold more.
pub(crate) const MAX_CAPTURED: usize = 100_000;
/// Routes of one turn that are kept apart; beyond it routes to the same position are one move.
pub(crate) const MAX_ROUTES: usize = limit(20_000) as usize;
/// Turns that are looked ahead where a rule asks whether the next player can move, and that again asks.
pub(crate) const MAX_FORESIGHT: u32 = 3;
