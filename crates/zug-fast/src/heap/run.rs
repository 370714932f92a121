//! Running a rule for one heap, on counts.

use super::code::{
    At, Cmp, Code, MAX_CELL_FLAGS, MAX_FLAGS, MAX_GLOBALS, NOWHERE, Op, Operand, Steps, Test, Tree,
};
use super::sow::MAX_AT_ONCE;
use crate::TooMany;
use zug_ir::{CellId, GlobalId, LoneCapture};
use zug_vm::{Action, Piece};

/// More of them on one cell are left to the interpreter.
const MAX_COUNT: u32 = 60_000;
/// Ops that jump back, and changes: a run with more of them is left to the interpreter, too.
const MAX_JUMPS: u32 = 100_000;
const MAX_EFFECTS: u32 = 9_000;
/// So many in one hand; no count of 16 bits gets too small for them.
const MAX_SOWN: i32 = 5_000;

/// How many pieces lie on each cell, with the rest of a position. `C`: cells, a power of two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts<const C: usize> {
    pub(super) n: [u16; C],
    /// Cells that are not empty.
    pub(super) occupied: u64,
    pub(super) hash: u64,
    pub(super) globals: [i32; MAX_GLOBALS],
    pub(super) turn: u16,
    pub(super) passes: u16,
    pub(super) last_from: u16,
    pub(super) last_to: u16,
}

impl<const C: usize> Counts<C> {
    pub(super) fn pieces(&self, mut within: u64) -> u32 {
        within &= self.occupied;
        let mut total = 0;
        while within != 0 {
            total += u32::from(self.n[within.trailing_zeros() as usize % C]);
            within &= within - 1;
        }
        total
    }
}

/// Who wants to know what a run does.
pub(super) trait Note {
    const WANTED: bool;

    fn note(&mut self, action: Action);
}

impl Note for () {
    const WANTED: bool = false;

    #[inline(always)]
    fn note(&mut self, _: Action) {}
}

impl Note for Vec<Action> {
    const WANTED: bool = true;

    fn note(&mut self, action: Action) {
        self.push(action);
    }
}

/// What a run has done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ran {
    /// It has made a part.
    pub(super) emitted: bool,
    /// The same turn is played again.
    pub(super) again: bool,
    /// Cells that may have changed.
    pub(super) touched: u64,
}

pub(super) struct Runner<'a> {
    pub(super) code: &'a Code,
    pub(super) steps: &'a Steps,
    pub(super) piece: Piece,
    pub(super) lone_capture: LoneCapture,
    pub(super) n_cells: usize,
}

struct Registers {
    cursor: u8,
    start: u8,
    mark: u8,
    flags: [i32; MAX_FLAGS],
    cell_flags: [u64; MAX_CELL_FLAGS],
}

