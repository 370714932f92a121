//! Boards of rows and columns, one sheet for each layer.

use super::compass::{Rose, facing, turned};
use super::planes::{Plane, planes};
use super::{Lattice, Line, Places, Point, ROW, Spot, algebraic};
use zug_game::CellId;
use zug_game::ir::{Board, Grid};

/// Between the layers of a board, in cells: room for the names of rows, and for the names of columns and the layer.
const GAP: f64 = 1.4;
const GAP_BELOW: f64 = 2.0;

/// How wide to high layers should be together.
const SHAPE: f64 = 1.4;

/// Beside a grid; each is compared with all cells.
const MOST_OTHERS: usize = 500;

/// The grids of the board.
pub(super) fn by_grids(board: &Board) -> Places {
    let all: Vec<Plane> = board.grids.iter().flat_map(|grid| oriented(board, grid)).collect();
    let mut places = lay_out(board, &all);
    if all.len() == 1 && places.lattice == Lattice::Squares {
        put_others(board, &mut places);
    }
    places
}

/// Puts cells beside a grid where their places are, seen from the places of the grid.
fn put_others(board: &Board, places: &mut Places) {
    let middle = |cell: CellId| {
        let [left, top, right, bottom] = board.cells.get(cell.idx())?.rect?.map(f64::from);
        Some(Point::new((left + right) / 2.0, (top + bottom) / 2.0))
    };
    let known: Vec<(Point, Point)> =
        places.placed().filter_map(|(cell, spot)| Some((middle(cell)?, spot.at))).collect();
    let (Some(first), Some(last)) = (known.first().copied(), known.last().copied()) else { return };
    let scale =
        |from: f64, to: f64, spots: f64| if spots.abs() > 0.5 { (to - from) / spots } else { f64::NAN };
    let wide = scale(first.0.x, last.0.x, last.1.x - first.1.x);
    let high = scale(first.0.y, last.0.y, last.1.y - first.1.y);
    let (wide, high) =
        (if wide.is_finite() { wide } else { high }, if high.is_finite() { high } else { wide });
    if !(wide > 0.5 && high > 0.5) {
        return;
    }
    let mut others: Vec<CellId> = (0..board.cells.len() as u16).map(CellId).collect();
    others.retain(|cell| places.at(*cell).is_none() && middle(*cell).is_some());
    if others.len() > MOST_OTHERS {
        return;
    }
    for cell in others {
        let Some(at) = middle(cell) else { continue };
        let at = Point::new(first.1.x + (at.x - first.0.x) / wide, first.1.y + (at.y - first.0.y) / high);
        let free =
            places.placed().all(|(_, other)| (other.at.x - at.x).abs().max((other.at.y - at.y).abs()) > 0.9);
        if free && at.x.abs().max(at.y.abs()) < 60.0 {
            places.put(cell, Spot::unit(at.x, at.y, 0));
        }
    }
}

/// Cells as the presentation file lists them.
pub(super) fn by_rows(board: &Board, rows: &[String]) -> Places {
    let cell = |name: &str| board.cells.iter().position(|c| c.name == name).map(|i| CellId(i as u16));
    let rows: Vec<Vec<Option<CellId>>> =
        rows.iter().map(|row| row.split_whitespace().filter(|w| *w != "|").map(cell).collect()).collect();
    let blank = |n: usize| vec![String::new(); n];
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let plane =
        Plane { title: String::new(), row_labels: blank(rows.len()), column_labels: blank(widest), rows };
    lay_out(board, &[plane])
}

/// Cells with names like `d7`, if most are called so.
pub(super) fn by_names(board: &Board) -> Option<Places> {
    let named: Vec<(CellId, (u32, u32))> = board
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| !cell.hidden)
        .filter_map(|(i, cell)| Some((CellId(i as u16), algebraic(cell)?)))
        .collect();
    let visible = board.cells.iter().filter(|cell| !cell.hidden).count();
    if named.len() < 4 || named.len() * 4 < visible * 3 {
        return None;
    }
    let range = |f: fn(&(u32, u32)) -> u32| {
        let values = || named.iter().map(|(_, place)| f(place));
        Some((values().min()?, values().max()?))
    };
    let ((left, right), (low, high)) = (range(|p| p.0)?, range(|p| p.1)?);
    let at = |column: u32, row: u32| named.iter().find(|(_, p)| *p == (column, row)).map(|(c, _)| *c);
    let row = |r: u32| (left..=right).map(|c| at(c, r)).collect();
    let letter = |c: u32| char::from(b'a' + c as u8).to_string();
    let plane = Plane {
        title: String::new(),
        rows: (low..=high).rev().map(row).collect(),
        row_labels: (low..=high).rev().map(|r| r.to_string()).collect(),
        column_labels: (left..=right).map(letter).collect(),
    };
    // Two cells of one name in upper and lower case: one of them would be lost.
    let places = lay_out(board, &[plane]);
    named.iter().all(|(cell, _)| places.at(*cell).is_some()).then_some(places)
}

