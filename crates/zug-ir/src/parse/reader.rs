//! The tools of the parser: nodes as words, names, numbers, entries and fields; and the messages about them.
//!
//! Codes of messages: `zir-001` no version line · `002` other version · `003` unknown section · `004` section
//! twice · `005` something else expected · `006` wrong number of elements · `007` bad number · `008` unknown
//! name · `009` name declared twice · `010` unknown op · `011` unknown test · `012` unknown label · `013` label
//! twice · `014` bad escape · `015` too many · `016` wrong number of a block, script or exit · `017` said twice ·
//! `018` nested too deep · `019` unknown word.

use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{Diagnostic, Diagnostics, NodeId, NodeKind, Origin, Symbol, Symbols, Tree, suggest};

use super::names::NameTable;
use super::numbers::{Number, Parsed, parse_number};
use super::words::{Rows, Words};
use crate::game::Word;
use crate::op::{Label, Row};
use crate::quote::unescape;
use crate::tables::{Named, PerTable};

pub(crate) struct Reader<'a> {
    text: &'a str,
    tree: &'a Tree,
    pub(super) symbols: &'a mut Symbols,
    out: &'a mut Diagnostics,
    good: bool,
    pub(super) names: PerTable<NameTable>,
    words: Words,
    /// Of the block or script at hand.
    pub(super) labels: FxHashMap<Symbol, Label>,
    /// What is at hand: `block` or `script`.
    pub(super) unit: &'static str,
}

/// `(word args…)`, or a word alone.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) word: &'a str,
    pub(crate) node: NodeId,
    pub(crate) args: &'a [NodeId],
}

/// Guessing what was meant costs a pass over a table; past so many errors nobody reads the guesses.
const MAX_HINTS: usize = 200;

/// Longest piece of the author's text that is repeated in a message.
const MAX_SHOWN: usize = 40;

pub(super) const LIMITS_HINT: &str = "the limits are listed in `spec/zir.md`";

impl<'a> Reader<'a> {
    pub(super) fn new(
        text: &'a str,
        tree: &'a Tree,
        symbols: &'a mut Symbols,
        out: &'a mut Diagnostics,
    ) -> Self {
        let words = Words::new(symbols);
        let names = PerTable::default();
        Self {
            text,
            tree,
            symbols,
            out,
            good: true,
            names,
            words,
            labels: FxHashMap::default(),
            unit: "block",
        }
    }

    /// Has nothing been reported?
    pub(super) fn is_good(&self) -> bool {
        self.good
    }

