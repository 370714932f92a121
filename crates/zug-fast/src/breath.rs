//! Groups with their breath, kept between moves.
//!
//! Rules that ask whether a flood has an empty cell beside it ask that about the same groups again and again. Groups of
//! connected cells are kept with how often an empty cell lies beside one of theirs. What has changed since the last
//! question is found by comparing boards, so it makes no difference who asks, or about which position.

use crate::bits::{self, Bits};
use crate::cellset::{Near, SetExpr, SetId, Sets};
use crate::class::{BoardId, Class};
use crate::flow::{PlaceId, Shared};
use crate::num::{Expr, ExprId};
use crate::plan::Plan;
use crate::position::Position;
use zug_vm::NO_CELL;

/// A flood that is the whole group of a neighbour of the start: what lies on the start is not of its board.
#[derive(Clone, Debug)]
struct Body {
    /// Which board its cells are of: place in the list.
    side: usize,
    at: PlaceId,
    /// Nothing, if it is one of these.
    without: Vec<SetId>,
}

/// A question about groups, asked as if the start, which is free, were taken.
#[derive(Clone, Debug)]
enum Ask {
    /// Has a group a free cell beside it?
    Alive(Body),
    /// Has the one that a piece on the start would join, if these groups are taken off the board?
    Joined { side: usize, taken: Vec<SetId> },
    /// How many cells has a group?
    Size(Body),
}

/// All such questions of a game.
#[derive(Debug)]
pub(crate) struct Breaths {
    /// Empty cells.
    free: BoardId,
    near: usize,
    /// The directions of each player with these neighbours.
    dirs: Vec<bool>,
    sides: Vec<BoardId>,
    /// By set.
    bodies: Vec<Option<Body>>,
    /// By expression.
    asks: Vec<Option<Ask>>,
}

/// The board of `Minus(Class(board), start)`.
fn without_start(sets: &Sets, set: SetId) -> Option<BoardId> {
    match *sets.get(set) {
        SetExpr::Minus(board, start) if *sets.get(start) == SetExpr::Cell(PlaceId(0)) => {
            if let SetExpr::Class(board) = *sets.get(board) {
                Some(board)
            } else {
                None
            }
        }
        _ => None,
    }
}

/// The board of `Or(Class(board), start)`.
fn with_start(sets: &Sets, set: SetId) -> Option<BoardId> {
    let SetExpr::Or(board, start) = *sets.get(set) else { return None };
    match (sets.get(board), sets.get(start)) {
        (SetExpr::Class(board), SetExpr::Cell(PlaceId(0))) => Some(*board),
        _ => None,
    }
}

/// Can no cell be on both boards, because nobody's piece is another's?
fn apart(a: Class, b: Class) -> bool {
    let owner = |class| match class {
        Class::Owned(player) | Class::Piece(player, _) => Some(player),
        _ => None,
    };
    matches!((owner(a), owner(b)), (Some(a), Some(b)) if a != b)
}

impl Breaths {
    pub(crate) fn new<const W: usize>(shared: &Shared, near: &[Near<W>]) -> Option<Self> {
        let free = shared.classes.empty()?;
        let first = near.iter().position(|near| near.mutual && near.once())?;
        let dirs = near.iter().map(|other| other.same(&near[first])).collect();
        let (n_sets, n_exprs) = (shared.cell_sets.len(), shared.exprs.len());
        let (sides, bodies, asks) = (Vec::new(), vec![None; n_sets], vec![None; n_exprs]);
        let mut made = Breaths { free, near: first, dirs, sides, bodies, asks };
        // A set is made of earlier ones.
        for id in (0..n_sets as u16).map(SetId) {
            made.bodies[id.0 as usize] = made.body(shared, &near[first], id);
        }
        for id in 0..n_exprs {
            made.asks[id] = match shared.exprs.get(ExprId(id as u32)) {
                Expr::Any(set) => made.asked(shared, set),
                Expr::Size(set) => made.bodies[set.0 as usize].clone().map(Ask::Size),
                _ => None,
            };
        }
        let class = |side: &BoardId| shared.classes.class(*side);
        let apart = |(i, a): (usize, &BoardId)| made.sides[..i].iter().all(|b| apart(class(a), class(b)));
        let fits = made.sides.len() <= MAX_SIDES
            && made.sides.iter().enumerate().all(apart)
            && made.asks.iter().any(Option::is_some);
        fits.then_some(made)
    }

