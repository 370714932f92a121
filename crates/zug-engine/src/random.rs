//! The player who takes any legal move.

use crate::player::{Answer, Asked, Player, PlayerError};
use zug_game::Rng;

pub(crate) struct Random(Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }
}

impl Player for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn begin(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, PlayerError> {
        let moves = asked.state.moves()?;
        let drawn = moves.get(self.0.below(moves.len())).ok_or(PlayerError::NothingToChoose)?;
        Ok(Answer::Play(drawn.clone(), None))
    }
}
