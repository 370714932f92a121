//! How fast are we, in units of shakmaty? `cargo xtask bench [GAME.zrf …]`
//!
//! Machines differ and are noisy, so every figure is a ratio to the hand-written chess of the crate shakmaty
//! in the same run on the same core: random games from the start, list of legal moves at each ply, uniform
//! choice, at most 200 plies. Both sides are measured in short alternating slices of thread CPU time, and the
//! ratio is the median over the rounds, so that a disturbed slice does not count.

use cpu_time::ThreadTime;
use shakmaty::{Chess, Position};
use std::time::Duration;
use zug_game::{Game, NoFiles, Rng};

const CAP: usize = 200;
const SLICE: Duration = Duration::from_millis(40);
const ROUNDS: usize = 51;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files = ["chess", "breakthrough", "english-draughts", "international-draughts", "reversi", "gomoku"]
            .map(|g| format!("games/{g}/{g}.zrf"))
            .to_vec();
    }
    println!("{:<28} {:>12} {:>12} {:>10} {:>9}", "game", "playouts/s", "shakmaty/s", "ratio", "load ms");
    for file in files {
        let bytes = std::fs::read(&file)?;
        let start = std::time::Instant::now();
        let game = Game::from_text(&file, &bytes, &NoFiles)?;
        let load = start.elapsed();
        let mut rng = Rng::new(1);
        let mut rounds: Vec<(f64, f64)> = (0..ROUNDS)
            .map(|_| {
                let theirs = rate(|| shakmaty_playout(&mut rng));
                let ours = rate(|| {
                    game.start().playout(&mut rng, CAP).map_err(|e| eprintln!("{}", game.explain(&e))).ok();
                });
                (ours, theirs)
            })
            .collect();
        rounds.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
        let (ours, theirs) = rounds[ROUNDS / 2];
        println!(
            "{:<28} {:>12.0} {:>12.0} {:>10.4} {:>9.2}",
            game.title(),
            ours,
            theirs,
            ours / theirs,
            load.as_secs_f64() * 1e3
        );
    }
    Ok(())
}

/// How often a second `f` runs, in CPU time.
fn rate(mut f: impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    let mut done = 0;
    while start.elapsed() < SLICE {
        f();
        done += 1;
    }
    f64::from(done) / start.elapsed().as_secs_f64()
}

fn shakmaty_playout(rng: &mut Rng) {
    let mut position = Chess::default();
    for _ in 0..CAP {
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_insufficient_material() {
            return;
        }
        let mv = moves[rng.below(moves.len())];
        position.play_unchecked(mv);
    }
}
