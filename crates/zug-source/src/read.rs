//! The reader: a text becomes a [`Tree`] of lists, atoms and strings.
//!
//! A string runs from `"` to the next `"`, may span lines and has no escapes; for the other words see
//! `lex`.
//!
//! Reading never fails and never stops early: problems become messages and the tree is completed as
//! well as can be guessed (for lists left open, see `unclosed`). It does not recurse, and no tree it
//! makes is deeper than [`MAX_NESTING`], so that users of the tree may recurse.

use crate::lex::{self, Class};
use crate::{Diagnostic, Diagnostics, FileId, NodeId, Sources, Span, Symbols, Tree};

/// Deepest nesting of lists in a tree that [`read`] makes. Rules written by hand reach a dozen.
pub const MAX_NESTING: usize = 1000;

/// Reads a whole text.
pub fn read(sources: &Sources, file: FileId, symbols: &mut Symbols, out: &mut Diagnostics) -> Tree {
    let text = sources.text(file);
    let mut reader = Reader {
        sources,
        file,
        text,
        symbols,
        out,
        tree: Tree::new(),
        open: Vec::new(),
        kids: Vec::new(),
        n_too_deep: 0,
        reported_deep: false,
        last_form: None,
        last_stray: None,
        suspect: None,
        quote_missing: false,
    };
    reader.run();
    reader.close_unclosed();
    reader.tree
}

pub(crate) struct Reader<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) file: FileId,
    text: &'a str,
    symbols: &'a mut Symbols,
    pub(crate) out: &'a mut Diagnostics,
    pub(crate) tree: Tree,
    /// The lists around the current place, outermost first.
    pub(crate) open: Vec<Open>,
    /// Their elements so far; each open list owns the part from its `first_kid` to that of the next.
    pub(crate) kids: Vec<NodeId>,
    /// Lists opened beyond [`MAX_NESTING`]; while there are any, nothing is kept.
    pub(crate) n_too_deep: usize,
    reported_deep: bool,
    /// The last top-level list that starts a line: the form that an unexpected `)` was meant for.
    last_form: Option<Span>,
    /// End of the last `)` without a partner, to report a run of them once.
    last_stray: Option<usize>,
    /// First string with a `(` at the start of one of its lines: perhaps it swallowed code.
    suspect: Option<usize>,
    /// A string did not end, so parentheses can no longer be trusted.
    pub(crate) quote_missing: bool,
}

/// A list whose `)` was not seen yet.
pub(crate) struct Open {
    pub(crate) at: usize,
    pub(crate) first_kid: usize,
    /// Index in `Reader::kids` of its first element that is a list at the start of a line: such an
    /// element looks like a top-level form, and tells where the list was meant to end if it never does.
    pub(crate) escape: Option<usize>,
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(class) = lex::class_at(self.text, at) {
            at = match class {
                Class::Blank(length) => at + length,
                Class::Open => self.open_list(at),
                Class::Close => self.close_list(at),
                Class::Quote => self.string(at),
                Class::Comment => at + lex::comment_length(&self.text[at..]),
                Class::Atom => self.atom(at),
            };
        }
    }

    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    fn open_list(&mut self, at: usize) -> usize {
        if self.open.len() >= MAX_NESTING {
            self.n_too_deep += 1;
            if !self.reported_deep {
                self.reported_deep = true;
                let message = format!("nesting deeper than {MAX_NESTING} lists");
                let problem = Diagnostic::error("src-005", self.span(at, at + 1), message)
                    .label("this list and all in it are left out")
                    .hint("perhaps a `)` is missing in each of many lists before this one");
                self.out.push(problem);
            }
            return at + 1;
        }
        if self.starts_line(at)
            && let Some(around) = self.open.last_mut()
            && around.escape.is_none()
        {
            around.escape = Some(self.kids.len());
        }
        self.open.push(Open { at, first_kid: self.kids.len(), escape: None });
        at + 1
    }

    fn starts_line(&self, at: usize) -> bool {
        at == 0 || matches!(self.text.as_bytes()[at - 1], b'\n' | b'\r')
    }

    fn close_list(&mut self, at: usize) -> usize {
        if self.n_too_deep > 0 {
            self.n_too_deep -= 1;
        } else if let Some(list) = self.open.pop() {
            let span = self.span(list.at, at + 1);
            let id = self.tree.list(&self.kids[list.first_kid..], span.into());
            self.kids.truncate(list.first_kid);
            self.keep(id);
            if self.open.is_empty() && (self.starts_line(list.at) || self.last_form.is_none()) {
                self.last_form = Some(span);
            }
        } else {
            self.stray(at);
        }
        at + 1
    }

    /// A `)` outside every list. It is skipped.
    fn stray(&mut self, at: usize) {
        let before = self.last_stray.replace(at + 1);
        let same_run = before.is_some_and(|end| self.text[end..at].trim().is_empty());
        if same_run || self.quote_missing {
            return;
        }
        let mut problem = Diagnostic::error("src-002", self.span(at, at + 1), "unexpected `)`")
            .label("no list is open here");
        if let Some(form) = self.last_form {
            let line = self.sources.line(self.file, form.start);
            let end = Span { start: form.end - 1, ..form };
            problem = problem.related(end.into(), format!("the form from line {line} ended here already"));
        }
        self.out.push(problem);
    }

    fn atom(&mut self, at: usize) -> usize {
        let end = at + lex::atom_length(&self.text[at..]);
        if self.n_too_deep == 0 {
            let symbol = self.symbols.intern(&self.text[at..end]);
            let id = self.tree.atom(symbol, self.span(at, end).into());
            self.keep(id);
        }
        end
    }

    fn string(&mut self, at: usize) -> usize {
        let rest = &self.text[at + 1..];
        let length = rest.find('"');
        let content = match length {
            Some(length) => &rest[..length],
            // The best guess at what was meant: nothing past the line.
            None => &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())],
        };
        let end = at + 1 + content.len() + usize::from(length.is_some());
        if length.is_none() {
            self.unterminated(at);
        } else if self.suspect.is_none() && has_line_with_list(content) {
            self.suspect = Some(at);
        }
        if self.n_too_deep == 0 {
            let symbol = self.symbols.intern(content);
            let id = self.tree.string(symbol, self.span(at, end).into());
            self.keep(id);
        }
        end
    }

    /// One forgotten quote turns every later string inside out, and is noticed only at the last one.
    fn unterminated(&mut self, at: usize) {
        self.quote_missing = true;
        let mut problem = Diagnostic::error("src-003", self.span(at, at + 1), "unterminated string")
            .label("no `\"` follows this one");
        problem = match self.suspect {
            Some(suspect) => problem
                .related(
                    self.span(suspect, suspect + 1).into(),
                    "this string runs over lines that look like code",
                )
                .hint("the missing `\"` may belong to the earlier string"),
            None => problem.hint("end the string with `\"`; a string cannot hold a `\"` itself"),
        };
        self.out.push(problem);
    }

    pub(crate) fn keep(&mut self, id: NodeId) {
        if self.open.is_empty() {
            self.tree.push_root(id);
        } else {
            self.kids.push(id);
        }
    }
}

