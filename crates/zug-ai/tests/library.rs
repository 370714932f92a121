//! What the opponent must show in every game of the library, by limits of nodes, so that it is the same everywhere.

mod kit;

use kit::{
    NoHurry, StopAfter, after, answer, nodes, outcome, play_on, player, random_game, safe_moves, seats, think,
};
use libtest_mimic::{Arguments, Failed, Trial};
use std::cell::Cell;
use zug_ai::{Ai, Limits, Options};
use zug_game::{Game, Rng, Turn};
use zug_library::Entry;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        trials.push(Trial::test(entry.file, move || shows(entry).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// All of it with one player: getting to know a game takes longer than most of its tests.
fn shows(entry: &Entry) -> Result<(), String> {
    let game = entry.load(None).map_err(|e| e.to_string())?;
    let mut ai = player(&game, 5);
    // Rules that exist in both languages are the same game.
    let doubled = entry.id != entry.name;
    plays(entry, &game, &mut ai)?;
    if !doubled {
        sharp(&game, &mut ai)?;
    }
    first_look(&game, &mut ai)?;
    stops(&game, &mut ai)?;
    hurries(&game)?;
    levels(&game)
}

/// Positions before the last moves of random games: whoever won could win at once, and whoever moved before may have had a
/// move that prevents it.
fn sharp(game: &Game, ai: &mut Ai) -> Result<(), String> {
    let fast = game.fast().is_ok();
    let (games, cap) = if fast { (8, 300) } else { (2, 150) };
    let one_player = seats(game).len() == 1;
    for seed in 0..games {
        let (last, end) = random_game(game, seed, cap)?;
        let Some(winner) = end.and_then(|end| end.winner()) else { continue };
        let [.., before, state] = &last[..] else { continue };
        if state.turn().ok() != Some(Turn::Player(winner)) || one_player {
            continue;
        }
        let n_moves = state.moves().map_err(|e| e.to_string())?.len() as u64;
        let enough = nodes(if fast { 2_000 } else { 200 } + 2 * n_moves);
        let best = answer(ai, state, &enough)?;
        if outcome(&after(state, &best)?)?.and_then(|end| end.winner()) != Some(winner) {
            return Err(format!("game {seed}: a win in one ply is not taken"));
        }
        let Ok(Turn::Player(rival)) = before.turn() else { continue };
        if rival == winner {
            continue;
        }
        // Which moves let the rival win at once? Where there are many of them it takes too long to find out.
        let moves = before.moves().map_err(|e| e.to_string())?;
        let most = if fast { 60 } else { 14 };
        if moves.len() > most {
            continue;
        }
        let safe = safe_moves(before, rival)?;
        if safe.is_empty() || safe.len() == moves.len() {
            continue;
        }
        let n = moves.len() as u64;
        let best = answer(ai, before, &nodes(if fast { 20_000 } else { 4 * n * n + 400 }))?;
        if !safe.contains(&best) {
            return Err(format!("game {seed}: a loss in one ply is not avoided"));
        }
    }
    Ok(())
}

/// Two players made alike make the same moves, all of them legal.
fn plays(entry: &Entry, game: &Game, ai: &mut Ai) -> Result<(), String> {
    let (plies, limit) = if game.fast().is_ok() { (10, nodes(300)) } else { (3, nodes(50)) };
    let game_of = |game: &Game, ai: &mut Ai| {
        let mut played = Vec::new();
        let mut state = game.start();
        let mut choose = |state: &zug_game::State, _| {
            let mv = answer(ai, state, &limit)?;
            played.push(mv.clone());
            Ok(mv)
        };
        play_on(&mut state, plies, &mut choose, &mut Rng::new(3))?;
        Ok::<_, String>((played, state.hash()))
    };
    let first = game_of(game, ai)?;
    let fresh = entry.load(None).map_err(|e| e.to_string())?;
    let again = game_of(&fresh, &mut player(&fresh, 5))?;
    if first != again {
        return Err("the same seed and limit give other moves".to_owned());
    }
    Ok(())
}

/// However few positions may be looked at, every move has been looked at once before the answer.
fn first_look(game: &Game, ai: &mut Ai) -> Result<(), String> {
    let state = decision(game)?;
    let legal = state.moves().map_err(|e| e.to_string())?.len();
    // Once is enough where moves are slow to make.
    let limits: &[u64] = if game.fast().is_ok_and(|fast| !fast.is_remembered()) { &[1, 40] } else { &[1] };
    for &limit in limits {
        let report = think(ai, &state, &nodes(limit))?;
        if legal > 1 && (report.depth == 0 || report.nodes < legal as u64) {
            let (depth, nodes) = (report.depth, report.nodes);
            return Err(format!("{limit} positions: depth {depth}, {nodes} positions for {legal} moves"));
        }
    }
    Ok(())
}

/// However long a search could go on, it ends soon after the watch has said so.
fn stops(game: &Game, ai: &mut Ai) -> Result<(), String> {
    let state = decision(game)?;
    let watch = StopAfter { asks: Cell::new(0), most: 12 };
    let report = ai.think(&state, &Limits::default(), &watch, &mut |_| {}).map_err(|e| e.to_string())?;
    let asks = watch.asks.get();
    if asks > 12 + 40 {
        return Err(format!("the watch was asked {asks} times after it had said stop at the 13th"));
    }
    // It is asked at least once in eight positions; positions at the root come before the first question.
    let root = state.moves().map_err(|e| e.to_string())?.len() as u64;
    if report.nodes > 13 * 8 + 8 + root {
        return Err(format!("{} positions were looked at", report.nodes));
    }
    Ok(())
}

/// A first position with a choice.
fn decision(game: &Game) -> Result<zug_game::State, String> {
    let mut rng = Rng::new(11);
    let mut state = game.start();
    while !matches!(state.turn(), Ok(Turn::Player(_))) {
        let mv = state.draw(&mut rng).map_err(|e| e.to_string())?.ok_or("no first move")?.clone();
        state.play(&mv).map_err(|e| e.to_string())?;
    }
    Ok(state)
}

/// With no time at all there is an answer.
fn hurries(game: &Game) -> Result<(), String> {
    let state = decision(game)?;
    let limits = Limits { hard: Some(std::time::Duration::ZERO), ..Limits::default() };
    let report = player(game, 0).think(&state, &limits, &NoHurry, &mut |_| {}).map_err(|e| e.to_string())?;
    let mv = report.lines.first().and_then(|line| line.moves.first()).ok_or("there is no answer")?;
    if !state.moves().map_err(|e| e.to_string())?.contains(mv) {
        return Err("the answer is not legal".to_owned());
    }
    Ok(())
}

/// A weak player answers, too, and cannot look at more than its level may.
fn levels(game: &Game) -> Result<(), String> {
    let state = decision(game)?;
    let legal = state.moves().map_err(|e| e.to_string())?;
    let report =
        think(&mut Ai::new(game, Options { hash: 1, seed: 9, level: 2 }), &state, &Limits::default())?;
    let mv = report.lines.first().and_then(|line| line.moves.first()).ok_or("there is no answer")?;
    if !legal.contains(mv) {
        return Err("level 2 plays an illegal move".to_owned());
    }
    Ok(())
}
