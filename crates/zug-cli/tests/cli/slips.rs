//! One slip gives one message: games of the library with a slip in them, listed in `slips.cases`.

use crate::common::{Folder, zug};

#[test]
fn one_slip_is_one_error() {
    let folder = Folder::new();
    let cases = include_str!("slips.cases").lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
    let mut wrong = Vec::new();
    let mut tried = 0;
    for case in cases {
        let (game, rest) = case.split_once(": ").expect("`game: old => new :: code`");
        let (slip, code) = rest.rsplit_once(" :: ").expect("a code");
        let (old, new) = slip.split_once(" => ").expect("a slip");
        let text = zug(&["rules", game]).ok().out;
        assert!(text.contains(old), "{game} has no `{old}`");
        let file = folder.write(game, text.replacen(old, new, 1));
        let found = zug(&["check", "--no-play", "--json", &file]).json();
        let diagnostics = found["files"][0]["diagnostics"].as_array().unwrap().clone();
        let errors: Vec<String> = diagnostics
            .iter()
            .filter(|d| d["severity"] == "error")
            .map(|d| format!("{} in line {}: {}", d["code"].as_str().unwrap(), d["line"], d["message"]))
            .collect();
        if errors.len() != 1 || !errors[0].starts_with(code) {
            wrong.push(format!("{case}\n    {}", errors.join("\n    ")));
        }
        tried += 1;
    }
    assert!(tried >= 40, "only {tried} slips");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn further_places_of_an_unknown_name_are_mentioned() {
    let folder = Folder::new();
    let text = zug(&["rules", "tic-tac-toe.zug"]).ok().out.replacen("(name Sign)", "(name Sgin)", 1);
    let file = folder.write("mine.zug", text);
    let said = zug(&["check", &file]).out;
    assert!(said.contains("it stands here, too, and in"), "{said}");
    assert!(said.contains("mine.zug: 1 error"), "{said}");
}
