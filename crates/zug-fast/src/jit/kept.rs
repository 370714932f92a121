//! What code keeps beside the position, where boards only ever fill up: groups of connected cells, and lines.
//!
//! Groups are those of `link`, in the same words, so the plain code can go on with them. A line of cells is one word, with a bit
//! for each cell of it that a board shows; whether there are enough in a row is then a matter of a few shifts.

use super::goals::WIDE;
use super::ply::Writer;
use super::words::KEPT;
use crate::bits;
use crate::class::BoardId;
use crate::flow::{Effect, Exit, Node};
use crate::goal::{Check, Row, Touched};
use crate::link::{Chain, Links};
use crate::plan::Plan;
use crate::position::Position;
use zug_ir::Then;
use zug_jit::{Below, Value};
use zug_vm::NO_CELL;

/// What is kept, and where in the region.
#[derive(Default, Debug)]
pub(crate) struct Kept {
    /// The groups of all chains come first.
    pub(crate) links: bool,
    lines: Vec<Lines>,
    pub(super) len: usize,
}

/// The lines that rows of one sort are on.
#[derive(Debug)]
pub(super) struct Lines {
    board: BoardId,
    on: Vec<u16>,
    /// So many in a row.
    row: usize,
    at: usize,
    n_lines: usize,
    /// `line[cell]`, and its bit there.
    line: Vec<u16>,
    bit: Vec<u64>,
}

impl Kept {
    pub(super) fn new<const W: usize>(plan: &Plan<W>) -> Self {
        let mut kept = Kept { links: keeps_links(plan), ..Kept::default() };
        if let (true, Some(chains)) = (kept.links, &plan.chains) {
            kept.len = chains.len() * 2 * plan.layout.n_cells;
        }
        if W > WIDE && only_fills(plan) {
            for goal in plan.goals.iter().filter(|g| !g.deferred && g.touched.is_some()) {
                kept.add_rows(&goal.check);
            }
        }
        kept
    }

    fn add_rows<const W: usize>(&mut self, check: &Check<W>) {
        match check {
            Check::Or(list) => list.iter().for_each(|check| self.add_rows(check)),
            Check::Pattern { row: Some(row), .. } if self.lines_of(row).is_none() => {
                if let Some(lines) = Lines::new(row, self.len) {
                    self.len += lines.n_lines;
                    self.lines.push(lines);
                }
            }
            _ => {}
        }
    }

    fn lines_of(&self, row: &Row) -> Option<&Lines> {
        self.lines.iter().find(|l| (l.board, l.row, &l.on) == (row.board, row.len, &row.on))
    }

    /// Everything as it is in a position, before code goes on from there.
    pub(crate) fn fill<'l, const W: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position,
        links: &'l mut Links,
    ) -> &'l mut [u64] {
        if let (true, Some(chains)) = (self.links, &plan.chains) {
            plan.keep_links(chains, position, links);
        }
        let words = links.words(self.len);
        for lines in &self.lines {
            words[lines.at..][..lines.n_lines].fill(0);
            for cell in bits::cells(position.board::<W>(lines.board)) {
                words[lines.at + lines.line[cell as usize] as usize] |= lines.bit[cell as usize];
            }
        }
        words
    }
}

impl Lines {
    /// `None` where lines are too long, or have no beginning.
    fn new(row: &Row, at: usize) -> Option<Self> {
        let n_cells = row.on.len();
        let (mut line, mut bit) = (vec![NO_CELL; n_cells], vec![0; n_cells]);
        let mut n_lines = 0;
        for first in (0..n_cells).filter(|cell| row.back[*cell] == NO_CELL) {
            let (mut cell, mut place) = (first, 0);
            loop {
                if place == u64::BITS || line[cell] != NO_CELL {
                    return None;
                }
                (line[cell], bit[cell]) = (n_lines as u16, 1 << place);
                match row.on[cell] {
                    NO_CELL => break,
                    next => (cell, place) = (next as usize, place + 1),
                }
            }
            n_lines += 1;
        }
        let all = line.iter().all(|line| *line != NO_CELL);
        all.then(|| Lines { board: row.board, on: row.on.clone(), row: row.len, at, n_lines, line, bit })
    }
}

/// Does every move put one piece on an empty cell, and is that all that happens on the board?
fn only_fills<const W: usize>(plan: &Plan<W>) -> bool {
    let bare = |exit: &Exit| {
        let more = !exit.kinds.is_empty() || !exit.moves.is_empty() || exit.sets_flags() || exit.still;
        let harmless = |e: &Effect| matches!(e, Effect::SetGlobal(..) | Effect::AddReserve(..));
        exit.drop
            && !more
            && exit.then == Then::Done
            && exit.each.is_none()
            && exit.effects.iter().all(harmless)
    };
    let nodes = plan.flows.iter().flat_map(|flow| &flow.nodes);
    nodes.into_iter().all(|node| match node {
        Node::Emit { exit, .. } => bare(plan.shared.exits.get(*exit)),
        Node::Effect { .. } => false,
        Node::End | Node::Test { .. } | Node::Split { .. } | Node::Num { .. } | Node::Forget { .. } => true,
    })
}

/// Are all goals that are decided at once chains that code can keep? Each must be reached only by what its own board gains.
pub(super) fn keeps_links<const W: usize>(plan: &Plan<W>) -> bool {
    let own = |chain: &Chain| {
        let gain = Touched { gain: 1 << chain.board.0, loss: 0 };
        plan.goals[chain.goal].touched.is_some_and(|t| (t.gain, t.loss) == (gain.gain, gain.loss))
    };
    plan.chains.as_ref().is_some_and(|chains| chains.iter().all(own)) && only_fills(plan)
}

