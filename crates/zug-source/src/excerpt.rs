//! The one line of a text that a message shows.
//!
//! Only the first line of a span is shown, and of a long line only a window: macro files have lines of
//! ten thousand characters, and hostile ones are a single line of sixty megabytes. The cost of an
//! excerpt is that of its window, plus one fast count of the characters before it for the column.

use crate::{Sources, Span};

/// Characters of a line that are shown at most, and how many of them may stand before the place.
const WIDTH: usize = 120;
const BEFORE: usize = 40;

/// Stands where a line was cut.
const CUT: &str = "...";

/// The line a place stands on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// One line, without control characters but tabs.
    pub text: String,
    /// The place in `text`, in bytes.
    pub mark: std::ops::Range<usize>,
    /// Of the place in the whole text, from 1.
    pub line: u32,
    pub column: u32,
}

impl Excerpt {
    /// `None` for built-in things.
    pub fn new(sources: &Sources, span: Span) -> Option<Self> {
        if span.is_nowhere() {
            return None;
        }
        let all = sources.text(span.file);
        let start = all.floor_char_boundary(span.start as usize);
        let line = sources.line_range(span.file, start as u32);
        // A place in the line end shows as the end of the line.
        let start = start.clamp(line.start, line.end);
        let end = all.floor_char_boundary(span.end as usize).clamp(start, line.end);

        let (from, to) = window(&all[line.start..start], &all[start..line.end]);
        let (from, to) = (start - from, start + to);
        let end = if span.end as usize > line.end {
            // The span goes on below: its first line is marked up to the last word.
            start + all[start..to].trim_end().len()
        } else {
            end.min(to)
        };

        let mut text = String::new();
        if from > line.start {
            text.push_str(CUT);
        }
        push_clean(&mut text, &all[from..start]);
        let mark_start = text.len();
        push_clean(&mut text, &all[start..end]);
        let mark = mark_start..text.len();
        push_clean(&mut text, &all[end..to]);
        if to < line.end {
            text.push_str(CUT);
        }
        let (line, column) = sources.line_column(span.file, span.start);
        Some(Self { text, mark, line, column })
    }
}

/// How many bytes to show of what stands before and after a place of a line.
fn window(before: &str, after: &str) -> (usize, usize) {
    // Room that is not needed on one side goes to the other.
    let n_after = after.chars().take(WIDTH).count();
    let n_before = BEFORE.max(WIDTH - n_after);
    let from = before.char_indices().rev().take(n_before).last().map_or(before.len(), |(at, _)| at);
    let n_before = before[from..].chars().count();
    let to = after.char_indices().nth(WIDTH - n_before).map_or(after.len(), |(at, _)| at);
    (before.len() - from, to)
}

/// Adds text without what would disturb a terminal: control characters can rewrite what it shows.
pub(crate) fn push_clean(out: &mut String, text: &str) {
    out.extend(text.chars().map(|c| match c {
        '\t' => c,
        '\n' | '\r' => ' ',
        // The private one is `render`'s own.
        c if c.is_control() || c == PLACE_MARK => char::REPLACEMENT_CHARACTER,
        c => c,
    }));
}

/// Stands for a place while a message is laid out; see `render`.
pub(crate) const PLACE_MARK: char = '\u{F8FF}';

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;

    fn excerpt(text: &str, start: usize, end: usize) -> (String, String, u32) {
        let mut sources = Sources::new();
        let file = sources.add("t", text.as_bytes(), None).unwrap();
        let excerpt = Excerpt::new(&sources, Span::new(file, start as u32, end as u32)).unwrap();
        let marked = excerpt.text[excerpt.mark.clone()].to_owned();
        (excerpt.text, marked, excerpt.column)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        assert_eq!(excerpt("x\n(piece a)\r\ny", 9, 10), ("(piece a)".into(), "a".into(), 8));
    }

    #[test]
    fn only_the_first_line_of_a_span_is_marked() {
        assert_eq!(excerpt("(piece  \n  a)", 0, 13), ("(piece  ".into(), "(piece".into(), 1));
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = format!("{} here {}", "a".repeat(5000), "b".repeat(5000));
        let (text, marked, column) = excerpt(&line, 5001, 5005);
        assert_eq!((marked.as_str(), column), ("here", 5002));
        assert_eq!(text, format!("...{} here {}...", "a".repeat(39), "b".repeat(75)));

        let (text, ..) = excerpt(&line, 0, 9000);
        assert_eq!(text, format!("{}...", "a".repeat(120)));
        let (text, ..) = excerpt(&line, line.len() - 1, line.len());
        assert_eq!(text, format!("...{}", "b".repeat(120)));
    }

    #[test]
    fn control_characters_do_not_get_through() {
        let text = format!("{}\u{1b}[2J\u{7}", " ".repeat(60));
        let (text, ..) = excerpt(&text, 61, 62);
        assert_eq!(text.trim_start(), "\u{FFFD}[2J\u{FFFD}");
    }

    #[test]
    fn impossible_places_are_moved_into_the_text() {
        assert_eq!(excerpt("ab", 7, 3).0, "ab");
        assert_eq!(excerpt("", 0, 1).0, "");
        assert!(Excerpt::new(&Sources::new(), Span::NOWHERE).is_none());
        assert_eq!(Excerpt::new(&Sources::new(), Span::new(FileId(3), 1, 2)).unwrap().text, "");
    }
}
