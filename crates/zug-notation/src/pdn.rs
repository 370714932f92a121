//! PDN: draughts, as players and federations keep them.
//!
//! `spec/pdn.md` says what is read and written.

use crate::grow::Found;
use crate::moves::Notation;
use crate::movetext::{self, Dialect, Section, Sheet};
use crate::outcome::result_word;
use crate::pgn::{WriteError, tag_list};
use crate::record::{Place, ReadError};
use crate::{Settings, Style, position};
use zug_game::{Game, Record};

/// The games of a file.
pub fn sections(text: &str) -> Vec<Section<'_>> {
    movetext::sections(Dialect::Pdn, text)
}

/// The number of the sort of draughts that a tag `GameType` names.
pub fn game_type(value: &str) -> Option<u32> {
    value.split(',').next()?.trim().parse().ok()
}

/// What a file without `GameType` most likely has: international draughts where there are squares beyond 32, else
/// English, or Russian where squares have names. The numbers are those of PDN.
pub(crate) fn usual_type(section: &Section<'_>) -> u32 {
    let words = section.first_moves(60);
    let mut squares =
        words.iter().flat_map(|word| word.split(|c: char| !c.is_ascii_alphanumeric() || c == 'x'));
    let first = squares.clone().find(|square| !square.is_empty()).unwrap_or_default();
    if first.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 25;
    }
    let beyond = squares.any(|square| square.parse::<u32>().is_ok_and(|n| n > 32));
    if beyond { 20 } else { 21 }
}

/// Plays a game of a file by the rules.
pub fn read(game: &Game, settings: &Settings, section: &Section<'_>) -> Found {
    let place = Place::line(section.line);
    let refuse =
        |what: String| Found::refused(Record::new(game), section.tags.clone(), ReadError::new(place, what));
    let (notation, style) = match (Notation::draughts(game, settings), Style::from_settings(game, settings)) {
        (Ok(notation), Ok(style)) => (notation, style),
        (Err(error), _) | (_, Err(error)) => return refuse(error.to_string()),
    };
    let first = match section.first(game, &style) {
        Ok(state) => state,
        Err(what) => return refuse(what),
    };
    let mut found = movetext::read(section, first, &notation);
    // They are made anew from the record.
    found.tags.retain(|(key, _)| !["FEN", "SetUp", "GameType"].iter().any(|k| key.eq_ignore_ascii_case(k)));
    found
}

/// The text of a game, and what of it PDN cannot hold.
pub fn write(
    record: &Record,
    tags: &[(String, String)],
    settings: &Settings,
) -> Result<(String, Vec<String>), WriteError> {
    let game = record.game();
    let unfit = |error: crate::StyleError| WriteError::Unfit(error.to_string());
    let notation = Notation::draughts(game, settings).map_err(unfit)?;
    let result = result_word(record, tags, Dialect::Pdn);
    let mut own = Vec::new();
    if let Some(game_type) = &settings.pdn_game_type {
        own.push(("GameType".to_owned(), game_type.clone()));
    }
    if record.is_set_up() {
        let style = Style::from_settings(game, settings).map_err(unfit)?;
        let fen = position::print(&record.setup(), &style);
        own.extend([("SetUp".to_owned(), "1".to_owned()), ("FEN".to_owned(), fen)]);
    }
    let (all, mut losses) = tag_list(tags, own, &result);
    let (text, more) = movetext::write(&Sheet { record, tags: all, notation: &notation, result: &result })?;
    losses.extend(more);
    Ok((text, losses))
}
