//! The fast back end against the interpreter, move by move along random games.

use crate::blocks::Both;
use crate::{TOO_MANY, limit};
use std::collections::HashMap;
use zug_fast::Fast;
use zug_game::{Game, Move, Rng};
use zug_vm::{Engine, Limit, Program, RunError, State};

/// Moves of a position whose results are compared.
const MOVES: usize = 12;

/// Random games looked at position by position, and how many plies of each.
const GAMES: u64 = 2;
const PLIES: usize = 60;
/// Long enough for the end of most games.
const WHOLE: usize = 120;
/// Games without looking at each position: whole ones.
const RANDOM_GAMES: u64 = 40;
const LONG: usize = 700;

/// All the comparisons of this page, for one game. `Ok(false)`: it has no fast form.
pub fn everywhere(game: &Game) -> Result<bool, String> {
    let Ok(fast) = Fast::new(game.program()) else { return Ok(false) };
    for seed in 0..GAMES {
        compare_with(game, &fast, seed, PLIES).map_err(|what| format!("seed {seed}: {what}"))?;
    }
    for seed in 0..GAMES {
        possible_game(game, seed, WHOLE)?;
    }
    same_games(game, RANDOM_GAMES, LONG)?;
    same_counts(game, GAMES, PLIES)?;
    Ok(true)
}

/// Plays one random game; at every position moves, outcome, result and hash of each back end must be the same.
/// `Ok(false)`: the game has no fast form.
pub fn compare(game: &Game, seed: u64, plies: usize) -> Result<bool, String> {
    match Fast::new(game.program()) {
        Ok(fast) => match compare_with(game, &fast, seed, plies) {
            // The fast form may give a position up.
            Err(what) if what.contains(TOO_MANY) => Ok(true),
            compared => compared.map(|()| true),
        },
        Err(_) => Ok(false),
    }
}

/// The same with one of the fast forms that the game has.
pub fn compare_with(game: &Game, fast: &Fast, seed: u64, plies: usize) -> Result<(), String> {
    let program = game.program();
    let mut engine = Engine::new(program);
    let mut state = program.start().clone();
    let mut rng = Rng::new(seed);
    for ply in 0..plies {
        let mut moves = Vec::new();
        let say = |what: String| format!("ply {ply}: {what}");
        if let Err(error) = engine.moves(program, &state, &mut moves) {
            let found = fast.position(program, &state).map(|position| fast.moves(program, &position));
            return reported(&error, !matches!(found, Some(Ok(_)))).map_err(say);
        }
        let Some(position) = fast.position(program, &state) else {
            return Err(say("a state that has no fast form".to_string()));
        };
        if position.position_hash() != state.position_hash() {
            return Err(say("the hash differs".to_string()));
        }
        same_moves(&moves, &fast.moves(program, &position).map_err(|_| say(TOO_MANY.into()))?)
            .map_err(say)?;
        let expected = engine.outcome(program, &state, &moves);
        let found = fast.outcome(program, &position);
        if let Err(error) = expected {
            return reported(&error, found.is_err()).and(Err(limit(error))).map_err(say);
        }
        let (expected, found) = (expected.map_err(limit)?, found.map_err(|_| say(TOO_MANY.into()))?);
        if expected != found {
            return Err(say(format!("the interpreter says {expected:?}, the fast form {found:?}")));
        }
        if expected.is_some() {
            return Ok(());
        }
        every_result(program, fast, &mut engine, &state, &moves).map_err(say)?;
        let both = Both { program, fast, engine: &mut engine, state: &state, position: &position };
        both.same().map_err(say)?;
        let chosen = moves[rng.below(moves.len())].clone();
        engine.play(program, &mut state, &chosen).map_err(limit)?;
    }
    Ok(())
}

/// A number that is too large is an error in both back ends: the fast form gives the position up, and the interpreter says why.
/// Other limits are on work, of which the fast form has less.
fn reported(error: &RunError, given_up: bool) -> Result<(), String> {
    let of_numbers = matches!(error.kind, Limit::Number | Limit::Attribute(_));
    if of_numbers && !given_up {
        return Err(format!("the interpreter reports `{error}`, the fast form goes on"));
    }
    Ok(())
}

