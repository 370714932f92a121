//! What a player knows about a game: what its rules say, and what trying it out has shown.

use crate::camps::Camp;
use crate::eval::Evaluation;
use crate::facts::Facts;
use crate::probe::Findings;
use crate::pull::Pull;
use std::time::Duration;
use zug_game::Game;

#[derive(Debug)]
pub(crate) struct Mind {
    pub(crate) game: Game,
    pub(crate) facts: Facts,
    pub(crate) eval: Evaluation,
    pub(crate) findings: Findings,
    /// `clocks[global]`: a counter that only measures time. Positions that differ in nothing else are taken for one.
    pub(crate) clocks: Vec<bool>,
    /// Where positions are slow to look at.
    pub(crate) pull: Option<Pull>,
    /// Cells that have to be filled together.
    pub(crate) camps: Vec<Camp>,
    /// The longest that looking at a position has taken.
    pub(crate) slowest: Duration,
}

impl Mind {
    pub(crate) fn new(game: &Game) -> Self {
        let facts = Facts::new(game);
        Mind {
            eval: Evaluation::blank(game, &facts.players),
            findings: Findings::default(),
            slowest: Duration::ZERO,
            pull: if facts.is_fast { None } else { Pull::new(game) },
            camps: Vec::new(),
            clocks: vec![false; game.ir().globals.len()],
            facts,
            game: game.clone(),
        }
    }

    /// Does it take long to list the moves of a position?
    pub(crate) fn is_heavy(&self) -> bool {
        !self.facts.is_fast || self.findings.branching > 120.0
    }
}
