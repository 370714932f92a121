//! What a walk has looked at, so that it need not be made again while that is the same.

/// Cells, then values of the board; the last two are reserves and the last move.
const BITS: usize = 256;
const RESERVES: usize = BITS - 2;
const LAST: usize = BITS - 1;

/// A set of what has been looked at, or of what has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Noted {
    bits: [u64; BITS / 64],
    /// Where values of the board begin.
    n_cells: u16,
    /// More has been looked at than can be noted.
    more: bool,
}

impl Noted {
    /// Nothing of a board of so many cells.
    pub(super) fn nothing(n_cells: usize) -> Self {
        Noted { bits: [0; BITS / 64], n_cells: n_cells.min(BITS) as u16, more: n_cells > RESERVES }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, i: usize) {
        match self.bits.get_mut(i / 64) {
            Some(word) => *word |= 1 << (i % 64),
            None => self.more = true,
        }
    }

    pub(super) fn add_global(&mut self, global: usize) {
        match usize::from(self.n_cells) + global {
            at @ 0..RESERVES => self.add(at),
            _ => self.more = true,
        }
    }

    pub(super) fn add_reserves(&mut self) {
        self.add(RESERVES);
    }

    pub(super) fn add_last(&mut self) {
        self.add(LAST);
    }

    #[inline(always)]
    pub(super) fn spoil(&mut self) {
        self.more = true;
    }

    pub(super) fn is_all(&self) -> bool {
        !self.more
    }

    #[inline(always)]
    pub(super) fn add_all(&mut self, other: &Noted) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a |= b);
        self.more |= other.more;
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Noted) -> bool {
        self.more || other.more || self.bits.iter().zip(&other.bits).any(|(a, b)| a & b != 0)
    }
}

/// Changes of the position, step by step, as far back as somebody may ask.
pub(super) struct Log {
    pub(super) now: u32,
    /// `since[k]`: what the last `k + 1` steps have changed.
    since: [Noted; LONG],
}

/// What has not been looked at for so many steps is forgotten.
const LONG: usize = 16;

impl Log {
    pub(super) fn new(n_cells: usize) -> Self {
        Log { now: LONG as u32, since: [Noted::nothing(n_cells); LONG] }
    }

    pub(super) fn step(&mut self, changed: &Noted) {
        self.now += 1;
        self.since.copy_within(..LONG - 1, 1);
        self.since[0] = *changed;
        for earlier in &mut self.since[1..] {
            earlier.add_all(changed);
        }
    }

    /// Is what was looked at then the same now?
    #[inline(always)]
    pub(super) fn holds(&self, then: u32, looked_at: &Noted) -> bool {
        match (self.now - then) as usize {
            0 => true,
            k @ 1..=LONG => !self.since[k - 1].meets(looked_at),
            _ => false,
        }
    }
}
