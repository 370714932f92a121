//! `zug convert`: ZRF rules written in the Zug language.

use crate::args::{JsonArgs, TextArgs};
use crate::color;
use crate::disk::{self, DiskFiles};
use crate::errors::{Code, Done, Failure};
use crate::open::{Rules, locate, unreadable};
use crate::output::{Out, count};
use crate::titles::{Meant, meant};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use zug_convert::{ConvertError, Loss, Titles, ZrfConversion, ZrfGame, convert_zrf};
use zug_game::{LoadError, NoFiles, Problem, Severity, Which, load};
use zug_library::LibraryFiles;

/// Write ZRF rules in the Zug language
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The text plays the same game: the same moves lead to the same positions, with the same end. Variants
stand in one file and share what is equal. What the Zug language cannot say is listed with its place in
the rules, and named in a comment of the text; then the exit code is 1. Pictures, help for computer
players and comments are left out.

Examples:
  zug convert mygame.zrf                        to the terminal
  zug convert mygame.zrf -o mygame.zug          to a file; an old one is left alone
  zug convert mygame.zrf -o mygame.zug --force  to a file, old or new
  zug convert \"mygame.zrf#Big board\"            one variant
  zug convert mygame.zrf --json | jq '.games[].losses[].message'")]
pub(crate) struct Args {
    /// A `.zrf` file, or a library game written in ZRF; `#Variant Title` behind it chooses one game
    #[arg(value_name = "FILE")]
    file: String,
    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the output file if it is there
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    /// Where the text is; null: in `text`.
    output: Option<String>,
    text: Option<&'a str>,
    games: Vec<GameRow<'a>>,
}

#[derive(Serialize)]
struct GameRow<'a> {
    title: &'a str,
    /// What it is called in the text.
    name: &'a str,
    /// Does it play the same game?
    kept: bool,
    losses: Vec<LossRow<'a>>,
    renamed: Vec<RenamedRow<'a>>,
}

#[derive(Serialize)]
struct LossRow<'a> {
    code: &'static str,
    message: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct RenamedRow<'a> {
    from: &'a str,
    to: &'a str,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Done {
    let (rules, variant) = zrf_rules(&args.file)?;
    if let Some(path) = args.output.as_deref().filter(|_| !args.force) {
        disk::is_free(path)?;
    }
    let conversion = convert(&rules, variant.as_deref(), args.text)?;
    let lossy: Vec<&ZrfGame> = conversion.games.iter().filter(|game| !game.losses.is_empty()).collect();
    if lossy.is_empty() {
        loads(&conversion)?;
    }
    if let Some(path) = &args.output {
        if !args.force {
            disk::is_free(path)?;
        }
        disk::write(path, conversion.text.as_bytes())
            .map_err(|error| Failure::no(format!("cannot write `{}`: {error}", path.display())))?;
    }
    if args.json.json {
        out.json(&answer(args, &rules, &conversion))?;
    } else if args.output.is_none() {
        out.write_all(conversion.text.as_bytes())?;
    }
    if lossy.is_empty() {
        return Ok(());
    }
    if !args.json.json {
        out.flush()?;
        report(&lossy);
    }
    Err(Failure::Said(Code::No))
}

/// The rules and the title after `#`. Of a library game in both languages the one in ZRF is meant.
fn zrf_rules(argument: &str) -> Result<(Rules, Option<String>), Failure> {
    let (rules, variant) = locate(argument)?;
    let name = rules.file_name();
    if disk::ending(Path::new(&name)) == "zrf" {
        return Ok((rules, variant));
    }
    if let Rules::Library(entry) = &rules
        && let Ok(other) = zug_library::find(&format!("{}.zrf", entry.name))
        && other.name == entry.name
        && !argument.contains(&name)
    {
        return Ok((Rules::Library(other), variant));
    }
    let what = match disk::ending(Path::new(&name)).as_str() {
        "zug" => "is in the Zug language already",
        "zir" => "is a compiled game; convert the rules it was made from",
        _ => "is no `.zrf` file",
    };
    Err(Failure::usage(format!("`{}` {what}", rules.name())))
}

