//! Conditions as jumps and as demands.
//!
//! Tests change nothing, so a condition is never evaluated further than needed, and `not` costs nothing:
//! it turns round what is expected.

use super::Lowerer;
use super::num::peel;
use crate::ids;
use crate::operands::{loc, test};
use zug_ir::{Label, Op};
use zug_model::code::Cond;

impl Lowerer<'_> {
    /// Goes on at `to` if the condition comes out as `when`, else falls through.
    pub(super) fn branch(&mut self, cond: &Cond, when: bool, to: Label) {
        let (cond, expect) = peel(cond);
        let when = when == expect;
        match cond {
            Cond::True | Cond::False => {
                if matches!(cond, Cond::True) == when {
                    self.code.op(Op::Jump { to });
                }
            }
            Cond::And(conds) => self.branch_all(conds, true, when, to),
            Cond::Or(conds) => self.branch_all(conds, false, !when, to),
            Cond::Not(_) => unreachable!("`peel` takes away every `not`"),
            &Cond::Is(what, at) => {
                let (test, at) = (test(what), loc(at));
                self.code.op(if when {
                    Op::JumpIf { test, at, to }
                } else {
                    Op::JumpUnless { test, at, to }
                });
            }
            Cond::Flag(flag) => {
                self.code.op(Op::PushFlag { flag: ids::flag(*flag) });
                if when {
                    self.code.op(Op::Not {});
                }
                self.code.op(Op::JumpZero { to });
            }
            Cond::Cmp(op, sides) => {
                self.compare(*op, !when, sides);
                self.code.op(Op::JumpZero { to });
            }
        }
    }

    /// Goes on at `to` if all of the conditions come out as `each` (or, unless `all`, if one does not).
    fn branch_all(&mut self, conds: &[Cond], each: bool, all: bool, to: Label) {
        if !all {
            conds.iter().for_each(|cond| self.branch(cond, !each, to));
            return;
        }
        let Some((last, others)) = conds.split_last() else {
            return self.code.op(Op::Jump { to });
        };
        let skip = self.code.label();
        others.iter().for_each(|cond| self.branch(cond, !each, skip));
        self.branch(last, each, to);
        self.code.bind(skip);
    }

    /// Rejects unless the condition comes out as `expect`.
    pub(super) fn demand(&mut self, cond: &Cond, expect: bool) {
        let (cond, positive) = peel(cond);
        let expect = expect == positive;
        match cond {
            Cond::True | Cond::False => {
                if matches!(cond, Cond::True) != expect {
                    self.code.op(Op::Reject {});
                }
            }
            Cond::And(conds) if expect => conds.iter().for_each(|cond| self.demand(cond, true)),
            Cond::Or(conds) if !expect => conds.iter().for_each(|cond| self.demand(cond, false)),
            Cond::And(conds) | Cond::Or(conds) => self.demand_one(conds, expect),
            Cond::Not(_) => unreachable!("`peel` takes away every `not`"),
            &Cond::Is(what, at) => {
                let (test, at) = (test(what), loc(at));
                self.code.op(if expect { Op::Verify { test, at } } else { Op::VerifyNot { test, at } });
            }
            Cond::Flag(_) | Cond::Cmp(..) => {
                let pass = self.code.label();
                self.branch(cond, expect, pass);
                self.code.op(Op::Reject {});
                self.code.bind(pass);
            }
        }
    }

    /// Rejects unless at least one of the conditions comes out as `expect`.
    fn demand_one(&mut self, conds: &[Cond], expect: bool) {
        let Some((last, others)) = conds.split_last() else {
            return self.code.op(Op::Reject {});
        };
        let pass = self.code.label();
        others.iter().for_each(|cond| self.branch(cond, expect, pass));
        self.demand(last, expect);
        self.code.bind(pass);
    }
}

#[cfg(test)]
mod tests {
    use crate::testkit::{HOME, KING, WHITE, empty, enemy, if_else, is, lowered, not, text};
    use zug_model::code::{CmpOp, Cond, Num, Place, StmtKind, Test, Who};
    use zug_model::{AttrId, CellFlagId, CellId, DirId, FlagId, ModeId};

    fn verify(cond: Cond, expected: &str) {
        assert_eq!(text(&lowered(vec![StmtKind::Verify(cond)])), expected);
    }

    /// Jumps over a `mark` unless the condition holds.
    fn branch(cond: Cond, expected: &str) {
        assert_eq!(text(&lowered(vec![if_else(cond, vec![StmtKind::Mark], vec![])])), expected);
    }

    fn cmp(op: CmpOp) -> Cond {
        Cond::Cmp(op, Box::new((Num::Passes, Num::Const(2))))
    }

    #[test]
    fn verify_of_simple_tests_is_one_op() {
        verify(empty(), "(verify empty here) end");
        verify(not(empty()), "(verify_not empty here) end");
        verify(not(not(empty())), "(verify empty here) end");
        verify(Cond::True, "end");
        verify(not(Cond::True), "reject end");
        verify(Cond::False, "reject end");
    }

