//! Does the opponent take a win in one ply, and avoid a loss in one, in the time that a move has?
//!
//! ```text
//! cargo run --release -p zug-ai --example sharp -- [--positions N] [--ms T] [--games N] [NAME[#TITLE] ...]
//! ```
//!
//! Positions are the last ones of random games that somebody won: the winner could win at once, and his rival may have had a
//! move that prevents it. Where random games come to no end, the opponent plays one of the players, with few positions. Games with
//! one player are left out, and so are losses where chance comes between. Time is CPU time. A line for each game; what was missed is
//! named with the seed of its game.

#[path = "../tests/kit/mod.rs"]
mod kit;

use kit::{
    CpuClock, after, answer, chosen, last_positions, nodes, outcome, player, prepare, random_game,
    safe_moves, seats,
};
use std::time::Duration;
use zug_ai::{Ai, Limits, Watch as _};
use zug_game::{Game, Move, Outcome, State, Turn};

/// So many random games without a winner are enough to know that there are none.
const PATIENCE: u64 = 20;

struct Setting {
    positions: usize,
    games: u64,
    time: Duration,
    names: Vec<String>,
}

fn setting() -> Result<Setting, String> {
    let mut setting =
        Setting { positions: 10, games: 200, time: Duration::from_millis(100), names: Vec::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().and_then(|n| n.parse::<u64>().ok()).ok_or(format!("{arg} wants a number"));
        match arg.as_str() {
            "--positions" => setting.positions = number()? as usize,
            "--games" => setting.games = number()?,
            "--ms" => setting.time = Duration::from_millis(number()?),
            name => setting.names.push(name.to_owned()),
        }
    }
    Ok(setting)
}

#[derive(Default)]
struct Found {
    wins: usize,
    taken: usize,
    dangers: usize,
    avoided: usize,
    longest: Duration,
    /// Are the games not random any more?
    steered: bool,
    missed: Vec<String>,
}

impl Found {
    fn ask(&mut self, ai: &mut Ai, state: &State, time: Duration) -> Result<Move, String> {
        let limits = Limits { hard: Some(time), ..Limits::default() };
        let clock = CpuClock::start();
        let report = ai.think(state, &limits, &clock, &mut |_| {}).map_err(|e| e.to_string())?;
        self.longest = self.longest.max(clock.elapsed());
        report.lines.first().and_then(|line| line.moves.first()).cloned().ok_or("no answer".to_owned())
    }
}

/// The last positions of a game in which one player knows what he does.
fn steered_game(game: &Game, seed: u64) -> Result<(Vec<State>, Option<Outcome>), String> {
    let seats = seats(game);
    let seat = seats[seed as usize % seats.len()];
    let mut ai = player(game, seed);
    last_positions(game, seed, 200 * seats.len(), &mut |state| {
        let is_his = state.turn().ok() == Some(Turn::Player(seat));
        if is_his { answer(&mut ai, state, &nodes(1_000)).map(Some) } else { Ok(None) }
    })
}

fn look(game: &Game, setting: &Setting) -> Result<Found, String> {
    let mut found = Found::default();
    let mut ai = player(game, 5);
    prepare(&mut ai);
    for seed in 0..setting.games {
        if found.wins >= setting.positions {
            break;
        }
        let hopeless = found.wins == 0 && seed >= PATIENCE || found.steered;
        found.steered = hopeless;
        let (last, end) = if hopeless { steered_game(game, seed) } else { random_game(game, seed, 400) }?;
        let Some(winner) = end.and_then(|end| end.winner()) else { continue };
        let [.., before, state] = &last[..] else { continue };
        if state.turn().ok() != Some(Turn::Player(winner)) {
            continue;
        }
        found.wins += 1;
        let best = found.ask(&mut ai, state, setting.time)?;
        if outcome(&after(state, &best)?)?.and_then(|end| end.winner()) == Some(winner) {
            found.taken += 1;
        } else {
            found.missed.push(format!("win {seed}"));
        }
        let Ok(Turn::Player(rival)) = before.turn() else { continue };
        if rival == winner {
            continue;
        }
        let safe = safe_moves(before, rival)?;
        if safe.is_empty() || safe.len() == before.moves().map_err(|e| e.to_string())?.len() {
            continue;
        }
        found.dangers += 1;
        if safe.contains(&found.ask(&mut ai, before, setting.time)?) {
            found.avoided += 1;
        } else {
            found.missed.push(format!("loss {seed}"));
        }
    }
    Ok(found)
}

fn main() -> Result<(), String> {
    let setting = setting()?;
    for (name, game) in chosen(&setting.names)? {
        if seats(&game).len() == 1 {
            continue;
        }
        match look(&game, &setting) {
            Ok(Found { wins, taken, dangers, avoided, longest, missed, steered }) => println!(
                "{name:<28} wins {taken} of {wins}, losses avoided {avoided} of {dangers}, longest {} ms {}{}",
                longest.as_millis(),
                if steered { "(no random games) " } else { "" },
                missed.join(", ")
            ),
            Err(problem) => println!("{name:<28} PROBLEM {problem}"),
        }
    }
    Ok(())
}
