//! Choices, failures that go back to them, and quantifiers, in a run that is followed in advance.
//!
//! Outside quantifiers every alternative goes on by itself. Inside they are tried one after another, as the interpreter does,
//! since what comes of them is put together.

use super::graph::Filter;
use super::machine::{Alternatives, Ask, Choice, Halt, Machine, Regs, Step};
use super::ops::{Flow, Follower, passes};
use super::value::{NONE, Value};
use std::sync::Arc;
use zug_ir::{Quantifier, ScriptOp as Op};
use zug_vm::NO_CELL;

impl Follower<'_> {
    pub(super) fn fork(&self, m: &mut Machine, to: usize) -> Flow {
        if !m.choices.is_empty() {
            open(m, to, Alternatives::Way);
            return Flow::Next;
        }
        m.answers.clear();
        let mut other = m.clone();
        other.pc = to;
        let mut first = m.clone();
        first.pc += 1;
        Flow::Branch(vec![first, other])
    }

    pub(super) fn choose_zone(&mut self, m: &mut Machine, zone: zug_ir::ZoneId, pops: usize) -> Step<Flow> {
        let cells = self.facts.zone(m.regs.actor, zone);
        let mask = cells.iter().fold(0, |mask, c| mask | 1 << c.0);
        let sorted = cells.is_sorted_by(|a, b| a.0 < b.0);
        let filter = Filter { cells: mask, codes: !0 };
        match self.narrow(m, filter) {
            // Empty cells may be chosen too: each is one of the alternatives.
            narrow if narrow.codes & 1 != 0 || !sorted || m.choices.is_empty() => {
                let cells = cells.iter().map(|c| c.0).collect();
                m.pop_many(pops);
                Ok(choose_cell(m, cells))
            }
            narrow => self.scan(m, narrow, pops),
        }
    }

    pub(super) fn choose_piece(&mut self, m: &mut Machine, fits: impl Fn(u8) -> bool) -> Step<Flow> {
        let codes = (0..self.facts.n_codes as u8).filter(|c| fits(*c)).fold(0, |codes, c| codes | 2 << c);
        let cells = u128::MAX >> (128 - self.facts.n_cells.clamp(1, 128));
        let filter = self.narrow(m, Filter { cells, codes });
        self.scan(m, filter, 0)
    }

    /// Cells for which the checks that follow at once would fail are not chosen at all.
    fn narrow(&self, m: &Machine, mut filter: Filter) -> Filter {
        let code = self.facts.script(m.job.script);
        let mut pc = m.pc + 1;
        if !matches!(code.get(pc), Some(Op::Pop {} | Op::Check {})) {
            return filter;
        }
        pc += 1;
        loop {
            let negated = matches!(code.get(pc + 1), Some(Op::Not {}));
            if !matches!(code.get(pc + 1 + usize::from(negated)), Some(Op::Check {})) {
                return filter;
            }
            match code.get(pc) {
                Some(Op::Test { test }) => {
                    let fits = |top: Option<u8>| passes(self.facts, m, *test, top) != negated;
                    let tops = std::iter::once(None).chain((0..self.facts.n_codes as u8).map(Some));
                    for (i, top) in tops.enumerate() {
                        if !fits(top) {
                            filter.codes &= !(1 << i);
                        }
                    }
                }
                Some(Op::InZone { zone }) => {
                    let zone = self.facts.zone(m.regs.actor, *zone);
                    let zone = zone.iter().fold(0_u128, |mask, c| mask | 1 << c.0);
                    filter.cells &= if negated { !zone } else { zone };
                }
                _ => return filter,
            }
            pc += 2 + usize::from(negated);
        }
    }

    /// Chooses cells one after another as they are found.
    fn scan(&mut self, m: &mut Machine, filter: Filter, pops: usize) -> Step<Flow> {
        let number = self.filters.number(filter);
        let cell = self.next(m, &m.regs, m.scan, number)?;
        m.pop_many(pops);
        if cell == NO_CELL {
            return Ok(Flow::Fail);
        }
        let from = cell + 1;
        if m.choices.is_empty() {
            m.answers.clear();
            let mut rest = m.clone();
            rest.scan = from;
            m.scan = 0;
            m.regs.cursor = cell;
            m.push(Value::int(1));
            m.pc += 1;
            return Ok(Flow::Branch(vec![m.clone(), rest]));
        }
        if filter.cells >> from.min(127) != 0 && usize::from(from) < self.facts.n_cells {
            open(m, m.pc + 1, Alternatives::Scan(from, number));
        }
        m.regs.cursor = cell;
        m.push(Value::int(1));
        Ok(Flow::Next)
    }

    /// The first cell from here on that passes a filter.
    fn next(&self, m: &Machine, regs: &Regs, mut from: u16, number: u16) -> Step<u16> {
        let filter = self.filters.get(number);
        let end = self.facts.n_cells as u16;
        while from < end {
            let touched = |c: &u16| filter.cells >> c & 1 != 0 && m.is_touched(regs, self.facts, *c);
            let to = (from..end).find(touched).unwrap_or(end);
            let free = if to - from >= 128 { !0 } else { ((1_u128 << (to - from)) - 1) << from };
            if filter.cells & free != 0 {
                let found = m.ask(Ask::Next(from, to, number))? as u16;
                if found != NO_CELL {
                    return Ok(found);
                }
            }
            if to < end {
                let top = m.top_in(regs, self.facts, to)?;
                if filter.codes >> top.map_or(0, |c| c + 1) & 1 != 0 {
                    return Ok(to);
                }
            }
            from = to + 1;
        }
        Ok(NO_CELL)
    }

    /// Goes back to the last choice. False: there is none.
    pub(super) fn go_back(&mut self, m: &mut Machine) -> Step<bool> {
        let Some(choice) = m.choices.last() else { return Ok(false) };
        if let Alternatives::Scan(from, number) = choice.kind {
            let cell = self.next(m, &choice.regs, from, number)?;
            let (pc, regs) = (choice.pc, choice.regs.clone());
            if cell == NO_CELL {
                m.choices.pop();
                return self.again(m);
            }
            let left = self.filters.get(number).cells >> (cell + 1).min(127) != 0;
            match m.choices.last_mut() {
                Some(choice) if left && usize::from(cell) + 1 < self.facts.n_cells => {
                    choice.kind = Alternatives::Scan(cell + 1, number);
                }
                _ => {
                    m.choices.pop();
                }
            }
            m.regs = (*regs).clone();
            m.regs.cursor = cell;
            m.push(Value::int(1));
            m.pc = pc;
            return Ok(true);
        }
        let Some(mut choice) = m.choices.pop() else { return Ok(false) };
        m.regs = (*choice.regs).clone();
        m.pc = choice.pc;
        match &mut choice.kind {
            Alternatives::Way | Alternatives::Scan(..) => {}
            Alternatives::Values(values) => {
                m.push(values.pop().unwrap_or(NONE));
                if !values.is_empty() {
                    m.choices.push(choice);
                }
            }
            Alternatives::Cells(cells) => {
                m.regs.cursor = cells.pop().unwrap_or(NO_CELL);
                m.push(Value::int(1));
                if !cells.is_empty() {
                    m.choices.push(choice);
                }
            }
            Alternatives::Quantifier { how, n, values } => m.push(match how {
                Quantifier::Exists | Quantifier::First => Value::int(0),
                Quantifier::NotExists => Value::int(1),
                Quantifier::Count | Quantifier::Sum | Quantifier::All => Value::int(*n),
                Quantifier::Collect => Value::list(std::mem::take(values)),
            }),
        }
        Ok(true)
    }

    /// A scan has come to its end: the choice before it is next, with questions of its own.
    fn again(&mut self, m: &mut Machine) -> Step<bool> {
        m.answers.clear();
        self.go_back(m)
    }
}

