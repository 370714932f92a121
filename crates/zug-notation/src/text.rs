//! Bytes of records made elsewhere, as text.

/// Files are in UTF-8 or in the code page of the machine that wrote them.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(_) => {
            // Words of three and more letters above 0xC0 are Russian, single ones western accents.
            let longest = bytes.split(|b| *b < 0xC0).map(<[u8]>::len).max().unwrap_or(0);
            let page = if longest >= 3 { encoding_rs::WINDOWS_1251 } else { encoding_rs::WINDOWS_1252 };
            page.decode_without_bom_handling(bytes).0.into_owned()
        }
    }
}

/// Fills lines with words up to a width; a word that is longer has a line of its own.
pub(crate) struct Lines {
    pub(crate) text: String,
    column: usize,
    width: usize,
    /// Nothing stands between the last word and the next.
    tight: bool,
}

impl Lines {
    pub(crate) fn new(text: String, width: usize) -> Self {
        Lines { text, column: 0, width, tight: true }
    }

    pub(crate) fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if !std::mem::take(&mut self.tight) {
            let full = self.column + 1 + length > self.width;
            self.text.push(if full { '\n' } else { ' ' });
            self.column = if full { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Adds the words of a text one by one.
    pub(crate) fn words(&mut self, text: &str) {
        text.split_whitespace().for_each(|word| self.word(word));
    }

    /// A parenthesis that the next word follows at once.
    pub(crate) fn open(&mut self) {
        self.word("(");
        self.tight = true;
    }

    /// A parenthesis that follows the last word at once.
    pub(crate) fn close(&mut self) {
        self.tight = self.column < self.width;
        self.word(")");
    }
}
