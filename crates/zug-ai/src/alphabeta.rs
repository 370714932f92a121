//! Two players without chance: every line to some depth, then deeper, without those that cannot matter.
//!
//! Principal variation search with a table of positions, late moves looked at less deeply first, and captures followed to the
//! end of an exchange (`quiet`). What a score means: the higher, the better for the player whose turn it is.

mod score;

use crate::budget::{Budget, Stop};
use crate::exits::{held_up, shut_in};
use crate::mind::Mind;
use crate::order::{Order, Ranked};
use crate::report::Score;
use crate::root::{Root, RootMove, Searcher};
use crate::safety::{avoid_losses, prefer_safe, wins_at_once};
use crate::table::Table;
use rustc_hash::FxHashMap;
use score::{INFINITE, PROVEN, WIN, bound_of, dearer, ended, to_score, to_table};
use std::time::Duration;
use zug_game::{Candidate, Node, PlayerId, Repetition, Sight};

/// No line is longer.
const MAX_PLY: usize = 120;
/// Plies of captures beyond the depth.
const MAX_QUIET: usize = 8;
/// Plies of captures that nobody can avoid.
const MAX_FORCED: usize = 24;
/// Positions of captures beyond one position, by depth of the search, to [`DEEP_QUIET`]. Where every capture of several pieces
/// has many ways they would never end.
const QUIET_POSITIONS: u32 = 32;
const DEEP_QUIET: u32 = 8;
/// Moves of a line that are shown.
const SHOWN: usize = 12;

/// What is known at one ply of the line that is looked at.
#[derive(Default)]
struct Frame {
    node: Option<Node>,
    sight: Sight,
    moves: Vec<Candidate>,
    ranked: Vec<Ranked>,
}

pub(crate) struct AlphaBeta {
    table: Table,
    order: Order,
    frames: Vec<Frame>,
    /// The longest time that listing the moves of a position has taken, where it takes long.
    slowest: Duration,
}

/// One search.
struct Line<'a, 'b> {
    mind: &'a Mind,
    budget: &'a mut Budget<'b>,
    earlier: &'a FxHashMap<u64, u32>,
    /// Who thinks, and how far his plan had come before.
    player: PlayerId,
    before: i32,
    /// Situations from the root on.
    path: Vec<u64>,
    /// Something has been judged without looking ahead.
    guessed: bool,
    /// Plies of captures beyond the depth: few at first, so that the first depths do not take all the time.
    most_quiet: usize,
    /// Positions that may still be looked at beyond the present one, and how many that are at first.
    quiet_left: u32,
    quiet_positions: u32,
}

impl AlphaBeta {
    pub(crate) fn new(mib: usize) -> Self {
        AlphaBeta {
            table: Table::new(mib),
            order: Order::default(),
            frames: Vec::new(),
            slowest: Duration::ZERO,
        }
    }
}

