//! Random play: the same game for the same seed, on every machine.

use crate::backend::Backend;
use crate::state::State;
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use zug_vm::{Outcome, RunError};

/// A seeded source of random numbers with fixed streams.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A word of random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, every one equally likely; 0 for `n` = 0.
    pub fn below(&mut self, n: usize) -> usize {
        // Multiply and reject (Lemire): no modulo bias.
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(n);
            // The remainder is below `n`: most numbers need no division.
            if (wide as u64) >= n || (wide as u64) >= n.wrapping_neg() % n {
                return (wide >> 64) as usize;
            }
        }
    }
}

/// How a random game went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    pub plies: usize,
    /// `None` if the cap was reached first.
    pub outcome: Option<Outcome>,
}

impl State {
    /// Plays uniformly chosen legal moves to the end, or for `cap` plies.
    pub fn playout(&self, rng: &mut Rng, cap: usize) -> Result<Playout, RunError> {
        self.playout_by(Backend::Auto, rng, cap)
    }

    /// The same by a back end of one's choice: each draws games of its own.
    pub fn playout_by(&self, backend: Backend, rng: &mut Rng, cap: usize) -> Result<Playout, RunError> {
        self.playout_until(backend, rng, cap, &|| false)
    }

    /// The same, ended before the next ply of the interpreter as soon as `stop` says so.
    pub fn playout_until(
        &self,
        backend: Backend,
        rng: &mut Rng,
        cap: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Playout, RunError> {
        let game = self.game();
        if backend == Backend::Auto
            && let (Ok(fast), Some(position)) = (game.fast(), self.fast_position())
        {
            let history = self.position().history();
            let seed = rng.word();
            if let Ok((plies, outcome)) = fast.playout(game.program(), position, history, cap, seed) {
                return Ok(Playout { plies, outcome });
            }
        }
        game.with_engine(|engine| {
            let mut position = self.position().clone();
            let mut buffer = Vec::new();
            for plies in 0..cap {
                if stop() {
                    return Ok(Playout { plies, outcome: None });
                }
                let mut draw = |n| rng.below(n);
                let over = engine.random_step(game.program(), &mut position, &mut buffer, &mut draw)?;
                if over.is_some() {
                    return Ok(Playout { plies, outcome: over });
                }
            }
            Ok(Playout { plies: cap, outcome: None })
        })
    }
}
