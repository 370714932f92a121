//! Which form a file has, by its content.

use super::Format;
use crate::movetext::{self, Dialect};
use crate::pdn::game_type;

/// A look at the beginning is enough.
const LOOK: usize = 64 << 10;

/// The form of a file, if its content tells it.
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]);
    let head = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    if head.starts_with("Zillions Save Game File") {
        return Some(Format::Zsg);
    }
    if head.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with("zug-record")) {
        return Some(Format::Zgr);
    }
    if is_sgf(head) {
        return Some(Format::Sgf);
    }
    if is_mat(head) {
        return Some(Format::Mat);
    }
    // PGN and PDN: tags and moves look the same, but draughts have numbers.
    let section = movetext::sections(Dialect::Pgn, head).into_iter().next()?;
    if section.tag("GameType").and_then(game_type).is_some_and(|number| number >= 20) {
        return Some(Format::Pdn);
    }
    if section.tag("Variant").is_some() || section.tag("FEN").is_some_and(|fen| fen.contains('/')) {
        return Some(Format::Pgn);
    }
    if section.tag("FEN").is_some_and(|fen| fen.contains(':')) {
        return Some(Format::Pdn);
    }
    let word = section.first_moves(1).into_iter().next()?;
    let numbers = |c: char| c.is_ascii_digit() || "-x:".contains(c);
    match word {
        _ if word.chars().all(numbers) && word.starts_with(|c: char| c.is_ascii_digit()) => {
            // Castling is no first move of anything.
            (!word.starts_with('0')).then_some(Format::Pdn)
        }
        // `c3-d4` could be either.
        _ if word.contains(['-', ':']) => None,
        _ if word.contains(|c: char| c.is_ascii_digit()) => Some(Format::Pgn),
        _ => None,
    }
}

/// A parenthesis and a semicolon, perhaps after other text.
fn is_sgf(head: &str) -> bool {
    let opens = |text: &str| text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'));
    opens(head) || head.lines().take(100).any(|line| opens(line.trim_start()) && line.contains('['))
}

/// `5 point match`, or `Game 1` above two names.
fn is_mat(head: &str) -> bool {
    let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';'));
    let first = lines.next().unwrap_or_default();
    let is_game = |line: &str| {
        line.strip_prefix("Game ").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    first.ends_with("point match") || is_game(first)
}
