//! Where the cells of a board lie, in widths of a cell: for drawings, text pictures and the screen alike.
//!
//! The presentation file comes first if it gives the board row by row. Then grids, laid out as their cells' places or the
//! names of their directions tell; places alone; names like `d7`; directions alone. Cells that are in none of these lie
//! beside the board.

mod arrangement;
mod chart;
mod compass;
mod lines;
mod planes;
mod sheets;
mod walk;

pub use arrangement::Arrangement;
pub use chart::{Block, Chart, Label, Seat, Side, Tag};
pub use compass::Rose;
pub(crate) use planes::planes;

use zug_game::CellId;
use zug_game::ir::{Board, Cell};

/// A place on the page.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// The point so far away.
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Point::new(self.x + dx, self.y + dy)
    }

    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// From one row of hexagons to the next.
const ROW: f64 = 0.866_025_403_784_438_6;

/// How neighbours lie around a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    Squares,
    /// Hexagons, in rows or in columns.
    Hexagons(Rose),
    /// Anywhere.
    Free,
}

/// A row or a column and its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub name: String,
    pub cells: Vec<CellId>,
    pub is_row: bool,
    pub sheet: usize,
}

/// The board on the page.
#[derive(Clone, PartialEq, Debug)]
pub struct Places {
    pub lattice: Lattice,
    /// By cell.
    pub spots: Vec<Option<Spot>>,
    /// Where a board of squares has holes.
    pub gaps: Vec<Point>,
    pub lines: Vec<Line>,
    /// Names of layers.
    pub titles: Vec<(usize, String)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    pub at: Point,
    pub width: f64,
    pub height: f64,
    /// Layers are sheets of their own.
    pub sheet: usize,
    /// Neighbours differ in it: 0 is dark, 1 light, and 2 the third colour of hexagons.
    pub tone: u8,
}

impl Spot {
    pub fn unit(x: f64, y: f64, sheet: usize) -> Self {
        Spot { at: Point::new(x, y), width: 1.0, height: 1.0, sheet, tone: 0 }
    }
}

impl Places {
    /// Places for as many cells as possible; `None` if nothing tells how the board looks.
    pub fn new(board: &Board, arrangement: &Arrangement) -> Option<Self> {
        let by_rect = || walk::by_rect(board);
        let mut places = if !arrangement.rows.is_empty() {
            sheets::by_rows(board, &arrangement.rows)
        } else if board.grids.len() == 1 {
            sheets::by_grids(board)
        } else if !board.grids.is_empty() {
            by_rect().or_else(|| walk::by_directions(board)).unwrap_or_else(|| sheets::by_grids(board))
        } else {
            by_rect().or_else(|| sheets::by_names(board)).or_else(|| walk::by_directions(board))?
        };
        if places.lines.is_empty() {
            places.lines = lines::named(board, &places);
        }
        places.settle(board, arrangement);
        Some(places)
    }

    /// Takes cells off that lie beside the board, and gives the others their final places and tones.
    pub fn settle(&mut self, board: &Board, arrangement: &Arrangement) {
        // A cell that is not to be seen is drawn beside the board while something is on it.
        // Stores have their places at the ends of the board.
        for (spot, cell) in self.spots.iter_mut().zip(&board.cells) {
            if cell.hidden || arrangement.stores.contains(&cell.name) {
                *spot = None;
            }
        }
        self.begin_at(0.0, 0.0);
        self.paint();
    }

    /// Gives every cell its tone. The cell at the left below is dark, and so are all if they can be of one tone.
    fn paint(&mut self) {
        match self.lattice {
            Lattice::Hexagons(rose) => self.paint_hexagons(rose),
            Lattice::Squares | Lattice::Free => self.paint_squares(),
        }
    }