    fn side(&mut self, board: BoardId) -> usize {
        let known = self.sides.iter().position(|b| *b == board);
        known.unwrap_or_else(|| {
            self.sides.push(board);
            self.sides.len() - 1
        })
    }

    fn body<const W: usize>(&mut self, shared: &Shared, near: &Near<W>, id: SetId) -> Option<Body> {
        let sets = &shared.cell_sets;
        let SetExpr::Flood { from, mut within, dirs } = *sets.get(id) else { return None };
        let SetExpr::Cell(at) = *sets.get(from) else { return None };
        let beside =
            |(start, cell): (usize, &u16)| *cell == NO_CELL || near.steps(start as u16).contains(cell);
        if !self.dirs[dirs.0 as usize] || !shared.places.of(at).iter().enumerate().all(beside) {
            return None;
        }
        let mut without = Vec::new();
        let board = loop {
            if let Some(board) = without_start(sets, within) {
                break board;
            }
            let SetExpr::Minus(rest, gone) = *sets.get(within) else { return None };
            without.push(gone);
            within = rest;
        };
        if shared.classes.class(board) == Class::Empty || shared.classes.class(board).of_places() {
            return None;
        }
        let side = self.side(board);
        let same = |set: &SetId| self.bodies[set.0 as usize].as_ref().is_some_and(|b| b.side == side);
        without.iter().all(same).then_some(Body { side, at, without })
    }

    /// Is there a free cell beside a flood?
    fn asked(&mut self, shared: &Shared, set: SetId) -> Option<Ask> {
        let sets = &shared.cell_sets;
        let SetExpr::And(border, mut wanted) = *sets.get(set) else { return None };
        let SetExpr::Border { of, dirs } = *sets.get(border) else { return None };
        let SetExpr::Flood { from, mut within, dirs: same } = *sets.get(of) else { return None };
        if !self.dirs[dirs.0 as usize] || !self.dirs[same.0 as usize] {
            return None;
        }
        let mut taken = Vec::new();
        while without_start(sets, wanted) != Some(self.free) {
            let SetExpr::Or(rest, gone) = *sets.get(wanted) else { return None };
            self.bodies[gone.0 as usize].as_ref()?;
            taken.push(gone);
            wanted = rest;
        }
        let side_of = |all: &Self, set: &SetId| all.bodies[set.0 as usize].as_ref().map(|b| b.side);
        if let Some(body) = &self.bodies[of.0 as usize] {
            // Groups of one board do not touch each other, so what is taken makes no difference to the rest.
            let same = taken.iter().all(|set| side_of(self, set) == Some(body.side));
            return same.then(|| Ask::Alive(body.clone()));
        }
        if *sets.get(from) != SetExpr::Cell(PlaceId(0)) {
            return None;
        }
        let mut gone = taken.clone();
        let board = loop {
            if let Some(board) = with_start(sets, within) {
                break board;
            }
            let SetExpr::Minus(rest, set) = *sets.get(within) else { return None };
            gone.push(set);
            within = rest;
        };
        let others = |set: &SetId| {
            side_of(self, set).is_some_and(|side| {
                apart(shared.classes.class(self.sides[side]), shared.classes.class(board))
            })
        };
        let fits = gone.iter().all(others);
        let side = self.side(board);
        fits.then_some(Ask::Joined { side, taken })
    }
}

#[inline(always)]
fn has(set: &[u64], cell: u16) -> bool {
    set[cell as usize / 64] >> (cell % 64) & 1 != 0
}

/// A list of words as a set.
#[inline(always)]
fn set_of<const W: usize>(words: &[u64]) -> Bits<W> {
    words.as_chunks::<W>().0[0]
}

/// A group: the board it is on, and a cell of it that stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group(u16);

impl Group {
    const NONE: Group = Group(u16::MAX);
    /// Boards have at most 1024 cells.
    const CELL_BITS: u32 = 10;

    fn new(side: usize, cell: u16) -> Self {
        Group((side as u16) << Group::CELL_BITS | cell)
    }

    #[inline(always)]
    fn is_on(self, side: usize) -> bool {
        usize::from(self.0 >> Group::CELL_BITS) == side
    }

    #[inline(always)]
    fn head(self) -> u16 {
        self.0 & ((1 << Group::CELL_BITS) - 1)
    }
}

