//! Saving and loading games while playing, in every form of records; the ending of a file says which.

use super::says::Says;
use super::sitting::Sitting;
use crate::disk;
use crate::open::Opened;
use crate::saved;
use std::path::Path;
use zug_game::Record;
use zug_notation::Format;
use zug_notation::format::{RecordFile, recognise, write};

/// A tag of ours: who has given up.
const RESIGNED: &str = "resigned";

/// Saves the game and says so, or why not. A file that holds something else is left alone.
pub(super) fn save(file: &str, opened: &Opened, sitting: &Sitting, says: Says) -> Result<String, String> {
    let refused = |reason: String| says.not_saved(file, &reason);
    let path = Path::new(file);
    if path.exists() && !disk::read(path).is_ok_and(|bytes| recognise(&bytes).is_some()) {
        return Err(refused(says.keeps_other_file().to_owned()));
    }
    // Whatever else a file is called, it is a saved game of Zillions.
    let format = Format::of_ending(&disk::ending(path)).unwrap_or(Format::Zsg);
    let (bytes, losses) = if format == Format::Zsg {
        let (first, moves) = sitting.so_far();
        let bytes = saved::write(opened, &sitting.seats().letters(), &first, &moves).map_err(refused)?;
        (bytes, Vec::new())
    } else {
        let resigned = resigned_tag(opened, sitting).filter(|_| format == Format::Zgr);
        let tags: Vec<(String, String)> = resigned.into_iter().collect();
        let rules = opened.rules.file_name();
        let written = write(format, sitting.record(), &tags, &opened.settings, &rules);
        let written = written.map_err(|error| refused(error.to_string()))?;
        (written.bytes, written.losses)
    };
    disk::write(path, &bytes).map_err(|error| refused(error.to_string()))?;
    Ok(says.saved(file, &losses))
}

/// The tag that says who has given up.
pub(super) fn resigned_tag(opened: &Opened, sitting: &Sitting) -> Option<(String, String)> {
    sitting.resigned().map(|player| (RESIGNED.to_owned(), opened.game.player_name(player).to_owned()))
}

/// Takes up a record of the same game, with what its tags say.
pub(super) fn take_up(record: Record, tags: &[(String, String)], opened: &Opened, sitting: &mut Sitting) {
    sitting.take_up(record);
    let resigned = tags.iter().find(|(key, _)| key == RESIGNED);
    if let Some(player) = resigned.and_then(|(_, name)| opened.game.player(name)) {
        sitting.resign(player);
    }
}

/// Goes on with the first game of a file. If it cannot, it says why, and nothing has changed.
pub(super) fn load(file: &str, opened: &Opened, sitting: &mut Sitting, says: Says) -> Result<String, String> {
    let refused = |reason: String| says.not_loaded(file, &reason);
    let bytes = disk::read(Path::new(file)).map_err(|error| refused(says.unread(&error)))?;
    let game = &opened.game;
    let format = recognise(&bytes).ok_or_else(|| refused(says.no_saved_game().to_owned()))?;
    let records = RecordFile::new(format, &bytes);
    let games = records.games().map_err(|error| refused(error.to_string()))?;
    let first = games.first().ok_or_else(|| refused(says.no_saved_game().to_owned()))?;
    if let Some(title) = first.claim().title.filter(|title| title.trim() != game.title()) {
        return Err(refused(says.other_game(title.trim())));
    }
    let found = first.read(game, &opened.settings);
    if let Some(error) = found.error {
        return Err(refused(error.to_string()));
    }
    take_up(found.record, &found.tags, opened, sitting);
    Ok(says.loaded(file))
}
