//! What Enter would do, in words.

use super::session::{Mode, Session};
use zug_game::Would;

impl Session<'_> {
    /// What Enter does now.
    pub(super) fn enter_does(&self) -> String {
        let says = self.says;
        match &self.mode {
            Mode::Board => self.enter_on_board(),
            Mode::Choose(choice, chosen) => {
                let chosen = self.choices(*choice).get(*chosen).cloned();
                chosen.unwrap_or_else(|| says.enter_nothing().to_owned())
            }
            Mode::Type(..) => says.enter_accepts().to_owned(),
            Mode::Tree(_) => says.enter_goes_there().to_owned(),
            Mode::Help => says.enter_closes().to_owned(),
        }
    }

    fn enter_on_board(&self) -> String {
        let says = self.says;
        if self.to_roll {
            return says.key_roll().to_owned();
        }
        let (Some(cell), Some(turn)) = (self.cursor, &self.turn) else {
            return says.enter_nothing().to_owned();
        };
        let at = self.opened.game.cell_name(cell);
        match turn.would(cell) {
            Would::Nothing => says.enter_nothing().to_owned(),
            Would::Select => format!("{} {at}", says.enter_selects()),
            Would::LetGo => says.enter_lets_go().to_owned(),
            Would::Ask(n) => format!("{} {n}", says.enter_asks()),
            Would::Make(name) => says.move_text(&self.as_players_write(name)).to_owned(),
        }
    }

    /// The move of that name as it will stand in the list of moves; a name that is not a whole move's stays.
    fn as_players_write(&self, name: String) -> String {
        let state = self.sitting.state();
        let at =
            state.named_moves().ok().and_then(|named| named.iter().position(|(other, _)| *other == name));
        let text = at.and_then(|at| self.opened.reader.texts(state).ok()?.into_iter().nth(at));
        text.unwrap_or(name)
    }
}
