//! The cells of any board in blocks: what is drawn together, in columns and rows that need not be whole.
//!
//! A plane of a grid is a block. So are cells that have only places in a picture, or names that tell their column and row
//! (`a7`). Cells beside all these are listed.

use std::collections::BTreeSet;
use zug_game::CellId;
use zug_game::ir::{Board, Grid};
use zug_notation::layout::{Plane, planes};

/// A line with more cells than this is folded in two, as the points of a tables board are.
const LONG: usize = 16;

/// Cells that are drawn together.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) title: String,
    pub(super) seats: Vec<Seat>,
    /// Names of columns below the block, and above it where it is folded.
    pub(super) below: Vec<(f64, String)>,
    pub(super) above: Vec<(f64, String)>,
    /// Names of rows.
    pub(super) left: Vec<(f64, String)>,
    /// Its cells are points on lines.
    pub(super) lined: bool,
}

/// Where a cell is in its block: columns from the left, rows from the top.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Seat {
    pub(super) cell: CellId,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) shade: u8,
}

/// The blocks of a board, and the cells that have no place in any.
pub(super) fn blocks(board: &Board) -> (Vec<Block>, Vec<CellId>) {
    let mut blocks: Vec<Block> = Vec::new();
    let mut seated = BTreeSet::new();
    // Several grids may be one board in pieces: then only places tell how they fit together.
    let together = if board.grids.len() > 1 { whole(board) } else { None };
    let apart = if together.is_some() { &[] } else { &board.grids[..] };
    blocks.extend(together);
    seated.extend(blocks.iter().flat_map(|block| block.seats.iter().map(|seat| seat.cell)));
    for grid in apart {
        let level: Vec<Plane> = planes(board, grid);
        if level.iter().all(|plane| is_level(board, plane)) {
            let slant = slant_of_links(board, grid);
            blocks.extend(level.into_iter().map(|plane| of_plane(plane, slant)));
        } else {
            let cells: Vec<CellId> = grid.cells.iter().flatten().copied().collect();
            blocks.extend(of_places(board, &cells, false));
        }
        seated.extend(blocks.iter().flat_map(|block| block.seats.iter().map(|seat| seat.cell)));
    }
    let shown = |cell: &CellId| board.cells.get(cell.idx()).is_some_and(|c| !c.hidden);
    let rest = (0..board.cells.len() as u16).map(CellId).filter(shown);
    let mut rest: Vec<CellId> = rest.filter(|cell| !seated.contains(cell)).collect();
    if blocks.is_empty() {
        let block = of_places(board, &rest, true).or_else(|| of_names(board, &rest));
        if let Some(block) = block {
            rest.retain(|cell| !block.seats.iter().any(|seat| seat.cell == *cell));
            blocks.push(block);
        }
    }
    (blocks, rest)
}

/// All cells of all grids by their places, if they have some.
fn whole(board: &Board) -> Option<Block> {
    let cells: Vec<CellId> =
        board.grids.iter().flat_map(|grid| grid.cells.iter().flatten()).copied().collect();
    let placed = |cell: &CellId| board.cells.get(cell.idx()).is_some_and(|c| c.rect.is_some());
    let flat = board.grids.iter().all(|grid| grid.dims.len() <= 2);
    if flat && cells.iter().all(placed) { of_places(board, &cells, false) } else { None }
}

/// Do the cells of each row lie on one height, as far as they have places?
fn is_level(board: &Board, plane: &Plane) -> bool {
    let top = |cell: &CellId| board.cells.get(cell.idx()).and_then(|c| c.rect).map(|rect| rect[1]);
    plane.rows.iter().all(|row| {
        let mut tops = row.iter().flatten().filter_map(top);
        tops.next().is_none_or(|first| tops.all(|other| other == first))
    })
}

