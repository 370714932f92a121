//! What the Zug language has no words for, with its place in the text the game came from.

use rustc_hash::FxHashSet;
use zug_source::{Diagnostic, Origin, Span};

/// One code for each reason; codes never change their meaning.
pub(crate) mod codes {
    /// A setting of the game.
    pub(crate) const SETTING: &str = "cnv-001";
    /// Players, turns, dice.
    pub(crate) const TURNS: &str = "cnv-002";
    /// A statement of a rule.
    pub(crate) const STATEMENT: &str = "cnv-003";
    /// A condition or a number.
    pub(crate) const CONDITION: &str = "cnv-004";
    /// An end of the game.
    pub(crate) const GOAL: &str = "cnv-005";
    /// Repetition.
    pub(crate) const REPETITION: &str = "cnv-006";
    /// Boards and set-up.
    pub(crate) const BOARD: &str = "cnv-007";
}

/// Collects what is lost; the same thing at the same place once.
#[derive(Default)]
pub(crate) struct Losses {
    list: Vec<Diagnostic>,
    known: FxHashSet<(Span, String)>,
}

impl Losses {
    pub(crate) fn add(&mut self, code: &'static str, origin: Origin, message: impl Into<String>) {
        let message = message.into();
        if self.known.insert((origin.span, message.clone())) {
            self.list.push(Diagnostic::warning(code, origin, message));
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}
