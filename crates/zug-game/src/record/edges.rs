//! Moves with their names, equal ones kept once.
//!
//! The same moves come up again and again in a tree: variations transpose, a search tries one reply after every
//! move. An edge goes when the last node that uses it does.

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use zug_vm::{Action, Move, PartHead};

/// An edge of the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeId(u32);

impl EdgeId {
    /// No move leads to the first position.
    pub(super) const NONE: EdgeId = EdgeId(u32::MAX);
}

#[derive(Clone, Default, Debug)]
pub(super) struct Edges {
    edges: Vec<Edge>,
    free: Vec<EdgeId>,
    /// The first edge of each hash.
    heads: FxHashMap<u64, EdgeId>,
}

#[derive(Clone, Debug)]
struct Edge {
    mv: Move,
    name: Box<str>,
    /// How many nodes it leads to; 0: the place is free.
    uses: u32,
    /// The next edge of the same hash.
    next: EdgeId,
}

impl Edges {
    /// The edge of a move, made if there is none; one more node uses it.
    pub(super) fn intern(&mut self, mv: &Move, name: &str) -> EdgeId {
        let hash = hash(mv, name);
        let head = self.heads.get(&hash).copied().unwrap_or(EdgeId::NONE);
        let mut at = head;
        while let Some(edge) = self.edges.get_mut(at.0 as usize) {
            if edge.mv == *mv && *edge.name == *name {
                edge.uses += 1;
                return at;
            }
            at = edge.next;
        }
        let edge = Edge { mv: mv.clone(), name: name.into(), uses: 1, next: head };
        let id = match self.free.pop() {
            Some(id) => {
                self.edges[id.0 as usize] = edge;
                id
            }
            None => {
                self.edges.push(edge);
                // There are no more edges than nodes.
                EdgeId(self.edges.len() as u32 - 1)
            }
        };
        self.heads.insert(hash, id);
        id
    }

    /// One node less uses an edge.
    pub(super) fn release(&mut self, id: EdgeId) {
        let Some(edge) = self.edges.get_mut(id.0 as usize) else { return };
        edge.uses -= 1;
        if edge.uses > 0 {
            return;
        }
        let (hash, next) = (hash(&edge.mv, &edge.name), edge.next);
        (edge.mv, edge.name) = (Move::pass(), Box::default());
        self.free.push(id);
        if self.heads.get(&hash) == Some(&id) {
            if next == EdgeId::NONE {
                self.heads.remove(&hash);
            } else {
                self.heads.insert(hash, next);
            }
            return;
        }
        let mut at = self.heads.get(&hash).copied().unwrap_or(EdgeId::NONE);
        while let Some(edge) = self.edges.get_mut(at.0 as usize) {
            if edge.next == id {
                edge.next = next;
                return;
            }
            at = edge.next;
        }
    }

    pub(super) fn mv(&self, id: EdgeId) -> Option<&Move> {
        self.edges.get(id.0 as usize).map(|edge| &edge.mv)
    }

    pub(super) fn name(&self, id: EdgeId) -> Option<&str> {
        self.edges.get(id.0 as usize).map(|edge| &*edge.name)
    }

    pub(super) fn bytes(&self) -> usize {
        // Short lists lie in the move itself.
        let list = |n: usize, room: usize, each: usize| if n > room { n * each } else { 0 };
        let beside = |edge: &Edge| {
            let actions = list(edge.mv.actions().len(), 3, size_of::<Action>());
            edge.name.len() + actions + list(edge.mv.n_parts(), 2, size_of::<PartHead>())
        };
        self.edges.capacity() * size_of::<Edge>()
            + self.edges.iter().map(beside).sum::<usize>()
            + self.free.capacity() * size_of::<EdgeId>()
            + table_bytes(self.heads.capacity(), size_of::<(u64, EdgeId)>())
    }
}

/// What a hash table takes: a byte of its own for each place, and one place in eight stays empty.
pub(super) fn table_bytes(capacity: usize, entry: usize) -> usize {
    capacity * 8 / 7 * (entry + 1)
}

fn hash(mv: &Move, name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (mv, name).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_edges_are_one_and_go_with_the_last_user() {
        let mut edges = Edges::default();
        let pass = Move::pass();
        let a = edges.intern(&pass, "a");
        assert_eq!(edges.intern(&pass, "a"), a);
        let b = edges.intern(&pass, "b");
        assert_ne!(a, b);
        edges.release(a);
        assert_eq!(edges.name(a), Some("a"));
        edges.release(a);
        assert_eq!(edges.intern(&pass, "c"), a, "the place is used again");
        assert_eq!((edges.name(a), edges.name(b)), (Some("c"), Some("b")));
        assert_eq!((edges.name(EdgeId::NONE), edges.mv(EdgeId::NONE)), (None, None));
    }
}
