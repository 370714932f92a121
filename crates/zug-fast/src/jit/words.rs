//! Writing code for sets of cells.

use crate::bits::Bits;
use crate::class::BoardId;
use zug_jit::{Below, Maker, Table, Value};

/// The regions of the program: position, registers, counts of earlier positions, positions of this run, what is kept beside
/// the position.
pub(super) const POSITION: usize = 0;
pub(super) const STATE: usize = 1;
pub(super) const COUNTS: usize = 2;
pub(super) const SEEN: usize = 3;
pub(super) const KEPT: usize = 4;

/// A set of cells in the program: a word for each of the board's.
pub(super) type Set = Vec<Value>;

/// A maker with words of its own for boards of `W` words.
pub(super) struct Words<'a, 'b, const W: usize> {
    pub(super) m: &'a mut Maker<'b>,
    places: Table,
}

impl<'a, 'b, const W: usize> Words<'a, 'b, W> {
    pub(super) fn new(m: &'a mut Maker<'b>) -> Self {
        let places = m.table((0..256).map(select_word).collect());
        Words { m, places }
    }

    pub(super) fn board(&mut self, id: BoardId) -> Set {
        (0..W).map(|i| self.m.load(POSITION, id.0 as usize * W + i)).collect()
    }

    pub(super) fn constant(&mut self, bits: &Bits<W>) -> Set {
        bits.iter().map(|w| self.m.word(*w)).collect()
    }

    /// `bits::look` in code.
    pub(super) fn look(&mut self, a: &Set, delta: i32) -> Set {
        if delta == 0 {
            return a.clone();
        }
        if W == 1 {
            let by = self.m.word((-delta) as u64 & 63);
            return vec![self.m.rotate_left(a[0], by)];
        }
        let words = (delta.unsigned_abs() / 64) as usize;
        let bits = u64::from(delta.unsigned_abs() % 64);
        let zero = self.m.word(0);
        let at = |j: Option<usize>| j.and_then(|j| a.get(j).copied()).unwrap_or(zero);
        let (near, far) = (self.m.word(bits), self.m.word(64 - bits));
        (0..W)
            .map(|i| {
                let (first, second) = if delta > 0 {
                    (at(Some(i + words)), at(Some(i + words + 1)))
                } else {
                    (at(i.checked_sub(words)), at(i.checked_sub(words + 1)))
                };
                if bits == 0 {
                    return first;
                }
                let (low, high) = if delta > 0 {
                    (self.m.shr(first, near), self.m.shl(second, far))
                } else {
                    (self.m.shl(first, near), self.m.shr(second, far))
                };
                self.m.or(low, high)
            })
            .collect()
    }

    pub(super) fn and(&mut self, a: &Set, b: &Set) -> Set {
        a.iter().zip(b).map(|(a, b)| self.m.and(*a, *b)).collect()
    }

    pub(super) fn and_not(&mut self, a: &Set, b: &Set) -> Set {
        a.iter().zip(b).map(|(a, b)| self.m.and_not(*a, *b)).collect()
    }

    pub(super) fn or(&mut self, a: &Set, b: &Set) -> Set {
        a.iter().zip(b).map(|(a, b)| self.m.or(*a, *b)).collect()
    }

    /// All words in one: 0 if the set is empty.
    pub(super) fn any(&mut self, a: &Set) -> Value {
        let mut all = a[0];
        for word in &a[1..] {
            all = self.m.or(all, *word);
        }
        all
    }

    pub(super) fn counts(&mut self, a: &Set) -> Vec<Value> {
        a.iter().map(|w| self.m.count(*w)).collect()
    }

    pub(super) fn count(&mut self, a: &Set) -> Value {
        let counts = self.counts(a);
        let mut sum = counts[0];
        for n in &counts[1..] {
            sum = self.m.add(sum, *n);
        }
        sum
    }

