//! The rules file with everything it includes and imports: one list of top-level forms.
//!
//! `(include "file")` stands for the forms of the file; a file is taken in once, however often it is
//! included. `(import "file" names…)` takes only the objects and definitions named, and those they mention.
//! The elision mark `...` is dropped here, with a warning, so that nobody else meets it.

use crate::codes;
use crate::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{
    Diagnostic, FileId, Files, NodeId, NodeKind, Span, Symbol, TextError, Tree, read, resolve_include,
    suggest, why_unread,
};

/// A game in this many files is a mistake.
const MAX_FILES: usize = 200;
/// Bytes of all files of a game. A tree needs thirty times the memory; known texts have a hundred thousand.
const MAX_BYTES: usize = 8 << 20;

/// All top-level forms in order, each once.
pub(crate) fn read_texts(
    session: &mut Session,
    name: &str,
    bytes: &[u8],
    files: &dyn Files,
) -> Result<Vec<NodeId>, TextError> {
    let file = session.sources.add(name, bytes, None)?;
    let mut reader = Reader {
        session,
        files,
        n_bytes: 0,
        done: FxHashMap::default(),
        open: vec![resolve_include("", name)],
    };
    let mut forms = reader.forms(file);
    let mut seen = FxHashSet::default();
    forms.retain(|&form| seen.insert(form));
    Ok(forms)
}

struct Reader<'a> {
    session: &'a mut Session,
    files: &'a dyn Files,
    n_bytes: usize,
    /// The forms of files read to the end, by path.
    done: FxHashMap<String, Vec<NodeId>>,
    /// Paths of the files being read, outermost first.
    open: Vec<String>,
}

