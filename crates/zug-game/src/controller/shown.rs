//! What a view has been told of a turn.

use super::Controller;
use crate::view::{View, show_difference, show_part};
use zug_vm::{RunError, State as Position};

/// What a view shows at present.
#[derive(Clone)]
pub(super) struct Shown {
    position: Position,
    /// How many of the parts made it has seen.
    parts: usize,
    /// It has seen the end of the turn too.
    end: bool,
}

impl Shown {
    pub(super) fn new(start: &Position) -> Self {
        Shown { position: start.clone(), parts: 0, end: false }
    }

    /// The turn is open again, and only so many parts of it are still there.
    pub(super) fn went_back(&mut self, parts: usize) {
        self.parts = self.parts.min(parts);
        self.end = false;
    }
}

impl Controller {
    /// Tells a view what has happened since it was told the last time: parts that were made or taken back, and, when the move is
    /// complete, what the end of a turn brings (pieces captured before leave the board). A pass is a commit and nothing else.
    pub fn show(&mut self, view: &mut dyn View) -> Result<(), RunError> {
        if self.shown.end {
            return Ok(());
        }
        let game = self.state.game();
        let known = &self.walks[self.shown.parts..];
        show_difference(game, &self.shown.position, known[0].now(), view);
        for pair in known.windows(2) {
            let made = pair[1].made();
            show_part(game, pair[0].now(), made.part(made.n_parts() - 1), pair[1].now(), view);
        }
        let mut position = self.now().clone();
        if let Some(done) = &self.done {
            let mut after = self.state.clone();
            after.play_unchecked(done)?;
            show_difference(game, &position, after.position(), view);
            if done.is_pass() {
                view.commit();
            }
            position = after.into_position();
        }
        self.shown = Shown { position, parts: self.walks.len() - 1, end: self.done.is_some() };
        Ok(())
    }
}
