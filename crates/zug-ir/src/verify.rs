//! What must hold for every game that is run. Checked after every pass and on every file that is loaded.
//!
//! Executors rely on this list and check nothing of it again. It does not say that a game is sensible: a
//! block may loop for ever, a cell may be out of reach.
//!
//! 1. Names are not empty and unique within their table. (A text of scripts may be empty.)
//! 2. No table is larger than its limit in `limits`, nor are the products there; there is at least one cell,
//!    player and kind.
//! 3. Tables that run along other tables have their length: links (directions by cells), opposites and
//!    symmetries (directions), defaults (attributes), zones (players), grids (product of dimensions); scripts of
//!    kinds and players, rules of modes, origins of a script's ops (or none). Allies and rolls are not longer than
//!    players and turns.
//! 4. Every id in every table, stage and goal is inside its table; in a game with scripts also every id that the
//!    initial value of a global stands for.
//! 5. The cells of a zone are sorted, each once.
//! 6. The attributes of a piece fit: one bit each, 16 for a number, at most 44 together; defaults are 0 or
//!    1, or numbers of 16 bits, and so are the attributes of placed pieces.
//! 7. There is a turn, and the order of turns goes on at one of them. Among those that come round again is one
//!    without a roll of dice.
//! 8. A placement puts at least one piece on its cell, and exactly one if cells hold single pieces; it gives an
//!    attribute once, and none if cells hold heaps.
//! 9. Stages come in the order of the pipeline: priorities, royal, illegal, ko, prefer, landing, merge,
//!    pass; only royal and illegal more than once.
//! 10. Conditions are nested at most 100 deep.
//! 11. Every id in every op is inside its table, every label is an op of the block or script. Behind the first
//!     value of a player there is one for each of the others. Dimensions are counted from 1.
//! 12. Control does not run off the end: a block has an op, and the last one is `jump`, `reject` or `end`; a
//!     script has one, and the last does not go on with the next.
//! 13. A loop is `each` or `each_in`, then the `each_next` of the same slot, then its body up to the label of
//!     that `each_next`; the body is not empty. There is no `each_next` elsewhere.
//! 14. Loops nest: the body and the exit of an inner loop are inside the body of the outer one, and their
//!     slots differ.
//! 15. Control enters a body through its `each_next` and leaves it by rejecting, ending the run or going
//!     back to that `each_next`: no other jump or step to the next op crosses the border.
//! 16. An op that can be reached finds the numbers that it pops, and the stack never holds more than 64; that of
//!     a script never more than 10,000.
//! 17. Wherever ways meet, the stack has the same depth on each of them.
//! 18. The stack is empty at `each`, `each_in`, `each_next` and `emit`. (Rejecting inside a loop clears it.)
//! 19. Ops fit what cells hold: `tuck` and `put_under` stacks; `lift` stacks and heaps; `create_many` heaps;
//!     `capture_late`, and `set_attr` of scripts, single pieces and stacks.
//! 20. A block uses `mark` and `back`, or `mark_push` and `back_pop`, not both.
//! 21. A game with scripts has no blocks, exits and goals of the other sort, and of the stages only ko, landing, merge
//!     and pass: what the others do is said by scripts.
//! 22. Quantifiers, floods, walks (`reach`), loops (`each`) and `as_player` nest, at most 200 deep. The ops that go
//!     on with one of them or end it find it as the innermost that is open, and the stack as high as where it began,
//!     with the value that they pop on top; no op inside pops what was on the stack before. Asking for the next
//!     cell and answering alternate. The label of a quantifier is behind it. Wherever ways meet, the same ones
//!     are open.
//! 23. `end_part` is only in scripts that make moves, `emit` and `defer` in those and in scripts that close moves,
//!     `yield_` in all but tests (goals may), `accept` in tests, goals and scripts run for their numbers. All of them
//!     but `defer` are outside quantifiers and `as_player`. What is deferred is a test. A goal whose script asks for
//!     `no_moves` says that it needs moves.
//! 24. Dice have faces below 2^28 - 1 of either sign, and a slot for every face that can be left, each slot once.
//!
//! `tables` checks 1 to 8, `stages` 9 and 10, `code` 11, 12, 19 and 20, `loops` 13 to 15, `stack` 16 to 18; `scripted`
//! checks the tables of scripts, 21 and 24, and `scripts` their code, 19, 22 and 23.

mod code;
mod errors;
mod loops;
mod scripted;
mod scripts;
mod stack;
mod stages;
mod tables;

use std::ops::Deref;

use crate::game::Game;
use crate::operand::Sizes;
use errors::Errors;

pub use errors::{Invariant, Place, VerifyError};

/// A game that [`verify`] has accepted. There is no other way to make one.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified(Game);

impl Verified {
    /// The game, to be changed; afterwards it has to be verified again.
    pub fn into_game(self) -> Game {
        self.0
    }
}

impl Deref for Verified {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.0
    }
}

impl AsRef<Game> for Verified {
    fn as_ref(&self) -> &Game {
        &self.0
    }
}

/// Checks a game against the list at the head of this file.
///
/// # Errors
///
/// Everything that is wrong, up to a hundred faults.
pub fn verify(game: &Game) -> Result<Verified, Vec<VerifyError>> {
    check(game)?;
    Ok(Verified(game.clone()))
}

impl TryFrom<Game> for Verified {
    type Error = Vec<VerifyError>;

    /// The same as [`verify`] without a copy.
    fn try_from(game: Game) -> Result<Self, Vec<VerifyError>> {
        check(&game)?;
        Ok(Self(game))
    }
}

fn check(game: &Game) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::default();
    let mut sizes = Sizes::of(game);
    errors.tables(game, &sizes);
    errors.stages_and_goals(game, &sizes);
    errors.blocks(game, &mut sizes);
    errors.scripted(game, &mut sizes);
    errors.finish()
}
