//! Legal moves, playing them, and the end of the game: what the façade calls.

use crate::action::{Move, PartHead};
use crate::apply::{Captured, apply_move};
use crate::candidates::{Candidate, Generator};
use crate::error::{MAX_FORESIGHT, RunError};
use crate::goals::{ToMove, View, lost};
use crate::machine::Job;
use crate::outcome::Outcome;
use crate::program::Program;
use crate::script;
use crate::sketch::Sketch;
use crate::stages::{brings_back, landing, merge, prefer, royals_safe};
use crate::state::State;
use crate::turn::complete;
use crate::work;
use zug_ir::{BlockId, CellId, GoalCond, KindId, Ko, NoMoves, Pass, PlayerId, Stage, Then};

/// Scratch space for one thread. Holds nothing that matters between calls.
pub struct Engine {
    pub(crate) generator: Generator,
    /// The state after a move that is being judged.
    pub(crate) after: State,
    pub(crate) captured: Captured,
    candidates: Vec<Candidate>,
    sketches: Vec<Sketch>,
    /// Looks one turn further, where a rule asks whether the next player can move.
    ahead: Option<Box<Engine>>,
    /// How many turns ahead this one looks.
    foresight: u32,
    /// For rules that are scripts.
    scripts: Option<Box<script::Scratch>>,
}

/// More outlines than this are not worth comparing with each other.
const MANY_SKETCHES: usize = 4_000;

impl Engine {
    /// Scratch space for a game.
    pub fn new(program: &Program) -> Self {
        Engine {
            generator: Generator::new(program),
            after: program.blank(),
            captured: Vec::new(),
            candidates: Vec::new(),
            sketches: Vec::new(),
            ahead: None,
            foresight: 0,
            scripts: None,
        }
    }

    /// All legal moves in a fixed order. None if a goal has ended the game.
    pub fn moves(&mut self, program: &Program, state: &State, out: &mut Vec<Move>) -> Result<(), RunError> {
        if let Some(rules) = program.scripted() {
            out.clear();
            return match state.over {
                Some(_) => Ok(()),
                None => script::moves(program, rules, self.scratch(program), state, out),
            };
        }
        self.generator.begin();
        self.unfiltered(program, state, out)?;
        self.retain_legal(program, state, out)?;
        for stage in &program.game().stages {
            match stage {
                Stage::Prefer(criteria) => {
                    let actions: usize = out.iter().map(|m| m.actions.len() + criteria.len()).sum();
                    let copies = out.len() as u64 * work::copy(state);
                    self.generator.charge(copies + actions as u64 * work::change(program, state))?;
                    prefer(program, state, &mut self.after, criteria, out);
                }
                Stage::Landing => {
                    self.generator
                        .charge(out.iter().map(|m| work::keep(m.actions.len() * m.n_parts())).sum())?;
                    landing(out);
                }
                Stage::Merge => merge(program, out),
                Stage::Pass(pass) => self.add_pass(program, state, *pass, out)?,
                Stage::Priorities { .. } | Stage::Royal { .. } | Stage::Illegal { .. } | Stage::Ko(_) => {}
            }
        }
        Ok(())
    }

    /// How likely each legal move of a chance turn is, as whole numbers in proportion; `None` where all are equally
    /// likely.
    pub fn weights(&self, program: &Program, state: &State) -> Option<Vec<u64>> {
        script::weights(program, program.scripted()?, state)
    }

