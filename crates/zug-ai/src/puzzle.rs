//! One player: a way to the goal is looked for, and followed.
//!
//! Positions that show something new come first (a piece on a cell where it has not been seen), and every second one is the
//! latest: some puzzles are wide and some are long. Nothing is ever looked at twice.

use crate::budget::{Budget, Stop};
use crate::mind::Mind;
use crate::report::Score;
use crate::root::{Root, Searcher};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use zug_game::{Candidate, Move, Node, Sight, Stand};

/// Bytes that a position takes, about.
const NODE_BYTES: usize = 1_500;

pub(crate) struct Puzzle {
    most: usize,
    /// What to play in the positions of the way that was found, and how far it is from there.
    way: FxHashMap<u64, (Move, u32)>,
}

/// A position that has been found.
struct Spot {
    node: Option<Node>,
    from: u32,
    /// The move of the root that leads here.
    first: u32,
    mv: Option<Candidate>,
    plies: u32,
}

struct Field {
    spots: Vec<Spot>,
    by_promise: BinaryHeap<Reverse<(u32, u32, u32)>>,
    latest: Vec<u32>,
    /// Was the last one taken from the latest?
    by_age: bool,
    seen: FxHashSet<u64>,
    shown: FxHashSet<Stand>,
    sight: Sight,
}

impl Puzzle {
    pub(crate) fn new(mib: usize) -> Self {
        Puzzle { most: (mib.clamp(1, 1 << 16) << 20) / NODE_BYTES, way: FxHashMap::default() }
    }
}

impl Searcher for Puzzle {
    fn search(
        &mut self,
        root: &mut Root,
        _mind: &Mind,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Root, &Budget<'_>),
    ) {
        if !self.way.contains_key(&root.node.hash()) {
            let _ = self.solve(root, budget);
        }
        if let Some((mv, plies)) = self.way.get(&root.node.hash())
            && let Some(i) = root.moves.iter().position(|m| m.mv == *mv)
        {
            root.moves[..=i].rotate_right(1);
            root.moves[0].score = Score::Wins(*plies);
            root.depth = *plies;
        }
        tell(root, budget);
    }
}

impl Puzzle {
    /// Looks for a way to the goal. Without one the moves that lead to nothing new are the last.
    fn solve(&mut self, root: &mut Root, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut field = Field {
            spots: Vec::new(),
            by_promise: BinaryHeap::new(),
            latest: Vec::new(),
            by_age: false,
            seen: FxHashSet::default(),
            shown: FxHashSet::default(),
            sight: Sight::default(),
        };
        field.seen.insert(root.node.hash());
        for (i, mv) in root.moves.iter().enumerate() {
            budget.spend()?;
            let mut node = mv.node.clone();
            match node.outcome()? {
                Some(outcome) if outcome.score(root.player) > 0 => {
                    self.way.insert(root.node.hash(), (mv.mv.clone(), 1));
                    return Ok(());
                }
                Some(_) => {}
                None => {
                    field.add(Spot { node: Some(node), from: u32::MAX, first: i as u32, mv: None, plies: 1 })
                }
            }
        }
        let mut moves = Vec::new();
        while let Some(at) = field.next() {
            budget.spend_slowly()?;
            let Some(mut node) = field.spots[at as usize].node.take() else { continue };
            let (first, plies) = (field.spots[at as usize].first, field.spots[at as usize].plies);
            if node.moves_or_outcome(&mut moves)?.is_some() {
                continue;
            }
            for candidate in &moves {
                let mut after = node.clone();
                after.make(candidate)?;
                if field.seen.contains(&after.hash()) {
                    continue;
                }
                budget.spend()?;
                let spot =
                    Spot { node: None, from: at, first, mv: Some(candidate.clone()), plies: plies + 1 };
                match after.outcome()? {
                    Some(outcome) if outcome.score(root.player) > 0 => {
                        field.spots.push(spot);
                        return self.keep(root, &field);
                    }
                    Some(_) => {}
                    None => field.add(Spot { node: Some(after), ..spot }),
                }
            }
            if field.spots.len() >= self.most {
                break;
            }
        }
        Ok(())
    }

    /// Remembers the way to the last position of the field.
    fn keep(&mut self, root: &Root, field: &Field) -> Result<(), Stop> {
        let mut at = field.spots.len() - 1;
        let (first, total) = (field.spots[at].first, field.spots[at].plies);
        let mut steps = Vec::new();
        while let Some(candidate) = &field.spots[at].mv {
            steps.push(candidate);
            at = field.spots[at].from as usize;
        }
        let Some(begin) = root.moves.get(first as usize) else { return Ok(()) };
        self.way.insert(root.node.hash(), (begin.mv.clone(), total));
        let mut node = begin.node.clone();
        for (i, candidate) in steps.iter().rev().enumerate() {
            let Some(mv) = node.show(candidate) else { break };
            self.way.insert(node.hash(), (mv, total - 1 - i as u32));
            node.make(candidate)?;
        }
        Ok(())
    }
}

impl Field {
    fn add(&mut self, spot: Spot) {
        let Some(node) = &spot.node else { return };
        if !self.seen.insert(node.hash()) {
            return;
        }
        node.look(&mut self.sight);
        let mut new = 0;
        for stand in &self.sight.pieces {
            new += u32::from(self.shown.insert(*stand));
        }
        let at = self.spots.len() as u32;
        self.by_promise.push(Reverse((u32::from(new == 0), spot.plies, at)));
        self.latest.push(at);
        self.spots.push(spot);
    }

    /// The most promising one, or the latest, in turn.
    fn next(&mut self) -> Option<u32> {
        self.by_age = !self.by_age;
        if self.by_age
            && let Some(at) = self.latest.pop()
        {
            return Some(at);
        }
        let promising = self.by_promise.pop().map(|Reverse((_, _, at))| at);
        promising.or_else(|| self.latest.pop())
    }
}
