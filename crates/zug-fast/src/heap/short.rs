//! Common ops in a shorter form: what they ask is looked up once, when the game is loaded.

use super::code::{At, Cmp, Code, Op, Operand, Test, Tree};

/// Writes ops shorter, each in its place.
pub(super) fn shortened(code: &mut Code) {
    for i in 0..code.ops.len() {
        code.ops[i] = match code.ops[i] {
            Op::If(Test::In(cells), At::Here, wanted, to) => Op::IfIn(as_wanted(cells, wanted), to),
            Op::Need(Test::In(cells), At::Here, wanted) => Op::NeedIn(as_wanted(cells, wanted)),
            Op::Unless(cmp, Operand::Height(At::Here), Operand::Const(n), to) => {
                let (least, most) = match cmp {
                    Cmp::Eq => (n, n),
                    Cmp::Lt => (i32::MIN, n.saturating_sub(1)),
                    Cmp::Le => (i32::MIN, n),
                };
                Op::UnlessHeight(least, most, to)
            }
            Op::Unless(cmp, Operand::Const(n), Operand::Height(At::Here), to) => {
                let (least, most) = match cmp {
                    Cmp::Eq => (n, n),
                    Cmp::Lt => (n.saturating_add(1), i32::MAX),
                    Cmp::Le => (n, i32::MAX),
                };
                Op::UnlessHeight(least, most, to)
            }
            Op::Set(flag, Operand::Tree(tree)) => match code.trees[tree as usize] {
                Tree::Add(Operand::Flag(f), Operand::Height(At::Here)) if f == flag => Op::AddHeight(flag),
                _ => code.ops[i],
            },
            op => op,
        };
    }
}

/// The cursor is always on a cell, so the cells without an answer are the other ones.
fn as_wanted(cells: u64, wanted: bool) -> u64 {
    if wanted { cells } else { !cells }
}
