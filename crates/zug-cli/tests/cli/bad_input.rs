//! Whatever is wrong with a file: a clear message, exit code 1 or 2, never a panic.

use crate::common::{Folder, RACE, zug};

/// What `check`, `info` and `moves` make of a file that is no good.
#[track_caller]
fn refused(path: &str, code: i32, says: &[&str]) {
    let checked = zug(&["check", path]);
    assert_eq!((checked.code, checked.err.as_str()), (code, ""), "{}", checked.out);
    for text in says {
        assert!(checked.out.contains(text), "no `{text}` in: {}", checked.out);
    }
    for verb in ["info", "moves", "show", "compile"] {
        zug(&[verb, path]).fails(code, says);
    }
    let json = zug(&["check", path, "--json"]);
    assert_eq!((json.code, json.err.as_str()), (code, ""));
    assert_eq!(json.json()["files"][0]["ok"], false);
    assert!(!json.json()["files"][0]["diagnostics"].as_array().unwrap().is_empty());
}

#[test]
fn a_missing_file() {
    let folder = Folder::new();
    refused(&folder.path("missing.zrf"), 2, &["cannot read `", "missing.zrf`: there is no such file"]);
    zug(&["survey", &folder.path("missing")]).fails(2, &["there is no such folder"]);
    zug(&["record", &folder.path("missing.zsg")]).fails(2, &["there is no such file"]);
}

#[test]
fn a_folder_instead_of_a_file() {
    let folder = Folder::new();
    folder.write("inner.zrf/x.txt", "");
    zug(&["info", &folder.path("inner.zrf")]).fails(2, &["is a folder"]);
    zug(&["record", &folder.path("")]).fails(2, &["is a folder"]);
}

#[test]
fn a_binary_file() {
    let folder = Folder::new();
    refused(
        &folder.write("picture.zrf", b"BM\x36\0\0\0\xff\xfe"),
        1,
        &["picture.zrf` is not a text: NUL byte"],
    );
    let noise: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 1).collect();
    refused(&folder.write("noise.zrf", noise), 1, &["noise.zrf"]);
}

#[test]
fn an_empty_file() {
    let folder = Folder::new();
    refused(&folder.write("empty.zrf", ""), 1, &["there is no game in this file"]);
    refused(&folder.write("blank.zrf", "\n ; nothing\n"), 1, &["there is no game in this file"]);
    refused(&folder.write("empty.zir", ""), 1, &["empty.zir"]);
}

#[test]
fn unbalanced_parentheses() {
    let folder = Folder::new();
    let open = RACE.replacen("(turn-order White Black)", "(turn-order White Black", 1);
    refused(&folder.write("open.zrf", open), 1, &["open.zrf:2:1", "this `(` has no `)`"]);
    refused(&folder.write("close.zrf", format!("{RACE})")), 1, &["close.zrf", "`)`"]);
    refused(&folder.write("quote.zrf", RACE.replacen("\"Race\"", "\"Race", 1)), 1, &["quote.zrf"]);
    refused(&folder.write("deep.zrf", "(".repeat(100_000)), 1, &["deep.zrf"]);
}

#[test]
fn unknown_words() {
    let folder = Folder::new();
    let typo = |from: &str, to: &str| folder.write("typo.zrf", RACE.replacen(from, to, 1));
    refused(&typo("(board-setup", "(bord-setup"), 1, &["bord-setup", "did you mean `board-setup`?"]);
    refused(&typo("(verify empty?)", "(verify emtpy?)"), 1, &["emtpy?", "did you mean `empty?`?"]);
    refused(&typo("(game", "(gmae"), 1, &["gmae"]);
    refused(&typo("(Man a1)", "(Mann a1)"), 1, &["Mann"]);
    refused(&typo("(title", "(option \"quantum gravity\" true) (title"), 1, &["quantum gravity"]);
}

#[test]
fn a_macro_that_calls_itself() {
    let folder = Folder::new();
    let rules = format!("(define again (again))\n{}", RACE.replacen("(n (verify empty?) add)", "(again)", 1));
    refused(&folder.write("loop.zrf", rules), 1, &["loop.zrf", "again"]);
    let mutual = format!(
        "(define ping (pong))(define pong (ping))\n{}",
        RACE.replacen("(n (verify empty?) add)", "(ping)", 1)
    );
    refused(&folder.write("mutual.zrf", mutual), 1, &["mutual.zrf"]);
    refused(&folder.write("self.zrf", format!("(include \"self.zrf\")\n{RACE}")), 1, &["includes itself"]);
}

#[test]
fn a_variant_without_a_game() {
    let folder = Folder::new();
    refused(
        &folder.write("orphan.zrf", "(variant (title \"Orphan\"))"),
        1,
        &["variant `Orphan` has no game"],
    );
}

#[test]
fn a_file_of_100_megabytes() {
    let folder = Folder::new();
    let path = folder.path("huge.zrf");
    // A sparse file: it takes no room, and must not be read.
    std::fs::File::create(&path).unwrap().set_len(100 << 20).unwrap();
    refused(&path, 1, &["huge.zrf` is too large to be rules: 100 MiB, the limit is 64 MiB"]);
}

#[test]
fn a_while_that_never_ends() {
    let folder = Folder::new();
    let endless = "((while (not-flag? done) (set-flag busy true)) n add)";
    let rules = folder.write("endless.zrf", RACE.replacen("(n (verify empty?) add)", endless, 1));
    // Only running it can tell.
    let says = ["the rule does not end", "endless.zrf:12:62"];
    for args in [&["moves", &rules][..], &["perft", &rules, "2"], &["show", &rules], &["bench", &rules]] {
        zug(args).fails(1, &says);
    }
    let played = crate::common::zug_typing(&["play", &rules], "?\n");
    assert_eq!(played.code, 1);
    assert!(played.err.contains("the rule does not end"), "{}", played.err);
}

#[test]
fn an_include_that_is_not_there() {
    let folder = Folder::new();
    let rules = format!("(include \"nowhere.inc\")\n{RACE}");
    refused(&folder.write("main.zrf", rules), 1, &["cannot read the included file", "nowhere.inc"]);
}

#[test]
fn rules_of_the_other_language() {
    let folder = Folder::new();
    let path = folder.write("game.zug", "(game)");
    let checked = zug(&["check", &path]);
    assert_eq!(checked.code, 1);
    assert!(checked.out.contains("this game has no `board`"), "{}", checked.out);
    zug(&["info", &path]).fails(1, &["this game has no `board`"]);
}
