//! Help, usage errors and what all verbs have in common.

use crate::common::{Folder, RACE, zug};
use std::io::Read;
use std::process::{Command, Stdio};

const VERBS: [&str; 16] = [
    "games", "play", "show", "moves", "why", "info", "rules", "check", "survey", "record", "compile", "fmt",
    "perft", "bench", "match", "engine",
];

#[test]
fn alone_it_says_hello_with_three_things_to_try() {
    let ran = zug(&[]).ok();
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("  zug ")).count(), 3);
    assert!(zug(&["--lang", "ru"]).ok().out.contains("Попробуйте"));
}

#[test]
fn every_verb_has_help_with_examples() {
    let all = zug(&["--help"]).ok().out;
    for verb in VERBS {
        assert!(all.contains(&format!("  {verb} ")), "{verb} is not listed");
        let help = zug(&[verb, "--help"]).ok().out;
        assert!(help.contains(&format!("  zug {verb} ")), "{help}");
    }
}

#[test]
fn wrong_usage_is_2() {
    zug(&["frobnicate"]).fails(2, &["unrecognized subcommand 'frobnicate'"]);
    zug(&["perft", "chess", "many"]).fails(2, &["invalid value 'many'"]);
    zug(&["perft", "chess", "1", "--backend", "magic"]).fails(2, &["interp"]);
    zug(&["moves", "chess", "--notation", "greek"]).fails(2, &["zsg"]);
    zug(&["games", "--lang", "xx"]).fails(2, &["possible values: en, ru"]);
    zug(&["check"]).fails(2, &["FILE"]);
    zug(&["info", "chess", "--encoding", "koi8"]).fails(2, &["unknown encoding `koi8`"]);
    zug(&["bench", "chess", "--seconds", "-1"]).fails(2, &[]);
}

#[test]
fn unknown_games_are_2_with_a_guess() {
    zug(&["info", "ches"]).fails(2, &["no game called `ches`", "did you mean `chess`?", "`zug games`"]);
    zug(&["info", "qwertyuiop"]).fails(2, &["no game called `qwertyuiop`"]);
    zug(&["info", "no/such.zrf"]).fails(2, &["cannot read `no/such.zrf`: there is no such file"]);
    zug(&["info", "chess#Nonsense"]).fails(2, &["no game or variant called `Nonsense`", "`Chess`"]);
}

#[test]
fn variants_are_chosen_by_title() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let title = |game: &str| zug(&["info", game, "--json"]).ok().json()["title"].clone();
    assert_eq!(title(&race), "Race");
    assert_eq!(title(&format!("{race}#Short race")), "Short race");
    assert_eq!(title(&format!("{race}# short RACE ")), "Short race");
    assert_eq!(title(&format!("{race}#short")), "Short race");
    // Both titles have it.
    assert_eq!(title(&format!("{race}#race")), "Race");
    zug(&["info", &format!("{race}#ra")]).fails(2, &["several titles have `ra`: `Race`, `Short race`"]);
    assert_eq!(title("go.zug#9x9"), title("go#GO (9 × 9)"));
    let odd = folder.write("race#1.zrf", RACE);
    assert_eq!(title(&odd), "Race");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    // Enough rules that no pipe holds them all.
    let many: String =
        (0..4000).map(|i| format!("(variant (title \"Number {i} of a great many\"))\n")).collect();
    let rules = folder.write("many.zrf", format!("{RACE}{many}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(["check", &rules, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
