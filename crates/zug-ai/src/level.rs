//! Weaker play: less is looked at, and among moves of about the same worth the better one is only the likelier one.

use crate::ask::Options;
use crate::budget::Budget;
use crate::report::Score;
use crate::root::Root;
use zug_game::Rng;

/// From this level on a win in one ply is never missed.
const SEES_WINS: u8 = 4;

/// Positions that each level looks at, beginning with level 1, for each move there is.
const NODES: [u64; 9] = [2, 4, 10, 30, 80, 200, 500, 1_200, 3_000];
/// How much worse (in points) a move is that is taken a third as often as the best.
const BLUR: [f64; 9] = [250.0, 160.0, 110.0, 75.0, 50.0, 35.0, 22.0, 14.0, 8.0];

/// A player below its strength.
pub(crate) struct Weak {
    level: u8,
    rng: Rng,
}

/// Limits a search to what its level may see. Nothing at the highest level.
pub(crate) fn weaken(options: &Options, budget: &mut Budget<'_>, moves: usize) -> Option<Weak> {
    let level = options.level.max(1);
    let place = usize::from(level) - 1;
    let nodes = NODES.get(place)? * moves as u64;
    budget.at_most(nodes.max(20));
    Some(Weak { level, rng: Rng::new(options.seed) })
}

impl Weak {
    /// Puts the move that is played first.
    pub(crate) fn pick(mut self, root: &mut Root) {
        let Some(best) = root.moves.first() else { return };
        if self.level >= SEES_WINS && matches!(best.score, Score::Wins(_)) {
            return;
        }
        // The same position gives the same move, and another one another draw.
        self.rng = Rng::new(root.node.hash() ^ self.rng.below(usize::MAX) as u64);
        let blur = BLUR.get(usize::from(self.level) - 1).copied().unwrap_or(1.0);
        let best = value(best.score);
        let weights: Vec<f64> = root.moves.iter().map(|m| ((value(m.score) - best) / blur).exp()).collect();
        let total: f64 = weights.iter().sum();
        let mut left = self.rng.below(1 << 30) as f64 / f64::from(1 << 30) * total;
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let chosen = root.moves.remove(drawn.unwrap_or(0));
        root.moves.insert(0, chosen);
    }
}

fn value(score: Score) -> f64 {
    match score {
        Score::Points(points) => f64::from(points.clamp(-3_000, 3_000)),
        Score::Wins(plies) => 5_000.0 - f64::from(plies.min(500)),
        Score::Loses(plies) => -5_000.0 + f64::from(plies.min(500)),
    }
}
