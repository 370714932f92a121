//! Pieces: attributes, named lists, moves and blocks.

use crate::ast::{Expr, ListId};
use crate::builder::Builder;
use crate::codes;
use crate::decl::{BlockDecl, Element, KindDecl, ListDecl, RuleDecl};
use crate::items::{named, notation, prose, unknown_item, variable};
use crate::objects::{ObjectId, read_define};
use crate::scope::{Binding, Frame};
use rustc_hash::FxHashSet;
use zug_model::AttrId;
use zug_source::{Diagnostic, NodeId, Symbol, suggest};

const ITEMS: [&str; 17] = [
    "name",
    "notation",
    "help",
    "is-a",
    "let",
    "attribute",
    "move",
    "drop",
    "pre",
    "arrive",
    "post",
    "finish",
    "invariant",
    "shared",
    "value",
    "list",
    "define",
];
/// Lists of one piece.
const MAX_LISTS: usize = 1_000;

impl Builder<'_> {
    /// Attributes and modes of a piece, which the code of others may mention.
    pub(crate) fn declare_kind(&mut self, object: ObjectId) -> Vec<NodeId> {
        let items = self.library.items(self.s, object);
        for &item in &items {
            match self.s.head(item) {
                Some("let" | "attribute") => {
                    if let Some((name, _)) = variable(self.s, item) {
                        let mut attrs = std::mem::take(&mut self.attrs);
                        self.intern(&mut attrs, name, item, "attribute");
                        self.attrs = attrs;
                    }
                }
                Some("move" | "drop") => self.declare_mode(item),
                _ => {}
            }
        }
        items
    }

    pub(crate) fn declare_mode(&mut self, rule: NodeId) {
        for part in self.s.arguments(rule) {
            if self.s.is_form(part, "mode") && self.s.tree.kids(part).len() == 2 {
                let name = self.s.arguments(part)[0];
                if self.s.atom(name).is_some()
                    && let Some(mode) = self.mode(name)
                {
                    let origin = self.s.origin(name);
                    self.modes_of_moves.entry(mode).or_insert(origin);
                }
            }
        }
    }

    /// Everything about a piece, with the variables that its code leaves to later code of the game.
    pub(crate) fn kind(&mut self, object: ObjectId, items: &[NodeId]) -> (KindDecl, Vec<(Symbol, Binding)>) {
        self.lists.clear();
        self.kind_defines.clear();
        self.frames = vec![Frame::default()];
        self.lets = lets(self, items);
        let mut parts = Parts::default();
        for &item in items {
            self.piece_item(item, &mut parts);
        }
        let this = &self.library.objects[object];
        let (names, origin) = (this.names.iter().map(|&name| self.s.text_of(name)).collect(), this.origin);
        let mut attrs: Vec<(AttrId, crate::decl::Value)> = Vec::new();
        for &(name, node) in &parts.attrs {
            let Some(id) = self.attrs.get(name).map(AttrId) else { continue };
            if let Some(value) = self.value(node) {
                attrs.retain(|old| old.0 != id);
                attrs.push((id, value));
            }
        }
        let pre = self.blocks(&parts.pre);
        let lists = self.list_bodies(&parts.lists);
        let before = self.bindings();
        let mut left = before.clone();
        let moves = self.rules(&parts.moves, &before, &mut left);
        let drops = self.rules(&parts.drops, &before, &mut left);
        self.frames = vec![Frame { bindings: left, is_call: false }];
        let arrive = self.blocks(&parts.arrive);
        let post = self.blocks(&parts.post);
        let finish = self.blocks(&parts.finish);
        let invariants = self.blocks(&parts.invariants);
        let left = self.bindings();
        let (shared, value) = (parts.shared, parts.value);
        let notation_item = self.library.nearest(self.s, object, "notation");
        let help_item = self.library.nearest(self.s, object, "help");
        let kind = KindDecl {
            names,
            notation: notation_item.and_then(|item| notation(self.s, item)),
            help: help_item.and_then(|item| prose(self.s, item)),
            origin,
            attrs,
            lists,
            moves,
            drops,
            pre,
            arrive,
            post,
            finish,
            invariants,
            shared,
            value,
        };
        self.lists.clear();
        self.kind_defines.clear();
        self.lets.clear();
        self.frames = vec![Frame::default()];
        (kind, left)
    }

    fn bindings(&self) -> Vec<(Symbol, Binding)> {
        self.frames.last().map(|frame| frame.bindings.clone()).unwrap_or_default()
    }

    fn piece_item(&mut self, item: NodeId, parts: &mut Parts) {
        let Some(head) = self.s.tree.head(item) else {
            // A bare word was reported with the object.
            if self.s.is_list(item) {
                unknown_item(self.s, item, "piece", &ITEMS);
            }
            return;
        };
        match self.s.name(head) {
            "let" | "attribute" => parts.attrs.extend(variable(self.s, item)),
            // Those that count are taken later; here the form of all is checked.
            "notation" => drop(notation(self.s, item)),
            "help" => drop(prose(self.s, item)),
            "move" => parts.moves.push(item),
            "drop" => parts.drops.push(item),
            "pre" => parts.pre.push(item),
            "arrive" => parts.arrive.push(item),
            "post" => parts.post.push(item),
            "finish" => parts.finish.push(item),
            "invariant" => parts.invariants.push(item),
            "shared" => parts.shared = self.s.arity(item, 0, 0),
            "value" => {
                if self.s.arity(item, 1, 1) {
                    let number = self.s.arguments(item)[0];
                    parts.value = self.s.number(number, -1_000_000, 1_000_000);
                }
            }
            "define" => {
                if let Some(define) = read_define(self.s, item) {
                    self.s.own_defines.insert(define.node, define.clone());
                    self.kind_defines.insert(define.name, define);
                }
            }
            "list" => {
                if self.s.arity(item, 1, usize::MAX) {
                    let arguments = self.s.arguments(item);
                    if let Some(name) = self.s.word(arguments[0], "the name of a list") {
                        self.declare_list(name, item, arguments[1..].to_vec(), parts);
                    }
                }
            }
            _ => {
                let elements = self.s.arguments(item);
                if self.looks_like_code(&elements) {
                    return self.not_a_list(head, item);
                }
                self.declare_list(head, item, elements, parts);
            }
        }
    }

    /// Every word that is no other is the name of a list; a slip of the pen shows by what it holds.
    fn looks_like_code(&self, elements: &[NodeId]) -> bool {
        elements.iter().enumerate().any(|(at, &element)| {
            let follows = elements.get(at + 1).is_some_and(|&next| self.s.is_atom(next, ">"));
            self.s.is_list(element) && !self.s.is_form(element, "when") && !follows
        })
    }

    fn not_a_list(&mut self, head: Symbol, item: NodeId) {
        let word = self.s.text_of(head);
        let message = format!("`{word}` is no part of a piece, and this is no list of names");
        let mut problem = Diagnostic::error(codes::UNKNOWN_ITEM, self.s.origin(item), message);
        problem = match suggest(&word, ITEMS) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None => problem
                .hint("code stands in `move`, `drop`, `pre`, `arrive`, `post`, `finish` or `invariant`"),
        };
        self.s.report(problem);
    }

    fn declare_list(&mut self, name: Symbol, item: NodeId, elements: Vec<NodeId>, parts: &mut Parts) {
        if let Some(&old) = self.lists.get(&name) {
            parts.lists[old.idx()] = (name, item, elements);
            return;
        }
        if parts.lists.len() >= MAX_LISTS {
            let message = format!("too many lists: at most {MAX_LISTS}");
            return self.s.error(codes::TOO_MANY, item, message);
        }
        self.lists.insert(name, ListId(parts.lists.len() as u16));
        parts.lists.push((name, item, elements));
    }

    fn list_bodies(&mut self, lists: &[(Symbol, NodeId, Vec<NodeId>)]) -> Vec<ListDecl> {
        let mut bodies = Vec::with_capacity(lists.len());
        for (name, item, elements) in lists {
            let elements = self.elements(elements);
            bodies.push(ListDecl { name: self.s.text_of(*name), elements, origin: self.s.origin(*item) });
        }
        bodies
    }

    /// Constants, `(when condition elements…)`, or `condition > elements…` up to the next list.
    fn elements(&mut self, nodes: &[NodeId]) -> Vec<Element> {
        let mut elements = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at];
            at += 1;
            if self.s.is_form(node, "when") {
                if self.s.arity(node, 2, usize::MAX) {
                    let arguments = self.s.arguments(node);
                    let condition = self.expr(arguments[0]);
                    let items = self.list_items(&arguments[1..]);
                    elements.extend(condition.map(|condition| Element::When(condition, items)));
                }
            } else if nodes.get(at).is_some_and(|&next| self.s.is_atom(next, ">")) {
                let condition = self.expr(node);
                let first = at + 1;
                at = first + nodes[first..].iter().take_while(|&&node| !self.s.is_list(node)).count();
                // A condition that is a single word would be taken for an element.
                if nodes.get(at).is_some_and(|&next| self.s.is_atom(next, ">")) {
                    at -= 1;
                }
                let items = self.list_items(&nodes[first..at]);
                elements.extend(condition.map(|condition| Element::When(condition, items)));
            } else if self.s.is_list(node) {
                self.s.unexpected(node, "an element of a list");
            } else {
                elements.extend(self.list_items(&[node]).into_iter().map(Element::Item));
            }
        }
        elements
    }

    fn list_items(&mut self, nodes: &[NodeId]) -> Vec<Expr> {
        let mut items = Vec::new();
        for &node in nodes {
            if self.s.is_list(node) {
                self.s.unexpected(node, "an element of a list");
                continue;
            }
            let origin = self.s.origin(node);
            let plain = self.s.as_number(node).is_some() || self.s.string(node).is_some();
            let name = self.s.tree.node(node).symbol;
            let constant = if plain { None } else { self.constant(name) };
            if let Some(value) = constant {
                items.push(Expr { what: crate::ast::ExprKind::Const(value), origin });
            } else if plain || matches!(self.s.name(name), "true" | "false" | "none") {
                items.extend(self.expr(node));
            } else if self.open {
                let what = crate::ast::ExprKind::Free(self.s.text_of(name));
                items.push(Expr { what, origin });
            } else {
                self.unknown_name(name, node, None);
            }
        }
        items
    }

    /// Blocks by their order, then as written.
    pub(crate) fn blocks(&mut self, nodes: &[NodeId]) -> Vec<BlockDecl> {
        let mut ordered: Vec<(i32, NodeId, Vec<NodeId>)> = Vec::new();
        for &node in nodes {
            let arguments = self.s.arguments(node);
            let (order, body) = self.order(&arguments);
            ordered.push((order, node, body.to_vec()));
        }
        ordered.sort_by_key(|(order, ..)| *order);
        let mut blocks = Vec::new();
        for (order, node, body) in ordered {
            blocks.push(BlockDecl { order, body: self.block(&body), origin: self.s.origin(node) });
        }
        blocks
    }

    /// Each rule sees what `before` binds; what they bind is added to `left`.
    pub(crate) fn rules(
        &mut self,
        nodes: &[NodeId],
        before: &[(Symbol, Binding)],
        left: &mut Vec<(Symbol, Binding)>,
    ) -> Vec<RuleDecl> {
        // A rule with a name replaces an inherited one with the same name.
        let mut rules: Vec<(Option<Symbol>, NodeId)> = Vec::new();
        for &node in nodes {
            let name = self.s.arguments(node).into_iter().find(|&part| self.s.is_form(part, "name"));
            let name = name.and_then(|part| named(self.s, part));
            match rules.iter_mut().find(|rule| name.is_some() && rule.0 == name) {
                Some(old) => old.1 = node,
                None => rules.push((name, node)),
            }
        }
        let mut read = Vec::with_capacity(rules.len());
        for (name, node) in rules {
            self.frames = vec![Frame { bindings: before.to_vec(), is_call: false }];
            let mut body = self.s.arguments(node);
            let mut mode = None;
            while let Some(&part) = body.first() {
                if self.s.is_form(part, "mode") {
                    if self.s.arity(part, 1, 1) {
                        let word = self.s.arguments(part)[0];
                        mode = self.mode(word);
                    }
                } else if !self.s.is_form(part, "name") {
                    break;
                }
                body.remove(0);
            }
            let name = name.map(|name| self.s.text_of(name));
            let body = self.block(&body);
            read.push(RuleDecl { name, mode, body, origin: self.s.origin(node) });
            let known: FxHashSet<Symbol> = left.iter().map(|(name, _)| *name).collect();
            left.extend(self.bindings().into_iter().filter(|(name, _)| !known.contains(name)));
        }
        read
    }
}

