//! Sowing: a loop that goes on by a step known in advance, drops one piece, and counts down. It becomes one op; where all that
//! lies on the start is sown, what comes of it is looked up.

use super::code::{At, Cmp, Code, NOWHERE, Op, Operand, Steps, Test};

/// Boards with more cells than this are sown step by step.
const CELLS: usize = 16;
/// More pieces than this, too.
pub(super) const MAX_AT_ONCE: usize = 32;

/// What comes of sowing so many from a start.
#[derive(Clone, Debug)]
pub(super) struct Sown {
    /// What is added to each count; the start loses what lay on it.
    pub(super) more: [u16; CELLS],
    /// Cells that get something.
    pub(super) touched: u64,
    pub(super) last: u8,
}

/// Where everything on the start is taken up and sown, that becomes one op.
pub(super) fn all_at_once(code: &mut Code, steps: &mut Steps, n_cells: usize) {
    if n_cells > CELLS {
        return;
    }
    // Questions and marks come first, so the cursor is still on the start.
    let still = |op: &&Op| matches!(op, Op::Need(..) | Op::SetCellFlag(..));
    let at = code.ops.iter().take_while(still).count();
    let [Op::Set(hand, Operand::Height(At::Here)), Op::Capture(At::Here), ref rest @ ..] = code.ops[at..]
    else {
        return;
    };
    let sow = match *rest {
        [Op::Unless(Cmp::Lt, Operand::Const(0), Operand::Flag(f), _), sow, ..] if f == hand => sow,
        [sow, ..] => sow,
        [] => return,
    };
    let Op::Sow(of, row, to) = sow else { return };
    if of != hand || entered_in_the_middle(&code.ops, at, to as usize - 1) {
        return;
    }
    let row = &steps.table[row as usize..][..n_cells * n_cells];
    let first = steps.sown.len();
    for start in 0..n_cells {
        let next = &row[start * n_cells..][..n_cells];
        let mut sown = Sown { more: [0; CELLS], touched: 0, last: start as u8 };
        for n in 1..=MAX_AT_ONCE {
            if sown.last != NOWHERE {
                sown.last = next[usize::from(sown.last)];
            }
            if sown.last != NOWHERE {
                sown.more[usize::from(sown.last)] += 1;
                sown.touched |= 1 << sown.last;
            }
            let mut all = sown.clone();
            all.more[start] = all.more[start].wrapping_sub(n as u16);
            steps.sown.push(all);
        }
    }
    // Marks that only the sowing asks for are known to its table.
    let asks = |op: &Op, flag: u8| matches!(*op, Op::If(Test::Flagged(f), ..) | Op::Need(Test::Flagged(f), ..) if f == flag);
    let (before, after) = (&code.ops[..at], &code.ops[to as usize..]);
    let idle = |op: &Op| match *op {
        Op::SetCellFlag(flag, ..) => !before.iter().chain(after).any(|op| asks(op, flag)),
        _ => false,
    };
    if before[code.entry..].iter().all(idle) {
        code.entry = at;
    }
    code.ops[at] = Op::SowAll(hand, first as u32, to);
}

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
