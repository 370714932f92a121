//! Boards of which only the links are known: links are springs that pull, cells push each other away.

use zug_game::CellId;
use zug_game::ir::Board;
use zug_notation::layout::{Lattice, Places, Point, Spot};

/// More cells than this are laid out in rows: springs take the square of their number.
const MOST: usize = 300;
const ROUNDS: usize = 300;

/// A place for every cell. The same board gives the same places: nothing is drawn at random.
pub(crate) fn springs(board: &Board) -> Places {
    let cells: Vec<CellId> = board
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| !cell.hidden)
        .map(|(i, _)| CellId(i as u16))
        .collect();
    let n = cells.len();
    let mut places = Places::empty(board, Lattice::Free);
    let points = if n <= MOST { relaxed(board, &cells) } else { in_rows(n) };
    for (cell, at) in cells.iter().zip(points) {
        places.put(*cell, Spot { at, width: 0.8, height: 0.8, sheet: 0, tone: 0 });
    }
    places
}

fn in_rows(n: usize) -> Vec<Point> {
    let wide = ((n as f64).sqrt().ceil() as usize).max(1);
    (0..n).map(|i| Point::new((i % wide) as f64, (i / wide) as f64)).collect()
}

fn on_a_circle(n: usize) -> Vec<Point> {
    use std::f64::consts::TAU;
    let radius = (1.2 * n as f64 / TAU).max(0.6);
    let at = |i: usize| {
        let (sin, cos) = (TAU * i as f64 / n as f64).sin_cos();
        Point::new(radius * sin, -radius * cos)
    };
    (0..n).map(at).collect()
}

fn relaxed(board: &Board, cells: &[CellId]) -> Vec<Point> {
    let n = cells.len();
    let index = |cell: CellId| cells.binary_search(&cell).ok();
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for links in &board.links {
        for (from, to) in links.iter().enumerate() {
            let ends = (index(CellId(from as u16)), to.and_then(index));
            if let (Some(a), Some(b)) = ends
                && a != b
            {
                edges.push((a.min(b), a.max(b)));
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let mut points = on_a_circle(n);
    // A ring stays a ring, and a board of chaos is as clear on a circle as anywhere.
    if n < 4 || edges.len() <= n || edges.len() > 8 * n {
        return points;
    }
    for round in 0..ROUNDS {
        let heat = 0.3 * (1.0 - round as f64 / ROUNDS as f64);
        points = relax(&points, &edges, heat);
    }
    spread(points).unwrap_or_else(|| on_a_circle(n))
}

fn relax(points: &[Point], edges: &[(usize, usize)], heat: f64) -> Vec<Point> {
    let mut force = vec![Point::default(); points.len()];
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            let (dx, dy) = (points[i].x - points[j].x, points[i].y - points[j].y);
            let square = (dx * dx + dy * dy).max(0.01);
            let push = Point::new(dx / square, dy / square);
            force[i] = force[i].moved(push.x, push.y);
            force[j] = force[j].moved(-push.x, -push.y);
        }
    }
    for &(a, b) in edges {
        let (dx, dy) = (points[b].x - points[a].x, points[b].y - points[a].y);
        let pull = dx.hypot(dy);
        force[a] = force[a].moved(dx * pull, dy * pull);
        force[b] = force[b].moved(-dx * pull, -dy * pull);
    }
    let step = |(p, f): (&Point, &Point)| {
        let length = f.x.hypot(f.y).max(1e-9);
        let by = length.min(heat) / length;
        p.moved(f.x * by, f.y * by)
    };
    points.iter().zip(&force).map(step).collect()
}

/// Scaled so that neighbours are a cell apart; `None` if cells came to lie upon each other.
fn spread(points: Vec<Point>) -> Option<Vec<Point>> {
    let mut least = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for b in &points[i + 1..] {
            least = least.min(a.distance(*b));
        }
    }
    let widest = points.iter().map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f64::max);
    (least > 0.05 && widest / least < 40.0)
        .then(|| points.iter().map(|p| Point::new(p.x / least, p.y / least)).collect())
}
