//! What stands where, for whoever judges positions: it is read for every position of a search, so no rule is run.

use crate::plan::Plan;
use crate::position::Position;
use zug_ir::{CellId, GlobalId, KindId, Pile, PlayerId};
use zug_vm::{Piece, Program, State};

/// Pieces of one sort on one cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stand {
    pub cell: CellId,
    pub owner: PlayerId,
    pub kind: KindId,
    /// How many there are.
    pub n: u32,
    /// In a stack: other pieces lie on it.
    pub under: bool,
}

impl Stand {
    pub(crate) fn new(cell: usize, piece: Piece, n: u32) -> Self {
        Stand { cell: CellId(cell as u16), owner: piece.owner(), kind: piece.kind(), n, under: false }
    }
}

/// A position as lists of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sight {
    /// Cell by cell.
    pub pieces: Vec<Stand>,
    /// `globals[global]`.
    pub globals: Vec<i32>,
    /// `reserves[player * kinds + kind]`; nothing in games without reserves.
    pub reserves: Vec<u32>,
}

impl Sight {
    /// Looks at a state of the interpreter.
    pub fn of_state(&mut self, program: &Program, state: &State) {
        let game = program.game();
        self.pieces.clear();
        for cell in 0..game.board.cells.len() {
            let at = CellId(cell as u16);
            match game.rules.pile {
                Pile::Single => {
                    let piece = state.piece(at);
                    self.pieces.extend(piece.is_some().then(|| Stand::new(cell, piece, 1)));
                }
                Pile::Stack => {
                    let from = self.pieces.len();
                    self.pieces.extend(state.stack(at).map(|piece| Stand::new(cell, piece, 1)));
                    let top = self.pieces.len().saturating_sub(1).max(from);
                    self.pieces[from..top].iter_mut().for_each(|stand| stand.under = true);
                }
                Pile::Heap => {
                    let some = state.heap(program, at).filter(|(_, n)| *n > 0);
                    let stand = |(piece, n): (Piece, u64)| Stand::new(cell, piece, n.min(1 << 30) as u32);
                    self.pieces.extend(some.map(stand));
                }
            }
        }
        self.globals.clear();
        self.globals.extend((0..game.globals.len()).map(|i| state.global(GlobalId(i as u16))));
        self.reserves.clear();
        if program.has_reserves() {
            let (players, kinds) = (game.players.len() as u16, game.kinds.len() as u16);
            let each = (0..players).flat_map(|p| (0..kinds).map(move |k| (PlayerId(p), KindId(k))));
            self.reserves.extend(each.map(|(p, k)| state.reserve(program, p, k)));
        }
    }

    /// Looks at heaps: `codes` counts for each cell, then values.
    pub(crate) fn of_counts(&mut self, words: &[u64], n_cells: usize, codes: &[Piece]) {
        let n_counts = (n_cells * codes.len()).min(words.len());
        let counts = words[..n_counts].iter().enumerate().filter(|(_, n)| **n > 0);
        let stand = |(i, n): (usize, &u64)| Stand::new(i / codes.len(), codes[i % codes.len()], *n as u32);
        self.pieces.clear();
        self.pieces.extend(counts.map(stand));
        self.globals.clear();
        self.globals.extend(words[n_counts..].iter().map(|word| *word as u32 as i32));
        self.reserves.clear();
    }
}

impl<const W: usize> Plan<W> {
    pub(crate) fn look(&self, position: &Position, out: &mut Sight) {
        let layout = &self.layout;
        let stand = |cell: usize| {
            let code = position.code(layout, cell as u16);
            (code != 0).then(|| Stand::new(cell, self.codes.piece(code), 1))
        };
        out.pieces.clear();
        if layout.piles {
            self.look_at_piles(position, out);
        } else {
            out.pieces.extend((0..layout.n_cells).filter_map(stand));
        }
        let words = position.words();
        out.globals.clear();
        out.globals.extend(words[layout.globals_at..layout.flags_at].iter().map(|word| *word as u32 as i32));
        out.reserves.clear();
        out.reserves.extend(words[layout.reserves_at..layout.len].iter().map(|word| *word as u32));
    }

    fn look_at_piles(&self, position: &Position, out: &mut Sight) {
        for cell in 0..self.layout.n_cells {
            let pile = position.pile(&self.layout, cell as u16);
            for (i, code) in pile.iter().enumerate() {
                let stand = Stand::new(cell, self.codes.piece(*code), 1);
                out.pieces.push(Stand { under: i + 1 < pile.len(), ..stand });
            }
        }
    }
}
