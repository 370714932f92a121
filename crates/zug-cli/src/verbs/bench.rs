//! `zug bench`: how fast games run, on one thread, by the thread's CPU time.

use crate::args::{JsonArgs, TextArgs};
use crate::errors::{Done, Failure};
use crate::open::open_named;
use crate::output::{Out, Progress};
use crate::verbs::perft::Backend;
use cpu_time::ThreadTime;
use serde::Serialize;
use std::cell::Cell;
use zug_game::{Rng, RunError, State};

/// Measure random playouts and perft speed
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug bench chess
  zug bench chess shogi --seconds 5 --cap 200
  zug bench chess --backend interp   the reference interpreter
  zug bench chess --seed 7 --json")]
pub(crate) struct Args {
    /// Games as for the other verbs
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// CPU seconds for each measurement
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Longest random game, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    cap: usize,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t)]
    backend: Backend,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    json: JsonArgs,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

#[derive(Serialize)]
struct Answer {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    game: String,
    backend: Backend,
    playouts_per_s: f64,
    moves_per_s: f64,
    /// Nothing if not even one ply could be counted in the time.
    perft_nodes_per_s: Option<f64>,
    load_ms: f64,
    ready_ms: f64,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let mut rows = Vec::new();
    let progress = match &args.games[..] {
        [one] => Progress::uncounted(one),
        games => Progress::new(games.len()),
    };
    for game in &args.games {
        progress.begin(game);
        rows.push(measure(game, args)?);
        progress.done();
    }
    drop(progress);
    if args.json.json {
        out.json(&Answer { rows })?;
        return Ok(());
    }
    let head = ["game", "backend", "playouts/s", "moves/s", "perft nodes/s", "load ms", "ready ms"];
    let mut lines = vec![head.map(str::to_owned)];
    for row in rows {
        lines.push([
            row.game,
            row.backend.word().to_owned(),
            format!("{:.1}", row.playouts_per_s),
            format!("{:.0}", row.moves_per_s),
            row.perft_nodes_per_s.map_or_else(|| "-".to_owned(), |speed| format!("{speed:.0}")),
            format!("{:.2}", row.load_ms),
            format!("{:.2}", row.ready_ms),
        ]);
    }
    out.table(&lines)?;
    Ok(())
}

fn measure(name: &str, args: &Args) -> Result<Row, Failure> {
    let clock = ThreadTime::now();
    let opened = open_named(name, args.text)?;
    let load_ms = clock.elapsed().as_secs_f64() * 1e3;
    let start = opened.game.start();
    let failed = Failure::run(&opened.game);
    let backend = args.backend.resolve(&opened.game)?;
    // The first random ply finds everything made that later ones need.
    start.playout_by(backend.chosen(), &mut Rng::new(args.seed), 1).map_err(&failed)?;
    let ready_ms = clock.elapsed().as_secs_f64() * 1e3;
    let (playouts_per_s, moves_per_s) = playouts(&start, args, backend).map_err(&failed)?;
    let perft_nodes_per_s = perft(&start, args.seconds, backend).map_err(&failed)?;
    Ok(Row {
        game: name.to_owned(),
        backend,
        playouts_per_s,
        moves_per_s,
        perft_nodes_per_s,
        load_ms,
        ready_ms,
    })
}

fn playouts(start: &State, args: &Args, backend: Backend) -> Result<(f64, f64), RunError> {
    let mut rng = Rng::new(args.seed);
    let (mut games, mut plies) = (0u64, 0u64);
    let clock = ThreadTime::now();
    let is_over = || clock.elapsed().as_secs_f64() >= args.seconds;
    loop {
        plies += start.playout_until(backend.chosen(), &mut rng, args.cap, &is_over)?.plies as u64;
        games += 1;
        let passed = clock.elapsed().as_secs_f64();
        if passed >= args.seconds {
            return Ok((games as f64 / passed, plies as f64 / passed));
        }
    }
}

/// Goes deeper while the next depth should fit into the time, then repeats the deepest. A count that does not end in time is
/// given up: a ply with many rolls may be longer than any depth before it tells.
fn perft(start: &State, seconds: f64, backend: Backend) -> Result<Option<f64>, RunError> {
    const DEEPEST: u32 = 60;
    let (mut depth, mut nodes, mut before) = (1, 0u64, 1u64);
    let clock = ThreadTime::now();
    let asked = Cell::new(0_u32);
    // The clock is slower to ask than many a position to count.
    let is_over = || {
        asked.set(asked.get().wrapping_add(1));
        asked.get().is_multiple_of(64) && clock.elapsed().as_secs_f64() >= seconds
    };
    let (mut counting, mut ended) = (0.0, None);
    loop {
        let began = clock.elapsed().as_secs_f64();
        let Some(found) = start.perft_until(backend.chosen(), depth, &is_over)? else { return Ok(ended) };
        nodes = nodes.saturating_add(found);
        let passed = clock.elapsed().as_secs_f64();
        counting += passed - began;
        ended = Some(nodes as f64 / counting);
        if passed >= seconds {
            return Ok(ended);
        }
        let growth = found.max(1) as f64 / before.max(1) as f64;
        if depth < DEEPEST && found > 0 && passed + (passed - began) * growth.max(2.0) < seconds {
            depth += 1;
            before = found;
        }
    }
}
