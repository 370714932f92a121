//! What every stage of one load shares: the texts, one tree of all of them, the words, the messages.

use crate::codes;
use crate::objects::Define;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{
    Diagnostic, Diagnostics, ExpansionId, NodeId, NodeKind, Origin, Severity, Sources, Symbol, Symbols, Tree,
    suggest,
};

pub(crate) struct Session {
    pub(crate) sources: Sources,
    pub(crate) symbols: Symbols,
    pub(crate) diagnostics: Diagnostics,
    /// All texts, without their `...`.
    pub(crate) tree: Tree,
    /// Lists that had a `...`.
    pub(crate) elided: FxHashSet<NodeId>,
    /// Errors so far. Counted apart from the list of messages, which keeps a message once although it may
    /// spoil several games.
    pub(crate) n_errors: usize,
    /// Definitions that something calls.
    pub(crate) called: FxHashSet<NodeId>,
    /// Definitions that pieces and games have for themselves.
    pub(crate) own_defines: FxHashMap<NodeId, Define>,
    /// The call whose body is being read.
    pub(crate) expansion: ExpansionId,
    /// Searches for near names so far.
    n_searches: usize,
    /// Work done so far, in items of objects looked at.
    effort: usize,
}

/// Objects that descend from each other and games that share pieces make more work than their text is long. Known
/// texts need some ten thousand.
const MAX_EFFORT: usize = 10_000_000;
/// What it costs to read a part of code.
pub(crate) const CODE: usize = 10;

/// More would only cost time: nobody reads so many messages.
const MAX_SEARCHES: usize = 500;

impl Session {
    pub(crate) fn new() -> Self {
        Self {
            sources: Sources::new(),
            symbols: Symbols::new(),
            diagnostics: Diagnostics::new(),
            tree: Tree::new(),
            elided: FxHashSet::default(),
            n_errors: 0,
            called: FxHashSet::default(),
            own_defines: FxHashMap::default(),
            expansion: ExpansionId::NONE,
            n_searches: 0,
            effort: 0,
        }
    }

    pub(crate) fn report(&mut self, problem: Diagnostic) {
        self.n_errors += usize::from(problem.severity == Severity::Error);
        self.diagnostics.push(problem);
    }

    /// Counts work; false if there was too much of it, which is an error, once.
    pub(crate) fn spend(&mut self, effort: usize) -> bool {
        let before = self.is_exhausted();
        self.effort = self.effort.saturating_add(effort);
        if self.is_exhausted() && !before {
            let message = "the objects of this text are too large taken together";
            let problem = Diagnostic::error(codes::TOO_LARGE, Origin::NOWHERE, message)
                .hint("parents and pieces are read again for every object and game that has them");
            self.report(problem);
        }
        !self.is_exhausted()
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.effort > MAX_EFFORT
    }

    /// An error about a node.
    pub(crate) fn error(&mut self, code: &'static str, node: NodeId, message: impl Into<String>) {
        self.report(Diagnostic::error(code, self.origin(node), message));
    }

