//! Legal moves, playing them, and the end of the game: what the façade calls.

use crate::action::{Move, PartHead};
use crate::apply::{Captured, apply_move};
use crate::candidates::{Candidate, Generator};
use crate::error::RunError;
use crate::goals::{ToMove, View, settle};
use crate::machine::Flags;
use crate::outcome::Outcome;
use crate::program::Program;
use crate::sketch::Sketch;
use crate::stages::{brings_back, landing, merge, prefer, royals_safe};
use crate::state::State;
use crate::turn::complete;
use zug_ir::{NoMoves, Pass, PlayerId, Stage, Then};

/// Scratch space for one thread. Holds nothing that matters between calls.
pub struct Engine {
    generator: Generator,
    /// The state after a move that is being judged.
    after: State,
    captured: Captured,
    candidates: Vec<Candidate>,
    sketches: Vec<Sketch>,
}

impl Engine {
    /// Scratch space for a game.
    pub fn new(program: &Program) -> Self {
        Engine {
            generator: Generator::new(program),
            after: program.blank(),
            captured: Vec::new(),
            candidates: Vec::new(),
            sketches: Vec::new(),
        }
    }

    /// All legal moves in a fixed order. None if a goal has ended the game.
    pub fn moves(&mut self, program: &Program, state: &State, out: &mut Vec<Move>) -> Result<(), RunError> {
        self.unfiltered(program, state, out)?;
        self.retain_legal(program, state, out)?;
        for stage in &program.game().stages {
            match stage {
                Stage::Prefer(criteria) => prefer(program, state, &mut self.after, criteria, out),
                Stage::Landing => landing(out),
                Stage::Merge => merge(program, out),
                Stage::Pass(pass) => self.add_pass(program, state, *pass, out)?,
                Stage::Priorities { .. } | Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Ko(_) => {}
            }
        }
        Ok(())
    }

    /// First parts of a turn, unjudged.
    pub(crate) fn first_parts(
        &mut self,
        program: &Program,
        state: &State,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        if state.over.is_some() {
            return Ok(());
        }
        self.generator.begin();
        self.generator.first_parts(program, state, out)
    }

    /// Parts that may follow a part, unjudged.
    pub(crate) fn next_parts(
        &mut self,
        program: &Program,
        state: &State,
        head: PartHead,
        flags: Option<&Flags>,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        if Then::from(head.then) == Then::Done {
            return Ok(());
        }
        self.generator.begin();
        self.generator.next_parts(program, state, head, flags, out)
    }

    /// Complete moves before any of them is judged.
    fn unfiltered(&mut self, program: &Program, state: &State, out: &mut Vec<Move>) -> Result<(), RunError> {
        out.clear();
        if state.over.is_some() {
            return Ok(());
        }
        self.generator.begin();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let found = self.generator.first_parts(program, state, &mut candidates);
        let done = found.and_then(|()| complete(&mut self.generator, program, state, &mut candidates, out));
        self.candidates = candidates;
        done
    }

