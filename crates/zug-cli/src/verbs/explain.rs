//! `zug explain`: what a message of rules means, and what to do about it.

use crate::args::JsonArgs;
use crate::errors::{Done, Failure};
use crate::output::Out;
use serde::Serialize;
use std::io::Write;
use zug_game::suggest;

/// Explain a message about rules by its code
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Messages about rules have a code in brackets: error[zrf-047]. Without a code all of them are listed.

Examples:
  zug explain zrf-047
  zug explain ZUG40                  other spellings are understood
  zug explain                        every code in one line")]
pub(crate) struct Args {
    /// The code of a message
    code: Option<String>,
    #[command(flatten)]
    json: JsonArgs,
}

/// The page that explains every code; see `docs/messages.md`.
const PAGE: &str = include_str!("../../../../docs/messages.md");

/// One entry of the page.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    code: &'static str,
    title: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct Answer {
    messages: Vec<Entry>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let found = match &args.code {
        None => entries(),
        Some(code) => vec![find(code)?],
    };
    if args.json.json {
        out.json(&Answer { messages: found })?;
        return Ok(());
    }
    match (&args.code, found.first()) {
        (Some(_), Some(entry)) => writeln!(out, "{}: {}\n\n{}", entry.code, entry.title, entry.text)?,
        _ => {
            let rows: Vec<[String; 2]> =
                found.iter().map(|entry| [entry.code.to_owned(), entry.title.to_owned()]).collect();
            out.table(&rows)?;
        }
    }
    Ok(())
}

/// Every entry: `## code: title`, then its text up to the next heading.
fn entries() -> Vec<Entry> {
    let sections = PAGE.split("\n## ").skip(1);
    let entry = |section: &'static str| {
        let (head, text) = section.split_once('\n')?;
        let (code, title) = head.split_once(": ")?;
        // The heading of the next part of the page is none of ours.
        let text = text.split("\n# ").next().unwrap_or(text);
        Some(Entry { code, title, text: text.trim_matches('\n') })
    };
    sections.filter_map(entry).collect()
}

fn find(code: &str) -> Result<Entry, Failure> {
    let entries = entries();
    let wanted = normal(code);
    if let Some(entry) = entries.iter().find(|entry| normal(entry.code) == wanted) {
        return Ok(*entry);
    }
    let near = suggest(&wanted, entries.iter().map(|entry| entry.code));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Err(Failure::usage(format!("no message has the code `{code}`{hint}\n`zug explain` lists all of them")))
}

/// `ZRF047`, `zrf 47`, `error[zrf-047]` are `zrf-047`.
fn normal(code: &str) -> String {
    let inner =
        code.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(code, |(inner, _)| inner);
    let plain: String =
        inner.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let digits = plain.find(|c: char| c.is_ascii_digit()).unwrap_or(plain.len());
    let (letters, number) = plain.split_at(digits);
    match (number.parse::<u32>(), letters.get(..3), letters.get(3..)) {
        (Ok(number), ..) => format!("{letters}-{number:03}"),
        (Err(_), Some(family), Some(name)) if !name.is_empty() => format!("{family}-{name}"),
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_code_may_be_spelled_in_several_ways() {
        for code in ["zrf-047", "ZRF047", "zrf47", "error[zrf-047]", "ZRF-47", "zrf 047"] {
            assert_eq!(normal(code), "zrf-047");
        }
        assert_eq!(normal("ZRF-Axiom"), "zrf-axiom");
    }

    /// Every code in the source of any crate: text in quotes, made of a family and a number.
    fn codes_in(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "tests" && name != "target") {
                codes_in(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let families = ["src", "zug", "zrf", "zir", "cmp", "cnv", "try"];
                let is_code = |word: &&str| {
                    word.split_once('-').is_some_and(|(family, number)| {
                        families.contains(&family)
                            && (number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit())
                                || number == "axiom"
                                || number == "verify")
                    })
                };
                found.extend(text.split('"').filter(is_code).map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_code_is_explained_with_an_example() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crates");
        let mut codes = Vec::new();
        codes_in(crates, &mut codes);
        codes.retain(|code| code != "src-999");
        codes.sort();
        codes.dedup();
        assert!(codes.len() > 100, "{codes:?}");
        let entries = entries();
        let lacks: Vec<&String> =
            codes.iter().filter(|code| entries.iter().all(|entry| entry.code != *code)).collect();
        assert!(lacks.is_empty(), "docs/messages.md does not explain {lacks:?}");
        for entry in &entries {
            assert!(entry.text.contains("\n    "), "{} has no example", entry.code);
        }
    }
}
