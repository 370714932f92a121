//! A board as a sheet of characters: where each cell is, what is written beside it, and which cell is where.

use std::collections::{BTreeMap, BTreeSet};
use zug_draw::{Paint, Scene};
use zug_game::CellId;
use zug_game::ir::Board;
use zug_notation::layout::{Arrangement, Block, Chart, Side, Tag};

/// Widths and heights that a cell can have, the best first.
const SIZES: [(u16, u16); 3] = [(7, 3), (5, 2), (3, 1)];
/// Between blocks.
const GAP: u16 = 3;
/// No sheet is larger: boards have as many cells as their authors like.
const MOST: u16 = 4000;

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Sheet {
    pub(in super::super) width: u16,
    pub(in super::super) height: u16,
    pub(in super::super) spots: Vec<Spot>,
    pub(in super::super) labels: Vec<Label>,
    /// What is written on cells.
    pub(in super::super) tags: BTreeMap<CellId, String>,
    pub(in super::super) strokes: Vec<Stroke>,
}

/// A cell on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Spot {
    pub(in super::super) cell: CellId,
    pub(in super::super) x: u16,
    pub(in super::super) y: u16,
    pub(in super::super) w: u16,
    pub(in super::super) h: u16,
    pub(in super::super) ground: Ground,
}

/// What a cell looks like without a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Ground {
    /// One of three shades.
    Tile(u8),
    /// A point on lines.
    Point,
    /// Beside the board.
    Aside,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Label {
    pub(in super::super) x: u16,
    pub(in super::super) y: u16,
    pub(in super::super) text: String,
}

/// A character of a line between two points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Stroke {
    pub(in super::super) x: u16,
    pub(in super::super) y: u16,
    pub(in super::super) mark: char,
}

/// What a board is drawn from.
#[derive(Clone, Debug)]
pub(in super::super) struct Plan {
    board: Board,
    /// From either side.
    charts: [Chart; 2],
    /// Pieces stand on lines.
    lined: bool,
}

impl Plan {
    /// The plan of a board, with what the drawing of the game knows: whether pieces stand on lines.
    pub(in super::super) fn new(board: &Board, arrangement: &Arrangement, scene: &Scene) -> Self {
        let charts = [false, true].map(|turned| Chart::new(board, arrangement, turned));
        let spots = scene.cells.iter().filter(|cell| cell.paint == Paint::Spot).count();
        Plan { board: board.clone(), charts, lined: spots * 2 > scene.cells.len() }
    }
}

/// Where to look from a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Way {
    Left,
    Right,
    Up,
    Down,
}

impl Sheet {
    /// The board with cells as large as there is room for. `wide` is the longest text of a cell.
    pub(in super::super) fn fit(plan: &Plan, wide: u16, room: (u16, u16), turned: bool) -> Self {
        let chart = &plan.charts[usize::from(turned)];
        let sheet = |(w, h): (u16, u16)| Self::of(plan, chart, (w.max(wide + 2), h), room.0);
        let fits = |sheet: &Sheet| sheet.width <= room.0 && sheet.height <= room.1;
        let smallest = || {
            let tight = Self::of(plan, chart, (wide.max(1) + 1, 1), room.0);
            let roomy = sheet(SIZES[2]);
            if tight.width < roomy.width || tight.height < roomy.height { tight } else { roomy }
        };
        SIZES.into_iter().map(sheet).find(fits).unwrap_or_else(smallest)
    }

    fn of(plan: &Plan, chart: &Chart, size: (u16, u16), room: u16) -> Self {
        let mut sheet = Sheet::default();
        // Where the next block goes, and where the band of blocks below this one begins.
        let (mut x, mut y, mut next) = (0u16, 0u16, 0u16);
        for block in &chart.blocks {
            let drawn = draw(block, size, plan.lined);
            let (width, height) = (drawn.width, drawn.height);
            if x > 0 && x.saturating_add(width) > room {
                (x, y) = (0, next.saturating_add(1));
            }
            sheet.add(drawn, x, y);
            x = x.saturating_add(width + GAP);
            next = next.max(y.saturating_add(height));
        }
        let shown = |cell: &CellId| plan.board.cells.get(cell.idx()).is_some_and(|c| !c.hidden);
        let rest: Vec<CellId> = chart.beside.iter().copied().filter(shown).collect();
        sheet.list(&plan.board, &rest, size.0, room);
        sheet.strokes = strokes(&plan.board, &sheet.spots);
        sheet
    }

