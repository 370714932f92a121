//! Tables for few pieces: for each start the cells that can be reached at all, the lines to them, and what a landing there does.
//!
//! A rule has this form if all it asks on the way is whether cells are empty, and all it asks of the target is what
//! stands there. Whether the rule is written as a loop, step by step or cell by cell makes no difference.

use crate::bits::{self, Bits};
use crate::class::{BoardId, Class, contains};
use crate::codes::Codes;
use crate::flow::{Cond, Effect, ExitId, Place, PlaceId, Shared, in_set};
use crate::position::Position;
use crate::twin::{Alike, compare};
use crate::ways::Way;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use zug_vm::{NO_CELL, Piece, Program};

/// Pieces that land alike: what must be true of the target, and what happens.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) exit: ExitId,
    /// The rule that emits it.
    pub(crate) rule: u16,
    /// Place in a list of landings.
    pub(crate) landing: u16,
    /// Exactly one cell on the way is occupied.
    pub(crate) hops: bool,
}

/// What must be true of a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Landing {
    /// May it be empty?
    pub(crate) quiet: bool,
    /// May it be occupied, if these boards do (or do not) show it?
    pub(crate) hit: Option<Vec<(BoardId, bool)>>,
}

impl Landing {
    /// Where it is possible.
    #[inline(always)]
    pub(crate) fn cells<const W: usize>(&self, position: &Position, empty: BoardId) -> Bits<W> {
        let empty = position.board::<W>(empty);
        let mut cells = if self.quiet { *empty } else { bits::none() };
        if let Some(hit) = &self.hit {
            let mut taken = empty.map(|word| !word);
            for (board, answer) in hit {
                let shown = position.board::<W>(*board);
                taken = if *answer { bits::and(&taken, shown) } else { bits::and_not(&taken, shown) };
            }
            bits::or_into(&mut cells, &taken);
        }
        cells
    }
}

/// The place of a landing in a list that holds each once.
fn place_of(landings: &mut Vec<Landing>, landing: Landing) -> u16 {
    let known = landings.iter().position(|l| *l == landing);
    known.unwrap_or_else(|| {
        landings.push(landing);
        landings.len() - 1
    }) as u16
}

/// What one start can reach.
#[derive(Clone, Debug)]
struct Reach<const W: usize> {
    /// Cells with nothing on the way.
    leap: Bits<W>,
    rays: Vec<Ray<W>>,
    /// A cell, and the cells that must be empty for it.
    lame: Vec<(Bits<W>, u16)>,
    /// Lines on which one piece is hopped over.
    hops: Vec<Ray<W>>,
    /// `lands[group]`: the cells this landing is for.
    lands: Vec<Bits<W>>,
}

/// The same, with its lists among those of the other starts: rays that ascend, rays that descend, lame cells, lines to
/// hop along.
#[derive(Clone, Copy, Debug)]
struct Start<const W: usize> {
    leap: Bits<W>,
    ups: (u32, u32),
    downs: (u32, u32),
    lame: (u32, u32),
    hops: (u32, u32),
}

/// Cells one behind the other, in ascending or descending order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray<const W: usize> {
    pub(crate) cells: Bits<W>,
    pub(crate) up: bool,
}

impl<const W: usize> Ray<W> {
    /// Its cells up to the first one that is occupied, and that one.
    #[inline(always)]
    pub(crate) fn through(&self, empty: &Bits<W>) -> Bits<W> {
        let occupied = bits::and_not(&self.cells, empty);
        let near = if self.up { bits::up_to_first(&occupied) } else { bits::down_to_last(&occupied) };
        bits::and(&self.cells, &near)
    }

    /// Its cells behind the first one that is occupied, up to the second, and that one.
    #[inline(always)]
    pub(crate) fn beyond(&self, empty: &Bits<W>) -> Bits<W> {
        let near = self.through(empty);
        let mut without = *empty;
        bits::or_into(&mut without, &near);
        bits::and_not(&self.through(&without), &near)
    }
}

/// The moves of one kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Table<const W: usize> {
    pub(crate) groups: Vec<Group>,
    landings: Vec<Landing>,
    starts: Vec<Start<W>>,
    rays: Vec<Bits<W>>,
    /// What must be empty, and the cell.
    lame: Vec<(Bits<W>, Bits<W>)>,
    hops: Vec<Ray<W>>,
    /// `lands[start * groups + group]`: the cells a landing is for.
    lands: Vec<Bits<W>>,
    empty: BoardId,
    /// Rays of a piece in the middle: what it costs to use.
    pub(crate) cost: usize,
}

