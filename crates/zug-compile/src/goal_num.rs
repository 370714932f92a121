//! Numbers in goals: those that a position has without a move being made.

use crate::goal_cond::Conds;
use crate::operands::who;
use crate::{codes, ids};
use zug_ir::{self as ir, GoalNum};
use zug_model::code::{Num, NumOp, Place};

impl Conds<'_> {
    /// A number. What exists only while a move is made is reported and stands as 0.
    pub(crate) fn num(&mut self, num: &Num, depth: usize) -> GoalNum {
        if self.too_deep(depth) {
            return GoalNum::Const(0);
        }
        match num {
            Num::Const(n) => GoalNum::Const(*n),
            Num::Op(op, sides) => {
                let sides = (self.num(&sides.0, depth + 1), self.num(&sides.1, depth + 1));
                GoalNum::Op(num_op(*op), Box::new(sides))
            }
            Num::Global(global) => GoalNum::Global(ids::global(*global)),
            Num::Pieces { owner, kind, zone } => GoalNum::Pieces {
                owner: owner.map(who),
                kind: kind.map(ids::kind),
                zone: zone.map(ids::zone),
            },
            Num::Reserve { owner, kind } => GoalNum::Reserve { owner: who(*owner), kind: ids::kind(*kind) },
            Num::Height(Place::Cell(cell)) => GoalNum::Height(ids::cell(*cell)),
            Num::Passes => GoalNum::Passes,
            Num::Flag(_) => self.refuse("a flag"),
            Num::CellFlag(..) => self.refuse("a position flag"),
            Num::Attr(..) => self.refuse("an attribute of the piece on a position"),
            Num::Height(_) => self.refuse("the height of a position that is not named"),
        }
    }

    fn refuse(&mut self, what: &str) -> GoalNum {
        let message = format!("{what} cannot stand in a goal: it exists only while a move is made");
        self.report(codes::NOT_IN_GOALS, message);
        GoalNum::Const(0)
    }
}

fn num_op(op: NumOp) -> ir::NumOp {
    match op {
        NumOp::Add => ir::NumOp::Add,
        NumOp::Sub => ir::NumOp::Sub,
        NumOp::Mul => ir::NumOp::Mul,
        NumOp::Div => ir::NumOp::Div,
        NumOp::Rem => ir::NumOp::Rem,
        NumOp::Min => ir::NumOp::Min,
        NumOp::Max => ir::NumOp::Max,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal_cond::goal_cond;
    use crate::settings::GoalChoices;
    use zug_ir::GoalCond;
    use zug_model::code::{CmpOp, Who};
    use zug_model::{self as model, AttrId, CellFlagId, GlobalId, KindId, ZoneId};
    use zug_source::{Diagnostics, Origin};

    /// The number, and how many problems there were with it.
    fn lower(num: Num) -> (GoalNum, usize) {
        let mut out = Diagnostics::new();
        let choices = GoalChoices { repetition: Default::default(), config: Default::default() };
        let cond = model::GoalCond::Cmp(CmpOp::Eq, num, Num::Const(0));
        match goal_cond(&cond, Origin::NOWHERE, choices, &mut out) {
            GoalCond::Cmp(_, num, _) => (num, out.n_errors()),
            other => panic!("not a comparison: {other:?}"),
        }
    }

    #[test]
    fn what_a_position_has_can_be_counted() {
        let kind = KindId(1);
        let sum = Num::Op(NumOp::Min, Box::new((Num::Const(1), Num::Global(GlobalId(0)))));
        let expected = (GoalNum::Const(1), GoalNum::Global(ir::GlobalId(0)));
        assert_eq!(lower(sum), (GoalNum::Op(ir::NumOp::Min, Box::new(expected)), 0));
        assert_eq!(lower(Num::Passes), (GoalNum::Passes, 0));
        let reserve = GoalNum::Reserve { owner: ir::Who::Mover, kind: ir::KindId(1) };
        assert_eq!(lower(Num::Reserve { owner: Who::Mover, kind }), (reserve, 0));
        let pieces = GoalNum::Pieces { owner: None, kind: Some(ir::KindId(1)), zone: Some(ir::ZoneId(0)) };
        assert_eq!(lower(Num::Pieces { owner: None, kind: Some(kind), zone: Some(ZoneId(0)) }), (pieces, 0));
    }

    #[test]
    fn what_a_piece_carries_cannot() {
        assert_eq!(lower(Num::Attr(AttrId(0), Place::From)), (GoalNum::Const(0), 1));
        assert_eq!(lower(Num::CellFlag(CellFlagId(0), Place::Here)), (GoalNum::Const(0), 1));
    }
}
