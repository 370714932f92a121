//! Choices, failures that go back to them, and quantifiers.

use super::World;
use super::machine::{Alternatives, Loop, Machine, Tally};
use super::run::{Flow, MAX_VALUES, cell_of};
use super::value::Val;
use crate::error::{Limit, MAX_EFFECTS, RunError};
use crate::work;
use zug_ir::Quantifier;

/// Choices open at once.
const MAX_CHOICES: usize = 50_000;

impl World<'_> {
    /// Goes back to the last choice; where to go on. None if there is none left.
    pub(super) fn go_back(&mut self, m: &mut Machine) -> Result<Option<usize>, RunError> {
        let Some(choice) = m.choices.last() else { return Ok(None) };
        let (pc, kind) = (choice.pc, choice.kind);
        self.board.undo(self.program, choice.board);
        m.undo_locals(choice.locals);
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
        let Some(tally) = m.quantifiers.last_mut() else { return Ok(Flow::Fail) };
        let at = tally.at;
        let end = m.choices[at].pc;
        match tally.how {
            how @ (Quantifier::Exists | Quantifier::NotExists) => {
                m.quantifiers.pop();
                m.cut_choices(at + 1);
                self.board.undo(self.program, m.choices[at].board);
                m.undo_locals(m.choices[at].locals);
                m.restore();
                m.push(Val::truth(how == Quantifier::Exists));
                return Ok(Flow::Jump(end));
            }
            Quantifier::First => {
                m.quantifiers.pop();
                m.cut_choices(at);
                return Ok(Flow::Jump(end));
            }
            Quantifier::Count => tally.n = tally.n.saturating_add(1),
            Quantifier::All => {
                tally.n = tally.n.saturating_add(1);
                let before = &m.choices[at].regs;
                let from = (before.n_actions as usize).min(m.actions.len());
                tally.actions.extend_from_slice(&m.actions[from..]);
                tally.captured += m.regs.captured.saturating_sub(before.captured);
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
        values: impl DoubleEndedIterator<Item = Val> + ExactSizeIterator,
    ) -> Result<Flow, RunError> {
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

    pub(super) fn quantify(&mut self, m: &mut Machine, how: Quantifier, end: usize) -> Result<(), RunError> {
        let at = m.choices.len();
        self.open(m, end, Alternatives::Quantifier)?;
        m.quantifiers.push(Tally { at, how, n: 0, values: Vec::new(), actions: Vec::new(), captured: 0 });
        Ok(())
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
