//! Candidates: the parts that may begin a turn, and the parts that may go on.

use crate::action::{Move, PartHead};
use crate::attack::Attacks;
use crate::error::{Limit, MAX_MOVES, MAX_TURN_OPS, RunError};
use crate::machine::{Flags, Job, Machine, Sink};
use crate::part::PartBuilder;
use crate::piece::Piece;
use crate::program::{Program, Rank};
use crate::state::State;
use std::ops::ControlFlow;
use zug_ir::{CellId, ExitId, GoOn, KindId, Pile, PlayerId, RuleRef, Start, Then};

/// A part with what must follow it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// A move of one part.
    pub(crate) part: Move,
    pub(crate) then: Then,
    /// Flags that live on into the next part.
    pub(crate) flags: Option<Box<Flags>>,
}

/// Runs rules and collects what they emit.
pub(crate) struct Generator {
    pub(crate) machine: Machine,
    pub(crate) attacks: Attacks,
    parts: PartBuilder,
}

impl Generator {
    pub(crate) fn new(program: &Program) -> Self {
        Generator { machine: Machine::new(program), attacks: Attacks::new(program), parts: PartBuilder::new(program) }
    }

    /// Starts counting work for a new turn.
    pub(crate) fn begin(&mut self) {
        self.machine.spent = 0;
        self.attacks.take_spent();
    }

    /// First parts of the best rank that has any.
    pub(crate) fn first_parts(&mut self, program: &Program, state: &State, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        for rank in program.ranks() {
            if rank.any_moves {
                self.moves_of_rank(program, state, rank, out)?;
            }
            if rank.any_drops {
                self.drops_of_rank(program, state, rank, out)?;
            }
            if !out.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn moves_of_rank(&mut self, program: &Program, state: &State, rank: &Rank, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        let turn = program.turn(state);
        let player = turn.actor;
        for c in 0..state.cells.len() as u16 {
            let top = state.cells[c as usize];
            if top.is_none() {
                continue;
            }
            if program.pile() == Pile::Heap {
                let heap: Vec<Piece> = state.heap(program, CellId(c)).map(|(p, _)| p).collect();
                for piece in heap {
                    if may_move(program, piece, player) {
                        let rules = rank.moves[piece.kind().idx()].iter();
                        let rules = rules.filter(|r| Program::turn_allows(turn, r.mode));
                        self.piece(program, state, player, c, piece, rules, None, out)?;
                    }
                }
            } else if may_move(program, top, player) {
                let rules = rank.moves[top.kind().idx()].iter();
                let rules = rules.filter(|r| Program::turn_allows(turn, r.mode));
                self.piece(program, state, player, c, top, rules, None, out)?;
            }
        }
        Ok(())
    }

    fn drops_of_rank(&mut self, program: &Program, state: &State, rank: &Rank, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        let turn = program.turn(state);
        let player = turn.actor;
        for (k, rules) in rank.drops.iter().enumerate() {
            let kind = KindId(k as u16);
            if rules.is_empty() || state.reserve(program, player, kind) == 0 {
                continue;
            }
            let mover = program.layout().new_piece(kind, player);
            for start in 0..state.cells.len() as u16 {
                for rule in rules.iter().filter(|r| Program::turn_allows(turn, r.mode)) {
                    let job = Job { program, state, block: rule.block, player, start, mover, drop: true };
                    self.rule(&job, None, out)?;
                }
            }
        }
        Ok(())
    }

    /// Parts that may follow a part; `state` is the board after it.
    pub(crate) fn next_parts(
        &mut self,
        program: &Program,
        state: &State,
        head: PartHead,
        flags: Option<&Flags>,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        let player = program.turn(state).actor;
        let then = Then::from(head.then);
        let fits = |r: &&RuleRef| match then {
            Then::Done => false,
            Then::Part => true,
            Then::PartOf(mode) => r.mode == Some(mode),
        };
        let cells = match program.game().rules.go_on {
            GoOn::SamePiece => head.to..head.to + 1,
            GoOn::AnyPiece => 0..state.cells.len() as u16,
        };
        for c in cells {
            if state.doomed.contains(&c) {
                continue;
            }
            let mut pieces = Vec::new();
            match program.pile() {
                Pile::Heap => pieces.extend(state.heap(program, CellId(c)).map(|(p, _)| p)),
                Pile::Single | Pile::Stack => pieces.push(state.cells[c as usize]),
            }
            for piece in pieces {
                if piece.is_some() && may_move(program, piece, player) {
                    let rules = program.game().kinds[piece.kind().idx()].moves.iter().filter(fits);
                    self.piece(program, state, player, c, piece, rules, flags, out)?;
                }
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn piece<'r>(
        &mut self,
        program: &Program,
        state: &State,
        player: PlayerId,
        start: u16,
        mover: Piece,
        rules: impl Iterator<Item = &'r RuleRef>,
        flags: Option<&Flags>,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        for rule in rules {
            let job = Job { program, state, block: rule.block, player, start, mover, drop: false };
            self.rule(&job, flags, out)?;
        }
        Ok(())
    }

    fn rule(&mut self, job: &Job<'_>, flags: Option<&Flags>, out: &mut Vec<Candidate>) -> Result<(), RunError> {
        let mut sink = Collect { out, parts: &mut self.parts };
        let _ = self.machine.run(job, flags, &mut Some(&mut self.attacks), &mut sink)?;
        self.machine.spent += self.attacks.take_spent();
        if self.machine.spent > MAX_TURN_OPS {
            return Err(RunError { kind: Limit::TurnOps, block: Some(job.block) });
        }
        Ok(())
    }
}

/// May the player move this piece?
fn may_move(program: &Program, piece: Piece, player: PlayerId) -> bool {
    match program.game().rules.start {
        Start::Own => piece.owner() == player,
        Start::Anyone => true,
    }
}

struct Collect<'a> {
    out: &'a mut Vec<Candidate>,
    parts: &'a mut PartBuilder,
}

impl Sink for Collect<'_> {
    fn emit(&mut self, m: &mut Machine, job: &Job<'_>, exit: ExitId) -> Result<ControlFlow<()>, RunError> {
        let exit = &job.program.game().exits[exit.idx()];
        if self.out.len() >= MAX_MOVES {
            return Err(RunError { kind: Limit::Moves, block: Some(job.block) });
        }
        let mut push = |promote| -> Result<(), RunError> {
            if let Some(part) = self.parts.build(m, job, exit, promote)? {
                let flags = if exit.then == Then::Done { None } else { m.save_flags(job.program) };
                self.out.push(Candidate { part, then: exit.then, flags });
            }
            Ok(())
        };
        if exit.kinds.is_empty() {
            push(None)?;
        } else {
            exit.kinds.iter().try_for_each(|k| push(Some(*k)))?;
        }
        Ok(ControlFlow::Continue(()))
    }
}
