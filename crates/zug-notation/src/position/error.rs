//! What is wrong with a position text.

/// Why a text is no position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}, at character {at} of the position{}", .hint.as_ref().map(|h| format!("; {h}")).unwrap_or_default())]
pub struct PositionError {
    /// The character where it was noticed, from 1.
    pub at: usize,
    pub what: String,
    pub hint: Option<String>,
}

impl PositionError {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        PositionError { at, what: what.into(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }
}

/// A piece of the author's text for a message: not longer than a line can bear.
pub(crate) fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(40).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if short.len() < text.len() && text.chars().count() > 40 { format!("{short}…") } else { short }
}
