//! `zug match`: two players meet many times.

mod log;
mod summary;

use crate::args::{AtArgs, GameArgs, JsonArgs};
use crate::errors::{Code, Done, Failure};
use crate::open::{note, open};
use crate::output::Out;
use crate::seed;
use indicatif::{ProgressBar, ProgressStyle};
use log::Log;
use std::path::PathBuf;
use std::time::Duration;
use summary::Summary;
use zug_engine::arena::{Ending, Manner, Plan, Sprt, Tally, Verdict, run as play};
use zug_engine::{Children, Control, Program, Stop, parse_duration};

/// Let two players meet many times, and say who is stronger
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each opening is some random moves, played once from every seat, with the same dice. A and B are `random`, `ai`, `ai:LEVEL`,
`ai:time=1s`, `ai:nodes=10000`, or another program: `uci:COMMAND`, `usi:COMMAND`, `ugi:COMMAND`, with options behind a `?`
(docs/engines.md). In games for more than two, A takes one seat after the other and B all the rest. An illegal move, a move that
comes too late and a program that breaks down lose the game. Exit code 1: `--sprt` found for the lower number.

Examples:
  zug match chess ai random --games 40 --time 100ms
  zug match chess \"uci:zug engine chess\" \"uci:stockfish?Skill Level=0\" --tc 10+0.1 --games 20
  zug match xiangqi ai:3 \"uci:fairy-stockfish?nodes=100\" --time 200ms
  zug match reversi ai:nodes=2000 ai:nodes=500 --sprt 0,50 --games 1000 --concurrency 2
  zug match hex ai:5 ai:2 --games 100 --log hex-5-2          records in a folder; the same again goes on
  zug match backgammon ai random --seed 7 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player whose result is told
    #[arg(value_name = "A")]
    a: Program,
    /// The other one
    #[arg(value_name = "B")]
    b: Program,
    #[command(flatten)]
    at: AtArgs,
    /// How many games; filled up to whole rounds
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// Time for each move: 1s, 100ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with = "tc")]
    time: Option<Duration>,
    /// Clocks: 60+1 (seconds and increment), 40/60 (for 40 moves)
    #[arg(long, value_name = "CLOCK")]
    tc: Option<Control>,
    /// How much too late a move may come
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "100ms")]
    margin: Duration,
    /// Random moves that each round begins with
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    opening: usize,
    /// A game is drawn after so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 400)]
    cap: usize,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Stop when one of two numbers is likely enough: Elo (`0,10`) or scores (`0.5,0.55`)
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// How often HIGH may be found wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// How often LOW may be found wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// A folder for the records of the games; games that are there already are not played again
    #[arg(long, value_name = "FOLDER")]
    log: Option<PathBuf>,
    /// Seed of openings, dice and players; drawn and shown if you give none
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    json: JsonArgs,
}

/// More games than anybody waits for.
const MAX_GAMES: usize = 1_000_000;

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = open(&args.game)?;
    let mut plan = Plan {
        table: opened.table(),
        first: opened.at(&args.at)?,
        programs: [args.a.clone(), args.b.clone()],
        games: args.games,
        opening: args.opening,
        control: args.tc.or(args.time.map(Control::Move)),
        margin: args.margin,
        cap: args.cap,
        seed: args.seed.unwrap_or_else(|| Log::seed(args.log.as_deref()).unwrap_or_else(seed::draw)),
    };
    let seats = plan.seats().len();
    if seats < 2 {
        return Err(Failure::usage("the game has no opponent; a match needs two players"));
    }
    if args.games == 0 || args.games > MAX_GAMES {
        return Err(Failure::usage(format!("`--games {}`: expected 1 to {MAX_GAMES}", args.games)));
    }
    if args.concurrency == 0 || args.concurrency > 256 {
        return Err(Failure::usage(format!("`--concurrency {}`: expected 1 to 256", args.concurrency)));
    }
    plan.games = args.games.div_ceil(seats) * seats;
    let sprt = args.sprt.as_deref().map(|text| Sprt::parse(text, args.alpha, args.beta));
    let sprt = sprt.transpose().map_err(Failure::usage)?;
    let log = args.log.as_deref().map(|folder| Log::open(folder, &plan, &opened.rules.file_name()));
    let log = log.transpose()?;
    let done = log.as_ref().map_or(&[][..], |log| &log.done);

    let (stop, children) = (Stop::new(), Children::new());
    stop_on_interrupt(stop.clone(), children.clone());
    let bar = progress(plan.games, done.len());
    let mut tally = Tally::new(seats);
    let mut lost = Ok(());
    let manner = Manner { concurrency: args.concurrency, sprt, stop: &stop, children: &children };
    let ended = play(&plan, &manner, done, &mut tally, &mut |played, tally| {
        if let Ending::Fault { why, .. } = &played.ending {
            bar.suspend(|| note(&format!("game {}: {why}", played.fixture.number + 1)));
        }
        bar.inc(1);
        bar.set_message(summary::short(tally));
        if let Some(log) = &log {
            lost = log.add(&plan, played);
        }
        lost.is_ok()
    });
    bar.finish_and_clear();
    let summary = Summary::new(&plan, &tally, sprt.as_ref(), stop.pressed());
    if args.json.json {
        out.json(&summary)?;
    } else {
        summary.print(out)?;
    }
    ended.map_err(Failure::no)?;
    lost?;
    match sprt.map(|test| tally.verdict(&test)) {
        Some(Verdict::Low) => Err(Failure::Said(Code::No)),
        _ => Ok(()),
    }
}

/// The first Ctrl-C ends the match with what has been played; the second one ends the program.
fn stop_on_interrupt(stop: Stop, children: Children) {
    let handled = ctrlc::set_handler(move || {
        if stop.pressed() {
            children.kill_all();
            std::process::exit(130);
        }
        stop.press();
    });
    // Without a handler Ctrl-C still ends the program, only less politely.
    drop(handled);
}

/// For people who wait; nothing if nobody watches.
fn progress(games: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64).with_position(done as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta_precise}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.reset_eta();
    bar
}
