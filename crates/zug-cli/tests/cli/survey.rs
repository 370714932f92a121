//! `zug survey`.

use crate::common::{Folder, RACE, zug};
use serde_json::{Value, json};

fn saved(rules: &str, variant: &str, moves: &str) -> String {
    format!(
        "Zillions Save Game File Version 0.02 HC\r\nRulesFile={rules}\r\nVariantName={variant}\r\n{moves}"
    )
}

fn collection() -> Folder {
    let folder = Folder::new();
    folder.write("good/Race.zrf", RACE);
    folder.write("good/all.zsg", saved("race.ZRF", "Race", "1. Man a1 - a3\r\n1. Man b1 - b2\r\n"));
    folder.write("good/bad.zsg", saved(".\\Race.zrf", "Race", "1. Man a1 - a3\r\n1. Man b1 - b4\r\n"));
    folder.write("good/other.zsg", saved("Race.zrf", "Long race", "1. Man a1 - a3\r\n"));
    folder.write("stray/game.zsg", saved("nowhere.zrf", "Race", "1. Man a1 - a3\r\n"));
    folder.write("stray/noise.zsg", "hello");
    folder.write(
        "parts/main.zrf",
        format!("(include \"part.zrf\")\n{}", RACE.replacen("(players White Black)", "(both)", 1)),
    );
    folder.write("parts/part.zrf", "(define both (players White Black))");
    folder.write("parts/unused.zrf", "(define both (players White Black))");
    folder.write("axiom/axiom.zrf", "(game (title \"A\") (engine \"axiom.dll\"))");
    folder.write("broken.zrf", "(game (title \"B\")");
    folder.write("new.zug", "(game)");
    folder.write("readme.txt", "not rules");
    folder
}

#[test]
fn a_collection_is_surveyed() {
    let folder = collection();
    let json = zug(&["survey", &folder.path(""), "--json"]).ok().json();
    let files = json["files"].as_array().unwrap();
    let file = |name: &str| -> &Value {
        files
            .iter()
            .find(|f| f["file"].as_str().unwrap().ends_with(name))
            .unwrap_or_else(|| panic!("no {name}"))
    };
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&files[0]), ["file", "ok", "reason", "games", "records"]);

    let good = file("Race.zrf");
    assert_eq!((&good["ok"], &good["reason"]), (&json!(true), &json!(null)));
    assert_eq!(good["games"], json!(["Race", "Short race"]));
    let records = good["records"].as_array().unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(keys(&records[0]), ["file", "moves", "replayed", "error"]);
    assert_eq!(
        (&records[0]["moves"], &records[0]["replayed"], &records[0]["error"]),
        (&json!(2), &json!(2), &json!(null))
    );
    assert_eq!(records[1]["replayed"], 1);
    assert!(records[1]["error"].as_str().unwrap().starts_with("line 5:"));
    assert_eq!(records[2]["error"], "its rules file has no game or variant called `Long race`");

    assert_eq!(
        (&file("part.zrf")["ok"], &file("part.zrf")["reason"]),
        (&json!(true), &json!("included only"))
    );
    let reason = |name: &str| {
        assert_eq!(file(name)["ok"], false, "{name}");
        file(name)["reason"].as_str().unwrap().to_owned()
    };
    assert!(reason("axiom.zrf").contains("Axiom"));
    assert!(reason("unused.zrf").contains("there is no game in this file"));
    assert!(reason("broken.zrf").starts_with("line 1:"));
    assert!(reason("new.zug").contains("this game has no `board`"));
    assert_eq!(reason("stray/game.zsg"), "its rules file `nowhere.zrf` is not beside it");
    assert!(reason("noise.zsg").contains("no saved game"));

    let totals = &json["totals"];
    assert_eq!((&totals["files"], &totals["ok"], &totals["failed"]), (&json!(9), &json!(3), &json!(6)));
    assert_eq!((&totals["records"], &totals["records_ok"]), (&json!(3), &json!(1)));
    assert_eq!((&totals["moves"], &totals["replayed"]), (&json!(5), &json!(3)));
}

#[test]
fn people_get_a_table() {
    let folder = collection();
    let text = zug(&["survey", &folder.path("")]).ok().out;
    assert!(text.lines().any(|l| l.starts_with("ok  good/Race.zrf") && l.ends_with(" 2")), "{text}");
    assert!(text.lines().any(|l| l.contains("good/bad.zsg") && l.contains("1/2")), "{text}");
    assert!(text.lines().any(|l| l.starts_with("no  axiom/axiom.zrf") && l.contains("Axiom")), "{text}");
    assert!(text.lines().any(|l| l.contains("parts/part.zrf") && l.ends_with("included only")), "{text}");
    assert!(text.ends_with("3 saved games: 3 of 5 moves legal\n"), "{text}");
}

#[test]
fn only_folders_are_surveyed() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    zug(&["survey", &race]).fails(2, &["is not a folder"]);
    std::fs::create_dir(folder.path("empty")).unwrap();
    let json = zug(&["survey", &folder.path("empty"), "--json"]).ok().json();
    assert_eq!(json["files"], json!([]));
}
