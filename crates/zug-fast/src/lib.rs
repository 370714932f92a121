//! The fast back end: the same answers as `zug-vm`, sooner.
//!
//! A rule becomes a graph with every step taken in advance (`flow`); from the graph come the forms that run: sets of starts
//! side by side (`lane`), tables for few pieces (`table`), a walk for one start (`walk`), attacks read backwards
//! (`threat`). Positions are boards of bits with one writer (`position`). A game or a rule that has none of these forms
//! is declined, [`Why`] says for what reason, and the reference interpreter does the work.

mod across;
mod bits;
mod breath;
mod cellset;
mod class;
mod codes;
mod count;
mod course;
mod distinct;
mod draw;
mod extent;
mod first;
mod flow;
mod follow;
mod gate;
mod goal;
mod guard;
mod guess;
mod heap;
mod hops;
mod inspect;
#[cfg(feature = "jit")]
mod jit;
mod judge;
mod lane;
mod lasting;
mod link;
mod make;
mod num;
mod numbers;
mod offer;
mod onward;
mod pair;
mod past;
mod path;
mod piles;
mod pins;
mod plan;
mod position;
mod probe;
mod progress;
mod recall;
mod recipe;
mod result;
mod route;
mod run;
mod scripted;
mod search;
mod serve;
mod sets;
mod shot;
mod show;
mod sight;
mod stages;
#[cfg(feature = "jit")]
mod stale;
mod suppose;
mod table;
mod threat;
mod trail;
mod trial;
mod twin;
mod uniform;
mod walk;
mod watch;
mod ways;
mod why;

pub use inspect::Emitted;
pub use plan::Form;
pub use position::Position;
pub use search::{Facts, Play, Stage, ends_of_move, facts_of_move};
pub use sight::{Sight, Stand};
pub use why::Why;

use past::Past;
use plan::Plan;
use run::Workplace;
use std::fmt;
use std::sync::Mutex;
use zug_ir::{BlockId, CellId, KindId, Pile, PlayerId};
use zug_vm::{Move, Outcome, Program, State};

/// How one rule of one player is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleForm {
    pub player: PlayerId,
    pub kind: KindId,
    pub block: BlockId,
    pub drop: bool,
    pub form: Form,
    /// Why it has no faster one; nothing where this is as fast as any.
    pub why: Option<Why>,
}

/// A turn with more possibilities than this form can hold; the interpreter knows what to do with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// Asked from time to time while much is counted. True ends the count.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// A game in its fast form.
pub struct Fast {
    run: Box<dyn Run>,
}

impl fmt::Debug for Fast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fast").finish_non_exhaustive()
    }
}

impl Fast {
    /// Makes the fast form of a game, or says why there is none.
    pub fn new(program: &Program) -> Result<Self, Why> {
        fn boxed<const W: usize>(program: &Program) -> Result<Box<dyn Run>, Why> {
            Ok(Box::new(Runner { plan: Plan::<W>::new(program)?, places: Mutex::new(Vec::new()) }))
        }
        if program.game().rules.pile == Pile::Heap && program.game().scripted.is_some() {
            return Ok(Fast { run: follow::follow(program)? });
        }
        if program.game().rules.pile == Pile::Stack && program.game().scripted.is_some() {
            return Ok(Fast { run: recall::recall(program, Some(Why::Piles))? });
        }
        if program.game().rules.pile == Pile::Heap {
            return Ok(Fast { run: heap::heaps(program)? });
        }
        let run = match program.game().board.cells.len().div_ceil(64) {
            0 | 1 => boxed::<1>(program),
            2 => boxed::<2>(program),
            3..=6 => boxed::<6>(program),
            7..=16 => boxed::<16>(program),
            _ => Err(Why::TooManyCells),
        };
        match run {
            Ok(run) => Ok(Fast { run }),
            // Whatever the reason, what is worked out beforehand for other rules can be remembered for these.
            Err(why) => recall::recall(program, Some(why)).map(|run| Fast { run }).map_err(|_| why),
        }
    }

