//! What single rules do, before anything is judged: so that form and interpreter can be compared rule by rule.

use crate::bits;
use crate::make::{Seer, Step};
use crate::offer::Scratch;
use crate::plan::{Plan, Starts};
use crate::position::Position;
use crate::walk::Answers as _;
use zug_ir::CellId;
use zug_vm::Move;

/// A part that a rule emits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// Its place in the list of [`crate::Fast::forms`].
    pub rule: usize,
    pub start: CellId,
    /// As a move of one part.
    pub part: Move,
}

impl<const W: usize> Plan<W> {
    /// What every rule of every player emits, walked through start by start.
    pub(crate) fn emitted(&self, position: &Position) -> Vec<Emitted> {
        let mut scratch = Scratch::<W>::default();
        let mut found = Vec::new();
        for (rule, of) in self.rules.iter().enumerate() {
            let starts = match of.from {
                Starts::Board(board) => *position.board::<W>(board),
                Starts::Reserve(..) | Starts::All | Starts::Once => self.all_cells,
            };
            for start in bits::cells(&starts) {
                let mut offers = Vec::new();
                self.walk_offers(position, rule as u16, start, &mut offers, &mut scratch.traces);
                let mut steps = Vec::new();
                self.steps(&offers, &mut steps);
                let part = |step: Step| self.show(position, &[step]);
                let emitted = |step| Emitted { rule, start: CellId(start), part: part(step) };
                found.extend(steps.into_iter().map(emitted));
            }
        }
        found
    }

    /// What the player to move may begin with, rank by rank, each rule in its form.
    pub(crate) fn on_offer(&self, position: &Position) -> Vec<Vec<Move>> {
        let mut scratch = Scratch::<W>::default();
        let menus = &self.turns[position.turn as usize].menus;
        let of_menu = |menu| {
            scratch.offers.clear();
            self.offers_of(menu, position, &mut scratch);
            let mut steps = Vec::new();
            self.steps(&scratch.offers, &mut steps);
            steps.into_iter().map(|step| self.show(position, &[step])).collect()
        };
        menus.iter().map(of_menu).collect()
    }

    /// Could a rival take the piece on a cell? Nothing where nobody ever asks.
    pub(crate) fn is_attacked(&self, position: &Position, cell: u16) -> Option<bool> {
        let code = position.code(&self.layout, cell);
        let player = zug_ir::PlayerId(*self.codes.owner.get(usize::from(code)).filter(|_| code != 0)?);
        let rivals = self.rivals.get(player.idx())?;
        if rivals.iter().any(|rival| self.attacks[*rival].is_none()) {
            return None;
        }
        let seer = Seer { plan: self, position, player, start: cell, breath: None };
        Some(seer.threatened(cell, false))
    }
}
