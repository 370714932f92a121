//! How control and the stack of numbers pass through an op, and what it leaves behind.
//!
//! These are facts about the op table that the verifier, the compiler's passes and the interpreters must
//! agree on. The matches have no catch-all arm: a new op fails to compile here until it is sorted.

use crate::op::{Label, Op};

/// Where control goes after an op, apart from rejecting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next op.
    Next,
    /// To the label.
    Jump(Label),
    /// To the next op or to the label.
    Branch(Label),
    /// Nowhere: the run ends, or goes on at the `each_next` of the innermost active loop.
    Stop,
}

impl Flow {
    /// Can control go on with the next op?
    pub fn falls_through(self) -> bool {
        matches!(self, Self::Next | Self::Branch(_))
    }
}

/// What `clear_effects` and `clear_movements` forget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    Effect,
    /// A closed movement.
    Movement,
}

impl Op {
    /// Where control goes after this op.
    pub fn flow(self) -> Flow {
        match self {
            Self::Jump { to } => Flow::Jump(to),
            Self::JumpIf { to, .. }
            | Self::JumpUnless { to, .. }
            | Self::JumpZero { to }
            | Self::EachNext { to, .. } => Flow::Branch(to),
            Self::Reject {} | Self::End {} => Flow::Stop,
            Self::Step { .. }
            | Self::Goto { .. }
            | Self::Mark {}
            | Self::Back {}
            | Self::MarkPush {}
            | Self::BackPop {}
            | Self::From {}
            | Self::To {}
            | Self::Cascade {}
            | Self::Verify { .. }
            | Self::VerifyNot { .. }
            | Self::Each { .. }
            | Self::EachIn { .. }
            | Self::Push { .. }
            | Self::PushFlag { .. }
            | Self::PushCellFlag { .. }
            | Self::PushAttr { .. }
            | Self::PushGlobal { .. }
            | Self::PushHeight { .. }
            | Self::PushPieces { .. }
            | Self::PushReserve { .. }
            | Self::PushPasses {}
            | Self::Add {}
            | Self::Sub {}
            | Self::Mul {}
            | Self::Div {}
            | Self::Rem {}
            | Self::Min {}
            | Self::Max {}
            | Self::Eq {}
            | Self::Lt {}
            | Self::Le {}
            | Self::Not {}
            | Self::SetFlag { .. }
            | Self::SetCellFlag { .. }
            | Self::SetAttr { .. }
            | Self::SetGlobal { .. }
            | Self::AddGlobal { .. }
            | Self::Capture { .. }
            | Self::CaptureLate { .. }
            | Self::Tuck { .. }
            | Self::Lift {}
            | Self::Create { .. }
            | Self::CreateSame { .. }
            | Self::CreateMany { .. }
            | Self::ChangeKind { .. }
            | Self::ChangeOwner { .. }
            | Self::Flip { .. }
            | Self::AddReserve { .. }
            | Self::RepeatTurn {}
            | Self::Emit { .. }
            | Self::ClearEffects {}
            | Self::ClearMovements {} => Flow::Next,
        }
    }

    /// How many numbers this op pops from the stack, and how many it then pushes.
    pub fn stack(self) -> (u8, u8) {
        match self {
            Self::Push { .. }
            | Self::PushFlag { .. }
            | Self::PushCellFlag { .. }
            | Self::PushAttr { .. }
            | Self::PushGlobal { .. }
            | Self::PushHeight { .. }
            | Self::PushPieces { .. }
            | Self::PushReserve { .. }
            | Self::PushPasses {} => (0, 1),
            Self::Add {}
            | Self::Sub {}
            | Self::Mul {}
            | Self::Div {}
            | Self::Rem {}
            | Self::Min {}
            | Self::Max {}
            | Self::Eq {}
            | Self::Lt {}
            | Self::Le {} => (2, 1),
            Self::Not {} => (1, 1),
            Self::JumpZero { .. }
            | Self::SetFlag { .. }
            | Self::SetCellFlag { .. }
            | Self::SetAttr { .. }
            | Self::SetGlobal { .. }
            | Self::Lift {}
            | Self::CreateMany { .. }
            | Self::AddReserve { .. } => (1, 0),
            Self::Step { .. }
            | Self::Goto { .. }
            | Self::Mark {}
            | Self::Back {}
            | Self::MarkPush {}
            | Self::BackPop {}
            | Self::From {}
            | Self::To {}
            | Self::Cascade {}
            | Self::Jump { .. }
            | Self::JumpIf { .. }
            | Self::JumpUnless { .. }
            | Self::Verify { .. }
            | Self::VerifyNot { .. }
            | Self::Reject {}
            | Self::Each { .. }
            | Self::EachIn { .. }
            | Self::EachNext { .. }
            | Self::AddGlobal { .. }
            | Self::Capture { .. }
            | Self::CaptureLate { .. }
            | Self::Tuck { .. }
            | Self::Create { .. }
            | Self::CreateSame { .. }
            | Self::ChangeKind { .. }
            | Self::ChangeOwner { .. }
            | Self::Flip { .. }
            | Self::RepeatTurn {}
            | Self::Emit { .. }
            | Self::ClearEffects {}
            | Self::ClearMovements {}
            | Self::End {} => (0, 0),
        }
    }

