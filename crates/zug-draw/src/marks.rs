//! What is true of cells now: the last move, the piece that was chosen, where it may go, check.

use crate::draft::Draft;
use crate::figures::{self, Part};
use crate::scene::{CELL, Cell, Figure, Mark, Paint, Point, Rect, Shape, Sign};
use zug_game::{Action, CellId, Move, State};

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

/// Pieces of the player to move that may not be left attacked, and are. Nothing where the rules know no such pieces, or
/// meet a limit when they are asked.
pub fn in_check(state: &State) -> Vec<CellId> {
    let (game, player) = (state.game(), state.chooser());
    let royal = game.royal_kinds(player);
    let mut cells = (0..game.ir().board.cells.len() as u16).map(CellId).collect::<Vec<_>>();
    cells.retain(|cell| {
        let piece = state.position().piece(*cell);
        piece.is_some() && piece.owner() == player && royal.contains(&piece.kind())
    });
    cells.retain(|cell| state.is_attacked(*cell).unwrap_or(false));
    cells
}

/// Adds marks for these cells.
pub(crate) fn draw(draft: &mut Draft, sign: Sign, cells: &[CellId]) {
    for &cell in cells {
        let Some(drawn) = draft.scene.cells.iter().find(|c| c.cell == cell) else { continue };
        let covered = matches!(drawn.paint, Paint::Spot | Paint::Hole) && is_stone(draft, cell);
        let sign = if sign == Sign::Last && covered { Sign::LastOn } else { sign };
        let shape = shape(drawn, sign);
        draft.scene.marks.push(Mark { sign, cell: Some(cell), shape });
    }
}

/// Stands there a stone without anything written on it? It covers a mark below it, and has room for one upon it.
fn is_stone(draft: &Draft, cell: CellId) -> bool {
    let drawn = draft.scene.pieces.iter().rev().find(|man| man.cell == Some(cell));
    let plain = |name: &str| {
        let written = |part: Part| matches!(part, Part::Line | Part::Brush | Part::Red);
        figures::find(name).is_some_and(|drawing| !drawing.parts.iter().any(|(part, _)| written(*part)))
    };
    drawn.is_some_and(|man| matches!(man.figure, Figure::Drawing(name) if plain(name)))
}

fn shape(cell: &Cell, sign: Sign) -> Shape {
    let Cell { centre, room, .. } = *cell;
    match (sign, cell.paint, &cell.shape) {
        (Sign::LastOn, ..) => Shape::Circle(centre, 0.12 * CELL),
        (Sign::Target, ..) => Shape::Circle(centre, 0.16 * room.max(0.5 * CELL)),
        (Sign::Strike, ..) => Shape::Circle(centre, 0.5 * room.max(0.5 * CELL)),
        // Under a stone that fills its place a mark has to be larger than the stone.
        (_, Paint::Spot, Shape::Circle(..)) => Shape::Rect(Rect::around(centre, CELL, CELL), 14.0),
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
