//! Takes away `clear_effects` and `clear_movements` that forget nothing, or nothing that matters.
//!
//! Lowering puts a clear after every `emit`. It is not needed where no path to it records anything, nor
//! where no part can be emitted after it: in plain sliding and stepping rules it never is.

use super::edit::retain;
use std::ops::Range;
use zug_ir::{Block, Flow, Op};

pub(super) fn run(block: &mut Block) {
    let code = &mut block.code;
    if !code.iter().any(|&op| cleared_by(op) != 0) {
        return;
    }
    let loops = loop_regions(code);
    let recorded = recorded_before(code, &loops);
    let emits = may_emit_from(code, &loops);
    let needed = |i: usize, op| {
        let cleared = cleared_by(op);
        cleared == 0 || (recorded[i] & cleared != 0 && emits.get(i + 1) == Some(&true))
    };
    let keep: Vec<bool> = code.iter().enumerate().map(|(i, &op)| needed(i, op)).collect();
    retain(code, &keep);
}

/// Which lists may have something in them, as bits.
type Lists = u8;
const EFFECTS: Lists = 1;
const MOVEMENTS: Lists = 2;

/// What an op does to the lists.
enum Change {
    Adds(Lists),
    Clears(Lists),
    None,
}

fn cleared_by(op: Op) -> Lists {
    if let Change::Clears(lists) = change(op) { lists } else { 0 }
}

/// The ops of each loop, its `each_next` included, by increasing start. Rejecting there goes to the
/// `each_next`. A region may be too large, never too small.
fn loop_regions(code: &[Op]) -> Vec<Range<usize>> {
    let region = |(i, op): (usize, &Op)| {
        let Op::EachNext { to, .. } = *op else { return None };
        let end = to.0 as usize;
        // The verifier wants the end behind the start; this pass need not.
        Some(i..if end > i { end } else { code.len() })
    };
    code.iter().enumerate().filter_map(region).collect()
}

/// What may be recorded when control comes to each op: a fixed point over all paths.
fn recorded_before(code: &[Op], loops: &[Range<usize>]) -> Vec<Lists> {
    let mut before: Vec<Lists> = vec![0; code.len()];
    let mut changed = true;
    // Forward jumps are settled in one sweep; each further one is for a loop around a loop.
    while changed {
        changed = false;
        let mut around: Vec<&Range<usize>> = Vec::new();
        let mut ahead = loops;
        for (i, &op) in code.iter().enumerate() {
            while around.pop_if(|region| region.end <= i).is_some() {}
            if let Some((region, rest)) = ahead.split_first()
                && region.start == i
            {
                around.push(region);
                ahead = rest;
            }
            let after = match change(op) {
                Change::Adds(lists) => before[i] | lists,
                Change::Clears(lists) => before[i] & !lists,
                Change::None => before[i],
            };
            let mut flow_to = |to: usize, lists: Lists| {
                if let Some(known) = before.get_mut(to)
                    && *known | lists != *known
                {
                    *known |= lists;
                    changed |= to <= i;
                }
            };
            match op.flow() {
                Flow::Next => flow_to(i + 1, after),
                Flow::Jump(label) => flow_to(label.0 as usize, after),
                Flow::Branch(label) => {
                    flow_to(i + 1, after);
                    flow_to(label.0 as usize, after);
                }
                Flow::Stop => {}
            }
            // Rejecting goes on with the next round of the loop around.
            around.iter().for_each(|region| flow_to(region.start, after));
        }
    }
    before
}

/// Can a part be emitted when control is at each op? Where a path leads backwards the answer is yes:
/// such loops are rare after the last `emit`, and taking away a clear there might keep one running.
fn may_emit_from(code: &[Op], loops: &[Range<usize>]) -> Vec<bool> {
    let end_of_loops = loops.iter().map(|region| region.end).max().unwrap_or(0);
    let mut emits = vec![false; code.len()];
    for (i, &op) in code.iter().enumerate().rev() {
        let next = || emits.get(i + 1) == Some(&true);
        let target = |to: usize| to <= i || emits.get(to) == Some(&true);
        let later = match op.flow() {
            Flow::Next => next(),
            Flow::Jump(label) => target(label.0 as usize),
            Flow::Branch(label) => next() || target(label.0 as usize),
            Flow::Stop => false,
        };
        emits[i] = later || i < end_of_loops || matches!(op, Op::Emit { .. });
    }
    emits
}

