//! How control and the stack of values pass through an op of a script.
//!
//! Facts about the table that the verifier, the compiler and the interpreters must agree on. The matches have no
//! catch-all arm: a new op fails to compile here until it is sorted.

use super::{Quantifier, ScriptOp};
use crate::flow::Flow;

impl ScriptOp {
    /// Where control goes after this op, apart from failing. A quantifier goes on with the next op for each
    /// alternative and at its label when they are exhausted.
    pub fn flow(&self) -> Flow {
        match *self {
            Self::Jump { to } | Self::FloodAnswer { to } => Flow::Jump(to),
            Self::JumpIf { to }
            | Self::JumpUnless { to }
            | Self::Fork { to }
            | Self::Quantify { to, .. }
            | Self::Look { to }
            | Self::FloodNext { to }
            | Self::ReachNext { to }
            | Self::ReachAnswer { to }
            | Self::EachNext { to, .. } => Flow::Branch(to),
            Self::Fail {} | Self::Accept {} | Self::Succeed {} | Self::EndPart { .. } | Self::Emit {} => {
                Flow::Stop
            }
            Self::Check {}
            | Self::AnyOf { .. }
            | Self::AnyElement {}
            | Self::AnyBetween {}
            | Self::AnyCell {}
            | Self::AnyPiece {}
            | Self::AnyKind { .. }
            | Self::AnyZone { .. }
            | Self::Push { .. }
            | Self::Pop {}
            | Self::Walk {}
            | Self::Truth {}
            | Self::Not {}
            | Self::IsNone {}
            | Self::Local { .. }
            | Self::SetLocal { .. }
            | Self::Global { .. }
            | Self::SetGlobal { .. }
            | Self::PlayerValue { .. }
            | Self::SetPlayerValue { .. }
            | Self::Generation { .. }
            | Self::SetGeneration { .. }
            | Self::Attr { .. }
            | Self::SetAttr { .. }
            | Self::Add {}
            | Self::Sub {}
            | Self::Mul {}
            | Self::Div {}
            | Self::Rem {}
            | Self::Abs {}
            | Self::Min {}
            | Self::Max {}
            | Self::Equals { .. }
            | Self::Less {}
            | Self::AtMost {}
            | Self::List { .. }
            | Self::Length {}
            | Self::Nth {}
            | Self::Append {}
            | Self::Without {}
            | Self::Union {}
            | Self::Member {}
            | Self::Join { .. }
            | Self::Here {}
            | Self::ComeBack {}
            | Self::Restore {}
            | Self::StepAlone {}
            | Self::Mark {}
            | Self::Back {}
            | Self::Test { .. }
            | Self::InZone { .. }
            | Self::KindHere {}
            | Self::Piece {}
            | Self::Owner {}
            | Self::AttrHere { .. }
            | Self::Size {}
            | Self::Start {}
            | Self::Me {}
            | Self::NextPlayer {}
            | Self::Rivals {}
            | Self::TurnNumber {}
            | Self::CapturedCount {}
            | Self::Parts {}
            | Self::ReserveOf {}
            | Self::NoMoves {}
            | Self::Reaches { .. }
            | Self::Repeated { .. }
            | Self::Dice { .. }
            | Self::Opposite {}
            | Self::Coord { .. }
            | Self::CoordOf {}
            | Self::CellAt { .. }
            | Self::Border {}
            | Self::AsPlayer {}
            | Self::AsBefore {}
            | Self::Flood {}
            | Self::Reach {}
            | Self::Each {}
            | Self::Take {}
            | Self::TakeAll {}
            | Self::TakeSome {}
            | Self::Drop {}
            | Self::Put {}
            | Self::PutUnder {}
            | Self::Capture {}
            | Self::CaptureLate {}
            | Self::Create {}
            | Self::ChangeOwner {}
            | Self::SetPiece {}
            | Self::Reserve {}
            | Self::Flag {}
            | Self::Arrive { .. }
            | Self::Place {}
            | Self::Settle {}
            | Self::Yield {}
            | Self::Defer { .. }
            | Self::Log { .. }
            | Self::Weight {}
            | Self::Forced {}
            | Self::Hint { .. }
            | Self::GotoTurn {}
            | Self::UseDie { .. } => Flow::Next,
        }
    }

