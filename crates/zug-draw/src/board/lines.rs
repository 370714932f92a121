//! Boards of lines with pieces on the crossings.

use crate::draft::{Draft, Heaped, Slanted, Stand, page, slanted};
use crate::scene::{CELL, Paint, Point, Rect, Shape};
use zug_game::CellId;
use zug_notation::layout::Lattice;

/// Around the outermost lines.
const MARGIN: f64 = 0.62 * CELL;
const WITH_NAMES: f64 = 0.86 * CELL;

pub(super) fn draw(draft: &mut Draft) {
    let margin = if super::grid::labelled(draft) { WITH_NAMES } else { MARGIN };
    for sheet in 0..draft.n_sheets() {
        let spots = draft.places.placed().filter(|(_, spot)| spot.sheet == sheet);
        let points = spots.map(|(_, spot)| Rect::around(page(spot.at), 0.0, 0.0));
        if let Some(hull) = Rect::hull(points) {
            draft.ground(Paint::Frame, Shape::Rect(hull.grown(margin + 8.0), 14.0));
            draft.ground(Paint::Field, Shape::Rect(hull.grown(margin), 10.0));
        }
    }
    let mut segments = links(draft);
    segments.retain(|s| !named(draft, &draft.look.board.no_lines).contains(&ordered(*s)));
    segments.extend(named(draft, &draft.look.board.lines));
    let joined = joined(draft, &segments);
    if !joined.is_empty() {
        draft.line(Paint::Line, Shape::Lines(joined));
    }
    loops(draft);
    stars(draft);
    corners(draft);
    let placed: Vec<_> = draft.places.placed().collect();
    let dots = draft.places.lattice == Lattice::Free || !draft.places.gaps.is_empty();
    for (cell, spot) in placed {
        let centre = page(spot.at);
        if dots {
            draft.line(Paint::Star, Shape::Circle(centre, 9.0));
        }
        let area = Rect::around(centre, CELL, CELL);
        let stand = Stand { centre, room: 0.88 * CELL, area, heaped: Heaped::Tower };
        draft.add_cell(cell, Paint::Spot, Shape::Circle(centre, 0.46 * CELL), stand);
    }
}

type Segment = (CellId, CellId);

fn ordered((a, b): Segment) -> Segment {
    (a.min(b), a.max(b))
}

/// Pairs of cells as a presentation file writes them: `d1-f3`.
fn named(draft: &Draft, pairs: &[String]) -> Vec<Segment> {
    let pair = |text: &String| {
        let (a, b) = text.split_once('-')?;
        Some(ordered((draft.cell(a.trim())?, draft.cell(b.trim())?)))
    };
    pairs.iter().filter_map(pair).collect()
}

