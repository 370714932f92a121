//! Every game of the library has rules, a presentation, and expectations that say where they come from.

use super::{Found, Project};
use std::collections::BTreeSet;

pub(super) fn check(project: &Project, found: &mut Found) {
    let below = |file: &super::File| {
        let (name, _) = file.path.strip_prefix("games/")?.split_once('/')?;
        Some(name.to_owned())
    };
    let names: BTreeSet<String> = project.files.iter().filter_map(below).collect();
    if names.is_empty() {
        found.add("games: there are no games");
    }
    for name in names {
        game(project, &name, found);
    }
}

fn game(project: &Project, name: &str, found: &mut Found) {
    let file = |ending: &str| project.file(&format!("games/{name}/{name}.{ending}"));
    if file("zrf").or(file("zug")).is_none() {
        found.add(format!("games/{name}: no rules file `{name}.zrf`"));
    }
    if file("toml").is_none() {
        found.add(format!("games/{name}: no presentation `{name}.toml` (see docs/add-a-game.md)"));
    }
    let expectations = || ["perft", "moves"].into_iter().filter_map(file);
    if expectations().next().is_none() {
        found.add(format!("games/{name}: no expectations, `{name}.perft` or `{name}.moves`"));
    }
    for expectations in expectations() {
        if !expectations.text.lines().any(|line| line.starts_with("source ")) {
            found.add(format!(
                "{}: no `source` line: where do the expectations come from?",
                expectations.path
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testkit::{findings, project};
    use super::*;

    #[test]
    fn what_a_game_lacks_is_found() {
        let project = project(&[
            ("games/chess/chess.moves", "id start\ncount 20\n"),
            ("games/chess/chess.perft", "source published\n"),
            ("games/chess/chess.toml", ""),
            ("games/chess/chess.zrf", ""),
            ("games/go/notes.md", ""),
        ]);
        assert_eq!(
            findings(&project, check),
            [
                "games/chess/chess.moves: no `source` line: where do the expectations come from?",
                "games/go: no rules file `go.zrf`",
                "games/go: no presentation `go.toml` (see docs/add-a-game.md)",
                "games/go: no expectations, `go.perft` or `go.moves`",
            ]
        );
    }
}
