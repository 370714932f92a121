//! From a record to a game of a match.

use super::cube::{Cube, Stake, marks};
use super::read::beginning;
use super::score::{LEFT, LENGTH, NUMBER, OWN, POINTS, number, points_of, tag, worth};
use crate::Settings;
use crate::moves::Tables;
use crate::outcome::{pgn_result, result_of};
use crate::pgn::WriteError;
use std::fmt::Write;
use zug_game::{NodeId, Outcome, PlayerId, Record};

/// Where the second column begins, after the number of the move.
const COLUMN: usize = 34;

/// Tags whose remarks are called otherwise by other programs.
const REMARKS: [(&str, &str); 6] = [
    ("Date", "EventDate"),
    ("MatchID", "Match ID"),
    ("Player1", "Player 1"),
    ("Player2", "Player 2"),
    ("Player1Elo", "Player 1 Elo"),
    ("Player2Elo", "Player 2 Elo"),
];

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub text: String,
    /// So many bytes are the head of the match, which stands once before all its games.
    pub head: usize,
    /// What of the record MAT cannot hold.
    pub losses: Vec<String>,
}

/// The text of the main line of a record as a match of one game.
pub fn write(record: &Record, tags: &[(String, String)], settings: &Settings) -> Result<Text, WriteError> {
    let game = record.game();
    let tables = Tables::new(game, settings).map_err(|error| WriteError::Unfit(error.to_string()))?;
    if record.is_set_up() {
        return Err(WriteError::Unfit("MAT cannot hold a position that was set up".to_owned()));
    }
    let [begins, other] = beginning(game, &tables);
    let left = tag(tags, LEFT).is_some_and(|name| name == game.player_name(other));
    let columns = if left { [other, begins] } else { [begins, other] };
    let mut losses = Vec::new();
    let mut text = head(record, tags, columns);
    let head = text.len();
    let _ = writeln!(text, " Game {}", number(tags, NUMBER).unwrap_or(1));
    let [left, right] = columns.map(|player| {
        let points = points_of(record, tags, player);
        format!("{} : {points}", name(record, tags, player))
    });
    let _ = writeln!(text, " {left:COLUMN$} {right}");
    let sheet = Sheet::of(record, &tables, usize::from(columns[0] != begins), &mut losses)?;
    text.push_str(&sheet.text());
    if let Some(side) = won(record, tags, columns, &sheet) {
        let points = number(tags, POINTS).unwrap_or_else(|| worth(record, sheet.stake));
        let had = points_of(record, tags, columns[side]);
        let all = number(tags, LENGTH).is_some_and(|n| n > 0 && had.saturating_add(points) >= n);
        let _ = writeln!(
            text,
            "     {}Wins {points} point{}{}",
            if side == 1 { " ".repeat(COLUMN) } else { String::new() },
            if points == 1 { "" } else { "s" },
            if all { " and the match" } else { "" }
        );
    }
    if record.n_nodes() > record.line(record.main_end()).len() {
        losses.push("variations".to_owned());
    }
    let told = |node: NodeId| marks(record.comment(node)).1 || !record.annotation(node).is_empty();
    if record.subtree(record.root()).any(told) {
        losses.push("comments".to_owned());
    }
    Ok(Text { text, head, losses })
}

/// Tags as remarks, and how long the match is.
fn head(record: &Record, tags: &[(String, String)], columns: [PlayerId; 2]) -> String {
    let mut text = String::new();
    let is_name = |key: &str| columns.iter().any(|player| record.game().player_name(*player) == key);
    for (key, value) in tags {
        if !is_name(key) && key != "Result" && !OWN.contains(&key.as_str()) {
            let key = REMARKS.iter().find(|(own, _)| own == key).map_or(key.as_str(), |(_, theirs)| theirs);
            let _ = writeln!(text, "; [{key} \"{}\"]", value.replace(['\n', '\r'], " "));
        }
    }
    let _ = writeln!(text, " {} point match\n", number(tags, LENGTH).unwrap_or(0));
    text
}

