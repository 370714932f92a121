//! A file taken apart into its games.

use super::entry::move_number;
use crate::format::MAX_GAMES;
use std::sync::Arc;

/// What the head of a match says.
type Tags = Vec<(String, String)>;

/// One game of a match: names, and its lines unread.
#[derive(Clone, Debug)]
pub struct MatGame<'t> {
    /// Where it begins in the file, from 1.
    pub line: usize,
    /// What the head of the match says.
    pub tags: Arc<[(String, String)]>,
    /// Which game of the match it is.
    pub(super) number: u32,
    /// Who plays in the left and the right column, and the points they have.
    pub(super) names: Option<[(String, u32); 2]>,
    pub(super) lines: Vec<(usize, &'t str)>,
}

/// Tags at the head of a match.
const MAX_TAGS: usize = 100;

/// The games of a file, which may have several matches. A file without any has none.
pub fn games(text: &str) -> Vec<MatGame<'_>> {
    let mut found: Vec<MatGame<'_>> = Vec::new();
    let mut tags = Tags::new();
    let mut head: Option<Arc<[(String, String)]>> = None;
    for (line_number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if let Some(remark) = trimmed.strip_prefix(';') {
            tags.extend(tag(remark).filter(|_| tags.len() < MAX_TAGS));
        } else if let Some(length) = match_length(trimmed) {
            tags.push(("MatchLength".to_owned(), length.to_string()));
            head = None;
        } else if let Some(number) = heading(trimmed) {
            if found.len() > MAX_GAMES {
                break;
            }
            // Remarks between the games of a match are no head of another.
            let said = std::mem::take(&mut tags);
            let tags = head.get_or_insert_with(|| Arc::from(said)).clone();
            found.push(MatGame { line: line_number, tags, number, names: None, lines: Vec::new() });
        } else if let Some(game) = found.last_mut().filter(|_| !trimmed.is_empty()) {
            if game.lines.is_empty() && game.names.is_none() && move_number(line).is_none() {
                game.names = Some(names(line));
            } else {
                game.lines.push((line_number, line));
            }
        }
    }
    found
}

/// `5 point match`
fn match_length(line: &str) -> Option<u32> {
    let (number, words) = line.split_once(' ')?;
    words.trim().eq_ignore_ascii_case("point match").then(|| number.parse().ok())?
}

/// `Game 3`
fn heading(line: &str) -> Option<u32> {
    let number = line.strip_prefix("Game").map(str::trim)?;
    number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok())?
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
fn names(line: &str) -> [(String, u32); 2] {
    let mut parts = line.split(" :");
    let first = parts.next().unwrap_or_default().trim();
    // The points of the player before stand in front of the second name.
    let (points, second) = split(parts.next().unwrap_or_default());
    let (last, _) = split(parts.next().unwrap_or_default());
    [(first.to_owned(), points.parse().unwrap_or(0)), (second.to_owned(), last.parse().unwrap_or(0))]
}

/// A word and the rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}
