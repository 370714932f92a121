//! How much code a game is: written out it takes time and memory in proportion.

use crate::form::Form;
use zug_model::Game;
use zug_model::code::{Cond, Stmt, StmtKind, Value};

/// Statements and conditions once macros are written out: to look at more takes too long.
pub(crate) const MAX_SIZE: usize = 500_000;
/// Lists and words of the rules of a game before calls are put back: more would take too much memory.
pub(crate) const MAX_FORMS: usize = 1_000_000;

/// Lists and words of some code.
pub(crate) fn forms(code: &[Form]) -> usize {
    let mut n = 0;
    code.iter().for_each(|form| form.visit(&mut |_| n += 1));
    n
}

/// Statements and conditions of all rules.
pub(crate) fn size(game: &Game) -> usize {
    let rules = game.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops));
    rules.map(|rule| block(&rule.body)).sum()
}

fn block(stmts: &[Stmt]) -> usize {
    stmts.iter().map(stmt).sum()
}

fn stmt(stmt: &Stmt) -> usize {
    1 + match &stmt.what {
        StmtKind::Verify(holds) => cond(holds),
        StmtKind::If(parts) => cond(&parts.0) + block(&parts.1) + block(&parts.2),
        StmtKind::While(parts) => cond(&parts.0) + block(&parts.1),
        StmtKind::Foreach(_, body) => block(body),
        StmtKind::SetFlag(_, set) => value(set),
        StmtKind::SetCellFlag(_, set) => value(&set.0),
        StmtKind::SetAttr(_, set) => value(&set.0),
        _ => 0,
    }
}

fn value(of: &Value) -> usize {
    if let Value::Cond(holds) = of { cond(holds) } else { 0 }
}

fn cond(holds: &Cond) -> usize {
    1 + match holds {
        Cond::And(conds) | Cond::Or(conds) => conds.iter().map(cond).sum(),
        Cond::Not(inner) => cond(inner),
        _ => 0,
    }
}
