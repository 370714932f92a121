//! The end of a game whose rules are scripts.

use super::machine::Machine;
use super::run::Purpose;
use super::{Moves, World};
use crate::action::NO_CELL;
use crate::error::RunError;
use crate::goals::settle;
use crate::outcome::Outcome;
use crate::piece::Piece;
use zug_ir::{PlayerId, ScriptGoal, Verdict};

impl<'a> World<'a> {
    /// How the game ends by the goals of a phase, seen by a player.
    pub(super) fn reached(
        &mut self,
        after_move: bool,
        player: PlayerId,
        moves: Moves,
    ) -> Result<Option<Outcome>, RunError> {
        let goal = self.reached_goal(after_move, player, moves)?;
        Ok(goal.map(|goal| match goal.verdict {
            Verdict::Win => settle(self.program, Outcome::Won(player)),
            Verdict::Loss => settle(self.program, Outcome::Lost(player)),
            Verdict::Draw | Verdict::Count => Outcome::Draw,
        }))
    }

    /// The first goal of a phase that is reached.
    pub(super) fn reached_goal(
        &mut self,
        after_move: bool,
        player: PlayerId,
        moves: Moves,
    ) -> Result<Option<&'a ScriptGoal>, RunError> {
        self.moves = moves;
        self.passed_on = after_move;
        let rules = self.rules;
        for goal in rules.goals.iter().filter(|g| g.after_move == after_move) {
            if !goal.players.is_empty() && !goal.players.contains(&player) {
                continue;
            }
            let mut m = self.machine();
            m.reset(player, NO_CELL, Piece::NONE);
            let mark = self.board.mark();
            let reached = self.run(&mut m, goal.script, Purpose::Test);
            self.board.undo(self.program, mark);
            self.done(m);
            if reached? {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Has the player to move no legal move?
    pub(super) fn no_moves(&mut self, _m: &Machine) -> Result<bool, RunError> {
        match self.moves {
            Moves::Unknown => Ok(false),
            Moves::Known(has) => Ok(!has),
            Moves::Ask => {
                let turn = self.program.turn(&self.board.state).chooser;
                if self.program.game().players[turn.idx()].random {
                    return Ok(false);
                }
                self.moves = Moves::Unknown;
                let none = self.legal().map(|moves| moves.is_empty());
                self.moves = Moves::Known(!matches!(none, Ok(true)));
                none
            }
        }
    }
}
