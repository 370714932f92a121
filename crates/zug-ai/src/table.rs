//! Positions a search has seen, in a fixed amount of memory.

/// What the score of an entry is to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One position: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The upper half of the position's key.
    check: u32,
    /// The best move, as the lower half of its key.
    pub(crate) best: u32,
    pub(crate) score: i32,
    pub(crate) depth: i16,
    age: u8,
    pub(crate) bound: Bound,
}

const EMPTY: Entry = Entry { check: 0, best: 0, score: 0, depth: i16::MIN, age: 0, bound: Bound::Exact };
/// Places where a position may be.
const WAYS: usize = 4;

#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    /// A table of so many MiB; there is always some.
    pub(crate) fn new(mib: usize) -> Self {
        let n = (mib.clamp(1, 1 << 16) << 20) / size_of::<Entry>() / WAYS * WAYS;
        Table { entries: vec![EMPTY; n], age: 0 }
    }

    /// What was found for earlier moves of the game is the first to go.
    pub(crate) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        let groups = (self.entries.len() / WAYS) as u64;
        ((u128::from(key) * u128::from(groups)) >> 64) as usize * WAYS
    }

    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let at = self.place(key);
        let group = self.entries[at..at + WAYS].iter();
        group.copied().find(|e| e.check == key as u32 && e.depth != i16::MIN)
    }

    pub(crate) fn keep(&mut self, key: u64, best: u32, score: i32, depth: i16, bound: Bound) {
        let (at, age) = (self.place(key), self.age);
        let check = key as u32;
        let group = &mut self.entries[at..at + WAYS];
        let worth = |e: &Entry| {
            let fresh = if e.age == age { 256 } else { 0 };
            if e.check == check { i32::MIN } else { i32::from(e.depth) + fresh }
        };
        let Some(slot) = group.iter_mut().min_by_key(|e| worth(e)) else { return };
        // A position without a best move keeps the one that was known.
        let known = slot.check == check && slot.depth != i16::MIN;
        let best = if best == 0 && known { slot.best } else { best };
        *slot = Entry { check, best, score, depth, age, bound };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_again_and_its_best_move_stays() {
        let mut table = Table::new(1);
        let key = 0x1234_5678_9ABC_DEF0;
        assert!(table.find(key).is_none());
        table.keep(key, 7, -30, 4, Bound::Lower);
        table.keep(key, 0, 12, 5, Bound::Upper);
        let found = table.find(key).expect("it was kept");
        assert_eq!((found.best, found.score, found.depth, found.bound), (7, 12, 5, Bound::Upper));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = Table::new(1);
        // Keys with the same upper bits fall into the same group.
        let key = |i: u64| 0xFFFF << 48 | i;
        (1..=4).for_each(|i| table.keep(key(i), 1, 0, 9, Bound::Exact));
        table.next_search();
        table.keep(key(5), 1, 0, 1, Bound::Exact);
        table.keep(key(6), 1, 0, 2, Bound::Exact);
        assert!(table.find(key(5)).is_some() && table.find(key(6)).is_some());
    }
}