/// A table as words: for each start the cells it leaps to, rays that ascend and that descend, what must be empty for lame cells and
/// these, lines to hop along, and the cells of each landing.
#[cfg(feature = "jit")]
pub(crate) struct Rows {
    pub(crate) words: Vec<u64>,
    /// Words for each start.
    pub(crate) width: usize,
    pub(crate) ups: usize,
    pub(crate) downs: usize,
    pub(crate) lame: usize,
    pub(crate) hop_ups: usize,
    pub(crate) hop_downs: usize,
}

/// A way with its question taken apart: cells to be empty in order, then the target.
struct Line {
    group: usize,
    chain: Vec<PlaceId>,
    /// Which of the chain must be occupied instead.
    hurdle: Option<usize>,
    to: PlaceId,
    starts: crate::flow::StartSet,
}

/// The table of some rules of one kind, given the ways of each. `None` if they do not have this form.
pub(crate) fn table<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    rules: &[(u16, &[Way])],
) -> Option<Table<W>> {
    let empty = shared.classes.id(program, Class::Empty).ok()?;
    let mut groups: Vec<Group> = Vec::new();
    let mut landings = Vec::new();
    let mut lines = Vec::new();
    for &(rule, ways) in rules {
        for way in ways {
            let exit = shared.exits.get(way.exit);
            if exit.drop || exit.effects_on_the_way || exit.effects.iter().any(names_other_cells) {
                return None;
            }
            if !exit.moves.is_empty() || exit.from != Place::Start || exit.still {
                return None;
            }
            let (landing, chain, hurdle) = take_apart(program, shared, empty, way)?;
            let landing = place_of(&mut landings, landing);
            let key = (way.exit, landing, hurdle.is_some());
            let known = groups.iter().position(|g| (g.exit, g.landing, g.hops) == key);
            let group = known.unwrap_or_else(|| {
                groups.push(Group { exit: way.exit, rule, landing, hops: hurdle.is_some() });
                groups.len() - 1
            });
            lines.push(Line { group, chain, hurdle, to: way.to, starts: way.starts.clone() });
        }
    }
    let n_cells = program.game().board.cells.len() as u16;
    let starts: Option<Vec<Reach<W>>> = (0..n_cells).map(|s| reach(shared, &groups, &lines, s)).collect();
    let starts = starts?;
    if overlap(program, shared, codes, (&groups, &landings), &starts) {
        return None;
    }
    let cost = |r: &Reach<W>| 3 + 2 * (r.rays.len() + r.lame.len() + 2 * r.hops.len() + groups.len());
    let cost = starts.iter().map(cost).max()?;
    Some(Table::of(groups, landings, &starts, empty, cost))
}

fn names_other_cells(effect: &Effect) -> bool {
    matches!(effect, Effect::Carry(..)) || matches!(effect.place(), Some(Place::At(_)))
}

fn take_apart(
    program: &Program,
    shared: &Shared,
    empty: BoardId,
    way: &Way,
) -> Option<(Landing, Vec<PlaceId>, Option<usize>)> {
    let (mut chain, mut target, mut hurdle) = (Vec::new(), Vec::new(), None);
    for &(cond, at, answer) in &way.conds {
        let Cond::Class(board) = cond else { return None };
        if at == way.to {
            if shared.classes.class(board).of_places() {
                return None;
            }
            target.push((board, answer));
        } else if board == empty {
            if !answer && hurdle.replace(chain.len()).is_some() {
                return None;
            }
            chain.push(at);
        } else {
            return None;
        }
    }
    let passes = |&(board, answer): &(BoardId, bool)| {
        contains(program, shared.classes.class(board), Piece::NONE) == answer
    };
    let quiet = target.iter().all(passes);
    let hit = (!target.contains(&(empty, true))).then(|| {
        target.retain(|(board, _)| *board != empty);
        target.sort_unstable();
        target.dedup();
        target
    });
    Some((Landing { quiet, hit }, chain, hurdle))
}

