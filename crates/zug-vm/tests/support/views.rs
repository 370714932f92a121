//! What holds for every state of every game: the ways to get at its moves agree, and its hash is true.

use super::{script::legal, text};
use std::collections::BTreeSet;
use zug_ir::Stage;
use zug_vm::{Engine, Program, State, Walk};

/// Turns with more routes than this are not walked to their ends.
const MANY: usize = 2_000;

/// Says what does not agree.
pub(crate) fn agree(program: &Program, engine: &mut Engine, state: &State) -> Result<(), String> {
    if state.position_hash() != state.recomputed_hash(program) {
        return Err("the hash differs from the recomputed one".to_owned());
    }
    let Ok(moves) = legal(program, engine, state) else { return Ok(()) };
    let listed: BTreeSet<String> = moves.iter().map(|m| text::of_move(program, m)).collect();
    if state.outcome().is_some() || moves.is_empty() {
        return Ok(());
    }
    walks(program, engine, state, &listed)?;
    draws(program, engine, state, &moves)
}

/// The split view of the turn offers the same moves.
fn walks(
    program: &Program,
    engine: &mut Engine,
    state: &State,
    listed: &BTreeSet<String>,
) -> Result<(), String> {
    let mut found = BTreeSet::new();
    let mut work = vec![Walk::new(engine, program, state).map_err(|e| e.to_string())?];
    let mut nodes = 0;
    while let Some(walk) = work.pop() {
        nodes += 1;
        if nodes > MANY {
            return if listed.len() < MANY / 10 { Err("the walk does not end".to_owned()) } else { Ok(()) };
        }
        let options = walk.options(engine, program).map_err(|e| e.to_string())?;
        if options.may_stop {
            found.insert(text::of_move(program, walk.made()));
        }
        for step in &options.parts {
            let mut next = walk.clone();
            next.step(program, step);
            work.push(next);
        }
    }
    if found == *listed {
        return Ok(());
    }
    let only =
        |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>().join(" ");
    Err(format!("only part by part: `{}`; only as a whole: `{}`", only(&found, listed), only(listed, &found)))
}

/// Drawing at random draws exactly the legal moves: every first choice, the first of what is left after that.
fn draws(
    program: &Program,
    engine: &mut Engine,
    state: &State,
    moves: &[zug_vm::Move],
) -> Result<(), String> {
    let mut expected = BTreeSet::new();
    for mv in moves {
        let mut next = state.clone();
        engine.play(program, &mut next, mv).map_err(|e| e.to_string())?;
        expected.insert(next.hash(program));
    }
    let (mut found, mut first, mut choices) = (BTreeSet::new(), 0, 1);
    while first < choices {
        let mut next = state.clone();
        let mut drawn = false;
        let mut draw = |n: usize| {
            if std::mem::replace(&mut drawn, true) {
                return 0;
            }
            choices = n;
            first
        };
        let over =
            engine.random_step(program, &mut next, &mut Vec::new(), &mut draw).map_err(|e| e.to_string())?;
        if over.is_some() {
            return Err("random play finds the game over".to_owned());
        }
        found.insert(next.hash(program));
        first += 1;
    }
    let judged = |s: &Stage| matches!(s, Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Ko(_));
    if !program.game().stages.iter().any(judged) && choices != moves.len() {
        return Err(format!("random play draws one of {choices} moves, there are {}", moves.len()));
    }
    if found == expected { Ok(()) } else { Err("random play draws other moves".to_owned()) }
}
