//! From a game of a match to a record.

use super::cube::{Cube, Stake};
use super::entry::{Entry, What, entries};
use super::game::MatGame;
use super::score::{LEFT, NUMBER, POINTS, SCORE, score, worth};
use crate::Settings;
use crate::grow::{Found, Growing};
use crate::moves::{Choice, MoveError, Tables};
use crate::position::excerpt;
use crate::record::{Place, ReadError};
use zug_game::{Game, PlayerId, Record};

/// Plays a game of a match by the rules. Who begins plays what the rules let begin.
pub fn read(game: &Game, settings: &Settings, unread: &MatGame<'_>) -> Found {
    let tables = match Tables::new(game, settings) {
        Ok(tables) => tables,
        Err(error) => {
            let error = ReadError::new(Place::line(unread.line), error.to_string());
            return Found::refused(Record::new(game), unread.tags.to_vec(), error);
        }
    };
    let mut reader = Reader {
        growing: Growing::new(game.start()),
        tables: &tables,
        stake: Stake::default(),
        moves: 0,
        second_begins: None,
        unplayed: None,
        winner: None,
        points: None,
        error: None,
    };
    for (line, text) in &unread.lines {
        let (number, entries) = entries(text);
        entries.for_each(|entry| reader.entry(*line, number.unwrap_or(0), &entry));
    }
    reader.finish(unread)
}

struct Reader<'t> {
    growing: Growing,
    tables: &'t Tables,
    stake: Stake,
    /// Turns, those after a mistake included.
    moves: usize,
    /// Is the one who does the first thing the right one?
    second_begins: Option<bool>,
    /// The last throw has no turn: right at the end of a game, a mistake elsewhere.
    unplayed: Option<ReadError>,
    /// Did the right column win?
    winner: Option<bool>,
    /// What the file says the game was worth.
    points: Option<u32>,
    error: Option<ReadError>,
}

impl Reader<'_> {
    fn entry(&mut self, line: usize, number: u32, entry: &Entry<'_>) {
        let open = self.error.is_none() && self.unplayed.is_none();
        match entry.what {
            What::Turn(dice, turn) => self.turn(line, number, entry, dice, turn),
            What::Cube(cube) if open => {
                // Before the first throw it is a matter of the one who is to throw.
                self.second_begins.get_or_insert(entry.right);
                self.stake.act(cube);
                self.growing.comment(&cube.mark());
                if cube == Cube::Drops {
                    self.winner.get_or_insert(!entry.right);
                }
            }
            What::Wins(points) => {
                self.winner = Some(entry.right);
                self.points = points;
            }
            What::Words if open => self.growing.comment(entry.text),
            What::Cube(_) | What::Words => {}
        }
    }

    fn turn(&mut self, line: usize, number: u32, entry: &Entry<'_>, dice: [u8; 2], turn: &str) {
        if self.error.is_none() {
            self.error = self.unplayed.take();
            self.moves += usize::from(self.error.is_some());
        }
        self.second_begins.get_or_insert(entry.right);
        self.moves += 1;
        if self.error.is_some() {
            return;
        }
        let place = Place::line(line);
        let wrong =
            |what: String| ReadError::new(place, format!("move {number} `{}`: {what}", excerpt(entry.text)));
        if self.stake.dropped {
            self.error = Some(wrong("the game has ended with a drop before it".to_owned()));
            return;
        }
        self.stake.take();
        match self.play(place, dice, turn) {
            Ok(()) => {}
            Err(error) if turn.chars().all(|c| c == '?') && self.throw(place, dice).is_ok() => {
                self.moves -= 1;
                self.unplayed = Some(wrong(error.to_string()));
            }
            Err(error) => self.error = Some(wrong(error.to_string())),
        }
    }

    /// The throw, then the turn.
    fn play(&mut self, place: Place, dice: [u8; 2], turn: &str) -> Result<(), MoveError> {
        let before = self.growing.at;
        self.throw(place, dice)?;
        let growing = &mut self.growing;
        let played = growing.choice().and_then(|choice| self.tables.find(&choice, turn));
        let played = played.and_then(|found| growing.play_index(place, found));
        if played.is_err() {
            // A throw without its turn is none.
            growing.take_back(before);
        }
        played
    }

    fn throw(&mut self, place: Place, dice: [u8; 2]) -> Result<(), MoveError> {
        let thrown = throw(&self.growing.choice()?, dice)?;
        self.growing.play_index(place, thrown)
    }

    fn finish(self, unread: &MatGame<'_>) -> Found {
        let (record, notes) = self.growing.finish();
        let game = record.game();
        let mut tags = unread.tags.to_vec();
        let second_begins = self.second_begins.unwrap_or(false);
        let [begins, other] = beginning(game, self.tables);
        let columns = if second_begins { [other, begins] } else { [begins, other] };
        if unread.number != 1 {
            tags.push((NUMBER.to_owned(), unread.number.to_string()));
        }
        let [left, right] = unread.names.as_ref().map_or([("", 0); 2], |names| {
            let [left, right] = names;
            [(left.0.as_str(), left.1), (right.0.as_str(), right.1)]
        });
        if let Some(score) = score(&record, [(columns[0], left.1), (columns[1], right.1)])
            && left.1.max(right.1) > 0
        {
            tags.push((SCORE.to_owned(), score));
        }
        for (player, name) in columns.iter().zip([left.0, right.0]).filter(|(_, name)| !name.is_empty()) {
            tags.push((game.player_name(*player).to_owned(), name.to_owned()));
        }
        if second_begins {
            tags.push((LEFT.to_owned(), game.player_name(columns[0]).to_owned()));
        }
        if let Some(right) = self.winner {
            let white = game.player_name(columns[usize::from(right)]).starts_with('W');
            tags.push(("Result".to_owned(), if white { "1-0" } else { "0-1" }.to_owned()));
        }
        if let Some(points) = self.points.filter(|points| *points != worth(&record, self.stake)) {
            tags.push((POINTS.to_owned(), points.to_string()));
        }
        Found { record, also: Vec::new(), tags, moves: self.moves, error: self.error, notes }
    }
}

/// The two players, the one who begins first.
pub(super) fn beginning(game: &Game, tables: &Tables) -> [PlayerId; 2] {
    let [one, two] = tables.players();
    let first = game.ir().turns.iter().map(|turn| turn.chooser).find(|p| [one, two].contains(p));
    if first == Some(two) { [two, one] } else { [one, two] }
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