/// The items of a piece by sort.
#[derive(Default)]
struct Parts {
    attrs: Vec<(Symbol, NodeId)>,
    lists: Vec<(Symbol, NodeId, Vec<NodeId>)>,
    moves: Vec<NodeId>,
    drops: Vec<NodeId>,
    pre: Vec<NodeId>,
    arrive: Vec<NodeId>,
    post: Vec<NodeId>,
    finish: Vec<NodeId>,
    invariants: Vec<NodeId>,
    shared: bool,
    value: Option<i32>,
}

/// Names that `let` sets for the whole candidate: not inside determinators, whose variables stay there.
fn lets(builder: &Builder, items: &[NodeId]) -> FxHashSet<Symbol> {
    let s = &builder.s;
    let mut found = FxHashSet::default();
    let mut open: Vec<NodeId> = Vec::new();
    for &item in items {
        if matches!(s.head(item), Some("move" | "drop" | "pre" | "arrive" | "post" | "finish" | "invariant"))
        {
            open.extend(s.arguments(item));
        }
    }
    while let Some(node) = open.pop() {
        match s.head(node) {
            Some("all" | "exists?" | "not-exists?" | "count" | "sum" | "collect") => continue,
            Some("let") => found.extend(s.tree.kids(node).get(1).and_then(|&name| s.atom(name))),
            _ => {}
        }
        open.extend(s.tree.kids(node));
    }
    found
}
