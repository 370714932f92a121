//! `zug perft`: how many different results a number of turns can have.

use crate::args::{AtArgs, GameArgs, JsonArgs};
use crate::errors::{Done, Failure};
use crate::open::open;
use crate::output::{Out, Progress};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use zug_game::Game;

/// Count the results of a number of plies
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Legal moves whose whole effect is the same count once. With dice, a ply is a roll and the turn after it.

Examples:
  zug perft chess 4                  197281
  zug perft chess 3 --divide         the same for each first move
  zug perft chess 3 --position \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"
  zug perft english-draughts 6 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many plies
    depth: u32,
    /// Show the count below each first move
    #[arg(long)]
    divide: bool,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t)]
    backend: Backend,
    #[command(flatten)]
    at: AtArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// What runs the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Backend {
    /// The fast form where the game has one, else the interpreter
    #[default]
    Auto,
    /// The reference interpreter
    Interp,
    /// The fast form
    Fast,
}

impl Backend {
    /// What it comes to in a game.
    pub(crate) fn resolve(self, game: &Game) -> Result<Backend, Failure> {
        if self == Backend::Interp {
            return Ok(Backend::Interp);
        }
        match (self, game.fast()) {
            (_, Ok(_)) => Ok(Backend::Fast),
            (Backend::Auto | Backend::Interp, Err(_)) => Ok(Backend::Interp),
            (Backend::Fast, Err(why)) => Err(Failure::usage(format!(
                "`{}` has no fast form: {why}; leave out `--backend`, or say `--backend interp`",
                game.title()
            ))),
        }
    }

    /// What the engine calls it.
    pub(crate) fn chosen(self) -> zug_game::Backend {
        if self == Backend::Interp { zug_game::Backend::Interp } else { zug_game::Backend::Auto }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Backend::Auto => "auto",
            Backend::Interp => "interp",
            Backend::Fast => "fast",
        }
    }
}

#[derive(Serialize)]
struct Answer {
    depth: u32,
    nodes: u64,
    seconds: f64,
    backend: Backend,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Row>>,
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let state = opened.at(&args.at)?;
    let failed = Failure::run(&opened.game);
    let backend = args.backend.resolve(&opened.game)?;
    let progress = Progress::uncounted(format_args!("perft {} {}", args.game.game, args.depth));
    let clock = Instant::now();
    let (nodes, divide) = if args.divide && args.depth > 0 {
        let rows = state.perft_divide_by(backend.chosen(), args.depth).map_err(failed)?;
        let rows: Vec<Row> = rows.into_iter().map(|row| Row { text: row.name, nodes: row.nodes }).collect();
        (rows.iter().fold(0u64, |sum, row| sum.saturating_add(row.nodes)), Some(rows))
    } else {
        (state.perft_by(backend.chosen(), args.depth).map_err(failed)?, None)
    };
    let seconds = clock.elapsed().as_secs_f64();
    drop(progress);
    let answer = Answer { depth: args.depth, nodes, seconds, backend, divide };
    if args.json.json {
        out.json(&answer)?;
        return Ok(());
    }
    for row in answer.divide.iter().flatten() {
        writeln!(out, "{}: {}", row.text, row.nodes)?;
    }
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        out,
        "{nodes} nodes at depth {}, {seconds:.3} s, {speed:.2} million/s, {}",
        args.depth,
        backend.word()
    )?;
    Ok(())
}
