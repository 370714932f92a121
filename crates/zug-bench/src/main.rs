//! How fast are we, in units of shakmaty? `cargo xtask bench [NAME[#TITLE][@DEPTH] …]`
//!
//! Machines differ and are noisy, so every figure is a ratio to the hand-written chess of the crate shakmaty
//! in the same run on the same core: random games from the start, list of legal moves at each ply, uniform
//! choice, at most 200 plies. Both sides are measured in short alternating slices of thread CPU time, and the
//! ratio is the median over the rounds, so that a disturbed slice does not count. Without names the games of
//! the table in docs/PERFORMANCE.md are measured, then perft with bulk counting, which is what a name with a depth
//! asks for.

mod games;

use cpu_time::ThreadTime;
use shakmaty::{Chess, Position, perft};
use std::error::Error;
use std::time::Duration;
use zug_game::{Game, NoFiles, Rng};

const SLICE: Duration = Duration::from_millis(40);
const ROUNDS: usize = 51;

fn main() -> Result<(), Box<dyn Error>> {
    let (counted, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|name| name.contains('@'));
    let everything = counted.is_empty() && names.is_empty();
    let wanted: Vec<(String, usize, Option<f64>)> = if everything {
        games::TABLE.iter().map(|g| (g.name.to_owned(), g.cap, Some(g.at_least))).collect()
    } else {
        names.iter().map(|name| (name.clone(), games::cap(name), games::at_least(name))).collect()
    };
    if !wanted.is_empty() {
        println!(
            "{:<34} {:>10} {:>6} {:>7} {:>9} {:>9} {:>9}",
            "random games", "a second", "plies", "ns/ply", "multiple", "at least", "ready ms"
        );
    }
    for (name, cap, at_least) in wanted {
        playouts(&name, cap, at_least)?;
    }
    let mut depths: Vec<(&str, u32)> = if everything { games::PERFT.to_vec() } else { Vec::new() };
    for name in &counted {
        let (name, depth) = name.split_once('@').unwrap_or((name, "1"));
        depths.push((name, depth.parse()?));
    }
    if !depths.is_empty() {
        println!("\n{:<34} {:>10} {:>10} {:>9}", "perft", "Mnodes/s", "shakmaty", "multiple");
    }
    for (name, depth) in depths {
        perft_speed(name, depth)?;
    }
    if let Some(kilobytes) = peak_memory() {
        println!("\npeak memory of the whole run: {:.1} MB", kilobytes as f64 / 1e3);
    }
    Ok(())
}

/// As the system counts it, where it tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A game of the library, `name` or `name#title of a variant`; or a large board.
fn load(name: &str) -> Result<Game, Box<dyn Error>> {
    if let Some(size) = name.strip_prefix(games::WIDE) {
        let rules = games::wide(size.parse()?);
        return Ok(Game::from_text("wide.zrf", rules.as_bytes(), &NoFiles)?);
    }
    let (name, title) = name.split_once('#').map_or((name, None), |(name, title)| (name, Some(title)));
    Ok(zug_library::find(name)?.load(title)?)
}

fn playouts(name: &str, cap: usize, at_least: Option<f64>) -> Result<(), Box<dyn Error>> {
    let begin = ThreadTime::now();
    let game = load(name)?;
    let start = game.start();
    let mut rng = Rng::new(1);
    // The first random game finds the fast form made.
    start.playout(&mut rng, 1).map_err(|e| game.explain(&e).to_string())?;
    let ready = begin.elapsed();
    let (mut plies, mut played) = (0, 0);
    let (ours, theirs) = side_by_side(
        || {
            if let Ok(done) = start.playout(&mut rng, cap) {
                plies += done.plies;
                played += 1;
            }
        },
        &mut shakmaty_playouts(),
    );
    let plies = plies as f64 / f64::from(played);
    println!(
        "{:<34} {:>10.0} {:>6.1} {:>7.0} {:>9.3} {:>9} {:>9.1}",
        name,
        ours,
        plies,
        1e9 / (ours * plies),
        ours / theirs,
        at_least.map(|n| n.to_string()).unwrap_or_default(),
        ready.as_secs_f64() * 1e3
    );
    Ok(())
}

fn perft_speed(name: &str, depth: u32) -> Result<(), Box<dyn Error>> {
    let game = load(name)?;
    let start = game.start();
    let nodes = start.perft(depth).map_err(|e| game.explain(&e).to_string())? as f64;
    let chess = Chess::default();
    let their_nodes = perft(&chess, 4) as f64;
    let (ours, theirs) = side_by_side(
        || {
            std::hint::black_box(start.perft(depth)).ok();
        },
        &mut || {
            std::hint::black_box(perft(&chess, 4));
        },
    );
    let (ours, theirs) = (ours * nodes / 1e6, theirs * their_nodes / 1e6);
    println!(
        "{:<34} {:>10.1} {:>10.1} {:>9.3}",
        format!("{name}, depth {depth}"),
        ours,
        theirs,
        ours / theirs
    );
    Ok(())
}

/// How often a second each of the two runs, in the round whose ratio is the median.
fn side_by_side(mut ours: impl FnMut(), theirs: &mut dyn FnMut()) -> (f64, f64) {
    let mut rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (rate(&mut ours), rate(&mut *theirs))).collect();
    rounds.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    rounds[ROUNDS / 2]
}

/// How often a second `f` runs, in CPU time.
fn rate(mut f: impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    let (mut done, mut batch) = (0, 1);
    loop {
        (0..batch).for_each(|_| f());
        done += batch;
        let elapsed = start.elapsed();
        if elapsed >= SLICE {
            return f64::from(done) / elapsed.as_secs_f64();
        }
        // Asking for the time takes as long as a short game.
        if elapsed < SLICE / 64 {
            batch *= 2;
        }
    }
}

fn shakmaty_playouts() -> impl FnMut() {
    let mut rng = Rng::new(1);
    move || {
        let mut position = Chess::default();
        for _ in 0..games::CHESS_CAP {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_insufficient_material() {
                return;
            }
            let mv = moves[rng.below(moves.len())];
            position.play_unchecked(mv);
        }
    }
}
