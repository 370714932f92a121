//! What the language means, as the games that come of it: each `models/*.zrf` is loaded with all its forms,
//! must have no problems, and must become what the `.snap` file beside it says. `INSTA_UPDATE=always cargo test -p
//! zug-zrf --test models` accepts what is new; read the difference before you commit it.

mod print;

use std::io;
use std::path::{Path, PathBuf};
use zug_source::{Files, render};
use zug_zrf::{Want, load};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

#[test]
fn every_text_becomes_the_game_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "zrf"));
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let loaded =
            load(name, &std::fs::read(&path).unwrap(), None, &Folder(folder.clone()), Want::All).unwrap();
        if let Some(problem) = loaded.diagnostics.iter().next() {
            panic!("{}", render(problem, &loaded.sources, &loaded.symbols, false));
        }
        let mut games = Vec::new();
        for (at, form) in loaded.forms.iter().enumerate() {
            let first = if at == loaded.default_form { ", loaded first" } else { "" };
            let game = print::game(form.model.as_ref().unwrap());
            games.push(format!("# {:?} {:?}{first}\n{game}", form.kind, form.title));
        }
        insta::with_settings!({
            snapshot_path => "models",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), games.join("\n"));
        });
    }
}
