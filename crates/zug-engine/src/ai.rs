//! Our own opponent as a player: its settings and the game's clock become the limits of a search.

use crate::clock::{Budget, OVERHEAD, Time};
use crate::player::{Answer, Asked, Player, PlayerError, Table};
use crate::spec::{AiSpec, Effort, THINKING};
use crate::stop::{Stop, Timer};
use std::time::Duration;
use zug_ai::{Ai, Limits, Options};
use zug_game::Game;

/// How long a game is tried out before it begins, at most.
const PREPARATION: Duration = Duration::from_secs(2);

pub(crate) struct AiPlayer {
    name: String,
    game: Game,
    options: Options,
    effort: Effort,
    ai: Ai,
}

impl AiPlayer {
    pub(crate) fn new(name: String, spec: &AiSpec, table: &Table, seed: u64) -> Self {
        let default = Options::default();
        let options = Options {
            hash: spec.hash.unwrap_or(default.hash),
            seed,
            level: spec.level.unwrap_or(default.level),
        };
        let ai = Ai::new(&table.game, options.clone());
        AiPlayer { name, game: table.game.clone(), options, effort: spec.effort, ai }
    }
}

impl Player for AiPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    /// The game is tried out before the clock runs; as long as it takes, where the same seed has to give the same player.
    fn begin(&mut self) -> Result<(), PlayerError> {
        self.ai = Ai::new(&self.game, self.options.clone());
        let timeless = self.effort.time.is_none() && !self.effort.is_open();
        let limits = Limits { hard: (!timeless).then_some(PREPARATION), ..Limits::default() };
        self.ai.prepare(&limits, &Timer::start(Stop::new()));
        Ok(())
    }

    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, PlayerError> {
        let timer = Timer::start(asked.stop.clone());
        let limits = limits(&self.effort, asked.time);
        let report = self.ai.think(asked.state, &limits, &timer, &mut |_| {})?;
        let best = report.lines.first().and_then(|line| line.moves.first()).cloned();
        match best {
            Some(mv) => Ok(Answer::Play(mv, Some(report))),
            None if asked.stop.pressed() => Err(PlayerError::Stopped),
            None => Err(PlayerError::NothingToChoose),
        }
    }
}

/// What the player's own settings and the clock allow together.
fn limits(effort: &Effort, time: &Time) -> Limits {
    let budget = match time {
        Time::Free => effort.time.map(|t| Budget { soft: t, hard: t }),
        Time::Move(most) => {
            let budget = Budget::of_move(*most, OVERHEAD);
            Some(
                effort.time.map_or(budget, |t| Budget { soft: t.min(budget.soft), hard: t.min(budget.hard) }),
            )
        }
        Time::Clock { clocks, mine } => {
            let budget = Budget::of_clock(&clocks.get(*mine).copied().unwrap_or_default(), OVERHEAD);
            Some(
                effort.time.map_or(budget, |t| Budget { soft: t.min(budget.hard), hard: t.min(budget.hard) }),
            )
        }
    };
    let open = budget.is_none() && effort.is_open();
    let budget = budget.or(open.then_some(Budget { soft: THINKING, hard: THINKING }));
    Limits {
        nodes: effort.nodes,
        depth: effort.depth,
        soft: budget.map(|b| b.soft),
        hard: budget.map(|b| b.hard),
        lines: 1,
        only: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    #[test]
    fn the_tighter_limit_counts() {
        let second = Duration::from_secs(1);
        let effort = Effort { time: Some(second), nodes: Some(7), depth: None };
        assert_eq!(limits(&effort, &Time::Free).hard, Some(second));
        assert_eq!(limits(&effort, &Time::Move(second * 5)).hard, Some(second));
        assert_eq!(limits(&effort, &Time::Move(second / 2)).hard, Some(second / 2 - OVERHEAD));
        let clocks = vec![Clock { left: second, ..Clock::default() }];
        assert!(limits(&effort, &Time::Clock { clocks, mine: 0 }).hard < Some(second));
        assert_eq!(limits(&effort, &Time::Free).nodes, Some(7));
    }

    #[test]
    fn without_any_limit_it_thinks_a_second() {
        assert_eq!(limits(&Effort::default(), &Time::Free).hard, Some(THINKING));
        // With nodes alone nothing depends on how fast the machine is.
        assert_eq!(limits(&Effort { nodes: Some(9), ..Effort::default() }, &Time::Free).hard, None);
    }
}
