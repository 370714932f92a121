//! Lines that the player types: moves, throws of dice, names of files, comments.

use super::session::{Purpose, Session};
use crate::verbs::play::files;
use zug_game::PlayError;
use zug_notation::MoveError;

impl Session<'_> {
    /// A line has been typed.
    pub(super) fn typed(&mut self, purpose: Purpose, text: &str) {
        let noted = match purpose {
            Purpose::Comment(node) | Purpose::CommentHere(node) => Some(self.sitting.comment(node, text)),
            Purpose::Annotate(node) => Some(self.sitting.annotate(node, text)),
            _ => None,
        };
        if let Some(Ok(())) = noted {
            return self.say(self.says.noted());
        }
        if text.is_empty() {
            return self.say("");
        }
        match purpose {
            Purpose::Comment(_) | Purpose::CommentHere(_) | Purpose::Annotate(_) => {}
            Purpose::Move => self.typed_move(text),
            Purpose::Dice => match self.sitting.enter_dice(text) {
                Ok(true) => {
                    self.begin_turn();
                    self.say("");
                }
                Ok(false) => self.warn(self.says.no_such_dice(text)),
                Err(PlayError::Run(error)) => self.fail(&error),
                Err(error) => self.warn(error.to_string()),
            },
            Purpose::Save => match files::save(text, self.opened, &self.sitting, self.says) {
                Ok(done) => {
                    self.file = Some(text.to_owned());
                    self.say(done);
                }
                Err(why) => self.warn(why),
            },
            Purpose::Load => match files::load(text, self.opened, &mut self.sitting, self.says) {
                Ok(done) => {
                    self.file = Some(text.to_owned());
                    self.paused = false;
                    self.begin_turn();
                    self.say(done);
                }
                Err(why) => self.warn(why),
            },
        }
    }

    fn typed_move(&mut self, text: &str) {
        if self.turn.is_none() {
            return self.warn(self.says.not_your_turn());
        }
        let text = if text == self.says.pass() { "pass" } else { text };
        // Where something is selected a cell means its target: `f3` is then no move of a pawn.
        let target = self.opened.game.cell(text).filter(|cell| self.look.targets.contains(cell));
        let picked = self.look.selected.is_some() || self.look.dropping.is_some();
        if let Some(target) = target.filter(|_| picked || !self.look.choices.is_empty()) {
            return self.click(target);
        }
        match (self.opened.reader.find(self.sitting.state(), text), self.opened.game.cell(text)) {
            (Ok(mv), _) => {
                self.paused = false;
                self.play(&mv);
            }
            (Err(MoveError::Unknown { .. } | MoveError::Ambiguous { .. }), Some(cell)) => self.click(cell),
            (Err(error), _) => self.warn(self.says.not_legal(text, &error)),
        }
    }
}
