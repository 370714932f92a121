//! From bytes to text: which code page, and is it a text at all.
//!
//! Most rule files predate UTF-8 and carry no mark of their code page. Bytes above ASCII occur only in
//! strings and comments, so a wrong guess between the code pages costs odd letters in a description
//! and never changes the rules. UTF-16 is refused, not decoded: no known rule file uses it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::{Diagnostic, MAX_TEXT, Origin};

/// How a text was written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    Utf8,
    Cp1251,
    Cp1252,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "utf-8",
            Self::Cp1251 => "cp1251",
            Self::Cp1252 => "cp1252",
        })
    }
}

/// A word that should have named an [`Encoding`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown encoding `{0}`: expected `utf-8`, `cp1251` or `cp1252`")]
pub struct UnknownEncoding(pub String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Takes the names that [`Display`](fmt::Display) prints and their common other spellings.
    fn from_str(word: &str) -> Result<Self, UnknownEncoding> {
        match word.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Ok(Self::Utf8),
            "cp1251" | "windows-1251" => Ok(Self::Cp1251),
            "cp1252" | "windows-1252" => Ok(Self::Cp1252),
            _ => Err(UnknownEncoding(word.to_owned())),
        }
    }
}

/// Why bytes were not accepted as a text. Its message says what was found and what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    TooLong { name: String, bytes: usize },
    NulByte { name: String, offset: usize },
    ControlCharacters { name: String, controls: usize, bytes: usize },
    Utf16 { name: String },
    NotUtf8 { name: String, offset: usize },
}

impl TextError {
    /// The same as a message about the place that asked for the text, such as an include statement.
    pub fn at(&self, origin: impl Into<Origin>) -> Diagnostic {
        Diagnostic::error("src-004", origin, self.problem()).hint(self.advice())
    }

    fn problem(&self) -> String {
        match self {
            Self::TooLong { name, bytes } => {
                format!("`{name}` is too long: {bytes} bytes, the limit is {MAX_TEXT}")
            }
            Self::NulByte { name, offset } => {
                format!("`{name}` is not a text: NUL byte at offset {offset}")
            }
            Self::ControlCharacters { name, controls, bytes } => {
                format!("`{name}` is not a text: {controls} of its {bytes} bytes are control characters")
            }
            Self::Utf16 { name } => format!("`{name}` is UTF-16, which is not supported"),
            Self::NotUtf8 { name, offset } => {
                format!("`{name}` is not valid UTF-8: bad byte at offset {offset}")
            }
        }
    }

    fn advice(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "split it into several files",
            Self::NulByte { .. } | Self::ControlCharacters { .. } => "name a text file instead",
            Self::Utf16 { .. } => "save it as UTF-8",
            Self::NotUtf8 { .. } => "save it as UTF-8, or name its encoding: `cp1251` or `cp1252`",
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.problem(), self.advice())
    }
}

/// Decodes a text, without its byte order mark. Guesses the encoding when none is forced.
pub(crate) fn decode(
    name: &str,
    bytes: &[u8],
    forced: Option<Encoding>,
) -> Result<(String, Encoding), TextError> {
    refuse_binary(name, bytes)?;
    // Asked once, used by the guess and by the decoding: it is a pass over the whole text.
    let utf8 = match forced {
        None | Some(Encoding::Utf8) => std::str::from_utf8(bytes),
        Some(_) => Ok(""),
    };
    let encoding = forced.unwrap_or_else(|| match utf8 {
        Ok(_) => Encoding::Utf8,
        Err(_) if bytes.starts_with(UTF8_MARK) => Encoding::Utf8,
        Err(_) => guess_code_page(bytes),
    });
    let text = match encoding {
        Encoding::Utf8 => {
            let text = utf8
                .map_err(|error| TextError::NotUtf8 { name: name.to_owned(), offset: error.valid_up_to() })?;
            Cow::Borrowed(text.strip_prefix('\u{FEFF}').unwrap_or(text))
        }
        // Every byte of these has a character, so nothing can be lost.
        Encoding::Cp1251 => encoding_rs::WINDOWS_1251.decode_without_bom_handling(bytes).0,
        Encoding::Cp1252 => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    };
    Ok((text.into_owned(), encoding))
}

const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Random bytes hold 11 % of control characters, texts as good as none.
const MAX_CONTROL_PERCENT: usize = 5;

