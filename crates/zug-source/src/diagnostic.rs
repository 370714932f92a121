//! One message about the author's text.
//!
//! Data only: `diagnostics` collects them, `render` prints them. Style of the texts: lower case, no
//! final stop, what was found and what was expected, backticks around the author's words; advice goes
//! into the hint. Each crate has its own prefix of codes.

use std::fmt;

use crate::{Origin, Span};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    Error,
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A problem, where it is, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Stable name of the kind of problem, such as `src-001`.
    pub code: &'static str,
    pub message: String,
    pub origin: Origin,
    /// Short text under the carets; may be empty.
    pub label: String,
    /// Other places that matter, each with what it has to do with the problem.
    pub related: Vec<(Origin, String)>,
    pub hint: Option<String>,
    /// The unknown name that it is about: one slip makes a name unknown wherever it stands.
    pub name: Option<String>,
}

impl Diagnostic {
    pub fn error(code: &'static str, origin: impl Into<Origin>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, origin.into(), message.into())
    }

    pub fn warning(code: &'static str, origin: impl Into<Origin>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, origin.into(), message.into())
    }

    fn new(severity: Severity, code: &'static str, origin: Origin, message: String) -> Self {
        Self {
            severity,
            code,
            message,
            origin,
            label: String::new(),
            related: Vec::new(),
            hint: None,
            name: None,
        }
    }

    /// Says where else the same name is unknown. Expansions of one macro name one place.
    pub(crate) fn mention_again(&mut self, places: &[Origin]) {
        let mut spans: Vec<Span> =
            places.iter().map(|origin| origin.span).filter(|&s| s != self.origin.span).collect();
        spans.sort_unstable_by_key(|span| (span.file, span.start));
        spans.dedup();
        let Some(&first) = spans.first() else { return };
        let text = match spans.len() {
            1 => "it stands here, too".to_owned(),
            2 => "it stands here, too, and in one more place".to_owned(),
            n => format!("it stands here, too, and in {} more places", n - 1),
        };
        self.related.push((first.into(), text));
    }

    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hint = Some(text.into());
        self
    }

    #[must_use]
    pub fn about(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    #[must_use]
    pub fn related(mut self, origin: Origin, text: impl Into<String>) -> Self {
        self.related.push((origin, text.into()));
        self
    }
}
