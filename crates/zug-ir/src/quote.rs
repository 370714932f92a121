//! Names and texts as words of the text form.
//!
//! A name that is a plain atom is written as it is. Everything else is a string, and strings of the shared
//! lexer have no escapes and cannot hold a `"`; so the text form has its own, on top: `\q` is `"`, `\n`,
//! `\r` and `\t` are the control characters, `\u{1F}` is any other, `\\` is a backslash. Atoms have no
//! escapes: a backslash in them is a backslash.

use std::borrow::Cow;

/// Appends a name: as an atom if it can be one, else as a string.
pub(crate) fn push_name(name: &str, out: &mut String) {
    if is_atom(name) { out.push_str(name) } else { push_text(name, out) }
}

/// Appends a string with escapes.
pub(crate) fn push_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\q"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Also the marks that an editor or a decoder may drop.
            c if c.is_control() || c == '\u{FEFF}' => {
                out.push_str(&format!("\\u{{{:X}}}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Does the lexer read this back as one atom? Cautious: letters of any script, and ASCII that is not special.
fn is_atom(name: &str) -> bool {
    let plain = |c: char| match c {
        '(' | ')' | '"' | ';' => false,
        c => c.is_ascii_graphic() || c.is_alphanumeric(),
    };
    !name.is_empty() && name.chars().all(plain)
}

/// The text that a string stands for; `Err` is the escape that means nothing.
pub(crate) fn unescape(text: &str) -> Result<Cow<'_, str>, String> {
    if !text.contains('\\') {
        return Ok(Cow::Borrowed(text));
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        let (c, length) = escape(&rest[at..])?;
        result.push(c);
        rest = &rest[at + length..];
    }
    result.push_str(rest);
    Ok(Cow::Owned(result))
}

/// The character of the escape that `text` begins with, and its length in bytes.
fn escape(text: &str) -> Result<(char, usize), String> {
    let letter = text[1..].chars().next();
    let bad = || text.chars().take(2).collect::<String>();
    match letter {
        Some('q') => Ok(('"', 2)),
        Some('\\') => Ok(('\\', 2)),
        Some('n') => Ok(('\n', 2)),
        Some('r') => Ok(('\r', 2)),
        Some('t') => Ok(('\t', 2)),
        Some('u') => {
            let digits = text[2..].strip_prefix('{').and_then(|rest| rest.split_once('}')).ok_or_else(bad)?.0;
            // Six digits are enough for every character; `from_str_radix` would also take a sign.
            let valid = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| valid);
            let c = code.and_then(char::from_u32).ok_or_else(bad)?;
            Ok((c, digits.len() + 4))
        }
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(name: &str) -> String {
        let mut out = String::new();
        push_name(name, &mut out);
        out
    }

    #[test]
    fn plain_names_are_atoms_and_others_are_strings() {
        assert_eq!(quoted("e4"), "e4");
        assert_eq!(quoted("never-moved?"), "never-moved?");
        assert_eq!(quoted("a\\b"), "a\\b");
        assert_eq!(quoted("Ладья"), "Ладья");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("White Pawn"), "\"White Pawn\"");
        assert_eq!(quoted("a;b"), "\"a;b\"");
        assert_eq!(quoted("say \"hi\"\n\\ \u{1}\u{a0}"), "\"say \\qhi\\q\\n\\\\ \\u{1}\u{a0}\"");
    }

    #[test]
    fn escapes_are_undone() {
        for text in ["", "plain", "\"", "\\", "\\q", "a\r\n\tb", "\u{0}\u{7f}\u{feff}", "Волки\\"] {
            let mut out = String::new();
            push_text(text, &mut out);
            let inner = &out[1..out.len() - 1];
            assert!(!inner.contains('"'));
            assert_eq!(unescape(inner).unwrap(), text);
        }
    }

    #[test]
    fn an_escape_that_means_nothing_is_named() {
        assert_eq!(unescape("a\\xb"), Err("\\x".to_owned()));
        assert_eq!(unescape("a\\"), Err("\\".to_owned()));
        for bad in ["\\u", "\\u{", "\\u{}", "\\u{+1}", "\\u{D800}", "\\u{1234567}", "\\u41"] {
            assert_eq!(unescape(bad), Err("\\u".to_owned()));
        }
        assert_eq!(unescape("\\Ж"), Err("\\Ж".to_owned()));
    }
}
