//! Do different moves lead to different positions? Then results can be counted without being looked at.

use crate::class::Class;
use crate::flow::{Cond, Effect, Exit, Flow, Place, Shared, in_set, only_turns};
use crate::plan::Plain;
use crate::twin::emissions;
use crate::walk::cell as place_cell;
use crate::ways::Way;
use rustc_hash::FxHashMap;
use zug_vm::{NO_CELL, Program};

/// A piece that moves to another cell leaves its own, and only a capture could empty that one otherwise. So moves of one part from
/// different starts differ if no move captures pieces of its own side elsewhere; moves with the same start and target
/// differ if the piece becomes something else. Anything less simple is answered with no.
pub(crate) fn are_distinct(program: &Program, shared: &Shared, rules: &[&Plain], flows: &[Flow]) -> bool {
    let simple = |(rule, flow): (&&Plain, &Flow)| match &rule.ways {
        Ok(ways) if ways.iter().all(|way| is_simple(program, shared, rule, way)) => true,
        // Drops on different cells differ, whatever else they turn over.
        _ => rule.of.drop && only_turns(shared, flow),
    };
    rules.iter().zip(flows).all(simple)
        && (0..rules.len()).all(|i| same_ends_differ(shared, rules, flows, i))
        && own_taken_differ(shared, rules)
}

fn is_simple(program: &Program, shared: &Shared, rule: &Plain, way: &Way) -> bool {
    let exit = shared.exits.get(way.exit);
    let player = rule.of.player;
    let shown = |place, wanted: &dyn Fn(Class) -> bool| {
        way.conds.iter().any(|&(cond, at, answer)| {
            matches!(cond, Cond::Class(b) if wanted(shared.classes.class(b))) && answer && at == place
        })
    };
    let starts = exit.from == Place::Start || exit.moves.iter().any(|(from, _)| *from == Place::Start);
    let begins = if exit.drop { shown(way.to, &|c| c == Class::Empty) } else { starts };
    let rival = |class| match class {
        Class::EnemyOf(p) => p == player,
        Class::Owned(p) | Class::Piece(p, _) => p != player && program.is_active(p),
        _ => false,
    };
    let harmless = |effect: &Effect| match effect {
        Effect::SetGlobal(..) | Effect::SetAttr(..) => true,
        Effect::Flip(_) => exit.drop,
        Effect::Capture(Place::At(p)) | Effect::CaptureLate(Place::At(p)) => shown(*p, &rival),
        _ => false,
    };
    // A piece that stays where it is leaves nothing by which its move could be told from that of another piece.
    let movements = exit.moves.iter().copied().chain([(exit.from, Place::Target)]);
    let first = movements.into_iter().find(|(from, _)| *from == Place::Start);
    let asks_for_another = |start: u16| {
        way.conds.iter().any(|&(cond, at, answer)| {
            let other = |class| class == Class::Empty || rival(class);
            answer
                && shared.places.at(at, start) == start
                && matches!(cond, Cond::Class(b) if other(shared.classes.class(b)))
        })
    };
    let stays = |start: u16| {
        let ends = |(_, to)| place_cell(&shared.places, to, start, shared.places.at(way.to, start)) == start;
        in_set(&way.starts, start) && first.is_some_and(ends) && !asks_for_another(start)
    };
    let leaves = exit.drop || !(0..program.game().board.cells.len() as u16).any(stays);
    // A script may have many targets for one way.
    let spares = !exit.script || exit.drop || way.takes_own(shared, &rule.of).is_empty();
    begins
        && leaves
        && spares
        && !exit.still
        && !exit.copy
        && !exit.effects_on_the_way
        && exit.effects.iter().all(harmless)
}

