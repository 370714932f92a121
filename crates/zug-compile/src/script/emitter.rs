//! A script under construction: ops with their places, labels, and how many values are on the stack.
//!
//! Code that nothing reaches is not written down, so every op has a known depth. Lowering mistakes (two ways that
//! meet with different depths) are found here by assertions.

use zug_ir::{Label, Quantifier, ScriptOp};

/// The code of one script.
#[derive(Default)]
pub(super) struct Emitter {
    code: Vec<ScriptOp>,
    /// By op.
    origins: Vec<u32>,
    /// Until [`finish`](Self::finish) ops carry indices into this list.
    labels: Vec<Place>,
    /// The place in the text of what is written next.
    origin: u32,
    /// Values on the stack; `None`: nothing comes here.
    depth: Option<usize>,
    deepest: usize,
    /// Labels in the order they were bound, so of places that only grow.
    bound: Vec<Label>,
    /// How many ops there may be. After too many nothing is written any more.
    room: usize,
    overflowed: bool,
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
    /// A script that begins with nothing on the stack, and may have so many ops.
    pub(super) fn new(origin: u32, room: usize) -> Self {
        Self { origin, room, depth: Some(0), ..Self::default() }
    }

    /// Sets the place of what follows; the one before, to be put back.
    pub(super) fn at(&mut self, origin: u32) -> u32 {
        std::mem::replace(&mut self.origin, origin)
    }

    /// Was there no room for everything?
    pub(super) fn overflowed(&self) -> bool {
        self.overflowed
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
        self.drop_jump(label);
        let place = &mut self.labels[label.0 as usize];
        debug_assert!(place.bound.is_none(), "a label is bound once");
        place.bound = Some(self.code.len() as u32);
        self.bound.push(label);
        debug_assert!(
            self.depth.is_none() || place.depth.is_none() || self.depth == place.depth,
            "ways meet with the same number of values"
        );
        self.depth = self.depth.or(place.depth).filter(|_| !self.overflowed);
        place.depth = self.depth;
    }

    /// A jump to the next op is none.
    fn drop_jump(&mut self, label: Label) {
        if self.code.last() == Some(&ScriptOp::Jump { to: label }) {
            let end = self.code.len() as u32;
            self.code.pop();
            self.origins.pop();
            for label in self.bound.iter().rev() {
                let place = &mut self.labels[label.0 as usize];
                if place.bound != Some(end) {
                    break;
                }
                place.bound = Some(end - 1);
            }
        }
    }

    /// A label that is the next op.
    pub(super) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    pub(super) fn op(&mut self, op: ScriptOp) {
        let Some(before) = self.depth else { return };
        if self.code.len() >= self.room {
            self.overflowed = true;
            self.depth = None;
            return;
        }
        self.code.push(op);
        self.origins.push(self.origin);
        let (mut pops, pushes) = op.stack();
        if let (ScriptOp::Succeed {}, Some(how)) = (op, self.quantifiers.last()) {
            pops += usize::from(how.takes_value());
        }
        debug_assert!(before >= pops, "`{}` finds its values", op.mnemonic());
        let left = before.saturating_sub(pops);
        if let Some(label) = op.target() {
            let there = Some(left + op.pushes_at_target());
            let place = &mut self.labels[label.0 as usize];
            debug_assert!(
                place.depth.is_none() || place.depth == there,
                "ways meet with the same number of values"
            );
            place.depth = there;
        }
        let after = left + pushes;
        self.deepest = self.deepest.max(after);
        self.depth = op.flow().falls_through().then_some(after);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_code_is_left_out_and_labels_lead_to_what_stays() {
        let mut code = Emitter::new(7, 10);
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
        // The jump led to the next op.
        assert_eq!(code.finish(), (vec![ScriptOp::Emit {}], vec![9]));
    }

    #[test]
    fn labels_lead_forwards_and_backwards() {
        let mut code = Emitter::new(0, 10);
        let (end, also) = (code.label(), code.label());
        let top = code.here();
        code.op(ScriptOp::Fork { to: also });
        code.op(ScriptOp::Me {});
        code.op(ScriptOp::JumpIf { to: top });
        code.op(ScriptOp::Jump { to: end });
        code.bind(also);
        code.bind(end);
        code.op(ScriptOp::Fail {});
        let (ops, _) = code.finish();
        let targets: Vec<_> = ops.iter().map(|op| op.target().map(|to| to.0)).collect();
        assert_eq!(targets, [Some(3), None, Some(0), None]);
    }

    #[test]
    fn labels_follow_when_one_jump_after_the_other_is_dropped() {
        let mut code = Emitter::new(0, 10);
        let (on, end, out) = (code.label(), code.label(), code.label());
        code.op(ScriptOp::Fork { to: on });
        code.op(ScriptOp::Jump { to: out });
        code.bind(on);
        code.op(ScriptOp::Jump { to: end });
        code.bind(end);
        // Now the jump to `out` is the last op, and leads to the next one.
        code.bind(out);
        code.op(ScriptOp::Drop {});
        code.op(ScriptOp::Emit {});
        let expected = [ScriptOp::Fork { to: Label(1) }, ScriptOp::Drop {}, ScriptOp::Emit {}];
        assert_eq!(code.finish().0, expected);
    }

    #[test]
    fn after_too_many_ops_nothing_is_written() {
        let mut code = Emitter::new(0, 2);
        let end = code.label();
        code.op(ScriptOp::Fork { to: end });
        for _ in 0..9 {
            code.op(ScriptOp::Drop {});
        }
        code.bind(end);
        code.op(ScriptOp::Emit {});
        assert!(code.overflowed() && !code.is_live());
        assert_eq!(code.finish().0.len(), 2);
    }

    #[test]
    fn the_result_of_a_quantifier_is_where_it_ends() {
        let mut code = Emitter::new(0, 10);
        let end = code.quantify(Quantifier::Sum);
        code.op(ScriptOp::Size {});
        code.succeed(end);
        assert_eq!(code.depth(), 1);
        code.op(ScriptOp::Yield {});
        code.op(ScriptOp::Accept {});
        assert_eq!((code.deepest(), code.finish().0.len()), (1, 5));
    }
}
