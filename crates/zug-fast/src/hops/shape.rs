//! The shape of a turn: hops read off the cells around a piece, and what they take as sets.
//!
//! Where every hop of a rule asks the same of cells at the same distances, whether it can be made is a few bits of boards
//! that are turned round until the piece is at their beginning. All that a turn has done so far is where its piece is and which
//! pieces it has taken. Code looks through turns of that form (`jit/tree`).

use super::{Asks, Gate, Hop, Hops, SHAPED};
use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Effect, Exit, ExitId, Place, Shared};
use crate::num::Num;
use zug_ir::KindId;

/// More sorts of hops than bits in a word.
const MAX_SORTS: usize = 64;
/// Questions of all sorts together: more take too long to compile.
const MAX_ASKS: usize = 90;

/// Hops that are told by the same cells around the piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sort {
    /// What boards must show, so far away.
    pub(crate) asks: Vec<(BoardId, i32, bool)>,
    /// The turn is over after it.
    pub(crate) over: bool,
    /// What the piece becomes.
    pub(crate) kind: Option<KindId>,
    /// Lines ascend, where there are any.
    pub(crate) up: Option<bool>,
    /// Decides the order in which hops are tried.
    order: (i32, u16, u16),
}

/// A hop from one start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<const W: usize> {
    pub(crate) to: u16,
    /// What it takes in any case.
    pub(crate) taken: Bits<W>,
    /// A line of which it takes all that comes before the first gap.
    pub(crate) line: Bits<W>,
}

/// What a kind of piece may do in a turn.
#[derive(Debug)]
pub(crate) struct Shape<const W: usize> {
    pub(crate) kind: KindId,
    pub(crate) sorts: Vec<Sort>,
    /// `rows[sort][start]`.
    pub(crate) rows: Vec<Vec<Option<Row<W>>>>,
    /// Where lines have gaps.
    pub(crate) line: Option<BoardId>,
    /// What is taken stays until the turn ends.
    pub(crate) late: bool,
    /// These boards show where the piece has been.
    pub(crate) been: Vec<BoardId>,
    /// An exit that sets all values that any of them sets.
    pub(crate) sets: ExitId,
}

impl<const W: usize> Hops<W> {
    /// The shape of a table, if it has one.
    pub(crate) fn shape(&self, shared: &Shared, table: u16) -> Option<Shape<W>> {
        if const { W > SHAPED } {
            return None;
        }
        let doors = &self.tables[table as usize].doors;
        let (first, end) = self.tables[table as usize].hops;
        let hops = &self.hops[first as usize..end as usize];
        let exit = |hop: &Hop<W>| shared.exits.get(hop.step.exit);
        let some = exit(hops.first()?);
        let late = some.effects.iter().any(|e| matches!(e, Effect::CaptureLate(_)));
        let been: Vec<BoardId> = some.flags.iter().map(|f| f.0).collect();
        let alike = |hop: &Hop<W>| {
            let exit = exit(hop);
            is_simple(exit, late)
                && values(exit).eq(values(some))
                && exit.flags.iter().all(|f| f.1 == Place::Start && f.2)
                && exit.flags.iter().map(|f| f.0).eq(been.iter().copied())
                && hop.choices == 1
                && hop.next.is_none_or(|next| next == table)
        };
        if !hops.iter().all(alike) {
            return None;
        }
        let sets = hops.first()?.step.exit;
        let kind = self.tables[table as usize].kind;
        let mut shape = Shape { kind, sorts: Vec::new(), rows: Vec::new(), line: None, late, been, sets };
        for doors in doors {
            for gate in self.all_gates(doors) {
                self.add(shared, &mut shape, gate)?;
            }
        }
        let mut order: Vec<usize> = (0..shape.sorts.len()).collect();
        order.sort_by_key(|i| shape.sorts[*i].order);
        shape.sorts = order.iter().map(|i| shape.sorts[*i].clone()).collect();
        shape.rows = order.iter().map(|i| std::mem::take(&mut shape.rows[*i])).collect();
        let n_asks: usize = shape.sorts.iter().map(|sort| sort.asks.len()).sum();
        (!shape.sorts.is_empty() && n_asks <= MAX_ASKS).then_some(shape)
    }

    /// Adds the hops behind a gate of one start.
    fn add(&self, shared: &Shared, shape: &mut Shape<W>, gate: &Gate<W>) -> Option<()> {
        if !bits::is_empty(&gate.hits) {
            return None;
        }
        let range = gate.range.0 as usize..gate.range.1 as usize;
        if range.len() > 1
            && let Some((board, line, up)) = self.line_of(shared, gate, range.clone())
        {
            let hop = &self.hops[range.start];
            let row = Row { to: hop.step.to, taken: bits::none(), line };
            let same = *shape.line.get_or_insert(board) == board;
            return if same {
                self.add_row(shared, shape, (gate, hop, &gate.asks), row, (Some(up), 0))
            } else {
                None
            };
        }
        for (nth, i) in range.enumerate() {
            let hop = &self.hops[i];
            let row = Row { to: hop.step.to, taken: taken(shared, hop)?, line: bits::none() };
            self.add_row(shared, shape, (gate, hop, &self.asks[i]), row, (None, nth as u16))?;
        }
        Some(())
    }

