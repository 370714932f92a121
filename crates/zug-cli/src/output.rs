//! Standard output: text for people, or one JSON document for scripts.

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};
use std::time::Duration;
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
        table_lines(rows).iter().try_for_each(|line| writeln!(self.0, "{line}"))
    }
}

/// Rows as lines with aligned columns.
pub(crate) fn table_lines<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// How much of a long work is done, for people who wait; nothing where stderr is no terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A single step shows nothing: it would be a bar that is full at once.
    pub(crate) fn new(steps: usize) -> Self {
        if steps < 2 {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(steps as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress(bar)
    }

    /// For work whose steps cannot be counted: shows how long it has taken.
    pub(crate) fn uncounted(what: impl fmt::Display) -> Self {
        let bar = ProgressBar::new_spinner().with_message(what.to_string());
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    /// The next step begins.
    pub(crate) fn begin(&self, what: impl fmt::Display) {
        self.0.set_message(what.to_string());
        self.0.tick();
    }

    /// A step is done.
    pub(crate) fn done(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
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
        Outcome::Won { player, worth: 1 } => format!("{} wins", game.player_name(*player)),
        Outcome::Won { player, worth } => format!("{} wins (worth {worth})", game.player_name(*player)),
        Outcome::Lost(player) => format!("{} loses", game.player_name(*player)),
    }
}

/// How the game stands, as JSON has it.
#[derive(Serialize)]
pub(crate) struct Standing {
    /// Who is to move; nobody when the game is over.
    turn: Option<String>,
    #[serde(flatten)]
    end: End,
}

impl Standing {
    pub(crate) fn of(state: &State, turn: &Turn) -> Self {
        let game = state.game();
        let (turn, outcome) = match turn {
            Turn::Player(player) | Turn::Chance(player) => (Some(game.player_name(*player).to_owned()), None),
            Turn::Over(outcome) => (None, Some(outcome)),
        };
        Standing { turn, end: End::of(state, outcome) }
    }
}

/// How a game has ended, if it has.
#[derive(Clone, Serialize)]
pub(crate) struct End {
    pub(crate) outcome: Option<String>,
    /// What a win counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    worth: Option<u32>,
    /// Who has lost while others played on, in the order they went.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out: Vec<String>,
}

impl End {
    pub(crate) fn of(state: &State, outcome: Option<&Outcome>) -> Self {
        End {
            outcome: outcome.map(|outcome| outcome_text(state.game(), outcome)),
            worth: outcome.and_then(Outcome::worth),
            out: state.out().iter().map(|&player| state.game().player_name(player).to_owned()).collect(),
        }
    }
}

/// Those who have lost while others play on, in the order they went; nothing if there are none.
pub(crate) fn out_text(state: &State) -> Option<String> {
    let names: Vec<&str> = state.out().iter().map(|&player| state.game().player_name(player)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}
