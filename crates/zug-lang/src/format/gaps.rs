//! What stands between two neighbours of a text: blanks, line ends, comments.

/// A gap, taken apart.
#[derive(Default, Debug, PartialEq, Eq)]
pub(super) struct Gap<'t> {
    /// The comment on the line of what stands before.
    pub(super) trailing: Option<&'t str>,
    /// Comments on lines of their own, each with an empty line before it or not.
    pub(super) lines: Vec<(bool, &'t str)>,
    /// What stands behind begins a new line.
    pub(super) breaks: bool,
    /// There is an empty line right before it.
    pub(super) empty_line: bool,
}

impl<'t> Gap<'t> {
    /// The text holds nothing else: everything else is a node.
    pub(super) fn new(text: &'t str) -> Self {
        let mut gap = Self::default();
        // Line ends since the last comment, or since the start.
        let mut n_ends = 0;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            match first {
                ';' => {
                    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                    let comment = rest[..end].trim_end();
                    if gap.breaks {
                        gap.lines.push((n_ends > 1, comment));
                    } else {
                        gap.trailing = Some(comment);
                    }
                    n_ends = 0;
                    rest = &rest[end..];
                }
                '\n' | '\r' => {
                    gap.breaks = true;
                    n_ends += 1;
                    let length = if rest.starts_with("\r\n") { 2 } else { 1 };
                    rest = &rest[length..];
                }
                blank => rest = &rest[blank.len_utf8()..],
            }
        }
        gap.empty_line = n_ends > 1;
        gap
    }

    pub(super) fn has_comments(&self) -> bool {
        self.trailing.is_some() || !self.lines.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Gap;

    #[test]
    fn comments_belong_to_the_line_they_are_on() {
        assert_eq!(Gap::new("  \t"), Gap::default());
        let gap = Gap::new(" ; a \r\n\r\n ;b\n;; c\r\n  ");
        assert_eq!(gap.trailing, Some("; a"));
        assert_eq!(gap.lines, [(true, ";b"), (false, ";; c")]);
        assert!(gap.breaks && !gap.empty_line);
        let gap = Gap::new("\r\r\n");
        assert!(gap.breaks && gap.empty_line && !gap.has_comments());
        assert!(!Gap::new("; last").breaks);
    }
}
