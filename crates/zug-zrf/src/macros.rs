//! The macros of a file, collected from all of it before any is used.

use crate::codes;
use crate::session::Session;
use zug_source::{Diagnostic, NodeId, NodeKind, Symbol, Symbols, Tree};

/// A `define` list: its elements from the third on are the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Macro {
    pub(crate) tree: u32,
    pub(crate) node: NodeId,
}

/// Where a word mentions arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dollar {
    None,
    /// The word is `$n`.
    Whole(u32),
    /// Arguments are parts of the word.
    Inside,
}

/// Tables by symbol, because every element of every expansion asks them. Words made by expansion are
/// beyond their ends: they are no names of macros and mention no arguments.
pub(crate) struct Macros {
    pub(crate) define: Symbol,
    pub(crate) include: Symbol,
    by_name: Vec<Option<Macro>>,
    names: Vec<Symbol>,
    dollars: Vec<Dollar>,
}

impl Default for Macros {
    fn default() -> Self {
        Self {
            define: Symbol::EMPTY,
            include: Symbol::EMPTY,
            by_name: Vec::new(),
            names: Vec::new(),
            dollars: Vec::new(),
        }
    }
}

impl Macros {
    pub(crate) fn find(&self, name: Symbol) -> Option<Macro> {
        self.by_name.get(name.0 as usize).copied().flatten()
    }

    pub(crate) fn dollar(&self, symbol: Symbol) -> Dollar {
        self.dollars.get(symbol.0 as usize).copied().unwrap_or(Dollar::None)
    }

    /// Names of all macros in the order of definition.
    pub(crate) fn names(&self) -> &[Symbol] {
        &self.names
    }
}

/// Finds all macros of the texts read. A later definition replaces an earlier one.
pub(crate) fn collect(session: &mut Session) {
    let define = session.symbols.intern("define");
    let include = session.symbols.intern("include");
    let last = session.symbols.intern("$");
    session.expansions.macros = Macros {
        define,
        include,
        by_name: Vec::new(),
        names: Vec::new(),
        dollars: dollars(&session.symbols, largest(session).max(last)),
    };
    let mut collected = vec![false; session.expansions.trees.len()];
    collect_tree(session, 0, &mut collected);
    // Files included inside lists.
    for tree in 0..collected.len() {
        collect_tree(session, tree as u32, &mut collected);
    }
}

/// In the order of the text with included files in their places.
fn collect_tree(session: &mut Session, tree: u32, collected: &mut [bool]) {
    if std::mem::replace(&mut collected[tree as usize], true) {
        return;
    }
    for root in 0..session.expansions.trees[tree as usize].roots().len() {
        let this = &session.expansions.trees[tree as usize];
        let node = this.roots()[root];
        let head = this.head(node);
        if head == Some(session.expansions.macros.define) {
            define(session, Macro { tree, node });
        } else if let Some(&Some(included)) = session.expansions.includes.get(&(tree, node)) {
            collect_tree(session, included, collected);
        }
    }
}

fn define(session: &mut Session, new: Macro) {
    let tree = &session.expansions.trees[new.tree as usize];
    let origin = tree.node(new.node).origin;
    let name = tree.kids(new.node).get(1).map(|&name| *tree.node(name));
    let Some(name) = name.filter(|name| name.kind == NodeKind::Atom) else {
        let problem = Diagnostic::error(codes::BAD_FORM, origin, "`define` needs the name of a macro")
            .hint("write `(define name body…)`");
        return session.report(problem);
    };
    let macros = &mut session.expansions.macros;
    let at = name.symbol.0 as usize;
    if macros.by_name.len() <= at {
        macros.by_name.resize(at + 1, None);
    }
    let Some(old) = macros.by_name[at].replace(new) else {
        return macros.names.push(name.symbol);
    };
    if !same_bodies(&session.expansions.trees, old, new) {
        let before = session.expansions.trees[old.tree as usize].node(old.node).origin;
        let message = format!("macro `{}` is defined twice", session.name(name.symbol));
        let problem = Diagnostic::warning(codes::MACRO_REDEFINED, name.origin, message)
            .label("this definition is used everywhere")
            .related(before, "an earlier definition is not used");
        session.report(problem);
    }
}

fn same_bodies(trees: &[Tree], one: Macro, other: Macro) -> bool {
    same((&trees[one.tree as usize], one.node), (&trees[other.tree as usize], other.node))
}

/// Recursion ends: the reader limits nesting.
fn same((tree, node): (&Tree, NodeId), (other_tree, other): (&Tree, NodeId)) -> bool {
    let (a, b) = (tree.node(node), other_tree.node(other));
    let (kids, others) = (tree.kids(node), other_tree.kids(other));
    a.kind == b.kind
        && a.symbol == b.symbol
        && kids.len() == others.len()
        && kids.iter().zip(others).all(|(&kid, &other)| same((tree, kid), (other_tree, other)))
}

fn largest(session: &Session) -> Symbol {
    let nodes = |tree: &Tree| (0..tree.len() as u32).map(|n| tree.node(NodeId(n)).symbol).max();
    session.expansions.trees.iter().filter_map(nodes).max().unwrap_or(Symbol::EMPTY)
}

fn dollars(symbols: &Symbols, last: Symbol) -> Vec<Dollar> {
    (0..=last.0).map(|n| classify(symbols.name(Symbol(n)))).collect()
}

fn classify(word: &str) -> Dollar {
    let Some(at) = word.find('$') else { return Dollar::None };
    match word[at + 1..].parse() {
        Ok(number) if at == 0 && word.as_bytes()[1].is_ascii_digit() => Dollar::Whole(number),
        _ => Dollar::Inside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_digits_belong_to_the_number() {
        assert_eq!(classify("$1"), Dollar::Whole(1));
        assert_eq!(classify("$17"), Dollar::Whole(17));
        assert_eq!(classify("p$1"), Dollar::Inside);
        assert_eq!(classify("$1-$2"), Dollar::Inside);
        assert_eq!(classify("$+1"), Dollar::Inside);
        assert_eq!(classify("$"), Dollar::Inside);
        assert_eq!(classify("north"), Dollar::None);
    }
}
