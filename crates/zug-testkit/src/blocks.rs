//! The fast back end against the interpreter, block by block: what each one emits, from where, with which actions. Complete
//! moves do not show that: priorities and other stages hide most blocks most of the time.

use std::collections::{HashMap, HashSet};
use zug_fast::{Fast, Position};
use zug_ir::{CellId, Start};
use zug_vm::{Engine, Move, Program, State};

/// A position of both back ends.
pub(crate) struct Both<'a> {
    pub(crate) program: &'a Program,
    pub(crate) fast: &'a Fast,
    pub(crate) engine: &'a mut Engine,
    pub(crate) state: &'a State,
    pub(crate) position: &'a Position,
}

impl Both<'_> {
    /// Compares blocks, ranks and attacked cells. Where rules are no blocks only the last are compared.
    pub(crate) fn same(mut self) -> Result<(), String> {
        self.each_block()?;
        self.each_rank()?;
        self.each_cell()
    }

    fn each_block(&mut self) -> Result<(), String> {
        let Some(emitted) = self.fast.emitted(self.program, self.position) else { return Ok(()) };
        let mut found: HashMap<(usize, CellId), HashSet<Move>> = HashMap::new();
        for one in emitted {
            found.entry((one.rule, one.start)).or_default().insert(one.part);
        }
        let game = self.program.game();
        let anyone = game.rules.start == Start::Anyone;
        for (i, rule) in self.fast.forms().iter().enumerate() {
            for cell in (0..game.board.cells.len() as u16).map(CellId) {
                let piece = self.state.piece(cell);
                let his = anyone || piece.owner() == rule.player;
                let stands = piece.is_some() && piece.kind() == rule.kind && his;
                let mut expected = Vec::new();
                if rule.drop || stands {
                    let of = (rule.player, rule.kind, rule.block);
                    let parts = self.engine.emitted(self.program, self.state, of, (cell, rule.drop));
                    // A rule that runs into a limit has no answer to compare with.
                    let Ok(parts) = parts else { continue };
                    expected = parts;
                }
                let found = found.remove(&(i, cell)).unwrap_or_default();
                let place =
                    || format!("block {} from {}", rule.block.idx(), game.board.cells[cell.idx()].name);
                same_set(expected, &found).map_err(|what| format!("{}: {what}", place()))?;
            }
        }
        Ok(())
    }

    fn each_rank(&mut self) -> Result<(), String> {
        let found = self.fast.on_offer(self.program, self.position);
        let (Some(found), Ok(expected)) = (found, self.engine.on_offer(self.program, self.state)) else {
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
            same_set(expected, &found).map_err(|what| format!("rank {rank}: {what}"))?;
        }
        Ok(())
    }

    fn each_cell(&mut self) -> Result<(), String> {
        for (i, cell) in self.program.game().board.cells.iter().enumerate() {
            let at = CellId(i as u16);
            let Some(found) = self.fast.is_attacked(self.position, at) else { continue };
            let Ok(expected) = self.engine.is_attacked(self.program, self.state, at) else { continue };
            if found != expected {
                return Err(format!("{} is attacked: {expected}, but the fast form says {found}", cell.name));
            }
        }
        Ok(())
    }
}

fn same_set(expected: Vec<Move>, found: &HashSet<Move>) -> Result<(), String> {
    let expected: HashSet<Move> = expected.into_iter().collect();
    let missing = expected.difference(found).next().map(|part| format!("{part:?} is missing"));
    let extra = || found.difference(&expected).next().map(|part| format!("{part:?} is too much"));
    missing.or_else(extra).map_or(Ok(()), Err)
}
