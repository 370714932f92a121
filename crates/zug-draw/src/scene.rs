//! What a drawing consists of, before anybody writes it down.
//!
//! A scene is a flat list of things with places and meanings: cells, lines, pieces, marks, labels. One hundred
//! units are the width of a cell. Front ends that are no SVG (a canvas, a toolkit) can draw it as well, and find
//! the cell under a finger in it.

use zug_game::{CellId, PlayerId};

/// Units in the width of a cell.
pub const CELL: f64 = 100.0;

pub use zug_notation::layout::Point;

/// A rectangle with its sides along the axes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Rect { x, y, width, height }
    }

    pub(crate) fn around(centre: Point, width: f64, height: f64) -> Self {
        Rect::new(centre.x - width / 2.0, centre.y - height / 2.0, width, height)
    }

    /// The smallest rectangle around all of these; nothing if there are none.
    pub(crate) fn hull(rects: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        rects.into_iter().reduce(|a, b| {
            let (x, y) = (a.x.min(b.x), a.y.min(b.y));
            Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
        })
    }

    /// Larger by so much on every side.
    pub(crate) fn grown(self, by: f64) -> Self {
        Rect::new(self.x - by, self.y - by, self.width + 2.0 * by, self.height + 2.0 * by)
    }

    pub fn right(self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    pub fn centre(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Is the point inside, or on the edge?
    pub fn contains(self, p: Point) -> bool {
        (self.x..=self.right()).contains(&p.x) && (self.y..=self.bottom()).contains(&p.y)
    }
}

/// An outline.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// With corners rounded by so much.
    Rect(Rect, f64),
    Circle(Point, f64),
    Polygon(Vec<Point>),
    /// Straight lines, each from point to point.
    Lines(Vec<(Point, Point)>),
    /// Three quarters of a circle around a corner of the board: centre, radius, and the two ends.
    Loop(Point, f64, Point, Point),
}

/// What a shape is, which decides how it is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The paper that everything lies on.
    Page,
    /// The rim of the board.
    Frame,
    /// What lies between and under the cells.
    Field,
    /// A cell of a board with one colour.
    Plain,
    Light,
    Dark,
    /// The third colour of hexagonal boards.
    Mid,
    /// A place on lines: seen only when it is marked.
    Spot,
    /// A pit of mancala.
    Pit,
    /// A round hole.
    Hole,
    /// A place beside the board.
    Tray,
    /// Lines between places.
    Line,
    /// A small filled dot on lines.
    Star,
    /// Zones.
    Tint,
    Water,
    Goal,
    /// Thin lines of an ornament inside a cell.
    Ornament,
    /// The edge where the board goes on at the other side.
    Seam,
    /// An edge that belongs to this player.
    Edge(PlayerId),
}

/// A shape that is no cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    pub paint: Paint,
    pub shape: Shape,
}

/// A cell of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub cell: CellId,
    pub name: String,
    pub paint: Paint,
    pub shape: Shape,
    /// Where a piece stands.
    pub centre: Point,
    /// How wide a piece may be.
    pub room: f64,
}

/// How a piece looks.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// One of the drawings of [`crate::figures`], by name.
    Drawing(&'static str),
    /// A few letters on a drawing.
    Letters(&'static str, String),
    /// A die, or a casting stick, that shows so many.
    Die(i32),
}

/// One piece, or several that are drawn as one with their number.
#[derive(Clone, PartialEq, Debug)]
pub struct Man {
    /// What it is and where, for those who cannot see it.
    pub name: String,
    /// The cell it stands on; `None` beside the board.
    pub cell: Option<CellId>,
    pub owner: PlayerId,
    /// How many pieces it stands for.
    pub count: u64,
    pub figure: Figure,
    pub centre: Point,
    /// The side of the square it fills.
    pub size: f64,
    /// Degrees, clockwise.
    pub angle: f64,
}

/// Something that is true of a cell now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// The last move began, went through or ended here.
    Last,
    /// The same on a piece that fills its place: a dot upon it.
    LastOn,
    /// A piece here is under attack that may not be.
    Check,
    /// Chosen to move.
    Selected,
    /// Where it may go; an empty cell.
    Target,
    /// Where it may go and something stands.
    Strike,
    /// Whose turn it is: beside his name.
    Turn,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub sign: Sign,
    pub cell: Option<CellId>,
    pub shape: Shape,
}

/// What a text is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// Names of rows, columns and layers.
    Coordinate,
    /// The same on the rim of the board.
    Rim,
    /// Names of players and places beside the board.
    Name,
    /// How many pieces there are.
    Count,
    /// The same upon a piece of this player.
    On(PlayerId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub says: Says,
    pub text: String,
    /// The middle of its height; across as `anchor` says.
    pub at: Point,
    pub size: f64,
    pub anchor: Anchor,
}

/// The colours of a player's pieces: body, outline, detail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours {
    pub body: &'static str,
    pub outline: &'static str,
    pub detail: &'static str,
}

/// A whole drawing. Lists are in the order of painting.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub title: String,
    pub bounds: Rect,
    /// Colours of the board, see [`crate::theme`].
    pub palette: &'static str,
    /// By player.
    pub colours: Vec<Colours>,
    pub ground: Vec<Drawn>,
    pub cells: Vec<Cell>,
    pub lines: Vec<Drawn>,
    /// Marks under the pieces, then those above them.
    pub marks: Vec<Mark>,
    pub pieces: Vec<Man>,
    pub labels: Vec<Label>,
}

impl Scene {
    /// The cell at a point, the nearest one if several are there.
    pub fn cell_at(&self, p: Point) -> Option<CellId> {
        let near = self.cells.iter().filter(|c| c.bounds().contains(p));
        near.min_by(|a, b| a.centre.distance(p).total_cmp(&b.centre.distance(p))).map(|c| c.cell)
    }
}

impl Cell {
    /// The rectangle around it.
    pub fn bounds(&self) -> Rect {
        self.shape.bounds()
    }
}

impl Shape {
    /// The rectangle around it.
    pub fn bounds(&self) -> Rect {
        let dot = |p: &Point| Rect::new(p.x, p.y, 0.0, 0.0);
        match self {
            Shape::Rect(rect, _) => *rect,
            Shape::Circle(c, r) | Shape::Loop(c, r, ..) => Rect::around(*c, 2.0 * r, 2.0 * r),
            Shape::Polygon(points) => Rect::hull(points.iter().map(dot)).unwrap_or_default(),
            Shape::Lines(lines) => {
                Rect::hull(lines.iter().flat_map(|(a, b)| [dot(a), dot(b)])).unwrap_or_default()
            }
        }
    }
}
