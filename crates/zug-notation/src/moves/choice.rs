//! What a player chooses from, and finding the move that a text means.

use crate::position::excerpt;
use std::borrow::Cow;
use zug_game::{Move, Outcome, RunError, State, names};

/// The legal moves of a position. Where the rules call a draw, those that are legal if nobody minds: records made
/// elsewhere go on after a draw that was not claimed.
#[derive(Clone, Debug)]
pub struct Choice<'s> {
    pub state: &'s State,
    pub moves: Cow<'s, [Move]>,
    /// How the rules have ended the game, if they have.
    pub outcome: Option<&'s Outcome>,
}

/// Why a text means no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    #[error("there is no such legal move{}", listed("legal are", near))]
    Unknown { near: Vec<String> },
    #[error("more than one move can be meant: {}", meant.join(", "))]
    Ambiguous { meant: Vec<String> },
    #[error("the game is over before it")]
    Over,
    /// The rules asked for too much; in the words of [`zug_game::Game::explain`].
    #[error("{0}")]
    Run(String),
}

/// Texts shown in a message.
const SHOWN: usize = 8;

fn listed(what: &str, texts: &[String]) -> String {
    if texts.is_empty() { String::new() } else { format!("; {what} {}", texts.join(", ")) }
}

impl<'s> Choice<'s> {
    pub fn of(state: &'s State) -> Result<Self, RunError> {
        let outcome = state.outcome()?;
        let moves = match outcome {
            Some(Outcome::Draw) => Cow::Owned(state.moves_after_end()?),
            _ => Cow::Borrowed(state.moves()?),
        };
        Ok(Choice { state, moves, outcome })
    }

    /// The moves' own names.
    pub fn names(&self) -> Vec<String> {
        names(self.state.game(), &self.moves)
    }

    pub(super) fn check_open(&self) -> Result<(), MoveError> {
        if self.moves.is_empty() { Err(MoveError::Over) } else { Ok(()) }
    }
}

impl MoveError {
    /// No move has this text; those whose texts are most like it are named.
    pub(super) fn unknown(texts: &[String], alike: impl Fn(&str) -> bool) -> Self {
        let near: Vec<String> = texts.iter().filter(|text| alike(text)).take(SHOWN).cloned().collect();
        let near = if near.is_empty() { texts.iter().take(SHOWN).cloned().collect() } else { near };
        MoveError::Unknown { near }
    }

    pub(super) fn ambiguous(texts: &[String], meant: &[usize]) -> Self {
        let meant = meant.iter().take(SHOWN).filter_map(|i| texts.get(*i).cloned()).collect();
        MoveError::Ambiguous { meant }
    }
}

/// The move of that name; case, spaces (or `_` for them) and hyphens do not matter where that leaves one.
pub(super) fn find_name(choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
    let names = choice.names();
    if let Some(exact) = names.iter().position(|name| name == text.trim()) {
        return Ok(exact);
    }
    let folded = |s: &str| s.trim().to_lowercase().replace([' ', '-', '_'], "");
    let wanted = folded(text);
    let alike: Vec<usize> = (0..names.len()).filter(|i| folded(&names[*i]) == wanted).collect();
    match alike[..] {
        [only] => Ok(only),
        [] => {
            let from = excerpt(text);
            let from = from.split(['-', ' ', '_', '=', '@']).next().unwrap_or("").to_lowercase();
            Err(MoveError::unknown(&names, |name| !from.is_empty() && name.to_lowercase().starts_with(&from)))
        }
        _ => Err(MoveError::ambiguous(&names, &alike)),
    }
}
