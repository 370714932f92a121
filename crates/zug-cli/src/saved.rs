//! Saved games (ZSG): finding their rules, writing our own.

use crate::disk::{self, ReadError};
use crate::errors::Failure;
use crate::open::{Opened, Rules};
use std::path::{Path, PathBuf};
use zug_game::{Encoding, Move, Part, RunError, State};
use zug_notation::zsg::{self, Header, Zsg, part_text};

/// The rules file that a saved game names: where it says, if that is in its folder or below, or beside it under the same name.
pub(crate) fn rules_beside(path: &Path, zsg: &Zsg) -> Option<PathBuf> {
    let written = zsg.rules_file.trim().replace('\\', "/");
    disk::beside(path, &written).or_else(|| disk::beside(path, zsg.rules_name()))
}

/// The rules of a saved game: beside it, else of the library's game with that file name.
pub(crate) fn rules_of(path: &Path, zsg: &Zsg) -> Result<Rules, Failure> {
    if let Some(found) = rules_beside(path, zsg) {
        return Ok(Rules::Disk(found));
    }
    zug_library::find(zsg.rules_name()).map(Rules::Library).map_err(|_| {
        let missing = ReadError::Missing(path.with_file_name(zsg.rules_name()));
        Failure::usage(format!(
            "{missing}\nit has the rules of this saved game; `--game GAME` names other ones"
        ))
    })
}

/// The game that went from `first` through `moves`, as a file. Says why if the form cannot hold it.
pub(crate) fn write(
    opened: &Opened,
    letters: &str,
    first: &State,
    moves: &[Move],
) -> Result<Vec<u8>, String> {
    let game = &opened.game;
    let header = Header {
        letters: letters.to_owned(),
        rules_file: opened.rules.file_name(),
        variant: game.title().to_owned(),
        encoding: Encoding::Utf8,
    };
    let edits = zsg::edits_to(first)?;
    let saved = zsg::write(game, &header, &edits, moves).map_err(|error| error.to_string())?;
    // Edits speak of pieces only; whose turn it is, attributes and values must be those of the start.
    if zsg::replay(game, &saved).start.hash() != first.hash() {
        return Err("a saved game (ZSG) cannot hold the position it began with".to_owned());
    }
    Ok(saved.to_bytes().to_vec())
}

/// The parts of a legal move in the words of a saved game.
pub(crate) fn part_texts(state: &State, mv: &Move) -> Result<Vec<String>, RunError> {
    let game = state.game();
    if mv.n_parts() == 1 {
        return Ok(vec![part_text(game, state.position(), mv.part(0))]);
    }
    let mut walk = state.walk()?;
    let mut texts = Vec::new();
    for part in mv.parts() {
        texts.push(part_text(game, walk.now(), part));
        let index = walk.parts().position(|offered| same(offered.part(0), part));
        if let Some(index) = index {
            walk.choose(index)?;
        }
    }
    Ok(texts)
}

/// Are they the same part? Where a part ends in its move's list says nothing about it.
fn same(a: Part<'_>, b: Part<'_>) -> bool {
    (a.head.from, a.head.to, a.head.then) == (b.head.from, b.head.to, b.head.then) && a.actions == b.actions
}
