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

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The lower half of the position's key; its place in the table shows some of the rest.
    check: u32,
    /// The best move, as a part of its key.
    pub(crate) best: u32,
    pub(crate) score: i32,
    pub(crate) depth: i16,
    age: u8,
    pub(crate) bound: Bound,
}

/// An entry takes 16 bytes. An empty place is all zeros: the system hands such memory out at once, however much it is, and
/// fills a page when it is first used.
impl Entry {
    fn pack(self) -> u128 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let low = u64::from(self.check) << 32 | u64::from(self.best);
        let high = u64::from(self.score as u32) << 32
            | u64::from(self.depth as u16) << 16
            | u64::from(self.age) << 8
            | bound;
        u128::from(high) << 64 | u128::from(low)
    }

    /// Nothing where no entry is.
    fn unpack(packed: u128) -> Option<Self> {
        let (high, low) = ((packed >> 64) as u64, packed as u64);
        let bound = match high & 0xFF {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Entry {
            check: (low >> 32) as u32,
            best: low as u32,
            score: (high >> 32) as u32 as i32,
            depth: (high >> 16) as u16 as i16,
            age: (high >> 8) as u8,
            bound,
        })
    }
}

/// Places where a position may be.
const WAYS: usize = 4;

#[derive(Debug)]
pub(crate) struct Table {
    /// Packed entries; zero is none.
    entries: Vec<u128>,
    age: u8,
}

impl Table {
    /// A table of so many MiB, or of as many as the system has; there is always some.
    pub(crate) fn new(mib: usize) -> Self {
        let mut n = (mib.clamp(1, 1 << 16) << 20) / size_of::<u128>() / WAYS * WAYS;
        while n > WAYS << 12 && Vec::<u128>::new().try_reserve_exact(n).is_err() {
            n = n / 2 / WAYS * WAYS;
        }
        Table { entries: vec![0; n], age: 0 }
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
        group.filter_map(|packed| Entry::unpack(*packed)).find(|e| e.check == key as u32)
    }

    pub(crate) fn keep(&mut self, key: u64, best: u32, score: i32, depth: i16, bound: Bound) {
        let (at, age) = (self.place(key), self.age);
        let check = key as u32;
        let group = &mut self.entries[at..at + WAYS];
        let worth = |packed: &u128| match Entry::unpack(*packed) {
            None => i32::MIN + 1,
            Some(e) if e.check == check => i32::MIN,
            Some(e) => i32::from(e.depth) + if e.age == age { 256 } else { 0 },
        };
        let Some(slot) = group.iter_mut().min_by_key(|packed| worth(packed)) else { return };
        // A position without a best move keeps the one that was known.
        let known = Entry::unpack(*slot).filter(|e| best == 0 && e.check == check);
        let best = known.map_or(best, |e| e.best);
        *slot = Entry { check, best, score, depth, age, bound }.pack();
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
    fn entries_are_what_they_were() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for (score, depth) in [(0, 0), (-1, -1), (1_000_000, i16::MAX), (-1_000_000, i16::MIN)] {
                let entry = Entry { check: 0, best: u32::MAX, score, depth, age: 255, bound };
                assert_eq!(Entry::unpack(entry.pack()), Some(entry));
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn a_large_table_costs_nothing_until_it_is_used() {
        let began = std::time::Instant::now();
        let mut table = Table::new(4096);
        table.keep(5, 1, 2, 3, Bound::Exact);
        assert_eq!(table.find(5).map(|e| e.score), Some(2));
        assert!(began.elapsed() < std::time::Duration::from_secs(1));
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
