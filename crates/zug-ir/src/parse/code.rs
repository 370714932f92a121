//! Blocks and scripts: labels first, then ops.

use zug_source::NodeId;

use super::reader::{Entry, Reader};
use super::sections::Sections;
use crate::game::Block;
use crate::limits::{MAX_BLOCKS, MAX_OPS};
use crate::op::{Label, Op};
use crate::operand::Operand;
use crate::script::{Script, ScriptOp};

impl<'a> Reader<'a> {
    pub(super) fn blocks(&mut self, sections: &Sections<'a>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut n_ops = 0;
        for (index, entry) in sections.blocks.iter().enumerate() {
            n_ops += entry.args.len();
            if !self.room(entry.node, "blocks", index + 1, MAX_BLOCKS)
                // Labels and head count too; the verifier counts exactly.
                || !self.room(entry.node, "ops", n_ops, 2 * MAX_OPS)
            {
                break;
            }
            blocks.extend(self.block(index, entry));
        }
        blocks
    }

    pub(super) fn scripts(&mut self, sections: &Sections<'a>) -> Vec<Script> {
        let mut scripts = Vec::new();
        let mut n_ops = 0;
        for (index, entry) in sections.scripts.iter().enumerate() {
            n_ops += entry.args.len();
            if !self.room(entry.node, "scripts", index + 1, MAX_BLOCKS)
                || !self.room(entry.node, "ops", n_ops, 2 * MAX_OPS)
            {
                break;
            }
            scripts.extend(self.script(index, entry));
        }
        scripts
    }

    /// `(script number (origin n) (origins n …) ops and labels…)`.
    fn script(&mut self, index: usize, entry: &Entry<'a>) -> Option<Script> {
        let ([number], mut rest) = self.at_least::<1>(entry, "(script <number> <op> …)")?;
        self.in_order(*number, "script", index);
        let mut script = Script { origin: 0, code: Vec::new(), origins: Vec::new() };
        if let Some(origin) = self.field("origin", &mut rest) {
            script.origin = self.number(origin).unwrap_or(0);
        }
        if let Some((first, others)) = rest.split_first()
            && let Some([head, origins @ ..]) = self.kids(*first)
            && self.atom(*head) == Some("origins")
        {
            script.origins = origins.iter().filter_map(|&node| self.number(node)).collect();
            rest = others;
        }
        script.code = self.ops::<ScriptOp>("script", rest);
        Some(script)
    }

    /// Ops and labels.
    fn ops<T: Operand>(&mut self, unit: &'static str, nodes: &'a [NodeId]) -> Vec<T> {
        self.unit = unit;
        self.find_labels(nodes);
        let mut code = Vec::with_capacity(nodes.len());
        for &node in nodes {
            if self.label_name(node).is_none()
                && let Some(op) = T::parse(node, self)
            {
                code.push(op);
            }
        }
        code
    }

    /// `(block number (origin n) (loops n) ops and labels…)`.
    fn block(&mut self, index: usize, entry: &Entry<'a>) -> Option<Block> {
        let ([number], mut rest) = self.at_least::<1>(entry, "(block <number> <op> …)")?;
        self.in_order(*number, "block", index);
        let mut block = Block { origin: 0, code: Vec::new(), loops: 0 };
        if let Some(origin) = self.field("origin", &mut rest) {
            block.origin = self.number(origin).unwrap_or(0);
        }
        if let Some(loops) = self.field("loops", &mut rest) {
            block.loops = self.number(loops).unwrap_or(0);
        }
        block.code = self.ops::<Op>("block", rest);
        Some(block)
    }

    /// Takes `(word value)` from the front of the nodes, if it is there. No op is called like that.
    fn field(&self, word: &str, rest: &mut &'a [NodeId]) -> Option<NodeId> {
        let (first, others) = rest.split_first()?;
        let (_, value) = self.pair(*first).filter(|(found, _)| *found == word)?;
        *rest = others;
        Some(value)
    }

    fn find_labels(&mut self, nodes: &'a [NodeId]) {
        self.labels.clear();
        let mut at = 0;
        for &node in nodes {
            let Some(name) = self.label_name(node) else {
                at += 1;
                continue;
            };
            let symbol = self.symbols.intern(name);
            if self.labels.insert(symbol, Label(at)).is_some() {
                let problem = self.error("zir-013", node, format!("second label {}", self.show(node)));
                self.report(problem.hint(format!("give each label of a {} its own name", self.unit)));
            }
        }
    }

    /// `name:`, without the colon.
    fn label_name(&self, node: NodeId) -> Option<&'a str> {
        self.atom(node)?.strip_suffix(':').filter(|name| !name.is_empty())
    }
}
