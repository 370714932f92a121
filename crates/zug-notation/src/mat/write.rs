//! From a record to a game of a match.

use crate::Settings;
use crate::moves::Tables;
use crate::outcome::{pgn_result, result_of};
use crate::pgn::WriteError;
use std::fmt::Write;
use zug_game::{NodeId, Outcome, Record};

/// Where the second column begins, after the number of the move.
const COLUMN: usize = 34;

/// The text of the main line of a record as a match of one game, and what of the record MAT cannot hold.
pub fn write(
    record: &Record,
    tags: &[(String, String)],
    settings: &Settings,
) -> Result<(String, Vec<String>), WriteError> {
    let game = record.game();
    let tables = Tables::new(game, settings).map_err(|error| WriteError::Unfit(error.to_string()))?;
    if record.is_set_up() {
        return Err(WriteError::Unfit("MAT cannot hold a position that was set up".to_owned()));
    }
    let players = tables.players();
    let first = game.ir().turns.iter().map(|turn| turn.chooser).find(|p| players.contains(p));
    let columns = if first == Some(players[1]) { [players[1], players[0]] } else { players };
    let name = |side: usize| {
        let own = game.player_name(columns[side]);
        let tag = tags.iter().find(|(key, _)| key == own).map_or(own, |(_, value)| value.as_str());
        let words: Vec<&str> = tag
            .split(|c: char| c.is_whitespace() || matches!(c, ':' | ')'))
            .filter(|w| !w.is_empty())
            .collect();
        if words.is_empty() { own.to_owned() } else { words.join(" ") }
    };
    let mut text = String::new();
    let mut losses = Vec::new();
    let known = |key: &str| players.iter().any(|p| game.player_name(*p) == key);
    for (key, value) in tags.iter().filter(|(key, _)| !known(key) && key != "Result" && key != "MatchLength")
    {
        let _ = writeln!(text, "; [{key} \"{}\"]", value.replace(['\n', '\r'], " "));
    }
    let length = tags.iter().find(|(key, _)| key == "MatchLength").map_or("0", |(_, value)| value.as_str());
    let _ = writeln!(text, " {length} point match\n\n Game 1");
    let _ = writeln!(text, " {:COLUMN$} {} : 0", format!("{} : 0", name(0)), name(1));
    let (entries, left) = entries(record, &tables)?;
    if left {
        losses.push("the last throw, which nobody has played yet".to_owned());
    }
    for (number, pair) in (1..).zip(entries.chunks(2)) {
        let right = pair.get(1).map_or("", String::as_str);
        let line = format!("{number:3}) {:COLUMN$}{right}", pair.first().map_or("", String::as_str));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some((side, points)) = won(record, tags, columns) {
        let words = format!("Wins {points} point{}", if points == 1 { "" } else { "s" });
        let _ = writeln!(text, "     {}{words}", if side == 1 { " ".repeat(COLUMN) } else { String::new() });
    }
    let main: Vec<NodeId> = record.line(record.main_end());
    let told = |node: &NodeId| !record.comment(*node).is_empty() || !record.annotation(*node).is_empty();
    if record.n_nodes() > main.len() {
        losses.push("variations".to_owned());
    }
    if record.subtree(record.root()).any(|node| told(&node)) {
        losses.push("comments".to_owned());
    }
    Ok((text, losses))
}

/// Throws with their turns, one after the other; and is there a throw left?
fn entries(record: &Record, tables: &Tables) -> Result<(Vec<String>, bool), WriteError> {
    let mut entries = Vec::new();
    let mut dice: Option<String> = None;
    for node in record.line(record.main_end()).into_iter().skip(1) {
        let (Some(before), Some(mv)) = (record.parent(node), record.mv(node)) else { continue };
        let name = record.name(node).unwrap_or_default();
        if record.is_chance(before) {
            let mut thrown: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
            thrown.sort_unstable_by(|a, b| b.cmp(a));
            if thrown.len() != 2 || dice.is_some() {
                return Err(WriteError::Unfit("MAT has throws of two dice and nothing else".to_owned()));
            }
            dice = Some(thrown.into_iter().collect());
            continue;
        }
        let turn = record.chooser(before).and_then(|player| tables.text(player, mv));
        let (Some(dice), Some(turn)) = (dice.take(), turn) else {
            return Err(WriteError::Unfit(format!("MAT has no words for the move `{name}`")));
        };
        entries.push(if turn.is_empty() {
            format!("{dice}: Cannot Move")
        } else {
            format!("{dice}: {turn}")
        });
    }
    Ok((entries, dice.is_some()))
}

/// Which column won, and how many points.
fn won(record: &Record, tags: &[(String, String)], columns: [zug_game::PlayerId; 2]) -> Option<(usize, u32)> {
    let end = record.state_at(record.main_end()).ok()?;
    if let Ok(Some(Outcome::Won { player, worth })) = end.outcome() {
        return columns.iter().position(|p| p == player).map(|side| (side, *worth));
    }
    let result = result_of(record, tags, pgn_result)?;
    let white = columns.iter().position(|p| record.game().player_name(*p).starts_with('W'))?;
    match result.as_str() {
        "1-0" => Some((white, 1)),
        "0-1" => Some((1 - white, 1)),
        _ => None,
    }
}