/// Everything one start can reach. `None` if a cell can be reached in different ways that end differently.
fn reach<const W: usize>(shared: &Shared, groups: &[Group], lines: &[Line], start: u16) -> Option<Reach<W>> {
    let mut reach = Reach {
        leap: bits::none(),
        rays: Vec::new(),
        lame: Vec::new(),
        hops: Vec::new(),
        lands: vec![bits::none(); groups.len()],
    };
    let mut hops = Hops::default();
    // For each cell: the ways to it, as sets of cells that must be empty, with the landings each allows.
    let mut through: FxHashMap<u16, Vec<(Bits<W>, u64)>> = FxHashMap::default();
    let mut sequences: Vec<Vec<u16>> = Vec::new();
    if groups.len() > 64 {
        return None;
    }
    for line in lines.iter().filter(|l| in_set(&l.starts, start)) {
        let at = |p: &PlaceId| shared.places.at(*p, start);
        let cells: Vec<u16> = line.chain.iter().chain([&line.to]).map(at).collect();
        if cells.last() == Some(&NO_CELL) {
            continue;
        }
        if line.hurdle.is_some_and(|i| cells[i] == NO_CELL) {
            // Off the board is not empty either, but nothing that could be hopped over.
            return None;
        }
        if cells.contains(&NO_CELL) {
            continue;
        }
        if let (Some(hurdle), Some(&to)) = (line.hurdle, cells.last()) {
            bits::insert(&mut reach.lands[line.group], to);
            hops.add(line.group, cells, hurdle)?;
            continue;
        }
        for i in 0..cells.len() {
            let before: Bits<W> = bits::of_cells(cells[..i].iter().copied());
            let landing = if i + 1 == cells.len() { 1u64 << line.group } else { 0 };
            let ways = through.entry(cells[i]).or_default();
            match ways.iter_mut().find(|(b, _)| *b == before) {
                Some((_, landings)) => *landings |= landing,
                None => ways.push((before, landing)),
            }
        }
        if let Some(&to) = cells.last() {
            bits::insert(&mut reach.lands[line.group], to);
        }
        sequences.push(cells);
    }
    if through.values().any(|ways| ways.iter().any(|(_, landings)| *landings != ways[0].1)) {
        return None;
    }
    reach.hops = hops.rays()?;
    sequences.sort();
    sequences.dedup();
    for (i, cells) in sequences.iter().enumerate() {
        let mut longer = sequences[i + 1..].iter().take_while(|other| other.first() == cells.first());
        // A ray to somewhere behind it shows it, too.
        let covered = longer.any(|other| other.starts_with(cells) && monotone(other));
        let up = cells.windows(2).all(|w| w[0] < w[1]);
        let down = cells.windows(2).all(|w| w[0] > w[1]);
        match cells[..] {
            [to] => {
                if !covered {
                    bits::insert(&mut reach.leap, to);
                }
            }
            _ if !(up || down) => {
                let (to, before) = cells.split_last()?;
                reach.lame.push((bits::of_cells(before.iter().copied()), *to));
            }
            _ if covered => {}
            _ => reach.rays.push(Ray { cells: bits::of_cells(cells.iter().copied()), up }),
        }
    }
    Some(reach)
}

fn monotone(cells: &[u16]) -> bool {
    cells.windows(2).all(|w| w[0] < w[1]) || cells.windows(2).all(|w| w[0] > w[1])
}

/// Lines on which one piece is hopped over, with the places it may be in, as bits.
#[derive(Default)]
struct Hops {
    group: Option<usize>,
    lines: BTreeMap<Vec<u16>, u64>,
}

impl Hops {
    /// A line to a target, and where on it the piece is. `None` if there are lines of different sorts.
    fn add(&mut self, group: usize, cells: Vec<u16>, hurdle: usize) -> Option<()> {
        if *self.group.get_or_insert(group) != group || hurdle > 63 {
            return None;
        }
        *self.lines.entry(cells).or_default() |= 1 << hurdle;
        Some(())
    }

    /// The longest lines, if the piece may be anywhere on them and every cell behind it is a target.
    fn rays<const W: usize>(&self) -> Option<Vec<Ray<W>>> {
        let mut rays = Vec::new();
        for (cells, hurdles) in &self.lines {
            let anywhere = *hurdles == (1 << (cells.len() - 1)) - 1;
            let shorter = cells.len() == 2 || self.lines.contains_key(&cells[..cells.len() - 1]);
            if !anywhere || !shorter || !monotone(cells) {
                return None;
            }
            let next = self.lines.range(cells.clone()..).nth(1);
            if !next.is_some_and(|(longer, _)| longer.starts_with(cells)) {
                let up = cells[0] < cells[1];
                rays.push(Ray { cells: bits::of_cells(cells.iter().copied()), up });
            }
        }
        Some(rays)
    }
}

