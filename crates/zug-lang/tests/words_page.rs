//! The page `spec/zug-words.md` lists the words of the compiler's own table (`BLESS=1` rewrites it), and the manual
//! shows each of them in an example. That the examples are right is tested in `zug-testkit`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use zug_lang::{Role, WordRow, word_table};

const MARK: &str = "<!-- words -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn code(texts: &[&str]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    texts.join(", ")
}

fn arguments(row: &WordRow) -> String {
    match row.arguments {
        (least, usize::MAX) => format!("{least} or more"),
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// The groups in the order of the table, each under a heading of its own.
fn expected() -> String {
    let (mut page, mut group) = (String::new(), "");
    for row in word_table() {
        if row.group != group {
            group = row.group;
            let heading = group[..1].to_uppercase() + &group[1..];
            write!(page, "\n## {heading}\n\n").expect("text grows");
            page += "| word | also | stands as | arguments | meaning |\n| --- | --- | --- | --- | --- |\n";
        }
        let role = match row.role {
            Role::Statement => "statement",
            Role::Value => "value",
            Role::Both => "both",
        };
        let (word, others) = (code(&row.texts[..1]), code(&row.texts[1..]));
        writeln!(page, "| {word} | {others} | {role} | {} | {} |", arguments(row), row.explanation)
            .expect("text grows");
    }
    page
}

#[test]
fn the_page_has_every_word() {
    let path = root().join("spec/zug-words.md");
    let page = fs::read_to_string(&path).expect("the page is part of the project");
    let at = page.find(MARK).expect("the page has its mark") + MARK.len();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, page[..at].to_owned() + &expected()).expect("blessing writes");
    } else {
        assert_eq!(&page[at..], expected(), "spec/zug-words.md is old; run the test with BLESS=1");
    }
}

#[test]
fn the_manual_shows_every_word() {
    let mut shown: HashSet<String> = HashSet::new();
    for entry in fs::read_dir(root().join("docs/zug-language")).expect("the manual is part of the project") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|ending| ending == "md") {
            let page = fs::read_to_string(path).expect("the page can be read");
            // Odd parts are fenced blocks, each beginning with its mark.
            let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("zug"));
            let words =
                blocks.flat_map(|block| block.split(|c: char| c.is_whitespace() || "()\"".contains(c)));
            shown.extend(words.map(str::to_owned));
        }
    }
    let missing: Vec<&str> =
        word_table().iter().map(|row| row.texts[0]).filter(|text| !shown.contains(*text)).collect();
    assert!(missing.is_empty(), "no example of docs/zug-language shows {missing:?}");
}
