//! A game written in both languages is one game: along random games both offer the same results, and end alike.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use zug_game::ir::Pile;
use zug_game::{Game, Move, Rng, State, Turn};
use zug_library::Entry;

const GAMES: u64 = 3;
const PLIES: usize = 50;

fn main() {
    let mut trials = Vec::new();
    for zug in zug_library::games().iter().filter(|e| e.file.ends_with(".zug")) {
        let Some(zrf) = zug_library::games().iter().find(|e| e.name == zug.name && e.file.ends_with(".zrf"))
        else {
            continue;
        };
        for title in zug.titles().iter().filter(|t| zrf.titles().contains(t)) {
            let name = format!("{} {title}", zug.name);
            trials.push(Trial::test(name, move || same(zrf, zug, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn same(zrf: &Entry, zug: &Entry, title: &str) -> Result<(), String> {
    let load = |entry: &Entry| entry.load(Some(title)).map_err(|e| e.to_string());
    let games = [load(zrf)?, load(zug)?];
    for seed in 0..GAMES {
        walk(&games, seed).map_err(|what| format!("seed {seed}: {what}"))?;
    }
    Ok(())
}

/// Plays at random; the same results must be on offer in both games all the way.
fn walk(games: &[Game; 2], seed: u64) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    let [mut a, mut b] = [games[0].start(), games[1].start()];
    for ply in 0..PLIES {
        let [over_a, over_b] = [ended(&a)?, ended(&b)?];
        if over_a != over_b {
            return Err(format!("ply {ply}: {over_a:?} in ZRF, {over_b:?} in Zug; board {}", board(&a)));
        }
        if over_a.is_some() {
            return Ok(());
        }
        let [from_a, from_b] = [results(&a)?, results(&b)?];
        let missing: Vec<&String> = from_a.keys().filter(|k| !from_b.contains_key(*k)).collect();
        let extra: Vec<&String> = from_b.keys().filter(|k| !from_a.contains_key(*k)).collect();
        if !missing.is_empty() || !extra.is_empty() {
            let shown =
                |list: &[&String]| list.iter().take(3).map(|s| s.as_str()).collect::<Vec<_>>().join(" | ");
            return Err(format!(
                "ply {ply}: from {}: {} results only in ZRF: {}; {} only in Zug: {}",
                board(&a),
                missing.len(),
                shown(&missing),
                extra.len(),
                shown(&extra)
            ));
        }
        let Some((result, in_a)) = from_a.iter().nth(rng.below(from_a.len())) else { return Ok(()) };
        let in_b = &from_b[result];
        a.play(in_a).map_err(|e| e.to_string())?;
        b.play(in_b).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// How the game ended, by the winner's name.
fn ended(state: &State) -> Result<Option<String>, String> {
    Ok(match state.turn().map_err(|e| state.game().explain(&e))? {
        Turn::Over(outcome) => {
            Some(outcome.winner().map_or("draw".to_owned(), |p| state.game().player_name(p).to_owned()))
        }
        Turn::Player(_) | Turn::Chance(_) => None,
    })
}

/// The boards that legal moves lead to, each with one of its moves.
fn results(state: &State) -> Result<BTreeMap<String, Move>, String> {
    let mut results = BTreeMap::new();
    for mv in state.moves().map_err(|e| state.game().explain(&e))? {
        let mut next = state.clone();
        next.play_unchecked(mv).map_err(|e| state.game().explain(&e))?;
        let who = next.game().player_name(next.chooser()).to_owned();
        results.entry(format!("{} {who}", board(&next))).or_insert_with(|| mv.clone());
    }
    Ok(results)
}

/// Every piece with its cell, by names.
fn board(state: &State) -> String {
    let (game, position) = (state.game(), state.position());
    let mut pieces = Vec::new();
    for c in 0..game.ir().board.cells.len() as u16 {
        let cell = zug_game::CellId(c);
        let mut there = String::new();
        let mut add = |p: zug_game::Piece, n: u64| {
            let (owner, kind) = (game.player_name(p.owner()), game.kind_name(p.kind()));
            there.push_str(&format!(":{owner}.{kind}*{n}"));
        };
        match game.ir().rules.pile {
            Pile::Single if position.piece(cell).is_some() => add(position.piece(cell), 1),
            Pile::Single => {}
            Pile::Stack => position.stack(cell).for_each(|p| add(p, 1)),
            Pile::Heap => position.heap(game.program(), cell).for_each(|(p, n)| add(p, n)),
        }
        if !there.is_empty() {
            pieces.push(format!("{}{there}", game.cell_name(cell)));
        }
    }
    // Boards may list their cells in different orders.
    pieces.sort();
    pieces.join(" ")
}
