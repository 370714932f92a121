//! What a player knows about a game: what its rules say, and what trying it out has shown.

use crate::camps::Camp;
use crate::eval::Evaluation;
use crate::facts::Facts;
use crate::probe::Findings;
use crate::pull::Pull;
use std::time::Duration;
use zug_game::{Game, Node, Sight};

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

    /// A position for tables: what repetition compares, and whatever else the rules may look at.
    pub(crate) fn key(&self, node: &Node, sight: &Sight) -> u64 {
        let mut key = node.hash() ^ u64::from(node.passes()).wrapping_mul(0xA24B_AED4_963E_E407);
        if self.facts.has_counters {
            let all = sight.globals.iter().zip(&self.game.ir().globals).zip(&self.clocks).enumerate();
            for (i, ((value, global), clock)) in all {
                if global.counter && !clock {
                    let mixed = (*value as u32 as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 + 2 * i as u64);
                    key ^= mixed.rotate_left(i as u32 % 64);
                }
            }
        }
        key
    }

    /// Does it take long to list the moves of a position?
    pub(crate) fn is_heavy(&self) -> bool {
        !self.facts.is_fast || self.findings.branching > 120.0
    }
}
