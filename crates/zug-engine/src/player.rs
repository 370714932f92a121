//! What a player is: somebody who chooses a move when asked.

use crate::clock::Time;
use crate::stop::Stop;
use std::time::Duration;
use zug_ai::Report;
use zug_game::{Game, Move, RunError, State};
use zug_notation::Style;
use zug_notation::layout::Arrangement;

/// What is played, and how the world outside writes it.
#[derive(Clone, Debug)]
pub struct Table {
    pub game: Game,
    /// How its positions are written.
    pub style: Style,
    /// Where its cells are in a picture.
    pub arrangement: Arrangement,
    /// What engines call the game (`UCI_Variant`), if they know it.
    pub variant: Option<String>,
}

/// The question: where a game stands, how it came there, and how much time there is.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The position the game began with.
    pub first: &'a State,
    /// Every move since, those of chance too.
    pub moves: &'a [Move],
    /// Where they have led.
    pub state: &'a State,
    pub time: &'a Time,
    /// Pressed when the answer is wanted at once, or not at all any more.
    pub stop: &'a Stop,
}

/// What a player does.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A legal move, and what was thought about it.
    Play(Move, Option<Report>),
    Resign,
}

/// Somebody who chooses moves. Players are sent between threads, and asked by one at a time.
pub trait Player: Send {
    /// What to call it in messages and records.
    fn name(&self) -> &str;

    /// A new game begins. What was learned about the last one is not needed any more.
    fn begin(&mut self) -> Result<(), PlayerError>;

    /// Chooses a legal move. It is somebody's turn who is not chance.
    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, PlayerError>;
}

/// Why there is no move. Except for the first three, somebody's program is to blame.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The rules asked for too much.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The stop button was pressed before there was a move.
    #[error("stopped")]
    Stopped,
    /// The game is over, or it is the turn of chance.
    #[error("there is no move to choose here")]
    NothingToChoose,
    #[error("cannot start `{command}`: {why}")]
    Start { command: String, why: String },
    #[error("{name} {why}")]
    Dead { name: String, why: String },
    #[error("{name} has not answered `{to}` within {:.1} s", .waited.as_secs_f64())]
    Silent { name: String, to: String, waited: Duration },
    #[error("{name} played `{text}`, which is no legal move{near}")]
    Illegal { name: String, text: String, near: String },
    #[error("{name}: {why}")]
    Unfit { name: String, why: String },
}
