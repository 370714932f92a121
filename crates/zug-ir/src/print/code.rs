//! Blocks: one op per line, labels at the start of theirs.

use super::page::Page;
use crate::game::Block;
use crate::op::Label;
use crate::operand::Operand;

impl Page {
    pub(super) fn block(&mut self, number: usize, block: &Block) {
        self.section("block");
        self.number(number);
        if block.origin != 0 {
            self.list("origin", |page| page.number(block.origin));
        }
        if block.loops != 0 {
            self.list("loops", |page| page.number(block.loops));
        }
        let targets = targets(block);
        let mut targets = targets.iter().peekable();
        for (at, op) in (0..).zip(&block.code) {
            self.label(at, &mut targets);
            self.out.push_str("\n ");
            op.print(&self.names, &mut self.out);
        }
        // A label behind the last op is a fault, but one that can be written down.
        self.label(block.code.len() as u32, &mut targets);
        self.end();
    }

    /// The label of this op, if some op goes there.
    fn label<'a>(&mut self, at: u32, targets: &mut std::iter::Peekable<impl Iterator<Item = &'a Label>>) {
        if targets.next_if(|target| target.0 == at).is_some() {
            self.out.push('\n');
            Label(at).print(&self.names, &mut self.out);
            self.out.push(':');
        }
    }
}

/// All labels of a block, sorted, each once.
fn targets(block: &Block) -> Vec<Label> {
    let mut targets: Vec<Label> = block.code.iter().filter_map(|op| op.target()).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}
