//! Everything between a game and those who play it: players, engine protocols in both directions, matches.
//!
//! This crate reads clocks, starts threads and other programs; nothing below it does. What a player is stands in `player`, how
//! he is named on a command line in `spec`. `docs/engines.md` says what we understand of the protocols.

// In suggested reading order.
mod spec;

mod clock;
mod duration;
mod stop;

mod ai;
mod player;
mod random;

mod foreign;
mod group;
mod heard;
mod lines;
mod process;

mod server;

pub mod arena;

#[cfg(test)]
mod testkit;

pub use clock::{Budget, Clock, Control, OVERHEAD, Time};
pub use duration::parse_duration;
pub use player::{Answer, Asked, Player, PlayerError, Table};
pub use process::Children;
pub use server::{Variants, serve};
pub use spec::{AiSpec, Effort, EngineSpec, FORMS, Program, Spec, THINKING};
pub use stop::{Stop, Timer};
pub use zug_notation::engine::Protocol;

impl Program {
    /// Makes the player. Foreign engines are started, and are ready when this returns; all of them can be ended through
    /// `children`.
    pub fn sit(&self, table: &Table, seed: u64, children: &Children) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Program::Random => Box::new(random::Random::new(seed)),
            Program::Ai(spec) => Box::new(ai::AiPlayer::new(self.to_string(), spec, table, seed)),
            Program::Engine(spec) => Box::new(foreign::Foreign::new(spec, table, children)?),
        })
    }
}
