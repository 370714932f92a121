//! The positions of a puzzle that have been found: where each came from, and which are still to be looked into.
//!
//! Positions that show something new come first (a piece on a cell where it has not been seen), and every second one is the
//! latest: some puzzles are wide and some are long. Nothing is looked at twice. What is found stays: after a move the field goes on from the
//! position that has been reached.

use crate::budget::{Budget, Stop};
use crate::root::Root;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use zug_game::{Move, Node, Sight, Stand};

/// Bytes that a position takes without its board, about: itself, its place in the index and in both queues.
const SPOT_BYTES: usize = 96;
/// Stands for the root, and in the index for positions that are not to be entered.
const ROOT: u32 = u32::MAX;

/// A position that has been found.
#[derive(Clone, Copy)]
struct Spot {
    from: u32,
    /// The move that leads here, as its place among those of the position before.
    mv: u32,
    /// The move of the root that leads here.
    first: u32,
    plies: u32,
    /// It has not been looked into.
    open: bool,
}

pub(crate) struct Field {
    root: u64,
    /// The moves of the root.
    moves: Vec<Move>,
    spots: Vec<Spot>,
    /// Boards of open positions, as long as there is room for them; the others are played to again.
    boards: FxHashMap<u32, Box<Node>>,
    /// Positions by their hashes.
    index: FxHashMap<u64, u32>,
    by_promise: BinaryHeap<Reverse<(u32, u32, u32)>>,
    latest: Vec<u32>,
    /// True if the last one was taken from the latest.
    by_age: bool,
    shown: FxHashSet<Stand>,
    sight: Sight,
    /// Bytes there are for all of it, and for one board.
    room: usize,
    board: usize,
}

/// What came of a look into some position.
pub(crate) enum Found {
    /// The last step of a way to the goal.
    Goal(u32),
    More,
    /// Nothing is left to look into.
    Nothing,
    /// There is no memory for more.
    Full,
}

impl Field {
    /// The field around a root. Positions that have been left are not entered again.
    pub(crate) fn new(root: &Root, left: impl Iterator<Item = u64>, room: usize) -> Self {
        let mut field = Field {
            root: root.node.hash(),
            moves: root.moves.iter().map(|m| m.mv.clone()).collect(),
            spots: Vec::new(),
            boards: FxHashMap::default(),
            index: left.map(|key| (key, ROOT)).collect(),
            by_promise: BinaryHeap::new(),
            latest: Vec::new(),
            by_age: false,
            shown: FxHashSet::default(),
            sight: Sight::default(),
            room,
            board: root.node.bytes() + 2 * size_of::<usize>(),
        };
        field.index.insert(field.root, ROOT);
        for (i, mv) in root.moves.iter().enumerate() {
            // What has ended, without having reached the goal, leads nowhere.
            if matches!(mv.node.clone().outcome(), Ok(None)) {
                let spot = Spot { from: ROOT, mv: i as u32, first: i as u32, plies: 1, open: true };
                field.add(spot, mv.node.clone());
            }
        }
        field
    }

