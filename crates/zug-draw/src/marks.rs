//! What is true of cells now: the last move, the piece that was chosen, where it may go, check.

use crate::draft::Draft;
use crate::scene::{CELL, Cell, Mark, Paint, Point, Rect, Shape, Sign};
use zug_game::{Action, CellId, Move};

/// The cells that a move touches by movement, in its order; each once.
pub fn touched(mv: &Move) -> Vec<CellId> {
    let mut cells: Vec<CellId> = Vec::new();
    let mut see = |cell: CellId| {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    };
    for action in mv.actions() {
        match action {
            Action::Move { from, to, .. } | Action::Copy { from, to, .. } => {
                see(*from);
                see(*to);
            }
            Action::Drop { at, .. } | Action::Create { at, .. } => see(*at),
            _ => {}
        }
    }
    cells
}

/// Adds marks for these cells.
pub(crate) fn draw(draft: &mut Draft, sign: Sign, cells: &[CellId]) {
    for &cell in cells {
        let Some(drawn) = draft.scene.cells.iter().find(|c| c.cell == cell) else { continue };
        let shape = shape(drawn, sign);
        draft.scene.marks.push(Mark { sign, cell: Some(cell), shape });
    }
}

fn shape(cell: &Cell, sign: Sign) -> Shape {
    let Cell { centre, room, .. } = *cell;
    match (sign, cell.paint, &cell.shape) {
        (Sign::Target, ..) => Shape::Circle(centre, 0.16 * room.max(0.5 * CELL)),
        (Sign::Strike, ..) => Shape::Circle(centre, 0.5 * room.max(0.5 * CELL)),
        // Under a stone that fills its place a mark has to be larger than the stone.
        (_, Paint::Spot, Shape::Circle(..)) => {
            Shape::Rect(Rect::around(centre, 0.98 * CELL, 0.98 * CELL), 16.0)
        }
        (_, Paint::Hole, _) => Shape::Circle(centre, 0.47 * CELL),
        (_, _, Shape::Polygon(points)) if points.len() == 3 => Shape::Polygon(points.clone()),
        _ => cell.shape.clone(),
    }
}

/// Beside the name of the player whose turn it is.
pub(crate) fn turn(draft: &mut Draft, at: Point, size: f64) {
    let points = vec![at.moved(-size, -size), at.moved(size * 0.9, 0.0), at.moved(-size, size)];
    draft.scene.marks.push(Mark { sign: Sign::Turn, cell: None, shape: Shape::Polygon(points) });
}
