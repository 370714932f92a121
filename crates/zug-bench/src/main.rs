//! How fast are we, in units of shakmaty? `cargo xtask bench [GAME.zrf …]`
//!
//! Machines differ and are noisy, so every figure is a ratio to the hand-written chess of the crate shakmaty
//! in the same run on the same core: random games from the start, list of legal moves at each ply, uniform
//! choice, at most 200 plies. Both sides are measured in alternating slices of thread CPU time.

use cpu_time::ThreadTime;
use shakmaty::{Chess, Position};
use std::time::Duration;
use zug_game::{Game, NoFiles, Rng};

const CAP: usize = 200;
const SLICE: Duration = Duration::from_millis(400);
const ROUNDS: usize = 5;

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
        let (mut ours, mut theirs) = (Rate::default(), Rate::default());
        for _ in 0..ROUNDS {
            theirs.run(|| shakmaty_playout(&mut rng));
            ours.run(|| {
                game.start().playout(&mut rng, CAP).map_err(|e| eprintln!("{}", game.explain(&e))).ok();
            });
        }
        let ratio = ours.per_second() / theirs.per_second();
        println!(
            "{:<28} {:>12.0} {:>12.0} {:>10.4} {:>9.2}",
            game.title(),
            ours.per_second(),
            theirs.per_second(),
            ratio,
            load.as_secs_f64() * 1e3
        );
    }
    Ok(())
}

/// Work done in some CPU time.
#[derive(Default)]
struct Rate {
    done: u64,
    time: Duration,
}

impl Rate {
    fn run(&mut self, mut f: impl FnMut()) {
        let start = ThreadTime::now();
        while start.elapsed() < SLICE {
            f();
            self.done += 1;
        }
        self.time += start.elapsed();
    }

    fn per_second(&self) -> f64 {
        self.done as f64 / self.time.as_secs_f64()
    }
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
