//! Every game of the library: its expectations and its conformance, one test each.
//!
//! `ZUG_PERFT_BUDGET` (default 250,000 nodes) limits the perft counts that are tried: the files hold deeper
//! ones for thorough runs.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use zug_library::Entry;
use zug_notation::Style;
use zug_testkit::{conformance, expect, positions, run};

const BUDGET: u64 = 250_000;
/// Chess is the interpreter's yardstick: the start to depth 5 and the well-known positions to depth 4.
const CHESS_BUDGET: u64 = 5_000_000;

fn main() {
    let mut trials = Vec::new();
    for entry in zug_library::games() {
        // Where a game exists in both languages, the files of the second one say so in their names.
        let both = zug_library::games().iter().filter(|e| e.name == entry.name).count() > 1;
        let stem = if both && is_zug(entry) { format!("{}-zug", entry.name) } else { entry.name.to_string() };
        for ending in ["perft", "moves"] {
            let file = folder().join(entry.name).join(format!("{stem}.{ending}"));
            if file.exists() {
                let name = format!("{stem}.{ending}");
                trials.push(Trial::test(name, move || expectations(entry, &file).map_err(Failed::from)));
            }
        }
        let file = folder().join(entry.name).join(format!("{}.positions", entry.name));
        if file.exists() && (is_zug(entry) || !both) {
            let name = format!("{}.positions", entry.name);
            trials.push(Trial::test(name, move || compared(entry, &file).map_err(Failed::from)));
        }
        for title in entry.titles() {
            let name = format!("conformance {} {title}", entry.file);
            trials.push(Trial::test(name, move || conforms(entry, title).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn is_zug(entry: &Entry) -> bool {
    entry.file.ends_with(".zug")
}

fn budget(entry: &Entry) -> u64 {
    let default = match entry.file {
        "chess.zrf" => CHESS_BUDGET,
        // Code with choices takes longer.
        _ if is_zug(entry) => BUDGET / 5,
        _ => BUDGET,
    };
    std::env::var("ZUG_PERFT_BUDGET").ok().and_then(|b| b.parse().ok()).unwrap_or(default)
}

fn expectations(entry: &Entry, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let expectations = expect::read(&text)?;
    let load = |variant: Option<&str>| {
        let game = entry.load(variant).map_err(|e| e.to_string())?;
        let style =
            Style::from_settings(&game, &entry.presentation().settings()).map_err(|e| e.to_string())?;
        Ok((game, style))
    };
    let failures = run::run(&load, &expectations, budget(entry));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn compared(entry: &Entry, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let load = |variant: Option<&str>| {
        let game = entry.load(variant).map_err(|e| e.to_string())?;
        let style =
            Style::from_settings(&game, &entry.presentation().settings()).map_err(|e| e.to_string())?;
        Ok((game, style))
    };
    let failures = positions::run(&load, &text)?;
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn conforms(entry: &Entry, title: &str) -> Result<(), String> {
    let game = entry.load(Some(title)).map_err(|e| e.to_string())?;
    let style = Style::from_settings(&game, &entry.presentation().settings()).unwrap_or(Style::General);
    let effort = if is_zug(entry) {
        conformance::Effort { games: 2, plies: 40 }
    } else {
        conformance::Effort { games: 3, plies: 60 }
    };
    conformance::check(&game, &style, effort)
}
