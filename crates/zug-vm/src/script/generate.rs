//! From rules to candidates: complete moves that have not been judged yet.

use super::World;
use super::account::Ends;
use super::machine::{Bundle, Defer, Machine};
use super::memo::Recalled;
use super::run::Purpose;
use super::value::Val;
use crate::action::{Action, Move, NO_CELL, Note, PartHead};
use crate::candidates::movable;
use crate::error::{Limit, MAX_MOVES, RunError};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use crate::work;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use zug_ir::{KindId, ModeId, Pile, PlayerId, ScriptRule, Start, Then};

/// Parts of one move. Each needs some of the program's own stack.
const MAX_SCRIPT_PARTS: usize = 100;

/// A complete move with what judging it needs.
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) mode: Option<ModeId>,
    /// The kind whose rule made it; none for moves of players.
    pub(super) kind: Option<KindId>,
    pub(super) cursor: u16,
    pub(super) start: u16,
    pub(super) captured: u32,
    /// For the invariants, if there are any.
    pub(super) locals: Vec<Val>,
    pub(super) defers: Vec<Arc<Defer>>,
    pub(super) prefer: Vec<i32>,
    /// Of the board it leads to.
    pub(super) hash: u64,
}

impl World<'_> {
    /// Runs every rule that may begin a turn of a player: pieces in board order, drops, moves of the player.
    /// True if a question has been answered with yes.
    pub(super) fn all_rules(
        &mut self,
        me: PlayerId,
        modes: Option<&[ModeId]>,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        let rules = self.rules;
        let anyone = self.program.game().rules.start == Start::Anyone;
        for cell in 0..self.board.state.cells.len() as u16 {
            if self.top(cell).is_none() {
                continue;
            }
            let movers: SmallVec<[Piece; 2]> = match self.program.pile() {
                Pile::Heap => movable(self.program, &self.board.state, cell, me).collect(),
                Pile::Single | Pile::Stack => smallvec![self.top(cell)],
            };
            for mover in movers {
                let kind = &rules.kinds[mover.kind().idx()];
                if mover.owner() != me && !anyone && !kind.shared {
                    continue;
                }
                for rule in &kind.moves {
                    if self.may_begin(rule.mode, modes) && self.begin(me, cell, mover, rule, purpose)? {
                        return Ok(true);
                    }
                }
            }
        }
        if matches!(purpose, Purpose::Attack { .. }) {
            return Ok(false);
        }
        self.drops(me, modes, purpose)?;
        for rule in rules.players.get(me.idx()).into_iter().flatten() {
            if self.may_begin(rule.mode, modes) {
                self.first_part(me, NO_CELL, Piece::NONE, rule, purpose)?;
            }
        }
        Ok(false)
    }

    fn drops(&mut self, me: PlayerId, modes: Option<&[ModeId]>, purpose: Purpose) -> Result<(), RunError> {
        let rules = self.rules;
        for (k, kind) in rules.kinds.iter().enumerate() {
            let piece = self.program.layout().new_piece(KindId(k as u16), me);
            if kind.drops.is_empty() || self.board.state.reserve(self.program, me, piece.kind()) == 0 {
                continue;
            }
            for rule in &kind.drops {
                if !self.may_begin(rule.mode, modes) {
                    continue;
                }
                for cell in 0..self.board.state.cells.len() as u16 {
                    self.drop_part(me, cell, piece, rule, purpose)?;
                }
            }
        }
        Ok(())
    }

    /// May a turn begin with a rule of this mode?
    pub(super) fn may_begin(&self, mode: Option<ModeId>, modes: Option<&[ModeId]>) -> bool {
        self.rules.may_begin(modes, mode, self.program.in_set_up(&self.board.state))
    }

    /// The same as [`World::first_part`], from memory where a question has been answered before.
    fn begin(
        &mut self,
        me: PlayerId,
        cell: u16,
        mover: Piece,
        rule: &ScriptRule,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        let asked = match purpose {
            Purpose::Attack { cell: target, .. } => self.recall_attack(me, cell, target, rule.script)?,
            _ => None,
        };
        match asked {
            None => self.first_part(me, cell, mover, rule, purpose),
            Some(Recalled::Answer(answer)) => Ok(answer == Val::Int(1)),
            Some(Recalled::Asked(asked)) => {
                let answer = self.first_part(me, cell, mover, rule, purpose)?;
                self.keep_answer(Some(asked), &Val::truth(answer));
                Ok(answer)
            }
        }
    }

    /// Runs a rule as the first part of a turn; the board is put back.
    pub(super) fn first_part(
        &mut self,
        me: PlayerId,
        cell: u16,
        mover: Piece,
        rule: &ScriptRule,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        let mut m = self.machine();
        m.reset(me, cell, mover);
        m.part_from = cell;
        m.mode = rule.mode;
        let mark = self.board.mark();
        let answer = self.run(&mut m, rule.script, purpose);
        self.board.undo(self.program, mark);
        self.done(m);
        answer
    }

    pub(super) fn drop_part(
        &mut self,
        me: PlayerId,
        cell: u16,
        piece: Piece,
        rule: &ScriptRule,
        purpose: Purpose,
    ) -> Result<(), RunError> {
        let mut m = self.machine();
        m.reset(me, cell, piece);
        m.mode = rule.mode;
        let mark = self.board.mark();
        self.board.take_from_reserve(self.program, piece);
        let pieces = smallvec![(piece, 1)];
        let under = SmallVec::new();
        m.regs.hand.change().push(Bundle {
            origin: NO_CELL,
            at: cell,
            pieces,
            under,
            intact: true,
            lifted: true,
        });
        let answer = self.run(&mut m, rule.script, purpose);
        self.board.undo(self.program, mark);
        self.done(m);
        answer.map(|_| ())
    }

    pub(super) fn head(&self, m: &Machine, then: Then) -> PartHead {
        let to = if m.regs.landed == NO_CELL { m.regs.cursor } else { m.regs.landed };
        let from = if m.mover.is_none() { m.regs.start } else { m.part_from };
        PartHead { from, to, end: m.actions.len() as u32, then: then.into() }
    }

    /// A part has ended that moves of a mode may follow.
    pub(super) fn end_part(
        &mut self,
        m: &mut Machine,
        mode: ModeId,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        if holds_something(m) {
            return Ok(false);
        }
        if self.account.is_some() {
            if self.tell_ended(m, Ends::Part(mode), purpose) {
                return Ok(true);
            }
            // Whoever asks for moves goes on with the next part himself. Whoever asks about an attack only wants the answer.
            let answer = purpose != Purpose::Moves && self.aside(|world| world.end_part(m, mode, purpose))?;
            if answer {
                self.tell_end(m, Ends::Accept);
            }
            return Ok(answer);
        }
        if self.is_answer(m, purpose) {
            return Ok(true);
        }
        if m.heads.len() >= MAX_SCRIPT_PARTS {
            return Err(self.error(Limit::Parts));
        }
        let rules = self.rules;
        let rule = rules.modes[mode.idx()];
        let head = self.head(m, Then::PartOf(mode));
        let cells = if rule.any_piece {
            0..self.board.state.cells.len() as u16
        } else if m.regs.cursor == NO_CELL {
            0..0
        } else {
            m.regs.cursor..m.regs.cursor + 1
        };
        let before = self.out.len();
        self.charge(work::scan(cells.len()) + work::keep(m.actions.len() + m.locals.len() / 4))?;
        for cell in cells {
            if self.top(cell).is_none() || self.board.doomed_at(cell) {
                continue;
            }
            let movers: SmallVec<[Piece; 2]> = match self.program.pile() {
                Pile::Heap => movable(self.program, &self.board.state, cell, m.regs.me).collect(),
                Pile::Single | Pile::Stack => smallvec![self.top(cell)],
            };
            for mover in movers {
                if rule.any_piece && !self.is_friend(m, mover) {
                    continue;
                }
                for further in rules.kinds[mover.kind().idx()].moves.iter().filter(|r| r.mode == Some(mode)) {
                    let mut next = self.machine();
                    self.keep_words(m)?;
                    next.go_on(m, head, cell, mover, &rules.list_locals);
                    let mark = self.board.mark();
                    let answer = self.run(&mut next, further.further, purpose);
                    self.board.undo(self.program, mark);
                    self.done(next);
                    if answer? {
                        return Ok(true);
                    }
                }
            }
        }
        if purpose == Purpose::Moves && (self.out.len() == before || rule.optional) {
            self.close(m, head, purpose)?;
        }
        Ok(false)
    }

    /// The move ends although it could have gone on: the rest of its rules is run.
    fn close(&mut self, m: &mut Machine, head: PartHead, purpose: Purpose) -> Result<(), RunError> {
        let closing = match m.mover.is_some() {
            true => self.rules.kinds[m.mover.kind().idx()].closing,
            false => self.rules.closing,
        };
        let Some(closing) = closing else { return Ok(()) };
        let mut last = self.machine();
        let (cursor, start, landed) = (m.regs.cursor, m.regs.start, m.regs.landed);
        last.go_on(m, head, cursor, m.mover, &[]);
        last.regs.start = start;
        last.regs.landed = landed;
        last.closing = true;
        let mark = self.board.mark();
        let run = self.run(&mut last, closing, purpose);
        last.closing = false;
        self.board.undo(self.program, mark);
        self.done(last);
        run.map(|_| ())
    }

    /// Has the question of this run been answered by the part that has just ended?
    pub(super) fn is_answer(&self, m: &Machine, purpose: Purpose) -> bool {
        match purpose {
            Purpose::Attack { cell, was } => self.signature(cell) != was || self.board.doomed_at(cell),
            Purpose::Reach { cell } => m.regs.cursor == cell,
            Purpose::Moves | Purpose::Test => false,
        }
    }

    /// A move has ended.
    pub(super) fn emit(&mut self, m: &mut Machine, purpose: Purpose) -> Result<bool, RunError> {
        if holds_something(m) {
            return Ok(false);
        }
        if self.account.is_some() {
            return Ok(self.tell_ended(m, Ends::Done, purpose));
        }
        if purpose != Purpose::Moves {
            return Ok(self.is_answer(m, purpose));
        }
        let state = &self.board.state;
        let piece = m.mover.is_some() && m.heads.is_empty() && m.part_from != NO_CELL;
        let told = m.actions.iter().any(|a| matches!(a, Action::SetTurn { .. }));
        let same = state.position_hash() == self.base.hash && state.globals.iter().eq(&self.base.globals);
        if piece && !told && same {
            return Ok(false);
        }
        if self.out.len() >= MAX_MOVES {
            return Err(self.error(Limit::Moves));
        }
        let cost = work::keep(m.actions.len() + m.locals.len());
        self.charge(cost)?;
        let mut parts: SmallVec<[PartHead; 2]> = m.heads.iter().copied().collect();
        if m.closing {
            if let Some(last) = parts.last_mut() {
                last.end = m.actions.len() as u32;
            }
        } else {
            parts.push(self.head(m, Then::Done));
        }
        self.keep_words(m)?;
        let mv = Move { actions: m.actions.iter().copied().collect(), parts, note: note(m) };
        let kind = m.mover.is_some().then(|| m.mover.kind());
        let judged = self.invariants(kind).next().is_some();
        let candidate = Candidate {
            mv,
            mode: m.mode,
            kind,
            cursor: m.regs.cursor,
            start: m.regs.start,
            captured: m.regs.captured,
            locals: if judged { m.locals.clone() } else { Vec::new() },
            defers: m.defers.clone(),
            prefer: m.yields.clone(),
            hash: self.result_hash(),
        };
        self.keep(candidate.bytes())?;
        self.out.push(candidate);
        Ok(false)
    }

    /// The hash of the board as it is, counters included.
    pub(super) fn result_hash(&self) -> u64 {
        result_hash(self.program, &self.board.state)
    }
}

/// What was taken up after the piece had been set down has to be set down as well, or the move is none.
fn holds_something(m: &Machine) -> bool {
    !m.regs.hand.is_empty()
}

/// The hash of a board, counters included.
pub(super) fn result_hash(program: &Program, state: &State) -> u64 {
    let counters = program.game().globals.iter().zip(&state.globals);
    counters
        .filter(|(g, _)| g.counter)
        .fold(state.position_hash(), |h, (_, v)| h.rotate_left(7) ^ (*v as u32 as u64))
}

/// What the rules have said about the move.
fn note(m: &Machine) -> Option<Arc<Note>> {
    if m.logs.is_empty() && m.hints.is_empty() && m.regs.weight.is_none() && !m.regs.forced {
        return None;
    }
    let mut logs: Vec<&(i32, String)> = m.logs.iter().collect();
    logs.sort_by_key(|(order, _)| *order);
    let name = logs.iter().map(|(_, text)| text.as_str()).collect();
    Some(Arc::new(Note { name, weight: m.regs.weight, forced: m.regs.forced, hints: m.hints.clone() }))
}
