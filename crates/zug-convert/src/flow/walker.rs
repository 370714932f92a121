//! A walker: where a rule can have come to, and the effect it remembers.

use super::{MAX_EMPTY, NOWHERE, StmtKey};
use rustc_hash::FxHashSet;

/// A short list that is copied, because walkers are made by the million.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Short<T, const N: usize> {
    pub(super) len: u8,
    pub(super) items: [T; N],
}

impl<T: Copy + PartialEq, const N: usize> Short<T, N> {
    pub(super) fn new(nothing: T) -> Self {
        Self { len: 0, items: [nothing; N] }
    }

    pub(super) fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    /// False if it is full.
    pub(super) fn push(&mut self, item: T) -> bool {
        let room = usize::from(self.len) < N;
        if room {
            self.items[usize::from(self.len)] = item;
            self.len += 1;
        }
        room
    }

    pub(super) fn pop(&mut self, nothing: T) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::replace(&mut self.items[usize::from(self.len)], nothing))
    }

    /// Forgets the first.
    pub(super) fn shift(&mut self, nothing: T) {
        self.items.rotate_left(1);
        self.len = self.len.saturating_sub(1);
        self.items[usize::from(self.len)] = nothing;
    }

    pub(super) fn contains(&self, item: T) -> bool {
        self.as_slice().contains(&item)
    }
}

/// A walker: the registers of a rule, and the effect it remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) cursor: u16,
    pub(super) to: u16,
    pub(super) from: u16,
    pub(super) marks: Short<u16, 4>,
    pub(super) closed: Short<(u16, u16), 4>,
    /// Cells that tests have shown to be empty, the last ones. The board does not change while a rule looks at it.
    pub(super) empty: Short<u16, MAX_EMPTY>,
    /// Cells that a test has shown to be empty, or taken, since the cursor last moved, from afar.
    pub(super) ahead: u16,
    pub(super) taken: (u16, Side),
    /// The cell that the innermost loop over cells has come to.
    pub(super) round: u16,
    pub(super) ghost: Option<Ghost>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ghost {
    pub(super) effect: StmtKey,
    pub(super) sort: Change,
    pub(super) cell: u16,
    /// The part it belonged to has ended.
    pub(super) stale: bool,
    /// A piece is known to be there, and whose, or known not to be.
    pub(super) taken: Option<Side>,
    pub(super) empty: bool,
    /// The round of the loop it happened in.
    pub(super) round: u16,
    /// It makes a piece where there is none.
    pub(super) creates: bool,
}

/// Whose piece it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Any,
    Friend,
    Enemy,
}

/// What an effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Change {
    /// Which piece is there, or whether one is.
    Piece,
    Kind,
    Owner,
    Attr(u16),
    /// Nothing that a test could see while the part goes on.
    Unseen,
}

pub(super) type Set = FxHashSet<State>;

impl State {
    pub(super) fn remember_empty(&mut self, cell: u16) {
        if self.empty.contains(cell) {
            return;
        }
        if !self.empty.push(cell) {
            self.empty.shift(NOWHERE);
            self.empty.push(cell);
        }
    }

    /// The cursor has moved.
    pub(super) fn arrive(&mut self) {
        if self.cursor == self.ahead {
            self.remember_empty(self.ahead);
        }
        (self.ahead, self.taken) = (NOWHERE, (NOWHERE, Side::Any));
    }

    /// Whose piece is known to stand on a cell.
    pub(super) fn side(&self, cell: u16) -> Option<Side> {
        let ghost = self.ghost.filter(|ghost| ghost.cell == cell).and_then(|ghost| ghost.taken);
        ghost.or((self.taken.0 == cell).then_some(self.taken.1))
    }

    pub(super) fn put(&self, cursor: u16) -> Self {
        let mut s = State { cursor, ..*self };
        s.arrive();
        s
    }

    pub(super) fn is_empty(&self, cell: u16) -> bool {
        cell == self.ahead || self.empty.contains(cell)
    }

    pub(super) fn target(&self) -> u16 {
        if self.to == NOWHERE { self.cursor } else { self.to }
    }
}

pub(super) fn each(states: Set, mut change: impl FnMut(&mut State)) -> Set {
    states
        .into_iter()
        .map(|mut s| {
            change(&mut s);
            s
        })
        .collect()
}
