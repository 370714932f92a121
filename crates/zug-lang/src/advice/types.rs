//! Values of the wrong sort: a piece compared with a player, arithmetic with directions, a condition that is a name.
//!
//! Values have no declared types, so only what is certain is told: variables and lists may hold anything.

use super::{Node, all_code, last_value, walk};
use crate::ast::{Arith, Choice, Compare, Expr, ExprKind, StmtKind};
use crate::codes;
use crate::decl::{GameDecl, Value};
use zug_source::{Diagnostic, ExpansionId};

pub(super) fn advise(game: &GameDecl, problems: &mut Vec<Diagnostic>) {
    let mut judge = Judge { problems };
    for (_, part) in all_code(game) {
        walk(part, &mut |node| match node {
            Node::Stmt(stmt) => match &stmt.what {
                StmtKind::Check(value) => judge.truth(value),
                StmtKind::If(parts) => judge.truth(&parts.0),
                StmtKind::While(parts) => judge.truth(&parts.0),
                _ => {}
            },
            Node::Expr(value) => judge.expr(value),
        });
    }
}

/// What a value is, where that is certain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Number,
    Direction,
    Position,
    Piece,
    Player,
    Zone,
    Text,
    List,
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Direction => "a direction",
            Type::Position => "a position",
            Type::Piece => "a piece type",
            Type::Player => "a player",
            Type::Zone => "a zone",
            Type::Text => "a text",
            Type::List => "a list",
        }
    }
}

fn type_of(value: &Expr) -> Option<Type> {
    Some(match &value.what {
        ExprKind::Const(constant) => match constant {
            Value::Bool(_) | Value::Int(_) => Type::Number,
            Value::None => return None,
            Value::Text(_) => Type::Text,
            Value::Dir(_) => Type::Direction,
            Value::Cell(_) => Type::Position,
            Value::Kind(_) => Type::Piece,
            Value::Player(_) => Type::Player,
            Value::Zone(_) => Type::Zone,
        },
        ExprKind::Is(..)
        | ExprKind::InZone(..)
        | ExprKind::NotInZone(..)
        | ExprKind::IsPiece(_)
        | ExprKind::NotPiece(_)
        | ExprKind::Exists(_)
        | ExprKind::NotExists(_)
        | ExprKind::Count(_)
        | ExprKind::All(_)
        | ExprKind::Sum(_)
        | ExprKind::Size(_)
        | ExprKind::TurnNumber
        | ExprKind::CapturedCount
        | ExprKind::Parts
        | ExprKind::ReserveOf(_)
        | ExprKind::Coord(_)
        | ExprKind::Len(_)
        | ExprKind::Member(_)
        | ExprKind::Arith(..)
        | ExprKind::Compare(..)
        | ExprKind::Not(_)
        | ExprKind::IsNone(_)
        | ExprKind::IsSome(_) => Type::Number,
        ExprKind::Opposite(_) => Type::Direction,
        ExprKind::Here(_) | ExprKind::Start | ExprKind::CellAt(_) => Type::Position,
        ExprKind::Piece(_) => Type::Piece,
        ExprKind::Owner(_) | ExprKind::Me | ExprKind::NextPlayer => Type::Player,
        ExprKind::MakeList(_)
        | ExprKind::Collect(_)
        | ExprKind::Reach(_)
        | ExprKind::Flood(_)
        | ExprKind::Border(_)
        | ExprKind::Append(_)
        | ExprKind::Without(_)
        | ExprKind::Union(_) => Type::List,
        ExprKind::If(parts) => common([&parts.1, &parts.2])?,
        ExprKind::Any(choice) => match &**choice {
            Choice::Items(items) => common(items)?,
            Choice::Range(..) => Type::Number,
            _ => return None,
        },
        ExprKind::Call(call) => type_of(last_value(&call.body)?)?,
        _ => return None,
    })
}

/// The type that all of the values have.
fn common<'e>(values: impl IntoIterator<Item = &'e Expr>) -> Option<Type> {
    let mut types = values.into_iter().map(type_of);
    let first = types.next()??;
    types.all(|other| other == Some(first)).then_some(first)
}

struct Judge<'p> {
    problems: &'p mut Vec<Diagnostic>,
}

impl Judge<'_> {
    fn expr(&mut self, value: &Expr) {
        match &value.what {
            ExprKind::If(parts) => self.truth(&parts.0),
            ExprKind::And(values) | ExprKind::Or(values) => values.iter().for_each(|value| self.truth(value)),
            ExprKind::Not(value) => self.truth(value),
            ExprKind::Compare(Compare::Eq | Compare::Ne, values) => self.equal(value, values),
            ExprKind::Compare(_, values) => self.numbers(values, "compared by size"),
            ExprKind::Arith(Arith::Min | Arith::Max, values) => self.numbers(values, "compared by size"),
            ExprKind::Arith(_, values) => self.numbers(values, "calculated with"),
            _ => {}
        }
    }

    /// A condition. A definition may be called with a name or with nothing, so what it is given is not judged.
    fn truth(&mut self, value: &Expr) {
        let ExprKind::Const(Value::Kind(_) | Value::Player(_) | Value::Zone(_) | Value::Text(_)) = value.what
        else {
            return;
        };
        let Some(what) = type_of(value).filter(|_| value.origin.expansion == ExpansionId::NONE) else {
            return;
        };
        let hint = match what {
            Type::Piece => "to ask what stands here write `(is-piece? …)`",
            Type::Player => "to ask whose piece stands here write `(= owner …)`",
            Type::Zone => "to ask whether the cursor is in it write `(in-zone? …)`",
            _ => "a condition is a test, a number or a direction",
        };
        self.wrong(value, format!("this condition always holds: it is {}", what.name()), hint);
    }

    fn equal(&mut self, whole: &Expr, values: &[Expr]) {
        let Some((first, others)) = values.split_first() else { return };
        let Some(left) = type_of(first) else { return };
        for right in others.iter().filter_map(type_of).filter(|right| *right != left) {
            let message = format!("{} is never equal to {}", left.name(), right.name());
            self.wrong(whole, message, "compare values of one sort");
        }
    }

    fn numbers(&mut self, values: &[Expr], how: &str) {
        for value in values {
            if let Some(what) = type_of(value).filter(|what| *what != Type::Number) {
                let message = format!("{} is {how}: it counts as 0", what.name());
                self.wrong(value, message, "a number is needed here");
            }
        }
    }

    fn wrong(&mut self, value: &Expr, message: String, hint: &str) {
        self.problems.push(Diagnostic::warning(codes::WRONG_TYPE, value.origin, message).hint(hint));
    }
}
