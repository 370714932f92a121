//! Going through a text character by character, knowing the line and the column.

use crate::record::Place;

/// Where a reader is in its text.
#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, place: Place) -> Self {
        Cursor { rest: text, place }
    }

    /// What has not been read yet.
    pub(crate) fn rest(&self) -> &'t str {
        self.rest
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    /// Takes characters as long as they fit.
    pub(crate) fn take(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let start = self.rest;
        while self.peek().is_some_and(&fits) {
            self.bump();
        }
        self.since(start)
    }

    /// What was read since the rest of the text was that.
    pub(crate) fn since(&self, start: &'t str) -> &'t str {
        &start[..start.len() - self.rest.len()]
    }
}
