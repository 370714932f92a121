//! What stands beside the seats of a block: names of rows and columns, stores at the ends.

use super::{Block, Label, Seat, Side};
use crate::layout::{Arrangement, Lattice, Line};
use std::collections::BTreeMap;
use zug_game::CellId;
use zug_game::ir::Board;

/// Stores are at both ends, in the middle of their height.
pub(super) fn stores(board: &Board, arrangement: &Arrangement, block: &mut Block, turned: bool) {
    let (first, last) = block.extent();
    let middle = (first.y + last.y).round() / 2.0;
    let find = |name: &String| board.cells.iter().position(|cell| cell.name == *name);
    let mut ends = [first.x - 1.0, last.x + 1.0];
    if turned {
        ends.reverse();
    }
    for (name, x) in arrangement.stores.iter().zip(ends) {
        let Some(cell) = find(name).map(|i| CellId(i as u16)) else { continue };
        if !block.seats.iter().any(|seat| seat.cell == cell) {
            block.seats.push(Seat { cell, x, y: middle, tone: 0, tag: None });
        }
    }
}

/// Names of rows are before them, names of columns below them. On hexagons a name is where its line would go on.
pub(super) fn names(block: &mut Block, lines: &[&Line], lattice: Lattice) {
    let seats: BTreeMap<CellId, (f64, f64)> =
        block.seats.iter().map(|seat| (seat.cell, (seat.x, seat.y))).collect();
    let (first, last) = block.extent();
    let slanted = matches!(lattice, Lattice::Hexagons(_));
    let steps = lines.iter().filter(|line| !line.is_row).filter_map(|line| step(&seats, line));
    let usual = steps.clone().next().unwrap_or(0.0);
    for line in lines {
        let text = line.name.clone();
        let at = |cell: Option<&CellId>| cell.and_then(|cell| seats.get(cell)).copied();
        match (line.is_row, slanted) {
            (true, _) => {
                let Some((x, y)) = at(line.cells.first()) else { continue };
                block.sides.push(Side { x: if slanted { x } else { first.x }, y, text });
            }
            (false, false) => {
                let Some((x, _)) = at(line.cells.first()) else { continue };
                block.labels.push(Label { x, y: last.y + 1.0, text });
            }
            (false, true) => {
                let Some((x, y)) = at(line.cells.last()) else { continue };
                let (x, y) = (x + step(&seats, line).unwrap_or(usual), y + 1.0);
                // A line of one cell has no end where nothing else is.
                let taken = |seat: &Seat| seat.y == y && (seat.x - x).abs() < 1.0;
                if !block.seats.iter().any(taken) {
                    block.labels.push(Label { x, y, text });
                }
            }
        }
    }
}

/// How far a column moves to the right with every line, seen at its end.
fn step(seats: &BTreeMap<CellId, (f64, f64)>, line: &Line) -> Option<f64> {
    let [.., inner, end] = line.cells.as_slice() else { return None };
    let ((from_x, from_y), (x, y)) = (seats.get(inner)?, seats.get(end)?);
    (y > from_y).then(|| (x - from_x) / (y - from_y))
}
