//! Merge: two rules that emit the same move give one move.

use crate::action::{Move, NO_CELL, PartHead};
use crate::program::Program;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Up to here comparing everything with everything is faster than hashing.
const SMALL: usize = 64;

/// Keeps the first of equal moves; the order of the others stays.
///
/// Moves of one piece stand together, so only neighbours with the same start are compared, unless rules
/// of this game move pieces of other rules.
pub(crate) fn merge(program: &Program, moves: &mut Vec<Move>) {
    let mut duplicates = Vec::new();
    if program.moves_others() {
        find(moves, 0, &mut duplicates);
    }
    let mut start = if program.moves_others() { moves.len() } else { 0 };
    while start < moves.len() {
        let from = origin(&moves[start]);
        let len = moves[start..].iter().take_while(|m| origin(m) == from).count();
        find(&moves[start..start + len], start, &mut duplicates);
        start += len;
    }
    if !duplicates.is_empty() {
        let mut duplicates = duplicates.into_iter().peekable();
        let mut i = 0;
        moves.retain(|_| {
            i += 1;
            duplicates.next_if_eq(&(i - 1)).is_none()
        });
    }
}

fn origin(mv: &Move) -> u16 {
    mv.parts.first().map_or(NO_CELL, |p: &PartHead| p.from)
}

/// Reports the places of moves equal to one before them, in ascending order.
fn find(group: &[Move], base: usize, duplicates: &mut Vec<usize>) {
    if group.len() <= SMALL {
        for i in 1..group.len() {
            let to = group[i].parts.first().map(|p| p.to);
            if group[..i].iter().any(|m| m.parts.first().map(|p| p.to) == to && *m == group[i]) {
                duplicates.push(base + i);
            }
        }
        return;
    }
    let mut seen: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (i, mv) in group.iter().enumerate() {
        let mut hasher = FxHasher::default();
        mv.hash(&mut hasher);
        let alike = seen.entry(hasher.finish()).or_default();
        if alike.iter().any(|&j| group[j] == *mv) {
            duplicates.push(base + i);
        } else {
            alike.push(i);
        }
    }
}
