//! How nodes hang together: adding, ordering, dropping.

use super::node::{Flag, Link, Node, NodeId};
use super::{Record, RecordError};
use zug_ir::PlayerId;
use zug_vm::{Move, RunError};

impl Record {
    /// The positions that a node's moves lead to, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.node(node).and_then(|n| n.first_child.get());
        std::iter::successors(first, |at| self.nodes[at.idx()].next_sibling.get())
    }

    /// The child that a move of this name leads to.
    pub fn child(&self, node: NodeId, name: &str) -> Option<NodeId> {
        self.children(node).find(|child| self.name(*child) == Some(name))
    }

    /// The main child.
    pub fn main_child(&self, node: NodeId) -> Option<NodeId> {
        self.children(node).next()
    }

    /// A node among the others that begin in the same position, the main one first. The first node of the
    /// record is alone.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let alone = self.contains(node) && node == self.root();
        let siblings = self.parent(node).into_iter().flat_map(|parent| self.children(parent));
        alone.then_some(node).into_iter().chain(siblings)
    }

    /// The nodes from the first one to this one, both included.
    pub fn line(&self, node: NodeId) -> Vec<NodeId> {
        let first = self.contains(node).then_some(node);
        let mut line: Vec<NodeId> = std::iter::successors(first, |at| self.parent(*at)).collect();
        line.reverse();
        line
    }

    /// The last node of the main line.
    pub fn main_end(&self) -> NodeId {
        std::iter::successors(Some(self.root()), |at| self.main_child(*at)).last().unwrap_or(self.root())
    }

    /// A node and everything below it, each node before those below it, main lines first.
    pub fn subtree(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = self.contains(node).then_some(node);
        std::iter::from_fn(move || {
            let here = next?;
            next = self.nodes[here.idx()].first_child.get().or_else(|| self.after(here, node));
            Some(here)
        })
    }

    /// The node that follows when everything below `at` is done, within the subtree of `top`.
    fn after(&self, mut at: NodeId, top: NodeId) -> Option<NodeId> {
        while at != top {
            if let Some(sibling) = self.nodes[at.idx()].next_sibling.get() {
                return Some(sibling);
            }
            at = self.nodes[at.idx()].parent.get()?;
        }
        None
    }

    /// Makes a move the main one of its position. A temporary node becomes permanent.
    pub fn promote(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        let parent = self.parent(node).ok_or(RecordError::Root)?;
        self.keep(node)?;
        self.unlink(node);
        self.link(parent, None, node);
        Ok(())
    }

    /// Makes the line to a node the main line of the record.
    pub fn make_main(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        for step in self.line(node).into_iter().skip(1) {
            self.promote(step)?;
        }
        Ok(())
    }

    /// Makes a node permanent, and with it the line to it.
    pub fn keep(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        let mut at = Some(node);
        while let Some(here) = at.filter(|at| self.is_temporary(*at)) {
            at = self.parent(here);
            self.nodes[here.idx()].set(Flag::Temporary, false);
            if let Some(parent) = at {
                self.unlink(here);
                self.link_last(parent, here);
            }
        }
        Ok(())
    }

    /// Deletes a node and everything below it. If the current node is among them, its last remaining ancestor
    /// becomes current.
    pub fn delete(&mut self, node: NodeId) -> Result<(), RecordError> {
        self.node(node).ok_or(RecordError::NoSuchNode)?;
        let parent = self.parent(node).ok_or(RecordError::Root)?;
        if self.is_below(self.current, node) {
            self.go_to(parent)?;
        }
        self.unlink(node);
        let dropped: Vec<NodeId> = self.subtree(node).collect();
        let temporary = dropped.iter().any(|n| self.is_temporary(*n));
        for node in dropped {
            self.free(node);
        }
        if temporary {
            let mut left = std::mem::take(&mut self.temporary);
            left.retain(|n| self.is_temporary(*n));
            self.temporary = left;
        }
        Ok(())
    }

    /// Is it this node, or one below it?
    pub fn is_below(&self, node: NodeId, top: NodeId) -> bool {
        let above = self.ply(node).checked_sub(self.ply(top));
        let steps = above.and_then(|n| std::iter::successors(Some(node), |at| self.parent(*at)).nth(n));
        steps == Some(top) && self.contains(top)
    }

    /// Drops all temporary nodes. If the current node is one, its last permanent ancestor becomes current.
    pub fn forget_temporary(&mut self) -> Result<(), RunError> {
        let mut at = self.current;
        while let Some(parent) = self.parent(at).filter(|_| self.is_temporary(at)) {
            at = parent;
        }
        self.move_to(at)?;
        for node in std::mem::take(&mut self.temporary) {
            if !self.is_temporary(node) {
                continue;
            }
            // What is below a temporary node is temporary too, so only permanent parents are left to mend.
            if let Some(parent) = self.parent(node).filter(|p| !self.is_temporary(*p)) {
                self.cut_temporary(parent);
            }
            self.free(node);
        }
        Ok(())
    }

    /// Takes the temporary children, which stand last, out of a list.
    fn cut_temporary(&mut self, parent: NodeId) {
        match self.last_permanent(parent) {
            Some(last) => self.nodes[last.idx()].next_sibling = Link::NONE,
            None => self.nodes[parent.idx()].first_child = Link::NONE,
        }
    }

    fn last_permanent(&self, parent: NodeId) -> Option<NodeId> {
        self.children(parent).take_while(|child| !self.is_temporary(*child)).last()
    }

    /// Adds a node below the current one, whose state has the move already played.
    pub(super) fn attach(&mut self, mv: &Move, name: &str, chooser: PlayerId, temporary: bool) -> NodeId {
        let parent = self.current;
        let edge = self.edges.intern(mv, name);
        let mut new = Node::child(parent, self.nodes[parent.idx()].ply + 1, edge, chooser);
        new.set(Flag::Temporary, temporary);
        let node = match self.free.pop() {
            Some(node) => {
                self.nodes[node.idx()] = new;
                node
            }
            None => {
                self.nodes.push(new);
                NodeId::new(self.nodes.len() - 1)
            }
        };
        if temporary {
            self.temporary.push(node);
        }
        self.link_last(parent, node);
        node
    }

    /// Links a node as the last one of its sort: permanent ones stand before temporary ones.
    fn link_last(&mut self, parent: NodeId, node: NodeId) {
        let after =
            if self.is_temporary(node) { self.children(parent).last() } else { self.last_permanent(parent) };
        self.link(parent, after, node);
    }

    /// Links a node after one of the children of `parent`, or as the first.
    fn link(&mut self, parent: NodeId, after: Option<NodeId>, node: NodeId) {
        let before = match after {
            Some(after) => &mut self.nodes[after.idx()].next_sibling,
            None => &mut self.nodes[parent.idx()].first_child,
        };
        let next = std::mem::replace(before, Link::to(node));
        self.nodes[node.idx()].next_sibling = next;
    }

    fn unlink(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        let next = std::mem::replace(&mut self.nodes[node.idx()].next_sibling, Link::NONE);
        if self.nodes[parent.idx()].first_child == Link::to(node) {
            self.nodes[parent.idx()].first_child = next;
            return;
        }
        let before = self.children(parent).find(|c| self.nodes[c.idx()].next_sibling == Link::to(node));
        if let Some(before) = before {
            self.nodes[before.idx()].next_sibling = next;
        }
    }

    /// Gives a node's place back. Nothing may link to it any more.
    fn free(&mut self, node: NodeId) {
        let n = &mut self.nodes[node.idx()];
        n.set(Flag::Free, true);
        if n.has(Flag::Checkpoint) {
            self.checkpoints.remove(node);
        }
        if n.has(Flag::Text) {
            self.texts.remove(node);
        }
        self.edges.release(n.edge);
        self.free.push(node);
    }
}
