//! Positions of which only boards and values are true: machine code that needs neither codes nor hash leaves them behind,
//! and whoever needs them has them made.

use crate::class::BoardId;
use crate::codes::{Code, Codes};
use crate::plan::Plan;
use crate::position::Position;
use zug_vm::keys;

/// Do boards tell all sorts of pieces apart?
pub(crate) fn told_apart(codes: &Codes) -> bool {
    codes.boards.iter().enumerate().all(|(i, shown)| !codes.boards[..i].contains(shown))
}

impl<const W: usize> Plan<W> {
    /// Makes codes and hash true again; `from` is an earlier position of the same game, of which everything is true.
    pub(crate) fn refresh(&self, position: &mut Position, from: &Position) {
        if !std::mem::take(&mut position.stale) {
            return;
        }
        let layout = &self.layout;
        let mut hash = from.hash
            ^ layout.turn_keys[from.turn as usize]
            ^ layout.turn_keys[position.turn as usize]
            ^ self.value_keys(from)
            ^ self.value_keys(position);
        // Boards of places say nothing about what stands there.
        let boards = (0..self.shared.classes.len() as u8).map(BoardId);
        let of_pieces: Vec<BoardId> = boards.filter(|b| !self.shared.classes.class(*b).of_places()).collect();
        for cell in 0..layout.n_cells as u16 {
            let shown =
                of_pieces.iter().fold(0, |all, b| all | u64::from(position.has::<W>(*b, cell)) << b.0);
            let code = self.codes.boards.iter().position(|b| *b == shown).unwrap_or(0) as Code;
            let old = from.code(layout, cell);
            hash ^= self.codes.key(cell, old) ^ self.codes.key(cell, code);
            let word = &mut position.words_mut()[layout.cells_at + cell as usize / 8];
            let place = cell % 8 * 8;
            *word = *word & !(0xFF << place) | u64::from(code) << place;
        }
        position.hash = hash;
    }

    /// What values and reserves add to the hash.
    fn value_keys(&self, position: &Position) -> u64 {
        let (layout, words) = (&self.layout, position.words());
        let globals = words[layout.globals_at..layout.reserves_at].iter().enumerate();
        let of_global = |(i, word): (usize, &u64)| {
            if layout.is_hashed(zug_ir::GlobalId(i as u16)) {
                keys::global(i, *word as u32 as i32)
            } else {
                0
            }
        };
        let reserves = words[layout.reserves_at..].iter().enumerate();
        let of_reserve = |(i, word): (usize, &u64)| keys::reserve(i, *word as u32);
        globals.map(of_global).chain(reserves.map(of_reserve)).fold(0, |all, key| all ^ key)
    }
}
