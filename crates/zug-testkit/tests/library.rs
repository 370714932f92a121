//! Every game of the library: its expectations and its conformance, one test each.
//!
//! `ZUG_PERFT_BUDGET` (default 250,000 nodes) limits the perft counts that are tried: the files hold deeper
//! ones for thorough runs.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use zug_library::Entry;
use zug_notation::Style;
use zug_testkit::{conformance, expect, run};

const BUDGET: u64 = 250_000;
/// Chess is the interpreter's yardstick: the start to depth 5 and the well-known positions to depth 4.
const CHESS_BUDGET: u64 = 5_000_000;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        for ending in ["perft", "moves"] {
            let file = folder().join(entry.name).join(format!("{}.{ending}", entry.name));
            if file.exists() {
                let name = format!("{}.{ending}", entry.name);
                trials.push(Trial::test(name, move || expectations(entry, &file).map_err(Failed::from)));
            }
        }
        for title in &entry.titles {
            let name = format!("conformance {} {title}", entry.name);
            trials.push(Trial::test(name, move || conforms(entry, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn budget(entry: &Entry) -> u64 {
    let default = if entry.name == "chess" { CHESS_BUDGET } else { BUDGET };
    std::env::var("ZUG_PERFT_BUDGET").ok().and_then(|b| b.parse().ok()).unwrap_or(default)
}

fn expectations(entry: &Entry, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let expectations = expect::read(&text)?;
    let load = |variant: Option<&str>| {
        let game = entry.load(variant).map_err(|e| e.to_string())?;
        let style = Style::from_settings(&game, &entry.presentation.settings()).map_err(|e| e.to_string())?;
        Ok((game, style))
    };
    let failures = run::run(&load, &expectations, budget(entry));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn conforms(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    let style = Style::from_settings(&game, &entry.presentation.settings()).unwrap_or(Style::General);
    conformance::check(&game, &style, conformance::Effort { games: 3, plies: 60 })
}
