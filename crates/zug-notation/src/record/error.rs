//! What is wrong with a text that should be a record.

/// Why a text is no record of the game, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: {what}{}", column_text(*column), .hint.as_ref().map(|h| format!("; {h}")).unwrap_or_default())]
pub struct ReadError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1; 0 if the whole line is meant.
    pub column: usize,
    pub what: String,
    pub hint: Option<String>,
}

/// A place in the text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

fn column_text(column: usize) -> String {
    if column == 0 { String::new() } else { format!(", column {column}") }
}

impl Place {
    /// A whole line.
    pub(crate) fn line(line: usize) -> Self {
        Place { line, column: 0 }
    }
}

impl ReadError {
    pub(crate) fn new(place: Place, what: impl Into<String>) -> Self {
        ReadError { line: place.line, column: place.column, what: what.into(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
