//! Moves that nothing can take back: after one of them no earlier position comes again.
//!
//! Where no rule brings pieces onto the board, taking one is such a move. And where a player's pieces of one kind come from no
//! other kind and only ever go to cells with higher numbers (or only to lower ones), so is every move of them: there are
//! fewer of them each time, or as many and one is farther on.

use crate::class::Class;
use crate::flow::{Cond, Effect, Flow, Node, Place, PlaceId, Shared};
use crate::plan::Plain;
use crate::ways::Way;
use zug_ir::{KindId, PlayerId};
use zug_vm::NO_CELL;

/// What is for good.
#[derive(Debug)]
pub(crate) struct Lasting {
    pub(crate) captures: bool,
    /// `moves[player * kinds + kind]`.
    moves: Vec<bool>,
    n_kinds: usize,
}

impl Lasting {
    pub(crate) fn new(
        shared: &Shared,
        rules: &[&Plain],
        flows: &[Flow],
        (n_players, n_kinds): (usize, usize),
        scripted: bool,
    ) -> Self {
        let mut lasting = Lasting { captures: false, moves: vec![false; n_players * n_kinds], n_kinds };
        if scripted || shared.exits.all.iter().any(|e| e.drop || e.copy) {
            return lasting;
        }
        let mut effects = flows.iter().flat_map(|f| &f.nodes).filter_map(|node| match node {
            Node::Effect { effect, .. } => Some(effect),
            _ => None,
        });
        let at_exits = shared.exits.all.iter().flat_map(|e| &e.effects);
        let brings = |e: &Effect| matches!(e, Effect::Create(..) | Effect::Drop(_) | Effect::AddReserve(..));
        if effects.clone().chain(at_exits.clone()).any(brings) {
            return lasting;
        }
        lasting.captures = true;
        // A piece that changes hands, or is carried about by effects, may be any.
        let muddles = |e: &Effect| matches!(e, Effect::Flip(_) | Effect::ChangeOwner(..) | Effect::Carry(..));
        if effects.clone().chain(at_exits.clone()).any(muddles) {
            return lasting;
        }
        let new_kind = |e: &Effect| match e {
            Effect::ChangeKind(kind, _) | Effect::Promote(kind, _) => Some(*kind),
            _ => None,
        };
        let mut into: Vec<KindId> = effects.by_ref().chain(at_exits).filter_map(new_kind).collect();
        into.extend(shared.exits.all.iter().flat_map(|e| e.kinds.iter().copied()));
        for player in (0..n_players as u16).map(PlayerId) {
            for kind in (0..n_kinds as u16).map(KindId).filter(|k| !into.contains(k)) {
                lasting.moves[player.idx() * n_kinds + kind.idx()] = goes_on(shared, rules, player, kind);
            }
        }
        lasting
    }

    pub(crate) fn is_move(&self, player: PlayerId, kind: KindId) -> bool {
        self.moves[player.idx() * self.n_kinds + kind.idx()]
    }
}

/// Do these pieces only ever go to higher cells, or only to lower ones?
fn goes_on(shared: &Shared, rules: &[&Plain], player: PlayerId, kind: KindId) -> bool {
    let mut up = None;
    rules.iter().all(|rule| {
        let Ok(ways) = &rule.ways else { return false };
        let own = rule.of.kind == kind && (rule.of.anyone || rule.of.player == player);
        ways.iter().all(|way| {
            let exit = shared.exits.get(way.exit);
            let all = exit.moves.iter().copied().chain([(exit.from, Place::Target)]);
            all.into_iter().all(|(from, to)| match (from, to) {
                (Place::Start, Place::Target) if own => one_way(shared, way, &mut up),
                (Place::Start, _) => !own,
                (Place::At(place), _) => is_another(shared, way, place, player, kind),
                _ => false,
            })
        })
    })
}

fn one_way(shared: &Shared, way: &Way, up: &mut Option<bool>) -> bool {
    let cells = shared.places.of(way.to).iter().enumerate().filter(|(_, to)| **to != NO_CELL);
    cells.into_iter().all(|(start, to)| {
        let higher = *to as usize > start;
        *to as usize != start && *up.get_or_insert(higher) == higher
    })
}

/// Does the way show that what stands there is no such piece?
fn is_another(shared: &Shared, way: &Way, place: PlaceId, player: PlayerId, kind: KindId) -> bool {
    way.conds.iter().any(|(cond, at, answer)| {
        let Cond::Class(board) = cond else { return false };
        *answer
            && *at == place
            && match shared.classes.class(*board) {
                Class::Empty => true,
                Class::Kind(k) => k != kind,
                Class::Piece(p, k) => (p, k) != (player, kind),
                Class::Owned(p) => p != player,
                _ => false,
            }
    })
}
