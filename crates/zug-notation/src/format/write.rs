//! A record in any of the forms.

use super::Format;
use crate::pgn::WriteError;
use crate::record::Header;
use crate::{Settings, mat, pdn, pgn, record, sgf, zsg};
use zug_game::{Move, Record};

/// A record as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub bytes: Vec<u8>,
    /// So many bytes stand once before games that share them: the head of a match.
    pub head: usize,
    /// What of the record the form could not hold.
    pub losses: Vec<String>,
}

/// Writes a record. `rules` is the name of the rules file.
pub fn write(
    format: Format,
    record: &Record,
    tags: &[(String, String)],
    settings: &Settings,
    rules: &str,
) -> Result<Written, WriteError> {
    let (text, losses) = match format {
        Format::Zgr => (zgr(record, tags, rules)?, Vec::new()),
        Format::Zsg => return saved(record, tags, rules),
        Format::Pgn => pgn::write(record, tags, settings)?,
        Format::Pdn => pdn::write(record, tags, settings)?,
        Format::Sgf => sgf::write(record, tags, settings, rules)?,
        Format::Mat => {
            let mat::Text { text, head, losses } = mat::write(record, tags, settings)?;
            return Ok(Written { bytes: text.into_bytes(), head, losses });
        }
    };
    Ok(Written { bytes: text.into_bytes(), head: 0, losses })
}

fn zgr(record: &Record, tags: &[(String, String)], rules: &str) -> Result<String, WriteError> {
    let mut header = Header::new(record.game(), rules);
    header.tags = tags.to_vec();
    record::write(record, &header).map_err(|error| WriteError::Unfit(error.to_string()))
}

fn saved(record: &Record, tags: &[(String, String)], rules: &str) -> Result<Written, WriteError> {
    let game = record.game();
    let unfit = |what: String| WriteError::Unfit(what);
    let main = record.line(record.main_end());
    let moves: Vec<Move> = main.iter().filter_map(|node| record.mv(*node).cloned()).collect();
    let edits = zsg::edits_to(&record.setup()).map_err(unfit)?;
    let header = zsg::Header::new(game, rules);
    let saved = zsg::write(game, &header, &edits, &moves).map_err(|error| unfit(error.to_string()))?;
    // Edits speak of pieces only; whose turn it is, attributes and values must be those of the start.
    if zsg::replay(game, &saved).start.hash() != record.setup().hash() {
        return Err(unfit("a saved game (ZSG) cannot hold the position it began with".to_owned()));
    }
    let mut losses = Vec::new();
    if record.subtree(record.root()).filter(|node| !record.is_temporary(*node)).count() > main.len() {
        losses.push("variations".to_owned());
    }
    let told = |node| !record.comment(node).is_empty() || !record.annotation(node).is_empty();
    if record.subtree(record.root()).any(told) {
        losses.push("comments".to_owned());
    }
    if !tags.is_empty() {
        let keys: Vec<&str> = tags.iter().map(|(key, _)| key.as_str()).collect();
        losses.push(format!("tags ({})", keys.join(", ")));
    }
    Ok(Written { bytes: saved.to_bytes().to_vec(), head: 0, losses })
}
