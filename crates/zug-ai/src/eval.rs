//! What a position is worth without looking ahead: a sum over what stands where.

use zug_game::{Game, PlayerId, Sight, Stand, UNLIMITED};

/// Values are kept below this, far from those of wins.
pub(crate) const MOST: i32 = 100_000;

/// Values of everything that can be seen, in hundredths of the least valuable piece: for the first of two players; where there
/// are more, for the owner.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) first: PlayerId,
    /// Who plays, if there are more than two.
    pub(crate) many: Vec<PlayerId>,
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
    pub(crate) fn blank(game: &Game, players: &[PlayerId]) -> Self {
        let ir = game.ir();
        let sorts = ir.players.len() * ir.kinds.len();
        Evaluation {
            first: players.first().copied().unwrap_or(PlayerId(0)),
            many: if players.len() > 2 { players.to_vec() } else { Vec::new() },
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

    /// How likely a player wins, by what can be seen, less some points.
    pub(crate) fn chance(&self, sight: &Sight, player: PlayerId, cost: i32) -> f32 {
        let points = self.lead(sight, player);
        1.0 / (1.0 + ((cost - points) as f32 / 100.0 * self.logit).exp())
    }

    /// What a player has more than the others, whoever is to move.
    pub(crate) fn lead(&self, sight: &Sight, player: PlayerId) -> i32 {
        if self.many.is_empty() {
            self.of(sight, player, 1, 1) - self.tempo
        } else {
            self.ahead(sight, player)
        }
    }

    /// How much more a player has than the others have on average.
    fn ahead(&self, sight: &Sight, player: PlayerId) -> i32 {
        let (mut own, mut others) = (0, 0);
        let mut count = |owner: PlayerId, value: i64| {
            if owner == player {
                own += value;
            } else if self.many.contains(&owner) {
                others += value;
            }
        };
        for stand in &sight.pieces {
            count(stand.owner, i64::from(self.of_stand(stand)));
        }
        for (i, (n, value)) in sight.reserves.iter().zip(&self.reserve).enumerate() {
            if *n != UNLIMITED {
                count(PlayerId((i / self.n_kinds) as u16), i64::from(*n) * i64::from(*value));
            }
        }
        let mean = others / (self.many.len() as i64 - 1).max(1);
        (own - mean).clamp(-i64::from(MOST), i64::from(MOST)) as i32
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
    use super::{Evaluation, doublings};
    use crate::aims::look;
    use zug_game::PlayerId;

    #[test]
    fn twice_as_many_moves_are_one_more_doubling() {
        assert_eq!(doublings(0), 0);
        assert_eq!(doublings(1), 16);
        assert_eq!(doublings(3), 32);
        assert_eq!(doublings(5) - doublings(2), 16);
        assert!((0..500).map(doublings).is_sorted());
    }

    #[test]
    fn where_many_play_everybody_is_compared_with_the_mean_of_the_others() {
        let game = zug_library::find("four-player-chess").unwrap().load(None).unwrap();
        let players: Vec<PlayerId> = (0..4).map(PlayerId).collect();
        let mut eval = Evaluation::blank(&game, &players);
        let mut sight = look(&game.start());
        eval.square.fill(100);
        for player in &players {
            assert_eq!((eval.ahead(&sight, *player), eval.chance(&sight, *player, 0)), (0, 0.5));
        }
        // Somebody loses four of his sixteen pieces. The others of one who has all his 1600 have (1600 + 1600 + 1200) / 3 on
        // average, without the rest 1466.
        let mut left = 4;
        sight.pieces.retain(|stand| {
            let goes = stand.owner == players[1] && left > 0;
            left -= i32::from(goes);
            !goes
        });
        assert_eq!(eval.ahead(&sight, players[1]), -400);
        assert_eq!(eval.ahead(&sight, players[3]), 134);
        assert!(eval.chance(&sight, players[1], 0) < 0.5 && eval.chance(&sight, players[0], 0) > 0.5);
    }
}
