//! The split view of a turn: part by part.
//!
//! Where a stage of the game judges whole turns (majority capture, king safety), or flags live as long as the
//! turn, the parts offered are those of the legal complete moves; otherwise each part is generated when it
//! is asked for, so that a turn with endlessly many routes can still be walked.

use crate::action::{Move, PartHead};
use crate::apply::apply_part;
use crate::candidates::Candidate;
use crate::engine::Engine;
use crate::error::RunError;
use crate::program::Program;
use crate::state::State;
use crate::turn::place;
use crate::work;
use rustc_hash::FxHashSet;
use zug_ir::{FlagScope, Pass, Stage, Then};

/// A turn in progress. Undo is keeping the one before.
#[derive(Clone)]
pub struct Walk {
    /// The board after the parts made so far.
    now: State,
    made: Move,
    /// Positions between the parts made so far: a turn does not come back to one.
    route: Vec<u64>,
    /// All legal complete moves, where the game needs them to know which parts are legal.
    whole: Option<Vec<Move>>,
}

/// What can be done next.
#[derive(Clone)]
pub struct Options {
    /// Parts, each as a move of one part.
    pub parts: Vec<Step>,
    /// The parts made so far are a legal move.
    pub may_stop: bool,
}

/// A part on offer.
#[derive(Clone)]
pub struct Step {
    pub part: Move,
}

impl Walk {
    /// Begins a turn.
    pub fn new(engine: &mut Engine, program: &Program, state: &State) -> Result<Self, RunError> {
        let whole = if needs_whole(program) {
            let mut moves = Vec::new();
            engine.moves(program, state, &mut moves)?;
            Some(moves)
        } else {
            None
        };
        Ok(Walk { now: state.without_history(), made: Move::default(), route: Vec::new(), whole })
    }

    /// The parts made so far.
    pub fn made(&self) -> &Move {
        &self.made
    }

    /// The board after them.
    pub fn now(&self) -> &State {
        &self.now
    }

    /// What can be done next.
    pub fn options(&self, engine: &mut Engine, program: &Program) -> Result<Options, RunError> {
        if let Some(whole) = &self.whole {
            return Ok(self.options_of(whole));
        }
        if self.now.over.is_some() {
            return Ok(Options { parts: Vec::new(), may_stop: false });
        }
        let mut found: Vec<Candidate> = Vec::new();
        let may_stop = match self.made.parts.last() {
            None => {
                engine.first_parts(program, &self.now, &mut found)?;
                may_pass(program, found.is_empty())
            }
            Some(head) => {
                engine.next_parts(program, &self.now, *head, &mut found)?;
                let open = found.iter().filter(|c| c.then != Then::Done).count();
                engine.charge(open as u64 * work::copy(&self.now))?;
                found.retain(|c| !self.comes_back(program, c));
                found.is_empty() || program.game().rules.stop_early
            }
        };
        let mut seen = FxHashSet::default();
        let new = found.into_iter().filter(|c| seen.insert(c.part.clone()));
        Ok(Options { parts: new.map(|c| Step { part: c.part }).collect(), may_stop })
    }

    fn options_of(&self, whole: &[Move]) -> Options {
        let n = self.made.n_parts();
        let mut parts: Vec<Step> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut may_stop = false;
        for mv in whole.iter().filter(|m| m.starts_with(&self.made)) {
            if mv.n_parts() == n {
                may_stop = true;
                continue;
            }
            let mut part = Move::default();
            part.actions.extend_from_slice(mv.part(n).actions);
            let mut head = mv.part(n).head;
            head.end = part.actions.len() as u32;
            part.parts.push(head);
            if seen.insert(part.clone()) {
                parts.push(Step { part });
            }
        }
        Options { parts, may_stop }
    }

    /// Does a part lead to a position in which this turn has been?
    fn comes_back(&self, program: &Program, candidate: &Candidate) -> bool {
        if candidate.then == Then::Done {
            return false;
        }
        let (after, head) = self.after(program, &candidate.part);
        self.route.contains(&place(&after, head, None))
    }

    fn after(&self, program: &Program, part: &Move) -> (State, PartHead) {
        let mut after = self.now.clone();
        let mover = program.turn(&after).actor;
        apply_part(program, &mut after, part.part(0), mover, &mut Vec::new());
        (after, part.parts[0])
    }

    /// Makes a part that was on offer.
    pub fn step(&mut self, program: &Program, step: &Step) {
        let (after, head) = self.after(program, &step.part);
        self.route.push(place(&after, head, None));
        self.now = after;
        self.made.push_part(&step.part);
    }
}

fn may_pass(program: &Program, forced: bool) -> bool {
    program.game().stages.iter().any(|s| match s {
        Stage::Pass(Pass::Always) => true,
        Stage::Pass(Pass::Forced) => forced,
        _ => false,
    })
}

fn needs_whole(program: &Program) -> bool {
    let judges = |s: &Stage| match s {
        Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Ko(_) | Stage::Prefer(_) | Stage::Landing => {
            true
        }
        Stage::Priorities { .. } | Stage::Merge | Stage::Pass(_) => false,
    };
    program.scripted().is_some()
        || program.game().rules.flag_scope == FlagScope::Turn
        || program.game().stages.iter().any(judges)
}
