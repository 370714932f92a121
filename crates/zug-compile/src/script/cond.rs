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
                    self.maybe(|this| {
                        rest.iter().for_each(|one| this.jump_if(one, end));
                        this.check(last);
                    });
                    self.code.bind(end);
                }
                None => self.code.op(ScriptOp::Fail {}),
            },
            ExprKind::Not(inner) if matches!(inner.what, ExprKind::And(_) | ExprKind::Or(_)) => {
                let end = self.code.label();
                self.maybe(|this| this.jump_unless(inner, end));
                self.code.op(ScriptOp::Fail {});
                self.code.bind(end);
            }
            // Nothing to go back to inside: failing there is failing here.
            ExprKind::Call(call) if !visit::has_choice(&call.body) => {
                self.arguments(call);
                if let Some((last, rest)) = call.body.split_last() {
                    self.stmts(rest);
                    self.check_stmt(last);
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
            ExprKind::Not(inner) => self.maybe(|this| this.branch(inner, to, !when)),
            ExprKind::And(all) if !when => all.iter().for_each(|one| self.branch(one, to, false)),
            ExprKind::Or(all) if when => {
                self.maybe(|this| all.iter().for_each(|one| this.branch(one, to, true)));
            }
            // The last one decides; each before it may settle the matter.
            ExprKind::And(all) | ExprKind::Or(all) => match all.split_last() {
                Some((last, rest)) => {
                    let end = self.code.label();
                    self.maybe(|this| {
                        rest.iter().for_each(|one| this.branch(one, end, !when));
                        this.branch(last, to, when);
                    });
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

    /// One thing if the condition holds, else another.
    pub(super) fn if_else(
        &mut self,
        condition: &Expr,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        let (other, end) = (self.code.label(), self.code.label());
        self.maybe(|this| {
            this.jump_unless(condition, other);
            yes(this);
        });
        self.code.op(ScriptOp::Jump { to: end });
        self.code.bind(other);
        self.maybe(no);
        self.code.bind(end);
    }

    /// Leaves 1 if it holds, else 0.
    pub(super) fn truth(&mut self, expr: &Expr) {
        self.if_else(expr, |this| this.push_int(1), |this| this.push_int(0));
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
