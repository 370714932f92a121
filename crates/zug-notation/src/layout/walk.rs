//! Boards without rows and columns: cells lie where the author put them, or where the compass leads.

use super::compass::{Rose, bearing};
use super::lines;
use super::{Lattice, Places, Point, Spot, linked};
use std::collections::VecDeque;
use zug_game::CellId;
use zug_game::ir::Board;

/// A drawing wider than this is none.
const WIDEST: f64 = 300.0;

/// Places as the rules give them; `None` unless every cell that can be seen has one, and no two the same.
pub(super) fn by_rect(board: &Board) -> Option<Places> {
    let mut spots: Vec<(CellId, Spot)> = Vec::new();
    for (i, cell) in board.cells.iter().enumerate().filter(|(_, cell)| !cell.hidden) {
        let [left, top, right, bottom] = cell.rect?.map(f64::from);
        let at = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
        let spot = Spot { at, width: (right - left).abs(), height: (bottom - top).abs(), sheet: 0, tone: 0 };
        spots.push((CellId(i as u16), spot));
    }
    let points: Vec<Point> = spots.iter().map(|(_, spot)| spot.at).collect();
    let mut distances = nearest(&points)?;
    distances.sort_by(f64::total_cmp);
    // The usual distance of neighbours is the width of a cell.
    let unit = *distances.get(distances.len() / 2)?;
    let least = *distances.first()?;
    if unit < 1.0 || least * 8.0 < unit {
        return None;
    }
    let mut places = Places::empty(board, Lattice::Free);
    for (cell, spot) in spots {
        // Rectangles of later versions may overlap: they are then only places.
        let size = |length: f64| (length / unit).clamp(0.25, 4.0);
        let at = Point::new(spot.at.x / unit, spot.at.y / unit);
        places.put(cell, Spot { at, width: size(spot.width), height: size(spot.height), sheet: 0, tone: 0 });
    }
    fits(&places).then_some(places)
}

/// From cell to cell as the names of directions say; `None` if that leads to contradictions.
pub(super) fn by_directions(board: &Board) -> Option<Places> {
    let rose = Rose::of(board);
    let steps: Vec<Option<Point>> =
        board.dirs.iter().map(|d| bearing(d).filter(|b| b.z == 0).map(|b| rose.step(b))).collect();
    let lattice = if rose == Rose::Square { Lattice::Free } else { Lattice::Hexagons(rose) };
    let mut places = Places::empty(board, lattice);
    let linked = linked(board);
    let first = linked.iter().position(|l| *l)?;
    places.put(CellId(first as u16), Spot::unit(0.0, 0.0, 0));
    let mut queue = VecDeque::from([first]);
    let (mut kept, mut broken) = (0, 0);
    while let Some(cell) = queue.pop_front() {
        let from = places.at(CellId(cell as u16))?;
        for (step, links) in steps.iter().zip(&board.links) {
            let (Some(step), Some(to)) = (step, links.get(cell).copied().flatten()) else { continue };
            let wanted = from.moved(step.x, step.y);
            match places.at(to) {
                Some(known) if known.distance(wanted) < 0.01 => kept += 1,
                Some(_) => broken += 1,
                None => {
                    places.put(to, Spot::unit(wanted.x, wanted.y, 0));
                    queue.push_back(to.idx());
                }
            }
        }
    }
    let all = linked.iter().zip(&places.spots).all(|(linked, spot)| !linked || spot.is_some());
    let points: Vec<Point> = places.placed().map(|(_, spot)| spot.at).collect();
    let apart = nearest(&points)?.into_iter().all(|d| d > 0.7);
    places.lines = lines::named(board, &places);
    (all && apart && broken * 10 <= kept && fits(&places)).then_some(places)
}

/// For each point how far the nearest other one is. `None` for fewer than two points, and for more than can be compared.
fn nearest(points: &[Point]) -> Option<Vec<f64>> {
    if points.len() < 2 || points.len() > 5_000 {
        return None;
    }
    let mut sorted: Vec<Point> = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut nearest = vec![f64::INFINITY; sorted.len()];
    for i in 0..sorted.len() {
        for j in i + 1..sorted.len() {
            if sorted[j].x - sorted[i].x > nearest[i].max(nearest[j]) && nearest[i].is_finite() {
                break;
            }
            let distance = sorted[i].distance(sorted[j]);
            nearest[i] = nearest[i].min(distance);
            nearest[j] = nearest[j].min(distance);
        }
    }
    Some(nearest)
}

fn fits(places: &Places) -> bool {
    let wide = |f: fn(Point) -> f64| {
        let values = || places.placed().map(|(_, spot)| f(spot.at));
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    wide(|p| p.x) < WIDEST && wide(|p| p.y) < WIDEST
}
