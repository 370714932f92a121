//! Clocks, and how much of one is spent on a move.

use crate::duration::parse_duration;
use std::str::FromStr;
use std::time::Duration;

/// What a player may use for his move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Time {
    /// As his own settings say.
    #[default]
    Free,
    /// At most this.
    Move(Duration),
    /// What the clocks show, in the order of the players who choose; and whose turn it is among these.
    Clock { clocks: Vec<Clock>, mine: usize },
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is added; until the end of the game if missing.
    pub moves_to_go: Option<u32>,
    /// For each move once nothing is left (byoyomi of shogi).
    pub extra: Duration,
}

/// How a match is timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Each move on its own.
    Move(Duration),
    /// A clock for each player: so much for so many moves (or all), and so much more after each.
    Clock { moves: Option<u32>, time: Duration, increment: Duration },
}

/// `60+1`, `40/60+0.5`, `2m`: moves, a slash, time, a plus, increment.
impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let n = moves.parse().ok().filter(|n| *n > 0);
                (Some(n.ok_or_else(|| format!("`{moves}` is no number of moves; write `40/60+1`"))?), rest)
            }
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (time, increment) = (parse_duration(time)?, parse_duration(increment)?);
        if time.is_zero() && increment.is_zero() {
            return Err(format!("`{text}` leaves no time at all; write `60+1` or `40/60`"));
        }
        Ok(Control::Clock { moves, time, increment })
    }
}

/// What to spend on one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// After this nothing new is begun.
    pub soft: Duration,
    /// After this the answer has to be there.
    pub hard: Duration,
}

/// What gets lost on the way between a program and its clock.
pub const OVERHEAD: Duration = Duration::from_millis(20);

/// How many moves a game is expected to go on where nobody says so.
const MOVES_AHEAD: u32 = 30;

impl Budget {
    /// All of it, less what gets lost; at least a tenth, however short it is.
    pub fn of_move(time: Duration, overhead: Duration) -> Self {
        let time = time.saturating_sub(overhead).max(time / 10);
        Budget { soft: time, hard: time }
    }

    /// A fair share of the clock. The hard limit leaves enough for a second move of the same kind.
    pub fn of_clock(clock: &Clock, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead).max(clock.left / 10);
        let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        let share = left / moves + clock.increment * 3 / 4 + clock.extra.saturating_sub(overhead);
        let most = if moves == 1 { left * 9 / 10 } else { left / 2 } + clock.extra.saturating_sub(overhead);
        let hard = (share * 3).min(most);
        Budget { soft: share.min(hard) * 7 / 10, hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn controls_are_read() {
        let clock = |moves, time, increment| Ok(Control::Clock { moves, time, increment });
        assert_eq!("60+1".parse(), clock(None, ms(60_000), ms(1000)));
        assert_eq!("40/2m+500ms".parse(), clock(Some(40), ms(120_000), ms(500)));
        assert_eq!("0.5".parse(), clock(None, ms(500), ms(0)));
        for bad in ["", "x", "0/60", "40/", "0", "1+x", "/"] {
            assert!(bad.parse::<Control>().is_err(), "{bad}");
        }
    }

    #[test]
    fn no_move_takes_all_that_is_left() {
        for left in [0, 1, 5, 20, 21, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go, extra: ms(0) };
                    let budget = Budget::of_clock(&clock, OVERHEAD);
                    assert!(budget.soft <= budget.hard, "{clock:?}");
                    assert!(budget.hard <= clock.left, "{clock:?}: {budget:?}");
                    // A tenth of what is left is kept, or the overhead.
                    assert!(left < 100 || budget.hard <= clock.left * 9 / 10, "{clock:?}: {budget:?}");
                }
            }
        }
    }

    #[test]
    fn byoyomi_is_used_when_the_clock_is_empty() {
        let clock = Clock { extra: ms(1000), ..Clock::default() };
        let budget = Budget::of_clock(&clock, OVERHEAD);
        assert_eq!(budget.hard, ms(980));
        assert!(budget.soft >= ms(500));
    }

    #[test]
    fn a_whole_game_on_one_clock_does_not_run_out() {
        let mut clock = Clock { left: ms(10_000), increment: ms(100), ..Clock::default() };
        for _ in 0..300 {
            let spent = Budget::of_clock(&clock, OVERHEAD).hard + ms(15);
            assert!(spent < clock.left, "{clock:?}");
            clock.left = clock.left - spent + clock.increment;
        }
    }
}
