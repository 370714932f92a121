//! Which moves to look at first: the better the guess, the less there is to look at.

use crate::alphabeta::short;
use crate::eval::Evaluation;
use zug_game::{Candidate, PlayerId, Sight, Stand};

/// Marks are kept for this many sorts of moves.
const MARKS: usize = 1 << 14;
const MOST: i32 = 1 << 16;

/// A move with what it promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    promise: i32,
    /// What the rules say it promises.
    weight: i32,
    pub(crate) index: u16,
    pub(crate) key: u32,
    mark: u16,
    pub(crate) quiet: bool,
    /// What it takes, where that is known.
    pub(crate) gain: Option<i32>,
}

/// What earlier parts of the search have shown about moves.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// How often a move was the best, by player and sort of move.
    marks: Vec<[i32; 2]>,
    /// For each ply the last moves that were too good.
    killers: Vec<[u32; 2]>,
}

impl Order {
    /// What was good in the last position is only a hint now.
    pub(crate) fn next_search(&mut self) {
        self.marks.resize(MARKS, [0; 2]);
        self.marks.iter_mut().flatten().for_each(|mark| *mark /= 4);
        self.killers.clear();
    }

    /// Lists moves, the most promising first.
    #[allow(clippy::too_many_arguments, reason = "they are what a position is")]
    pub(crate) fn rank(
        &self,
        moves: &[Candidate],
        sight: &Sight,
        eval: &Evaluation,
        player: PlayerId,
        best_known: u32,
        ply: usize,
        out: &mut Vec<Ranked>,
    ) {
        let first = player == eval.first;
        let killers = self.killers.get(ply).copied().unwrap_or([0; 2]);
        let worth = |stand: &Stand| if first { eval.of_stand(stand) } else { -eval.of_stand(stand) };
        let at = |cell| {
            let found = sight.pieces.binary_search_by_key(&cell, |stand: &Stand| stand.cell);
            found.ok().map(|i| &sight.pieces[i])
        };
        out.clear();
        out.extend(moves.iter().take(usize::from(u16::MAX)).enumerate().map(|(i, candidate)| {
            let long = candidate.key();
            let key = short(long);
            let mark = (long.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 50) as u16;
            let facts = candidate.facts;
            let taking = facts.captures > 0;
            let mut gain = None;
            let promise = if key == best_known {
                1 << 30
            } else if taking {
                let ends = candidate.ends();
                let victim = ends.and_then(|(from, to)| at(to).filter(|_| from != to));
                gain = victim.filter(|_| facts.captures == 1).map(|victim| -worth(victim));
                let risk = ends.and_then(|(from, _)| at(from)).map_or(0, worth);
                let taken = gain.unwrap_or(100 * i32::from(facts.captures));
                let base = if taken >= 0 { 1 << 22 } else { 0 };
                base + taken.saturating_mul(16) - risk.clamp(-8000, 8000)
            } else if facts.promotes {
                (1 << 22) + 800
            } else if killers.contains(&key) {
                1 << 20
            } else {
                self.marks[usize::from(mark) % MARKS][usize::from(!first)]
            };
            let quiet = !taking && !facts.promotes;
            Ranked { promise, weight: facts.weight, index: i as u16, key, mark, quiet, gain }
        }));
        // The best one known, then as the rules advise, then as experience does.
        out.sort_by_key(|r| std::cmp::Reverse((r.key == best_known, r.weight, r.promise)));
    }

    /// A move was too good for the rival; those looked at before it were not.
    pub(crate) fn good<'a>(
        &mut self,
        ranked: &Ranked,
        first: bool,
        ply: usize,
        depth: i32,
        before: impl Iterator<Item = &'a Ranked>,
    ) {
        if !ranked.quiet {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != ranked.key {
            *killers = [ranked.key, killers[0]];
        }
        let bonus = (depth * depth).clamp(1, 400);
        let side = usize::from(!first);
        self.mark(ranked.mark, side, bonus * 4);
        before.filter(|r| r.quiet).for_each(|r| self.mark(r.mark, side, -bonus));
    }

    fn mark(&mut self, mark: u16, side: usize, bonus: i32) {
        let mark = &mut self.marks[usize::from(mark) % MARKS][side];
        *mark += bonus - *mark * bonus.abs() / MOST;
    }
}
