//! `zug games`: the library.

use crate::args::JsonArgs;
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::output::{Out, count};
use serde::Serialize;
use std::io::Write;
use zug_library::Entry;

/// List the games of the library
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  zug games                every game
  zug games draughts       those whose name, title or family has this word
  zug games --lang ru      titles in Russian
  zug games --json | jq -r '.games[].name'")]
pub(crate) struct Args {
    /// Only games whose name, title or family contains this
    word: Option<String>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Serialize)]
struct Answer {
    games: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    family: &'static str,
    /// How many players choose moves.
    players: usize,
    file: &'static str,
    /// Titles of the further games and variants of the file.
    variants: &'static [String],
}

pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Done {
    let word = args.word.as_deref().unwrap_or("").to_lowercase();
    let found: Vec<&Entry> = zug_library::games().iter().filter(|entry| mentions(entry, &word)).collect();
    if args.json.json {
        out.json(&Answer { games: found.iter().map(|entry| row(entry)).collect() })?;
    } else {
        print(&found, lang, out)?;
    }
    if found.is_empty() {
        return Err(Failure::no(format!(
            "no game of the library mentions `{}`",
            args.word.as_deref().unwrap_or("")
        )));
    }
    Ok(())
}

fn mentions(entry: &Entry, word: &str) -> bool {
    let texts = [entry.name, &entry.title, entry.family(), entry.title_ru()];
    texts.iter().any(|text| text.to_lowercase().contains(word))
}

fn row(entry: &'static Entry) -> Row {
    Row {
        name: entry.id,
        title: &entry.title,
        family: entry.family(),
        players: entry.players,
        file: entry.file,
        variants: entry.variants(),
    }
}

fn print(found: &[&Entry], lang: Lang, out: &mut Out) -> Done {
    let head = match lang {
        Lang::En => ["name", "title", "family", "players", "variants", "rules"],
        Lang::Ru => ["имя", "название", "семейство", "игроков", "вариантов", "правила"],
    };
    let mut rows = vec![head.map(str::to_owned)];
    for entry in found {
        let variants = entry.variants().len();
        rows.push([
            entry.id.to_owned(),
            lang.pick(&entry.title, entry.title_ru()).to_owned(),
            entry.family().to_owned(),
            entry.players.to_string(),
            if variants == 0 { String::new() } else { variants.to_string() },
            entry.file.rsplit_once('.').map_or("", |(_, ending)| ending).to_owned(),
        ]);
    }
    if !found.is_empty() {
        out.table(&rows)?;
        match lang {
            Lang::En => writeln!(out, "{}; play one: zug play {}", count(found.len(), "game"), found[0].id)?,
            Lang::Ru => writeln!(out, "всего игр: {}; сыграть: zug play {}", found.len(), found[0].id)?,
        }
    }
    Ok(())
}
