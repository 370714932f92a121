//! Landing: a capture may not stop where another landing of the same leg lets it go on (Russian draughts).

use crate::action::{Move, Part};
use rustc_hash::FxHashSet;

/// Drops moves that stop although a sibling landing goes on. Siblings share all parts before the last and
/// the start and captures of the last.
pub fn landing(moves: &mut Vec<Move>) {
    let mut goes_on: FxHashSet<(Move, u16, Vec<u16>)> = FxHashSet::default();
    for mv in moves.iter() {
        for i in 0..mv.n_parts().saturating_sub(1) {
            if let Some(leg) = leg(mv, i) {
                goes_on.insert(leg);
            }
        }
    }
    moves.retain(|mv| {
        let last = mv.n_parts().checked_sub(1).and_then(|i| leg(mv, i));
        last.is_none_or(|leg| !goes_on.contains(&leg))
    });
}

/// A capturing leg without its landing cell.
fn leg(mv: &Move, i: usize) -> Option<(Move, u16, Vec<u16>)> {
    let part: Part<'_> = mv.part(i);
    let taken: Vec<u16> = part.captures().map(|(cell, _)| cell.0).collect();
    (!taken.is_empty()).then(|| (mv.prefix(i), part.head.from, taken))
}
