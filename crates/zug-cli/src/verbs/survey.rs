//! `zug survey`: a whole collection of rules files and saved games at once.

use crate::args::{JsonArgs, TextArgs};
use crate::disk::{self, ReadError};
use crate::errors::{Done, Failure};
use crate::open::unreadable;
use crate::output::{Out, Progress, count};
use crate::review::{Included, Lack, Review, review, same};
use crate::saved;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use zug_game::{Game, Severity};
use zug_notation::zsg::{self, Zsg};

/// Examine every rules file below a folder, and the saved games beside them
#[derive(clap::Args, Debug)]
#[command(after_help = "\
For each rules file: does it load (and if not, why), how many games and variants it has, how many
warnings, and for each saved game (ZSG) beside it how many of its moves are legal.

Examples:
  zug survey ~/zillions
  zug survey ~/zillions --json | jq '.files[] | select(.ok | not) | {file, reason}'
  zug survey ~/zillions --json | jq .totals")]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer {
    files: Vec<FileRow>,
    totals: Totals,
}

#[derive(Serialize)]
struct FileRow {
    file: String,
    ok: bool,
    /// Why it does not load, or what is unusual about it.
    reason: Option<String>,
    /// Titles of its games and variants.
    games: Vec<String>,
    records: Vec<RecordRow>,
    #[serde(skip)]
    warnings: usize,
    #[serde(skip)]
    lack: Lack,
}

#[derive(Serialize)]
struct RecordRow {
    file: String,
    moves: usize,
    replayed: usize,
    error: Option<String>,
}

#[derive(Serialize, Default)]
struct Totals {
    files: usize,
    ok: usize,
    failed: usize,
    included_only: usize,
    games: usize,
    warnings: usize,
    records: usize,
    records_ok: usize,
    moves: usize,
    replayed: usize,
}

const INCLUDED_ONLY: &str = "included only";

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    if !args.folder.exists() {
        return Err(Failure::usage(format!(
            "cannot search `{}`: there is no such folder",
            args.folder.display()
        )));
    }
    if !args.folder.is_dir() {
        return Err(Failure::usage(format!(
            "`{}` is not a folder; `zug check` takes files",
            args.folder.display()
        )));
    }
    let paths = disk::search(&args.folder, disk::is_rules).map_err(unreadable)?;
    let text = args.text.within(std::slice::from_ref(&args.folder));
    let mut records = Records::find(&args.folder)?;
    let mut included = Included::default();
    let progress = Progress::new(paths.len());
    let mut files = Vec::new();
    for path in &paths {
        progress.begin(path.display());
        let reviewed = review(path, text);
        included.add(&reviewed);
        files.push(file_row(path, &reviewed, records.take(path)));
        progress.done();
    }
    drop(progress);
    for (row, path) in files.iter_mut().zip(&paths) {
        if included.excuses(path, row.lack) {
            row.ok = true;
            row.games.clear();
            row.reason = Some(INCLUDED_ONLY.to_owned());
        }
    }
    files.extend(records.left());
    let totals = totals(&files);
    if args.json.json {
        out.json(&Answer { files, totals })?;
        return Ok(());
    }
    print(&args.folder, &files, &totals, out)
}

/// The saved games of a folder, by the rules file they belong to.
struct Records {
    by_rules: HashMap<PathBuf, Vec<(PathBuf, Zsg)>>,
    /// Those that belong to nothing here, with the reason.
    stray: Vec<(PathBuf, String)>,
}

impl Records {
    fn find(folder: &Path) -> Result<Self, Failure> {
        let mut records = Records { by_rules: HashMap::new(), stray: Vec::new() };
        for path in disk::search(folder, |path| disk::ending(path) == "zsg").map_err(unreadable)? {
            let bytes = disk::read(&path);
            let read = bytes
                .map_err(|e: ReadError| e.to_string())
                .and_then(|b| zsg::read(&b).map_err(|e| e.to_string()));
            match read {
                Err(error) => records.stray.push((path, error)),
                Ok(zsg) => match saved::rules_beside(&path, &zsg) {
                    Some(rules) => records.by_rules.entry(same(&rules)).or_default().push((path, zsg)),
                    None => {
                        let reason = format!("its rules file `{}` is not beside it", zsg.rules_name());
                        records.stray.push((path, reason));
                    }
                },
            }
        }
        Ok(records)
    }

    fn take(&mut self, rules: &Path) -> Vec<(PathBuf, Zsg)> {
        self.by_rules.remove(&same(rules)).unwrap_or_default()
    }

