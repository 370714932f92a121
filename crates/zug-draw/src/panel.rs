//! Beside the board: the players with whose turn it is, what they have scored and hold in reserve, and the dice.

use crate::draft::Draft;
use crate::marks;
use crate::scene::{Anchor, CELL, Figure, Label, Man, Point, Rect, Says};
use crate::wardrobe::Wardrobe;
use zug_game::ir::script::BLANK_FACE;
use zug_game::{KindId, PlayerId, State, Turn, UNLIMITED};

/// Sizes beside a board that is eight cells wide; they grow and shrink with it.
const HIGH: f64 = 64.0;
const TEXT: f64 = 32.0;
/// A piece in reserve.
const PIECE: f64 = 58.0;
const WIDTH: f64 = 8.9 * CELL;
/// More kinds than this in one reserve are not drawn.
const MOST: usize = 40;

/// Draws a line for each player: below the board whoever looks at it, above it his rival, further ones below.
pub(crate) fn draw(draft: &mut Draft, state: &State, wardrobe: &Wardrobe) {
    let board = draft.bounds();
    let mut seats = draft.seats();
    if draft.flip && seats.len() == 2 {
        seats.reverse();
    }
    let turn = state.turn().ok();
    let to_move = match turn {
        Some(Turn::Player(player)) => Some(player),
        Some(Turn::Chance(_)) => Some(actor(state)),
        Some(Turn::Over(_)) | None => None,
    };
    let scores = state.scores().unwrap_or_default();
    let won = match &turn {
        Some(Turn::Over(outcome)) => outcome.winner(),
        _ => None,
    };
    let scale = (board.width / WIDTH).clamp(0.6, 2.5);
    let mut below = board.bottom() + extra_below(draft, board) + 16.0 * scale;
    let mut above = board.y - extra_above(draft, board) - 16.0 * scale;
    let width = if seats.len() > 2 { board.width / 2.0 } else { board.width };
    let mut highest = 0.0_f64;
    for (i, &player) in seats.iter().enumerate() {
        let score = scores.iter().find(|(p, _)| *p == player).map(|(_, score)| *score);
        let line = Line { player, score, to_move: to_move == Some(player), won: won == Some(player), scale };
        let height = line.height(draft, state, width);
        let (column, top) = match (i, seats.len()) {
            (1, 2) => {
                above -= height;
                (0, above)
            }
            (_, ..=2) => (0, below),
            // More players than two stand in two columns.
            _ => (i % 2, below),
        };
        line.draw(draft, state, wardrobe, Rect::new(board.x + column as f64 * width, top, width, height));
        highest = highest.max(height);
        if column == 1 {
            below += highest;
            highest = 0.0;
        }
    }
}

/// Whose move it is while chance decides.
fn actor(state: &State) -> PlayerId {
    state.game().program().turn(state.position()).actor
}

/// Labels may reach beyond the board.
fn extra_below(draft: &Draft, board: Rect) -> f64 {
    draft.scene.labels.iter().map(|l| l.at.y + l.size / 2.0 - board.bottom()).fold(0.0, f64::max)
}

fn extra_above(draft: &Draft, board: Rect) -> f64 {
    draft.scene.labels.iter().map(|l| board.y - l.at.y + l.size / 2.0).fold(0.0, f64::max)
}

struct Line {
    player: PlayerId,
    score: Option<i32>,
    to_move: bool,
    won: bool,
    scale: f64,
}

impl Line {
    fn title(&self, state: &State) -> String {
        let name: String = state.game().player_name(self.player).chars().take(24).collect();
        let score = self.score.map(|score| format!("  {score}")).unwrap_or_default();
        let fate = match (self.won, state.out().contains(&self.player)) {
            (true, _) => "  ★",
            (false, true) => "  ✕",
            (false, false) => "",
        };
        format!("{name}{score}{fate}")
    }

    /// A length at the size of this line.
    fn of(&self, length: f64) -> f64 {
        length * self.scale
    }

    /// Where the reserve begins, and how many pieces of it are in a row.
    fn columns(&self, state: &State, width: f64) -> (f64, usize) {
        let from = 60.0 + 0.62 * TEXT * self.title(state).chars().count() as f64 + 24.0;
        let from = self.of(from).min(width * 0.6);
        (from, (((width - from) / self.of(PIECE + 30.0)) as usize).max(1))
    }

