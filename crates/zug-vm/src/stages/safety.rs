//! Royal safety: a move may not leave a royal piece of the mover attacked.

use crate::attack::Attacks;
use crate::error::RunError;
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use zug_ir::{CellId, KindId, Pile, PlayerId};

/// Is no piece of these kinds of the player attacked? Without such a piece there is nothing to attack.
pub(crate) fn royals_safe(
    attacks: &mut Attacks,
    program: &Program,
    state: &State,
    player: PlayerId,
    kinds: &[KindId],
) -> Result<bool, RunError> {
    let royal = |piece: Piece| kinds.iter().any(|&k| piece.is_kind(k)) && piece.is_owned(player);
    let heap = program.pile() == Pile::Heap;
    for c in state.cells_where(|top| royal(top) | (heap & top.is_some())) {
        if state.any_piece(program, CellId(c), royal)
            && attacks.is_royal_attacked(program, state, player, c)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
