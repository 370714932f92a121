//! The end of a text inside lists: who forgot a `)`, and where.
//!
//! A single forgotten `)` makes every later form part of the list that lacks it, to the end of the
//! text. But authors start top-level forms at the start of a line and indent the rest. So an element
//! that is a list at the start of a line tells where its list was meant to end; from there on the
//! elements are top-level forms again, and the errors that would follow from the wrong nesting do not
//! appear. Where everything is balanced none of this is asked: nobody has to indent.

use crate::Diagnostic;
use crate::read::{Open, Reader};

impl Reader<'_> {
    /// Reports and closes all open lists.
    pub(crate) fn close_unclosed(&mut self) {
        // A string without end hides parentheses. That was reported, and this would be guessing.
        if !self.quote_missing {
            self.report_unclosed();
        }
        self.rebuild();
    }

    /// One message for each chain of lists that were meant to end at the same place.
    fn report_unclosed(&mut self) {
        let mut first = 0;
        for last in 0..self.open.len() {
            let end_of_text = last + 1 == self.open.len();
            if self.open[last].escape.is_none() && !end_of_text {
                continue;
            }
            let hidden = if end_of_text { self.n_too_deep } else { 0 };
            let problem = self.unclosed(first, last, hidden);
            self.out.push(problem);
            first = last + 1;
        }
    }

    fn unclosed(&self, first: usize, last: usize, n_hidden: usize) -> Diagnostic {
        let place = |list: &Open| self.span(list.at, list.at + 1);
        let n_lists = last - first + 1 + n_hidden;
        let mut problem = if n_lists == 1 {
            Diagnostic::error("src-001", place(&self.open[first]), "unclosed list")
                .label("this `(` has no `)`")
        } else {
            Diagnostic::error("src-001", place(&self.open[first]), format!("{n_lists} unclosed lists"))
                .label("the outermost of them starts here")
        };
        if n_lists > 1 && n_hidden == 0 {
            problem = problem.related(place(&self.open[last]).into(), "the innermost of them starts here");
        }
        let Some(next) = self.looks_top_level(last) else { return problem };
        let line = self.sources.line(self.file, next as u32);
        let missing = if n_lists == 1 { "a `)` is".to_owned() } else { format!("{n_lists} `)` are") };
        problem.hint(format!("perhaps {missing} missing before line {line}, which starts with `(`"))
    }

    /// Where the first element that looks like a top-level form starts in an open list.
    fn looks_top_level(&self, list: usize) -> Option<usize> {
        let escape = self.open[list].escape?;
        match self.open.get(list + 1) {
            // Still open itself: then it is not among the kids yet.
            Some(next) if next.first_kid == escape => Some(next.at),
            _ => self.kids.get(escape).map(|&kid| self.tree.node(kid).origin.span.start as usize),
        }
    }

    /// Closes from the inside out. What looks like top-level forms becomes roots.
    fn rebuild(&mut self) {
        let mut escaped = Vec::new(); // last form of the text first
        let mut inner = None;
        while let Some(list) = self.open.pop() {
            self.kids.extend(inner);
            // An element that escapes was the last thing seen of its list.
            let end = list.escape.unwrap_or(self.kids.len());
            escaped.extend(self.kids.drain(end..).rev());
            let span = self.span(list.at, list.at + 1);
            let last = self.kids[list.first_kid..].last();
            let span = last.map_or(span, |&last| span.to(self.tree.node(last).origin.span));
            inner = Some(self.tree.list(&self.kids[list.first_kid..], span.into()));
            self.kids.truncate(list.first_kid);
        }
        for root in inner.into_iter().chain(escaped.into_iter().rev()) {
            self.tree.push_root(root);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostics, Sources, Symbols, read};

    /// The tree, and for each message the line it is about and its hint.
    fn read_text(text: &str) -> (String, Vec<(u32, String)>) {
        let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
        let mut out = Diagnostics::new();
        let file = sources.add("t.zrf", text.as_bytes(), None).unwrap();
        let tree = read(&sources, file, &mut symbols, &mut out);
        let problems = out.iter().map(|problem| {
            assert_eq!(problem.code, "src-001");
            let (line, _) = sources.line_column(file, problem.origin.span.start);
            (line, problem.hint.clone().unwrap_or_default())
        });
        (tree.print_roots(&symbols), problems.collect())
    }

    fn hint(missing: &str, line: u32) -> String {
        format!("perhaps {missing} missing before line {line}, which starts with `(`")
    }

    #[test]
    fn a_list_open_at_the_end_is_closed_there() {
        let (printed, problems) = read_text("(a (b) c");
        assert_eq!(printed, "(a (b) c)");
        assert_eq!(problems, [(1, String::new())]);
    }

    #[test]
    fn a_form_at_the_start_of_a_line_ends_the_list_before_it() {
        let (printed, problems) = read_text("(x)\n(game (title \"t\"\n  (board))\n(variant)\n(define y) z");
        assert_eq!(printed, "(x)\n(game (title \"t\" (board)))\n(variant)\n(define y)\nz");
        assert_eq!(problems, [(2, hint("a `)` is", 4))]);
    }

    #[test]
    fn lists_that_end_together_are_one_message() {
        let (printed, problems) = read_text("(a\n (b (c\r\n(d)\n(e)");
        assert_eq!(printed, "(a (b (c)))\n(d)\n(e)");
        assert_eq!(problems, [(1, hint("3 `)` are", 3))]);
    }

    #[test]
    fn each_broken_form_has_its_own_message() {
        let (printed, problems) = read_text("(a (b\n(c (d\n(e)\n(f");
        assert_eq!(printed, "(a (b))\n(c (d))\n(e)\n(f)");
        assert_eq!(problems, [(1, hint("2 `)` are", 2)), (2, hint("2 `)` are", 3)), (4, String::new())]);
    }

    #[test]
    fn what_follows_an_escaped_form_escapes_too() {
        let (printed, problems) = read_text("(a\n(b) c (d");
        assert_eq!(printed, "(a)\n(b)\nc\n(d)");
        assert_eq!(problems, [(1, hint("a `)` is", 2)), (2, String::new())]);
    }

    #[test]
    fn balanced_texts_may_start_lines_as_they_like() {
        let (printed, problems) = read_text("(a\n(b\n(c))\n(d))\n(e)");
        assert_eq!(printed, "(a (b (c)) (d))\n(e)");
        assert_eq!(problems, []);
    }
}
