//! Drawing a legal move of those written down.

use super::attacks::Threatened;
use super::change::Change;
use super::offers::Offered;
use super::sort::Sort;
use super::{BY_STARTS, MAX_OFFERS};
use crate::flow::PlaceId;
use crate::jit::ply::Writer;
use crate::jit::words::{SEEN, STATE, Set};
use crate::jit::{RUN, state};
use crate::lane::Seen;
use crate::recipe::Moved;
use zug_jit::{Below, Block, Value};

/// Words for the numbers of moves put aside; higher numbers are left to the plain code.
const ASIDE: usize = 2;

/// What the tables of sorts say of each: how it is made, a factor to divide by its choices, these, its first row among all
/// choices of all sorts.
const COLUMNS: usize = 4;
/// It is made as a piece going from cell to cell.
const MOVED: u64 = 0;
/// It is left to the plain code.
const OTHER: u64 = 1;
/// Other sorts follow.
const SPECIAL: u64 = 2;

/// The start of moves that are offered by their starts.
const NOWHERE: u64 = 0xFFFF;

/// A move found by its number: its sort, its number among the moves of some cells, and its start if that is none of these.
struct Found {
    id: Below,
    n: Value,
    start: Value,
    cells: Set,
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Draws moves until one is legal, and makes it.
    pub(super) fn draw_royal(
        &mut self,
        (t, threats): (usize, &Threatened<W>),
        offered: &Offered,
        royal: &Set,
    ) {
        let plan = self.plan;
        let Offered { sorts, total, .. } = offered;
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        // Handed over: the seed, how many moves are put aside, and which.
        let (again, at) = self.w.m.block(2 + ASIDE);
        let seed = self.w.m.load(STATE, state::SEED);
        let mut first = vec![seed];
        first.resize(2 + ASIDE, zero);
        self.w.m.jump(again, &first);
        self.w.m.begin(again);
        let left = self.w.m.sub(*total, at[1]);
        let (some, _) = self.w.m.block(0);
        self.w.m.branch(left, (some, &[]), (self.plain, &[]));
        self.w.m.begin(some);
        let (seed, drawn) = self.draw(at[0], left);
        let drawn = self.only_if(at[1], &[drawn], &mut |writer| {
            let all = writer.w.m.word(!0);
            let others: Set = at[2..].iter().map(|a| writer.w.m.and_not(all, *a)).collect();
            vec![writer.w.nth(&others, drawn)]
        })[0];
        let Found { id, n, start, cells } = self.find(offered, drawn);
        let made = Made::new(plan, sorts);
        let table = self.w.m.table(made.rows.concat());
        let of_sort = self.w.m.times(id, COLUMNS);
        let [how, factor, choices, base] = [0, 1, 2, 3].map(|i| self.w.m.look_up_at(table, i, of_sort));
        let (aside, _) = self.w.m.block(0);
        let ((moved, _), (other, _)) = (self.w.m.block(0), self.w.m.block(0));
        // Which cell, and which choice.
        let half = self.w.m.word(32);
        let several = made.all.len() > sorts.len();
        let (nth, choice) = if several {
            let nth = self.w.m.mul(n, factor);
            let nth = self.w.m.shr(nth, half);
            let before = self.w.m.mul(nth, choices);
            (nth, self.w.m.sub(n, before))
        } else {
            (n, zero)
        };
        let n_cells = plan.layout.n_cells;
        let cell = self.w.nth(&cells, nth);
        let cell = self.w.m.below(cell, n_cells);
        self.w.m.branch(how, (other, &[]), (moved, &[]));
        // What all moves do in the end is written once.
        let (finish, done) = self.w.m.block(4);
        self.w.m.begin(other);
        let (judged, after) = self.w.m.block(1 + 2 * W);
        self.each_special(&made, how, &mut |writer, change, to| {
            let to = writer.to(to, cell);
            let values = writer.after_change(royal, change, (cell, to));
            writer.w.m.jump(judged, &values);
        });
        self.w.m.begin(judged);
        let king = self.w.m.below(after[0], n_cells);
        let (empty, changed) = (after[1..=W].to_vec(), after[1 + W..].to_vec());
        let attacked = self.attacked_on(threats, king, &empty, &changed);
        self.unless_attacked(attacked, aside, seed);
        self.each_special(&made, how, &mut |writer, change, to| {
            let to = writer.to(to, cell);
            let values = writer.make_change(change, (cell, to));
            writer.w.m.jump(finish, &values);
        });
        self.w.m.begin(moved);
        let (start, to) = self.ends_of(sorts, (id, start), cell);
        let attacked = self.attacked_after(threats, royal, (start, to));
        self.unless_attacked(attacked, aside, seed);
        let way = if several { self.w.m.add(base, choice) } else { id.value() };
        let way = self.w.m.below(way, made.all.len());
        let values = self.make_royal(&made.all, way, (start, to));
        self.w.m.jump(finish, &values);
        self.w.m.begin(finish);
        let (from, to) = (self.w.m.below(done[0], n_cells), self.w.m.below(done[1], n_cells));
        self.finish(t, (from, to), done[2], done[3]);
        self.w.m.begin(aside);
        let next = self.put_aside(drawn, &at[2..]);
        let more = self.w.m.add(at[1], one);
        let next: Vec<Value> = [seed, more].into_iter().chain(next).collect();
        self.w.m.jump(again, &next);
    }

