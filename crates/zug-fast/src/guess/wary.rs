//! What may not arise: could it, by a certain move? So that few moves have to be made to find out.

use crate::bits;
use crate::flow::{Effect, Exit, ExitId};
use crate::goal::{Check, Number};
use crate::num::Num;
use crate::plan::{Plan, TurnPlan};
use crate::position::Position;
use crate::watch::Change;
use zug_ir::{CmpOp, GlobalId};

/// A condition that may not hold after the moves of one turn.
#[derive(Debug)]
pub(super) struct Wary<const W: usize> {
    /// Values of the board that it needs.
    values: Vec<Value>,
    /// What it needs beside them.
    rest: Check<W>,
}

#[derive(Debug)]
struct Value {
    global: GlobalId,
    wanted: i64,
    /// `after[exit]`: may it be that value, if the exit changes it?
    after: Vec<Option<bool>>,
}

impl<const W: usize> Wary<W> {
    /// `None` if the condition never holds then.
    pub(super) fn new(plan: &Plan<W>, turn: &TurnPlan<W>, check: &Check<W>) -> Option<Self> {
        if !may_hold(check, &plan.turns[turn.after as usize]) {
            return None;
        }
        let Check::And(list) = check else { return Some(Wary { values: Vec::new(), rest: check.clone() }) };
        let (mut values, mut rest) = (Vec::new(), Vec::new());
        for check in list {
            if let Check::Cmp(CmpOp::Eq, Number::Global(global), Number::Const(wanted)) = check {
                let after = |exit: &Exit| set_to(exit, *global).map(|to| to.is_none_or(|n| n == *wanted));
                let after = plan.shared.exits.all.iter().map(after).collect();
                values.push(Value { global: *global, wanted: *wanted, after });
            } else {
                rest.push(check.clone());
            }
        }
        Some(Wary { values, rest: Check::And(rest) })
    }

    /// Could it hold after a move of this exit, which makes that change?
    #[inline]
    pub(super) fn may_arise(
        &self,
        plan: &Plan<W>,
        position: &Position,
        exit: ExitId,
        change: &Change<W>,
    ) -> bool {
        let fits = |value: &Value| {
            let kept = || i64::from(position.global(&plan.layout, value.global)) == value.wanted;
            value.after[exit.0 as usize].unwrap_or_else(kept)
        };
        self.values.iter().all(fits) && after(plan, &self.rest, position, change)
    }
}

/// Could a condition hold after a change, whatever the values of the board?
fn after<const W: usize>(plan: &Plan<W>, check: &Check<W>, position: &Position, change: &Change<W>) -> bool {
    match check {
        Check::And(list) => list.iter().all(|c| after(plan, c, position, change)),
        Check::Or(list) => list.iter().any(|c| after(plan, c, position, change)),
        Check::Const(value) => *value,
        Check::Pattern { first, rest, .. } => {
            let mut starts = plan.all_cells;
            for (board, answer) in first {
                let shown = change.board(plan, position, *board);
                starts = if *answer { bits::and(&starts, &shown) } else { bits::and_not(&starts, &shown) };
            }
            for (seen, occupant) in rest {
                // What must not be shown is not looked at.
                for (board, _) in occupant.iter().filter(|(_, answer)| *answer) {
                    starts = seen.look(&change.board(plan, position, *board), &starts);
                }
            }
            !bits::is_empty(&starts)
        }
        _ => true,
    }
}

/// Can a condition hold at the beginning of that turn?
fn may_hold<const W: usize>(check: &Check<W>, turn: &TurnPlan<W>) -> bool {
    match check {
        Check::And(list) => list.iter().all(|c| may_hold(c, turn)),
        Check::Or(list) => list.iter().any(|c| may_hold(c, turn)),
        Check::Stalemated(player) | Check::Checkmated(player, _) => {
            turn.actor == *player || turn.chooser == *player
        }
        _ => true,
    }
}

/// Does an exit change a value, and to what, if that is known?
fn set_to(exit: &Exit, global: GlobalId) -> Option<Option<i64>> {
    let mut to = exit.effects_on_the_way.then_some(None);
    for effect in &exit.effects {
        match effect {
            Effect::SetGlobal(g, Num::Const(n)) if *g == global => to = Some(Some(i64::from(*n))),
            Effect::SetGlobal(g, _) | Effect::SetIf(g, ..) if *g == global => to = Some(None),
            _ => {}
        }
    }
    to
}
