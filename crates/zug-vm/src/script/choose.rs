//! Choices, failures that go back to them, and quantifiers.

use super::World;
use super::machine::{Alternatives, Choice, Loop, Machine, Tally};
use super::run::{Flow, MAX_VALUES};
use super::value::Val;
use crate::action::NO_CELL;
use crate::error::{Limit, MAX_EFFECTS, RunError};
use crate::work;
use zug_ir::Quantifier;

/// Choices open at once.
const MAX_CHOICES: usize = 50_000;

impl World<'_> {
    /// Goes back to the last choice; where to go on. None if there is none left.
    pub(super) fn go_back(&mut self, m: &mut Machine) -> Result<Option<usize>, RunError> {
        let Some(mut choice) = m.choices.pop() else { return Ok(None) };
        self.board.undo(self.program, choice.board);
        m.undo_locals(choice.locals);
        let pc = choice.pc;
        match &mut choice.kind {
            Alternatives::Way => self.restore(m, choice, false),
            Alternatives::Values(values) => {
                let value = values.pop().unwrap_or(Val::None);
                let more = !values.is_empty();
                self.restore(m, choice, more);
                m.push(value);
            }
            Alternatives::Cells(cells) => {
                let cell = cells.pop().unwrap_or(NO_CELL);
                let more = !cells.is_empty();
                self.restore(m, choice, more);
                m.regs.cursor = cell;
                m.push(Val::Int(1));
            }
            Alternatives::Quantifier(tally) => {
                let tally = std::mem::replace(tally, Tally::new(Quantifier::Exists));
                m.quantifiers.pop();
                self.restore(m, choice, false);
                self.conclude(m, tally)?;
            }
        }
        Ok(Some(pc))
    }

    /// Puts registers, stack and loops back; the choice stays if there are more alternatives.
    fn restore(&mut self, m: &mut Machine, choice: Choice, stays: bool) {
        m.stack.clear();
        if stays {
            m.regs = choice.regs.clone();
            m.stack.extend(choice.stack.iter().cloned());
            m.loops.clone_from(&choice.loops);
            m.choices.push(choice);
        } else {
            m.regs = choice.regs;
            m.stack.extend(choice.stack);
            m.loops = choice.loops;
        }
        m.cut_lists();
    }

    /// Everything inside a quantifier has been tried.
    fn conclude(&mut self, m: &mut Machine, tally: Tally) -> Result<(), RunError> {
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
        m.push(result);
        Ok(())
    }

    /// An alternative of the innermost quantifier has succeeded.
    pub(super) fn succeed(&mut self, m: &mut Machine) -> Result<Flow, RunError> {
        let Some(&at) = m.quantifiers.last() else { return Ok(Flow::Fail) };
        let (end, n_actions, captured) =
            (m.choices[at].pc, m.choices[at].regs.n_actions, m.choices[at].regs.captured);
        let Alternatives::Quantifier(tally) = &mut m.choices[at].kind else { return Ok(Flow::Fail) };
        match tally.how {
            Quantifier::Exists | Quantifier::NotExists => {
                let found = Val::truth(tally.how == Quantifier::Exists);
                m.choices.truncate(at + 1);
                m.quantifiers.pop();
                if let Some(choice) = m.choices.pop() {
                    self.board.undo(self.program, choice.board);
                    m.undo_locals(choice.locals);
                    self.restore(m, choice, false);
                }
                m.push(found);
                return Ok(Flow::Jump(end));
            }
            Quantifier::First => {
                m.choices.truncate(at);
                m.quantifiers.pop();
                return Ok(Flow::Jump(end));
            }
            Quantifier::Count => tally.n = tally.n.saturating_add(1),
            Quantifier::All => {
                tally.n = tally.n.saturating_add(1);
                tally.actions.extend_from_slice(&m.actions[n_actions.min(m.actions.len())..]);
                tally.captured += m.regs.captured.saturating_sub(captured);
                let kept = tally.actions.len();
                if kept > MAX_EFFECTS {
                    return Err(self.error(Limit::Effects));
                }
            }
            Quantifier::Sum => {
                let value = m.stack.pop().map_or(0, |v| v.number());
                tally.n = tally.n.saturating_add(value);
            }
            Quantifier::Collect => {
                let value = m.stack.pop().unwrap_or(Val::None);
                let known = tally.values.len();
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

    /// Chooses among values, the first at once.
    pub(super) fn choose_value(
        &mut self,
        m: &mut Machine,
        pc: usize,
        mut values: Vec<Val>,
    ) -> Result<Flow, RunError> {
        if values.is_empty() {
            return Ok(Flow::Fail);
        }
        self.charge(values.len() as u64)?;
        let first = values.remove(0);
        if !values.is_empty() {
            values.reverse();
            self.open(m, pc + 1, Alternatives::Values(values))?;
        }
        m.push(first);
        Ok(Flow::Next)
    }

    /// Chooses among cells, the first at once.
    pub(super) fn choose_cell(
        &mut self,
        m: &mut Machine,
        pc: usize,
        mut cells: Vec<u16>,
    ) -> Result<Flow, RunError> {
        if cells.is_empty() {
            return Ok(Flow::Fail);
        }
        self.charge(cells.len() as u64)?;
        let first = cells.remove(0);
        if !cells.is_empty() {
            cells.reverse();
            self.open(m, pc + 1, Alternatives::Cells(cells))?;
        }
        m.regs.cursor = first;
        m.push(Val::Int(1));
        Ok(Flow::Next)
    }

    pub(super) fn open(&mut self, m: &mut Machine, pc: usize, kind: Alternatives) -> Result<(), RunError> {
        if m.choices.len() >= MAX_CHOICES {
            return Err(self.error(Limit::Choices));
        }
        let kept: usize = m.loops.iter().map(Loop::size).sum();
        self.charge((m.stack.len() + kept) as u64 / 2 + 4)?;
        m.choose(pc, self.board.mark(), kind);
        Ok(())
    }
}

impl Tally {
    pub(super) fn new(how: Quantifier) -> Self {
        Tally { how, n: 0, values: Vec::new(), actions: Vec::new(), captured: 0 }
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
