//! Common ops in a shorter form: what they ask is looked up once, when the game is loaded.

use super::code::{At, Cmp, Code, Op, Operand, Test, Tree};

/// Writes ops shorter, each in its place.
pub(super) fn shortened(code: &mut Code) {
    for i in 0..code.ops.len() {
        code.ops[i] = match code.ops[i] {
            Op::If(Test::In(cells), At::Here, wanted, to) => Op::IfIn(as_wanted(cells, wanted), to),
            Op::Need(Test::In(cells), At::Here, wanted) => Op::NeedIn(as_wanted(cells, wanted)),
            Op::Unless(cmp, Operand::Height(At::Here), Operand::Const(n), to) => {
                let (least, most) = at_most(cmp, n);
                Op::UnlessHeight(least, most, to)
            }
            Op::Unless(cmp, Operand::Const(n), Operand::Height(At::Here), to) => {
                let (least, most) = at_least(cmp, n);
                Op::UnlessHeight(least, most, to)
            }
            Op::Unless(cmp, Operand::Flag(flag), Operand::Const(n), to) => {
                let (least, most) = at_most(cmp, n);
                Op::UnlessFlag(flag, least, most, to)
            }
            Op::Unless(cmp, Operand::Const(n), Operand::Flag(flag), to) => {
                let (least, most) = at_least(cmp, n);
                Op::UnlessFlag(flag, least, most, to)
            }
            Op::Unless(Cmp::Le, Operand::Pieces(cells), Operand::Const(0), to) => Op::IfAny(cells, to),
            Op::Set(flag, Operand::Const(n)) => Op::SetTo(flag, n),
            Op::Set(flag, Operand::Tree(tree)) => match code.trees[tree as usize] {
                Tree::Add(Operand::Flag(f), Operand::Height(At::Here)) if f == flag => Op::AddHeight(flag),
                _ => code.ops[i],
            },
            // A run that ends does not care where.
            Op::Go(At::Start) if code.ops.get(i + 1) == Some(&Op::Emit) => Op::Emit,
            op => op,
        };
    }
}

/// Questions about the heap at the cursor that follow one another become one. The others stay where they are, for those who come
/// from elsewhere.
pub(super) fn joined(code: &mut Code) {
    for i in 0..code.ops.len() {
        let Op::IfIn(outside, to) = code.ops[i] else { continue };
        let (mut at, mut least, mut most) = (i + 1, i32::MIN, i32::MAX);
        let mut inside = None;
        while let Some(&Op::UnlessHeight(from, up_to, elsewhere)) = code.ops.get(at) {
            let next = at as u32 + 1;
            if elsewhere == to {
                (least, most) = (least.max(from), most.min(up_to));
            } else if next == to && up_to == i32::MAX && from > i32::MIN {
                // Less than that goes on elsewhere, all else as well as those outside.
                most = most.min(from - 1);
                inside = Some(elsewhere);
            } else {
                break;
            }
            at += 1;
            if inside.is_some() {
                break;
            }
        }
        if at > i + 1 {
            code.ops[i] = Op::Heap(!outside, least, most, inside.unwrap_or(at as u32), to);
        }
    }
}

/// The numbers that compare so with this one on their right; nothing is less than the least of all.
fn at_most(cmp: Cmp, n: i32) -> (i32, i32) {
    match cmp {
        Cmp::Eq => (n, n),
        Cmp::Lt if n == i32::MIN => (0, -1),
        Cmp::Lt => (i32::MIN, n - 1),
        Cmp::Le => (i32::MIN, n),
    }
}

/// The same with this one on their left.
fn at_least(cmp: Cmp, n: i32) -> (i32, i32) {
    match cmp {
        Cmp::Eq => (n, n),
        Cmp::Lt if n == i32::MAX => (0, -1),
        Cmp::Lt => (n + 1, i32::MAX),
        Cmp::Le => (n, i32::MAX),
    }
}

/// The cursor is always on a cell, so the cells without an answer are the other ones.
fn as_wanted(cells: u64, wanted: bool) -> u64 {
    if wanted { cells } else { !cells }
}