fn of_plane(plane: Plane, slant_of_links: f64) -> Block {
    let (rows, columns) = (plane.rows.len(), plane.column_labels.len());
    if columns == 1 && rows > LONG || rows == 1 && columns > LONG {
        return folded(plane);
    }
    let slant = if plane.slant == 0.0 { slant_of_links } else { plane.slant };
    let shade = |x: usize, y: usize| match slant {
        0.0 => (x + y) % 2,
        s if s > 0.0 => (x + 2 * y) % 3,
        _ => (x + y) % 3,
    };
    let mut block = Block { title: plane.title, ..Block::default() };
    let mut number = 0.0;
    for (y, row) in plane.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            if let Some(cell) = *cell {
                let (left, shade) = (x as f64 + slant * y as f64, shade(x, y) as u8);
                block.seats.push(Seat { cell, x: left, y: number, shade });
            }
        }
        block.left.push((number, plane.row_labels.get(y).cloned().unwrap_or_default()));
        number += 1.0;
    }
    let shift = slant * (rows.max(1) - 1) as f64;
    let labels = plane.column_labels.into_iter().enumerate();
    block.below = labels.map(|(x, label)| (x as f64 + shift, label)).collect();
    block
}

/// A long line as two rows, the first half above from right to left.
fn folded(plane: Plane) -> Block {
    let down = plane.column_labels.len() == 1;
    let cells: Vec<Option<CellId>> = plane.rows.into_iter().flatten().collect();
    let labels = if down { plane.row_labels } else { plane.column_labels };
    let half = cells.len().div_ceil(2);
    let mut block = Block { title: plane.title, ..Block::default() };
    for (i, cell) in cells.into_iter().enumerate() {
        let (x, y) = if i < half { (half - 1 - i, 0.0) } else { (i - half, 1.0) };
        let label = (x as f64, labels.get(i).cloned().unwrap_or_default());
        if let Some(cell) = cell {
            block.seats.push(Seat { cell, x: x as f64, y, shade: (x % 2) as u8 });
        }
        if y == 0.0 { block.above.push(label) } else { block.below.push(label) }
    }
    block
}

/// How far rows are shifted against each other so that linked cells are neighbours: half a column where only one of the two
/// diagonals is linked.
fn slant_of_links(board: &Board, grid: &Grid) -> f64 {
    let Some(width) = grid.dims.first().map(Vec::len).filter(|w| *w > 1) else { return 0.0 };
    if grid.dims.len() != 2 {
        return 0.0;
    }
    let mut at = vec![None; board.cells.len()];
    for (i, cell) in grid.cells.iter().enumerate() {
        if let Some(seen) = cell.and_then(|cell| at.get_mut(cell.idx())) {
            *seen = Some(((i % width) as i64, (i / width) as i64));
        }
    }
    let place = |cell: usize| at.get(cell).copied().flatten();
    let (mut rising, mut falling, mut upright) = (0, 0, 0);
    for links in &board.links {
        for (from, to) in links.iter().enumerate() {
            let (Some((x, y)), Some((to_x, to_y))) = (place(from), to.and_then(|to| place(to.idx()))) else {
                continue;
            };
            match (to_x - x, to_y - y) {
                (1, -1) | (-1, 1) => rising += 1,
                (1, 1) | (-1, -1) => falling += 1,
                (0, 1 | -1) => upright += 1,
                _ => {}
            }
        }
    }
    // Boards that link everything both ways, or diagonals only, are no hexagons.
    match (rising > 0, falling > 0) {
        (true, false) if upright > 0 && rising * 2 > upright => 0.5,
        (false, true) if upright > 0 && falling * 2 > upright => -0.5,
        _ => 0.0,
    }
}

/// Cells by their places in a picture. Nothing if some have none, or two have the same.
fn of_places(board: &Board, cells: &[CellId], lined: bool) -> Option<Block> {
    let rect = |cell: &CellId| board.cells.get(cell.idx())?.rect;
    let placed: Vec<(CellId, [i32; 4])> = cells.iter().filter_map(|c| Some((*c, rect(c)?))).collect();
    let middle = |low: i32, high: i32| (i64::from(low) + i64::from(high)) / 2;
    let size = |low: i32, high: i32| (i64::from(high) - i64::from(low)).abs();
    let width = placed.iter().map(|(_, r)| size(r[0], r[2])).min()?;
    let height = placed.iter().map(|(_, r)| size(r[1], r[3])).min()?;
    let xs = ranks(&placed.iter().map(|(_, r)| middle(r[0], r[2])).collect::<Vec<_>>(), width / 4);
    let ys = ranks(&placed.iter().map(|(_, r)| middle(r[1], r[3])).collect::<Vec<_>>(), height / 4);
    let spots: Vec<(CellId, usize, usize)> =
        placed.iter().zip(xs.iter().zip(&ys)).map(|((cell, _), (x, y))| (*cell, *x, *y)).collect();
    of_spots(&spots, lined)
}

