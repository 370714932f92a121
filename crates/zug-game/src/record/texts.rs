//! What people write beside moves. Few nodes have any, so it is kept apart.

use super::edges::table_bytes;
use super::node::{Flag, NodeId};
use super::{Record, RecordError};
use rustc_hash::FxHashMap;

#[derive(Clone, Default, Debug)]
pub(super) struct Texts(FxHashMap<NodeId, Text>);

#[derive(Clone, Default, Debug)]
struct Text {
    comment: String,
    annotation: String,
}

impl Texts {
    pub(super) fn remove(&mut self, node: NodeId) {
        self.0.remove(&node);
    }

    pub(super) fn bytes(&self) -> usize {
        let letters = self.0.values().map(|t| t.comment.capacity() + t.annotation.capacity());
        table_bytes(self.0.capacity(), size_of::<(NodeId, Text)>()) + letters.sum::<usize>()
    }
}

impl Record {
    /// The comment on a node; empty if there is none.
    pub fn comment(&self, node: NodeId) -> &str {
        self.text(node).map_or("", |text| &text.comment)
    }

    /// The annotation of the move that led to a node (`!?`, `= 0.3`); empty if there is none.
    pub fn annotation(&self, node: NodeId) -> &str {
        self.text(node).map_or("", |text| &text.annotation)
    }

    /// Sets the comment on a node; an empty one takes it away.
    pub fn set_comment(&mut self, node: NodeId, comment: impl Into<String>) -> Result<(), RecordError> {
        self.set_text(node, |text| text.comment = comment.into())
    }

    /// Sets the annotation of the move that led to a node; an empty one takes it away.
    pub fn set_annotation(&mut self, node: NodeId, annotation: impl Into<String>) -> Result<(), RecordError> {
        self.set_text(node, |text| text.annotation = annotation.into())
    }

    fn text(&self, node: NodeId) -> Option<&Text> {
        self.node(node).filter(|n| n.has(Flag::Text)).and_then(|_| self.texts.0.get(&node))
    }

    fn set_text(&mut self, node: NodeId, change: impl FnOnce(&mut Text)) -> Result<(), RecordError> {
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        let text = self.texts.0.entry(node).or_default();
        change(text);
        let any = !text.comment.is_empty() || !text.annotation.is_empty();
        if !any {
            self.texts.remove(node);
        }
        self.nodes[node.idx()].set(Flag::Text, any);
        Ok(())
    }
}