    /// Does something for the special sort of that number; none of them is left to the plain code.
    fn each_special(
        &mut self,
        made: &Made<'_>,
        how: Value,
        act: &mut dyn FnMut(&mut Self, &Change, PlaceId),
    ) {
        for (i, (change, to)) in made.special.iter().enumerate() {
            let number = self.w.m.word(SPECIAL + i as u64);
            let this = self.w.m.equal(how, number);
            let ((here, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            self.w.m.branch(this, (here, &[]), (next, &[]));
            self.w.m.begin(here);
            act(self, change, *to);
            self.w.m.begin(next);
        }
        self.w.m.jump(self.plain, &[]);
    }

    /// The move of that number, where none has choices: its sort, where it starts and where it ends.
    pub(in crate::jit) fn offered_move(
        &mut self,
        offered: &Offered,
        drawn: Value,
    ) -> (Below, (Below, Below)) {
        let Found { id, n, start, cells } = self.find(offered, drawn);
        let cell = self.w.nth(&cells, n);
        let cell = self.w.m.below(cell, self.plan.layout.n_cells);
        (id, self.ends_of(&offered.sorts, (id, start), cell))
    }

    /// Where a move starts and ends whose cell is drawn.
    fn ends_of(&mut self, sorts: &[Sort], (id, start): (Below, Value), cell: Below) -> (Below, Below) {
        let nowhere = self.w.m.word(NOWHERE);
        let by_start = self.w.m.equal(start, nowhere);
        let start = self.w.m.select(by_start, cell.value(), start);
        let start = self.w.m.below(start, self.plan.layout.n_cells);
        (start, self.target_of(sorts, id, cell))
    }

    /// Where a move leads whose cell is drawn: the target itself, or a start.
    fn target_of(&mut self, sorts: &[Sort], id: Below, cell: Below) -> Below {
        let places = &self.plan.shared.places;
        let n_cells = self.plan.layout.n_cells;
        let far = |s: &Sort| match s.to.map(|to| Seen::<W>::new(places, to)) {
            None => Some(0),
            Some(Seen::Shifted(delta, _)) => Some(i64::from(delta) as u64),
            Some(_) => None,
        };
        // Small tables are at hand.
        let to = if let Some(deltas) = sorts.iter().map(far).collect::<Option<Vec<u64>>>() {
            let deltas = self.w.m.table(deltas);
            let delta = self.w.m.look_up(deltas, id);
            self.w.m.add(cell.value(), delta)
        } else {
            let targets = sorts.iter().flat_map(|s| -> Vec<u64> {
                match s.to {
                    Some(to) => places.of(to).iter().map(|c| u64::from(*c)).collect(),
                    None => (0..n_cells as u64).collect(),
                }
            });
            let targets = self.w.m.table(targets.collect());
            let place = self.w.m.times(id, n_cells);
            let place = self.w.m.sum(place, cell);
            self.w.m.look_up(targets, place)
        };
        self.w.m.below(to, n_cells)
    }

    /// Goes on with a legal move.
    fn unless_attacked(&mut self, attacked: Value, aside: Block, seed: Value) {
        let (legal, _) = self.w.m.block(0);
        self.w.m.branch(attacked, (aside, &[]), (legal, &[]));
        self.w.m.begin(legal);
        self.w.m.store(STATE, state::SEED, seed);
    }

    /// The move of that number.
    fn find(&mut self, offered: &Offered, drawn: Value) -> Found {
        let Offered { sorts, tables, tabled, before, .. } = offered;
        let (found, of) = self.w.m.block(3 + W);
        let ((in_table, _), (by_starts, _)) = (self.w.m.block(0), self.w.m.block(0));
        let first = self.w.m.less(drawn, *tabled);
        self.w.m.branch(first, (in_table, &[]), (by_starts, &[]));
        self.w.m.begin(in_table);
        let values = self.find_in_tables(offered, drawn);
        self.w.m.jump(found, &values);
        self.w.m.begin(by_starts);
        if before.is_empty() {
            self.w.m.jump(self.plain, &[]);
        } else {
            // The last one with at most so many moves before it.
            let (mut place, one) = (self.w.m.word(0), self.w.m.word(1));
            for before in &before[1..] {
                let less = self.w.m.less(drawn, *before);
                let reached = self.w.m.sub(one, less);
                place = self.w.m.add(place, reached);
            }
            let place = self.w.m.below(place, before.len());
            let row = self.w.m.times(place, 1 + W);
            let earlier = self.w.m.load_at(SEEN, BY_STARTS, row);
            let n = self.w.m.sub(drawn, earlier);
            let (first, nowhere) = (self.w.m.word(*tables as u64), self.w.m.word(NOWHERE));
            let id = self.w.m.add(place.value(), first);
            let cells = (0..W).map(|i| self.w.m.load_at(SEEN, BY_STARTS + 1 + i, row));
            let values: Vec<Value> = [id, n, nowhere].into_iter().chain(cells).collect();
            self.w.m.jump(found, &values);
        }
        self.w.m.begin(found);
        let id = self.w.m.below(of[0], sorts.len());
        Found { id, n: of[1], start: of[2], cells: of[3..].to_vec() }
    }

    /// The same among the offers of tables: sort, number in it, start, cells.
    fn find_in_tables(&mut self, offered: &Offered, drawn: Value) -> Vec<Value> {
        let ((look, at), (next, _), (found, _)) = (self.w.m.block(2), self.w.m.block(0), self.w.m.block(0));
        let (zero, one) = (self.w.m.word(0), self.w.m.word(1));
        self.w.m.jump(look, &[zero, drawn]);
        self.w.m.begin(look);
        let row = self.w.m.below(at[0], MAX_OFFERS);
        let row = self.w.m.times(row, 2 + W);
        let count = self.w.m.load_at(SEEN, RUN, row);
        let here = self.w.m.less(at[1], count);
        self.w.m.branch(here, (found, &[]), (next, &[]));
        self.w.m.begin(next);
        let (on, rest) = (self.w.m.add(at[0], one), self.w.m.sub(at[1], count));
        self.w.m.jump(look, &[on, rest]);
        self.w.m.begin(found);
        let meta = self.w.m.load_at(SEEN, RUN + 1, row);
        let cells: Set = (0..W).map(|i| self.w.m.load_at(SEEN, RUN + 2 + i, row)).collect();
        let (by, low) = (self.w.m.word(16), self.w.m.word(0xFFFF));
        let (id, start) = (self.w.m.shr(meta, by), self.w.m.and(meta, low));
        let (n, sorts) = (at[1], &offered.sorts);
        if sorts.iter().all(|s| s.split.is_none()) {
            return [id, n, start].into_iter().chain(cells).collect();
        }
        // Of two sorts in one offer the first has the empty cells, or the others.
        let masks = |s: &Sort| match s.split {
            Some(takes) => [if takes { !0 } else { 0 }, 0],
            None => [0, !0],
        };
        let masks = self.w.m.table(sorts.iter().flat_map(masks).collect());
        let of_sort = self.w.m.below(id, sorts.len());
        let of_sort = self.w.m.times(of_sort, 2);
        let [turned, whole] = [0, 1].map(|i| self.w.m.look_up_at(masks, i, of_sort));
        let empty = self.w.board(self.plan.empty);
        let mut of_first = Vec::new();
        for (set, empty) in cells.iter().zip(&empty) {
            let mask = self.w.m.xor(*empty, turned);
            let mask = self.w.m.or(mask, whole);
            of_first.push(self.w.m.and(*set, mask));
        }
        let of_second = self.w.and_not(&cells, &of_first);
        let count = self.w.count(&of_first);
        let inside = self.w.m.less(n, count);
        let inside = self.w.m.or(inside, whole);
        let second = self.w.m.equal(inside, zero);
        let id = self.w.m.add(id, second);
        let later = self.w.m.sub(n, count);
        let n = self.w.m.select(second, later, n);
        let cells = of_first.iter().zip(&of_second);
        let cells: Set = cells.map(|(a, b)| self.w.m.select(second, *b, *a)).collect();
        [id, n, start].into_iter().chain(cells).collect()
    }

    /// The moves put aside, with one more.
    fn put_aside(&mut self, mv: Value, aside: &[Value]) -> Vec<Value> {
        let (six, one, zero) = (self.w.m.word(6), self.w.m.word(1), self.w.m.word(0));
        let (word, bit) = (self.w.m.shr(mv, six), self.w.m.shl(one, mv));
        let most = self.w.m.word(ASIDE as u64 - 1);
        let too_many = self.w.m.less(most, word);
        self.plain_if(too_many);
        let mut all = Vec::new();
        for (i, before) in aside.iter().enumerate() {
            let number = self.w.m.word(i as u64);
            let this = self.w.m.equal(word, number);
            let more = self.w.m.select(this, bit, zero);
            all.push(self.w.m.or(*before, more));
        }
        all
    }
}

/// How all sorts are made.
struct Made<'a> {
    rows: Vec<[u64; COLUMNS]>,
    /// Every choice of every sort that is made as a piece going from cell to cell.
    all: Vec<Option<(&'a Moved, u16)>>,
    special: Vec<(&'a Change, PlaceId)>,
}

impl<'a> Made<'a> {
    fn new<const W: usize>(plan: &'a crate::plan::Plan<W>, sorts: &'a [Sort]) -> Self {
        let mut made = Made { rows: Vec::new(), all: Vec::new(), special: Vec::new() };
        for sort in sorts {
            let recipe = sort.recipe(plan);
            let how = match (recipe, &sort.change, sort.to) {
                (Some(_), ..) => MOVED,
                (None, Some(change), Some(to)) => {
                    made.special.push((change, to));
                    SPECIAL + made.special.len() as u64 - 1
                }
                _ => OTHER,
            };
            let choices = u64::from(sort.choices.max(1));
            // Exact as long as there are fewer moves than 2^32 divided by the choices.
            let factor = if choices == 1 { 1 << 32 } else { (1 << 32) / choices + 1 };
            made.rows.push([how, factor, choices, made.all.len() as u64]);
            made.all.extend((0..choices as u16).map(|choice| recipe.map(|moved| (moved, choice))));
        }
        made
    }
}