impl Reader<'_> {
    fn forms(&mut self, file: FileId) -> Vec<NodeId> {
        self.n_bytes += self.session.sources.text(file).len();
        if self.n_bytes > MAX_BYTES {
            let name = self.session.sources.name(file);
            let message = format!("too much text: `{name}` is left out; at most {MAX_BYTES} bytes are read");
            let place = self.session.sources.included_from(file).unwrap_or(Span::new(file, 0, 0));
            self.session.report(Diagnostic::error(codes::TOO_LARGE, place, message));
            return Vec::new();
        }
        let Session { sources, symbols, diagnostics, n_errors, .. } = &mut *self.session;
        let before = diagnostics.n_errors();
        let tree = read(sources, file, symbols, diagnostics);
        *n_errors += diagnostics.n_errors() - before;
        let mut forms = Vec::new();
        for &root in tree.roots() {
            let Some(form) = self.copy(&tree, root) else { continue };
            match self.session.head(form) {
                Some("include") => forms.extend(self.include(form)),
                Some("import") => forms.extend(self.import(form)),
                _ => forms.push(form),
            }
        }
        forms
    }

    /// Copies a node into the tree of all texts; `None` for an elision. The reader limits nesting.
    fn copy(&mut self, tree: &Tree, id: NodeId) -> Option<NodeId> {
        let node = *tree.node(id);
        let all = &mut *self.session;
        Some(match node.kind {
            NodeKind::Atom if matches!(all.symbols.name(node.symbol), "..." | "…") => {
                let problem = Diagnostic::warning(codes::ELISION, node.origin, "something is left out here")
                    .hint("`...` is skipped; write out what it stands for");
                all.report(problem);
                return None;
            }
            NodeKind::Atom => all.tree.atom(node.symbol, node.origin),
            NodeKind::Str => all.tree.string(node.symbol, node.origin),
            NodeKind::List => {
                let kids: Vec<NodeId> =
                    tree.kids(id).iter().filter_map(|&kid| self.copy(tree, kid)).collect();
                let elided = kids.len() < tree.kids(id).len();
                let list = self.session.tree.list(&kids, node.origin);
                if elided {
                    self.session.elided.insert(list);
                }
                list
            }
        })
    }

    fn include(&mut self, form: NodeId) -> Vec<NodeId> {
        if !self.session.arity(form, 1, 1) {
            return Vec::new();
        }
        self.file(form).unwrap_or_default()
    }

    fn import(&mut self, form: NodeId) -> Vec<NodeId> {
        if !self.session.arity(form, 1, usize::MAX) {
            return Vec::new();
        }
        let Some(forms) = self.file(form) else { return Vec::new() };
        let wanted: Vec<NodeId> = self.session.arguments(form)[1..].to_vec();
        if wanted.is_empty() {
            return forms;
        }
        let mut by_name: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (at, &form) in forms.iter().enumerate() {
            for name in names_of(self.session, form) {
                by_name.entry(name).or_default().push(at);
            }
        }
        let mut taken = vec![false; forms.len()];
        let mut open: Vec<usize> = Vec::new();
        for name in wanted {
            let Some(symbol) = self.session.label(name, "a name") else { continue };
            match by_name.get(&symbol) {
                Some(found) => open.extend(found),
                None => {
                    let word = self.session.text_of(symbol);
                    let message = format!("the imported file defines no `{word}`");
                    let mut problem =
                        Diagnostic::error(codes::NOT_IN_FILE, self.session.origin(name), message);
                    let known = by_name.keys().map(|&name| self.session.name(name));
                    if let Some(near) = suggest(&word, known) {
                        problem = problem.hint(format!("did you mean `{near}`?"));
                    }
                    self.session.report(problem);
                }
            }
        }
        // What is taken brings along what it mentions, or it would mean something else here.
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut taken[at], true) {
                continue;
            }
            let mut nodes = vec![forms[at]];
            while let Some(node) = nodes.pop() {
                nodes.extend(self.session.tree.kids(node));
                open.extend(
                    self.session.atom(node).and_then(|name| by_name.get(&name)).into_iter().flatten(),
                );
            }
        }
        forms.into_iter().zip(taken).filter_map(|(form, taken)| taken.then_some(form)).collect()
    }

    /// The forms of the file that an `include` or `import` names.
    fn file(&mut self, form: NodeId) -> Option<Vec<NodeId>> {
        let name = *self.session.tree.kids(form).get(1)?;
        let written = self.session.label(name, "a file name in quotes")?;
        let span = self.session.tree.node(form).origin.span;
        let from = self.session.sources.name(span.file);
        let path = self.files.find(from, self.session.name(written));
        if let Some(forms) = self.done.get(&path) {
            return Some(forms.clone());
        }
        if self.open.contains(&path) {
            let message = format!("the file `{path}` includes itself");
            self.session.error(codes::FILE_LOOP, form, message);
            return None;
        }
        if self.done.len() + self.open.len() >= MAX_FILES {
            let message = format!("too many files: at most {MAX_FILES}");
            self.session.error(codes::TOO_MANY, form, message);
            return None;
        }
        // That was said, and another file could be as large.
        if self.n_bytes > MAX_BYTES {
            return None;
        }
        let file = self.add(&path, span)?;
        self.open.push(path);
        let forms = self.forms(file);
        let path = self.open.pop().unwrap_or_default();
        self.done.insert(path, forms.clone());
        Some(forms)
    }

    fn add(&mut self, path: &str, span: Span) -> Option<FileId> {
        let added = match self.files.read(path) {
            Ok(bytes) => self
                .session
                .sources
                .add_included(path, &bytes, None, span)
                .map_err(|problem| problem.to_string()),
            Err(problem) => Err(why_unread(&problem)),
        };
        added
            .map_err(|reason| {
                let message = format!("cannot read the file `{path}`");
                let problem = Diagnostic::error(codes::FILE_UNREADABLE, span, message).label(reason);
                self.session.report(problem);
            })
            .ok()
    }
}

/// The names a top-level form introduces.
pub(crate) fn names_of(session: &Session, form: NodeId) -> Vec<Symbol> {
    let kids = session.tree.kids(form);
    if session.is_form(form, "define") {
        let name = kids.get(1).map(|&name| session.tree.kids(name).first().copied().unwrap_or(name));
        return name.and_then(|name| session.atom(name)).into_iter().collect();
    }
    let mut names = Vec::new();
    for &item in kids.iter().filter(|&&item| session.is_form(item, "name")) {
        let labels = session.tree.kids(item)[1..].iter();
        names.extend(labels.filter(|&&n| !session.is_list(n)).map(|&n| session.tree.node(n).symbol));
    }
    names
}
