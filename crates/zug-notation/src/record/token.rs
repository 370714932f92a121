//! The words of a record: reading them with their places, and writing them so that they read back.

use super::error::{Place, ReadError};
use crate::cursor::Cursor;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name, bare or in quotes.
    Name(String),
    /// `12.`
    Number(u32),
    /// `{…}`
    Comment(String),
    /// `$…`
    Annotation(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    TagOpen,
    /// `]`
    TagClose,
    /// `^`
    Here,
    /// `*`
    End,
}

/// Characters that end a bare name.
const SPECIAL: [char; 11] = ['(', ')', '[', ']', '{', '}', '"', '\\', '$', '^', '*'];

/// A record word by word.
#[derive(Clone)]
pub(super) struct Tokens<'t>(Cursor<'t>);

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Tokens(Cursor::new(text.strip_prefix('\u{FEFF}').unwrap_or(text), Place { line: 1, column: 1 }))
    }

    /// The next word and where it stands; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<(Place, Option<Token>), ReadError> {
        self.0.take(char::is_whitespace);
        let place = self.0.place();
        let Some(first) = self.0.peek() else { return Ok((place, None)) };
        if is_bare(first) {
            let name = self.0.take(is_bare);
            return Ok((
                place,
                Some(number(name).map_or_else(|| Token::Name(name.to_owned()), Token::Number)),
            ));
        }
        self.0.bump();
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            '[' => Token::TagOpen,
            ']' => Token::TagClose,
            '^' => Token::Here,
            '*' => Token::End,
            '"' => Token::Name(self.until('"', place)?),
            '{' => Token::Comment(self.until('}', place)?),
            '$' if self.0.rest().starts_with('"') => {
                self.0.bump();
                Token::Annotation(self.until('"', place)?)
            }
            '$' if self.0.rest().starts_with(is_bare) => Token::Annotation(self.0.take(is_bare).to_owned()),
            '$' => {
                let what = "`$` must stand right before an annotation";
                return Err(ReadError::new(place, what).hint("write `$!?`, or `$\"two words\"`"));
            }
            '}' => return Err(ReadError::new(place, "this `}` closes nothing")),
            _ => {
                let what = format!("the character `{}` cannot stand here", first.escape_default());
                return Err(ReadError::new(place, what).hint("names with odd characters stand in quotes"));
            }
        };
        Ok((place, Some(token)))
    }

    /// What stands before a closing mark, escapes undone. `place` is where it was opened.
    fn until(&mut self, mark: char, place: Place) -> Result<String, ReadError> {
        let mut text = String::new();
        loop {
            let at = self.0.place();
            match self.0.bump() {
                Some(c) if c == mark => return Ok(text),
                Some('\\') => text.push(self.escape(at)?),
                // A line ends with `\n`, whatever an editor has made of it; other returns are escaped.
                Some('\r') if self.0.rest().starts_with('\n') => {}
                Some(c) => text.push(c),
                None => {
                    let what =
                        if mark == '}' { "this comment has no end" } else { "this quoted text has no end" };
                    return Err(ReadError::new(place, what).hint(format!("close it with `{mark}`")));
                }
            }
        }
    }

    fn escape(&mut self, at: Place) -> Result<char, ReadError> {
        let unknown = || {
            let what = "after `\\` only `\\`, `\"`, `{`, `}`, `n`, `r`, `t` or `u{…}` can stand";
            Err(ReadError::new(at, what).hint("write `\\\\` for a backslash"))
        };
        match self.0.bump() {
            Some(c @ ('\\' | '"' | '{' | '}')) => Ok(c),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => {
                let digits =
                    self.0.rest().strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(d, _)| d);
                let digits = digits.filter(|d| d.len() <= 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
                let c = digits.and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32);
                let (Some(digits), Some(c)) = (digits, c) else {
                    let what = "`\\u` needs the number of a character in braces";
                    return Err(ReadError::new(at, what).hint("for instance `\\u{1b}`"));
                };
                for _ in 0..digits.len() + 2 {
                    self.0.bump();
                }
                Ok(c)
            }
            _ => unknown(),
        }
    }
}

fn is_bare(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !SPECIAL.contains(&c)
}

