//! Any position of any game as a drawing.
//!
//! [`scene`] makes a model of it from the geometry in the compiled game: cells with shapes and centres, lines, pieces,
//! marks, labels. [`svg`] writes the model as SVG; other front ends draw it in their own way. Nothing here knows a game
//! by name: what a game needs to be drawn as its players are used to comes in a [`Look`], from the presentation file
//! beside the rules (`docs/presentation.md`), and the drawings of pieces are data.
//!
//! ```
//! use zug_draw::{Look, View, scene, svg};
//! use zug_game::{Game, NoFiles};
//!
//! let rules = r#"
//!   (game (title "Race") (players White Black) (turn-order White Black)
//!     (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1))))
//!     (piece (name Man) (moves (n (verify empty?) add)))
//!     (board-setup (White (Man a1)) (Black (Man b1))))
//! "#;
//! let game = Game::from_text("race.zrf", rules.as_bytes(), &NoFiles)?;
//! let drawing = scene(&game.start(), &Look::default(), &View::default());
//! assert_eq!(drawing.cells.len(), 4);
//! assert!(svg(&drawing).contains("<title>White Man, a1</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// In suggested reading order.
mod scene;

mod graph;
mod look;

mod board;
mod draft;
mod marks;
mod men;
mod panel;
mod wardrobe;

pub mod figures;
mod svg;
mod theme;

pub use board::zone_cells;
pub use look::{BoardLook, Colour, Drawing, Look, Palette, PieceLook, Set, Style, ZoneLook};
pub use marks::{in_check, touched};
pub use scene::{
    Anchor, CELL, Cell, Colours, Drawn, Figure, Label, Man, Mark, Paint, Point, Rect, Says, Scene, Shape,
    Sign,
};
pub use svg::svg;
pub use wardrobe::drawing;

use draft::{Draft, derived_style};
use wardrobe::Wardrobe;
use zug_game::{CellId, Move, PlayerId, State};
use zug_notation::layout::Places;

/// What is shown beside the position itself.
#[derive(Clone, Debug, Default)]
pub struct View<'a> {
    /// From the other side.
    pub flip: bool,
    /// The move that led here.
    pub last_move: Option<&'a Move>,
    /// Cells of pieces under attack that may not be.
    pub check: &'a [CellId],
    /// What was chosen to move, and where it may go.
    pub selected: Option<CellId>,
    pub targets: &'a [CellId],
}

/// Paper around everything.
const PAGE: f64 = 24.0;

/// Draws a position.
pub fn scene(state: &State, look: &Look, view: &View<'_>) -> Scene {
    let game = state.game();
    let ir = game.ir();
    let arrangement = look.arrangement();
    let mut places = Places::new(&ir.board, &arrangement).unwrap_or_else(|| {
        // Nothing tells how the board looks: links are springs.
        let mut places = graph::springs(&ir.board);
        places.settle(&ir.board, &arrangement);
        places
    });
    let style = look.board.look.unwrap_or_else(|| derived_style(ir, &places));
    if view.flip {
        places.flip();
        places.begin_at(0.0, 0.0);
    }
    let players = ir.players.iter().enumerate().map(|(i, player)| {
        let said = look.pieces.colours.get(&player.name).map(|colour| colour.0);
        (player.name.as_str(), said, ir.is_active(PlayerId(i as u16)) && !player.random)
    });
    let scene = Scene {
        title: ir.texts.title.clone(),
        bounds: Rect::default(),
        palette: palette(look, style),
        colours: theme::players(players),
        ground: Vec::new(),
        cells: Vec::new(),
        lines: Vec::new(),
        marks: Vec::new(),
        pieces: Vec::new(),
        labels: Vec::new(),
    };
    let stands = vec![None; ir.board.cells.len()];
    let mut draft = Draft { state, ir, look, arrangement, flip: view.flip, places, style, scene, stands };
    board::draw(&mut draft);
    let wardrobe = Wardrobe::new(ir, &look.pieces);
    men::draw(&mut draft, state, &wardrobe);
    mark(&mut draft, state, view);
    panel::draw(&mut draft, state, &wardrobe);
    finish(draft)
}

fn palette(look: &Look, style: Style) -> &'static str {
    let usual = match style {
        Style::Points | Style::Pits | Style::Holes => "wood",
        Style::Squares | Style::Chequered | Style::Tables => "brown",
    };
    look.board.palette.map_or(usual, |palette| palette.0)
}

fn mark(draft: &mut Draft, state: &State, view: &View<'_>) {
    if let Some(mv) = view.last_move {
        marks::draw(draft, Sign::Last, &touched(mv));
    }
    marks::draw(draft, Sign::Check, view.check);
    marks::draw(draft, Sign::Selected, view.selected.as_slice());
    let (taken, free): (Vec<CellId>, Vec<CellId>) =
        view.targets.iter().partition(|cell| state.position().piece(**cell).is_some());
    marks::draw(draft, Sign::Target, &free);
    marks::draw(draft, Sign::Strike, &taken);
}

/// Puts paper under everything.
fn finish(draft: Draft) -> Scene {
    let labels = draft.scene.labels.iter().map(label_bounds);
    let pieces = draft.scene.pieces.iter().map(|man| Rect::around(man.centre, man.size, man.size));
    let marks = draft.scene.marks.iter().map(|mark| mark.shape.bounds());
    let around = Rect::hull(labels.chain(pieces).chain(marks).chain([draft.bounds()])).unwrap_or_default();
    let mut scene = draft.scene;
    scene.bounds = around.grown(PAGE);
    scene.ground.insert(0, Drawn { paint: Paint::Page, shape: Shape::Rect(scene.bounds, 0.0) });
    scene
}

/// About where a text is: fonts differ.
fn label_bounds(label: &Label) -> Rect {
    let width = 0.6 * label.size * label.text.chars().count() as f64;
    let x = match label.anchor {
        Anchor::Start => label.at.x,
        Anchor::Middle => label.at.x - width / 2.0,
        Anchor::End => label.at.x - width,
    };
    Rect::new(x, label.at.y - label.size / 2.0, width, label.size)
}
