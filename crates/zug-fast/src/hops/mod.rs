//! Hops: the parts that one piece may make one after the other, as masks.
//!
//! Where a turn goes on with the same piece, and each of its parts takes something, all that decides how it goes on is a
//! few boards. A hop is one way of a rule from one start: what these boards must show, and what they show after it. They
//! are made when the game is loaded, so a turn is looked through without carrying out any part.

#[cfg(feature = "jit")]
mod lines;
mod make;
#[cfg(feature = "jit")]
mod shape;

#[cfg(feature = "jit")]
pub(crate) use lines::Lines;
pub(crate) use make::hops;
#[cfg(feature = "jit")]
pub(crate) use shape::Shape;

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::make::Step;
use zug_ir::{KindId, Then};

/// Boards of more words have no shapes and lines for code to read.
#[cfg(feature = "jit")]
pub(crate) const SHAPED: usize = 1;
/// More boards than this and the parts are carried out.
const BOARDS: usize = 4;

/// The boards that hops ask about, while a turn is looked through.
pub(crate) type Seen<const W: usize> = [Bits<W>; BOARDS];

/// What boards must show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asks<const W: usize> {
    mask: Seen<W>,
    want: Seen<W>,
}

impl<const W: usize> Asks<W> {
    const NONE: Self = Asks { mask: [[0; W]; BOARDS], want: [[0; W]; BOARDS] };

    // By index: chained iterators are not unrolled.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    pub(crate) fn hold(&self, seen: &Seen<W>) -> bool {
        let mut wrong = 0;
        for b in 0..BOARDS {
            for i in 0..W {
                wrong |= seen[b][i] & self.mask[b][i] ^ self.want[b][i];
            }
        }
        wrong == 0
    }

    /// Asks one thing more. False if the opposite is asked already.
    fn ask(&mut self, board: usize, cell: u16, answer: bool) -> bool {
        if bits::has(&self.mask[board], cell) {
            return bits::has(&self.want[board], cell) == answer;
        }
        bits::insert(&mut self.mask[board], cell);
        if answer {
            bits::insert(&mut self.want[board], cell);
        }
        true
    }

    /// What both ask.
    fn common(&self, other: &Self) -> Self {
        let mut both = Asks::NONE;
        for b in 0..BOARDS {
            for i in 0..W {
                let same = !(self.want[b][i] ^ other.want[b][i]);
                both.mask[b][i] = self.mask[b][i] & other.mask[b][i] & same;
                both.want[b][i] = self.want[b][i] & both.mask[b][i];
            }
        }
        both
    }

    /// Does it ask all that the other one asks?
    fn implies(&self, other: &Self) -> bool {
        let common = self.common(other);
        common.mask == other.mask
    }
}

/// One part from one start, by one way of its rule.
#[derive(Clone, Debug)]
pub(crate) struct Hop<const W: usize> {
    /// What boards show after it: what they showed, less and more.
    keep: Seen<W>,
    add: Seen<W>,
    pub(crate) step: Step,
    /// How many moves it stands for.
    pub(crate) choices: u32,
    /// How many pieces it takes.
    pub(crate) taken: u32,
    /// The table of what may follow.
    pub(crate) next: Option<u16>,
    /// If it cannot be made, the next one that perhaps can.
    pub(crate) skip: u32,
    /// Its place among the emissions of a menu.
    pub(crate) rank: u32,
}

impl<const W: usize> Hop<W> {
    #[inline(always)]
    pub(crate) fn after(&self, seen: &Seen<W>) -> Seen<W> {
        let mut after = *seen;
        for b in 0..BOARDS {
            for i in 0..W {
                after[b][i] = seen[b][i] & self.keep[b][i] | self.add[b][i];
            }
        }
        after
    }
}

/// What all hops of one rule from one start ask, and where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate<const W: usize> {
    pub(crate) asks: Asks<W>,
    /// The hops jump over one of these cells on a line, the nearest that is not empty: from the lowest cell to the highest,
    /// or the other way round.
    hits: Bits<W>,
    up: bool,
    /// Where the hops are; if they jump over different cells, where their ranges are.
    range: (u32, u32),
    /// At most one of them can be made.
    pub(crate) single: bool,
}

/// What a piece may do from one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doors<const W: usize> {
    /// Cells that must be empty for what is behind them.
    cells: Bits<W>,
    /// Their gates, equally many for each.
    first: u32,
    per_door: u32,
    /// Gates without such a cell.
    open: (u32, u32),
}

