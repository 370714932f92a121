//! `cargo xtask tidy`: what people forget and the compiler does not see.
//!
//! Each check is one file. A finding names the place and says what to do about it. The lists that checks
//! compare with are in the documents (`docs/ARCHITECTURE.md`, `docs/DEPENDENCIES.md`), so that whoever reads
//! them reads the truth.

mod crates;
mod docs;
mod games;
mod markdown;
mod metadata;
mod profiles;
mod sources;
mod spec;

use crate::cargo::root;
use crate::tree::{self, File};
use metadata::Package;
use std::process::ExitCode;

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    if let Some(extra) = arguments.first() {
        eprintln!("`cargo xtask tidy` takes no argument, found `{extra}`");
        return ExitCode::from(2);
    }
    if check_and_print() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs all checks, prints what they find, and says whether everything is tidy.
pub(crate) fn check_and_print() -> bool {
    let found = match Project::read() {
        Ok(project) => project.check(),
        Err(error) => Found { findings: vec![error], notes: Vec::new() },
    };
    for note in &found.notes {
        println!("note: {note}");
    }
    for finding in &found.findings {
        println!("{finding}");
    }
    match found.findings.len() {
        0 => println!("tidy"),
        1 => println!("1 thing to tidy up"),
        n => println!("{n} things to tidy up"),
    }
    found.findings.is_empty()
}

/// Everything the checks look at.
struct Project {
    files: Vec<File>,
    packages: Vec<Package>,
}

/// What the checks have found.
#[derive(Default)]
struct Found {
    /// Each must go before a change can be taken in.
    findings: Vec<String>,
    /// Worth a look.
    notes: Vec<String>,
}

impl Found {
    fn add(&mut self, finding: impl Into<String>) {
        self.findings.push(finding.into());
    }

    fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}

impl Project {
    fn read() -> Result<Self, String> {
        Ok(Self { files: tree::files(&root())?, packages: metadata::packages()? })
    }

    fn check(&self) -> Found {
        let mut found = Found::default();
        crates::check(self, &mut found);
        docs::check(self, &mut found);
        spec::check(self, &mut found);
        games::check(self, &mut found);
        profiles::check(self, &mut found);
        sources::check(self, &mut found);
        found
    }

    fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The text of a file that has to be there; its absence is a finding.
    fn text(&self, path: &str, found: &mut Found) -> &str {
        match self.file(path) {
            Some(file) => &file.text,
            None => {
                found.add(format!("{path}: this file is missing"));
                ""
            }
        }
    }
}

#[cfg(test)]
mod testkit {
    use super::*;

    /// A project of these files.
    pub(super) fn project(files: &[(&str, &str)]) -> Project {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Project { files: files.iter().map(file).collect(), packages: Vec::new() }
    }

    /// What a check finds in a project.
    pub(super) fn findings(project: &Project, check: fn(&Project, &mut Found)) -> Vec<String> {
        let mut found = Found::default();
        check(project, &mut found);
        found.findings
    }
}
