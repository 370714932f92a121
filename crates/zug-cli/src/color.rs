//! Whether messages have colours. One answer for the whole program, given before anything is written.

use clap::{ColorChoice, ValueEnum};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

/// `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Into files and pipes, too
    Always,
    /// Never
    Never,
}

static CHOICE: OnceLock<Color> = OnceLock::new();

/// Settles the question; the first answer counts.
pub(crate) fn choose(color: Color) {
    let _ = CHOICE.set(color);
}

pub(crate) fn on_stdout() -> bool {
    wanted(io::stdout().is_terminal())
}

pub(crate) fn on_stderr() -> bool {
    wanted(io::stderr().is_terminal())
}

fn wanted(terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match CHOICE.get().copied().unwrap_or_default() {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// The word that begins an error message.
pub(crate) fn error_word() -> &'static str {
    if on_stderr() { "\x1b[1m\x1b[91merror\x1b[0m" } else { "error" }
}