fn change(op: Op) -> Change {
    match op {
        Op::ClearEffects {} => Change::Clears(EFFECTS),
        Op::ClearMovements {} => Change::Clears(MOVEMENTS),
        Op::Cascade {} => Change::Adds(MOVEMENTS),
        Op::SetAttr { .. }
        | Op::SetGlobal { .. }
        | Op::AddGlobal { .. }
        | Op::Capture { .. }
        | Op::CaptureLate { .. }
        | Op::Tuck { .. }
        | Op::Create { .. }
        | Op::CreateSame { .. }
        | Op::CreateMany { .. }
        | Op::ChangeKind { .. }
        | Op::ChangeOwner { .. }
        | Op::Flip { .. }
        | Op::AddReserve { .. }
        | Op::RepeatTurn {} => Change::Adds(EFFECTS),
        Op::Step { .. }
        | Op::Goto { .. }
        | Op::Mark {}
        | Op::Back {}
        | Op::MarkPush {}
        | Op::BackPop {}
        | Op::From {}
        | Op::To {}
        | Op::Jump { .. }
        | Op::JumpIf { .. }
        | Op::JumpUnless { .. }
        | Op::Verify { .. }
        | Op::VerifyNot { .. }
        | Op::Reject {}
        | Op::JumpZero { .. }
        | Op::Each { .. }
        | Op::EachIn { .. }
        | Op::EachNext { .. }
        | Op::Push { .. }
        | Op::PushFlag { .. }
        | Op::PushCellFlag { .. }
        | Op::PushAttr { .. }
        | Op::PushGlobal { .. }
        | Op::PushHeight { .. }
        | Op::PushPieces { .. }
        | Op::PushReserve { .. }
        | Op::PushPasses {}
        | Op::Add {}
        | Op::Sub {}
        | Op::Mul {}
        | Op::Div {}
        | Op::Rem {}
        | Op::Min {}
        | Op::Max {}
        | Op::Eq {}
        | Op::Lt {}
        | Op::Le {}
        | Op::Not {}
        | Op::SetFlag { .. }
        | Op::SetCellFlag { .. }
        | Op::Lift {}
        | Op::Emit { .. }
        | Op::End {} => Change::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{
        add, capture, empty, enemy, foreach, if_else, lowered, lowered_with, step, text, while_do,
    };
    use zug_model::code::StmtKind;
    use zug_model::{Cascades, Settings};

    fn check(body: Vec<StmtKind>, expected: &str) {
        let mut block = lowered(body);
        run(&mut block);
        assert_eq!(text(&block), expected);
    }

    #[test]
    fn the_last_add_clears_nothing() {
        check(vec![capture(), add()], "(capture here) (emit 0) end");
        check(vec![capture(), add(), step()], "(capture here) (emit 0) (step e) end");
    }

    #[test]
    fn an_add_with_nothing_recorded_clears_nothing() {
        check(vec![add(), step(), add()], "(emit 0) (step e) (emit 0) end");
        let slide = while_do(empty(), vec![add(), step()]);
        check(
            vec![slide, capture(), add()],
            "(jump_unless empty here L4) L1: (emit 0) (step e) (jump_if empty here L1) L4: (capture here) (emit 0) end",
        );
    }

    #[test]
    fn what_was_recorded_before_is_cleared() {
        check(
            vec![capture(), add(), step(), add()],
            "(capture here) (emit 0) clear_effects (step e) (emit 0) end",
        );
    }

    #[test]
    fn what_one_path_records_is_cleared() {
        check(
            vec![if_else(enemy(), vec![capture()], vec![]), add(), step(), add()],
            "(jump_unless enemy here L2) (capture here) L2: (emit 0) clear_effects (step e) (emit 0) end",
        );
    }

    #[test]
    fn what_the_round_before_records_is_cleared() {
        check(
            vec![while_do(empty(), vec![add(), capture()])],
            "(jump_unless empty here L5) L1: (emit 0) clear_effects (capture here) (jump_if empty here L1) L5: end",
        );
        // The outer loop brings the capture round to the inner one, one sweep later.
        let inner = while_do(empty(), vec![add()]);
        check(
            vec![while_do(enemy(), vec![inner, capture()])],
            "(jump_unless enemy here L7) L1: (jump_unless empty here L5) L2: (emit 0) clear_effects \
             (jump_if empty here L2) L5: (capture here) (jump_if enemy here L1) L7: end",
        );
    }

    #[test]
    fn a_rejected_round_leaves_what_it_recorded() {
        check(
            vec![foreach(vec![add(), capture(), step(), add()])],
            "(each 0) L1: (each_next 0 L9) (emit 0) clear_effects (capture here) (step e) (emit 0) clear_effects \
             (jump L1) L9: end",
        );
        check(
            vec![foreach(vec![add()]), capture(), add()],
            "(each 0) L1: (each_next 0 L4) (emit 0) (jump L1) L4: (capture here) (emit 0) end",
        );
    }

    #[test]
    fn movements_are_their_own_list() {
        let discard = Settings { cascades: Cascades::Discarded, ..Settings::default() };
        let mut block = lowered_with(discard.clone(), vec![StmtKind::Cascade, add(), add()]);
        run(&mut block);
        assert_eq!(text(&block), "cascade (emit 0) clear_movements (emit 0) end");
        let mut block = lowered_with(discard, vec![capture(), add(), add()]);
        run(&mut block);
        assert_eq!(text(&block), "(capture here) (emit 0) clear_effects (emit 0) end");
    }
}
