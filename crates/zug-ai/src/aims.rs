//! Where pieces want to go: cells on which a piece wins the game, found by putting it there, and how far away they are.
//!
//! Nothing is read from the rules: a piece is put on a cell, some moves are played at random, and if its owner has won by that, the cell
//! is an aim. Many cells are tried at once first, and only where that wins are they tried one by one. How far a cell is from an aim is
//! told by the moves that it has from every cell, and by those of random games.

use crate::budget::Budget;
use crate::facts::turn_of;
use crate::mind::Mind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;
use zug_game::ir::Pile;
use zug_game::{Candidate, CellId, KindId, Node, PlayerId, Rng, Sight, Stand, State};

/// Larger games are not looked at: it would take too long.
const MOST_CELLS: usize = 400;
const MOST_SORTS: usize = 60;

/// Plies played for it, where a ply is cheap and where it is not. What is found by then has to do.
const PLIES: usize = 20_000;
const SLOW_PLIES: usize = 60;

/// How much less it is worth to be one step further away.
const STEP: f32 = 0.125;

/// One sort of pieces: owner and kind.
pub(crate) type Sort = (PlayerId, KindId);

/// Cells with how near they are to an aim.
pub(crate) type Near = Vec<(CellId, f32)>;

/// What has been found out so far.
#[derive(Debug)]
pub(crate) struct Aims {
    rng: Rng,
    /// Cells that have still to be tried with a sort of pieces.
    open: Vec<(Sort, Vec<CellId>)>,
    /// Cells from where steps have still to be tried.
    unknown: Vec<(Sort, CellId)>,
    n_cells: u16,
    n_players: usize,
    /// So many plies may still be played.
    left: usize,
    /// `count[sort]`: how many of them there are at the start.
    count: FxHashMap<Sort, usize>,
    /// `found[sort]`: its aims.
    found: FxHashMap<Sort, Vec<CellId>>,
    /// Steps that pieces with an aim can take, backwards: from where to where.
    steps: FxHashMap<Sort, FxHashSet<(CellId, CellId)>>,
    /// The longest that a ply has taken.
    slowest: Duration,
}

/// The share of the time that may be used.
pub(crate) struct Limit<'a, 'b> {
    pub(crate) budget: &'a mut Budget<'b>,
    pub(crate) percent: u32,
}

/// There is no time left.
pub(crate) struct Late;

impl Limit<'_, '_> {
    /// Would it be reached by something that may take so long?
    pub(crate) fn is_reached(&mut self, time: Duration) -> bool {
        self.budget.ask();
        !self.budget.has_room(time, self.percent)
    }
}

impl Aims {
    pub(crate) fn new(mind: &Mind, seed: u64) -> Self {
        let mut aims = Aims {
            rng: Rng::new(seed),
            open: Vec::new(),
            unknown: Vec::new(),
            n_cells: mind.eval.n_cells as u16,
            n_players: mind.facts.players.len(),
            left: if mind.facts.is_fast { PLIES } else { SLOW_PLIES },
            count: FxHashMap::default(),
            found: FxHashMap::default(),
            steps: FxHashMap::default(),
            slowest: Duration::ZERO,
        };
        let ir = mind.game.ir();
        let (n_cells, single) = (ir.board.cells.len(), ir.rules.pile == Pile::Single);
        if mind.facts.players.len() < 2 || mind.facts.has_chance || !single || n_cells > MOST_CELLS {
            return aims;
        }
        let sight = look(&mind.game.start());
        let count = |owner, kind| sight.pieces.iter().filter(|s| (s.owner, s.kind) == (owner, kind)).count();
        let mut sorts: Vec<Sort> = sight.pieces.iter().map(|s| (s.owner, s.kind)).collect();
        sorts.retain(|(owner, _)| mind.facts.players.contains(owner));
        sorts.sort_unstable();
        sorts.dedup();
        // Games are most often about pieces that are few; the last ones are looked at first.
        sorts.sort_by_key(|(owner, kind)| std::cmp::Reverse(count(*owner, *kind)));
        if sorts.len() > MOST_SORTS {
            return aims;
        }
        // Where the owner's pieces stand, or the only one of a kind that a game may be about, nothing is tried.
        let taken = |sort: Sort, cell: CellId| {
            let there = sight.pieces.iter().find(|s| s.cell == cell);
            there.is_some_and(|s| s.owner == sort.0 || count(s.owner, s.kind) == 1)
        };
        let cells = (0..n_cells as u16).map(CellId);
        let all = |sort: Sort| (sort, cells.clone().filter(|cell| !taken(sort, *cell)).collect());
        aims.count = sorts.iter().map(|sort| (*sort, count(sort.0, sort.1))).collect();
        aims.open = sorts.into_iter().map(all).collect();
        aims
    }

