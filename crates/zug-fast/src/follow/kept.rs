//! What pieces can do, kept from one position inside a turn to the next.
//!
//! Positions inside a turn differ in a few cells. What a rule has found out for a piece holds in all of them in which nothing has
//! changed that it asked about; most pieces need no second look.

use super::facts::{Facts, MAX_LEFT};
use super::graph::{Filters, Note};
use super::place::{self, Left, Place};

/// Tables of dice that one turn may leave behind; for others nothing is kept.
const MAX_KEPT: usize = 8;
/// Ways to end a part; of pieces with more nothing is kept.
const MAX_ENDS: usize = 3;

/// What a run has asked about.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Asked {
    /// Cells whose visible piece it has looked at.
    tops: u128,
    /// Cells whose pieces it has counted.
    heaps: u128,
    /// Locals that parts before it have left.
    left: u8,
    /// Something else that may be different.
    more: bool,
}

impl Note for Asked {
    #[inline(always)]
    fn note(&mut self, facts: &Facts, filters: &Filters, kind: u32, about: u16, more: u32, answer: i64) {
        match kind {
            place::TOP => self.tops |= 1 << (about & 127),
            place::AT_LEAST | place::COUNT => self.heaps |= 1 << ((usize::from(about) / facts.n_codes) & 127),
            place::TOTAL | place::ENOUGH => self.heaps |= filters.get(about).cells,
            place::SIZE => self.heaps |= 1 << (about & 127),
            place::NEXT => {
                // Cells behind the one that was found have not been looked at.
                let (from, to) = (more & 0xFFFF, (more >> 16).min(answer as u32 + 1));
                let below = |n: u32| if n >= 128 { !0 } else { (1_u128 << n) - 1 };
                self.tops |= filters.get(about).cells & below(to) & !below(from);
            }
            place::LEFT => self.left |= 1 << (usize::from(about) % MAX_LEFT),
            place::TABLE | place::FACE => {}
            _ => self.more = true,
        }
    }
}

/// How a position differs from the first one of the turn, as far as anybody has asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Differs {
    tops: u128,
    heaps: u128,
    left: u8,
}

/// Pieces with one way to end a part, after which nothing can follow: all such parts are worth the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) class: u32,
    /// One of the ends.
    pub(super) end: u32,
    pub(super) starts: u128,
}

/// What is kept for one table of dice.
#[derive(Debug)]
pub(super) struct Kept {
    rule: u16,
    shape: usize,
    tables: [u16; place::MAX_DICE],
    /// What was left when it was begun.
    left: Left,
    /// Pieces of which something is kept, by their cells.
    known: u128,
    /// Those of them that can do nothing.
    pub(super) idle: u128,
    pub(super) groups: Vec<Group>,
    ends: Vec<(u8, [u32; MAX_ENDS])>,
    /// Pieces that depend on each of these.
    by_top: Vec<u128>,
    by_heap: Vec<u128>,
    by_left: [u128; MAX_LEFT],
    /// What anything depends on.
    asked: Asked,
}

impl Kept {
    fn new(facts: &Facts, place: &Place) -> Self {
        Kept {
            rule: 0,
            shape: 0,
            tables: place.tables,
            left: place.left,
            known: 0,
            idle: 0,
            groups: Vec::new(),
            ends: vec![(0, [0; MAX_ENDS]); facts.n_cells],
            by_top: vec![0; facts.n_cells],
            by_heap: vec![0; facts.n_cells],
            by_left: [0; MAX_LEFT],
            asked: Asked::default(),
        }
    }

    fn begin(&mut self, rule: u16, shape: usize, place: &Place) {
        (self.rule, self.shape, self.tables, self.left) = (rule, shape, place.tables, place.left);
        (self.known, self.idle, self.asked) = (0, 0, Asked::default());
        self.groups.clear();
        self.by_top.fill(0);
        self.by_heap.fill(0);
        self.by_left.fill(0);
    }

