//! From a game of a match to a record.

use super::game::{MatGame, move_number};
use crate::Settings;
use crate::grow::{Found, Growing};
use crate::moves::{Choice, MoveError, Tables};
use crate::record::{Place, ReadError};
use zug_game::{Game, Record};

/// What is blank before the first column is less than this, before the second one more.
const INDENT: usize = 10;

/// Plays a game of a match by the rules. Who begins plays what the rules let begin.
pub fn read(game: &Game, settings: &Settings, unread: &MatGame<'_>) -> Found {
    let place = Place::line(unread.line);
    let tables = match Tables::new(game, settings) {
        Ok(tables) => tables,
        Err(error) => {
            let error = ReadError::new(place, error.to_string());
            return Found::refused(Record::new(game), unread.tags.to_vec(), error);
        }
    };
    let mut growing = Growing::new(game.start());
    let (mut error, mut moves) = (None, 0);
    let mut second_begins = None;
    let mut winner = None;
    let mut cube = false;
    for (number, line) in &unread.lines {
        let (turn, rest) = move_number(line).unwrap_or((0, line));
        let mut at = rest;
        while let Some(entry) = next_entry(&mut at) {
            let column = rest.len() - at.len() - entry.len();
            let Some((dice, text)) = dice(entry) else {
                let words = entry.to_lowercase();
                if words.starts_with("wins") {
                    // Beside the last move of the right column, or below the left one.
                    winner = Some(usize::from(
                        line.len() - line.trim_start().len() > 3 * INDENT || column > 2 * INDENT,
                    ));
                } else if !words.starts_with("cannot") {
                    cube = true;
                }
                continue;
            };
            if moves == 0 {
                second_begins = Some(blank(rest) >= INDENT);
            }
            moves += 1;
            if error.is_none() {
                let place = Place::line(*number);
                let what = |e: MoveError| ReadError::new(place, format!("move {turn} `{entry}`: {e}"));
                error = play(&mut growing, &tables, place, dice, text).map_err(what).err();
            }
        }
    }
    if cube {
        growing.note("the doubling cube is not part of the rules and was left out".to_owned());
    }
    let (record, notes) = growing.finish();
    let mut tags = unread.tags.to_vec();
    let second_begins = second_begins.unwrap_or(false);
    let first = game.ir().turns.iter().map(|turn| turn.chooser).find(|p| tables.players().contains(p));
    let begins = tables.players().iter().position(|p| Some(*p) == first).unwrap_or(0);
    for (column, name) in unread.names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let side = if (column == 1) == second_begins { begins } else { 1 - begins };
        tags.push((game.player_name(tables.players()[side]).to_owned(), name.clone()));
    }
    if let Some(column) = winner {
        let side = if (column == 1) == second_begins { begins } else { 1 - begins };
        let white = game.player_name(tables.players()[side]).starts_with('W');
        tags.push(("Result".to_owned(), if white { "1-0" } else { "0-1" }.to_owned()));
    }
    Found { record, also: Vec::new(), tags, moves, error, notes }
}

fn blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The throw, then the turn.
fn play(
    growing: &mut Growing,
    tables: &Tables,
    place: Place,
    dice: [u8; 2],
    text: &str,
) -> Result<(), MoveError> {
    let thrown = throw(&growing.choice()?, dice)?;
    let before = growing.at;
    growing.play_index(place, thrown)?;
    let played = growing.choice().and_then(|choice| tables.find(&choice, text));
    let played = played.and_then(|found| growing.play_index(place, found));
    if played.is_err() {
        // A throw without its turn is none.
        growing.take_back(before);
    }
    played
}

/// The move of chance that shows these dice.
fn throw(choice: &Choice<'_>, dice: [u8; 2]) -> Result<usize, MoveError> {
    if choice.outcome.is_some() {
        return Err(MoveError::Over);
    }
    let sorted = |name: &str| {
        let mut digits: Vec<u8> = name.bytes().filter(u8::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let mut wanted = dice.to_vec();
    wanted.sort_unstable();
    let names = choice.names();
    let chance = choice.state.game().ir().players[choice.state.chooser().idx()].random;
    let found = names.iter().position(|name| sorted(name) == wanted).filter(|_| chance);
    found.ok_or_else(|| MoveError::Unknown { near: names.into_iter().take(8).collect() })
}

/// `31: 8/5 6/5` taken apart.
fn dice(entry: &str) -> Option<([u8; 2], &str)> {
    let (dice, text) = entry.split_once(':')?;
    let &[a, b] = dice.trim().as_bytes() else { return None };
    (a.is_ascii_digit() && b.is_ascii_digit()).then_some(([a, b], text.trim()))
}

/// The next entry of a line: a throw with its turn, or words about the cube or the end. Entries are apart by two spaces,
/// or by the dice of the next.
fn next_entry<'t>(line: &mut &'t str) -> Option<&'t str> {
    let text = line.trim_start();
    if text.is_empty() {
        return None;
    }
    let own = if dice(text.get(..3).unwrap_or(text)).is_some() { 3 } else { 0 };
    let is_next = |i: usize| {
        let rest = &text[i..];
        rest.starts_with("  ") && !rest.trim_start().is_empty() && i > own + 1
            || rest.starts_with(' ') && dice(rest.get(1..4).unwrap_or_default()).is_some()
    };
    let end = text.char_indices().map(|(i, _)| i).skip(own).find(|i| is_next(*i)).unwrap_or(text.len());
    let (entry, rest) = text.split_at(end);
    *line = rest;
    Some(entry.trim())
}
