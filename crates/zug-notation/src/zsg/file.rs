//! The file: a header, edits of the set-up, numbered lines.

use crate::position::excerpt;
use crate::text::decode;
use zug_game::Encoding;

/// A saved game as written. [`Zsg::to_bytes`] gives back exactly what was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zsg {
    /// What follows the first line's opening words: `0.02`.
    pub version: String,
    /// One letter for each player in the order of the rules: `H` a person, `C` the computer.
    pub letters: String,
    /// The rules file as the writer named it; may have a path in the manner of Windows.
    pub rules_file: String,
    /// The title of the game or variant.
    pub variant: String,
    pub edits: Vec<SetupEdit>,
    pub moves: Vec<MoveLine>,
    /// Where the edits stand in the file, from 1.
    pub(super) edit_lines: Vec<usize>,
    bytes: Vec<u8>,
}

/// A change of the set-up before the first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupEdit {
    /// `(x cell)`
    Clear { cell: String },
    /// `(Player Kind cell)`
    Place { player: String, kind: String, cell: String },
}

/// One recorded part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveLine {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// Its move number.
    pub number: u32,
    /// What follows the number.
    pub text: String,
}

/// Why a file is no saved game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ZsgError {
    /// From 1.
    pub line: usize,
    pub what: String,
}

pub(super) const OPENING: &str = "Zillions Save Game File Version ";
pub(super) const RULES_FILE: &str = "RulesFile=";
pub(super) const VARIANT: &str = "VariantName=";

/// Reads a saved game. The file carries no mark of its encoding; it is guessed (it matters only for names and
/// titles outside ASCII).
pub fn read(bytes: &[u8]) -> Result<Zsg, ZsgError> {
    let text = decode(bytes);
    let mut zsg = Zsg {
        version: String::new(),
        letters: String::new(),
        rules_file: String::new(),
        variant: String::new(),
        edits: Vec::new(),
        moves: Vec::new(),
        edit_lines: Vec::new(),
        bytes: bytes.to_vec(),
    };
    let mut lines = (1..).zip(text.lines().map(|line| line.trim_end_matches('\r')));
    let opening = lines.next().and_then(|(_, line)| line.strip_prefix(OPENING));
    let Some(opening) = opening else {
        let what = format!(
            "this is no saved game of Zillions: the first line does not begin with `{}`",
            OPENING.trim()
        );
        return Err(ZsgError { line: 1, what });
    };
    let (version, letters) = opening.split_once(' ').unwrap_or((opening, ""));
    (zsg.version, zsg.letters) = (version.to_owned(), letters.trim().to_owned());
    for (wanted, field) in [(RULES_FILE, &mut zsg.rules_file), (VARIANT, &mut zsg.variant)] {
        let (line, found) = lines.next().unwrap_or((1, ""));
        match found.strip_prefix(wanted) {
            Some(value) => *field = value.to_owned(),
            None => {
                let what = format!("expected `{wanted}…`, found `{}`", excerpt(found));
                return Err(ZsgError { line, what });
            }
        }
    }
    for (line, text) in lines {
        if !text.trim().is_empty() {
            zsg.line(line, text)?;
        }
    }
    Ok(zsg)
}

impl Zsg {
    /// The file, byte for byte.
    pub fn to_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The last part of the rules file's name, without the path its writer had.
    pub fn rules_name(&self) -> &str {
        self.rules_file.rsplit(['\\', '/']).next().unwrap_or(&self.rules_file).trim()
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), ZsgError> {
        if let Some(edit) = text.trim().strip_prefix('(') {
            let edit = edit.strip_suffix(')').and_then(parse_edit);
            let edit = edit.filter(|_| self.moves.is_empty()).ok_or_else(|| {
                let what = format!(
                    "expected `(x cell)` or `(Player Kind cell)` before the moves, found `{}`",
                    excerpt(text)
                );
                ZsgError { line, what }
            })?;
            self.edits.push(edit);
            self.edit_lines.push(line);
            return Ok(());
        }
        let numbered = text.trim_start().split_once(". ");
        let numbered = numbered.and_then(|(number, rest)| Some((number.parse::<u32>().ok()?, rest.trim())));
        let Some((number, rest)) = numbered.filter(|(_, rest)| !rest.is_empty()) else {
            let what = format!("expected a number, a full stop and a move, found `{}`", excerpt(text));
            return Err(ZsgError { line, what });
        };
        self.moves.push(MoveLine { line, number, text: rest.to_owned() });
        Ok(())
    }
}

