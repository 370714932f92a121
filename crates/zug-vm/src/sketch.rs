//! Moves in outline, for random play: which rule, run where, emits it as its how-manyth.
//!
//! A playout needs one move of many, so the others are not built. An outline is made into a move by running
//! its rule once more. Turns that go on after a part have no outlines.

use crate::action::Move;
use crate::candidates::Generator;
use crate::error::{Limit, MAX_MOVES, RunError};
use crate::machine::{Job, Machine, Sink};
use crate::part::{PartBuilder, is_move};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use std::ops::ControlFlow;
use zug_ir::{BlockId, ExitId, Then};

/// A move in outline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sketch {
    block: BlockId,
    start: u16,
    /// Where it ends: outlines with the same start and end may be the same move.
    to: u16,
    mover: Piece,
    drop: bool,
    nth: u16,
    /// The first that was emitted together with it: the others differ from it by the kind they promote to.
    first: u16,
}

/// Collects outlines.
pub(crate) struct Outline<'a> {
    pub(crate) out: &'a mut Vec<Sketch>,
    /// A part was emitted that must be continued, or one that the rule of another piece may emit too: outlines
    /// are not enough.
    pub(crate) open: bool,
    nth: u16,
}

impl<'a> Outline<'a> {
    pub(crate) fn new(out: &'a mut Vec<Sketch>) -> Self {
        Outline { out, open: false, nth: 0 }
    }

    /// Another rule begins.
    pub(crate) fn next_rule(&mut self) {
        self.nth = 0;
    }
}

impl Sink for Outline<'_> {
    fn emit(&mut self, m: &mut Machine, job: &Job<'_>, exit: ExitId) -> Result<ControlFlow<()>, RunError> {
        let exit = &job.program.game().exits[exit.idx()];
        let wanders = job.drop && m.target() != job.start;
        if exit.then != Then::Done || wanders || self.nth == u16::MAX {
            self.open = true;
            return Ok(ControlFlow::Break(()));
        }
        let n = exit.kinds.len().max(1);
        if self.out.len() + n > MAX_MOVES {
            return Err(RunError { kind: Limit::Moves, block: Some(job.block) });
        }
        m.charge(job, n as u64)?;
        let repeats = (1..n).any(|i| exit.kinds[..i].contains(&exit.kinds[i]));
        let mut first = self.nth;
        for i in 0..n {
            first = if repeats { self.nth } else { first };
            if is_move(m, job, exit.kinds.get(i).copied()) {
                let to = m.target();
                let Job { block, start, mover, drop, .. } = *job;
                self.out.push(Sketch { block, start, to, mover, drop, nth: self.nth, first });
            }
            self.nth = self.nth.saturating_add(1);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Builds the nth part a rule emits.
struct Pick<'a> {
    left: u16,
    parts: &'a mut PartBuilder,
    found: Option<Move>,
}

impl Sink for Pick<'_> {
    fn emit(&mut self, m: &mut Machine, job: &Job<'_>, exit: ExitId) -> Result<ControlFlow<()>, RunError> {
        let exit = &job.program.game().exits[exit.idx()];
        let n = exit.kinds.len().max(1) as u16;
        if self.left >= n {
            self.left -= n;
            return Ok(ControlFlow::Continue(()));
        }
        m.charge_part(job, !exit.kinds.is_empty())?;
        self.found = self.parts.build(m, job, exit, exit.kinds.get(self.left as usize).copied())?;
        Ok(ControlFlow::Break(()))
    }
}

impl Generator {
    /// The move of an outline.
    pub(crate) fn materialise(
        &mut self,
        program: &Program,
        state: &State,
        sketch: Sketch,
    ) -> Result<Move, RunError> {
        let Sketch { block, start, mover, drop, nth, .. } = sketch;
        let player = program.turn(state).actor;
        let job = Job { program, state, block, player, start, mover, drop };
        let (machine, attacks, parts) = self.split();
        let mut pick = Pick { left: nth, parts, found: None };
        let _ = machine.run(&job, None, &mut Some(attacks), &mut pick)?;
        machine.charge(&job, attacks.take_spent())?;
        Ok(pick.found.unwrap_or_default())
    }

    /// Drops outlines of moves that another outline already stands for, in games that do so. Only rules of one
    /// piece can emit the same move (games where they cannot be told by their start have no outlines).
    pub(crate) fn merge_sketches(
        &mut self,
        program: &Program,
        state: &State,
        sketches: &mut Vec<Sketch>,
    ) -> Result<(), RunError> {
        if !program.merges() {
            return Ok(());
        }
        let (mut group, mut i) = (0, 0);
        while i < sketches.len() {
            let s = sketches[i];
            let first = sketches[group];
            if i == 0 || (first.start, first.drop, first.mover) != (s.start, s.drop, s.mover) {
                group = i;
                self.round = self.round.wrapping_add(1);
            }
            // Two moves of one piece to one cell are rare: only then is anything compared.
            let seen = std::mem::replace(&mut self.ends[s.to as usize], self.round) == self.round;
            let mut twin = false;
            for j in if seen { group..i } else { i..i } {
                let other = sketches[j];
                let differs = (other.block, other.first) == (s.block, s.first);
                if other.to == s.to && !differs && !twin {
                    let other = self.materialise(program, state, other)?;
                    twin = other == self.materialise(program, state, s)?;
                }
            }
            if twin {
                sketches.remove(i);
            } else {
                i += 1;
            }
        }
        Ok(())
    }
}
