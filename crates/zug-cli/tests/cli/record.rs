//! `zug record`.

use crate::common::{Folder, RACE, zug};

fn saved(moves: &str) -> String {
    format!(
        "Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\Old\\RACE.zrf\r\nVariantName=Race\r\n{moves}"
    )
}

#[test]
fn a_saved_game_is_verified_by_the_rules_beside_it() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a3\r\n1. Man b1 - b2\r\n2. Man a3 - a4\r\n"));
    let text = zug(&["record", &file]).ok().out;
    assert_eq!(text, format!("{file}: ok, 3 moves of Race\nat the end: White wins\n"));
    let json = zug(&["record", &file, "--json"]).ok().json();
    assert_eq!(
        (json["ok"].as_bool(), json["moves"].as_u64(), json["outcome"].as_str()),
        (Some(true), Some(3), Some("White wins"))
    );
    assert_eq!(json["same_text"], 3);
}

#[test]
fn an_illegal_move_is_named() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a3\r\n1. Man b1 - b4\r\n"));
    let ran = zug(&["record", &file, "--write", &folder.path("copy.zsg")]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.contains("1 of 2 moves of Race are legal; line 5:"), "{}", ran.out);
    assert!(!folder.names().contains(&"copy.zsg".to_owned()));
    let json = zug(&["record", &file, "--json"]);
    assert_eq!(
        (json.code, json.json()["ok"].as_bool(), json.json()["replayed"].as_u64()),
        (1, Some(false), Some(1))
    );
    assert!(json.json()["error"].as_str().unwrap().contains("b1 - b4"));
}

#[test]
fn it_is_written_back_byte_for_byte() {
    let folder = Folder::new();
    folder.write("race.zrf", RACE);
    let text = saved("(x b1)\r\n(Black Man b2)\r\n1. Man a1 - a2\r\n1.  Man b2 - b3\r\n\r\n");
    let file = folder.write("game.zsg", &text);
    zug(&["record", &file, "--write", &folder.path("copy.zsg")]).ok();
    assert_eq!(folder.read("copy.zsg"), text);
}

#[test]
fn other_rules_can_be_named() {
    let folder = Folder::new();
    let race = folder.write("rules/race.zrf", RACE);
    let file = folder.write("game.zsg", saved("1. Man a1 - a2\r\n"));
    zug(&["record", &file]).fails(2, &["RACE.zrf", "--game"]);
    zug(&["record", &file, "--game", &race]).ok();
    let short = zug(&["record", &file, "--game", &format!("{race}#Short race"), "--json"]).ok().json();
    assert_eq!(
        (short["title"].as_str(), short["outcome"].as_str()),
        (Some("Short race"), Some("White wins"))
    );
    zug(&["record", &file, "--game", "tic-tac-toe"]).fails(2, &["no game or variant called `Race`"]);
}

#[test]
fn what_is_no_saved_game_is_refused() {
    let folder = Folder::new();
    zug(&["record", &folder.write("a.zsg", "hello")])
        .fails(1, &["a.zsg", "line 1:", "no saved game of Zillions"]);
    zug(&["record", &folder.write("b.zsg", b"\0\x01\x02\xff")]).fails(1, &["b.zsg"]);
    zug(&["record", &folder.write("c.zsg", "")]).fails(1, &["c.zsg"]);
    folder.write("race.zrf", RACE);
    zug(&["record", &folder.write("d.zsg", saved("one. Man\r\n"))]).fails(1, &["line 4:"]);
}
