//! Writing goals.

use super::lanes::can_see;
use super::ply::Writer;
use super::words::{POSITION, Set};
use crate::bits::Bits;
use crate::goal::{Check, GoalOf, Number, Row, Shown};
use crate::lane::Seen;
use zug_ir::{CmpOp, NumOp};
use zug_jit::{Below, Value};
use zug_vm::NO_CELL;

/// On boards of more words than this a row is looked for through the cell just filled.
pub(super) const WIDE: usize = 2;

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Is a goal reached that was not reached before the last move, which has filled that cell?
    pub(super) fn goal(&mut self, check: &Check<W>, to: Below) -> Value {
        match check {
            Check::Or(list) => {
                let mut any = self.w.m.word(0);
                for check in list {
                    let holds = self.goal(check, to);
                    any = self.w.m.or(any, holds);
                }
                any
            }
            Check::Pattern { row: Some(row), .. } if W > WIDE => match self.lines_of(row) {
                Some(lines) => self.row_on_line(lines, to),
                None => self.row(row, to),
            },
            _ => self.check(check),
        }
    }

    fn truth(&mut self, value: Value) -> Value {
        let (one, zero) = (self.w.m.word(1), self.w.m.word(0));
        self.w.m.select(value, one, zero)
    }

    /// Does a condition hold, where the player to move can and nothing repeats?
    pub(super) fn check(&mut self, check: &Check<W>) -> Value {
        match check {
            Check::And(list) | Check::Or(list) => {
                let all = matches!(check, Check::And(_));
                let mut answer = self.w.m.word(u64::from(all));
                for check in list {
                    let holds = self.check(check);
                    let holds = self.truth(holds);
                    answer = if all { self.w.m.and(answer, holds) } else { self.w.m.or(answer, holds) };
                }
                answer
            }
            Check::Not(inner) => {
                let (holds, zero) = (self.check(inner), self.w.m.word(0));
                self.w.m.equal(holds, zero)
            }
            Check::Const(value) => self.w.m.word(u64::from(*value)),
            Check::Pieces { boards, reserves, n } => {
                let mut sum = self.w.m.word(0);
                for board in boards {
                    let set = self.w.board(*board);
                    let count = self.w.count(&set);
                    sum = self.w.m.add(sum, count);
                }
                for (player, kind) in reserves {
                    let waiting = self.waiting(self.reserve_at(*player, *kind));
                    sum = self.w.m.add(sum, waiting);
                }
                let wanted = self.w.m.word(*n);
                self.w.m.equal(sum, wanted)
            }
            Check::On { cells, occupants, all } => {
                let mut standing: Option<Set> = None;
                for occupant in occupants {
                    let shown = self.shown(occupant, cells);
                    standing = Some(match standing {
                        Some(before) => self.w.or(&before, &shown),
                        None => shown,
                    });
                }
                let none = self.w.constant(&[0; W]);
                let standing = standing.unwrap_or(none);
                if *all {
                    let cells = self.w.constant(cells);
                    let missing = self.w.and_not(&cells, &standing);
                    let (any, zero) = (self.w.any(&missing), self.w.m.word(0));
                    self.w.m.equal(any, zero)
                } else {
                    self.w.any(&standing)
                }
            }
            Check::Pattern { rest, row: Some(row), .. } => self.rows(row, rest),
            Check::Pattern { first, rest, .. } => {
                let cells = self.plan.all_cells;
                let mut starts = self.shown(first, &cells);
                for (seen, occupant) in rest {
                    for (board, answer) in occupant {
                        let board = self.w.board(*board);
                        let passing = self.seen(seen, &board);
                        starts = if *answer {
                            self.w.and(&starts, &passing)
                        } else {
                            let there = self.w.constant(&cells);
                            let there = self.seen(seen, &there);
                            let there = self.w.and_not(&there, &passing);
                            self.w.and(&starts, &there)
                        };
                    }
                }
                self.w.any(&starts)
            }
            Check::Cmp(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                let zero = self.w.m.word(0);
                // Numbers may be negative: moved up by half the range they keep their order.
                let half = self.w.m.word(1 << 63);
                let (x, y) = (self.w.m.xor(a, half), self.w.m.xor(b, half));
                match op {
                    CmpOp::Eq => self.w.m.equal(a, b),
                    CmpOp::Ne => self.w.m.xor(a, b),
                    CmpOp::Lt => self.w.m.less(x, y),
                    CmpOp::Gt => self.w.m.less(y, x),
                    CmpOp::Le => {
                        let more = self.w.m.less(y, x);
                        self.w.m.equal(more, zero)
                    }
                    CmpOp::Ge => {
                        let less = self.w.m.less(x, y);
                        self.w.m.equal(less, zero)
                    }
                }
            }
            // The player to move can, and nothing repeats; `can_write` has seen to it that there are no others.
            _ => self.w.m.word(0),
        }
    }

    fn shown(&mut self, occupant: &Shown, within: &Bits<W>) -> Set {
        let mut cells = self.w.constant(within);
        for (board, answer) in occupant {
            let shown = self.w.board(*board);
            cells = if *answer { self.w.and(&cells, &shown) } else { self.w.and_not(&cells, &shown) };
        }
        cells
    }

    pub(super) fn seen(&mut self, seen: &Seen<W>, board: &Set) -> Set {
        let shifts: Vec<(i32, Bits<W>)> = match seen {
            Seen::Shifted(delta, near) => vec![(*delta, *near)],
            Seen::Several(shifts) => shifts.to_vec(),
            Seen::One(cell) => {
                let bit = self.w.m.word(1 << (cell % 64));
                let bit = self.w.m.and(board[*cell as usize / 64], bit);
                let (all, none) = (self.w.m.word(!0), self.w.m.word(0));
                return vec![self.w.m.select(bit, all, none); W];
            }
            Seen::Gathered(fours) => {
                let tables = self.gather(fours);
                return self.gathered(&tables, board);
            }
            Seen::Scattered(_) => Vec::new(),
        };
        let mut all = None;
        for (delta, near) in shifts {
            let there = self.w.look(board, delta);
            let near = self.w.constant(&near);
            let there = self.w.and(&there, &near);
            all = Some(match all {
                Some(before) => self.w.or(&before, &there),
                None => there,
            });
        }
        all.unwrap_or_else(|| self.w.constant(&[0; W]))
    }

    fn number(&mut self, number: &Number<W>) -> Value {
        match number {
            Number::Op(op, ab) => {
                let (a, b) = (self.number(&ab.0), self.number(&ab.1));
                match op {
                    NumOp::Add => self.w.m.add(a, b),
                    NumOp::Sub => self.w.m.sub(a, b),
                    _ => self.w.m.mul(a, b),
                }
            }
            Number::Count { board, shown, within } => {
                let set = self.w.board(*board);
                let within = self.w.constant(within);
                let set = if *shown { self.w.and(&within, &set) } else { self.w.and_not(&within, &set) };
                self.w.count(&set)
            }
            Number::Const(n) => self.w.m.word(*n as u64),
            Number::Global(global) => self.global(*global),
            _ => self.w.m.word(0),
        }
    }

    /// Is there a row anywhere? Rows of two, of four and so on, each from two halves; what is left is covered by a row that
    /// begins later.
    fn rows(&mut self, row: &Row, rest: &[(Seen<W>, Shown)]) -> Value {
        let mut rows = self.w.board(row.board);
        let mut len = 1;
        while len < row.len {
            let more = len.min(row.len - len);
            let later = self.seen(&rest[more - 1].0, &rows);
            rows = self.w.and(&rows, &later);
            len += more;
        }
        self.w.any(&rows)
    }

    /// Is the cell one of enough in a row?
    fn row(&mut self, row: &Row, cell: Below) -> Value {
        let n_cells = row.on.len();
        let mut found = self.w.m.word(1);
        for steps in [&row.on, &row.back] {
            let table = self.w.m.table(steps.iter().map(|c| u64::from(*c)).collect());
            // Handed over: where the walk is, how many there were.
            let ((look, at), (end, sum)) = (self.w.m.block(2), self.w.m.block(1));
            let first = self.w.m.look_up(table, cell);
            self.w.m.jump(look, &[first, found]);
            self.w.m.begin(look);
            let nowhere = self.w.m.word(u64::from(NO_CELL));
            let off = self.w.m.equal(at[0], nowhere);
            let (on, _) = self.w.m.block(0);
            self.w.m.branch(off, (end, &[at[1]]), (on, &[]));
            self.w.m.begin(on);
            let here = self.w.m.below(at[0], n_cells);
            let (word, bit) = self.w.place(here);
            let word = self.w.m.load_at(POSITION, row.board.0 as usize * W, word);
            let shown = self.w.m.and(word, bit);
            let (more, _) = self.w.m.block(0);
            self.w.m.branch(shown, (more, &[]), (end, &[at[1]]));
            self.w.m.begin(more);
            let one = self.w.m.word(1);
            let longer = self.w.m.add(at[1], one);
            let enough = self.w.m.word(row.len as u64);
            let short = self.w.m.less(longer, enough);
            let next = self.w.m.look_up(table, here);
            self.w.m.branch(short, (look, &[next, longer]), (end, &[longer]));
            self.w.m.begin(end);
            found = sum[0];
        }
        let enough = self.w.m.word(row.len as u64);
        let (short, zero) = (self.w.m.less(found, enough), self.w.m.word(0));
        self.w.m.equal(short, zero)
    }
}

/// Is there code for all that a goal asks?
pub(super) fn can_write<const W: usize>(goal: &GoalOf<W>) -> bool {
    !goal.movers_doing && writable(&goal.check)
}

fn writable<const W: usize>(check: &Check<W>) -> bool {
    match check {
        Check::And(list) | Check::Or(list) => list.iter().all(writable),
        Check::Not(inner) => writable(inner),
        // Asked only where the player to move can, and nothing repeats.
        Check::Stalemated(_) | Check::Checkmated(..) | Check::Stuck | Check::Repetition => true,
        Check::Const(_) | Check::On { .. } | Check::Pieces { .. } => true,
        Check::Pattern { rest, .. } => rest.iter().all(|(seen, _)| can_see(seen)),
        Check::Cmp(_, a, b) => computable(a) && computable(b),
        _ => false,
    }
}

fn computable<const W: usize>(number: &Number<W>) -> bool {
    match number {
        Number::Const(_) | Number::Count { .. } | Number::Global(_) => true,
        Number::Op(op, ab) => {
            matches!(op, NumOp::Add | NumOp::Sub | NumOp::Mul) && computable(&ab.0) && computable(&ab.1)
        }
        _ => false,
    }
}
