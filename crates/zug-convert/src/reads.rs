//! Who reads which flag, and who asks for the mark.

use zug_model::FlagId;
use zug_model::code::{Cond, Num, Place, Stmt, StmtKind, Test, Value};

/// Does the statement itself (not those inside it) read the flag?
pub(crate) fn reads_flag(stmt: &Stmt, flag: FlagId) -> bool {
    match &stmt.what {
        StmtKind::Verify(cond) => cond_reads(cond, flag),
        StmtKind::If(parts) => cond_reads(&parts.0, flag),
        StmtKind::While(parts) => cond_reads(&parts.0, flag),
        StmtKind::SetFlag(_, value) => value_reads(value, flag),
        StmtKind::SetCellFlag(_, what) => value_reads(&what.0, flag),
        StmtKind::SetAttr(_, what) => value_reads(&what.0, flag),
        StmtKind::SetGlobal(_, num) | StmtKind::Lift(num) => num_reads(num, flag),
        StmtKind::Create(create) => create.count.as_ref().is_some_and(|num| num_reads(num, flag)),
        StmtKind::AddReserve(what) => num_reads(&what.2, flag),
        _ => false,
    }
}

/// Is the flag set before anything reads it, whichever way the block is run?
pub(crate) fn sets_first(block: &[Stmt], flag: FlagId) -> bool {
    first(block, flag) != First::Read
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Nothing,
    Set,
    Read,
}

fn first(block: &[Stmt], flag: FlagId) -> First {
    for stmt in block {
        if reads_flag(stmt, flag) {
            return First::Read;
        }
        match &stmt.what {
            StmtKind::SetFlag(set, _) if *set == flag => return First::Set,
            StmtKind::If(parts) => match (first(&parts.1, flag), first(&parts.2, flag)) {
                (First::Read, _) | (_, First::Read) => return First::Read,
                (First::Set, First::Set) => return First::Set,
                _ => {}
            },
            StmtKind::While(parts) if first(&parts.1, flag) == First::Read => return First::Read,
            StmtKind::Foreach(_, body) if first(body, flag) == First::Read => return First::Read,
            _ => {}
        }
    }
    First::Nothing
}

fn value_reads(value: &Value, flag: FlagId) -> bool {
    match value {
        Value::Cond(cond) => cond_reads(cond, flag),
        Value::Num(num) => num_reads(num, flag),
    }
}

fn cond_reads(cond: &Cond, flag: FlagId) -> bool {
    match cond {
        Cond::And(conds) | Cond::Or(conds) => conds.iter().any(|cond| cond_reads(cond, flag)),
        Cond::Not(inner) => cond_reads(inner, flag),
        Cond::Flag(read) => *read == flag,
        Cond::Cmp(_, sides) => num_reads(&sides.0, flag) || num_reads(&sides.1, flag),
        Cond::True | Cond::False | Cond::Is(..) => false,
    }
}

fn num_reads(num: &Num, flag: FlagId) -> bool {
    match num {
        Num::Flag(read) => *read == flag,
        Num::Op(_, sides) => num_reads(&sides.0, flag) || num_reads(&sides.1, flag),
        _ => false,
    }
}

/// Does the statement itself name the mark?
pub(crate) fn names_mark(stmt: &Stmt) -> bool {
    let mut found = false;
    asks(stmt, &mut |test, place| {
        found |= place == Place::Mark || test == Some(Test::Marked);
    });
    found
}

/// Every place a statement names, with the test that asks about it.
pub(crate) fn asks(stmt: &Stmt, see: &mut impl FnMut(Option<Test>, Place)) {
    fn cond(c: &Cond, see: &mut impl FnMut(Option<Test>, Place)) {
        match c {
            Cond::And(conds) | Cond::Or(conds) => conds.iter().for_each(|c| cond(c, see)),
            Cond::Not(inner) => cond(inner, see),
            Cond::Is(test, place) => see(Some(*test), *place),
            Cond::Cmp(_, sides) => {
                num(&sides.0, see);
                num(&sides.1, see);
            }
            Cond::True | Cond::False | Cond::Flag(_) => {}
        }
    }
    fn num(n: &Num, see: &mut impl FnMut(Option<Test>, Place)) {
        match n {
            Num::Op(_, sides) => {
                num(&sides.0, see);
                num(&sides.1, see);
            }
            Num::CellFlag(_, place) | Num::Attr(_, place) | Num::Height(place) => see(None, *place),
            _ => {}
        }
    }
    fn value(v: &Value, see: &mut impl FnMut(Option<Test>, Place)) {
        match v {
            Value::Cond(c) => cond(c, see),
            Value::Num(n) => num(n, see),
        }
    }
    match &stmt.what {
        StmtKind::Goto(place)
        | StmtKind::Capture(place)
        | StmtKind::Tuck(place)
        | StmtKind::ChangeKind(_, place)
        | StmtKind::ChangeOwner(_, place)
        | StmtKind::Flip(place) => see(None, *place),
        StmtKind::Verify(c) => cond(c, see),
        StmtKind::If(parts) => cond(&parts.0, see),
        StmtKind::While(parts) => cond(&parts.0, see),
        StmtKind::SetFlag(_, v) => value(v, see),
        StmtKind::SetCellFlag(_, what) => {
            value(&what.0, see);
            see(None, what.1);
        }
        StmtKind::SetAttr(_, what) => {
            value(&what.0, see);
            see(None, what.1);
        }
        StmtKind::SetGlobal(_, n) | StmtKind::Lift(n) => num(n, see),
        StmtKind::Create(create) => {
            see(None, create.at);
            if let Some(n) = &create.count {
                num(n, see);
            }
        }
        StmtKind::AddReserve(what) => num(&what.2, see),
        _ => {}
    }
}

/// Does the statement itself count pieces?
pub(crate) fn counts_pieces(stmt: &Stmt) -> bool {
    fn cond(c: &Cond) -> bool {
        match c {
            Cond::And(conds) | Cond::Or(conds) => conds.iter().any(cond),
            Cond::Not(inner) => cond(inner),
            Cond::Cmp(_, sides) => num(&sides.0) || num(&sides.1),
            Cond::True | Cond::False | Cond::Is(..) | Cond::Flag(_) => false,
        }
    }
    fn num(n: &Num) -> bool {
        match n {
            Num::Op(_, sides) => num(&sides.0) || num(&sides.1),
            other => matches!(other, Num::Pieces { .. }),
        }
    }
    let value = |value: &Value| match value {
        Value::Cond(c) => cond(c),
        Value::Num(n) => num(n),
    };
    match &stmt.what {
        StmtKind::Verify(c) => cond(c),
        StmtKind::If(parts) => cond(&parts.0),
        StmtKind::While(parts) => cond(&parts.0),
        StmtKind::SetFlag(_, v) => value(v),
        StmtKind::SetCellFlag(_, what) => value(&what.0),
        StmtKind::SetAttr(_, what) => value(&what.0),
        StmtKind::SetGlobal(_, n) | StmtKind::Lift(n) => num(n),
        StmtKind::Create(create) => create.count.as_ref().is_some_and(num),
        StmtKind::AddReserve(what) => num(&what.2),
        _ => false,
    }
}
