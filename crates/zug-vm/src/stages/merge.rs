//! Merge: two rules that emit the same move give one move.

use crate::action::Move;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Keeps the first of equal moves; the order of the others stays.
pub(crate) fn merge(moves: &mut Vec<Move>) {
    let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
    seen.reserve(moves.len());
    let mut kept = 0;
    for i in 0..moves.len() {
        let mut hasher = FxHasher::default();
        moves[i].hash(&mut hasher);
        let first = *seen.entry(hasher.finish()).or_insert(kept as u32);
        if first as usize != kept && moves[first as usize] == moves[i] {
            continue;
        }
        moves.swap(kept, i);
        kept += 1;
    }
    moves.truncate(kept);
}
