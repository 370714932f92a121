//! Names of rows and columns, read off the names of cells like `d7`.

use super::{Lattice, Line, Places, Point, algebraic};
use std::collections::BTreeMap;
use zug_game::CellId;
use zug_game::ir::Board;

/// Places so near are on one line.
const STRAIGHT: f64 = 0.1;

/// Cells of one letter are a line, and so are cells of one number: columns and rows, or rows and columns. Nothing if most
/// cells are called otherwise or the lines are not straight. On hexagons the numbers may bend at the middle.
pub(super) fn named(board: &Board, places: &Places) -> Vec<Line> {
    let (mut letters, mut numbers) = (BTreeMap::new(), BTreeMap::new());
    let (mut n_named, mut n_placed) = (0, 0);
    for (cell, spot) in places.placed() {
        n_placed += 1;
        let Some(declared) = board.cells.get(cell.idx()).filter(|cell| algebraic(cell).is_some()) else {
            continue;
        };
        n_named += 1;
        let (letter, number) = declared.name.split_at(1);
        letters.entry((spot.sheet, letter)).or_insert_with(Vec::new).push(cell);
        numbers.entry((spot.sheet, number)).or_insert_with(Vec::new).push(cell);
    }
    if n_named * 2 < n_placed || n_named < 2 {
        return Vec::new();
    }
    let bent = matches!(places.lattice, Lattice::Hexagons(_));
    let is_line = |groups: &Groups<'_>, along: fn(Point) -> f64| bent || straight(places, groups, along);
    if is_line(&letters, |p| p.x) && is_line(&numbers, |p| p.y) {
        return [lines(places, letters, false), lines(places, numbers, true)].concat();
    }
    if is_line(&letters, |p| p.y) && is_line(&numbers, |p| p.x) {
        return [lines(places, letters, true), lines(places, numbers, false)].concat();
    }
    Vec::new()
}

/// Cells by their sheet and a part of their name.
type Groups<'a> = BTreeMap<(usize, &'a str), Vec<CellId>>;

/// True if the cells of each group lie on a line of their own.
fn straight(places: &Places, groups: &Groups<'_>, along: fn(Point) -> f64) -> bool {
    let mut taken: Vec<(usize, f64)> = Vec::new();
    for ((sheet, _), cells) in groups {
        let mut values = cells.iter().filter_map(|cell| places.at(*cell)).map(along);
        let Some(first) = values.next() else { continue };
        if values.any(|value| (value - first).abs() > STRAIGHT) {
            return false;
        }
        taken.push((*sheet, first));
    }
    taken.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    taken.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[1].1 - pair[0].1 > STRAIGHT)
}

fn lines(places: &Places, groups: Groups<'_>, is_row: bool) -> Vec<Line> {
    let key = |cell: &CellId| places.at(*cell).map_or(0.0, |p| if is_row { p.x } else { p.y });
    let line = |((sheet, name), mut cells): ((usize, &str), Vec<CellId>)| {
        cells.sort_by(|a, b| key(a).total_cmp(&key(b)));
        Line { name: name.to_owned(), cells, is_row, sheet }
    };
    groups.into_iter().map(line).collect()
}
