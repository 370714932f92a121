//! Runs that give an account of what they ask (see `account`).
//!
//! Every question is about what was there when the run began. What the run has changed itself it knows: it has asked for
//! whatever decided the change.

use super::account::{About, Account, Add, Answer, Ask, Cells, Change, End, Ends};
use super::machine::Machine;
use super::pure::Question;
use super::run::{Flow, Purpose};
use super::{Moves, Val, World};
use crate::action::{Action, NO_CELL};
use crate::error::RunError;
use crate::piece::Piece;
use zug_ir::{
    ArriveRule, CellId, CellTest, Const, GlobalId, KindId, Pile, PlayerId, Quantifier, Recycle,
    ScriptOp as Op,
};

/// Larger numbers are not added to without knowing them.
pub const MAX_SUM: i32 = 1 << 26;

impl World<'_> {
    #[inline(always)]
    fn account(&mut self) -> Option<&mut Account> {
        self.account.as_deref_mut()
    }

    /// Does what the run asks matter to somebody?
    pub(super) fn is_telling(&self) -> bool {
        self.account.as_ref().is_some_and(|account| account.is_telling())
    }

    /// What follows depends on more than can be told.
    pub(super) fn tell_stuck(&mut self) {
        if let Some(account) = self.account() {
            account.stuck();
        }
    }

    fn told(&mut self, ask: Ask, answer: impl FnOnce(&Self) -> Answer) {
        let Some(account) = self.account.as_ref().filter(|account| !account.knows(ask)) else { return };
        debug_assert!(account.is_telling());
        let answer = answer(self);
        if let Some(account) = self.account() {
            account.ask(ask, answer);
        }
    }

    /// Has the run changed what is on a cell?
    fn has_changed(&self, cell: u16) -> bool {
        self.account.as_ref().is_some_and(|account| self.board.changed(account.mark, cell))
    }

    /// Has a piece that parts before have captured gone from the cell? Whether one was there is asked, once they are gone.
    fn tell_gone(&mut self, cell: u16) -> bool {
        let Some(account) = self.account.as_ref().filter(|account| !account.first) else { return false };
        let before = self.board.doomed_before(account.mark);
        let settled = self.board.state.doomed.is_empty() && !before.is_empty();
        let gone = settled && before.iter().any(|(c, _)| *c == cell);
        if settled {
            self.tell_doomed(cell);
        }
        gone
    }

    fn tell_of(&mut self, cell: u16, ask: Ask, answer: impl FnOnce(Piece) -> u64) {
        if cell == NO_CELL || self.tell_gone(cell) || self.knows_piece(cell) {
            return;
        }
        if !self.has_changed(cell) {
            self.told(ask, |world| Answer::Word(answer(world.top(cell))));
        }
    }

    /// What a test of the cell under the cursor asks for.
    #[inline(always)]
    pub(super) fn tell_test(&mut self, m: &Machine, test: CellTest) {
        if self.account.is_none() {
            return;
        }
        let (cell, state) = (m.regs.cursor, &self.board.state);
        match test {
            CellTest::Empty => self.tell_empty(cell),
            CellTest::Friend | CellTest::Enemy => self.tell_side(m, cell),
            CellTest::LastFrom => self.tell_word(Ask::LastFrom(cell), u64::from(state.last_from == cell)),
            CellTest::LastTo => self.tell_word(Ask::LastTo(cell), u64::from(state.last_to == cell)),
            CellTest::Flag => self.tell_flag(m, cell),
            CellTest::Attacked => {}
            CellTest::Defended => self.tell_stuck(),
        }
    }

    /// Whether the cell is empty is asked.
    #[inline(always)]
    pub(super) fn tell_empty(&mut self, cell: u16) {
        if self.account.is_some() {
            self.tell_of(cell, Ask::Empty(cell), |piece| u64::from(piece.is_none()));
        }
    }

    /// Whose piece it holds is asked.
    #[inline(always)]
    pub(super) fn tell_side(&mut self, m: &Machine, cell: u16) {
        if self.account.is_some() {
            let (me, rules) = (m.regs.me, self.rules);
            self.tell_of(cell, Ask::Side(cell, me), |piece| match piece {
                Piece::NONE => 0,
                piece => 2 - u64::from(piece.owner() == me || rules.is_ally(me, piece.owner())),
            });
        }
    }

    /// Its visible piece is asked for.
    #[inline(always)]
    pub(super) fn tell_piece(&mut self, cell: u16) {
        if self.account.is_some() {
            self.tell_of(cell, Ask::Piece(cell), |piece| piece.0);
        }
    }

    fn knows_piece(&self, cell: u16) -> bool {
        let knows = |account: &Account| account.knows(Ask::Piece(cell)) || account.knows(Ask::Pile(cell));
        self.account.as_deref().is_some_and(knows)
    }

    /// All of it is asked for.
    pub(super) fn tell_pile(&mut self, cell: u16) {
        if self.account.is_none() || cell == NO_CELL || self.program.pile() == Pile::Single {
            return self.tell_piece(cell);
        }
        if self.program.pile() == Pile::Heap {
            return self.tell_stuck();
        }
        if !self.has_changed(cell) {
            self.told(Ask::Pile(cell), |world| {
                Answer::Pile(world.board.state.stack(CellId(cell)).map(|p| p.0).collect())
            });
        }
    }

    /// The same where there is more than the visible piece.
    pub(super) fn tell_pile_of_stack(&mut self, cell: u16) {
        if self.account.is_some() && self.program.pile() != Pile::Single {
            self.tell_pile(cell);
        }
    }

    /// What is asked where pieces in hand are about to be set down.
    pub(super) fn tell_arrival(&mut self, m: &Machine, rule: ArriveRule) {
        let single = m.regs.hand.len() == 1;
        for bundle in m.regs.hand.iter() {
            let to = if single { m.regs.cursor } else { bundle.at };
            self.tell_doomed(to);
            match rule {
                ArriveRule::NotFriend => self.tell_side(m, to),
                ArriveRule::Empty => self.tell_empty(to),
                ArriveRule::Any => {}
            }
        }
    }

    /// What is on a cell is about to change. What goes back to a reserve must be known; so must be what is below.
    pub(super) fn tell_change(&mut self, cell: u16) {
        if self.account.is_some() {
            if self.program.pile() != Pile::Single {
                self.tell_pile(cell);
            } else if self.program.game().rules.recycle != Recycle::Nowhere {
                self.tell_piece(cell);
            }
        }
    }

    /// The same for an action.
    pub(super) fn tell_action(&mut self, action: &Action) {
        if self.account.is_none() {
            return;
        }
        match *action {
            Action::Move { from, to, .. } | Action::Copy { from, to, .. } => {
                self.tell_change(from.0);
                self.tell_change(to.0);
            }
            Action::Tuck { at, to, .. } => {
                self.tell_change(at.0);
                self.tell_change(to.0);
            }
            Action::Drop { at, .. }
            | Action::Land { at, .. }
            | Action::Lift { at, .. }
            | Action::Capture { at, .. }
            | Action::CaptureLate { at, .. }
            | Action::Create { at, .. }
            | Action::ChangeKind { at, .. }
            | Action::ChangeOwner { at, .. }
            | Action::Flip { at, .. }
            | Action::SetAttr { at, .. }
            | Action::Promote { at, .. } => self.tell_change(at.0),
            // What parts before have captured is asked for cell by cell, but not what goes back to reserves.
            Action::Settle => {
                let own = self.account.as_ref().is_some_and(|a| self.board.doomed_before(a.mark).is_empty());
                if !own && self.program.game().rules.recycle != Recycle::Nowhere {
                    return self.tell_stuck();
                }
                let doomed: Vec<u16> = self.board.state.doomed.iter().map(|(cell, _)| *cell).collect();
                if own {
                    doomed.into_iter().for_each(|cell| self.tell_change(cell));
                } else if self.program.pile() != Pile::Single {
                    self.tell_stuck();
                }
            }
            Action::SetGlobal { .. }
            | Action::AddReserve { .. }
            | Action::RepeatTurn
            | Action::SetTurn { .. } => {}
        }
    }

    /// Whether the piece there is captured already is asked.
    #[inline(always)]
    pub(super) fn tell_doomed(&mut self, cell: u16) {
        if let Some(account) = &self.account
            && !account.first
            && cell != NO_CELL
        {
            let mark = account.mark;
            self.told(Ask::Doomed(cell), |world| {
                let doomed = world.board.doomed_before(mark);
                Answer::Word(u64::from(doomed.iter().any(|(c, _)| *c == cell)))
            });
        }
    }

    /// What is captured is to leave now, if there is anything.
    pub(super) fn tell_settled(&mut self, waiting: bool) {
        let Some(account) = self.account.as_ref().filter(|account| !account.first) else { return };
        let before = self.board.doomed_before(account.mark);
        // What this run has captured it knows; then there is something in any case.
        if self.board.state.doomed.len() <= before.len() {
            self.tell_word(Ask::AnyDoomed, u64::from(waiting));
        }
    }

    #[inline(always)]
    pub(super) fn tell_global(&mut self, global: usize) {
        let Some(account) = &self.account else { return };
        let (mark, added) = (account.mark, account.adds.iter().any(|add| add.global.idx() == global));
        if global < self.board.state.globals.len() && (added || !self.board.changed_global(mark, global)) {
            let value = self.board.global_before(mark, global);
            self.told(Ask::Global(global as u16), |_| Answer::Word(u64::from(value as u32)));
        }
    }

    /// A value that is only read to be set to so much more need not be known. What the run goes on with, if it was that.
    pub(super) fn tell_sum(
        &mut self,
        m: &mut Machine,
        pc: usize,
        global: usize,
    ) -> Result<Option<Flow>, RunError> {
        if !self.is_telling() || !m.quantifiers.is_empty() {
            return Ok(None);
        }
        let code = &self.rules.scripts[self.script.idx()].code;
        let Some(&[Op::Push { value: Const::Int(n) }, sum, set]) = code.get(pc + 1..pc + 4) else {
            return Ok(None);
        };
        let sets = match (code[pc], set) {
            (Op::Global { global }, Op::SetGlobal { global: set }) => global == set,
            (Op::PlayerValue { first }, Op::SetPlayerValue { first: set }) => first == set,
            _ => false,
        };
        let more = match sum {
            Op::Add {} => Some(n),
            Op::Sub {} => n.checked_neg(),
            _ => None,
        };
        let (Some(more), true, Some(&value)) = (more, sets, self.board.state.globals.get(global)) else {
            return Ok(None);
        };
        let is_small = |n: i32| n.unsigned_abs() < MAX_SUM.unsigned_abs();
        let mark = self.account.as_ref().map_or(0, |account| account.mark);
        let before = self.board.global_before(mark, global);
        if !is_small(value) || !is_small(more) || !is_small(before) {
            return Ok(None);
        }
        // What the run has set is known, and not what it was before and more.
        let global = GlobalId(global as u16);
        let sets = |a: &Action| matches!(a, Action::SetGlobal { global: set, .. } if *set == global);
        let last = m.actions.iter().rposition(sets);
        let added = |at: usize| {
            self.account.as_ref().is_some_and(|account| account.adds.iter().any(|add| add.at as usize == at))
        };
        if self.board.changed_global(mark, global.idx()) && !last.is_some_and(added) {
            return Ok(None);
        }
        let at = m.actions.len() as u32;
        self.act(m, Action::SetGlobal { global, value: value + more })?;
        if let Some(account) = self.account() {
            account.adds.push(Add { at, global, more: value + more - before });
        }
        Ok(Some(Flow::Jump(pc + 4)))
    }

    /// An action is about to be added to so many: what was known of later ones is out of date.
    #[inline(always)]
    pub(super) fn tell_acting(&mut self, n: usize) {
        if let Some(account) = self.account() {
            account.adds.retain(|add| (add.at as usize) < n);
        }
    }

    /// Values that the run has added to are asked for.
    fn tell_sums(&mut self) {
        let added = self.account.as_ref().map_or_else(Vec::new, |account| account.adds.clone());
        added.iter().for_each(|add| self.tell_global(add.global.idx()));
    }

    pub(super) fn tell_reserve(&mut self, player: PlayerId, kind: KindId) {
        if let Some(account) = &self.account
            && !self.board.state.reserve.is_empty()
        {
            let (mark, i) = (account.mark, self.program.reserve_idx(player, kind));
            self.told(Ask::Reserve(i as u16), |world| {
                Answer::Word(u64::from(world.board.reserve_before(mark, i)))
            });
        }
    }

    #[inline(always)]
    pub(super) fn tell_word(&mut self, ask: Ask, answer: u64) {
        if self.account.is_some() {
            self.told(ask, |_| Answer::Word(answer));
        }
    }

    /// The same about what parts before have left.
    #[inline(always)]
    pub(super) fn tell_before(&mut self, ask: Ask, answer: impl FnOnce(&Account) -> u64) {
        if let Some(account) = &self.account
            && !account.first
        {
            let answer = answer(account);
            self.tell_word(ask, answer);
        }
    }

    #[inline(always)]
    pub(super) fn tell_local(&mut self, m: &Machine, local: u16) {
        if let Some(account) = &self.account
            && !account.first
            && !m.local_trail.iter().any(|(l, _)| *l == local)
        {
            self.told(Ask::Local(local), |_| Answer::Value(m.locals[local as usize].clone()));
        }
    }

    #[inline(always)]
    pub(super) fn tell_flag(&mut self, m: &Machine, cell: u16) {
        if let Some(account) = &self.account
            && !account.first
            && !m.flags[account.n_flags.min(m.flags.len())..].contains(&cell)
        {
            let before = &m.flags[..account.n_flags.min(m.flags.len())];
            self.tell_word(Ask::Flag(cell), u64::from(before.contains(&cell)));
        }
    }

    /// Whether somebody can move is asked.
    pub(super) fn tell_no_moves(&mut self, none: bool) {
        match self.moves {
            Moves::Unknown => {}
            Moves::Ahead(_) if self.attacking > 0 => {}
            Moves::Ahead(_) => self.tell_stuck(),
            Moves::Known(_) | Moves::Ask if self.attacking > 0 => self.tell_stuck(),
            Moves::Known(_) | Moves::Ask => self.tell_word(Ask::NoMoves, u64::from(none)),
        }
    }

    pub(super) fn tell_repeated(&mut self, n: i32, situation: bool, answer: bool) {
        if let Some(account) = &self.account {
            if self.board.mark() > account.mark || self.attacking > 0 {
                return self.tell_stuck();
            }
            let judging = self.judging;
            self.tell_word(Ask::Repeated { n, situation, judging }, u64::from(answer));
        }
    }

    /// Asks a question whose answer others keep, without telling what it takes to find it.
    pub(super) fn aside<T>(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let account = self.account.take();
        let answer = ask(self);
        self.account = account;
        answer
    }

    /// Whether a piece is attacked is asked.
    pub(super) fn tell_attacked(&mut self, m: &Machine, cell: u16, answer: bool) {
        self.tell_sums();
        let Some(account) = &self.account else { return };
        match self.board.changes(account.mark) {
            Some(changes) if self.program.pile() == Pile::Single => {
                if let Some(account) = self.account() {
                    account.attacked(cell, m.regs.me, changes, answer);
                }
            }
            _ => self.tell_stuck(),
        }
    }

    /// A quantifier whose answer others keep. What the run goes on with.
    pub(super) fn tell_question(
        &mut self,
        m: &mut Machine,
        pc: usize,
        how: Quantifier,
        question: &Question,
    ) -> Result<Val, RunError> {
        let answer = self.aside(|world| world.answer_question(m, pc, how, question))?;
        let Some(account) = &self.account else { return Ok(answer) };
        let Some(mut changes) = self.board.changes(account.mark) else {
            self.tell_stuck();
            return Ok(answer);
        };
        changes.retain(|change| matches!(change, Change::Cell(..)));
        let regs = &m.regs;
        let about = About {
            id: question.id,
            script: self.script,
            pc: pc as u32,
            how,
            of_each: if question.of_each { Some(self.cells_of(m, pc + 1)?) } else { None },
            cursor: if question.of_each { NO_CELL } else { regs.cursor },
            start: if question.asks_start { regs.start } else { NO_CELL },
            me: regs.me,
            actor: regs.actor,
            locals: question.about.iter().map(|l| (l.0, m.locals[l.idx()].clone())).collect(),
        };
        if let Some(account) = self.account() {
            account.question(Box::new(about), changes, answer.clone());
        }
        Ok(answer)
    }

    fn cells_of(&mut self, m: &Machine, pc: usize) -> Result<Cells, RunError> {
        let code = &self.rules.scripts[self.script.idx()].code;
        Ok(match code[pc] {
            Op::AnyPiece {} => Cells::Held(None),
            Op::AnyKind { kind } => Cells::Held(Some(kind)),
            _ => Cells::These(self.each_cell(m, pc)?),
        })
    }

    /// Looks for the answer to a question at once, and tells it. For one of the cells it is asked of, each is 1 of them.
    pub(super) fn look_at(
        &mut self,
        m: &mut Machine,
        pc: usize,
        how: Quantifier,
        of_each: bool,
    ) -> Result<Val, RunError> {
        let answer = self.look_now(m, pc, how, of_each)?;
        self.tell_answer(m, &answer);
        Ok(answer)
    }

    fn tell_answer(&mut self, m: &Machine, answer: &Val) {
        self.tell_end(m, Ends::Accept);
        if let Some(end) = self.account().and_then(|account| account.ends.last_mut()) {
            end.value = answer.clone();
        }
    }

    fn answer_question(
        &mut self,
        m: &mut Machine,
        pc: usize,
        how: Quantifier,
        question: &Question,
    ) -> Result<Val, RunError> {
        if !question.of_each {
            return self.look_now(m, pc, how, false);
        }
        let inside = std::mem::replace(&mut self.asks_each, true);
        let answer = self.ask_each(m, pc, how, question);
        self.asks_each = inside;
        answer
    }

    /// Cells that an op goes to, one after another, because of the pieces on them.
    pub(super) fn tell_each(&mut self, m: &Machine, kind: Option<KindId>, cells: &[u16]) {
        let (changed, known) = self.changed_among(cells);
        if let Some(account) = self.account() {
            account.each(m.choices.len(), kind, changed, known, cells);
        }
    }

    /// The cells that the run has changed, in order, and those of them that are among some.
    fn changed_among(&self, cells: &[u16]) -> (Vec<u16>, Vec<u16>) {
        let Some(account) = &self.account else { return Default::default() };
        let mut changed = self.board.changed_cells(account.mark);
        changed.sort_unstable();
        let known = changed.iter().copied().filter(|c| cells.contains(c)).collect();
        (changed, known)
    }

    /// Which of the alternatives of a choice outside of quantifiers is the only one wanted, if that is so.
    #[inline(always)]
    pub(super) fn wanted(&mut self, m: &Machine) -> Option<usize> {
        if self.account.is_none() || !m.quantifiers.is_empty() {
            return None;
        }
        self.account().and_then(|account| account.guide.pop()).map(|wanted| wanted as usize)
    }

    /// Takes the wanted one of some alternatives.
    pub(super) fn tell_taken(&mut self, n: usize, chosen: usize) {
        if let Some(account) = self.account() {
            account.take(n, chosen);
        }
    }

    /// Takes the wanted one of the cells that the pieces on the board decide.
    pub(super) fn tell_taken_each(&mut self, kind: Option<KindId>, cells: &[u16], cell: u16) {
        let (changed, known) = self.changed_among(cells);
        if let Some(account) = self.account() {
            account.take_each(kind, changed, known, cell);
        }
    }

    /// A choice of so many is about to be opened.
    #[inline(always)]
    pub(super) fn tell_fork(&mut self, m: &Machine, n: usize) {
        if n > 1
            && let Some(account) = self.account()
        {
            account.fork(m.choices.len(), n);
        }
    }

    /// The run fails: it goes back to a choice, if there is one.
    #[inline(always)]
    pub(super) fn tell_back(&mut self, choice: Option<usize>) {
        if let Some(account) = self.account() {
            account.back(choice);
        }
    }

    #[inline(always)]
    pub(super) fn tell_succeed(&mut self, value: Val, actions: &[Action], captured: u32) {
        if let Some(account) = self.account() {
            account.succeed(value, actions, captured);
        }
    }

    #[inline(always)]
    pub(super) fn tell_conclude(&mut self) {
        if let Some(account) = self.account() {
            account.conclude();
        }
    }

    /// Who plays on is asked.
    pub(super) fn tell_out(&mut self) {
        if self.account.is_some() && self.program.eliminates() {
            let out = self.board.state.out.iter().fold(0, |out, p| out | 1 << p.0.min(63));
            self.tell_word(Ask::Out, out);
        }
    }

    /// A part or a move has ended. True if that answers the question the run was for.
    pub(super) fn tell_ended(&mut self, m: &Machine, ends: Ends, purpose: Purpose) -> bool {
        match purpose {
            Purpose::Moves => {
                if ends != Ends::Done || !self.has_done_nothing(m) {
                    self.tell_end(m, ends);
                }
                return false;
            }
            // The piece may have been replaced by one like it.
            Purpose::Attack { cell, .. } if self.has_changed(cell) => {
                if let Some(account) = &self.account
                    && let Some(piece) = self.board.piece_before(account.mark, cell)
                {
                    self.told(Ask::Piece(cell), |_| Answer::Word(piece.0));
                } else {
                    self.tell_stuck();
                }
            }
            _ => {}
        }
        let answered = self.is_answer(m, purpose);
        if answered {
            self.tell_end(m, Ends::Accept);
        } else if matches!(ends, Ends::Part(_)) {
            // Other parts may answer it.
            self.tell_stuck();
        }
        answered
    }

    pub(super) fn tell_end(&mut self, m: &Machine, ends: Ends) {
        let head = self.head(m, zug_ir::Then::Done);
        let Some(account) = self.account() else { return };
        // Locals are told as they are now, each once.
        let mut locals: Vec<(u16, Val)> = Vec::new();
        for (local, _) in m.local_trail.iter().filter(|(l, _)| account.live.get(*l as usize) == Some(&true)) {
            if !locals.iter().any(|(known, _)| known == local) {
                locals.push((*local, m.locals[*local as usize].clone()));
            }
        }
        locals.sort_unstable_by_key(|(local, _)| *local);
        if !m.defers.is_empty() {
            account.stuck();
        }
        let mut actions = m.actions.clone();
        let adds: Vec<Add> =
            account.adds.iter().copied().filter(|a| (a.at as usize) < actions.len()).collect();
        for add in &adds {
            actions[add.at as usize] = Action::SetGlobal { global: add.global, value: 0 };
        }
        let began_here = account.first || account.start == NO_CELL;
        let end = End {
            ends,
            actions,
            adds,
            from: head.from,
            to: head.to,
            cursor: m.regs.cursor,
            start: began_here.then_some(m.regs.start),
            landed: m.regs.landed,
            captured: m.regs.captured.saturating_sub(account.captured),
            locals,
            flags: m.flags[account.n_flags.min(m.flags.len())..].to_vec(),
            logs: m.logs.clone(),
            hints: m.hints.clone(),
            weight: m.regs.weight,
            forced: m.regs.forced,
            yields: m.yields.clone(),
            value: Val::None,
        };
        self.keep_end(&end);
        if let Some(account) = self.account() {
            account.end(end);
        }
    }

    /// Is a piece's move no move, since nothing has changed? Whatever decides that is asked.
    fn has_done_nothing(&mut self, m: &Machine) -> bool {
        let piece = m.mover.is_some() && m.heads.is_empty() && m.part_from != NO_CELL;
        if !piece || m.actions.iter().any(|a| matches!(a, Action::SetTurn { .. })) {
            return false;
        }
        let Some(mark) = self.account.as_ref().map(|account| account.mark) else { return false };
        let differing = self.board.differing(self.program, mark);
        let sure = |cell: &u16| self.knows_piece(*cell);
        if differing.iter().any(sure) || self.board.reserves_differ(mark) {
            return false;
        }
        // Nobody has asked what was there before; now it matters.
        for cell in self.board.changed_cells(mark) {
            let Some(piece) = self.board.piece_before(mark, cell) else {
                self.tell_stuck();
                continue;
            };
            self.told(Ask::Piece(cell), |_| Answer::Word(piece.0));
        }
        if !differing.is_empty() {
            return false;
        }
        let changed = self.board.globals_before(mark);
        for (global, value) in &changed {
            self.told(Ask::Global(*global), |_| Answer::Word(u64::from(*value as u32)));
        }
        changed.iter().all(|(global, value)| self.board.state.globals[usize::from(*global)] == *value)
    }
}
