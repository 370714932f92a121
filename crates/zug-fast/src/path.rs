//! Paths: cells between two others, of which none may be occupied, or exactly one.

use crate::bits::{self, Bits};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Cells of which so many are occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Path<const W: usize> {
    pub(crate) cells: Bits<W>,
    /// 0 or 1.
    pub(crate) hurdles: u32,
}

impl<const W: usize> Path<W> {
    /// Can it be taken while those cells are empty?
    #[inline(always)]
    pub(crate) fn is_open(&self, empty: &Bits<W>) -> bool {
        bits::count(&bits::and_not(&self.cells, empty)) == self.hurdles
    }
}

/// Paths from what rules say: cells that must be empty, and perhaps one that must not. A rule that hops over a piece says it
/// once for each place of that piece. `None` if the piece may not be everywhere on the way.
pub(crate) fn join<K: Copy + Eq + Hash, const W: usize>(
    said: impl IntoIterator<Item = (K, Bits<W>, Option<u16>)>,
) -> Option<Vec<(K, Path<W>)>> {
    let mut paths = Vec::new();
    let mut hops: FxHashMap<(K, Bits<W>), Bits<W>> = FxHashMap::default();
    for (key, mut cells, hurdle) in said {
        let Some(hurdle) = hurdle else {
            paths.push((key, Path { cells, hurdles: 0 }));
            continue;
        };
        bits::insert(&mut cells, hurdle);
        let places = hops.entry((key, cells)).or_insert_with(|| {
            paths.push((key, Path { cells, hurdles: 1 }));
            bits::none()
        });
        bits::insert(places, hurdle);
    }
    hops.iter().all(|((_, cells), places)| cells == places).then_some(paths)
}
