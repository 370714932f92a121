//! Which ops of scripts can be carried out where cells hold single pieces, stacks or heaps.

use super::ScriptOp;
use crate::game::Pile;

impl ScriptOp {
    /// What cells may hold for this op to have a meaning.
    pub fn piles(&self) -> &'static [Pile] {
        match self {
            // Under a single piece or in a heap there is no place.
            Self::PutUnder {} => &[Pile::Stack],
            // A heap only counts its pieces: none of them can be marked or carry a value of its own.
            Self::CaptureLate {} | Self::SetAttr { .. } => &[Pile::Single, Pile::Stack],
            _ => &[Pile::Single, Pile::Stack, Pile::Heap],
        }
    }
}
