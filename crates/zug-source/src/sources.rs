//! All texts of one compilation and all macro calls made in it.
//!
//! Append only: what was added keeps its number, so [`Span`] and [`Origin`] stay valid. Nothing here
//! panics on a foreign or built-in place; it has an empty text and the name [`BUILT_IN`].

use crate::encoding::decode;
use crate::lines::LineTable;
use crate::{Encoding, Expansion, ExpansionId, FileId, Origin, Span, Symbol, TextError};

/// Longest text accepted, in bytes before decoding. Decoding at most triples it, so offsets fit `u32`.
pub const MAX_TEXT: usize = 64 << 20;

/// What stands for a file name where there is no file.
pub(crate) const BUILT_IN: &str = "<built-in>";

/// The texts and macro calls that [`Span`]s and [`Origin`]s speak about.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    texts: Vec<Text>,
    /// `ExpansionId(n)` is at `n - 1`; every call stands in an earlier expansion or in none.
    expansions: Vec<Expansion>,
}

#[derive(Clone, Debug)]
struct Text {
    name: String,
    text: String,
    encoding: Encoding,
    lines: LineTable,
    /// In a text added earlier, so that walking outwards ends.
    included_from: Option<Span>,
}

impl Sources {
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes and keeps a text. Without `encoding`, guesses: UTF-8 if it is valid, else a code page.
    ///
    /// # Errors
    ///
    /// Refuses binary data and texts above [`MAX_TEXT`]; see [`TextError`].
    pub fn add(&mut self, name: &str, bytes: &[u8], encoding: Option<Encoding>) -> Result<FileId, TextError> {
        self.insert(name, bytes, encoding, None)
    }

