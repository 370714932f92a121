//! Which locals a part may find as another part has left them.

use super::facts::MAX_LEFT;
use crate::why::Why;
use zug_ir::{ScriptId, ScriptOp as Op, Scripted};

/// The locals that some script which runs after a part may read before it writes to them.
pub(super) fn left(rules: &Scripted) -> Result<Vec<u16>, Why> {
    let further = rules.kinds.iter().flat_map(|k| &k.moves).map(|r| r.further);
    let last = last(rules).into_iter();
    let mut read = vec![false; rules.locals.len()];
    let mut see = |script: ScriptId| {
        read.iter_mut().zip(entry(rules, script)).for_each(|(read, yes)| *read |= yes);
    };
    last.for_each(&mut see);
    further.for_each(&mut see);
    // What a list was called is forgotten when a part ends, but not when the last one does.
    for local in &rules.list_locals {
        if std::mem::take(&mut read[local.idx()]) && last_reads(rules, local.idx()) {
            return Err(Why::Op("lists that outlive a part"));
        }
    }
    let left: Vec<u16> = (0..read.len() as u16).filter(|l| read[usize::from(*l)]).collect();
    if left.len() > MAX_LEFT { Err(Why::Op("set_local")) } else { Ok(left) }
}

/// Scripts that run when the last part has ended.
fn last(rules: &Scripted) -> Vec<ScriptId> {
    let own = rules.kinds.iter().flat_map(|k| [k.closing, k.invariant]).flatten();
    own.chain(rules.closing).chain(rules.invariant).collect()
}

fn last_reads(rules: &Scripted, local: usize) -> bool {
    last(rules).into_iter().any(|script| entry(rules, script)[local])
}

/// Locals that may be read before they are written to.
pub(crate) fn entry(rules: &Scripted, script: ScriptId) -> Vec<bool> {
    let (code, n) = (&rules.scripts[script.idx()].code, rules.locals.len());
    let ends = ends(code);
    let mut live = vec![vec![false; n]; code.len() + 1];
    loop {
        let mut changed = false;
        for pc in (0..code.len()).rev() {
            let mut now = vec![false; n];
            let mut join =
                |at: usize| now.iter_mut().zip(&live[at.min(code.len())]).for_each(|(a, b)| *a |= b);
            match code[pc] {
                Op::Jump { to } => join(to.0 as usize),
                Op::Fail {} | Op::Accept {} | Op::Emit {} | Op::EndPart { .. } => {}
                Op::Succeed {} => ends[pc].into_iter().for_each(&mut join),
                op => {
                    join(pc + 1);
                    if let Some(to) = op.target() {
                        join(to.0 as usize);
                    }
                }
            }
            match code[pc] {
                Op::SetLocal { local } => now[local.idx()] = false,
                Op::Local { local } => now[local.idx()] = true,
                _ => {}
            }
            if live[pc] != now {
                live[pc] = now;
                changed = true;
            }
        }
        if !changed {
            return live.swap_remove(0);
        }
    }
}

/// For each op the end of the quantifier that it is in.
fn ends(code: &[Op]) -> Vec<Option<usize>> {
    let mut ends = vec![None; code.len()];
    let mut seen = vec![false; code.len()];
    let mut todo = vec![(0, None)];
    while let Some((pc, end)) = todo.pop() {
        if pc >= code.len() || std::mem::replace(&mut seen[pc], true) {
            continue;
        }
        ends[pc] = end;
        match code[pc] {
            Op::Quantify { to, .. } => {
                let to = to.0 as usize;
                todo.extend([(pc + 1, Some(to)), (to, end)]);
            }
            Op::Jump { to } => todo.push((to.0 as usize, end)),
            Op::Fail {} | Op::Accept {} | Op::Emit {} | Op::EndPart { .. } | Op::Succeed {} => {}
            op => {
                todo.push((pc + 1, end));
                todo.extend(op.target().map(|to| (to.0 as usize, end)));
            }
        }
    }
    ends
}
