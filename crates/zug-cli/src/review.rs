//! A rules file of a user's collection, loaded for the sake of what is wrong with it.

use crate::args::TextArgs;
use crate::disk::DiskFiles;
use crate::open::{Refused, load_disk};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use zug_game::{Problem, RulesFile, Severity, Which};

/// What became of one rules file.
pub(crate) struct Review {
    pub(crate) loaded: Result<RulesFile, Refused>,
    /// The files it includes.
    pub(crate) includes: Vec<PathBuf>,
}

/// Loads all games and variants of a file.
pub(crate) fn review(path: &Path, text: TextArgs) -> Review {
    let files = DiskFiles::default();
    let loaded = load_disk(path, text, &files, Which::All);
    Review { loaded, includes: files.into_read() }
}

impl Review {
    /// It has no game of its own: perhaps it is there to be included.
    pub(crate) fn has_no_game(&self) -> bool {
        self.loaded.as_ref().is_ok_and(|file| file.forms.is_empty())
    }

    /// Is everything in it playable?
    pub(crate) fn is_ok(&self) -> bool {
        self.loaded.as_ref().is_ok_and(|file| !file.has_errors() && !file.forms.is_empty())
    }

    /// Titles of its games and variants.
    pub(crate) fn titles(&self) -> Vec<String> {
        let forms = self.loaded.as_ref().map_or(&[][..], |file| &file.forms);
        forms.iter().map(|form| form.title.clone()).collect()
    }

    /// All messages about it; none if it was refused.
    pub(crate) fn problems(&self) -> &[Problem] {
        self.loaded.as_ref().map_or(&[], |file| &file.problems)
    }

    pub(crate) fn n_of(&self, severity: Severity) -> usize {
        self.problems().iter().filter(|problem| problem.severity == severity).count()
    }
}

/// Files that others include, however their paths are written.
#[derive(Default)]
pub(crate) struct Included(HashSet<PathBuf>);

impl Included {
    pub(crate) fn add(&mut self, review: &Review) {
        self.0.extend(review.includes.iter().map(|path| same(path)));
    }

    pub(crate) fn has(&self, path: &Path) -> bool {
        self.0.contains(&same(path))
    }
}

/// One path for one file.
pub(crate) fn same(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
