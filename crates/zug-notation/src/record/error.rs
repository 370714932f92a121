//! What is wrong with a text that should be a record.

/// Why a text is no record of the game, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}{}", .hint.as_ref().map(|h| format!("; {h}")).unwrap_or_default())]
pub struct ReadError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub what: String,
    pub hint: Option<String>,
}

/// A place in the text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl ReadError {
    pub(super) fn new(place: Place, what: impl Into<String>) -> Self {
        ReadError { line: place.line, column: place.column, what: what.into(), hint: None }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
