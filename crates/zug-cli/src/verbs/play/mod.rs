//! `zug play`: a game in the terminal, line by line.

mod says;
mod seats;
mod session;

use crate::args::{AtArgs, GameArgs};
use crate::errors::Done;
use crate::lang::Lang;
use crate::open::open;
use crate::output::Out;
use crate::seed;
use seats::Seats;
use session::Session;
use std::io::Write;
use zug_engine::{Children, Spec};

/// Play in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
You type moves as `zug moves` lists them; `?` lists them while playing, `help` all commands.
A player is `human`, `random`, `ai`, `ai:LEVEL` (1 to 10), `ai:time=1s`, `ai:nodes=10000`, or another program:
`uci:COMMAND` (docs/engines.md). The first player is you unless you say otherwise.

Examples:
  zug play chess
  zug play chess --white random --black human
  zug play chess --black ai:3
  zug play xiangqi --black \"uci:fairy-stockfish?Skill Level=1\"
  zug play english-draughts --white human --black human
  zug play gomoku --player 2 random --seed 7
  zug play chess --position \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    at: AtArgs,
    /// Who plays the player called White, or the first one
    #[arg(long, value_name = "SPEC")]
    white: Option<Spec>,
    /// Who plays the player called Black, or the second one
    #[arg(long, value_name = "SPEC")]
    black: Option<Spec>,
    /// Who plays player number N (from 1, in the order of `zug info`); may be given several times
    #[arg(long, num_args = 2, value_names = ["N", "SPEC"], action = clap::ArgAction::Append)]
    player: Vec<String>,
    /// Seed of dice and random players; drawn and shown if you give none
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after this many plies where nobody is human
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    cap: usize,
    /// Plain lines of text (the only way at present)
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let seats = Seats::new(&opened.game, args.white.clone(), args.black.clone(), &args.player)?;
    let seed = args.seed.unwrap_or_else(seed::draw);
    let children = Children::new();
    end_cleanly_on_interrupt(children.clone());
    let players = seats.players(&opened.table(), seed, &children)?;
    let mut session = Session::new(&opened, lang, seats, players, seed, opened.first(&args.at)?);
    if let Some(moves) = &args.at.moves {
        session.play_all(moves)?;
    }
    session.run(out, args.cap)
}

/// Ctrl-C is a way to leave like any other.
fn end_cleanly_on_interrupt(children: Children) {
    let handled = ctrlc::set_handler(move || {
        children.kill_all();
        let _ = writeln!(std::io::stdout());
        std::process::exit(0);
    });
    // Without a handler Ctrl-C still ends the program, only less politely.
    drop(handled);
}
