//! Values of a script that is followed in advance: known, a number that a part before has left, or one of pieces that nobody
//! has counted yet.

use std::sync::Arc;
use zug_ir::Const;

/// A value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    Known(Const),
    List(Arc<[Value]>),
    /// Whatever a part before has left in this local; nobody has looked at it.
    Left(u8),
    /// The number that a part before has left in this local, and so much more.
    More(u8, i32),
    /// How many pieces lay on a set of cells when the run began, and so much more. Most runs only compare it with a number, and
    /// need not know it.
    Total(u16, i32),
}

pub(super) const NONE: Value = Value::Known(Const::None);

impl Value {
    pub(super) fn int(n: i32) -> Value {
        Value::Known(Const::Int(n))
    }

    pub(super) fn truth(yes: bool) -> Value {
        Value::int(i32::from(yes))
    }

    pub(super) fn list(values: Vec<Value>) -> Value {
        Value::List(values.into())
    }

    pub(super) fn cell(cell: u16) -> Value {
        if cell == zug_vm::NO_CELL { NONE } else { Value::Known(Const::Cell(zug_ir::CellId(cell))) }
    }

    /// As a number; what is none counts as 0.
    pub(super) fn number(&self) -> i32 {
        match self {
            Value::Known(Const::Int(n)) => *n,
            _ => 0,
        }
    }

    /// The cell it is, if it is one.
    pub(super) fn as_cell(&self) -> u16 {
        match self {
            Value::Known(Const::Cell(cell)) => cell.0,
            _ => zug_vm::NO_CELL,
        }
    }

    /// Its elements; a value that is no list is a list of itself, none is an empty one.
    pub(super) fn elements(&self) -> &[Value] {
        match self {
            Value::List(list) => list,
            &NONE => &[],
            other => std::slice::from_ref(other),
        }
    }
}

/// No number as a local is kept from part to part; other constants are above all numbers.
pub(super) const NOTHING: i64 = i64::MIN;
const OTHERS: i64 = 1 << 40;

/// How a constant is kept in a local from part to part.
pub(super) fn keep(value: Const) -> i64 {
    match value {
        Const::None => NOTHING,
        Const::Int(n) => i64::from(n),
        other => OTHERS + i64::from(zug_ir::script::encode(other)),
    }
}

/// A number to which something may be added without care.
pub(super) fn is_number(kept: i64) -> bool {
    kept.unsigned_abs() < 1 << 29
}

/// What [`keep`] made it from.
pub(super) fn kept(value: i64) -> Const {
    match i32::try_from(value) {
        Ok(n) => Const::Int(n),
        Err(_) if value == NOTHING => Const::None,
        Err(_) => zug_ir::script::decode((value - OTHERS) as i32),
    }
}
