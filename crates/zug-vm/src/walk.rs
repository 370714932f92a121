//! The split view of a turn: part by part.
//!
//! Where a stage of the game judges whole turns (majority capture, king safety), the parts offered are those
//! of the legal complete moves; otherwise each part is generated when it is asked for, so that a turn with
//! endlessly many routes can still be walked.

use crate::action::Move;
use crate::apply::apply_part;
use crate::candidates::Candidate;
use crate::engine::Engine;
use crate::error::RunError;
use crate::machine::Flags;
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashSet;
use zug_ir::{Stage, Then};

/// A turn in progress.
pub struct Walk {
    /// The board after the parts made so far.
    now: State,
    made: Move,
    flags: Option<Box<Flags>>,
    /// All legal complete moves, where the game needs them to know which parts are legal.
    whole: Option<Vec<Move>>,
    /// Did the last part end the move by itself?
    done: bool,
}

/// What can be done next.
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
    flags: Option<Box<Flags>>,
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
        let mut now = state.clone();
        now.history.clear();
        Ok(Walk { now, made: Move::default(), flags: None, whole, done: false })
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
        if self.done {
            return Ok(Options { parts: Vec::new(), may_stop: true });
        }
        let mut found: Vec<Candidate> = Vec::new();
        match self.made.parts.last() {
            None => engine.first_parts(program, &self.now, &mut found)?,
            Some(head) => engine.next_parts(program, &self.now, *head, self.flags.as_deref(), &mut found)?,
        }
        let may_stop = if self.made.is_pass() {
            let pass = program.game().stages.iter().find_map(|s| match s {
                Stage::Pass(pass) => Some(*pass),
                _ => None,
            });
            match pass {
                Some(zug_ir::Pass::Always) => true,
                Some(zug_ir::Pass::Forced) => found.is_empty(),
                Some(zug_ir::Pass::Never) | None => false,
            }
        } else {
            found.is_empty() || program.game().rules.stop_early
        };
        let mut seen = FxHashSet::default();
        let new = found.into_iter().filter(|c| seen.insert(c.part.clone()));
        let parts = new.map(|c| Step { part: c.part, flags: c.flags }).collect();
        Ok(Options { parts, may_stop })
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
                parts.push(Step { part, flags: None });
            }
        }
        Options { parts, may_stop }
    }

    /// Makes a part that was on offer.
    pub fn step(&mut self, program: &Program, step: &Step) {
        let mover = program.turn(&self.now).actor;
        apply_part(program, &mut self.now, step.part.part(0), mover, &mut Vec::new());
        self.made.push_part(&step.part);
        self.flags.clone_from(&step.flags);
        self.done = step.part.parts.last().is_some_and(|h| Then::from(h.then) == Then::Done);
    }
}

fn needs_whole(program: &Program) -> bool {
    program.game().stages.iter().any(|s| match s {
        Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Ko(_) | Stage::Prefer(_) | Stage::Landing => {
            true
        }
        Stage::Priorities { .. } | Stage::Merge | Stage::Pass(_) => false,
    })
}