    pub(super) fn roots(&self) -> &'a [NodeId] {
        self.tree.roots()
    }

    pub(super) fn origin(&self, node: NodeId) -> Origin {
        self.tree.node(node).origin
    }

    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.good = false;
        self.out.push(problem);
    }

    /// The error of that code about a node, to be completed and reported.
    pub(super) fn error(&self, code: &'static str, node: NodeId, message: String) -> Diagnostic {
        Diagnostic::error(code, self.origin(node), message)
    }

    /// The author's word for a message.
    pub(super) fn show(&self, node: NodeId) -> String {
        let node = self.tree.node(node);
        match node.kind {
            NodeKind::List => "a list".to_owned(),
            NodeKind::Atom => format!("`{}`", shorten(self.symbols.name(node.symbol))),
            NodeKind::Str => format!("`\"{}\"`", shorten(self.symbols.name(node.symbol))),
        }
    }

    /// Reports that something else was expected. Always `None`, for the caller to return.
    pub(crate) fn expected<T>(&mut self, node: NodeId, what: &str) -> Option<T> {
        self.expected_one_of(node, what, "the form is defined in `spec/zir.md`")
    }

    /// The same, with what it can be.
    pub(crate) fn expected_one_of<T>(&mut self, node: NodeId, what: &str, hint: &str) -> Option<T> {
        let message = format!("expected {what}, found {}", self.show(node));
        self.report(self.error("zir-005", node, message).hint(hint));
        None
    }

    /// The text of an atom.
    pub(crate) fn atom(&self, node: NodeId) -> Option<&'a str> {
        let node = self.tree.node(node);
        if node.kind != NodeKind::Atom {
            return None;
        }
        let span = node.origin.span;
        self.text.get(span.start as usize..span.end as usize)
    }

    pub(super) fn symbol_of_atom(&self, node: NodeId) -> Option<Symbol> {
        let node = self.tree.node(node);
        (node.kind == NodeKind::Atom).then_some(node.symbol)
    }

    /// The elements of a list; reports anything else.
    pub(super) fn list(&mut self, node: NodeId, what: &str) -> Option<&'a [NodeId]> {
        if self.tree.node(node).kind != NodeKind::List {
            return self.expected(node, what);
        }
        Some(self.tree.kids(node))
    }

    /// The elements of a list; nothing for anything else.
    pub(super) fn kids(&self, node: NodeId) -> Option<&'a [NodeId]> {
        (self.tree.node(node).kind == NodeKind::List).then(|| self.tree.kids(node))
    }

    /// `(word arg)`; says nothing about anything else.
    pub(crate) fn pair(&self, node: NodeId) -> Option<(&'a str, NodeId)> {
        match *self.kids(node)? {
            [head, arg] => Some((self.atom(head)?, arg)),
            _ => None,
        }
    }

    /// `(word args…)` or `word`; reports anything else.
    pub(crate) fn entry(&mut self, node: NodeId) -> Option<Entry<'a>> {
        if let Some(word) = self.atom(node) {
            return Some(Entry { word, node, args: &[] });
        }
        let Some([head, args @ ..]) = self.kids(node) else {
            return self.expected(node, "a word or a list that begins with a word");
        };
        match self.atom(*head) {
            Some(word) => Some(Entry { word, node, args }),
            None => self.expected(*head, "a word"),
        }
    }

    /// Entries of which each word may come once, in any order; reports the others.
    pub(crate) fn fields(&mut self, nodes: &[NodeId], known: &[&str]) -> Vec<Entry<'a>> {
        let mut seen = FxHashSet::default();
        let mut fields = Vec::new();
        for &node in nodes {
            let Some(entry) = self.entry(node) else { continue };
            if !known.contains(&entry.word) {
                self.unknown_word(node, entry.word, known);
            } else if !seen.insert(entry.word) {
                self.twice(node, entry.word);
            } else {
                fields.push(entry);
            }
        }
        fields
    }

    pub(super) fn unknown_word(&mut self, node: NodeId, word: &str, known: &[&str]) {
        let problem = self.error("zir-019", node, format!("unknown word `{}`", shorten(word)));
        let hint = match suggest(word, known.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("known here: `{}`", known.join("`, `")),
        };
        self.report(problem.hint(hint));
    }

    pub(super) fn twice(&mut self, node: NodeId, word: &str) {
        let problem = self.error("zir-017", node, format!("`{}` is said twice", shorten(word)));
        self.report(problem.label("said before").hint("keep one of them"));
    }

    /// Exactly `N` elements; reports other numbers of them.
    pub(super) fn exactly<const N: usize>(
        &mut self,
        entry: &Entry<'a>,
        form: &str,
    ) -> Option<&'a [NodeId; N]> {
        let exact = entry.args.try_into().ok();
        if exact.is_none() {
            self.wrong_count(entry, &N.to_string(), form);
        }
        exact
    }

    /// At least `N` elements, and the rest.
    pub(super) fn at_least<const N: usize>(
        &mut self,
        entry: &Entry<'a>,
        form: &str,
    ) -> Option<(&'a [NodeId; N], &'a [NodeId])> {
        let split = entry.args.split_first_chunk();
        if split.is_none() {
            self.wrong_count(entry, &format!("at least {N}"), form);
        }
        split
    }

    /// The one argument of an entry.
    pub(crate) fn only(&mut self, entry: &Entry<'a>) -> Option<NodeId> {
        self.exactly::<1>(entry, &format!("({} …)", entry.word)).map(|[node]| *node)
    }

    fn wrong_count(&mut self, entry: &Entry<'_>, wanted: &str, form: &str) {
        let s = if wanted.ends_with('1') { "" } else { "s" };
        let message = format!("`{}` takes {wanted} element{s}, found {}", entry.word, entry.args.len());
        self.report(self.error("zir-006", entry.node, message).hint(format!("write `{form}`")));
    }

    /// A word alone, without arguments, as a choice between `known`.
    pub(crate) fn choice<T: Word>(&mut self, node: NodeId) -> Option<T> {
        let words: Vec<&str> = T::ALL.iter().map(|(word, _)| *word).collect();
        let Some(word) = self.atom(node) else {
            return self.expected(node, &format!("one of `{}`", words.join("`, `")));
        };
        let value = T::from_word(word);
        if value.is_none() {
            self.unknown_word(node, word, &words);
        }
        value
    }

    pub(crate) fn number<T: Number>(&mut self, node: NodeId) -> Option<T> {
        let message = match self.atom(node).map_or(Parsed::NotANumber, parse_number) {
            Parsed::Good(value) => return Some(value),
            Parsed::OutOfRange => format!("{} is out of range", self.show(node)),
            Parsed::NotANumber => format!("expected a number, found {}", self.show(node)),
        };
        let hint = format!("numbers here go {}", T::RANGE);
        self.report(self.error("zir-007", node, message).hint(hint));
        None
    }

    /// An atom or a string, as the symbol of what it stands for.
    pub(super) fn name(&mut self, node: NodeId) -> Option<Symbol> {
        let data = self.tree.node(node);
        match data.kind {
            NodeKind::List => self.expected(node, "a name"),
            NodeKind::Atom => Some(data.symbol),
            NodeKind::Str => {
                // Most have no escape, and then the symbol is at hand.
                if !self.symbols.name(data.symbol).contains('\\') {
                    return Some(data.symbol);
                }
                let name = self.text(node)?;
                Some(self.symbols.intern(&name))
            }
        }
    }

    /// An atom or a string, as the text it stands for.
    pub(super) fn text(&mut self, node: NodeId) -> Option<String> {
        let data = self.tree.node(node);
        let raw = self.symbols.name(data.symbol);
        match data.kind {
            NodeKind::List => self.expected(node, "a text"),
            NodeKind::Atom => Some(raw.to_owned()),
            NodeKind::Str => match unescape(raw) {
                Ok(text) => Some(text.into_owned()),
                Err(bad) => {
                    let problem = self.error("zir-014", node, format!("unknown escape `{bad}` in a string"));
                    let hint = "the escapes are `\\q` for a quote, `\\\\`, `\\n`, `\\r`, `\\t` and `\\u{1F}`";
                    self.report(problem.hint(hint));
                    None
                }
            },
        }
    }

    /// The id behind a name.
    pub(crate) fn id<T: Named>(&mut self, node: NodeId) -> Option<T> {
        let symbol = self.name(node)?;
        if let Some(index) = T::pick(&self.names).find(symbol) {
            return Some(T::new(index));
        }
        let name = self.symbols.name(symbol);
        let message = format!("unknown {} `{}`", T::WHAT, shorten(name));
        let problem = self.error("zir-008", node, message).label(format!("not a {} of this game", T::WHAT));
        let known = T::pick(&self.names).symbols().iter().map(|&symbol| self.symbols.name(symbol));
        let known = known.take(if self.out.n_errors() < MAX_HINTS { usize::MAX } else { 0 });
        let hint = match suggest(name, known) {
            Some(nearest) => format!("did you mean `{}`?", shorten(nearest)),
            None => format!("each {} is declared in `{}`", T::WHAT, T::HOME),
        };
        self.report(problem.hint(hint));
        None
    }

    /// The ids behind names; those that are unknown are left out.
    pub(super) fn ids<T: Named>(&mut self, nodes: &[NodeId]) -> Vec<T> {
        nodes.iter().filter_map(|&node| self.id(node)).collect()
    }

    /// The op behind a label.
    pub(crate) fn label(&mut self, node: NodeId) -> Option<Label> {
        let Some(symbol) = self.symbol_of_atom(node) else {
            return self.expected(node, "a label");
        };
        let label = self.labels.get(&symbol).copied();
        if label.is_none() {
            let message = format!("unknown label {}", self.show(node));
            let problem =
                self.error("zir-012", node, message).label(format!("not a label of this {}", self.unit));
            let hint = format!("write `{}:` before the op that is meant", shorten(self.symbols.name(symbol)));
            self.report(problem.hint(hint));
        }
        label
    }

    /// Which row of a table of mnemonics a node begins with, and its operands, as many as the row has.
    pub(crate) fn row(&mut self, node: NodeId, rows: Rows, table: &[Row]) -> Option<(usize, &'a [NodeId])> {
        let (head, operands) = match self.kids(node) {
            Some([head, operands @ ..]) => (*head, operands),
            Some([]) => return self.expected(node, &format!("the name of {}", rows.one())),
            None => (node, &[][..]),
        };
        let Some(symbol) = self.symbol_of_atom(head) else {
            return self.expected(head, &format!("the name of {}", rows.one()));
        };
        let Some(row) = self.words.find(rows, symbol) else {
            self.unknown_row(head, rows, table);
            return None;
        };
        let row_operands = table.get(row)?.operands;
        if row_operands.len() != operands.len() {
            let entry = Entry { word: self.atom(head)?, node, args: operands };
            let form: String = row_operands.iter().map(|(name, _)| format!(" <{name}>")).collect();
            let form =
                if form.is_empty() { entry.word.to_owned() } else { format!("({}{form})", entry.word) };
            self.wrong_count(&entry, &row_operands.len().to_string(), &form);
            return None;
        }
        Some((row, operands))
    }

    fn unknown_row(&mut self, head: NodeId, rows: Rows, table: &[Row]) {
        let message = format!("unknown {} {}", rows.what(), self.show(head));
        let problem = self.error(rows.unknown(), head, message);
        let word = self.atom(head).filter(|_| self.out.n_errors() < MAX_HINTS);
        let hint = match word.and_then(|word| suggest(word, table.iter().map(|row| row.mnemonic))) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("each {} is in `{}`", rows.what(), rows.page()),
        };
        self.report(problem.hint(hint));
    }

    /// Reports a table that is too long. True if there is room for `wanted` entries.
    pub(super) fn room(&mut self, node: NodeId, what: &str, wanted: usize, limit: usize) -> bool {
        if wanted > limit {
            let message = format!("too many {what}: {wanted}, the limit is {limit}");
            self.report(self.error("zir-015", node, message).hint(LIMITS_HINT));
        }
        wanted <= limit
    }
}

/// The beginning of a long word.
pub(super) fn shorten(word: &str) -> String {
    match word.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