    /// What is known of the positions behind the root, if it is one of them.
    pub(crate) fn grown_from(mut self, root: &Root) -> Option<Self> {
        let key = root.node.hash();
        let at = if key == self.root { ROOT } else { *self.index.get(&key).filter(|at| **at != ROOT)? };
        let moves: Vec<Option<Move>> = if at == ROOT {
            self.moves.iter().cloned().map(Some).collect()
        } else if self.spots[at as usize].open {
            return None;
        } else {
            let mut moves = Vec::new();
            root.node.clone().moves_or_outcome(&mut moves).ok()?;
            moves.iter().map(|candidate| root.node.show(candidate)).collect()
        };
        let place = |mv: u32| {
            let mv = moves.get(mv as usize)?.as_ref()?;
            root.moves.iter().position(|m| m.mv == *mv).map(|i| i as u32)
        };
        let before = if at == ROOT { 0 } else { self.spots[at as usize].plies };
        // Every position comes after the one it was found from.
        let mut new = vec![ROOT; self.spots.len()];
        let mut spots = Vec::new();
        for (i, spot) in self.spots.iter().enumerate() {
            let (from, mv, first) = if spot.from == at {
                let Some(first) = place(spot.mv) else { continue };
                (ROOT, first, first)
            } else if spot.from != ROOT && new[spot.from as usize] != ROOT {
                let from = new[spot.from as usize];
                (from, spot.mv, spots.get(from as usize).map_or(0, |s: &Spot| s.first))
            } else {
                continue;
            };
            new[i] = spots.len() as u32;
            spots.push(Spot { from, mv, first, plies: spot.plies - before, ..*spot });
        }
        self.spots = spots;
        let moved = |at: u32| Some(new[at as usize]).filter(|at| *at != ROOT);
        self.boards = self.boards.drain().filter_map(|(at, node)| Some((moved(at)?, node))).collect();
        self.index.retain(|_, at| {
            // What has been left stays so.
            let stays = *at == ROOT || new[*at as usize] != ROOT;
            *at = if *at == ROOT { ROOT } else { new[*at as usize] };
            stays
        });
        self.index.insert(self.root, ROOT);
        self.index.insert(key, ROOT);
        self.latest = self.latest.into_iter().filter_map(moved).collect();
        let spots = &self.spots;
        let promise =
            |Reverse((shows, _, at))| moved(at).map(|at| Reverse((shows, spots[at as usize].plies, at)));
        self.by_promise = std::mem::take(&mut self.by_promise).into_iter().filter_map(promise).collect();
        self.root = key;
        self.moves = root.moves.iter().map(|m| m.mv.clone()).collect();
        Some(self)
    }

    /// Looks into the next position.
    pub(crate) fn look(&mut self, root: &Root, budget: &mut Budget<'_>) -> Result<Found, Stop> {
        if self.bytes() >= self.room {
            return Ok(Found::Full);
        }
        let Some(at) = self.next() else { return Ok(Found::Nothing) };
        let mut node = match self.boards.remove(&at) {
            Some(node) => *node,
            None => self.play_to(root, at)?.1,
        };
        let found = self.expand(root, at, &mut node, budget);
        if let Err(Stop::Out) = found {
            // What is missing is looked at next time.
            self.spots[at as usize].open = true;
            self.latest.push(at);
            self.keep(at, node);
        }
        found
    }

