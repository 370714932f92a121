//! A run of a script that is followed in advance: all that is known of it, and what it asks of the position.

use super::facts::Facts;
use super::value::{NONE, Value};
use std::sync::Arc;
use zug_ir::{Const, PlayerId, Quantifier, ScriptId};
use zug_vm::{Action, NO_CELL};

/// A question about the position that a run begins with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Ask {
    /// The visible piece of a cell: 0 for none, else its code and one more.
    Top(u16),
    /// Are there so many?
    AtLeast(u16, u16),
    /// How many of one sort are there?
    Count(u16),
    /// How many pieces does a cell hold?
    Size(u16),
    /// The first cell from here up to there whose visible piece passes a filter; [`NO_CELL`] if there is none.
    Next(u16, u16, u16),
    /// How many pieces do the cells of a filter hold?
    Total(u16),
    /// Do they hold so many?
    Enough(u16, u16),
    /// What lies on the table of some dice.
    Table(u16),
    /// Is there a die with that face?
    Face(u16, i32),
    /// What was left in a local.
    Left(u8),
    Global(u16),
    /// Was the situation there twice before?
    Repeated,
    /// Is there no legal move?
    NoMoves,
}

/// Why a run stops for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    Ask(Ask),
    /// The interpreter can go on, this form cannot.
    Stuck,
}

pub(super) type Step<T> = Result<T, Halt>;

/// What a part does, in the words of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Act {
    Do(Action),
    /// A die is used: what is then in the slots depends on the other dice.
    Use(u16, i32),
}

/// Pieces taken up together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bundle {
    pub(super) origin: u16,
    pub(super) at: u16,
    pub(super) pieces: Vec<(u8, u16)>,
    pub(super) intact: bool,
    pub(super) lifted: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Loop {
    Reach { cursor: u16, dir: zug_ir::DirId, passed: Vec<Value> },
    Each { list: Arc<[Value]>, next: usize },
}

/// What a choice restores.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Regs {
    pub(super) cursor: u16,
    pub(super) start: u16,
    pub(super) landed: u16,
    pub(super) me: PlayerId,
    pub(super) actor: PlayerId,
    pub(super) hand: Vec<Bundle>,
    pub(super) marks: Vec<u16>,
    pub(super) stack: Vec<Value>,
    pub(super) locals: Vec<Value>,
    pub(super) loops: Vec<Loop>,
    /// How many more pieces there are than when the run began, by place, none of them 0.
    pub(super) changes: Vec<(u16, i16)>,
    pub(super) globals: Vec<(u16, i32)>,
    pub(super) used: Vec<(u16, i32)>,
    pub(super) acts: Vec<Act>,
    pub(super) logs: Vec<(i32, String)>,
    pub(super) yields: Vec<Value>,
    pub(super) turn: Option<u16>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Choice {
    /// Where to go on.
    pub(super) pc: usize,
    pub(super) regs: Arc<Regs>,
    pub(super) kind: Alternatives,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Alternatives {
    Way,
    /// Last first.
    Values(Vec<Value>),
    /// Last first.
    Cells(Vec<u16>),
    /// Cells from here on that pass a filter.
    Scan(u16, u16),
    Quantifier {
        how: Quantifier,
        n: i32,
        values: Vec<Value>,
    },
}

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Job {
    pub(super) script: ScriptId,
    /// The piece whose rule runs.
    pub(super) mover: Option<u8>,
    pub(super) part_from: u16,
    /// No part has been played before.
    pub(super) first: bool,
    /// A place where there is at least one piece.
    pub(super) sure: u16,
    /// Moves are being made: nobody knows yet whether there are any.
    pub(super) makes: bool,
    /// The last part has ended; what is done now belongs to it.
    pub(super) closes: bool,
}

/// All of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Machine {
    pub(super) job: Job,
    pub(super) pc: usize,
    /// The next thing to do is to go back to the last choice.
    pub(super) failing: bool,
    /// Where a choice of cells goes on.
    pub(super) scan: u16,
    pub(super) regs: Regs,
    pub(super) choices: Vec<Choice>,
    /// What lies on the tables of dice, as long as nothing else has been asked: forgotten early, runs with different dice are
    /// soon the same.
    pub(super) tables: Vec<(u16, u16)>,
    /// What the op at hand has been told.
    pub(super) answers: Vec<(Ask, i64)>,
}

