//! A position on which single rules are run, and which can be changed and put back: for whoever keeps accounts of runs.

use super::account::{About, Account, Ask, Change};
use super::board::{Board, Touched};
use super::generate::result_hash;
use super::judge::turn_told;
use super::machine::{Bundle, Machine};
use super::run::Purpose;
use super::value::Val;
use super::{Base, Moves, Scratch, World, put_out};
use crate::action::{Action, Move, NO_CELL, Note, PartHead};
use crate::apply::finish_turn;
use crate::error::RunError;
use crate::outcome::Outcome;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use zug_ir::{Ko, PlayerId, ScriptId, Then};

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Errand {
    Moves,
    /// Is the piece on this cell attacked?
    Attack(u16),
    /// A test about the board after a move.
    Judge,
    /// A goal, after a move or before one.
    Goal {
        after_move: bool,
    },
    /// What a piece says of its being attacked.
    Attacked,
}

/// A run: of which script, for whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    pub script: ScriptId,
    pub errand: Errand,
    pub me: PlayerId,
    /// The piece whose rule it is.
    pub mover: Piece,
    pub cursor: u16,
    /// The piece comes from a reserve.
    pub drop: bool,
    /// No part has been played before.
    pub first: bool,
    /// The last part has ended; what is done now belongs to it.
    pub closing: bool,
}

/// What parts of a turn leave to those after them.
#[derive(Clone, PartialEq, Debug)]
pub struct Carry {
    pub locals: Vec<Val>,
    pub flags: Vec<u16>,
    pub captured: u32,
    pub parts: usize,
    pub start: u16,
    pub landed: u16,
}

impl Carry {
    /// Nothing has happened yet.
    pub fn nothing(n_locals: usize) -> Self {
        let (flags, captured, parts) = (Vec::new(), 0, 0);
        Carry { locals: vec![Val::None; n_locals], flags, captured, parts, start: NO_CELL, landed: NO_CELL }
    }
}

/// The position.
pub struct Desk {
    scratch: Scratch,
    base: Base,
    history: Vec<u64>,
    phase: Phase,
    live: Arc<[bool]>,
}

/// When rules are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Phase {
    /// A move has been made on the board, but the turn has not passed on.
    pub judging: bool,
    /// The turn has passed on, but it is the player who has just moved who asks.
    pub passed_on: bool,
}

impl Desk {
    /// An empty board. `live`: the locals that are told when a run ends.
    pub fn new(program: &Program, live: Arc<[bool]>) -> Self {
        Desk {
            scratch: Scratch::new(program),
            base: Base::default(),
            history: Vec::new(),
            phase: Phase::default(),
            live,
        }
    }

    /// Takes up a position, with what came before it.
    pub fn set(&mut self, state: &State, history: &[u64]) {
        self.scratch.board.set(state);
        self.history.clear();
        self.history.extend_from_slice(history);
    }

    pub fn state(&self) -> &State {
        &self.scratch.board.state
    }

    pub fn history(&self) -> &[u64] {
        &self.history
    }

    fn board(&mut self) -> &mut Board {
        &mut self.scratch.board
    }

    /// How far changes go: what [`Desk::undo`] takes back to.
    pub fn mark(&self) -> usize {
        self.scratch.board.mark()
    }

    pub fn undo(&mut self, program: &Program, mark: usize) {
        self.board().undo(program, mark);
    }

    pub fn apply(&mut self, program: &Program, action: &Action, mover: PlayerId) {
        self.board().apply(program, action, mover, &mut Vec::new());
    }

    pub fn change(&mut self, program: &Program, change: &Change) {
        self.board().change(program, change);
    }

    /// Is the piece captured, to leave later?
    pub fn is_doomed(&self, cell: u16) -> bool {
        self.scratch.board.doomed_at(cell)
    }

    /// The turn is over: the next one is played.
    pub fn finish_turn(&mut self, program: &Program, parts: &[PartHead], told: Option<u16>, mover: PlayerId) {
        let actions = told.map(|turn| Action::SetTurn { turn }).into_iter().collect();
        let mv = Move { actions, parts: parts.into(), note: None };
        let state = &mut self.scratch.board.state;
        if let Some(last) = parts.last() {
            (state.last_from, state.last_to) = (last.from, last.to);
        }
        finish_turn(program, state, &mv, mover);
        self.scratch.board.forget();
    }

    /// The position is one that may come again.
    pub fn remember(&mut self, program: &Program) {
        let history = std::mem::take(&mut self.history);
        let state = &mut self.scratch.board.state;
        state.history = history;
        state.remember(program);
        self.history = std::mem::take(&mut state.history);
    }