    fn retain_legal(
        &mut self,
        program: &Program,
        state: &State,
        out: &mut Vec<Move>,
    ) -> Result<(), RunError> {
        if !judges(program, program.turn(state).actor) {
            return Ok(());
        }
        let mut kept = 0;
        for i in 0..out.len() {
            if self.is_legal(program, state, &out[i])? {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
        Ok(())
    }

    /// Do the stages that judge a move by the position it leads to let it pass?
    fn is_legal(&mut self, program: &Program, state: &State, mv: &Move) -> Result<bool, RunError> {
        let mover = program.turn(state).actor;
        if !judges(program, mover) {
            return Ok(true);
        }
        self.captured.clear();
        self.after.copy_position(state);
        apply_move(program, &mut self.after, mv, &mut self.captured);
        for stage in &program.game().stages {
            let fine = match stage {
                Stage::Royal { player, kinds } if *player == mover => {
                    royals_safe(&mut self.generator.attacks, program, &self.after, mover, kinds)?
                }
                Stage::Illegal { players, cond } => !self.arises(program, players, cond, mover)?,
                Stage::Ko(ko) => !brings_back(program, *ko, state, &self.after),
                _ => true,
            };
            if !fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does a forbidden condition hold after the move being judged?
    fn arises(
        &mut self,
        program: &Program,
        players: &[PlayerId],
        cond: &zug_ir::GoalCond,
        mover: PlayerId,
    ) -> Result<bool, RunError> {
        // Whether the player to move can move is dear to find out, so the rest is asked first with each
        // answer: only if the condition could hold for a player without moves is the answer looked for.
        let hold = |engine: &mut Engine, to_move: Option<ToMove>| -> Result<bool, RunError> {
            let mut view = View {
                program,
                state: &engine.after,
                captured: &engine.captured,
                mover,
                to_move,
                attacks: &mut engine.generator.attacks,
            };
            for &p in players {
                if view.holds(cond, p)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let with = hold(self, Some(ToMove { has_moves: true, stuck: false }))?;
        let without = hold(self, Some(ToMove { has_moves: false, stuck: true }))?;
        if with == without {
            return Ok(with);
        }
        let mut inner = Engine::new(program);
        let state = self.after.clone();
        let any = inner.any_move(program, &state)?;
        Ok(if any { with } else { without })
    }

    fn any_move(&mut self, program: &Program, state: &State) -> Result<bool, RunError> {
        let mut moves = Vec::new();
        self.unfiltered(program, state, &mut moves)?;
        for mv in &moves {
            if self.is_legal(program, state, mv)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn add_pass(
        &mut self,
        program: &Program,
        state: &State,
        pass: Pass,
        out: &mut Vec<Move>,
    ) -> Result<(), RunError> {
        let wanted = match pass {
            Pass::Never => false,
            Pass::Forced => out.is_empty(),
            Pass::Always => true,
        };
        if wanted && state.over.is_none() && self.is_legal(program, state, &Move::pass())? {
            out.push(Move::pass());
        }
        Ok(())
    }

    /// How the game stands, given the legal moves: over by a goal, by having no move, or not over.
    pub fn outcome(
        &mut self,
        program: &Program,
        state: &State,
        moves: &[Move],
    ) -> Result<Option<Outcome>, RunError> {
        if state.over.is_some() {
            return Ok(state.over.clone());
        }
        let real = moves.iter().any(|m| !m.is_pass());
        self.outcome_of(program, state, !moves.is_empty(), real)
    }

    fn outcome_of(
        &mut self,
        program: &Program,
        state: &State,
        has_moves: bool,
        real: bool,
    ) -> Result<Option<Outcome>, RunError> {
        let deferred = program.game().goals.iter().any(|g| g.deferred);
        if deferred {
            let stuck = !real && self.is_stuck(program, state)?;
            let turn = program.turn(state);
            let mut view = View {
                program,
                state,
                captured: &[],
                mover: turn.chooser,
                to_move: Some(ToMove { has_moves, stuck }),
                attacks: &mut self.generator.attacks,
            };
            if let Some(outcome) = view.decide(true)? {
                return Ok(Some(outcome));
            }
        }
        if has_moves {
            return Ok(None);
        }
        Ok(Some(match program.game().rules.no_moves {
            NoMoves::Draw => Outcome::Draw,
            NoMoves::Loss => settle(program, Outcome::Lost(program.turn(state).chooser)),
        }))
    }

    /// Has nobody a move but a pass? The player to move is known to have none.
    fn is_stuck(&mut self, program: &Program, state: &State) -> Result<bool, RunError> {
        let asked = program.game().goals.iter().any(|g| mentions_stuck(&g.cond));
        if !asked {
            return Ok(false);
        }
        let mut other = state.clone();
        for turn in 0..program.game().turns.len() {
            if turn != state.turn_idx() {
                other.set_turn(turn as u16);
                if self.any_move(program, &other)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Plays a legal move and looks at the goals that can be decided at once.
    pub fn play(&mut self, program: &Program, state: &mut State, mv: &Move) -> Result<(), RunError> {
        self.play_and_record(program, state, mv, program.needs_history())
    }

    /// The same without remembering the position for repetition; ko still sees it.
    pub fn play_uncounted(
        &mut self,
        program: &Program,
        state: &mut State,
        mv: &Move,
    ) -> Result<(), RunError> {
        self.play_and_record(program, state, mv, program.has_ko())
    }

    fn play_and_record(
        &mut self,
        program: &Program,
        state: &mut State,
        mv: &Move,
        record: bool,
    ) -> Result<(), RunError> {
        let mover = program.turn(state).chooser;
        self.captured.clear();
        apply_move(program, state, mv, &mut self.captured);
        if record {
            state.history.push(state.hash);
        }
        let mut view = View {
            program,
            state,
            captured: &self.captured,
            mover,
            to_move: None,
            attacks: &mut self.generator.attacks,
        };
        let over = view.decide(false)?;
        state.over = over;
        Ok(())
    }

    /// The hash of the position a move leads to: equal results of a turn are counted once.
    pub fn result_hash(&mut self, program: &Program, state: &State, mv: &Move) -> u64 {
        self.captured.clear();
        self.after.copy_position(state);
        apply_move(program, &mut self.after, mv, &mut self.captured);
        let counters = program.game().globals.iter().zip(&self.after.globals).filter(|(g, _)| g.counter);
        counters.fold(self.after.position_hash(), |h, (_, v)| h.rotate_left(7) ^ (*v as u32 as u64))
    }

    /// Draws outlines until one is legal, and plays it. Rejecting keeps the choice uniform.
    fn lazy_step(
        &mut self,
        program: &Program,
        state: &mut State,
        sketches: &mut Vec<Sketch>,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Option<Outcome>, RunError> {
        self.generator.merge_sketches(program, state, sketches)?;
        while !sketches.is_empty() {
            let sketch = sketches.swap_remove(draw(sketches.len()));
            let mv = self.generator.materialise(program, state, sketch)?;
            if self.is_legal(program, state, &mv)? {
                let over = self.outcome_of(program, state, true, true)?;
                if over.is_none() {
                    self.play(program, state, &mv)?;
                }
                return Ok(over);
            }
        }
        self.outcome_of(program, state, false, false)
    }

    /// A random step of a playout: a uniformly chosen legal move, judged only when it is drawn.
    /// `draw(n)` gives a number below `n`. The outcome if the game is over.
    pub fn random_step(
        &mut self,
        program: &Program,
        state: &mut State,
        buffer: &mut Vec<Move>,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Option<Outcome>, RunError> {
        if state.over.is_some() {
            return Ok(state.over.clone());
        }
        if program.draws_lazily() {
            self.generator.begin();
            let mut sketches = std::mem::take(&mut self.sketches);
            sketches.clear();
            let complete = self.generator.sketches(program, state, &mut sketches)?;
            let step =
                if complete { Some(self.lazy_step(program, state, &mut sketches, draw)) } else { None };
            self.sketches = sketches;
            if let Some(step) = step {
                return step;
            }
        }
        self.moves(program, state, buffer)?;
        if let Some(outcome) = self.outcome(program, state, buffer)? {
            return Ok(Some(outcome));
        }
        let mv = buffer.swap_remove(draw(buffer.len()));
        self.play(program, state, &mv)?;
        Ok(None)
    }
}

/// Does some stage judge this player's moves by the position they lead to?
fn judges(program: &Program, mover: PlayerId) -> bool {
    program.game().stages.iter().any(|s| match s {
        Stage::Royal { player, .. } => *player == mover,
        Stage::Illegal { .. } | Stage::Ko(_) => true,
        _ => false,
    })
}

pub(crate) fn mentions_stuck(cond: &zug_ir::GoalCond) -> bool {
    use zug_ir::GoalCond;
    match cond {
        GoalCond::And(c) | GoalCond::Or(c) => c.iter().any(mentions_stuck),
        GoalCond::Not(c) => mentions_stuck(c),
        other => matches!(other, GoalCond::Stuck),
    }
}
