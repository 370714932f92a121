//! What the runs of a question keep in memory: it is weighed as they go on, and limited.
//!
//! Work is counted op by op, but one op may keep much: a choice keeps all marks, a candidate the whole name of its move. Lists
//! are not weighed; making one is work in proportion to its length.

use super::World;
use super::account::End;
use super::generate::Candidate;
use super::machine::{Choice, Defer, Loop, Machine};
use super::value::Val;
use crate::error::{Limit, MAX_KEPT, RunError};

/// Ops between two looks at what a run keeps.
const INTERVAL: u64 = 256;
/// Registers that have kept more are not kept themselves.
const MAX_IDLE: usize = 1 << 20;

/// Bytes that the runs of a question keep.
#[derive(Default)]
pub(super) struct Weight {
    /// What stays until the question is answered: candidates, names and hints.
    made: usize,
    /// The runs that wait for the present one to end.
    waiting: usize,
    /// The present run, when it was looked at last.
    present: usize,
    /// After so many ops it is looked at again.
    next: u64,
}

impl World<'_> {
    /// Begins a run inside the present one; what [`World::end_run`] has to be given.
    pub(super) fn begin_run(&mut self) -> Weight {
        let inner = self.weight.waiting + self.weight.present;
        let made = self.weight.made;
        std::mem::replace(&mut self.weight, Weight { made, waiting: inner, present: 0, next: self.spent })
    }

    pub(super) fn end_run(&mut self, outer: Weight) {
        let made = self.weight.made;
        self.weight = Weight { made, next: self.spent, ..outer };
    }

    /// Looks at what the present run keeps, from time to time.
    #[inline(always)]
    pub(super) fn weigh(&mut self, m: &Machine) -> Result<(), RunError> {
        if self.spent >= self.weight.next { self.weigh_now(m) } else { Ok(()) }
    }

    #[cold]
    fn weigh_now(&mut self, m: &Machine) -> Result<(), RunError> {
        self.weight.next = self.spent + INTERVAL;
        self.weight.present = m.bytes();
        self.keep(0)
    }

    /// So many bytes are kept until the question is answered.
    pub(super) fn keep(&mut self, bytes: usize) -> Result<(), RunError> {
        let Weight { made, waiting, present, .. } = &mut self.weight;
        *made += bytes;
        let all = *made + *waiting + *present + self.board.bytes();
        if all > MAX_KEPT { Err(self.error(Limit::Memory)) } else { Ok(()) }
    }

    /// Keeps a copy of what a move has said so far.
    pub(super) fn keep_words(&mut self, m: &Machine) -> Result<(), RunError> {
        self.keep(words(&m.logs, &m.hints))
    }

    /// Keeps how a run ended in its account. It is looked at with what the run keeps.
    pub(super) fn keep_end(&mut self, end: &End) {
        self.weight.made += end.bytes();
    }

    /// Gives registers back for later.
    pub(super) fn done(&mut self, machine: Machine) {
        if machine.idle_bytes() <= MAX_IDLE {
            self.machines.push(machine);
        }
    }
}

/// Bytes of what a move has said.
fn words(logs: &[(i32, String)], hints: &[String]) -> usize {
    let logs: usize = logs.iter().map(|(_, text)| size_of::<(i32, String)>() + text.len()).sum();
    let hints: usize = hints.iter().map(|hint| size_of::<String>() + hint.len()).sum();
    logs + hints
}

impl End {
    /// What it keeps.
    pub fn bytes(&self) -> usize {
        let values = size_of_val(&self.locals[..]) + size_of_val(&self.yields[..]);
        let acts =
            size_of_val(&self.actions[..]) + size_of_val(&self.adds[..]) + size_of_val(&self.flags[..]);
        size_of::<End>() + values + acts + words(&self.logs, &self.hints)
    }
}

impl Machine {
    /// What it keeps at the moment.
    fn bytes(&self) -> usize {
        let values =
            size_of_val(&self.stack[..]) + size_of_val(&self.saved[..]) + size_of_val(&self.locals[..]);
        let trail = size_of_val(&self.local_trail[..]);
        let lists = size_of_val(&self.actions[..])
            + size_of_val(&self.flags[..])
            + size_of_val(&self.defers[..])
            + size_of_val(&self.yields[..])
            + size_of_val(&self.heads[..]);
        let choices = self.choices.last().map_or(0, |choice| choice.kept);
        let loops: usize = self.loops.iter().map(Loop::bytes).sum();
        values + trail + lists + choices + loops + self.regs.bytes()
    }

    /// What it keeps when nothing runs.
    fn idle_bytes(&self) -> usize {
        self.choices.capacity() * size_of::<Choice>()
            + (self.stack.capacity() + self.saved.capacity()) * size_of::<Val>()
            + self.local_trail.capacity() * size_of::<(u16, Val)>()
    }

    /// What all open choices keep, with one more that is opened now.
    pub(super) fn kept_with_choice(&self) -> usize {
        let loops: usize = self.loops.iter().map(Loop::bytes).sum();
        let before = self.choices.last().map_or(0, |choice| choice.kept);
        before + size_of::<Choice>() + self.regs.bytes() + loops
    }
}

impl Loop {
    fn bytes(&self) -> usize {
        size_of::<Loop>()
            + match self {
                Loop::Flood { dirs, todo, seen, found, .. } => {
                    size_of_val(&dirs[..]) + size_of_val(&todo[..]) + seen.len() + size_of_val(&found[..])
                }
                Loop::Reach { passed, .. } => size_of_val(&passed[..]),
                Loop::Each { .. } => 0,
            }
    }
}

impl Defer {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Defer>() + size_of_val(&self.locals[..])
    }
}

impl Candidate {
    /// What it keeps.
    pub(super) fn bytes(&self) -> usize {
        let values = size_of_val(&self.locals[..]) + size_of_val(&self.prefer[..]);
        size_of::<Candidate>() + self.mv.list_bytes() + values + size_of_val(&self.defers[..])
    }
}
