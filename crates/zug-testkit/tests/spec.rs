//! The examples of the spec pages, one test each. See `zug_testkit::spec` for how a page is written.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use zug_testkit::spec::{Example, examples};

const PAGES: [&str; 3] = ["zrf.md", "zrf-by-example.md", "zrf-extensions.md"];

fn main() {
    let mut trials = Vec::new();
    for page in PAGES {
        match read(page).and_then(|text| examples(page, &text)) {
            Ok(found) => trials.extend(found.into_iter().map(trial)),
            Err(what) => trials.push(Trial::test(page, move || Err(Failed::from(what)))),
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn read(page: &str) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec").join(page);
    std::fs::read_to_string(path).map_err(|e| format!("spec/{page}: {e}"))
}

fn trial(example: Example) -> Trial {
    Trial::test(example.name.clone(), move || example.run().map_err(Failed::from))
}
