//! Names of rows, columns and layers.

use super::grid::{RIM, labelled};
use crate::draft::{Draft, page};
use crate::look::Style;
use crate::scene::{Anchor, CELL, Label, Paint, Point, Says};
use zug_notation::layout::{Lattice, Line};

/// On a board of eight cells; large boards have larger names, as far as there is room on the rim.
const SIZE: f64 = 25.0;

pub(super) fn draw(draft: &mut Draft) {
    if !labelled(draft) || matches!(draft.style, Style::Tables | Style::Pits) {
        return;
    }
    let size = SIZE * (draft.bounds().width / (8.9 * CELL)).clamp(0.9, 1.35);
    for line in draft.places.lines.clone() {
        // A line of one cell has no end where nothing else is.
        let taken = |at: &Point| draft.scene.cells.iter().any(|c| c.centre.distance(*at) < 0.6 * CELL);
        let at = match draft.places.lattice {
            Lattice::Squares | Lattice::Free => beside_square(draft, &line),
            Lattice::Hexagons(_) => beyond(draft, &line).filter(|at| !taken(at)),
        };
        let Some(at) = at else { continue };
        let framed =
            draft.places.lattice == Lattice::Squares && draft.style != Style::Points && is_framed(draft, at);
        let says = if framed { Says::Rim } else { Says::Coordinate };
        draft.scene.labels.push(Label { says, text: line.name, at, size, anchor: Anchor::Middle });
    }
    for (sheet, title) in draft.places.titles.clone() {
        if let Some(hull) = draft.sheet(sheet) {
            let at = Point::new(hull.centre().x, hull.y - RIM - 22.0);
            let label = Label { says: Says::Name, text: title, at, size: 32.0, anchor: Anchor::Middle };
            draft.scene.labels.push(label);
        }
    }
}

/// Is there a rim to write on?
fn is_framed(draft: &Draft, at: Point) -> bool {
    draft.scene.ground.iter().any(|d| d.paint == Paint::Frame && d.shape.bounds().contains(at))
}

/// At the left of a row, below a column.
fn beside_square(draft: &Draft, line: &Line) -> Option<Point> {
    let hull = draft.sheet(line.sheet)?;
    let first = page(draft.places.at(*line.cells.first()?)?);
    let off = if draft.style == Style::Points { RIM * 0.5 - CELL / 2.0 + CELL * 0.42 } else { RIM / 2.0 };
    Some(if line.is_row {
        Point::new(hull.x - off, first.y)
    } else {
        Point::new(first.x, hull.bottom() + off)
    })
}

/// Where a slanted line would go on: before the first cell of a row, after the last one of a column.
fn beyond(draft: &Draft, line: &Line) -> Option<Point> {
    let at = |i: usize| line.cells.get(i).and_then(|cell| draft.places.at(*cell)).map(page);
    let last = line.cells.len().checked_sub(1)?;
    let (end, inner) = if line.is_row { (at(0)?, at(1)) } else { (at(last)?, at(last.wrapping_sub(1))) };
    let fallback = if line.is_row { end.moved(CELL, 0.0) } else { end.moved(0.0, -CELL) };
    let inner = inner.unwrap_or(fallback);
    let out = 0.86;
    Some(end.moved((end.x - inner.x) * out, (end.y - inner.y) * out))
}
