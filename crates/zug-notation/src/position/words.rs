//! The words of the general form, with their places.

use super::error::PositionError;
use crate::names::SPECIAL;

/// A cursor over a position text.
#[derive(Clone)]
pub(crate) struct Words<'t> {
    rest: &'t str,
    /// The character it stands on, from 1.
    at: usize,
}

/// A name as written, quotes undone.
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) at: usize,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Words { rest: text, at: 1 }
    }

    /// Begins at a byte of the text; places are counted from its start.
    pub(crate) fn after(text: &'t str, byte: usize) -> Self {
        let (before, rest) = text.split_at_checked(byte).unwrap_or((text, ""));
        Words { rest, at: before.chars().count() + 1 }
    }

    /// The place of what comes next, spaces left aside.
    pub(crate) fn at(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.at += 1;
        Some(c)
    }

    fn skip_spaces(&mut self) {
        while self.rest.starts_with(char::is_whitespace) {
            self.bump();
        }
    }

    pub(crate) fn is_end(&mut self) -> bool {
        self.skip_spaces();
        self.rest.is_empty()
    }

    /// Is this the end of a segment?
    pub(crate) fn at_break(&mut self) -> bool {
        self.is_end() || self.rest.starts_with(';')
    }

    /// Does a word with `@` come next?
    pub(crate) fn at_directive(&mut self) -> bool {
        self.skip_spaces();
        self.rest.starts_with('@')
    }

    pub(crate) fn next_char(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes a mark that stands right here, without a space before it.
    pub(crate) fn close_mark(&mut self, mark: char) -> bool {
        let here = self.rest.starts_with(mark);
        if here {
            self.bump();
        }
        here
    }

    /// Takes a mark.
    pub(crate) fn mark(&mut self, mark: char) -> bool {
        self.skip_spaces();
        self.close_mark(mark)
    }

    /// Takes a name, quoted or not. `None` if something else stands here.
    pub(crate) fn name(&mut self) -> Result<Option<Word>, PositionError> {
        self.skip_spaces();
        let at = self.at;
        if self.close_mark('"') {
            return self.quoted(at).map(Some);
        }
        let end =
            self.rest.find(|c: char| c.is_whitespace() || SPECIAL.contains(&c)).unwrap_or(self.rest.len());
        if end == 0 {
            return Ok(None);
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.at += text.chars().count();
        Ok(Some(Word { text: text.to_owned(), at }))
    }

    fn quoted(&mut self, at: usize) -> Result<Word, PositionError> {
        let mut text = String::new();
        loop {
            match self.bump() {
                Some('"') => return Ok(Word { text, at }),
                Some('\\') => text.extend(self.bump()),
                Some(c) => text.push(c),
                None => {
                    let error = PositionError::new(at, "this quoted name has no end");
                    return Err(error.hint("close it with `\"`".to_owned()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places_and_quotes() {
        let mut words = Words::new(" é \"two words\\\"\" c3*4;");
        let word = words.name().unwrap().unwrap();
        assert_eq!((word.text.as_str(), word.at), ("é", 2));
        let word = words.name().unwrap().unwrap();
        assert_eq!((word.text.as_str(), word.at), ("two words\"", 4));
        let word = words.name().unwrap().unwrap();
        assert_eq!((word.text.as_str(), word.at), ("c3", 18));
        assert!(words.close_mark('*') && !words.close_mark(' '));
        assert_eq!(words.name().unwrap().unwrap().text, "4");
        assert!(words.at_break() && words.name().unwrap().is_none());
    }

    #[test]
    fn an_open_quote_is_an_error_at_its_start() {
        assert_eq!(Words::new("ab \"cd").clone().name().unwrap().unwrap().text, "ab");
        let mut words = Words::new("  \"cd\\");
        assert_eq!(words.name().err().unwrap().at, 3);
    }
}