    /// The form in which rules are remembered, also of games that have another one: for comparison.
    pub fn remembered(program: &Program) -> Result<Self, Why> {
        Ok(Fast { run: recall::recall(program, None)? })
    }

    /// The position of a state, without what came before it unless moves are judged by that.
    pub fn position(&self, program: &Program, state: &State) -> Option<Position> {
        self.run.position(program, state)
    }

    /// The state of a position, as the first of its game unless the position knows what came before.
    pub fn state(&self, program: &Program, position: &Position) -> State {
        self.run.state(program, position)
    }

    /// All legal moves, in an order of its own.
    pub fn moves(&self, program: &Program, position: &Position) -> Result<Vec<Move>, TooMany> {
        self.run.moves(program, position)
    }

    /// How the game stands.
    pub fn outcome(&self, program: &Program, position: &Position) -> Result<Option<Outcome>, TooMany> {
        self.run.outcome(program, position)
    }

    /// Plays the legal move in that place of the list of [`Fast::moves`]. Repetition is not looked at.
    pub fn play(&self, program: &Program, position: &mut Position, n: usize) -> Result<(), TooMany> {
        self.run.play(program, position, n)
    }

    /// Plays uniformly chosen legal moves to the end, or for `cap` plies; `history` are the hashes of the positions
    /// so far, the present one last. The same seed gives the same game.
    pub fn playout(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        self.run.playout(program, position, history, cap, seed)
    }

    /// The position in which the random game of [`Fast::playout`] ends. `None` where the form does not tell.
    pub fn random_end(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Option<Position> {
        self.run.random_end(program, position, history, cap, seed)
    }

    /// The legal moves of a stage, with what is known of each. The list is made anew.
    pub fn plays(
        &self,
        program: &Program,
        position: &Position,
        stage: Stage,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        self.run.plays(program, position, stage, out)
    }

    /// The legal moves of the piece on a cell. `false` where the form of the game finds them no sooner than all moves, and does
    /// not look for them. The list is made anew.
    pub fn plays_of(
        &self,
        program: &Program,
        position: &Position,
        cell: CellId,
        out: &mut Vec<Play>,
    ) -> Result<bool, TooMany> {
        self.run.plays_of(program, position, cell, out)
    }

    /// Makes one of the moves of [`Fast::plays`]. Repetition is not looked at.
    pub fn make(&self, program: &Program, position: &mut Position, play: &Play) -> Result<(), TooMany> {
        self.run.make(program, position, play)
    }

    /// How the game stands, given how many of the legal moves there are, passes included, and whether one is no pass.
    pub fn standing(
        &self,
        program: &Program,
        position: &Position,
        has_moves: bool,
        real: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        self.run.standing(program, position, has_moves, real)
    }

    /// One of the moves of [`Fast::plays`] in the words of the interpreter.
    pub fn show(&self, program: &Program, position: &Position, play: &Play) -> Option<Move> {
        self.run.show(program, position, play)
    }

    /// What stands where.
    pub fn look(&self, program: &Program, position: &Position, out: &mut Sight) {
        self.run.look(program, position, out);
    }

    /// How many legal moves there are.
    pub fn count(&self, program: &Program, position: &Position) -> Result<u64, TooMany> {
        self.run.count(program, position)
    }

    /// Has the player to move a legal move, a pass included?
    pub fn can_move(&self, program: &Program, position: &Position) -> Result<bool, TooMany> {
        self.run.can_move(program, position)
    }

    /// Are its rules remembered as the interpreter has run them? Whoever asks often has to be patient at first.
    pub fn is_remembered(&self) -> bool {
        self.run.is_remembered()
    }

    /// Makes a legal move, all being equally likely: the same one for the same seed. `false` if the game is over. Repetition
    /// is not looked at. Where there are too many moves the position stays what it is.
    pub fn make_random(
        &self,
        program: &Program,
        position: &mut Position,
        seed: u64,
    ) -> Result<bool, TooMany> {
        self.run.make_random(program, position, seed)
    }

    /// The results that so many plies can have.
    pub fn perft(&self, program: &Program, position: &Position, depth: u32) -> Result<u64, TooMany> {
        self.perft_until(program, position, depth, &|| false)
    }

    /// The same, given up as soon as `stop` says so: it is asked in every position but those that machine code counts.
    pub fn perft_until(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        self.run.perft(program, position, depth, stop)
    }

    /// From now on nothing is done by machine code: the same games and counts, for comparison.
    pub fn forget_code(&mut self) {
        self.run.forget_code();
    }

    /// Are random games played by machine code? Makes it, if nobody has played one yet.
    pub fn has_code(&self) -> bool {
        self.run.no_code().is_none()
    }

    /// Why random games are not played by machine code, if they are not.
    pub fn no_code(&self) -> Option<Why> {
        self.run.no_code()
    }

    /// Are results counted by machine code? Makes it, if nobody has counted any yet.
    pub fn counts_by_code(&self) -> bool {
        self.run.counts_by_code()
    }

    /// What every rule of every player emits, whether or not it could be a legal move. Nothing where rules are no blocks.
    pub fn emitted(&self, program: &Program, position: &Position) -> Option<Vec<Emitted>> {
        self.run.emitted(program, position)
    }

    /// The parts that the player to move may begin with, rank by rank, each found by the form of its rule. Nothing where
    /// rules are no blocks.
    pub fn on_offer(&self, program: &Program, position: &Position) -> Option<Vec<Vec<Move>>> {
        self.run.on_offer(program, position)
    }

    /// Could a rival take the piece on a cell? Nothing where no piece stands there, or the form does not tell.
    pub fn is_attacked(&self, position: &Position, cell: CellId) -> Option<bool> {
        self.run.is_attacked(position, cell)
    }

    /// How each rule is run.
    pub fn forms(&self) -> Vec<RuleForm> {
        self.run.forms()
    }
}

impl Position {
    /// The memory it takes, about.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.words[..])
    }

