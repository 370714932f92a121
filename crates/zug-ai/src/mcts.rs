//! Games played to the end, more of them where they go well: for games that no evaluation understands, with chance, or with
//! any number of players.
//!
//! A tree is grown by one position with each game (UCT). Everybody wants the most for himself (max^n). Positions whose result
//! is known are never guessed at again (a solver). Where pieces are placed and stay, the last board of a random game shows who
//! played where, whenever it was: moves share what they have learned (RAVE) without a list of the moves played.

use crate::budget::{Budget, Stop};
use crate::exits::{held_up, shut_in};
use crate::mind::Mind;
use crate::report::Score;
use crate::root::{Root, Searcher};
use crate::safety;
use crate::tree::{NO_CHILD, Payoff, Place, Tree, even, payoff};
use zug_game::{Move, Node, Rng, Sight};

/// How much more a move is tried that has been tried little.
const CURIOSITY: f32 = 0.7;
/// The same where moves share what they have learned.
const SHARED_CURIOSITY: f32 = 0.25;
/// The same where games are broken off soon: guesses differ little, but are no matter of luck.
const GUESSED_CURIOSITY: f32 = 0.1;
/// Plies of a random game, and of one that is slow to play.
const CAP: usize = 500;
const SLOW_CAP: usize = 60;
/// Bytes that an edge of the tree takes, about.
const EDGE_BYTES: usize = 160;

pub(crate) struct Mcts {
    most_edges: usize,
    seed: u64,
    /// The tree of the last search with the moves of its root: what belongs to the position at hand is used again.
    last: Option<(Tree, Vec<Move>)>,
}

impl Mcts {
    pub(crate) fn new(mib: usize, seed: u64) -> Self {
        Mcts { most_edges: (mib.clamp(1, 1 << 16) << 20) / EDGE_BYTES, seed, last: None }
    }
}

/// One search.
struct Growth<'a, 'b> {
    mind: &'a Mind,
    budget: &'a mut Budget<'b>,
    tree: Tree,
    rng: Rng,
    most_edges: usize,
    /// Do moves share what they have learned?
    shares: bool,
    cap: usize,
    /// What a move is tried for that has been tried little.
    curiosity: f32,
    node: Node,
    /// `before[player]`: what everybody had at the root, where guesses are about what has been gained since.
    before: Vec<i32>,
    /// Places in the tree and the moves taken there.
    path: Vec<(u32, u32)>,
    sight: Sight,
}

impl Searcher for Mcts {
    fn search(
        &mut self,
        root: &mut Root,
        mind: &Mind,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Root, &Budget<'_>),
    ) {
        budget.begin_first_look();
        if !matches!(safety::wins_at_once(root, true, budget), Ok(false)) {
            return;
        }
        shut_in(root, mind, budget);
        let found = &mind.findings;
        let shares = found.drops > 0.9 && found.captures < 0.2 && mind.facts.is_fast;
        let many = mind.facts.players.len() > 2;
        let mut growth = Growth {
            mind,
            budget,
            tree: self.tree(root, mind),
            rng: Rng::new(self.seed ^ root.node.hash()),
            most_edges: self.most_edges,
            shares,
            cap: match (many && !shares, mind.facts.is_fast) {
                // What is known of the way is worth more than a random step on it.
                (true, _) if !mind.camps.is_empty() => 0,
                // One turn of everybody: hardly a random game of many players comes to its end.
                (true, _) => mind.facts.players.len(),
                (_, true) => CAP,
                (_, false) => SLOW_CAP,
            },
            curiosity: match (shares, many) {
                (true, _) => SHARED_CURIOSITY,
                (_, true) => GUESSED_CURIOSITY,
                (_, false) => CURIOSITY,
            },
            node: root.node.clone(),
            before: before(root, mind),
            path: Vec::new(),
            sight: Sight::default(),
        };
        let mut next_told = 512.max(growth.tree.root_visits());
        loop {
            match growth.simulate(root) {
                Ok(()) => {}
                Err(Stop::Out) => break,
                // A game that the rules cannot handle counts for nobody.
                Err(Stop::Run) => growth.learn(0, even(&mind.facts.players)),
            }
            growth.budget.end_first_look();
            let games = growth.tree.root_visits();
            if growth.tree.is_decided() || growth.budget.is_late() || growth.is_time_to_check() {
                break;
            }
            if games >= next_told {
                next_told = games.saturating_mul(2);
                growth.tree.write(root);
                tell(root, growth.budget);
            }
        }
        growth.tree.write(root);
        let moves = root.moves.iter().map(|m| m.mv.clone()).collect();
        self.last = Some((growth.tree, moves));
        // The rest is for a second look at the answer.
        let _ = safety::avoid_losses(root, mind.facts.is_slow, budget);
    }
}

