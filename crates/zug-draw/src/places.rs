//! Where the cells of a board lie on the page, in widths of a cell.
//!
//! The presentation file comes first if it draws the board row by row. Then grids, laid out as their cells' places or the
//! names of their directions tell; places alone; names like `d7`; directions alone; and where nothing tells anything, links
//! are springs. Cells that are in none of these lie beside the board.

mod graph;
mod sheets;
mod walk;

use crate::compass::Rose;
use crate::look::BoardLook;
use crate::scene::Point;
use zug_game::CellId;
use zug_game::ir::{Board, Cell};

/// How neighbours lie around a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lattice {
    Squares,
    /// Hexagons, in rows or in columns.
    Hexagons(Rose),
    /// Anywhere.
    Free,
}

/// A row or a column and its name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) cells: Vec<CellId>,
    pub(crate) is_row: bool,
    pub(crate) sheet: usize,
}

/// The board on the page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Places {
    pub(crate) lattice: Lattice,
    /// By cell.
    pub(crate) spots: Vec<Option<Spot>>,
    /// Where a board of squares has holes.
    pub(crate) gaps: Vec<Point>,
    pub(crate) lines: Vec<Line>,
    /// Names of layers.
    pub(crate) titles: Vec<(usize, String)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub(crate) at: Point,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Layers are sheets of their own.
    pub(crate) sheet: usize,
    /// Neighbours differ in it: 0 is dark, 1 light, and 2 the third colour of hexagons.
    pub(crate) tone: u8,
}

impl Spot {
    fn unit(x: f64, y: f64, sheet: usize) -> Self {
        Spot { at: Point::new(x, y), width: 1.0, height: 1.0, sheet, tone: 0 }
    }
}

impl Places {
    /// Finds places for as many cells as possible.
    pub(crate) fn new(board: &Board, look: &BoardLook) -> Self {
        let by_rect = || walk::by_rect(board);
        let mut places = if !look.rows.is_empty() {
            sheets::by_rows(board, &look.rows)
        } else if board.grids.len() == 1 {
            sheets::by_grids(board)
        } else if !board.grids.is_empty() {
            by_rect().or_else(|| walk::by_directions(board)).unwrap_or_else(|| sheets::by_grids(board))
        } else {
            by_rect()
                .or_else(|| sheets::by_names(board))
                .or_else(|| walk::by_directions(board))
                .unwrap_or_else(|| graph::springs(board))
        };
        // A cell that is not to be seen is drawn beside the board while something is on it.
        // Stores have their places at the ends of the board.
        for (spot, cell) in places.spots.iter_mut().zip(&board.cells) {
            if cell.hidden || look.stores.contains(&cell.name) {
                *spot = None;
            }
        }
        places.begin_at(0.0, 0.0);
        places.paint();
        places
    }

    /// Gives every cell its tone. The cell at the left below is dark, and so are all if they can be of one tone.
    fn paint(&mut self) {
        let all = || self.spots.iter().flatten().map(|s| s.at).chain(self.gaps.iter().copied());
        let deepest = all().map(|p| p.y).fold(0.0, f64::max);
        let lattice = self.lattice;
        let tone = |spot: &Spot| match lattice {
            Lattice::Hexagons(rose) => {
                let (x, y) =
                    if rose == Rose::Columns { (spot.at.y, spot.at.x) } else { (spot.at.x, spot.at.y) };
                let row = y / 0.75_f64.sqrt();
                ((x - row / 2.0) - row).round().rem_euclid(3.0) as u8
            }
            _ => {
                (spot.at.x.round() + (deepest - spot.at.y).round() + spot.sheet as f64).rem_euclid(2.0) as u8
            }
        };
        self.spots.iter_mut().flatten().for_each(|spot| spot.tone = tone(spot));
        if !matches!(lattice, Lattice::Hexagons(_)) && self.spots.iter().flatten().all(|spot| spot.tone == 1)
        {
            self.spots.iter_mut().flatten().for_each(|spot| spot.tone = 0);
        }
    }

    fn empty(board: &Board, lattice: Lattice) -> Self {
        let spots = vec![None; board.cells.len()];
        Places { lattice, spots, gaps: Vec::new(), lines: Vec::new(), titles: Vec::new() }
    }

    fn put(&mut self, cell: CellId, spot: Spot) {
        if let Some(place) = self.spots.get_mut(cell.idx()) {
            *place = Some(spot);
        }
    }

    pub(crate) fn at(&self, cell: CellId) -> Option<Point> {
        self.spots.get(cell.idx()).copied().flatten().map(|spot| spot.at)
    }

    /// The cells that have a place, in their order.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (CellId, Spot)> + '_ {
        self.spots.iter().enumerate().filter_map(|(i, spot)| spot.map(|spot| (CellId(i as u16), spot)))
    }

    /// Turns the board half round.
    pub(crate) fn flip(&mut self) {
        let turn = |p: &mut Point| *p = Point::new(-p.x, -p.y);
        self.spots.iter_mut().flatten().for_each(|spot| turn(&mut spot.at));
        self.gaps.iter_mut().for_each(turn);
        self.lines.iter_mut().for_each(|line| line.cells.reverse());
    }

    /// Moves everything so that the least coordinates are these.
    pub(crate) fn begin_at(&mut self, x: f64, y: f64) {
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
pub(crate) fn linked(board: &Board) -> Vec<bool> {
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