    /// How a position differs from the one the turn began with.
    #[inline(always)]
    pub(super) fn differs(&self, facts: &Facts, first: &Place, place: &Place) -> Differs {
        let mut differs = Differs { tops: place.tops_differ(facts, first), heaps: 0, left: 0 };
        each(self.asked.heaps, |cell| {
            differs.heaps |= u128::from(place.heap_differs(facts, first, cell)) << cell;
        });
        each(u128::from(self.asked.left), |left| {
            differs.left |= u8::from(place.left.differs(&self.left, left)) << left;
        });
        differs
    }

    /// The pieces about which what is kept holds.
    #[inline(always)]
    pub(super) fn holding(&self, differs: &Differs) -> u128 {
        let mut stale = 0;
        each(differs.tops & self.asked.tops, |cell| stale |= self.by_top[cell]);
        each(differs.heaps, |cell| stale |= self.by_heap[cell]);
        each(u128::from(differs.left), |left| stale |= self.by_left[left % MAX_LEFT]);
        self.known & !stale
    }

    /// How the parts of a piece may end.
    #[inline(always)]
    pub(super) fn ends(&self, cell: u16) -> &[u32] {
        let (n, ends) = &self.ends[usize::from(cell)];
        &ends[..usize::from(*n)]
    }

    /// Keeps what was found out in a position, if it holds in the first one of the turn as well.
    pub(super) fn keep(
        &mut self,
        facts: &Facts,
        (first, place): (&Place, &Place),
        differs: &Differs,
        cell: u16,
        asked: Asked,
        ends: &[u32],
    ) -> bool {
        let mut changed = asked.more || asked.tops & differs.tops != 0 || ends.len() > MAX_ENDS;
        each(asked.heaps, |cell| changed |= place.heap_differs(facts, first, cell));
        each(u128::from(asked.left), |left| changed |= place.left.differs(&self.left, left));
        let piece = 1_u128 << cell;
        if changed || self.known & piece != 0 {
            return false;
        }
        each(asked.tops, |cell| self.by_top[cell] |= piece);
        each(asked.heaps, |cell| self.by_heap[cell] |= piece);
        each(u128::from(asked.left), |left| self.by_left[left % MAX_LEFT] |= piece);
        self.asked.tops |= asked.tops;
        self.asked.heaps |= asked.heaps;
        self.asked.left |= asked.left;
        self.known |= piece;
        if ends.is_empty() {
            self.idle |= piece;
        }
        let kept = &mut self.ends[usize::from(cell)];
        kept.0 = ends.len() as u8;
        kept.1[..ends.len()].copy_from_slice(ends);
        true
    }

    /// A piece whose only part ends the move.
    pub(super) fn add_last(&mut self, cell: u16, class: u32, end: u32) {
        match self.groups.iter_mut().find(|g| g.class == class) {
            Some(group) => group.starts |= 1 << cell,
            None => self.groups.push(Group { class, end, starts: 1 << cell }),
        }
    }
}

/// What is kept in a turn, for each table of dice.
#[derive(Default, Debug)]
pub(super) struct KeptOfTurn {
    all: Vec<Kept>,
    n: usize,
}

impl KeptOfTurn {
    pub(super) fn begin_turn(&mut self) {
        self.n = 0;
    }

    /// Where what is kept for a rule is.
    #[inline(always)]
    pub(super) fn find(&mut self, facts: &Facts, place: &Place, rule: u16, shape: usize) -> Option<usize> {
        let fits = |k: &Kept| k.tables == place.tables && (k.rule, k.shape) == (rule, shape);
        let known = self.all[..self.n].iter().position(fits);
        if known.is_some() || self.n == MAX_KEPT {
            return known;
        }
        if self.n == self.all.len() {
            self.all.push(Kept::new(facts, place));
        }
        self.all[self.n].begin(rule, shape, place);
        self.n += 1;
        Some(self.n - 1)
    }

    #[inline(always)]
    pub(super) fn at(&mut self, i: usize) -> &mut Kept {
        &mut self.all[i]
    }
}

#[inline(always)]
fn each(mut set: u128, mut f: impl FnMut(usize)) {
    while set != 0 {
        f(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
