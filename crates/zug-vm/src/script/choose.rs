//! Choices, failures that go back to them, and quantifiers.

use super::World;
use super::account::Ask;
use super::machine::{Alternatives, Loop, Machine, Tally};
use super::memo::{Asked, Recalled};
use super::pure::Question;
use super::run::{Flow, MAX_VALUES, Purpose, cell_of};
use super::value::Val;
use crate::error::{Limit, MAX_EFFECTS, RunError};
use crate::work;
use zug_ir::Quantifier;

/// Choices open at once.
const MAX_CHOICES: usize = 50_000;
/// Where a run ends that looks for one answer.
const NOWHERE: usize = usize::MAX;

impl World<'_> {
    /// Goes back to the last choice; where to go on. None if there is none left.
    pub(super) fn go_back(&mut self, m: &mut Machine) -> Result<Option<usize>, RunError> {
        let Some(choice) = m.choices.last() else {
            self.tell_back(None);
            return Ok(None);
        };
        let (pc, kind) = (choice.pc, choice.kind);
        if kind != Alternatives::Quantifier {
            self.tell_back(Some(m.choices.len() - 1));
        }
        let copies = choice.regs.bytes();
        self.board.undo(self.program, choice.board);
        m.undo_locals(choice.locals);
        if copies > 0 {
            self.charge(work::scan(copies / 8))?;
        }
        match kind {
            Alternatives::Way => m.restore(),
            Alternatives::Values => {
                let value = m.next_value();
                m.push(value);
            }
            Alternatives::Cells => {
                m.regs.cursor = cell_of(&m.next_value());
                m.push(Val::Int(1));
            }
            Alternatives::Quantifier => {
                m.restore();
                if let Some(tally) = m.quantifiers.pop() {
                    self.conclude(m, tally)?;
                }
            }
        }
        Ok(Some(pc))
    }

    /// Everything inside a quantifier has been tried.
    fn conclude(&mut self, m: &mut Machine, mut tally: Tally) -> Result<(), RunError> {
        let asked = tally.asked.take();
        self.tell_conclude();
        let result = match tally.how {
            Quantifier::Exists | Quantifier::First => Val::Int(0),
            Quantifier::NotExists => Val::Int(1),
            Quantifier::Count | Quantifier::Sum => Val::Int(tally.n),
            Quantifier::Collect => Val::list(tally.values),
            Quantifier::All => {
                for action in tally.actions {
                    self.redo(m, action)?;
                }
                m.regs.captured += tally.captured;
                Val::Int(tally.n)
            }
        };
        self.keep_answer(asked, &result);
        m.push(result);
        Ok(())
    }

    /// An alternative of the innermost quantifier has succeeded.
    pub(super) fn succeed(&mut self, m: &mut Machine) -> Result<Flow, RunError> {
        let Some(tally) = m.quantifiers.last_mut() else { return Ok(Flow::Fail) };
        let at = tally.at;
        let end = m.choices[at].pc;
        match tally.how {
            how @ (Quantifier::Exists | Quantifier::NotExists) => {
                let asked = tally.asked.take();
                self.tell_succeed(Val::None, &[], 0);
                self.tell_conclude();
                m.quantifiers.pop();
                m.cut_choices(at + 1);
                self.board.undo(self.program, m.choices[at].board);
                m.undo_locals(m.choices[at].locals);
                m.restore();
                let answer = Val::truth(how == Quantifier::Exists);
                self.keep_answer(asked, &answer);
                m.push(answer);
                return Ok(Flow::Jump(end));
            }
            Quantifier::First => {
                self.tell_conclude();
                m.quantifiers.pop();
                m.cut_choices(at);
                return Ok(Flow::Jump(end));
            }
            Quantifier::Count => {
                tally.n = tally.n.saturating_add(1);
                self.tell_succeed(Val::None, &[], 0);
            }
            Quantifier::All => {
                let before = &m.choices[at].regs;
                if m.regs.hand.len() != before.hand.len() {
                    // What the alternative has taken up would be nowhere.
                    return Ok(Flow::Fail);
                }
                tally.n = tally.n.saturating_add(1);
                let from = (before.n_actions as usize).min(m.actions.len());
                tally.actions.extend_from_slice(&m.actions[from..]);
                let captured = m.regs.captured.saturating_sub(before.captured);
                tally.captured += captured;
                let kept = tally.actions.len();
                self.tell_succeed(Val::None, &m.actions[from..], captured);
                if kept > MAX_EFFECTS {
                    return Err(self.error(Limit::Effects));
                }
            }
            Quantifier::Sum => {
                let value = m.stack.pop().map_or(0, |v| v.number());
                let sum = tally.n.checked_add(value);
                tally.n = sum.ok_or_else(|| self.error(Limit::Number))?;
                self.tell_succeed(Val::Int(value), &[], 0);
            }
            Quantifier::Collect => {
                let value = m.stack.pop().unwrap_or(Val::None);
                let known = tally.values.len();
                if let Some(account) = self.account.as_deref_mut() {
                    account.succeed(value.clone(), &[], 0);
                }
                if !tally.values.contains(&value) {
                    tally.values.push(value);
                }
                self.charge(work::scan(known))?;
                if known > MAX_VALUES {
                    return Err(self.error(Limit::Ops));
                }
            }
        }
        Ok(Flow::Fail)
    }

    /// Chooses among the values on top of the stack, the lowest of them at once.
    pub(super) fn choose_of(&mut self, m: &mut Machine, pc: usize, n: usize) -> Result<Flow, RunError> {
        self.charge(n as u64)?;
        let first = m.stack.len().saturating_sub(n);
        if first == m.stack.len() {
            return Ok(Flow::Fail);
        }
        if m.stack.len() > first + 1 {
            if let Some(wanted) = self.wanted(m) {
                self.tell_taken(m.stack.len() - first, wanted);
                m.stack.swap(first, first + wanted.min(n - 1));
                m.stack.truncate(first + 1);
                return Ok(Flow::Next);
            }
            self.tell_fork(m, m.stack.len() - first);
            self.may_open(m, first)?;
            let saved = m.saved.len();
            m.saved.extend_from_slice(&m.stack[..first]);
            m.saved.extend(m.stack.drain(first + 1..).rev());
            m.choices.push(m.choice(pc + 1, self.board.mark(), Alternatives::Values, saved, first));
        }
        Ok(Flow::Next)
    }

    /// Chooses among values, the first at once.
    pub(super) fn choose_value(
        &mut self,
        m: &mut Machine,
        pc: usize,
        mut values: impl DoubleEndedIterator<Item = Val> + ExactSizeIterator,
    ) -> Result<Flow, RunError> {
        if values.len() > 1
            && let Some(wanted) = self.wanted(m)
        {
            self.tell_taken(values.len(), wanted);
            let Some(value) = values.nth(wanted) else { return Ok(Flow::Fail) };
            m.push(value);
            return Ok(Flow::Next);
        }
        self.tell_fork(m, values.len());
        let Some(first) = self.choose_first(m, pc, Alternatives::Values, values)? else {
            return Ok(Flow::Fail);
        };
        m.push(first);
        Ok(Flow::Next)
    }

    /// Chooses among cells, the first at once.
    pub(super) fn choose_cell(
        &mut self,
        m: &mut Machine,
        pc: usize,
        cells: &[u16],
    ) -> Result<Flow, RunError> {
        if cells.len() > 1
            && let Some(wanted) = self.wanted(m)
        {
            self.tell_taken(cells.len(), wanted);
            let Some(cell) = cells.get(wanted) else { return Ok(Flow::Fail) };
            m.regs.cursor = *cell;
            m.push(Val::Int(1));
            return Ok(Flow::Next);
        }
        self.tell_fork(m, cells.len());
        self.choose_told(m, pc, cells)
    }

    /// The same where the pieces on the board decide which cells there are.
    pub(super) fn choose_piece(
        &mut self,
        m: &mut Machine,
        pc: usize,
        op: zug_ir::ScriptOp,
        cells: &[u16],
    ) -> Result<Flow, RunError> {
        let kind = if let zug_ir::ScriptOp::AnyKind { kind } = op { Some(kind) } else { None };
        if let Some(wanted) = self.wanted(m) {
            self.tell_taken_each(kind, cells, wanted as u16);
            m.regs.cursor = wanted as u16;
            m.push(Val::Int(1));
            return Ok(Flow::Next);
        }
        self.tell_each(m, kind, cells);
        self.choose_told(m, pc, cells)
    }

    fn choose_told(&mut self, m: &mut Machine, pc: usize, cells: &[u16]) -> Result<Flow, RunError> {
        let cells = cells.iter().map(|&cell| Val::Cell(cell));
        let Some(first) = self.choose_first(m, pc, Alternatives::Cells, cells)? else {
            return Ok(Flow::Fail);
        };
        m.regs.cursor = cell_of(&first);
        m.push(Val::Int(1));
        Ok(Flow::Next)
    }

    /// The first of some values; the others are kept for later.
    fn choose_first(
        &mut self,
        m: &mut Machine,
        pc: usize,
        kind: Alternatives,
        mut values: impl DoubleEndedIterator<Item = Val> + ExactSizeIterator,
    ) -> Result<Option<Val>, RunError> {
        self.charge(values.len() as u64)?;
        let first = values.next();
        if values.len() > 0 {
            self.open(m, pc + 1, kind)?;
            m.saved.extend(values.rev());
        }
        Ok(first)
    }

    /// Begins to look for an answer, unless it is known.
    pub(super) fn quantify(
        &mut self,
        m: &mut Machine,
        pc: usize,
        how: Quantifier,
        end: usize,
    ) -> Result<Flow, RunError> {
        if self.is_telling()
            && let Some(question) = self.pure_question(m, pc)
        {
            if question.asks_start {
                self.tell_before(Ask::Start, |account| u64::from(account.start));
            }
            for local in &question.about {
                self.tell_local(m, local.0);
            }
            let answer = self.tell_question(m, pc, how, &question)?;
            m.push(answer);
            return Ok(Flow::Jump(end));
        }
        let Some(question) = self.question(m, pc) else {
            self.look_for(m, how, end, None)?;
            return Ok(Flow::Next);
        };
        if question.of_each && !self.asks_each {
            self.asks_each = true;
            let answer = self.ask_each(m, pc, how, &question);
            self.asks_each = false;
            m.push(answer?);
            return Ok(Flow::Jump(end));
        }
        if question.of_each {
            self.look_for(m, how, end, None)?;
            return Ok(Flow::Next);
        }
        match self.recall(m, &question)? {
            Recalled::Answer(answer) => {
                m.push(answer);
                Ok(Flow::Jump(end))
            }
            Recalled::Asked(asked) => {
                self.look_for(m, how, end, Some(asked))?;
                Ok(Flow::Next)
            }
        }
    }

    /// The same at once, with the answer. `chosen`: the first op of the code has chosen a cell.
    pub(super) fn look_now(
        &mut self,
        m: &mut Machine,
        pc: usize,
        how: Quantifier,
        chosen: bool,
    ) -> Result<Val, RunError> {
        self.look_for(m, how, NOWHERE, None)?;
        if chosen {
            m.push(Val::Int(1));
        }
        self.go_on(m, pc + 1, Purpose::Test)?;
        Ok(m.pop())
    }

    fn look_for(
        &mut self,
        m: &mut Machine,
        how: Quantifier,
        end: usize,
        asked: Option<Box<Asked>>,
    ) -> Result<(), RunError> {
        let at = m.choices.len();
        if let Some(account) = self.account.as_deref_mut() {
            account.quantify(at, how);
        }
        self.open(m, end, Alternatives::Quantifier)?;
        let (values, actions) = (Vec::new(), Vec::new());
        m.quantifiers.push(Tally { at, how, n: 0, values, actions, captured: 0, asked });
        Ok(())
    }

    /// The answer of a quantifier whose first op goes to one cell after another: put together from the answers for each.
    pub(super) fn ask_each(
        &mut self,
        m: &mut Machine,
        pc: usize,
        how: Quantifier,
        question: &Question,
    ) -> Result<Val, RunError> {
        let here = m.regs.cursor;
        let cells = self.each_cell(m, pc + 1)?;
        self.charge(cells.len() as u64)?;
        let (mut n, mut values) = (0_i32, Vec::new());
        for cell in cells {
            m.regs.cursor = cell;
            let answer = match self.recall(m, question)? {
                Recalled::Answer(answer) => answer,
                Recalled::Asked(asked) => {
                    self.look_for(m, how, NOWHERE, Some(asked))?;
                    m.push(Val::Int(1));
                    self.go_on(m, pc + 2, Purpose::Test)?;
                    m.pop()
                }
            };
            match how {
                Quantifier::Exists | Quantifier::NotExists => {
                    if answer.number() == i32::from(how == Quantifier::Exists) {
                        m.regs.cursor = here;
                        return Ok(answer);
                    }
                }
                Quantifier::Collect => {
                    for value in answer.elements() {
                        self.charge(work::scan(values.len()))?;
                        if !values.contains(value) {
                            values.push(value.clone());
                        }
                    }
                    if values.len() > MAX_VALUES {
                        return Err(self.error(Limit::Ops));
                    }
                }
                _ => {
                    let sum = n.checked_add(answer.number());
                    n = sum.ok_or_else(|| self.error(Limit::Number))?;
                }
            }
        }
        m.regs.cursor = here;
        Ok(match how {
            Quantifier::Exists | Quantifier::NotExists => Val::truth(how == Quantifier::NotExists),
            Quantifier::Collect => Val::list(values),
            _ => Val::Int(n),
        })
    }

    pub(super) fn open(&mut self, m: &mut Machine, pc: usize, kind: Alternatives) -> Result<(), RunError> {
        self.may_open(m, m.stack.len())?;
        m.choose(pc, self.board.mark(), kind);
        Ok(())
    }

    /// Is there room for another choice, with so many values on the stack?
    fn may_open(&mut self, m: &Machine, stack: usize) -> Result<(), RunError> {
        if m.choices.len() >= MAX_CHOICES {
            return Err(self.error(Limit::Choices));
        }
        let kept: usize = m.loops.iter().map(Loop::size).sum();
        // Lists are copied when they change after it.
        self.charge((stack + kept) as u64 / 2 + 4 + work::scan(m.regs.bytes() / 8))
    }
}

impl Machine {
    /// Puts registers, stack and loops back to the last choice, which is over.
    fn restore(&mut self) {
        let Some(choice) = self.choices.pop() else { return };
        self.regs = choice.regs;
        self.loops = choice.loops;
        self.stack.clear();
        self.stack.extend(self.saved.drain(choice.saved..).take(choice.stack));
        self.cut_lists();
    }

    /// The same, but with the next value of the choice, which stays if there are more.
    fn next_value(&mut self) -> Val {
        let value = self.saved.pop().unwrap_or(Val::None);
        let Some(choice) = self.choices.last() else { return value };
        let stack = choice.saved + choice.stack;
        if self.saved.len() == stack {
            self.restore();
            return value;
        }
        self.regs.clone_from(&choice.regs);
        self.loops.clone_from(&choice.loops);
        self.stack.clear();
        self.stack.extend_from_slice(&self.saved[choice.saved..stack]);
        self.cut_lists();
        value
    }
}

impl Loop {
    pub(super) fn size(&self) -> usize {
        match self {
            Loop::Flood { seen, found, todo, .. } => seen.len() / 8 + found.len() + todo.len(),
            Loop::Reach { passed, .. } => passed.len(),
            Loop::Each { .. } => 1,
        }
    }
}
