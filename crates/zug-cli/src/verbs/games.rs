//! `zug games`: the library.

use crate::args::JsonArgs;
use crate::errors::{Done, Failure};
use crate::lang::Lang;
use crate::output::{Out, count, table_lines};
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
  zug games --json | jq -r '.games[].name'   one object for each rules file")]
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
    let family_ru = family_name(entry.family(), Lang::Ru);
    let texts = [entry.name, entry.title(), entry.family(), entry.title_ru(), &family_ru];
    texts.iter().any(|text| text.to_lowercase().contains(word))
}

fn row(entry: &'static Entry) -> Row {
    Row {
        name: entry.id,
        title: entry.title(),
        family: entry.family(),
        players: entry.players(),
        file: entry.file,
        variants: entry.variants(),
    }
}

/// One row for each game, under the names of the families. Eighty columns hold the longest title.
fn print(found: &[&Entry], lang: Lang, out: &mut Out) -> Done {
    let Some(first) = found.first() else { return Ok(()) };
    let mut families: Vec<&str> = found.iter().map(|entry| entry.family()).collect();
    families.sort_by_key(|family| (*family == OTHER, *family));
    families.dedup();
    let head = match lang {
        Lang::En => ["name", "title", "players", "more", "rules"],
        Lang::Ru => ["имя", "название", "игроки", "ещё", "правила"],
    };
    let mut rows = vec![head.map(str::to_owned)];
    let mut headings = Vec::new();
    for family in families {
        headings.push((rows.len(), family));
        let of_family: Vec<&Entry> = found.iter().copied().filter(|entry| entry.family() == family).collect();
        rows.extend(of_family.chunk_by(|a, b| a.name == b.name).map(|game| text_row(game, lang)));
    }
    let n_games = rows.len() - 1;
    let lines = table_lines(&rows);
    for (at, line) in lines.iter().enumerate() {
        if let Some((_, family)) = headings.iter().find(|(before, _)| *before == at) {
            writeln!(out, "\n{}", family_name(family, lang))?;
        }
        writeln!(out, "  {line}")?;
    }
    match lang {
        Lang::En => writeln!(out, "\n{}; play one: zug play {}", count(n_games, "game"), first.name)?,
        Lang::Ru => writeln!(out, "\nвсего игр: {n_games}; сыграть: zug play {}", first.name)?,
    }
    Ok(())
}

/// The row of a game, whose rules may be there in several languages.
fn text_row(game: &[&Entry], lang: Lang) -> [String; 5] {
    let entry = game[0];
    let variants = game.iter().map(|entry| entry.variants().len()).max().unwrap_or(0);
    let languages: Vec<&str> =
        game.iter().filter_map(|entry| entry.file.rsplit_once('.')).map(|(_, ending)| ending).collect();
    [
        entry.name.to_owned(),
        lang.pick(entry.title(), entry.title_ru()).to_owned(),
        entry.players().to_string(),
        if variants == 0 { String::new() } else { format!("+{variants}") },
        languages.join(" "),
    ]
}

/// Games whose presentation file names no family.
const OTHER: &str = "other";

/// The families of the library, and what they are called in Russian.
const FAMILIES: &[(&str, &str)] = &[
    ("alignment", "Игры на выстраивание в ряд"),
    ("chess", "Шахматы"),
    ("connection", "Игры на соединение"),
    ("draughts", "Шашки"),
    ("hunt", "Охота и облава"),
    ("mancala", "Манкала"),
    ("morris", "Мельница"),
    ("puzzle", "Головоломки"),
    ("race", "Гонки"),
    ("shogi", "Сёги"),
    ("territory", "Игры на захват территории"),
    (OTHER, "Другие игры"),
];

/// A family as a heading.
fn family_name(family: &str, lang: Lang) -> String {
    let known = FAMILIES.iter().find(|(name, _)| *name == family);
    if let (Lang::Ru, Some((_, russian))) = (lang, known) {
        return (*russian).to_owned();
    }
    let mut letters = family.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_of_the_library_has_a_russian_name() {
        for entry in zug_library::games() {
            let family = entry.family();
            assert!(FAMILIES.iter().any(|(name, _)| *name == family), "{}: {family}", entry.file);
        }
    }
}