    fn add(&mut self, other: Sheet, x: u16, y: u16) {
        if x.max(y) > MOST {
            return;
        }
        self.width = self.width.max(x + other.width).min(MOST);
        self.height = self.height.max(y + other.height).min(MOST);
        self.spots.extend(other.spots.into_iter().map(|s| Spot { x: s.x + x, y: s.y + y, ..s }));
        self.tags.extend(other.tags);
        self.labels.extend(other.labels.into_iter().map(|l| Label { x: l.x + x, y: l.y + y, ..l }));
    }

    /// A text on a line that ends before a column, and before names of columns that are in the way.
    fn before(&self, column: u16, y: u16, text: &str) -> Label {
        let long = long(text);
        let mut end = column.saturating_sub(1);
        let taken = |end: u16| {
            let on_line = self.labels.iter().filter(|label| label.y == y).map(|label| label.x);
            on_line.filter(|x| (end.saturating_sub(long)..=end).contains(x)).min()
        };
        while let Some(x) = taken(end).filter(|_| end > 0) {
            end = x.saturating_sub(1).min(end - 1);
        }
        Label { x: end.saturating_sub(long), y, text: text.to_owned() }
    }

    /// True if no cell is where the text is.
    fn is_free(&self, label: &Label) -> bool {
        (label.x..label.x + long(&label.text)).all(|x| self.cell_at(x, label.y).is_none())
    }

    /// Cells beside the board, each after its name.
    fn list(&mut self, board: &Board, cells: &[CellId], w: u16, room: u16) {
        let mut x = 0;
        let mut y = if self.spots.is_empty() { 0 } else { self.height + 1 };
        for &cell in cells {
            let name = board.cells.get(cell.idx()).map_or("", |c| c.name.as_str());
            let long = long(name) + 1;
            if x > 0 && x + long + w > room.min(MOST) {
                (x, y) = (0, y + 1);
            }
            if y >= MOST {
                return;
            }
            self.labels.push(Label { x, y, text: name.to_owned() });
            self.spots.push(Spot { cell, x: x + long, y, w, h: 1, ground: Ground::Aside });
            x += long + w + 2;
            self.width = self.width.max(x - 2).min(MOST);
            self.height = self.height.max(y + 1).min(MOST);
        }
    }

    /// The cell at a place of the sheet.
    pub(in super::super) fn cell_at(&self, x: u16, y: u16) -> Option<CellId> {
        let inside = |s: &&Spot| (s.x..s.x + s.w).contains(&x) && (s.y..s.y + s.h).contains(&y);
        self.spots.iter().find(inside).map(|spot| spot.cell)
    }

    pub(in super::super) fn spot(&self, cell: CellId) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.cell == cell)
    }

    /// The next cell in a direction: the nearest one. On lines a step aside counts more than one ahead, so that one stays on
    /// the line; on hexagons the next row is nearer than the one after it, which lies straight ahead.
    pub(in super::super) fn next(&self, from: CellId, way: Way) -> Option<CellId> {
        let spot = self.spot(from)?;
        let here = spot.middle();
        let weight = if spot.ground == Ground::Point { 2 } else { 1 };
        let cost = |spot: &&Spot| {
            let there = spot.middle();
            let (dx, dy) = (there.0 - here.0, there.1 - here.1);
            let (ahead, aside) = match way {
                Way::Left => (-dx, dy),
                Way::Right => (dx, dy),
                Way::Up => (-dy, dx),
                Way::Down => (dy, dx),
            };
            (ahead > 0 && ahead >= aside.abs() / 3).then_some((ahead + weight * aside.abs(), ahead))
        };
        self.spots.iter().filter_map(|spot| Some((cost(&spot)?, spot.cell))).min().map(|(_, cell)| cell)
    }
}

impl Spot {
    /// Twice the middle, with rows counted double: characters are twice as high as wide.
    fn middle(&self) -> (i32, i32) {
        let twice = |from: u16, size: u16| 2 * i32::from(from) + i32::from(size) - 1;
        (twice(self.x, self.w), 2 * twice(self.y, self.h))
    }
}

fn long(text: &str) -> u16 {
    text.chars().count().min(usize::from(MOST)) as u16
}

