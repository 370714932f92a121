//! A script under construction: ops with their places, labels, and how many values are on the stack.
//!
//! Code that nothing reaches is not written down, so every op has a known depth. Lowering mistakes (two ways that
//! meet with different depths) are found here by assertions.

use zug_ir::{Label, Quantifier, ScriptOp};

/// The code of one script.
#[derive(Default)]
pub(super) struct Emitter {
    code: Vec<ScriptOp>,
    origins: Vec<u32>,
    /// Until [`finish`](Self::finish) ops carry indices into this list.
    labels: Vec<Place>,
    /// The place in the text of what is written next.
    origin: u32,
    /// Values on the stack; `None`: nothing comes here.
    depth: Option<usize>,
    deepest: usize,
    /// How the open quantifiers count, the innermost last.
    quantifiers: Vec<Quantifier>,
}

#[derive(Clone, Copy, Default)]
struct Place {
    bound: Option<u32>,
    /// The depth of whoever goes there.
    depth: Option<usize>,
}

impl Emitter {
    /// A script that begins with nothing on the stack.
    pub(super) fn new(origin: u32) -> Self {
        Self { origin, depth: Some(0), ..Self::default() }
    }

    /// Sets the place of what follows; the one before, to be put back.
    pub(super) fn at(&mut self, origin: u32) -> u32 {
        std::mem::replace(&mut self.origin, origin)
    }

    /// Can control come here?
    pub(super) fn is_live(&self) -> bool {
        self.depth.is_some()
    }

    pub(super) fn depth(&self) -> usize {
        self.depth.unwrap_or(0)
    }

