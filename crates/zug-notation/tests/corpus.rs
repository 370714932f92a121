//! Saved games written by Zillions itself. They are not part of the project: the test runs where `ZUG_CORPUS`
//! names a folder that holds them, with their rules beside them.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};
use zug_game::{Files, Game, Which, load};
use zug_notation::zsg::{self, Zsg};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

fn saved_games(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            saved_games(&path, out);
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zsg")) {
            out.push(path);
        }
    }
}

/// The game a record belongs to; `None` if its rules are for Axiom.
fn game(path: &Path, zsg: &Zsg) -> Option<Game> {
    let folder = path.parent().unwrap();
    let bytes = std::fs::read(folder.join(zsg.rules_name())).unwrap();
    if bytes.windows(7).any(|w| w == b"(engine") {
        return None;
    }
    let files = Folder(folder.to_owned());
    let rules = load(zsg.rules_name(), &bytes, None, &files, Which::Title(&zsg.variant)).unwrap();
    Some(rules.into_game().unwrap())
}

#[test]
fn every_saved_move_replays() {
    let Some(corpus) = std::env::var_os("ZUG_CORPUS") else { return };
    let mut paths = Vec::new();
    saved_games(Path::new(&corpus), &mut paths);
    assert!(!paths.is_empty(), "no saved games below {corpus:?}");
    let mut failures = Vec::new();
    let mut extra_passes = 0;
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy();
        let bytes = std::fs::read(path).unwrap();
        let zsg = zsg::read(&bytes).unwrap();
        assert_eq!(zsg.to_bytes(), bytes);
        let Some(game) = game(path, &zsg) else {
            println!("{name:34} Axiom, not played");
            continue;
        };
        let begun = std::time::Instant::now();
        let replay = zsg::replay(&game, &zsg);
        println!(
            "{name:34} {:4}/{:4} same text {:4}, numbers {:?}, ended {:?}, {} turns, {:?}",
            replay.replayed,
            replay.moves,
            replay.same_text,
            replay.numbers.first(),
            replay.ended,
            replay.turns.len(),
            begun.elapsed()
        );
        if let Some(error) = &replay.error {
            println!("    {error}");
        }
        if replay.error.is_some() || replay.replayed != replay.moves {
            failures.push(name.into_owned());
            continue;
        }
        extra_passes += rewritten(&game, &zsg, &replay);
    }
    assert!(failures.is_empty(), "not all moves replay: {failures:?}");
    // One save was begun under an older version of its rules, in which a turn ended where it now could go on.
    assert!(extra_passes <= 1, "{extra_passes} lines `Pass` that the records do not have");
}

/// What we write of a replayed game is the same game, and the same text but for numbers that Zillions gives in
/// its own way. Returns how many more lines `Pass` ours has.
fn rewritten(game: &Game, zsg: &Zsg, replay: &zug_notation::Replay) -> usize {
    assert_eq!(replay.ended, None);
    let mut header = zsg::Header::new(game, &zsg.rules_file);
    header.letters = zsg.letters.clone();
    let ours = zsg::write(game, &header, &zsg.edits, &replay.turns).unwrap();
    assert_eq!(zsg::replay(game, &ours).turns, replay.turns);
    let played = |zsg: &Zsg| -> Vec<(u32, String)> {
        zsg.moves.iter().filter(|m| m.text != "Pass").map(|m| (m.number, plain(&m.text))).collect()
    };
    assert_eq!(played(&ours), played(zsg));
    assert_eq!(ours.edits, zsg.edits);
    ours.moves.len() - zsg.moves.len()
}

/// Without the number after `partial` and the numbers of attributes.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |i: usize| (i == 1 && words[0] == "partial") || (i >= 2 && words[i - 2] == "@");
    let kept: Vec<&str> = words.iter().enumerate().filter(|(i, _)| !number(*i)).map(|(_, w)| *w).collect();
    kept.join(" ")
}
