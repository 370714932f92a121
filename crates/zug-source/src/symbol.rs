//! Interned words: equal texts have equal numbers, so the compilers compare and hash `u32`s.
//!
//! One string buffer and an open table of numbers, because reading a large file interns a word every
//! fifty nanoseconds or so. Nothing is ever removed.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// A word of a [`Symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(pub u32);

impl Symbol {
    /// The empty text; known to every [`Symbols`].
    pub const EMPTY: Self = Self(0);
}

/// The table of all words.
#[derive(Clone, Debug)]
pub struct Symbols {
    text: String,
    /// Where each word ends in `text`; it starts where the one before ends.
    ends: Vec<usize>,
    /// Open addressing with linear probing; the length is a power of two, at most half is in use.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// `FREE` or a symbol.
    symbol: u32,
}

const FREE: Slot = Slot { hash: 0, symbol: u32::MAX };

impl Symbols {
    /// A table that knows only the empty word, [`Symbol::EMPTY`].
    pub fn new() -> Self {
        let mut symbols = Self { text: String::new(), ends: Vec::new(), slots: vec![FREE; 256] };
        symbols.intern("");
        symbols
    }

    /// The number of a word; a new one if the word is new.
    pub fn intern(&mut self, word: &str) -> Symbol {
        let hash = hash(word);
        let mut at = match self.find(word, hash) {
            Ok(symbol) => return symbol,
            Err(free) => free,
        };
        if (self.ends.len() + 1) * 2 > self.slots.len() {
            self.grow();
            at = self.free_slot(hash);
        }
        let symbol = self.ends.len() as u32;
        self.text.push_str(word);
        self.ends.push(self.text.len());
        self.slots[at] = Slot { hash, symbol };
        Symbol(symbol)
    }

    /// The number of a word if it was interned before.
    pub fn get(&self, word: &str) -> Option<Symbol> {
        self.find(word, hash(word)).ok()
    }

    /// The word behind a number; empty for numbers from elsewhere.
    pub fn name(&self, symbol: Symbol) -> &str {
        let at = symbol.0 as usize;
        let Some(&end) = self.ends.get(at) else { return "" };
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start..end]
    }

    /// The word's symbol, or the slot where it belongs.
    fn find(&self, word: &str, hash: u32) -> Result<Symbol, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.symbol == FREE.symbol {
                return Err(at);
            }
            if slot.hash == hash && self.name(Symbol(slot.symbol)) == word {
                return Ok(Symbol(slot.symbol));
            }
            at = (at + 1) & mask;
        }
    }

    fn free_slot(&self, hash: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].symbol != FREE.symbol {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let larger = vec![FREE; self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, larger);
        for slot in old {
            if slot.symbol != FREE.symbol {
                let at = self.free_slot(slot.hash);
                self.slots[at] = slot;
            }
        }
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Self::new()
    }
}

fn hash(word: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_words_have_equal_numbers() {
        let mut symbols = Symbols::new();
        let north = symbols.intern("north");
        let other = symbols.intern("North");
        assert_ne!(north, other);
        assert_eq!(symbols.intern("north"), north);
        assert_eq!(symbols.get("north"), Some(north));
        assert_eq!(symbols.get("south"), None);
        assert_eq!(symbols.name(north), "north");
    }

    #[test]
    fn the_empty_word_is_known_from_the_start() {
        let mut symbols = Symbols::new();
        assert_eq!(symbols.get(""), Some(Symbol::EMPTY));
        assert_eq!(symbols.intern(""), Symbol::EMPTY);
        assert_eq!(symbols.name(Symbol::EMPTY), "");
    }

    #[test]
    fn growing_keeps_every_word() {
        let mut symbols = Symbols::new();
        let all: Vec<Symbol> = (0..20_000).map(|n| symbols.intern(&format!("w{n}"))).collect();
        for (n, &symbol) in all.iter().enumerate() {
            assert_eq!(symbols.name(symbol), format!("w{n}"));
            assert_eq!(symbols.get(&format!("w{n}")), Some(symbol));
        }
        assert_eq!(symbols.name(Symbol(u32::MAX)), "");
    }
}
