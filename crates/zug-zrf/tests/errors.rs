//! Every message, as a user sees it: each `errors/*.zrf` is loaded with all its forms and what is said
//! about it must be what the `.snap` file beside it says. `INSTA_UPDATE=always cargo test -p zug-zrf --test errors`
//! accepts new wordings; read the difference before you commit it.

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
fn every_message_reads_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "zrf"));
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let loaded =
            load(name, &std::fs::read(&path).unwrap(), None, &Folder(folder.clone()), Want::All).unwrap();
        let said: Vec<String> = loaded
            .diagnostics
            .iter()
            .map(|problem| render(problem, &loaded.sources, &loaded.symbols, false))
            .collect();
        assert!(!said.is_empty(), "{name} is meant to have problems");
        // A form with a model and an error, or with neither, would be a lie.
        if !loaded.diagnostics.has_errors() {
            assert!(loaded.forms.iter().all(|form| form.model.is_some()), "{name}");
        }
        insta::with_settings!({
            snapshot_path => "errors",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), said.join("\n"));
        });
    }
}
