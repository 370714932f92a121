//! `zug show --svg`.

use crate::common::{Folder, RACE, zug};

#[test]
fn a_position_is_drawn_into_a_file_or_to_stdout() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    assert_eq!(zug(&["show", &race, "--svg", &folder.path("race.svg")]).ok().out, "");
    let drawn = folder.read("race.svg");
    assert!(drawn.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{drawn}");
    assert!(drawn.contains("<title>White Man, a1</title>"), "{drawn}");
    assert_eq!(zug(&["show", &race, "--svg", "-"]).ok().out, drawn);
    assert_eq!(folder.names(), ["race.svg", "race.zrf"]);
}

#[test]
fn the_last_move_is_marked_and_the_board_can_be_turned() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let draw = |more: &[&str]| zug(&[&["show", &race, "--svg", "-"], more].concat()).ok().out;
    let marks = |text: &str| text.matches("class=\"last\"").count();
    assert_eq!(marks(&draw(&[])), 0);
    let moved = draw(&["--moves", "a1-a2 b1-b2"]);
    assert_eq!(marks(&moved), 2);
    assert!(moved.contains("<title>Black Man, b2</title>"), "{moved}");
    assert_ne!(draw(&["--flip"]), draw(&[]));
}

#[test]
fn the_presentation_file_beside_the_rules_says_how() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let args = ["show", &race, "--svg", "-"];
    assert!(!zug(&args).ok().out.contains("class=\"spot\""));
    folder.write("race.toml", "[board]\nlook = \"points\"\n[pieces.kinds]\nMan = \"chess-pawn\"\n");
    let drawn = zug(&args).ok().out;
    assert!(drawn.contains("class=\"spot\"") && drawn.contains("href=\"#zug-chess-pawn\""), "{drawn}");
    folder.write("race.toml", "[board]\nlook = \"round\"\n");
    let wrong = zug(&args);
    assert_eq!(wrong.code, 0);
    assert!(
        wrong.err.contains("race.toml") && wrong.err.contains("unknown variant `round`"),
        "{}",
        wrong.err
    );
    assert!(wrong.out.starts_with("<svg"), "{}", wrong.out);
}

#[test]
fn what_cannot_be_drawn_is_said_and_nothing_is_written() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let nowhere = folder.path("no/such/folder.svg");
    zug(&["show", &race, "--svg", &nowhere]).fails(1, &["cannot write `", "folder.svg"]);
    let file = folder.path("race.svg");
    zug(&["show", &race, "--svg", &file, "--moves", "a1-a9"]).fails(1, &["a1-a9"]);
    zug(&["show", &race, "--svg", &file, "--json"]).fails(2, &["--json"]);
    zug(&["show", &race, "--flip"]).fails(2, &["--svg"]);
    assert_eq!(folder.names(), ["race.zrf"]);
}
