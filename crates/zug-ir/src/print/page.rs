//! The page that the sections are written on: names, words, lines.

use crate::game::Game;
use crate::operand::{Names, Operand};
use crate::quote::{push_name, push_text};
use crate::tables::names;

pub(super) struct Page {
    pub(super) names: Names,
    pub(super) out: String,
}

impl Page {
    pub(super) fn new(game: &Game) -> Self {
        let names = names(game).map(|names, _, _| {
            let quoted = |name: &&str| {
                let mut out = String::new();
                push_name(name, &mut out);
                out
            };
            names.iter().map(quoted).collect()
        });
        Self { names, out: String::new() }
    }

    /// Starts a section, with a blank line before it.
    pub(super) fn section(&mut self, head: &str) {
        self.out.push_str("\n(");
        self.out.push_str(head);
    }

    /// Starts an entry on its own line, `depth` blanks in.
    pub(super) fn line(&mut self, depth: usize, head: &str) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', depth));
        self.out.push_str(head);
    }

    pub(super) fn close(&mut self) {
        self.out.push(')');
    }

    /// Ends a section.
    pub(super) fn end(&mut self) {
        self.out.push_str(")\n");
    }

    pub(super) fn word(&mut self, word: &str) {
        self.blank();
        self.out.push_str(word);
    }

    pub(super) fn number(&mut self, number: impl std::fmt::Display) {
        self.word(&number.to_string());
    }

    pub(super) fn name(&mut self, name: &str) {
        self.blank();
        push_name(name, &mut self.out);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.blank();
        push_text(text, &mut self.out);
    }

    pub(super) fn put(&mut self, operand: &impl Operand) {
        self.blank();
        operand.print(&self.names, &mut self.out);
    }

    pub(super) fn put_all(&mut self, operands: &[impl Operand]) {
        operands.iter().for_each(|operand| self.put(operand));
    }

    /// A list after a blank: its head, then what `body` writes.
    pub(super) fn list(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.blank();
        self.out.push('(');
        self.out.push_str(head);
        body(self);
        self.out.push(')');
    }

    fn blank(&mut self) {
        if !self.out.ends_with(['(', ' ', '\n']) {
            self.out.push(' ');
        }
    }

    /// A blank, or a new line if the line is long already. `start` is where the line started.
    pub(super) fn wrap(&mut self, start: &mut usize) {
        const WIDTH: usize = 100;
        if self.out.len() - *start > WIDTH {
            *start = self.out.len();
            self.out.push_str("\n ");
        }
    }
}
