//! Code under construction: ops, and labels whose place is not known yet.

use zug_ir::{Label, Op};

/// The code of one block. Used for all blocks in turn, so that the buffers grow only once.
#[derive(Default)]
pub(super) struct Emitter {
    code: Vec<Op>,
    /// Where each label was bound. Until [`finish`](Self::finish) ops carry indices into this list.
    places: Vec<u32>,
}

/// The place of a label that was not bound yet; no block is so long.
const UNBOUND: u32 = u32::MAX;

impl Emitter {
    /// Begins a new block.
    pub(super) fn start(&mut self) {
        self.code.clear();
        self.places.clear();
    }

    #[inline]
    pub(super) fn op(&mut self, op: Op) {
        self.code.push(op);
    }

    /// A label to jump to; [`bind`](Self::bind) it before the end.
    pub(super) fn label(&mut self) -> Label {
        self.places.push(UNBOUND);
        Label(self.places.len() as u32 - 1)
    }

    /// The label is the next op.
    pub(super) fn bind(&mut self, label: Label) {
        let place = &mut self.places[label.0 as usize];
        debug_assert_eq!(*place, UNBOUND, "a label is bound once");
        *place = self.code.len() as u32;
    }

    /// A label that is the next op.
    pub(super) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Puts places for labels; the finished code.
    pub(super) fn finish(&mut self) -> &[Op] {
        // Most rules have no jumps at all.
        if !self.places.is_empty() {
            for op in &mut self.code {
                if let Some(label) = op.target() {
                    *op = op.with_target(Label(self.places[label.0 as usize]));
                }
            }
        }
        &self.code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lead_forwards_and_backwards() {
        let mut code = Emitter::default();
        for _ in 0..2 {
            code.start();
            let top = code.here();
            let end = code.label();
            code.op(Op::JumpZero { to: end });
            code.op(Op::Jump { to: top });
            code.bind(end);
            code.op(Op::End {});
            let expected = [Op::JumpZero { to: Label(2) }, Op::Jump { to: Label(0) }, Op::End {}];
            assert_eq!(code.finish(), expected);
        }
    }
}