    fn held(&self, draft: &Draft, state: &State) -> Vec<(KindId, u32)> {
        if draft.look.board.reserves == Some(false) {
            return Vec::new();
        }
        let game = state.game();
        let kinds = (0..game.ir().kinds.len() as u16).map(KindId);
        let held = kinds.map(|kind| (kind, state.position().reserve(game.program(), self.player, kind)));
        held.filter(|(_, n)| *n > 0).take(MOST).collect()
    }

    fn height(&self, draft: &Draft, state: &State, width: f64) -> f64 {
        let (_, columns) = self.columns(state, width);
        self.of(HIGH) * self.held(draft, state).len().div_ceil(columns).max(1) as f64
    }

    fn draw(&self, draft: &mut Draft, state: &State, wardrobe: &Wardrobe, area: Rect) {
        let middle = area.y + self.of(HIGH / 2.0);
        let at = |x: f64| Point::new(area.x + self.of(x), middle);
        self.chip(draft, state, wardrobe, at(34.0));
        if self.to_move {
            marks::turn(draft, at(6.0), self.of(9.0));
            dice(draft, state, self.player, Point::new(area.right(), middle), self.of(56.0));
        }
        let says = Says::Name;
        let (text, size) = (self.title(state), self.of(TEXT));
        draft.scene.labels.push(Label { says, text, at: at(60.0), size, anchor: Anchor::Start });
        let (from, columns) = self.columns(state, area.width);
        for (i, held) in self.held(draft, state).into_iter().enumerate() {
            let x = area.x + from + (i % columns) as f64 * self.of(PIECE + 30.0) + self.of(PIECE / 2.0);
            let centre = Point::new(x, middle + (i / columns) as f64 * self.of(HIGH));
            self.hold(draft, state, wardrobe, held, centre);
        }
    }

    /// The sign of the player before his name.
    fn chip(&self, draft: &mut Draft, state: &State, wardrobe: &Wardrobe, centre: Point) {
        let colours = &draft.scene.colours;
        let own = colours.get(self.player.idx()).map(|c| c.body);
        let same = draft.seats().iter().filter(|p| colours.get(p.idx()).map(|c| c.body) == own).count() > 1;
        // Where bodies are alike, owners are told by where pieces face, or by what is written on them.
        let name = match (wardrobe.turns(), same) {
            (true, _) => "triangle",
            (false, true) => "target",
            (false, false) => "disc",
        };
        draft.scene.pieces.push(Man {
            name: state.game().player_name(self.player).to_owned(),
            cell: None,
            owner: self.player,
            count: 0,
            figure: Figure::Drawing(name),
            centre,
            size: self.of(30.0),
            angle: wardrobe.seen(self.player, draft.flip),
        });
    }

    /// Pieces of a kind in reserve, with their number.
    fn hold(
        &self,
        draft: &mut Draft,
        state: &State,
        wardrobe: &Wardrobe,
        held: (KindId, u32),
        centre: Point,
    ) {
        let ((kind, n), game) = (held, state.game());
        let number = if n == UNLIMITED { "∞".to_owned() } else { n.to_string() };
        draft.scene.pieces.push(Man {
            name: format!("{} {}: {number}", game.player_name(self.player), game.kind_name(kind)),
            cell: None,
            owner: self.player,
            count: u64::from(n),
            figure: wardrobe.kind(self.player, kind),
            centre,
            size: self.of(PIECE),
            angle: wardrobe.seen(self.player, draft.flip),
        });
        let (at, size) = (centre.moved(self.of(PIECE / 2.0 + 2.0), self.of(12.0)), self.of(28.0));
        draft.scene.labels.push(Label { says: Says::Count, text: number, at, size, anchor: Anchor::Start });
    }
}

/// The faces that are still to be played, from the right.
fn dice(draft: &mut Draft, state: &State, player: PlayerId, right: Point, size: f64) {
    let Some(rules) = &state.game().ir().scripted else { return };
    let slots = rules.dice.iter().flat_map(|dice| &dice.slots);
    let faces = slots.map(|slot| state.position().global(*slot)).filter(|face| *face != 0).take(12);
    let faces: Vec<i32> = faces.map(|face| if face == BLANK_FACE { 0 } else { face }).collect();
    for (i, &face) in faces.iter().rev().enumerate() {
        let centre = Point::new(right.x - 0.55 * size - i as f64 * 1.15 * size, right.y);
        let name = face.to_string();
        draft.scene.pieces.push(Man {
            name,
            cell: None,
            owner: player,
            count: 0,
            figure: Figure::Die(face),
            centre,
            size,
            angle: 0.0,
        });
    }
}
