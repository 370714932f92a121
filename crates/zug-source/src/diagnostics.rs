//! The list of messages of one compilation.
//!
//! Keeps the list useful when a text is badly broken: the same message about the same words is kept
//! once, however many expansions of a macro repeat it, and past [`MAX_KEPT`] messages are counted
//! only. It does not sort; the order is that of discovery.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Diagnostic, Origin, Severity};

/// How many errors are kept, and how many warnings. Nobody reads more.
const MAX_KEPT: usize = 200;

/// Messages in the order of discovery, each once.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    /// Fingerprints of all messages, the suppressed ones included. Sixty-four bits of SipHash: that
    /// two different messages share one does not happen in practice.
    seen: FxHashSet<u64>,
    n_errors: usize,
    n_warnings: usize,
    n_suppressed: usize,
}

impl Diagnostics {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a message, unless the same one about the same words is there already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.seen.insert(fingerprint(&diagnostic)) {
            return;
        }
        let count = match diagnostic.severity {
            Severity::Error => &mut self.n_errors,
            Severity::Warning => &mut self.n_warnings,
        };
        *count += 1;
        if *count <= MAX_KEPT {
            self.kept.push(diagnostic);
        } else {
            self.n_suppressed += 1;
        }
    }

    pub fn has_errors(&self) -> bool {
        self.n_errors > 0
    }

    /// Number of different errors, with the suppressed ones.
    pub fn n_errors(&self) -> usize {
        self.n_errors
    }

    /// Number of different warnings, with the suppressed ones.
    pub fn n_warnings(&self) -> usize {
        self.n_warnings
    }

    /// Number of messages that were counted and not kept.
    pub fn suppressed(&self) -> usize {
        self.n_suppressed
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// Adds all of another list, with its count of suppressed messages.
    pub fn append(&mut self, other: Self) {
        let count = |list: &[Diagnostic], severity| list.iter().filter(|d| d.severity == severity).count();
        let lost_errors = other.n_errors - count(&other.kept, Severity::Error);
        let lost_warnings = other.n_warnings - count(&other.kept, Severity::Warning);
        self.extend(other.kept);
        self.n_errors += lost_errors;
        self.n_warnings += lost_warnings;
        self.n_suppressed += other.n_suppressed;
    }

    /// Without what other errors have brought about, so that one slip is one message.
    ///
    /// `stage` says how early an error of that code spoils the reading: 0 is the text itself, where nothing that
    /// follows can be trusted. Of the errors only those of the earliest stage stay, and of all about one unknown name
    /// the first. Warnings are kept unless the text cannot be read.
    #[must_use]
    pub fn without_consequences(self, stage: impl Fn(&str) -> u8) -> Self {
        let errors = self.kept.iter().filter(|d| d.severity == Severity::Error);
        let Some(earliest) = errors.map(|d| stage(d.code)).min() else { return self };
        let mut settled = Self::new();
        let mut named: FxHashMap<String, usize> = FxHashMap::default();
        let mut again: FxHashMap<usize, Vec<Origin>> = FxHashMap::default();
        for diagnostic in self.kept {
            let stays = match diagnostic.severity {
                Severity::Error => stage(diagnostic.code) == earliest,
                Severity::Warning => earliest > 0,
            };
            if !stays {
                continue;
            }
            if let Some(name) = diagnostic.name.clone() {
                if let Some(&first) = named.get(&name) {
                    again.entry(first).or_default().push(diagnostic.origin);
                    continue;
                }
                named.insert(name, settled.kept.len());
            }
            settled.push(diagnostic);
        }
        for (first, places) in again {
            settled.kept[first].mention_again(&places);
        }
        settled
    }

    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.kept
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The words themselves count, not the call that brought them: see the head of this file.
fn fingerprint(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    (diagnostic.code, diagnostic.origin.span, &diagnostic.message).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExpansionId, FileId, Origin, Span};

    fn error(at: u32) -> Diagnostic {
        Diagnostic::error("tst-001", Span::new(FileId(0), at, at + 1), "wrong")
    }

    #[test]
    fn a_message_from_many_expansions_is_kept_once() {
        let mut list = Diagnostics::new();
        for n in 0..1000 {
            let mut again = error(5);
            again.origin = Origin { expansion: ExpansionId(n), ..again.origin };
            list.push(again);
        }
        list.push(error(6));
        list.push(Diagnostic { message: "also wrong".into(), ..error(5) });
        assert_eq!((list.n_errors(), list.suppressed()), (3, 0));
        assert_eq!(list.iter().next().unwrap().origin.expansion, ExpansionId(0));
    }

    #[test]
    fn one_slip_is_one_message() {
        let stage = |code: &str| u8::from(code != "tst-000");
        let mut list = Diagnostics::new();
        list.push(Diagnostic::warning("tst-002", Span::new(FileId(0), 0, 1), "odd"));
        for at in 1..5 {
            list.push(
                Diagnostic::error("tst-003", Span::new(FileId(0), at, at + 1), "unknown").about("King"),
            );
        }
        list.push(Diagnostic::error("tst-003", Span::new(FileId(0), 9, 10), "unknown").about("Queen"));
        let settled = list.clone().without_consequences(stage);
        assert_eq!((settled.n_errors(), settled.n_warnings()), (2, 1));
        let notes: Vec<&str> =
            settled.iter().flat_map(|d| &d.related).map(|(_, text)| text.as_str()).collect();
        assert_eq!(notes, ["it stands here, too, and in 2 more places"]);

        list.push(Diagnostic::error("tst-000", Span::new(FileId(0), 3, 4), "unclosed"));
        let settled = list.without_consequences(stage);
        assert_eq!(settled.iter().map(|d| d.code).collect::<Vec<_>>(), ["tst-000"]);
    }

    #[test]
    fn past_the_limit_messages_are_counted_and_warnings_do_not_crowd_out_errors() {
        let mut list = Diagnostics::new();
        for at in 0..300 {
            list.push(Diagnostic::warning("tst-002", Span::new(FileId(0), at, at), "odd"));
        }
        assert!(!list.has_errors());
        (0..250).chain(0..250).for_each(|at| list.push(error(at)));
        assert_eq!((list.n_errors(), list.n_warnings(), list.suppressed()), (250, 300, 150));
        assert_eq!(list.iter().len(), 400);

        let mut all = Diagnostics::new();
        all.push(error(1000));
        all.append(list.clone());
        assert_eq!((all.n_errors(), all.n_warnings(), all.suppressed()), (251, 300, 151));
        all.extend(list);
        assert_eq!(all.n_errors(), 251);
        assert_eq!(all.into_vec().len(), 400);
    }
}
