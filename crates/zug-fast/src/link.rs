//! Connections kept between moves.
//!
//! A goal that asks for connected cells of one board which touch certain sets of cells is looked at after every move of a
//! random game. While the board only grows, groups only merge: union-find keeps them, each with the sets it touches.

use crate::cellset::{Near, SetExpr, SetId, Sets};
use crate::class::BoardId;
use crate::flow::{Cond, END, Flow, Node, PlaceId, Shared, lanes_only};
use crate::goal::{Check, GoalOf};
use crate::num::Expr;
use crate::plan::Plan;
use crate::position::Position;
use zug_vm::NO_CELL;

/// A goal reached by a group of cells that touches some sets.
#[derive(Debug)]
pub(crate) struct Chain {
    /// Place in the plan's list of goals.
    pub(crate) goal: usize,
    pub(crate) board: BoardId,
    /// Which neighbours are connected: place in the plan's list.
    pub(crate) near: usize,
    /// `marks[cell]`: the sets it is in, as bits.
    pub(crate) marks: Vec<u8>,
    /// All of them.
    pub(crate) full: u8,
}

/// What a flow asks of a group: the flood, and the sets it must touch.
struct Asked {
    group: Option<SetId>,
    sets: Vec<Vec<u64>>,
}

/// The goals that are decided at once, if all of them are chains.
pub(crate) fn chains<const W: usize>(
    shared: &Shared,
    goals: &[GoalOf<W>],
    near: &[Near<W>],
) -> Option<Vec<Chain>> {
    let immediate = goals.iter().enumerate().filter(|(_, g)| !g.deferred);
    let found: Option<Vec<Chain>> = immediate
        .map(|(i, goal)| {
            let Check::Trial(trial, false) = goal.check else { return None };
            goal.touched?;
            let chain = chain(shared, i, &lanes_only(&shared.trials[trial.0 as usize]))?;
            near[chain.near].mutual.then_some(chain)
        })
        .collect();
    found.filter(|found| !found.is_empty())
}

fn chain(shared: &Shared, goal: usize, flow: &Flow) -> Option<Chain> {
    let n_cells = shared.places.of(PlaceId(0)).len();
    let mut starts = vec![!0; n_cells.div_ceil(64)];
    let mut asked = Asked { group: None, sets: Vec::new() };
    let mut boards = Vec::new();
    let mut at = flow.entry();
    loop {
        at = match flow.node(at) {
            Node::Emit { .. } => break,
            Node::Split { starts: set, yes, no: END } => {
                starts.iter_mut().zip(set).for_each(|(s, word)| *s &= word);
                *yes
            }
            Node::Split { starts: set, yes: END, no } => {
                starts.iter_mut().zip(set).for_each(|(s, word)| *s &= !word);
                *no
            }
            Node::Test { cond: Cond::Class(board), at: PlaceId(0), yes, no: END } => {
                boards.push(*board);
                *yes
            }
            Node::Num { num, yes, no: END } => {
                let Expr::Any(set) = shared.exprs.get(*num) else { return None };
                asked.add(&shared.cell_sets, set)?;
                *yes
            }
            _ => return None,
        };
    }
    let SetExpr::Flood { from, within, dirs } = *shared.cell_sets.get(asked.group?) else { return None };
    let SetExpr::Class(board) = *shared.cell_sets.get(within) else { return None };
    let own = *shared.cell_sets.get(from) == SetExpr::Cell(PlaceId(0));
    if !own || boards.iter().any(|b| *b != board) || asked.sets.len() > 7 {
        return None;
    }
    asked.sets.push(starts);
    let has = |set: &[u64], cell: usize| set.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 != 0);
    let mark = |cell: usize| {
        asked.sets.iter().enumerate().fold(0, |all, (i, set)| all | u8::from(has(set, cell)) << i)
    };
    let full = (1u16 << asked.sets.len()) - 1;
    let marks = (0..n_cells).map(mark).collect();
    Some(Chain { goal, board, near: dirs.0 as usize, marks, full: full as u8 })
}

impl Asked {
    /// Some cell of the flood is in a fixed set.
    fn add(&mut self, sets: &Sets, set: SetId) -> Option<()> {
        let SetExpr::And(a, b) = *sets.get(set) else { return None };
        for (flood, fixed) in [(a, b), (b, a)] {
            if let (SetExpr::Flood { .. }, SetExpr::Fixed(cells)) = (sets.get(flood), sets.get(fixed)) {
                if self.group.is_some_and(|known| known != flood) {
                    return None;
                }
                self.group = Some(flood);
                self.sets.push(cells.to_vec());
                return Some(());
            }
        }
        None
    }
}

/// The groups of one chain, in words, so that machine code can keep them too.
struct Groups<'a> {
    /// `parents[cell]`: a cell of the same group, the cell itself where it stands for the group; `NO_CELL` for others.
    parents: &'a mut [u64],
    /// `marks[cell]`: the sets its group touches, where it stands for the group.
    marks: &'a mut [u64],
}

const NOBODY: u64 = NO_CELL as u64;