    /// Saved games without rules in this survey get rows of their own, so that none is passed over.
    fn left(self) -> Vec<FileRow> {
        let outside = self.by_rules.into_values().flatten().map(|(path, zsg)| {
            (path, format!("its rules file `{}` is outside the folder", zsg.rules_name()))
        });
        let mut rows: Vec<FileRow> =
            self.stray.into_iter().chain(outside).map(|(path, reason)| stray_row(&path, reason)).collect();
        rows.sort_by(|a, b| a.file.cmp(&b.file));
        rows
    }
}

fn stray_row(path: &Path, reason: String) -> FileRow {
    let file = path.display().to_string();
    FileRow {
        file,
        ok: false,
        reason: Some(reason),
        games: Vec::new(),
        records: Vec::new(),
        warnings: 0,
        lack: Lack::Nothing,
    }
}

fn file_row(path: &Path, reviewed: &Review, records: Vec<(PathBuf, Zsg)>) -> FileRow {
    FileRow {
        file: path.display().to_string(),
        ok: reviewed.is_ok(),
        reason: reason(reviewed),
        games: reviewed.titles(),
        records: records.iter().map(|(path, zsg)| record_row(path, zsg, reviewed)).collect(),
        warnings: reviewed.n_of(Severity::Warning),
        lack: reviewed.lack(),
    }
}

/// The first error, and how many more there are.
fn reason(reviewed: &Review) -> Option<String> {
    if let Err(error) = &reviewed.loaded {
        return Some(error.to_string());
    }
    let first = reviewed.problems().iter().find(|problem| problem.severity == Severity::Error)?;
    let more = reviewed.n_of(Severity::Error) - 1;
    let more = if more > 0 { format!(" (and {})", count(more, "more error")) } else { String::new() };
    let place = if first.line > 0 { format!("line {}: ", first.line) } else { String::new() };
    Some(format!("{place}{}{more}", first.message))
}

fn record_row(path: &Path, zsg: &Zsg, reviewed: &Review) -> RecordRow {
    let mut row =
        RecordRow { file: path.display().to_string(), moves: zsg.moves.len(), replayed: 0, error: None };
    match game_of(reviewed, &zsg.variant) {
        Ok(game) => {
            let replay = zsg::replay(game, zsg);
            row.replayed = replay.replayed;
            row.error = replay.error.map(|error| error.to_string());
        }
        Err(error) => row.error = Some(error),
    }
    row
}

/// The game or variant that a saved game was played by.
fn game_of<'r>(reviewed: &'r Review, title: &str) -> Result<&'r Game, String> {
    let file = reviewed.loaded.as_ref().map_err(|_| "its rules do not load".to_owned())?;
    let folded = |title: &str| title.trim().to_lowercase();
    let at = file.forms.iter().position(|form| folded(&form.title) == folded(title));
    let at = at.ok_or_else(|| format!("its rules file has no game or variant called `{title}`"))?;
    file.games().get(at).and_then(Option::as_ref).ok_or_else(|| "its rules do not load".to_owned())
}

fn totals(files: &[FileRow]) -> Totals {
    let mut totals = Totals { files: files.len(), ..Totals::default() };
    for file in files {
        totals.ok += usize::from(file.ok);
        totals.failed += usize::from(!file.ok);
        totals.included_only += usize::from(file.ok && file.games.is_empty());
        totals.games += file.games.len();
        totals.warnings += file.warnings;
        for record in &file.records {
            totals.records += 1;
            totals.records_ok += usize::from(record.error.is_none());
            totals.moves += record.moves;
            totals.replayed += record.replayed;
        }
    }
    totals
}

fn print(folder: &Path, files: &[FileRow], totals: &Totals, out: &mut Out) -> Done {
    let short = |file: &str| {
        let path = Path::new(file);
        path.strip_prefix(folder).unwrap_or(path).display().to_string()
    };
    let head = ["", "file", "games", "warnings", "moves", ""];
    let mut rows = vec![head.map(str::to_owned)];
    for file in files {
        let number = |n: usize| if n == 0 { String::new() } else { n.to_string() };
        rows.push([
            if file.ok { "ok" } else { "no" }.to_owned(),
            short(&file.file),
            number(file.games.len()),
            number(file.warnings),
            String::new(),
            file.reason.clone().unwrap_or_default(),
        ]);
        for record in &file.records {
            rows.push([
                String::new(),
                format!("  {}", short(&record.file)),
                String::new(),
                String::new(),
                format!("{}/{}", record.replayed, record.moves),
                record.error.clone().unwrap_or_default(),
            ]);
        }
    }
    out.table(&rows)?;
    writeln!(
        out,
        "{}: {} ok, {} not; {}, {}; {}: {} of {} legal",
        count(totals.files, "file"),
        totals.ok,
        totals.failed,
        count(totals.games, "game"),
        count(totals.warnings, "warning"),
        count(totals.records, "saved game"),
        totals.replayed,
        count(totals.moves, "move"),
    )?;
    Ok(())
}