impl Mcts {
    /// What the last search has found out about the position at hand, or a new tree.
    fn tree(&mut self, root: &Root, mind: &Mind) -> Tree {
        let mut sight = Sight::default();
        root.node.look(&mut sight);
        let key = mind.key(&root.node, &sight);
        // Where there are camps, results are what has been gained since the root.
        let last = self.last.take().filter(|_| mind.camps.is_empty());
        let grown = last.and_then(|(tree, moves)| tree.grown_from(root, key, &moves));
        grown.unwrap_or_else(|| Tree::new(root, key, &mind.facts.players))
    }
}

impl Growth<'_, '_> {
    /// Is what is left needed for a second look?
    fn is_time_to_check(&self) -> bool {
        self.budget.has_passed(85) || self.budget.has_spent(75)
    }

    /// Plays one game: down the tree, then at random.
    fn simulate(&mut self, root: &Root) -> Result<(), Stop> {
        self.budget.spend()?;
        self.node.copy(&root.node);
        self.path.clear();
        let mut at = 0u32;
        let result = loop {
            if let Some(known) = self.tree.at(at).known {
                break known.payoff;
            }
            if self.node.is_chance() && at != 0 {
                if !self.node.make_random(&mut self.rng)? {
                    break self.judge_end(at)?;
                }
                let edge = self.tree.by_result(at, self.node.hash());
                at = self.descend(at, edge);
                continue;
            }
            if !self.tree.at(at).expanded {
                let full = self.tree.n_edges >= self.most_edges;
                if self.tree.at(at).visits == 0 || full {
                    break self.random_game(root, at)?;
                }
                let mut moves = Vec::new();
                let outcome = self.node.moves_or_outcome(&mut moves)?;
                if let Some(outcome) = outcome {
                    let end = payoff(&outcome, &self.mind.facts.players);
                    self.tree.know(at, end, 0);
                    break end;
                }
                self.tree.expand(at, self.node.chooser(), moves);
            }
            let edge = self.select(at);
            let Some(chosen) = self.tree.at(at).edges.get(edge as usize) else {
                break even(&self.mind.facts.players);
            };
            match (at, &chosen.candidate) {
                (0, _) => self.node.copy(&root.moves[edge as usize].node),
                (_, Some(candidate)) => self.node.make(candidate)?,
                (_, None) => {}
            }
            at = self.descend(at, edge);
            if self.path.len() > 400 {
                break self.random_game(root, at)?;
            }
        };
        self.learn(at, result);
        Ok(())
    }

    /// Goes on to the position that has been reached through an edge.
    fn descend(&mut self, at: u32, edge: u32) -> u32 {
        self.path.push((at, edge));
        let Growth { tree, node, sight, mind, .. } = self;
        tree.child(at, edge, || {
            if mind.facts.has_counters {
                node.look(sight);
            }
            mind.key(node, sight)
        })
    }

    fn judge_end(&mut self, at: u32) -> Result<Payoff, Stop> {
        let players = &self.mind.facts.players;
        let Some(outcome) = self.node.outcome()? else { return Ok(even(players)) };
        let end = payoff(&outcome, players);
        self.tree.know(at, end, 0);
        Ok(end)
    }

