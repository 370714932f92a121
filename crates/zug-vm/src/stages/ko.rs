//! Ko: a move may not bring back a position.

use crate::program::Program;
use crate::state::State;
use zug_ir::Ko;

/// Does `after` repeat a position of `before`'s history in a way the rule forbids?
pub(crate) fn brings_back(program: &Program, ko: Ko, before: &State, after: &State) -> bool {
    let history = &before.history;
    let now = after.position_hash();
    match ko {
        Ko::Previous => history.len() >= 2 && history[history.len() - 2] == now,
        Ko::Situation => history.contains(&now),
        Ko::Third => history.iter().filter(|&&h| h == now).count() >= 2,
        Ko::Position => {
            let mut other = after.clone();
            (0..program.game().turns.len()).any(|turn| {
                other.set_turn(turn as u16);
                history.contains(&other.position_hash())
            })
        }
    }
}
