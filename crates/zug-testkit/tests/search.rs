//! What a search is told about moves is what the interpreter finds out by making them, in every game of the library.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, HashSet};
use zug_game::{Backend, Candidate, Facts, Game, Node, Rng, Sight, Stage};
use zug_ir::Pile;
use zug_library::Entry;

/// So many plies are looked at, and followed for [`PLIES`] to see whether something comes back.
const LOOKS: usize = 10;
const PLIES: usize = 80;
const SLOW: usize = 2;
/// Where there are more, counting them by the interpreter takes too long.
const MOVES: u64 = 150;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        for title in &entry.titles {
            let name = format!("{} {title}", entry.file);
            trials.push(Trial::test(name, move || told(entry, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Results of moves with what is said of each.
type Told = BTreeMap<u64, Vec<(u16, bool)>>;

fn results(node: &Node, moves: &[Candidate]) -> Result<Told, String> {
    let mut told = Told::new();
    let mut after = node.clone();
    for candidate in moves {
        after.copy(node);
        after.make(candidate).map_err(|e| e.to_string())?;
        let Facts { captures, promotes, .. } = candidate.facts;
        told.entry(after.hash()).or_default().push((captures, promotes));
    }
    told.values_mut().for_each(|list| list.sort_unstable());
    Ok(told)
}

fn listed(node: &mut Node, stage: Stage) -> Result<Vec<Candidate>, String> {
    let mut list = Vec::new();
    node.candidates(stage, &mut list).map_err(|e| e.to_string())?;
    Ok(list)
}

fn told(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    // By the interpreter it takes longer, and what both say cannot differ.
    let plies = if game.fast().is_ok() { PLIES } else { SLOW };
    let mut node = game.start().node();
    let mut rng = Rng::new(7);
    let mut ended: HashSet<u64> = HashSet::new();
    let mut since: Vec<u64> = vec![node.hash()];
    for ply in 0..plies {
        let say = |what: &str| format!("ply {ply}: {what}");
        if node.outcome().map_err(|e| e.to_string())?.is_some() {
            break;
        }
        let all = listed(&mut node, Stage::All)?;
        if node.count().map_err(|e| e.to_string())? != all.len() as u64 {
            return Err(say("the number of moves is wrong"));
        }
        if ply < LOOKS && all.len() as u64 <= MOVES && !node.is_chance() {
            look(&game, &mut node, &all).map_err(|what| say(&what))?;
        }
        let chosen = &all[rng.below(all.len())];
        node.make(chosen).map_err(|e| e.to_string())?;
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
    of_one_piece(node, all)?;
    let mut random = node.clone();
    let mut rng = Rng::new(node.hash());
    if !random.make_random(&mut rng).map_err(|e| e.to_string())? || !found.contains_key(&random.hash()) {
        return Err("a random move is none of the legal ones".to_string());
    }
    Ok(())
}

/// Every move has a key of its own, and as a move of the game it leads to where the search says.
fn named(node: &Node, all: &[Candidate]) -> Result<(), String> {
    let state = node.to_state();
    let mut keys = HashSet::new();
    for candidate in all {
        let mv = node.show(candidate).ok_or("a move cannot be shown")?;
        let mut after = node.clone();
        after.make(candidate).map_err(|e| e.to_string())?;
        let played = state.after(&mv).map_err(|e| e.to_string())?;
        if played.position().position_hash() != after.hash() {
            return Err(format!("the move shown as {mv:?} leads elsewhere"));
        }
        if after.ended().is_some() != played.position().outcome().is_some() {
            return Err(format!("{mv:?} ends the game for one of them only"));
        }
        if !keys.insert(candidate.key()) {
            return Err(format!("{mv:?} has the key of another move"));
        }
    }
    Ok(())
}

/// The moves of one piece are those that begin with it.
fn of_one_piece(node: &Node, all: &[Candidate]) -> Result<(), String> {
    let starts = |candidate: &Candidate| node.show(candidate)?.parts().next().map(|part| part.head.from);
    let mut of = BTreeMap::<u16, Vec<Candidate>>::new();
    for candidate in all {
        if let Some(start) = starts(candidate).filter(|start| *start != zug_vm::NO_CELL) {
            of.entry(start).or_default().push(candidate.clone());
        }
    }
    let mut found = Vec::new();
    for (start, expected) in of {
        if node.moves_of(zug_ir::CellId(start), &mut found)
            && results(node, &found)? != results(node, &expected)?
        {
            return Err(format!("the piece on cell {start} has other moves when it is asked about alone"));
        }
    }
    Ok(())
}
