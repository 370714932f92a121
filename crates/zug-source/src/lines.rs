//! The line table of one text: from byte offsets to lines and back.
//!
//! Lines end with LF, CRLF or a lone CR; old files mix them. Columns are not stored: they are counted
//! on demand, because almost nobody asks.

/// Where each line of a text starts. There is always at least one line.
#[derive(Clone, Debug)]
pub(crate) struct LineTable {
    starts: Vec<u32>,
}

impl LineTable {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            // Both are below every printable character: one test for the common case.
            if byte > b'\r' {
                continue;
            }
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
        Self { starts }
    }

    /// Index of the line that holds `offset`, from 0. An offset past the end is on the last line.
    pub(crate) fn line_at(&self, offset: u32) -> usize {
        // The first line starts at 0, so at least one start is not after the offset.
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Byte range of a line, without its line end.
    pub(crate) fn range(&self, line: usize, text: &str) -> std::ops::Range<usize> {
        let start = self.starts.get(line).map_or(text.len(), |&start| start as usize);
        let end = self.starts.get(line + 1).map_or(text.len(), |&next| next as usize);
        let bare = text.get(start..end).unwrap_or("").trim_end_matches(['\r', '\n']);
        start..start + bare.len()
    }

    pub(crate) fn start(&self, line: usize) -> usize {
        self.starts.get(line).map_or(0, |&start| start as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        let table = LineTable::new(text);
        (0..table.starts.len()).map(|line| &text[table.range(line, text)]).collect()
    }

    #[test]
    fn all_three_line_ends_end_lines() {
        assert_eq!(lines("a\nb\r\nc\rd"), ["a", "b", "c", "d"]);
        assert_eq!(lines("a\r\r\nb\n\rc"), ["a", "", "b", "", "c"]);
        assert_eq!(lines(""), [""]);
        assert_eq!(lines("a\n"), ["a", ""]);
    }

    #[test]
    fn an_offset_in_a_line_end_belongs_to_the_line_it_ends() {
        let table = LineTable::new("a\r\nb");
        let at: Vec<usize> = (0..6).map(|offset| table.line_at(offset)).collect();
        assert_eq!(at, [0, 0, 0, 1, 1, 1]);
    }
}
