//! Blocks: ids, the end of the code, and ops that need a certain sort of game.

use super::errors::{Errors, Invariant, Place};
use super::{loops::Loops, stack};
use crate::game::{Block, Game, Pile};
use crate::ids::BlockId;
use crate::limits::MAX_LOOPS;
use crate::op::Op;
use crate::operand::{Operand, Sizes};

/// A block that is being checked.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub(super) id: BlockId,
    pub(super) ops: &'a [Op],
}

impl Code<'_> {
    pub(super) fn place(&self, at: usize) -> Place {
        match self.ops.get(at) {
            Some(op) => Place::Op(self.id, at, op.mnemonic()),
            None => Place::Block(self.id),
        }
    }
}

impl Errors {
    pub(super) fn blocks(&mut self, game: &Game, sizes: &mut Sizes) {
        for (id, block) in (0..).map(BlockId).zip(&game.blocks) {
            if self.is_full() {
                return;
            }
            sizes.enter(block);
            self.block(id, block, game.rules.pile, sizes);
        }
    }

    fn block(&mut self, id: BlockId, block: &Block, pile: Pile, sizes: &Sizes) {
        let code = Code { id, ops: &block.code };
        if usize::from(block.loops) > MAX_LOOPS {
            let message = format!("{} loops deep, the limit is {MAX_LOOPS}", block.loops);
            self.push(Invariant::Limits, Place::Block(id), message);
        }
        let faults = self.len();
        self.ids_and_end(code, sizes);
        // The rest follows labels, so they must be good.
        if self.len() == faults
            && let Some(loops) = Loops::find(code, self)
            && loops.check_borders(code, self)
        {
            stack::check(code, self);
        }
        self.piles(code, pile);
        self.marks(code);
    }

    fn ids_and_end(&mut self, code: Code<'_>, sizes: &Sizes) {
        for (at, op) in code.ops.iter().enumerate() {
            self.check(Invariant::CodeIds, code.place(at), op.check(sizes));
        }
        match code.ops.last() {
            None => self.push(Invariant::CodeEnd, Place::Block(code.id), "has no ops"),
            Some(last) if last.flow().falls_through() => {
                let place = code.place(code.ops.len() - 1);
                self.push(Invariant::CodeEnd, place, "control runs off the end of the block");
            }
            Some(_) => {}
        }
    }

    fn piles(&mut self, code: Code<'_>, pile: Pile) {
        for (at, op) in code.ops.iter().enumerate().filter(|(_, op)| !suits(op, pile)) {
            let message = format!("`{}` is not for cells that hold a {}", op.mnemonic(), pile.word());
            self.push(Invariant::PileOps, code.place(at), message);
        }
    }

    /// The two models of marks share the mark, and mixing them has no meaning.
    fn marks(&mut self, code: Code<'_>) {
        let find = |slot: fn(&Op) -> bool| code.ops.iter().position(slot);
        let single = find(|op| matches!(op, Op::Mark {} | Op::Back {}));
        let stacked = find(|op| matches!(op, Op::MarkPush {} | Op::BackPop {}));
        if let (Some(single), Some(stacked)) = (single, stacked) {
            let message = format!("another model of marks than op {}", single.min(stacked));
            self.push(Invariant::Marks, code.place(single.max(stacked)), message);
        }
    }
}

fn suits(op: &Op, pile: Pile) -> bool {
    match op {
        Op::Tuck { .. } => pile == Pile::Stack,
        Op::Lift {} => pile != Pile::Single,
        Op::CreateMany { .. } => pile == Pile::Heap,
        Op::CaptureLate { .. } => pile != Pile::Heap,
        _ => true,
    }
}
