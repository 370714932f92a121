//! Tables boards: two rows of triangles with a bar between their halves.

use crate::draft::{Draft, Heaped, Stand};
use crate::scene::{Anchor, CELL, Label, Paint, Point, Rect, Says, Shape};
use zug_game::CellId;

/// Five men and a little more.
const LONG: f64 = 4.7 * CELL;
const GAP: f64 = 1.5 * CELL;
const BAR: f64 = 1.0 * CELL;

/// Writes the number of a point beside it, if its name ends in one.
fn number(draft: &mut Draft, cell: CellId, says: Says, at: Point) {
    let name = draft.board().cells.get(cell.idx()).map_or("", |c| draft.arrangement.name(&c.name));
    let text: String = name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    if draft.look.board.labels.unwrap_or(true) && !text.is_empty() && text.len() < 4 {
        let label = Label { says, text, at, size: 22.0, anchor: Anchor::Middle };
        draft.scene.labels.push(label);
    }
}

/// Draws it; false if the rows are not those of a tables board.
pub(super) fn draw(draft: &mut Draft) -> bool {
    let arrangement = &draft.arrangement;
    let names = |row: &String| -> Vec<Option<CellId>> {
        row.split_whitespace().filter(|w| *w != "|").map(|name| draft.cell(name)).collect()
    };
    let mut rows: Vec<Vec<Option<CellId>>> = arrangement.rows.iter().map(names).collect();
    let [top, bottom] = rows.as_mut_slice() else { return false };
    let half = arrangement.bar_after().unwrap_or(top.len() / 2);
    if draft.flip {
        std::mem::swap(top, bottom);
        top.reverse();
        bottom.reverse();
    }
    let n = top.len().max(bottom.len());
    let has_bar = arrangement.bar_after().is_some();
    let bar = if has_bar { BAR } else { 0.0 };
    let inner = Rect::new(0.0, 0.0, n as f64 * CELL + bar, 2.0 * LONG + GAP);
    draft.ground(Paint::Frame, Shape::Rect(inner.grown(0.34 * CELL), 16.0));
    draft.ground(Paint::Field, Shape::Rect(inner, 0.0));
    if has_bar {
        let middle = Rect::new(half as f64 * CELL, -4.0, BAR, inner.height + 8.0);
        draft.ground(Paint::Frame, Shape::Rect(middle, 0.0));
    }
    let rows = rows.clone();
    for (row, down) in rows.iter().zip([1.0, -1.0]) {
        for (i, cell) in row.iter().enumerate() {
            let Some(cell) = *cell else { continue };
            let x = i as f64 * CELL + if i >= half { bar } else { 0.0 } + CELL / 2.0;
            let base = if down > 0.0 { 0.0 } else { inner.height };
            let paint = if (i % 2 == 0) == (down > 0.0) { Paint::Dark } else { Paint::Light };
            let corners = vec![
                Point::new(x - 0.47 * CELL, base),
                Point::new(x + 0.47 * CELL, base),
                Point::new(x, base + down * LONG),
            ];
            let area = Rect::around(Point::new(x, base + down * LONG / 2.0), CELL, LONG);
            let centre = Point::new(x, base + down * CELL / 2.0);
            let stand = Stand { centre, room: 0.92 * CELL, area, heaped: Heaped::Row(down) };
            draft.add_cell(cell, paint, Shape::Polygon(corners), stand);
            number(draft, cell, Says::Rim, Point::new(x, base - down * 0.17 * CELL));
        }
    }
    let x = half as f64 * CELL + bar / 2.0;
    let middle = inner.height / 2.0;
    let mut bars: Vec<Option<CellId>> = draft.arrangement.bar.iter().map(|name| draft.cell(name)).collect();
    let mut offs: Vec<Option<CellId>> = draft.arrangement.off.iter().map(|name| draft.cell(name)).collect();
    if draft.flip {
        bars.reverse();
        offs.reverse();
    }
    for (cell, down) in bars.into_iter().zip([-1.0, 1.0]) {
        let Some(cell) = cell else { continue };
        let area = Rect::around(Point::new(x, middle + down * LONG / 2.0), 0.9 * bar, LONG);
        let centre = Point::new(x, middle + down * CELL);
        let stand = Stand { centre, room: 0.88 * CELL, area, heaped: Heaped::Row(down) };
        draft.add_cell(cell, Paint::Spot, Shape::Rect(area, 8.0), stand);
    }
    for (cell, down) in offs.into_iter().zip([1.0, -1.0]) {
        let Some(cell) = cell else { continue };
        let x = inner.right() + 0.34 * CELL + 0.62 * CELL;
        let base = if down > 0.0 { 0.0 } else { inner.height };
        let area = Rect::around(Point::new(x, base + down * LONG / 2.0), CELL, LONG);
        let centre = Point::new(x, base + down * CELL / 2.0);
        let stand = Stand { centre, room: 0.88 * CELL, area, heaped: Heaped::Row(down) };
        draft.add_cell(cell, Paint::Tray, Shape::Rect(area, 8.0), stand);
        number(draft, cell, Says::Coordinate, Point::new(x, base - down * 0.17 * CELL));
    }
    true
}