impl<'p, const W: usize> Writer<'p, '_, '_, W> {
    /// The chain that a goal asks for, where code keeps its groups.
    pub(super) fn chain_of(&self, goal: usize) -> Option<(usize, &'p Chain)> {
        let plan = self.plan;
        let chains = plan.chains.iter().flatten().enumerate();
        chains.filter(|_| self.kept.is_some_and(|kept| kept.links)).find(|(_, chain)| chain.goal == goal)
    }

    pub(super) fn lines_of(&self, row: &Row) -> Option<&'p Lines> {
        self.kept.and_then(|kept| kept.lines_of(row))
    }

    /// Adds a cell to the groups of a chain: does its group touch everything now?
    pub(super) fn extended(&mut self, i: usize, chain: &Chain, cell: Below) -> Value {
        let plan = self.plan;
        let n_cells = plan.layout.n_cells;
        let (parents, all_marks) = (2 * i * n_cells, (2 * i + 1) * n_cells);
        let own = self.w.m.table(chain.marks.iter().map(|m| u64::from(*m)).collect());
        self.w.m.store_at(KEPT, parents, cell, cell.value());
        let mut marks = self.w.m.look_up(own, cell);
        let mut root = cell.value();
        for word in 0..W {
            let near = |cell: u16| -> u64 {
                bits::of_cells::<W>(plan.near[chain.near].steps(cell).iter().copied())[word]
            };
            let near = self.w.m.table((0..n_cells as u16).map(near).collect());
            let (near, board) = (self.w.m.look_up(near, cell), self.w.board(chain.board)[word]);
            let near = self.w.m.and(near, board);
            // Handed over: neighbours still to be looked at, the root, its marks.
            let ((look, at), (end, found)) = (self.w.m.block(3), self.w.m.block(2));
            let ((some, _), (climb, place)) = (self.w.m.block(0), self.w.m.block(1));
            self.w.m.jump(look, &[near, root, marks]);
            self.w.m.begin(look);
            self.w.m.branch(at[0], (some, &[]), (end, &[at[1], at[2]]));
            self.w.m.begin(some);
            let (first, base, one) =
                (self.w.m.lowest(at[0]), self.w.m.word(64 * word as u64), self.w.m.word(1));
            let neighbour = self.w.m.add(first, base);
            let less = self.w.m.sub(at[0], one);
            let others = self.w.m.and(at[0], less);
            self.w.m.jump(climb, &[neighbour]);
            self.w.m.begin(climb);
            let here = self.w.m.below(place[0], n_cells);
            let parent = self.w.m.load_at(KEPT, parents, here);
            let top = self.w.m.equal(parent, here.value());
            let ((join, _), (up, _)) = (self.w.m.block(0), self.w.m.block(0));
            self.w.m.branch(top, (join, &[]), (up, &[]));
            self.w.m.begin(up);
            let parent = self.w.m.below(parent, n_cells);
            let above = self.w.m.load_at(KEPT, parents, parent);
            self.w.m.store_at(KEPT, parents, here, above);
            self.w.m.jump(climb, &[above]);
            self.w.m.begin(join);
            // If it is the same group already nothing changes.
            let touched = self.w.m.load_at(KEPT, all_marks, here);
            let touched = self.w.m.or(touched, at[2]);
            let below = self.w.m.below(at[1], n_cells);
            self.w.m.store_at(KEPT, parents, below, here.value());
            self.w.m.jump(look, &[others, here.value(), touched]);
            self.w.m.begin(end);
            (root, marks) = (found[0], found[1]);
        }
        let root = self.w.m.below(root, n_cells);
        self.w.m.store_at(KEPT, all_marks, root, marks);
        let full = self.w.m.word(u64::from(chain.full));
        self.w.m.equal(marks, full)
    }

    /// Adds a cell to its line: are there enough in a row now?
    pub(super) fn row_on_line(&mut self, lines: &Lines, cell: Below) -> Value {
        let line = self.w.m.table(lines.line.iter().map(|l| u64::from(*l)).collect());
        let bit = self.w.m.table(lines.bit.clone());
        let line = self.w.m.look_up(line, cell);
        let line = self.w.m.below(line, lines.n_lines);
        let (word, bit) = (self.w.m.load_at(KEPT, lines.at, line), self.w.m.look_up(bit, cell));
        let mut rows = self.w.m.or(word, bit);
        self.w.m.store_at(KEPT, lines.at, line, rows);
        // Rows of two, of four and so on; what is left is covered by a row that begins later.
        let mut len = 1;
        while len < lines.row {
            let more = len.min(lines.row - len);
            let by = self.w.m.word(more as u64);
            let later = self.w.m.shr(rows, by);
            rows = self.w.m.and(rows, later);
            len += more;
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells 0 1 2 in a row, 3 alone; and a ring, which has no beginning.
    #[test]
    fn lines_give_every_cell_a_place() {
        let row = |on: [u16; 4], back: [u16; 4]| Row {
            board: BoardId(0),
            len: 2,
            on: on.into(),
            back: back.into(),
        };
        let lines = Lines::new(&row([1, 2, NO_CELL, NO_CELL], [NO_CELL, 0, 1, NO_CELL]), 0);
        let lines = lines.map(|l| (l.n_lines, l.line, l.bit));
        assert_eq!(lines, Some((2, vec![0, 0, 0, 1], vec![1, 2, 4, 1])));
        assert!(Lines::new(&row([1, 2, 3, 0], [3, 0, 1, 2]), 0).is_none());
    }
}