impl Groups<'_> {
    #[inline]
    fn find(&mut self, mut cell: u64) -> u64 {
        loop {
            let parent = self.parents[cell as usize];
            if parent == cell {
                return cell;
            }
            let above = self.parents[parent as usize];
            self.parents[cell as usize] = above;
            cell = above;
        }
    }

    /// Adds a cell. Does its group touch everything?
    #[inline]
    fn add(&mut self, chain: &Chain, near: &[u16], cell: u16) -> bool {
        let (mut root, mut marks) = (u64::from(cell), u64::from(chain.marks[cell as usize]));
        self.parents[cell as usize] = root;
        for &to in near {
            if self.parents[to as usize] == NOBODY {
                continue;
            }
            let other = self.find(u64::from(to));
            if other != root {
                marks |= self.marks[other as usize];
                self.parents[root as usize] = other;
                root = other;
            }
        }
        self.marks[root as usize] = marks;
        marks == u64::from(chain.full)
    }
}

/// The groups of all chains in one position.
#[derive(Default, Debug)]
pub(crate) struct Links {
    /// For each chain a word for each cell's parent, then one for each cell's marks.
    words: Vec<u64>,
    /// They are those of the position before the last move.
    current: bool,
}

impl Links {
    /// Another game begins.
    pub(crate) fn forget(&mut self) {
        self.current = false;
    }

    /// The words, at least so many, for code that keeps them up to date.
    #[cfg(feature = "jit")]
    pub(crate) fn words(&mut self, len: usize) -> &mut [u64] {
        if self.words.len() < len {
            self.words.resize(len, 0);
        }
        &mut self.words
    }

    fn groups(&mut self, chain: usize, n_cells: usize) -> Groups<'_> {
        let (parents, marks) = self.words[chain * 2 * n_cells..][..2 * n_cells].split_at_mut(n_cells);
        Groups { parents, marks }
    }
}

impl<const W: usize> Plan<W> {
    /// The first of the goals that has been reached by the last move, where none was reached before.
    pub(crate) fn linked(
        &self,
        chains: &[Chain],
        position: &Position,
        links: &mut Links,
    ) -> Option<&GoalOf<W>> {
        let changes = &position.changes;
        let Some(changed) = changes.cells().filter(|_| links.current) else {
            return self.link(chains, position, links);
        };
        let mut reached = None;
        for (i, chain) in chains.iter().enumerate() {
            if (changes.gained | changes.lost) >> chain.board.0 & 1 == 0 {
                continue;
            }
            let mut groups = links.groups(i, self.layout.n_cells);
            if self.extend(chain, &mut groups, position, changed) && reached.is_none() {
                reached = Some(&self.goals[chain.goal]);
            }
        }
        reached
    }

    /// Finds all groups. The first of the goals that is reached?
    pub(crate) fn link(
        &self,
        chains: &[Chain],
        position: &Position,
        links: &mut Links,
    ) -> Option<&GoalOf<W>> {
        links.words.resize(links.words.len().max(chains.len() * 2 * self.layout.n_cells), 0);
        links.current = true;
        let mut reached = None;
        for (i, chain) in chains.iter().enumerate() {
            let mut groups = links.groups(i, self.layout.n_cells);
            if self.link_all(chain, &mut groups, position) && reached.is_none() {
                reached = Some(&self.goals[chain.goal]);
            }
        }
        reached
    }

    /// Sees to it that the groups are those of the position.
    #[cfg(feature = "jit")]
    pub(crate) fn keep_links(&self, chains: &[Chain], position: &Position, links: &mut Links) {
        if !links.current {
            self.link(chains, position, links);
        }
    }

    #[inline]
    fn extend(&self, chain: &Chain, groups: &mut Groups<'_>, position: &Position, changed: &[u16]) -> bool {
        let mut reached = false;
        for &cell in changed {
            let known = groups.parents[cell as usize] != NOBODY;
            if known != position.has::<W>(chain.board, cell) {
                if known {
                    // Groups may have fallen apart.
                    return self.link_all(chain, groups, position);
                }
                reached |= groups.add(chain, self.near[chain.near].steps(cell), cell);
            }
        }
        reached
    }

    fn link_all(&self, chain: &Chain, groups: &mut Groups<'_>, position: &Position) -> bool {
        groups.parents.fill(NOBODY);
        let mut reached = false;
        for cell in crate::bits::cells(position.board::<W>(chain.board)) {
            reached |= groups.add(chain, self.near[chain.near].steps(cell), cell);
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells in a row, each beside the next; the ends are the sets.
    #[test]
    fn groups_merge_and_know_what_they_touch() {
        let marks = vec![1, 0, 0, 0, 2];
        let chain = Chain { goal: 0, board: BoardId(0), near: 0, marks, full: 3 };
        let near = |cell: u16| -> Vec<u16> {
            [cell.checked_sub(1), (cell < 4).then_some(cell + 1)].into_iter().flatten().collect()
        };
        for order in [[0, 1, 2, 3, 4], [4, 0, 3, 1, 2], [2, 1, 3, 4, 0]] {
            let (mut parents, mut marks) = ([NOBODY; 5], [0; 5]);
            let mut groups = Groups { parents: &mut parents, marks: &mut marks };
            let reached: Vec<bool> = order.iter().map(|c| groups.add(&chain, &near(*c), *c)).collect();
            assert_eq!(reached, [false, false, false, false, true], "{order:?}");
        }
    }
}
