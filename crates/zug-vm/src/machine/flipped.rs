//! Runs whose tests are answered otherwise here and there, for whoever explains why a rule made no move.
//!
//! A plain loop beside the one of `machine`: nothing is skipped or taken together.

use super::{Flow, Job, Machine, Sink};
use crate::action::NO_CELL;
use crate::attack::Attacks;
use crate::error::{Limit, MAX_OPS, RunError};
use crate::explain::Obstacle;
use crate::machine::Flags;
use std::ops::ControlFlow;
use zug_ir::Op;

/// A test of a run whose other answer would have led elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) pc: usize,
    /// Where the cursor was.
    pub(crate) cell: u16,
    pub(crate) what: Obstacle,
}

/// Decisions that are told of one run.
const MAX_TOLD: usize = 1_000;

impl Machine {
    /// Runs a block. The decisions whose numbers are in `flips` are answered the other way; parts emitted before all
    /// of them have been are kept back. All decisions are told in order.
    pub(crate) fn run_flipped<S: Sink>(
        &mut self,
        job: &Job<'_>,
        flags: Option<&Flags>,
        attacks: &mut Attacks,
        flips: &[usize],
        told: &mut Vec<Decision>,
        sink: &mut S,
    ) -> Result<(), RunError> {
        let code = job.program.block(job.block);
        let attacks = &mut Some(attacks);
        self.reset(job, flags)?;
        let (mut pc, mut done, mut flipped) = (0, 0, 0);
        let mut decide = |pc: usize, cell: u16, what: Obstacle, flipped: &mut usize| {
            let other = flips.contains(&told.len());
            *flipped += usize::from(other);
            if told.len() < MAX_TOLD {
                told.push(Decision { pc, cell, what });
            }
            other
        };
        loop {
            self.charge(job, 1)?;
            done += 1;
            if done > MAX_OPS {
                return Err(RunError { kind: Limit::Ops, block: Some(job.block) });
            }
            let cell = self.cursor;
            let flow = match code[pc] {
                Op::Emit { exit } => {
                    if flipped == flips.len() && sink.emit(self, job, exit)? == ControlFlow::Break(()) {
                        return Ok(());
                    }
                    Flow::Next
                }
                Op::Step { dir } => match job.program.step(job.player, dir, cell) {
                    NO_CELL => Flow::Reject,
                    to => {
                        self.cursor = to;
                        Flow::Next
                    }
                },
                Op::Verify { test, at } | Op::VerifyNot { test, at } => {
                    let holds = self.test(job, test, at, attacks)?;
                    let place = self.loc(job, at);
                    let passes = holds == matches!(code[pc], Op::Verify { .. });
                    // Off the board there is nothing to go on with.
                    if passes || (place != NO_CELL && decide(pc, place, Obstacle::Check, &mut flipped)) {
                        Flow::Next
                    } else {
                        Flow::Reject
                    }
                }
                Op::JumpIf { test, at, to } | Op::JumpUnless { test, at, to } => {
                    let holds = self.test(job, test, at, attacks)?;
                    let place = self.loc(job, at);
                    let jumps = holds == matches!(code[pc], Op::JumpIf { .. });
                    if jumps != decide(pc, place, Obstacle::Branch { held: holds }, &mut flipped) {
                        Flow::Jump(to.0 as usize)
                    } else {
                        Flow::Next
                    }
                }
                Op::JumpZero { to } => {
                    let zero = self.pop() == 0;
                    if zero != decide(pc, cell, Obstacle::Branch { held: !zero }, &mut flipped) {
                        Flow::Jump(to.0 as usize)
                    } else {
                        Flow::Next
                    }
                }
                ref op => self.op(op, pc, job, attacks)?,
            };
            pc = match flow {
                Flow::Next => pc + 1,
                Flow::Jump(to) => to,
                Flow::Reject => match self.loops.last() {
                    Some(inner) => {
                        self.numbers.clear();
                        inner.next
                    }
                    None => return Ok(()),
                },
                Flow::Stop => return Ok(()),
            };
        }
    }
}