/// Random games by machine code are those of the plain code. `Ok(false)`: there is none for this game.
pub fn same_games(game: &Game, games: u64, plies: usize) -> Result<bool, String> {
    let program = game.program();
    let (Ok(coded), Ok(mut plain)) = (Fast::new(program), Fast::new(program)) else { return Ok(false) };
    plain.forget_code();
    let Some(start) = coded.position(program, program.start()) else { return Ok(false) };
    let history = before(program);
    for seed in 0..games {
        let [expected, found] =
            [&plain, &coded].map(|fast| fast.playout(program, &start, &history, plies, seed));
        if expected != found {
            return Err(format!("seed {seed}: {expected:?}, but by machine code {found:?}"));
        }
    }
    Ok(coded.has_code())
}

/// Machine code counts the results that the plain code counts, along random games, where there are not too many.
pub fn same_counts(game: &Game, games: u64, plies: usize) -> Result<(), String> {
    const DEPTH: u32 = 4;
    const MAX: u64 = 300;
    let program = game.program();
    let (Ok(coded), Ok(mut plain)) = (Fast::new(program), Fast::new(program)) else { return Ok(()) };
    plain.forget_code();
    let Some(start) = plain.position(program, program.start()) else { return Ok(()) };
    if !coded.counts_by_code() {
        return Ok(());
    }
    let history = before(program);
    for (seed, ply) in (0..games).flat_map(|seed| (0..plies).step_by(10).map(move |ply| (seed, ply))) {
        let Some(position) = plain.random_end(program, &start, &history, ply, seed) else { return Ok(()) };
        if plain.perft(program, &position, DEPTH / 2).is_ok_and(|n| n <= MAX) {
            let [expected, found] = [&plain, &coded].map(|fast| fast.perft(program, &position, DEPTH));
            if expected != found {
                return Err(format!("seed {seed}, ply {ply}: {expected:?} results, by code {found:?}"));
            }
        }
    }
    Ok(())
}

/// A random game of the fast form is one that the interpreter could have played: each position comes from the one before by
/// a legal move, and it ends when the interpreter says so, as it says.
pub fn possible_game(game: &Game, seed: u64, plies: usize) -> Result<(), String> {
    let Ok(fast) = Fast::new(game.program()) else { return Ok(()) };
    possible_game_with(game, &fast, seed, plies)
}

/// The same with one of the fast forms that the game has.
pub fn possible_game_with(game: &Game, fast: &Fast, seed: u64, plies: usize) -> Result<(), String> {
    let program = game.program();
    let Some(start) = fast.position(program, program.start()) else { return Ok(()) };
    let history = before(program);
    let mut engine = Engine::new(program);
    let mut state = program.start().clone();
    let mut moves = Vec::new();
    for ply in 0..plies {
        let say = |what: String| format!("seed {seed}, ply {ply}: {what}");
        moves.clear();
        engine.moves(program, &state, &mut moves).map_err(|e| say(limit(e)))?;
        let outcome = engine.outcome(program, &state, &moves).map_err(|e| say(limit(e)))?;
        let Ok((played, ended)) = fast.playout(program, &start, &history, ply + 1, seed) else {
            return Ok(());
        };
        let expected = if outcome.is_some() { (ply, outcome) } else { (ply + 1, None) };
        if (played, ended.clone()) != expected {
            return Err(say(format!("{expected:?}, but the fast form has {:?}", (played, ended))));
        }
        let (None, Some(end)) = (expected.1, fast.random_end(program, &start, &history, ply + 1, seed))
        else {
            return Ok(());
        };
        let mut next = None;
        for mv in &moves {
            let mut after = state.clone();
            engine.play(program, &mut after, mv).map_err(|e| say(limit(e)))?;
            let same = fast.position(program, &after).is_some_and(|p| {
                // The fast form may have judged the end already, where the interpreter waits to be asked.
                p.position_hash() == end.position_hash()
                    && fast.state(program, &p) == fast.state(program, &end)
            });
            if same {
                next = Some(after);
                break;
            }
        }
        state = next.ok_or_else(|| say("a position that no legal move leads to".to_string()))?;
    }
    Ok(())
}

