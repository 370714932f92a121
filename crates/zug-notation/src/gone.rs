//! Pawns that would become something if they were not gone the next moment, as in atomic chess.

use crate::position::FenStyle;
use zug_game::{CellId, Move, State};

/// What others write for such a move: the letter of the queen, because they want a promotion that nobody will see.
/// None if this is no such move: a pawn that goes to an outermost row, and after it the cell is empty.
pub(crate) fn becomes<'s>(
    style: &'s FenStyle,
    state: &State,
    mv: &Move,
    from: CellId,
    to: CellId,
) -> Option<&'s str> {
    let pawn = state.position().piece(from);
    let (row, _) = style.place(to)?;
    if pawn.is_none() || Some(pawn.kind()) != style.kind("P") || row > 0 && row + 1 < style.n_rows() {
        return None;
    }
    let letter = style.letter_of(style.kind("Q")?)?;
    let mut after = state.clone();
    after.play_unchecked(mv).ok()?;
    after.position().piece(to).is_none().then_some(letter)
}