impl Runner<'_> {
    /// Runs the rule for the pieces on a cell, changing the counts.
    #[inline]
    pub(super) fn run<const C: usize, N: Note>(
        &self,
        s: &mut Counts<C>,
        start: u8,
        note: &mut N,
    ) -> Result<Ran, TooMany> {
        let mut r = Registers {
            cursor: start,
            start,
            mark: start,
            flags: [0; MAX_FLAGS],
            cell_flags: [0; MAX_CELL_FLAGS],
        };
        let before = s.occupied;
        let mut ran = Ran { emitted: false, again: false, touched: 0 };
        let (mut changes, mut jumps, mut effects) = (false, 0, 0);
        let ops = &self.code.ops[..];
        let mut pc = self.code.entry;
        loop {
            let op = &ops[pc];
            pc += 1;
            let to = match *op {
                Op::Step(row) => {
                    r.cursor = self.steps.table[row as usize + r.cursor as usize];
                    if r.cursor == NOWHERE {
                        return Ok(ran);
                    }
                    continue;
                }
                Op::CreateOne(at) => {
                    let cell = self.cell(&r, at);
                    if cell == NOWHERE {
                        return Ok(ran);
                    }
                    self.create(s, cell, 1, &mut ran, note)?;
                    changes = true;
                    effects += 1;
                    continue;
                }
                Op::Add(flag, n) => {
                    let flag = &mut r.flags[flag as usize % MAX_FLAGS];
                    *flag = flag.wrapping_add(n);
                    continue;
                }
                Op::If(test, at, wanted, to) => {
                    if self.test(s, &r, test, at) != wanted {
                        continue;
                    }
                    to
                }
                Op::Unless(cmp, a, b, to) => {
                    if compare(cmp, self.value(s, &r, a), self.value(s, &r, b)) {
                        continue;
                    }
                    to
                }
                Op::UnlessTrue(value, to) => {
                    if self.value(s, &r, value) != 0 {
                        continue;
                    }
                    to
                }
                Op::IfBare(cells, to) => {
                    if s.occupied & cells != 0 {
                        continue;
                    }
                    to
                }
                Op::IfAny(cells, to) => {
                    if s.occupied & cells == 0 {
                        continue;
                    }
                    to
                }
                Op::Heap(cells, least, most, inside, outside) => {
                    let n = i32::from(s.n[r.cursor as usize % C]);
                    let fits = cells >> r.cursor & 1 != 0 && (least..=most).contains(&n);
                    if fits { inside } else { outside }
                }
                Op::IfIn(cells, to) => {
                    if cells >> r.cursor & 1 == 0 {
                        continue;
                    }
                    to
                }
                Op::NeedIn(cells) => {
                    if cells >> r.cursor & 1 == 0 {
                        return Ok(ran);
                    }
                    continue;
                }
                Op::UnlessHeight(least, most, to) => {
                    if (least..=most).contains(&i32::from(s.n[r.cursor as usize % C])) {
                        continue;
                    }
                    to
                }
                Op::AddHeight(flag) => {
                    let flag = &mut r.flags[flag as usize % MAX_FLAGS];
                    *flag = flag.wrapping_add(i32::from(s.n[r.cursor as usize % C]));
                    continue;
                }
                Op::UnlessFlag(flag, least, most, to) => {
                    if (least..=most).contains(&r.flags[flag as usize % MAX_FLAGS]) {
                        continue;
                    }
                    to
                }
                Op::SetTo(flag, n) => {
                    r.flags[flag as usize % MAX_FLAGS] = n;
                    continue;
                }
                Op::Jump(to) => to,
                Op::Go(at) => {
                    let cell = self.cell(&r, at);
                    if cell == NOWHERE {
                        return Ok(ran);
                    }
                    r.cursor = cell;
                    continue;
                }
                Op::Mark => {
                    r.mark = r.cursor;
                    continue;
                }
                Op::Back => {
                    r.cursor = r.mark;
                    continue;
                }
                Op::Need(test, at, wanted) => {
                    if self.test(s, &r, test, at) != wanted {
                        return Ok(ran);
                    }
                    continue;
                }
                Op::Set(flag, value) => {
                    r.flags[flag as usize % MAX_FLAGS] = self.value(s, &r, value);
                    continue;
                }
                Op::SetCellFlag(flag, at, on) => {
                    let cell = self.cell(&r, at);
                    if cell != NOWHERE {
                        let cells = &mut r.cell_flags[flag as usize % MAX_CELL_FLAGS];
                        *cells = *cells & !(1 << cell) | u64::from(on) << cell;
                    }
                    continue;
                }
                Op::SetGlobal(global, value) => {
                    let value = self.value(s, &r, value);
                    s.globals[global as usize % MAX_GLOBALS] = value;
                    note.note(Action::SetGlobal { global: GlobalId(u16::from(global)), value });
                    changes = true;
                    effects += 1;
                    continue;
                }
                Op::Capture(at) => {
                    let cell = self.cell(&r, at);
                    if cell != NOWHERE {
                        let there = s.n[cell as usize % C] > 0;
                        let piece = if there { self.piece } else { Piece::NONE };
                        note.note(Action::Capture { at: CellId(u16::from(cell)), piece });
                        s.n[cell as usize % C] = 0;
                        s.occupied &= !(1 << cell);
                        ran.touched |= 1 << cell;
                        // What it sees is what was there before the part.
                        changes |= self.lone_capture == LoneCapture::Allowed && before >> cell & 1 != 0;
                        effects += 1;
                    }
                    continue;
                }
                Op::Create(at, n) => {
                    let (n, cell) = (self.value(s, &r, n), self.cell(&r, at));
                    if cell == NOWHERE || !(0..=i32::from(u16::MAX)).contains(&n) {
                        return Ok(ran);
                    }
                    if n > 0 {
                        self.create(s, cell, n as u32, &mut ran, note)?;
                        changes = true;
                        effects += 1;
                    }
                    continue;
                }
                Op::Sow(hand, row, to) => {
                    let hand = &mut r.flags[hand as usize % MAX_FLAGS];
                    let row =
                        &self.steps.table[row as usize + start as usize * self.n_cells..][..self.n_cells];
                    if *hand > MAX_SOWN {
                        return Err(TooMany);
                    }
                    // At least one is sown.
                    let sown = (*hand).max(1);
                    let (mut cell, mut touched, mut most) = (r.cursor, 0, 0);
                    for _ in 0..sown {
                        cell = row[cell as usize];
                        if cell == NOWHERE {
                            return Ok(ran);
                        }
                        let there = &mut s.n[cell as usize % C];
                        *there += 1;
                        most = most.max(*there);
                        touched |= 1 << cell;
                        note.note(Action::Create { at: CellId(u16::from(cell)), n: 1, piece: self.piece });
                    }
                    *hand -= sown;
                    r.cursor = cell;
                    s.occupied |= touched;
                    ran.touched |= touched;
                    changes = true;
                    effects += sown as u32;
                    if u32::from(most) > MAX_COUNT || effects > MAX_EFFECTS {
                        return Err(TooMany);
                    }
                    to
                }
                Op::SowAll(hand, first, to) => {
                    let n = usize::from(s.n[start as usize % C]);
                    if n > MAX_AT_ONCE || n == 0 || N::WANTED {
                        r.flags[hand as usize % MAX_FLAGS] = n as i32;
                        continue;
                    }
                    let sown = &self.steps.sown[first as usize + start as usize * MAX_AT_ONCE + n - 1];
                    // No count has a bit that they do not have together.
                    let mut all = 0;
                    for (count, more) in s.n.iter_mut().zip(&sown.more) {
                        *count = count.wrapping_add(*more);
                        all |= *count;
                    }
                    if sown.last == NOWHERE {
                        return Ok(ran);
                    }
                    r.flags[hand as usize % MAX_FLAGS] = 0;
                    r.cursor = sown.last;
                    s.occupied = s.occupied & !(1 << start) | sown.touched;
                    ran.touched |= sown.touched | 1 << start;
                    changes = true;
                    effects += n as u32 + 1;
                    if all >= 1 << 15 {
                        return Err(TooMany);
                    }
                    to
                }
                Op::Again => {
                    ran.again = true;
                    note.note(Action::RepeatTurn);
                    changes = true;
                    effects += 1;
                    continue;
                }
                Op::Emit => {
                    ran.emitted = changes;
                    return if effects > MAX_EFFECTS { Err(TooMany) } else { Ok(ran) };
                }
                Op::Reject | Op::End => return Ok(ran),
            } as usize;
            if to < pc {
                jumps += 1;
                if jumps > MAX_JUMPS || effects > MAX_EFFECTS {
                    return Err(TooMany);
                }
            }
            pc = to;
        }
    }

    #[inline(always)]
    fn create<const C: usize>(
        &self,
        s: &mut Counts<C>,
        cell: u8,
        n: u32,
        ran: &mut Ran,
        note: &mut impl Note,
    ) -> Result<(), TooMany> {
        let there = &mut s.n[cell as usize % C];
        let sum = u32::from(*there) + n;
        if sum > MAX_COUNT {
            return Err(TooMany);
        }
        *there = sum as u16;
        s.occupied |= 1 << cell;
        ran.touched |= 1 << cell;
        note.note(Action::Create { at: CellId(u16::from(cell)), n: n as u16, piece: self.piece });
        Ok(())
    }

    #[inline(always)]
    fn cell(&self, r: &Registers, at: At) -> u8 {
        match at {
            At::Here => r.cursor,
            At::Dir(row) => self.steps.table[row as usize + r.cursor as usize],
            At::Cell(cell) => cell,
            At::Start => r.start,
            At::Mark => r.mark,
        }
    }

    #[inline(always)]
    fn test<const C: usize>(&self, s: &Counts<C>, r: &Registers, test: Test, at: At) -> bool {
        let cell = self.cell(r, at);
        if let Test::Always(answer) = test {
            return answer;
        }
        if cell == NOWHERE {
            return false;
        }
        match test {
            Test::In(cells) => cells >> cell & 1 != 0,
            Test::Occupied => s.occupied >> cell & 1 != 0,
            Test::Empty => s.occupied >> cell & 1 == 0,
            Test::Flagged(flag) => r.cell_flags[flag as usize % MAX_CELL_FLAGS] >> cell & 1 != 0,
            Test::Marked => cell == r.mark,
            Test::Always(answer) => answer,
        }
    }

    #[inline(always)]
    fn value<const C: usize>(&self, s: &Counts<C>, r: &Registers, operand: Operand) -> i32 {
        match operand {
            Operand::Tree(i) => self.tree(s, r, i),
            simple => self.simple(s, r, simple),
        }
    }

    #[inline(always)]
    fn simple<const C: usize>(&self, s: &Counts<C>, r: &Registers, operand: Operand) -> i32 {
        match operand {
            Operand::Const(value) => value,
            Operand::Flag(flag) => r.flags[flag as usize % MAX_FLAGS],
            Operand::Height(at) => {
                let cell = self.cell(r, at);
                if cell == NOWHERE { 0 } else { i32::from(s.n[cell as usize % C]) }
            }
            Operand::Pieces(within) => s.pieces(within) as i32,
            Operand::Global(global) => s.globals[global as usize % MAX_GLOBALS],
            Operand::Passes => i32::from(s.passes),
            Operand::Tree(_) => 0,
        }
    }

    fn tree<const C: usize>(&self, s: &Counts<C>, r: &Registers, tree: u16) -> i32 {
        let value = |operand| self.value(s, r, operand);
        match self.code.trees[tree as usize] {
            Tree::Add(a, b) => value(a).wrapping_add(value(b)),
            Tree::Sub(a, b) => value(a).wrapping_sub(value(b)),
            Tree::Mul(a, b) => value(a).wrapping_mul(value(b)),
            Tree::Min(a, b) => value(a).min(value(b)),
            Tree::Max(a, b) => value(a).max(value(b)),
            Tree::Cmp(cmp, a, b) => i32::from(compare(cmp, value(a), value(b))),
            Tree::Not(a) => i32::from(value(a) == 0),
        }
    }
}

#[inline(always)]
fn compare(cmp: Cmp, a: i32, b: i32) -> bool {
    match cmp {
        Cmp::Eq => a == b,
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
    }
}
