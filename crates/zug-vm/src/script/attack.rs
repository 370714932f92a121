//! Attack by effect: could a rival make a piece vanish or change?

use super::World;
use super::machine::Machine;
use super::run::Purpose;
use super::value::Val;
use crate::action::NO_CELL;
use crate::error::RunError;
use crate::piece::Piece;
use zug_ir::{AttackScope, CellId, ModeId, Pile};

/// Queries inside queries that are answered; deeper ones are answered with no.
const MAX_DEPTH: u32 = 2;

impl World<'_> {
    /// What must stay the same for a piece not to be attacked.
    pub(super) fn signature(&self, cell: u16) -> u64 {
        let state = &self.board.state;
        match self.program.pile() {
            Pile::Single | Pile::Stack => state.cells[cell as usize].0,
            Pile::Heap => {
                let n = self.program.n_codes();
                let counts = &state.piled[cell as usize * n..(cell as usize + 1) * n];
                counts.iter().fold(0, |h, &c| h.rotate_left(9) ^ c.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            }
        }
    }

    /// Could a rival of the owner of the piece on a cell take it? Asked from outside, between turns.
    pub(super) fn is_attacked(&mut self, cell: u16) -> Result<bool, RunError> {
        let piece = self.top(cell);
        if piece.is_none() {
            return Ok(false);
        }
        let mut machine = self.machine();
        machine.reset(piece.owner(), cell, Piece::NONE);
        let answer = self.attacked(&mut machine);
        self.done(machine);
        answer
    }

    /// Could a rival of the owner of the piece under the cursor take it? What is in hand is put there first.
    pub(super) fn attacked(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        let scope = self.rules.attack;
        let allowed = if scope == AttackScope::Legal { MAX_DEPTH } else { 1 };
        if self.attacking >= allowed {
            return Ok(false);
        }
        let (cell, mark) = (m.regs.cursor, self.board.mark());
        if let Some(bundle) = m.regs.hand.first() {
            let pieces = bundle.pieces.clone();
            self.board.keep_cell(self.program, cell);
            for (piece, n) in pieces {
                match self.program.pile() {
                    Pile::Single => self.board.state.put(self.program, CellId(cell), piece),
                    Pile::Stack => self.board.state.push(CellId(cell), piece),
                    Pile::Heap => {
                        self.board.state.add_heap(self.program, CellId(cell), piece, n as i64);
                    }
                }
            }
        }
        let piece = self.top(cell);
        let answer = self.aside(|world| match piece.is_none() {
            true => Ok(false),
            false => world.by_rivals(m, cell, piece),
        });
        if let Ok(answer) = answer {
            self.tell_attacked(m, cell, answer);
        }
        self.board.undo(self.program, mark);
        answer
    }

    fn by_rivals(&mut self, m: &mut Machine, cell: u16, piece: Piece) -> Result<bool, RunError> {
        if let Some(script) = self.rules.kinds[piece.kind().idx()].attacked {
            return self.redefined(m, script, cell);
        }
        let was = self.signature(cell);
        // Generation variables of the move in progress are not those of the rival's.
        let gens = std::mem::replace(&mut self.gens, vec![Val::Int(0); self.rules.gens.len()]);
        self.attacking += 1;
        let mut answer = Ok(false);
        for rival in self.rivals(piece.owner()) {
            answer = match self.rules.attack {
                AttackScope::Pseudo => self.all_rules(rival, None, Purpose::Attack { cell, was }),
                AttackScope::Priority => self.among_candidates(rival, cell, was, false),
                AttackScope::Legal => self.among_candidates(rival, cell, was, true),
            };
            if !matches!(answer, Ok(false)) {
                break;
            }
        }
        self.attacking -= 1;
        self.gens = gens;
        answer
    }

    fn redefined(&mut self, m: &mut Machine, script: zug_ir::ScriptId, cell: u16) -> Result<bool, RunError> {
        let mut test = self.machine();
        test.reset(m.regs.me, cell, Piece::NONE);
        self.attacking += 1;
        let mark = self.board.mark();
        let answer = self.run(&mut test, script, Purpose::Test);
        self.board.undo(self.program, mark);
        self.attacking -= 1;
        self.done(test);
        answer
    }

    /// Does one of the moves that priorities (and invariants) leave to a rival change the piece?
    fn among_candidates(
        &mut self,
        rival: zug_ir::PlayerId,
        cell: u16,
        was: u64,
        legal: bool,
    ) -> Result<bool, RunError> {
        let outer = std::mem::take(&mut self.out);
        let found = self.candidates(rival, None);
        let candidates = std::mem::replace(&mut self.out, outer);
        found?;
        for candidate in &candidates {
            if legal && !self.lawful(rival, candidate)? {
                continue;
            }
            let mark = self.board.mark();
            for action in &candidate.mv.actions {
                self.board.apply(self.program, action, rival, &mut Vec::new());
            }
            let gone = self.signature(cell) != was;
            self.board.undo(self.program, mark);
            if gone {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Could a capture by a rival on the cell under the cursor be answered by the mover?
    pub(super) fn defended(&mut self, m: &mut Machine) -> Result<bool, RunError> {
        if self.attacking > 0 {
            return Ok(false);
        }
        let (cell, me) = (m.regs.cursor, m.regs.me);
        let was = self.signature(cell);
        let gens = std::mem::replace(&mut self.gens, vec![Val::Int(0); self.rules.gens.len()]);
        self.attacking += 1;
        let mut answer = Ok(false);
        for rival in self.rivals(me) {
            answer = self.answered(rival, me, cell, was);
            if !matches!(answer, Ok(false)) {
                break;
            }
        }
        self.attacking -= 1;
        self.gens = gens;
        answer
    }

    /// Is there a capture by `rival` on the cell after which the capturing piece is attacked by `me`?
    fn answered(
        &mut self,
        rival: zug_ir::PlayerId,
        me: zug_ir::PlayerId,
        cell: u16,
        was: u64,
    ) -> Result<bool, RunError> {
        let outer = std::mem::take(&mut self.out);
        let found = self.candidates(rival, None);
        let candidates = std::mem::replace(&mut self.out, outer);
        found?;
        for candidate in &candidates {
            let mark = self.board.mark();
            for action in &candidate.mv.actions {
                self.board.apply(self.program, action, rival, &mut Vec::new());
            }
            let now = self.signature(cell);
            let taken = now != was && self.top(cell).is_owned(rival);
            let answer =
                if taken { self.all_rules(me, None, Purpose::Attack { cell, was: now }) } else { Ok(false) };
            self.board.undo(self.program, mark);
            if answer? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Could the piece under the cursor end a move on a cell, if nothing stood there?
    pub(super) fn reaches(
        &mut self,
        m: &mut Machine,
        target: u16,
        mode: Option<ModeId>,
    ) -> Result<bool, RunError> {
        let (start, piece) = (m.regs.cursor, self.top(m.regs.cursor));
        if self.attacking > 1 || piece.is_none() || target == NO_CELL || start == target {
            return Ok(false);
        }
        let mark = self.board.mark();
        self.board.keep_cell(self.program, target);
        match self.program.pile() {
            Pile::Single => self.board.state.put(self.program, CellId(target), Piece::NONE),
            Pile::Stack => {
                self.board.state.take_stack(CellId(target), 0);
            }
            Pile::Heap => self.board.state.clear_heap(self.program, CellId(target)),
        }
        let gens = std::mem::replace(&mut self.gens, vec![Val::Int(0); self.rules.gens.len()]);
        // Deeper questions are not asked.
        self.attacking += 2;
        let mut answer = Ok(false);
        let rules = self.rules;
        for rule in rules.kinds[piece.kind().idx()].moves.iter().filter(|r| mode.is_none() || r.mode == mode)
        {
            answer = self.first_part(piece.owner(), start, piece, rule, Purpose::Reach { cell: target });
            if !matches!(answer, Ok(false)) {
                break;
            }
        }
        self.attacking -= 2;
        self.gens = gens;
        self.board.undo(self.program, mark);
        answer
    }
}
