//! Marks on zones, and edges that belong to players, where the presentation file asks for them.

use crate::draft::Draft;
use crate::look::ZoneLook;
use crate::scene::{CELL, Paint, Point, Rect, Shape};
use zug_game::CellId;

/// The cells of a zone, whoever's it is.
pub fn zone_cells(ir: &zug_game::ir::Game, name: &str) -> Vec<CellId> {
    let zones = ir.board.zones.iter().filter(|zone| zone.name == name);
    let mut cells: Vec<CellId> = zones.flat_map(|zone| zone.cells.iter().flatten().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

pub(super) fn draw(draft: &mut Draft) {
    let (ir, look) = (draft.ir, draft.look);
    let cells_of = |name: &str| zone_cells(ir, name);
    for (name, zone_look) in &look.board.zones {
        for cell in cells_of(name) {
            sign(draft, cell, *zone_look);
        }
    }
    for (name, player) in &look.board.edges {
        let Some(player) = draft.ir.find_player(player) else { continue };
        let edge = outer_sides(draft, &cells_of(name));
        if !edge.is_empty() {
            draft.line(Paint::Edge(player), Shape::Lines(edge));
        }
    }
}

fn sign(draft: &mut Draft, cell: CellId, look: ZoneLook) {
    let Some(drawn) = draft.scene.cells.iter().find(|c| c.cell == cell) else { return };
    let (centre, area) = (drawn.centre, drawn.bounds());
    let size = area.width.min(area.height);
    let whole = match drawn.paint {
        Paint::Spot => Shape::Rect(Rect::around(centre, CELL, CELL), 0.0),
        _ => drawn.shape.clone(),
    };
    let ray = |angle: f64, from: f64, to: f64| {
        let (sin, cos) = angle.to_radians().sin_cos();
        (centre.moved(from * size * cos, from * size * sin), centre.moved(to * size * cos, to * size * sin))
    };
    let (paint, shape) = match look {
        ZoneLook::Tint => (Paint::Tint, whole),
        ZoneLook::Water => (Paint::Water, whole),
        ZoneLook::Goal => (Paint::Goal, Shape::Circle(centre, 0.3 * size)),
        ZoneLook::Dot => (Paint::Star, Shape::Circle(centre, 0.07 * size)),
        ZoneLook::Cross => {
            let rays = [45.0, 135.0, 225.0, 315.0].map(|a| ray(a, 0.0, 0.5));
            (Paint::Ornament, Shape::Lines(rays.to_vec()))
        }
        ZoneLook::Rosette => {
            // Eight leaves, each two strokes from the middle to its tip.
            let mut leaves = Vec::new();
            for i in 0..8 {
                let angle = 45.0 * f64::from(i);
                let (from, tip) = ray(angle, 0.06, 0.42);
                for side in [-16.0, 16.0] {
                    let (_, belly) = ray(angle + side, 0.0, 0.25);
                    leaves.extend([(from, belly), (belly, tip)]);
                }
            }
            (Paint::Ornament, Shape::Lines(leaves))
        }
    };
    draft.line(paint, shape);
}

/// The sides of these cells that face away from the board.
fn outer_sides(draft: &Draft, cells: &[CellId]) -> Vec<(Point, Point)> {
    let middle = |points: &mut dyn Iterator<Item = Point>| {
        let (sum, n) = points.fold((Point::default(), 0.0), |(s, n), p| (s.moved(p.x, p.y), n + 1.0));
        Point::new(sum.x / f64::max(n, 1.0), sum.y / f64::max(n, 1.0))
    };
    let all = &draft.scene.cells;
    let board = middle(&mut all.iter().map(|c| c.centre));
    let zone = middle(&mut all.iter().filter(|c| cells.contains(&c.cell)).map(|c| c.centre));
    let outward = Point::new(zone.x - board.x, zone.y - board.y);
    let length = outward.x.hypot(outward.y).max(1.0);
    let mut sides = Vec::new();
    for cell in all.iter().filter(|c| cells.contains(&c.cell)) {
        for (a, b) in polygon_sides(&cell.shape) {
            let across = Point::new(a.x + b.x - cell.centre.x, a.y + b.y - cell.centre.y);
            let (nx, ny) = ((a.x + b.x) / 2.0 - cell.centre.x, (a.y + b.y) / 2.0 - cell.centre.y);
            let faces = (nx * outward.x + ny * outward.y) / (length * nx.hypot(ny).max(1.0));
            let open = !all.iter().any(|other| other.centre.distance(across) < 0.3 * CELL);
            if open && faces > 0.2 {
                // A little outside, on the rim.
                let out = |p: Point| p.moved(nx * 0.14, ny * 0.14);
                sides.push((out(a), out(b)));
            }
        }
    }
    sides
}

fn polygon_sides(shape: &Shape) -> Vec<(Point, Point)> {
    let corners = match shape {
        Shape::Polygon(points) => points.clone(),
        Shape::Rect(r, _) => vec![
            Point::new(r.x, r.y),
            Point::new(r.right(), r.y),
            Point::new(r.right(), r.bottom()),
            Point::new(r.x, r.bottom()),
        ],
        _ => return Vec::new(),
    };
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| (*a, *b)).collect()
}