/// The planes of a grid, the right way up.
fn oriented(board: &Board, grid: &Grid) -> Vec<Plane> {
    let has_places =
        grid.cells.iter().flatten().any(|c| board.cells.get(c.idx()).is_some_and(|c| c.rect.is_some()));
    let facing = if has_places { None } else { facing(board, grid) };
    let Some(facing) = facing else { return planes(board, grid) };
    let mut planes = planes(board, &turned(grid, &facing));
    for plane in &mut planes {
        if facing.mirrored {
            plane.rows.iter_mut().for_each(|row| row.reverse());
            plane.column_labels.reverse();
        }
        if facing.upside_down {
            plane.rows.reverse();
            plane.row_labels.reverse();
        }
    }
    planes
}

fn lay_out(board: &Board, planes: &[Plane]) -> Places {
    let slant = planes.iter().find_map(|plane| hexagonal(board, plane));
    let rose = if slant.is_some() && Rose::of(board) == Rose::Columns { Rose::Columns } else { Rose::Rows };
    let lattice = if slant.is_some() { Lattice::Hexagons(rose) } else { Lattice::Squares };
    let mut places = Places::empty(board, lattice);
    let (mut left, mut top, mut deepest) = (0.0, 0.0, 0.0_f64);
    let in_a_row = in_a_row(planes);
    for (sheet, plane) in planes.iter().enumerate() {
        if sheet > 0 && sheet % in_a_row == 0 {
            (left, top) = (0.0, top + deepest + GAP_BELOW);
            deepest = 0.0;
        }
        let slant = slant.unwrap_or(0.0);
        for (r, row) in plane.rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let (x, y) = match lattice {
                    Lattice::Hexagons(Rose::Columns) => (c as f64 * ROW, r as f64 + slant * c as f64),
                    Lattice::Hexagons(_) => (c as f64 + slant * r as f64, r as f64 * ROW),
                    _ => (c as f64, r as f64),
                };
                match cell {
                    Some(id) => places.put(*id, Spot::unit(left + x, top + y, sheet)),
                    None if lattice == Lattice::Squares => places.gaps.push(Point::new(left + x, top + y)),
                    None => {}
                }
            }
        }
        name_lines(&mut places, plane, sheet);
        let wide = plane.rows.iter().map(Vec::len).max().unwrap_or(0);
        left += wide as f64 + GAP;
        deepest = deepest.max(plane.rows.len() as f64);
    }
    places
}

fn name_lines(places: &mut Places, plane: &Plane, sheet: usize) {
    if !plane.title.is_empty() {
        places.titles.push((sheet, plane.title.clone()));
    }
    let placed = |cells: Vec<CellId>| -> Vec<CellId> {
        cells.into_iter().filter(|c| places.at(*c).is_some()).collect()
    };
    let mut lines = Vec::new();
    for (row, name) in plane.rows.iter().zip(&plane.row_labels) {
        let cells = placed(row.iter().flatten().copied().collect());
        lines.push(Line { name: name.clone(), cells, is_row: true, sheet });
    }
    for (c, name) in plane.column_labels.iter().enumerate() {
        let column = plane.rows.iter().filter_map(|row| row.get(c).copied().flatten());
        lines.push(Line { name: name.clone(), cells: placed(column.collect()), is_row: false, sheet });
    }
    lines.retain(|line| !line.cells.is_empty() && !line.name.is_empty());
    places.lines.extend(lines);
}

/// How many layers stand side by side.
fn in_a_row(planes: &[Plane]) -> usize {
    let (Some(first), n) = (planes.first(), planes.len()) else { return 1 };
    let wide = first.rows.first().map_or(1, Vec::len) as f64 + GAP;
    let high = first.rows.len() as f64 + GAP_BELOW;
    let shape = |k: &usize| {
        let ratio = wide * *k as f64 / (high * n.div_ceil(*k) as f64);
        (ratio / SHAPE).ln().abs()
    };
    (1..=n).min_by(|a, b| shape(a).total_cmp(&shape(b))).unwrap_or(1)
}

/// How far each row is shifted against the one above it if the links are those of hexagons: along one diagonal of the
/// squares there are links, along the other there are none.
fn hexagonal(board: &Board, plane: &Plane) -> Option<f64> {
    let mut at = vec![None; board.cells.len()];
    for (r, row) in plane.rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            if let Some(place) = cell.and_then(|cell| at.get_mut(cell.idx())) {
                *place = Some((c as i64, r as i64));
            }
        }
    }
    let (mut straight, mut falling, mut rising) = ([0, 0], 0, 0);
    for (from, to) in board.links.iter().flat_map(|links| links.iter().enumerate()) {
        let place = |cell: usize| at.get(cell).copied().flatten();
        let (Some(from), Some(to)) = (place(from), to.and_then(|to| place(to.idx()))) else { continue };
        match (to.0 - from.0, to.1 - from.1) {
            (1 | -1, 0) => straight[0] += 1,
            (0, 1 | -1) => straight[1] += 1,
            (1, 1) | (-1, -1) => falling += 1,
            (1, -1) | (-1, 1) => rising += 1,
            _ => {}
        }
    }
    match (straight, falling, rising) {
        ([0, _] | [_, 0], _, _) => None,
        (_, 0, 1..) => Some(0.5),
        (_, 1.., 0) => Some(-0.5),
        _ => None,
    }
}
