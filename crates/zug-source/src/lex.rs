//! Which characters mean what to the reader.
//!
//! `;` starts a comment to the end of the line. Blanks, `(`, `)`, `"` and `;` end a word; every other
//! character is part of one. Works on bytes as long as they are ASCII, which in practice they are.

/// What starts at some place of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// With its length in bytes.
    Blank(usize),
    Open,
    Close,
    Quote,
    Comment,
    Atom,
}

/// `None` at the end of the text.
pub(crate) fn class_at(text: &str, at: usize) -> Option<Class> {
    let class = match ASCII[*text.as_bytes().get(at)? as usize] {
        Some(class) => class,
        None => class_beyond_ascii(&text[at..]).0,
    };
    Some(class)
}

/// Length of the atom at the start of `text`, in bytes.
pub(crate) fn atom_length(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += length_until(&text.as_bytes()[end..], |byte| ASCII[byte as usize] != Some(Class::Atom));
        if text.as_bytes().get(end).is_none_or(u8::is_ascii) {
            return end;
        }
        match class_beyond_ascii(&text[end..]) {
            (Class::Atom, length) => end += length,
            _ => return end,
        }
    }
}

/// Length of the comment at the start of `text`, without the line end.
pub(crate) fn comment_length(text: &str) -> usize {
    length_until(text.as_bytes(), |byte| byte == b'\n' || byte == b'\r')
}

/// The class of each byte; `None` where one byte is not the whole character.
const ASCII: [Option<Class>; 256] = {
    let mut classes = [None; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = Some(match byte {
            // All control characters: form feeds and the end-of-file mark of DOS do occur.
            0..=b' ' => Class::Blank(1),
            b'(' => Class::Open,
            b')' => Class::Close,
            b'"' => Class::Quote,
            b';' => Class::Comment,
            _ => Class::Atom,
        });
        byte += 1;
    }
    classes
};

/// Zero-width space and byte order mark, left behind by editors and by joining files. As part of a
/// word they would make it unknown for no visible reason.
const INVISIBLE: [char; 2] = ['\u{200B}', '\u{FEFF}'];

/// Class and length of the first character of `text`.
fn class_beyond_ascii(text: &str) -> (Class, usize) {
    let Some(c) = text.chars().next() else { return (Class::Atom, 0) };
    let length = c.len_utf8();
    let blank = c.is_whitespace() || INVISIBLE.contains(&c);
    (if blank { Class::Blank(length) } else { Class::Atom }, length)
}

fn length_until(bytes: &[u8], stop: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| stop(byte)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_something_else_starts() {
        let cases = [
            ("ab c", 2),
            ("$1-01)", 5),
            ("it's+x\"s\"", 6),
            ("a;b", 1),
            ("Волк\u{A0}x", 8),
            ("a象\u{FEFF}b", 4),
        ];
        for (text, length) in cases {
            assert_eq!(atom_length(text), length, "{text}");
        }
    }

    #[test]
    fn blanks_are_all_that_nobody_sees() {
        let text = " \t\u{1A}\u{A0}\u{3000}\u{200B}x";
        let mut at = 0;
        while let Some(Class::Blank(length)) = class_at(text, at) {
            at += length;
        }
        assert_eq!(&text[at..], "x");
        assert_eq!(class_at(text, text.len()), None);
    }
}
