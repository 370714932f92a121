//! Code that keeps only boards and values up to date.
//!
//! Where nobody asks whether a position was there before, and boards tell all pieces apart, a move changes a few bits and
//! nothing else. Codes and hash are made up when somebody needs them (`stale`).

use super::goals;
use super::kept;
use super::ply::{Old, Writer, whole};
use super::words::{POSITION, Set};
use crate::class::BoardId;
use crate::codes::Code;
use crate::goal::{Check, GoalOf};
use crate::plan::Plan;
use crate::stale::told_apart;
use zug_ir::Pass;
use zug_jit::Below;

/// Are boards and values enough for every ply of the game?
pub(super) fn is_lean<const W: usize>(plan: &Plan<W>) -> bool {
    !plan.asks_repetition
        && plan.layout.doomed.is_none()
        && told_apart(&plan.codes)
        && (1..plan.codes.pieces().len()).all(|c| board_of(plan, c as Code).is_some())
        && plan.turns.iter().flat_map(|t| &t.menus).all(|menu| whole(plan, menu))
        && (kept::keeps_links(plan)
            || plan.goals.iter().all(|g| g.deferred || g.needs_stuck || goals::can_write(g)))
}

/// The board that shows this sort of piece and no other.
fn board_of<const W: usize>(plan: &Plan<W>, code: Code) -> Option<BoardId> {
    let boards = &plan.codes.boards;
    let alone = |b: &u8| {
        let showing = |(c, shown): (usize, &u64)| (shown >> b & 1 != 0) == (c == code as usize);
        boards.iter().enumerate().all(showing)
    };
    (0..plan.shared.classes.len() as u8).find(alone).map(BoardId)
}

/// Can code see to it that a player who cannot move is skipped? Where two take turns the game must be over as soon as neither
/// can move, and a pass must change nothing that a goal could ask about.
pub(super) fn skips<const W: usize>(plan: &Plan<W>) -> bool {
    let untouched = |g: &GoalOf<W>| g.needs_stuck || !g.deferred && g.touched.is_some();
    is_lean(plan)
        && plan.stages.pass == Some(Pass::Forced)
        && plan.turns.len() == 2
        && (0..2).all(|t| usize::from(plan.turns[t].after) == 1 - t)
        && plan.goals.iter().all(untouched)
        && plan.goals.iter().any(|g| g.deferred && matches!(g.check, Check::Stuck))
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Puts a piece on a cell, or none.
    pub(super) fn show(&mut self, cell: Below, old: Old, new: Code) {
        let at = self.w.place(cell);
        if let Old::Known(old) = old {
            self.toggle_changed(old, new, at);
            return;
        }
        let mut changed = self.may_change(new);
        while changed != 0 {
            let b = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let shows = self.plan.codes.boards[new as usize] >> b & 1 != 0;
            let word = self.w.m.load_at(POSITION, b * W, at.0);
            let word = if shows { self.w.m.or(word, at.1) } else { self.w.m.and_not(word, at.1) };
            self.w.m.store_at(POSITION, b * W, at.0, word);
        }
    }

    /// The boards that may show something else when a piece, or none, comes to a cell.
    fn may_change(&self, new: Code) -> u64 {
        let boards = &self.plan.codes.boards;
        boards.iter().fold(0, |all, shown| all | shown ^ boards[new as usize])
    }

    /// Is it shorter to write to all of them than to look up which ones change? Stores whose place is known beforehand keep no
    /// load waiting.
    pub(super) fn few_shown(&self, new: Code) -> bool {
        self.may_change(new).count_ones() as usize <= self.per_code + 4
    }

    /// Every piece of a set goes to the next player.
    pub(super) fn turn_boards(&mut self, set: &Set) {
        let plan = self.plan;
        let codes = (1..plan.codes.pieces().len()).map(|c| c as Code);
        let mut turned: Vec<(Code, Set)> = Vec::new();
        for code in codes.filter(|c| plan.codes.flipped(*c) != *c) {
            // `is_lean` has seen to it that there is one.
            let Some(board) = board_of(plan, code) else { continue };
            let there = self.w.board(board);
            turned.push((code, self.w.and(&there, set)));
        }
        for b in 0..plan.shared.classes.len() {
            let shown = |code: Code| plan.codes.boards[code as usize] >> b & 1 != 0;
            let mut changed: Option<Set> = None;
            for (code, cells) in turned.iter().filter(|(c, _)| shown(*c) != shown(plan.codes.flipped(*c))) {
                debug_assert_ne!(*code, 0);
                changed = Some(match changed {
                    Some(before) => self.w.or(&before, cells),
                    None => cells.clone(),
                });
            }
            let Some(changed) = changed else { continue };
            for (i, bits) in changed.iter().enumerate() {
                let word = self.w.m.load(POSITION, b * W + i);
                let word = self.w.m.xor(word, *bits);
                self.w.m.store(POSITION, b * W + i, word);
            }
        }
    }
}
