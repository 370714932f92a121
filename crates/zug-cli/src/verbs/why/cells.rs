//! Cells and what stands on them, in words.

use zug_game::ir::Pile;
use zug_game::{CellId, KindId, PlayerId, State};

/// `a2`.
pub(super) fn cell(state: &State, cell: CellId) -> String {
    state.game().cell_name(cell).to_owned()
}

/// `the White Pawn on a2`; without a piece: `a2, which is empty`.
pub(super) fn occupant(state: &State, at: CellId) -> String {
    match piece(state, at) {
        Some((owner, kind)) => {
            let game = state.game();
            format!("the {} {} on {}", game.player_name(owner), game.kind_name(kind), cell(state, at))
        }
        None => format!("{}, which is empty", cell(state, at)),
    }
}

/// `on a2 (White Pawn)`.
pub(super) fn on(state: &State, at: CellId) -> String {
    match piece(state, at) {
        Some((owner, kind)) => {
            let game = state.game();
            format!("on {} ({} {})", cell(state, at), game.player_name(owner), game.kind_name(kind))
        }
        None => format!("on {}", cell(state, at)),
    }
}

/// The visible piece, as far as there is one that stands for the cell.
fn piece(state: &State, at: CellId) -> Option<(PlayerId, KindId)> {
    let piece = state.position().piece(at);
    let one = state.game().ir().rules.pile != Pile::Heap;
    (one && piece.is_some()).then(|| (piece.owner(), piece.kind()))
}
