//! Sets of cells as bits: `W` words hold a board of up to `64 * W` cells.

/// A set of cells.
pub(crate) type Bits<const W: usize> = [u64; W];

/// Boards of more words are very wide: forms that only save time (hops, guesses) are not compiled for them.
pub(crate) const WIDE: usize = 6;

#[inline(always)]
pub(crate) fn none<const W: usize>() -> Bits<W> {
    [0; W]
}

#[inline(always)]
pub(crate) fn and<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
    let mut out = none();
    for i in 0..W {
        out[i] = a[i] & b[i];
    }
    out
}

#[inline(always)]
pub(crate) fn and_not<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
    let mut out = none();
    for i in 0..W {
        out[i] = a[i] & !b[i];
    }
    out
}

#[inline(always)]
pub(crate) fn or_into<const W: usize>(into: &mut Bits<W>, b: &Bits<W>) {
    for i in 0..W {
        into[i] |= b[i];
    }
}

#[inline(always)]
pub(crate) fn is_empty<const W: usize>(a: &Bits<W>) -> bool {
    let mut all = 0;
    for word in a {
        all |= word;
    }
    all == 0
}

#[inline(always)]
pub(crate) fn meet<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> bool {
    let mut all = 0;
    for i in 0..W {
        all |= a[i] & b[i];
    }
    all != 0
}

#[inline(always)]
pub(crate) fn count<const W: usize>(a: &Bits<W>) -> u32 {
    let mut n = 0;
    for word in a {
        n += word.count_ones();
    }
    n
}

#[inline(always)]
pub(crate) fn has<const W: usize>(a: &Bits<W>, cell: u16) -> bool {
    a[cell as usize / 64] >> (cell % 64) & 1 != 0
}

#[inline(always)]
pub(crate) fn insert<const W: usize>(a: &mut Bits<W>, cell: u16) {
    a[cell as usize / 64] |= 1 << (cell % 64);
}

/// How many cells of the set are below one.
#[inline(always)]
pub(crate) fn before<const W: usize>(a: &Bits<W>, cell: u16) -> u32 {
    let word = cell as usize / 64;
    let whole: u32 = a[..word].iter().map(|w| w.count_ones()).sum();
    whole + (a[word] & ((1 << (cell % 64)) - 1)).count_ones()
}

/// The set that holds one cell.
pub(crate) fn single<const W: usize>(cell: u16) -> Bits<W> {
    let mut bits = none();
    insert(&mut bits, cell);
    bits
}

/// The set of the cells in a list.
pub(crate) fn of_cells<const W: usize>(cells: impl IntoIterator<Item = u16>) -> Bits<W> {
    let mut bits = none();
    cells.into_iter().for_each(|c| insert(&mut bits, c));
    bits
}

/// All `s` whose `s + delta` is in the set: what the set looks like from that far away. Says nothing about an `s` whose
/// `s + delta` is no cell.
#[inline(always)]
pub(crate) fn look<const W: usize>(a: &Bits<W>, delta: i32) -> Bits<W> {
    if W == 1 {
        let mut out = none();
        // Bits that come round at the other end are of starts whose place is off the board: nobody asks for them.
        out[0] = a[0].rotate_right(delta as u32 & 63);
        return out;
    }
    // Most distances are shorter than a word.
    if let by @ 1..64 = delta {
        return std::array::from_fn(|i| a[i] >> by | if i + 1 < W { a[i + 1] << (64 - by) } else { 0 });
    }
    if let by @ 1..64 = -delta {
        return std::array::from_fn(|i| a[i] << by | if i > 0 { a[i - 1] >> (64 - by) } else { 0 });
    }
    let words = (delta.unsigned_abs() / 64) as usize;
    let bits = delta.unsigned_abs() % 64;
    let mut out = none();
    if words == 0 && delta >= 0 {
        for i in 0..W {
            let next = if i + 1 < W { a[i + 1] } else { 0 };
            out[i] = a[i] >> bits | next << 1 << (63 - bits);
        }
        return out;
    }
    if words == 0 {
        for i in 0..W {
            let before = if i > 0 { a[i - 1] } else { 0 };
            out[i] = a[i] << bits | before >> 1 >> (63 - bits);
        }
        return out;
    }
    for (i, word) in out.iter_mut().enumerate() {
        let at = |j: usize| a.get(j).copied().unwrap_or(0);
        *word = if delta >= 0 {
            let low = at(i + words) >> bits;
            if bits == 0 { low } else { low | at(i + words + 1) << (64 - bits) }
        } else if i < words {
            0
        } else {
            let high = at(i - words) << bits;
            if bits == 0 || i == words { high } else { high | at(i - words - 1) >> (64 - bits) }
        };
    }
    out
}

/// The lowest cell of a set that is not empty.
#[inline(always)]
pub(crate) fn first<const W: usize>(a: &Bits<W>) -> u16 {
    let mut i = 0;
    while i + 1 < W && a[i] == 0 {
        i += 1;
    }
    (i * 64) as u16 + a[i].trailing_zeros() as u16
}

/// The highest cell of a set that is not empty.
#[inline(always)]
pub(crate) fn last<const W: usize>(a: &Bits<W>) -> u16 {
    let mut i = W - 1;
    while i > 0 && a[i] == 0 {
        i -= 1;
    }
    (i * 64 + 63) as u16 - a[i].leading_zeros() as u16
}

