//! Every message, as a user sees it: each `errors/*.zug` is loaded and what is said about it must be what the
//! `.snap` file beside it says. `INSTA_UPDATE=always cargo test -p zug-lang --test errors` accepts new wordings; read
//! the difference before you commit it.

use std::io;
use std::path::{Path, PathBuf};
use zug_lang::load;
use zug_source::{Files, render};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

#[test]
fn every_message_reads_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "zug"));
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let loaded = load(name, &std::fs::read(&path).unwrap(), &Folder(folder.clone())).unwrap();
        let said: Vec<String> = loaded
            .diagnostics
            .iter()
            .map(|problem| render(problem, &loaded.sources, &loaded.symbols, false))
            .collect();
        assert!(!said.is_empty(), "{name} is meant to have problems");
        insta::with_settings!({
            snapshot_path => "errors",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), said.join("\n"));
        });
    }
}
