//! Values of scripts.

use std::sync::Arc;
use zug_ir::{Const, DirId, KindId, PlayerId, TextId, ZoneId};

/// A value. Truth values are the numbers 1 and 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Val {
    None,
    Int(i32),
    Text(TextId),
    Dir(DirId),
    Cell(u16),
    Kind(KindId),
    Player(PlayerId),
    Zone(ZoneId),
    List(Arc<Vec<Val>>),
}

impl Val {
    pub(super) fn truth(yes: bool) -> Val {
        Val::Int(i32::from(yes))
    }

    pub(super) fn list(values: Vec<Val>) -> Val {
        Val::List(values.into())
    }

    /// As a number; what is none counts as 0.
    pub fn number(&self) -> i32 {
        match self {
            Val::Int(n) => *n,
            _ => 0,
        }
    }

    /// Its elements; a value that is no list is a list of itself, none is an empty one.
    pub fn elements(&self) -> &[Val] {
        match self {
            Val::List(list) => list,
            Val::None => &[],
            other => std::slice::from_ref(other),
        }
    }
}

impl From<Const> for Val {
    fn from(value: Const) -> Self {
        match value {
            Const::None => Val::None,
            Const::Int(n) => Val::Int(n),
            Const::Text(t) => Val::Text(t),
            Const::Dir(d) => Val::Dir(d),
            Const::Cell(c) => Val::Cell(c.0),
            Const::Kind(k) => Val::Kind(k),
            Const::Player(p) => Val::Player(p),
            Const::Zone(z) => Val::Zone(z),
        }
    }
}

/// How a value is kept in a value of the board. Lists and numbers of more than 28 bits cannot be.
pub(super) fn encode(value: &Val) -> Option<i32> {
    let constant = match *value {
        Val::None => Const::None,
        Val::Int(n) if n.unsigned_abs() >= 1 << 28 => return None,
        Val::Int(n) => Const::Int(n),
        Val::Text(t) => Const::Text(t),
        Val::Dir(d) => Const::Dir(d),
        Val::Cell(c) => Const::Cell(zug_ir::CellId(c)),
        Val::Kind(k) => Const::Kind(k),
        Val::Player(p) => Const::Player(p),
        Val::Zone(z) => Const::Zone(z),
        Val::List(_) => return None,
    };
    Some(zug_ir::script::encode(constant))
}

pub(super) fn decode(value: i32) -> Val {
    zug_ir::script::decode(value).into()
}
