//! Words of SGF, with their places.

use crate::cursor::Cursor;
use crate::record::{Place, ReadError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    Open,
    Close,
    Node,
    /// Capital letters; small ones, which old files have between them, do not count.
    Name(String),
    /// Between brackets, as it stands.
    Value(&'t str),
}

#[derive(Clone)]
pub(super) struct Tokens<'t>(Cursor<'t>);

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str, place: Place) -> Self {
        Tokens(Cursor::new(text, place))
    }

    pub(super) fn rest(&self) -> &'t str {
        self.0.rest()
    }

    pub(super) fn place(&self) -> Place {
        self.0.place()
    }

    /// Skips to a character; to the end if there is none.
    pub(super) fn skip_to(&mut self, wanted: char) {
        self.0.take(|c| c != wanted);
    }

    /// The next word; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Token<'t>)>, ReadError> {
        self.0.take(|c| c.is_whitespace() || c == '\u{FEFF}');
        let (place, start) = (self.place(), self.rest());
        let Some(first) = self.0.bump() else { return Ok(None) };
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            ';' => Token::Node,
            '[' => self.value(place)?,
            c if c.is_ascii_alphabetic() => {
                self.0.take(|c| c.is_ascii_alphanumeric());
                let word = self.0.since(start);
                Token::Name(word.chars().filter(|c| !c.is_ascii_lowercase()).take(64).collect())
            }
            c => {
                let what = format!("`{}` cannot stand here", c.escape_debug());
                let hint = "SGF has nodes with properties, as in `(;FF[4]GM[1];B[dd])`";
                return Err(ReadError::new(place, what).hint(hint));
            }
        };
        Ok(Some((place, token)))
    }

    /// The rest of a value after its bracket.
    fn value(&mut self, place: Place) -> Result<Token<'t>, ReadError> {
        let start = self.rest();
        loop {
            let before = self.0.since(start);
            match self.0.bump() {
                Some(']') => return Ok(Token::Value(before)),
                Some('\\') => {
                    self.0.bump();
                }
                Some(_) => {}
                None => return Err(ReadError::new(place, "this value has no end").hint("close it with `]`")),
            }
        }
    }
}

/// A value as text: without escapes. Line ends stay in a long text and are spaces elsewhere.
pub(super) fn text(raw: &str, long: bool) -> String {
    let mut out = String::new();
    let mut chars = raw.chars().peekable();
    let line_end = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>, c: char| {
        // CR LF and LF CR are one line end.
        if c == '\r' && chars.peek() == Some(&'\n') || c == '\n' && chars.peek() == Some(&'\r') {
            chars.next();
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(c @ ('\n' | '\r')) => line_end(&mut chars, c),
                Some(c) => out.push(if c.is_whitespace() { ' ' } else { c }),
                None => {}
            },
            '\n' | '\r' => {
                line_end(&mut chars, c);
                out.push(if long { '\n' } else { ' ' });
            }
            c if c.is_whitespace() || c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.trim_end().to_owned()
}

/// A text as a value.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, ']' | '\\' | ':') {
            out.push('\\');
        }
        out.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    out
}
