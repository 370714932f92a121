//! Positions that some effects would lead to, for questions that a script asks after it has done something.

use crate::bits;
use crate::flow::{Done, DoneId, Effect};
use crate::num::{ExprId, Num};
use crate::plan::Plan;
use crate::position::Position;
use crate::walk::cell;
use zug_vm::NO_CELL;

impl<const W: usize> Plan<W> {
    /// A number of the position after what a script has done from its start. On its own, because numbers are asked for where a whole
    /// position has no place.
    #[inline(never)]
    pub(crate) fn number_after(&self, position: &Position, done: DoneId, num: ExprId, start: u16) -> i32 {
        self.number(&self.after(position, done, start), num)
    }

    /// The position after what a script has done from its start.
    fn after(&self, position: &Position, done: DoneId, start: u16) -> Position {
        let Done { of, effects } = &self.shared.done[done.0 as usize];
        let mut after = position.clone();
        let mut captured = Vec::new();
        let at = |place| cell(&self.shared.places, place, start, NO_CELL);
        // Numbers and sets are of the position before.
        for effect in effects {
            let number = match effect {
                Effect::SetGlobal(_, num) | Effect::SetIf(_, num, ..) | Effect::AddReserve(_, _, num) => {
                    match num {
                        Num::Const(value) => *value,
                        Num::Expr(id) => self.number_at(position, *id, start),
                    }
                }
                _ => 0,
            };
            match effect {
                Effect::Drop(to) => {
                    let fresh = self.codes.fresh(of.player, of.kind);
                    after.add_reserve(&self.layout, of.player, of.kind, -1);
                    after.set(&self.layout, &self.codes, at(*to), fresh);
                }
                Effect::CaptureSet(set) => {
                    for cell in bits::cells(&self.cell_set(position, *set, start)) {
                        after.set(&self.layout, &self.codes, cell, 0);
                    }
                }
                effect => self.change(&mut after, of.player, at, *effect, number, &mut captured),
            }
        }
        after
    }
}
