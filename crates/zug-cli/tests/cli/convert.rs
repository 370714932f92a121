//! `zug convert`.

use crate::common::{Folder, RACE, zug};

#[test]
fn a_converted_file_plays_like_its_rules() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let file = folder.path("race.zug");
    let text = zug(&["convert", &race]).ok().out;
    assert!(text.starts_with("; Race\n"), "{text}");
    assert_eq!(zug(&["convert", &race, "-o", &file]).ok().out, "");
    assert_eq!(folder.read("race.zug"), text);
    assert_eq!(folder.names(), ["race.zrf", "race.zug"]);
    assert_eq!(zug(&["fmt", "--check", &file]).ok().out, "");
    assert!(zug(&["check", &file]).ok().out.contains("ok, 2 games"));
    assert_eq!(zug(&["moves", &file, "--moves", "a1-a2"]).ok().out, "b1-b2\nb1-b3\n");
    let short = format!("{file}#Short race");
    assert!(zug(&["show", &short, "--moves", "a1-a2"]).ok().out.contains("over: White wins"));
}

#[test]
fn one_variant_by_its_title_or_a_part_of_it() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    for title in ["Short race", "short"] {
        let answer = zug(&["convert", &format!("{race}#{title}"), "--json"]).ok().json();
        assert_eq!(answer["games"][0]["title"], "Short race");
        assert_eq!(answer["games"].as_array().unwrap().len(), 1);
    }
    zug(&["convert", &format!("{race}#Long")])
        .fails(2, &["no game or variant called `Long`", "`Short race`"]);
}

#[test]
fn an_old_file_is_replaced_only_by_force() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let file = folder.write("race.zug", "mine");
    zug(&["convert", &race, "-o", &file]).fails(2, &["race.zug` is there already", "--force"]);
    assert_eq!(folder.read("race.zug"), "mine");
    zug(&["convert", &race, "-o", &file, "--force"]).ok();
    assert!(folder.read("race.zug").contains("(game"));
    zug(&["convert", &race, "--force"]).fails(2, &["--output"]);
    assert_eq!(folder.names(), ["race.zrf", "race.zug"]);
}

#[test]
fn nothing_is_written_when_something_is_wrong() {
    let folder = Folder::new();
    let bad = folder.write("bad.zrf", "(game (title \"x\")");
    let file = folder.path("bad.zug");
    zug(&["convert", &bad, "-o", &file]).fails(1, &["bad.zrf", "nothing was converted"]);
    zug(&["convert", &bad, "-o", &file, "--json"]).fails(1, &["bad.zrf"]);
    zug(&["convert", &folder.path("none.zrf"), "-o", &file]).fails(2, &["there is no such file"]);
    let empty = folder.write("empty.zrf", "(define x add)");
    zug(&["convert", &empty, "-o", &file]).fails(1, &["there is no game in this file"]);
    assert_eq!(folder.names(), ["bad.zrf", "empty.zrf"]);
    let race = folder.write("race.zrf", RACE);
    zug(&["convert", &race, "-o", &folder.path("no/such/folder.zug")]).fails(1, &["cannot write `"]);
}

#[test]
fn only_zrf_is_converted() {
    let folder = Folder::new();
    let zug_file = folder.write("walk.zug", "(board (name row))");
    zug(&["convert", &zug_file]).fails(2, &["is in the Zug language already"]);
    zug(&["convert", "chess.zug"]).fails(2, &["is in the Zug language already"]);
    let zir = folder.write("walk.zir", "(zir 1)");
    zug(&["convert", &zir]).fails(2, &["is a compiled game"]);
    // Of a library game in both languages the one in ZRF is meant.
    assert!(zug(&["convert", "breakthrough"]).ok().out.contains("(game"));
}

#[test]
fn what_is_lost_is_told_with_its_place() {
    let folder = Folder::new();
    let file = folder.path("causeway.zug");
    let ran = zug(&["convert", "causeway.zrf", "-o", &file]).fails(1, &["cnv-002", "causeway.zrf:", "?Dice"]);
    assert!(ran.err.ends_with("1 thing of `Causeway` is not kept\n"), "{}", ran.err);
    assert!(folder.read("causeway.zug").contains("; not kept: goals that are met by a move of `?Dice`"));
    let ran = zug(&["convert", "causeway.zrf", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let game = &ran.json()["games"][0];
    assert_eq!((&game["kept"], &game["losses"][0]["code"]), (&false.into(), &"cnv-002".into()));
    assert!(game["losses"][0]["line"].as_u64().unwrap() > 0);
    let kept = zug(&["convert", "chess.zrf", "--json"]).ok().json();
    assert_eq!(kept["games"][0]["kept"], true);
    assert_eq!(kept["output"], serde_json::Value::Null);
    assert!(kept["text"].as_str().unwrap().contains("(game"));
}

#[test]
fn a_text_that_would_not_load_is_none() {
    let folder = Folder::new();
    // Nothing on the board and nothing beside it: a game in ZRF, but not in the Zug language.
    let rules = RACE.replace("(board-setup (White (Man a1)) (Black (Man b1)))", "");
    assert_ne!(rules, RACE);
    let rules = folder.write("bare.zrf", rules);
    let ran = zug(&["convert", &rules, "-o", &folder.path("bare.zug")]);
    ran.fails(1, &["the game has no pieces", "the rules cannot be converted", "nothing was written"]);
    zug(&["convert", &rules, "--json"]).fails(1, &["the rules cannot be converted"]);
    assert_eq!(folder.names(), ["bare.zrf"]);
}

#[test]
fn rules_that_are_too_much_to_convert_are_told_so() {
    let folder = Folder::new();
    // Five macros, each of which calls the one before ten times.
    let mut macros = "(define call-0 (if (and enemy? (not-piece? Man)) (set-flag seen true)))\n".to_owned();
    for n in 1..=5 {
        let calls = format!("(call-{}) ", n - 1).repeat(10);
        macros.push_str(&format!("(define call-{n} {calls})\n"));
    }
    let rules = RACE.replace("(moves (n (verify empty?) add)", "(moves (n (call-5) (verify empty?) add)");
    assert_ne!(rules, RACE);
    let rules = folder.write("large.zrf", macros + &rules);
    zug(&["check", &rules]).ok();
    let says = ["the rules of `Race` are too long to be converted", "once the macros are written out"];
    zug(&["convert", &rules, "-o", &folder.path("large.zug")]).fails(1, &says);
    assert_eq!(folder.names(), ["large.zrf"]);
}
