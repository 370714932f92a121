//! One node: links, the edge that leads to it, and facts packed into bits.

use super::edges::EdgeId;
use zug_ir::PlayerId;

/// A node of a record. Dense: a node that is dropped leaves its number to a later one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The first position.
    pub(super) const ROOT: NodeId = NodeId(0);

    pub(super) fn new(idx: usize) -> Self {
        // Four thousand million nodes take a hundred gigabytes in links alone.
        NodeId(u32::try_from(idx).expect("a record with so many nodes does not fit into memory"))
    }

    /// Its number, for tables beside the record.
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}

/// A link that may lead nowhere, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NONE: Link = Link(u32::MAX);

    pub(super) fn to(node: NodeId) -> Self {
        Link(node.0)
    }

    pub(super) fn get(self) -> Option<NodeId> {
        (self != Self::NONE).then_some(NodeId(self.0))
    }
}

/// What is true of a node; each is one bit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flag {
    /// It goes when a move is made.
    Temporary = 1,
    /// It is not in use.
    Free = 2,
    /// Its position is kept.
    Checkpoint = 4,
    /// It has a comment or an annotation.
    Text = 8,
}

/// 24 bytes: a search may try millions.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Link,
    /// The main one; permanent children stand before temporary ones.
    pub(super) first_child: Link,
    pub(super) next_sibling: Link,
    pub(super) edge: EdgeId,
    pub(super) ply: u32,
    pub(super) chooser: u16,
    flags: u8,
}

impl Node {
    pub(super) fn root(chooser: PlayerId) -> Self {
        Node {
            parent: Link::NONE,
            first_child: Link::NONE,
            next_sibling: Link::NONE,
            edge: EdgeId::NONE,
            ply: 0,
            chooser: chooser.0,
            flags: Flag::Checkpoint as u8,
        }
    }

    pub(super) fn child(parent: NodeId, ply: u32, edge: EdgeId, chooser: PlayerId) -> Self {
        Node { parent: Link::to(parent), edge, ply, flags: 0, ..Node::root(chooser) }
    }

    pub(super) fn has(&self, flag: Flag) -> bool {
        self.flags & flag as u8 != 0
    }

    pub(super) fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.flags |= flag as u8;
        } else {
            self.flags &= !(flag as u8);
        }
    }
}

const _: () = assert!(size_of::<Node>() == 24);
