//! `zug games` and `zug info`.

use crate::common::{Folder, RACE, slow_race, zug};

#[test]
fn the_library_is_listed_and_searched() {
    let all = zug(&["games"]).ok().out;
    assert!(all.lines().any(|line| line.starts_with("chess ")), "{all}");
    assert!(all.lines().next().unwrap().starts_with("name "));
    let one = zug(&["games", "TIC-tac", "--json"]).ok().json();
    assert_eq!(
        one["games"][0],
        serde_json::json!({
            "name": "tic-tac-toe", "title": "Tic-Tac-Toe", "family": "alignment", "players": 2,
            "file": "tic-tac-toe.zrf", "variants": one["games"][0]["variants"],
        })
    );
    assert!(zug(&["games", "крестики", "--lang", "ru"]).ok().out.contains("tic-tac-toe"));
    let none = zug(&["games", "qwertyuiop"]);
    none.fails(1, &["no game of the library mentions `qwertyuiop`"]);
    let none = zug(&["games", "qwertyuiop", "--json"]);
    assert_eq!((none.code, none.json()), (1, serde_json::json!({"games": []})));
}

#[test]
fn a_game_is_described() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let text = zug(&["info", &race]).ok().out;
    for line in [
        "Race",
        "Walk up your column.",
        "players   White, Black",
        "board     8 positions, 1 direction",
        "pieces    Man (M)",
        "goal      win for White: Man on all of a4",
        "variants  Race, Short race",
    ] {
        assert!(text.lines().any(|l| l == line), "no `{line}` in\n{text}");
    }
    let json = zug(&["info", &race, "--json"]).ok().json();
    assert_eq!(json["title"], "Race");
    assert_eq!(json["players"][1], serde_json::json!({"name": "Black", "random": false, "active": true}));
    assert_eq!(json["positions"].as_array().unwrap().len(), 8);
    assert_eq!(json["pieces"][0]["help"], "goes up");
    assert_eq!(json["variants"], serde_json::json!(["Race", "Short race"]));
    assert_eq!(json["options"], serde_json::json!({}));
    assert_eq!(json["backend"], "fast");
    assert_eq!(json["forms"][0]["piece"], "Man");
    assert_eq!(json["machine_code"], cfg!(feature = "jit"));
    let text = zug(&["info", "chess"]).ok().out;
    assert!(text.contains("start by start (the test `attacked`)"), "castling has a reason in\n{text}");
    let remembered = zug(&["info", "column-draughts.zug", "--json"]).ok().json();
    assert_eq!(remembered["forms"][0]["form"], "recalled");
    assert_eq!(remembered["forms"][0]["why"], "cells hold piles");
    assert!(remembered["no_machine_code"].is_string());
    let declined = zug(&["info", &folder.write("slow.zrf", slow_race()), "--json"]).ok().json();
    assert_eq!(declined["not_fast"], "rules see their own changes");
}

#[test]
fn russian_texts_are_shown_on_request_only() {
    assert!(zug(&["info", "gomoku", "--lang", "ru"]).ok().out.starts_with("Гомоку"));
    assert!(zug(&["info", "gomoku"]).ok().out.starts_with("Gomoku"));
    assert_eq!(zug(&["info", "gomoku", "--lang", "ru", "--json"]).ok().json()["title"], "Gomoku");
}