    /// Three tones, so that neighbours never share one: counted from one cell of the sheet in whole steps, for places of
    /// others may be half a step off.
    fn paint_hexagons(&mut self, rose: Rose) {
        let turned = |p: Point| if rose == Rose::Columns { Point::new(p.y, p.x) } else { p };
        let mut first: Option<(usize, Point)> = None;
        for spot in self.spots.iter_mut().flatten() {
            let at = turned(spot.at);
            let from = match first {
                Some((sheet, from)) if sheet == spot.sheet => from,
                _ => first.insert((spot.sheet, at)).1,
            };
            let row = ((at.y - from.y) / ROW).round();
            let column = (at.x - from.x - row / 2.0).round();
            spot.tone = (column - row).rem_euclid(3.0) as u8;
        }
    }

    fn paint_squares(&mut self) {
        let all = || self.spots.iter().flatten().map(|s| s.at).chain(self.gaps.iter().copied());
        let deepest = all().map(|p| p.y).fold(0.0, f64::max);
        let tone = |spot: &Spot| {
            (spot.at.x.round() + (deepest - spot.at.y).round() + spot.sheet as f64).rem_euclid(2.0) as u8
        };
        self.spots.iter_mut().flatten().for_each(|spot| spot.tone = tone(spot));
        if self.spots.iter().flatten().all(|spot| spot.tone == 1) {
            self.spots.iter_mut().flatten().for_each(|spot| spot.tone = 0);
        }
    }

    pub fn empty(board: &Board, lattice: Lattice) -> Self {
        let spots = vec![None; board.cells.len()];
        Places { lattice, spots, gaps: Vec::new(), lines: Vec::new(), titles: Vec::new() }
    }

    pub fn put(&mut self, cell: CellId, spot: Spot) {
        if let Some(place) = self.spots.get_mut(cell.idx()) {
            *place = Some(spot);
        }
    }

    pub fn at(&self, cell: CellId) -> Option<Point> {
        self.spots.get(cell.idx()).copied().flatten().map(|spot| spot.at)
    }

    /// The cells that have a place, in their order.
    pub fn placed(&self) -> impl Iterator<Item = (CellId, Spot)> + '_ {
        self.spots.iter().enumerate().filter_map(|(i, spot)| spot.map(|spot| (CellId(i as u16), spot)))
    }

    /// Turns the board half round.
    pub fn flip(&mut self) {
        let turn = |p: &mut Point| *p = Point::new(-p.x, -p.y);
        self.spots.iter_mut().flatten().for_each(|spot| turn(&mut spot.at));
        self.gaps.iter_mut().for_each(turn);
        self.lines.iter_mut().for_each(|line| line.cells.reverse());
    }

    /// Moves everything so that the least coordinates are these.
    pub fn begin_at(&mut self, x: f64, y: f64) {
        let all = || self.spots.iter().flatten().map(|s| s.at).chain(self.gaps.iter().copied());
        let least = |f: fn(&Point) -> f64| all().map(|p| f(&p)).fold(f64::INFINITY, f64::min);
        let (dx, dy) = (x - least(|p| p.x), y - least(|p| p.y));
        if dx.is_finite() && dy.is_finite() {
            self.spots.iter_mut().flatten().for_each(|s| s.at = s.at.moved(dx, dy));
            self.gaps.iter_mut().for_each(|p| *p = p.moved(dx, dy));
        }
    }
}

/// Has the cell any link, in or out? One without lies outside the game.
fn linked(board: &Board) -> Vec<bool> {
    let mut linked = vec![false; board.cells.len()];
    for links in &board.links {
        for (from, to) in links.iter().enumerate() {
            if let Some(to) = to {
                for cell in [from, to.idx()] {
                    if let Some(seen) = linked.get_mut(cell) {
                        *seen = true;
                    }
                }
            }
        }
    }
    linked
}

/// The column and the row of a name like `d7`.
fn algebraic(cell: &Cell) -> Option<(u32, u32)> {
    let mut chars = cell.name.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = chars.as_str();
    if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((u32::from(letter) - u32::from('a'), digits.parse().ok()?))
}