/// What one kind of piece may do after a part, or first of all.
#[derive(Debug)]
struct Table<const W: usize> {
    kind: KindId,
    then: Then,
    /// In ascending order.
    rules: Vec<u16>,
    /// `doors[start]`.
    doors: Vec<Doors<W>>,
    /// Its hops.
    hops: (u32, u32),
}

/// The hops of one player.
#[derive(Debug)]
pub(crate) struct Hops<const W: usize> {
    boards: Vec<BoardId>,
    /// Which of them shows empty cells.
    empty: usize,
    tables: Vec<Table<W>>,
    gates: Vec<Gate<W>>,
    /// From where to where, of hops.
    ranges: Vec<(u32, u32)>,
    /// What each hop asks.
    pub(crate) asks: Vec<Asks<W>>,
    pub(crate) hops: Vec<Hop<W>>,
    /// Only turns that take most are moves.
    pub(crate) most: bool,
    pub(crate) stop_early: bool,
}

impl<const W: usize> Hops<W> {
    /// Gives the hops of a table their places. False if one has several.
    pub(crate) fn set_ranks(&mut self, table: u16, rank: impl Fn(&Step) -> Option<u32>) -> bool {
        let (first, end) = self.tables[table as usize].hops;
        self.hops[first as usize..end as usize].iter_mut().all(|hop| {
            let rank = rank(&hop.step);
            hop.rank = rank.unwrap_or(u32::MAX);
            rank.is_some()
        })
    }

    /// Do all hops of a table take equally many pieces? How many?
    pub(crate) fn taken(&self, table: u16) -> Option<u32> {
        let (first, end) = self.tables[table as usize].hops;
        let mut taken = self.hops[first as usize..end as usize].iter().map(|hop| hop.taken);
        let first = taken.next()?;
        taken.all(|n| n == first).then_some(first)
    }

    /// The rules that may go on after a part.
    pub(crate) fn rules_after(&self, kind: KindId, then: Then) -> &[u16] {
        let table = self.tables.iter().find(|t| t.kind == kind && t.then == then);
        table.map_or(&[], |t| &t.rules)
    }

    /// The table for pieces of that kind with exactly these rules.
    pub(crate) fn table(&self, kind: KindId, rules: &[u16]) -> Option<u16> {
        self.tables.iter().position(|t| t.kind == kind && t.rules == rules).map(|t| t as u16)
    }

    /// The boards of a position.
    pub(crate) fn seen(&self, board: impl Fn(BoardId) -> Bits<W>) -> Seen<W> {
        let mut seen = [bits::none(); BOARDS];
        for (seen, id) in seen.iter_mut().zip(&self.boards) {
            *seen = board(*id);
        }
        seen
    }

    #[inline(always)]
    pub(crate) fn doors(&self, table: u16, start: u16) -> &Doors<W> {
        &self.tables[table as usize].doors[start as usize]
    }

    /// The gates that are always open.
    #[inline(always)]
    pub(crate) fn open(&self, doors: &Doors<W>) -> &[Gate<W>] {
        &self.gates[doors.open.0 as usize..doors.open.1 as usize]
    }

    /// The doors whose cells are empty.
    #[inline(always)]
    pub(crate) fn free(&self, doors: &Doors<W>, seen: &Seen<W>) -> Bits<W> {
        bits::and(&doors.cells, &seen[self.empty])
    }

    /// The gates behind one of the doors.
    #[inline(always)]
    pub(crate) fn gates(&self, doors: &Doors<W>, door: u16) -> &[Gate<W>] {
        let before = bits::before(&doors.cells, door);
        &self.gates[(doors.first + before * doors.per_door) as usize..][..doors.per_door as usize]
    }

    /// All gates of a start, in the order in which they are tried.
    #[cfg(feature = "jit")]
    fn all_gates<'a>(&'a self, doors: &'a Doors<W>) -> impl Iterator<Item = &'a Gate<W>> {
        let behind = bits::cells(&doors.cells).flat_map(move |door| {
            let passable = move |gate: &&Gate<W>| bits::has(&gate.asks.want[self.empty], door);
            self.gates(doors, door).iter().filter(passable)
        });
        self.open(doors).iter().chain(behind)
    }

    /// The hops behind a gate that perhaps can be made.
    #[inline(always)]
    pub(crate) fn behind(&self, gate: &Gate<W>, seen: &Seen<W>) -> (u32, u32) {
        if bits::is_empty(&gate.hits) {
            return gate.range;
        }
        let met = bits::and_not(&gate.hits, &seen[self.empty]);
        if bits::is_empty(&met) {
            return (0, 0);
        }
        let cell = if gate.up { bits::first(&met) } else { bits::last(&met) };
        let before = bits::before(&gate.hits, cell);
        self.ranges[(gate.range.0 + before) as usize]
    }
}
