//! Whoever stands where somebody else has to go must be able to leave.
//!
//! A camp (`camps`) cannot be filled while a rival's piece is in it, and a rival who is shut in never leaves. How well he can is told
//! by his moves after each move of the root: nothing of that is seen by a search in which he does his worst.

use crate::budget::Budget;
use crate::camps::Camp;
use crate::facts::turn_of;
use crate::mind::Mind;
use crate::root::Root;
use zug_game::{Candidate, CellId, Node, PlayerId, Sight};

/// What a piece costs that cannot leave, in hundredths of the least valuable piece. With each way out it is less.
const SHUT_IN: f32 = 240.0;
/// What it costs that a piece is there at all: more than a rival can gain by going, so that nobody fears that he goes.
const HELD_UP: i32 = 400;
/// The share of the time, and of the positions, that may be used, in hundredths.
const SHARE: u32 = 40;

/// What it costs a player that others are in his camp.
pub(crate) fn held_up(mind: &Mind, sight: &Sight, player: PlayerId) -> i32 {
    let camps = mind.camps.iter().filter(|camp| camp.sort.0 == player);
    let inside =
        |camp: &Camp| sight.pieces.iter().filter(|s| s.owner != player && camp.holds(s.cell)).count();
    camps.map(|camp| inside(camp) as i32 * HELD_UP).sum()
}

/// Finds out what the moves of a root cost because they leave pieces without a way out. Nothing, if there is no time to look at all of
/// them.
pub(crate) fn shut_in(root: &mut Root, mind: &Mind, budget: &mut Budget<'_>) {
    let Some(camp) = mind.camps.iter().find(|camp| camp.sort.0 == root.player) else { return };
    let mut sight = Sight::default();
    for i in 0..root.moves.len() {
        if budget.has_passed(SHARE) || budget.has_spent(u64::from(SHARE)) || budget.spend_slowly().is_err() {
            root.moves.iter_mut().for_each(|mv| mv.cost = 0);
            return;
        }
        let mv = &mut root.moves[i];
        mv.node.look(&mut sight);
        mv.cost = cost(&mv.node, camp, &sight);
    }
}

/// The same of one position.
fn cost(node: &Node, camp: &Camp, sight: &Sight) -> i32 {
    let mut left: Vec<(PlayerId, CellId)> = sight.pieces.iter().map(|s| (s.owner, s.cell)).collect();
    left.retain(|(owner, cell)| *owner != camp.sort.0 && camp.holds(*cell));
    let mut sum = 0.0;
    while let Some((owner, _)) = left.first().copied() {
        let moves = moves_of(node, owner);
        for (_, cell) in left.iter().filter(|(other, _)| *other == owner) {
            let depth = 1 - camp.steps[cell.idx()];
            // The whole way out counts one, a part of it as much as it is.
            let outwards = |to: CellId| (camp.steps[to.idx()] - camp.steps[cell.idx()]).clamp(0, depth);
            let ends = moves.iter().filter_map(Candidate::ends).filter(|(from, _)| from == cell);
            let ways: f32 = ends.map(|(_, to)| f32::from(outwards(to)) / f32::from(depth)).sum();
            sum += SHUT_IN / (1.0 + ways);
        }
        left.retain(|(other, _)| *other != owner);
    }
    sum as i32
}

/// What somebody could do if it were his turn.
fn moves_of(node: &Node, player: PlayerId) -> Vec<Candidate> {
    let mut moves = Vec::new();
    let listed = if node.chooser() == player {
        node.clone().moves_or_outcome(&mut moves)
    } else {
        let Some(turn) = turn_of(node.game(), player) else { return moves };
        let mut state = node.to_state();
        state.edit(|edit| edit.set_turn(turn));
        state.node().moves_or_outcome(&mut moves)
    };
    if listed.is_err() {
        moves.clear();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::{HELD_UP, SHUT_IN, cost, held_up};
    use crate::aims::look;
    use crate::ask::{Limits, NoHurry};
    use crate::budget::Budget;
    use crate::camps::Camps;
    use crate::mind::Mind;
    use zug_game::{Game, State};

    /// South has filled his camp but for one cell, in which there is a man of North's.
    fn held(game: &Game, at: &str) -> State {
        let mut state = game.start();
        let camp = ["m1", "l2", "m2", "k3", "l3", "m3", "j4", "k4", "l4", "m4"];
        let cell = |name: &str| game.cell(name).unwrap();
        let pieces = look(&state).pieces;
        let of = |owner: &str| {
            let owner = game.player(owner).unwrap();
            let stand = pieces.iter().find(|s| s.owner == owner).unwrap();
            state.position().piece(stand.cell)
        };
        let (south, north) = (of("South"), of("North"));
        state.edit(|edit| {
            pieces.iter().for_each(|s| edit.clear(s.cell));
            camp.iter().for_each(|name| edit.add(cell(name), south, 1));
            edit.add(cell(at), north, 1);
        });
        state
    }

    #[test]
    fn whoever_is_shut_in_costs_more_than_one_who_can_leave() {
        let entry = zug_library::find("chinese-checkers").unwrap();
        let game = entry.load(Some("Chinese Checkers (two players)")).unwrap();
        let mut mind = Mind::new(&game);
        let mut camps = Camps::new(&mind);
        camps.look(&mind, &mut Budget::new(&Limits::default(), &NoHurry), 100);
        mind.camps = camps.found;
        let south = game.player("South").unwrap();
        let camp = mind.camps.iter().find(|camp| camp.sort.0 == south).unwrap();
        let of = |at: &str| {
            let state = held(&game, at);
            let sight = look(&state);
            (held_up(&mind, &sight, south), cost(&state.node(), camp, &sight))
        };
        assert_eq!(of("m1"), (HELD_UP, SHUT_IN as i32));
        let (held, out) = of("k4");
        assert!(held == HELD_UP && out < SHUT_IN as i32 / 2, "{out}");
        assert_eq!(of("g10"), (0, 0));
    }
}