    /// What each player has in the position, in games that count (`score` in the Zug language); otherwise nothing.
    pub fn scores(&mut self, program: &Program, state: &State) -> Result<Vec<(PlayerId, i32)>, RunError> {
        match program.scripted() {
            Some(rules) if rules.score.is_some() => {
                script::scores(program, rules, self.scratch(program), state)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Could a rival take the piece on a cell? As the rules themselves would ask; false if none stands there.
    pub fn is_attacked(&mut self, program: &Program, state: &State, cell: CellId) -> Result<bool, RunError> {
        let Some(piece) = state.cells.get(cell.idx()).copied().filter(|piece| piece.is_some()) else {
            return Ok(false);
        };
        if let Some(rules) = program.scripted() {
            return script::is_attacked(program, rules, self.scratch(program), state, cell.0);
        }
        self.generator.begin();
        self.generator.attacks.is_attacked(program, state, piece.owner(), cell.0, None, piece)
    }

    /// Every part that a block emits for a piece there (or for the drop of one), whether or not it could be a legal move; each
    /// as a move of one part.
    pub fn emitted(
        &mut self,
        program: &Program,
        state: &State,
        (player, kind, block): (PlayerId, KindId, BlockId),
        (start, drop): (CellId, bool),
    ) -> Result<Vec<Move>, RunError> {
        let standing = state.piece(start);
        let mover = if drop { program.layout().new_piece(kind, player) } else { standing };
        let mut found = Vec::new();
        self.generator.begin();
        let job = Job { program, state, block, player, start: start.0, mover, drop };
        self.generator.collect(&job, None, &mut found)?;
        Ok(found.into_iter().map(|candidate| candidate.part).collect())
    }

    /// The parts that the player to move may begin with, rank by rank.
    pub fn on_offer(&mut self, program: &Program, state: &State) -> Result<Vec<Vec<Move>>, RunError> {
        self.generator.begin();
        let of_rank = |rank| {
            let mut found = Vec::new();
            self.generator.parts_of_rank(program, state, rank, &mut found)?;
            Ok(found.into_iter().map(|candidate| candidate.part).collect())
        };
        program.ranks().iter().map(of_rank).collect()
    }

    pub(crate) fn scratch(&mut self, program: &Program) -> &mut script::Scratch {
        self.scripts.get_or_insert_with(|| Box::new(script::Scratch::new(program)))
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

    /// Parts that may follow a part, unjudged, in a game whose flags end with the part.
    pub(crate) fn next_parts(
        &mut self,
        program: &Program,
        state: &State,
        head: PartHead,
        out: &mut Vec<Candidate>,
    ) -> Result<(), RunError> {
        if Then::from(head.then) == Then::Done {
            return Ok(());
        }
        self.generator.begin();
        self.generator.next_parts(program, state, head, None, out)
    }

    /// Counts work done elsewhere for the question at hand.
    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), RunError> {
        self.generator.charge(cost)
    }

    /// Complete moves before any of them is judged.
    fn unfiltered(&mut self, program: &Program, state: &State, out: &mut Vec<Move>) -> Result<(), RunError> {
        out.clear();
        if state.over.is_some() {
            return Ok(());
        }
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
    pub(crate) fn is_legal(&mut self, program: &Program, state: &State, mv: &Move) -> Result<bool, RunError> {
        let mover = program.turn(state).actor;
        if !judges(program, mover) {
            return Ok(true);
        }
        let changes = mv.actions.len() as u64 * work::change(program, state);
        self.generator.charge(work::copy(state) + changes + 5 * program.illegal_cost())?;
        self.captured.clear();
        self.after.copy_position(state);
        apply_move(program, &mut self.after, mv, &mut self.captured);
        for stage in &program.game().stages {
            let fine = match stage {
                Stage::Royal { player, kinds } if *player == mover => {
                    royals_safe(&mut self.generator.attacks, program, &self.after, mover, kinds)?
                }
                Stage::Illegal { players, cond } => !self.arises(program, players, cond, mover)?,
                // A pass leaves the board as it is: it brings nothing back.
                Stage::Ko(ko) => {
                    self.generator.charge(ko_cost(program, *ko, state))?;
                    mv.is_pass() || !brings_back(program, *ko, state, &self.after)
                }
                _ => true,
            };
            if !fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does a forbidden condition hold after the move being judged?
    pub(crate) fn arises(
        &mut self,
        program: &Program,
        players: &[PlayerId],
        cond: &GoalCond,
        mover: PlayerId,
    ) -> Result<bool, RunError> {
        let hold = |engine: &mut Engine, to_move: ToMove| -> Result<bool, RunError> {
            let mut view = View {
                program,
                state: &engine.after,
                captured: &engine.captured,
                mover,
                to_move: Some(to_move),
                attacks: &mut engine.generator.attacks,
            };
            for &p in players {
                if view.holds(cond, p)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        // Whether players can move is dear to find out, so the rest is asked first with each answer: only if
        // it makes a difference is the answer looked for.
        let with = hold(self, ToMove { has_moves: true, stuck: false })?;
        let mut matters = false;
        if cond.needs_moves() {
            matters = hold(self, ToMove { has_moves: false, stuck: false })? != with;
            if !matters && mentions_stuck(cond) {
                matters = hold(self, ToMove { has_moves: true, stuck: true })? != with
                    || hold(self, ToMove { has_moves: false, stuck: true })? != with;
            }
        }
        // Where the question leads to itself again and again the player is taken to have a move.
        if !matters || self.foresight >= MAX_FORESIGHT {
            return Ok(with);
        }
        let to_move = self.look_ahead(program, mentions_stuck(cond))?;
        hold(self, to_move)
    }

    /// Can the players move after the move being judged?
    fn look_ahead(&mut self, program: &Program, stuck: bool) -> Result<ToMove, RunError> {
        let mut ahead = self.ahead.take().unwrap_or_else(|| Box::new(Engine::new(program)));
        ahead.foresight = self.foresight + 1;
        ahead.generator.begin();
        ahead.generator.machine.spent = self.generator.machine.spent;
        let to_move = ahead.whether_he_can_move(program, &self.after, stuck);
        self.generator.machine.spent = ahead.generator.machine.spent;
        self.ahead = Some(ahead);
        to_move
    }

    fn whether_he_can_move(
        &mut self,
        program: &Program,
        state: &State,
        stuck: bool,
    ) -> Result<ToMove, RunError> {
        if self.any_move(program, state)? {
            return Ok(ToMove { has_moves: true, stuck: false });
        }
        let mut has_moves = false;
        for stage in &program.game().stages {
            if let Stage::Pass(Pass::Forced | Pass::Always) = stage {
                has_moves = self.is_legal(program, state, &Move::pass())?;
            }
        }
        Ok(ToMove { has_moves, stuck: stuck && !self.others_move(program, state)? })
    }

    /// Has the player whose turn it is a move? Most are not judged, so this is quicker than a list.
    pub fn can_move(&mut self, program: &Program, state: &State) -> Result<bool, RunError> {
        if let Some(rules) = program.scripted() {
            return match state.over {
                Some(_) => Ok(false),
                None => script::can_move(program, rules, self.scratch(program), state),
            };
        }
        self.generator.begin();
        Ok(self.whether_he_can_move(program, state, false)?.has_moves)
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
        if let Some(rules) = program.scripted() {
            let has_moves = Some(!moves.is_empty());
            let reached = script::before_move(program, rules, self.scratch(program), state, has_moves)?;
            let reached = reached.map(|reached| reached.outcome(program));
            return Ok(reached.or_else(|| moves.is_empty().then(|| stuck_outcome(program, state))));
        }
        self.generator.begin();
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
            self.generator.charge(program.goals_cost())?;
            let asked = !real && program.game().goals.iter().any(|g| mentions_stuck(&g.cond));
            let stuck = asked && !self.others_move(program, state)?;
            let mut view = View {
                program,
                state,
                captured: &[],
                mover: program.last_chooser(state),
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
        Ok(Some(stuck_outcome(program, state)))
    }

    /// Has anybody a move but a pass, if it were his turn? The player to move is known to have none.
    fn others_move(&mut self, program: &Program, state: &State) -> Result<bool, RunError> {
        let mut other = state.clone();
        for turn in 0..program.game().turns.len() {
            if turn != state.turn_idx() {
                other.set_turn(turn as u16);
                if self.any_move(program, &other)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Plays a legal move and looks at the goals that can be decided at once.
    pub fn play(&mut self, program: &Program, state: &mut State, mv: &Move) -> Result<(), RunError> {
        self.play_and_record(program, state, mv, program.needs_history())
    }

    /// The same without remembering the position for goals that ask for repetition. Where moves may not bring a position back
    /// it is remembered all the same.
    pub fn play_uncounted(
        &mut self,
        program: &Program,
        state: &mut State,
        mv: &Move,
    ) -> Result<(), RunError> {
        self.play_and_record(program, state, mv, program.judges_by_history())
    }

    fn play_and_record(
        &mut self,
        program: &Program,
        state: &mut State,
        mv: &Move,
        record: bool,
    ) -> Result<(), RunError> {
        self.generator.begin();
        self.generator.charge(program.goals_cost())?;
        let mover = program.turn(state).chooser;
        let set_up = program.in_set_up(state);
        self.captured.clear();
        apply_move(program, state, mv, &mut self.captured);
        if record {
            state.remember(program);
        }
        if let Some(rules) = program.scripted() {
            let reached = match set_up {
                true => None,
                false => script::after_move(program, rules, self.scratch(program), state, mover)?,
            };
            return self.end(program, rules, state, reached, record);
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

    /// Where a player who loses is out and the others play on: puts out whoever has lost before the move he is to make, and
    /// the next, until somebody can go on. Does nothing in other games. Playing does it; a position that was set up
    /// needs it once.
    pub fn settle(&mut self, program: &Program, state: &mut State) -> Result<(), RunError> {
        match program.scripted() {
            Some(rules) if program.eliminates() && state.over.is_none() => {
                program.skip(state);
                let left = program.survivors(state);
                if let ([winner, ..], true) = (&left[..], rules.is_one_side(&left)) {
                    state.over = Some(Outcome::won(*winner));
                    return Ok(());
                }
                self.end(program, rules, state, None, program.needs_history())
            }
            _ => Ok(()),
        }
    }

    /// What follows from the goal that a move has reached.
    fn end(
        &mut self,
        program: &Program,
        rules: &zug_ir::Scripted,
        state: &mut State,
        reached: Option<script::Reached>,
        record: bool,
    ) -> Result<(), RunError> {
        if !program.eliminates() {
            state.over = reached.map(|reached| reached.outcome(program));
            return Ok(());
        }
        let before = state.out.len();
        state.over = match reached {
            Some(reached) if reached.is_loss() => {
                script::put_out(program, rules, state, reached.player, reached.worth)
            }
            reached => reached.map(|reached| reached.outcome(program)),
        };
        // Each time one player fewer is left, so this ends.
        while state.over.is_none()
            && let Some(reached) = script::before_move(program, rules, self.scratch(program), state, None)?
            && reached.is_loss()
        {
            state.over = script::put_out(program, rules, state, reached.player, reached.worth);
        }
        if state.out.len() != before && record {
            // Another player is to move than when it was remembered.
            state.forget_last(program);
            state.remember(program);
        }
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
            let complete =
                self.generator.sketches(program, state, &mut sketches)? && sketches.len() <= MANY_SKETCHES;
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
        let chosen = match self.weights(program, state) {
            None => draw(buffer.len()),
            Some(weights) => {
                let total: u64 = weights.iter().sum();
                let mut left = draw(total as usize) as u64;
                let within = |w: &u64| {
                    let here = left < *w;
                    left = left.saturating_sub(*w);
                    here
                };
                weights.iter().position(within).unwrap_or(0)
            }
        };
        let mv = buffer.swap_remove(chosen);
        self.play(program, state, &mv)?;
        Ok(None)
    }
}

/// What no legal move means where no goal speaks of it.
fn stuck_outcome(program: &Program, state: &State) -> Outcome {
    match program.game().rules.no_moves {
        NoMoves::Draw => Outcome::Draw,
        NoMoves::Loss => lost(program, program.turn(state).chooser, 1),
    }
}

fn ko_cost(program: &Program, ko: Ko, state: &State) -> u64 {
    let looks = if ko == Ko::Position { program.game().turns.len() } else { 1 };
    work::scan(looks.saturating_mul(state.history.len()))
}

/// Does some stage judge this player's moves by the position they lead to?
fn judges(program: &Program, mover: PlayerId) -> bool {
    program.game().stages.iter().any(|s| match s {
        Stage::Royal { player, .. } => *player == mover,
        Stage::Illegal { .. } | Stage::Ko(_) => true,
        _ => false,
    })
}

pub(crate) fn mentions_stuck(cond: &GoalCond) -> bool {
    matches!(cond, GoalCond::Stuck) || cond.children().iter().any(mentions_stuck)
}
