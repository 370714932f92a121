//! Games with chance: every throw is looked at, as likely as it is, and the evaluation judges what comes of the replies.
//!
//! With a good evaluation a few plies are enough, because nobody can plan far ahead of the dice.

use crate::budget::{Budget, Stop};
use crate::mcts::points;
use crate::mind::Mind;
use crate::report::Score;
use crate::root::{Root, Searcher};
use zug_game::{Node, PlayerId, Sight};

/// Turns that are looked ahead, at most.
const DEEPEST: u32 = 3;
/// Of the moves that look best so far, so many are looked at more deeply.
const KEPT: usize = 8;

pub(crate) struct Expect;

/// One search.
struct Outlook<'a, 'b> {
    mind: &'a Mind,
    budget: &'a mut Budget<'b>,
    player: PlayerId,
    sight: Sight,
}

impl Searcher for Expect {
    fn search(
        &mut self,
        root: &mut Root,
        mind: &Mind,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Root, &Budget<'_>),
    ) {
        let deepest = budget.limits().depth.unwrap_or(DEEPEST).min(DEEPEST);
        let mut outlook = Outlook { mind, budget, player: root.player, sight: Sight::default() };
        outlook.budget.begin_first_look();
        for depth in 1..=deepest {
            let n =
                if depth == 1 || root.wanted > KEPT { root.moves.len() } else { KEPT.min(root.moves.len()) };
            let mut chances = Vec::with_capacity(n);
            for mv in root.moves.iter().take(n) {
                match outlook.value(&mv.node, depth - 1) {
                    Ok(chance) => chances.push(chance),
                    Err(Stop::Run) => chances.push(0.5),
                    Err(Stop::Out) => break,
                }
            }
            // Deeper looks cannot be compared with others: half an iteration counts only if it is the first, which only time ends.
            if chances.len() < n && depth > 1 {
                return;
            }
            let mut found: Vec<_> = root.moves.drain(..chances.len()).zip(chances).collect();
            found.sort_by(|a, b| b.1.total_cmp(&a.1));
            let best = found.into_iter().map(|(mut mv, chance)| {
                let won = chance >= 1.0 && mv.node.ended().is_some();
                mv.score = if won { Score::Wins(1) } else { points(chance) };
                mv
            });
            let best: Vec<_> = best.collect();
            root.moves.splice(0..0, best);
            outlook.budget.end_first_look();
            root.depth = depth;
            tell(root, outlook.budget);
            if outlook.budget.is_late() {
                return;
            }
        }
    }
}

impl Outlook<'_, '_> {
    /// How likely the player wins, looking so many turns ahead.
    fn value(&mut self, node: &Node, depth: u32) -> Result<f32, Stop> {
        self.budget.spend_slowly()?;
        let mut node = node.clone();
        if node.is_chance() && depth > 0 {
            if let Some(outcome) = node.outcome()? {
                return Ok(0.5 + 0.5 * outcome.score(self.player) as f32);
            }
            let all = node.chances()?;
            let total: u64 = all.iter().map(|(weight, _)| weight).sum();
            let mut sum = 0.0;
            for (weight, after) in &all {
                sum += self.value(after, depth)? * *weight as f32 / total.max(1) as f32;
            }
            return Ok(sum);
        }
        if depth == 0 {
            if let Some(outcome) = node.outcome()? {
                return Ok(0.5 + 0.5 * outcome.score(self.player) as f32);
            }
            node.look(&mut self.sight);
            return Ok(self.mind.eval.chance(&self.sight, self.player, 0));
        }
        let mut moves = Vec::new();
        if let Some(outcome) = node.moves_or_outcome(&mut moves)? {
            return Ok(0.5 + 0.5 * outcome.score(self.player) as f32);
        }
        let own = node.chooser() == self.player;
        let mut best = if own { 0.0_f32 } else { 1.0 };
        let mut after = node.clone();
        for candidate in &moves {
            after.copy(&node);
            after.make(candidate)?;
            let value = self.value(&after, depth - 1)?;
            best = if own { best.max(value) } else { best.min(value) };
        }
        Ok(best)
    }
}
