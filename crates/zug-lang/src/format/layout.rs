//! Where lines end.
//!
//! A list stands on one line if it fits there. If it does not, its elements after the first are set two columns to
//! the right of its parenthesis. Where lines end inside such a list is up to the author: his line ends stay, and
//! others are added where a line would be too long. A list that he wrote without any is broken by the form it has
//! ([`planned`]). Line ends that he put into a short list are taken out ([`SHORT`]).
//!
//! Why twice is the same as once: every choice depends on columns, widths and the author's line ends. The second
//! time these are the line ends of the first, so each line end that was made is kept, and a place without one met
//! the same columns before and fitted.

use super::gaps::Gap;
use zug_source::{NodeId, NodeKind, Tree};

/// Longest line, in characters; only a word, a text or a comment that is longer by itself exceeds it.
const WIDTH: usize = 100;
/// A list of so many characters is put on one line even if the author wrote it on several. He may have
/// reasons to break a longer one that fits.
const SHORT: usize = 60;
const STEP: usize = 2;
/// Deeper code is not set further to the right, or lines would consist of blanks only.
const MAX_INDENT: usize = 60;

pub(super) fn lay_out(tree: &Tree, text: &str) -> String {
    let mut printer =
        Printer { tree, text, out: String::new(), column: 0, n_lines: 0, sizes: sizes(tree, text) };
    printer.roots();
    printer.out
}

/// How much room a node needs.
#[derive(Clone, Copy)]
struct Size {
    /// On one line; `None` if it cannot be there: comments, texts of several lines, and what the author
    /// broke and is not [`SHORT`].
    flat: Option<usize>,
    /// From its first column to the right margin, with as many line ends as possible.
    least: usize,
    /// The author wrote its elements on several lines.
    broken: bool,
}

struct Printer<'t> {
    tree: &'t Tree,
    text: &'t str,
    out: String,
    /// Characters since the last line end.
    column: usize,
    /// Line ends so far.
    n_lines: usize,
    /// By [`NodeId`].
    sizes: Vec<Size>,
}

/// Elements come before their lists in a tree that was read, so one walk is enough, however deep it is.
fn sizes(tree: &Tree, text: &str) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::with_capacity(tree.len());
    for id in (0..tree.len() as u32).map(NodeId) {
        let size = match tree.node(id).kind {
            NodeKind::List => list_size(tree, text, id, &sizes),
            NodeKind::Atom | NodeKind::Str => {
                let word = slice(tree, text, id);
                let first_line = word.split(['\n', '\r']).next().unwrap_or("").chars().count();
                let one_line = !word.contains(['\n', '\r']);
                Size { flat: one_line.then_some(first_line), least: first_line, broken: false }
            }
        };
        sizes.push(size);
    }
    sizes
}

fn list_size(tree: &Tree, text: &str, id: NodeId, sizes: &[Size]) -> Size {
    let kids = tree.kids(id);
    // Parentheses, and a blank before each element but the first.
    let mut flat = Some(2 + kids.len().saturating_sub(1));
    let (mut least, mut broken) = (2, false);
    for (at, &kid) in kids.iter().enumerate() {
        let size = sizes[kid.0 as usize];
        flat = flat.zip(size.flat).map(|(sum, width)| sum + width);
        let closes = usize::from(at + 1 == kids.len());
        least = least.max(if at == 0 { 1 } else { STEP } + size.least + closes);
    }
    for (at, gap) in gaps(tree, text, kids, inner(tree, id)).enumerate() {
        if gap.has_comments() {
            flat = None;
        }
        broken |= gap.breaks && (1..kids.len()).contains(&at);
    }
    Size { flat: flat.filter(|&width| width <= SHORT || !broken), least, broken }
}

fn span(tree: &Tree, id: NodeId) -> (usize, usize) {
    let span = tree.node(id).origin.span;
    (span.start as usize, span.end as usize)
}

fn slice<'t>(tree: &Tree, text: &'t str, id: NodeId) -> &'t str {
    let (start, end) = span(tree, id);
    &text[start..end]
}

/// A list without its parentheses.
fn inner(tree: &Tree, id: NodeId) -> (usize, usize) {
    let (start, end) = span(tree, id);
    (start + 1, end - 1)
}

