//! `zug moves`: what can be played.

use crate::args::{AtArgs, GameArgs, JsonArgs};
use crate::errors::{Done, Failure};
use crate::open::{Opened, open};
use crate::output::{Out, Standing, outcome_text};
use crate::saved;
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use zug_game::{CellId, Move, Piece, State, Turn, part_name, part_start, part_stop};
use zug_notation::engine::{EngineNotation, Protocol};
use zug_notation::moves;

/// List the legal moves of a position
#[derive(clap::Args, Debug)]
#[command(after_help = "\
One move on a line. Names are unique in their position and are what `--moves` reads.

Examples:
  zug moves chess
  zug moves chess --moves \"e2-e4\" --notation zsg
  zug moves chess --notation uci              as engines write them
  zug moves chess --notation san
  zug moves english-draughts --after          each with the position it leads to
  zug moves chess --json | jq '.moves | length'")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    at: AtArgs,
    /// How moves are written
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,
    /// Add the position after each move
    #[arg(long)]
    after: bool,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Notation {
    /// Our own: e2-e4, Queen@d4, a7-a8=Queen
    #[default]
    Zug,
    /// As in saved games of Zillions: Pawn e2 - e4
    Zsg,
    /// As engines of chess write it: e2e4, a7a8q, Q@d4
    Uci,
    /// As engines of shogi write it: 7g7f, 8h2b+, P*5e
    Usi,
    /// Of chess and its relatives, as in PGN: Nf3, exd5, O-O
    San,
    /// Of draughts, as in PDN: 32-28, 26x37
    Pdn,
    /// Points, as in SGF: dd
    Sgf,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    standing: Standing,
    /// How many moves there are.
    mobility: usize,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    text: String,
    parts: Vec<PartRow>,
    /// How promising the rules call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<i32>,
    /// True if the rules call it forced.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    forced: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

#[derive(Serialize)]
struct PartRow {
    /// Where it starts; nowhere for a drop.
    from: Option<String>,
    /// Where it stops; nowhere for a capture without a movement.
    to: Option<String>,
    captures: Vec<CaptureRow>,
    text: String,
}

#[derive(Serialize)]
struct CaptureRow {
    cell: String,
    player: String,
    kind: String,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let state = opened.at(&args.at)?;
    let failed = Failure::run(&opened.game);
    let turn = state.turn().map_err(&failed)?;
    let named = state.named_moves().map_err(&failed)?;
    let texts = args.notation.texts(&opened, &state)?;
    let texts = texts.into_iter().map(Some).chain(std::iter::repeat(None));
    let rows = named
        .into_iter()
        .zip(texts)
        .map(|((name, mv), text)| row(args, &opened, &state, text.unwrap_or(name), mv))
        .collect::<Result<Vec<Row>, Failure>>()?;
    if args.json.json {
        let mobility = state.mobility().map_err(&failed)?;
        out.json(&Answer { standing: Standing::of(&state, &turn), mobility, moves: rows })?;
        return Ok(());
    }
    for row in rows {
        match row.position {
            Some(position) => writeln!(out, "{}\t{position}", row.text)?,
            None => writeln!(out, "{}", row.text)?,
        }
    }
    if let Turn::Over(outcome) = turn {
        writeln!(out, "none: the game is over ({})", outcome_text(&opened.game, &outcome))?;
    }
    Ok(())
}

impl Notation {
    /// The texts of all moves where they are more than the parts one after the other; else none.
    fn texts(self, opened: &Opened, state: &State) -> Result<Vec<String>, Failure> {
        let Opened { game, settings, style, .. } = opened;
        let failed = Failure::run(game);
        let by_engines = |protocol| EngineNotation::new(protocol, style).texts(state).map_err(&failed);
        let notation = match self {
            Notation::Zug | Notation::Zsg => return Ok(Vec::new()),
            Notation::Uci => return by_engines(Protocol::Uci),
            Notation::Usi => return by_engines(Protocol::Usi),
            Notation::San => moves::Notation::san(game, settings),
            Notation::Pdn => moves::Notation::draughts(game, settings),
            Notation::Sgf => moves::Notation::points(game, settings),
        };
        let notation = notation.map_err(Failure::usage)?;
        let choice = moves::Choice::of(state).map_err(&failed)?;
        let all = state.moves().map_err(&failed)?.len();
        (0..all).map(|i| notation.text(&choice, i).map_err(&failed)).collect()
    }
}

fn row(args: &Args, opened: &Opened, state: &State, name: String, mv: &Move) -> Result<Row, Failure> {
    let game = &opened.game;
    let texts: Vec<String> = match args.notation {
        Notation::Zsg => saved::part_texts(state, mv).map_err(Failure::run(game))?,
        _ => mv.parts().map(|part| part_name(game, part)).collect(),
    };
    let text = match args.notation {
        Notation::Zsg if texts.is_empty() => "Pass".to_owned(),
        Notation::Zsg => texts.join(" / "),
        _ => name,
    };
    let cell = |cell: CellId| game.cell_name(cell).to_owned();
    let capture = |(at, piece): (CellId, Piece)| CaptureRow {
        cell: cell(at),
        player: game.player_name(piece.owner()).to_owned(),
        kind: game.kind_name(piece.kind()).to_owned(),
    };
    let parts = mv.parts().zip(state.captures(mv)).zip(texts).map(|((part, taken), text)| PartRow {
        from: part_start(part).map(cell),
        to: part_stop(part).map(cell),
        captures: taken.into_iter().map(capture).collect(),
        text,
    });
    let parts = parts.collect();
    let (weight, forced) = mv.note().map_or((None, false), |note| (note.weight, note.forced));
    let position = if args.after {
        let mut next = state.clone();
        next.play_unchecked(mv).map_err(Failure::run(game))?;
        Some(zug_notation::position::print(&next, &opened.style))
    } else {
        None
    };
    Ok(Row { text, parts, weight, forced, position })
}
