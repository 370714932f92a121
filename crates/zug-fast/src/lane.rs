//! Lanes: a rule run for all its starts at once. A lane is a start; a question about `places[start]` is a board seen from there.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Cond, ExitId, Flow, Node, PlaceId, Places, StartSet};
use crate::num::ExprId;
use crate::position::Position;
use crate::why::Why;
use zug_vm::NO_CELL;

/// More different distances than this and the starts are looked at one by one.
const MAX_SHIFTS: usize = 4;

/// Where the place of a start is, for all starts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Seen<const W: usize> {
    /// So far away, for these starts.
    Shifted(i32, Bits<W>),
    /// The same with several distances.
    Several(Box<[(i32, Bits<W>)]>),
    /// The same cell for all.
    One(u16),
    /// Each somewhere else, on a small board: which starts see four cells, for every pattern on these four.
    Gathered(Box<[[Bits<W>; 16]]>),
    /// Each somewhere else.
    Scattered(Box<[u16]>),
}

impl<const W: usize> Seen<W> {
    /// The place of every start.
    pub(crate) fn new(places: &Places, at: PlaceId) -> Self {
        if let Some(cell) = places.constant_cell(at) {
            return Seen::One(cell);
        }
        let mut shifts: Vec<(i32, Bits<W>)> = Vec::new();
        for (s, &cell) in places.of(at).iter().enumerate() {
            if cell == NO_CELL {
                continue;
            }
            let delta = i32::from(cell) - s as i32;
            match shifts.iter_mut().find(|(d, _)| *d == delta) {
                Some((_, starts)) => bits::insert(starts, s as u16),
                None => shifts.push((delta, bits::single(s as u16))),
            }
            if shifts.len() > MAX_SHIFTS {
                let cells = places.of(at);
                return if W == 1 { Seen::Gathered(gather(cells)) } else { Seen::Scattered(cells.into()) };
            }
        }
        match shifts[..] {
            [(delta, starts)] => Seen::Shifted(delta, starts),
            _ => Seen::Several(shifts.into()),
        }
    }

    /// Those of the starts whose place is on the board.
    #[inline(always)]
    pub(crate) fn look(&self, board: &Bits<W>, starts: &Bits<W>) -> Bits<W> {
        match self {
            Seen::Shifted(delta, near) => bits::and(&bits::and(&bits::look(board, *delta), near), starts),
            Seen::Several(shifts) => {
                let mut passing = bits::none();
                for (delta, starts) in shifts {
                    bits::or_into(&mut passing, &bits::and(&bits::look(board, *delta), starts));
                }
                bits::and(&passing, starts)
            }
            Seen::One(cell) => {
                if bits::has(board, *cell) {
                    *starts
                } else {
                    bits::none()
                }
            }
            Seen::Gathered(fours) => {
                let mut passing = bits::none();
                for (i, four) in fours.iter().enumerate() {
                    let pattern = board[i / 16] >> (i % 16 * 4) & 15;
                    bits::or_into(&mut passing, &four[pattern as usize]);
                }
                bits::and(&passing, starts)
            }
            Seen::Scattered(cells) => {
                let there = |s: &u16| {
                    let cell = cells[*s as usize];
                    cell != NO_CELL && bits::has(board, cell)
                };
                bits::of_cells(bits::cells(starts).filter(there))
            }
        }
    }
}

/// For every four cells and every pattern on them, the starts whose place is one of the cells that the pattern has.
fn gather<const W: usize>(cells: &[u16]) -> Box<[[Bits<W>; 16]]> {
    let mut fours = vec![[bits::none(); 16]; cells.len().div_ceil(4)];
    for (s, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != NO_CELL) {
        let (four, bit) = (cell as usize / 4, cell % 4);
        for (pattern, starts) in fours[four].iter_mut().enumerate() {
            if pattern >> bit & 1 != 0 {
                bits::insert(starts, s as u16);
            }
        }
    }
    fours.into()
}

#[derive(Clone, Debug)]
enum Op<const W: usize> {
    Test { board: BoardId, at: Seen<W>, yes: u16, no: u16 },
    Origin { at: Seen<W>, yes: u16, no: u16 },
    Split { starts: Bits<W>, yes: u16, no: u16 },
    Num { num: ExprId, yes: u16, no: u16 },
    Emit { exit: ExitId, to: PlaceId, next: u16 },
}

/// A flow for sets of starts. Op `i` reads the starts that have come to it and hands them on to lower ops.
#[derive(Clone, Debug)]
pub(crate) struct Lane<const W: usize> {
    /// Without the end, which is op 0.
    ops: Vec<Op<W>>,
}

/// Starts by op, all empty between runs; and which of them are not empty, so that nobody looks at the others.
#[derive(Default, Debug)]
pub(crate) struct Registers<const W: usize> {
    starts: Vec<Bits<W>>,
    waiting: Vec<u64>,
}

/// The same, borrowed.
struct Slots<'a, const W: usize> {
    starts: &'a mut [Bits<W>],
    waiting: &'a mut [u64],
    /// The word of `waiting` that is worked on, taken out of it.
    word: usize,
    now: u64,
}

impl<const W: usize> Slots<'_, W> {
    #[inline(always)]
    fn send(&mut self, to: u16, starts: &Bits<W>) {
        if to != 0 && !bits::is_empty(starts) {
            bits::or_into(&mut self.starts[to as usize], starts);
            let (word, bit) = (to as usize / 64, 1 << (to % 64));
            if word == self.word {
                self.now |= bit;
            } else {
                self.waiting[word] |= bit;
            }
        }
    }
}

