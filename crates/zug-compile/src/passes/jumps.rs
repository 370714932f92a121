//! Straightens jumps and takes away code that is never reached.
//!
//! A jump to a jump goes on to where that one leads; a jump to the end is an end; a jump to the next op
//! is nothing. The label of `each_next` stays as it is, so that the ops between the two remain exactly
//! the body of the loop.

use super::edit::retain;
use zug_ir::{Block, Flow, Label, Op};

pub(super) fn run(block: &mut Block) {
    let code = &mut block.code;
    if code.iter().any(|op| op.target().is_some()) {
        thread(code);
    }
    let keep = kept(code);
    retain(code, &keep);
}

/// Longest chain of jumps followed at once. Chains forward are settled from their end and need one
/// step; the limit is for jumps that lead to themselves.
const MAX_CHAIN: usize = 8;

fn thread(code: &mut [Op]) {
    for i in (0..code.len()).rev() {
        let Some(label) = code[i].target() else { continue };
        if matches!(code[i], Op::EachNext { .. }) {
            continue;
        }
        let to = destination(code, label);
        code[i] = match (code[i], code[to.0 as usize]) {
            (Op::Jump { .. }, stop @ (Op::End {} | Op::Reject {})) => stop,
            (op, _) => op.with_target(to),
        };
    }
}

fn destination(code: &[Op], mut to: Label) -> Label {
    for _ in 0..MAX_CHAIN {
        let Op::Jump { to: further } = code[to.0 as usize] else { break };
        to = further;
    }
    to
}

/// Which ops are reached and do something.
fn kept(code: &[Op]) -> Vec<bool> {
    let mut keep = reached(code);
    // `next[i]`: the first op that stays, from `i` on.
    let mut next: Vec<usize> = (0..=code.len()).collect();
    for (i, &op) in code.iter().enumerate().rev() {
        let to_next = |to: Label| to.0 as usize > i && next[to.0 as usize] == next[i + 1];
        if let Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } = op {
            keep[i] &= !to_next(to);
        }
        if !keep[i] {
            next[i] = next[i + 1];
        }
    }
    keep
}

fn reached(code: &[Op]) -> Vec<bool> {
    let mut reached = vec![false; code.len()];
    let mut open = vec![0];
    while let Some(start) = open.pop() {
        let mut at = start;
        while at < code.len() && !reached[at] {
            reached[at] = true;
            match code[at].flow() {
                Flow::Next => at += 1,
                Flow::Jump(to) => at = to.0 as usize,
                Flow::Branch(to) => {
                    open.push(to.0 as usize);
                    at += 1;
                }
                Flow::Stop => break,
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{add, empty, enemy, foreach, if_else, is, lowered, step, text, while_do};
    use zug_model::code::{Cond, StmtKind, Test};

    fn check(body: Vec<StmtKind>, expected: &str) {
        let mut block = lowered(body);
        run(&mut block);
        assert_eq!(text(&block), expected);
    }

    #[test]
    fn jumps_to_jumps_lead_on() {
        let inner = if_else(enemy(), vec![StmtKind::Mark], vec![StmtKind::Back]);
        check(
            vec![if_else(empty(), vec![inner], vec![StmtKind::From]), StmtKind::To],
            "(jump_unless empty here L6) (jump_unless enemy here L4) mark (jump L7) L4: back (jump L7) \
             L6: from L7: to end",
        );
    }

    #[test]
    fn jumps_to_the_end_are_ends() {
        check(
            vec![if_else(empty(), vec![StmtKind::Mark], vec![StmtKind::Back])],
            "(jump_unless empty here L3) mark end L3: back end",
        );
    }

    #[test]
    fn unreached_code_goes() {
        check(vec![StmtKind::Verify(Cond::False), step(), add()], "reject");
        check(vec![while_do(Cond::True, vec![step()]), add()], "L0: (step e) (jump L0)");
    }

    #[test]
    fn jumps_to_the_next_op_go() {
        check(vec![if_else(empty(), vec![], vec![]), step()], "(step e) end");
        let nested = if_else(empty(), vec![if_else(enemy(), vec![], vec![])], vec![]);
        check(vec![nested, step()], "(step e) end");
        let unless_false = if_else(Cond::False, vec![StmtKind::Mark], vec![]);
        check(vec![unless_false, step()], "(step e) end");
    }

    #[test]
    fn a_loop_over_nothing_stays_what_it_is() {
        check(vec![while_do(Cond::True, vec![])], "L0: (jump L0)");
        check(
            vec![while_do(empty(), vec![])],
            "(jump_unless empty here L2) L1: (jump_if empty here L1) L2: end",
        );
    }

    #[test]
    fn the_body_of_a_loop_stays_between_its_labels() {
        let friend = is(Test::Friend);
        check(
            vec![while_do(friend, vec![foreach(vec![if_else(empty(), vec![add()], vec![step()])])])],
            "(jump_unless friend here L10) L1: (each 0) L2: (each_next 0 L9) (jump_unless empty here L7) (emit 0) \
             clear_effects (jump L2) L7: (step e) (jump L2) L9: (jump_if friend here L1) L10: end",
        );
    }
}
