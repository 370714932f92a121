//! Sorts of moves: those that are offered and made alike.

use super::change::{Change, Mover};
use super::walked::Walked;
use crate::flow::{ExitId, PlaceId};
use crate::jit::ply::Writer;
use crate::plan::Plan;
use crate::recipe::{Amount, Moved, Recipe};
use zug_ir::GlobalId;

/// Moves that are offered and made alike.
pub(in crate::jit) struct Sort {
    pub(in crate::jit) rule: u16,
    pub(in crate::jit) exit: ExitId,
    /// Of moves offered by their starts: where they lead.
    pub(in crate::jit) to: Option<PlaceId>,
    pub(in crate::jit) choices: u32,
    /// Offered together with the next sort: does this one take what it lands on, or the other?
    pub(super) split: Option<bool>,
    /// Of moves that do more than to go from a cell to another.
    pub(super) change: Option<Change>,
}

impl Sort {
    /// Moves from one start to some targets.
    pub(super) fn of_targets<const W: usize>(plan: &Plan<W>, rule: u16, exit: ExitId) -> Sort {
        Sort { rule, exit, to: None, choices: plan.choices[exit.0 as usize], split: None, change: None }
    }

    /// Moves of some starts to a place.
    pub(super) fn of_starts<const W: usize>(plan: &Plan<W>, mover: &Mover<'_>, exit: ExitId) -> Sort {
        let choices = plan.choices[exit.0 as usize];
        let mut sort = Sort { rule: mover.rule, exit, to: mover.to, choices, split: None, change: None };
        if choices == 1 && sort.recipe(plan).is_none() {
            sort.change = Change::new(plan, mover, exit, 0);
        }
        sort
    }

    /// How a piece goes from its start to its target, if that is all that happens.
    pub(super) fn recipe<'p, const W: usize>(&self, plan: &'p Plan<W>) -> Option<&'p Moved> {
        let Recipe::Move(moved) = &plan.recipes[self.exit.0 as usize] else { return None };
        let counts = |(global, amount): &(GlobalId, Amount)| {
            !plan.layout.is_hashed(*global)
                && match amount {
                    Amount::Const(_) => true,
                    Amount::Plus(of, _) => of == global,
                    Amount::Other(_) => false,
                }
        };
        (plan.plain[self.exit.0 as usize] && moved.values.iter().all(counts)).then_some(moved)
    }
}

impl<'p, const W: usize> Writer<'p, '_, '_, W> {
    /// A rule that is walked, if it has one way that there is code for.
    pub(super) fn walk(&self, rule: u16) -> Option<(Walked<'p>, Sort)> {
        let plan = self.plan;
        let [way] = &plan.rules[rule as usize].ways.as_ref().ok()?[..] else { return None };
        let sort = Sort::of_starts(plan, &Mover::of(plan, rule, way), way.exit);
        let known = sort.choices == 1 && (sort.change.is_some() || sort.recipe(plan).is_some());
        Some((Walked::new(plan, rule, way)?, sort)).filter(|_| known)
    }
}
