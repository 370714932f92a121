//! Every rules file below the folder named by `ZUG_CORPUS`: conformance of each of its games, and the answers of the fast back
//! end where it has a form for one. Without that variable there is nothing to test: the project needs no corpus.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use zug_game::{Files, Which, load};
use zug_notation::Style;
use zug_testkit::{conformance, twofold};

fn main() {
    let mut files = Vec::new();
    if let Some(root) = std::env::var_os("ZUG_CORPUS") {
        rules_below(Path::new(&root), &mut files);
    }
    files.sort();
    let trials = files
        .into_iter()
        .map(|file| Trial::test(file.display().to_string(), move || check(&file).map_err(Failed::from)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn rules_below(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rules_below(&path, out);
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
            out.push(path);
        }
    }
}

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

fn check(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    let file = load(&path.to_string_lossy(), &bytes, None, &Disk, Which::All).map_err(|e| e.to_string())?;
    for (form, game) in file.forms.iter().zip(file.games()) {
        // A form that does not load has nothing to conform; whether it should load is another test.
        let Some(game) = game else { continue };
        let effort = conformance::Effort { games: 2, plies: 30 };
        conformance::check(game, &Style::General, effort).map_err(|e| format!("{}: {e}", form.title))?;
        twofold::everywhere(game).map_err(|e| format!("{}: {e}", form.title))?;
    }
    Ok(())
}