/// The gaps before each element and behind the last.
fn gaps<'a>(
    tree: &'a Tree,
    text: &'a str,
    kids: &'a [NodeId],
    (start, end): (usize, usize),
) -> impl Iterator<Item = Gap<'a>> {
    (0..=kids.len()).map(move |at| {
        let from = if at == 0 { start } else { span(tree, kids[at - 1]).1 };
        let to = kids.get(at).map_or(end, |&kid| span(tree, kid).0);
        Gap::new(&text[from..to])
    })
}

impl<'t> Printer<'t> {
    fn roots(&mut self) {
        let (tree, text) = (self.tree, self.text);
        let roots = tree.roots();
        for (at, gap) in gaps(tree, text, roots, (0, text.len())).enumerate() {
            // The comment on the first line follows nothing.
            let first = at == 0;
            if let Some(comment) = gap.trailing {
                if first { self.put(comment) } else { self.trailing(comment) }
            }
            for (empty_line, comment) in &gap.lines {
                self.line_end(*empty_line, 0);
                self.put(comment);
            }
            if let Some(&root) = roots.get(at) {
                self.line_end(gap.empty_line, 0);
                self.node(root, 0);
            }
        }
        if !self.out.is_empty() {
            self.line_end(false, 0);
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rfind(['\n', '\r']) {
            Some(end) => {
                self.column = text[end + 1..].chars().count();
                self.n_lines += 1;
            }
            None => self.column += text.chars().count(),
        }
    }

    /// Begins a line; nothing comes before the first one.
    fn line_end(&mut self, empty_line: bool, indent: usize) {
        if self.out.is_empty() {
            return;
        }
        self.out.push_str(if empty_line { "\n\n" } else { "\n" });
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.n_lines += 1;
    }

    fn trailing(&mut self, comment: &str) {
        self.put("  ");
        self.put(comment);
    }

    fn size(&self, id: NodeId) -> Size {
        self.sizes[id.0 as usize]
    }

    /// Does it stand on one line if it begins in this column and so many characters must follow?
    fn is_flat(&self, id: NodeId, column: usize, n_follow: usize) -> bool {
        self.size(id).flat.is_some_and(|width| column + width + n_follow <= WIDTH)
    }

    /// Writes a node; `n_follow` parentheses close behind it on the same line.
    fn node(&mut self, id: NodeId, n_follow: usize) {
        if !self.is_list(id) {
            self.put(slice(self.tree, self.text, id));
        } else if self.is_flat(id, self.column, n_follow) {
            self.flat(id);
        } else {
            self.broken(id, n_follow);
        }
    }

    fn flat(&mut self, id: NodeId) {
        if !self.is_list(id) {
            return self.put(slice(self.tree, self.text, id));
        }
        self.put("(");
        for (at, &kid) in self.tree.kids(id).iter().enumerate() {
            if at > 0 {
                self.put(" ");
            }
            self.flat(kid);
        }
        self.put(")");
    }

    fn broken(&mut self, id: NodeId, n_follow: usize) {
        let (tree, text) = (self.tree, self.text);
        let kids = tree.kids(id);
        let outer = self.column.min(MAX_INDENT - STEP);
        let indent = outer + STEP;
        let gaps: Vec<Gap> = gaps(tree, text, kids, inner(tree, id)).collect();
        let n_labels = n_labels(tree, text, kids);
        let mut begins = match self.size(id).broken {
            true => gaps[..kids.len()].iter().map(|gap| gap.breaks).collect(),
            false => planned(tree, text, kids, n_labels),
        };
        // What closes behind the last one, unless a comment comes between.
        let n_follow = if gaps[kids.len()].has_comments() { 0 } else { n_follow + 1 };
        let n_follow = |at: usize| if at + 1 == kids.len() { n_follow } else { self.n_glued(kids, at) };
        let n_follow: Vec<usize> = (0..kids.len()).map(n_follow).collect();
        let mut line = self.n_lines;
        self.put("(");
        for (at, &kid) in kids.iter().enumerate() {
            let gap = &gaps[at];
            self.comments(gap, indent);
            // A first argument does not stay alone behind the first word, unless it says what the list is.
            if at == 1 && n_labels == 0 && kids.len() > 2 && self.is_list(kid) {
                let width = self.size(kid).flat.filter(|_| self.is_flat(kid, self.column + 1, 0));
                let after = width.map(|width| self.column + 1 + width);
                let joined = |column| self.fits(kids[2], column, indent, n_follow[2]);
                begins[at] |= begins[2] || gaps[2].has_comments() || !after.is_some_and(joined);
            }
            if gap.has_comments() {
                self.line_end(gap.empty_line, indent);
            } else if at > 0 {
                // Nothing follows an element of several lines on its last one.
                let joins = !begins[at] && self.n_lines == line;
                if joins && (self.fits(kid, self.column, indent, n_follow[at]) || self.stays(kid, at, indent))
                {
                    self.put(" ");
                } else {
                    self.line_end(gap.empty_line, indent);
                }
            }
            line = self.n_lines;
            self.node(kid, n_follow[at]);
        }
        let last = &gaps[kids.len()];
        if last.has_comments() {
            self.comments(last, indent);
            self.line_end(false, outer);
        }
        self.put(")");
    }

    /// `a1 (times 3)` is not torn apart: so many characters belong to the word before them.
    fn n_glued(&self, kids: &[NodeId], at: usize) -> usize {
        let next = kids.get(at + 1).filter(|_| !self.is_list(kids[at]));
        let first = next.and_then(|&next| self.tree.kids(next).first());
        let is_times = first.is_some_and(|&first| word(self.tree, self.text, first) == "times");
        next.filter(|_| is_times).and_then(|&next| self.size(next).flat).map_or(0, |width| width + 1)
    }

    fn is_list(&self, id: NodeId) -> bool {
        self.tree.node(id).kind == NodeKind::List
    }

    fn comments(&mut self, gap: &Gap, indent: usize) {
        if let Some(comment) = gap.trailing {
            self.trailing(comment);
        }
        for (empty_line, comment) in &gap.lines {
            self.line_end(*empty_line, indent);
            self.put(comment);
        }
    }

    /// Can an element follow in a line that ends in this column? If it could stand undivided on a line of its
    /// own, it is not divided here.
    fn fits(&self, kid: NodeId, column: usize, indent: usize, n_follow: usize) -> bool {
        let column = column + 1;
        let fits = column + self.size(kid).least + n_follow <= WIDTH;
        if !self.is_list(kid) || self.is_flat(kid, column, n_follow) {
            return fits;
        }
        fits && !self.is_flat(kid, indent, n_follow)
    }

    /// A word or text that is too long anywhere may as well stay with the first word.
    fn stays(&self, kid: NodeId, at: usize, indent: usize) -> bool {
        at == 1 && !self.is_list(kid) && indent + self.size(kid).least > WIDTH
    }
}

/// How many elements after the first word say what the list is, and stay with it: names, conditions, a single
/// argument.
fn n_labels(tree: &Tree, text: &str, kids: &[NodeId]) -> usize {
    let label = |id: NodeId| {
        let first = tree.kids(id).first().map_or("", |&first| word(tree, text, first));
        matches!(first, "name" | "is-a" | "mode" | "order" | "phase" | "worth")
    };
    match kids.first().map_or("", |&head| word(tree, text, head)) {
        _ if kids.len() == 2 => 1,
        "for" => 2,
        "define" | "if" | "while" | "when" | "at-do" | "sum" | "collect" | "let" | "set!" => 1,
        _ => kids.iter().skip(1).take_while(|&&kid| label(kid)).count(),
    }
}

/// Where a list that the author wrote on one line is broken: for each element, does it begin a line? Rows of words
/// are filled up; otherwise each list gets a line of its own.
fn planned(tree: &Tree, text: &str, kids: &[NodeId], n_labels: usize) -> Vec<bool> {
    let is_list = |id: NodeId| tree.node(id).kind == NodeKind::List;
    let rest = kids.get(1 + n_labels..).unwrap_or_default();
    let n_lists = rest.iter().filter(|&&kid| is_list(kid)).count();
    // `a1 (times 3) b1` is a row of words too.
    let row = rest.first().is_some_and(|&first| !is_list(first)) && n_lists * 2 <= rest.len();
    let head = kids.first().map_or("", |&head| word(tree, text, head));
    let fill = row || matches!(head, "link" | "unlink" | "sym" | "dice");
    let begins =
        |at: usize| at > n_labels && !fill && (is_list(kids[at]) || word(tree, text, kids[at]) == "else");
    (0..kids.len()).map(begins).collect()
}

/// A word as it is written; nothing for a list.
fn word<'t>(tree: &Tree, text: &'t str, id: NodeId) -> &'t str {
    if tree.node(id).kind == NodeKind::List { "" } else { slice(tree, text, id) }
}
