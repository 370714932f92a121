//! What a position is worth without looking ahead: a sum over what stands where.

use zug_game::{Game, PlayerId, Sight, Stand, UNLIMITED};

/// Values are kept below this, far from those of wins.
pub(crate) const MOST: i32 = 100_000;

/// Values of everything that can be seen, in hundredths of the least valuable piece, for the first of two players.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) first: PlayerId,
    pub(crate) n_kinds: usize,
    pub(crate) n_cells: usize,
    /// `square[(owner * kinds + kind) * cells + cell]`.
    pub(crate) square: Vec<i32>,
    /// `under[owner * kinds + kind]`: pieces that others lie on.
    pub(crate) under: Vec<i32>,
    /// `reserve[owner * kinds + kind]`.
    pub(crate) reserve: Vec<i32>,
    /// `globals[global]`, per unit, in 1/256.
    pub(crate) globals: Vec<i32>,
    /// For having the move.
    pub(crate) tempo: i32,
    /// For each doubling of one's moves.
    pub(crate) mobility: i32,
    /// How much likelier a hundred points make a win, as a logit.
    pub(crate) logit: f32,
}

impl Evaluation {
    /// Everything is worth nothing.
    pub(crate) fn blank(game: &Game, first: PlayerId) -> Self {
        let ir = game.ir();
        let sorts = ir.players.len() * ir.kinds.len();
        Evaluation {
            first,
            n_kinds: ir.kinds.len(),
            n_cells: ir.board.cells.len(),
            square: vec![0; sorts * ir.board.cells.len()],
            under: vec![0; sorts],
            reserve: vec![0; sorts],
            globals: vec![0; ir.globals.len()],
            tempo: 0,
            mobility: 0,
            logit: 0.35,
        }
    }

    pub(crate) fn sort(&self, stand: &Stand) -> usize {
        stand.owner.idx() * self.n_kinds + stand.kind.idx()
    }

    /// What one piece is worth to the first player.
    pub(crate) fn of_stand(&self, stand: &Stand) -> i32 {
        let sort = self.sort(stand);
        let value =
            if stand.under { self.under[sort] } else { self.square[sort * self.n_cells + stand.cell.idx()] };
        value.saturating_mul(stand.n.min(10_000) as i32)
    }

    /// How likely a player wins, by what can be seen.
    pub(crate) fn chance(&self, sight: &Sight, player: PlayerId) -> f32 {
        let points = self.of(sight, player, 1, 1) - self.tempo;
        1.0 / (1.0 + (-points as f32 / 100.0 * self.logit).exp())
    }

    /// What a position is worth to `player`, whose turn it is, with so many moves; his rival had so many before.
    pub(crate) fn of(&self, sight: &Sight, player: PlayerId, moves: usize, rival_moves: usize) -> i32 {
        let mut sum: i64 = sight.pieces.iter().map(|stand| i64::from(self.of_stand(stand))).sum();
        for (n, value) in sight.reserves.iter().zip(&self.reserve) {
            if *n != UNLIMITED {
                sum += i64::from(*n) * i64::from(*value);
            }
        }
        for (n, value) in sight.globals.iter().zip(&self.globals) {
            sum += (i64::from(*n) * i64::from(*value)) >> 8;
        }
        if player != self.first {
            sum = -sum;
        }
        if self.mobility != 0 {
            sum += (i64::from(self.mobility) * (doublings(moves) - doublings(rival_moves))) >> 4;
        }
        (sum + i64::from(self.tempo)).clamp(-i64::from(MOST), i64::from(MOST)) as i32
    }
}

/// The logarithm of a number of moves to base 2, in sixteenths.
pub(crate) fn doublings(moves: usize) -> i64 {
    let n = moves as u64 + 1;
    let whole = n.ilog2();
    let rest = if whole >= 4 { (n >> (whole - 4)) & 15 } else { (n << (4 - whole)) & 15 };
    i64::from(whole) * 16 + rest as i64
}

#[cfg(test)]
mod tests {
    use super::doublings;

    #[test]
    fn twice_as_many_moves_are_one_more_doubling() {
        assert_eq!(doublings(0), 0);
        assert_eq!(doublings(1), 16);
        assert_eq!(doublings(3), 32);
        assert_eq!(doublings(5) - doublings(2), 16);
        assert!((0..500).map(doublings).is_sorted());
    }
}
