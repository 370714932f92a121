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
use zug_vm::{NO_CELL, Piece, Program};

/// A landing: what must be true of the target, and what happens.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) exit: ExitId,
    /// The rule that emits it.
    pub(crate) rule: u16,
    /// May the target be empty?
    quiet: bool,
    /// May it be occupied, if these boards do (or do not) show it?
    hit: Option<Vec<(BoardId, bool)>>,
}

/// What one start can reach.
#[derive(Clone, Debug)]
struct Reach<const W: usize> {
    /// Cells with nothing on the way.
    leap: Bits<W>,
    rays: Vec<Ray<W>>,
    /// A cell, and the cells that must be empty for it.
    lame: Vec<(Bits<W>, u16)>,
    /// `lands[group]`: the cells this landing is for.
    lands: Vec<Bits<W>>,
}

/// Cells one behind the other, in ascending or descending order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray<const W: usize> {
    pub(crate) cells: Bits<W>,
    pub(crate) up: bool,
}

impl<const W: usize> Ray<W> {
    /// The first occupied cell.
    #[inline(always)]
    pub(crate) fn first(&self, occupied: &Bits<W>) -> Option<u16> {
        let met = bits::and(&self.cells, occupied);
        if bits::is_empty(&met) {
            return None;
        }
        Some(if self.up { bits::first(&met) } else { bits::last(&met) })
    }
}

/// The moves of one kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Table<const W: usize> {
    pub(crate) groups: Vec<Group>,
    starts: Vec<Reach<W>>,
    empty: BoardId,
    /// Rays of a piece in the middle: what it costs to use.
    pub(crate) cost: usize,
}

/// A way with its question taken apart: cells to be empty in order, then the target.
struct Line {
    group: usize,
    chain: Vec<PlaceId>,
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
            let (group, chain) = take_apart(program, shared, empty, rule, way)?;
            let known = groups
                .iter()
                .position(|g| (g.exit, g.quiet, &g.hit) == (group.exit, group.quiet, &group.hit));
            let group = known.unwrap_or_else(|| {
                groups.push(group);
                groups.len() - 1
            });
            lines.push(Line { group, chain, to: way.to, starts: way.starts.clone() });
        }
    }
    let n_cells = program.game().board.cells.len() as u16;
    let starts: Option<Vec<Reach<W>>> = (0..n_cells).map(|s| reach(shared, &groups, &lines, s)).collect();
    let starts = starts?;
    if overlap(program, shared, codes, &groups, &starts) {
        return None;
    }
    let cost = starts.iter().map(|r| 3 + 2 * (r.rays.len() + r.lame.len()) + 2 * groups.len()).max()?;
    Some(Table { groups, starts, empty, cost })
}

fn names_other_cells(effect: &Effect) -> bool {
    matches!(effect, Effect::Carry(..)) || matches!(effect.place(), Some(Place::At(_)))
}

fn take_apart(
    program: &Program,
    shared: &Shared,
    empty: BoardId,
    rule: u16,
    way: &Way,
) -> Option<(Group, Vec<PlaceId>)> {
    let (mut chain, mut target) = (Vec::new(), Vec::new());
    for &(cond, at, answer) in &way.conds {
        let Cond::Class(board) = cond else { return None };
        if at == way.to {
            if shared.classes.class(board).of_places() {
                return None;
            }
            target.push((board, answer));
        } else if board == empty && answer {
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
    Some((Group { exit: way.exit, rule, quiet, hit }, chain))
}

/// Everything one start can reach. `None` if a cell can be reached in different ways that end differently.
fn reach<const W: usize>(shared: &Shared, groups: &[Group], lines: &[Line], start: u16) -> Option<Reach<W>> {
    let mut reach = Reach {
        leap: bits::none(),
        rays: Vec::new(),
        lame: Vec::new(),
        lands: vec![bits::none(); groups.len()],
    };
    // For each cell: the ways to it, as sets of cells that must be empty, with the landings each allows.
    let mut through: FxHashMap<u16, Vec<(Bits<W>, u64)>> = FxHashMap::default();
    let mut sequences: Vec<Vec<u16>> = Vec::new();
    if groups.len() > 64 {
        return None;
    }
    for line in lines.iter().filter(|l| in_set(&l.starts, start)) {
        let at = |p: &PlaceId| shared.places.at(*p, start);
        let cells: Vec<u16> = line.chain.iter().chain([&line.to]).map(at).collect();
        if cells.last() == Some(&NO_CELL) || cells[..cells.len() - 1].contains(&NO_CELL) {
            // A cell off the board is not empty; a target off the board is none.
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

/// Could two landings give the same move, or two that only a look at the position can tell apart?
fn overlap<const W: usize>(
    program: &Program,
    shared: &Shared,
    codes: &Codes,
    groups: &[Group],
    starts: &[Reach<W>],
) -> bool {
    let allows = |g: &Group, piece: Piece| {
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
            let alike = compare(exits.0, exits.1, cell) != Alike::Different;
            let together = alike && starts.iter().any(|r| bits::meet(&r.lands[i], &r.lands[j]));
            if together && codes.pieces().iter().any(|p| allows(a, *p) && allows(b, *p)) {
                return true;
            }
        }
    }
    false
}

impl<const W: usize> Table<W> {
    /// For each landing the targets it has from a start.
    #[inline(always)]
    pub(crate) fn targets(&self, position: &Position, start: u16, mut each: impl FnMut(&Group, Bits<W>)) {
        let reach = &self.starts[start as usize];
        let empty = position.board::<W>(self.empty);
        let mut free = bits::and(&reach.leap, empty);
        let mut met = bits::and_not(&reach.leap, empty);
        for ray in &reach.rays {
            let blockers = bits::and_not(&ray.cells, empty);
            if bits::is_empty(&blockers) {
                bits::or_into(&mut free, &ray.cells);
                continue;
            }
            let (cell, before) = if ray.up {
                let cell = bits::first(&blockers);
                (cell, bits::below::<W>(cell))
            } else {
                let cell = bits::last(&blockers);
                (cell, bits::above::<W>(cell))
            };
            bits::or_into(&mut free, &bits::and(&ray.cells, &before));
            bits::insert(&mut met, cell);
        }
        for (before, to) in &reach.lame {
            if bits::is_empty(&bits::and_not(before, empty)) {
                bits::insert(if bits::has(empty, *to) { &mut free } else { &mut met }, *to);
            }
        }
        for (group, lands) in self.groups.iter().zip(&reach.lands) {
            let mut targets = if group.quiet { free } else { bits::none() };
            if let Some(hit) = &group.hit {
                let mut taken = met;
                for (board, answer) in hit {
                    let shown = position.board::<W>(*board);
                    taken = if *answer { bits::and(&taken, shown) } else { bits::and_not(&taken, shown) };
                }
                bits::or_into(&mut targets, &taken);
            }
            let targets = bits::and(&targets, lands);
            if !bits::is_empty(&targets) {
                each(group, targets);
            }
        }
    }
}