/// The lowest cell of a set and all below it; all cells, if the set is empty.
#[inline(always)]
pub(crate) fn up_to_first<const W: usize>(a: &Bits<W>) -> Bits<W> {
    let mut out = none();
    let mut open = !0;
    for i in 0..W {
        out[i] = open & (a[i] ^ a[i].wrapping_sub(1));
        open = if a[i] == 0 { open } else { 0 };
    }
    out
}

/// The highest cell of a set and all above it; all cells, if the set is empty.
#[inline(always)]
pub(crate) fn down_to_last<const W: usize>(a: &Bits<W>) -> Bits<W> {
    let mut out = none();
    let mut open = !0;
    for i in (0..W).rev() {
        out[i] = open & !0 << (63 - (a[i] | 1).leading_zeros());
        open = if a[i] == 0 { open } else { 0 };
    }
    out
}

/// The cell with `n` others of the set below it. The set has more than `n` cells.
#[inline(always)]
pub(crate) fn nth<const W: usize>(a: &Bits<W>, mut n: u32) -> u16 {
    if W == 2 {
        // Nobody can guess which of two it is in.
        let below = a[0].count_ones();
        let above = n >= below;
        let (word, base) = if above { (a[W - 1], 64) } else { (a[0], 0) };
        return base + nth_in_word(word, n - below * u32::from(above));
    }
    for (i, &word) in a.iter().enumerate() {
        let here = word.count_ones();
        if i + 1 == W || n < here {
            return (i * 64) as u16 + nth_in_word(word, n);
        }
        n -= here;
    }
    0
}

/// `SELECT[byte * 8 + n]`: the place of the bit with `n` others below it.
static SELECT: [u8; 2048] = select_table();

const fn select_table() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte * 8 + n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// Halving finds the byte, a table the bit: no branch that could be guessed wrong.
#[inline(always)]
fn nth_in_word(mut word: u64, n: u32) -> u16 {
    let mut left = n;
    let mut base = 0;
    for half in [32u32, 16, 8] {
        let low = (word & ((1 << half) - 1)).count_ones();
        let above = u32::from(left >= low);
        left -= low * above;
        word >>= half * above;
        base += half * above;
    }
    let at = (word as usize & 255) * 8 + (left as usize & 7);
    base as u16 + u16::from(SELECT[at])
}

/// The cells of a set, in ascending order.
#[inline(always)]
pub(crate) fn cells<const W: usize>(a: &Bits<W>) -> Cells<W> {
    Cells { bits: *a, word: 0 }
}

/// Runs through the cells of a set.
pub(crate) struct Cells<const W: usize> {
    bits: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = u16;

    #[inline(always)]
    fn next(&mut self) -> Option<u16> {
        while self.bits[self.word] == 0 {
            if self.word + 1 == W {
                return None;
            }
            self.word += 1;
        }
        let word = &mut self.bits[self.word];
        let bit = word.trailing_zeros() as u16;
        *word &= *word - 1;
        Some((self.word * 64) as u16 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cells below one.
    fn below<const W: usize>(cell: u16) -> Bits<W> {
        let word = cell as usize / 64;
        std::array::from_fn(|i| {
            if i < word {
                !0
            } else if i == word {
                (1 << (cell % 64)) - 1
            } else {
                0
            }
        })
    }

    /// All cells above one.
    fn above<const W: usize>(cell: u16) -> Bits<W> {
        let word = cell as usize / 64;
        std::array::from_fn(|i| {
            if i > word {
                !0
            } else if i == word {
                !1 << (cell % 64)
            } else {
                0
            }
        })
    }

    fn sample<const W: usize>() -> Bits<W> {
        of_cells((0..64 * W as u16).filter(|c| c % 7 == 3 || c % 11 == 0))
    }

    fn check<const W: usize>() {
        let a = sample::<W>();
        let size = 64 * W as i32;
        for delta in -size - 1..=size + 1 {
            let seen = look(&a, delta);
            for s in 0..size {
                let there = s + delta;
                if (0..size).contains(&there) {
                    assert_eq!(has(&seen, s as u16), has(&a, there as u16), "W {W} delta {delta} s {s}");
                }
            }
        }
        for cell in 0..size as u16 {
            assert_eq!(below::<W>(cell), of_cells(0..cell));
            assert_eq!(above::<W>(cell), of_cells(cell + 1..size as u16));
        }
        let all: Vec<u16> = cells(&a).collect();
        assert_eq!(all.len() as u32, count(&a));
        assert_eq!((all[0], all[all.len() - 1]), (first(&a), last(&a)));
        for from in 0..size as u16 {
            let some = and(&a, &above::<W>(from));
            if !is_empty(&some) {
                assert_eq!(up_to_first(&some), below::<W>(first(&some) + 1));
            }
            let some = and(&a, &below::<W>(from));
            if !is_empty(&some) {
                let (top, others) = (last(&some), above::<W>(last(&some)));
                assert_eq!(down_to_last(&some), std::array::from_fn(|i| others[i] | single::<W>(top)[i]));
            }
        }
        assert_eq!((up_to_first::<W>(&none()), down_to_last::<W>(&none())), ([!0; W], [!0; W]));
        for (i, &c) in all.iter().enumerate() {
            assert_eq!(nth(&a, i as u32), c);
        }
    }

    #[test]
    fn sets_do_what_cell_by_cell_does() {
        check::<1>();
        check::<2>();
        check::<6>();
    }
}
