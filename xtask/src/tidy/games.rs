//! Every game of the library has rules, a presentation, and expectations that say where they come from. The folder
//! `lib` is no game: it holds what rules of several games include.

use super::{Found, Project};
use std::collections::BTreeSet;

pub(super) fn check(project: &Project, found: &mut Found) {
    let below = |file: &super::File| {
        let (name, _) = file.path.strip_prefix("games/")?.split_once('/')?;
        (name != "lib").then(|| name.to_owned())
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
        found.add(format!("games/{name}: no rules file `{name}.zrf` or `{name}.zug`"));
    }
    if file("toml").is_none() {
        found.add(format!("games/{name}: no presentation `{name}.toml` (see docs/add-a-game.md)"));
    }
    let expectations = |stem: &str| {
        let file = |ending: &str| project.file(&format!("games/{name}/{stem}.{ending}"));
        ["perft", "moves"].into_iter().filter_map(file).collect::<Vec<_>>()
    };
    // Where there are rules in both languages, those in the second have expectations of their own.
    let (first, second) = (expectations(name), expectations(&format!("{name}-zug")));
    let both = file("zrf").is_some() && file("zug").is_some();
    for (found_none, stem) in [(first.is_empty(), ""), (both && second.is_empty(), "-zug")] {
        if found_none {
            found.add(format!("games/{name}: no expectations, `{name}{stem}.perft` or `{name}{stem}.moves`"));
        }
    }
    for expectations in first.into_iter().chain(second) {
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
            ("games/chess/chess.zug", ""),
            ("games/go/notes.md", ""),
            ("games/lib/men.zug", ""),
        ]);
        assert_eq!(
            findings(&project, check),
            [
                "games/chess: no expectations, `chess-zug.perft` or `chess-zug.moves`",
                "games/chess/chess.moves: no `source` line: where do the expectations come from?",
                "games/go: no rules file `go.zrf` or `go.zug`",
                "games/go: no presentation `go.toml` (see docs/add-a-game.md)",
                "games/go: no expectations, `go.perft` or `go.moves`",
            ]
        );
    }
}
