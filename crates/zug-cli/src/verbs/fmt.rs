//! `zug fmt`: rules of the Zug language laid out anew.

use crate::args::JsonArgs;
use crate::disk;
use crate::errors::{Code, Done, Failure};
use crate::open::unreadable;
use crate::output::Out;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Lay out `.zug` files in one style
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Comments, texts and meaning stay as they are; line ends inside long lists are yours. A file whose
parentheses do not match is left alone. A folder is searched for `.zug` files. What changed is listed.

Examples:
  zug fmt mygame.zug
  zug fmt games                      every `.zug` file below a folder
  zug fmt --check games              only say which files would change; exit code 1 if there are any
  zug fmt --stdout mygame.zug        to the terminal, the file stays")]
pub(crate) struct Args {
    /// Files, or folders with files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that would change
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Print the result instead of writing it back
    #[arg(long)]
    stdout: bool,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Report {
    files: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    file: String,
    /// Laid out anew, or with `--check` it would be.
    changed: bool,
    /// The new text, with `--stdout`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Why the file was left alone.
    error: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let mut failure = None;
    let mut rows = Vec::new();
    for path in expand(&args.files)? {
        let file = path.display().to_string();
        let mut row = Row { file, changed: false, text: None, error: None };
        match format(&path, args) {
            Ok(Answer::Text(text)) if args.json.json => row.text = Some(text),
            Ok(Answer::Text(text)) => out.write_all(text.as_bytes())?,
            Ok(Answer::Fine) => {}
            Ok(Answer::Changes) => {
                row.changed = true;
                if args.check {
                    failure = failure.or(Some(Code::No));
                }
            }
            Err(Failure::No(message)) => {
                row.error = Some(message);
                failure = failure.or(Some(Code::No));
            }
            Err(Failure::Usage(message)) => {
                row.error = Some(message);
                failure = Some(Code::Usage);
            }
            Err(other) => return Err(other),
        }
        if !args.json.json {
            say(&row, out)?;
        }
        rows.push(row);
    }
    if args.json.json {
        out.json(&Report { files: rows })?;
    }
    failure.map_or(Ok(()), |code| Err(Failure::Said(code)))
}

/// At once: other files may follow.
fn say(row: &Row, out: &mut Out) -> io::Result<()> {
    if row.changed {
        writeln!(out, "{}", row.file)?;
    }
    row.error.as_ref().map_or(Ok(()), |message| complain(out, message))
}

/// What became of a file.
enum Answer {
    Fine,
    Changes,
    /// For the terminal; the file stays.
    Text(String),
}

/// Folders become the files below them. Other rules have other layouts.
fn expand(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let is_zug = |path: &Path| disk::ending(path) == "zug";
    let mut paths = Vec::new();
    for argument in arguments {
        let name = argument.display();
        if argument.is_dir() {
            let found = disk::search(argument, is_zug).map_err(unreadable)?;
            if found.is_empty() {
                return Err(Failure::usage(format!("there are no `.zug` files below `{name}`")));
            }
            paths.extend(found);
        } else if argument.exists() && !is_zug(argument) {
            return Err(Failure::usage(format!("`{name}` is no `.zug` file")));
        } else {
            paths.push(argument.clone());
        }
    }
    Ok(paths)
}

fn format(path: &Path, args: &Args) -> Result<Answer, Failure> {
    let name = path.display();
    let bytes = disk::read(path).map_err(unreadable)?;
    // Written back as UTF-8: to guess the code page wrong would spoil the comments.
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::no(format!("`{name}` is not UTF-8; save it as UTF-8 first")))?;
    let formatted = zug_lang::format_as(&name.to_string(), &text).map_err(Failure::no)?;
    if args.stdout {
        return Ok(Answer::Text(formatted));
    }
    if formatted == text {
        return Ok(Answer::Fine);
    }
    if !args.check {
        replace(path, formatted.as_bytes())
            .map_err(|error| Failure::no(format!("cannot write `{name}`: {error}")))?;
    }
    Ok(Answer::Changes)
}

/// A link still leads to the file, and who may read and write it stays the same.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = std::fs::metadata(&path)?.permissions();
    disk::write(&path, bytes)?;
    std::fs::set_permissions(&path, permissions)
}

/// Other files may follow, so it is said at once, behind what was written before.
fn complain(out: &mut Out, message: &str) -> io::Result<()> {
    out.flush()?;
    let intro = if message.starts_with("error") { "" } else { "error: " };
    writeln!(io::stderr(), "{intro}{message}")
}
