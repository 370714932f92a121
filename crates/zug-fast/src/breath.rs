//! Groups with their breath, kept between moves.
//!
//! Rules that ask whether a flood has an empty cell beside it ask that about the same groups again and again. Groups of
//! connected cells are kept with how often an empty cell lies beside one of theirs. What has changed since the last
//! question is found by comparing boards, so it makes no difference who asks, or about which position.

use crate::bits;
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
    Alive(SetId),
    /// Has the one that a piece on the start would join, if these groups are taken off the board?
    Joined { side: usize, taken: Vec<SetId> },
    /// How many cells has a group?
    Size(SetId),
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
                Expr::Size(set) => made.bodies[set.0 as usize].as_ref().map(|_| Ask::Size(set)),
                _ => None,
            };
        }
        let class = |side: &BoardId| shared.classes.class(*side);
        let apart = |(i, a): (usize, &BoardId)| made.sides[..i].iter().all(|b| apart(class(a), class(b)));
        let fits = made.sides.iter().enumerate().all(apart) && made.asks.iter().any(Option::is_some);
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
            return same.then_some(Ask::Alive(of));
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

/// What is kept of a cell; of a group, where the cell stands for it.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// A cell of the same group, the cell itself where it stands for the group; `NO_CELL` without a group.
    parent: u16,
    /// Which board it is on.
    side: u16,
    /// The cells of the group.
    size: u16,
    /// How often a free cell lies beside one of the group's.
    free: u16,
}

const NOTHING: Kept = Kept { parent: NO_CELL, side: 0, size: 0, free: 0 };

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

    #[inline]
    fn find(&self, mut cell: u16) -> u16 {
        loop {
            let parent = self.kept[cell as usize].parent;
            if parent == cell {
                return cell;
            }
            cell = parent;
        }
    }

    /// The group of a cell.
    #[inline]
    fn group(&self, side: usize, cell: u16) -> Option<u16> {
        let kept = self.kept[cell as usize];
        (kept.parent != NO_CELL && kept.side as usize == side).then(|| self.find(cell))
    }

    fn add(&mut self, side: usize, cell: u16, near: &[u16]) {
        let free = near.iter().filter(|to| has(&self.free, **to)).count() as u16;
        self.kept[cell as usize] = Kept { parent: cell, side: side as u16, size: 1, free };
        let mut root = cell;
        for &to in near {
            let Some(other) = self.group(side, to) else { continue };
            if other == root {
                continue;
            }
            let larger = self.kept[other as usize].size > self.kept[root as usize].size;
            let (small, large) = if larger { (root, other) } else { (other, root) };
            let Kept { size, free, .. } = self.kept[small as usize];
            self.kept[small as usize].parent = large;
            let joined = &mut self.kept[large as usize];
            joined.size += size;
            joined.free += free;
            root = large;
        }
    }

    /// Takes cells away. False: a group would be left in part.
    fn remove<const W: usize>(&mut self, gone: &[u64; W]) -> bool {
        for cell in bits::cells(gone) {
            let root = self.find(cell);
            self.kept[root as usize].size -= 1;
        }
        let whole = bits::cells(gone).all(|cell| self.kept[self.find(cell) as usize].size == 0);
        bits::cells(gone).for_each(|cell| self.kept[cell as usize] = NOTHING);
        whole
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
            let (now, before) = (position.board::<W>(*board), &breath.sides[i]);
            let gone: [u64; W] = std::array::from_fn(|w| before[w] & !now[w]);
            if !bits::is_empty(&gone) && !breath.remove(&gone) {
                // Begins again with an empty board.
                breath.clear(of.sides.len(), self.layout.n_cells, W);
                break;
            }
        }
        let now = position.board::<W>(of.free);
        let changed: [u64; W] = std::array::from_fn(|w| breath.free[w] ^ now[w]);
        breath.free.copy_from_slice(now);
        for cell in bits::cells(&changed) {
            let come = bits::has(now, cell);
            for &to in near.steps(cell) {
                if breath.kept[to as usize].parent != NO_CELL {
                    let group = breath.find(to);
                    let free = &mut breath.kept[group as usize].free;
                    *free = if come { *free + 1 } else { *free - 1 };
                }
            }
        }
        for (i, board) in of.sides.iter().enumerate() {
            let now = position.board::<W>(*board);
            let new: [u64; W] = std::array::from_fn(|w| now[w] & !breath.sides[i][w]);
            breath.sides[i].copy_from_slice(now);
            for cell in bits::cells(&new) {
                breath.add(i, cell, near.steps(cell));
            }
        }
    }

    /// The group that a set is, if it is not empty.
    #[inline]
    fn body(&self, of: &Breaths, breath: &Breath, set: SetId, start: u16) -> Option<u16> {
        let Body { side, at, without } = of.bodies[set.0 as usize].as_ref()?;
        let cell = self.shared.places.at(*at, start);
        let group = if cell == NO_CELL { None } else { breath.group(*side, cell) }?;
        let gone = without.iter().any(|set| self.body(of, breath, *set, start) == Some(group));
        (!gone).then_some(group)
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
        // The start is free now, and will not be.
        let alive = |side: usize, group: u16| {
            let free = breath.kept[group as usize].free as usize;
            let lost = || around.iter().filter(|to| breath.group(side, **to) == Some(group)).count();
            free > around.len() || free > lost()
        };
        Some(match ask {
            Ask::Alive(set) => {
                let side = of.bodies[set.0 as usize].as_ref().map_or(0, |b| b.side);
                let group = self.body(of, breath, *set, start);
                i32::from(group.is_some_and(|group| alive(side, group)))
            }
            Ask::Joined { side, taken } => {
                let joined = |to: u16| breath.group(*side, to).is_some_and(|group| alive(*side, group));
                let room = |to: u16| has(&breath.free, to) || joined(to);
                i32::from(
                    around.iter().any(|to| room(*to))
                        || taken.iter().any(|set| self.body(of, breath, *set, start).is_some()),
                )
            }
            Ask::Size(set) => {
                let group = self.body(of, breath, *set, start);
                group.map_or(0, |group| i32::from(breath.kept[group as usize].size))
            }
        })
    }

    /// Is the cell in a set, if the set is a group?
    #[inline]
    pub(crate) fn in_body(&self, breath: &Breath, set: SetId, start: u16, cell: u16) -> Option<bool> {
        let of = self.breaths.as_ref()?;
        let body = of.bodies[set.0 as usize].as_ref()?;
        if !has(&breath.free, start) {
            return None;
        }
        let group = self.body(of, breath, set, start);
        Some(group.is_some() && breath.group(body.side, cell) == group)
    }
}
