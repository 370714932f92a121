//! `spec/options.md` shows the table of options as it is. `BLESS=1 cargo test -p zug-zrf --test options_page`
//! writes the tables anew.

use std::fmt::Write as _;
use std::path::Path;
use zug_zrf::{OptionKind, option_table};

const KINDS: [(OptionKind, &str); 3] = [
    (OptionKind::Dialect, "dialect"),
    (OptionKind::Rule, "rule"),
    (OptionKind::Presentation, "presentation"),
];

fn table(kind: OptionKind) -> String {
    let mut text = String::from("| option | values | meaning |\n| --- | --- | --- |\n");
    for row in option_table().iter().filter(|row| row.kind == kind) {
        let values: Vec<String> = row.values.iter().map(|value| format!("`{value}`")).collect();
        let _ = writeln!(text, "| `{}` | {} | {} |", row.name, values.join(", "), row.doc);
    }
    text
}

#[test]
fn the_page_shows_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/options.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut fresh = page.clone();
    for (kind, name) in KINDS {
        let (begin, end) = (format!("<!-- table: {name} -->\n"), format!("<!-- end: {name} -->"));
        let start = fresh.find(&begin).unwrap_or_else(|| panic!("{begin} is missing")) + begin.len();
        let stop = start + fresh[start..].find(&end).unwrap_or_else(|| panic!("{end} is missing"));
        fresh.replace_range(start..stop, &format!("\n{}\n", table(kind)));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    } else {
        assert!(fresh == page, "spec/options.md is out of date: run this test with BLESS=1");
    }
}
