//! The list of games and how one is found by name.

use crate::embedded::{FILES, LibraryFiles};
use crate::glance::{Glance, glance};
use crate::presentation::Presentation;
use std::sync::OnceLock;
use zug_game::{Game, LoadError, RulesFile, Which, list_games, load, suggest};

/// Rules languages, the preferred one first where a game exists in both.
const LANGUAGES: &[&str] = &["zrf", "zug"];

/// A game of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    pub title: String,
    /// All games and variants of the file, the first included.
    pub titles: Vec<String>,
    /// How many players choose moves.
    pub players: usize,
    /// Family, Russian texts, and how positions are written.
    pub presentation: Presentation,
}

/// All games, in the order of their names.
pub fn games() -> &'static [Entry] {
    static GAMES: OnceLock<Vec<Entry>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games: Vec<Entry> = FILES.iter().filter_map(|(path, bytes)| entry(path, bytes)).collect();
        games.sort_by_key(|e| (e.name, LANGUAGES.iter().position(|l| e.file.ends_with(l))));
        games
    })
}

/// The game of that name: `chess`, or `chess.zug` where the language matters.
pub fn find(name: &str) -> Result<&'static Entry, NoSuchGame> {
    let found = games().iter().find(|e| e.name == name || e.file == name);
    found.ok_or_else(|| {
        let near = suggest(name, games().iter().map(|e| e.name));
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
    /// `chess`, `draughts`, …; `other` where nobody said.
    pub fn family(&self) -> &str {
        if self.presentation.family.is_empty() { "other" } else { &self.presentation.family }
    }

    /// The title in Russian; empty where nobody wrote it.
    pub fn title_ru(&self) -> &str {
        &self.presentation.title_ru
    }

    /// The description in Russian; empty where nobody wrote it.
    pub fn description_ru(&self) -> &str {
        &self.presentation.description_ru
    }

    /// Titles of the further games and variants of the file.
    pub fn variants(&self) -> &[String] {
        self.titles.get(1..).unwrap_or(&[])
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
    let seen =
        if language == "zug" { glance_zug(path, bytes) } else { glance(&String::from_utf8_lossy(bytes)) };
    let preferred = |other: &&&str| has_file(&format!("{folder}/{folder}.{other}"));
    let first = LANGUAGES.iter().find(preferred).is_none_or(|&first| first == language);
    Some(Entry {
        name,
        id: if first { name } else { file },
        file,
        path,
        bytes,
        title: seen.titles.first().cloned().unwrap_or_else(|| name.to_owned()),
        titles: seen.titles,
        players: seen.players,
        presentation: presentation(folder).unwrap_or_default(),
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