/// Cells by names like `a7`: a letter for the column, a number for the row, counted from below.
fn of_names(board: &Board, cells: &[CellId]) -> Option<Block> {
    let read = |cell: &CellId| {
        let name = &board.cells.get(cell.idx())?.name;
        let mut letters = name.chars();
        let column = letters.next().filter(char::is_ascii_alphabetic)?;
        let row: i64 = letters.as_str().parse().ok().filter(|row| (0..1000).contains(row))?;
        Some((*cell, column, row))
    };
    let named: Vec<(CellId, char, i64)> = cells.iter().filter_map(read).collect();
    if named.len() < 2 || named.len() < cells.len() {
        return None;
    }
    let xs = ranks(&named.iter().map(|n| i64::from(u32::from(n.1))).collect::<Vec<_>>(), 0);
    let ys = ranks(&named.iter().map(|n| -n.2).collect::<Vec<_>>(), 0);
    let spots: Vec<(CellId, usize, usize)> =
        named.iter().zip(xs.iter().zip(&ys)).map(|(n, (x, y))| (n.0, *x, *y)).collect();
    of_spots(&spots, true)
}

/// Ranks become columns so narrow that cells in one row still have room beside each other.
fn of_spots(spots: &[(CellId, usize, usize)], lined: bool) -> Option<Block> {
    let distinct: BTreeSet<(usize, usize)> = spots.iter().map(|(_, x, y)| (*x, *y)).collect();
    if spots.is_empty() || distinct.len() < spots.len() {
        return None;
    }
    let order: Vec<(usize, usize)> = {
        let mut order: Vec<(usize, usize)> = distinct.iter().map(|(x, y)| (*y, *x)).collect();
        order.sort_unstable();
        order
    };
    let gap = order.windows(2).filter(|w| w[0].0 == w[1].0).map(|w| w[1].1 - w[0].1).min().unwrap_or(1);
    let pitch = 1.0 / gap.max(1) as f64;
    let seat = |(cell, x, y): &(CellId, usize, usize)| Seat {
        cell: *cell,
        x: *x as f64 * pitch,
        y: *y as f64,
        shade: ((x + 2 * y) % 3) as u8,
    };
    Some(Block { seats: spots.iter().map(seat).collect(), lined, ..Block::default() })
}

/// For each value how many clearly smaller ones there are.
fn ranks(values: &[i64], tolerance: i64) -> Vec<usize> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut firsts: Vec<i64> = Vec::new();
    for value in sorted {
        if firsts.last().is_none_or(|first| value - first > tolerance) {
            firsts.push(value);
        }
    }
    values.iter().map(|v| firsts.partition_point(|first| first <= v).saturating_sub(1)).collect()
}

impl Block {
    /// The same seen from the other side.
    pub(super) fn turned(mut self) -> Self {
        let most = |f: fn(&Seat) -> f64, seats: &[Seat]| seats.iter().map(f).fold(0.0, f64::max);
        let least = |f: fn(&Seat) -> f64, seats: &[Seat]| seats.iter().map(f).fold(f64::MAX, f64::min);
        let (right, bottom) = (most(|s| s.x, &self.seats), most(|s| s.y, &self.seats));
        let (left, top) = (least(|s| s.x, &self.seats), least(|s| s.y, &self.seats));
        for seat in &mut self.seats {
            (seat.x, seat.y) = (right + left - seat.x, bottom + top - seat.y);
        }
        self.left.iter_mut().for_each(|label| label.0 = bottom + top - label.0);
        for label in self.below.iter_mut().chain(&mut self.above) {
            label.0 = right + left - label.0;
        }
        // A slanted board names its columns where the rows end; turned round, that is elsewhere.
        if !self.above.is_empty() {
            std::mem::swap(&mut self.above, &mut self.below);
        }
        self
    }
}
