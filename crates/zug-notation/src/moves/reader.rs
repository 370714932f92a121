//! Moves as people type them and see them in lists. One reader serves everything that takes moves from people.

use super::choice::{Choice, MoveError};
use super::{Draughts, Notation, Points, San, Tables, cells, one_word};
use crate::position::Settings;
use zug_game::{Game, Move, RunError, State};

/// Reads and writes moves in the notation that the players of a game use. Names of moves are understood as well.
#[derive(Clone, PartialEq, Debug)]
pub struct Reader {
    players: Notation,
    /// Points of SGF, where moves are stones.
    points: Option<Points>,
}

impl Reader {
    /// The notation goes by the presentation of the game: SAN where positions are FEN, numbers of squares where they are those of
    /// PDN, points of tables where MAT can be written; else cells.
    pub fn new(game: &Game, settings: &Settings) -> Self {
        let players = match settings.notation.as_deref() {
            Some("fen") => San::new(game, settings).ok().map(Notation::San),
            Some("pdn") => Draughts::new(game, settings).ok().map(Notation::Draughts),
            _ => Tables::new(game, settings).ok().map(Notation::Tables),
        };
        let points = Points::new(game, settings).ok();
        Reader { players: players.unwrap_or(Notation::Cells), points }
    }

    /// The notation in which moves are shown.
    pub fn notation(&self) -> &Notation {
        &self.players
    }

    /// How a legal move is shown. Two moves that come to the same may look alike.
    pub fn text(&self, state: &State, mv: &Move) -> Result<String, RunError> {
        let choice = Choice::of(state)?;
        let Some(index) = choice.moves.iter().position(|other| other == mv) else {
            return Ok(String::new());
        };
        if let Notation::Tables(tables) = &self.players
            && let Some(text) = tables.text(state.chooser(), mv).filter(|text| !text.is_empty())
        {
            return Ok(text);
        }
        self.players.text(&choice, index)
    }

    /// How all legal moves are shown, each different from the others.
    pub fn texts(&self, state: &State) -> Result<Vec<String>, RunError> {
        Ok(self.players.texts(&legal(state)?))
    }

    /// The legal move that a text means: by its name, by what it is called in the notation of the players, or as near to either
    /// as leaves one move.
    pub fn find(&self, state: &State, text: &str) -> Result<Move, MoveError> {
        let run = |error: RunError| MoveError::Run(state.game().explain(&error));
        let choice = legal(state).map_err(run)?;
        choice.check_open()?;
        let index = self.index(&choice, text.trim())?;
        choice.moves.get(index).cloned().ok_or(MoveError::Over)
    }

    fn index(&self, choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
        let names = choice.names();
        if let Some(exact) = names.iter().position(|name| name == text || one_word(name) == text) {
            return Ok(exact);
        }
        let wanted = cells::folded(text);
        let mut alike =
            (0..names.len()).filter(|i| !wanted.is_empty() && cells::folded(&names[*i]) == wanted);
        if let (Some(found), None) = (alike.next(), alike.next()) {
            return Ok(found);
        }
        let found = self.players.find(choice, text);
        let point = |error| match &self.points {
            Some(points) => points.find(choice, text).map_err(|_| error),
            None => Err(error),
        };
        found.or_else(point)
    }
}

/// What can be chosen; nothing once the game is over.
fn legal(state: &State) -> Result<Choice<'_>, RunError> {
    let outcome = state.outcome()?;
    Ok(Choice { state, moves: state.moves()?.into(), outcome })
}