impl Searcher for AlphaBeta {
    fn search(
        &mut self,
        root: &mut Root,
        mind: &Mind,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Root, &Budget<'_>),
    ) {
        self.table.next_search();
        self.order.next_search();
        self.frames.resize_with(MAX_PLY + 1, Frame::default);
        let deepest = budget.limits().depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2);
        // A win that is there is taken, however few positions may be looked at.
        let won = |m: &RootMove| m.node.ended().is_some_and(|end| end.winner() == Some(root.player));
        if let Some(i) = root.moves.iter().position(won) {
            root.moves[..=i].rotate_right(1);
        }
        let earlier = std::mem::take(&mut root.earlier);
        let lines = root.wanted.clamp(1, root.moves.len().max(1));
        let mut sight = Sight::default();
        root.node.look(&mut sight);
        let path = vec![root.node.situation(&sight)];
        // What was slow once need not be so again.
        self.slowest = (self.slowest * 3 / 4).max(mind.slowest);
        let player = root.player;
        let before = plan(mind, &sight, player);
        shut_in(root, mind, budget);
        let mut line = Line {
            mind,
            budget,
            earlier: &earlier,
            player,
            before,
            path,
            guessed: false,
            most_quiet: MAX_QUIET,
            quiet_left: 0,
            quiet_positions: 0,
        };
        line.budget.begin_first_look();
        for depth in 1..=deepest {
            line.guessed = false;
            line.most_quiet = MAX_QUIET.min(2 * depth as usize);
            line.quiet_positions = QUIET_POSITIONS * depth.min(DEEP_QUIET);
            if self.iterate(root, &mut line, depth as i32, lines).is_err() {
                if lines > 1 && depth > 1 {
                    root.unsettle();
                }
                if !mind.facts.is_fast {
                    prefer_safe(root);
                }
                break;
            }
            root.settle();
            line.budget.end_first_look();
            root.depth = depth;
            if mind.facts.is_fast {
                self.show_lines(root, &mut line, lines.min(SHOWN));
            } else {
                // The next depth may not come to its end. Nothing is begun that would not be done in time.
                let in_time = line.budget.room_for(self.slowest * 2).is_ok();
                let wins =
                    depth == 1 && in_time && !matches!(wins_at_once(root, false, line.budget), Ok(false));
                if !in_time || wins || avoid_losses(root, mind.facts.is_slow, line.budget).is_err() {
                    prefer_safe(root);
                    break;
                }
            }
            tell(root, line.budget);
            let all_known = root.moves.iter().take(lines).all(|m| !matches!(m.score, Score::Points(_)));
            if all_known || !line.guessed || line.budget.is_late() {
                break;
            }
        }
        root.earlier = earlier;
    }
}

impl AlphaBeta {
    /// Looks at all moves of the root to a depth. What was found before the budget is used up counts.
    fn iterate(
        &mut self,
        root: &mut Root,
        line: &mut Line<'_, '_>,
        depth: i32,
        lines: usize,
    ) -> Result<(), Stop> {
        let mut done: Vec<i32> = Vec::new();
        let player = root.player;
        let counts = root.moves.len();
        for i in 0..root.moves.len() {
            let floor = if done.len() < lines { -INFINITE } else { done[lines - 1] };
            let mv = &root.moves[i];
            self.frames[1].node.get_or_insert_with(|| mv.node.clone()).copy(&mv.node);
            let (same, cost) = (mv.node.chooser() == player, mv.cost);
            let look = |this: &mut Self, line: &mut Line<'_, '_>, depth, low: i32, high: i32| {
                let (low, high) = (dearer(low, -cost), dearer(high, -cost));
                let found = if same {
                    this.visit(line, 1, depth, low, high, counts)
                } else {
                    this.visit(line, 1, depth, -high, -low, counts).map(|score| -score)
                };
                found.map(|score| dearer(score, cost))
            };
            let found = if floor == -INFINITE {
                look(self, line, depth - 1, floor, INFINITE)
            } else {
                match look(self, line, depth - 1, floor, floor + 1) {
                    Ok(score) if score > floor => {
                        self.restore(&root.moves[i].node);
                        look(self, line, depth - 1, floor, INFINITE)
                    }
                    other => other,
                }
            };
            match found {
                Ok(score) => {
                    // A move that is no better than the best ones is known to be no better, and nothing more.
                    let place = done.iter().position(|s| *s < score).unwrap_or(done.len());
                    if place < lines || score > floor {
                        done.insert(place, score);
                        let mut mv = root.moves.remove(i);
                        mv.score = to_score(score);
                        root.moves.insert(place, mv);
                    } else {
                        root.moves[i].score = to_score(score);
                    }
                }
                Err(stop) => {
                    // Whatever the search has met, the answer is among the moves.
                    if let Stop::Run = stop {
                        root.moves[i].score = Score::Points(0);
                        continue;
                    }
                    return Err(stop);
                }
            }
        }
        Ok(())
    }

