//! `zug show`: a position.

use crate::args::{AtArgs, GameArgs, JsonArgs};
use crate::disk;
use crate::errors::{Done, Failure};
use crate::open::{Opened, open};
use crate::output::{Out, Standing, out_text, outcome_text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use zug_draw::View;
use zug_game::{AttrId, CellId, Piece, State, Turn};

/// Show a position: picture, position text, whose turn
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug show chess
  zug show chess --moves \"e2-e4 e7-e5\"
  zug show chess --position \"8/8/8/8/8/8/4K2Q/7k w - - 0 1\"
  zug show gomoku --json
  zug show shogi --svg shogi.svg
  zug show chess --moves \"e2-e4\" --svg - --flip > chess.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    at: AtArgs,
    #[command(flatten)]
    json: JsonArgs,

    /// Draw the position into this file as SVG (`-`: to standard output, and nothing else)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,

    /// Draw it from the other side
    #[arg(long, requires = "svg")]
    flip: bool,
}

#[derive(Serialize)]
struct Answer {
    /// The position text that `--position` reads.
    position: String,
    #[serde(flatten)]
    standing: Standing,
    /// What each player has, in games that count.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    scores: BTreeMap<String, i32>,
    /// The cells with something on them, in the order of the board.
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    name: String,
    /// Bottom to top where pieces are piled.
    pieces: Vec<Man>,
}

#[derive(Serialize)]
struct Man {
    player: String,
    kind: String,
    count: u64,
    /// Attributes that differ from the kind's own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attributes: BTreeMap<String, i32>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let (state, last_move) = opened.at_with_last(&args.at)?;
    if let Some(file) = &args.svg {
        let check = zug_draw::in_check(&state);
        let (flip, last_move) = (args.flip, last_move.as_ref());
        let view = View { flip, last_move, check: &check, ..View::default() };
        return draw(&opened, &state, &view, file, out);
    }
    let position = zug_notation::position::print(&state, &opened.style);
    let turn = state.turn().map_err(Failure::run(&opened.game))?;
    let game = &opened.game;
    let scores = state.scores().map_err(Failure::run(game))?;
    let scores: Vec<(String, i32)> =
        scores.into_iter().map(|(player, score)| (game.player_name(player).to_owned(), score)).collect();
    if args.json.json {
        let standing = Standing::of(&state, &turn);
        let scores = scores.into_iter().collect();
        out.json(&Answer { position, standing, scores, cells: cells(&state) })?;
        return Ok(());
    }
    writeln!(out, "{}", zug_notation::picture(&state, &opened.arrangement, false))?;
    writeln!(out, "position: {position}")?;
    match turn {
        Turn::Player(player) => writeln!(out, "to move: {}", game.player_name(player))?,
        Turn::Chance(player) => writeln!(out, "drawn at random: {}", game.player_name(player))?,
        Turn::Over(outcome) => writeln!(out, "over: {}", outcome_text(game, &outcome))?,
    }
    if let Some(players) = out_text(&state) {
        writeln!(out, "out: {players}")?;
    }
    if !scores.is_empty() {
        let scores: Vec<String> = scores.iter().map(|(player, score)| format!("{player} {score}")).collect();
        writeln!(out, "score: {}", scores.join(", "))?;
    }
    Ok(())
}

/// Writes the drawing, whole or not at all.
fn draw(opened: &Opened, state: &State, view: &View<'_>, file: &Path, out: &mut Out) -> Done {
    let drawing = zug_draw::svg(&zug_draw::scene(state, &opened.look, view));
    if file == Path::new("-") {
        out.write_all(drawing.as_bytes())?;
        return Ok(());
    }
    disk::write(file, drawing.as_bytes())
        .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", file.display())))
}

fn cells(state: &State) -> Vec<Cell> {
    let ir = state.game().ir();
    let all = (0..ir.board.cells.len()).map(|i| CellId(i as u16));
    let cell = |cell| Cell { name: ir.cell_name(cell).to_owned(), pieces: pieces(state, cell) };
    all.map(cell).filter(|cell| !cell.pieces.is_empty()).collect()
}

fn pieces(state: &State, cell: CellId) -> Vec<Man> {
    let found = state.game().contents(state.position(), cell);
    found.into_iter().map(|(piece, count)| man(state, piece, count)).collect()
}

fn man(state: &State, piece: Piece, count: u64) -> Man {
    let game = state.game();
    let layout = game.program().layout();
    let mut attributes = BTreeMap::new();
    for (i, attr) in game.ir().attrs.iter().enumerate() {
        let id = AttrId(i as u16);
        if layout.carries(piece.kind(), id) && layout.attr(piece, id) != layout.default_attr(piece.kind(), id)
        {
            attributes.insert(attr.name.clone(), layout.attr(piece, id));
        }
    }
    Man {
        player: game.player_name(piece.owner()).to_owned(),
        kind: game.kind_name(piece.kind()).to_owned(),
        count,
        attributes,
    }
}
