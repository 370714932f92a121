//! Every game of the library in the Zug language is lowered, and what comes out reads back from its text form.

use std::path::{Path, PathBuf};
use zug_source::{Diagnostics, Encoding, Files, Severity, Sources, Symbols};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// `games/<name>/<name>.zug`; other files are there to be included.
fn rules() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folders = std::fs::read_dir(games)
        .expect("the games are there")
        .map(|entry| entry.expect("it can be read").path());
    let file = |folder: PathBuf| Some(folder.join(format!("{}.zug", folder.file_name()?.to_str()?)));
    let mut files: Vec<PathBuf> =
        folders.filter(|folder| !folder.ends_with("lib")).filter_map(file).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
}

#[test]
fn the_library_is_lowered() {
    let rules = rules();
    assert!(!rules.is_empty());
    for path in rules {
        let name = path.to_string_lossy();
        let loaded =
            zug_lang::load(&name, &std::fs::read(&path).expect("it can be read"), &Disk).expect("it is text");
        let show = |problem: &zug_source::Diagnostic| {
            zug_source::render(problem, &loaded.sources, &loaded.symbols, false)
        };
        let errors = loaded.diagnostics.iter().filter(|problem| problem.severity == Severity::Error);
        assert_eq!(errors.map(show).collect::<String>(), "", "{name}");
        for entry in &loaded.games {
            let decl =
                entry.decl.as_ref().unwrap_or_else(|| panic!("{name}: `{}` is not complete", entry.title));
            let compiled = match zug_compile::compile_lang(decl, &loaded.symbols) {
                Ok(compiled) => compiled,
                Err(problems) => panic!("{}", problems.iter().map(show).collect::<String>()),
            };
            let scripted = compiled.game.scripted.as_deref().expect("it has scripts");
            for script in &scripted.scripts {
                assert_eq!(script.origins.len(), script.code.len());
                assert!(script.origins.iter().all(|&origin| compiled.origins.get(origin).is_some()));
            }
            reads_back(&compiled.game, &name);
        }
    }
}

fn reads_back(game: &zug_ir::Game, name: &str) {
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let printed = zug_ir::print(game);
    let file = sources.add("game.zir", printed.as_bytes(), Some(Encoding::Utf8)).expect("it is text");
    let read = zug_ir::parse(&sources, file, &mut symbols, &mut out);
    let errors: Vec<_> = out.iter().map(|problem| &problem.message).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    assert_eq!(read.as_ref(), Some(game), "{name}");
}
