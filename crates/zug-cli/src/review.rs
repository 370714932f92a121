//! A rules file of a user's collection, loaded for the sake of what is wrong with it.

use crate::args::TextArgs;
use crate::disk::DiskFiles;
use crate::open::{Refused, load_disk};
use std::collections::HashMap;
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
    let files = DiskFiles::new(path, text.include_path);
    let loaded = load_disk(path, text, &files, Which::All);
    Review { loaded, includes: files.into_read() }
}

impl Review {
    /// What it lacks to be played by itself: perhaps it is there to be included.
    pub(crate) fn lack(&self) -> Lack {
        match &self.loaded {
            Ok(file) if file.forms.is_empty() => Lack::Games,
            Ok(file) if file.games().iter().all(Option::is_none) => Lack::Parts,
            _ => Lack::Nothing,
        }
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

/// What keeps a file from being played by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lack {
    Nothing,
    /// It has no game.
    Games,
    /// None of its games can be made from what is there.
    Parts,
}

/// Files that others include, however their paths are written, and whether one of those others is sound.
#[derive(Default)]
pub(crate) struct Included(HashMap<PathBuf, bool>);

impl Included {
    pub(crate) fn add(&mut self, review: &Review) {
        for path in &review.includes {
            *self.0.entry(same(path)).or_default() |= review.is_ok();
        }
    }

    /// Is the file fine as a part of others? A sound file shows that the parts of games in it are.
    pub(crate) fn excuses(&self, path: &Path, lack: Lack) -> bool {
        match lack {
            Lack::Nothing => false,
            Lack::Games => self.0.contains_key(&same(path)),
            Lack::Parts => self.0.get(&same(path)) == Some(&true),
        }
    }
}

/// One path for one file.
pub(crate) fn same(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
