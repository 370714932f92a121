//! Published counts, as deep as the fast form can go. `deep.list` says which.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use zug_game::Backend;
use zug_notation::Style;
use zug_testkit::{expect, run};

fn main() {
    let lines = include_str!("deep.list").lines().filter(|line| !line.starts_with('#'));
    let trial = |line: &'static str| Trial::test(line, move || counted(line).map_err(Failed::from));
    libtest_mimic::run(&Arguments::from_args(), lines.map(trial).collect()).exit();
}

fn counted(line: &str) -> Result<(), String> {
    let [file, id, depth] = line.split(' ').collect::<Vec<_>>()[..] else {
        return Err("three words are expected".to_string());
    };
    let depth: u32 = depth.parse().map_err(|_| "the depth is no number".to_string())?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let expectations = expect::read(&text)?;
    let case = expectations.cases.iter().find(|c| c.id == id).ok_or("there is no such case")?;
    let expected = case.perft.iter().find(|(d, _)| *d == depth).ok_or("no count for this depth")?.1;
    let name = file.split('/').next().unwrap_or_default();
    let entry = zug_library::games().iter().find(|e| e.name == name).ok_or("there is no such game")?;
    let game = entry.load(case.variant.as_deref()).map_err(|e| e.to_string())?;
    let style = Style::from_settings(&game, &entry.presentation().settings()).map_err(|e| e.to_string())?;
    if game.fast().is_err() {
        return Err("the game has no fast form".to_string());
    }
    let state = run::position(&game, &style, case)?;
    let found = state.perft_by(Backend::Auto, depth).map_err(|e| game.explain(&e))?;
    if found == expected { Ok(()) } else { Err(format!("{found}, expected {expected}")) }
}
