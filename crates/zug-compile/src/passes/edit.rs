//! Taking ops out of a block while every label goes on meaning the same op.

use zug_ir::{Label, Op};

/// Keeps the ops whose entry is true. A label on an op that goes becomes one on the next that stays;
/// there must be one.
pub(super) fn retain(code: &mut Vec<Op>, keep: &[bool]) {
    if keep.iter().all(|&stays| stays) {
        return;
    }
    let mut n_kept = 0;
    let new_index: Vec<u32> = keep
        .iter()
        .map(|&stays| {
            let index = n_kept;
            n_kept += u32::from(stays);
            index
        })
        .collect();
    let mut old_index = 0;
    code.retain(|_| {
        old_index += 1;
        keep[old_index - 1]
    });
    relabel(code, &new_index);
}

/// Replaces every label, an index of the old code, by `new_index[label]`.
pub(super) fn relabel(code: &mut [Op], new_index: &[u32]) {
    for op in code {
        if let Some(old) = op.target() {
            *op = op.with_target(Label(new_index[old.0 as usize]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_their_ops() {
        let to = |n| Op::Jump { to: Label(n) };
        let mut code = vec![to(2), Op::Mark {}, Op::Back {}, to(4), Op::End {}, to(0)];
        retain(&mut code, &[true, false, false, true, true, true]);
        assert_eq!(code, [to(1), to(2), Op::End {}, to(0)]);
    }
}
