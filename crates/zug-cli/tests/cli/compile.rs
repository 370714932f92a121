//! `zug compile`.

use crate::common::{Folder, RACE, zug};

#[test]
fn a_compiled_game_plays_like_its_rules() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let (to_file, compiled) = (folder.path("race.zir"), zug(&["compile", &race]).ok().out);
    assert!(compiled.starts_with("(zir "), "{compiled}");
    assert_eq!(zug(&["compile", &race, "-o", &to_file]).ok().out, "");
    assert_eq!(folder.read("race.zir"), compiled);
    assert_eq!(folder.names(), ["race.zir", "race.zrf"]);
    assert_eq!(zug(&["moves", &to_file, "--moves", "a1-a2"]).ok().out, "b1-b2\nb1-b3\n");
    assert_eq!(zug(&["info", &to_file, "--json"]).ok().json()["title"], "Race");
    let short = zug(&["compile", &format!("{race}#Short race"), "-o", &to_file]).ok();
    assert_eq!(short.out, "");
    assert!(zug(&["show", &to_file, "--moves", "a1-a2"]).ok().out.contains("over: White wins"));
    let json = zug(&["compile", &race, "--json"]).ok().json();
    assert_eq!((json["title"].as_str(), json["text"].as_str()), (Some("Race"), Some(compiled.as_str())));
}

#[test]
fn nothing_is_written_when_something_is_wrong() {
    let folder = Folder::new();
    let bad = folder.write("bad.zrf", "(game (title \"x\")");
    zug(&["compile", &bad, "-o", &folder.path("bad.zir")]).fails(1, &["bad.zrf"]);
    assert_eq!(folder.names(), ["bad.zrf"]);
    let race = folder.write("race.zrf", RACE);
    zug(&["compile", &race, "-o", &folder.path("no/such/folder.zir")]).fails(1, &["cannot write `"]);
    let damaged = folder.write("damaged.zir", "(zir 1)\n(board (cells a) (dirs n) (links n (a b)))");
    zug(&["info", &damaged]).fails(1, &["damaged.zir"]);
    let newer = folder.write("newer.zir", "(zir 99)\n");
    zug(&["info", &newer]).fails(1, &["99"]);
}
