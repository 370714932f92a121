//! Plays against random moves in games of the library: how often does the opponent win?
//!
//! ```text
//! cargo run --release -p zug-ai --example versus -- [--games N] [--ms T | --nodes N] [--level L] [--plies N] [NAME[#TITLE] ...]
//! ```
//!
//! Every second game the opponent is the second player. A line for each game: points (a draw is half a point), wins, draws,
//! losses, games broken off (when everybody has had 200 plies, or `--plies`), plies, the longest move in ms and the method. Time is
//! CPU time, so that a busy machine does not make the opponent weaker.

#[path = "../tests/kit/mod.rs"]
mod kit;

use kit::{CpuClock, chosen, prepare, seats};
use std::time::Duration;
use zug_ai::{Ai, Limits, Options, Watch as _};
use zug_game::{Game, PlayerId, Rng, State, Turn};

struct Setting {
    games: usize,
    limits: Limits,
    level: u8,
    names: Vec<String>,
    /// Of one player.
    plies: usize,
}

fn setting() -> Result<Setting, String> {
    let mut setting =
        Setting { games: 4, limits: Limits::default(), level: 10, names: Vec::new(), plies: 200 };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().and_then(|n| n.parse::<u64>().ok()).ok_or(format!("{arg} wants a number"));
        match arg.as_str() {
            "--games" => setting.games = number()? as usize,
            "--ms" => setting.limits.hard = Some(Duration::from_millis(number()?)),
            "--nodes" => setting.limits.nodes = Some(number()?),
            "--level" => setting.level = number()?.min(10) as u8,
            "--plies" => setting.plies = number()? as usize,
            name => setting.names.push(name.to_owned()),
        }
    }
    if setting.limits == Limits::default() {
        setting.limits.hard = Some(Duration::from_millis(100));
    }
    Ok(setting)
}

#[derive(Default)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
    open: usize,
    plies: usize,
    longest: Duration,
}

fn play(game: &Game, setting: &Setting, seed: u64, seat: PlayerId, tally: &mut Tally) -> Result<(), String> {
    let mut ai = Ai::new(game, Options { hash: 16, seed, level: setting.level });
    prepare(&mut ai);
    let mut rng = Rng::new(seed);
    let mut state: State = game.start();
    for _ in 0..setting.plies * seats(game).len() {
        let mv = match state.turn().map_err(|e| e.to_string())? {
            Turn::Over(outcome) => {
                match outcome.score(seat) {
                    1 => tally.won += 1,
                    0 => tally.drawn += 1,
                    _ => tally.lost += 1,
                }
                return Ok(());
            }
            Turn::Player(player) if player == seat => {
                let clock = CpuClock::start();
                let report =
                    ai.think(&state, &setting.limits, &clock, &mut |_| {}).map_err(|e| e.to_string())?;
                tally.longest = tally.longest.max(clock.elapsed());
                let line = report.lines.first().ok_or("no answer")?;
                line.moves.first().ok_or("no move")?.clone()
            }
            Turn::Player(_) | Turn::Chance(_) => {
                state.draw(&mut rng).map_err(|e| e.to_string())?.ok_or("no move to draw")?.clone()
            }
        };
        state.play(&mv).map_err(|e| e.to_string())?;
        tally.plies += 1;
    }
    tally.open += 1;
    Ok(())
}

fn main() -> Result<(), String> {
    let setting = setting()?;
    for (name, game) in chosen(&setting.names)? {
        let seats = seats(&game);
        let mut tally = Tally::default();
        let mut problem = String::new();
        let mut won_by = vec![0; seats.len()];
        for i in 0..setting.games {
            let before = tally.won;
            let seat = i % seats.len();
            let played = play(&game, &setting, i as u64, seats[seat], &mut tally);
            won_by[seat] += tally.won - before;
            eprint!("\r{}: {} of {} games, {} won", name, i + 1, setting.games, tally.won);
            if let Err(what) = played {
                problem = format!(" PROBLEM {what}");
                break;
            }
        }
        eprintln!();
        let Tally { won, drawn, lost, open, plies, longest } = tally;
        let points = won as f32 + 0.5 * (drawn + open) as f32;
        let (method, why) = Ai::new(&game, Options::default()).method();
        println!(
            "{:<28} {points:>5} of {:<3} +{won} {won_by:?} ={drawn} -{lost} open {open}; {plies} plies, longest {} ms; {method}: {why}{problem}",
            name,
            setting.games,
            longest.as_millis()
        );
    }
    Ok(())
}
