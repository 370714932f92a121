//! The pictures of the README are what the program draws.

use crate::common::zug;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A line of `docs/pictures/pictures.txt`: a file, and the position it shows.
struct Picture {
    file: String,
    game: String,
    moves: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures")
}

/// Columns are apart by two spaces or more, because titles of variants have single ones.
fn pictures() -> Vec<Picture> {
    let text = std::fs::read_to_string(folder().join("pictures.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let picture = |line: &str| {
        let mut columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
        let mut next = || columns.next().unwrap_or_default().to_owned();
        Picture { file: next(), game: next(), moves: next() }
    };
    lines.map(picture).collect()
}

#[test]
fn each_picture_is_what_the_program_draws() {
    for Picture { file, game, moves } in pictures() {
        let drawn = zug(&["show", &game, "--moves", &moves, "--svg", "-"]).ok().out;
        let path = folder().join(&file);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == drawn, "{file} is not what the program draws: look at it, then bless it");
    }
}

#[test]
fn every_picture_is_listed_and_shown() {
    let listed: BTreeSet<String> = pictures().into_iter().map(|picture| picture.file).collect();
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let kept = names.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".svg"));
    assert_eq!(kept.collect::<BTreeSet<String>>(), listed);
    let readme = std::fs::read_to_string(folder().join("../../README.md")).unwrap();
    for file in listed {
        assert!(readme.contains(&format!("docs/pictures/{file}")), "the README does not show {file}");
    }
}
