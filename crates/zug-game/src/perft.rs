//! Perft: how many different results a number of turns can have.
//!
//! At each node, legal moves whose whole effect is the same count once. Chance does not make a ply of its
//! own: a ply is a roll, each of its distinct outcomes once, and the turn that follows. Repetition ends no
//! line: counts are of a position, not of how it came about (published tables do the same). Where the rules
//! forbid a move because it brings a position back, it is no move here either.

use crate::backend::Backend;
use crate::name::names;
use crate::state::State;
use rustc_hash::FxHashSet;
use zug_vm::{Engine, Move, Program, RunError, State as Position};

/// One first move with the nodes below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divide {
    pub name: String,
    pub nodes: u64,
}

impl State {
    /// Counts the results of `depth` plies.
    pub fn perft(&self, depth: u32) -> Result<u64, RunError> {
        self.perft_by(Backend::Auto, depth)
    }

    /// The same by a back end of one's choice.
    pub fn perft_by(&self, backend: Backend, depth: u32) -> Result<u64, RunError> {
        Ok(self.perft_until(backend, depth, &|| false)?.unwrap_or_default())
    }

    /// The same, given up as soon as `stop` says so, which is asked again and again: then there is no answer.
    pub fn perft_until(
        &self,
        backend: Backend,
        depth: u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, RunError> {
        let game = self.game();
        if backend == Backend::Auto
            && let (Ok(fast), Some(position)) = (game.fast(), self.fast_position())
            && let Ok(count) = fast.perft_until(game.program(), position, depth, stop)
        {
            return Ok(Some(count));
        }
        game.with_engine(|engine| count(engine, game.program(), self.position(), depth, stop))
    }

    /// The same for each first move. With `depth` 0 there are none.
    pub fn perft_divide(&self, depth: u32) -> Result<Vec<Divide>, RunError> {
        self.perft_divide_by(Backend::Auto, depth)
    }

    /// The same by a back end of one's choice.
    pub fn perft_divide_by(&self, backend: Backend, depth: u32) -> Result<Vec<Divide>, RunError> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        let game = self.game();
        let moves = game.with_engine(|engine| distinct(engine, game.program(), self.position()))?;
        let below = if is_chance(game.program(), self.position()) { depth } else { depth - 1 };
        let all = names(game, self.moves()?);
        let name = |mv: &Move| {
            self.moves().ok().and_then(|l| l.iter().position(|m| m == mv)).map(|i| all[i].clone())
        };
        moves
            .iter()
            .map(|mv| {
                let next = game.with_engine(|engine| {
                    let mut next = self.position().clone();
                    engine.play_uncounted(game.program(), &mut next, mv)?;
                    Ok(State::new(game.clone(), next))
                })?;
                let nodes = next.perft_by(backend, below)?;
                Ok(Divide { name: name(mv).unwrap_or_default(), nodes })
            })
            .collect()
    }
}

fn is_chance(program: &Program, position: &Position) -> bool {
    program.game().players[program.turn(position).chooser.idx()].random
}

/// Legal moves, one for each distinct result; none if the game is over.
fn distinct(engine: &mut Engine, program: &Program, position: &Position) -> Result<Vec<Move>, RunError> {
    let mut moves = Vec::new();
    engine.moves(program, position, &mut moves)?;
    if engine.outcome(program, position, &moves)?.is_some() {
        return Ok(Vec::new());
    }
    let mut seen = FxHashSet::default();
    moves.retain(|mv| seen.insert(engine.result_hash(program, position, mv)));
    Ok(moves)
}

/// Nothing if it was given up.
fn count(
    engine: &mut Engine,
    program: &Program,
    position: &Position,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, RunError> {
    if depth == 0 {
        return Ok(Some(1));
    }
    if stop() {
        return Ok(None);
    }
    let chance = is_chance(program, position);
    let moves = distinct(engine, program, position)?;
    if depth == 1 && !chance {
        return Ok(Some(moves.len() as u64));
    }
    let below = if chance { depth } else { depth - 1 };
    let mut total = 0u64;
    let mut next = position.clone();
    for mv in &moves {
        next.clone_from(position);
        engine.play_uncounted(program, &mut next, mv)?;
        let Some(results) = count(engine, program, &next, below, stop)? else { return Ok(None) };
        total = total.saturating_add(results);
    }
    Ok(Some(total))
}
