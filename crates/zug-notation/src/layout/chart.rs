//! A board for characters: seats in columns and lines, and what is written beside them.
//!
//! A chart has the rows of the drawing. Seats are counted in widths and heights of a cell from the left above; on hexagons every
//! other line, or every other column, is shifted by half a cell.

mod beside;
mod tables;

use super::{Arrangement, Lattice, Line, Places, Point, ROW, Rose};
use std::collections::{BTreeMap, BTreeSet};
use zug_game::CellId;
use zug_game::ir::Board;

/// A board without a lattice that has more columns or lines than this is a list.
const MOST_FREE: usize = 60;
/// A slanted board can be as wide as its author likes; a chart cannot.
const WIDEST: f64 = 200.0;

/// The board, as far as it has rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    pub blocks: Vec<Block>,
    /// Cells that are in no block, those that are not to be seen among them.
    pub beside: Vec<CellId>,
}

/// What is drawn together: a layer, or the whole board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    pub title: String,
    pub seats: Vec<Seat>,
    /// Names of rows.
    pub sides: Vec<Side>,
    /// Names of columns and points, where a seat could be.
    pub labels: Vec<Label>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Seat {
    pub cell: CellId,
    pub x: f64,
    pub y: f64,
    /// Neighbours differ in it.
    pub tone: u8,
    pub tag: Option<Tag>,
}

/// What is written on a cell itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tag {
    /// Its name, where nothing beside the board tells it.
    Name(String),
    /// The number that players call it by.
    Number(String),
}

/// A text in the place of a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub x: f64,
    pub y: f64,
    pub text: String,
}

/// A text that ends before the column `x`.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    pub x: f64,
    pub y: f64,
    pub text: String,
}

impl Chart {
    /// The chart of a board, on request seen from the other side.
    pub fn new(board: &Board, arrangement: &Arrangement, turned: bool) -> Self {
        let blocks = if arrangement.is_tables() {
            vec![tables::block(board, arrangement, turned)]
        } else {
            Places::new(board, arrangement)
                .map(|places| blocks(board, arrangement, places, turned))
                .unwrap_or_default()
        };
        let seated: BTreeSet<CellId> =
            blocks.iter().flat_map(|block| block.seats.iter().map(|seat| seat.cell)).collect();
        let all = (0..board.cells.len() as u16).map(CellId);
        Chart { blocks, beside: all.filter(|cell| !seated.contains(cell)).collect() }
    }
}

impl Block {
    /// The least and the greatest column and line of a seat.
    pub(crate) fn extent(&self) -> (Point, Point) {
        let fold = |f: fn(&Seat) -> f64, start: f64, pick: fn(f64, f64) -> f64| {
            self.seats.iter().map(f).fold(start, pick)
        };
        let least = |f| fold(f, f64::INFINITY, f64::min);
        let most = |f| fold(f, f64::NEG_INFINITY, f64::max);
        (Point::new(least(|s| s.x), least(|s| s.y)), Point::new(most(|s| s.x), most(|s| s.y)))
    }

    /// True if some seats are half a line lower than their neighbours.
    pub fn has_half_lines(&self) -> bool {
        self.seats.iter().any(|seat| seat.y.fract() != 0.0)
    }
}

fn blocks(board: &Board, arrangement: &Arrangement, mut places: Places, turned: bool) -> Vec<Block> {
    if turned {
        places.flip();
        places.begin_at(0.0, 0.0);
    }
    let mut sheets: BTreeMap<usize, Vec<(CellId, Point, u8)>> = BTreeMap::new();
    for (cell, spot) in places.placed() {
        sheets.entry(spot.sheet).or_default().push((cell, spot.at, spot.tone));
    }
    let mut lines: BTreeMap<usize, Vec<&Line>> = BTreeMap::new();
    for line in &places.lines {
        lines.entry(line.sheet).or_default().push(line);
    }
    let titles: BTreeMap<usize, &String> =
        places.titles.iter().map(|(sheet, title)| (*sheet, title)).collect();
    let named = named_by_lines(board, &places);
    let mut blocks: Vec<(Point, Block)> = Vec::new();
    for (sheet, cells) in sheets {
        let corner = cells.iter().fold(Point::new(f64::INFINITY, f64::INFINITY), |corner, (_, at, _)| {
            Point::new(corner.x.min(at.x), corner.y.min(at.y))
        });
        let Some(seats) = seats(places.lattice, &cells, corner) else { continue };
        let title = titles.get(&sheet).map_or(String::new(), |title| (*title).clone());
        let mut block = Block { title, seats, ..Block::default() };
        let lines = lines.remove(&sheet).unwrap_or_default();
        if !tables::fold(&mut block, &lines, turned) {
            beside::stores(board, arrangement, &mut block, turned);
            beside::names(&mut block, &lines, places.lattice);
        }
        for seat in &mut block.seats {
            seat.tag = tag(board, arrangement, &named, seat.cell);
        }
        blocks.push((corner, block));
    }
    // A board that is turned round has its last layer first.
    blocks.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    blocks.into_iter().map(|(_, block)| block).collect()
}