fn refuse_binary(name: &str, bytes: &[u8]) -> Result<(), TextError> {
    let name = || name.to_owned();
    if bytes.len() > MAX_TEXT {
        return Err(TextError::TooLong { name: name(), bytes: bytes.len() });
    }
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        let utf16_mark = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
        return Err(if utf16_mark {
            TextError::Utf16 { name: name() }
        } else {
            TextError::NulByte { name: name(), offset }
        });
    }
    let controls = bytes.iter().filter(|&&byte| is_odd_control(byte)).count();
    if controls * 100 > bytes.len() * MAX_CONTROL_PERCENT {
        return Err(TextError::ControlCharacters { name: name(), controls, bytes: bytes.len() });
    }
    Ok(())
}

/// Line ends, tabs, form feeds and the end-of-file mark of DOS (0x1A) belong to texts.
fn is_odd_control(byte: u8) -> bool {
    matches!(byte, 0x00..=0x08 | 0x0E..=0x19 | 0x1B..=0x1F | 0x7F)
}

/// Russian is written in words of letters above 0xC0; western texts have single accents among ASCII.
fn guess_code_page(bytes: &[u8]) -> Encoding {
    let n_high = bytes.iter().filter(|&&byte| byte >= 0x80).count();
    let n_in_words: usize =
        bytes.split(|&byte| byte < 0xC0).map(<[u8]>::len).filter(|&length| length >= 3).sum();
    if n_in_words > 0 && n_in_words * 2 >= n_high { Encoding::Cp1251 } else { Encoding::Cp1252 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `; Волки и овцы` in Windows-1251.
    const WOLVES: &[u8] = b"; \xC2\xEE\xEB\xEA\xE8 \xE8 \xEE\xE2\xF6\xFB\n";

    fn decoded(bytes: &[u8]) -> (String, Encoding) {
        decode("t", bytes, None).unwrap()
    }

    #[test]
    fn russian_words_are_cp1251() {
        assert_eq!(decoded(WOLVES), ("; Волки и овцы\n".into(), Encoding::Cp1251));
    }

    #[test]
    fn single_accents_and_signs_are_cp1252() {
        assert_eq!(decoded(b"turn by 90\xB0"), ("turn by 90°".into(), Encoding::Cp1252));
        assert_eq!(decoded(b"r\xF4le, \x93sh\xFBgi\x94"), ("rôle, “shûgi”".into(), Encoding::Cp1252));
    }

    #[test]
    fn utf8_is_recognised_with_and_without_its_mark() {
        assert_eq!(decoded("Волки".as_bytes()), ("Волки".into(), Encoding::Utf8));
        assert_eq!(decoded(b"\xEF\xBB\xBF(game)"), ("(game)".into(), Encoding::Utf8));
        assert_eq!(decoded(b""), (String::new(), Encoding::Utf8));
    }

    #[test]
    fn a_forced_encoding_wins() {
        let (text, encoding) = decode("t", WOLVES, Some(Encoding::Cp1252)).unwrap();
        assert_eq!((text.as_str(), encoding), ("; Âîëêè è îâöû\n", Encoding::Cp1252));
        assert_eq!(decode("t", b"\xB0", Some(Encoding::Cp1251)).unwrap().0, "°");
    }

    #[test]
    fn forced_or_marked_utf8_must_be_valid() {
        let refused = TextError::NotUtf8 { name: "t".into(), offset: 2 };
        assert_eq!(decode("t", WOLVES, Some(Encoding::Utf8)), Err(refused));
        let refused = TextError::NotUtf8 { name: "t".into(), offset: 4 };
        assert_eq!(decode("t", b"\xEF\xBB\xBFa\xB0", None), Err(refused));
    }

    #[test]
    fn binary_data_is_refused() {
        let refusal = |bytes: &[u8]| decode("t", bytes, None).unwrap_err();
        assert!(matches!(refusal(b"BM\x36\0\0\0"), TextError::NulByte { offset: 3, .. }));
        assert!(matches!(refusal(b"\xFF\xFE(\0g\0"), TextError::Utf16 { .. }));
        assert!(matches!(refusal(b"\x01\x02\x03text"), TextError::ControlCharacters { controls: 3, .. }));
    }

    #[test]
    fn a_stray_control_character_is_no_reason_to_refuse() {
        let mut bytes = vec![b'a'; 100];
        bytes.push(0x07);
        bytes.push(0x1A);
        assert!(decode("t", &bytes, None).is_ok());
    }

    #[test]
    fn names_of_encodings_round_trip() {
        for encoding in [Encoding::Utf8, Encoding::Cp1251, Encoding::Cp1252] {
            assert_eq!(encoding.to_string().parse(), Ok(encoding));
        }
        assert_eq!("Windows-1251".parse(), Ok(Encoding::Cp1251));
        assert!("koi8".parse::<Encoding>().is_err());
    }
}