pub(super) fn open(m: &mut Machine, pc: usize, kind: Alternatives) {
    let regs = Arc::new(m.regs.clone());
    m.choices.push(Choice { pc, regs, kind });
}

pub(super) fn choose_value(m: &mut Machine, mut values: Vec<Value>) -> Flow {
    if m.choices.is_empty() {
        let each = |value: Value| {
            let mut other = m.clone();
            other.push(value);
            other.pc += 1;
            other.answers.clear();
            other
        };
        return Flow::Branch(values.into_iter().map(each).collect());
    }
    if values.is_empty() {
        return Flow::Fail;
    }
    let first = values.remove(0);
    if !values.is_empty() {
        values.reverse();
        open(m, m.pc + 1, Alternatives::Values(values));
    }
    m.push(first);
    Flow::Next
}

pub(super) fn choose_cell(m: &mut Machine, mut cells: Vec<u16>) -> Flow {
    if m.choices.is_empty() {
        let each = |cell: u16| {
            let mut other = m.clone();
            other.regs.cursor = cell;
            other.push(Value::int(1));
            other.pc += 1;
            other.answers.clear();
            other
        };
        return Flow::Branch(cells.into_iter().map(each).collect());
    }
    if cells.is_empty() {
        return Flow::Fail;
    }
    let first = cells.remove(0);
    if !cells.is_empty() {
        cells.reverse();
        open(m, m.pc + 1, Alternatives::Cells(cells));
    }
    m.regs.cursor = first;
    m.push(Value::int(1));
    Flow::Next
}

/// An alternative of the innermost quantifier has succeeded.
pub(super) fn succeed(m: &mut Machine) -> Step<Flow> {
    let is_quantifier = |c: &Choice| matches!(c.kind, Alternatives::Quantifier { .. });
    let Some(at) = m.choices.iter().rposition(is_quantifier) else { return Ok(Flow::Fail) };
    let end = m.choices[at].pc;
    let last = m.regs.stack.last().cloned().unwrap_or(NONE);
    let Alternatives::Quantifier { how, n, values } = &mut m.choices[at].kind else { return Ok(Flow::Fail) };
    match how {
        Quantifier::Exists | Quantifier::NotExists => {
            let found = Value::truth(*how == Quantifier::Exists);
            m.regs = (*m.choices[at].regs).clone();
            m.choices.truncate(at);
            m.push(found);
            return Ok(Flow::Jump(end));
        }
        Quantifier::First => {
            m.choices.truncate(at);
            return Ok(Flow::Jump(end));
        }
        Quantifier::Count | Quantifier::All => *n = n.saturating_add(1),
        Quantifier::Sum => *n = n.checked_add(last.number()).ok_or(Halt::Stuck)?,
        Quantifier::Collect => {
            if !values.contains(&last) {
                values.push(last);
            }
        }
    }
    Ok(Flow::Fail)
}
