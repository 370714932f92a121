//! `zug show` and `zug moves`: positions, and the flags that lead to them.

use crate::common::{Folder, RACE, zug};
use serde_json::json;

#[test]
fn a_position_is_shown() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let text = zug(&["show", &race, "--moves", "a1-a2"]).ok().out;
    assert!(text.contains("position: White Man a2; Black Man b1; @turn Black"), "{text}");
    assert!(text.contains("to move: Black"), "{text}");
    let json = zug(&["show", &race, "--json"]).ok().json();
    assert_eq!(json["position"], "White Man a1; Black Man b1; @turn White");
    assert_eq!(json["turn"], "White");
    assert_eq!(json["outcome"], json!(null));
    assert_eq!(
        json["cells"][0],
        json!({"name": "a1", "pieces": [{"player": "White", "kind": "Man", "count": 1}]})
    );
}

#[test]
fn the_end_is_shown() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let over = ["show", &race, "--moves", "a1-a3 b1-b2 a3-a4"];
    assert!(zug(&over).ok().out.contains("over: White wins"));
    let json = zug(&[&over[..], &["--json"]].concat()).ok().json();
    assert_eq!((&json["turn"], &json["outcome"]), (&json!(null), &json!("White wins")));
    let moves = zug(&["moves", &race, "--moves", "a1-a3,b1-b2,a3-a4"]).ok().out;
    assert_eq!(moves, "none: the game is over (White wins)\n");
}

#[test]
fn moves_are_listed_with_their_parts() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    assert_eq!(zug(&["moves", &race]).ok().out, "a1-a2\na1-a3\n");
    let json = zug(&["moves", &race, "--json"]).ok().json();
    assert_eq!(json["turn"], "White");
    assert_eq!(
        json["moves"][1],
        json!({"text": "a1-a3", "parts": [{"from": "a1", "to": "a3", "captures": [], "text": "a1-a3"}]})
    );
    assert_eq!(json["mobility"], 2);
    let after = zug(&["moves", &race, "--after", "--json"]).ok().json();
    assert_eq!(after["moves"][0]["position"], "White Man a2; Black Man b1; @turn Black; @last a1 a2");
    assert!(zug(&["moves", &race, "--after"]).ok().out.starts_with("a1-a2\tWhite Man a2;"));
}

#[test]
fn moves_tell_what_they_capture_and_what_the_rules_say_of_them() {
    let folder = Folder::new();
    let rules = "(board (name row) (dim \"a-d\") (dir (name e) 1))
        (piece (name Man) (move (check e) (hint weight 5)) (move (check e) (check e) (hint forced)))
        (game (name \"Row\") (board row) (players (White (Man a)) (Black (Man b d))))";
    let row = folder.write("row.zug", rules);
    let json = zug(&["moves", &row, "--json"]).ok().json();
    assert_eq!(json["mobility"], 2);
    let taken = json!([{"cell": "b", "player": "Black", "kind": "Man"}]);
    assert_eq!(
        json["moves"],
        json!([
            {"text": "a-b", "parts": [{"from": "a", "to": "b", "captures": taken, "text": "a-b"}], "weight": 5},
            {"text": "a-c", "parts": [{"from": "a", "to": "c", "captures": [], "text": "a-c"}], "forced": true},
        ])
    );
}

#[test]
fn positions_printed_are_read_back() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let text = zug(&["show", &race, "--moves", "a1-a2", "--json"]).ok().json()["position"].clone();
    let again = zug(&["moves", &race, "--position", text.as_str().unwrap()]).ok().out;
    assert_eq!(again, "b1-b2\nb1-b3\n");
    zug(&["show", &race, "--position", "White Man z9"]).fails(2, &["position text", "z9"]);
}

#[test]
fn moves_may_be_separated_and_written_loosely() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    for moves in ["a1-a2 b1-b3", "a1-a2,b1-b3", " a1-a2 , b1-b3 ", "a1a2 B1b3", "a1 a2, b1 b3", "a1 a2 b1 b3"]
    {
        let json = zug(&["show", &race, "--moves", moves, "--json"]).ok().json();
        assert_eq!(json["position"], "White Man a2; Black Man b3; @turn White; @last b1 b3", "{moves}");
    }
    zug(&["show", &race, "--moves", "a1-a2 b1-b4"])
        .fails(1, &["move 2: no legal move is called `b1-b4`", "b1-b2, b1-b3"]);
    zug(&["show", &race, "--moves", "a1-a3 b1-b2 a3-a4 b2-b3"])
        .fails(1, &["move 4:", "the game is over there"]);
}

#[test]
fn names_with_spaces_are_taken_whole() {
    let folder = Folder::new();
    // Two ways to make the same step, one of which leaves a man behind.
    let rules = RACE.replacen("(n (verify empty?) add)", "(n add) (n (create Man a4) add)", 1);
    let race = folder.write("race.zrf", rules.replace("(win-condition", "(loss-condition"));
    let names = zug(&["moves", &race]).ok().out;
    assert_eq!(names, "a1-a2\na1-a2 Man@a4\na1-a3\n");
    let cells = |moves: &str| zug(&["show", &race, "--moves", moves, "--json"]).ok().json()["cells"].clone();
    assert_eq!(cells("a1-a2 b1-b3").as_array().unwrap().len(), 2);
    assert_eq!(cells("a1-a2 Man@a4").as_array().unwrap().len(), 3);
    let zsg = zug(&["moves", &race, "--notation", "zsg", "--json"]).ok().json();
    assert_eq!(zsg["moves"][1]["text"], "Man a1 - a2 White Man a4");
    assert_eq!(zsg["moves"][1]["parts"][0]["text"], "Man a1 - a2 White Man a4");
}

#[test]
fn a_presentation_file_beside_the_rules_chooses_the_notation() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    folder.write("race.toml", "notation = \"fen\"");
    let text = zug(&["show", &race, "--json"]).ok().json()["position"].as_str().unwrap().to_owned();
    assert!(text.starts_with("2/2/2/Mm w"), "{text}");
    assert_eq!(zug(&["moves", &race, "--position", &text]).ok().out, "a1-a2\na1-a3\n");
    folder.write("race.toml", "notation = \"cuneiform\"");
    let odd = zug(&["moves", &race]);
    assert_eq!((odd.code, odd.out.as_str()), (0, "a1-a2\na1-a3\n"));
    assert!(odd.err.starts_with("note: ") && odd.err.contains("cuneiform"), "{}", odd.err);
    folder.write("race.toml", "[package]");
    assert!(zug(&["moves", &race]).err.contains("race.toml` is not used: unknown field `package`"));
}

#[test]
fn games_that_count_show_the_score() {
    // One stone, and all other points have it alone beside their region: 25 of 25.
    let shown = zug(&["show", "go#Go 5x5", "--moves", "Stone@c3"]).ok().out;
    assert!(shown.lines().any(|line| line == "score: Black 25, White 0"), "{shown}");
    // With a stone of each the empty points are nobody's.
    let json = zug(&["show", "go#Go 5x5", "--moves", "Stone@c3 Stone@a1", "--json"]).ok().json();
    assert_eq!(json["scores"], serde_json::json!({"Black": 1, "White": 1}));
    assert_eq!(zug(&["show", "chess", "--json"]).ok().json().get("scores"), None);
}
