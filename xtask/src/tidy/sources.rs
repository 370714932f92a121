//! Texts: nothing unfinished, nothing too long, nothing that only this machine has.

use super::{File, Found, Project};

/// From here on look for a noun to split by.
const LONG: usize = 700;
/// Longer files are refused.
const TOO_LONG: usize = 800;

/// What finished Rust does not say. In two halves, so that this file does not say it.
const UNFINISHED: &[(&str, &str)] =
    &[("to", "do!("), ("unimpl", "emented!("), ("db", "g!("), ("#[ig", "nore"), ("FIX", "ME"), ("XX", "X")];

const UNSAFE: &str = concat!("uns", "afe");

/// The crate that may have such code, where it says why nothing can go wrong.
const UNSAFE_CRATE: &str = "crates/zug-jit/";

/// Folders that other machines do not have.
const MACHINE: &[(&str, &str)] = &[("/wo", "rk/"), ("/ro", "ot/"), ("/tm", "p/")];

pub(super) fn check(project: &Project, found: &mut Found) {
    for file in &project.files {
        if file.has_ending("rs") {
            rust(file, found);
        }
        if file.path != "Cargo.lock" {
            machine_paths(file, found);
        }
    }
}

fn rust(file: &File, found: &mut Found) {
    let n_lines = file.text.lines().count();
    if n_lines > TOO_LONG {
        found.add(format!("{}: {n_lines} lines, at most {TOO_LONG}: split it by a noun", file.path));
    } else if n_lines > LONG {
        found.note(format!("{}: {n_lines} lines, soon too long", file.path));
    }
    for (number, line) in file.lines() {
        for (a, b) in UNFINISHED {
            let word = format!("{a}{b}");
            if occurs_as_word(line, &word) {
                found.add(format!("{}:{number}: `{word}` in finished code", file.path));
            }
        }
        let code = line.split("//").next().unwrap_or_default();
        if occurs_as_word(code, UNSAFE) {
            if !file.path.starts_with(UNSAFE_CRATE) {
                found.add(format!("{}:{number}: `{UNSAFE}` code outside of {UNSAFE_CRATE}", file.path));
            } else if !is_explained(&file.text, number) {
                found.add(format!("{}:{number}: `{UNSAFE}` code without its reason before it", file.path));
            }
        }
    }
}

/// Do the lines before this one say why it is safe, or what its callers must see to?
fn is_explained(text: &str, number: usize) -> bool {
    let lines: Vec<&str> = text.lines().take(number).collect();
    let before = lines.iter().rev().skip(1).take(8);
    before.into_iter().any(|line| line.contains("SAFETY:") || line.contains("# Safety"))
}

/// A test that needs a folder asks for one (`std::env::temp_dir`), a document shows a relative path.
fn machine_paths(file: &File, found: &mut Found) {
    for (number, line) in file.lines() {
        for (a, b) in MACHINE {
            let path = format!("{a}{b}");
            let whole = |at: usize| {
                let before = line[..at].chars().next_back();
                before.is_none_or(|c| !c.is_alphanumeric() && !"._-~/*".contains(c))
            };
            if line.match_indices(&path).any(|(at, _)| whole(at)) {
                found.add(format!("{}:{number}: a path of one machine: `{path}`", file.path));
            }
        }
    }
}

/// Does the line have the word, not as a part of a longer one?
fn occurs_as_word(line: &str, word: &str) -> bool {
    let in_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let begins = |text: &str| in_word(text.chars().next());
    let ends = |text: &str| in_word(text.chars().next_back());
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let glued = begins(word) && ends(before) || ends(word) && begins(after);
        !glued
    })
}

#[cfg(test)]
mod tests {
    use super::super::testkit::{findings, project};
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(occurs_as_word("x = word;", "word") && occurs_as_word("word", "word"));
        assert!(!occurs_as_word("a_word", "word") && !occurs_as_word("words", "word"));
        assert!(occurs_as_word("call!(x)", "call!("));
        assert!(!occurs_as_word("recall!(x)", "call!("));
    }

    #[test]
    fn unfinished_code_is_found() {
        let text: String = UNFINISHED.iter().map(|(a, b)| format!("{a}{b}\n")).collect();
        let text = format!("{text}{UNSAFE} {{ x }}\n// {UNSAFE} is a word here\n#![deny({UNSAFE}_code)]\n");
        let project = project(&[("a.rs", &text), ("b.md", &text)]);
        let found = findings(&project, check);
        assert_eq!(found.len(), UNFINISHED.len() + 1, "{found:?}");
        assert_eq!(found[6], format!("a.rs:7: `{UNSAFE}` code outside of {UNSAFE_CRATE}"));
    }

    #[test]
    fn dangerous_code_has_its_reason() {
        let (bare, explained) =
            (format!("{UNSAFE} {{ x }}\n"), format!("// SAFETY: because\n{UNSAFE} {{ x }}\n"));
        let (a, b) = (format!("{UNSAFE_CRATE}a.rs"), format!("{UNSAFE_CRATE}b.rs"));
        let found = findings(&project(&[(&a, &bare), (&b, &explained)]), check);
        assert_eq!(found, [format!("{a}:1: `{UNSAFE}` code without its reason before it")]);
    }

    #[test]
    fn long_files_are_noticed_before_they_are_refused() {
        let (soon, late) = ("\n".repeat(LONG + 1), "\n".repeat(TOO_LONG + 1));
        let project = project(&[("soon.rs", &soon), ("late.rs", &late), ("late.md", &late)]);
        let mut found = Found::default();
        check(&project, &mut found);
        assert_eq!(found.notes, ["soon.rs: 701 lines, soon too long"]);
        assert_eq!(found.findings, ["late.rs: 801 lines, at most 800: split it by a noun"]);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        let line = |path: &str| format!("see `{path}x`\n");
        let (a, b) = MACHINE[0];
        let text = line(&format!("{a}{b}")) + &line(&format!("docs{a}{b}")) + &line(&format!("~{a}{b}"));
        let project = project(&[("a.md", &text)]);
        assert_eq!(findings(&project, check), [format!("a.md:1: a path of one machine: `{a}{b}`")]);
    }
}
