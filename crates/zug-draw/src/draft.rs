//! A scene while it is being made: what the parts of the drawing need to know about each other.

use crate::look::{Look, Style};
use crate::scene::{CELL, Cell, Drawn, Paint, Point, Rect, Scene, Shape};
use zug_game::ir::{Board, Game, Pile};
use zug_game::{CellId, PlayerId, State};
use zug_notation::layout::{Arrangement, Lattice, Places};

/// How several pieces on one cell are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Heaped {
    /// Upon each other, a little higher each.
    Tower,
    /// In a row away from the edge of the board, which is up (-1) or down (1).
    Row(f64),
    /// Lying side by side, with their number below (1) or above (-1).
    Seeds(f64),
}

/// Where pieces of a cell stand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stand {
    pub(crate) centre: Point,
    /// The side of the square a single piece may fill.
    pub(crate) room: f64,
    /// The whole place, where it is larger.
    pub(crate) area: Rect,
    pub(crate) heaped: Heaped,
}

pub(crate) struct Draft<'a> {
    pub(crate) state: &'a State,
    pub(crate) ir: &'a Game,
    pub(crate) look: &'a Look,
    pub(crate) arrangement: Arrangement,
    pub(crate) flip: bool,
    pub(crate) places: Places,
    pub(crate) style: Style,
    pub(crate) scene: Scene,
    /// By cell.
    pub(crate) stands: Vec<Option<Stand>>,
}

impl<'a> Draft<'a> {
    pub(crate) fn board(&self) -> &'a Board {
        &self.ir.board
    }

    /// The cell of that name, if the board has it.
    pub(crate) fn cell(&self, name: &str) -> Option<CellId> {
        self.ir.find_cell(name)
    }

    /// Adds a cell to the scene.
    pub(crate) fn add_cell(&mut self, cell: CellId, paint: Paint, shape: Shape, stand: Stand) {
        let Some(declared) = self.ir.board.cells.get(cell.idx()) else { return };
        // A presentation file may name a cell twice; it is drawn where it comes first.
        let Some(slot @ None) = self.stands.get_mut(cell.idx()) else { return };
        *slot = Some(stand);
        let name = declared.name.clone();
        self.scene.cells.push(Cell { cell, name, paint, shape, centre: stand.centre, room: stand.room });
    }

    pub(crate) fn ground(&mut self, paint: Paint, shape: Shape) {
        self.scene.ground.push(Drawn { paint, shape });
    }

    pub(crate) fn line(&mut self, paint: Paint, shape: Shape) {
        self.scene.lines.push(Drawn { paint, shape });
    }

    /// The rectangle around everything so far.
    pub(crate) fn bounds(&self) -> Rect {
        let shapes = self.scene.ground.iter().chain(&self.scene.lines).map(|d| d.shape.bounds());
        Rect::hull(shapes.chain(self.scene.cells.iter().map(Cell::bounds))).unwrap_or_default()
    }

    /// The rectangle around the cells of a sheet.
    pub(crate) fn sheet(&self, sheet: usize) -> Option<Rect> {
        let spots = self.places.placed().filter(|(_, spot)| spot.sheet == sheet);
        Rect::hull(spots.map(|(_, s)| Rect::around(page(s.at), s.width * CELL, s.height * CELL)))
    }

    pub(crate) fn n_sheets(&self) -> usize {
        self.places.placed().map(|(_, spot)| spot.sheet + 1).max().unwrap_or(0)
    }

    /// Those who choose moves.
    pub(crate) fn seats(&self) -> Vec<PlayerId> {
        seats(self.ir)
    }
}

/// Those who choose moves.
pub(crate) fn seats(ir: &Game) -> Vec<PlayerId> {
    let all = (0..ir.players.len() as u16).map(PlayerId);
    all.filter(|p| ir.is_active(*p) && !ir.players[p.idx()].random).collect()
}

/// A place in cells as a place on the page.
pub(crate) fn page(p: Point) -> Point {
    Point::new(p.x * CELL, p.y * CELL)
}

/// What a board is made of, where the presentation file does not say it.
pub(crate) fn derived_style(ir: &Game, places: &Places) -> Style {
    let nobody = |player: PlayerId| !ir.is_active(player);
    let seeds =
        ir.rules.pile == Pile::Heap && !ir.setup.is_empty() && ir.setup.iter().all(|s| nobody(s.player));
    if seeds {
        return Style::Pits;
    }
    match places.lattice {
        Lattice::Hexagons(_) => Style::Squares,
        Lattice::Free if apart(places) => Style::Points,
        Lattice::Free => Style::Squares,
        Lattice::Squares if ir.board.grids.is_empty() => Style::Points,
        Lattice::Squares => match slanted(&ir.board, places) {
            Slanted::Some => Style::Points,
            Slanted::All => Style::Chequered,
            Slanted::None => Style::Squares,
        },
    }
}

/// Is there room between the cells? Then lines are what joins them.
fn apart(places: &Places) -> bool {
    let small = places.placed().filter(|(_, s)| s.width < 0.85 && s.height < 0.85).count();
    small * 2 > places.placed().count()
}

/// Links along the diagonals of a board of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slanted {
    None,
    /// Some cells have them, others have not: they are lines that one has to see.
    Some,
    All,
}

pub(crate) fn slanted(board: &Board, places: &Places) -> Slanted {
    let (mut touched, mut beside) = (vec![false; board.cells.len()], vec![false; board.cells.len()]);
    for (cell, spot) in places.placed() {
        for to in board.links.iter().filter_map(|links| links.get(cell.idx()).copied().flatten()) {
            let Some(at) = places.at(to) else { continue };
            let (dx, dy) = ((at.x - spot.at.x).abs(), (at.y - spot.at.y).abs());
            if (dx - 1.0).abs() < 0.1 && (dy - 1.0).abs() < 0.1 {
                touched[cell.idx()] = true;
                touched[to.idx()] = true;
            } else if (dx + dy - 1.0).abs() < 0.1 {
                beside[cell.idx()] = true;
            }
        }
    }
    // On the boards that are meant, every other cell is without; single ones are places of another sort.
    let n = places.placed().count();
    let without = places.placed().filter(|(cell, _)| beside[cell.idx()] && !touched[cell.idx()]).count();
    match (touched.contains(&true), without * 4 > n) {
        (false, _) => Slanted::None,
        (true, true) => Slanted::Some,
        (true, false) => Slanted::All,
    }
}
