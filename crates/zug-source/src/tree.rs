//! Trees of lists, atoms and strings: what a text is before anybody asks what it means.
//!
//! One array of nodes and one array of kids. Macro expansion makes trees of three million nodes, so a
//! node is 32 bytes, is never freed alone, and dropping a tree is two deallocations however deep it
//! is. Nodes may be shared by several lists; nothing here looks upwards.

use crate::{Origin, Symbol, Symbols};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    List,
    Atom,
    Str,
}

/// A node of one [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: NodeKind,
    /// The atom, or the content of the string; [`Symbol::EMPTY`] for lists.
    pub symbol: Symbol,
    pub origin: Origin,
    /// First kid and number of kids in the tree's array of kids.
    kids: (u32, u32),
}

const _: () = assert!(size_of::<Node>() <= 32);

/// An arena of nodes with a list of top-level ones.
#[derive(Clone, Default, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    kids: Vec<NodeId>,
    roots: Vec<NodeId>,
}

impl Tree {
    pub fn new() -> Self {
        Self::default()
    }

    /// The top-level nodes in the order of the text.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// # Panics
    ///
    /// If the number is not from this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The elements of a list; none for atoms and strings.
    ///
    /// # Panics
    ///
    /// If the number is not from this tree.
    pub fn kids(&self, id: NodeId) -> &[NodeId] {
        let (first, n_kids) = self.node(id).kids;
        &self.kids[first as usize..][..n_kids as usize]
    }

    /// The word a list begins with, if it begins with an atom.
    pub fn head(&self, id: NodeId) -> Option<Symbol> {
        let first = self.node(*self.kids(id).first()?);
        (first.kind == NodeKind::Atom).then_some(first.symbol)
    }

    pub fn atom(&mut self, symbol: Symbol, origin: Origin) -> NodeId {
        self.push(Node { kind: NodeKind::Atom, symbol, origin, kids: (0, 0) })
    }

    pub fn string(&mut self, symbol: Symbol, origin: Origin) -> NodeId {
        self.push(Node { kind: NodeKind::Str, symbol, origin, kids: (0, 0) })
    }

    pub fn list(&mut self, kids: &[NodeId], origin: Origin) -> NodeId {
        let range = (self.kids.len() as u32, kids.len() as u32);
        self.kids.extend_from_slice(kids);
        self.push(Node { kind: NodeKind::List, symbol: Symbol::EMPTY, origin, kids: range })
    }

    fn push(&mut self, node: Node) -> NodeId {
        // 2^32 nodes would be 128 GiB: the memory is gone before the numbers are.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    pub fn push_root(&mut self, id: NodeId) {
        self.roots.push(id);
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// One node as text on one line (but for line ends inside strings). For tests and dumps.
    pub fn print(&self, id: NodeId, symbols: &Symbols) -> String {
        enum Step {
            Node(NodeId),
            Close,
        }
        let mut out = String::new();
        let mut steps = vec![Step::Node(id)];
        while let Some(step) = steps.pop() {
            let Step::Node(id) = step else {
                out.push(')');
                continue;
            };
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            let node = self.node(id);
            match node.kind {
                NodeKind::Atom => out.push_str(symbols.name(node.symbol)),
                NodeKind::Str => {
                    out.push('"');
                    out.push_str(symbols.name(node.symbol));
                    out.push('"');
                }
                NodeKind::List => {
                    out.push('(');
                    steps.push(Step::Close);
                    steps.extend(self.kids(id).iter().rev().map(|&kid| Step::Node(kid)));
                }
            }
        }
        out
    }

    /// All roots as text, one per line.
    pub fn print_roots(&self, symbols: &Symbols) -> String {
        let roots: Vec<String> = self.roots.iter().map(|&root| self.print(root, symbols)).collect();
        roots.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_know_their_kids_and_heads() {
        let (mut tree, mut symbols) = (Tree::new(), Symbols::new());
        let name = symbols.intern("name");
        let a = tree.atom(name, Origin::NOWHERE);
        let s = tree.string(name, Origin::NOWHERE);
        let inner = tree.list(&[a, s], Origin::NOWHERE);
        let empty = tree.list(&[], Origin::NOWHERE);
        let outer = tree.list(&[inner, empty, s], Origin::NOWHERE);
        assert_eq!(tree.print(outer, &symbols), "((name \"name\") () \"name\")");
        assert_eq!(tree.kids(outer), [inner, empty, s]);
        assert_eq!(tree.kids(a), []);
        assert_eq!(tree.head(inner), Some(name));
        assert_eq!([outer, empty, a, s].map(|id| tree.head(id)), [None; 4]);
        assert_eq!(tree.len(), 5);
    }

    #[test]
    fn printing_and_dropping_a_deep_tree_does_not_recurse() {
        let (mut tree, symbols) = (Tree::new(), Symbols::new());
        let mut id = tree.list(&[], Origin::NOWHERE);
        for _ in 0..1_000_000 {
            id = tree.list(&[id], Origin::NOWHERE);
        }
        assert_eq!(tree.print(id, &symbols).len(), 2_000_002);
    }
}
