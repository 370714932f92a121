//! How a game ended.

use zug_ir::PlayerId;

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// This player won.
    Won(PlayerId),
    /// This player lost and nobody in particular won (puzzles; more than two players).
    Lost(PlayerId),
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<PlayerId> {
        match self {
            Outcome::Won(p) => Some(*p),
            Outcome::Draw | Outcome::Lost(_) => None,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss, seen by a player.
    pub fn score(&self, player: PlayerId) -> i32 {
        match self {
            Outcome::Draw => 0,
            Outcome::Won(p) => {
                if *p == player {
                    1
                } else {
                    -1
                }
            }
            Outcome::Lost(p) => {
                if *p == player {
                    -1
                } else {
                    0
                }
            }
        }
    }
}