/// More boards than this have no number in a group.
const MAX_SIDES: usize = 32;

/// What is kept of a cell; the sums are those of its group, where the cell stands for it.
#[derive(Clone, Copy, Debug)]
struct Kept {
    group: Group,
    /// The next cell of the group, in a ring.
    next: u16,
    /// The cells of the group.
    size: u16,
    /// How often a free cell lies beside one of the group's.
    free: u16,
}

const NOTHING: Kept = Kept { group: Group::NONE, next: NO_CELL, size: 0, free: 0 };

/// The groups of a position.
#[derive(Default, Debug)]
pub(crate) struct Breath {
    free: Vec<u64>,
    /// `sides[board]`: its cells.
    sides: Vec<Vec<u64>>,
    kept: Vec<Kept>,
}

impl Breath {
    fn clear(&mut self, n_sides: usize, n_cells: usize, words: usize) {
        self.free.clear();
        self.free.resize(words, 0);
        self.sides.clear();
        self.sides.resize(n_sides, vec![0; words]);
        self.kept.clear();
        self.kept.resize(n_cells, NOTHING);
    }

    #[inline(always)]
    fn of(&self, group: Group) -> Kept {
        self.kept[group.head() as usize]
    }

    #[inline(always)]
    fn sums(&mut self, group: Group) -> &mut Kept {
        &mut self.kept[group.head() as usize]
    }

    /// The group of a cell.
    #[inline(always)]
    fn group(&self, side: usize, cell: u16) -> Option<Group> {
        let group = self.kept[cell as usize].group;
        group.is_on(side).then_some(group)
    }

    fn add(&mut self, side: usize, cell: u16, near: &[u16]) {
        let free = near.iter().filter(|to| has(&self.free, **to)).count() as u16;
        let mut own = Group::new(side, cell);
        self.kept[cell as usize] = Kept { group: own, next: cell, size: 1, free };
        for &to in near {
            let Some(other) = self.group(side, to).filter(|other| *other != own) else { continue };
            let larger = self.of(other).size > self.of(own).size;
            own = if larger { self.join(own, other) } else { self.join(other, own) };
        }
    }

    /// The cells of a group come to a larger one.
    fn join(&mut self, small: Group, large: Group) -> Group {
        let Kept { size, free, next: first, .. } = self.of(small);
        let mut at = first;
        loop {
            let cell = &mut self.kept[at as usize];
            cell.group = large;
            at = cell.next;
            if at == first {
                break;
            }
        }
        // Two rings become one when two cells of theirs change what is next.
        let second = std::mem::replace(&mut self.sums(large).next, first);
        self.sums(small).next = second;
        let joined = self.sums(large);
        joined.size += size;
        joined.free += free;
        large
    }

    /// Takes cells away. False: a group would be left in part.
    fn remove<const W: usize>(&mut self, gone: &[u64; W]) -> bool {
        for cell in bits::cells(gone) {
            let group = self.kept[cell as usize].group;
            self.sums(group).size -= 1;
        }
        let whole = bits::cells(gone).all(|cell| self.of(self.kept[cell as usize].group).size == 0);
        bits::cells(gone).for_each(|cell| self.kept[cell as usize] = NOTHING);
        whole
    }

    /// Has the group a free cell beside it, not counting one that has these beside it?
    #[inline(always)]
    fn lasts(&self, group: Group, around: &[u16]) -> bool {
        let free = usize::from(self.of(group).free);
        if free > around.len() {
            return true;
        }
        let mut lost = 0;
        for &to in around {
            lost += usize::from(self.kept[to as usize].group == group);
        }
        free > lost
    }

    /// The cells of a group.
    fn cells(&self, group: Group) -> impl Iterator<Item = u16> + '_ {
        let first = group.head();
        let next = move |cell: &u16| Some(self.kept[*cell as usize].next).filter(|next| *next != first);
        std::iter::successors(Some(first), next)
    }
}

