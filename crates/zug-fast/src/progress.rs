//! Games in which no position can come back: nobody has to look for one.
//!
//! Two simple reasons are recognised. Every move drops a piece on an empty cell and takes none away: there are more pieces
//! each time. Or every move leads its player's piece to a cell with a higher number (for some players: a lower one), and
//! nothing new is ever put on the board: there are fewer pieces, or as many and one of them is farther on.

use crate::class::Class;
use crate::flow::{Cond, Effect, Flow, Node, Place, Shared, only_turns};
use crate::plan::Plain;
use zug_ir::Pass;
use zug_vm::NO_CELL;

/// Is it certain that no position occurs twice? `ends_stuck`: the game is over when nobody can move.
pub(crate) fn never_repeats(
    shared: &Shared,
    rules: &[&Plain],
    flows: &[Flow],
    (pass, ends_stuck): (Option<Pass>, bool),
) -> bool {
    // Where somebody can move passes do not go round.
    let passes = match pass {
        None | Some(Pass::Never) => false,
        Some(Pass::Forced) => !ends_stuck,
        Some(Pass::Always) => true,
    };
    !passes && (only_drops(shared, rules, flows) || only_forward(shared, rules, flows))
}

fn effects_are(shared: &Shared, flow: &Flow, fit: impl Fn(&Effect) -> bool) -> bool {
    flow.nodes.iter().all(|node| match node {
        Node::Effect { effect, .. } => fit(effect),
        Node::Emit { exit, .. } => {
            let exit = shared.exits.get(*exit);
            exit.each.is_none() && exit.effects.iter().all(&fit)
        }
        _ => true,
    })
}

fn only_drops(shared: &Shared, rules: &[&Plain], flows: &[Flow]) -> bool {
    let keeps = |effect: &Effect| {
        matches!(
            effect,
            Effect::Flip(_)
                | Effect::ChangeOwner(..)
                | Effect::ChangeKind(..)
                | Effect::SetAttr(..)
                | Effect::SetGlobal(..)
        )
    };
    rules.iter().zip(flows).all(|(rule, flow)| {
        let Ok(ways) = &rule.ways else { return rule.of.drop && only_turns(shared, flow) };
        let onto_empty = ways.iter().all(|way| {
            let empty =
                |cond: &Cond| matches!(cond, Cond::Class(b) if shared.classes.class(*b) == Class::Empty);
            shared.exits.get(way.exit).drop
                && way.conds.iter().any(|(cond, at, answer)| *answer && *at == way.to && empty(cond))
        });
        rule.of.drop && onto_empty && effects_are(shared, flow, keeps)
    })
}

fn only_forward(shared: &Shared, rules: &[&Plain], flows: &[Flow]) -> bool {
    let takes = |effect: &Effect| {
        effect.is_capture()
            || matches!(effect, Effect::ChangeKind(..) | Effect::SetAttr(..) | Effect::SetGlobal(..))
    };
    // The way each player goes, once it is known.
    let mut ways: Vec<(u16, bool)> = Vec::new();
    for (rule, flow) in rules.iter().zip(flows) {
        if rule.of.drop || !effects_are(shared, flow, takes) {
            return false;
        }
        for node in &flow.nodes {
            let Node::Emit { exit, to, .. } = node else { continue };
            let exit = shared.exits.get(*exit);
            if exit.drop || exit.copy || !exit.moves.is_empty() || exit.from != Place::Start {
                return false;
            }
            for (start, &to) in shared.places.of(*to).iter().enumerate().filter(|(_, to)| **to != NO_CELL) {
                let up = to as usize > start;
                let player = rule.of.player.0;
                let known = ways.iter().find(|(p, _)| *p == player).map(|(_, up)| *up);
                if to as usize == start || known.is_some_and(|k| k != up) {
                    return false;
                }
                if known.is_none() {
                    ways.push((player, up));
                }
            }
        }
    }
    !rules.is_empty()
}