    /// Adds a hop, or several that differ in how much of a line they take; `nth` behind its gate.
    fn add_row(
        &self,
        shared: &Shared,
        shape: &mut Shape<W>,
        (gate, hop, asked): (&Gate<W>, &Hop<W>, &Asks<W>),
        row: Row<W>,
        (up, nth): (Option<bool>, u16),
    ) -> Option<()> {
        let start = hop.step.start;
        let door = &gate.asks.want[self.empty];
        if bits::is_empty(door) || !bits::has(&asked.want[self.empty], row.to) {
            return None;
        }
        let mut asks = Vec::new();
        for (k, board) in self.boards.iter().enumerate() {
            for cell in bits::cells(&asked.mask[k]) {
                let answer = bits::has(&asked.want[k], cell);
                asks.push((*board, i32::from(cell) - i32::from(start), answer));
            }
        }
        let kind = shared.exits.get(hop.step.exit).kinds.first().copied();
        let order = (i32::from(bits::first(door)) - i32::from(start), hop.step.rule, nth);
        let sort = Sort { asks, over: hop.next.is_none(), kind, up, order };
        let same = |s: &Sort| {
            let open = up.is_none() || s.up.is_none();
            *s == Sort { up: if open { s.up } else { up }, ..sort.clone() }
        };
        let i = shape.sorts.iter().position(same).unwrap_or_else(|| {
            shape.sorts.push(sort);
            shape.rows.push(vec![None; self.tables[0].doors.len()]);
            shape.sorts.len() - 1
        });
        shape.sorts[i].up = shape.sorts[i].up.or(up);
        let place = &mut shape.rows[i][start as usize];
        (shape.sorts.len() <= MAX_SORTS && place.replace(row).is_none()).then_some(())
    }

    /// The line along which hops take pieces up to the first gap, each one more than the one before: what shows that
    /// there is none, and does the line ascend?
    fn line_of(
        &self,
        shared: &Shared,
        gate: &Gate<W>,
        range: std::ops::Range<usize>,
    ) -> Option<(BoardId, Bits<W>, bool)> {
        let first = &self.hops[range.start];
        let mut sets = Vec::new();
        for i in range {
            let hop = &self.hops[i];
            let comes_to =
                |h: &Hop<W>| (h.step.to, h.next, shared.exits.get(h.step.exit).kinds.first().copied());
            if !gate.single || comes_to(hop) != comes_to(first) {
                return None;
            }
            sets.push((taken(shared, hop)?, &self.asks[i]));
        }
        sets.sort_by_key(|(set, _)| bits::count(set));
        let mut cells = Vec::new();
        let mut before = bits::none();
        for (set, _) in &sets {
            let more = bits::and_not(set, &before);
            if bits::count(&more) != 1 || bits::count(set) as usize != cells.len() + 1 {
                return None;
            }
            cells.push(bits::first(&more));
            before = *set;
        }
        let up = cells.windows(2).all(|w| w[0] < w[1]);
        if !up && !cells.windows(2).all(|w| w[0] > w[1]) {
            return None;
        }
        let second = *cells.get(1)?;
        let shows = |k: &usize| {
            bits::has(&sets[1].1.want[*k], second) && !shared.classes.class(self.boards[*k]).of_places()
        };
        let board = (0..self.boards.len()).find(shows)?;
        if !bits::has(&gate.asks.want[board], cells[0]) {
            return None;
        }
        let mut so_far: Asks<W> = gate.asks;
        for (j, (_, asks)) in sets.iter().enumerate() {
            so_far.ask(board, cells[j], true);
            let mut wanted = so_far;
            if let Some(gap) = cells.get(j + 1) {
                wanted.ask(board, *gap, false);
            }
            if (wanted.mask, wanted.want) != (asks.mask, asks.want) {
                return None;
            }
        }
        Some((self.boards[board], before, up))
    }
}

/// Does an exit move a piece, take others and set values to constants, and nothing else?
fn is_simple(exit: &Exit, late: bool) -> bool {
    let simple = |e: &Effect| match e {
        Effect::Capture(Place::At(_)) => !late,
        Effect::CaptureLate(Place::At(_)) => late,
        Effect::SetGlobal(_, Num::Const(_)) => true,
        _ => false,
    };
    exit.effects.iter().all(simple)
        && exit.moves.is_empty()
        && exit.from == Place::Start
        && exit.kinds.len() <= 1
        && exit.each.is_none()
        && !(exit.still || exit.copy || exit.drop || exit.effects_on_the_way)
}

/// The values that an exit sets.
fn values(exit: &Exit) -> impl Iterator<Item = &Effect> {
    exit.effects.iter().filter(|e| !e.is_capture())
}

/// The cells that a hop takes pieces from.
fn taken<const W: usize>(shared: &Shared, hop: &Hop<W>) -> Option<Bits<W>> {
    let mut cells = bits::none();
    for effect in shared.exits.get(hop.step.exit).effects.iter().filter(|e| e.is_capture()) {
        let cell = hop.step.cell(&shared.places, effect.place()?);
        if cell == zug_vm::NO_CELL {
            return None;
        }
        bits::insert(&mut cells, cell);
    }
    Some(cells)
}