    /// What this op adds to the part that is being made.
    pub fn records(self) -> Option<Record> {
        match self {
            Self::Cascade {} => Some(Record::Movement),
            Self::SetAttr { .. }
            | Self::SetGlobal { .. }
            | Self::AddGlobal { .. }
            | Self::Capture { .. }
            | Self::CaptureLate { .. }
            | Self::Tuck { .. }
            | Self::Create { .. }
            | Self::CreateSame { .. }
            | Self::CreateMany { .. }
            | Self::ChangeKind { .. }
            | Self::ChangeOwner { .. }
            | Self::Flip { .. }
            | Self::AddReserve { .. }
            | Self::RepeatTurn {} => Some(Record::Effect),
            Self::Reject {}
            | Self::End {}
            | Self::Step { .. }
            | Self::Goto { .. }
            | Self::Mark {}
            | Self::Back {}
            | Self::MarkPush {}
            | Self::BackPop {}
            | Self::From {}
            | Self::To {}
            | Self::Verify { .. }
            | Self::VerifyNot { .. }
            | Self::Each { .. }
            | Self::EachIn { .. }
            | Self::Push { .. }
            | Self::PushFlag { .. }
            | Self::PushCellFlag { .. }
            | Self::PushAttr { .. }
            | Self::PushGlobal { .. }
            | Self::PushHeight { .. }
            | Self::PushPieces { .. }
            | Self::PushReserve { .. }
            | Self::PushPasses {}
            | Self::Add {}
            | Self::Sub {}
            | Self::Mul {}
            | Self::Div {}
            | Self::Rem {}
            | Self::Min {}
            | Self::Max {}
            | Self::Eq {}
            | Self::Lt {}
            | Self::Le {}
            | Self::Not {}
            | Self::SetFlag { .. }
            | Self::SetCellFlag { .. }
            | Self::Lift {}
            | Self::Emit { .. }
            | Self::ClearEffects {}
            | Self::ClearMovements {}
            | Self::JumpIf { .. }
            | Self::JumpUnless { .. }
            | Self::JumpZero { .. }
            | Self::EachNext { .. }
            | Self::Jump { .. } => None,
        }
    }

    /// The label this op may go to.
    pub fn target(self) -> Option<Label> {
        match self.flow() {
            Flow::Jump(to) | Flow::Branch(to) => Some(to),
            Flow::Next | Flow::Stop => None,
        }
    }

    /// The same op with another label, for code that moves ops about. No effect on ops without one.
    #[must_use]
    pub fn with_target(mut self, target: Label) -> Self {
        match &mut self {
            Self::Jump { to }
            | Self::JumpIf { to, .. }
            | Self::JumpUnless { to, .. }
            | Self::JumpZero { to }
            | Self::EachNext { to, .. } => *to = target,
            _ => debug_assert!(self.target().is_none(), "an op with a label is missing above"),
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_agrees_about_labels() {
        let with_label: Vec<&str> = Op::TABLE
            .iter()
            .filter(|row| row.operands.iter().any(|&(_, ty)| ty == "Label"))
            .map(|row| row.mnemonic)
            .collect();
        assert_eq!(with_label, ["jump", "jump_if", "jump_unless", "jump_zero", "each_next"]);
    }
}
