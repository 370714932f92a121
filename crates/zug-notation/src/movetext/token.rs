//! Words of a movetext, with their places.

use super::Dialect;
use crate::cursor::Cursor;
use crate::record::{Place, ReadError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[`: tags, or the next game.
    Tag,
    Number,
    Move(&'t str),
    Comment(String),
    /// `$1`, `!?`, `±`
    Annotation(&'t str),
    Open,
    Close,
    Result(&'t str),
}

#[derive(Clone)]
pub(super) struct Tokens<'t> {
    dialect: Dialect,
    cursor: Cursor<'t>,
    /// What follows a number or a move in the same word.
    glued: Option<(Place, &'t str)>,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(dialect: Dialect, text: &'t str, place: Place) -> Self {
        Tokens { dialect, cursor: Cursor::new(text, place), glued: None }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'t str {
        self.cursor.rest()
    }

    pub(super) fn place(&self) -> Place {
        self.cursor.place()
    }

    /// Takes characters as long as they fit.
    pub(super) fn take(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        self.cursor.take(fits)
    }

    pub(super) fn take_one(&mut self) {
        self.cursor.bump();
    }

    pub(super) fn skip_space(&mut self) {
        loop {
            self.take(char::is_whitespace);
            // A line that begins with `%` is for somebody else.
            if self.place().column == 1 && self.rest().starts_with('%') {
                self.take(|c| c != '\n');
            } else {
                return;
            }
        }
    }

    /// The next word; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Token<'t>)>, ReadError> {
        if let Some((place, word)) = self.glued.take() {
            return Ok(Some((place, self.word(place, word))));
        }
        self.skip_space();
        let place = self.place();
        let Some(first) = self.cursor.peek() else { return Ok(None) };
        let token = match first {
            '[' => Token::Tag,
            '{' => Token::Comment(self.braces(place)?),
            ';' => {
                self.cursor.bump();
                Token::Comment(self.take(|c| c != '\n').trim().to_owned())
            }
            '(' => {
                self.cursor.bump();
                Token::Open
            }
            ')' => {
                self.cursor.bump();
                Token::Close
            }
            '$' => {
                let start = self.rest();
                self.cursor.bump();
                let digits = self.take(|c| c.is_ascii_digit()).len();
                if digits == 0 {
                    return Err(ReadError::new(place, "`$` stands before the number of an annotation")
                        .hint("for instance `$1`"));
                }
                Token::Annotation(&start[..=digits])
            }
            '}' => return Err(ReadError::new(place, "this `}` closes nothing")),
            ']' => return Err(ReadError::new(place, "this `]` closes nothing")),
            _ => {
                let word = self.bare_word();
                self.word(place, word)
            }
        };
        Ok(Some((place, token)))
    }

    fn bare_word(&mut self) -> &'t str {
        let start = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ')' | '[' | ']' | ';' | '$');
        loop {
            self.take(|c| !ends(c) && c != '(');
            // `e8(Q)` is one word.
            let inner: Vec<char> = self.rest().chars().take(3).collect();
            match inner[..] {
                ['(', c, ')'] if c.is_ascii_alphabetic() && start.len() > self.rest().len() => {
                    self.take(|c| c == '(');
                    self.take(|c| c.is_ascii_alphabetic());
                    self.take(|c| c == ')');
                }
                // Something must be taken each time.
                _ if start.len() == self.rest().len() => {
                    self.cursor.bump();
                    break;
                }
                _ => break,
            }
        }
        self.cursor.since(start)
    }

    /// What a word of letters means; what is glued to it comes next.
    fn word(&mut self, place: Place, word: &'t str) -> Token<'t> {
        if self.dialect.is_result(word) {
            return Token::Result(word);
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let after = &word[digits..];
        let dotted = after.trim_start_matches(['.', '…']);
        if digits > 0 && dotted.is_empty() || dotted.len() < after.len() || word.trim_matches('.').is_empty()
        {
            if !dotted.is_empty() {
                let column = place.column + word.chars().count() - dotted.chars().count();
                self.glued = Some((Place { line: place.line, column }, dotted));
            }
            return Token::Number;
        }
        let is_mark = |c: char| "!?+-=/±∓⩲⩱∞□".contains(c);
        if word != "--" && word.chars().all(is_mark) {
            return Token::Annotation(word);
        }
        let bare = word.trim_end_matches(['!', '?']);
        if bare.len() < word.len() {
            let column = place.column + bare.chars().count();
            self.glued = Some((Place { line: place.line, column }, &word[bare.len()..]));
        }
        Token::Move(bare)
    }

    /// A comment; line ends and what surrounds them are one space.
    fn braces(&mut self, place: Place) -> Result<String, ReadError> {
        self.cursor.bump();
        let text = self.take(|c| c != '}');
        if self.cursor.bump().is_none() {
            return Err(ReadError::new(place, "this comment has no end").hint("close it with `}`"));
        }
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Ok(lines.join(" "))
    }
}
