//! Cells that have to be filled together: the game is won when pieces stand on all of them, found by putting them there.
//!
//! No single piece wins such a game (`aims`), and no search sees ten of them home. What may be meant is taken from the board: zones,
//! and the places where others begin. All cells of such a set but one are filled, with one more piece beside the gap: if a move wins
//! the game, and none does with another piece missing, the set is a camp. Moves of a piece that is nearly alone show how far
//! it is.

use crate::aims::{Late, Limit, Near, Sort, look};
use crate::budget::Budget;
use crate::facts::turn_of;
use crate::mind::Mind;
use std::collections::VecDeque;
use std::time::Duration;
use zug_game::ir::Pile;
use zug_game::{Candidate, CellId, Node, PlayerId, Sight, Stand, State};

/// Larger boards are not looked at: it would take too long.
const MOST_CELLS: usize = 400;
/// Positions looked at for sets that may be none, where that is slow and no clock says how long it may take.
const SLOW_LOOKS: usize = 200;
/// Gaps that are tried in one set, each from one side.
const GAPS: usize = 12;

/// How much nearer to a win one step of one piece is, beside a step to a cell that wins at once.
const STEP: f32 = 0.2;

/// A set of cells that the pieces of a sort have to fill.
#[derive(Clone, Debug)]
pub(crate) struct Camp {
    pub(crate) sort: Sort,
    /// `steps[cell]`: how many are missing to come there. Less than nothing inside: the deeper, the less.
    pub(crate) steps: Vec<i16>,
}

impl Camp {
    pub(crate) fn holds(&self, cell: CellId) -> bool {
        self.steps[cell.idx()] <= 0
    }
}

/// What has been found out so far.
#[derive(Debug, Default)]
pub(crate) struct Camps {
    /// Sets that have still to be tried.
    open: Vec<(Sort, Vec<CellId>)>,
    /// A camp to which the way is being measured.
    survey: Option<Survey>,
    pub(crate) found: Vec<Camp>,
    /// Positions looked at for sets that may be none.
    looks: usize,
    /// The longest that a look has taken.
    slowest: Duration,
}

/// How pieces of a sort move.
#[derive(Debug)]
struct Survey {
    sort: Sort,
    set: Vec<CellId>,
    /// Cells from where moves have still to be tried.
    unknown: Vec<CellId>,
    /// `ways[to]`: from where.
    ways: Vec<Vec<usize>>,
}

impl Camps {
    pub(crate) fn new(mind: &Mind) -> Self {
        let ir = mind.game.ir();
        let single = ir.rules.pile == Pile::Single;
        if mind.facts.players.len() < 2
            || mind.facts.has_chance
            || !single
            || ir.board.cells.len() > MOST_CELLS
        {
            return Camps::default();
        }
        let sight = look(&mind.game.start());
        let mut sorts: Vec<Sort> = sight.pieces.iter().map(|s| (s.owner, s.kind)).collect();
        sorts.retain(|(owner, _)| mind.facts.players.contains(owner));
        sorts.sort_unstable();
        sorts.dedup();
        let begin = |owner: PlayerId| -> Vec<CellId> {
            sight.pieces.iter().filter(|s| s.owner == owner).map(|s| s.cell).collect()
        };
        let mut open = Vec::new();
        for sort in sorts {
            let n = men(&sight, sort).count();
            let own = begin(sort.0);
            let zones = ir.board.zones.iter();
            let mut sets: Vec<Vec<CellId>> =
                zones.clone().filter_map(|zone| zone.cells.get(sort.0.idx()).cloned()).collect();
            sets.extend(mind.facts.players.iter().filter(|p| **p != sort.0).map(|p| begin(*p)));
            sets.retain(|set| (2..=n).contains(&set.len()) && !set.iter().any(|cell| own.contains(cell)));
            let mut several: Vec<(Sort, Vec<CellId>)> = Vec::new();
            for set in sets {
                if several.iter().all(|(_, other)| *other != set) {
                    several.push((sort, set));
                }
            }
            open.extend(several);
        }
        // The last ones are tried first: everybody's own zones.
        open.reverse();
        Camps { open, ..Camps::default() }
    }

    /// Goes on looking for camps, as long as there is time for that.
    pub(crate) fn look(&mut self, mind: &Mind, budget: &mut Budget<'_>, percent: u32) {
        if self.open.is_empty() && self.survey.is_none() {
            return;
        }
        let most = if budget.is_timeless() && !mind.facts.is_fast { SLOW_LOOKS } else { usize::MAX };
        let start = mind.game.start();
        let trial = Trial { mind, sight: look(&start), start };
        let mut limit = Limit { budget, percent };
        let mut is_first = true;
        while !limit.is_reached(self.slowest) {
            let began = limit.budget.elapsed();
            if let Some(mut survey) = self.survey.take() {
                if survey.go_on(&trial) {
                    self.survey = Some(survey);
                } else if let Some(steps) = survey.steps() {
                    self.open.retain(|(other, _)| *other != survey.sort);
                    self.found.push(Camp { sort: survey.sort, steps });
                }
                self.slowest = self.slowest.max(limit.budget.elapsed().saturating_sub(began));
                is_first = false;
            } else if self.looks < most
                && let Some((sort, set)) = self.open.pop()
            {
                match self.is_camp(&trial, sort, &set, &mut limit) {
                    Ok(true) => self.survey = Some(Survey::new(mind, sort, set)),
                    Ok(false) => is_first = false,
                    // What all the time was not enough for will not be done the next time either.
                    Err(Late) if is_first => self.open.clear(),
                    Err(Late) => self.open.push((sort, set)),
                }
            } else {
                return;
            }
        }
    }

