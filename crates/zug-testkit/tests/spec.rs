//! The examples of the spec pages and of the manual of the Zug language, one test each (see `zug_testkit::spec` for
//! how a page is written), and whether they leave something out.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use zug_testkit::spec::{Example, examples};

const PAGES: [&str; 3] = ["spec/zrf.md", "spec/zrf-by-example.md", "spec/zrf-extensions.md"];
const MANUAL: &str = "docs/zug-language";

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
    let (chapters, manual) = manual();
    trials.extend(manual);
    let same = move || both_manuals_are_the_same(&chapters).map_err(Failed::from);
    trials.push(Trial::test("the manual has the same examples in Russian", same));
    let complete = move || every_value_is_shown(&shown).map_err(Failed::from);
    trials.push(Trial::test("every value of every option of the rules has an example", complete));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn read(page: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(page)).map_err(|e| format!("{page}: {e}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The chapters of the manual, and their examples in both languages. `README.md` is the list of chapters.
fn manual() -> (Vec<String>, Vec<Trial>) {
    let entries = std::fs::read_dir(root().join(MANUAL)).expect("the manual is part of the project");
    let mut chapters: Vec<String> = entries
        .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".md") && name != "README.md")
        .collect();
    chapters.sort_unstable();
    let mut trials = Vec::new();
    for page in chapters.iter().flat_map(|c| [format!("{MANUAL}/{c}"), format!("{MANUAL}/ru/{c}")]) {
        match read(&page).and_then(|text| examples(&page, &text)) {
            Ok(found) => trials.extend(found.into_iter().map(trial)),
            Err(what) => trials.push(Trial::test(page, move || Err(Failed::from(what)))),
        }
    }
    (chapters, trials)
}

/// A translation has all fenced blocks of its page, word for word, and nothing else.
fn both_manuals_are_the_same(chapters: &[String]) -> Result<(), String> {
    for chapter in chapters {
        let [english, russian] = [format!("{MANUAL}/{chapter}"), format!("{MANUAL}/ru/{chapter}")];
        let (text, translated) = (read(&english)?, read(&russian)?);
        let [blocks, translated] =
            [&text, &translated].map(|t| t.split("```").skip(1).step_by(2).collect::<Vec<_>>());
        if let Some(block) = blocks.iter().find(|b| !translated.contains(b)) {
            return Err(format!("{russian} lacks this block of {english}:\n{block}"));
        }
        if blocks != translated {
            return Err(format!("{russian} has other blocks than {english}, or another order"));
        }
    }
    Ok(())
}

fn trial(example: Example) -> Trial {
    Trial::test(example.name.clone(), move || example.run().map_err(Failed::from))
}

/// The options that change a rule are those of the first two tables of `options.md`; the first value of each is the
/// default, which every example without the option shows.
fn every_value_is_shown(shown: &str) -> Result<(), String> {
    let page = read("spec/options.md")?;
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