fn parse_edit(text: &str) -> Option<SetupEdit> {
    let words = words(text);
    match &words[..] {
        [x, cell] if x == "x" => Some(SetupEdit::Clear { cell: cell.clone() }),
        [player, kind, cell] => {
            Some(SetupEdit::Place { player: player.clone(), kind: kind.clone(), cell: cell.clone() })
        }
        _ => None,
    }
}

/// Words between spaces; a name with spaces in it stands in quotes (our addition, see `spec/zsg.md`).
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.split_once('"'));
        let (word, after) = match quoted {
            Some((word, after)) => (word, after),
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// A name as one word. Double quotes inside a name have no spelling.
pub(super) fn word(name: &str) -> String {
    if name.is_empty() || name.contains(char::is_whitespace) {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    }
}

/// The bytes of a text in a code page; in UTF-8 where the page lacks a letter.
pub(super) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let page = match encoding {
        Encoding::Utf8 => return text.as_bytes().to_vec(),
        Encoding::Cp1251 => encoding_rs::WINDOWS_1251,
        Encoding::Cp1252 => encoding_rs::WINDOWS_1252,
    };
    let (bytes, _, unmappable) = page.encode(text);
    if unmappable { text.as_bytes().to_vec() } else { bytes.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &[u8] =
        b"Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\Old\\Mana.zrf\r\nVariantName=Mana (SW)\r\n\
        (x b6)\r\n(White Checker b6)\r\n1. Ronin aY - a2 = Ronin\r\n1. Pass\r\n";

    #[test]
    fn a_file_is_read_and_kept() {
        let zsg = read(FILE).unwrap();
        assert_eq!((zsg.version.as_str(), zsg.letters.as_str()), ("0.02", "HC"));
        assert_eq!((zsg.rules_name(), zsg.variant.as_str()), ("Mana.zrf", "Mana (SW)"));
        assert_eq!(zsg.edits[0], SetupEdit::Clear { cell: "b6".into() });
        assert_eq!(zsg.edits.len(), 2);
        assert_eq!(zsg.moves[0], MoveLine { line: 6, number: 1, text: "Ronin aY - a2 = Ronin".into() });
        assert_eq!(zsg.to_bytes(), FILE);
    }

    #[test]
    fn bytes_of_any_code_page_and_line_end_are_kept() {
        let file = b"Zillions Save Game File Version 0.02 C\nRulesFile=x\nVariantName=\xC2\xEE\xEB\xEA\xE8\n\n1. Pass";
        let zsg = read(file).unwrap();
        assert_eq!(zsg.variant, "Волки");
        assert_eq!(zsg.to_bytes(), file);
        let file = b"Zillions Save Game File Version 0.02 C\r\nRulesFile=x\r\nVariantName=r\xF4le\r\n";
        assert_eq!(read(file).unwrap().variant, "rôle");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(
            error(b""),
            "line 1: this is no saved game of Zillions: the first line does not begin with `Zillions Save Game File Version`"
        );
        assert_eq!(
            error(b"Zillions Save Game File Version 0.02 C\nRulesFile=x\nVariant=y\n"),
            "line 3: expected `VariantName=…`, found `Variant=y`"
        );
        let head = "Zillions Save Game File Version 0.02 C\nRulesFile=x\nVariantName=y\n";
        assert_eq!(
            error(format!("{head}1: e2 - e4").as_bytes()),
            "line 4: expected a number, a full stop and a move, found `1: e2 - e4`"
        );
        assert_eq!(
            error(format!("{head}1. Pass\n(x b6)").as_bytes()),
            "line 5: expected `(x cell)` or `(Player Kind cell)` before the moves, found `(x b6)`"
        );
    }

    #[test]
    fn names_with_spaces_are_quoted() {
        assert_eq!(words("a \"two words\" b\"c"), ["a", "two words", "b\"c"]);
        assert_eq!(words(&word("two words")), ["two words"]);
    }
}