    /// Is the game won when the set is full, and only then?
    fn is_camp(
        &mut self,
        trial: &Trial<'_>,
        sort: Sort,
        set: &[CellId],
        limit: &mut Limit<'_, '_>,
    ) -> Result<bool, Late> {
        let mut wins = |gaps: &[CellId], beside| {
            if limit.is_reached(self.slowest) {
                return Err(Late);
            }
            let began = limit.budget.elapsed();
            let wins = trial.wins(sort, set, gaps, beside);
            self.looks += 1;
            self.slowest = self.slowest.max(limit.budget.elapsed().saturating_sub(began));
            Ok(wins)
        };
        let gaps = trial.gaps(set);
        let stride = gaps.len().div_ceil(GAPS).max(1);
        for (gap, beside) in gaps.into_iter().step_by(stride) {
            if wins(&[gap], beside)? {
                for other in set.iter().filter(|cell| **cell != gap) {
                    if wins(&[gap, *other], beside)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How near pieces are to their camps, cell by cell.
    pub(crate) fn nearness(&self) -> Vec<(Sort, Near)> {
        let near = |camp: &Camp| -> Near {
            let all = camp.steps.iter().enumerate();
            all.map(|(cell, steps)| (CellId(cell as u16), -STEP * f32::from(*steps))).collect()
        };
        self.found.iter().map(|camp| (camp.sort, near(camp))).collect()
    }
}

impl Survey {
    fn new(mind: &Mind, sort: Sort, set: Vec<CellId>) -> Self {
        let board = &mind.game.ir().board;
        let n = board.cells.len();
        let is_linked = |cell: &CellId| board.links.iter().any(|dir| dir[cell.idx()].is_some());
        let unknown = (0..n as u16).map(CellId).filter(is_linked).collect();
        Survey { sort, set, unknown, ways: vec![Vec::new(); n] }
    }

    /// Tries the moves from one more cell. `false` if there is none.
    fn go_on(&mut self, trial: &Trial<'_>) -> bool {
        let Some(cell) = self.unknown.pop() else { return false };
        let mut moves = Vec::new();
        if let Some(mut node) = trial.alone(self.sort, cell)
            && matches!(node.moves_or_outcome(&mut moves), Ok(None))
        {
            let ends = moves.iter().filter_map(Candidate::ends);
            for (from, to) in ends.filter(|(from, to)| *from == cell && to != from) {
                self.ways[to.idx()].push(from.idx());
            }
        }
        true
    }

    /// How many steps are missing from every cell; nothing if nobody can come there.
    fn steps(&self) -> Option<Vec<i16>> {
        let inside: Vec<usize> = self.set.iter().map(|cell| cell.idx()).collect();
        let mut steps = self.spread(&inside);
        let furthest = steps.iter().flatten().copied().max().filter(|steps| *steps > 0)?;
        // The way out is as long as the way in.
        let outside: Vec<usize> = (0..self.ways.len()).filter(|cell| !inside.contains(cell)).collect();
        let depth = self.spread(&outside);
        for cell in inside {
            steps[cell] = Some(1 - depth[cell].unwrap_or(1));
        }
        Some(steps.into_iter().map(|steps| steps.unwrap_or(furthest)).collect())
    }

    /// How many moves lead from each cell to the nearest of some.
    fn spread(&self, to: &[usize]) -> Vec<Option<i16>> {
        let mut far = vec![None; self.ways.len()];
        to.iter().for_each(|cell| far[*cell] = Some(0_i16));
        let mut front: VecDeque<usize> = to.iter().copied().collect();
        while let Some(cell) = front.pop_front() {
            for from in &self.ways[cell] {
                if far[*from].is_none() {
                    far[*from] = far[cell].map(|steps| steps.saturating_add(1));
                    front.push_back(*from);
                }
            }
        }
        far
    }
}

/// Positions that nobody has played.
struct Trial<'a> {
    mind: &'a Mind,
    start: State,
    sight: Sight,
}

impl Trial<'_> {
    /// Cells of a set with a neighbour outside.
    fn gaps(&self, set: &[CellId]) -> Vec<(CellId, CellId)> {
        let links = &self.mind.game.ir().board.links;
        let around = |cell: &CellId| links.iter().filter_map(|dir| dir[cell.idx()]).collect::<Vec<_>>();
        let pairs = set.iter().flat_map(|cell| around(cell).into_iter().map(|beside| (*cell, beside)));
        pairs.filter(|(_, beside)| !set.contains(beside)).collect()
    }

    /// Does a move into a gap win, if the owner's pieces fill the set but for the gaps, and one stands beside it?
    fn wins(&self, sort: Sort, set: &[CellId], gaps: &[CellId], beside: CellId) -> bool {
        let Some(mut node) = self.filled(sort, set, gaps, beside) else { return false };
        let mut moves = Vec::new();
        // Whatever is over already says nothing.
        let Ok(None) = node.moves_or_outcome(&mut moves) else { return false };
        let into = |candidate: &&Candidate| candidate.ends().is_some_and(|(_, to)| gaps.contains(&to));
        let mut after = node.clone();
        moves.iter().filter(into).any(|candidate| {
            after.copy(&node);
            after.make(candidate).is_ok()
                && after.ended().is_some_and(|outcome| outcome.winner() == Some(sort.0))
        })
    }

    /// The start, the owner to move, with his pieces on the cells of the set that are no gaps, and on one beside it. What stood
    /// there stands anywhere else; pieces of his that are not needed stay.
    fn filled(&self, sort: Sort, set: &[CellId], gaps: &[CellId], beside: CellId) -> Option<Node> {
        let turn = turn_of(&self.mind.game, sort.0)?;
        let position = self.start.position();
        let is_near = |cell: &CellId| set.contains(cell) || *cell == beside;
        let is_free = |cell: &CellId| position.piece(*cell).is_none() && !is_near(cell);
        let free: Vec<CellId> = (0..self.mind.eval.n_cells as u16).map(CellId).filter(is_free).collect();
        let others: Vec<CellId> = self.sight.pieces.iter().map(|s| s.cell).filter(is_near).collect();
        // Far from each other: they are in nobody's way.
        let stride = free.len().checked_div(others.len()).filter(|stride| *stride > 0).unwrap_or(1);
        let elsewhere = free.iter().skip(stride / 2).step_by(stride);
        let goals = set.iter().filter(|cell| !gaps.contains(cell)).chain([&beside]);
        let mut state = self.start.clone();
        state.edit(|edit| {
            edit.set_turn(turn);
            for (from, to) in others.iter().zip(elsewhere) {
                edit.clear(*from);
                edit.add(*to, position.piece(*from), 1);
            }
            for (from, to) in men(&self.sight, sort).zip(goals) {
                edit.clear(from);
                edit.add(*to, position.piece(from), 1);
            }
        });
        Some(state.node())
    }

    /// The owner to move, with one piece on the cell and one of every other sort, as far from it as there are.
    fn alone(&self, sort: Sort, cell: CellId) -> Option<Node> {
        let turn = turn_of(&self.mind.game, sort.0)?;
        let from = men(&self.sight, sort).next()?;
        let position = self.start.position();
        let far = |s: &Stand| s.cell.0.abs_diff(cell.0);
        let is_kept = |stand: &Stand| {
            let alike = self.sight.pieces.iter().filter(|s| (s.owner, s.kind) == (stand.owner, stand.kind));
            let furthest = alike.max_by_key(|s| far(s));
            (stand.owner, stand.kind) != sort && furthest.is_some_and(|s| s.cell == stand.cell)
        };
        let mut state = self.start.clone();
        state.edit(|edit| {
            edit.set_turn(turn);
            self.sight.pieces.iter().filter(|s| !is_kept(s)).for_each(|s| edit.clear(s.cell));
            edit.clear(cell);
            edit.add(cell, position.piece(from), 1);
        });
        Some(state.node())
    }
}

/// Where the pieces of a sort stand.
fn men(sight: &Sight, (owner, kind): Sort) -> impl Iterator<Item = CellId> + '_ {
    let of_sort = move |s: &&Stand| (s.owner, s.kind) == (owner, kind);
    sight.pieces.iter().filter(of_sort).map(|s| s.cell)
}

#[cfg(test)]
mod tests {
    use super::Camps;
    use crate::ask::{Limits, NoHurry};
    use crate::budget::Budget;
    use crate::mind::Mind;

    fn camps(name: &str, title: Option<&str>) -> Camps {
        let game = zug_library::find(name).unwrap().load(title).unwrap();
        let mind = Mind::new(&game);
        let mut camps = Camps::new(&mind);
        camps.look(&mind, &mut Budget::new(&Limits::default(), &NoHurry), 100);
        camps
    }

    #[test]
    fn what_has_to_be_full_is_found() {
        let camps = camps("chinese-checkers", Some("Chinese Checkers (two players)"));
        assert_eq!(camps.found.len(), 2);
        for camp in &camps.found {
            assert_eq!(camp.steps.iter().filter(|steps| **steps <= 0).count(), 10);
            // Four rows, and the board is seventeen rows long.
            assert_eq!(camp.steps.iter().min(), Some(&-3));
            assert_eq!(camp.steps.iter().max(), Some(&13));
        }
    }

    #[test]
    fn in_most_games_nothing_has_to_be_full() {
        let names = zug_library::games().iter().map(|entry| entry.id);
        let with: Vec<&str> = names.filter(|name| !camps(name, None).found.is_empty()).collect();
        assert_eq!(with, ["chinese-checkers"]);
    }
}
