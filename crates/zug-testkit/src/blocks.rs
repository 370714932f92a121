//! The fast back end against the interpreter, block by block: what each one emits, from where, with which actions. Complete
//! moves do not show that: priorities and other stages hide most blocks most of the time.

use std::collections::HashSet;
use zug_fast::{Fast, Position};
use zug_ir::CellId;
use zug_vm::{Engine, Move, Program, State};

/// Compares a position. Where rules are no blocks only attacked cells are compared.
pub(crate) fn same_blocks(
    program: &Program,
    fast: &Fast,
    engine: &mut Engine,
    state: &State,
    position: &Position,
) -> Result<(), String> {
    each_block(program, fast, engine, state, position)?;
    each_rank(program, fast, engine, state, position)?;
    each_cell(program, fast, engine, state, position)
}

fn each_block(
    program: &Program,
    fast: &Fast,
    engine: &mut Engine,
    state: &State,
    position: &Position,
) -> Result<(), String> {
    let Some(emitted) = fast.emitted(program, position) else { return Ok(()) };
    let forms = fast.forms();
    for (i, rule) in forms.iter().enumerate() {
        for cell in (0..program.game().board.cells.len() as u16).map(CellId) {
            let piece = state.piece(cell);
            let anyone = program.game().rules.start == zug_ir::Start::Anyone;
            let stands =
                piece.is_some() && piece.kind() == rule.kind && (anyone || piece.owner() == rule.player);
            let mut expected = Vec::new();
            if rule.drop || stands {
                let of = (rule.player, rule.kind, rule.block);
                // A rule that runs into a limit has no answer to compare with.
                let Ok(parts) = engine.emitted(program, state, of, (cell, rule.drop)) else { continue };
                expected = parts;
            }
            let found = emitted.iter().filter(|e| (e.rule, e.start) == (i, cell)).map(|e| e.part.clone());
            let name =
                || format!("block {} from {}", rule.block.idx(), program.game().board.cells[cell.idx()].name);
            same_set(expected, found.collect()).map_err(|what| format!("{}: {what}", name()))?;
        }
    }
    Ok(())
}

fn each_rank(
    program: &Program,
    fast: &Fast,
    engine: &mut Engine,
    state: &State,
    position: &Position,
) -> Result<(), String> {
    let (Some(found), Ok(expected)) = (fast.on_offer(program, position), engine.on_offer(program, state))
    else {
        return Ok(());
    };
    if found.len() != expected.len() {
        return Err(format!("{} ranks, but the fast form has {}", expected.len(), found.len()));
    }
    for (rank, (expected, found)) in expected.into_iter().zip(found).enumerate() {
        let n = found.len();
        let found: HashSet<Move> = found.into_iter().collect();
        if found.len() != n {
            return Err(format!("rank {rank}: a part is on offer twice"));
        }
        same_set(expected, found).map_err(|what| format!("rank {rank}: {what}"))?;
    }
    Ok(())
}

fn each_cell(
    program: &Program,
    fast: &Fast,
    engine: &mut Engine,
    state: &State,
    position: &Position,
) -> Result<(), String> {
    for (i, cell) in program.game().board.cells.iter().enumerate() {
        let at = CellId(i as u16);
        let (Some(found), Ok(expected)) =
            (fast.is_attacked(position, at), engine.is_attacked(program, state, at))
        else {
            continue;
        };
        if found != expected {
            return Err(format!("{} is attacked: {expected}, but the fast form says {found}", cell.name));
        }
    }
    Ok(())
}

fn same_set(expected: Vec<Move>, found: HashSet<Move>) -> Result<(), String> {
    let expected: HashSet<Move> = expected.into_iter().collect();
    let missing = expected.difference(&found).next().map(|part| format!("{part:?} is missing"));
    let extra = || found.difference(&expected).next().map(|part| format!("{part:?} is too much"));
    missing.or_else(extra).map_or(Ok(()), Err)
}