/// The cells that names of rows and columns tell.
fn named_by_lines(board: &Board, places: &Places) -> BTreeSet<CellId> {
    let of = |is_row: bool| -> BTreeSet<CellId> {
        let lines = places.lines.iter().filter(|line| line.is_row == is_row);
        lines.flat_map(|line| line.cells.iter().copied()).collect()
    };
    let mut named: BTreeSet<CellId> = of(true).intersection(&of(false)).copied().collect();
    for line in &places.lines {
        let whole = |cell: &&CellId| board.cells.get(cell.idx()).is_some_and(|c| c.name == line.name);
        named.extend(line.cells.iter().filter(whole));
    }
    named
}

fn tag(board: &Board, arrangement: &Arrangement, named: &BTreeSet<CellId>, cell: CellId) -> Option<Tag> {
    let name = &board.cells.get(cell.idx())?.name;
    if let Some(number) = arrangement.squares.iter().position(|square| square == name) {
        return Some(Tag::Number((number + 1).to_string()));
    }
    (!named.contains(&cell)).then(|| Tag::Name(arrangement.name(name).to_owned()))
}

/// Where cells sit. `None` if that is no picture: too large, or two cells in one place.
fn seats(lattice: Lattice, cells: &[(CellId, Point, u8)], corner: Point) -> Option<Vec<Seat>> {
    let half = |n: f64| (n * 2.0).round() / 2.0;
    let seat = |(cell, at, tone): &(CellId, Point, u8)| {
        let (x, y) = (at.x - corner.x, at.y - corner.y);
        let (x, y) = match lattice {
            Lattice::Hexagons(Rose::Columns) => ((x / ROW).round(), half(y)),
            Lattice::Hexagons(_) => (half(x), (y / ROW).round()),
            _ => (x, y),
        };
        Seat { cell: *cell, x, y, tone: *tone, tag: None }
    };
    let mut seats: Vec<Seat> = cells.iter().map(seat).collect();
    let whole = |n: f64| (n - n.round()).abs() < 0.01;
    match lattice {
        Lattice::Hexagons(_) => {
            if seats.iter().any(|seat| seat.x > WIDEST) {
                return None;
            }
        }
        Lattice::Squares if seats.iter().all(|seat| whole(seat.x) && whole(seat.y)) => {
            seats.iter_mut().for_each(|seat| (seat.x, seat.y) = (seat.x.round(), seat.y.round()));
        }
        _ => rank(&mut seats)?,
    }
    Some(seats)
}

/// Columns and lines are the distinct places, nearly equal ones being one.
fn rank(seats: &mut [Seat]) -> Option<()> {
    let xs = ranks(seats.iter().map(|seat| seat.x).collect())?;
    let ys = ranks(seats.iter().map(|seat| seat.y).collect())?;
    let mut taken: Vec<(usize, usize)> = ys.iter().copied().zip(xs.iter().copied()).collect();
    taken.sort_unstable();
    if taken.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    // Columns are so narrow that neighbours in one line still have room beside each other.
    let gap = taken.windows(2).filter(|w| w[0].0 == w[1].0).map(|w| w[1].1 - w[0].1).min().unwrap_or(1);
    for (seat, (x, y)) in seats.iter_mut().zip(xs.into_iter().zip(ys)) {
        (seat.x, seat.y) = (x as f64 / gap as f64, y as f64);
    }
    Some(())
}

/// For each value how many clearly smaller ones there are; `None` if there are too many.
fn ranks(values: Vec<f64>) -> Option<Vec<usize>> {
    const NEAR: f64 = 0.25;
    let mut sorted = values.clone();
    sorted.sort_by(f64::total_cmp);
    let mut firsts: Vec<f64> = Vec::new();
    for value in sorted {
        if firsts.last().is_none_or(|first| value - first > NEAR) {
            firsts.push(value);
        }
    }
    let rank = |value: &f64| firsts.partition_point(|first| first <= value).saturating_sub(1);
    (firsts.len() <= MOST_FREE).then(|| values.iter().map(rank).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_equal_places_are_one() {
        assert_eq!(ranks(vec![3.0, 1.0, 1.2, 3.1]), Some(vec![1, 0, 0, 1]));
        assert_eq!(ranks(vec![]), Some(vec![]));
        assert_eq!(ranks((0..100).map(f64::from).collect()), None);
    }

    #[test]
    fn two_cells_in_one_place_are_no_picture() {
        let cells = |x: f64| [(CellId(0), Point::default(), 0), (CellId(1), Point::new(x, 0.1), 0)];
        assert_eq!(seats(Lattice::Free, &cells(0.1), Point::default()), None);
        assert_eq!(seats(Lattice::Free, &cells(1.5), Point::default()).map(|seats| seats[1].x), Some(1.0));
    }
}
