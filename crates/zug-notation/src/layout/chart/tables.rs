//! Points in two rows, as on a tables board: the rows that a presentation file gives, or a long line folded in two.

use super::{Block, Label, Seat};
use crate::layout::{Arrangement, Line};
use zug_game::CellId;
use zug_game::ir::Board;

/// A line with more cells than this is folded.
const LONG: usize = 16;

/// The two rows of points, the bar between their halves, men borne off at the right, and the numbers of all above and below.
pub(super) fn block(board: &Board, arrangement: &Arrangement, turned: bool) -> Block {
    let find = |name: &str| {
        let found = board.cells.iter().position(|cell| cell.name == name);
        found.map(|i| CellId(i as u16))
    };
    let names = |row: &String| -> Vec<String> {
        row.split_whitespace().filter(|word| *word != "|").map(str::to_owned).collect()
    };
    let mut rows: Vec<Vec<String>> = arrangement.rows.iter().map(names).collect();
    let (mut bar, mut off) = (arrangement.bar.clone(), arrangement.off.clone());
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut half = arrangement.bar_after().unwrap_or(width);
    if turned {
        rows.reverse();
        bar.reverse();
        off.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
        half = width - half.min(width);
    }
    // A bar on which nothing stands is narrow.
    let bar_width = match (arrangement.bar_after(), bar.is_empty()) {
        (None, _) => 0.0,
        (Some(_), true) => 0.5,
        (Some(_), false) => 1.0,
    };
    let mut block = Block::default();
    let mut put = |name: &String, x: f64, y: usize| {
        let Some(cell) = find(name) else { return };
        block.seats.push(Seat { cell, x, y: y as f64, tone: (x as usize % 2) as u8, tag: None });
        let text = number(arrangement.name(name)).to_owned();
        block.labels.push(Label { x, y: if y == 0 { ABOVE } else { BELOW }, text });
    };
    for (y, row) in rows.iter().enumerate() {
        for (i, name) in row.iter().enumerate() {
            put(name, i as f64 + if i >= half { bar_width } else { 0.0 }, y);
        }
    }
    for (names, x) in [(bar, half as f64), (off, width as f64 + bar_width)] {
        names.iter().enumerate().take(2).for_each(|(y, name)| put(name, x, y));
    }
    if bar_width == 0.5 {
        let stroke = |y: f64| Label { x: half as f64, y, text: "|".to_owned() };
        block.labels.extend([ABOVE, 0.0, 1.0, BELOW].map(stroke));
    }
    block
}

/// Where the numbers of the upper and of the lower points are.
const ABOVE: f64 = -1.0;
const BELOW: f64 = 2.0;

/// The number in which the name of a point ends, else all of the name.
fn number(name: &str) -> &str {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    if digits.is_empty() { name } else { digits }
}

/// Folds a block that is one long line: the first half above from right to left, the second half below. True if it was one.
pub(super) fn fold(block: &mut Block, lines: &[&Line], turned: bool) -> bool {
    let (first, last) = block.extent();
    let n = block.seats.len();
    if n <= LONG || (last.x - first.x).min(last.y - first.y) > 0.0 {
        return false;
    }
    let along = |seat: &Seat| seat.x + seat.y;
    block.seats.sort_by(|a, b| along(a).total_cmp(&along(b)));
    if turned {
        block.seats.reverse();
    }
    let half = n.div_ceil(2);
    for (i, seat) in block.seats.iter_mut().enumerate() {
        let (x, y) = if i < half { (half - 1 - i, 0) } else { (i - half, 1) };
        let (x, y) = if turned { (half - 1 - x, 1 - y) } else { (x, y) };
        (seat.x, seat.y, seat.tone) = (x as f64, y as f64, (x % 2) as u8);
        let name = lines.iter().find(|line| line.cells.len() == 1 && line.cells[0] == seat.cell);
        if let Some(line) = name {
            let y = if y == 0 { ABOVE } else { BELOW };
            block.labels.push(Label { x: x as f64, y, text: line.name.clone() });
        }
    }
    true
}