/// Could two landings give the same move, or two that only a look at the position can tell apart?
fn overlap<const W: usize>(
    program: &Program,
    shared: &Shared,
    codes: &Codes,
    (groups, landings): (&[Group], &[Landing]),
    starts: &[Reach<W>],
) -> bool {
    let allows = |g: &Group, piece: Piece| {
        let g = &landings[g.landing as usize];
        if piece.is_none() {
            return g.quiet;
        }
        let passes = |&(board, answer): &(BoardId, bool)| {
            contains(program, shared.classes.class(board), piece) == answer
        };
        g.hit.as_ref().is_some_and(|hit| hit.iter().all(passes))
    };
    for (i, a) in groups.iter().enumerate() {
        for (j, b) in groups.iter().enumerate().skip(i + 1) {
            let exits = (shared.exits.get(a.exit), shared.exits.get(b.exit));
            // Start and target are all that these exits name.
            let cell = |place| u16::from(place == Place::Target);
            let alike = compare(exits.0, exits.1, &cell) != Alike::Different;
            let together = alike && starts.iter().any(|r| bits::meet(&r.lands[i], &r.lands[j]));
            if together && codes.pieces().iter().any(|p| allows(a, *p) && allows(b, *p)) {
                return true;
            }
        }
    }
    false
}

impl<const W: usize> Table<W> {
    fn of(
        groups: Vec<Group>,
        landings: Vec<Landing>,
        reaches: &[Reach<W>],
        empty: BoardId,
        cost: usize,
    ) -> Self {
        let (mut rays, mut lame, mut hops) = (Vec::new(), Vec::new(), Vec::new());
        let mut lines = |reach: &Reach<W>, up: bool| {
            let first = rays.len() as u32;
            rays.extend(reach.rays.iter().filter(|r| r.up == up).map(|r| r.cells));
            (first, rays.len() as u32)
        };
        let starts = reaches.iter().map(|reach| {
            let (ups, downs) = (lines(reach, true), lines(reach, false));
            let first = lame.len() as u32;
            lame.extend(reach.lame.iter().map(|(before, to)| (*before, bits::single(*to))));
            let lame = (first, lame.len() as u32);
            let first = hops.len() as u32;
            hops.extend(&reach.hops);
            Start { leap: reach.leap, ups, downs, lame, hops: (first, hops.len() as u32) }
        });
        let starts = starts.collect();
        let lands = reaches.iter().flat_map(|r| r.lands.iter().copied()).collect();
        Table { groups, landings, starts, rays, lame, hops, lands, empty, cost }
    }

    /// Everything about each start in lists of equal length, filled up with what does nothing.
    #[cfg(feature = "jit")]
    pub(crate) fn rows(&self) -> Rows {
        let most = |of: &dyn Fn(&Start<W>) -> (u32, u32)| {
            self.starts.iter().map(|s| (of(s).1 - of(s).0) as usize).max().unwrap_or(0)
        };
        let hops = |s: &Start<W>, up: bool| -> Vec<Bits<W>> {
            let list = &self.hops[s.hops.0 as usize..s.hops.1 as usize];
            list.iter().filter(|r| r.up == up).map(|r| r.cells).collect()
        };
        let most_hops = |up| self.starts.iter().map(|s| hops(s, up).len()).max().unwrap_or(0);
        let (ups, downs, lame) = (most(&|s| s.ups), most(&|s| s.downs), most(&|s| s.lame));
        let (hop_ups, hop_downs) = (most_hops(true), most_hops(false));
        let mut words = Vec::new();
        let n = self.groups.len();
        for (i, s) in self.starts.iter().enumerate() {
            let mut sets = vec![s.leap];
            let mut add = |list: &[Bits<W>], len: usize| {
                sets.extend_from_slice(list);
                sets.resize(sets.len() + len - list.len(), bits::none());
            };
            add(&self.rays[s.ups.0 as usize..s.ups.1 as usize], ups);
            add(&self.rays[s.downs.0 as usize..s.downs.1 as usize], downs);
            let pairs = &self.lame[s.lame.0 as usize..s.lame.1 as usize];
            add(&pairs.iter().flat_map(|(before, to)| [*before, *to]).collect::<Vec<_>>(), 2 * lame);
            add(&hops(s, true), hop_ups);
            add(&hops(s, false), hop_downs);
            add(&self.lands[i * n..][..n], n);
            words.extend(sets.into_iter().flatten());
        }
        let width = words.len() / self.starts.len().max(1);
        Rows { words, width, ups, downs, lame, hop_ups, hop_downs }
    }

