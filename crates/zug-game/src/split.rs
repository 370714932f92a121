//! The split view of a turn: choose part by part.

use crate::game::Game;
use crate::name::names;
use crate::state::State;
use zug_vm::{Move, Options, RunError, State as Position, Step, Walk};

/// A turn in progress. Undo is keeping the one before.
#[derive(Clone)]
pub struct TurnWalk {
    game: Game,
    walk: Walk,
    options: Options,
}

impl State {
    /// Begins the present turn.
    pub fn walk(&self) -> Result<TurnWalk, RunError> {
        let game = self.game().clone();
        let (walk, options) = game.with_engine(|engine| {
            let walk = Walk::new(engine, game.program(), self.position())?;
            let options = walk.options(engine, game.program())?;
            Ok::<_, RunError>((walk, options))
        })?;
        Ok(TurnWalk { game, walk, options })
    }
}

impl TurnWalk {
    /// Parts that can be made next, each as a move of one part.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = &Move> + '_ {
        self.options.parts.iter().map(|s: &Step| &s.part)
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        let parts: Vec<Move> = self.parts().cloned().collect();
        names(&self.game, &parts)
    }

    /// Are the parts made so far a legal move?
    pub fn may_stop(&self) -> bool {
        self.options.may_stop
    }

    /// The parts made so far.
    pub fn made(&self) -> &Move {
        self.walk.made()
    }

    /// The board after them.
    pub fn now(&self) -> &Position {
        self.walk.now()
    }

    /// Makes the part with that number. Nothing happens if there is no such part.
    pub fn choose(&mut self, part: usize) -> Result<(), RunError> {
        let Some(step) = self.options.parts.get(part).cloned() else { return Ok(()) };
        self.walk.step(self.game.program(), &step);
        let (game, walk) = (&self.game, &self.walk);
        self.options = game.with_engine(|engine| walk.options(engine, game.program()))?;
        Ok(())
    }
}