    /// The hash that repetition compares: the same as the interpreter's.
    pub fn position_hash(&self) -> u64 {
        self.hash
    }

    /// Whose turn it is: a place in the order of turns.
    pub fn turn(&self) -> usize {
        self.turn as usize
    }

    /// Passes in a row.
    pub fn passes(&self) -> u16 {
        self.passes
    }

    /// Has a goal ended the game that did not ask whether anybody can move?
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }
}

/// [`Fast`] for one width of boards.
trait Run: Send + Sync {
    fn position(&self, program: &Program, state: &State) -> Option<Position>;
    fn state(&self, program: &Program, position: &Position) -> State;
    fn moves(&self, program: &Program, position: &Position) -> Result<Vec<Move>, TooMany>;
    fn outcome(&self, program: &Program, position: &Position) -> Result<Option<Outcome>, TooMany>;
    fn play(&self, program: &Program, position: &mut Position, n: usize) -> Result<(), TooMany> {
        let mut all = Vec::new();
        self.plays(program, position, Stage::All, &mut all)?;
        match all.get(n) {
            Some(play) => self.make(program, position, play),
            None => Ok(()),
        }
    }
    fn playout(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany>;
    fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany>;
    fn forms(&self) -> Vec<RuleForm>;
    fn emitted(&self, _program: &Program, _position: &Position) -> Option<Vec<Emitted>> {
        None
    }
    fn on_offer(&self, _program: &Program, _position: &Position) -> Option<Vec<Vec<Move>>> {
        None
    }
    fn is_attacked(&self, _position: &Position, _cell: CellId) -> Option<bool> {
        None
    }
    fn plays(
        &self,
        program: &Program,
        position: &Position,
        stage: Stage,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        let all = self.moves(program, position)?.into_iter().enumerate();
        let play = |(n, mv): (usize, Move)| {
            Play::at_place(n, search::facts_of(mv.actions().iter()).with_note(&mv), None)
        };
        out.clear();
        out.extend(all.map(play).filter(|play| stage.wants(play.facts)));
        Ok(())
    }
    fn plays_of(
        &self,
        _program: &Program,
        _position: &Position,
        _cell: CellId,
        out: &mut Vec<Play>,
    ) -> Result<bool, TooMany> {
        out.clear();
        Ok(false)
    }
    fn make(&self, program: &Program, position: &mut Position, play: &Play) -> Result<(), TooMany> {
        self.play(program, position, play.n as usize)
    }
    fn standing(
        &self,
        program: &Program,
        position: &Position,
        _has_moves: bool,
        _real: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        self.outcome(program, position)
    }
    fn show(&self, program: &Program, position: &Position, play: &Play) -> Option<Move> {
        self.moves(program, position).ok()?.into_iter().nth(play.n as usize)
    }
    fn look(&self, program: &Program, position: &Position, out: &mut Sight);
    fn count(&self, program: &Program, position: &Position) -> Result<u64, TooMany> {
        Ok(self.moves(program, position)?.len() as u64)
    }
    fn can_move(&self, program: &Program, position: &Position) -> Result<bool, TooMany> {
        Ok(self.count(program, position)? > 0)
    }
    fn is_remembered(&self) -> bool {
        false
    }
    fn make_random(&self, program: &Program, position: &mut Position, seed: u64) -> Result<bool, TooMany> {
        if self.outcome(program, position)?.is_some() {
            return Ok(false);
        }
        let n = self.count(program, position)?;
        self.play(program, position, draw::Draw::new(seed).below(n as usize))?;
        Ok(n > 0)
    }
    fn random_end(
        &self,
        _program: &Program,
        _position: &Position,
        _history: &[u64],
        _cap: usize,
        _seed: u64,
    ) -> Option<Position> {
        None
    }
    fn forget_code(&mut self) {}
    fn no_code(&self) -> Option<Why> {
        Some(Why::Code("it is written for boards of bits only"))
    }
    fn counts_by_code(&self) -> bool {
        false
    }
}

struct Runner<const W: usize> {
    plan: Plan<W>,
    /// Scratch space not in use at the moment, one for each thread that plays.
    #[allow(clippy::vec_box, reason = "they are large, and handed out and back for every question")]
    places: Mutex<Vec<Box<Workplace<W>>>>,
}

impl<const W: usize> Runner<W> {
    fn with_place<T>(&self, f: impl FnOnce(&mut Workplace<W>) -> T) -> T {
        let spare = self.places.lock().ok().and_then(|mut places| places.pop());
        let mut place = spare.unwrap_or_default();
        let result = f(&mut place);
        if let Ok(mut places) = self.places.lock() {
            places.push(place);
        }
        result
    }
}

impl From<route::TooMany> for TooMany {
    fn from(_: route::TooMany) -> Self {
        TooMany
    }
}

impl<const W: usize> Run for Runner<W> {
    fn position(&self, program: &Program, state: &State) -> Option<Position> {
        // Rules were read with the values of the board that nothing changes.
        if self.plan.fixed.iter().any(|(global, value)| state.global(*global) != *value) {
            return None;
        }
        let mut position = Position::of::<W>(program, &self.plan.layout, &self.plan.codes, state)?;
        if self.plan.scripted && self.plan.asks_repetition {
            let now = self.plan.situation(&position);
            position.changes.repeated = run::was_twice(state.history(), now);
        }
        if self.plan.remembers {
            position.past = Past::of(state.history());
        }
        Some(position)
    }

