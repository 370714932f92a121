//! A file taken apart into its games.

use crate::format::MAX_GAMES;
use std::sync::Arc;

/// One game of a match: names, and its lines unread.
#[derive(Clone, Debug)]
pub struct MatGame<'t> {
    /// Where it begins in the file, from 1.
    pub line: usize,
    /// What the head of the file says.
    pub tags: Arc<[(String, String)]>,
    /// Those of the left and the right column.
    pub(super) names: [String; 2],
    pub(super) lines: Vec<(usize, &'t str)>,
}

/// Tags at the head of a file.
const MAX_TAGS: usize = 100;

/// The games of a match. A file without any has none.
pub fn games(text: &str) -> Vec<MatGame<'_>> {
    let mut found: Vec<MatGame<'_>> = Vec::new();
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut head: Arc<[(String, String)]> = Arc::from([]);
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if let Some(remark) = trimmed.strip_prefix(';') {
            tags.extend(tag(remark).filter(|_| tags.len() < MAX_TAGS && found.is_empty()));
        } else if let Some(length) = trimmed.strip_suffix("point match").filter(|_| found.is_empty()) {
            tags.push(("MatchLength".to_owned(), length.trim().to_owned()));
        } else if is_heading(trimmed) {
            if found.len() > MAX_GAMES {
                break;
            }
            if found.is_empty() {
                head = Arc::from(std::mem::take(&mut tags));
            }
            let names = [const { String::new() }; 2];
            found.push(MatGame { line: number, tags: head.clone(), names, lines: Vec::new() });
        } else if let Some(game) = found.last_mut().filter(|_| !trimmed.is_empty()) {
            let is_move = move_number(line).is_some();
            if game.lines.is_empty() && !is_move && game.names[0].is_empty() {
                game.names = names(line);
            } else {
                game.lines.push((number, line));
            }
        }
    }
    found
}

/// `Game 3`
fn is_heading(line: &str) -> bool {
    let number = line.strip_prefix("Game").map(str::trim);
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// `[Event "…"]`
fn tag(remark: &str) -> Option<(String, String)> {
    let inner = remark.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (key, value) = inner.split_once(" \"")?;
    let key = match key.trim() {
        "EventDate" => "Date",
        key => key,
    };
    Some((key.replace(' ', ""), value.trim_end().trim_end_matches('"').to_owned()))
}

/// `Alice : 0        Bob : 3`
fn names(line: &str) -> [String; 2] {
    let mut parts = line.split(" :");
    let first = parts.next().unwrap_or_default().trim();
    // The points of the player before stand in front of the second name.
    let second = parts.next().unwrap_or_default().trim_start();
    let second = second.split_once(char::is_whitespace).map_or("", |(_, name)| name.trim());
    [first.to_owned(), second.to_owned()]
}

/// The number before `)`, and what follows it.
pub(super) fn move_number(line: &str) -> Option<(u32, &str)> {
    let (number, rest) = line.split_once(')')?;
    Some((number.trim().parse().ok()?, rest))
}
