//! Numbers and values: code that leaves one number on the stack.

use super::Lowerer;
use crate::operands::{loc, who};
use crate::{codes, ids};
use zug_ir::limits::MAX_STACK;
use zug_ir::{Filter, Op};
use zug_model::code::{CmpOp, Cond, Num, NumOp, Value};

impl Lowerer<'_> {
    /// Pushes a number.
    pub(super) fn num(&mut self, num: &Num) {
        self.num_above(0, num);
    }

    /// Pushes a number onto so many others.
    fn num_above(&mut self, height: usize, num: &Num) {
        if height >= MAX_STACK {
            return self.report(codes::TOO_DEEP, format!("a number is nested more than {MAX_STACK} deep"));
        }
        let op = match num {
            Num::Const(value) => Op::Push { value: *value },
            Num::Op(op, sides) => {
                self.num_above(height, &sides.0);
                self.num_above(height + 1, &sides.1);
                match op {
                    NumOp::Add => Op::Add {},
                    NumOp::Sub => Op::Sub {},
                    NumOp::Mul => Op::Mul {},
                    NumOp::Div => Op::Div {},
                    NumOp::Rem => Op::Rem {},
                    NumOp::Min => Op::Min {},
                    NumOp::Max => Op::Max {},
                }
            }
            Num::Flag(flag) => Op::PushFlag { flag: ids::flag(*flag) },
            Num::CellFlag(flag, at) => Op::PushCellFlag { flag: ids::cell_flag(*flag), at: loc(*at) },
            Num::Attr(attr, at) => Op::PushAttr { attr: ids::attr(*attr), at: loc(*at) },
            Num::Global(global) => Op::PushGlobal { global: ids::global(*global) },
            Num::Height(at) => Op::PushHeight { at: loc(*at) },
            Num::Pieces { owner, kind, zone } => Op::PushPieces {
                filter: Filter {
                    owner: owner.map(who),
                    kind: kind.map(ids::kind),
                    zone: zone.map(ids::zone),
                },
            },
            Num::Reserve { owner, kind } => Op::PushReserve { who: who(*owner), kind: ids::kind(*kind) },
            Num::Passes => Op::PushPasses {},
        };
        self.code.op(op);
    }

    /// Pushes a number, or 1 or 0 for a condition.
    pub(super) fn value(&mut self, value: &Value) {
        match value {
            Value::Num(num) => self.num(num),
            Value::Cond(cond) => self.truth(cond),
        }
    }

    /// Pushes 1 if the condition holds, else 0.
    fn truth(&mut self, cond: &Cond) {
        match peel(cond) {
            (Cond::True, expect) => self.code.op(Op::Push { value: i32::from(expect) }),
            (Cond::False, expect) => self.code.op(Op::Push { value: i32::from(!expect) }),
            // A flag may hold any number; `not` makes a truth value of it.
            (Cond::Flag(flag), expect) => {
                self.code.op(Op::PushFlag { flag: ids::flag(*flag) });
                self.code.op(Op::Not {});
                if expect {
                    self.code.op(Op::Not {});
                }
            }
            (Cond::Cmp(op, sides), expect) => self.compare(*op, expect, sides),
            (Cond::And(_) | Cond::Or(_) | Cond::Is(..) | Cond::Not(_), _) => {
                let (no, end) = (self.code.label(), self.code.label());
                self.branch(cond, false, no);
                self.code.op(Op::Push { value: 1 });
                self.code.op(Op::Jump { to: end });
                self.code.bind(no);
                self.code.op(Op::Push { value: 0 });
                self.code.bind(end);
            }
        }
    }

    /// Pushes 1 if the comparison comes out as expected, else 0.
    pub(super) fn compare(&mut self, op: CmpOp, expect: bool, (a, b): &(Num, Num)) {
        let op = if expect { op } else { negated(op) };
        // The ops know "less" only: "greater" is "less" the other way round.
        let (first, second) = match op {
            CmpOp::Eq | CmpOp::Ne | CmpOp::Lt | CmpOp::Le => (a, b),
            CmpOp::Gt | CmpOp::Ge => (b, a),
        };
        self.num(first);
        self.num_above(1, second);
        match op {
            CmpOp::Eq => self.code.op(Op::Eq {}),
            CmpOp::Ne => {
                self.code.op(Op::Eq {});
                self.code.op(Op::Not {});
            }
            CmpOp::Lt | CmpOp::Gt => self.code.op(Op::Lt {}),
            CmpOp::Le | CmpOp::Ge => self.code.op(Op::Le {}),
        }
    }
}