    fn state(&self, program: &Program, position: &Position) -> State {
        let mut state = position.to_state(program, &self.plan.layout, &self.plan.codes);
        if let Some(history) = position.past.history() {
            state.set_history(history.to_vec());
        }
        state
    }

    fn moves(&self, _program: &Program, position: &Position) -> Result<Vec<Move>, TooMany> {
        Ok(self.with_place(|place| self.plan.moves(position, place))?)
    }

    fn outcome(&self, program: &Program, position: &Position) -> Result<Option<Outcome>, TooMany> {
        self.with_place(|place| {
            let mut moves = Vec::new();
            self.plan.legal(position, place, &mut moves)?;
            let real = moves.iter().any(|m| !m.is_empty());
            Ok(self.plan.standing(program, position, !moves.is_empty(), real))
        })
    }

    fn play(&self, program: &Program, position: &mut Position, n: usize) -> Result<(), TooMany> {
        self.with_place(|place| {
            let mut moves = Vec::new();
            self.plan.legal(position, place, &mut moves)?;
            if let Some(steps) = moves.get(n) {
                self.plan.play(program, position, steps, place);
            }
            Ok(())
        })
    }

    fn playout(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Result<(usize, Option<Outcome>), TooMany> {
        Ok(self.with_place(|place| self.plan.playout(program, position, history, cap, place, seed))?)
    }

    fn plays(
        &self,
        _program: &Program,
        position: &Position,
        stage: Stage,
        out: &mut Vec<Play>,
    ) -> Result<(), TooMany> {
        Ok(self.with_place(|place| self.plan.plays(position, stage, place, out))?)
    }

    fn make(&self, program: &Program, position: &mut Position, play: &Play) -> Result<(), TooMany> {
        self.with_place(|place| self.plan.play(program, position, &play.steps, place));
        Ok(())
    }

    fn standing(
        &self,
        program: &Program,
        position: &Position,
        has_moves: bool,
        real: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        Ok(self.plan.standing(program, position, has_moves, real))
    }

    fn show(&self, _program: &Program, position: &Position, play: &Play) -> Option<Move> {
        Some(self.plan.show(position, &play.steps))
    }

    fn look(&self, _program: &Program, position: &Position, out: &mut Sight) {
        self.plan.look(position, out);
    }

    fn count(&self, _program: &Program, position: &Position) -> Result<u64, TooMany> {
        Ok(self.with_place(|place| self.plan.count_plays(position, place))?)
    }

    fn make_random(&self, program: &Program, position: &mut Position, seed: u64) -> Result<bool, TooMany> {
        Ok(self.with_place(|place| self.plan.make_random(program, position, place, seed))?)
    }

    fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        stop: Stop<'_>,
    ) -> Result<u64, TooMany> {
        Ok(self.with_place(|place| self.plan.perft(program, position, depth, place, stop))?)
    }

