//! Look-ahead: questions about the cell that steps lead to, with the cursor put back.

use super::Lowerer;
use crate::ids;
use zug_ir::{CellTest, Const, ScriptOp};
use zug_lang::Test;
use zug_lang::ast::{Expr, ZoneId};

impl Lowerer<'_> {
    /// The answer to the question where the steps lead, or `nowhere` if they lead nowhere.
    pub(super) fn look(&mut self, steps: &[Expr], nowhere: Const, question: impl FnOnce(&mut Self)) {
        if steps.is_empty() {
            return question(self);
        }
        let (lost, end) = (self.code.label(), self.code.label());
        self.code.op(ScriptOp::Here {});
        self.maybe(|this| {
            for step in steps {
                this.expr(step);
                this.code.op(ScriptOp::Look { to: lost });
            }
            question(this);
        });
        self.code.op(ScriptOp::Jump { to: end });
        self.code.bind(lost);
        self.push(nowhere);
        self.code.bind(end);
        self.code.op(ScriptOp::Restore {});
    }

    /// A test of a cell. Where steps lead nowhere its opposite is false too.
    pub(super) fn is(&mut self, test: Test, steps: &[Expr]) {
        let (test, not) = match test {
            Test::Empty => (CellTest::Empty, false),
            Test::NotEmpty => (CellTest::Empty, true),
            Test::Friend => (CellTest::Friend, false),
            Test::NotFriend => (CellTest::Friend, true),
            Test::Enemy => (CellTest::Enemy, false),
            Test::NotEnemy => (CellTest::Enemy, true),
            Test::LastFrom => (CellTest::LastFrom, false),
            Test::LastTo => (CellTest::LastTo, false),
            Test::Flag => (CellTest::Flag, false),
            Test::NotFlag => (CellTest::Flag, true),
            Test::Attacked => (CellTest::Attacked, false),
            Test::NotAttacked => (CellTest::Attacked, true),
            Test::Defended => (CellTest::Defended, false),
        };
        self.look(steps, Const::Int(0), |this| {
            this.code.op(ScriptOp::Test { test });
            if not {
                this.code.op(ScriptOp::Not {});
            }
        });
    }

    pub(super) fn in_zone(&mut self, zone: ZoneId, steps: &[Expr], not: bool) {
        self.look(steps, Const::Int(0), |this| {
            this.code.op(ScriptOp::InZone { zone: ids::zone(zone) });
            if not {
                this.code.op(ScriptOp::Not {});
            }
        });
    }

    pub(super) fn is_piece(&mut self, kinds: &[Expr], whole: &Expr) {
        self.code.op(ScriptOp::KindHere {});
        self.exprs(kinds);
        let n = self.count(kinds.len(), whole.origin);
        self.code.op(ScriptOp::Equals { n });
    }
}
