//! Which files are read: no pipes, no devices, and for rules none outside their folder.

use crate::common::{Folder, RACE, zug, zug_typing};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;

/// A pipe without a writer.
fn pipe(folder: &Folder, name: &str) -> String {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let path = folder.path(name);
    mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    path
}

#[test]
fn pipes_and_devices_are_refused_and_not_waited_for() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    for (file, what) in [(pipe(&folder, "pipe.zrf"), "a pipe"), ("/dev/full".to_owned(), "a device")] {
        let says = format!("`{file}` is {what}, not a file");
        for verb in ["info", "show", "moves", "play", "engine", "compile", "rules", "bench"] {
            zug(&[verb, &file]).fails(2, &[&says]);
        }
        zug(&["match", &file, "random", "random"]).fails(2, &[&says]);
        zug(&["record", &file]).fails(2, &[&says]);
        let checked = zug(&["check", &file]);
        assert!(checked.code != 0 && (checked.out + &checked.err).contains(&says));
    }
    zug(&["fmt", &pipe(&folder, "pipe.zug")]).fails(2, &["is a pipe"]);
    zug(&["convert", &pipe(&folder, "other.zrf")]).fails(2, &["is a pipe"]);
    let game = pipe(&folder, "game.zgr");
    let played =
        zug_typing(&["play", "--plain", &race, "--black", "random"], &format!("load {game}\nquit\n"));
    assert!(played.out.contains("is a pipe"), "{played:?}");
    // A collection with pipes in it is a collection.
    let surveyed = zug(&["survey", &folder.path("")]).ok();
    assert!(surveyed.out.contains("race.zrf"), "{surveyed:?}");
}

#[test]
fn nothing_takes_the_place_of_a_pipe_or_a_device() {
    let folder = Folder::new();
    let pipe = pipe(&folder, "out");
    zug(&["compile", "tic-tac-toe", "-o", &pipe]).fails(1, &["it is a pipe, not a file"]);
    zug(&["show", "tic-tac-toe", "--svg", &pipe]).fails(1, &["it is a pipe, not a file"]);
    zug(&["rules", "tic-tac-toe", "--force", "-o", &pipe]).fails(1, &["it is a pipe, not a file"]);
    assert!(Path::new(&pipe).metadata().unwrap().file_type().is_fifo());
}

const SECRET: &str = "root:x:0:0:(what nobody else should see";

/// Rules that include a file, and the rest of a game.
fn including(what: &str) -> String {
    format!("(include \"{what}\")\n{RACE}")
}

#[test]
fn rules_cannot_include_what_lies_outside_their_folder() {
    let folder = Folder::new();
    let secret = folder.write("secret.txt", SECRET);
    std::fs::create_dir(folder.path("rules")).unwrap();
    symlink(&secret, folder.path("rules/link.inc")).unwrap();
    symlink(folder.path(""), folder.path("rules/up")).unwrap();
    pipe(&folder, "rules/pipe.inc");
    let outside = "outside the folder of the rules; `--include-path FOLDER` allows another one";
    for (written, says) in [
        (&secret[..], outside),
        ("/etc/passwd", outside),
        ("/no/such/file", outside),
        ("../secret.txt", outside),
        ("../SECRET.TXT", outside),
        ("sub/../../secret.txt", outside),
        ("link.inc", outside),
        ("up/secret.txt", outside),
        ("zug:/../../../etc/passwd", ""),
        ("pipe.inc", "a pipe, not a file"),
        ("missing.inc", "entity not found"),
    ] {
        for (name, text) in [("rules/a.zrf", including(written)), ("rules/a.zug", including(written))] {
            let file = folder.write(name, &text);
            let said = zug(&["check", &file]);
            let all = said.out + &said.err;
            assert!(
                said.code == 1 && all.contains("cannot read the") && all.contains(says),
                "{written}: {all}"
            );
            assert!(!all.contains("root:"), "{written}: {all}");
        }
    }
}

#[test]
fn what_is_inside_or_allowed_is_included() {
    let folder = Folder::new();
    for name in ["rules/sub", "common", "linked"] {
        std::fs::create_dir_all(folder.path(name)).unwrap();
    }
    folder.write("rules/sub/race.inc", RACE);
    folder.write("common/race.inc", RACE);
    let inside = folder.write("rules/a.zrf", "(include \"sub\\Race.inc\")");
    zug(&["check", &inside]).ok();
    let outside = folder.write("rules/b.zrf", "(include \"../common/race.inc\")");
    assert_eq!(zug(&["check", &outside]).code, 1);
    let common = folder.path("common");
    let whole = folder.path("");
    zug(&["check", "--include-path", &common, &outside]).ok();
    zug(&["info", "--include-path", &format!("/usr:{whole}"), &outside]).ok();
    zug(&["check", "--include-path", "/no/such/folder", &outside]).fails(2, &["there is no folder"]);
    // Whoever names a folder means all of it, and a link to rules is as good as the rules.
    zug(&["check", &whole]).ok();
    let link = folder.path("linked/a.zrf");
    symlink(&inside, &link).unwrap();
    symlink(folder.path("rules/sub"), folder.path("linked/sub")).unwrap();
    zug(&["check", &link]).ok();
    // The library is everywhere.
    let own = folder.write("rules/c.zug", &zug(&["rules", "makruk.zug"]).ok().out);
    zug(&["check", &own]).ok();
}

#[test]
fn a_saved_game_does_not_name_rules_outside_its_folder() {
    let folder = Folder::new();
    let secret = folder.write("secret.zrf", SECRET);
    std::fs::create_dir(folder.path("saved")).unwrap();
    for written in [&secret[..], "..\\secret.zrf"] {
        let text = format!("VERSION=2.0\nRulesFile={written}\nVariantName=x\n\n1. Pawn a1 - a2\n");
        let file = folder.write("saved/game.zsg", &text);
        let said = zug(&["record", &file]);
        let all = said.out + &said.err;
        assert!(said.code != 0 && !all.contains("root:"), "{all}");
    }
}