    /// Takes back what [`Desk::remember`] added.
    pub fn forget_last(&mut self, program: &Program) {
        let state = &mut self.scratch.board.state;
        state.history = std::mem::take(&mut self.history);
        state.forget_last(program);
        self.history = std::mem::take(&mut state.history);
    }

    pub fn set_over(&mut self, over: Option<Outcome>) {
        self.scratch.board.state.over = over;
    }

    /// A player has lost and the others play on, unless that ends the game.
    pub fn put_out(&mut self, program: &Program, player: PlayerId, worth: u32) -> Option<Outcome> {
        let rules = program.scripted()?;
        put_out(program, rules, &mut self.scratch.board.state, player, worth)
    }

    /// Sets when rules are run; when they were before.
    pub fn set_phase(&mut self, phase: Phase) -> Phase {
        std::mem::replace(&mut self.phase, phase)
    }

    /// What the position answers to questions that are not about one cell.
    pub fn answer(&mut self, program: &Program, ask: Ask) -> Result<u64, RunError> {
        match ask {
            Ask::NextPlayer => Ok(self.world(program).map_or(0, |world| u64::from(world.next_player().0))),
            Ask::Repeated { n, situation, judging } => {
                let Some(mut world) = self.world(program) else { return Ok(0) };
                world.judging = judging;
                Ok(u64::from(world.repeated(n, situation)?))
            }
            _ => Ok(0),
        }
    }

    /// Does the board after a move bring back what it may not?
    pub fn brings_back(&mut self, program: &Program, ko: Ko) -> Result<bool, RunError> {
        self.world(program).map_or(Ok(false), |mut world| world.brings_back(ko))
    }

    /// The hash of the board as it is, counters included.
    pub fn result_hash(&self, program: &Program) -> u64 {
        result_hash(program, &self.scratch.board.state)
    }

    /// The same once the turn has passed on, as somebody has said or as usual.
    pub fn hash_passed_on(&mut self, program: &Program, told: Option<u16>, mover: PlayerId) -> u64 {
        let mark = self.mark();
        if self.scratch.board.state.has_doomed() {
            self.apply(program, &Action::Settle, mover);
        }
        let state = &mut self.scratch.board.state;
        let turn = state.turn;
        state.set_turn(told.unwrap_or_else(|| program.turn_after(turn)));
        program.skip(state);
        let hash = result_hash(program, state);
        state.set_turn(turn);
        self.undo(program, mark);
        hash
    }

    /// Players whose pieces a player's are not safe from.
    pub fn rivals(&mut self, program: &Program, player: PlayerId) -> Vec<PlayerId> {
        self.world(program).map_or_else(Vec::new, |world| world.rivals(player).collect())
    }

    fn world<'a>(&'a mut self, program: &'a Program) -> Option<World<'a>> {
        let rules = program.scripted()?;
        let Scratch { board, machines, memo } = &mut self.scratch;
        self.base.hash = board.state.position_hash();
        self.base.globals.clone_from(&board.state.globals);
        Some(World {
            program,
            rules,
            coords: program.coords(),
            board,
            machines,
            memo,
            seen: super::Seen::default(),
            history: &self.history,
            gens: vec![Val::Int(0); rules.gens.len()],
            out: Vec::new(),
            base: self.base.clone(),
            script: ScriptId(0),
            spent: 0,
            until: 0,
            weight: super::Weight::default(),
            asks_each: false,
            attacking: 0,
            judging: self.phase.judging,
            passed_on: self.phase.passed_on,
            moves: Moves::Unknown,
            foresight: 0,
            trace: None,
            account: None,
        })
    }

    /// Runs a script on the position as it is, which is put back. The answer of a question, and the account; if it tells
    /// nothing, only how the run ended. `no_moves`: whether the player to move has none, if that is known; `next`: the turn
    /// that a move which is judged says is next. `guide`: the alternatives that the first choices take, all others being
    /// known already.
    pub fn run(
        &mut self,
        program: &Program,
        job: &Job,
        carry: &Carry,
        (no_moves, next): (Option<bool>, Option<u16>),
        tells: bool,
        guide: &[u32],
    ) -> Result<(bool, Account), RunError> {
        let live = Arc::clone(&self.live);
        let Some(mut world) = self.world(program) else { return Ok((false, Account::new())) };
        let (mut m, mark) = (world.machine(), world.board.mark());
        begin(&mut m, job, carry);
        let mut account = Account::new();
        account.first = job.first;
        account.live = live;
        account.mark = mark;
        account.n_flags = m.flags.len();
        account.captured = m.regs.captured;
        account.start = m.regs.start;
        account.guide = guide.iter().rev().copied().collect();
        if !tells {
            account.stuck();
        }
        world.account = Some(Box::new(account));
        if job.drop {
            world.board.take_from_reserve(program, job.mover);
        }
        let purpose = match job.errand {
            Errand::Moves => Purpose::Moves,
            Errand::Attack(cell) => {
                world.attacking = 1;
                Purpose::Attack { cell, was: world.signature(cell) }
            }
            Errand::Judge => {
                world.judging = true;
                let turn = world.board.state.turn;
                world.moves = Moves::Ahead(next.unwrap_or_else(|| program.turn_after(turn)));
                Purpose::Test
            }
            Errand::Goal { after_move } => {
                world.passed_on = after_move;
                world.moves = no_moves.map_or(Moves::Ask, |none| Moves::Known(!none));
                Purpose::Test
            }
            Errand::Attacked => {
                world.attacking = 1;
                Purpose::Test
            }
        };
        let answer = world.run(&mut m, job.script, purpose);
        world.board.undo(program, mark);
        let account = world.account.take();
        world.done(m);
        Ok((answer?, account.map_or_else(Account::new, |account| *account)))
    }

