//! Truth: conditions become jumps, never numbers, unless a number is asked for.
//!
//! The ops that need a truth value move the cursor themselves if the value is a direction or a cell.

use super::{Lowerer, visit};
use zug_ir::{Label, ScriptOp};
use zug_lang::Value;
use zug_lang::ast::{Expr, ExprKind};

impl Lowerer<'_> {
    /// Fails unless it holds.
    pub(super) fn check(&mut self, expr: &Expr) {
        let here = self.place(expr.origin);
        let outer = self.code.at(here);
        match &expr.what {
            ExprKind::And(all) => all.iter().for_each(|one| self.check(one)),
            ExprKind::Or(all) => match all.split_last() {
                Some((last, rest)) => {
                    let end = self.code.label();
                    rest.iter().for_each(|one| self.jump_if(one, end));
                    self.check(last);
                    self.code.bind(end);
                }
                None => self.code.op(ScriptOp::Fail {}),
            },
            // Nothing to go back to inside: failing there is failing here.
            ExprKind::Call(call) if !visit::has_choice(&call.body) => {
                self.arguments(call);
                match call.body.split_last() {
                    Some((last, rest)) => {
                        self.stmts(rest);
                        self.check_stmt(last);
                    }
                    None => {}
                }
            }
            what => match fixed(what) {
                Some(true) => {}
                Some(false) => self.code.op(ScriptOp::Fail {}),
                None => {
                    self.expr(expr);
                    self.code.op(ScriptOp::Check {});
                }
            },
        }
        self.code.at(outer);
    }

    /// Goes there unless it holds.
    pub(super) fn jump_unless(&mut self, expr: &Expr, to: Label) {
        self.branch(expr, to, false);
    }

    /// Goes there if it holds.
    pub(super) fn jump_if(&mut self, expr: &Expr, to: Label) {
        self.branch(expr, to, true);
    }

    fn branch(&mut self, expr: &Expr, to: Label, when: bool) {
        let here = self.place(expr.origin);
        let outer = self.code.at(here);
        match &expr.what {
            ExprKind::Not(inner) => self.branch(inner, to, !when),
            ExprKind::And(all) if !when => all.iter().for_each(|one| self.branch(one, to, false)),
            ExprKind::Or(all) if when => all.iter().for_each(|one| self.branch(one, to, true)),
            // The last one decides; each before it may settle the matter.
            ExprKind::And(all) | ExprKind::Or(all) => match all.split_last() {
                Some((last, rest)) => {
                    let end = self.code.label();
                    rest.iter().for_each(|one| self.branch(one, end, !when));
                    self.branch(last, to, when);
                    self.code.bind(end);
                }
                None => self.code.op(ScriptOp::Jump { to }),
            },
            what => match fixed(what) {
                Some(holds) if holds == when => self.code.op(ScriptOp::Jump { to }),
                Some(_) => {}
                None => {
                    self.expr(expr);
                    self.code.op(if when { ScriptOp::JumpIf { to } } else { ScriptOp::JumpUnless { to } });
                }
            },
        }
        self.code.at(outer);
    }

    /// Leaves 1 if it holds, else 0.
    pub(super) fn truth(&mut self, expr: &Expr) {
        let (no, end) = (self.code.label(), self.code.label());
        self.jump_unless(expr, no);
        self.push_int(1);
        self.code.op(ScriptOp::Jump { to: end });
        self.code.bind(no);
        self.push_int(0);
        self.code.bind(end);
    }
}

/// The truth of a constant that moves nothing.
fn fixed(what: &ExprKind) -> Option<bool> {
    match what {
        ExprKind::Const(Value::Bool(yes)) => Some(*yes),
        ExprKind::Const(Value::Int(number)) => Some(*number != 0),
        ExprKind::Const(Value::None) => Some(false),
        _ => None,
    }
}
