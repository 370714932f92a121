//! `zug match`: two players meet many times, and what that says about them.
//!
//! `plan` fixes every opening and every throw of the dice, `game` plays one game, `result` says what it is worth, `stats` what
//! all of them mean together, `log` writes games down and finds them again. Here the games are handed to threads.

mod game;
mod log;
mod plan;
mod result;
mod stats;

pub use log::{LogError, Logged, read_log, write_log};
pub use plan::{Fixture, Plan};
pub use result::{Ending, Fault, Played, Result as GameResult, Tally};
pub use stats::{Sprt, Verdict, elo, expected};

use crate::player::{Player, PlayerError};
use crate::process::Children;
use crate::spec::Program;
use crate::stop::Stop;
use std::sync::Mutex;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// How a match is carried out.
pub struct Manner<'m> {
    /// Games at the same time.
    pub concurrency: usize,
    pub sprt: Option<Sprt>,
    /// Ends the match; games that are not over do not count.
    pub stop: &'m Stop,
    pub children: &'m Children,
}

/// Plays what is left of a match. `tell` hears of every game when it is over, in whatever order that happens, and may say
/// that it has heard enough. If players cannot play, the match ends; what was played counts.
pub fn run(
    plan: &Plan,
    manner: &Manner<'_>,
    done: &[Logged],
    tally: &mut Tally,
    tell: &mut dyn FnMut(&Played, &Tally) -> bool,
) -> Result<(), PlayerError> {
    for game in done {
        tally.add(game.fixture.round, &game.result);
    }
    if manner.sprt.is_some_and(|test| tally.verdict(&test) != Verdict::Open) {
        return Ok(());
    }
    let left: Vec<Fixture> = (0..plan.games)
        .map(|number| plan.fixture(number))
        .filter(|fixture| !done.iter().any(|game| game.fixture == *fixture))
        .collect();
    let queue = Mutex::new(left.into_iter());
    // Pressed when the match is decided; the caller's own button is left alone.
    let enough = Stop::new();
    let mut failed = Ok(());
    thread::scope(|scope| {
        // Nobody runs ahead of who may say that it is enough.
        let (sender, games) = sync_channel(1);
        for _ in 0..manner.concurrency.max(1) {
            let (sender, queue, enough) = (sender.clone(), &queue, &enough);
            scope.spawn(move || work(plan, manner, queue, enough, &sender));
        }
        drop(sender);
        for game in games {
            match game {
                Ok(played) => {
                    tally.add(played.fixture.round, &played.result);
                    let decided = manner.sprt.is_some_and(|test| tally.verdict(&test) != Verdict::Open);
                    if !tell(&played, tally) || decided {
                        enough.press();
                    }
                }
                Err(PlayerError::Stopped) => {}
                Err(error) => {
                    enough.press();
                    failed = failed.clone().and(Err(error));
                }
            }
        }
    });
    failed
}

/// One thread: takes the next game until there is none.
fn work(
    plan: &Plan,
    manner: &Manner<'_>,
    queue: &Mutex<impl Iterator<Item = Fixture>>,
    enough: &Stop,
    results: &SyncSender<Result<Played, PlayerError>>,
) {
    let mut bench = Bench { plan, children: manner.children, engines: Vec::new() };
    loop {
        if enough.pressed() || manner.stop.pressed() {
            return;
        }
        let next = queue.lock().ok().and_then(|mut queue| queue.next());
        let Some(fixture) = next else { return };
        let played = bench.play(fixture, manner.stop);
        let failed = played.is_err();
        if results.send(played).is_err() || failed {
            return;
        }
    }
}

/// The players of one thread. Engines stay from game to game, the others are made anew: their seed is that of the game.
struct Bench<'p> {
    plan: &'p Plan,
    children: &'p Children,
    /// By player (0: the first).
    engines: Vec<(usize, Box<dyn Player>)>,
}

impl Bench<'_> {
    fn play(&mut self, fixture: Fixture, stop: &Stop) -> Result<Played, PlayerError> {
        let seats = self.plan.seats().len();
        let mut players = Vec::new();
        for seat in 0..seats {
            let who = usize::from(seat != fixture.seat);
            players.push((who, self.take(who, seat, fixture)?));
        }
        let mut sitting: Vec<&mut dyn Player> = Vec::new();
        for (_, player) in &mut players {
            sitting.push(&mut **player);
        }
        let played = game::play(self.plan, fixture, &mut sitting, stop);
        let is_engine = |who: usize| matches!(self.plan.programs.get(who), Some(Program::Engine(_)));
        self.engines.extend(players.into_iter().filter(|(who, _)| is_engine(*who)));
        played
    }

    /// An engine that is there already, in whatever seat it sat; else a new player.
    fn take(&mut self, who: usize, seat: usize, fixture: Fixture) -> Result<Box<dyn Player>, PlayerError> {
        if let Some(at) = self.engines.iter().position(|(other, _)| *other == who) {
            return Ok(self.engines.swap_remove(at).1);
        }
        let seed = self.plan.player_seed(fixture.number, seat);
        let program = self.plan.programs.get(who).ok_or(PlayerError::NothingToChoose)?;
        program.sit(&self.plan.table, seed, self.children)
    }
}

#[cfg(test)]
mod tests;
