//! `zug moves`: what can be played.

use crate::args::{AtArgs, GameArgs, JsonArgs};
use crate::errors::{Done, Failure};
use crate::open::{Opened, open};
use crate::output::{Out, Standing, outcome_text};
use crate::saved;
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use zug_game::{CellId, Move, State, Turn, part_name};
use zug_notation::engine::{EngineNotation, Protocol};

/// List the legal moves of a position
#[derive(clap::Args, Debug)]
#[command(after_help = "\
One move on a line. Names are unique in their position and are what `--moves` reads.

Examples:
  zug moves chess
  zug moves chess --moves \"e2-e4\" --notation zsg
  zug moves chess --notation uci              as engines write them
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
}

impl Notation {
    /// The engine protocol that it belongs to.
    fn protocol(self) -> Option<Protocol> {
        match self {
            Notation::Uci => Some(Protocol::Uci),
            Notation::Usi => Some(Protocol::Usi),
            Notation::Zug | Notation::Zsg => None,
        }
    }
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    standing: Standing,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    text: String,
    parts: Vec<PartRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

#[derive(Serialize)]
struct PartRow {
    /// Where the movement that names the part starts; nowhere for a drop.
    from: Option<String>,
    to: Option<String>,
    text: String,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let state = opened.at(&args.at)?;
    let failed = Failure::run(&opened.game);
    let turn = state.turn().map_err(&failed)?;
    let mut named = state.named_moves().map_err(&failed)?;
    if let Some(protocol) = args.notation.protocol() {
        let texts = EngineNotation::new(protocol, &opened.style).texts(&state).map_err(&failed)?;
        named = texts.into_iter().zip(named).map(|(text, (_, mv))| (text, mv)).collect();
    }
    let rows = named
        .into_iter()
        .map(|(name, mv)| row(args, &opened, &state, name, mv))
        .collect::<Result<Vec<Row>, Failure>>()?;
    if args.json.json {
        out.json(&Answer { standing: Standing::of(&state, &turn), moves: rows })?;
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

fn row(args: &Args, opened: &Opened, state: &State, name: String, mv: &Move) -> Result<Row, Failure> {
    let game = &opened.game;
    let texts: Vec<String> = match args.notation {
        Notation::Zug | Notation::Uci | Notation::Usi => {
            mv.parts().map(|part| part_name(game, part)).collect()
        }
        Notation::Zsg => saved::part_texts(state, mv).map_err(Failure::run(game))?,
    };
    let text = match args.notation {
        Notation::Zug | Notation::Uci | Notation::Usi => name,
        Notation::Zsg if texts.is_empty() => "Pass".to_owned(),
        Notation::Zsg => texts.join(" / "),
    };
    let cell = |cell: u16| (cell != u16::MAX).then(|| game.cell_name(CellId(cell)).to_owned());
    let parts = mv
        .parts()
        .zip(texts)
        .map(|(part, text)| PartRow { from: cell(part.head.from), to: cell(part.head.to), text })
        .collect();
    let position = if args.after {
        let mut next = state.clone();
        next.play_unchecked(mv).map_err(Failure::run(game))?;
        Some(zug_notation::position::print(&next, &opened.style))
    } else {
        None
    };
    Ok(Row { text, parts, position })
}
