//! The end of a game whose rules are scripts.

use super::run::Purpose;
use super::value::Val;
use super::{Base, Moves, World};
use crate::action::NO_CELL;
use crate::error::{MAX_FORESIGHT, RunError};
use crate::goals::lost;
use crate::outcome::Outcome;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use zug_ir::{PlayerId, Scripted, Verdict};

/// A goal that holds about a player.
pub(crate) struct Reached {
    verdict: Verdict,
    pub(crate) player: PlayerId,
    /// What a win or a loss counts.
    pub(crate) worth: u32,
    /// The place of the goal.
    pub(super) origin: u32,
}

impl Reached {
    pub(crate) fn is_loss(&self) -> bool {
        self.verdict == Verdict::Loss
    }

    /// How the game ends by it.
    pub(crate) fn outcome(&self, program: &Program) -> Outcome {
        match self.verdict {
            Verdict::Win => Outcome::Won { player: self.player, worth: self.worth },
            Verdict::Loss => lost(program, self.player, self.worth),
            Verdict::Draw | Verdict::Count => Outcome::Draw,
        }
    }
}

/// A player has lost and the others play on, unless those who are left are all on one side: then the first of them has
/// won. The turn stays where it is when the game is over.
pub(crate) fn put_out(
    program: &Program,
    rules: &Scripted,
    state: &mut State,
    player: PlayerId,
    worth: u32,
) -> Option<Outcome> {
    state.put_out(player);
    let left = program.survivors(state);
    if rules.is_one_side(&left) {
        let won = |&player| Outcome::Won { player, worth };
        return Some(left.first().map_or(Outcome::Draw, won));
    }
    program.skip(state);
    None
}

impl World<'_> {
    /// The first goal of a phase that holds about a player.
    pub(super) fn reached(
        &mut self,
        after_move: bool,
        player: PlayerId,
        moves: Moves,
    ) -> Result<Option<Reached>, RunError> {
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
            let worth = m.yields.last().map_or(1, |&worth| worth.max(1).unsigned_abs());
            self.done(m);
            if reached? {
                return Ok(Some(Reached { verdict: goal.verdict, player, worth, origin: goal.origin }));
            }
        }
        Ok(None)
    }

    /// The score of a player, by the game's own count.
    pub(super) fn score(&mut self, player: PlayerId) -> Result<Option<i32>, RunError> {
        let Some(script) = self.rules.score else { return Ok(None) };
        let mut m = self.machine();
        m.reset(player, NO_CELL, Piece::NONE);
        let mark = self.board.mark();
        let counted = self.run(&mut m, script, Purpose::Test);
        self.board.undo(self.program, mark);
        let score = m.yields.last().copied();
        self.done(m);
        Ok(if counted? { score } else { None })
    }

    /// Has the player to move no legal move? Where a move is judged: would the next player have none?
    pub(super) fn no_moves(&mut self) -> Result<bool, RunError> {
        match self.moves {
            Moves::Unknown => Ok(false),
            Moves::Known(has) => Ok(!has),
            Moves::Ask => {
                let none = self.is_stuck();
                self.moves = Moves::Known(!matches!(none, Ok(true)));
                none
            }
            // Where the question leads to itself again and again the player is taken to have a move.
            Moves::Ahead(_) if self.foresight >= MAX_FORESIGHT || self.attacking > 0 => Ok(false),
            Moves::Ahead(next) => self.look_ahead(next),
        }
    }

    fn is_stuck(&mut self) -> Result<bool, RunError> {
        let turn = self.program.turn(&self.board.state).chooser;
        if self.program.game().players[turn.idx()].random {
            return Ok(false);
        }
        self.moves = Moves::Unknown;
        // His moves are those he has when it is his turn, whoever asks and when.
        let flags = (std::mem::take(&mut self.judging), std::mem::take(&mut self.passed_on));
        let can_move = self.can_move();
        (self.judging, self.passed_on) = flags;
        Ok(!can_move?)
    }

    /// The same if the turn passed on with the board as it is. Everything about the move that is judged is put back.
    fn look_ahead(&mut self, next: u16) -> Result<bool, RunError> {
        let (turn, moves) = (self.board.state.turn, self.moves);
        self.board.state.set_turn(next);
        let base = Base { hash: self.board.state.position_hash(), globals: self.board.state.globals.clone() };
        let base = std::mem::replace(&mut self.base, base);
        let gens = std::mem::replace(&mut self.gens, vec![Val::Int(0); self.rules.gens.len()]);
        let (out, trace) = (std::mem::take(&mut self.out), self.trace.take());
        let flags = (std::mem::take(&mut self.judging), std::mem::take(&mut self.passed_on), self.script);
        self.foresight += 1;
        let none = self.is_stuck();
        self.foresight -= 1;
        (self.judging, self.passed_on, self.script) = flags;
        (self.out, self.trace) = (out, trace);
        (self.base, self.gens, self.moves) = (base, gens, moves);
        self.board.state.set_turn(turn);
        none
    }
}
