//! A file taken apart into its games.

use super::Dialect;
use super::token::{Token, Tokens};
use crate::format::MAX_GAMES;
use crate::record::{Place, ReadError};
use crate::{Style, position};
use zug_game::{Game, State};

/// One game of a file: its tags, and its moves unread.
#[derive(Clone, Debug)]
pub struct Section<'t> {
    /// Where it begins in the file, from 1.
    pub line: usize,
    pub tags: Vec<(String, String)>,
    pub(super) moves: &'t str,
    pub(super) place: Place,
    pub(super) dialect: Dialect,
    /// A tag that cannot be read.
    pub(super) problem: Option<ReadError>,
}

impl Section<'_> {
    /// The value of a tag; names of tags are taken in any case.
    pub fn tag(&self, key: &str) -> Option<&str> {
        self.tags.iter().find(|(k, _)| k.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// The position it begins with: that of the tag `FEN`, else that of the rules.
    pub(crate) fn first(&self, game: &Game, style: &Style) -> Result<State, String> {
        match self.tag("FEN") {
            None => Ok(game.start()),
            Some(fen) => position::parse(game, style, fen).map_err(|error| format!("tag `FEN`: {error}")),
        }
    }
}

impl<'t> Section<'t> {
    /// The first moves as they are written.
    pub(crate) fn first_moves(&self, n: usize) -> Vec<&'t str> {
        let mut tokens = Tokens::new(self.dialect, self.moves, self.place);
        let mut found = Vec::new();
        while let (Ok(Some((_, token))), true) = (tokens.next(), found.len() < n) {
            if let Token::Move(text) = token {
                found.push(text);
            }
        }
        found
    }
}

/// The games of a file, one more than [`MAX_GAMES`] at most. A file without any has none.
pub fn sections(dialect: Dialect, text: &str) -> Vec<Section<'_>> {
    let mut found = Vec::new();
    let mut tokens = Tokens::new(dialect, text, Place { line: 1, column: 1 });
    loop {
        tokens.skip_space();
        if tokens.rest().is_empty() || found.len() > MAX_GAMES {
            return found;
        }
        let mut section = tags(dialect, &mut tokens);
        let body = tokens.rest();
        section.place = tokens.place();
        skip_moves(&mut tokens);
        section.moves = &body[..body.len() - tokens.rest().len()];
        found.push(section);
    }
}

/// Reads tags, up to the moves or up to those of another game.
fn tags<'t>(dialect: Dialect, tokens: &mut Tokens<'t>) -> Section<'t> {
    let mut section = Section {
        line: tokens.place().line,
        tags: Vec::new(),
        moves: "",
        place: tokens.place(),
        dialect,
        problem: None,
    };
    loop {
        tokens.skip_space();
        let before = tokens.clone();
        if !tokens.rest().starts_with('[') {
            return section;
        }
        match tag(tokens) {
            // A game without moves and result: what follows is the next one.
            Ok((key, _)) if section.tags.first().is_some_and(|(first, _)| *first == key) => {
                *tokens = before;
                return section;
            }
            Ok(pair) => section.tags.push(pair),
            Err(error) => {
                section.problem.get_or_insert(error);
                tokens.take(|c| c != '\n');
            }
        }
    }
}

/// Characters of a value. Positions take a few hundred.
const MAX_VALUE: usize = 100_000;

/// `[Key "value"]`; in the value `\"` and `\\` stand for themselves.
fn tag(tokens: &mut Tokens<'_>) -> Result<(String, String), ReadError> {
    let place = tokens.place();
    let bad = || ReadError::new(place, "this is no tag").hint("a tag is written `[Name \"value\"]`");
    tokens.take(|c| c == '[');
    tokens.take(char::is_whitespace);
    let key = tokens.take(|c| !c.is_whitespace() && !matches!(c, '"' | ']' | '['));
    tokens.take(|c| c.is_whitespace() && c != '\n');
    if key.is_empty() || !tokens.rest().starts_with('"') {
        return Err(bad());
    }
    let line = tokens.rest();
    let (mut value, mut escaped, mut end) = (String::new(), false, None);
    for (i, c) in line.char_indices().take(MAX_VALUE).skip(1) {
        match c {
            '\n' => break,
            '"' if !escaped => {
                // Quotes that nobody escaped: the last one before the bracket counts.
                let tail = line[i + 1..].trim_start_matches([' ', '\t']);
                if tail.starts_with([']', '\n', '\r']) || tail.is_empty() {
                    end = Some(i + 1);
                    break;
                }
                value.push('"');
            }
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            c => {
                if escaped && !matches!(c, '"' | '\\') {
                    value.push('\\');
                }
                value.push(c);
            }
        }
        escaped = false;
    }
    let end = end.ok_or_else(bad)?;
    let stop = tokens.rest().len() - end;
    while tokens.rest().len() > stop {
        tokens.take_one();
    }
    tokens.take(|c| c.is_whitespace() && c != '\n');
    if !tokens.rest().starts_with(']') {
        return Err(bad());
    }
    tokens.take_one();
    Ok((key.to_owned(), value))
}

/// Skips to the end of the game: its result, or the tags of the next one.
fn skip_moves(tokens: &mut Tokens<'_>) {
    let mut depth = 0usize;
    loop {
        match tokens.next() {
            Ok(Some((_, Token::Tag))) | Ok(None) => return,
            Ok(Some((_, Token::Open))) => depth += 1,
            Ok(Some((_, Token::Close))) => depth = depth.saturating_sub(1),
            Ok(Some((_, Token::Result(_)))) if depth == 0 => return,
            Ok(Some(_)) => {}
            // Said when the moves are read.
            Err(_) => tokens.take_one(),
        }
    }
}
