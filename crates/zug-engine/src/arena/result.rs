//! How a game of a match ended, and what it is worth to the first player.

use super::plan::Fixture;
use super::stats::{Sprt, Verdict, interval, mean};
use std::collections::BTreeMap;
use zug_game::{Move, Outcome, PlayerId};

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// As the rules say.
    Over(Outcome),
    /// Somebody did what cannot be done, or nothing in time, or broke down: he has lost.
    Fault {
        seat: usize,
        fault: Fault,
        why: String,
    },
    Resigned {
        seat: usize,
    },
    /// It took too long: a draw.
    Capped,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Illegal,
    Time,
    Broken,
}

impl Fault {
    pub(super) const WORDS: [(Fault, &str); 3] =
        [(Fault::Illegal, "illegal"), (Fault::Time, "time"), (Fault::Broken, "broken")];

    pub(super) fn word(self) -> &'static str {
        Fault::WORDS.iter().find(|(fault, _)| *fault == self).map_or("", |(_, word)| word)
    }
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    pub fixture: Fixture,
    pub moves: Vec<Move>,
    pub ending: Ending,
    pub result: Result,
}

/// What it means for the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Result {
    /// 1: won, 0: drawn, -1: lost.
    pub won: i8,
    /// 0 to 1: how many of the others he is ahead of, ties counting half.
    pub score: f64,
    pub fault: Option<Fault>,
    pub capped: bool,
}

impl Result {
    /// `out`: who has lost while others played on, in the order they went.
    pub(super) fn new(seats: &[PlayerId], own: usize, ending: &Ending, out: &[PlayerId]) -> Self {
        let tier = |seat: usize| -> i64 {
            let player = seats.get(seat).copied();
            let gone = out.iter().position(|p| Some(*p) == player).map(|at| at as i64 - out.len() as i64);
            match ending {
                Ending::Over(Outcome::Won { player: winner, .. }) if Some(*winner) == player => 2,
                Ending::Over(Outcome::Lost(loser)) if Some(*loser) == player => i64::MIN,
                Ending::Fault { seat: loser, .. } | Ending::Resigned { seat: loser } if *loser == seat => {
                    i64::MIN
                }
                _ => gone.unwrap_or(1),
            }
        };
        let others: Vec<i64> = (0..seats.len()).filter(|seat| *seat != own).map(tier).collect();
        let mine = tier(own);
        let ahead = others.iter().filter(|t| **t < mine).count() as f64;
        let level = others.iter().filter(|t| **t == mine).count() as f64;
        let score = if others.is_empty() { 0.5 } else { (ahead + level / 2.0) / others.len() as f64 };
        let best = others.iter().max().is_none_or(|t| *t < mine);
        let behind = mine < 1 || others.contains(&2);
        let won = if best {
            1
        } else if behind {
            -1
        } else {
            0
        };
        let fault = match ending {
            Ending::Fault { fault, .. } => Some(*fault),
            _ => None,
        };
        Result { won, score, fault, capped: *ending == Ending::Capped }
    }
}

/// All results so far.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    pub illegal: usize,
    pub time_losses: usize,
    pub broken: usize,
    pub capped: usize,
    seats: usize,
    /// By round: the scores of its games.
    rounds: BTreeMap<usize, Vec<f64>>,
}

impl Tally {
    pub fn new(seats: usize) -> Self {
        Tally { seats, ..Tally::default() }
    }