    /// `bits::nth` in code.
    pub(super) fn nth(&mut self, a: &Set, n: Value) -> Value {
        let counts = self.counts(a);
        let (mut word, mut base, mut left) = (a[0], self.m.word(0), n);
        let mut before = self.m.word(0);
        for i in 1..a.len() {
            before = self.m.add(before, counts[i - 1]);
            let earlier = self.m.less(n, before);
            let (here, rest) = (self.m.word(64 * i as u64), self.m.sub(n, before));
            word = self.m.select(earlier, word, a[i]);
            base = self.m.select(earlier, base, here);
            left = self.m.select(earlier, left, rest);
        }
        // How many bits there are up to the end of each byte; those that end before the wanted one tell which it is in.
        let each = |byte: u64| u64::MAX / 255 * byte;
        let (mut sums, mut by) = (word, 1);
        for mask in [0x55, 0x33, 0x0F] {
            let (mask, shift) = (self.m.word(each(mask)), self.m.word(by));
            let shifted = self.m.shr(sums, shift);
            let (low, high) = (self.m.and(sums, mask), self.m.and(shifted, mask));
            sums = self.m.add(low, high);
            by *= 2;
        }
        let (ones, tops, three, eight) =
            (self.m.word(each(1)), self.m.word(each(0x80)), self.m.word(3), self.m.word(8));
        let sums = self.m.mul(sums, ones);
        let wanted = self.m.mul(left, ones);
        let wanted = self.m.or(wanted, tops);
        let ended = self.m.sub(wanted, sums);
        let ended = self.m.and(ended, tops);
        let bytes = self.m.count(ended);
        let bits = self.m.shl(bytes, three);
        let before = self.m.shl(sums, eight);
        let before = self.m.shr(before, bits);
        let before = self.m.masked(before, 8);
        let left = self.m.sub(left, before.value());
        let word = self.m.shr(word, bits);
        let base = self.m.add(base, bits);
        let byte = self.m.masked(word, 8);
        let places = self.m.look_up(self.places, byte);
        let mask = self.m.word(255);
        let by = self.m.shl(left, three);
        let place = self.m.shr(places, by);
        let place = self.m.and(place, mask);
        self.m.add(base, place)
    }

    /// The first set unless the condition is 0, else the second.
    pub(super) fn select(&mut self, condition: Value, yes: &Set, no: &Set) -> Set {
        yes.iter().zip(no).map(|(yes, no)| self.m.select(condition, *yes, *no)).collect()
    }

    /// A small number divided by the size of a set, and what is left over.
    pub(super) fn divided(&mut self, n: Value, size: Value) -> (Value, Value) {
        // The upper half of a product with the inverse, rounded up; the inverse of 1 must fit into a word, too.
        let inverse = |size: u64| if size == 0 { 0 } else { (1u64 << 63).div_ceil(size) };
        let most = 64 * W;
        let table = self.m.table((0..=most as u64).map(inverse).collect());
        let index = self.m.below(size, most + 1);
        let (inverse, twice) = (self.m.look_up(table, index), self.m.add(n, n));
        let quotient = self.m.mul_high(twice, inverse);
        let product = self.m.mul(quotient, size);
        (quotient, self.m.sub(n, product))
    }

    /// The lowest cell of a set that is not empty, and the others.
    pub(super) fn take_first(&mut self, a: &Set) -> (Value, Set) {
        let (one, mut cell, mut rest) = (self.m.word(1), self.m.word(0), Vec::new());
        // Not 0 if a word before has the cell.
        let mut before = self.m.word(0);
        for (i, word) in a.iter().enumerate() {
            let (base, place) = (self.m.word(64 * i as u64), self.m.lowest(*word));
            let here = self.m.add(base, place);
            cell = self.m.select(before, cell, here);
            let less = self.m.sub(*word, one);
            let fewer = self.m.and(*word, less);
            rest.push(self.m.select(before, *word, fewer));
            before = self.m.or(before, *word);
        }
        (cell, rest)
    }

    /// The word of a board that a cell is in, and its bit.
    pub(super) fn place(&mut self, cell: Below) -> (Below, Value) {
        let word = if W == 1 { self.m.constant_below(0, 1) } else { self.m.halved(cell, 6) };
        let one = self.m.word(1);
        (word, self.m.shl(one, cell.value()))
    }

    /// Changes a bit of a board.
    pub(super) fn toggle(&mut self, board: usize, (word, bit): (Below, Value)) {
        let old = self.m.load_at(POSITION, board, word);
        let new = self.m.xor(old, bit);
        self.m.store_at(POSITION, board, word, new);
    }
}

/// The places of a byte's bits, a byte for each.
fn select_word(byte: u64) -> u64 {
    let places = (0..8u64).filter(|b| byte >> b & 1 != 0);
    places.enumerate().fold(0, |word, (n, place)| word | place << (8 * n))
}
