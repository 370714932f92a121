//! What a search is told about moves is what the interpreter finds out by making them.

use crate::limit;
use std::collections::{BTreeMap, HashSet};
use zug_game::{Backend, Candidate, Facts, Game, Move, Node, Rng, Sight, Stage};
use zug_ir::{CellId, Pile};
use zug_vm::Engine;

/// So many plies are looked at; the rest is followed to see whether something comes back.
const LOOKS: usize = 10;
/// Where there are more, counting them by the interpreter takes too long.
const MOVES: u64 = 150;

/// Results of moves with what is said of each.
type Told = BTreeMap<u64, Vec<(u16, bool)>>;

fn results(node: &Node, moves: &[Candidate]) -> Result<Told, String> {
    let mut told = Told::new();
    let mut after = node.clone();
    for candidate in moves {
        after.copy(node);
        after.make(candidate).map_err(limit)?;
        let Facts { captures, promotes, .. } = candidate.facts;
        told.entry(after.hash()).or_default().push((captures, promotes));
    }
    told.values_mut().for_each(|list| list.sort_unstable());
    Ok(told)
}

fn listed(node: &mut Node, stage: Stage) -> Result<Vec<Candidate>, String> {
    let mut list = Vec::new();
    node.candidates(stage, &mut list).map_err(limit)?;
    Ok(list)
}

/// Follows a random game for so many plies.
pub fn told(game: &Game, plies: usize) -> Result<(), String> {
    let mut node = game.start().node();
    let mut rng = Rng::new(7);
    let mut ended: HashSet<u64> = HashSet::new();
    let mut since: Vec<u64> = vec![node.hash()];
    for ply in 0..plies {
        let say = |what: &str| format!("ply {ply}: {what}");
        if node.outcome().map_err(limit)?.is_some() {
            break;
        }
        let all = listed(&mut node, Stage::All)?;
        if node.count().map_err(limit)? != all.len() as u64 {
            return Err(say("the number of moves is wrong"));
        }
        if ply < LOOKS && all.len() as u64 <= MOVES && !node.is_chance() {
            look(game, &mut node, &all).map_err(|what| say(&what))?;
        }
        let chosen = &all[rng.below(all.len())];
        node.make(chosen).map_err(limit)?;
        if chosen.facts.irreversible {
            ended.extend(since.drain(..));
        }
        if ended.contains(&node.hash()) {
            return Err(say("a position has come back although a move could not be taken back"));
        }
        since.push(node.hash());
    }
    Ok(())
}

/// Compares what both back ends say of one position.
fn look(game: &Game, node: &mut Node, all: &[Candidate]) -> Result<(), String> {
    let (captures, quiet) = (listed(node, Stage::Captures)?, listed(node, Stage::Quiet)?);
    if captures.iter().any(|c| c.facts.captures == 0) || quiet.iter().any(|c| c.facts.captures > 0) {
        return Err("a move is in the wrong stage".to_string());
    }
    let found = results(node, all)?;
    let mut staged = results(node, &captures)?;
    for (hash, list) in results(node, &quiet)? {
        let both = staged.entry(hash).or_default();
        both.extend(list);
        both.sort_unstable();
    }
    if staged != found {
        return Err("the stages are not all moves".to_string());
    }
    let mut plain = node.to_state().node_by(Backend::Interp);
    let listed = listed(&mut plain, Stage::All)?;
    let expected = results(&plain, &listed)?;
    let same = if game.ir().rules.pile == Pile::Single {
        expected == found
    } else {
        expected.keys().eq(found.keys())
    };
    if !same {
        return Err(format!("the interpreter says {expected:?}, the fast form {found:?}"));
    }
    let (mut seen, mut stands) = (Sight::default(), Sight::default());
    node.look(&mut seen);
    plain.look(&mut stands);
    if seen != stands {
        return Err(format!("{seen:?} is seen, and {stands:?} stands there"));
    }
    named(node, all)?;
    of_pieces(game, node, all)?;
    let mut random = node.clone();
    let mut rng = Rng::new(node.hash());
    if !random.make_random(&mut rng).map_err(limit)? || !found.contains_key(&random.hash()) {
        return Err("a random move is none of the legal ones".to_string());
    }
    Ok(())
}

/// The moves of each piece are those of the list that begin with it.
fn of_pieces(game: &Game, node: &Node, all: &[Candidate]) -> Result<(), String> {
    let all: HashSet<Move> = all.iter().filter_map(|candidate| node.show(candidate)).collect();
    let scripts = game.ir().scripted.as_ref();
    let players_move = scripts.is_some_and(|s| s.players.iter().any(|rules| !rules.is_empty()));
    let mut list = Vec::new();
    for cell in (0..game.ir().board.cells.len() as u16).map(CellId) {
        if !node.moves_of(cell, &mut list) {
            return Ok(());
        }
        let found: HashSet<Move> = list.iter().filter_map(|candidate| node.show(candidate)).collect();
        if let Some(mv) = found.iter().find(|mv| !all.contains(*mv)) {
            return Err(format!("{mv:?} is a move of the piece on {cell:?} only"));
        }
        let begins = |mv: &&Move| mv.parts().next().is_some_and(|part| part.head.from == cell.0);
        if let Some(mv) = all.iter().filter(begins).find(|mv| !players_move && !found.contains(*mv)) {
            return Err(format!("{mv:?} is no move of the piece on {cell:?}"));
        }
    }
    Ok(())
}

/// Every move has a key of its own, and as a move of the game it leads to where the search says.
fn named(node: &Node, all: &[Candidate]) -> Result<(), String> {
    let state = node.to_state();
    let program = node.game().program();
    let mut engine = Engine::new(program);
    let mut keys = HashSet::new();
    for candidate in all {
        let mv = node.show(candidate).ok_or("a move cannot be shown")?;
        let mut after = node.clone();
        after.make(candidate).map_err(limit)?;
        let mut played = state.position().clone();
        engine.play_uncounted(program, &mut played, &mv).map_err(limit)?;
        if played.position_hash() != after.hash() {
            return Err(format!("the move shown as {mv:?} leads elsewhere"));
        }
        if after.ended().is_some() != played.outcome().is_some() {
            return Err(format!("{mv:?} ends the game for one of them only"));
        }
        if !keys.insert(candidate.key()) {
            return Err(format!("{mv:?} has the key of another move"));
        }
    }
    Ok(())
}