    pub fn add(&mut self, round: usize, result: &Result) {
        match result.won {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        match result.fault {
            Some(Fault::Illegal) => self.illegal += 1,
            Some(Fault::Time) => self.time_losses += 1,
            Some(Fault::Broken) => self.broken += 1,
            None => {}
        }
        self.capped += usize::from(result.capped);
        self.rounds.entry(round).or_default().push(result.score);
    }

    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The share of all points.
    pub fn score(&self) -> Option<f64> {
        mean(&self.scores())
    }

    fn scores(&self) -> Vec<f64> {
        self.rounds.values().flatten().copied().collect()
    }

    /// What each complete round brought.
    fn complete(&self) -> Vec<f64> {
        self.rounds
            .values()
            .filter(|games| games.len() == self.seats)
            .filter_map(|games| mean(games))
            .collect()
    }

    /// Between which scores the true one lies, 19 times out of 20.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (rounds, scores) = (self.complete(), self.scores());
        interval(&rounds, &scores).or_else(|| interval(&scores, &scores))
    }

    /// How many complete rounds had each of the possible scores, from nothing to everything.
    pub fn rounds(&self) -> Vec<u64> {
        // A game has a score of halves of a rank, a round as many games as seats.
        let most = 2 * self.seats.saturating_sub(1) * self.seats;
        let mut counts = vec![0; most + 1];
        for score in self.complete() {
            let class = (score * most as f64).round() as usize;
            if let Some(count) = counts.get_mut(class) {
                *count += 1;
            }
        }
        counts
    }

    pub fn verdict(&self, test: &Sprt) -> Verdict {
        test.verdict(&self.rounds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(n: u16, own: usize, ending: &Ending, out: &[u16]) -> (i8, f64) {
        let seats: Vec<PlayerId> = (0..n).map(PlayerId).collect();
        let out: Vec<PlayerId> = out.iter().copied().map(PlayerId).collect();
        let result = Result::new(&seats, own, ending, &out);
        (result.won, result.score)
    }

    #[test]
    fn two_players() {
        let won = Ending::Over(Outcome::won(PlayerId(0)));
        assert_eq!((result(2, 0, &won, &[]), result(2, 1, &won, &[])), ((1, 1.0), (-1, 0.0)));
        let lost = Ending::Over(Outcome::Lost(PlayerId(0)));
        assert_eq!((result(2, 0, &lost, &[]), result(2, 1, &lost, &[])), ((-1, 0.0), (1, 1.0)));
        assert_eq!(result(2, 1, &Ending::Over(Outcome::Draw), &[]), (0, 0.5));
        assert_eq!(result(2, 1, &Ending::Capped, &[]), (0, 0.5));
        let fault = Ending::Fault { seat: 1, fault: Fault::Time, why: String::new() };
        assert_eq!((result(2, 0, &fault, &[]), result(2, 1, &fault, &[])), ((1, 1.0), (-1, 0.0)));
        assert_eq!(result(2, 0, &Ending::Resigned { seat: 0 }, &[]), (-1, 0.0));
    }

    #[test]
    fn four_players_are_ranked() {
        // 2 went first, then 0; 1 won.
        let won = Ending::Over(Outcome::won(PlayerId(1)));
        let ranked: Vec<_> = (0..4).map(|own| result(4, own, &won, &[2, 0])).collect();
        assert_eq!(ranked, [(-1, 1.0 / 3.0), (1, 1.0), (-1, 0.0), (-1, 2.0 / 3.0)]);
        // A draw of those who are left.
        let draw = Ending::Over(Outcome::Draw);
        assert_eq!((result(4, 3, &draw, &[2]), result(4, 2, &draw, &[2])), ((0, 2.0 / 3.0), (-1, 0.0)));
    }

    #[test]
    fn pairs_are_counted_when_they_are_complete() {
        let mut tally = Tally::new(2);
        let game = |won: i8| Result { won, score: f64::from(won + 1) / 2.0, fault: None, capped: false };
        for (round, won) in [(0, 1), (0, 1), (1, 1), (1, -1), (2, 0), (2, 1), (3, -1)] {
            tally.add(round, &game(won));
        }
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.games()), (4, 1, 2, 7));
        assert_eq!(tally.rounds(), [0, 0, 1, 1, 1]);
        assert_eq!(tally.score(), Some(4.5 / 7.0));
    }
}