    /// The place of a node, with the call that brought it here.
    pub(crate) fn origin(&self, node: NodeId) -> Origin {
        Origin { span: self.tree.node(node).origin.span, expansion: self.expansion }
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    pub(crate) fn text_of(&self, symbol: Symbol) -> String {
        self.symbols.name(symbol).to_owned()
    }

    pub(crate) fn kids(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.kids(node).to_vec()
    }

    /// The elements after the first.
    pub(crate) fn arguments(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.kids(node).get(1..).unwrap_or_default().to_vec()
    }

    pub(crate) fn is_list(&self, node: NodeId) -> bool {
        self.tree.node(node).kind == NodeKind::List
    }

    pub(crate) fn atom(&self, node: NodeId) -> Option<Symbol> {
        let node = self.tree.node(node);
        (node.kind == NodeKind::Atom).then_some(node.symbol)
    }

    pub(crate) fn string(&self, node: NodeId) -> Option<Symbol> {
        let node = self.tree.node(node);
        (node.kind == NodeKind::Str).then_some(node.symbol)
    }

    pub(crate) fn is_atom(&self, node: NodeId, word: &str) -> bool {
        self.atom(node).is_some_and(|symbol| self.name(symbol) == word)
    }

    /// The word a list begins with.
    pub(crate) fn head(&self, node: NodeId) -> Option<&str> {
        self.tree.head(node).map(|symbol| self.symbols.name(symbol))
    }

    pub(crate) fn is_form(&self, node: NodeId, word: &str) -> bool {
        self.head(node) == Some(word)
    }

    /// What a node is, for messages: `` `north` ``, `the text "a"`, `a list`.
    pub(crate) fn describe(&self, node: NodeId) -> String {
        let what = self.tree.node(node);
        match what.kind {
            NodeKind::Atom => format!("`{}`", self.name(what.symbol)),
            NodeKind::Str => format!("the text \"{}\"", self.name(what.symbol)),
            NodeKind::List => match self.head(node) {
                Some(head) => format!("the list `({head} …)`"),
                None => "a list".to_owned(),
            },
        }
    }

    pub(crate) fn unexpected(&mut self, node: NodeId, expected: &str) {
        let message = format!("expected {expected}, found {}", self.describe(node));
        self.error(codes::UNEXPECTED, node, message);
    }

    /// A single word; anything else is an error.
    pub(crate) fn word(&mut self, node: NodeId, expected: &str) -> Option<Symbol> {
        let found = self.atom(node);
        if found.is_none() {
            self.unexpected(node, expected);
        }
        found
    }

    /// A word that is no number.
    pub(crate) fn variable_name(&mut self, node: NodeId) -> Option<Symbol> {
        let name = self.word(node, "the name of a variable")?;
        if is_number(self.name(name)) {
            self.unexpected(node, "the name of a variable");
            return None;
        }
        Some(name)
    }

    /// A word or a quoted text; a list is an error.
    pub(crate) fn label(&mut self, node: NodeId, expected: &str) -> Option<Symbol> {
        if self.is_list(node) {
            self.unexpected(node, expected);
            return None;
        }
        Some(self.tree.node(node).symbol)
    }

    /// The same for the name of something: an empty text is an error, too.
    pub(crate) fn new_name(&mut self, node: NodeId, expected: &str) -> Option<Symbol> {
        let name = self.label(node, expected)?;
        self.not_empty(node).then_some(name)
    }

    /// Reports an empty text that should be a name.
    pub(crate) fn not_empty(&mut self, node: NodeId) -> bool {
        let empty = !self.is_list(node) && self.name(self.tree.node(node).symbol).is_empty();
        if empty {
            self.unexpected(node, "a name");
        }
        !empty
    }

    /// The number an atom is, if it is written like one and fits.
    pub(crate) fn as_number(&self, node: NodeId) -> Option<i32> {
        let word = self.name(self.atom(node)?);
        if is_number(word) { word.parse().ok() } else { None }
    }

    /// A number within bounds; anything else is an error.
    pub(crate) fn number(&mut self, node: NodeId, least: i32, most: i32) -> Option<i32> {
        let symbol = self.word(node, "a number")?;
        let word = self.name(symbol);
        let message = match word.parse::<i32>() {
            Ok(number) if (least..=most).contains(&number) && is_number(word) => return Some(number),
            Ok(_) => format!("the number `{word}` is not between {least} and {most}"),
            Err(_) if is_number(word) => format!("the number `{word}` is too large"),
            Err(_) => format!("expected a number, found `{word}`"),
        };
        self.error(codes::BAD_NUMBER, node, message);
        None
    }

    /// Checks the number of arguments of a list that begins with a word.
    pub(crate) fn arity(&mut self, node: NodeId, least: usize, most: usize) -> bool {
        let found = self.tree.kids(node).len().saturating_sub(1);
        if (least..=most).contains(&found) {
            return true;
        }
        let takes = match (least, most) {
            (0, 0) => "no argument".to_owned(),
            (1, 1) => "one argument".to_owned(),
            (least, most) if least == most => format!("{least} arguments"),
            (0, most) => format!("at most {most} argument{}", if most == 1 { "" } else { "s" }),
            (1, usize::MAX) => "at least one argument".to_owned(),
            (least, usize::MAX) => format!("at least {least} arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        let found = if found == 0 { "none".to_owned() } else { found.to_string() };
        let word = self.head(node).unwrap_or("this").to_owned();
        self.error(codes::ARITY, node, format!("`{word}` takes {takes}, found {found}"));
        false
    }

    /// Is it worth while to look for a near name? Counts the searches.
    pub(crate) fn may_suggest(&mut self) -> bool {
        self.n_searches += 1;
        self.n_searches <= MAX_SEARCHES
    }

    /// Names to look through; none if that is no longer worth while.
    pub(crate) fn candidates(&self, names: &[Symbol]) -> Vec<String> {
        let names = if self.n_searches < MAX_SEARCHES { names } else { &[] };
        names.iter().map(|&name| self.text_of(name)).collect()
    }

    /// An unknown name, with the nearest known one as a hint.
    pub(crate) fn unknown<'a>(
        &mut self,
        code: &'static str,
        node: NodeId,
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let mut problem =
            Diagnostic::error(code, self.origin(node), format!("unknown {what} `{word}`")).about(word);
        if self.may_suggest()
            && let Some(near) = suggest(word, known)
        {
            problem = problem.hint(format!("did you mean `{near}`?"));
        }
        self.report(problem);
    }
}

/// Is the word written like a number, whatever its size?
pub(crate) fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
