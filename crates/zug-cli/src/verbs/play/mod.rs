//! `zug play`: a game in the terminal, on the whole screen or line by line.

// In suggested reading order.
mod seats;
mod sitting;

mod files;
mod opponents;
mod says;

mod plain;
mod screen;

use crate::args::{AtArgs, GameArgs};
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::moves_text;
use crate::open::{Opened, Rules, open};
use crate::output::Out;
use crate::seed;
use opponents::Opponents;
use plain::Plain;
use screen::Session;
use seats::Seats;
use sitting::Sitting;
use std::io::{IsTerminal, Write, stdin, stdout};
use zug_engine::{Children, Spec};

/// Play in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
On the screen `?` shows the keys. With `--plain` you type moves as `zug moves` lists them; `?` lists them, `help` all
commands. A player is `human`, `random`, `ai`, `ai:LEVEL` (1 to 10), `ai:time=1s`, `ai:nodes=10000`, or another program:
`uci:COMMAND` (docs/engines.md). The first player is you unless you say otherwise.

Examples:
  zug play chess
  zug play chess --white random --black human
  zug play chess --black ai:3
  zug play xiangqi --black \"uci:fairy-stockfish?Skill Level=1\"
  zug play english-draughts --white human --black human
  zug play gomoku --player 2 random --seed 7
  zug play long-nardy --enter-dice
  zug play chess --plain
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
    /// Throw the dice yourself and enter what they show
    #[arg(long)]
    enter_dice: bool,
    /// Lines of text only, for screen readers and scripts; so it is anyway where there is no terminal
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let seats = Seats::new(&opened.game, args.white.clone(), args.black.clone(), &args.player)?;
    let seed = args.seed.unwrap_or_else(seed::draw);
    let first = opened.first(&args.at)?;
    let mut sitting = Sitting::new(first.clone(), seats, seed);
    if let Some(moves) = &args.at.moves {
        for mv in moves_text::play_all(&mut first.clone(), moves)? {
            sitting.play(&mv).map_err(Failure::no)?;
        }
    }
    let children = Children::new();
    end_cleanly_on_interrupt(children.clone());
    let opponents = Opponents::new(&opened, sitting.seats(), seed, &children)?;
    if args.plain || !stdin().is_terminal() || !stdout().is_terminal() {
        return Plain::new(&opened, lang, sitting, &opponents, args.enter_dice).run(out, args.cap);
    }
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    screen::run(Session::new(&opened, lang, sitting, coloured, args.enter_dice), &opponents)
}

/// What the game is called.
fn title(opened: &Opened, lang: Lang) -> &str {
    let title = opened.game.title();
    match &opened.rules {
        Rules::Library(entry) if entry.title() == title => lang.pick(title, entry.title_ru()),
        _ => title,
    }
}

/// Ctrl-C is a way to leave like any other. On the screen it is a key, and only signals come here.
fn end_cleanly_on_interrupt(children: Children) {
    let handled = ctrlc::set_handler(move || {
        children.kill_all();
        screen::give_back();
        let _ = writeln!(stdout());
        std::process::exit(0);
    });
    // Without a handler Ctrl-C still ends the program, only less politely.
    drop(handled);
}
