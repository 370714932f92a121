//! Messages as text for people, laid out as by rustc.
//!
//! A message shows the author's own words first, even if they stand in a macro body; then the related
//! places; then the calls that led there, innermost first. The layout is the work of
//! `annotate-snippets`; this file chooses what to show, and bounds it: no input makes a message of
//! more than a few kilobytes. It neither prints nor decides about colours.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::excerpt::{Excerpt, PLACE_MARK, push_clean};
use crate::{Diagnostic, Expansion, Origin, Severity, Sources, Span, Symbol, Symbols};

/// Calls and includes shown at most; of a longer chain the middle is counted only.
const MAX_CALLS: usize = 6;

/// Other places shown at most.
const MAX_RELATED: usize = 10;

/// A message as text, with ANSI colours if `color`. No line end after the last line.
pub fn render(d: &Diagnostic, sources: &Sources, symbols: &Symbols, color: bool) -> String {
    let mut page = Page { sources, places: Vec::new() };
    let mut groups = vec![page.problem(d)];
    for (origin, text) in d.related.iter().take(MAX_RELATED) {
        groups.push(page.note(origin.span, tidy(text)));
    }
    add_count(&mut groups, d.related.len().saturating_sub(MAX_RELATED), "place");
    page.calls(d.origin, symbols, &mut groups);
    // Wider than any excerpt: cutting lines twice would be confusing.
    let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(400);
    page.put_places(&renderer.render(&groups))
}

/// File name, line and column of a message, for output that machines read.
///
/// Built-in things have no place; then it is that of the outermost call, and if there is none either,
/// line and column are 0.
pub fn place(d: &Diagnostic, sources: &Sources) -> (String, u32, u32) {
    let Origin { mut span, .. } = d.origin;
    if span.is_nowhere() {
        span = sources.outermost(d.origin);
    }
    let (line, column) = if span.is_nowhere() { (0, 0) } else { sources.line_column(span.file, span.start) };
    (sources.name(span.file).to_owned(), line, column)
}

struct Page<'a> {
    sources: &'a Sources,
    /// `name:line:column` of each excerpt; see [`Page::put_places`].
    places: Vec<String>,
}

impl Page<'_> {
    fn problem(&mut self, d: &Diagnostic) -> Group<'static> {
        let level = match d.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group =
            level.primary_title(tidy(&d.message)).id(d.code).elements(self.snippet(d.origin.span, &d.label));
        for note in self.includes(d.origin.span) {
            group = group.element(Level::NOTE.message(note));
        }
        if let Some(hint) = &d.hint {
            group = group.element(Level::HELP.with_name("hint").message(tidy(hint)));
        }
        group
    }

    fn note(&mut self, span: Span, text: String) -> Group<'static> {
        Level::NOTE.secondary_title(text).elements(self.snippet(span, ""))
    }

    fn snippet(
        &mut self,
        span: Span,
        label: &str,
    ) -> Option<Snippet<'static, annotate_snippets::Annotation<'static>>> {
        let Excerpt { text, mark, line, column } = Excerpt::new(self.sources, span)?;
        let number = self.places.len();
        self.places.push(format!("{}:{line}:{column}", tidy(self.sources.name(span.file))));
        let label = (!label.is_empty()).then(|| tidy(label));
        let annotation = AnnotationKind::Primary.span(mark).label(label);
        let snippet = Snippet::source(text).line_start(line as usize).path(format!("{PLACE_MARK}{number}"));
        Some(snippet.annotation(annotation))
    }

    /// `annotate-snippets` takes the column from the excerpt, where a cut line has the wrong one. So
    /// it gets marks instead of file names, and mark, line and column are replaced together.
    fn put_places(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut parts = text.split(PLACE_MARK);
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
            let mark = &part[..part.len() - rest.len()];
            let number = mark.split(':').next().and_then(|number| number.parse::<usize>().ok());
            out.push_str(number.and_then(|number| self.places.get(number)).map_or("", |place| place));
            out.push_str(rest);
        }
        out
    }

    /// The include statements around a text, innermost first.
    fn includes(&self, span: Span) -> Vec<String> {
        let chain = std::iter::successors(self.sources.included_from(span.file), |from| {
            self.sources.included_from(from.file)
        });
        let note = |from: Span| {
            let (line, column) = self.sources.line_column(from.file, from.start);
            format!("included from {}:{line}:{column}", tidy(self.sources.name(from.file)))
        };
        let shown = Shortened::new(chain);
        let mut notes: Vec<String> = shown.inner.into_iter().map(note).collect();
        notes.extend(plural(shown.n_left_out, "include").map(|count| format!("{count} not shown")));
        notes.extend(shown.outer.into_iter().map(note));
        notes
    }

    fn calls(&mut self, origin: Origin, symbols: &Symbols, groups: &mut Vec<Group<'static>>) {
        let chain = std::iter::successors(self.sources.expansion(origin.expansion), |expansion| {
            self.sources.expansion(expansion.call.expansion)
        });
        let shown = Shortened::new(chain);
        let title = |name: Symbol| format!("in this call of `{}`", tidy(symbols.name(name)));
        for Expansion { name, call } in shown.inner {
            groups.push(self.note(call.span, title(name)));
        }
        add_count(groups, shown.n_left_out, "call");
        for Expansion { name, call } in shown.outer {
            groups.push(self.note(call.span, title(name)));
        }
    }
}

/// A chain without its middle.
struct Shortened<T> {
    inner: Vec<T>,
    n_left_out: usize,
    outer: Vec<T>,
}

impl<T> Shortened<T> {
    fn new(mut chain: impl Iterator<Item = T>) -> Self {
        let inner: Vec<T> = chain.by_ref().take(MAX_CALLS / 2).collect();
        let mut outer = std::collections::VecDeque::new();
        let mut n_left_out = 0;
        for link in chain {
            outer.push_back(link);
            if outer.len() > MAX_CALLS / 2 {
                outer.pop_front();
                n_left_out += 1;
            }
        }
        Self { inner, n_left_out, outer: outer.into() }
    }
}

/// Says under the last group what was left out after it.
fn add_count(groups: &mut Vec<Group<'static>>, n_left_out: usize, what: &str) {
    if let Some(count) = plural(n_left_out, what)
        && let Some(last) = groups.pop()
    {
        groups.push(last.element(Level::NOTE.message(format!("{count} not shown"))));
    }
}

/// `3 more calls`; nothing for none.
fn plural(n: usize, what: &str) -> Option<String> {
    match n {
        0 => None,
        1 => Some(format!("1 more {what}")),
        _ => Some(format!("{n} more {what}s")),
    }
}

/// A text fit for one line of a terminal. An author's word may be a megabyte long and may hold
/// anything: line ends become blanks, control characters are masked, the middle of a monster is left out.
fn tidy(text: &str) -> String {
    const ENDS: usize = 400;
    let mut out = String::new();
    if text.len() <= 2 * ENDS + 100 {
        push_clean(&mut out, text);
    } else {
        push_clean(&mut out, &text[..text.floor_char_boundary(ENDS)]);
        out.push_str(" ... ");
        push_clean(&mut out, &text[text.ceil_char_boundary(text.len() - ENDS)..]);
    }
    out
}
