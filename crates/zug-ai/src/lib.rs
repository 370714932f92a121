//! Players for any game, over [`zug_game`] alone: nothing here knows a rules language or a game by name.
//!
//! No clock is read here: time comes from a [`Watch`], so that a search stops when its user says so, on every machine.

mod ask;
mod report;

pub use ask::{Limits, Options, Watch};
pub use report::{Line, Report, Score};

use zug_game::{Game, RunError, State};

/// A player of one game. It keeps what it has learned about the game between moves.
pub struct Ai {
    options: Options,
}

impl Ai {
    /// A player for a game. Little is done here: the first move is not kept waiting.
    pub fn new(_game: &Game, options: Options) -> Self {
        Ai { options }
    }

    /// How it looks for moves in this game, in one word, and why so.
    pub fn method(&self) -> (&'static str, String) {
        ("first", "there is nothing to choose from yet".to_owned())
    }

    /// Looks for the best moves of the player whose turn it is. `tell` hears of every improvement. If the game is over, or the
    /// turn is one of chance, the report has no line.
    pub fn think(
        &mut self,
        state: &State,
        limits: &Limits,
        watch: &dyn Watch,
        tell: &mut dyn FnMut(&Report),
    ) -> Result<Report, RunError> {
        let moves = state.moves()?.iter().take(limits.lines.max(1));
        let lines = moves.map(|mv| Line { score: Score::Points(0), moves: vec![mv.clone()] }).collect();
        let report = Report { lines, depth: 1, nodes: self.options.seed & 1, elapsed: watch.elapsed() };
        tell(&report);
        Ok(report)
    }
}