    /// The most values that were on the stack anywhere.
    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(Place::default());
        Label(self.labels.len() as u32 - 1)
    }

    /// The label is the next op.
    pub(super) fn bind(&mut self, label: Label) {
        let place = &mut self.labels[label.0 as usize];
        debug_assert!(place.bound.is_none(), "a label is bound once");
        place.bound = Some(self.code.len() as u32);
        debug_assert!(
            self.depth.is_none() || place.depth.is_none() || self.depth == place.depth,
            "ways meet with the same number of values"
        );
        self.depth = self.depth.or(place.depth);
        place.depth = self.depth;
    }

    /// A label that is the next op.
    pub(super) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    pub(super) fn op(&mut self, op: ScriptOp) {
        let Some(before) = self.depth else { return };
        self.code.push(op);
        self.origins.push(self.origin);
        let (pops, pushes) = self.effect(op);
        debug_assert!(before >= pops, "`{}` finds its values", op.mnemonic());
        let after = before.saturating_sub(pops) + pushes;
        if let Some(label) = op.target() {
            let there = match op {
                // The result is there, not here.
                ScriptOp::Quantify { .. } | ScriptOp::FloodNext { .. } | ScriptOp::ReachNext { .. } => after + 1,
                // The list is here, not there.
                ScriptOp::ReachAnswer { .. } => after - 1,
                _ => after,
            };
            let place = &mut self.labels[label.0 as usize];
            debug_assert!(
                place.depth.is_none() || place.depth == Some(there),
                "ways meet with the same number of values"
            );
            place.depth = Some(there);
        }
        self.deepest = self.deepest.max(after);
        self.depth = (!leaves(op)).then_some(after);
    }

    /// Begins a quantifier; the label where its result will be.
    pub(super) fn quantify(&mut self, how: Quantifier) -> Label {
        let end = self.label();
        self.op(ScriptOp::Quantify { how, to: end });
        self.quantifiers.push(how);
        end
    }

    /// Ends the innermost quantifier.
    pub(super) fn succeed(&mut self, end: Label) {
        self.op(ScriptOp::Succeed {});
        self.quantifiers.pop();
        self.bind(end);
    }

    /// Puts places for labels: the finished code, and the place of each op in the text.
    pub(super) fn finish(mut self) -> (Vec<ScriptOp>, Vec<u32>) {
        debug_assert!(!self.is_live(), "a script does not run off its end");
        for op in &mut self.code {
            if let Some(label) = op.target() {
                let bound = self.labels[label.0 as usize].bound;
                debug_assert!(bound.is_some(), "a label that is used is bound");
                *op = op.with_target(Label(bound.unwrap_or(0)));
            }
        }
        (self.code, self.origins)
    }

    /// How many values the op pops, and then pushes if it goes straight on.
    fn effect(&self, op: ScriptOp) -> (usize, usize) {
        use ScriptOp as O;
        match op {
            O::Jump { .. } | O::Fail {} | O::Fork { .. } | O::Accept {} | O::Quantify { .. } => (0, 0),
            O::JumpIf { .. } | O::JumpUnless { .. } | O::Check {} => (1, 0),
            O::AnyOf { n } | O::List { n } | O::Join { n } | O::CellAt { n } => (n.into(), 1),
            O::AnyElement {} => (1, 1),
            O::AnyBetween {} => (2, 1),
            O::AnyCell {} | O::AnyPiece {} | O::AnyKind { .. } | O::AnyZone { .. } => (0, 1),
            O::Succeed {} => match self.quantifiers.last() {
                Some(Quantifier::Sum | Quantifier::Collect | Quantifier::First) => (1, 0),
                _ => (0, 0),
            },
            O::Push { .. } => (0, 1),
            O::Pop {} | O::Walk {} => (1, 0),
            O::Truth {} | O::Not {} | O::IsNone {} => (1, 1),
            O::Local { .. }
            | O::Global { .. }
            | O::PlayerValue { .. }
            | O::Generation { .. }
            | O::Attr { .. } => (0, 1),
            O::SetLocal { .. }
            | O::SetGlobal { .. }
            | O::SetPlayerValue { .. }
            | O::SetGeneration { .. }
            | O::SetAttr { .. } => (1, 0),
            O::Add {} | O::Sub {} | O::Mul {} | O::Div {} | O::Rem {} | O::Min {} | O::Max {} => (2, 1),
            O::Abs {} => (1, 1),
            O::Equals { n } => (usize::from(n) + 1, 1),
            O::Less {} | O::AtMost {} => (2, 1),
            O::Length {} => (1, 1),
            O::Nth {} | O::Append {} | O::Without {} | O::Union {} | O::Member {} => (2, 1),
            O::Here {} => (0, 1),
            O::ComeBack {} => (1, 0),
            O::Restore {} => (2, 1),
            O::Look { .. } | O::StepAlone {} => (1, 0),
            O::Mark {} | O::Back {} => (0, 0),
            O::Test { .. }
            | O::InZone { .. }
            | O::KindHere {}
            | O::Piece {}
            | O::Owner {}
            | O::AttrHere { .. }
            | O::Size {}
            | O::Start {}
            | O::Me {}
            | O::NextPlayer {}
            | O::Rivals {}
            | O::TurnNumber {}
            | O::CapturedCount {}
            | O::Parts {}
            | O::NoMoves {}
            | O::Dice { .. } => (0, 1),
            O::ReserveOf {} | O::Border {} => (2, 1),
            O::Reaches { .. } | O::Repeated { .. } | O::Opposite {} | O::Coord { .. } => (1, 1),
            O::AsPlayer {} => (1, 2),
            O::AsBefore {} => (3, 1),
            O::Flood {} => (2, 0),
            O::FloodNext { .. } | O::ReachNext { .. } | O::EachNext { .. } => (0, 0),
            O::FloodAnswer { .. } => (1, 0),
            O::ReachAnswer { .. } => (1, 1),
            O::Reach {} | O::Each {} => (1, 0),
            O::Take {} | O::TakeAll {} | O::Drop {} | O::PutUnder {} | O::Capture {} | O::CaptureLate {} => (0, 0),
            O::TakeSome {} | O::Put {} | O::ChangeOwner {} | O::SetPiece {} => (1, 0),
            O::Create {} => (2, 0),
            O::Reserve {} => (3, 0),
            O::Flag {} | O::Arrive { .. } | O::Place {} | O::Settle {} => (0, 0),
            O::EndPart { .. } | O::Emit {} | O::Defer { .. } | O::Forced {} => (0, 0),
            O::Yield {} | O::Weight {} | O::GotoTurn {} | O::UseDie { .. } => (1, 0),
            O::Log { n, .. } | O::Hint { n, .. } => (n.into(), 0),
        }
    }
}

/// Does control never come to the next op?
fn leaves(op: ScriptOp) -> bool {
    matches!(
        op,
        ScriptOp::Jump { .. }
            | ScriptOp::Fail {}
            | ScriptOp::Accept {}
            | ScriptOp::Succeed {}
            | ScriptOp::FloodAnswer { .. }
            | ScriptOp::EndPart { .. }
            | ScriptOp::Emit {}
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_code_is_left_out_and_labels_lead_to_what_stays() {
        let mut code = Emitter::new(7);
        let (end, nobody) = (code.label(), code.label());
        code.op(ScriptOp::Jump { to: end });
        code.op(ScriptOp::Drop {});
        code.bind(nobody);
        code.op(ScriptOp::Drop {});
        assert!(!code.is_live());
        code.bind(end);
        let outer = code.at(9);
        code.op(ScriptOp::Emit {});
        code.at(outer);
        let (ops, origins) = code.finish();
        assert_eq!(ops, [ScriptOp::Jump { to: Label(1) }, ScriptOp::Emit {}]);
        assert_eq!(origins, [7, 9]);
    }

    #[test]
    fn the_result_of_a_quantifier_is_where_it_ends() {
        let mut code = Emitter::new(0);
        let end = code.quantify(Quantifier::Sum);
        code.op(ScriptOp::Size {});
        code.succeed(end);
        assert_eq!(code.depth(), 1);
        code.op(ScriptOp::Yield {});
        code.op(ScriptOp::Accept {});
        assert_eq!((code.deepest(), code.finish().0.len()), (1, 5));
    }
}
