//! A file with its games, which are played one by one.

use super::{Claim, Format, MAX_GAMES};
use crate::grow::{Found, moves};
use crate::mat::MatGame;
use crate::movetext::Section;
use crate::pgn::STANDARD;
use crate::record::{Header, Place, ReadError};
use crate::sgf::Tree;
use crate::zsg::Zsg;
use crate::{Settings, mat, outcome, pdn, pgn, record, sgf, text, zsg};
use std::borrow::Cow;
use zug_game::{Game, Move, Record};

/// A file of records.
#[derive(Clone, Debug)]
pub struct RecordFile<'b> {
    format: Format,
    bytes: &'b [u8],
    text: Cow<'b, str>,
}

/// One game of a file, not yet played.
#[derive(Clone, Debug)]
pub enum Unread<'t> {
    Zgr { header: Header, text: &'t str },
    Zsg(Box<Zsg>),
    Pgn(Section<'t>),
    Pdn(Section<'t>),
    Sgf(Tree<'t>),
    Mat(MatGame<'t>),
}

impl<'b> RecordFile<'b> {
    pub fn new(format: Format, bytes: &'b [u8]) -> Self {
        let text = match format {
            Format::Zsg => Cow::Borrowed(""),
            Format::Sgf => sgf::decode(bytes),
            _ => Cow::Owned(text::decode(bytes)),
        };
        RecordFile { format, bytes, text }
    }

    /// Its games. As a whole only files that hold one game can be wrong, and those with more than [`MAX_GAMES`].
    pub fn games(&self) -> Result<Vec<Unread<'_>>, ReadError> {
        let text: &str = &self.text;
        let games: Vec<Unread<'_>> = match self.format {
            Format::Zgr => vec![Unread::Zgr { header: record::read_header(text)?, text }],
            Format::Zsg => {
                let read = zsg::read(self.bytes).map_err(|e| ReadError::new(Place::line(e.line), e.what))?;
                vec![Unread::Zsg(Box::new(read))]
            }
            Format::Pgn => pgn::sections(text).into_iter().map(Unread::Pgn).collect(),
            Format::Pdn => pdn::sections(text).into_iter().map(Unread::Pdn).collect(),
            Format::Sgf => sgf::trees(text).into_iter().map(Unread::Sgf).collect(),
            Format::Mat => mat::games(text).into_iter().map(Unread::Mat).collect(),
        };
        match games.get(MAX_GAMES) {
            Some(next) => {
                let what = format!("a file has room for {MAX_GAMES} games, and here begins one more");
                Err(ReadError::new(Place::line(next.line()), what).hint("cut it into several"))
            }
            None => Ok(games),
        }
    }
}

impl Unread<'_> {
    /// Where it begins in the file, from 1.
    pub fn line(&self) -> usize {
        match self {
            Unread::Zgr { .. } | Unread::Zsg(_) => 1,
            Unread::Pgn(section) | Unread::Pdn(section) => section.line,
            Unread::Sgf(tree) => tree.line,
            Unread::Mat(game) => game.line,
        }
    }

    /// What it says about which game it is.
    pub fn claim(&self) -> Claim {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        match self {
            Unread::Zgr { header, .. } => {
                let title = header.variant.clone().or(some(&header.game));
                Claim { title, rules: some(&header.rules), ..Claim::default() }
            }
            Unread::Zsg(saved) => {
                Claim { title: some(&saved.variant), rules: some(saved.rules_name()), ..Claim::default() }
            }
            Unread::Pgn(section) => {
                let variant = section.tag("Variant").unwrap_or(STANDARD).to_owned();
                Claim { pgn_variant: Some(variant), ..Claim::default() }
            }
            Unread::Pdn(section) => {
                let said = section.tag("GameType").and_then(pdn::game_type);
                let guess = if said.is_none() { Some(pdn::usual_type(section)) } else { None };
                Claim { pdn_type: said, pdn_guess: guess, ..Claim::default() }
            }
            Unread::Sgf(tree) => Claim {
                title: tree.title().and_then(some),
                rules: tree.rules().and_then(some),
                sgf_game: tree.game_number(),
                size: tree.size(),
                ..Claim::default()
            },
            Unread::Mat(_) => Claim { tables: true, ..Claim::default() },
        }
    }

    /// Plays it by the rules of a game.
    pub fn read(&self, game: &Game, settings: &Settings) -> Found {
        let mut found = self.played(game, settings);
        if let Some(note) = outcome::contradiction(&found.record, &found.tags) {
            found.notes.push(note);
        }
        found
    }

    fn played(&self, game: &Game, settings: &Settings) -> Found {
        match self {
            Unread::Zgr { header, text } => match record::read(game, text) {
                Ok(loaded) => {
                    let moves = moves(&loaded.record);
                    let changed = "the rules are not those that the record was written with";
                    let mut notes = if loaded.same_rules { Vec::new() } else { vec![changed.to_owned()] };
                    notes.extend(loaded.ended.map(|ply| {
                        format!("by the rules the game was over after {ply} moves; it goes on there")
                    }));
                    Found {
                        record: loaded.record,
                        also: Vec::new(),
                        tags: loaded.header.tags,
                        moves,
                        error: None,
                        notes,
                    }
                }
                Err(error) => Found::refused(Record::new(game), header.tags.clone(), error),
            },
            Unread::Zsg(saved) => from_zsg(game, saved),
            Unread::Pgn(section) => pgn::read(game, settings, section),
            Unread::Pdn(section) => pdn::read(game, settings, section),
            Unread::Sgf(tree) => sgf::read(game, settings, tree),
            Unread::Mat(unread) => mat::read(game, settings, unread),
        }
    }
}

/// A saved game of Zillions as a record.
fn from_zsg(game: &Game, saved: &Zsg) -> Found {
    let replay = zsg::replay(game, saved);
    let mut record = Record::from_setup(replay.start);
    let mut error = replay.error.map(|e| ReadError::new(Place::line(e.line), e.message));
    for mv in &replay.turns {
        let mv = listed(&record, mv).unwrap_or_else(|| mv.clone());
        if let Err(refused) = record.play_on(&mv) {
            error.get_or_insert(ReadError::new(Place::line(1), refused.to_string()));
            break;
        }
    }
    let ended =
        replay.ended.map(|ended| format!("line {}: by the rules the game was over before it", ended.line));
    Found {
        record,
        also: Vec::new(),
        tags: Vec::new(),
        moves: replay.moves,
        error,
        notes: ended.into_iter().collect(),
    }
}

/// The legal move with these parts. What the rules say about it beside them is not known to who walks it part by part,
/// and of several ways to the same position the rules may list one.
fn listed(record: &Record, mv: &Move) -> Option<Move> {
    let state = record.state();
    let moves = match state.outcome().ok()? {
        Some(_) => state.moves_after_end().ok()?,
        None => state.moves().ok()?.to_vec(),
    };
    let alike =
        |m: &&Move| m.actions() == mv.actions() && m.parts().map(|p| p.head).eq(mv.parts().map(|p| p.head));
    if let Some(found) = moves.iter().find(alike) {
        return Some(found.clone());
    }
    let after = |mv: &Move| {
        let mut state = state.clone();
        state.play_unchecked(mv).ok().map(|()| state.hash())
    };
    let wanted = after(mv)?;
    moves.iter().find(|m| after(m) == Some(wanted)).cloned()
}