    #[test]
    fn verify_of_a_chain_is_a_chain_of_verifies() {
        verify(Cond::And(vec![empty(), not(enemy())]), "(verify empty here) (verify_not enemy here) end");
        verify(not(Cond::Or(vec![empty(), enemy()])), "(verify_not empty here) (verify_not enemy here) end");
        verify(Cond::And(vec![]), "end");
    }

    #[test]
    fn verify_of_alternatives_is_left_by_the_first_that_holds() {
        verify(Cond::Or(vec![empty(), enemy()]), "(jump_if empty here L2) (verify enemy here) L2: end");
        verify(
            not(Cond::And(vec![empty(), enemy()])),
            "(jump_unless empty here L2) (verify_not enemy here) L2: end",
        );
        let both = Cond::And(vec![enemy(), is(Test::Friend)]);
        verify(
            Cond::Or(vec![both, empty()]),
            "(jump_unless enemy here L2) (jump_if friend here L3) L2: (verify empty here) L3: end",
        );
        verify(Cond::Or(vec![]), "reject end");
    }

    #[test]
    fn verify_of_numbers_jumps_over_a_reject() {
        verify(Cond::Flag(FlagId(0)), "(push_flag f) not (jump_zero L4) reject L4: end");
        verify(not(Cond::Flag(FlagId(0))), "(push_flag f) (jump_zero L3) reject L3: end");
        verify(cmp(CmpOp::Lt), "(push 2) push_passes le (jump_zero L5) reject L5: end");
    }

    #[test]
    fn branches_take_the_shortest_way() {
        branch(Cond::True, "mark end");
        branch(Cond::False, "(jump L2) mark L2: end");
        branch(not(empty()), "(jump_if empty here L2) mark L2: end");
        branch(
            Cond::And(vec![empty(), enemy()]),
            "(jump_unless empty here L3) (jump_unless enemy here L3) mark L3: end",
        );
        branch(
            Cond::Or(vec![empty(), enemy()]),
            "(jump_if empty here L2) (jump_unless enemy here L3) L2: mark L3: end",
        );
        branch(
            not(Cond::And(vec![empty(), not(enemy())])),
            "(jump_unless empty here L2) (jump_unless enemy here L3) L2: mark L3: end",
        );
        branch(
            not(Cond::Or(vec![empty(), enemy()])),
            "(jump_if empty here L3) (jump_if enemy here L3) mark L3: end",
        );
        branch(Cond::And(vec![]), "mark end");
        branch(Cond::Or(vec![]), "(jump L2) mark L2: end");
    }

    #[test]
    fn comparisons_know_less_only() {
        let cases = [
            (CmpOp::Eq, "push_passes (push 2) eq"),
            (CmpOp::Ne, "push_passes (push 2) eq not"),
            (CmpOp::Lt, "push_passes (push 2) lt"),
            (CmpOp::Le, "push_passes (push 2) le"),
            (CmpOp::Gt, "(push 2) push_passes lt"),
            (CmpOp::Ge, "(push 2) push_passes le"),
        ];
        for (op, code) in cases {
            let end = if op == CmpOp::Ne { "L6" } else { "L5" };
            branch(cmp(op), &format!("{code} (jump_zero {end}) mark {end}: end"));
        }
        branch(not(cmp(CmpOp::Ge)), "push_passes (push 2) lt (jump_zero L5) mark L5: end");
        branch(Cond::Flag(FlagId(1)), "(push_flag g) (jump_zero L3) mark L3: end");
        branch(not(Cond::Flag(FlagId(1))), "(push_flag g) not (jump_zero L4) mark L4: end");
    }

    #[test]
    fn every_test_has_its_op() {
        let tests = [
            (Test::Empty, "empty"),
            (Test::Friend, "friend"),
            (Test::Enemy, "enemy"),
            (Test::Neutral, "neutral"),
            (Test::Kind(KING), "(kind King)"),
            (Test::Owner(Who::Next), "(owner next)"),
            (Test::Zone(HOME), "(zone home)"),
            (Test::Cell(CellId(1)), "(cell b)"),
            (Test::OnBoard, "on_board"),
            (Test::Marked, "marked"),
            (Test::LastFrom, "last_from"),
            (Test::LastTo, "last_to"),
            (Test::CellFlag(CellFlagId(0)), "(cell_flag seen)"),
            (Test::Attr(AttrId(0)), "(attr moved)"),
            (Test::Attacked(None), "attacked"),
            (Test::Attacked(Some(ModeId(1))), "(attacked_by quick)"),
            (Test::Defended(None), "defended"),
            (Test::Defended(Some(ModeId(0))), "(defended_by slow)"),
            (Test::AdjacentToEnemy, "adjacent_to_enemy"),
            (Test::GoalCell, "goal_cell"),
            (Test::Mover(WHITE), "(mover White)"),
            (Test::Next(WHITE), "(next White)"),
        ];
        for (test, word) in tests {
            verify(Cond::Is(test, Place::Dir(DirId(1))), &format!("(verify {word} (dir w)) end"));
        }
    }
}