/// A player as the file names him.
fn name(record: &Record, tags: &[(String, String)], player: PlayerId) -> String {
    let own = record.game().player_name(player);
    let words =
        tag(tags, own).unwrap_or(own).split(|c: char| c.is_whitespace() || matches!(c, ':' | ')' | ';'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() { own.to_owned() } else { words.join(" ") }
}

/// The lines of a game.
struct Sheet {
    rows: Vec<[String; 2]>,
    stake: Stake,
    /// Whose turn it is to do something: the left or the right one.
    due: usize,
    /// Who gave up when he was doubled.
    dropped: Option<usize>,
}

impl Sheet {
    fn of(
        record: &Record,
        tables: &Tables,
        begins: usize,
        losses: &mut Vec<String>,
    ) -> Result<Self, WriteError> {
        let mut sheet = Sheet { rows: Vec::new(), stake: Stake::default(), due: begins, dropped: None };
        let mut dice: Option<String> = None;
        let end = record.main_end();
        for node in record.line(end) {
            if let (Some(before), Some(mv)) = (record.parent(node), record.mv(node)) {
                let name = record.name(node).unwrap_or_default();
                if record.is_chance(before) {
                    let mut thrown: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
                    thrown.sort_unstable_by(|a, b| b.cmp(a));
                    if thrown.len() != 2 || dice.is_some() {
                        let what = "MAT has throws of two dice and nothing else";
                        return Err(WriteError::Unfit(what.to_owned()));
                    }
                    dice = Some(thrown.into_iter().collect());
                } else {
                    let turn = record.chooser(before).and_then(|player| tables.text(player, mv));
                    let (Some(dice), Some(turn)) = (dice.take(), turn) else {
                        return Err(WriteError::Unfit(format!("MAT has no words for the move `{name}`")));
                    };
                    let turn = if turn.is_empty() { "Cannot Move" } else { &turn };
                    sheet.put(sheet.due, format!("{dice}: {turn}"));
                    sheet.stake.take();
                    sheet.due = 1 - sheet.due;
                }
            }
            let (cubes, _) = marks(record.comment(node));
            if dice.is_some() && !cubes.is_empty() {
                losses.push("what was done with the cube between a throw and its turn".to_owned());
                continue;
            }
            let mut actor = sheet.due;
            for cube in cubes {
                if cube == Cube::Drops && node != end {
                    losses.push("a drop after which the game goes on".to_owned());
                    continue;
                }
                sheet.put(actor, format!(" {}", cube.words()));
                sheet.stake.act(cube);
                if sheet.stake.dropped {
                    sheet.dropped.get_or_insert(actor);
                }
                actor = 1 - actor;
            }
        }
        if let Some(dice) = dice {
            sheet.stake.take();
            sheet.put(sheet.due, format!("{dice}: ????"));
        }
        Ok(sheet)
    }

    fn put(&mut self, side: usize, text: String) {
        match self.rows.last_mut().filter(|row| side == 1 && row[1].is_empty()) {
            Some(row) => row[1] = text,
            None if side == 1 => self.rows.push([String::new(), text]),
            None => self.rows.push([text, String::new()]),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (number, [left, right]) in (1..).zip(&self.rows) {
            let width = COLUMN.max(left.len() + 2);
            let line = format!("{number:3}) {left:width$}{right}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// Which column won.
fn won(record: &Record, tags: &[(String, String)], columns: [PlayerId; 2], sheet: &Sheet) -> Option<usize> {
    let end = record.state_at(record.main_end()).ok()?;
    if let Ok(Some(Outcome::Won { player, .. })) = end.outcome() {
        return columns.iter().position(|p| p == player);
    }
    let white = columns.iter().position(|p| record.game().player_name(*p).starts_with('W'))?;
    match result_of(record, tags, pgn_result).as_deref() {
        Some("1-0") => Some(white),
        Some("0-1") => Some(1 - white),
        _ => sheet.dropped.map(|side| 1 - side),
    }
}