    /// Finds the answer to a question on the position as it is, of one cell if it is asked of each.
    pub fn ask(
        &mut self,
        program: &Program,
        about: &About,
        cell: Option<u16>,
        tells: bool,
    ) -> Result<(Val, Account), RunError> {
        let Some(mut world) = self.world(program) else { return Ok((Val::None, Account::new())) };
        let (mut m, mark) = (world.machine(), world.board.mark());
        m.reset(about.me, cell.unwrap_or(about.cursor), Piece::NONE);
        m.regs.actor = about.actor;
        m.regs.start = about.start;
        for (local, value) in &about.locals {
            m.locals[usize::from(*local)] = value.clone();
        }
        let mut account = Account::new();
        account.first = true;
        account.mark = mark;
        account.start = about.start;
        if !tells {
            account.stuck();
        }
        world.account = Some(Box::new(account));
        world.script = about.script;
        world.until = crate::error::MAX_SCRIPT_OPS;
        let pc = about.pc as usize + usize::from(cell.is_some());
        let answer = world.look_at(&mut m, pc, about.how, cell.is_some());
        world.board.undo(program, mark);
        let account = world.account.take();
        world.done(m);
        Ok((answer?, account.map_or_else(Account::new, |account| *account)))
    }

    /// What has been touched since a mark.
    pub fn touched(&self, mark: usize) -> impl Iterator<Item = Touched> {
        self.scratch.board.touched(mark)
    }
}

fn begin(m: &mut Machine, job: &Job, carry: &Carry) {
    let in_turn = matches!(job.errand, Errand::Moves);
    m.reset(
        job.me,
        job.cursor,
        if in_turn || matches!(job.errand, Errand::Attack(_)) { job.mover } else { Piece::NONE },
    );
    if !job.drop && job.mover.is_some() {
        m.part_from = job.cursor;
    }
    if job.drop {
        m.regs.hand.change().push(Bundle {
            origin: NO_CELL,
            at: job.cursor,
            pieces: smallvec![(job.mover, 1)],
            under: SmallVec::new(),
            intact: true,
            lifted: true,
        });
    }
    if !job.first {
        m.locals.clone_from(&carry.locals);
        m.flags.clone_from(&carry.flags);
        m.regs.captured = carry.captured;
        m.regs.start = carry.start;
        let head = PartHead { from: NO_CELL, to: NO_CELL, end: 0, then: Then::Done.into() };
        m.heads.extend(std::iter::repeat_n(head, carry.parts));
        if job.closing {
            m.regs.landed = carry.landed;
            m.closing = true;
        }
    }
}

/// What the rules have said about a move, put together from its parts.
pub fn note_of<'a>(ends: impl Iterator<Item = &'a super::End>) -> Option<Arc<Note>> {
    let mut note = Note::default();
    let (mut logs, mut said): (Vec<&(i32, String)>, bool) = (Vec::new(), false);
    for end in ends {
        logs.extend(&end.logs);
        note.hints.extend_from_slice(&end.hints);
        note.weight = end.weight.or(note.weight);
        note.forced |= end.forced;
        said |= !end.logs.is_empty() || !end.hints.is_empty() || end.weight.is_some() || end.forced;
    }
    logs.sort_by_key(|(order, _)| *order);
    note.name = logs.iter().map(|(_, text)| text.as_str()).collect();
    said.then(|| Arc::new(note))
}

impl Move {
    /// The same with what the rules say about it.
    pub fn with_note(mut self, note: Option<Arc<Note>>) -> Self {
        self.note = note;
        self
    }

    /// The turn that it says is next.
    pub fn turn_told(&self) -> Option<u16> {
        turn_told(self)
    }
}
