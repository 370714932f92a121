//! Who meets whom from which position: fixed by the seed, so that a match can be gone on with, or played again.

use crate::clock::Control;
use crate::player::Table;
use crate::server::session::choosers;
use crate::spec::Program;
use std::time::Duration;
use zug_game::{Move, PlayerId, Rng, RunError, State, Turn};

/// A match between two players. The first one takes each seat in turn, the second one all others.
#[derive(Clone, Debug)]
pub struct Plan {
    pub table: Table,
    pub first: State,
    pub programs: [Program; 2],
    /// Games in all; a round has as many as there are seats.
    pub games: usize,
    /// Random moves at the beginning of each round.
    pub opening: usize,
    pub control: Option<Control>,
    /// How much later than allowed a move may come.
    pub margin: Duration,
    /// Plies after which a game is a draw.
    pub cap: usize,
    pub seed: u64,
}

/// One game of a match, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    pub number: usize,
    pub round: usize,
    /// Where the first player sits.
    pub seat: usize,
}

/// How often another opening is drawn when one ends the game.
const TRIES: u64 = 20;

impl Plan {
    /// Those who choose moves.
    pub fn seats(&self) -> Vec<PlayerId> {
        choosers(&self.table.game)
    }

    pub fn fixture(&self, number: usize) -> Fixture {
        let seats = self.seats().len().max(1);
        Fixture { number, round: number / seats, seat: number % seats }
    }

    /// The moves that the games of a round begin with; dice are drawn as they come.
    pub fn opening(&self, round: usize) -> Result<Vec<Move>, RunError> {
        let mut longest = Vec::new();
        for attempt in 0..TRIES {
            let mut rng = Rng::new(mix(self.seed, &[1, round as u64, attempt]));
            let mut state = self.first.clone();
            let mut moves = Vec::new();
            let mut chosen = 0;
            while chosen < self.opening {
                let mv = match state.turn()? {
                    Turn::Over(_) => break,
                    Turn::Chance(_) => state.draw(&mut rng)?.cloned(),
                    Turn::Player(_) => {
                        chosen += 1;
                        let legal = state.moves()?;
                        legal.get(rng.below(legal.len())).cloned()
                    }
                };
                let Some(mv) = mv else { break };
                state.play_unchecked(&mv)?;
                moves.push(mv);
            }
            if !matches!(state.turn()?, Turn::Over(_)) {
                return Ok(moves);
            }
            // A game that is over already says nothing: half of it may leave something to play.
            if moves.len() / 2 > longest.len() {
                moves.truncate(moves.len() / 2);
                longest = moves;
            }
        }
        Ok(longest)
    }

    /// The dice of a round: the same for each of its games.
    pub(super) fn dice(&self, round: usize) -> Rng {
        Rng::new(mix(self.seed, &[2, round as u64]))
    }

    /// The seed of the player in a seat of a game.
    pub(super) fn player_seed(&self, number: usize, seat: usize) -> u64 {
        mix(self.seed, &[3, number as u64, seat as u64])
    }

    /// One line that is the same for the same match: a log that says another one belongs to another match.
    pub fn identity(&self) -> String {
        let [a, b] = &self.programs;
        let first = zug_notation::position::print(&self.first, &zug_notation::Style::General);
        let rules = zug_notation::record::rules_hash(&self.table.game);
        let place = mix(0, &first.bytes().map(u64::from).collect::<Vec<_>>());
        format!(
            "{a} against {b}; rules {rules:016x}, start {place:016x}, opening {}, {:?}, cap {}, seed {}",
            self.opening, self.control, self.cap, self.seed
        )
    }
}

/// A number made of several (SplitMix64): streams of different purposes do not meet.
fn mix(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(seed, |state, part| {
        let mut z = (state ^ part.wrapping_mul(0xd134_2543_de82_ef95)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