fn convert(rules: &Rules, variant: Option<&str>, text: TextArgs) -> Result<ZrfConversion, Failure> {
    let bytes;
    let files = DiskFiles::new(Path::new(&rules.name()), text.include_path);
    let (name, bytes, files): (String, &[u8], &dyn zug_game::Files) = match rules {
        Rules::Library(entry) => (entry.path.to_owned(), entry.bytes, &LibraryFiles),
        Rules::Disk(path) => {
            bytes = disk::read(path).map_err(unreadable)?;
            (path.to_string_lossy().into_owned(), &bytes, &files)
        }
    };
    let run = |titles: Titles<'_>| convert_zrf(&name, bytes, text.encoding, files, titles);
    let result = match variant {
        None => run(Titles::All),
        Some(variant) => match run(Titles::One(variant)) {
            // A short name will do.
            Err(ConvertError::NoSuchTitle { title, titles }) => match only(&titles, variant) {
                Some(whole) => run(Titles::One(whole)),
                None => Err(ConvertError::NoSuchTitle { title, titles }),
            },
            result => result,
        },
    };
    result.map_err(|error| refusal(error, &name))
}

/// A text that keeps everything and does not load is of no use to anybody: then there is none.
fn loads(conversion: &ZrfConversion) -> Done {
    let loaded = load("converted.zug", conversion.text.as_bytes(), None, &NoFiles, Which::All);
    let problems = match loaded {
        Ok(file) => file.problems,
        Err(LoadError::Rules(problems)) => problems,
        Err(error) => return Err(Failure::no(format!("the rules cannot be converted: {error}"))),
    };
    let errors: Vec<&Problem> = problems.iter().filter(|p| p.severity == Severity::Error).collect();
    if errors.is_empty() {
        return Ok(());
    }
    let mut stderr = std::io::stderr().lock();
    for error in &errors {
        let _ = writeln!(stderr, "{}\n", error.rendered.trim_end());
    }
    let _ = writeln!(
        stderr,
        "the rules cannot be converted: their text in the Zug language would have {}; nothing was written",
        count(errors.len(), "error")
    );
    Err(Failure::Said(Code::No))
}

fn only<'t>(titles: &'t [String], name: &str) -> Option<&'t str> {
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    match meant(&titles, name) {
        Meant::One(title) => Some(title),
        Meant::Several(_) | Meant::None => None,
    }
}

fn refusal(error: ConvertError, name: &str) -> Failure {
    match error {
        ConvertError::Rules(errors) => {
            let colored = color::on_stderr();
            let mut stderr = std::io::stderr().lock();
            for error in &errors {
                let text = if colored { &error.colored } else { &error.rendered };
                let _ = writeln!(stderr, "{text}\n");
            }
            let _ = writeln!(stderr, "`{name}` has {}; nothing was converted", count(errors.len(), "error"));
            Failure::Said(Code::No)
        }
        ConvertError::NoSuchTitle { .. } => Failure::usage(error),
        ConvertError::Empty => Failure::no(format!("there is no game in `{name}`")),
        ConvertError::Text(_) | ConvertError::TooLarge(_) => Failure::no(error),
    }
}

/// Everything that was not kept, for people.
fn report(lossy: &[&ZrfGame]) {
    let colored = color::on_stderr();
    let mut stderr = std::io::stderr().lock();
    for game in lossy {
        for loss in &game.losses {
            let text = if colored { &loss.colored } else { &loss.rendered };
            let _ = writeln!(stderr, "{}\n", text.trim_end());
        }
        let things = count(game.losses.len(), "thing");
        let verb = if game.losses.len() == 1 { "is" } else { "are" };
        let _ = writeln!(stderr, "{things} of `{}` {verb} not kept", game.title);
    }
}

fn answer<'a>(args: &Args, rules: &Rules, conversion: &'a ZrfConversion) -> Answer<'a> {
    let loss = |loss: &'a Loss| LossRow {
        code: loss.code,
        message: &loss.message,
        file: &loss.file,
        line: loss.line,
        column: loss.column,
    };
    let row = |game: &'a ZrfGame| GameRow {
        title: &game.title,
        name: &game.new_title,
        kept: game.losses.is_empty(),
        losses: game.losses.iter().map(loss).collect(),
        renamed: game.renamed.iter().map(|(from, to)| RenamedRow { from, to }).collect(),
    };
    Answer {
        file: rules.name(),
        output: args.output.as_ref().map(|path| path.display().to_string()),
        text: args.output.is_none().then_some(conversion.text.as_str()),
        games: conversion.games.iter().map(row).collect(),
    }
}
