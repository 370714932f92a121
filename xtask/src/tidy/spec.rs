//! Every op, every test and every option has its line in a spec page.
//!
//! Tests in `zug-ir` and `zug-zrf` compare the pages with the tables word by word (`spec_pages.rs`,
//! `options_page.rs`). This is the cheap look from outside: it needs no crate to compile and notices when
//! a table moves away from where the pages say it is.

use super::{Found, Project};

const OPS: (&str, &str) = ("crates/zug-ir/src/op.rs", "spec/ops.md");
const SCRIPT_OPS: (&str, &str) = ("crates/zug-ir/src/script.rs", "spec/script-ops.md");
const OPTIONS: (&str, &str) = ("crates/zug-zrf/src/options.rs", "spec/options.md");

pub(super) fn check(project: &Project, found: &mut Found) {
    compare(project, OPS, op_of, found);
    compare(project, SCRIPT_OPS, op_of, found);
    compare(project, OPTIONS, option_of, found);
}

fn compare(
    project: &Project,
    (table, page): (&str, &str),
    name_of: fn(&str) -> Option<&str>,
    found: &mut Found,
) {
    let (rows, page_text) = (project.text(table, found), project.text(page, found));
    let names: Vec<&str> = rows.lines().filter_map(name_of).collect();
    if names.is_empty() {
        found.add(format!("{table}: no rows found; has the table moved?"));
    }
    for name in names {
        // `mark`, or `(step dir)`.
        if !page_text.contains(&format!("| `{name}` |")) && !page_text.contains(&format!("| `({name} ")) {
            found.add(format!("{page}: `{name}` of {table} is missing; `BLESS=1` with the tests writes it"));
        }
    }
}

/// `step = Step { dir: DirId };`
fn op_of(line: &str) -> Option<&str> {
    let (name, rest) = line.trim().strip_suffix("};")?.split_once(" = ")?;
    let fits = rest.starts_with(|c: char| c.is_ascii_uppercase()) && rest.contains(" {");
    let is_word = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    (fits && is_word).then_some(name)
}

/// `"pass turn", Rule, Old, …`
fn option_of(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix("    \"")?.split_once("\", ")?;
    ["Language,", "Rule,", "Presentation,"].iter().any(|kind| rest.starts_with(kind)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::testkit::{findings, project};
    use super::*;

    #[test]
    fn rows_are_recognised() {
        assert_eq!(op_of("            step = Step { dir: DirId };"), Some("step"));
        assert_eq!(op_of("            mark_push = MarkPush {};"), Some("mark_push"));
        assert_eq!(op_of("    let x = Some(1);"), None);
        assert_eq!(option_of("    \"pass turn\", Rule, Old, &[\"false\"],"), Some("pass turn"));
        assert_eq!(option_of("        \"forced\" | \"2\" => Pass::Forced,"), None);
    }

    #[test]
    fn what_a_page_lacks_is_found() {
        let project = project(&[
            (OPS.0, "    step = Step { dir: DirId };\n    mark = Mark {};\n    back = Back {};\n"),
            (OPS.1, "| `(step dir)` | |\n| `mark` | |\n"),
            (SCRIPT_OPS.0, "    take = Take {};\n    yield_ = Yield {};\n"),
            (SCRIPT_OPS.1, "| `take` | |\n"),
            (OPTIONS.0, ""),
        ]);
        assert_eq!(
            findings(&project, check),
            [
                "spec/ops.md: `back` of crates/zug-ir/src/op.rs is missing; `BLESS=1` with the tests writes it",
                "spec/script-ops.md: `yield_` of crates/zug-ir/src/script.rs is missing; `BLESS=1` with the tests writes it",
                "spec/options.md: this file is missing",
                "crates/zug-zrf/src/options.rs: no rows found; has the table moved?",
            ]
        );
    }
}
