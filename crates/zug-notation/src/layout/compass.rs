//! Names of directions as a compass: `n` leads up on the page, `e` to the right.
//!
//! Rules in the Zug language say how cells are linked, not where they lie. Most authors name their directions so that
//! it can be seen which way up the board is.

use super::{Point, ROW};
use zug_game::ir::{Board, Grid};

/// To the right, down on the page, and up to the next layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bearing {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) z: i32,
}

/// Where a direction of that name leads, if the name says it.
pub(super) fn bearing(name: &str) -> Option<Bearing> {
    let name = name.to_lowercase().replace(['-', '_', ' '], "");
    let words = [("north", "n"), ("south", "s"), ("east", "e"), ("west", "w")];
    let short = words.iter().fold(name, |name, (word, letter)| name.replace(word, letter));
    let (x, y, z) = match short.as_str() {
        "n" => (0, -1, 0),
        "s" => (0, 1, 0),
        "e" | "right" => (1, 0, 0),
        "w" | "left" => (-1, 0, 0),
        "ne" => (1, -1, 0),
        "nw" => (-1, -1, 0),
        "se" => (1, 1, 0),
        "sw" => (-1, 1, 0),
        "up" | "u" => (0, 0, 1),
        "down" | "d" => (0, 0, -1),
        _ => return None,
    };
    Some(Bearing { x, y, z })
}

/// How the six or eight neighbours of a cell lie around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rose {
    Square,
    /// Neighbours to the left and right: hexagons in rows.
    Rows,
    /// Neighbours above and below: hexagons in columns.
    Columns,
}

impl Rose {
    /// What the names of the directions tell.
    pub(super) fn of(board: &Board) -> Rose {
        let named: Vec<Bearing> = board.dirs.iter().filter_map(|d| bearing(d)).collect();
        let has = |x, y| named.contains(&Bearing { x, y, z: 0 });
        let slanted = has(1, -1) && has(-1, -1) && has(1, 1) && has(-1, 1);
        let (level, upright) = (has(1, 0) && has(-1, 0), has(0, -1) && has(0, 1));
        match (slanted, level, upright) {
            (true, true, false) => Rose::Rows,
            (true, false, true) => Rose::Columns,
            _ => Rose::Square,
        }
    }

    /// The way to the neighbour on the page, in widths of a cell.
    pub(super) fn step(self, to: Bearing) -> Point {
        let (x, y) = (f64::from(to.x), f64::from(to.y));
        match self {
            Rose::Rows if to.y != 0 => Point::new(x / 2.0, y * ROW),
            Rose::Columns if to.x != 0 => Point::new(x * ROW, y / 2.0),
            _ => Point::new(x, y),
        }
    }
}

/// How a grid's dimensions lie on the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Facing {
    /// The dimensions that run across and down; the others are layers.
    pub(super) across: usize,
    pub(super) down: Option<usize>,
    pub(super) mirrored: bool,
    pub(super) upside_down: bool,
}

/// What the names of directions tell about the dimensions of a grid; `None` if they tell nothing.
pub(super) fn facing(board: &Board, grid: &Grid) -> Option<Facing> {
    let n = grid.dims.len();
    let mut votes = vec![(0, 0, 0); n];
    for (dir, name) in board.dirs.iter().enumerate() {
        let (Some(to), Some(step)) = (bearing(name), usual_step(board, grid, dir)) else { continue };
        for (vote, step) in votes.iter_mut().zip(step) {
            vote.0 += step * to.x;
            vote.1 += step * to.y;
            vote.2 += step * to.z;
        }
    }
    if votes.iter().all(|v| v.0 == 0 && v.1 == 0) {
        return None;
    }
    let strength = |d: usize| (votes[d].0.abs(), votes[d].1.abs(), votes[d].2.abs());
    let flat = |d: &usize| strength(*d).2 <= strength(*d).0.max(strength(*d).1);
    let across = (0..n).filter(flat).max_by_key(|d| (strength(*d).0 - strength(*d).1, n - d))?;
    let down = (0..n).filter(flat).filter(|d| *d != across).max_by_key(|d| (strength(*d).1, n - d));
    Some(Facing {
        across,
        down,
        mirrored: votes[across].0 < 0,
        upside_down: down.is_some_and(|d| votes[d].1 < 0),
    })
}

