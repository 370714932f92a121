//! Boards whose cells touch each other: squares, hexagons, rectangles; and boards with holes.

use crate::draft::{Draft, Heaped, Stand, page};
use crate::look::Style;
use crate::scene::{CELL, Paint, Point, Rect, Shape};
use zug_game::CellId;
use zug_notation::layout::{Lattice, Rose, Spot};

/// The rim around a board, with room for the names of rows and columns.
pub(super) const RIM: f64 = 44.0;
/// The same without names.
const THIN: f64 = 14.0;

/// Is every place of the rectangle around the board a cell, or filled up?
fn is_full(draft: &Draft, sheet: usize) -> bool {
    let n = draft.places.placed().filter(|(_, s)| s.sheet == sheet).count();
    let gaps = if fills_gaps(draft) { draft.places.gaps.len() } else { 0 };
    let Some(hull) = draft.sheet(sheet) else { return false };
    (hull.width * hull.height / (CELL * CELL)).round() as usize <= n + gaps
}

/// On boards of which only the dark squares are used the light ones are drawn too.
fn fills_gaps(draft: &Draft) -> bool {
    draft.style == Style::Chequered
        && draft.n_sheets() == 1
        && draft.places.placed().all(|(_, spot)| spot.tone == 0)
        && draft.places.gaps.len() + 1 >= draft.places.placed().count() * 2 / 3
}

pub(super) fn labelled(draft: &Draft) -> bool {
    draft.look.board.labels.unwrap_or(true) && !draft.places.lines.is_empty()
}

pub(super) fn squares(draft: &mut Draft) {
    let fills = fills_gaps(draft);
    for sheet in 0..draft.n_sheets() {
        let Some(mut hull) = draft.sheet(sheet) else { continue };
        if fills {
            let gaps = draft.places.gaps.iter().map(|p| Rect::around(page(*p), CELL, CELL));
            hull = Rect::hull(gaps.chain([hull])).unwrap_or(hull);
        }
        if is_full(draft, sheet) {
            let rim = if labelled(draft) { RIM } else { THIN };
            draft.ground(Paint::Frame, Shape::Rect(hull.grown(rim), 10.0));
        } else {
            let spots: Vec<Spot> =
                draft.places.placed().map(|(_, s)| s).filter(|s| s.sheet == sheet).collect();
            for spot in spots {
                let square = Rect::around(page(spot.at), CELL, CELL).grown(THIN);
                draft.ground(Paint::Frame, Shape::Rect(square, 10.0));
            }
        }
    }
    if fills {
        for gap in draft.places.gaps.clone() {
            draft.ground(Paint::Light, Shape::Rect(Rect::around(page(gap), CELL, CELL), 0.0));
        }
    }
    let placed: Vec<_> = draft.places.placed().collect();
    for (cell, spot) in placed {
        let paint = if is_added(draft, cell) { Paint::Tray } else { tone(draft, spot) };
        let centre = page(spot.at);
        let square = Rect::around(centre, CELL, CELL);
        let stand = Stand { centre, room: 0.9 * CELL, area: square, heaped: Heaped::Tower };
        draft.add_cell(cell, paint, Shape::Rect(square, 0.0), stand);
    }
    seams(draft);
}

fn tone(draft: &Draft, spot: Spot) -> Paint {
    match (draft.style, spot.tone) {
        (Style::Chequered, 0) => Paint::Dark,
        (Style::Chequered, 1) => Paint::Light,
        (Style::Chequered, _) => Paint::Mid,
        _ => Paint::Plain,
    }
}

/// A place that the presentation file has put among the cells of a grid: starts and ends of roads.
fn is_added(draft: &Draft, cell: CellId) -> bool {
    let board = draft.board();
    !draft.look.board.rows.is_empty()
        && !board.grids.is_empty()
        && !board.grids.iter().any(|grid| grid.cells.contains(&Some(cell)))
}

pub(super) fn hexagons(draft: &mut Draft, rose: Rose) {
    let placed: Vec<_> = draft.places.placed().collect();
    for (_, spot) in &placed {
        draft.ground(Paint::Frame, Shape::Polygon(hexagon(page(spot.at), CELL * 1.22, rose)));
    }
    for (cell, spot) in placed {
        let (centre, paint) = (page(spot.at), tone(draft, spot));
        let area = Rect::around(centre, CELL, CELL);
        let stand = Stand { centre, room: 0.8 * CELL, area, heaped: Heaped::Tower };
        draft.add_cell(cell, paint, Shape::Polygon(hexagon(centre, CELL, rose)), stand);
    }
}