    /// The move that is tried next.
    fn select(&mut self, at: u32) -> u32 {
        let place = self.tree.at(at);
        let total = place.visits.max(1) as f32;
        let mean = place.mean();
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, edge) in place.edges.iter().enumerate() {
            let known = if edge.child == NO_CHILD { None } else { self.tree.at(edge.child).known };
            let value = match known {
                // Nothing more can be learned here; a loss is not walked into.
                Some(known) => {
                    let worth = known.payoff[place.player];
                    if worth <= 0.0 { -10.0 } else { worth }
                }
                None => {
                    let n = edge.visits as f32;
                    let own = if edge.visits > 0 { edge.sum / n } else { mean };
                    let common = if edge.shared_n > 0.0 { edge.shared / edge.shared_n } else { 0.0 };
                    Place::blend(edge, own, common)
                        + self.curiosity * (total.ln().max(0.0) / (n + 1.0)).sqrt()
                }
            };
            if value > best.0 {
                best = (value, i as u32);
            }
        }
        best.1
    }

    /// Plays at random to the end, or until it is better to guess.
    fn random_game(&mut self, root: &Root, at: u32) -> Result<Payoff, Stop> {
        let players = &self.mind.facts.players;
        if self.shares
            && let Some(mut end) = self.node.random_end(&mut self.rng, self.cap)
        {
            let outcome = end.outcome()?;
            end.look(&mut self.sight);
            let ended = outcome.is_some() && end.hash() == self.node.hash();
            let result = outcome.map_or_else(|| even(players), |o| payoff(&o, players));
            if ended {
                self.tree.know(at, result, 0);
            }
            self.share(result);
            return Ok(result);
        }
        if self.mind.facts.is_fast && players.len() <= 2 {
            let game = self.node.playout(&mut self.rng, self.cap)?;
            let Some(outcome) = game.outcome else { return Ok(even(players)) };
            let result = payoff(&outcome, players);
            if game.plies == 0 {
                self.tree.know(at, result, 0);
            }
            return Ok(result);
        }
        for ply in 0..self.cap {
            if self.budget.ask() {
                return Err(Stop::Out);
            }
            if !self.node.make_random(&mut self.rng)? {
                let outcome = self.node.outcome()?;
                let result = outcome.map_or_else(|| even(players), |o| payoff(&o, players));
                if ply == 0 {
                    self.tree.know(at, result, 0);
                }
                return Ok(result);
            }
        }
        Ok(self.guess(root))
    }

    /// What a game is worth that was broken off.
    fn guess(&mut self, root: &Root) -> Payoff {
        let mut result = even(&self.mind.facts.players);
        self.node.look(&mut self.sight);
        let first = self.path.first().map_or(0, |(_, edge)| root.moves[*edge as usize].cost);
        for (share, player) in result.iter_mut().zip(&self.mind.facts.players) {
            let cost = if *player == root.player { first } else { 0 };
            let cost = cost + held_up(self.mind, &self.sight, *player) + self.before[player.idx()];
            *share = self.mind.eval.chance(&self.sight, *player, cost);
        }
        result
    }

    /// Every move of the path's positions that the last board shows has a part in the result.
    fn share(&mut self, result: Payoff) {
        let n_cells = self.mind.game.ir().board.cells.len();
        let mut owners = vec![u16::MAX; n_cells];
        for stand in &self.sight.pieces {
            owners[stand.cell.idx()] = stand.owner.0;
        }
        for &(at, _) in &self.path {
            self.tree.share(at, &owners, result);
        }
    }

    /// Brings a result back along the path, and what follows from it for certain.
    fn learn(&mut self, at: u32, result: Payoff) {
        self.tree.at_mut(at).visits += 1;
        let mut certain = self.tree.at(at).known.is_some();
        for i in (0..self.path.len()).rev() {
            let (at, edge) = self.path[i];
            self.tree.count(at, edge, result);
            certain = certain && self.tree.conclude(at);
        }
    }
}

/// What everybody has at the root. Nothing where no way is known: on a long way whoever leads would be sure of his win, and the next step
/// would not matter.
fn before(root: &Root, mind: &Mind) -> Vec<i32> {
    let mut all = vec![0; mind.game.ir().players.len()];
    if !mind.camps.is_empty() {
        let mut sight = Sight::default();
        root.node.look(&mut sight);
        for player in &mind.facts.players {
            all[player.idx()] = mind.eval.lead(&sight, *player) - held_up(mind, &sight, *player);
        }
    }
    all
}

/// What a share of games won is called in points.
pub(crate) fn points(share: f32) -> Score {
    let share = share.clamp(0.003, 0.997);
    Score::Points((170.0 * (share / (1.0 - share)).ln()) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Limits, NoHurry};

    #[test]
    fn what_was_found_out_is_used_for_the_next_move() {
        let game = zug_library::find("hex").unwrap().load(None).unwrap();
        let (mind, mut mcts) = (Mind::new(&game), Mcts::new(16, 1));
        let mut state = game.start();
        let mut search = |state: &zug_game::State, n: u64| {
            let limits = Limits { nodes: Some(n), ..Limits::default() };
            let mut budget = Budget::new(&limits, &NoHurry);
            let mut root = Root::new(state, true, &mut budget).unwrap();
            mcts.search(&mut root, &mind, &mut budget, &mut |_, _| {});
            let (tree, moves) = mcts.last.as_ref().unwrap();
            (moves[0].clone(), tree.at(0).edges[0].visits, tree.root_visits())
        };
        let (best, tried, _) = search(&state, 3_000);
        state.play(&best).unwrap();
        let (best, _, all) = search(&state, 1);
        assert!(tried > 20 && all + 1 >= tried, "{all} of {tried} games are left");
        // The same question again, and another game.
        state.play(&best).unwrap();
        let (_, _, before) = search(&state, 1_000);
        assert!(search(&state, 1).2 > before);
        assert!(search(&game.start(), 1).2 < 5);
    }
}
