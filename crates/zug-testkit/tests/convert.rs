//! Every ZRF game of the library, and every variant in it, is converted to the Zug language. Either the two play
//! alike, or the conversion says what it does not keep: `convert.losses` lists that, so that a change is seen. The files of
//! `tests/convert` are made to be difficult. With `ZUG_CORPUS` the rules files below that folder are converted as well;
//! what they lose is only printed.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use zug_game::{Files, Which, load};
use zug_library::LibraryFiles;
use zug_testkit::conversion::{Effort, Played, check};

/// `file#title: what is not kept`.
const LOSSES: &str = include_str!("convert.losses");
const LIBRARY: Effort = Effort { games: 3, plies: 80, results: 3_000 };
const CORPUS: Effort = Effort { games: 2, plies: 40, results: 1_000 };

fn main() {
    let mut trials = Vec::new();
    let entries = || zug_library::games().iter().filter(|entry| entry.file.ends_with(".zrf"));
    for entry in entries() {
        trials.push(Trial::test(entry.file, move || {
            let played = check(entry.path, entry.bytes, &LibraryFiles, LIBRARY)?;
            let titles: Vec<&str> = played.iter().map(|game| game.title.as_str()).collect();
            let expected: Vec<&str> = entry.titles().iter().map(String::as_str).collect();
            is("the games of the file", titles, expected)?;
            is("what is lost", lines(entry.file, &played), expected_losses(entry.file))
        }));
    }
    let files: Vec<&str> = entries().map(|entry| entry.file).collect();
    trials.push(Trial::test("every file of the list is there", move || {
        let named = listed().map(|line| line.split_once('#').map_or("", |(file, _)| file));
        is("files", named.filter(|file| !files.contains(file)).collect::<Vec<_>>(), Vec::new())
    }));
    for file in rules_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/convert")) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name.clone(), move || {
            let bytes = std::fs::read(&file).map_err(|e| e.to_string())?;
            is("what is lost", lines(&name, &check(&name, &bytes, &Disk, LIBRARY)?), Vec::new())
        }));
    }
    let corpus = std::env::var_os("ZUG_CORPUS").map(PathBuf::from);
    for file in corpus.iter().flat_map(|root| rules_below(root)) {
        trials.push(Trial::test(file.display().to_string(), move || {
            let bytes = std::fs::read(&file).map_err(|e| e.to_string())?;
            let name = file.display().to_string();
            // What does not load cannot be converted; whether it should load is another test.
            if load(&name, &bytes, None, &Disk, Which::All).is_ok_and(|file| file.has_errors()) {
                return Ok(());
            }
            for game in check(&name, &bytes, &Disk, CORPUS)? {
                println!("{name}#{}: {} results, {}", game.title, game.results, game.losses.join("; "));
            }
            Ok(())
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn is<T: PartialEq + std::fmt::Debug>(what: &str, found: Vec<T>, expected: Vec<T>) -> Result<(), Failed> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:#?}, expected {expected:#?}").into()) }
}

fn lines(file: &str, played: &[Played]) -> Vec<String> {
    let line = |game: &Played, loss: &String| format!("{file}#{}: {loss}", game.title);
    played.iter().flat_map(|game| game.losses.iter().map(move |loss| line(game, loss))).collect()
}

fn listed() -> impl Iterator<Item = &'static str> {
    LOSSES.lines().filter(|line| !line.is_empty() && !line.starts_with("; "))
}

fn expected_losses(file: &str) -> Vec<String> {
    listed()
        .filter(|line| line.split_once('#').is_some_and(|(name, _)| name == file))
        .map(str::to_owned)
        .collect()
}

/// All ZRF files below a folder, sorted.
fn rules_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rules_below(&path));
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
            files.push(path);
        }
    }
    files.sort();
    files
}

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}
