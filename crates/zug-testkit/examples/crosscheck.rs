//! Compares the library with the answers of other programs (`tools/crosscheck`, `docs/crosschecks.md`).
//!
//!     cargo run --release -p zug-testkit --example crosscheck -- FILE…
//!
//! A file has the form of `.positions`, or of `.moves` if its name ends so; the line `game` in it says what it is about.
//! Where the library has that game in both languages, both are compared.

use std::process::ExitCode;
use zug_library::Entry;
use zug_notation::Style;
use zug_testkit::{expect, positions, run};

/// How many differences are shown for each file.
const SHOWN: usize = 3;

fn main() -> ExitCode {
    let mut equal = true;
    for file in std::env::args().skip(1) {
        match compare(&file) {
            Ok(same) => equal &= same,
            Err(what) => {
                eprintln!("{file}: {what}");
                equal = false;
            }
        }
    }
    if equal { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(file: &str) -> Result<bool, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let rules = text.lines().find_map(|line| line.strip_prefix("game ")).ok_or("no line `game`")?;
    let rules = rules.split('#').next().unwrap_or(rules).trim();
    let stem = rules.rsplit_once('.').map_or(rules, |(stem, _)| stem);
    let mut equal = true;
    for entry in zug_library::games().iter().filter(|e| e.name == stem) {
        let (count, failures) = if file.ends_with(".moves") {
            let expectations = expect::read(&text)?;
            (expectations.cases.len(), run::run(&|variant| load(entry, variant), &expectations, 0))
        } else {
            let lines =
                text.lines().filter(|l| !l.starts_with('#') && (l.contains(" => ") || l.contains(" | ")));
            (lines.count(), positions::run(&|variant| load(entry, variant), &text)?)
        };
        println!("{file}: {}: {count} positions, {} differ", entry.file, failures.len());
        failures.iter().take(SHOWN).for_each(|what| println!("    {what}"));
        equal &= failures.is_empty() && count > 0;
    }
    Ok(equal)
}

fn load(entry: &Entry, variant: Option<&str>) -> Result<(zug_game::Game, Style), String> {
    let game = entry.load(variant).map_err(|e| e.to_string())?;
    let style = Style::from_settings(&game, &entry.presentation().settings()).map_err(|e| e.to_string())?;
    Ok((game, style))
}
