//! The examples of the spec pages, one test each (see `zug_testkit::spec` for how a page is written), and whether
//! they leave an option out.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use zug_testkit::spec::{Example, examples};

const PAGES: [&str; 3] = ["zrf.md", "zrf-by-example.md", "zrf-extensions.md"];

fn main() {
    let mut trials = Vec::new();
    let mut shown = String::new();
    for page in PAGES {
        match read(page).and_then(|text| examples(page, &text)) {
            Ok(found) => {
                shown.extend(found.iter().map(|example| example.fragment.as_str()));
                trials.extend(found.into_iter().map(trial));
            }
            Err(what) => trials.push(Trial::test(page, move || Err(Failed::from(what)))),
        }
    }
    let complete = move || every_value_is_shown(&shown).map_err(Failed::from);
    trials.push(Trial::test("every value of every option of the rules has an example", complete));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn read(page: &str) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec").join(page);
    std::fs::read_to_string(path).map_err(|e| format!("spec/{page}: {e}"))
}

fn trial(example: Example) -> Trial {
    Trial::test(example.name.clone(), move || example.run().map_err(Failed::from))
}

/// The options that change a rule are those of the first two tables of `options.md`; the first value of each is the
/// default, which every example without the option shows.
fn every_value_is_shown(shown: &str) -> Result<(), String> {
    let page = read("options.md")?;
    let rules = page.split("<!-- table: presentation -->").next().unwrap_or("");
    let settings: Vec<(String, &str)> = shown
        .split("(option \"")
        .skip(1)
        .filter_map(|rest| rest.split_once(')')?.0.split_once("\" "))
        .map(|(name, value)| (name.replace('-', " "), value))
        .collect();
    let mut missing = Vec::new();
    for row in rules.lines().filter(|line| line.starts_with("| `")) {
        let mut columns = row.split('|').map(str::trim).skip(1);
        let (name, values) = (columns.next().unwrap_or(""), columns.next().unwrap_or(""));
        let name = name.trim_matches('`');
        for value in values.split(", ").map(|value| value.trim_matches('`')).skip(1) {
            if !settings.iter().any(|(n, v)| n == name && *v == value) {
                missing.push(format!("`{name}` `{value}`"));
            }
        }
    }
    if settings.is_empty() || !missing.is_empty() {
        return Err(format!("no example shows {}", missing.join(", ")));
    }
    Ok(())
}