    fn expand(
        &mut self,
        root: &Root,
        at: u32,
        node: &mut Node,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Stop> {
        budget.spend_slowly()?;
        let mut moves = Vec::new();
        if node.moves_or_outcome(&mut moves)?.is_some() {
            return Ok(Found::More);
        }
        let Spot { first, plies, .. } = self.spots[at as usize];
        for (i, candidate) in moves.iter().enumerate() {
            let mut after = node.clone();
            after.make(candidate)?;
            if self.index.contains_key(&after.hash()) {
                continue;
            }
            budget.spend()?;
            let spot = Spot { from: at, mv: i as u32, first, plies: plies + 1, open: true };
            match after.outcome()? {
                Some(outcome) if outcome.score(root.player) > 0 => {
                    self.spots.push(Spot { open: false, ..spot });
                    return Ok(Found::Goal(self.spots.len() as u32 - 1));
                }
                Some(_) => {}
                None => self.add(spot, after),
            }
        }
        Ok(Found::More)
    }

    fn add(&mut self, spot: Spot, node: Node) {
        let at = self.spots.len() as u32;
        if *self.index.entry(node.hash()).or_insert(at) != at {
            return;
        }
        node.look(&mut self.sight);
        let mut new = 0;
        for stand in &self.sight.pieces {
            new += u32::from(self.shown.insert(*stand));
        }
        self.by_promise.push(Reverse((u32::from(new == 0), spot.plies, at)));
        self.latest.push(at);
        self.spots.push(spot);
        self.keep(at, node);
    }

    /// Keeps a board while boards take no more than half of the room.
    fn keep(&mut self, at: u32, node: Node) {
        if self.boards.len() * self.board < self.room / 2 {
            self.boards.insert(at, Box::new(node));
        }
    }

    fn bytes(&self) -> usize {
        self.spots.len() * SPOT_BYTES + self.boards.len() * self.board
    }

    /// The most promising one, or the latest, in turn.
    fn next(&mut self) -> Option<u32> {
        loop {
            self.by_age = !self.by_age;
            let latest = if self.by_age { self.latest.pop() } else { None };
            let promising = || self.by_promise.pop().map(|Reverse((_, _, at))| at);
            let at = latest.or_else(promising).or_else(|| self.latest.pop())?;
            if std::mem::take(&mut self.spots[at as usize].open) {
                return Some(at);
            }
        }
    }

    /// Plays from the root to a position: the positions before each move with the move, and the last one.
    pub(crate) fn play_to(&self, root: &Root, at: u32) -> Result<(Vec<(u64, Move)>, Node), Stop> {
        let mut steps = Vec::new();
        let mut spot = self.spots[at as usize];
        while spot.from != ROOT {
            steps.push(spot.mv);
            spot = self.spots[spot.from as usize];
        }
        let begin = root.moves.get(spot.mv as usize).ok_or(Stop::Run)?;
        let mut way = vec![(root.node.hash(), begin.mv.clone())];
        let (mut node, mut moves) = (begin.node.clone(), Vec::new());
        for step in steps.into_iter().rev() {
            node.moves_or_outcome(&mut moves)?;
            let candidate = moves.get(step as usize).ok_or(Stop::Run)?;
            way.push((node.hash(), node.show(candidate).ok_or(Stop::Run)?));
            node.make(candidate)?;
        }
        Ok((way, node))
    }

    /// How many positions behind each move of the root are still to be looked into.
    pub(crate) fn open_behind(&self) -> Vec<u32> {
        let mut open = vec![0; self.moves.len()];
        for spot in self.spots.iter().filter(|spot| spot.open) {
            open[spot.first as usize] += 1;
        }
        open
    }

    /// Plies from the root to the farthest position.
    pub(crate) fn depth(&self) -> u32 {
        self.spots.iter().map(|spot| spot.plies).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Limits, NoHurry};
    use zug_game::State;

    fn root(state: &State) -> Root {
        Root::new(state, true, &mut Budget::new(&Limits::default(), &NoHurry)).unwrap()
    }

    /// A field that has taken up its room.
    fn full(root: &Root, room: usize) -> Field {
        let mut field = Field::new(root, std::iter::empty(), room);
        let limits = Limits::default();
        let mut budget = Budget::new(&limits, &NoHurry);
        loop {
            match field.look(root, &mut budget) {
                Ok(Found::More) => {}
                Ok(Found::Full) => return field,
                _ => panic!("the puzzle is too small"),
            }
        }
    }

    #[test]
    fn the_memory_given_is_used_and_not_more() {
        let game = zug_library::find("fifteen-puzzle").unwrap().load(None).unwrap();
        let root = root(&game.start());
        let (small, large) = (full(&root, 1 << 20), full(&root, 4 << 20));
        assert!(small.bytes() < 11 << 17 && large.bytes() < 9 << 19);
        assert!(small.spots.len() > 4_000 && large.spots.len() > 3 * small.spots.len());
        // Boards that found no room are played to again.
        assert!(large.spots.iter().filter(|spot| spot.open).count() > large.boards.len());
        for at in (0..large.spots.len() as u32).step_by(997) {
            let (way, node) = large.play_to(&root, at).unwrap_or_else(|_| panic!("a way to {at}"));
            assert_eq!(large.index.get(&node.hash()), Some(&at));
            assert_eq!(way.len(), large.spots[at as usize].plies as usize);
        }
    }

    #[test]
    fn what_lies_behind_a_move_stays() {
        let game = zug_library::find("fifteen-puzzle").unwrap().load(None).unwrap();
        let state = game.start();
        let before = root(&state);
        let field = full(&before, 1 << 20);
        let open = field.open_behind();
        let first = (0..open.len()).max_by_key(|i| open[*i]).unwrap();
        let next = root(&state.after(&before.moves[first].mv).unwrap());
        let field = field.grown_from(&next).unwrap();
        assert_eq!(field.open_behind().iter().sum::<u32>(), open[first]);
        for at in (0..field.spots.len() as u32).step_by(97) {
            let (_, node) = field.play_to(&next, at).unwrap_or_else(|_| panic!("a way to {at}"));
            assert_eq!(field.index.get(&node.hash()), Some(&at));
        }
    }
}