/// Of three pieces of one sort the first may take the second or the third: what is left is the same, unless something else
/// is captured besides, as in passing.
fn own_taken_differ(shared: &Shared, rules: &[&Plain]) -> bool {
    let mut takers: FxHashMap<_, Vec<(&Way, Vec<u16>)>> = FxHashMap::default();
    for rule in rules.iter().filter(|rule| !rule.of.drop) {
        let ways = rule.ways.iter().flatten().map(|way| (way, way.takes_own(shared, &rule.of)));
        let takers = takers.entry((rule.of.player, rule.of.kind)).or_default();
        takers.extend(ways.filter(|(_, starts)| !starts.is_empty()));
    }
    let captured = |way: &Way, start: u16| {
        let place = |effect: &Effect| match effect {
            Effect::Capture(Place::At(p)) | Effect::CaptureLate(Place::At(p)) => Some(*p),
            _ => None,
        };
        let places = shared.exits.get(way.exit).effects.iter().filter_map(place);
        let mut cells: Vec<u16> = places.map(|p| shared.places.at(p, start)).collect();
        cells.sort_unstable();
        cells
    };
    let differ = |(a, starts): &(&Way, Vec<u16>), (b, others): &(&Way, Vec<u16>)| {
        let ends = |s: u16| (shared.places.at(a.to, s), shared.places.at(b.to, s));
        let both = starts.iter().copied().filter(|s| others.contains(s) && ends(*s).0 != ends(*s).1);
        both.into_iter().all(|s| captured(a, s) != captured(b, s))
    };
    takers.values().all(|ways| ways.iter().enumerate().all(|(i, a)| ways[..i].iter().all(|b| differ(a, b))))
}

/// Moves of one rule's kind that begin and end alike.
fn same_ends_differ(shared: &Shared, rules: &[&Plain], flows: &[Flow], rule: usize) -> bool {
    let of = &rules[rule].of;
    let mates: Vec<usize> = (rule..rules.len())
        .filter(|&i| {
            let other = &rules[i].of;
            (other.player, other.kind, other.drop) == (of.player, of.kind, of.drop)
        })
        .collect();
    let own = emissions(rule as u16, &flows[rule]);
    let mut ends: FxHashMap<(u16, u16), Vec<&Exit>> = FxHashMap::default();
    for e in &own {
        for (s, &to) in shared.places.of(e.to).iter().enumerate().filter(|(_, to)| **to != NO_CELL) {
            ends.entry((s as u16, to)).or_default().push(shared.exits.get(e.exit));
        }
    }
    mates.iter().all(|&i| {
        emissions(i as u16, &flows[i]).iter().all(|e| {
            let exit = shared.exits.get(e.exit);
            let places = shared.places.of(e.to).iter().enumerate();
            places.filter(|(_, to)| **to != NO_CELL).all(|(s, to)| {
                let others = ends.get(&(s as u16, *to));
                let ends = (s as u16, *to);
                others.is_none_or(|list| list.iter().all(|o| differ(shared, o, exit, of.kind, ends)))
            })
        })
    })
}

/// Do two parts with the same start and target give different positions? The same exit is one move, not two; and
/// exits that only set values differently come from questions with different answers. What is captured elsewhere was
/// there, or it would be no simple way.
fn differ(shared: &Shared, a: &Exit, b: &Exit, kind: zug_ir::KindId, (start, to): (u16, u16)) -> bool {
    let value = |e: &Effect| matches!(e, Effect::SetGlobal(..) | Effect::SetAttr(..));
    let values = |e: &Exit| e.effects.iter().all(value);
    let becomes = |e: &Exit| if e.kinds.is_empty() { vec![kind] } else { e.kinds.clone() };
    // `None` if something else happens.
    let captured = |e: &Exit| {
        let mut cells = Vec::new();
        for effect in e.effects.iter().filter(|e| !value(e)) {
            let Effect::Capture(Place::At(p)) = effect else { return None };
            cells.push(shared.places.at(*p, start));
        }
        cells.sort_unstable();
        (!cells.contains(&start) && !cells.contains(&to)).then_some(cells)
    };
    a == b
        || a.moves.len() != b.moves.len()
        || becomes(a).iter().all(|k| !becomes(b).contains(k))
        || (values(a) && values(b) && a.kinds == b.kinds && a.effects.len() == b.effects.len())
        || matches!((captured(a), captured(b)), (Some(a), Some(b)) if a != b)
}
