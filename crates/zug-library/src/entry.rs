//! The list of games and how one is found by name.

use crate::embedded::{FILES, LibraryFiles};
use crate::glance::{Glance, glance};
use crate::presentation::Presentation;
use std::sync::OnceLock;
use zug_game::{Game, LoadError, RulesFile, Which, list_games, load, suggest};

/// Rules languages, the preferred one first where a game exists in both.
const LANGUAGES: &[&str] = &["zrf", "zug"];

/// A game of the library.
#[derive(Debug)]
pub struct Entry {
    /// The English name in lower case with hyphens.
    pub name: &'static str,
    /// What to ask for: the name, or the file where the name means the rules in the other language.
    pub id: &'static str,
    /// The rules file, `chess.zrf`.
    pub file: &'static str,
    /// Its path below `games/`: what [`LibraryFiles`] knows it by, and what messages name.
    pub path: &'static str,
    /// The rules text.
    pub bytes: &'static [u8],
    // Read when somebody asks: a game is found by its name without reading all the others.
    seen: OnceLock<Glance>,
    presentation: OnceLock<Presentation>,
}

/// All games, in the order of their names.
pub fn games() -> &'static [Entry] {
    static GAMES: OnceLock<Vec<Entry>> = OnceLock::new();
    GAMES.get_or_init(list)
}

fn list() -> Vec<Entry> {
    let mut games: Vec<Entry> = FILES.iter().filter_map(|(path, bytes)| entry(path, bytes)).collect();
    games.sort_by_key(|e| (e.name, LANGUAGES.iter().position(|l| e.file.ends_with(l))));
    games
}

/// The game of that name: `chess`, or `chess.zug` where the language matters.
pub fn find(name: &str) -> Result<&'static Entry, NoSuchGame> {
    find_in(games(), name)
}

fn find_in<'e>(games: &'e [Entry], name: &str) -> Result<&'e Entry, NoSuchGame> {
    let found = games.iter().find(|e| e.name == name || e.file == name);
    found.ok_or_else(|| {
        let near = suggest(name, games.iter().map(|e| e.name));
        NoSuchGame { name: name.to_owned(), near: near.map(str::to_owned) }
    })
}

/// No game of the library has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchGame {
    pub name: String,
    /// The one that may have been meant.
    pub near: Option<String>,
}

impl std::fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the library has no game called `{}`", self.name)?;
        match &self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NoSuchGame {}

impl Entry {
    /// The title of the first game of the file.
    pub fn title(&self) -> &str {
        self.titles().first().map_or(self.name, String::as_str)
    }

    /// All games and variants of the file, the first included.
    pub fn titles(&self) -> &[String] {
        &self.seen().titles
    }

    /// How many players choose moves.
    pub fn players(&self) -> usize {
        self.seen().players
    }

    fn seen(&self) -> &Glance {
        self.seen.get_or_init(|| match self.file.ends_with(".zug") {
            true => glance_zug(self.path, self.bytes),
            false => glance(&String::from_utf8_lossy(self.bytes)),
        })
    }

    /// Family, Russian texts, and how positions are written.
    pub fn presentation(&self) -> &Presentation {
        self.presentation.get_or_init(|| presentation(self.name).unwrap_or_default())
    }

    /// `chess`, `draughts`, …; `other` where nobody said.
    pub fn family(&self) -> &str {
        let family = &self.presentation().family;
        if family.is_empty() { "other" } else { family }
    }

    /// The title in Russian; empty where nobody wrote it.
    pub fn title_ru(&self) -> &str {
        &self.presentation().title_ru
    }

    /// The description in Russian; empty where nobody wrote it.
    pub fn description_ru(&self) -> &str {
        &self.presentation().description_ru
    }

    /// Titles of the further games and variants of the file.
    pub fn variants(&self) -> &[String] {
        self.titles().get(1..).unwrap_or(&[])
    }

    /// The game or the variant of that title, compiled.
    pub fn load(&self, variant: Option<&str>) -> Result<Game, LoadError> {
        self.load_file(variant.map_or(Which::Default, Which::Title))?.into_game()
    }

    /// The rules file with everything in it.
    pub fn load_file(&self, which: Which<'_>) -> Result<RulesFile, LoadError> {
        load(self.path, self.bytes, None, &LibraryFiles, which)
    }
}

/// A rules file that has its folder's name is a game; others are there to be included.
fn entry(path: &'static str, bytes: &'static [u8]) -> Option<Entry> {
    let (folder, file) = path.split_once('/')?;
    let (name, language) = file.rsplit_once('.')?;
    if name != folder || !LANGUAGES.contains(&language) {
        return None;
    }
    let preferred = |other: &&&str| has_file(&format!("{folder}/{folder}.{other}"));
    let first = LANGUAGES.iter().find(preferred).is_none_or(|&first| first == language);
    Some(Entry {
        name,
        id: if first { name } else { file },
        file,
        path,
        bytes,
        seen: OnceLock::new(),
        presentation: OnceLock::new(),
    })
}

fn glance_zug(path: &str, bytes: &[u8]) -> Glance {
    // A text that cannot be read has no games; a test loads every one of them.
    let games = list_games(path, bytes, &LibraryFiles).unwrap_or_default();
    let players = games.first().map_or(0, |game| game.players);
    Glance { titles: games.into_iter().map(|game| game.title).collect(), players }
}

fn has_file(wanted: &str) -> bool {
    FILES.iter().any(|(path, _)| *path == wanted)
}

fn presentation(folder: &str) -> Option<Presentation> {
    let wanted = format!("{folder}/{folder}.toml");
    let (_, bytes) = FILES.iter().find(|(path, _)| *path == wanted)?;
    // A test reads every one of them, so nothing is lost here silently.
    Presentation::parse(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_without_reading_any() {
        let games = list();
        let found = find_in(&games, "connect-four").unwrap();
        assert_eq!(find_in(&games, "conect-four").unwrap_err().near.as_deref(), Some("connect-four"));
        let read = |entry: &&Entry| entry.seen.get().is_some() || entry.presentation.get().is_some();
        assert_eq!(games.iter().filter(read).count(), 0);
        assert_eq!((found.title(), found.family()), ("Connect Four", "alignment"));
        assert_eq!(games.iter().filter(read).count(), 1);
    }
}