/// A bare word that is a move number: digits and full stops.
fn number(word: &str) -> Option<u32> {
    let digits = word.strip_suffix('.')?.trim_end_matches('.');
    // `+1` is a number too for the parser.
    if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// A name as it is written.
pub(super) fn name(name: &str) -> String {
    if !name.is_empty() && name.chars().all(is_bare) && number(name).is_none() {
        return name.to_owned();
    }
    quoted(name)
}

/// A text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    text.chars().for_each(|c| escape(c, &['"', '\\'], &mut out));
    out.push('"');
    out
}

/// A comment in braces, with the lines it has.
pub(super) fn comment(text: &str) -> String {
    let mut out = String::from('{');
    for c in text.chars() {
        if c == '\n' {
            out.push('\n');
        } else {
            escape(c, &['}', '\\'], &mut out);
        }
    }
    out.push('}');
    out
}

/// An annotation with its mark.
pub(super) fn annotation(text: &str) -> String {
    let bare = !text.is_empty() && text.chars().all(is_bare);
    format!("${}", if bare { text.to_owned() } else { quoted(text) })
}

fn escape(c: char, marks: &[char], out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if marks.contains(&c) => out.extend(['\\', c]),
        c if c.is_control() => out.extend(c.escape_unicode()),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Token>, ReadError> {
        let mut tokens = Tokens::new(text);
        let mut found = Vec::new();
        while let (_, Some(token)) = tokens.next()? {
            found.push(token);
        }
        Ok(found)
    }

    const ODD: [&str; 14] = [
        "e2-e4",
        "a1-c3 x b2",
        "x #2",
        "12.",
        "12...",
        "12",
        "+12.",
        "",
        "say \"no\\yes\"",
        "tab\tnew\nline\r\n",
        "\u{1b}[0m",
        "Конь@е4",
        "*",
        "a\u{a0}b",
    ];

    #[test]
    fn everything_reads_back() {
        for text in ODD {
            assert_eq!(all(&name(text)).unwrap(), [Token::Name(text.into())]);
            assert_eq!(all(&quoted(text)).unwrap(), [Token::Name(text.into())]);
            assert_eq!(all(&comment(text)).unwrap(), [Token::Comment(text.into())]);
            assert_eq!(all(&annotation(text)).unwrap(), [Token::Annotation(text.into())]);
            let together = format!("{}{}{}{}", comment(text), annotation(text), comment(text), quoted(text));
            assert_eq!(all(&together).unwrap().len(), 4);
        }
        for plain in ["e2-e4", "x#2", "Pawn@e4=+P", "1-0", "12.5", "?", "!"] {
            assert_eq!(name(plain), plain);
        }
    }

    #[test]
    fn numbers_names_and_marks() {
        use Token::*;
        let name = |text: &str| Name(text.into());
        let found = all("[a \"b\"]1. x(2... y)^ 3 99999999999999. . *").unwrap();
        let expected = [
            TagOpen,
            name("a"),
            name("b"),
            TagClose,
            Number(1),
            name("x"),
            Open,
            Number(2),
            name("y"),
            Close,
            Here,
            name("3"),
            name("99999999999999."),
            name("."),
            End,
        ];
        assert_eq!(found, expected);
        assert_eq!(all("{a\r\nb}").unwrap(), [Comment("a\nb".into())]);
    }

    #[test]
    fn problems_have_places() {
        let error = |text: &str| all(text).unwrap_err().to_string();
        assert_eq!(error("é\n \"ab"), "line 2, column 2: this quoted text has no end; close it with `\"`");
        assert_eq!(error("x {a\nb"), "line 1, column 3: this comment has no end; close it with `}`");
        assert_eq!(error("x }"), "line 1, column 3: this `}` closes nothing");
        assert_eq!(
            error("x $ y"),
            "line 1, column 3: `$` must stand right before an annotation; write `$!?`, or `$\"two words\"`"
        );
        assert_eq!(
            error("\u{1}"),
            "line 1, column 1: the character `\\u{1}` cannot stand here; names with odd characters stand in quotes"
        );
        assert_eq!(
            error("\"a\\x\""),
            "line 1, column 3: after `\\` only `\\`, `\"`, `{`, `}`, `n`, `r`, `t` or `u{…}` can stand; write `\\\\` for a \
             backslash"
        );
        for text in ["\"\\u\"", "\"\\u{}\"", "\"\\u{d800}\"", "\"\\u{1234567}\"", "\"\\u{+1}\""] {
            let what = "`\\u` needs the number of a character in braces; for instance `\\u{1b}`";
            assert_eq!(error(text), format!("line 1, column 2: {what}"));
        }
    }
}
