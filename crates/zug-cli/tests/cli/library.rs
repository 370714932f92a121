//! `zug games`, `zug info` and `zug rules`.

use crate::common::{Folder, RACE, slow_race, zug};

#[test]
fn the_library_is_listed_and_searched() {
    let all = zug(&["games"]).ok().out;
    assert!(all.lines().next().unwrap().starts_with("  name "));
    let of_chess: Vec<&str> = all.lines().filter(|line| line.starts_with("  chess ")).collect();
    assert_eq!(of_chess.len(), 1, "one row a game: {all}");
    assert!(of_chess[0].ends_with(" zrf zug"), "{of_chess:?}");
    for list in [&all, &zug(&["games", "--lang", "ru"]).ok().out] {
        let longest = list.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(longest.chars().count() <= 80, "{longest}");
    }
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

#[test]
fn rules_of_the_library_are_printed_and_a_copy_works_anywhere() {
    let printed = zug(&["rules", "chess.zug"]).ok().out;
    assert!(printed.contains("(include \"../lib/chess.zug\")"), "{printed}");
    assert!(zug(&["rules", "chess"]).ok().out.contains("(game"));
    let files = zug(&["rules", "chess.zug", "--files"]).ok().out;
    for part in ["chess/chess.zug  ", "lib/pawn.zug", "chess/chess.toml", "chess/chess.zrf"] {
        assert!(files.contains(part), "no `{part}` in\n{files}");
    }
    assert!(zug(&["rules", "chess.zug", "--file", "pawn.zug"]).ok().out.contains("pawn"));
    zug(&["rules", "chess", "--file", "sheep.zug"])
        .fails(2, &["no file called `sheep.zug`", "`chess/chess.zrf`"]);

    let folder = Folder::new();
    let copy = folder.path("mine/copy.zug");
    std::fs::create_dir(folder.path("mine")).unwrap();
    zug(&["rules", "chess.zug", "-o", &copy]).ok();
    let count = |game: &str| zug(&["perft", game, "2", "--json"]).ok().json()["nodes"].clone();
    assert_eq!(count(&copy), count("chess"));
    zug(&["rules", "chess", "-o", &copy]).fails(2, &["is there already", "--force"]);
    zug(&["rules", "chess.zug", "-o", &copy, "--force"]).ok();
    assert_eq!(folder.names(), ["mine"]);

    let json = zug(&["rules", "chess.zug", "--json"]).ok().json();
    assert_eq!((json["text"].as_str(), &json["output"]), (Some(printed.as_str()), &serde_json::Value::Null));
    let json = zug(&["rules", "chess.zug", "--files", "--json"]).ok().json();
    assert!(json["files"].as_array().unwrap().iter().any(|file| file["path"] == "lib/pawn.zug"), "{json}");
}

#[test]
fn a_game_is_described_in_russian_too() {
    let told = zug(&["info", "chess.zrf", "--lang", "ru"]).ok().out;
    for line in ["игроки    White, Black", "доска     позиций 64, направлений 8"]
    {
        assert!(told.lines().any(|l| l == line), "no `{line}` in\n{told}");
    }
    for english in ["players ", "board ", "goal ", "engine ", "opponent ", " for ", "about ", "directions"] {
        assert!(!told.contains(english), "`{english}` in\n{told}");
    }
    let list = zug(&["games", "--lang", "ru"]).ok().out;
    assert!(list.contains("Шахматы") && list.contains("название"), "{list}");
}

#[test]
fn the_library_is_included_from_anywhere_and_files_on_disk_go_first() {
    let folder = Folder::new();
    let mine = folder.write("my.zug", "(include \"lib/chess.zug\")\n(game (name Mine) (is-a chess))");
    let says = zug(&["check", &mine]);
    assert!(!says.out.contains("cannot read"), "{}", says.out);
    folder.write("lib/chess.zug", "(nonsense)");
    let says = zug(&["check", &mine]);
    assert!(says.out.contains("`(nonsense …)`"), "{}", says.out);
    let zrf = folder.write("my.zrf", "(include \"tic-tac-toe/tic-tac-toe.zrf\")");
    zug(&["check", &zrf]).ok();
    let none = folder.write("none.zug", "(include \"lib/no-such.zug\")");
    assert!(zug(&["check", &none]).out.contains("cannot read the file"));
}
