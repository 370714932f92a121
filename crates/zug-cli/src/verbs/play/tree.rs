//! The tree of a game being played: going anywhere in it, and changing what is there.

use super::sitting::Sitting;
use zug_game::{NodeId, RecordError, RunError};

impl Sitting {
    /// Goes to any node; the line through it is what going forward follows.
    pub(super) fn visit(&mut self, node: NodeId) -> Result<(), RunError> {
        self.go_to(node)?;
        self.look_on(Vec::new());
        Ok(())
    }

    /// The positions that the record has after the present one, the main one first.
    pub(super) fn following(&self) -> Vec<NodeId> {
        self.record().children(self.record().current()).collect()
    }

    /// The moves beside the one that led to a node.
    pub(super) fn beside(&self, node: NodeId) -> usize {
        self.record().variations(node).count().saturating_sub(1)
    }

    /// Makes the line to a node the main line.
    pub(super) fn promote(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.change(|record| record.make_main(node))
    }

    /// Deletes a node and everything below it. If the present position is there, the one before the node is the present one.
    pub(super) fn delete(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.change(|record| record.delete(node))?;
        self.look_on(Vec::new());
        self.forget_texts();
        Ok(())
    }

    pub(super) fn comment(&mut self, node: NodeId, text: &str) -> Result<(), RecordError> {
        self.change(|record| record.set_comment(node, text))
    }

    pub(super) fn annotate(&mut self, node: NodeId, text: &str) -> Result<(), RecordError> {
        self.change(|record| record.set_annotation(node, text))
    }
}
