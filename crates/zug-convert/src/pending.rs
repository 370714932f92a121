//! Which effects are recorded and not carried out yet where a part ends, by the order of statements alone.

use crate::flow::{StmtKey, has_end, key};
use rustc_hash::{FxHashMap, FxHashSet};
use zug_model::code::{Cond, Num, Stmt, StmtKind, Value};
use zug_model::{ForkKeeps, GlobalId};

type Effects = FxHashSet<StmtKey>;

/// What is on record at one place.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Record {
    /// Surely.
    pub(crate) must: Effects,
    /// Possibly.
    pub(crate) may: Effects,
    /// Carried out by a part that has ended, and still done where nothing is undone.
    pub(crate) stale: Effects,
    reached: bool,
}

/// Everything known about a rule.
#[derive(Default)]
pub(crate) struct Pending {
    ends: FxHashMap<StmtKey, Record>,
    reads: FxHashMap<(StmtKey, GlobalId), Read>,
    /// What an effect on a value of the board is about.
    globals: FxHashMap<StmtKey, GlobalId>,
}

/// What a value of the board can be where it is read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Read {
    /// Set by a part that has ended.
    pub(crate) stale: bool,
    /// Set by the part at hand.
    pub(crate) fresh: bool,
}

impl Pending {
    pub(crate) fn new(body: &[Stmt], keeps: ForkKeeps) -> Self {
        let mut walk = Walk { keeps, found: Pending::default() };
        walk.block(body, Record { reached: true, ..Record::default() });
        walk.found
    }

    /// What is on record where a part ends.
    pub(crate) fn at_end(&self, add: StmtKey) -> Record {
        self.ends.get(&add).cloned().unwrap_or_default()
    }

    pub(crate) fn ends(&self) -> impl Iterator<Item = (&StmtKey, &Record)> {
        self.ends.iter()
    }

    pub(crate) fn read(&self, stmt: StmtKey, global: GlobalId) -> Read {
        self.reads.get(&(stmt, global)).copied().unwrap_or_default()
    }

    /// Is there a value that a part must put back when it has ended? One that is read, or left as it is by a later
    /// part.
    pub(crate) fn must_restore(&self, global: GlobalId) -> bool {
        let about = |effect: &StmtKey| self.globals.get(effect) == Some(&global);
        let kept = |record: &Record| record.stale.iter().any(about) && !record.must.iter().any(about);
        let mixed = self.reads.iter().any(|(at, read)| at.1 == global && read.stale && read.fresh);
        mixed || self.ends.values().any(kept)
    }
}

struct Walk {
    keeps: ForkKeeps,
    found: Pending,
}

impl Walk {
    fn block(&mut self, stmts: &[Stmt], mut record: Record) -> Record {
        for stmt in stmts {
            record = self.stmt(stmt, record);
        }
        record
    }

