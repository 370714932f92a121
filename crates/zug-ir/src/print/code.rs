//! Blocks and scripts: one op per line, labels at the start of theirs.

use super::page::Page;
use crate::game::Block;
use crate::op::Label;
use crate::operand::Operand;
use crate::script::Script;

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
        self.code(&block.code, targets(block.code.iter().map(|op| op.target())));
        self.end();
    }

    pub(super) fn script(&mut self, number: usize, script: &Script) {
        self.section("script");
        self.number(number);
        if script.origin != 0 {
            self.list("origin", |page| page.number(script.origin));
        }
        if !script.origins.is_empty() {
            let mut start = self.out.len();
            self.line(1, "(origins");
            for origin in &script.origins {
                self.wrap(&mut start);
                self.number(origin);
            }
            self.close();
        }
        self.code(&script.code, targets(script.code.iter().map(|op| op.target())));
        self.end();
    }

    fn code(&mut self, ops: &[impl Operand], targets: Vec<Label>) {
        let mut targets = targets.iter().peekable();
        for (at, op) in (0..).zip(ops) {
            self.label(at, &mut targets);
            self.out.push_str("\n ");
            op.print(&self.names, &mut self.out);
        }
        // A label behind the last op is a fault, but one that can be written down.
        self.label(ops.len() as u32, &mut targets);
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

/// All labels of a block or script, sorted, each once.
fn targets(targets: impl Iterator<Item = Option<Label>>) -> Vec<Label> {
    let mut targets: Vec<Label> = targets.flatten().collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}
