//! Checks and pins in code: what the moves of all pieces but the royal one must keep to.
//!
//! Attackers on the lines to the royal piece are looked at one by one: with nothing between them and it they give check, with a
//! single piece between them that piece is pinned. See `pins` for what this means for a move.

use super::attacks::Threatened;
use crate::bits::{self, Bits};
use crate::jit::ply::Writer;
use crate::jit::words::{POSITION, Set};
use crate::plan::Plan;
use zug_jit::{Below, Value};

/// What stands between the cells of lines and a royal piece.
#[derive(Debug)]
pub(super) struct Lines<const W: usize> {
    /// `unions[group][cell]`: all cells of the lines to a cell.
    unions: Vec<Vec<Bits<W>>>,
    /// `between[cell * cells + attacker's]`.
    between: Vec<Bits<W>>,
}

impl<const W: usize> Lines<W> {
    /// `None` if an attacker may come along two lines.
    pub(super) fn new(plan: &Plan<W>, threats: &Threatened<W>) -> Option<Lines<W>> {
        let n_cells = plan.layout.n_cells;
        let mut between: Vec<Option<Bits<W>>> = vec![None; n_cells * n_cells];
        let mut unions = Vec::new();
        for (_, of_cells) in &threats.lines {
            let mut union = vec![bits::none(); n_cells];
            for (cell, rays) in of_cells.iter().enumerate() {
                for ray in rays {
                    let mut before = bits::none();
                    let mut cells: Vec<u16> = bits::cells(&ray.cells).collect();
                    if !ray.up {
                        cells.reverse();
                    }
                    for start in cells {
                        let known = &mut between[cell * n_cells + start as usize];
                        if known.is_some_and(|known| known != before) || bits::has(&union[cell], start) {
                            return None;
                        }
                        *known = Some(before);
                        bits::insert(&mut before, start);
                    }
                    bits::or_into(&mut union[cell], &ray.cells);
                }
            }
            unions.push(union);
        }
        let between = between.into_iter().map(|set| set.unwrap_or(bits::none())).collect();
        Some(Lines { unions, between })
    }
}

/// What a position demands of moves.
pub(super) struct Bound {
    /// Targets that meet every check.
    pub(super) evasions: Set,
    /// Pieces that must stay in the way; where is written down behind the position.
    pub(super) pinned: Set,
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Where the cells are written down to which a pinned piece may go.
    fn pin_at(&mut self, cell: Below) -> (usize, Below) {
        (self.plan.layout.len, self.w.m.times(cell, W))
    }

    /// Finds the checks and pins of a royal piece.
    pub(super) fn bound(&mut self, threats: &Threatened<W>, lines: &Lines<W>, king: Below) -> Bound {
        let plan = self.plan;
        let (none, all) = (self.w.constant(&bits::none()), self.w.constant(&[!0; W]));
        let mut leapers = none.clone();
        for (board, from) in &threats.leaps {
            let from = self.rows_of(from, king);
            let there = self.w.board(*board);
            let there = self.w.and(&there, &from);
            leapers = self.w.or(&leapers, &there);
        }
        // Two of them cannot be met by one move.
        let (any, one) = (self.w.any(&leapers), self.w.m.word(1));
        let evasions = self.only_if(any, &all, &mut |writer| {
            let n = writer.w.count(&leapers);
            let alone = writer.w.m.equal(n, one);
            let zero = writer.w.m.word(0);
            leapers.iter().map(|word| writer.w.m.select(alone, *word, zero)).collect()
        });
        let mut snipers = none.clone();
        for ((boards, _), union) in threats.lines.iter().zip(&lines.unions) {
            let mut attackers = none.clone();
            for board in boards {
                let board = self.w.board(*board);
                attackers = self.w.or(&attackers, &board);
            }
            let union = self.rows_of(union, king);
            let attackers = self.w.and(&attackers, &union);
            snipers = self.w.or(&snipers, &attackers);
        }
        let empty = self.w.board(plan.empty);
        let between = self.w.m.table(lines.between.iter().flatten().copied().collect());
        let n_cells = plan.layout.n_cells;
        let row = self.w.m.times(king, n_cells * W);
        let values: Vec<Value> = evasions.iter().chain(&none).copied().collect();
        let found = self.each_cell(&snipers, &values, &mut |writer, sniper, values| {
            let place = writer.w.m.times(sniper, W);
            let place = writer.w.m.sum(row, place);
            let between: Set = (0..W).map(|i| writer.w.m.look_up_at(between, i, place)).collect();
            let own = writer.single(sniper);
            let through = writer.w.or(&between, &own);
            let blockers = writer.w.and_not(&between, &empty);
            let (some, one) = (writer.w.any(&blockers), writer.w.m.word(1));
            // A check, one in the way, or more.
            let ((check, _), (perhaps, _), (pin, _)) =
                (writer.w.m.block(0), writer.w.m.block(0), writer.w.m.block(0));
            let (next, after) = writer.w.m.block(2 * W);
            writer.w.m.branch(some, (perhaps, &[]), (check, &[]));
            writer.w.m.begin(check);
            let (evasions, pinned) = (values[..W].to_vec(), values[W..].to_vec());
            let met = writer.w.and(&evasions, &through);
            let values: Vec<Value> = met.iter().chain(&pinned).copied().collect();
            writer.w.m.jump(next, &values);
            writer.w.m.begin(perhaps);
            let n = writer.w.count(&blockers);
            let alone = writer.w.m.equal(n, one);
            let values: Vec<Value> = evasions.iter().chain(&pinned).copied().collect();
            writer.w.m.branch(alone, (pin, &[]), (next, &values));
            writer.w.m.begin(pin);
            let piece = writer.royal_cell(&blockers);
            let piece = writer.w.m.below(piece, n_cells);
            let (at, place) = writer.pin_at(piece);
            let before = writer.w.and(&pinned, &blockers);
            let before = writer.w.any(&before);
            for (i, word) in through.iter().enumerate() {
                let known = writer.w.m.load_at(POSITION, at + i, place);
                let both = writer.w.m.and(known, *word);
                let both = writer.w.m.select(before, both, *word);
                writer.w.m.store_at(POSITION, at + i, place, both);
            }
            let pinned = writer.w.or(&pinned, &blockers);
            let values: Vec<Value> = evasions.iter().chain(&pinned).copied().collect();
            writer.w.m.jump(next, &values);
            writer.w.m.begin(next);
            after
        });
        Bound { evasions: found[..W].to_vec(), pinned: found[W..].to_vec() }
    }

    /// Those of a piece's targets at which it stays in the way, if it must.
    pub(super) fn unless_pinned(&mut self, bound: &Bound, start: Below, targets: &Set) -> Set {
        let own = self.single(start);
        let pinned = self.w.and(&bound.pinned, &own);
        let pinned = self.w.any(&pinned);
        let (at, place) = self.pin_at(start);
        let all = self.w.m.word(!0);
        let mut free = Vec::new();
        for (i, word) in targets.iter().enumerate() {
            let line = self.w.m.load_at(POSITION, at + i, place);
            let line = self.w.m.select(pinned, line, all);
            free.push(self.w.m.and(*word, line));
        }
        free
    }
}
