//! Moves of scripts that look the same and do the same although they start from different places: a drop and a piece that a
//! player's own move makes, a piece that moves and one that the player moves.

use crate::flow::{Effect, Exit, Flow, NamePart, Shared};
use crate::plan::{Plain, Starts};
use crate::twin::emissions;
use zug_vm::{Program, UNLIMITED};

/// May rules of different lists make the same move? Those of one list are compared by `twin`.
pub(crate) fn may_meet(
    program: &Program,
    shared: &Shared,
    rules: &[&Plain],
    flows: &[Flow],
    lists: &[Vec<usize>],
) -> bool {
    if program.game().scripted.is_none() {
        return false;
    }
    let exits = |list: &Vec<usize>| -> Vec<(Starts, &Exit)> {
        let of =
            |&i: &usize| emissions(i as u16, &flows[i]).into_iter().map(move |e| (rules[i].from, e.exit));
        let mut found: Vec<_> = list.iter().flat_map(of).collect();
        found.sort_unstable_by_key(|(_, exit)| *exit);
        found.dedup();
        found.into_iter().map(|(from, exit)| (from, shared.exits.get(exit))).collect()
    };
    let all: Vec<Vec<(Starts, &Exit)>> = lists.iter().map(exits).collect();
    let meets = |a: &(Starts, &Exit), b: &(Starts, &Exit)| alike(program, *a, *b);
    (0..all.len()).any(|i| (0..i).any(|j| all[i].iter().any(|a| all[j].iter().any(|b| meets(a, b)))))
}

fn alike(program: &Program, a: (Starts, &Exit), b: (Starts, &Exit)) -> bool {
    if !same_name(a.1, b.1) {
        return false;
    }
    match (a.0, b.0) {
        // They start from different cells, and say so.
        (Starts::Board(_), Starts::Board(_)) => false,
        (Starts::Board(_), _) => b.1.head.is_some(),
        (_, Starts::Board(_)) => a.1.head.is_some(),
        (Starts::Reserve(..), Starts::Reserve(..)) => {
            // A drop leaves one piece less in hand, and another piece on its cell.
            let told_apart = is_used_up(program, a) && is_used_up(program, b);
            !told_apart && (changes_pieces(a.1) || changes_pieces(b.1))
        }
        (Starts::Reserve(..), _) => made_by_player(program, a, b.1),
        (_, Starts::Reserve(..)) => made_by_player(program, b, a.1),
        _ => true,
    }
}

/// Could the moves have the same name?
fn same_name(a: &Exit, b: &Exit) -> bool {
    let text = |e: &Exit| {
        let parts = e.name.iter().flatten();
        parts
            .map(|p| if let NamePart::Text(t) = p { Some(t.as_str()) } else { None })
            .collect::<Option<String>>()
    };
    match (text(a), text(b)) {
        _ if a.name.is_some() != b.name.is_some() => false,
        (Some(x), Some(y)) => x == y,
        _ => true,
    }
}

/// Could a move of a player do what a drop does?
fn made_by_player(program: &Program, drop: (Starts, &Exit), other: &Exit) -> bool {
    let told_apart = is_used_up(program, drop) && !adds_to_reserves(other);
    other.head.is_none() && !told_apart && changes_pieces(other)
}

/// Does a drop take a piece from a reserve that is given nothing back?
fn is_used_up(program: &Program, (from, exit): (Starts, &Exit)) -> bool {
    let Starts::Reserve(player, kind) = from else { return false };
    let limited = program.start().reserve(program, player, kind) != UNLIMITED;
    limited && !adds_to_reserves(exit)
}

fn adds_to_reserves(exit: &Exit) -> bool {
    exit.effects_on_the_way || exit.effects.iter().any(|e| matches!(e, Effect::AddReserve(..)))
}

fn changes_pieces(exit: &Exit) -> bool {
    let aside = |e: &Effect| matches!(e, Effect::SetGlobal(..) | Effect::AddReserve(..) | Effect::SetTurn(_));
    exit.effects_on_the_way || !exit.effects.iter().all(aside)
}