/// The condition under its `not`s, and whether it is expected to hold.
pub(super) fn peel(mut cond: &Cond) -> (&Cond, bool) {
    let mut expect = true;
    while let Cond::Not(inner) = cond {
        (cond, expect) = (inner, !expect);
    }
    (cond, expect)
}

fn negated(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Ge => CmpOp::Lt,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{HOME, MAN, empty, enemy, lowered, not, text};
    use zug_model::code::{Place, StmtKind, Who};
    use zug_model::{AttrId, CellFlagId, CellId, FlagId, GlobalId};

    /// What is pushed for a value, and then set.
    fn check(value: Value, expected: &str) {
        let block = lowered(vec![StmtKind::SetFlag(FlagId(0), Box::new(value))]);
        assert_eq!(text(&block), format!("{expected} (set_flag f) end"));
    }

    #[test]
    fn every_number_has_its_op() {
        let any = Num::Pieces { owner: None, kind: None, zone: None };
        let few = Num::Pieces { owner: Some(Who::Mover), kind: Some(MAN), zone: Some(HOME) };
        let nums = [
            (Num::Const(-3), "(push -3)"),
            (Num::Flag(FlagId(1)), "(push_flag g)"),
            (Num::CellFlag(CellFlagId(0), Place::Here), "(push_cell_flag seen here)"),
            (Num::Attr(AttrId(1), Place::From), "(push_attr power from)"),
            (Num::Global(GlobalId(0)), "(push_global quiet)"),
            (Num::Height(Place::Cell(CellId(0))), "(push_height (cell a))"),
            (any, "(push_pieces (filter))"),
            (few, "(push_pieces (filter (owner mover) (kind Man) (zone home)))"),
            (Num::Reserve { owner: Who::Next, kind: MAN }, "(push_reserve next Man)"),
            (Num::Passes, "push_passes"),
        ];
        for (num, word) in nums {
            check(Value::Num(num), word);
        }
        let ops = [
            (NumOp::Add, "add"),
            (NumOp::Sub, "sub"),
            (NumOp::Mul, "mul"),
            (NumOp::Div, "div"),
            (NumOp::Rem, "rem"),
            (NumOp::Min, "min"),
            (NumOp::Max, "max"),
        ];
        for (op, word) in ops {
            let num = Num::Op(op, Box::new((Num::Const(1), Num::Const(2))));
            check(Value::Num(num), &format!("(push 1) (push 2) {word}"));
        }
    }

    #[test]
    fn truth_values_are_one_and_zero() {
        check(Value::Cond(Cond::True), "(push 1)");
        check(Value::Cond(Cond::False), "(push 0)");
        check(Value::Cond(not(Cond::False)), "(push 1)");
        check(Value::Cond(Cond::Flag(FlagId(1))), "(push_flag g) not not");
        check(Value::Cond(not(Cond::Flag(FlagId(1)))), "(push_flag g) not");
        let less = Cond::Cmp(CmpOp::Lt, Box::new((Num::Passes, Num::Const(2))));
        check(Value::Cond(less.clone()), "push_passes (push 2) lt");
        check(Value::Cond(not(less)), "(push 2) push_passes le");
    }

    #[test]
    fn tests_become_numbers_by_jumps() {
        check(Value::Cond(empty()), "(jump_unless empty here L3) (push 1) (jump L4) L3: (push 0) L4:");
        check(Value::Cond(not(empty())), "(jump_if empty here L3) (push 1) (jump L4) L3: (push 0) L4:");
        check(
            Value::Cond(Cond::Or(vec![empty(), enemy()])),
            "(jump_if empty here L2) (jump_unless enemy here L4) L2: (push 1) (jump L5) L4: (push 0) L5:",
        );
    }
}
