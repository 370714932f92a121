//! Who watches the cell of a royal piece: is it attacked after a move that changes two cells, before that move is made?
//!
//! Attackers are looked for among the rival's pieces on cells that an attack could come from; each of them has one path.

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::codes::Code;
use crate::path::{Path, join};
use crate::plan::Plan;
use crate::position::Position;
use crate::threat::Threat;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A change of a position: a piece leaves a cell, or comes from the reserve, and is another one on the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<const W: usize> {
    left: Bits<W>,
    filled: Bits<W>,
    boards: u64,
}

impl<const W: usize> Change<W> {
    #[inline(always)]
    pub(crate) fn new(plan: &Plan<W>, from: Option<u16>, to: u16, code: Code) -> Self {
        let (mut left, mut filled) = (bits::none(), bits::none());
        if let Some(from) = from {
            bits::insert(&mut left, from);
        }
        bits::insert(&mut filled, to);
        Change { left, filled, boards: plan.codes.boards[code as usize] }
    }

    /// A board after it, if it is one of pieces.
    #[inline(always)]
    pub(crate) fn board(&self, plan: &Plan<W>, position: &Position, board: BoardId) -> Bits<W> {
        let shown = |boards: u64| (boards >> board.0 & 1).wrapping_neg();
        let (left, filled) = (shown(plan.codes.boards[0]), shown(self.boards));
        let mut cells = *position.board::<W>(board);
        for (i, word) in cells.iter_mut().enumerate() {
            let changed = self.left[i] | self.filled[i];
            *word = *word & !changed | self.left[i] & left | self.filled[i] & filled;
        }
        cells
    }
}

/// Pieces of some boards that attack from some cells.
#[derive(Debug, PartialEq, Eq)]
struct Attackers<const W: usize> {
    boards: SmallVec<[BoardId; 4]>,
    starts: Bits<W>,
    /// `paths[i]`: from the cell of the starts with `i` others below it. Without any nothing can be in the way.
    paths: Vec<Path<W>>,
}

/// Everything that attacks a royal piece of one player on one cell.
#[derive(Debug)]
pub(crate) struct Watch<const W: usize> {
    /// Cells from which something attacks whatever is in between, and all others.
    near: Bits<W>,
    far: Bits<W>,
    leaps: Vec<Attackers<W>>,
    paths: Vec<Attackers<W>>,
    odd: Vec<Threat<W>>,
}

impl<const W: usize> Watch<W> {
    /// Of the royal pieces that a board shows. `None` if they are not all attacked alike, or if more than pieces decides it.
    pub(crate) fn new(plan: &Plan<W>, rival: usize, royal: BoardId, cell: u16) -> Option<Self> {
        let attacks = plan.attacks[rival].as_ref()?;
        let (mut said, mut odd) = (Vec::new(), Vec::new());
        for threat in attacks.list(&plan.shared, &plan.codes, cell) {
            let mut royals = plan.codes.boards.iter().filter(|b| **b >> royal.0 & 1 != 0);
            let fits = royals.clone().filter(|b| threat.victim.fits(**b)).count();
            if fits == 0 {
                continue;
            }
            if !royals.all(|b| threat.victim.fits(*b)) {
                return None;
            }
            match threat.others[..] {
                [] => said.push(((threat.board, threat.start), threat.empty, None)),
                [(board, hurdle, false)] if board == plan.empty => {
                    said.push(((threat.board, threat.start), threat.empty, Some(hurdle)));
                }
                _ => odd.push(threat),
            }
        }
        let places = |t: &Threat<W>| t.others.iter().any(|o| plan.shared.classes.class(o.0).of_places());
        if odd.iter().any(places) {
            return None;
        }
        let mut found = join(said)?;
        let at_once = |(_, path): &((BoardId, u16), Path<W>)| bits::is_empty(&path.cells);
        let always: FxHashSet<(BoardId, u16)> = found.iter().filter(|f| at_once(f)).map(|f| f.0).collect();
        found.retain(|f| at_once(f) || !always.contains(&f.0));
        odd.retain(|threat| !always.contains(&(threat.board, threat.start)));
        found.sort_by_key(|((board, start), path)| (*board, *start, path.hurdles, path.cells));
        found.dedup();
        let (leaps, paths): (Vec<_>, Vec<_>) = found.into_iter().partition(at_once);
        let leaps = together(leaps.into_iter().map(|(key, _)| (key, None)));
        let paths = together(paths.into_iter().map(|(key, path)| (key, Some(path))));
        let all = |list: &[Attackers<W>]| {
            list.iter().fold(bits::none(), |mut all, a| {
                bits::or_into(&mut all, &a.starts);
                all
            })
        };
        let (near, mut far) = (all(&leaps), all(&paths));
        odd.iter().for_each(|threat| bits::insert(&mut far, threat.start));
        Some(Watch { near, far, leaps, paths, odd })
    }