impl Machine {
    /// A run that begins. `numbers`: the locals that are known to have been left as numbers, as bits.
    pub(super) fn new(facts: &Facts, job: Job, me: PlayerId, cursor: u16, numbers: u8) -> Self {
        let actor = job.mover.map_or(me, |code| facts.owner(code));
        let mut locals = vec![NONE; facts.rules().locals.len()];
        if !job.first {
            for (i, local) in facts.left.iter().enumerate() {
                let left = if numbers >> i & 1 != 0 { Value::More(i as u8, 0) } else { Value::Left(i as u8) };
                locals[usize::from(*local)] = left;
            }
        }
        let regs = Regs {
            cursor,
            start: NO_CELL,
            landed: NO_CELL,
            me,
            actor,
            hand: Vec::new(),
            marks: Vec::new(),
            stack: Vec::new(),
            locals,
            loops: Vec::new(),
            changes: Vec::new(),
            globals: Vec::new(),
            used: Vec::new(),
            acts: Vec::new(),
            logs: Vec::new(),
            yields: Vec::new(),
            turn: None,
        };
        Machine {
            job,
            pc: 0,
            failing: false,
            scan: 0,
            regs,
            choices: Vec::new(),
            tables: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The answer to a question, if it is known already.
    pub(super) fn ask(&self, ask: Ask) -> Step<i64> {
        let known = self.answers.iter().find(|(a, _)| *a == ask);
        known.map(|(_, answer)| *answer).ok_or(Halt::Ask(ask))
    }

    pub(super) fn push(&mut self, value: Value) {
        self.regs.stack.push(value);
    }

    pub(super) fn pop(&mut self) -> Value {
        self.regs.stack.pop().unwrap_or(NONE)
    }

    pub(super) fn pop_many(&mut self, n: usize) -> Vec<Value> {
        let at = self.regs.stack.len().saturating_sub(n);
        self.regs.stack.split_off(at)
    }

    /// A value so far below the top of the stack.
    pub(super) fn peek(&self, below: usize) -> &Value {
        let stack = &self.regs.stack;
        stack.len().checked_sub(below + 1).map_or(&NONE, |i| &stack[i])
    }

    /// Makes sure that the topmost values are known, whatever parts before have left.
    pub(super) fn force(&mut self, n: usize) -> Step<()> {
        for below in 0..n {
            loop {
                match *self.peek(below) {
                    Value::More(left, _) | Value::Left(left) => {
                        let was = super::value::kept(self.ask(Ask::Left(left))?);
                        self.regs.learn(left, was);
                    }
                    Value::Total(set, _) => {
                        let n = self.ask(Ask::Total(set))? as i32;
                        self.regs.learn_total(set, n);
                    }
                    Value::Known(_) | Value::List(_) => break,
                }
            }
        }
        Ok(())
    }

    /// Are there so many pieces on the cells of a filter, counted when the run began?
    pub(super) fn has_total(&self, set: u16, n: i64) -> Step<bool> {
        match u16::try_from(n) {
            Ok(0) => Ok(true),
            Ok(n) => Ok(self.ask(Ask::Enough(set, n))? != 0),
            // A position holds fewer.
            Err(_) => Ok(n < 0),
        }
    }

    // --- what lies where ---

    pub(super) fn is_touched(&self, regs: &Regs, facts: &Facts, cell: u16) -> bool {
        regs.changes.iter().any(|(at, _)| at / facts.n_codes as u16 == cell)
    }

    fn has(&self, regs: &Regs, at: u16, n: i32) -> Step<bool> {
        let need = n - i32::from(regs.delta(at));
        if need <= i32::from(self.job.sure == at) {
            return Ok(true);
        }
        Ok(self.ask(Ask::AtLeast(at, need as u16))? != 0)
    }

    /// Are there so many pieces of a sort on a cell?
    pub(super) fn enough(&self, facts: &Facts, cell: u16, code: u8, n: i32) -> Step<bool> {
        self.has(&self.regs, facts.count_at(cell, code), n)
    }

    /// The visible piece of a cell.
    pub(super) fn top_in(&self, regs: &Regs, facts: &Facts, cell: u16) -> Step<Option<u8>> {
        if cell == NO_CELL {
            return Ok(None);
        }
        if !self.is_touched(regs, facts, cell) {
            return Ok((self.ask(Ask::Top(cell))? as u8).checked_sub(1));
        }
        for code in (0..facts.n_codes as u8).filter(|c| facts.possible[usize::from(*c)]) {
            if self.has(regs, facts.count_at(cell, code), 1)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    pub(super) fn top(&self, facts: &Facts) -> Step<Option<u8>> {
        self.top_in(&self.regs, facts, self.regs.cursor)
    }

    pub(super) fn size(&self, facts: &Facts, cell: u16) -> Step<i32> {
        if cell == NO_CELL {
            return Ok(0);
        }
        let mine = |at: u16| at / facts.n_codes as u16 == cell;
        let more: i32 =
            self.regs.changes.iter().filter(|(at, _)| mine(*at)).map(|(_, n)| i32::from(*n)).sum();
        Ok(self.ask(Ask::Size(cell))? as i32 + more)
    }

    /// Every sort on a cell with its number.
    pub(super) fn heap(&self, facts: &Facts, cell: u16) -> Step<Vec<(u8, u16)>> {
        let mut heap = Vec::new();
        for code in (0..facts.n_codes as u8).filter(|c| facts.possible[usize::from(*c)]) {
            let at = facts.count_at(cell, code);
            let n = self.ask(Ask::Count(at))? + i64::from(self.regs.delta(at));
            if n > 0 {
                heap.push((code, n as u16));
            }
        }
        Ok(heap)
    }
}

impl Regs {
    pub(super) fn delta(&self, at: u16) -> i16 {
        self.changes.iter().find(|(a, _)| *a == at).map_or(0, |(_, n)| *n)
    }

    /// So many pieces more.
    pub(super) fn add(&mut self, at: u16, n: i32) {
        match self.changes.binary_search_by_key(&at, |(a, _)| *a) {
            Ok(i) => {
                self.changes[i].1 += n as i16;
                if self.changes[i].1 == 0 {
                    self.changes.remove(i);
                }
            }
            Err(_) if n == 0 => {}
            Err(i) => self.changes.insert(i, (at, n as i16)),
        }
    }

    /// What was left in a local is known now.
    pub(super) fn learn(&mut self, left: u8, was: Const) {
        let number = if let Const::Int(n) = was { n } else { 0 };
        for value in self.stack.iter_mut().chain(&mut self.locals).chain(&mut self.yields) {
            match *value {
                Value::Left(l) if l == left => *value = Value::Known(was),
                Value::More(l, n) if l == left => *value = Value::int(number.wrapping_add(n)),
                _ => {}
            }
        }
    }
}

impl Regs {
    /// How many pieces there are on the cells of a filter is known now.
    fn learn_total(&mut self, set: u16, n: i32) {
        for value in self.stack.iter_mut().chain(&mut self.locals).chain(&mut self.yields) {
            match *value {
                Value::Total(s, more) if s == set => *value = Value::int(n + more),
                _ => {}
            }
        }
    }
}

/// The bytes of a list.
fn list<T>(list: &[T]) -> usize {
    size_of_val(list) + if list.is_empty() { 0 } else { 16 }
}

impl Machine {
    /// The bytes it takes, roughly; what it shares with others was counted with the first of them.
    pub(super) fn bytes(&self) -> usize {
        let own = self.choices.iter().filter(|c| Arc::strong_count(&c.regs) == 1);
        let choices: usize = own.map(|c| c.regs.bytes()).sum();
        let own = list(&self.choices) + list(&self.answers) + list(&self.tables);
        size_of::<Machine>() + self.regs.bytes() + choices + own
    }
}

impl Regs {
    fn bytes(&self) -> usize {
        let values = list(&self.stack) + list(&self.locals) + list(&self.yields) + list(&self.loops);
        let changes = list(&self.changes) + list(&self.globals) + list(&self.used) + list(&self.acts);
        size_of::<Regs>() + values + changes + list(&self.hand) + list(&self.marks)
    }
}