impl<const W: usize> Plan<W> {
    /// Makes the groups those of a position.
    pub(crate) fn keep_breath(&self, of: &Breaths, breath: &mut Breath, position: &Position) {
        if breath.sides.len() != of.sides.len() {
            breath.clear(of.sides.len(), self.layout.n_cells, W);
        }
        let near = &self.near[of.near];
        for (i, board) in of.sides.iter().enumerate() {
            let gone = bits::and_not(&set_of(&breath.sides[i]), position.board::<W>(*board));
            if !bits::is_empty(&gone) && !breath.remove(&gone) {
                // Begins again with an empty board.
                breath.clear(of.sides.len(), self.layout.n_cells, W);
                break;
            }
        }
        let (now, before) = (position.board::<W>(of.free), set_of(&breath.free));
        breath.free.copy_from_slice(now);
        for (cells, more) in [(bits::and_not(now, &before), 1), (bits::and_not(&before, now), u16::MAX)] {
            if bits::is_empty(&cells) {
                continue;
            }
            for cell in bits::cells(&cells) {
                for &to in near.steps(cell) {
                    let group = breath.kept[to as usize].group;
                    if group != Group::NONE {
                        let free = &mut breath.sums(group).free;
                        *free = free.wrapping_add(more);
                    }
                }
            }
        }
        for (i, board) in of.sides.iter().enumerate() {
            let now = position.board::<W>(*board);
            let new = bits::and_not(now, &set_of(&breath.sides[i]));
            breath.sides[i].copy_from_slice(now);
            if bits::is_empty(&new) {
                continue;
            }
            for cell in bits::cells(&new) {
                breath.add(i, cell, near.steps(cell));
            }
        }
    }

    /// The group that a flood is, if it is not empty.
    #[inline(always)]
    fn body(&self, of: &Breaths, breath: &Breath, body: &Body, start: u16) -> Option<Group> {
        let cell = self.shared.places.at(body.at, start);
        let group = if cell == NO_CELL { None } else { breath.group(body.side, cell) }?;
        (body.without.is_empty() || !self.is_gone(of, breath, body, start, group)).then_some(group)
    }

    /// Is the group one of those that a flood leaves out?
    fn is_gone(&self, of: &Breaths, breath: &Breath, body: &Body, start: u16, group: Group) -> bool {
        body.without.iter().any(|set| self.body_of(of, breath, *set, start) == Some(group))
    }

    /// The same for a set that is such a flood.
    fn body_of(&self, of: &Breaths, breath: &Breath, set: SetId, start: u16) -> Option<Group> {
        self.body(of, breath, of.bodies[set.0 as usize].as_ref()?, start)
    }

    /// The answer to a question about the position whose groups these are, if it is one about groups.
    #[inline]
    pub(crate) fn breathes(&self, breath: &Breath, num: ExprId, start: u16) -> Option<i32> {
        let of = self.breaths.as_ref()?;
        let ask = of.asks[num.0 as usize].as_ref()?;
        if !has(&breath.free, start) {
            return None;
        }
        let around = self.near[of.near].steps(start);
        Some(match ask {
            Ask::Alive(body) => {
                let group = self.body(of, breath, body, start);
                i32::from(group.is_some_and(|group| breath.lasts(group, around)))
            }
            Ask::Joined { side, taken } => {
                let mut room = false;
                for &to in around {
                    room |= has(&breath.free, to)
                        || breath.group(*side, to).is_some_and(|group| breath.lasts(group, around));
                }
                let taken = || taken.iter().any(|set| self.body_of(of, breath, *set, start).is_some());
                i32::from(room || taken())
            }
            Ask::Size(body) => {
                let group = self.body(of, breath, body, start);
                group.map_or(0, |group| i32::from(breath.of(group).size))
            }
        })
    }

    /// The group that a set is, `Some(None)` if it has no cells; `None` if that is not known.
    #[inline]
    fn known_body(&self, breath: &Breath, set: SetId, start: u16) -> Option<Option<Group>> {
        let of = self.breaths.as_ref()?;
        of.bodies[set.0 as usize].as_ref()?;
        has(&breath.free, start).then(|| self.body_of(of, breath, set, start))
    }

    /// Is the cell in a set, if the set is a group?
    #[inline]
    pub(crate) fn in_body(&self, breath: &Breath, set: SetId, start: u16, cell: u16) -> Option<bool> {
        let group = self.known_body(breath, set, start)?;
        Some(group == Some(breath.kept[cell as usize].group))
    }

    /// The cells of a set, if the set is a group.
    pub(crate) fn body_cells<'a>(
        &self,
        breath: &'a Breath,
        set: SetId,
        start: u16,
    ) -> Option<impl Iterator<Item = u16> + use<'a, W>> {
        let group = self.known_body(breath, set, start)?;
        Some(group.into_iter().flat_map(|group| breath.cells(group)))
    }
}
