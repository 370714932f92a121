//! What stands on the cells that a part touches, as far as a view can see it: owners and kinds.

use crate::game::Game;
use rustc_hash::FxHashMap;
use zug_ir::{CellId, KindId, Pile, PlayerId};
use zug_vm::{Piece, State as Position};

/// What a view sees of a piece.
pub(super) type Man = (PlayerId, KindId);

/// Pieces of a cell from the bottom, equal neighbours counted together.
pub(super) type Contents = Vec<(Man, u64)>;

pub(super) fn man(piece: Piece) -> Man {
    (piece.owner(), piece.kind())
}

/// What stands on a cell.
pub(super) fn contents(game: &Game, position: &Position, cell: CellId) -> Contents {
    let mut all = Contents::new();
    game.contents(position, cell).into_iter().for_each(|(piece, n)| push(&mut all, man(piece), n));
    all
}

fn push(contents: &mut Contents, man: Man, n: u64) {
    match contents.last_mut() {
        Some((top, m)) if *top == man => *m += n,
        _ if n > 0 => contents.push((man, n)),
        _ => {}
    }
}

/// A board on which the movements of a part are made once more.
pub(super) struct Model<'g> {
    game: &'g Game,
    before: &'g Position,
    cells: FxHashMap<CellId, Contents>,
    /// Cells in the order in which they were touched.
    order: Vec<CellId>,
}

impl<'g> Model<'g> {
    pub(super) fn new(game: &'g Game, before: &'g Position) -> Self {
        Model { game, before, cells: FxHashMap::default(), order: Vec::new() }
    }

    pub(super) fn pile(&self) -> Pile {
        self.game.ir().rules.pile
    }

    pub(super) fn touched(&self) -> &[CellId] {
        &self.order
    }

    pub(super) fn knows(&self, cell: CellId) -> bool {
        self.cells.contains_key(&cell)
    }

    pub(super) fn touch(&mut self, cell: CellId) -> &mut Contents {
        let (game, before, order) = (self.game, self.before, &mut self.order);
        self.cells.entry(cell).or_insert_with(|| {
            order.push(cell);
            contents(game, before, cell)
        })
    }

    /// Takes pieces up: `n` of those like `man` from a heap, the top `n` of a stack (all of it for 0), else the one that is
    /// there. Gives what was taken, from the bottom.
    pub(super) fn take(&mut self, cell: CellId, n: u64, man: Man) -> Contents {
        let pile = self.pile();
        let here = self.touch(cell);
        match pile {
            Pile::Single => std::mem::take(here),
            Pile::Stack if n == 0 => std::mem::take(here),
            Pile::Stack => take_top(here, n),
            Pile::Heap => {
                let Some(at) = here.iter().position(|(m, _)| *m == man) else { return Contents::new() };
                let taken = here[at].1.min(n.max(1));
                here[at].1 -= taken;
                here.retain(|(_, n)| *n > 0);
                vec![(man, taken)]
            }
        }
    }

    /// Sets pieces down, on top of what is there; where a cell holds one piece, instead of it.
    pub(super) fn put(&mut self, cell: CellId, men: &Contents) {
        let pile = self.pile();
        let here = self.touch(cell);
        match pile {
            Pile::Single => {
                *here = men.last().map(|(man, _)| (*man, 1)).into_iter().collect();
            }
            Pile::Stack => men.iter().for_each(|(man, n)| push(here, *man, *n)),
            Pile::Heap => {
                for (man, n) in men {
                    match here.iter_mut().find(|(m, _)| m == man) {
                        Some((_, m)) => *m += n,
                        None => here.push((*man, *n)),
                    }
                }
            }
        }
    }
}

fn take_top(here: &mut Contents, n: u64) -> Contents {
    let mut left = n;
    let mut taken = Contents::new();
    while let Some((man, m)) = here.last_mut().filter(|_| left > 0) {
        let some = left.min(*m);
        taken.push((*man, some));
        *m -= some;
        left -= some;
        if *m == 0 {
            here.pop();
        }
    }
    taken.reverse();
    taken
}

/// What is in `a` and not in `b`, whatever the order.
pub(super) fn missing(a: &Contents, b: &Contents) -> Contents {
    let count = |all: &Contents, man: Man| all.iter().filter(|(m, _)| *m == man).map(|(_, n)| n).sum::<u64>();
    let mut out = Contents::new();
    for (man, _) in a {
        let n = count(a, *man).saturating_sub(count(b, *man));
        if n > 0 && out.iter().all(|(m, _)| m != man) {
            out.push((*man, n));
        }
    }
    out
}
