//! Whoever thinks attacks: where positions are slow to look at, there is no time to see where a plan leads, and pieces go where
//! the rival's are.
//!
//! The fewer pieces of a kind somebody has at the start, the more they attract, and those he has one of do not go themselves.

use crate::aims::look;
use std::collections::VecDeque;
use zug_game::ir::{Game as Ir, Pile};
use zug_game::{Game, PlayerId, Sight};

/// What one step nearer to all that a rival has is worth for one piece, in hundredths of the least valuable piece.
const STEP: f32 = 3.0;
/// Larger boards are not looked at: the table of distances grows with the square of them.
const MOST_CELLS: usize = 400;

/// How pieces attract each other.
#[derive(Clone, Debug)]
pub(crate) struct Pull {
    n_cells: usize,
    n_kinds: usize,
    /// `distance[from * cells + to]`, in steps of any direction.
    distance: Vec<u8>,
    /// `worth[owner * kinds + kind]`: what a step nearer to such a piece is worth.
    worth: Vec<f32>,
    /// `goes[owner * kinds + kind]`: is it attracted itself?
    goes: Vec<bool>,
}

impl Pull {
    /// Nothing where pieces lie on each other, or the board is large.
    pub(crate) fn new(game: &Game) -> Option<Pull> {
        let ir = game.ir();
        let (n_cells, n_kinds) = (ir.board.cells.len(), ir.kinds.len());
        if ir.rules.pile != Pile::Single || n_cells > MOST_CELLS {
            return None;
        }
        let mut counts = vec![0_usize; ir.players.len() * n_kinds];
        for stand in look(&game.start()).pieces {
            counts[stand.owner.idx() * n_kinds + stand.kind.idx()] += 1;
        }
        let mut worth = vec![0.0; counts.len()];
        for (worth, counts) in worth.chunks_mut(n_kinds.max(1)).zip(counts.chunks(n_kinds.max(1))) {
            let kinds = counts.iter().filter(|n| **n > 0).count() as f32;
            for (worth, n) in worth.iter_mut().zip(counts).filter(|(_, n)| **n > 0) {
                *worth = STEP / kinds / *n as f32;
            }
        }
        let goes = counts.iter().map(|n| *n != 1).collect();
        Some(Pull { n_cells, n_kinds, distance: distances(ir), worth, goes })
    }

    /// What the distances between pieces are worth to a player who attacks.
    pub(crate) fn of(&self, sight: &Sight, player: PlayerId) -> i32 {
        let mut sum = 0.0;
        let (mine, others): (Vec<_>, Vec<_>) = sight.pieces.iter().partition(|s| s.owner == player);
        let sort = |s: &zug_game::Stand| s.owner.idx() * self.n_kinds + s.kind.idx();
        for one in mine.iter().filter(|s| self.goes[sort(s)]) {
            let from = &self.distance[one.cell.idx() * self.n_cells..][..self.n_cells];
            sum += others.iter().map(|s| self.worth[sort(s)] * f32::from(from[s.cell.idx()])).sum::<f32>();
        }
        -sum as i32
    }
}

/// Steps from every cell to every other one.
fn distances(ir: &Ir) -> Vec<u8> {
    let n = ir.board.cells.len();
    let mut all = vec![u8::MAX; n * n];
    for (from, row) in all.chunks_mut(n.max(1)).enumerate() {
        row[from] = 0;
        let mut front = VecDeque::from([from]);
        while let Some(cell) = front.pop_front() {
            for next in ir.board.links.iter().filter_map(|dir| dir[cell]) {
                if row[next.idx()] == u8::MAX {
                    row[next.idx()] = row[cell].saturating_add(1);
                    front.push_back(next.idx());
                }
            }
        }
        // What cannot be reached is nowhere: it does not count.
        row.iter_mut().filter(|d| **d == u8::MAX).for_each(|d| *d = 0);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Pull, look};

    #[test]
    fn going_there_is_worth_something() {
        let game = zug_library::find("ultima").unwrap().load(None).unwrap();
        let (pull, white) = (Pull::new(&game).unwrap(), game.player("White").unwrap());
        let mut state = game.start();
        let before = pull.of(&look(&state), white);
        let named = state.named_moves().unwrap();
        let mv = named.iter().find(|(name, _)| name == "a2-a6").unwrap().1.clone();
        state.play(&mv).unwrap();
        assert!(pull.of(&look(&state), white) > before);
    }
}
