//! Cells without a place on the board: drawn in a row below it. Those that are not to be seen are there only while
//! something is on them.

use crate::draft::{Draft, Heaped, Stand};
use crate::scene::{Anchor, CELL, Label, Paint, Point, Rect, Says, Shape};
use zug_game::CellId;

const HIGH: f64 = CELL;
const WIDE: f64 = 1.0 * CELL;

pub(super) fn draw(draft: &mut Draft) {
    let board = draft.board();
    let loose: Vec<CellId> = (0..board.cells.len() as u16)
        .map(CellId)
        .filter(|c| {
            draft.stands.get(c.idx()).is_some_and(Option::is_none)
                && (!board.cells[c.idx()].hidden
                    || !draft.state.game().contents(draft.state.position(), *c).is_empty())
        })
        .collect();
    if loose.is_empty() {
        return;
    }
    let hull = draft.bounds();
    let step = WIDE + 20.0;
    let in_a_row = ((hull.width / step) as usize).clamp(4, 40);
    for (i, cell) in loose.into_iter().enumerate() {
        let x = hull.x + (i % in_a_row) as f64 * step;
        let y = hull.bottom() + 56.0 + (i / in_a_row) as f64 * (HIGH + 46.0);
        let area = Rect::new(x, y, WIDE, HIGH);
        let centre = area.centre();
        let stand = Stand { centre, room: 0.8 * CELL, area, heaped: Heaped::Tower };
        draft.add_cell(cell, Paint::Tray, Shape::Rect(area, 10.0), stand);
        let text: String = draft.board().cells[cell.idx()].name.chars().take(10).collect();
        let at = Point::new(centre.x, area.bottom() + 18.0);
        draft.scene.labels.push(Label {
            says: Says::Coordinate,
            text,
            at,
            size: 20.0,
            anchor: Anchor::Middle,
        });
    }
}
