//! The stack of numbers: its depth at every op that can be reached.

use super::code::Code;
use super::errors::{Errors, Invariant};
use crate::flow::Flow;
use crate::limits::MAX_STACK;
use crate::op::Op;

/// Not reached yet. Real depths are at most [`MAX_STACK`].
const UNKNOWN: u8 = u8::MAX;

const _: () = assert!(MAX_STACK < UNKNOWN as usize);

/// Follows every way through a block whose labels are good. Each op is visited once.
pub(super) fn check(code: Code<'_>, errors: &mut Errors) {
    let mut depths = vec![UNKNOWN; code.ops.len()];
    let mut work = Vec::new();
    enter(0, 0, &mut depths, &mut work);
    while let Some(at) = work.pop() {
        let (op, depth) = (code.ops[at], depths[at]);
        let (pops, pushes) = op.stack();
        if needs_empty(&op) && depth != 0 {
            let message = format!("{depth} numbers are on the stack");
            errors.push(Invariant::StackEmpty, code.place(at), message);
        }
        let Some(rest) = depth.checked_sub(pops) else {
            let message = format!("pops {pops} from a stack of {depth}");
            errors.push(Invariant::StackDepth, code.place(at), message);
            continue;
        };
        let after = rest + pushes;
        if usize::from(after) > MAX_STACK {
            let message = format!("more than {MAX_STACK} numbers on the stack");
            errors.push(Invariant::StackDepth, code.place(at), message);
            continue;
        }
        let (next, to) = match op.flow() {
            Flow::Next => (Some(at + 1), None),
            Flow::Jump(to) => (None, Some(to.0 as usize)),
            Flow::Branch(to) => (Some(at + 1), Some(to.0 as usize)),
            Flow::Stop => (None, None),
        };
        for way in next.into_iter().chain(to) {
            if let Some(before) = enter(way, after, &mut depths, &mut work) {
                let message =
                    format!("{after} numbers on the stack here, {before} on another way to op {way}");
                errors.push(Invariant::StackJoin, code.place(at), message);
            }
        }
    }
}

/// Comes to an op. The other depth, if it was reached with another one.
fn enter(at: usize, depth: u8, depths: &mut [u8], work: &mut Vec<usize>) -> Option<u8> {
    let known = depths.get_mut(at)?;
    if *known == UNKNOWN {
        *known = depth;
        work.push(at);
        return None;
    }
    (*known != depth).then_some(*known)
}

/// Rejecting leads to an `each_next` from anywhere in the loop, and an emitted part has no stack.
fn needs_empty(op: &Op) -> bool {
    matches!(op, Op::Each { .. } | Op::EachIn { .. } | Op::EachNext { .. } | Op::Emit { .. })
}
