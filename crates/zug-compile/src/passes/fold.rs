//! Arithmetic on constants, done once and for all; a jump on a constant happens always or never; counting
//! up a value of the board, which rules do for every move, is one op.

use super::edit::relabel;
use zug_ir::{Block, Op};

pub(super) fn run(block: &mut Block) {
    let code = &mut block.code;
    if !code.iter().any(|op| matches!(op, Op::Push { .. })) {
        return;
    }
    let mut is_target = vec![false; code.len()];
    for label in code.iter().filter_map(|op| op.target()) {
        is_target[label.0 as usize] = true;
    }
    let mut new_index = Vec::with_capacity(code.len());
    let mut done: Vec<Op> = Vec::with_capacity(code.len());
    // Constants below this index may be skipped by a jump to here, so they are not ours to use.
    let mut barrier = 0;
    for (i, &op) in code.iter().enumerate() {
        if is_target[i] {
            barrier = done.len();
        }
        new_index.push(done.len() as u32);
        let usable = done.len() - barrier;
        match *done.as_slice() {
            [.., Op::Push { value: a }, Op::Push { value: b }]
                if usable >= 2 && binary(op, a, b).is_some() =>
            {
                done.truncate(done.len() - 2);
                done.extend(binary(op, a, b).map(|value| Op::Push { value }));
            }
            [.., Op::Push { value }] if usable >= 1 && matches!(op, Op::Not {}) => {
                done.pop();
                done.push(Op::Push { value: i32::from(value == 0) });
            }
            [.., Op::Push { value }] if usable >= 1 && matches!(op, Op::JumpZero { .. }) => {
                done.pop();
                if let (0, Some(to)) = (value, op.target()) {
                    done.push(Op::Jump { to });
                }
            }
            [.., Op::PushGlobal { global }, Op::Push { value }, Op::Add {}]
                if usable >= 3 && op == (Op::SetGlobal { global }) =>
            {
                done.truncate(done.len() - 3);
                done.push(Op::AddGlobal { global, value });
            }
            _ => done.push(op),
        }
    }
    relabel(&mut done, &new_index);
    *code = done;
}

/// What the op makes of two constants; `None` if it takes no two numbers, or would reject.
fn binary(op: Op, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        Op::Add {} => a.wrapping_add(b),
        Op::Sub {} => a.wrapping_sub(b),
        Op::Mul {} => a.wrapping_mul(b),
        Op::Div {} if b != 0 => a.wrapping_div(b),
        Op::Rem {} if b != 0 => a.wrapping_rem(b),
        Op::Min {} => a.min(b),
        Op::Max {} => a.max(b),
        Op::Eq {} => i32::from(a == b),
        Op::Lt {} => i32::from(a < b),
        Op::Le {} => i32::from(a <= b),
        // Not a match over all ops on purpose: an op that is not listed is merely not folded.
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{add, if_else, lowered, text};
    use zug_ir::Label;
    use zug_model::FlagId;
    use zug_model::code::{CmpOp, Cond, Num, NumOp, StmtKind, Value};

    fn check(body: Vec<StmtKind>, expected: &str) {
        let mut block = lowered(body);
        run(&mut block);
        assert_eq!(text(&block), expected);
    }

    fn set(num: Num) -> Vec<StmtKind> {
        vec![StmtKind::SetFlag(FlagId(0), Box::new(Value::Num(num)))]
    }

    fn op(op: NumOp, a: Num, b: Num) -> Num {
        Num::Op(op, Box::new((a, b)))
    }

    #[test]
    fn counting_up_is_one_op() {
        let count = Num::Op(NumOp::Add, Box::new((Num::Global(zug_model::GlobalId(0)), Num::Const(1))));
        check(vec![StmtKind::SetGlobal(zug_model::GlobalId(0), Box::new(count))], "(add_global quiet 1) end");
    }

    #[test]
    fn constants_are_computed() {
        let c = Num::Const;
        let seven = op(NumOp::Add, c(1), op(NumOp::Mul, c(2), c(3)));
        check(set(seven.clone()), "(push 7) (set_flag f) end");
        check(set(op(NumOp::Sub, seven, Num::Passes)), "(push 7) push_passes sub (set_flag f) end");
        check(set(op(NumOp::Div, c(-7), c(2))), "(push -3) (set_flag f) end");
        check(set(op(NumOp::Rem, c(-7), c(2))), "(push -1) (set_flag f) end");
        check(set(op(NumOp::Div, c(i32::MIN), c(-1))), "(push -2147483648) (set_flag f) end");
        check(set(op(NumOp::Min, op(NumOp::Max, c(1), c(5)), c(4))), "(push 4) (set_flag f) end");
    }

    #[test]
    fn a_division_by_zero_stays_to_reject() {
        check(set(op(NumOp::Div, Num::Const(1), Num::Const(0))), "(push 1) (push 0) div (set_flag f) end");
        check(set(op(NumOp::Rem, Num::Const(1), Num::Const(0))), "(push 1) (push 0) rem (set_flag f) end");
    }

    #[test]
    fn a_jump_on_a_constant_happens_always_or_never() {
        let if_cmp = |cmp| {
            let cond = Cond::Cmp(cmp, Box::new((Num::Const(1), Num::Const(2))));
            vec![if_else(cond, vec![add()], vec![])]
        };
        check(if_cmp(CmpOp::Lt), "(emit 0) clear_effects end");
        check(if_cmp(CmpOp::Ne), "(emit 0) clear_effects end");
        check(if_cmp(CmpOp::Ge), "(jump L3) (emit 0) clear_effects L3: end");
    }

    #[test]
    fn constants_from_two_paths_are_not_mixed() {
        // The first path to the `add` has pushed 1 and 2, the second 3 and 4.
        let code = vec![
            Op::PushPasses {},
            Op::JumpZero { to: Label(5) },
            Op::Push { value: 1 },
            Op::Push { value: 2 },
            Op::Jump { to: Label(7) },
            Op::Push { value: 3 },
            Op::Push { value: 4 },
            Op::Add {},
            Op::Not {},
            Op::SetFlag { flag: zug_ir::FlagId(0) },
            Op::End {},
        ];
        let mut block = Block { origin: 0, code: code.clone(), loops: 0 };
        run(&mut block);
        assert_eq!(block.code, code);
    }
}
