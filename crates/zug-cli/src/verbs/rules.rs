//! `zug rules`: the text of a game's rules, to read or to begin a game of one's own with.

use crate::args::{GameArgs, JsonArgs};
use crate::disk::{self, DiskFiles};
use crate::errors::{Done, Failure};
use crate::open::{Rules, locate, unreadable};
use crate::output::{Out, count};
use serde::Serialize;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use zug_game::{Files, Which, load};
use zug_library::LibraryFiles;

/// Print the rules of a game, to read or to start a game of your own from
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A copy works wherever it lies: `(include \"../lib/chess.zug\")` finds the library's parts if there is no such file on disk.

Examples:
  zug rules chess                       the rules, as they come first in the library
  zug rules chess.zug -o mychess.zug    those in the Zug language, to a new file
  zug rules chess.zug --files           every file that belongs to them
  zug rules chess.zug --file pawn.zug   one of those files")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// List the files that belong to the game instead
    #[arg(long, conflicts_with_all = ["file", "output"])]
    files: bool,
    /// Print this one of the files that belong to the game
    #[arg(long, value_name = "NAME")]
    file: Option<String>,
    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the output file if it is there
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer {
    name: String,
    output: Option<String>,
    /// The text, unless it was written to a file or only the files were asked for.
    text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    path: String,
    what: &'static str,
}

/// A file of a game, and what it is there for.
struct Belonging {
    path: String,
    what: &'static str,
    bytes: Vec<u8>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let (rules, _) = locate(&args.game.game)?;
    let answer = Answer { name: rules.name(), output: None, text: None, files: Vec::new() };
    if args.files && args.json.json {
        let files = belongings(&rules, args)?;
        let files = files.into_iter().map(|file| Listed { path: file.path, what: file.what }).collect();
        out.json(&Answer { files, ..answer })?;
        return Ok(());
    }
    if args.files {
        let rows: Vec<[String; 2]> =
            belongings(&rules, args)?.into_iter().map(|file| [file.path, file.what.to_owned()]).collect();
        out.table(&rows)?;
        return Ok(());
    }
    let bytes = match &args.file {
        Some(name) => one_of(belongings(&rules, args)?, name, &rules)?,
        None => main_text(&rules)?,
    };
    if let Some(path) = &args.output {
        if !args.force {
            disk::is_free(path)?;
        }
        disk::write(path, &bytes)
            .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", path.display())))?;
    }
    let output = args.output.as_ref().map(|path| path.display().to_string());
    if args.json.json {
        let text = output.is_none().then(|| String::from_utf8_lossy(&bytes).into_owned());
        out.json(&Answer { output, text, ..answer })?;
    } else if output.is_none() {
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn main_text(rules: &Rules) -> Result<Vec<u8>, Failure> {
    match rules {
        Rules::Library(entry) => Ok(entry.bytes.to_vec()),
        Rules::Disk(path) => disk::read(path).map_err(unreadable),
    }
}

/// The file of that name: its whole path, or the end of it if only one ends so.
fn one_of(files: Vec<Belonging>, name: &str, rules: &Rules) -> Result<Vec<u8>, Failure> {
    let fits = |path: &str| path == name || path.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'));
    let paths: Vec<String> = files.iter().map(|file| format!("`{}`", file.path)).collect();
    let mut found: Vec<Belonging> = files.into_iter().filter(|file| fits(&file.path)).collect();
    match found.len() {
        1 => Ok(found.remove(0).bytes),
        n => {
            let found = if n == 0 { "no file".to_owned() } else { count(n, "file") };
            let all = paths.join(", ");
            Err(Failure::usage(format!(
                "`{}` has {found} called `{name}`; its files are {all}",
                rules.name()
            )))
        }
    }
}

/// All files of a game: the rules, what they include, how the game is shown, the rules in another language.
fn belongings(rules: &Rules, args: &Args) -> Result<Vec<Belonging>, Failure> {
    let bytes = main_text(rules)?;
    let disk_files = DiskFiles::new(Path::new(&rules.name()), args.game.text.include_path);
    let files = Noted {
        files: match rules {
            Rules::Library(_) => &LibraryFiles,
            Rules::Disk(_) => &disk_files,
        },
        read: RefCell::default(),
    };
    // Rules with errors include files too.
    let _ = load(&rules.name(), &bytes, args.game.text.encoding, &files, Which::Default);
    let mut found = vec![Belonging { path: rules.name(), what: "the rules", bytes }];
    for (path, bytes) in files.read.into_inner() {
        if found.iter().all(|file| file.path != path) {
            found.push(Belonging { path, what: "included", bytes });
        }
    }
    found.extend(companions(rules));
    Ok(found)
}

/// What lies beside the rules.
fn companions(rules: &Rules) -> Vec<Belonging> {
    let mut found = Vec::new();
    match rules {
        Rules::Library(entry) => {
            let other = |other: &&zug_library::Entry| other.name == entry.name && other.path != entry.path;
            for other in zug_library::games().iter().filter(other) {
                let what = "the same game in another language";
                found.push(Belonging { path: other.path.to_owned(), what, bytes: other.bytes.to_vec() });
            }
            let path = Path::new(entry.path).with_extension("toml").to_string_lossy().into_owned();
            if let Ok(bytes) = LibraryFiles.read(&path) {
                found.push(Belonging { path, what: PRESENTATION, bytes });
            }
        }
        Rules::Disk(path) => {
            let path = path.with_extension("toml");
            if let Ok(bytes) = disk::read(&path) {
                found.push(Belonging { path: path.display().to_string(), what: PRESENTATION, bytes });
            }
        }
    }
    found
}

const PRESENTATION: &str = "how it is shown";

/// Files that remember what was read.
struct Noted<'a> {
    files: &'a dyn Files,
    read: RefCell<Vec<(String, Vec<u8>)>>,
}

impl Files for Noted<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let bytes = self.files.read(path)?;
        self.read.borrow_mut().push((path.to_owned(), bytes.clone()));
        Ok(bytes)
    }

    fn find(&self, from: &str, written: &str) -> String {
        self.files.find(from, written)
    }
}
