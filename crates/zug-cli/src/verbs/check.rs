//! `zug check`: everything that is wrong with rules files.

use crate::args::{JsonArgs, TextArgs};
use crate::color;
use crate::disk::{self, ReadError};
use crate::errors::{Code, Done, Failure};
use crate::open::{Refused, unreadable};
use crate::output::{Out, Progress, count};
use crate::review::{Included, Lack, Review, review};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zug_game::{Problem, Severity, Which};

/// Find all problems of rules files
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every message has its place, a code, and where possible a hint; `zug explain CODE` says more. A few random games are played
to find what cannot work although it can be read. A folder is searched for rules files.

Examples:
  zug check mygame.zrf
  zug check mygame.zrf --encoding cp1251
  zug check mygame.zug --no-play             only read, do not play
  zug check ~/zillions                       every rules file below a folder
  zug check mygame.zrf --json | jq '.files[].diagnostics[] | select(.severity == \"error\")'")]
pub(crate) struct Args {
    /// Rules files, folders, or names of library games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Do not try the games out by playing them at random
    #[arg(long)]
    no_play: bool,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer {
    files: Vec<FileRow>,
}

#[derive(Serialize)]
struct FileRow {
    file: String,
    ok: bool,
    /// Titles of its games and variants.
    games: Vec<String>,
    diagnostics: Vec<DiagnosticRow>,
    #[serde(skip)]
    rendered: Vec<String>,
    #[serde(skip)]
    lack: Lack,
    #[serde(skip)]
    missing: bool,
}

#[derive(Serialize)]
struct DiagnosticRow {
    severity: String,
    code: &'static str,
    message: String,
    /// The file itself, or one that it includes.
    file: String,
    line: u32,
    column: u32,
    hint: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let mut rows = Vec::new();
    let mut included = Included::default();
    let paths = expand(&args.files)?;
    let text = args.text.within(&args.files);
    let progress = Progress::new(paths.len());
    for path in &paths {
        progress.begin(path.display());
        let reviewed = check(path, text);
        included.add(&reviewed);
        let doubts = if args.no_play { Vec::new() } else { try_out(&reviewed) };
        rows.push(row(path, &reviewed, &doubts));
        progress.done();
    }
    drop(progress);
    for (row, path) in rows.iter_mut().zip(&paths) {
        // A file of macros has no game and needs none, nor do parts of games make one.
        if included.excuses(path, row.lack) {
            row.ok = true;
            row.games.clear();
            row.diagnostics.clear();
            row.rendered = vec![];
        }
    }
    let failure = failure(&rows);
    if args.json.json {
        out.json(&Answer { files: rows })?;
    } else {
        print(&rows, out)?;
    }
    failure.map_or(Ok(()), |code| Err(Failure::Said(code)))
}

/// Folders become the rules files below them.
fn expand(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for argument in arguments {
        if argument.is_dir() {
            let found = disk::search(argument, disk::is_rules).map_err(unreadable)?;
            if found.is_empty() {
                return Err(Failure::usage(format!(
                    "there are no rules files below `{}`",
                    argument.display()
                )));
            }
            paths.extend(found);
        } else {
            paths.push(argument.clone());
        }
    }
    Ok(paths)
}

fn check(path: &Path, text: TextArgs) -> Review {
    if !path.exists()
        && let Some(Ok(entry)) = path.to_str().map(zug_library::find)
    {
        let loaded = entry.load_file(Which::All).map_err(Refused::from);
        return Review { loaded, includes: Vec::new() };
    }
    review(path, text)
}

/// Time for the random games of a file.
const TRIAL: Duration = Duration::from_secs(2);

/// What random games show of rules without errors.
fn try_out(reviewed: &Review) -> Vec<Problem> {
    let begun = Instant::now();
    match &reviewed.loaded {
        Ok(file) if reviewed.is_ok() => file.try_out(&|| begun.elapsed() < TRIAL),
        _ => Vec::new(),
    }
}

fn row(path: &Path, reviewed: &Review, doubts: &[Problem]) -> FileRow {
    let mut row = FileRow {
        file: path.display().to_string(),
        ok: reviewed.is_ok(),
        games: reviewed.titles(),
        diagnostics: Vec::new(),
        rendered: Vec::new(),
        lack: reviewed.lack(),
        missing: matches!(&reviewed.loaded, Err(Refused::Read(ReadError::Missing(_)))),
    };
    for problem in reviewed.problems().iter().chain(doubts) {
        row.rendered.push(shown(problem));
        row.diagnostics.push(DiagnosticRow {
            severity: problem.severity.to_string(),
            code: problem.code,
            message: problem.message.clone(),
            file: problem.file.clone(),
            line: problem.line,
            column: problem.column,
            hint: problem.hint.clone(),
        });
    }
    if let Err(error) = &reviewed.loaded {
        let message = error.to_string();
        row.rendered.push(format!("error[file]: {message}"));
        let file = row.file.clone();
        let severity = Severity::Error.to_string();
        row.diagnostics.push(DiagnosticRow {
            severity,
            code: "file",
            message,
            file,
            line: 0,
            column: 0,
            hint: None,
        });
    }
    row
}

/// A message as this output shows it.
fn shown(problem: &Problem) -> String {
    if color::on_stdout() { problem.colored.clone() } else { problem.rendered.clone() }
}

fn failure(rows: &[FileRow]) -> Option<Code> {
    if rows.iter().any(|row| row.missing) {
        Some(Code::Usage)
    } else if rows.iter().any(|row| !row.ok) {
        Some(Code::No)
    } else {
        None
    }
}

fn print(rows: &[FileRow], out: &mut Out) -> Done {
    for row in rows {
        for message in &row.rendered {
            writeln!(out, "{message}\n")?;
        }
        let n_of = |severity: Severity| {
            row.diagnostics.iter().filter(|d| d.severity == severity.to_string()).count()
        };
        let (errors, warnings) = (n_of(Severity::Error), n_of(Severity::Warning));
        let found = match (row.ok, row.games.len()) {
            (false, _) => count(errors, "error"),
            (true, 0) => "ok, included only".to_owned(),
            (true, n) => format!(
                "ok, {}",
                if n == 1 { "1 game".to_owned() } else { format!("{n} games and variants") }
            ),
        };
        let warned = if warnings > 0 { format!(", {}", count(warnings, "warning")) } else { String::new() };
        writeln!(out, "{}: {found}{warned}", row.file)?;
    }
    Ok(())
}
