//! Boards of pits: rows of them, with stores at both ends.

use crate::draft::{Draft, Heaped, Stand, page};
use crate::scene::{CELL, Paint, Point, Rect, Shape};

/// Pits are higher than wide: their number stands in them.
const HIGH: f64 = 1.3;

pub(super) fn draw(draft: &mut Draft) {
    // Rows are so high that pits do not touch.
    for spot in draft.places.spots.iter_mut().flatten() {
        spot.at.y *= HIGH;
        spot.height = HIGH;
    }
    let Some(hull) = draft.sheet(0) else { return };
    let mut stores: Vec<_> = draft.look.board.stores.iter().map(|name| draft.cell(name)).collect();
    if draft.flip {
        stores.reverse();
    }
    let at_side = |right: bool| {
        let x = if right { hull.right() + 0.55 * CELL } else { hull.x - 0.55 * CELL };
        Rect::around(Point::new(x, hull.centre().y), 0.9 * CELL, hull.height - 0.12 * CELL)
    };
    let sides = [at_side(false), at_side(true)];
    let around =
        if stores.iter().any(Option::is_some) { Rect::hull([sides[0], sides[1], hull]) } else { Some(hull) };
    let around = around.unwrap_or(hull);
    draft.ground(Paint::Frame, Shape::Rect(around.grown(0.24 * CELL), 0.4 * CELL));
    draft.ground(Paint::Field, Shape::Rect(around.grown(0.16 * CELL), 0.34 * CELL));
    let middle = hull.centre().y;
    let placed: Vec<_> = draft.places.placed().collect();
    for (cell, spot) in placed {
        let centre = page(spot.at);
        let area = Rect::around(centre, 0.9 * CELL, (HIGH - 0.12) * CELL);
        // Numbers are at the outer ends of the pits.
        let outward = if centre.y < middle { -1.0 } else { 1.0 };
        let stand = Stand { centre, room: 0.2 * CELL, area, heaped: Heaped::Seeds(outward) };
        draft.add_cell(cell, Paint::Pit, Shape::Rect(area, 0.4 * CELL), stand);
    }
    for (store, area) in stores.into_iter().zip(sides) {
        if let Some(cell) = store {
            let stand = Stand { centre: area.centre(), room: 0.2 * CELL, area, heaped: Heaped::Seeds(1.0) };
            draft.add_cell(cell, Paint::Pit, Shape::Rect(area, 0.4 * CELL), stand);
        }
    }
}
