//! How the grids of a board lie before the eye: rows from the top, columns from the left.
//!
//! A grid says only which labels follow each other. Where its cells have places in a picture, these decide
//! which dimension runs across and which way up it is; without them the first dimension runs to the right
//! and the second downwards, in the order of their labels.

use zug_game::CellId;
use zug_game::ir::{Board, Grid};

/// Two dimensions of a grid, as drawn. A grid of more dimensions has one plane for each choice of the others.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plane {
    /// Labels of the other dimensions; empty if there are none.
    pub(crate) title: String,
    /// From the top; `None` where the board has a hole.
    pub(crate) rows: Vec<Vec<Option<CellId>>>,
    pub(crate) row_labels: Vec<String>,
    pub(crate) column_labels: Vec<String>,
}

/// All planes of a grid.
pub(crate) fn planes(board: &Board, grid: &Grid) -> Vec<Plane> {
    let size = |d: usize| grid.dims.get(d).map_or(1, Vec::len);
    let (across, down) = (axis(board, grid, 0), axis(board, grid, 1));
    let turned = is_vertical(across) && (size(1) < 2 || is_horizontal(down));
    let (x, y) = if turned { (1, 0) } else { (0, 1) };
    let (across, down) = if turned { (down, across) } else { (across, down) };
    let mirrored = across.is_some_and(|(dx, _)| dx < 0);
    let upside_down = down.is_some_and(|(_, dy)| dy < 0);
    let order = |d: usize, backwards: bool| -> Vec<usize> {
        if backwards { (0..size(d)).rev().collect() } else { (0..size(d)).collect() }
    };
    let (columns, rows) = (order(x, mirrored), order(y, upside_down));
    let labels = |d: usize, order: &[usize]| -> Vec<String> {
        order.iter().map(|&i| grid.dims.get(d).map_or(String::new(), |labels| labels[i].clone())).collect()
    };
    let n_planes: usize = grid.dims.iter().skip(2).map(Vec::len).product();
    let plane = |number: usize| {
        let base = number * size(0) * size(1);
        let cell = |column: usize, row: usize| {
            let (first, second) = if turned { (row, column) } else { (column, row) };
            grid.cells.get(base + second * size(0) + first).copied().flatten()
        };
        Plane {
            title: title(grid, number),
            rows: rows.iter().map(|&r| columns.iter().map(|&c| cell(c, r)).collect()).collect(),
            row_labels: labels(y, &rows),
            column_labels: labels(x, &columns),
        }
    };
    (0..n_planes).map(plane).collect()
}

fn title(grid: &Grid, number: usize) -> String {
    let mut rest = number;
    let mut title = String::new();
    for labels in grid.dims.iter().skip(2) {
        title.push_str(&labels[rest % labels.len()]);
        rest /= labels.len();
    }
    title
}

/// The way from one label of a dimension to the next in the picture: from the first two neighbours that have
/// places.
fn axis(board: &Board, grid: &Grid, dim: usize) -> Option<(i32, i32)> {
    let size = grid.dims.get(dim)?.len();
    let stride: usize = grid.dims[..dim].iter().map(Vec::len).product();
    let place = |i: usize| {
        let cell = grid.cells.get(i).copied().flatten()?;
        let [left, top, _, _] = board.cells.get(cell.idx())?.rect?;
        Some((left, top))
    };
    let step = |i: usize| {
        if i / stride % size + 1 >= size {
            return None;
        }
        let ((x, y), (next_x, next_y)) = (place(i)?, place(i + stride)?);
        Some((next_x.saturating_sub(x), next_y.saturating_sub(y)))
    };
    (0..grid.cells.len()).find_map(step)
}

fn is_vertical(axis: Option<(i32, i32)>) -> bool {
    axis.is_some_and(|(dx, dy)| dy.unsigned_abs() > dx.unsigned_abs())
}

fn is_horizontal(axis: Option<(i32, i32)>) -> bool {
    axis.is_none_or(|(dx, dy)| dx.unsigned_abs() >= dy.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_game::ir::Cell;

    /// A grid whose cell number `i` has its corner at `place(i)`.
    fn board(dims: &[&str], place: impl Fn(usize) -> Option<(i32, i32)>) -> Board {
        let dims: Vec<Vec<String>> = dims.iter().map(|d| d.split('/').map(str::to_owned).collect()).collect();
        let n = dims.iter().map(Vec::len).product();
        let rect = |i| place(i).map(|(x, y)| [x, y, x + 9, y + 9]);
        let cell = |i: usize| Cell { name: format!("c{i}"), rect: rect(i), hidden: false };
        let cells = (0..n).map(|i| Some(CellId(i as u16))).collect();
        Board { cells: (0..n).map(cell).collect(), grids: vec![Grid { dims, cells }], ..Board::default() }
    }

    fn rows(plane: &Plane) -> Vec<Vec<i32>> {
        let number = |c: &Option<CellId>| c.map_or(-1, |c| i32::from(c.0));
        plane.rows.iter().map(|r| r.iter().map(number).collect()).collect()
    }

    #[test]
    fn without_places_labels_run_right_and_down() {
        let board = board(&["a/b/c", "2/1"], |_| None);
        let planes = planes(&board, &board.grids[0]);
        assert_eq!(rows(&planes[0]), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(
            (planes[0].row_labels.join(""), planes[0].column_labels.join("")),
            ("21".into(), "abc".into())
        );
    }

    #[test]
    fn places_turn_and_mirror() {
        // The first dimension runs upwards, the second to the left.
        let board = board(&["1/2", "a/b/c"], |i| Some((-10 * (i as i32 / 2), -10 * (i as i32 % 2))));
        let plane = &planes(&board, &board.grids[0])[0];
        assert_eq!(rows(plane), [[5, 3, 1], [4, 2, 0]]);
        assert_eq!((plane.row_labels.join(""), plane.column_labels.join("")), ("21".into(), "cba".into()));
    }

    #[test]
    fn further_dimensions_are_planes_and_holes_stay() {
        let mut board = board(&["a/b", "1/2", "x/y"], |_| None);
        board.grids[0].cells[5] = None;
        let planes = planes(&board, &board.grids[0]);
        assert_eq!(planes.iter().map(|p| p.title.as_str()).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(rows(&planes[1]), [[4, -1], [6, 7]]);
    }

    #[test]
    fn one_dimension_is_one_row() {
        let board = board(&["a/b/c"], |_| None);
        assert_eq!(rows(&planes(&board, &board.grids[0])[0]), [[0, 1, 2]]);
    }
}