    /// Goes on looking for aims, as long as there is time for that.
    pub(crate) fn look(&mut self, mind: &Mind, budget: &mut Budget<'_>, percent: u32) {
        if self.open.is_empty() && self.unknown.is_empty() {
            return;
        }
        let start = mind.game.start();
        let sight = look(&start);
        // With a clock running it is not the same on every machine anyway.
        if !budget.is_timeless() {
            self.left = self.left.max(PLIES);
        }
        let mut limit = Limit { budget, percent };
        let mut is_first = true;
        while self.left > 0 && !limit.is_reached(Duration::ZERO) {
            if let Some((sort, cell)) = self.unknown.pop() {
                self.try_steps(placed(mind, &start, &sight, sort, &[cell]));
            } else if let Some((sort, cells)) = self.open.pop() {
                let node = placed(mind, &start, &sight, sort, &cells);
                if self.try_cells(node, sort, &cells, &mut limit).is_ok() {
                    is_first = false;
                } else if is_first {
                    // What all the time was not enough for will not be done the next time either.
                    self.left = 0;
                } else {
                    self.open.push((sort, cells));
                    return;
                }
            } else {
                return;
            }
        }
    }

    /// Are there aims among these cells? Many of them are taken apart.
    fn try_cells(
        &mut self,
        node: Option<Node>,
        sort: Sort,
        cells: &[CellId],
        limit: &mut Limit<'_, '_>,
    ) -> Result<(), Late> {
        let Some(node) = node else { return Ok(()) };
        let wins = self.wins(&node, sort.0, limit)?;
        match (cells, wins) {
            ([cell], Some(true)) => {
                let aims = self.found.entry(sort).or_default();
                if aims.is_empty() {
                    self.unknown.extend((0..self.n_cells).map(|c| (sort, CellId(c))));
                    self.steps.entry(sort).or_default();
                }
                aims.push(*cell);
            }
            ([_] | [], _) | (_, Some(false)) => {}
            _ => {
                let (a, b) = cells.split_at(cells.len() / 2);
                self.open.push((sort, a.to_vec()));
                self.open.push((sort, b.to_vec()));
            }
        }
        Ok(())
    }

    /// What steps can be taken there?
    fn try_steps(&mut self, node: Option<Node>) {
        self.left = self.left.saturating_sub(1);
        let Some(mut node) = node else { return };
        let (mut moves, mut sight) = (Vec::new(), Sight::default());
        if node.moves_or_outcome(&mut moves).is_ok() {
            node.look(&mut sight);
            self.note(&moves, &sight);
        }
    }

    /// Does the player win, whatever is played next? `None` if he cannot move, so that nobody can tell.
    fn wins(
        &mut self,
        node: &Node,
        player: PlayerId,
        limit: &mut Limit<'_, '_>,
    ) -> Result<Option<bool>, Late> {
        // Twice out of three times: the piece itself may have been moved away.
        let (mut won, mut not) = (0, 0);
        while won < 2 && not < 2 {
            match self.soon_won(&mut node.clone(), player, limit)? {
                Some(true) => won += 1,
                Some(false) => not += 1,
                None => return Ok(None),
            }
        }
        Ok(Some(won == 2))
    }

    /// Is the game won at once by random moves: the player's own, an answer of everybody, or before the one after that? `None` if
    /// there is no move.
    fn soon_won(
        &mut self,
        node: &mut Node,
        player: PlayerId,
        limit: &mut Limit<'_, '_>,
    ) -> Result<Option<bool>, Late> {
        for ply in 0..self.n_players + 1 {
            if limit.is_reached(self.slowest) {
                return Err(Late);
            }
            self.left = self.left.saturating_sub(1);
            let began = limit.budget.elapsed();
            let made = node.make_random(&mut self.rng);
            self.slowest = self.slowest.max(limit.budget.elapsed().saturating_sub(began));
            let Ok(made) = made else { return Ok(None) };
            let end = if made { node.ended() } else { node.outcome().unwrap_or(None) };
            match end {
                Some(outcome) if outcome.winner() == Some(player) => return Ok(Some(true)),
                None if made => {}
                _ if !made && ply == 0 => return Ok(None),
                _ => return Ok(Some(false)),
            }
        }
        Ok(Some(false))
    }