    fn stmt(&mut self, stmt: &Stmt, mut record: Record) -> Record {
        let id = key(stmt);
        match &stmt.what {
            StmtKind::Verify(cond) => self.cond(id, cond, &record),
            StmtKind::If(parts) => {
                self.cond(id, &parts.0, &record);
                let yes = self.block(&parts.1, record.clone());
                let no = self.block(&parts.2, record);
                return join(yes, no);
            }
            StmtKind::While(parts) => {
                return self.repeat(record, |walk, record| {
                    walk.cond(id, &parts.0, &record);
                    walk.block(&parts.1, record)
                });
            }
            // It is written as a choice: each round is a way of its own.
            StmtKind::Foreach(_, body) if has_end(body) => {
                self.block(body, record.clone());
            }
            StmtKind::Foreach(_, body) => {
                // A failure inside goes on with the next cell: nothing of the body is certain.
                return self.repeat(record, |walk, record| {
                    let mut partly = record.clone();
                    for stmt in body {
                        let next = walk.stmt(stmt, partly.clone());
                        partly = join(partly, next);
                    }
                    walk.block(body, record);
                    partly
                });
            }
            StmtKind::SetFlag(_, value) => self.value(id, value, &record),
            StmtKind::SetCellFlag(_, what) => self.value(id, &what.0, &record),
            StmtKind::SetAttr(_, what) => {
                self.value(id, &what.0, &record);
                note(&mut record, id);
            }
            StmtKind::SetGlobal(global, num) => {
                self.num(id, num, &record);
                self.found.globals.insert(id, *global);
                let globals = &self.found.globals;
                let other = |effect: &StmtKey| globals.get(effect) != Some(global);
                record.must.retain(other);
                record.may.retain(other);
                record.stale.retain(other);
                note(&mut record, id);
            }
            StmtKind::Lift(num) => self.num(id, num, &record),
            StmtKind::AddReserve(what) => {
                self.num(id, &what.2, &record);
                note(&mut record, id);
            }
            StmtKind::Create(create) => {
                if let Some(count) = &create.count {
                    self.num(id, count, &record);
                }
                note(&mut record, id);
            }
            StmtKind::Capture(_)
            | StmtKind::Tuck(_)
            | StmtKind::ChangeKind(..)
            | StmtKind::ChangeOwner(..)
            | StmtKind::Flip(_)
            | StmtKind::RepeatTurn => note(&mut record, id),
            StmtKind::Add(_) => {
                let known = self.found.ends.entry(id).or_default();
                *known = if known.reached { join(known.clone(), record.clone()) } else { record.clone() };
                if self.keeps == ForkKeeps::Movements {
                    record.stale.extend(std::mem::take(&mut record.may));
                    record.must.clear();
                }
            }
            StmtKind::Step(_)
            | StmtKind::Goto(_)
            | StmtKind::Mark
            | StmtKind::Back
            | StmtKind::From
            | StmtKind::To
            | StmtKind::Cascade => {}
        }
        record
    }

    fn repeat(&mut self, entry: Record, mut body: impl FnMut(&mut Self, Record) -> Record) -> Record {
        let mut head = entry;
        loop {
            let next = join(head.clone(), body(self, head.clone()));
            if next == head {
                return head;
            }
            head = next;
        }
    }

    fn value(&mut self, id: StmtKey, value: &Value, record: &Record) {
        match value {
            Value::Cond(cond) => self.cond(id, cond, record),
            Value::Num(num) => self.num(id, num, record),
        }
    }

    fn cond(&mut self, id: StmtKey, cond: &Cond, record: &Record) {
        match cond {
            Cond::And(conds) | Cond::Or(conds) => conds.iter().for_each(|cond| self.cond(id, cond, record)),
            Cond::Not(inner) => self.cond(id, inner, record),
            Cond::Cmp(_, sides) => {
                self.num(id, &sides.0, record);
                self.num(id, &sides.1, record);
            }
            Cond::True | Cond::False | Cond::Is(..) | Cond::Flag(_) => {}
        }
    }

    fn num(&mut self, id: StmtKey, num: &Num, record: &Record) {
        match num {
            Num::Op(_, sides) => {
                self.num(id, &sides.0, record);
                self.num(id, &sides.1, record);
            }
            Num::Global(global) => {
                let about = |effect: &StmtKey| self.found.globals.get(effect) == Some(global);
                let read =
                    Read { stale: record.stale.iter().any(about), fresh: record.may.iter().any(about) };
                let known = self.found.reads.entry((id, *global)).or_default();
                known.stale |= read.stale;
                known.fresh |= read.fresh;
            }
            _ => {}
        }
    }
}

fn note(record: &mut Record, effect: StmtKey) {
    record.must.insert(effect);
    record.may.insert(effect);
}

fn join(mut a: Record, b: Record) -> Record {
    a.must.retain(|effect| b.must.contains(effect));
    a.may.extend(b.may);
    a.stale.extend(b.stale);
    a.reached |= b.reached;
    a
}