fn has_line_with_list(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| matches!(pair, b"\n(" | b"\r("))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (String, Vec<Diagnostic>) {
        let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
        let mut out = Diagnostics::new();
        let file = sources.add("t.zrf", text.as_bytes(), None).unwrap();
        let tree = read(&sources, file, &mut symbols, &mut out);
        (tree.print_roots(&symbols), out.into_vec())
    }

    fn clean(text: &str) -> String {
        let (printed, problems) = read_text(text);
        assert_eq!(problems, []);
        printed
    }

    fn codes(problems: &[Diagnostic]) -> Vec<(&str, u32)> {
        problems.iter().map(|problem| (problem.code, problem.origin.span.start)).collect()
    }

    #[test]
    fn atoms_end_at_blanks_parentheses_quotes_and_comments() {
        assert_eq!(clean("(a b\tc)d(e)"), "(a b c)\nd\n(e)");
        assert_eq!(clean("1a -3 $1-01 not-empty? it's+x"), "1a\n-3\n$1-01\nnot-empty?\nit's+x");
        assert_eq!(clean("a\"b\"c;d"), "a\n\"b\"\nc");
        assert_eq!(clean("(a\u{A0}b\u{3000}Волк\u{FEFF}c\x1A)"), "(a b Волк c)");
        assert_eq!(clean(""), "");
    }

    #[test]
    fn comments_end_with_the_line_whatever_its_end() {
        assert_eq!(clean("a ; ) \" x\nb ; c\rd ;\r\n;; e"), "a\nb\nd");
    }

    #[test]
    fn strings_have_no_escapes_and_span_lines() {
        assert_eq!(clean(r#"("a\" b)"#), r#"("a\" b)"#);
        assert_eq!(clean("\"; (\nx\" \"\""), "\"; (\nx\"\n\"\"");
    }

    #[test]
    fn spans_cover_the_text_with_its_delimiters() {
        let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
        let file = sources.add("t.zrf", " (ab \"Вол\")".as_bytes(), None).unwrap();
        let tree = read(&sources, file, &mut symbols, &mut Diagnostics::new());
        let list = tree.roots()[0];
        let at = |id| sources.slice(tree.node(id).origin.span);
        assert_eq!(at(list), "(ab \"Вол\")");
        assert_eq!(tree.kids(list).iter().map(|&kid| at(kid)).collect::<Vec<_>>(), ["ab", "\"Вол\""]);
    }

    #[test]
    fn a_stray_parenthesis_is_skipped_and_a_run_reported_once() {
        let (printed, problems) = read_text("(a)) ) b\n) (c)");
        assert_eq!(printed, "(a)\nb\n(c)");
        assert_eq!(codes(&problems), [("src-002", 3), ("src-002", 9)]);
    }

    #[test]
    fn an_unterminated_string_ends_with_its_line_and_silences_parentheses() {
        let (printed, problems) = read_text("(a (b \"c)\r\n (d))\n)))");
        assert_eq!(printed, "(a (b \"c)\" (d)))");
        assert_eq!(codes(&problems), [("src-003", 6)]);
    }

    #[test]
    fn a_million_open_lists_are_two_messages_and_a_shallow_tree() {
        let (printed, problems) = read_text(&"(".repeat(1_000_000));
        assert_eq!(printed.len(), 2 * MAX_NESTING);
        assert_eq!(codes(&problems), [("src-005", 1000), ("src-001", 0)]);
    }

    #[test]
    fn what_is_too_deep_is_left_out_and_the_rest_read_on() {
        let deep = 5000;
        let text = format!("{}x \"y\" {} z", "(".repeat(deep), ")".repeat(deep));
        let (printed, problems) = read_text(&text);
        assert!(printed.ends_with(")\nz"));
        assert!(!printed.contains('x'));
        assert_eq!(codes(&problems), [("src-005", 1000)]);
    }
}
