//! Royal safety: a move may not leave a royal piece of the mover attacked.

use crate::attack::Attacks;
use crate::error::RunError;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use zug_ir::{CellId, KindId, PlayerId};

/// Is no piece of these kinds of the player attacked? Without such a piece there is nothing to attack.
pub(crate) fn royals_safe(
    attacks: &mut Attacks,
    program: &Program,
    state: &State,
    player: PlayerId,
    kinds: &[KindId],
) -> Result<bool, RunError> {
    for c in 0..state.cells.len() as u16 {
        let royal = |piece: Piece| piece.is_owned(player) && kinds.contains(&piece.kind());
        if state.any_piece(program, CellId(c), royal)
            && attacks.is_royal_attacked(program, state, player, c)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