    fn restore(&mut self, node: &Node) {
        if let Some(mine) = &mut self.frames[1].node {
            mine.copy(node);
        }
    }

    /// What the position at a ply is worth, as far as it lies between the bounds.
    fn visit(
        &mut self,
        line: &mut Line<'_, '_>,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        rival_moves: usize,
    ) -> Result<i32, Stop> {
        if line.mind.is_heavy() {
            line.budget.spend_slowly()?;
        } else {
            line.budget.spend()?;
        }
        let frame = &mut self.frames[ply];
        let Some(node) = &mut frame.node else { return Ok(0) };
        node.look(&mut frame.sight);
        let situation = node.situation(&frame.sight);
        if let Some(score) = line.repeated(situation, node.chooser(), ply) {
            return Ok(score);
        }
        let key = line.key(node, &frame.sight);
        let entry = self.table.find(key);
        if let Some(score) = entry.and_then(|entry| entry.fits(depth, alpha, beta, ply)) {
            line.guessed |= score.abs() < PROVEN;
            return Ok(score);
        }
        // Where an answer is forced the line goes on until it has been made.
        let depth = if depth <= 0 && ply < MAX_PLY / 2 && node.is_forced()? { 1 } else { depth };
        if depth <= 0 && line.mind.is_heavy() {
            // Looking at moves takes longer than all the rest: depth is better than a good look at its end.
            if let Some(outcome) = node.ended() {
                return Ok(ended(&outcome, node.chooser(), ply));
            }
            line.guessed = true;
            let counts = line.mind.facts.is_fast && line.mind.eval.mobility != 0;
            let (mine, other) = if counts { (node.count()? as usize, rival_moves) } else { (1, 1) };
            if counts && mine == 0 {
                return Ok(node.outcome()?.map_or(0, |outcome| ended(&outcome, node.chooser(), ply)));
            }
            let worth = line.mind.eval.of(&frame.sight, node.chooser(), mine, other);
            return Ok(worth + line.plan(&frame.sight, node.chooser()));
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            line.quiet_left = line.quiet_positions;
            return self.quiet(line, ply, alpha, beta, rival_moves, 0);
        }
        let outcome = if line.mind.facts.is_fast {
            node.moves_or_outcome(&mut frame.moves)?
        } else {
            // Nothing is begun that would not be done in time.
            let began = line.budget.room_for(self.slowest)?;
            let outcome = node.moves_or_outcome(&mut frame.moves)?;
            self.slowest = self.slowest.max(line.budget.elapsed().saturating_sub(began));
            outcome
        };
        let player = node.chooser();
        if let Some(outcome) = outcome {
            return Ok(ended(&outcome, player, ply));
        }
        let best_known = entry.map_or(0, |entry| entry.best);
        self.order.rank(
            &frame.moves,
            &frame.sight,
            &line.mind.eval,
            player,
            best_known,
            ply,
            &mut frame.ranked,
        );
        let n = frame.moves.len();
        let depth = match n {
            // Whoever has no choice does not use up any depth.
            1 if ply < 40 => depth + 1,
            _ if ply < 40 && frame.moves.iter().any(|c| c.facts.forced) => depth + 1,
            _ if best_known == 0 && depth >= 5 => depth - 1,
            _ => depth,
        };
        let (ranked, moves) = (std::mem::take(&mut frame.ranked), std::mem::take(&mut frame.moves));
        line.path.push(situation);
        let (mut best, mut best_key, start) = (-INFINITE, 0, alpha);
        let mut result = Ok(());
        for (i, rank) in ranked.iter().enumerate() {
            let candidate = &moves[rank.index as usize];
            let reduced = if rank.quiet && depth >= 3 && i >= 3 {
                1 + i32::from(i >= 10) + i32::from(depth >= 7)
            } else {
                0
            };
            let look = |this: &mut Self, line: &mut Line<'_, '_>, depth, low, high| {
                this.step(line, ply, candidate, player, (depth, low, high), n)
            };
            let found = (|| {
                if i == 0 {
                    return look(self, line, depth - 1, alpha, beta);
                }
                let mut score = look(self, line, depth - 1 - reduced, alpha, alpha + 1)?;
                if score > alpha && reduced > 0 {
                    score = look(self, line, depth - 1, alpha, alpha + 1)?;
                }
                if score > alpha && score < beta {
                    score = look(self, line, depth - 1, alpha, beta)?;
                }
                Ok(score)
            })();
            let score = match found {
                Ok(score) => score,
                Err(Stop::Out) => {
                    result = Err(Stop::Out);
                    break;
                }
                // A position that the rules cannot handle is nobody's.
                Err(Stop::Run) => 0,
            };
            if score > best {
                best = score;
                best_key = rank.key;
            }
            if best > alpha {
                alpha = best;
            }
            if alpha >= beta {
                self.order.good(rank, player == line.mind.eval.first, ply, depth, ranked[..i].iter());
                break;
            }
        }
        line.path.pop();
        let frame = &mut self.frames[ply];
        (frame.ranked, frame.moves) = (ranked, moves);
        result?;
        self.table.keep(key, best_key, to_table(best, ply), depth as i16, bound_of(best, start, beta));
        Ok(best)
    }

