//! `zug check`.

use crate::common::{Folder, RACE, zug};
use serde_json::json;

const MISSPELT: &str = r#"
(game (title "Typo") (players White)
    (board (grid (dimensions ("a/b" (10 0))) (directions (east 1))))
    (piece (name Man) (moves (eats add)))
    (board-setup (White (Man a))))
"#;

#[test]
fn good_rules_are_ok() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    assert_eq!(zug(&["check", &race]).ok().out, format!("{race}: ok, 2 games and variants\n"));
    let json = zug(&["check", &race, "--json"]).ok().json();
    let row = json!({"file": race, "ok": true, "games": ["Race", "Short race"], "diagnostics": []});
    assert_eq!(json, json!({"files": [row]}));
    assert!(zug(&["check", "tic-tac-toe"]).ok().out.starts_with("tic-tac-toe: ok"));
}

#[test]
fn problems_have_place_code_and_hint() {
    let folder = Folder::new();
    let bad = folder.write("typo.zrf", MISSPELT);
    let text = zug(&["check", &bad]);
    assert_eq!((text.code, text.err.as_str()), (1, ""));
    for part in ["eats", "typo.zrf:4:31", "hint: did you mean `east`?", "typo.zrf: 1 error"] {
        assert!(text.out.contains(part), "no `{part}` in {}", text.out);
    }
    let json = zug(&["check", &bad, "--json"]);
    assert_eq!(json.code, 1);
    let row = &json.json()["files"][0];
    assert_eq!(row["ok"], false);
    let diagnostic = &row["diagnostics"][0];
    assert_eq!(
        (&diagnostic["severity"], &diagnostic["line"], &diagnostic["column"]),
        (&json!("error"), &json!(4), &json!(31))
    );
    assert!(diagnostic["code"].as_str().unwrap().starts_with("zrf-"));
    assert_eq!(diagnostic["hint"], "did you mean `east`?");
}

/// Random games find what cannot work; they find nothing in the games of the library.
#[test]
fn the_library_is_sound_and_slips_are_seen_by_playing() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let found = zug(&["check", games, "--json"]).ok().json();
    for row in found["files"].as_array().unwrap() {
        assert_eq!(row["diagnostics"], json!([]), "{}", row["file"]);
    }
    let folder = Folder::new();
    let walk = "(board (name row) (dim \"a-d\") (dir (name e) 1))
        (piece (name Man) (move (check e) (check is-empty?)))
        (game (name Walk) (board row) (players (White (Man a)) (Black (Man d))) (loss true))";
    let over = folder.write("over.zug", walk);
    let told = zug(&["check", &over]).ok().out;
    for part in ["warning[try-001]: `Walk` is over at the start: Black has won", "over.zug:3:9", "1 warning"]
    {
        assert!(told.contains(part), "no `{part}` in\n{told}");
    }
    assert!(!zug(&["check", &over, "--no-play"]).ok().out.contains("try-001"));
    let endless = folder.write("endless.zug", walk.replace("(loss true)", "(turns White)"));
    let told = zug(&["check", &endless]).ok().out;
    assert!(told.contains("warning[try-003]: nothing ends the game `Walk`"), "{told}");
}

#[test]
fn too_much_work_points_to_what_turns_cost() {
    let costly = "(board (name b) (dim \"a-j\") (dim \"1-10\") (dir (name e) 1 0))
        (piece (name Man) (move (let a (any position)) (let b (any position)) (let c (any position))
            (let d (any position)) (check false)))
        (game (name Costly) (board b) (players (White (Man a1)) (Black (Man b2))) (loss no-moves?))";
    let folder = Folder::new();
    let costly = folder.write("costly.zug", costly);
    zug(&["moves", &costly]).fails(1, &["costly.zug:2:27", "`zug explain try-007` says what turns cost"]);
    let told = zug(&["check", &costly]).ok().out;
    assert!(told.contains("warning[try-007]: in a random game: the rule does not end"), "{told}");
    let explained = zug(&["explain", "try-007"]).ok().out;
    let page = "docs/zug-language/14-what-turns-cost.md";
    assert!(explained.contains(page), "{explained}");
    assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page).exists());
}

#[test]
fn folders_are_searched_and_included_files_need_no_game() {
    let folder = Folder::new();
    folder.write("a/race.zrf", RACE);
    folder.write("b/main.zrf", "(include \"MACROS.zrf\")\n(game (title \"T\") (empty-macro))");
    folder.write("b/macros.zrf", "(define empty-macro (players White))");
    folder.write("notes.txt", "not rules");
    let json = zug(&["check", &folder.path(""), "--json"]).json();
    let files = json["files"].as_array().unwrap();
    assert_eq!(files.len(), 3);
    assert!(files[1]["file"].as_str().unwrap().ends_with("macros.zrf"));
    assert_eq!((&files[1]["ok"], &files[1]["games"]), (&json!(true), &json!([])));
    // Alone it is no game, and nobody includes it.
    let alone = zug(&["check", &folder.path("b/macros.zrf")]);
    assert_eq!(alone.code, 1);
    assert!(alone.out.contains("there is no game in this file"), "{}", alone.out);
    zug(&["check", &folder.path("empty")]).fails_on_stdout(2, "there is no such file");
    std::fs::create_dir(folder.path("empty")).unwrap();
    zug(&["check", &folder.path("empty")]).fails(2, &["there are no rules files below"]);
}

/// Parts of games in the Zug language are games without a board, which only the file that includes them completes.
#[test]
fn parts_of_games_are_fine_if_a_sound_file_includes_them() {
    let folder = Folder::new();
    let part = folder.write("lib/ends.zug", "(game (name ends) (loss no-moves?))");
    let main = "(include \"../lib/ends.zug\")
        (board (name line) (dim \"a-c\") (dir (name e) 1))
        (player (name White))
        (piece (name Man) (move (check e) (check is-empty?)))
        (game (name Walk) (is-a ends) (board line) (players (White (Man a))))";
    let main_path = folder.write("walk/walk.zug", main);
    let found = zug(&["check", &folder.path("")]).ok().out;
    assert!(found.contains("ends.zug: ok, included only"), "{found}");
    assert!(found.contains("walk.zug: ok, 1 game"), "{found}");
    let survey = zug(&["survey", &folder.path(""), "--json"]).ok().json();
    assert_eq!((&survey["totals"]["ok"], &survey["totals"]["included_only"]), (&json!(2), &json!(1)));
    // Alone, or beside files that are broken themselves, nothing shows that it is fine.
    assert!(zug(&["check", &part]).out.contains("has no `board`"));
    std::fs::write(&main_path, main.replace("Man a", "Man z")).unwrap();
    assert!(zug(&["check", &folder.path("")]).out.contains("has no `board`"));
}

#[test]
fn an_encoding_can_be_forced() {
    let folder = Folder::new();
    // "Гонка" in Windows-1251.
    let text = [RACE.replace("Walk up your column.", "@").as_bytes(), b""].concat();
    let title: Vec<u8> = text
        .iter()
        .flat_map(|&b| if b == b'@' { vec![0xC3, 0xEE, 0xED, 0xEA, 0xE0] } else { vec![b] })
        .collect();
    let race = folder.write("race.zrf", title);
    let description = |args: &[&str]| {
        zug(&[&["info", &race, "--json"], args].concat()).ok().json()["description"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(description(&[]), "Гонка");
    assert_eq!(description(&["--encoding", "cp1251"]), "Гонка");
    assert_eq!(description(&["--encoding", "cp1252"]), "Ãîíêà");
    zug(&["info", &race, "--encoding", "utf-8"]).fails(1, &["is not valid UTF-8"]);
}
