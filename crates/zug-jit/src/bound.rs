//! Numbers that are known to be below a limit, and the tables and windows they lead into.
//!
//! A [`Below`] is a value of its own: it exists only behind the check that made it, so a program that uses it elsewhere is refused.
//! Everything about limits is checked arithmetic when the program is made; only the first check costs anything when it runs.

use crate::maker::{Maker, Value};
use cranelift_codegen::ir;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use std::sync::Arc;

/// A word that is below a limit.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    pub(crate) value: Value,
    pub(crate) limit: usize,
}

impl Below {
    pub fn value(self) -> Value {
        self.value
    }
}

/// A list of words that belongs to the program.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub(crate) maker: u32,
    pub(crate) index: usize,
    pub(crate) len: usize,
}

/// A part of a region that stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub(crate) maker: u32,
    pub(crate) start: ir::Value,
    pub(crate) len: usize,
}

/// A limit that came out of others.
fn limit(found: Option<usize>) -> usize {
    found.unwrap_or_else(|| panic!("a limit that no word can hold"))
}

impl Maker<'_> {
    /// A list of words for the program to read; equal lists are one.
    pub fn table(&mut self, words: Vec<u64>) -> Table {
        let known = self.tables.iter().position(|table| table[..] == words[..]);
        let index = known.unwrap_or(self.tables.len());
        let table = Table { maker: self.number, index, len: words.len() };
        if known.is_none() {
            self.tables.push(Arc::from(words));
        }
        table
    }

    /// The same value, known to be below the limit; otherwise the program ends at once.
    pub fn below(&mut self, value: Value, limit: usize) -> Below {
        let word = self.own(value);
        let fits = self.ins().icmp_imm_u(IntCC::UnsignedLessThan, word, limit as i64);
        // Handed over, so that it is a value of its own that only what follows the check can name.
        let (next, checked) = self.block(1);
        self.branch_inside(fits, (next, &[value]), None);
        self.begin(next);
        Below { value: checked[0], limit }
    }

    /// The lowest bits of a value.
    ///
    /// # Panics
    ///
    /// Panics if a word has not so many and one more.
    pub fn masked(&mut self, value: Value, bits: u32) -> Below {
        let limit = limit(1usize.checked_shl(bits));
        let mask = self.word(limit as u64 - 1);
        Below { value: self.and(value, mask), limit }
    }

    /// A number below a limit, without some of its lowest bits.
    ///
    /// # Panics
    ///
    /// Panics if a word has not so many and one more.
    pub fn halved(&mut self, number: Below, bits: u32) -> Below {
        assert!(bits < u64::BITS, "a shift by {bits}");
        let by = self.word(u64::from(bits));
        let highest = number.limit.checked_sub(1);
        Below { value: self.shr(number.value, by), limit: highest.map_or(0, |highest| (highest >> bits) + 1) }
    }

    /// A number below a limit, so many times.
    ///
    /// # Panics
    ///
    /// Panics if the product may be more than a word holds.
    pub fn times(&mut self, number: Below, by: usize) -> Below {
        let factor = self.word(by as u64);
        let product = |highest: usize| limit(highest.checked_mul(by).and_then(|most| most.checked_add(1)));
        let limit = number.limit.checked_sub(1).map_or(0, product);
        Below { value: self.mul(number.value, factor), limit }
    }

    /// `row * width + column`.
    ///
    /// # Panics
    ///
    /// Panics if columns may be outside of the row, or the place more than a word holds.
    pub fn cell_of(&mut self, row: Below, width: usize, column: Below) -> Below {
        assert!(column.limit <= width, "columns outside of the row");
        let limit = limit(row.limit.checked_mul(width));
        let width = self.word(width as u64);
        let start = self.mul(row.value, width);
        Below { value: self.add(start, column.value), limit }
    }

    /// The sum of two numbers, with a limit of its own.
    ///
    /// # Panics
    ///
    /// Panics if it may be more than a word holds.
    pub fn sum(&mut self, a: Below, b: Below) -> Below {
        let most = b.limit.checked_sub(1).and_then(|b| a.limit.checked_sub(1).map(|a| (a, b)));
        let limit = most.map_or(0, |(a, b)| limit(a.checked_add(b).and_then(|most| most.checked_add(1))));
        Below { value: self.add(a.value, b.value), limit }
    }

    /// A constant known to be below a limit.
    ///
    /// # Panics
    ///
    /// Panics if it is not.
    pub fn constant_below(&mut self, value: usize, limit: usize) -> Below {
        assert!(value < limit, "{value} is not below {limit}");
        Below { value: self.word(value as u64), limit }
    }

    /// A row of a region of rows.
    ///
    /// # Panics
    ///
    /// Panics if it may be outside: a mistake in the program that writes this one.
    pub fn window(&mut self, region: usize, row: Below, len: usize) -> Window {
        let whole = self.regions[region];
        let end = row.limit.checked_mul(len);
        assert!(end.is_some_and(|end| end <= whole.len), "a window outside of region {region}");
        // Where rows have no words it does not matter where they begin.
        let distance = self.word((len as u64).wrapping_mul(8));
        let distance = self.mul(row.value, distance);
        let distance = self.own(distance);
        Window { maker: self.number, start: self.ins().iadd(whole.start, distance), len }
    }

    /// From now on the window stands for the region. The result is what stood for it before.
    ///
    /// # Panics
    ///
    /// Panics if the window is one of another program.
    pub fn look_through(&mut self, region: usize, window: Window) -> Window {
        self.must_own(window.maker);
        std::mem::replace(&mut self.regions[region], window)
    }

    /// A word of a region.
    ///
    /// # Panics
    ///
    /// Panics if the place is outside: a mistake in the program that writes this one.
    pub fn load(&mut self, region: usize, at: usize) -> Value {
        let from = self.in_region(region, at, None);
        self.load_from(from)
    }

    pub fn store(&mut self, region: usize, at: usize, value: Value) {
        let to = self.in_region(region, at, None);
        self.store_to(to, value);
    }

    /// The word `index` places behind that place.
    pub fn load_at(&mut self, region: usize, at: usize, index: Below) -> Value {
        let from = self.in_region(region, at, Some(index));
        self.load_from(from)
    }

    pub fn store_at(&mut self, region: usize, at: usize, index: Below, value: Value) {
        let to = self.in_region(region, at, Some(index));
        self.store_to(to, value);
    }

    /// A word of a table.
    pub fn look_up(&mut self, table: Table, index: Below) -> Value {
        self.look_up_at(table, 0, index)
    }

    /// The word of a table `index` places behind that place.
    ///
    /// # Panics
    ///
    /// Panics if that may be outside: a mistake in the program that writes this one.
    pub fn look_up_at(&mut self, table: Table, at: usize, index: Below) -> Value {
        self.must_own(table.maker);
        let limit = index.limit;
        assert!(is_inside(at, limit, table.len), "{limit} behind {at} in a table of {}", table.len);
        let start = self.tables[table.index].as_ptr() as i64;
        let start = self.ins().iconst(I64, start);
        let from = self.address(start, at, Some(index));
        self.load_from(from)
    }

    /// Where a word of a region is. Regions are at least as long as the program was told, `Code::call` sees to that; a constant
    /// place is checked here, an index by what made it a `Below`; tables live as long as the program and never change. So no
    /// access leaves what it belongs to.
    fn in_region(&mut self, region: usize, at: usize, index: Option<Below>) -> (ir::Value, i32) {
        let Window { start, len, .. } = self.regions[region];
        let limit = index.map_or(1, |index| index.limit);
        assert!(is_inside(at, limit, len), "an access outside of region {region}");
        self.address(start, at, index)
    }

    /// An address and a distance to be added to it: `at` words behind the start, and `index` more. Where that is inside of a list
    /// that exists, nothing here overflows.
    fn address(&mut self, start: ir::Value, at: usize, index: Option<Below>) -> (ir::Value, i32) {
        let mut start = start;
        if let Some(index) = index {
            let index = self.own(index.value);
            let distance = self.ins().ishl_imm_u(index, 3);
            start = self.ins().iadd(start, distance);
        }
        let bytes = (at as u64).wrapping_mul(8);
        match i32::try_from(bytes) {
            Ok(bytes) => (start, bytes),
            Err(_) => {
                let bytes = self.ins().iconst(I64, bytes as i64);
                (self.ins().iadd(start, bytes), 0)
            }
        }
    }
}

/// True if all places from `at` on, as many as the limit says, are inside of so many words.
fn is_inside(at: usize, limit: usize, len: usize) -> bool {
    at.checked_add(limit).is_some_and(|end| end <= len)
}
