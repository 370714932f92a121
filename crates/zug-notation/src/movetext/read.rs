//! From the moves of a section to a record.

use super::section::Section;
use super::token::{Token, Tokens};
use crate::grow::{Found, Growing};
use crate::moves::Notation;
use crate::record::ReadError;
use zug_game::State;

/// Plays the moves of a section from a position.
pub(crate) fn read(section: &Section<'_>, first: State, notation: &Notation) -> Found {
    let mut tokens = Tokens::new(section.dialect, section.moves, section.place);
    let mut growing = Growing::new(first);
    let mut result = None;
    let read = moves(&mut tokens, &mut growing, notation, &mut result);
    let error = section.problem.clone().or(read.err());
    let left = if error.is_some() { count(tokens, growing.depth()) } else { 0 };
    let played = growing.record.ply(growing.record.main_end());
    // The move that was refused has been read already.
    let refused = usize::from(error.is_some() && growing.is_main_line());
    let (record, notes) = growing.finish();
    let mut tags = section.tags.clone();
    if let Some(result) = result.filter(|_| section.tag("Result").is_none()) {
        tags.push(("Result".to_owned(), result));
    }
    Found { record, also: Vec::new(), tags, moves: played + left + refused, error, notes }
}

fn moves(
    tokens: &mut Tokens<'_>,
    growing: &mut Growing,
    notation: &Notation,
    result: &mut Option<String>,
) -> Result<(), ReadError> {
    while let Some((place, token)) = tokens.next()? {
        match token {
            Token::Number => {}
            Token::Move(text) => {
                let number = number(growing);
                growing.play(notation, place, &number, text)?;
            }
            Token::Comment(text) => growing.comment(&text),
            Token::Annotation(text) => growing.annotation(annotation(text)),
            Token::Open => growing.open(place)?,
            Token::Close => growing.close(place)?,
            Token::Result(text) => {
                if growing.is_main_line() {
                    *result = Some(text.to_owned());
                    break;
                }
            }
            Token::Tag => return Err(ReadError::new(place, "tags stand before the moves")),
        }
    }
    growing.end()
}

/// `12.` or `12…`, as players count.
fn number(growing: &Growing) -> String {
    let record = &growing.record;
    let game = record.game();
    let first = game.ir().turns.first().map(|turn| turn.chooser);
    let second = |node| record.chooser(node) != first;
    let plies = record.ply(growing.at) + usize::from(second(record.root()));
    format!("{}{}", plies / 2 + 1, if second(growing.at) { "…" } else { "." })
}

/// The numbers of PGN that have signs.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

fn annotation(text: &str) -> &str {
    let number = text.strip_prefix('$').and_then(|n| n.parse::<usize>().ok());
    number.and_then(|n| SIGNS.get(n.checked_sub(1)?)).copied().unwrap_or(text)
}

/// An annotation as a number, if it has one.
pub(super) fn numbered(text: &str) -> Option<String> {
    if text.strip_prefix('$').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) {
        return Some(text.to_owned());
    }
    SIGNS.iter().position(|sign| *sign == text).map(|i| format!("${}", i + 1))
}

/// Moves of the main line that were not read.
fn count(mut tokens: Tokens<'_>, mut depth: usize) -> usize {
    let mut moves = 0;
    loop {
        match tokens.next() {
            Ok(None) => return moves,
            Ok(Some((_, Token::Open))) => depth += 1,
            Ok(Some((_, Token::Close))) => depth = depth.saturating_sub(1),
            Ok(Some((_, Token::Move(_)))) => moves += usize::from(depth == 0),
            Ok(Some((_, Token::Tag))) | Err(_) => tokens.take_one(),
            Ok(Some(_)) => {}
        }
    }
}
