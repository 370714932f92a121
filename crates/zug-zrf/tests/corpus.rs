//! Loads every rules file below a folder, if one is named: `ZUG_CORPUS=folder cargo test -p zug-zrf --test corpus`.
//! The files are other people's work and are not part of the project.

use std::io;
use std::path::{Path, PathBuf};
use zug_source::{Files, Severity, render};
use zug_zrf::{AXIOM_CODE, Want, load};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

#[expect(clippy::unwrap_used, reason = "a helper of the test below")]
fn rules_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rules_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "zrf") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_of_the_corpus_loads() {
    let Ok(folder) = std::env::var("ZUG_CORPUS") else { return };
    let mut files = Vec::new();
    rules_files(Path::new(&folder), &mut files);
    assert!(!files.is_empty(), "no rules files below {folder}");
    let mut broken = Vec::new();
    for path in files {
        let name = path.to_str().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let loaded = load(name, &bytes, None, &Disk, Want::All).unwrap();
        // A file of macros that others include has no game; that is its only problem.
        let fragment = loaded.forms.is_empty();
        let axiom = loaded.diagnostics.iter().any(|problem| problem.code == AXIOM_CODE);
        let n_errors =
            loaded.diagnostics.iter().filter(|problem| problem.severity == Severity::Error).count();
        let n_models = loaded.forms.iter().filter(|form| form.model.is_some()).count();
        println!("{name}: {n_models} of {} forms", loaded.forms.len());
        for problem in &loaded.diagnostics {
            println!("{}", render(problem, &loaded.sources, &loaded.symbols, false));
        }
        let fine = n_models == loaded.forms.len() && n_errors == 0;
        let excused = n_errors == 1 && (axiom || fragment);
        if !fine && !excused {
            broken.push(name.to_owned());
        }
    }
    assert!(broken.is_empty(), "these do not load: {broken:#?}");
}
