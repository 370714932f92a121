//! What the tests of the opponent share.
#![allow(dead_code, reason = "every test uses its own part")]

use cpu_time::ThreadTime;
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

/// The CPU time of this thread, so that a busy machine does not make a player weaker.
pub(crate) struct CpuClock(ThreadTime);

impl CpuClock {
    pub(crate) fn start() -> Self {
        CpuClock(ThreadTime::now())
    }
}

impl Watch for CpuClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// The games named `NAME` or `NAME#TITLE`; without names the whole library, each game once.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<(String, Game)>, String> {
    let all = || zug_library::games().iter().filter(|e| e.id == e.name).map(|e| e.id.to_owned()).collect();
    let names: Vec<String> = if names.is_empty() { all() } else { names.to_vec() };
    let load = |name: String| {
        let (id, title) = name.split_once('#').map_or((&name[..], None), |(id, title)| (id, Some(title)));
        let entry = zug_library::find(id).map_err(|e| e.to_string())?;
        let game = entry.load(title).map_err(|e| e.to_string())?;
        Ok((name, game))
    };
    names.into_iter().map(load).collect()
}

/// Whoever plays a whole game is given time to try it out first, as in `zug match`.
pub(crate) fn prepare(ai: &mut Ai) {
    let limits = Limits { hard: Some(Duration::from_secs(2)), ..Limits::default() };
    ai.prepare(&limits, &CpuClock::start());
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
    last_positions(game, seed, cap, &mut |_| Ok(None))
}

/// The same of a game in which somebody may choose: `None` leaves a move to chance.
pub(crate) fn last_positions(
    game: &Game,
    seed: u64,
    cap: usize,
    choose: &mut dyn FnMut(&State) -> Result<Option<Move>, String>,
) -> Result<(Vec<State>, Option<Outcome>), String> {
    let mut rng = Rng::new(seed);
    let mut last: Vec<State> = Vec::new();
    let mut state = game.start();
    for _ in 0..cap {
        if let Turn::Over(outcome) = state.turn().map_err(|e| e.to_string())? {
            return Ok((last, Some(outcome)));
        }
        let mv = match choose(&state)? {
            Some(mv) => Some(mv),
            None => state.draw(&mut rng).map_err(|e| e.to_string())?.cloned(),
        };
        let Some(mv) = mv else { break };
        let before = state.clone();
        state.play_unchecked(&mv).map_err(|e| e.to_string())?;
        last.push(before);
        if last.len() > 3 {
            last.remove(0);
        }
    }
    Ok((last, None))
}

/// The moves of whoever is to move, `mover`, that neither lose at once nor let the next player win at once.
pub(crate) fn safe_moves(state: &State, mover: PlayerId) -> Result<Vec<Move>, String> {
    let mut safe = Vec::new();
    for mv in state.moves().map_err(|e| e.to_string())? {
        let reply = after(state, mv)?;
        let mut lost = outcome(&reply)?.is_some_and(|end| end.score(mover) < 0);
        if let Ok(Turn::Player(next)) = reply.turn()
            && next != mover
        {
            for answer in reply.moves().map_err(|e| e.to_string())? {
                if lost {
                    break;
                }
                lost = outcome(&after(&reply, answer)?)?.and_then(|end| end.winner()) == Some(next);
            }
        }
        safe.extend((!lost).then(|| mv.clone()));
    }
    Ok(safe)
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