    /// How many values this op pops, and how many it then pushes on the way straight on (or on the only way there
    /// is). `succeed` also pops what [`Quantifier::takes_value`] says.
    pub fn stack(&self) -> (usize, usize) {
        match *self {
            Self::Jump { .. }
            | Self::Fail {}
            | Self::Fork { .. }
            | Self::Accept {}
            | Self::Quantify { .. }
            | Self::Succeed {}
            | Self::Mark {}
            | Self::Back {}
            | Self::FloodNext { .. }
            | Self::ReachNext { .. }
            | Self::EachNext { .. }
            | Self::Take {}
            | Self::TakeAll {}
            | Self::Drop {}
            | Self::PutUnder {}
            | Self::Capture {}
            | Self::CaptureLate {}
            | Self::Flag {}
            | Self::Arrive { .. }
            | Self::Place {}
            | Self::Settle {}
            | Self::EndPart { .. }
            | Self::Emit {}
            | Self::Defer { .. }
            | Self::Forced {} => (0, 0),
            Self::JumpIf { .. }
            | Self::JumpUnless { .. }
            | Self::Check {}
            | Self::Pop {}
            | Self::Walk {}
            | Self::SetLocal { .. }
            | Self::SetGlobal { .. }
            | Self::SetPlayerValue { .. }
            | Self::SetGeneration { .. }
            | Self::SetAttr { .. }
            | Self::ComeBack {}
            | Self::Look { .. }
            | Self::StepAlone {}
            | Self::FloodAnswer { .. }
            | Self::Reach {}
            | Self::Each {}
            | Self::TakeSome {}
            | Self::Put {}
            | Self::ChangeOwner {}
            | Self::SetPiece {}
            | Self::Yield {}
            | Self::Weight {}
            | Self::GotoTurn {}
            | Self::UseDie { .. } => (1, 0),
            Self::AnyOf { n } | Self::List { n } | Self::Join { n } | Self::CellAt { n } => {
                (usize::from(n), 1)
            }
            Self::AnyElement {}
            | Self::Truth {}
            | Self::Not {}
            | Self::IsNone {}
            | Self::Abs {}
            | Self::Length {}
            | Self::Reaches { .. }
            | Self::Repeated { .. }
            | Self::Opposite {}
            | Self::Coord { .. }
            | Self::ReachAnswer { .. } => (1, 1),
            Self::AnyBetween {}
            | Self::CoordOf {}
            | Self::Add {}
            | Self::Sub {}
            | Self::Mul {}
            | Self::Div {}
            | Self::Rem {}
            | Self::Min {}
            | Self::Max {}
            | Self::Less {}
            | Self::AtMost {}
            | Self::Nth {}
            | Self::Append {}
            | Self::Without {}
            | Self::Union {}
            | Self::Member {}
            | Self::Restore {}
            | Self::ReserveOf {}
            | Self::Border {} => (2, 1),
            Self::AnyCell {}
            | Self::AnyPiece {}
            | Self::AnyKind { .. }
            | Self::AnyZone { .. }
            | Self::Push { .. }
            | Self::Local { .. }
            | Self::Global { .. }
            | Self::PlayerValue { .. }
            | Self::Generation { .. }
            | Self::Attr { .. }
            | Self::Here {}
            | Self::Test { .. }
            | Self::InZone { .. }
            | Self::KindHere {}
            | Self::Piece {}
            | Self::Owner {}
            | Self::AttrHere { .. }
            | Self::Size {}
            | Self::Start {}
            | Self::Me {}
            | Self::NextPlayer {}
            | Self::Rivals {}
            | Self::TurnNumber {}
            | Self::CapturedCount {}
            | Self::Parts {}
            | Self::NoMoves {}
            | Self::Dice { .. } => (0, 1),
            Self::Equals { n } => (usize::from(n) + 1, 1),
            Self::AsPlayer {} => (1, 2),
            Self::AsBefore {} => (3, 1),
            Self::Flood {} | Self::Create {} => (2, 0),
            Self::Reserve {} => (3, 0),
            Self::Log { n, .. } | Self::Hint { n, .. } => (usize::from(n), 0),
        }
    }

    /// How many values it pushes, after popping, on the way to its label.
    pub fn pushes_at_target(&self) -> usize {
        usize::from(matches!(self, Self::Quantify { .. } | Self::FloodNext { .. } | Self::ReachNext { .. }))
    }
}

impl Quantifier {
    /// Does `succeed` pop a value, which this alternative yields?
    pub fn takes_value(self) -> bool {
        match self {
            Self::Sum | Self::Collect | Self::First => true,
            Self::Exists | Self::NotExists | Self::Count | Self::All => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Label;

    #[test]
    fn the_table_agrees_about_labels() {
        let with_label: Vec<&str> = ScriptOp::TABLE
            .iter()
            .filter(|row| row.operands.iter().any(|&(_, ty)| ty == "Label"))
            .map(|row| row.mnemonic)
            .collect();
        let expected = [
            "jump",
            "jump_if",
            "jump_unless",
            "fork",
            "quantify",
            "look",
            "flood_next",
            "flood_answer",
            "reach_next",
            "reach_answer",
            "each_next",
        ];
        assert_eq!(with_label, expected);
    }

    #[test]
    fn a_target_is_where_control_may_go() {
        let op = ScriptOp::EachNext { local: crate::LocalId(3), to: Label(1) };
        assert_eq!(op.flow(), Flow::Branch(Label(1)));
        assert_eq!(op.with_target(Label(7)).target(), Some(Label(7)));
        assert_eq!(ScriptOp::Add {}.with_target(Label(7)), ScriptOp::Add {});
    }
}
