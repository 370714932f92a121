//! How a game ended.

use zug_ir::PlayerId;

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// This player won.
    Won {
        player: PlayerId,
        /// How much the win counts: 1, or more where the rules say so.
        worth: u32,
    },
    /// This player lost and nobody in particular won (puzzles; more than two players).
    Lost(PlayerId),
}

impl Outcome {
    /// A win that counts once.
    pub fn won(player: PlayerId) -> Self {
        Outcome::Won { player, worth: 1 }
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<PlayerId> {
        match self {
            Outcome::Won { player, .. } => Some(*player),
            Outcome::Draw | Outcome::Lost(_) => None,
        }
    }

    /// How much the win counts, if there is a winner.
    pub fn worth(&self) -> Option<u32> {
        match self {
            Outcome::Won { worth, .. } => Some(*worth),
            Outcome::Draw | Outcome::Lost(_) => None,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss, seen by a player; whatever the win counts.
    pub fn score(&self, player: PlayerId) -> i32 {
        match self {
            Outcome::Draw => 0,
            Outcome::Won { player: winner, .. } => {
                if *winner == player {
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

    /// The same times what the win counts.
    pub fn points(&self, player: PlayerId) -> i64 {
        i64::from(self.score(player)) * i64::from(self.worth().unwrap_or(1))
    }
}
