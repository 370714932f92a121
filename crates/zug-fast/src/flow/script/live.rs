//! Which locals an op may still read: others are forgotten, so that ways which differ only in them are one again.

use zug_ir::ScriptOp as Op;

/// `live(code)[op]`: the locals that may be read from this op on, as bits. `None` if there are too many to say.
pub(super) fn live(code: &[Op], n_locals: usize, at_the_end: bool) -> Option<Vec<u128>> {
    if n_locals > 128 {
        return None;
    }
    let all = if n_locals == 128 { !0 } else { (1u128 << n_locals) - 1 };
    let mut live = vec![0u128; code.len() + 1];
    // Quantifiers nest: the one around an op is the last one that began before it and has not ended.
    let around = |at: usize| {
        code[..at].iter().rev().find_map(|op| match op {
            Op::Quantify { to, .. } if to.0 as usize > at => Some(to.0 as usize),
            _ => None,
        })
    };
    let ends: Vec<Option<usize>> =
        (0..code.len()).map(|i| if matches!(code[i], Op::Succeed {}) { around(i) } else { None }).collect();
    loop {
        let mut changed = false;
        for (i, op) in code.iter().enumerate().rev() {
            let mut after = match op {
                Op::Jump { .. } | Op::FloodAnswer { .. } => 0,
                Op::Fail {} => 0,
                Op::Succeed {} => ends[i].map_or(0, |to| live[to]),
                Op::Accept {} | Op::Emit {} | Op::EndPart { .. } if at_the_end => all,
                Op::Accept {} | Op::Emit {} | Op::EndPart { .. } => 0,
                Op::Defer { .. } => all,
                _ => live[i + 1],
            };
            if let Some(to) = op.target() {
                after |= live[to.0 as usize];
            }
            let here = match op {
                Op::Local { local } => after | 1 << local.0,
                Op::SetLocal { local } => after & !(1 << local.0),
                _ => after,
            };
            if here != live[i] {
                live[i] = here;
                changed = true;
            }
        }
        if !changed {
            return Some(live);
        }
    }
}