/// The step that most links of a direction take through a grid. Links around a cylinder take others.
fn usual_step(board: &Board, grid: &Grid, dir: usize) -> Option<Vec<i32>> {
    let mut index = vec![None; board.cells.len()];
    for (i, cell) in grid.cells.iter().enumerate() {
        if let Some(place) = cell.and_then(|c| index.get_mut(c.idx())) {
            *place = Some(i);
        }
    }
    let mut seen: Vec<(Vec<i32>, u32)> = Vec::new();
    for (from, to) in board.links.get(dir)?.iter().enumerate() {
        let at = |cell: usize| index.get(cell).copied().flatten();
        let (Some(from), Some(to)) = (at(from), to.and_then(|to| at(to.idx()))) else { continue };
        let (from, to) = (coordinates(grid, from), coordinates(grid, to));
        let step: Vec<i32> = from.iter().zip(&to).map(|(a, b)| *b as i32 - *a as i32).collect();
        match seen.iter().position(|(other, _)| *other == step) {
            Some(known) => seen[known].1 += 1,
            // Links of a grid agree; a board of chaos is not searched for ever.
            None if seen.len() < 16 => seen.push((step, 1)),
            None => {}
        }
    }
    seen.into_iter().max_by_key(|(_, n)| *n).map(|(step, _)| step)
}

/// The place of a grid's cell number `i` in each dimension.
fn coordinates(grid: &Grid, mut i: usize) -> Vec<usize> {
    let mut place = Vec::with_capacity(grid.dims.len());
    for labels in &grid.dims {
        let size = labels.len().max(1);
        place.push(i % size);
        i /= size;
    }
    place
}

/// The same grid with its dimensions in another order: first the one across, then the one down, then the layers.
pub(super) fn turned(grid: &Grid, facing: &Facing) -> Grid {
    let first = [Some(facing.across), facing.down].into_iter().flatten();
    let used: Vec<usize> = first.collect();
    let rest = (0..grid.dims.len()).filter(|d| !used.contains(d));
    let order: Vec<usize> = used.iter().copied().chain(rest).collect();
    let dims: Vec<Vec<String>> = order.iter().map(|&d| grid.dims[d].clone()).collect();
    let mut cells = vec![None; grid.cells.len()];
    for (i, cell) in grid.cells.iter().enumerate() {
        let place = coordinates(grid, i);
        let at = order.iter().rev().fold(0, |at, &d| at * grid.dims[d].len().max(1) + place[d]);
        if let Some(slot) = cells.get_mut(at) {
            *slot = *cell;
        }
    }
    Grid { dims, cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_letters_are_the_same() {
        for (a, b) in [("n", "North"), ("se", "south-east"), ("NW", "northwest"), ("e", "right"), ("u", "up")]
        {
            assert_eq!(bearing(a), bearing(b), "{a} {b}");
            assert!(bearing(a).is_some());
        }
        for name in ["next", "across", "", "n2e", "arc"] {
            assert_eq!(bearing(name), None, "{name}");
        }
    }

    #[test]
    fn six_neighbours_make_hexagons() {
        let rose = |dirs: &str| {
            let dirs = dirs.split(' ').map(str::to_owned).collect();
            Rose::of(&Board { dirs, ..Board::default() })
        };
        assert_eq!(rose("w e nw ne sw se"), Rose::Rows);
        assert_eq!(rose("n ne se s sw nw"), Rose::Columns);
        assert_eq!(rose("n e s w"), Rose::Square);
        assert_eq!(rose("n e s w ne nw se sw"), Rose::Square);
        assert_eq!(rose("ne nw se sw"), Rose::Square);
    }
}