    /// Notes how pieces with an aim can move.
    pub(crate) fn note(&mut self, moves: &[Candidate], sight: &Sight) {
        if self.steps.is_empty() {
            return;
        }
        for (from, to) in moves.iter().filter_map(Candidate::ends) {
            let Ok(i) = sight.pieces.binary_search_by_key(&from, |s| s.cell) else { continue };
            let sort = (sight.pieces[i].owner, sight.pieces[i].kind);
            if let Some(steps) = self.steps.get_mut(&sort) {
                steps.insert((to, from));
            }
        }
    }

    /// For each sort of pieces with an aim, and each cell from which it can come to one: 1 where one step is missing, less with each
    /// step more.
    pub(crate) fn nearness(&self) -> Vec<(Sort, Near)> {
        let mut all = Vec::new();
        for (sort, aims) in &self.found {
            let steps = &self.steps[sort];
            let mut known: FxHashSet<CellId> = aims.iter().copied().collect();
            let mut near: Near = aims.iter().map(|cell| (*cell, 1.0 + STEP)).collect();
            let (mut front, mut nearness) = (aims.clone(), 1.0_f32);
            while !front.is_empty() {
                let next = steps.iter().filter(|(to, from)| front.contains(to) && !known.contains(from));
                let mut next: Vec<CellId> = next.map(|(_, from)| *from).collect();
                next.sort_unstable();
                next.dedup();
                known.extend(&next);
                near.extend(next.iter().map(|cell| (*cell, nearness)));
                nearness = (nearness - STEP).max(0.0);
                front = next;
            }
            // Nobody can come there: it is no aim. Cells that nobody was seen to leave are as far as the furthest.
            if near.len() == aims.len() {
                continue;
            }
            // Where there are many of a sort it matters less how far each of them is.
            let share = 1.0 / (self.count[sort] as f32).sqrt();
            near.iter_mut().for_each(|(_, near)| *near = (*near - nearness) * share);
            all.push((*sort, near));
        }
        all
    }
}

pub(crate) fn look(state: &State) -> Sight {
    let mut sight = Sight::default();
    state.node().look(&mut sight);
    sight
}

/// The start, the owner to move, with such a piece on the cell; if there are many, on all of them.
fn placed(mind: &Mind, start: &State, sight: &Sight, (owner, kind): Sort, cells: &[CellId]) -> Option<Node> {
    let from = sight.pieces.iter().find(|s| (s.owner, s.kind) == (owner, kind))?;
    let turn = turn_of(&mind.game, owner)?;
    let position = start.position();
    // Whatever has to give way goes to the middle.
    let is_empty = |cell: &CellId| position.piece(*cell).is_none();
    let empty: Vec<CellId> = (0..mind.eval.n_cells as u16).map(CellId).filter(is_empty).collect();
    let middle = empty.get(empty.len() / 2).copied().unwrap_or(from.cell);
    let mut state = start.clone();
    state.edit(|edit| {
        edit.set_turn(turn);
        if let [to] = cells {
            let other = sight.pieces.iter().find(|s: &&Stand| s.cell == *to);
            edit.clear(from.cell);
            if let Some(other) = other {
                edit.add(middle, position.piece(other.cell), 1);
            }
            edit.clear(*to);
        }
        for cell in cells {
            edit.add(*cell, position.piece(from.cell), 1);
        }
    });
    Some(state.node())
}

#[cfg(test)]
mod tests {
    use super::Aims;
    use crate::ask::{Limits, NoHurry};
    use crate::budget::Budget;
    use crate::mind::Mind;

    fn aims(name: &str, kind: &str, owner: &str) -> Vec<String> {
        let game = zug_library::find(name).unwrap().load(None).unwrap();
        let mind = Mind::new(&game);
        let mut aims = Aims::new(&mind, 1);
        aims.look(&mind, &mut Budget::new(&Limits::default(), &NoHurry), 100);
        let sort = (game.player(owner).unwrap(), game.kind(kind).unwrap());
        let cells = aims.found.get(&sort).into_iter().flatten();
        let mut names: Vec<String> = cells.map(|cell| game.cell_name(*cell).to_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn pieces_find_out_where_they_win() {
        assert_eq!(aims("dou-shou-qi", "Rat", "Blue"), ["d9"]);
        assert_eq!(aims("brandubh", "King", "Defenders"), ["a1", "a7", "g1", "g7"]);
        let last_row = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"];
        assert_eq!(aims("breakthrough", "Pawn", "Black"), last_row);
        assert!(aims("chess", "Queen", "White").is_empty());
    }
}
