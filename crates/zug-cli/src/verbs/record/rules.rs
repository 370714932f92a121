//! Which rules a game is to be played by: those the user names, those beside the file, or the library's game that the
//! file means.

use super::{Played, lines};
use crate::args::TextArgs;
use crate::disk;
use crate::errors::Failure;
use crate::open::{Opened, Rules, locate, open_named, open_rules};
use crate::saved;
use std::path::Path;
use zug_library::Entry;
use zug_notation::format::{Claim, Unread};
use zug_notation::moves::Points;
use zug_notation::{pdn, pgn};

pub(super) struct Finder<'a> {
    file: &'a Path,
    /// What the user says.
    game: Option<&'a str>,
    text: TextArgs,
    /// What files claimed before, and the rules that were right.
    known: Vec<(Claim, Opened)>,
}

/// Rules, and the title of a game in them.
type Candidate = (Rules, Option<String>);

impl<'a> Finder<'a> {
    pub(super) fn new(file: &'a Path, game: Option<&'a str>, text: TextArgs) -> Self {
        Finder { file, game, text, known: Vec::new() }
    }

    /// Plays a game of the file. Where several rules could be meant, the first by which every move is legal.
    pub(super) fn play(&mut self, game: &Unread<'_>) -> Result<Played, Failure> {
        let claim = game.claim();
        let play = |opened: Opened| {
            let found = game.read(&opened.game, &opened.settings);
            let lines = lines(&opened, game);
            Played { opened, found, lines }
        };
        if let Some((_, opened)) = self.known.iter().find(|(known, _)| *known == claim) {
            return Ok(play(opened.clone()));
        }
        let mut first: Option<Played> = None;
        for (rules, title) in self.candidates(game, &claim)? {
            let opened = match self.game {
                Some(name) if name.contains('#') => open_named(name, self.text)?,
                _ => open_rules(rules, title.as_deref(), self.text)?,
            };
            let played = play(opened);
            if played.found.error.is_none() {
                first = Some(played);
                break;
            }
            first.get_or_insert(played);
        }
        let played = first.ok_or_else(|| self.unknown(game, &claim))?;
        if self.known.len() < 16 {
            self.known.push((claim, played.opened.clone()));
        }
        Ok(played)
    }

    fn candidates(&self, game: &Unread<'_>, claim: &Claim) -> Result<Vec<Candidate>, Failure> {
        if let Some(name) = self.game {
            let (rules, title) = locate(name)?;
            // A saved game of Zillions names its variant.
            let variant = match game {
                Unread::Zsg(_) if title.is_none() => claim.title.clone(),
                _ => title,
            };
            return Ok(vec![(rules, variant)]);
        }
        if let Unread::Zsg(saved) = game {
            return Ok(vec![(saved::rules_of(self.file, saved)?, claim.title.clone())]);
        }
        if let Some(named) = claim.rules.as_deref().and_then(|name| self.named(name)) {
            return Ok(vec![(named, claim.title.clone())]);
        }
        let mut entries: Vec<&Entry> =
            zug_library::games().iter().filter(|entry| entry.id == entry.name).collect();
        if let Some(guess) = claim.pdn_guess {
            entries.sort_by_key(|entry| (pdn_type(entry) != Some(guess), pdn_type(entry)));
        }
        Ok(entries.into_iter().filter_map(|entry| fits(entry, claim)).collect())
    }

    /// The rules file of that name: beside the record, else of the library.
    fn named(&self, name: &str) -> Option<Rules> {
        let file = name.rsplit(['\\', '/']).next().unwrap_or(name);
        if let Some(beside) = disk::beside(self.file, file) {
            return Some(Rules::Disk(beside));
        }
        zug_library::find(file).ok().map(Rules::Library)
    }

    fn unknown(&self, game: &Unread<'_>, claim: &Claim) -> Failure {
        let said = match claim {
            Claim { title: Some(title), .. } => format!("a game called `{title}`"),
            Claim { pgn_variant: Some(variant), .. } => format!("the variant `{variant}`"),
            Claim { pdn_type: Some(number), .. } => format!("draughts of the type {number}"),
            Claim { sgf_game: Some(number), size: Some((columns, rows)), .. } => {
                format!("the game with the number {number} on {columns}x{rows}")
            }
            Claim { sgf_game: Some(number), .. } => format!("the game with the number {number}"),
            _ => "nothing that says which game it is".to_owned(),
        };
        Failure::usage(format!(
            "`{}`, line {}: the file has {said}, and the library has no such game; `--game GAME` names the rules",
            self.file.display(),
            game.line()
        ))
    }
}

/// The number of a sort of draughts in PDN.
fn pdn_type(entry: &Entry) -> Option<u32> {
    entry.presentation().pdn_game_type.as_deref().and_then(pdn::game_type)
}

/// Does a game of the library fit what a file says? Then with the title of the variant, if it is one.
fn fits(entry: &'static Entry, claim: &Claim) -> Option<Candidate> {
    let rules = Rules::Library(entry);
    let settings = entry.presentation().settings();
    if let Some(title) = &claim.title {
        let same = entry.titles().iter().find(|t| t.eq_ignore_ascii_case(title))?;
        return Some((rules, Some(same.clone())));
    }
    if let Some(variant) = &claim.pgn_variant {
        if pgn::is_variant(&settings, entry.title(), variant) || entry.name.eq_ignore_ascii_case(variant) {
            return Some((rules, None));
        }
        let same = entry.titles().iter().find(|t| t.eq_ignore_ascii_case(variant))?;
        return Some((rules, Some(same.clone())));
    }
    if claim.pdn_type.is_some() {
        return (pdn_type(entry) == claim.pdn_type).then_some((rules, None));
    }
    if claim.pdn_guess.is_some() {
        return pdn_type(entry).map(|_| (rules, None));
    }
    if claim.sgf_game.is_some() {
        if settings.sgf_game != claim.sgf_game {
            return None;
        }
        let Some(size) = claim.size else { return Some((rules, None)) };
        let of_size = |title: &&String| {
            let game = entry.load(Some(title)).ok();
            game.and_then(|game| Points::new(&game, &settings).ok()).is_some_and(|p| p.size() == size)
        };
        let title = entry.titles().iter().find(of_size)?;
        return Some((rules, Some(title.clone())));
    }
    (claim.tables && !settings.mat_points.is_empty()).then_some((rules, None))
}