    /// Like [`add`](Self::add), and remembers the include statement for messages about this text.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub fn add_included(
        &mut self,
        name: &str,
        bytes: &[u8],
        encoding: Option<Encoding>,
        from: Span,
    ) -> Result<FileId, TextError> {
        let known = (from.file.0 as usize) < self.texts.len();
        self.insert(name, bytes, encoding, known.then_some(from))
    }

    fn insert(
        &mut self,
        name: &str,
        bytes: &[u8],
        encoding: Option<Encoding>,
        included_from: Option<Span>,
    ) -> Result<FileId, TextError> {
        let (text, encoding) = decode(name, bytes, encoding)?;
        let lines = LineTable::new(&text);
        let id = FileId(self.texts.len() as u32);
        self.texts.push(Text { name: name.to_owned(), text, encoding, lines, included_from });
        Ok(id)
    }

    fn get(&self, file: FileId) -> Option<&Text> {
        self.texts.get(file.0 as usize)
    }

    /// All texts, in the order of adding.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.texts.len() as u32).map(FileId)
    }

    /// The name the text was added under.
    pub fn name(&self, file: FileId) -> &str {
        self.get(file).map_or(BUILT_IN, |text| &text.name)
    }

    /// The decoded text, without byte order mark.
    pub fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| &text.text)
    }

    pub fn encoding(&self, file: FileId) -> Encoding {
        self.get(file).map_or(Encoding::Utf8, |text| text.encoding)
    }

    /// The author's characters at `span`. A span that cuts a character or the text is shortened.
    pub fn slice(&self, span: Span) -> &str {
        let text = self.text(span.file);
        let start = text.floor_char_boundary(span.start as usize);
        let end = text.floor_char_boundary(span.end as usize);
        text.get(start..end).unwrap_or("")
    }

    /// Line of a byte, from 1. Cheap, where a column has to be counted from the start of the line.
    pub fn line(&self, file: FileId, offset: u32) -> u32 {
        self.get(file).map_or(1, |text| text.lines.line_at(offset) as u32 + 1)
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, file: FileId, offset: u32) -> (u32, u32) {
        let Some(Text { text, lines, .. }) = self.get(file) else { return (1, 1) };
        let offset = text.floor_char_boundary(offset as usize);
        let line = lines.line_at(offset as u32);
        let column = text.get(lines.start(line)..offset).unwrap_or("").chars().count();
        (line as u32 + 1, column as u32 + 1)
    }

    /// Byte range of the line that holds `offset`, without its line end.
    pub(crate) fn line_range(&self, file: FileId, offset: u32) -> std::ops::Range<usize> {
        let Some(Text { text, lines, .. }) = self.get(file) else { return 0..0 };
        lines.range(lines.line_at(offset.min(text.len() as u32)), text)
    }

    /// The include statement that brought in a text, if one did.
    pub fn included_from(&self, file: FileId) -> Option<Span> {
        self.get(file)?.included_from
    }

    /// Registers a macro call. Everything the call yields gets an [`Origin`] with the returned number.
    pub fn expand(&mut self, name: Symbol, mut call: Origin) -> ExpansionId {
        if call.expansion.0 as usize > self.expansions.len() {
            debug_assert!(false, "a call stands in an expansion that does not exist yet");
            call.expansion = ExpansionId::NONE;
        }
        self.expansions.push(Expansion { name, call });
        ExpansionId(self.expansions.len() as u32)
    }

    pub fn expansion(&self, id: ExpansionId) -> Option<Expansion> {
        self.expansions.get((id.0 as usize).checked_sub(1)?).copied()
    }

    /// The place in the author's text outside every macro: the end of the chain of calls.
    pub fn outermost(&self, origin: Origin) -> Span {
        let mut origin = origin;
        while let Some(Expansion { call, .. }) = self.expansion(origin.expansion) {
            origin = call;
        }
        origin.span
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::new();
        let file = sources.add("a.zrf", text.as_bytes(), None).unwrap();
        (sources, file)
    }

    #[test]
    fn lines_and_columns_count_from_one_with_every_line_end() {
        let (sources, file) = one("ab\ncd\r\nef\rgh");
        let places: Vec<_> =
            [0, 1, 3, 4, 7, 8, 10, 11, 12, 99].map(|offset| sources.line_column(file, offset)).to_vec();
        let expected = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (4, 3)];
        assert_eq!(places, expected);
    }

    #[test]
    fn columns_count_characters_and_not_bytes() {
        let (sources, file) = one("\"Волки\" x");
        let x = sources.text(file).find('x').unwrap() as u32;
        assert_eq!(x, 13);
        assert_eq!(sources.line_column(file, x), (1, 9));
        // In the middle of a letter: the letter's own column.
        assert_eq!(sources.line_column(file, 2), (1, 2));
    }

    #[test]
    fn slices_never_leave_the_text() {
        let (sources, file) = one("Волки");
        assert_eq!(sources.slice(Span::new(file, 0, 4)), "Во");
        assert_eq!(sources.slice(Span::new(file, 3, 5)), "о");
        assert_eq!(sources.slice(Span::new(file, 6, 900)), "ки");
        assert_eq!(sources.slice(Span::new(file, 6, 2)), "");
        assert_eq!(sources.slice(Span::NOWHERE), "");
    }

    #[test]
    fn built_in_places_have_a_name_and_no_text() {
        let sources = Sources::new();
        assert_eq!(sources.name(FileId::NOWHERE), "<built-in>");
        assert_eq!(sources.line_column(FileId::NOWHERE, 5), (1, 1));
        assert_eq!(sources.included_from(FileId::NOWHERE), None);
        assert_eq!(sources.outermost(Origin::NOWHERE), Span::NOWHERE);
    }

    #[test]
    fn outermost_follows_the_calls_to_their_end() {
        let (mut sources, file) = one("0123456789");
        let at = |n| Span::new(file, n, n + 1);
        let outer = sources.expand(Symbol(1), at(1).into());
        let inner = sources.expand(Symbol(2), Origin { span: at(5), expansion: outer });
        assert_eq!(sources.outermost(Origin { span: at(7), expansion: inner }), at(1));
        assert_eq!(sources.outermost(at(7).into()), at(7));
        assert_eq!(sources.expansion(outer).unwrap().name, Symbol(1));
        assert_eq!(sources.expansion(ExpansionId::NONE), None);
    }

    #[test]
    fn too_long_a_text_is_refused() {
        let bytes = vec![b' '; MAX_TEXT + 1];
        let refused = Sources::new().add("big.zrf", &bytes, None);
        assert!(matches!(refused, Err(TextError::TooLong { bytes, .. }) if bytes == MAX_TEXT + 1));
    }
}