    fn forms(&self) -> Vec<RuleForm> {
        self.plan.forms()
    }

    fn emitted(&self, program: &Program, position: &Position) -> Option<Vec<Emitted>> {
        program.game().scripted.is_none().then(|| self.plan.emitted(position))
    }

    fn on_offer(&self, program: &Program, position: &Position) -> Option<Vec<Vec<Move>>> {
        program.game().scripted.is_none().then(|| self.plan.on_offer(position))
    }

    fn is_attacked(&self, position: &Position, cell: CellId) -> Option<bool> {
        self.plan.is_attacked(position, cell.0)
    }

    fn random_end(
        &self,
        program: &Program,
        position: &Position,
        history: &[u64],
        cap: usize,
        seed: u64,
    ) -> Option<Position> {
        self.with_place(|place| {
            self.plan.playout(program, position, history, cap, place, seed).ok()?;
            #[cfg_attr(not(feature = "jit"), allow(unused_mut))]
            let mut end = place.end().cloned()?;
            #[cfg(feature = "jit")]
            self.plan.refresh(&mut end, position);
            Some(end)
        })
    }

    fn forget_code(&mut self) {
        #[cfg(feature = "jit")]
        self.plan.forget_code();
    }

    fn no_code(&self) -> Option<Why> {
        #[cfg(feature = "jit")]
        return self.plan.no_plies();
        #[cfg(not(feature = "jit"))]
        Some(Why::Code("the program was made without it"))
    }

    fn counts_by_code(&self) -> bool {
        #[cfg(feature = "jit")]
        return self.plan.counter().is_some();
        #[cfg(not(feature = "jit"))]
        false
    }
}