/// A hexagon so wide between opposite sides.
pub(super) fn hexagon(centre: Point, width: f64, rose: Rose) -> Vec<Point> {
    let radius = width / 3_f64.sqrt();
    let first: f64 = if rose == Rose::Columns { 0.0 } else { 30.0 };
    let corner = |i: i32| {
        let (sin, cos) = (first + 60.0 * f64::from(i)).to_radians().sin_cos();
        centre.moved(radius * cos, radius * sin)
    };
    (0..6).map(corner).collect()
}

/// Rectangles as the rules give them.
pub(super) fn free(draft: &mut Draft) {
    let placed: Vec<_> = draft.places.placed().collect();
    for (cell, spot) in placed {
        let (centre, width, height) = (page(spot.at), spot.width * CELL, spot.height * CELL);
        let area = Rect::around(centre, width, height);
        let stand = Stand { centre, room: 0.9 * width.min(height), area, heaped: Heaped::Tower };
        draft.add_cell(cell, Paint::Plain, Shape::Rect(area, 6.0), stand);
    }
}

/// Round holes in a board.
pub(super) fn holes(draft: &mut Draft) {
    let placed: Vec<_> = draft.places.placed().collect();
    for sheet in 0..draft.n_sheets() {
        if let (true, Some(hull)) =
            (is_full(draft, sheet) && draft.places.lattice == Lattice::Squares, draft.sheet(sheet))
        {
            let rim = if labelled(draft) { RIM } else { THIN };
            draft.ground(Paint::Frame, Shape::Rect(hull.grown(rim), 24.0));
            draft.ground(Paint::Field, Shape::Rect(hull, 10.0));
            continue;
        }
        for (grown, paint) in [(1.45, Paint::Frame), (1.3, Paint::Field)] {
            for (_, spot) in placed.iter().filter(|(_, spot)| spot.sheet == sheet) {
                let at = page(spot.at);
                draft.ground(
                    paint,
                    match draft.places.lattice {
                        Lattice::Squares => {
                            Shape::Rect(Rect::around(at, grown * 0.86 * CELL, grown * 0.86 * CELL), 40.0)
                        }
                        _ => Shape::Circle(at, grown * CELL / 2.0),
                    },
                );
            }
        }
    }
    for (cell, spot) in placed {
        let centre = page(spot.at);
        let area = Rect::around(centre, 0.8 * CELL, 0.8 * CELL);
        let stand = Stand { centre, room: 0.82 * CELL, area, heaped: Heaped::Tower };
        draft.add_cell(cell, Paint::Hole, Shape::Circle(centre, 0.4 * CELL), stand);
    }
}

/// Dashes where the board goes on at the opposite side.
fn seams(draft: &mut Draft) {
    for sheet in 0..draft.n_sheets() {
        let Some(hull) = draft.sheet(sheet) else { continue };
        let (wide, high) = (hull.width / CELL, hull.height / CELL);
        let (mut around, mut over) = (0.0, 0.0);
        let board = draft.board();
        for (cell, spot) in draft.places.placed().filter(|(_, s)| s.sheet == sheet) {
            for to in board.links.iter().filter_map(|links| links.get(cell.idx()).copied().flatten()) {
                let Some(to) = draft.places.spots.get(to.idx()).copied().flatten() else { continue };
                let (dx, dy) = ((to.at.x - spot.at.x).abs(), (to.at.y - spot.at.y).abs());
                if to.sheet == sheet {
                    around += f64::from(u8::from(wide > 2.5 && (dx - wide + 1.0).abs() < 0.1 && dy < 0.1));
                    over += f64::from(u8::from(high > 2.5 && (dy - high + 1.0).abs() < 0.1 && dx < 0.1));
                }
            }
        }
        // A few such links are jumps of a road; a cylinder has one in every row, there and back.
        let (around, over) = (around >= high, over >= wide);
        let corner = |right: bool, below: bool| {
            let x = if right { hull.right() + 7.0 } else { hull.x - 7.0 };
            Point::new(x, if below { hull.bottom() + 7.0 } else { hull.y - 7.0 })
        };
        if around {
            let sides = [false, true].map(|right| (corner(right, false), corner(right, true)));
            draft.line(Paint::Seam, Shape::Lines(sides.to_vec()));
        }
        if over {
            let sides = [false, true].map(|below| (corner(false, below), corner(true, below)));
            draft.line(Paint::Seam, Shape::Lines(sides.to_vec()));
        }
    }
}
