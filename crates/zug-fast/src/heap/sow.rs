//! Sowing: a loop that goes on by a step known in advance, drops one piece, and counts down. It becomes one op.

use super::code::{At, Cmp, Code, NOWHERE, Op, Operand, Steps, Test};

/// Turns loops that sow into single ops.
pub(super) fn loops_as_one(code: &mut Code, steps: &mut Steps, n_cells: usize) {
    for end in 0..code.ops.len() {
        let Op::Unless(Cmp::Le, Operand::Flag(hand), Operand::Const(0), first) = code.ops[end] else {
            continue;
        };
        let first = first as usize;
        if first + 2 >= end || code.ops[end - 2..end] != [Op::CreateOne(At::Here), Op::Add(hand, -1)] {
            continue;
        }
        if entered_in_the_middle(&code.ops, first, end) {
            continue;
        }
        let Some(table) = next_cells(code, steps, n_cells, first..end - 2) else { continue };
        if let Ok(row) = u16::try_from(steps.table.len()) {
            steps.table.extend(table);
            code.ops[first] = Op::Sow(hand, row, end as u32 + 1);
        }
    }
}

fn entered_in_the_middle(ops: &[Op], first: usize, end: usize) -> bool {
    ops.iter().enumerate().any(|(i, op)| match *op {
        Op::Jump(to) | Op::If(.., to) | Op::Unless(.., to) | Op::UnlessTrue(_, to) | Op::IfBare(_, to) => {
            let outside = i < first || i > end;
            outside && (first + 1..=end).contains(&(to as usize))
        }
        _ => false,
    })
}

/// `table[start * n_cells + cell]`: where the way on leads. `None` if that depends on anything else.
fn next_cells(code: &Code, steps: &Steps, n_cells: usize, way: std::ops::Range<usize>) -> Option<Vec<u8>> {
    let mut table = Vec::with_capacity(n_cells * n_cells);
    for start in 0..n_cells as u8 {
        for cell in 0..n_cells as u8 {
            table.push(next_cell(code, steps, &way, start, cell)?);
        }
    }
    Some(table)
}

fn next_cell(
    code: &Code,
    steps: &Steps,
    way: &std::ops::Range<usize>,
    start: u8,
    mut cell: u8,
) -> Option<u8> {
    let mut pc = way.start;
    while pc < way.end {
        match code.ops[pc] {
            Op::Step(row) => {
                cell = steps.table[row as usize + cell as usize];
                if cell == NOWHERE {
                    return Some(NOWHERE);
                }
                pc += 1;
            }
            Op::If(test, At::Here, wanted, to) => {
                let answer = match test {
                    Test::In(cells) => cells >> cell & 1 != 0,
                    Test::Always(answer) => answer,
                    Test::Flagged(flag) if marks_start(&code.ops, flag, way.start) => cell == start,
                    _ => return None,
                };
                let to = to as usize;
                if answer == wanted && !(pc + 1..=way.end).contains(&to) {
                    return None;
                }
                pc = if answer == wanted { to } else { pc + 1 };
            }
            _ => return None,
        }
    }
    Some(cell)
}

/// Is the flag set on the start, before anything else happens, and never again?
fn marks_start(ops: &[Op], flag: u8, before: usize) -> bool {
    let mut places =
        ops.iter().enumerate().filter(|(_, op)| matches!(op, Op::SetCellFlag(f, ..) if *f == flag));
    let (Some((at, Op::SetCellFlag(_, At::Here | At::Start, true))), None) = (places.next(), places.next())
    else {
        return false;
    };
    // Nothing but questions that reject comes first, so the cursor is still there and every run comes by.
    at < before && ops[..at].iter().all(|op| matches!(op, Op::Need(..)))
}
