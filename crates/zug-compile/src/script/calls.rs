//! Definitions, written out where they are called.
//!
//! As a statement a call is its body. As a value it is the value of the last statement: of the first way through the
//! body that succeeds, or 0 if none does. But a body that chooses with `any` chooses for its caller, too: what
//! follows is run for each alternative.

use super::{Lowerer, visit};
use zug_ir::{Quantifier, ScriptOp};
use zug_lang::ast::{Block, Call, Stmt, StmtKind};

impl Lowerer<'_> {
    /// Sets the locals of a call: each argument is evaluated once.
    pub(super) fn arguments(&mut self, call: &Call) {
        for (local, value) in &call.arguments {
            self.expr(value);
            let local = self.local(*local);
            self.code.op(ScriptOp::SetLocal { local });
        }
    }

    pub(super) fn call_value(&mut self, call: &Call) {
        self.arguments(call);
        if let [Stmt { what: StmtKind::Call(inner), .. }] = &call.body[..] {
            return self.call_value(inner);
        }
        if cannot_fail(&call.body) || visit::has_any(&call.body) {
            return self.block_value(&call.body);
        }
        let end = self.code.quantify(Quantifier::First);
        self.values += 1;
        self.maybe(|this| this.block_value(&call.body));
        self.values -= 1;
        self.code.succeed(end);
    }

    /// Runs the block; leaves the value of its last statement, 1 if that has none.
    pub(super) fn block_value(&mut self, block: &[Stmt]) {
        match block.split_last() {
            Some((last, rest)) => {
                self.stmts(rest);
                self.stmt_value(last);
            }
            None => self.push_int(1),
        }
    }

    fn stmt_value(&mut self, stmt: &Stmt) {
        let here = self.place(stmt.origin);
        let outer = self.code.at(here);
        match &stmt.what {
            StmtKind::Eval(value) => self.expr(value),
            StmtKind::Call(call) => {
                self.arguments(call);
                self.block_value(&call.body);
            }
            StmtKind::Seq(body) => self.block_value(body),
            StmtKind::Scope(body) => {
                self.code.op(ScriptOp::Here {});
                self.block_value(body);
                self.code.op(ScriptOp::Restore {});
            }
            StmtKind::AtDo(parts) => {
                self.code.op(ScriptOp::Here {});
                self.expr(&parts.0);
                self.code.op(ScriptOp::StepAlone {});
                self.block_value(&parts.1);
                self.code.op(ScriptOp::Restore {});
            }
            StmtKind::If(parts) => {
                self.if_else(&parts.0, |this| this.block_value(&parts.1), |this| this.block_value(&parts.2));
            }
            StmtKind::Either(ways) => self.either(ways, |this, way| this.block_value(way)),
            _ => {
                self.stmt(stmt);
                self.push_int(1);
            }
        }
        self.code.at(outer);
    }

    /// Runs a statement and fails unless its value is true.
    pub(super) fn check_stmt(&mut self, stmt: &Stmt) {
        match &stmt.what {
            StmtKind::Eval(value) => self.check(value),
            StmtKind::Call(_)
            | StmtKind::Seq(_)
            | StmtKind::Scope(_)
            | StmtKind::AtDo(_)
            | StmtKind::If(_)
            | StmtKind::Either(_) => {
                self.stmt_value(stmt);
                self.code.op(ScriptOp::Check {});
            }
            _ => self.stmt(stmt),
        }
    }
}

/// Is the block only a value, however it is found?
fn cannot_fail(block: &Block) -> bool {
    match &block[..] {
        [] => true,
        [stmt] => match &stmt.what {
            StmtKind::Eval(_) => true,
            StmtKind::If(parts) => cannot_fail(&parts.1) && cannot_fail(&parts.2),
            _ => false,
        },
        _ => false,
    }
}
