//! Standard output: text for people, or one JSON document for scripts.

use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write};
use zug_game::{Game, Outcome, State, Turn};

/// The standard output. Errors while writing are returned, never panics: see `errors.rs`.
pub(crate) struct Out(BufWriter<Stdout>);

impl Out {
    pub(crate) fn stdout() -> Self {
        Out(BufWriter::new(io::stdout()))
    }

    /// One JSON document, the only thing a verb writes with `--json`.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.0, value)?;
        writeln!(self.0)
    }

    /// Lines with aligned columns; the last column is as long as it likes.
    pub(crate) fn table<const N: usize>(&mut self, rows: &[[String; N]]) -> io::Result<()> {
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..N).map(width).collect();
        for row in rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(&format!("{cell:width$}  "));
            }
            writeln!(self.0, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A line that says what is being done, for people who wait; nothing if nobody watches.
pub(crate) struct Progress(Option<Stderr>);

impl Progress {
    pub(crate) fn new() -> Self {
        let stderr = io::stderr();
        Progress(stderr.is_terminal().then_some(stderr))
    }

    pub(crate) fn say(&mut self, text: &str) {
        if let Some(stderr) = &mut self.0 {
            let text: String = text.chars().take(76).collect();
            let _ = write!(stderr, "\r\x1b[K{text}");
            let _ = stderr.flush();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.say("");
    }
}

/// `1 game`, `2 games`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// How a game ended, in words that scripts can compare.
pub(crate) fn outcome_text(game: &Game, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Draw => "draw".to_owned(),
        Outcome::Won(player) => format!("{} wins", game.player_name(*player)),
        Outcome::Lost(player) => format!("{} loses", game.player_name(*player)),
    }
}

/// Who is to move (nobody when the game is over), and how it ended, as JSON has them.
pub(crate) fn turn_and_outcome(state: &State, turn: &Turn) -> (Option<String>, Option<String>) {
    let game = state.game();
    match turn {
        Turn::Player(player) | Turn::Chance(player) => (Some(game.player_name(*player).to_owned()), None),
        Turn::Over(outcome) => (None, Some(outcome_text(game, outcome))),
    }
}