    /// Is there a landing on a cell from a start?
    #[cfg(feature = "jit")]
    pub(crate) fn lands_on(&self, start: u16, cell: u16) -> bool {
        let first = start as usize * self.groups.len();
        self.lands[first..][..self.groups.len()].iter().any(|lands| bits::has(lands, cell))
    }

    /// From now on its landings are places in this list.
    pub(crate) fn join(&mut self, landings: &mut Vec<Landing>) {
        let mine = std::mem::take(&mut self.landings);
        let places: Vec<u16> = mine.into_iter().map(|l| place_of(landings, l)).collect();
        self.groups.iter_mut().for_each(|g| g.landing = places[g.landing as usize]);
    }

    /// Where its landings are possible, if they are in a list of its own.
    pub(crate) fn allowed(&self, position: &Position) -> SmallVec<[Bits<W>; 4]> {
        self.landings.iter().map(|l| l.cells(position, self.empty)).collect()
    }

    /// For each start the lines from it and the cells of each landing, if all landings are on empty cells.
    pub(crate) fn lines(&self) -> Option<Vec<(Vec<Ray<W>>, &[Bits<W>])>> {
        let quiet = |g: &Group| {
            let landing = self.landings.get(g.landing as usize);
            !g.hops && landing.is_some_and(|l| l.quiet && l.hit.is_none())
        };
        if !self.groups.iter().all(quiet) || !self.lame.is_empty() || self.groups.is_empty() {
            return None;
        }
        let lines = |at: &Start<W>| {
            let rays = |(from, to): (u32, u32), up: bool| {
                self.rays[from as usize..to as usize].iter().map(move |cells| Ray { cells: *cells, up })
            };
            let leaps = bits::cells(&at.leap).map(|to| Ray { cells: bits::single(to), up: true });
            leaps.chain(rays(at.ups, true)).chain(rays(at.downs, false)).collect()
        };
        let lands = self.lands.chunks(self.groups.len());
        Some(self.starts.iter().zip(lands).map(|(at, lands)| (lines(at), lands)).collect())
    }

    /// For each landing the targets it has from a start, given where landings are possible.
    #[inline(always)]
    pub(crate) fn targets(
        &self,
        position: &Position,
        start: u16,
        allowed: &[Bits<W>],
        mut each: impl FnMut(&Group, Bits<W>),
    ) {
        let at = &self.starts[start as usize];
        let empty = position.board::<W>(self.empty);
        let mut reached = at.leap;
        for ray in &self.rays[at.ups.0 as usize..at.ups.1 as usize] {
            let through = bits::up_to_first(&bits::and_not(ray, empty));
            bits::or_into(&mut reached, &bits::and(ray, &through));
        }
        for ray in &self.rays[at.downs.0 as usize..at.downs.1 as usize] {
            let through = bits::down_to_last(&bits::and_not(ray, empty));
            bits::or_into(&mut reached, &bits::and(ray, &through));
        }
        for (before, to) in &self.lame[at.lame.0 as usize..at.lame.1 as usize] {
            if bits::is_empty(&bits::and_not(before, empty)) {
                bits::or_into(&mut reached, to);
            }
        }
        let mut beyond = bits::none();
        for ray in &self.hops[at.hops.0 as usize..at.hops.1 as usize] {
            bits::or_into(&mut beyond, &ray.beyond(empty));
        }
        let first = start as usize * self.groups.len();
        for (i, group) in self.groups.iter().enumerate() {
            let lands = bits::and(&self.lands[first + i], &allowed[group.landing as usize]);
            let targets = bits::and(if group.hops { &beyond } else { &reached }, &lands);
            if !bits::is_empty(&targets) {
                each(group, targets);
            }
        }
    }
}