    /// Is the piece attacked after that change?
    #[inline]
    pub(crate) fn sees(&self, plan: &Plan<W>, position: &Position, rival: usize, change: &Change<W>) -> bool {
        // What is taken attacks nobody.
        let rivals = plan.owned[rival].map_or(&plan.all_cells, |board| position.board::<W>(board));
        let rivals = bits::and_not(rivals, &change.filled);
        let near = bits::and(&rivals, &self.near);
        if !bits::is_empty(&near) && self.leaps.iter().any(|a| !bits::is_empty(&a.among(position, &near))) {
            return true;
        }
        let far = bits::and(&rivals, &self.far);
        if bits::is_empty(&far) {
            return false;
        }
        let empty = change.board(plan, position, plan.empty);
        for attackers in &self.paths {
            for start in bits::cells(&attackers.among(position, &far)) {
                let path = &attackers.paths[bits::before(&attackers.starts, start) as usize];
                if path.is_open(&empty) {
                    return true;
                }
            }
        }
        self.odd.iter().any(|threat| {
            let holds = |&(board, cell, answer): &(BoardId, u16, bool)| {
                bits::has(&change.board(plan, position, board), cell) == answer
            };
            bits::has(&far, threat.start)
                && position.has::<W>(threat.board, threat.start)
                && bits::is_empty(&bits::and_not(&threat.empty, &empty))
                && threat.others.iter().all(holds)
        })
    }
}

impl<const W: usize> Watch<W> {
    /// If the piece is attacked now: the targets and the starts of moves of other pieces that could end that. Of such moves
    /// that change nothing but their start and their target.
    pub(crate) fn help(&self, plan: &Plan<W>, position: &Position, rival: usize) -> (Bits<W>, Bits<W>) {
        let rivals = plan.owned[rival].map_or(&plan.all_cells, |board| position.board::<W>(board));
        let empty = position.board::<W>(plan.empty);
        for attackers in &self.leaps {
            let there = attackers.among(position, rivals);
            if !bits::is_empty(&there) {
                return (bits::single(bits::first(&there)), bits::none());
            }
        }
        for attackers in &self.paths {
            for start in bits::cells(&attackers.among(position, rivals)) {
                let path = &attackers.paths[bits::before(&attackers.starts, start) as usize];
                if path.is_open(empty) {
                    let mut targets = path.cells;
                    bits::insert(&mut targets, start);
                    return (targets, if path.hurdles > 0 { path.cells } else { bits::none() });
                }
            }
        }
        (plan.all_cells, bits::none())
    }
}

impl<const W: usize> Attackers<W> {
    /// Those of the cells on which one of them stands.
    #[inline(always)]
    fn among(&self, position: &Position, cells: &Bits<W>) -> Bits<W> {
        let mut there = bits::none();
        for board in &self.boards {
            bits::or_into(&mut there, position.board::<W>(*board));
        }
        bits::and(&bits::and(&there, &self.starts), cells)
    }
}

/// Attackers by board; boards that attack alike are one. The list is in ascending order.
fn together<const W: usize>(
    list: impl IntoIterator<Item = ((BoardId, u16), Option<Path<W>>)>,
) -> Vec<Attackers<W>> {
    let mut all: Vec<Attackers<W>> = Vec::new();
    for ((board, start), path) in list {
        // Another path from the same cell is another attacker.
        let place = all.iter().position(|a| a.boards[0] == board && !bits::has(&a.starts, start));
        let place = place.unwrap_or_else(|| {
            all.push(Attackers {
                boards: SmallVec::from_slice(&[board]),
                starts: bits::none(),
                paths: Vec::new(),
            });
            all.len() - 1
        });
        bits::insert(&mut all[place].starts, start);
        all[place].paths.extend(path);
    }
    let mut merged: Vec<Attackers<W>> = Vec::new();
    for attackers in all {
        let alike = |m: &&mut Attackers<W>| m.starts == attackers.starts && m.paths == attackers.paths;
        match merged.iter_mut().find(alike) {
            Some(known) => known.boards.extend(attackers.boards),
            None => merged.push(attackers),
        }
    }
    merged
}
