//! PGN: games like chess, as the whole world of chess keeps them.
//!
//! `spec/pgn.md` says what is read and written.

use crate::grow::Found;
use crate::moves::Notation;
use crate::movetext::{self, Dialect, Section, Sheet};
use crate::outcome::result_word;
use crate::record::{Place, ReadError};
use crate::{Settings, Style, position};
use zug_game::{Game, Record, RecordError};

/// What PGN calls chess itself; such games go without the tag `Variant`.
pub const STANDARD: &str = "Standard";

/// Tags that every game has, in this order, with what stands where nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The games of a file.
pub fn sections(text: &str) -> Vec<Section<'_>> {
    movetext::sections(Dialect::Pgn, text)
}

/// Which games a file's tag `Variant` can mean, as the presentation of a game lists them.
pub fn is_variant(settings: &Settings, title: &str, wanted: &str) -> bool {
    let fold = |s: &str| s.to_lowercase().replace([' ', '-', '_'], "");
    let wanted = fold(wanted);
    let listed = settings.pgn_variant.iter().flat_map(|names| names.split('/'));
    listed.chain([title]).any(|name| fold(name) == wanted)
}

/// Plays a game of a file by the rules.
pub fn read(game: &Game, settings: &Settings, section: &Section<'_>) -> Found {
    let place = Place::line(section.line);
    let refuse =
        |what: String| Found::refused(Record::new(game), section.tags.clone(), ReadError::new(place, what));
    let notation = match Notation::san(game, settings) {
        Ok(notation) => notation,
        Err(error) => return refuse(error.to_string()),
    };
    let style = Style::from_settings(game, settings).unwrap_or(Style::General);
    let first = match section.first(game, &style) {
        Ok(state) => state,
        Err(what) => return refuse(what),
    };
    let mut found = movetext::read(section, first, &notation);
    // They are made anew from the record.
    found.tags.retain(|(key, _)| !["FEN", "SetUp", "Variant"].iter().any(|k| key.eq_ignore_ascii_case(k)));
    found
}

/// The text of a game, and what of it PGN cannot hold.
pub fn write(
    record: &Record,
    tags: &[(String, String)],
    settings: &Settings,
) -> Result<(String, Vec<String>), WriteError> {
    let game = record.game();
    let notation = Notation::san(game, settings).map_err(|error| WriteError::Unfit(error.to_string()))?;
    let result = result_word(record, tags, Dialect::Pgn);
    let mut own = Vec::new();
    let variant = settings.pgn_variant.as_deref().and_then(|names| names.split('/').next());
    let variant = variant.unwrap_or(game.title());
    if variant != STANDARD {
        own.push(("Variant".to_owned(), variant.to_owned()));
    }
    if record.is_set_up() {
        let style =
            Style::from_settings(game, settings).map_err(|error| WriteError::Unfit(error.to_string()))?;
        let fen = position::print(&record.setup(), &style);
        own.extend([("SetUp".to_owned(), "1".to_owned()), ("FEN".to_owned(), fen)]);
    }
    let (all, mut losses) = tag_list(tags, own, &result);
    let sheet = Sheet { record, tags: all, notation: &notation, result: &result };
    let (text, more) = movetext::write(&sheet)?;
    losses.extend(more);
    Ok((text, losses))
}

/// Tags as they are written: the seven that every game has, those of the form itself, the others. Also what cannot be
/// the name of a tag.
pub(crate) fn tag_list(
    tags: &[(String, String)],
    own: Vec<(String, String)>,
    result: &str,
) -> (Vec<(String, String)>, Vec<String>) {
    let known =
        |key: &str| tags.iter().find(|(k, _)| k.eq_ignore_ascii_case(key)).map(|(_, value)| value.clone());
    let mut all: Vec<(String, String)> = Vec::new();
    for (key, unknown) in ROSTER {
        let value = if key == "Result" { Some(result.to_owned()) } else { known(key) };
        all.push((key.to_owned(), value.unwrap_or_else(|| unknown.to_owned())));
    }
    all.extend(own);
    let mut losses = Vec::new();
    for (key, value) in tags {
        let taken = all.iter().map(|(k, _)| k.as_str()).chain(OWN).any(|k| k.eq_ignore_ascii_case(key));
        if taken {
            continue;
        }
        if !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            all.push((key.clone(), value.clone()));
        } else {
            losses.push(format!("the tag `{key}`: names of tags are letters, digits and `_`"));
        }
    }
    (all, losses)
}

/// Tags that say which game it is and how it begins: never taken over from elsewhere.
const OWN: [&str; 4] = ["Variant", "GameType", "SetUp", "FEN"];

/// Why a record has no text in a form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    #[error("{0}")]
    Unfit(String),
    #[error(transparent)]
    Record(#[from] RecordError),
}
