//! Which registers matter at which op. A flag that is set again before it is read is as good as 0, and runs that differ
//! in nothing else are one.

use super::places::START;
use super::sym::Sym;
use crate::num::Num;
use zug_ir::{Loc, Op, Test};

/// Beside the flags, one bit each: where the movement ends, and the mark.
const TARGET: u64 = 1 << 63;
const MARK: u64 = 1 << 62;

/// What matters at each op of a block.
pub(super) struct Live {
    at: Vec<u64>,
}

impl Live {
    /// `None` if there are too many flags. `kept`: at these ops somebody else may read every flag.
    pub(super) fn new(code: &[Op], n_flags: usize, kept: impl Fn(&Op) -> bool) -> Option<Self> {
        if n_flags > 62 {
            return None;
        }
        let loops: Vec<usize> =
            (0..code.len()).filter(|&pc| matches!(code[pc], Op::EachNext { .. })).collect();
        let mut live = vec![0u64; code.len() + 1];
        loop {
            let mut changed = false;
            for (pc, op) in code.iter().enumerate().rev() {
                let mut after = if falls_through(op) { live[pc + 1] } else { 0 };
                if let Some(to) = jumps_to(op) {
                    after |= live[to];
                }
                if rejects(op) {
                    after |= loops.iter().fold(0, |all, next| all | live[*next]);
                }
                let mut here = after & !sets(op) | reads(op);
                if kept(op) {
                    here |= !(TARGET | MARK);
                }
                changed |= here != live[pc];
                live[pc] = here;
            }
            if !changed {
                return Some(Live { at: live });
            }
        }
    }

    /// The same run without what nobody will read.
    pub(super) fn trim(&self, sym: &mut Sym) {
        let matter = self.at[sym.pc];
        for (i, flag) in sym.flags.iter_mut().enumerate() {
            if matter >> i & 1 == 0 {
                *flag = Num::Const(0);
            }
        }
        if matter & TARGET == 0 {
            sym.to = None;
        }
        if matter & MARK == 0 {
            sym.mark = START;
        }
    }
}

/// What it sets without reading it.
fn sets(op: &Op) -> u64 {
    match op {
        Op::SetFlag { flag } => 1 << flag.idx(),
        Op::To {} => TARGET,
        Op::Mark {} => MARK,
        _ => 0,
    }
}

fn reads(op: &Op) -> u64 {
    let of_loc = |at: Loc| match at {
        Loc::To => TARGET,
        Loc::Mark => MARK,
        _ => 0,
    };
    match *op {
        Op::PushFlag { flag } => 1 << flag.idx(),
        Op::Emit { .. } | Op::Cascade {} => TARGET,
        Op::Back {} => MARK,
        Op::JumpIf { test, at, .. }
        | Op::JumpUnless { test, at, .. }
        | Op::Verify { test, at }
        | Op::VerifyNot { test, at } => of_loc(at) | if matches!(test, Test::Marked {}) { MARK } else { 0 },
        Op::Goto { at }
        | Op::PushCellFlag { at, .. }
        | Op::PushAttr { at, .. }
        | Op::PushHeight { at }
        | Op::SetCellFlag { at, .. }
        | Op::SetAttr { at, .. }
        | Op::Capture { at }
        | Op::CaptureLate { at }
        | Op::Tuck { at }
        | Op::Create { at, .. }
        | Op::CreateSame { at, .. }
        | Op::CreateMany { at, .. }
        | Op::ChangeKind { at, .. }
        | Op::ChangeOwner { at, .. }
        | Op::Flip { at } => of_loc(at),
        _ => 0,
    }
}

fn falls_through(op: &Op) -> bool {
    !matches!(op, Op::Jump { .. } | Op::Reject {} | Op::End {})
}

fn jumps_to(op: &Op) -> Option<usize> {
    match op {
        Op::Jump { to }
        | Op::JumpIf { to, .. }
        | Op::JumpUnless { to, .. }
        | Op::JumpZero { to }
        | Op::EachNext { to, .. } => Some(to.0 as usize),
        _ => None,
    }
}

/// May it reject, and so come back to the loop it is in?
fn rejects(op: &Op) -> bool {
    matches!(
        op,
        Op::Step { .. }
            | Op::Goto { .. }
            | Op::Verify { .. }
            | Op::VerifyNot { .. }
            | Op::Reject {}
            | Op::CaptureLate { .. }
            | Op::Lift {}
            | Op::Create { .. }
            | Op::CreateSame { .. }
            | Op::CreateMany { .. }
            | Op::Div {}
            | Op::Rem {}
    )
}