/// Lanes shorter than this need no registers but the stack.
const SHORT: usize = 32;

impl<const W: usize> Lane<W> {
    pub(crate) fn new(flow: &Flow, places: &Places) -> Result<Self, Why> {
        let mut ops = Vec::with_capacity(flow.nodes.len());
        for node in &flow.nodes[1..] {
            ops.push(match node {
                Node::Test { cond: Cond::Class(board), at, yes, no } => {
                    Op::Test { board: *board, at: Seen::new(places, *at), yes: yes.0 as u16, no: no.0 as u16 }
                }
                Node::Test { cond: Cond::Attacked | Cond::Threatened { .. }, .. } => {
                    return Err(Why::Test("attacked"));
                }
                Node::Test { cond: Cond::Origin, at, yes, no } => {
                    Op::Origin { at: Seen::new(places, *at), yes: yes.0 as u16, no: no.0 as u16 }
                }
                Node::Test { cond: Cond::In(_), .. } => return Err(Why::Test("in")),
                Node::Split { starts, yes, no } => {
                    Op::Split { starts: set(starts), yes: yes.0 as u16, no: no.0 as u16 }
                }
                Node::Num { num, yes, no } => Op::Num { num: *num, yes: yes.0 as u16, no: no.0 as u16 },
                Node::Emit { exit, to, next } => Op::Emit { exit: *exit, to: *to, next: next.0 as u16 },
                Node::End | Node::Effect { .. } | Node::Forget { .. } => return Err(Why::Op("effects")),
            });
        }
        Ok(Lane { ops })
    }

    /// How many ops it has: what it costs to run.
    pub(crate) fn len(&self) -> usize {
        self.ops.len()
    }

    /// Runs it; `each` gets exit, target and starts of everything emitted. Where lanes are targets there is a cell that the
    /// rule has started from.
    #[inline(always)]
    pub(crate) fn run(
        &self,
        position: &Position,
        starts: (Bits<W>, &Bits<W>),
        registers: &mut Registers<W>,
        number: impl Fn(ExprId) -> i32,
        mut each: impl FnMut(ExitId, PlaceId, Bits<W>),
    ) {
        if registers.starts.len() <= self.ops.len() {
            registers.starts.resize(self.ops.len() + 1, bits::none());
            registers.waiting.resize(self.ops.len() / 64 + 1, 0);
        }
        let Registers { starts: all, waiting } = registers;
        self.run_on(
            position,
            starts,
            Slots { starts: all, waiting, word: usize::MAX, now: 0 },
            number,
            &mut each,
        );
    }

    /// The cells that come to an exit.
    pub(crate) fn passing(
        &self,
        position: &Position,
        cells: Bits<W>,
        number: impl Fn(ExprId) -> i32,
    ) -> Bits<W> {
        let mut found = bits::none();
        let mut each = |_, _, cells| bits::or_into(&mut found, &cells);
        if self.ops.len() < SHORT {
            let starts = &mut [bits::none(); SHORT];
            let slots = Slots { starts, waiting: &mut [0], word: usize::MAX, now: 0 };
            self.run_on(position, (cells, &bits::none()), slots, number, &mut each);
        } else {
            self.run(position, (cells, &bits::none()), &mut Registers::default(), number, each);
        }
        found
    }

    #[inline(always)]
    fn run_on(
        &self,
        position: &Position,
        (starts, origin): (Bits<W>, &Bits<W>),
        mut registers: Slots<'_, W>,
        number: impl Fn(ExprId) -> i32,
        each: &mut impl FnMut(ExitId, PlaceId, Bits<W>),
    ) {
        registers.send(self.ops.len() as u16, &starts);
        // Edges lead to lower ops.
        for word in (0..=self.ops.len() / 64).rev() {
            registers.now = std::mem::take(&mut registers.waiting[word]);
            registers.word = word;
            while registers.now != 0 {
                let bit = 63 - registers.now.leading_zeros() as usize;
                registers.now ^= 1 << bit;
                let i = word * 64 + bit;
                let here = std::mem::replace(&mut registers.starts[i], bits::none());
                match &self.ops[i - 1] {
                    Op::Test { board, at, yes, no } => {
                        let board = position.board::<W>(*board);
                        let passing = at.look(board, &here);
                        registers.send(*yes, &passing);
                        registers.send(*no, &bits::and_not(&here, &passing));
                    }
                    Op::Origin { at, yes, no } => {
                        let passing = at.look(origin, &here);
                        registers.send(*yes, &passing);
                        registers.send(*no, &bits::and_not(&here, &passing));
                    }
                    Op::Split { starts, yes, no } => {
                        registers.send(*yes, &bits::and(&here, starts));
                        registers.send(*no, &bits::and_not(&here, starts));
                    }
                    Op::Num { num, yes, no } => {
                        let to = if number(*num) != 0 { yes } else { no };
                        registers.send(*to, &here);
                    }
                    Op::Emit { exit, to, next } => {
                        each(*exit, *to, here);
                        registers.send(*next, &here);
                    }
                }
            }
        }
    }
}

fn set<const W: usize>(starts: &StartSet) -> Bits<W> {
    std::array::from_fn(|i| starts.get(i).copied().unwrap_or(0))
}
