//! What the tests of the opponent share.
#![allow(dead_code, reason = "every test uses its own part")]

use std::cell::Cell;
use std::time::Duration;
pub(crate) use zug_ai::NoHurry;
use zug_ai::{Ai, Limits, Options, Report, Watch};
use zug_game::{Game, Move, Outcome, PlayerId, Rng, State, Turn};

/// Says stop when it has been asked so often.
pub(crate) struct StopAfter {
    pub(crate) asks: Cell<u32>,
    pub(crate) most: u32,
}

impl Watch for StopAfter {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn stopped(&self) -> bool {
        self.asks.set(self.asks.get() + 1);
        self.asks.get() > self.most
    }
}

pub(crate) fn player(game: &Game, seed: u64) -> Ai {
    Ai::new(game, Options { hash: 4, seed, level: 10 })
}

pub(crate) fn nodes(n: u64) -> Limits {
    Limits { nodes: Some(n), ..Limits::default() }
}

/// The answer to a position.
pub(crate) fn answer(ai: &mut Ai, state: &State, limits: &Limits) -> Result<Move, String> {
    let report = think(ai, state, limits)?;
    let line = report.lines.first().ok_or("there is no answer")?;
    line.moves.first().cloned().ok_or_else(|| "a line has no move".to_owned())
}

pub(crate) fn think(ai: &mut Ai, state: &State, limits: &Limits) -> Result<Report, String> {
    ai.think(state, limits, &NoHurry, &mut |_| {}).map_err(|e| e.to_string())
}

pub(crate) fn after(state: &State, mv: &Move) -> Result<State, String> {
    let mut after = state.clone();
    after.play(mv).map_err(|e| e.to_string())?;
    Ok(after)
}

pub(crate) fn outcome(state: &State) -> Result<Option<Outcome>, String> {
    state.outcome().map(|o| o.cloned()).map_err(|e| e.to_string())
}

/// Who chooses, chance aside.
pub(crate) fn seats(game: &Game) -> Vec<PlayerId> {
    let mut seats = Vec::new();
    for turn in &game.ir().turns {
        if !game.ir().players[turn.chooser.idx()].random && !seats.contains(&turn.chooser) {
            seats.push(turn.chooser);
        }
    }
    seats
}

/// The last positions of a random game of at most `cap` plies, the end excluded, and how it ended.
pub(crate) fn random_game(
    game: &Game,
    seed: u64,
    cap: usize,
) -> Result<(Vec<State>, Option<Outcome>), String> {
    let mut rng = Rng::new(seed);
    let mut last: Vec<State> = Vec::new();
    let mut state = game.start();
    for _ in 0..cap {
        if let Turn::Over(outcome) = state.turn().map_err(|e| e.to_string())? {
            return Ok((last, Some(outcome)));
        }
        let Some(mv) = state.draw(&mut rng).map_err(|e| e.to_string())?.cloned() else { break };
        let before = state.clone();
        state.play_unchecked(&mv).map_err(|e| e.to_string())?;
        last.push(before);
        if last.len() > 3 {
            last.remove(0);
        }
    }
    Ok((last, None))
}

/// Plays the rest of a game, everybody as `choose` says.
pub(crate) fn play_on(
    state: &mut State,
    plies: usize,
    choose: &mut dyn FnMut(&State, PlayerId) -> Result<Move, String>,
    rng: &mut Rng,
) -> Result<Option<Outcome>, String> {
    for _ in 0..plies {
        let mv = match state.turn().map_err(|e| e.to_string())? {
            Turn::Over(outcome) => return Ok(Some(outcome)),
            Turn::Player(player) => choose(state, player)?,
            Turn::Chance(_) => state.draw(rng).map_err(|e| e.to_string())?.ok_or("nothing to draw")?.clone(),
        };
        // Checked: an illegal move is an error.
        state.play(&mv).map_err(|e| e.to_string())?;
    }
    outcome(state)
}