fn draw(block: &Block, (w, h): (u16, u16), lined: bool) -> Sheet {
    // Half a line is at least a line of characters.
    let h = if block.has_half_lines() { h.max(2) } else { h };
    let seats = block.seats.iter().map(|seat| (seat.x, seat.y));
    let places = seats.chain(block.labels.iter().map(|label| (label.x, label.y)));
    let (left, top) = places.fold((f64::MAX, f64::MAX), |(x, y), at| (x.min(at.0), y.min(at.1)));
    let title = u16::from(!block.title.is_empty());
    // Names above the board take one line, whatever the height of a cell.
    let above = if top < 0.0 { 1 } else { 0 };
    let scaled = |n: f64, size: u16| (n * f64::from(size)).round().clamp(0.0, f64::from(MOST)) as u16;
    // Names of rows may be left of everything else.
    let width = |side: &Side| (long(&side.text) + 1).saturating_sub(scaled(side.x - left, w));
    let margin = block.sides.iter().map(width).max().unwrap_or(0);
    let column = |x: f64| scaled(x - left, w) + margin;
    let row = |y: f64| scaled(y, h) + above + title;
    let mut sheet = Sheet::default();
    for seat in &block.seats {
        let ground = if lined { Ground::Point } else { Ground::Tile(seat.tone) };
        let spot = Spot { cell: seat.cell, x: column(seat.x), y: row(seat.y), w, h, ground };
        sheet.width = sheet.width.max(spot.x + w);
        sheet.height = sheet.height.max(spot.y + h);
        sheet.spots.push(spot);
        if let Some(Tag::Name(text) | Tag::Number(text)) = &seat.tag {
            sheet.tags.insert(seat.cell, text.clone());
        }
    }
    let bottom = sheet.height;
    for label in &block.labels {
        let y = if label.y < 0.0 { title } else { (row(label.y) + (h - 1) / 2).min(bottom) };
        let x = column(label.x) + w.saturating_sub(long(&label.text)) / 2;
        sheet.height = sheet.height.max(y + 1);
        sheet.labels.push(Label { x, y, text: label.text.clone() });
    }
    for side in &block.sides {
        let label = |line: u16| sheet.before(column(side.x), row(side.y) + line, &side.text);
        let label = [(h - 1) / 2, h - 1, 0].into_iter().map(label).find(|label| sheet.is_free(label));
        sheet.labels.extend(label);
    }
    if title == 1 {
        sheet.labels.push(Label { x: margin, y: 0, text: block.title.clone() });
    }
    let right = sheet.labels.iter().map(|l| l.x + long(&l.text)).max().unwrap_or(0);
    sheet.width = sheet.width.max(right).min(MOST);
    sheet
}

/// Lines between linked points that have nothing between them.
fn strokes(board: &Board, spots: &[Spot]) -> Vec<Stroke> {
    let points: Vec<&Spot> = spots.iter().filter(|s| s.ground == Ground::Point).collect();
    let centre = |s: &Spot| (i32::from(s.x + s.w / 2), i32::from(s.y + (s.h - 1) / 2));
    let find = |cell: CellId| points.iter().find(|s| s.cell == cell).copied();
    let (mut straight, mut aslant, mut n_straight) = (Vec::new(), Vec::new(), 0);
    let mut seen = BTreeSet::new();
    for links in &board.links {
        for (from, to) in links.iter().enumerate() {
            let ends = to.and_then(|to| Some((find(CellId(from as u16))?, find(to)?)));
            let Some((a, b)) = ends.filter(|(a, b)| a.cell < b.cell) else { continue };
            if !seen.insert((a.cell, b.cell)) {
                continue;
            }
            let ((x, y), (to_x, to_y)) = (centre(a), centre(b));
            let between = |s: &&&Spot| {
                let (px, py) = centre(s);
                let within = |low: i32, p: i32, high: i32| p >= low.min(high) && p <= low.max(high);
                (px - x) * (to_y - y) == (py - y) * (to_x - x)
                    && within(x, px, to_x)
                    && within(y, py, to_y)
                    && s.cell != a.cell
                    && s.cell != b.cell
            };
            if points.iter().any(|s| between(&s)) {
                continue;
            }
            let (dx, dy) = (to_x - x, to_y - y);
            let steps = if dy == 0 { dx.abs() } else { dy.abs() };
            let mark = match (dx == 0, dy == 0, (dx > 0) == (dy > 0)) {
                (_, true, _) => '─',
                (true, ..) => '│',
                (.., true) => '╲',
                _ => '╱',
            };
            let at = |i: i32| Stroke { x: (x + dx * i / steps) as u16, y: (y + dy * i / steps) as u16, mark };
            match dx == 0 || dy == 0 {
                true => straight.extend((1..steps).map(at)),
                false => aslant.push((1..steps).map(at).collect::<Vec<_>>()),
            }
            n_straight += usize::from(dx == 0 || dy == 0);
        }
    }
    // Where every diagonal is linked, links say how pieces act, not what the board looks like.
    if aslant.len() * 4 < n_straight * 3 {
        straight.extend(aslant.into_iter().flatten());
    }
    straight
}
