//! The rules file and all files it includes, read and ready for expansion.
//!
//! Includes are looked for everywhere in a text, not only at top level: a list may include the rest of
//! itself. All files are read before any macro is expanded, so nothing later does input or output.

use crate::codes;
use crate::session::Session;
use zug_source::{
    Diagnostic, Encoding, FileId, Files, NodeId, NodeKind, Span, Symbol, TextError, Tree, read,
    resolve_include, why_unread,
};

/// A game in this many files is a mistake (files that include each other twice double at every step).
const MAX_FILES: usize = 200;

pub(crate) fn read_texts(
    session: &mut Session,
    name: &str,
    bytes: &[u8],
    encoding: Option<Encoding>,
    files: &dyn Files,
) -> Result<(), TextError> {
    let file = session.sources.add(name, bytes, encoding)?;
    let include = session.symbols.intern("include");
    let mut reader = Reader { session, include, encoding, files };
    reader.add(file);
    // Newly read files are appended, so this also finds the includes of included files.
    let mut tree = 0;
    while tree < reader.session.expansions.trees.len() {
        reader.includes_of(tree);
        tree += 1;
    }
    Ok(())
}

struct Reader<'a> {
    session: &'a mut Session,
    include: Symbol,
    encoding: Option<Encoding>,
    files: &'a dyn Files,
}

impl Reader<'_> {
    fn add(&mut self, file: FileId) {
        let Session { sources, symbols, diagnostics, expansions, .. } = &mut *self.session;
        expansions.trees.push(read(sources, file, symbols, diagnostics));
    }

    fn includes_of(&mut self, tree: usize) {
        let n_nodes = self.session.expansions.trees[tree].len() as u32;
        for node in (0..n_nodes).map(NodeId) {
            let this = &self.session.expansions.trees[tree];
            if this.node(node).kind == NodeKind::List && this.head(node) == Some(self.include) {
                let span = this.node(node).origin.span;
                let included = match file_name(this, node) {
                    Some(written) => self.include(written, span),
                    None => {
                        let message = "`include` takes one file name";
                        self.session.error(codes::BAD_FORM, span.into(), message);
                        None
                    }
                };
                self.session.expansions.includes.insert((tree as u32, node), included);
            }
        }
    }

    /// The number of the tree of the included file.
    fn include(&mut self, written: Symbol, span: Span) -> Option<u32> {
        let from = self.session.sources.name(span.file);
        let path = self.files.find(from, self.session.symbols.name(written));
        if self.in_itself(&path, span.file) {
            let message = format!("the file `{path}` includes itself");
            self.session.error(codes::INCLUDE_LOOP, span.into(), message);
            return None;
        }
        let session = &mut *self.session;
        let number = session.expansions.trees.len();
        if number >= MAX_FILES {
            let message = format!("too many included files: at most {MAX_FILES}");
            self.session.error(codes::TOO_MANY, span.into(), message);
            return None;
        }
        let added = match self.files.read(&path) {
            Ok(bytes) => session
                .sources
                .add_included(&path, &bytes, self.encoding, span)
                .map_err(|problem| problem.to_string()),
            Err(problem) => Err(why_unread(&problem)),
        };
        match added {
            Ok(file) => {
                self.add(file);
                Some(number as u32)
            }
            Err(reason) => {
                let message = format!("cannot read the included file `{path}`");
                let problem = Diagnostic::error(codes::INCLUDE_UNREADABLE, span, message).label(reason);
                self.session.report(problem);
                None
            }
        }
    }

    fn in_itself(&self, path: &str, from: FileId) -> bool {
        let sources = &self.session.sources;
        let mut file = Some(from);
        while let Some(this) = file {
            if resolve_include("", sources.name(this)) == resolve_include("", path) {
                return true;
            }
            file = sources.included_from(this).map(|span| span.file);
        }
        false
    }
}

fn file_name(tree: &Tree, node: NodeId) -> Option<Symbol> {
    let &[_, name] = tree.kids(node) else { return None };
    let name = tree.node(name);
    (name.kind != NodeKind::List).then_some(name.symbol)
}