    /// Makes a move of a ply and looks at the next.
    fn step(
        &mut self,
        line: &mut Line<'_, '_>,
        ply: usize,
        candidate: &Candidate,
        player: PlayerId,
        (depth, low, high): (i32, i32, i32),
        n: usize,
    ) -> Result<i32, Stop> {
        let same = self.make(ply, candidate, player)?;
        if same {
            self.visit(line, ply + 1, depth, low, high, n)
        } else {
            self.visit(line, ply + 1, depth, -high, -low, n).map(|score| -score)
        }
    }

    /// Makes a move of a ply. Is it the same player's turn afterwards?
    fn make(&mut self, ply: usize, candidate: &Candidate, player: PlayerId) -> Result<bool, Stop> {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let Some(node) = &before[ply].node else { return Ok(false) };
        let next = after[0].node.get_or_insert_with(|| node.clone());
        next.copy(node);
        next.make(candidate)?;
        Ok(next.chooser() == player)
    }

    /// The same without depth: captures and promotions only, until nothing hangs. Whoever need not take may stand still.
    fn quiet(
        &mut self,
        line: &mut Line<'_, '_>,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        rival_moves: usize,
        taken: usize,
    ) -> Result<i32, Stop> {
        let frame = &mut self.frames[ply];
        let Some(node) = &mut frame.node else { return Ok(0) };
        if taken > 0 {
            line.budget.spend()?;
            node.look(&mut frame.sight);
        }
        let outcome = node.moves_or_outcome(&mut frame.moves)?;
        let player = node.chooser();
        if let Some(outcome) = outcome {
            return Ok(ended(&outcome, player, ply));
        }
        line.guessed = true;
        let n = frame.moves.len();
        let stand = line.mind.eval.of(&frame.sight, player, n, rival_moves) + line.plan(&frame.sight, player);
        let forced = frame.moves.iter().all(|c| c.facts.captures > 0);
        let most = if forced { MAX_FORCED } else { line.most_quiet };
        let ends = taken >= most || ply >= MAX_PLY - 1 || line.quiet_left == 0;
        if !line.mind.findings.exchanges || ends {
            return Ok(stand);
        }
        line.quiet_left -= 1;
        if !forced {
            if stand >= beta {
                return Ok(stand);
            }
            alpha = alpha.max(stand);
        }
        frame.moves.retain(|c| c.facts.captures > 0 || c.facts.promotes);
        if frame.moves.is_empty() {
            return Ok(stand);
        }
        self.order.rank(&frame.moves, &frame.sight, &line.mind.eval, player, 0, ply, &mut frame.ranked);
        let (ranked, moves) = (std::mem::take(&mut frame.ranked), std::mem::take(&mut frame.moves));
        let mut best = if forced { -INFINITE } else { stand };
        let mut result = Ok(());
        for rank in &ranked {
            let hopeless = rank.gain.is_some_and(|gain| stand + gain + 150 <= alpha || gain < 0);
            if !forced && hopeless {
                continue;
            }
            let score = match self.make(ply, &moves[rank.index as usize], player) {
                Ok(true) => self.quiet(line, ply + 1, alpha, beta, n, taken + 1),
                Ok(false) => self.quiet(line, ply + 1, -beta, -alpha, n, taken + 1).map(|score| -score),
                Err(stop) => Err(stop),
            };
            let score = match score {
                Ok(score) => score,
                Err(Stop::Out) => {
                    result = Err(Stop::Out);
                    break;
                }
                Err(Stop::Run) => 0,
            };
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let frame = &mut self.frames[ply];
        (frame.ranked, frame.moves) = (ranked, moves);
        result.map(|()| best)
    }

    /// Reads from the table how the game goes on after the best moves.
    fn show_lines(&self, root: &mut Root, line: &mut Line<'_, '_>, lines: usize) {
        let depth = root.depth as usize;
        for mv in root.moves.iter_mut().take(lines) {
            mv.line.clear();
            let mut node = mv.node.clone();
            let (mut moves, mut sight) = (Vec::new(), Sight::default());
            while mv.line.len() + 1 < depth.min(SHOWN) {
                node.look(&mut sight);
                let Some(entry) = self.table.find(line.key(&node, &sight)) else { break };
                let Ok(None) = node.moves_or_outcome(&mut moves) else { break };
                let Some(next) = moves.iter().find(|c| short(c.key()) == entry.best) else { break };
                let Some(shown) = node.show(next) else { break };
                mv.line.push(shown);
                if node.make(next).is_err() {
                    break;
                }
            }
        }
    }
}

/// What whoever thinks sees with his own eyes only: where he is drawn to, and who is in his way.
fn plan(mind: &Mind, sight: &Sight, player: PlayerId) -> i32 {
    mind.pull.as_ref().map_or(0, |pull| pull.of(sight, player)) - held_up(mind, sight, player)
}

/// The part of a move's key that the table keeps; never 0.
pub(crate) fn short(key: u64) -> u32 {
    ((key >> 32) as u32 ^ key as u32).max(1)
}

impl Line<'_, '_> {
    /// The position for the table.
    fn key(&self, node: &Node, sight: &Sight) -> u64 {
        let key = self.mind.key(node, sight);
        // A player with a plan sees the position with other eyes.
        let planned = self.mind.pull.is_some() || !self.mind.camps.is_empty();
        if planned { key ^ (self.player.idx() as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93) } else { key }
    }

    /// What it is worth to the player whose turn it is how far the plan of the one who thinks has come.
    fn plan(&self, sight: &Sight, player: PlayerId) -> i32 {
        let plan = plan(self.mind, sight, self.player);
        if player == self.player { plan } else { -plan }
    }

    /// What a situation is worth that has been there before. Once on the way from the root is enough: what could be done
    /// then can be done now.
    fn repeated(&self, situation: u64, player: PlayerId, ply: usize) -> Option<i32> {
        let here = self.path.contains(&situation);
        // Where a plan cannot be seen to its end, going back is none.
        let often = if self.mind.pull.is_some() { 1 } else { 2 };
        if !here && self.earlier.get(&situation).is_none_or(|times| *times < often) {
            return None;
        }
        let bad = WIN - ply as i32;
        Some(match self.mind.facts.repetition {
            // A game that goes round and round is won by nobody, whether the rules say so or not. It brings nobody nearer.
            Repetition::Draws | Repetition::Nothing if player == self.player => self.before,
            Repetition::Draws | Repetition::Nothing => -self.before,
            // The other one has brought it about.
            Repetition::Loses | Repetition::Illegal => bad,
            Repetition::Wins => -bad,
        })
    }
}