/// Links that are lines: on a board of rows and columns those to the next cell. Diagonals that every cell has would only
/// hide the others.
fn links(draft: &Draft) -> Vec<Segment> {
    let (board, places) = (draft.board(), &draft.places);
    let squares = places.lattice == Lattice::Squares && !board.grids.is_empty();
    let diagonals = !squares || slanted(board, places) == Slanted::Some;
    let mut found = Vec::new();
    for (cell, spot) in places.placed() {
        for to in board.links.iter().filter_map(|links| links.get(cell.idx()).copied().flatten()) {
            let Some(other) = places.spots.get(to.idx()).copied().flatten() else { continue };
            if to == cell || other.sheet != spot.sheet {
                continue;
            }
            let (dx, dy) = ((other.at.x - spot.at.x).abs(), (other.at.y - spot.at.y).abs());
            let near = dx < 1.1 && dy < 1.1;
            let straight = dx < 0.1 || dy < 0.1;
            if !squares || (near && (straight || diagonals)) {
                found.push(ordered((cell, to)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Segments that go on in the same line are one.
fn joined(draft: &Draft, segments: &[Segment]) -> Vec<(Point, Point)> {
    // By direction and distance from the origin; then by where along the line it begins.
    let key = |v: f64| (v * 64.0).round() as i64;
    let mut lines: Vec<(i64, i64, i64, Point, Point)> = Vec::new();
    for &(a, b) in segments {
        let (Some(a), Some(b)) = (draft.places.at(a), draft.places.at(b)) else { continue };
        let (mut from, mut to) = (page(a), page(b));
        if (to.x, to.y) < (from.x, from.y) {
            std::mem::swap(&mut from, &mut to);
        }
        let length = from.distance(to);
        if length < 1.0 {
            continue;
        }
        let (ux, uy) = ((to.x - from.x) / length, (to.y - from.y) / length);
        let (offset, along) = (from.x * uy - from.y * ux, from.x * ux + from.y * uy);
        lines.push((key(ux.atan2(uy)), key(offset / 4.0), key(along), from, to));
    }
    lines.sort_by_key(|l| (l.0, l.1, l.2));
    let mut joined: Vec<(i64, i64, Point, Point)> = Vec::new();
    for (direction, offset, _, from, to) in lines {
        if let Some(last) = joined.last_mut()
            && (last.0, last.1) == (direction, offset)
            && last.2.distance(from) <= last.2.distance(last.3) + 1.0
        {
            if last.2.distance(to) > last.2.distance(last.3) {
                last.3 = to;
            }
            continue;
        }
        joined.push((direction, offset, from, to));
    }
    joined.into_iter().map(|(_, _, from, to)| (from, to)).collect()
}

/// Loops around a corner: from a cell at one edge to a cell at the next.
fn loops(draft: &mut Draft) {
    for text in &draft.look.board.loops {
        let Some((a, b)) = text.split_once('-') else { continue };
        let at = |name: &str| draft.cell(name.trim()).and_then(|cell| draft.places.at(cell)).map(page);
        let (Some(a), Some(b)) = (at(a), at(b)) else { continue };
        let spots = draft.places.placed().map(|(_, spot)| Rect::around(page(spot.at), 0.0, 0.0));
        let Some(hull) = Rect::hull(spots) else { continue };
        let at_side = |p: Point| (p.x - hull.x).abs() < 1.0 || (p.x - hull.right()).abs() < 1.0;
        // The corner is where the edge of the one meets the edge of the other.
        let (side, level) = if at_side(a) { (a, b) } else { (b, a) };
        let corner = Point::new(side.x, level.y);
        let radius = corner.distance(side);
        if (corner.distance(level) - radius).abs() < 1.0 && radius > 1.0 {
            draft.line(Paint::Line, Shape::Loop(corner, radius, side, level));
        }
    }
    // The ground reaches as far as the loops do.
    let loops = draft.scene.lines.iter().filter(|d| matches!(d.shape, Shape::Loop(..)));
    if let Some(reach) = Rect::hull(loops.map(|d| d.shape.bounds())) {
        for (ground, margin) in draft.scene.ground.iter_mut().zip([0.3 * CELL + 8.0, 0.3 * CELL]) {
            if let Shape::Rect(rect, _) = &mut ground.shape {
                *rect = Rect::hull([*rect, reach.grown(margin)]).unwrap_or(*rect);
            }
        }
    }
}

/// Where go-players find their way: on the third or fourth line, and in the middle.
fn stars(draft: &mut Draft) {
    if !draft.look.board.stars {
        return;
    }
    let most = |f: fn(Point) -> f64| {
        draft.places.placed().map(|(_, s)| f(s.at)).fold(0.0, f64::max).round() as i64 + 1
    };
    let (wide, high) = (most(|p| p.x), most(|p| p.y));
    let from_edge = |n: i64| if n < 12 { 2 } else { 3 };
    let along = |n: i64| -> Vec<i64> {
        let edge = from_edge(n);
        match n {
            ..=4 => Vec::new(),
            5..=6 => vec![n / 2],
            _ if n % 2 == 0 => vec![edge, n - 1 - edge],
            _ => vec![edge, n / 2, n - 1 - edge],
        }
    };
    let small = wide.max(high) < 18;
    let mut found = Vec::new();
    for x in along(wide) {
        for y in along(high) {
            // Small boards have no stars in the middle of their sides.
            let side = (x == wide / 2) != (y == high / 2) && wide % 2 == 1 && high % 2 == 1;
            let at = Point::new(x as f64, y as f64);
            if !(small && side) && draft.places.placed().any(|(_, s)| s.at.distance(at) < 0.1) {
                found.push(page(at));
            }
        }
    }
    for at in found {
        draft.line(Paint::Star, Shape::Circle(at, 9.0));
    }
}

/// Small corners around a crossing, except where they would be outside the board.
fn corners(draft: &mut Draft) {
    let hull = Rect::hull(draft.places.placed().map(|(_, s)| Rect::around(page(s.at), 0.0, 0.0)));
    let Some(hull) = hull else { return };
    let mut strokes = Vec::new();
    for name in &draft.look.board.corners {
        let Some(at) = draft.cell(name).and_then(|cell| draft.places.at(cell)).map(page) else { continue };
        for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let inner = at.moved(8.0 * dx, 8.0 * dy);
            if hull.contains(inner) {
                strokes.push((inner, inner.moved(16.0 * dx, 0.0)));
                strokes.push((inner, inner.moved(0.0, 16.0 * dy)));
            }
        }
    }
    if !strokes.is_empty() {
        draft.line(Paint::Line, Shape::Lines(strokes));
    }
}
