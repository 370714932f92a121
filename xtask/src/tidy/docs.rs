//! Files that the documents name exist.

use super::markdown::ticked;
use super::{Found, Project};

/// How a path of the project begins.
const ROOTS: &[&str] = &["crates/", "docs/", "games/", "spec/", "xtask/", ".ci/", "fuzz/"];

pub(super) fn check(project: &Project, found: &mut Found) {
    for file in project.files.iter().filter(|file| file.has_ending("md")) {
        let mut in_example = false;
        for (number, line) in file.lines() {
            if line.trim_start().starts_with("```") {
                in_example = !in_example;
            }
            if in_example {
                continue;
            }
            for path in ticked(line).into_iter().filter(|word| is_path(word)) {
                if !exists(project, path) {
                    found.add(format!("{}:{number}: there is no `{path}`", file.path));
                }
            }
        }
    }
}

/// A path, not a pattern such as `games/<name>/<name>.zrf`.
fn is_path(word: &str) -> bool {
    ROOTS.iter().any(|root| word.starts_with(root))
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
        && !word.contains("...")
}

fn exists(project: &Project, path: &str) -> bool {
    let folder = format!("{}/", path.trim_end_matches('/'));
    project.files.iter().any(|file| file.path == path || file.path.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::super::testkit::{findings, project};
    use super::*;

    #[test]
    fn paths_that_lead_nowhere_are_found() {
        let page = "`docs/here.md`, `crates/zug-x/src`, `crates/zug-x/`, `games/<name>`, `docs/gone.md`, `x/y`\n\
                    ```text\n`docs/in-an-example.md`\n```\n`spec/gone.md`\n";
        let project = project(&[("docs/here.md", page), ("crates/zug-x/src/lib.rs", "")]);
        assert_eq!(
            findings(&project, check),
            ["docs/here.md:1: there is no `docs/gone.md`", "docs/here.md:5: there is no `spec/gone.md`"]
        );
    }
}