/// Random moves of the fast form lead to each result as often as there are legal moves that do.
pub fn drawn_evenly(game: &Game, state: &State, draws: u64) -> Result<(), String> {
    let program = game.program();
    let fast = Fast::new(program).map_err(|why| why.to_string())?;
    let mut engine = Engine::new(program);
    let mut moves = Vec::new();
    engine.moves(program, state, &mut moves).map_err(limit)?;
    let mut results: HashMap<u64, (usize, u64)> = HashMap::new();
    for mv in &moves {
        let mut after = state.clone();
        engine.play(program, &mut after, mv).map_err(limit)?;
        results.entry(after.position_hash()).or_default().0 += 1;
    }
    let start = fast.position(program, state).ok_or("a state that has no fast form")?;
    for seed in 0..draws {
        let end = fast.random_end(program, &start, &[], 1, seed).ok_or("no random move")?;
        results.get_mut(&end.position_hash()).ok_or("a position that no legal move leads to")?.1 += 1;
    }
    for (n, drawn) in results.values() {
        let expected = draws as f64 * *n as f64 / moves.len() as f64;
        if (*drawn as f64 - expected).abs() > 5.0 * expected.sqrt() + 5.0 {
            return Err(format!(
                "a result of {n} of {} moves is drawn {drawn} times of {draws}",
                moves.len()
            ));
        }
    }
    Ok(())
}

/// What random games are told of positions so far.
fn before(program: &Program) -> Vec<u64> {
    match program.start().history() {
        [] => vec![program.start().position_hash()],
        history => history.to_vec(),
    }
}

fn same_moves(expected: &[Move], found: &[Move]) -> Result<(), String> {
    let mut counts: HashMap<&Move, i32> = HashMap::new();
    expected.iter().for_each(|m| *counts.entry(m).or_default() += 1);
    found.iter().for_each(|m| *counts.entry(m).or_default() -= 1);
    match counts.into_iter().find(|(_, n)| *n != 0) {
        None => Ok(()),
        Some((mv, n)) if n > 0 => Err(format!("only the interpreter has {mv:?}")),
        Some((mv, _)) => Err(format!("only the fast form has {mv:?}")),
    }
}

/// The state after each move is the same, hash included.
fn every_result(
    program: &Program,
    fast: &Fast,
    engine: &mut Engine,
    state: &State,
    moves: &[Move],
) -> Result<(), String> {
    let Some(position) = fast.position(program, state) else { return Ok(()) };
    // A position of a search knows no more of those before it than moves are judged by.
    let mut state = state.clone();
    state.set_history(fast.state(program, &position).history().to_vec());
    let listed = fast.moves(program, &position).map_err(|_| TOO_MANY.to_string())?;
    // Every so many of a long list: which ones changes from ply to ply.
    let step = listed.len().div_ceil(MOVES).max(1);
    for (i, mv) in listed.iter().enumerate().skip(state.position_hash() as usize % step).step_by(step) {
        if !moves.contains(mv) {
            continue;
        }
        let mut after = state.clone();
        engine.play_uncounted(program, &mut after, mv).map_err(limit)?;
        let mut fast_after = position.clone();
        fast.play(program, &mut fast_after, i).map_err(|_| TOO_MANY.to_string())?;
        let expected = fast.position(program, &after).ok_or("a state that has no fast form")?;
        if expected != fast_after {
            return Err(format!("after {mv:?}: {expected:?}, but the fast form gives {fast_after:?}"));
        }
        if fast_after.position_hash() != after.recomputed_hash(program) {
            return Err(format!("after {mv:?} the hash differs"));
        }
    }
    Ok(())
}
