//! A line that somebody types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// No name of a move or a file is longer.
const MOST: usize = 500;

/// A text and a place in it, in characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    text: Vec<char>,
    at: usize,
}

impl Line {
    pub(super) fn new(text: &str) -> Self {
        let text: Vec<char> = text.chars().take(MOST).collect();
        Line { at: text.len(), text }
    }

    pub(super) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// What stands before the place where one types, and after it.
    pub(super) fn halves(&self) -> (String, String) {
        let (before, after) = self.text.split_at(self.at.min(self.text.len()));
        (before.iter().collect(), after.iter().collect())
    }

    pub(super) fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            if self.text.len() < MOST {
                self.text.insert(self.at, c);
                self.at += 1;
            }
        }
    }

    /// True: the key was for the line.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.text.len(),
            KeyCode::Char('u') if control => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char(c) if !control => self.insert(c.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_where_the_cursor_is() {
        let mut line = Line::new("e2e4");
        for code in [KeyCode::Left, KeyCode::Left, KeyCode::Char('-'), KeyCode::Home, KeyCode::Delete] {
            assert!(line.key(code.into()));
        }
        assert_eq!(line.text(), "2-e4");
        assert_eq!(line.halves(), (String::new(), "2-e4".to_owned()));
        line.key(KeyCode::End.into());
        line.key(KeyCode::Backspace.into());
        assert!(!line.key(KeyCode::Enter.into()));
        line.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "");
        line.key(KeyCode::Backspace.into());
        line.insert(&"ж\n".repeat(2 * MOST));
        assert_eq!(line.text().chars().count(), MOST);
    }
}
