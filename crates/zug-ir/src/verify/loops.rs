//! Loops over cells: their shape, their nesting and their borders.
//!
//! `each` activates its slot and remembers the `each_next` behind it; to reject is to go on at the
//! `each_next` of the loop activated last; at the end of its cells `each_next` deactivates the slot. That
//! works only if the active loops are, at every op, those whose bodies the op is in. So bodies are
//! stretches of code, nested, and control crosses their borders at their `each_next` only.

use super::code::Code;
use super::errors::{Errors, Invariant};
use crate::ids::LoopId;
use crate::op::{Label, Op};

/// Which loop the body around each op belongs to.
pub(super) struct Loops {
    /// Of each op: the innermost loop whose body it is in, as the index of that loop's `each_next`;
    /// [`NONE`] outside. An `each_next` itself belongs to what is around its loop.
    around: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// A loop whose body is not at its end yet.
struct Open {
    slot: LoopId,
    next: usize,
    exit: usize,
}

impl Loops {
    /// `None` if the loops are not well formed, which is reported.
    pub(super) fn find(code: Code<'_>, errors: &mut Errors) -> Option<Self> {
        let faults = errors.len();
        let mut around = Vec::with_capacity(code.ops.len());
        let mut open: Vec<Open> = Vec::new();
        for (at, op) in code.ops.iter().enumerate() {
            // The body starts behind the `each_next`, which stands right behind the `each`.
            while open.last().is_some_and(|inner| inner.exit == at) {
                open.pop();
            }
            let inner = open.last().filter(|inner| at > inner.next);
            let outer = open.iter().rev().nth(1);
            around.push(match inner {
                Some(inner) => inner.next as u32,
                None => outer.map_or(NONE, |outer| outer.next as u32),
            });
            match *op {
                Op::Each { slot } | Op::EachIn { slot, .. } => {
                    if let Some(new) = Self::open(code, at, slot, &open, errors) {
                        open.push(new);
                    }
                }
                Op::EachNext { .. } if !follows_each(code.ops, at) => {
                    let message = "there is no `each` or `each_in` of the same slot right before it";
                    errors.push(Invariant::LoopShape, code.place(at), message);
                }
                _ => {}
            }
        }
        (errors.len() == faults).then_some(Self { around })
    }

    /// The loop that starts at an `each`.
    fn open(code: Code<'_>, at: usize, slot: LoopId, open: &[Open], errors: &mut Errors) -> Option<Open> {
        let next = at + 1;
        let Some(&Op::EachNext { slot: next_slot, to }) = code.ops.get(next) else {
            errors.push(Invariant::LoopShape, code.place(at), "no `each_next` follows");
            return None;
        };
        let exit = to.0 as usize;
        if next_slot != slot {
            errors.push(Invariant::LoopShape, code.place(next), "has another slot than the op before it");
        } else if exit <= next + 1 {
            errors.push(Invariant::LoopShape, code.place(next), "the loop has no body before its exit");
        } else if open.iter().any(|outer| outer.slot == slot) {
            let message = format!("slot {} is in use by a loop around this one", slot.0);
            errors.push(Invariant::LoopNesting, code.place(at), message);
        } else if open.last().is_some_and(|outer| exit >= outer.exit) {
            errors.push(Invariant::LoopNesting, code.place(next), "goes on outside the loop around it");
        } else {
            return Some(Open { slot, next, exit });
        }
        None
    }

    /// False if control crosses a border, which is reported.
    pub(super) fn check_borders(&self, code: Code<'_>, errors: &mut Errors) -> bool {
        let faults = errors.len();
        for (at, op) in code.ops.iter().enumerate() {
            if let Some(to) = op.target()
                && !self.may_jump(code.ops, at, to)
            {
                let message = format!("goes to op {}, across the border of a loop", to.0);
                errors.push(Invariant::LoopBorder, code.place(at), message);
            }
            // An `each_next` is meant to step into its body.
            if op.flow().falls_through()
                && !matches!(op, Op::EachNext { .. })
                && self.around.get(at) != self.around.get(at + 1)
            {
                let message = "steps over the border of a loop";
                errors.push(Invariant::LoopBorder, code.place(at), message);
            }
        }
        errors.len() == faults
    }

    fn may_jump(&self, ops: &[Op], at: usize, to: Label) -> bool {
        let here = self.around[at];
        // Back to the start of the loop around it: the next cell.
        if here == to.0 {
            return true;
        }
        let enters = matches!(ops.get(to.0 as usize), Some(Op::EachNext { .. }));
        !enters && self.around.get(to.0 as usize) == Some(&here)
    }
}

fn follows_each(ops: &[Op], at: usize) -> bool {
    let Some(Op::EachNext { slot, .. }) = ops.get(at) else { return false };
    let before = at.checked_sub(1).and_then(|before| ops.get(before));
    matches!(before, Some(Op::Each { slot: other } | Op::EachIn { slot: other, .. }) if other == slot)
}
