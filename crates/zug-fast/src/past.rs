//! The boards of a game so far, where a move may not bring one back.
//!
//! Whether such a move is legal cannot be seen from the board alone, so there a position carries what was before it. Copies
//! share it, and so does whoever only looks; in other games there is nothing to carry.

use std::sync::Arc;

/// Places for so many more positions, when a past that others share is copied.
const ROOM: usize = 64;

/// What was on the board until now, the present position last: the history of the interpreter's state, in which a situation
/// and its board follow each other. Nothing in games that do not ask.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Past(Option<Arc<Vec<u64>>>);

impl Past {
    pub(crate) fn of(history: &[u64]) -> Past {
        Past(Some(Arc::new(history.to_vec())))
    }

    /// Shares another one. Most games have none, and nothing is done.
    #[inline(always)]
    pub(crate) fn copy(&mut self, from: &Past) {
        if self.0.is_some() || from.0.is_some() {
            self.share(from);
        }
    }

    #[cold]
    fn share(&mut self, from: &Past) {
        self.0.clone_from(&from.0);
    }

    /// All of it, where there is one.
    pub(crate) fn history(&self) -> Option<&[u64]> {
        self.0.as_ref().map(|all| &all[..])
    }

    /// The present position is one of those that were before, and this one follows.
    pub(crate) fn add(&mut self, situation: u64, board: u64) {
        let Some(all) = &mut self.0 else { return };
        if Arc::get_mut(all).is_none() {
            let mut own = Vec::with_capacity(all.len() + 2 * ROOM);
            own.extend_from_slice(all);
            *all = Arc::new(own);
        }
        if let Some(own) = Arc::get_mut(all) {
            own.extend([situation, board]);
        }
    }

    /// Leaves it to others.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }

    /// What was there before the present position.
    fn before(&self) -> &[u64] {
        self.history().map_or(&[], |all| &all[..all.len().saturating_sub(2)])
    }

    /// How often such a situation was there before the present position.
    pub(crate) fn situations(&self, key: u64) -> usize {
        self.before().iter().step_by(2).filter(|h| **h == key).count()
    }

    /// How often such a board, whoever's turn it was.
    pub(crate) fn boards(&self, key: u64, turns: &[u64]) -> usize {
        self.before().iter().skip(1).step_by(2).filter(|h| turns.contains(&(**h ^ key))).count()
    }
}

#[cfg(test)]
mod tests {
    use super::Past;

    #[test]
    fn the_present_position_was_not_before() {
        let mut past = Past::of(&[1, 11]);
        assert_eq!((past.situations(1), past.boards(11, &[0])), (0, 0));
        past.add(2, 12);
        assert_eq!((past.situations(1), past.boards(11, &[0])), (1, 1));
        assert_eq!((past.situations(11), past.boards(1, &[0])), (0, 0), "boards and situations are apart");
    }

    #[test]
    fn a_board_is_the_same_whoever_moves() {
        let past = Past::of(&[1, 8 ^ 16, 2, 8 ^ 32, 3, 9 ^ 16, 4, 4]);
        assert_eq!(past.boards(8, &[16, 32]), 2);
        assert_eq!(past.boards(9, &[16, 32]), 1);
    }

    #[test]
    fn copies_go_their_own_ways() {
        let mut one = Past::of(&[1, 11]);
        let mut other = one.clone();
        one.add(2, 12);
        other.add(3, 13);
        assert_eq!(one.history(), Some(&[1, 11, 2, 12][..]));
        assert_eq!(other.history(), Some(&[1, 11, 3, 13][..]));
        let mut none = Past::default();
        none.add(1, 11);
        assert_eq!(none.history(), None);
    }
}
