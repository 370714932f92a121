//! Twins: two exits that make the same move. The game counts it once, so one of them has to give way.

use crate::class::disjoint;
use crate::flow::{Cond, Effect, Exit, ExitId, Flow, Node, Place, PlaceId, Shared, known_targets};
use crate::num::Num;
use crate::result::compare_results;
use crate::ways::{Asked, Way};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use zug_vm::{NO_CELL, Program};

/// Something a rule emits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Emission {
    /// Place of the rule in the plan.
    pub(crate) rule: u16,
    pub(crate) node: u32,
    pub(crate) exit: ExitId,
    pub(crate) to: PlaceId,
}

/// How two exits with the same start and target compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alike {
    Different,
    /// One move.
    Same,
    /// Depends on the position.
    Perhaps,
}

/// What a flow emits.
pub(crate) fn emissions(rule: u16, flow: &Flow) -> Vec<Emission> {
    let nodes = flow.nodes.iter().enumerate();
    nodes
        .filter_map(|(i, node)| match node {
            Node::Emit { exit, to, .. } => Some(Emission { rule, node: i as u32, exit: *exit, to: *to }),
            _ => None,
        })
        .collect()
}

/// Compares two exits, given where their places are.
pub(crate) fn compare(a: &Exit, b: &Exit, cell: &dyn Fn(Place) -> u16) -> Alike {
    if a.script {
        return compare_results(a, b, cell);
    }
    if a.effects_on_the_way || b.effects_on_the_way || a.flags != b.flags || a.left != b.left {
        return Alike::Perhaps;
    }
    if (a.changes_sets() || b.changes_sets()) && a.effects != b.effects {
        // Which changes there are depends on the position.
        let differ = (a.drop, a.then) != (b.drop, b.then);
        return if differ { Alike::Different } else { Alike::Perhaps };
    }
    if a.each.is_some() || b.each.is_some() {
        // One part for each of several cells: what it does to how many cells tells it apart, or nothing does.
        let differ = (a.drop, a.then, a.effects.len()) != (b.drop, b.then, b.effects.len());
        return if differ { Alike::Different } else { Alike::Perhaps };
    }
    // A movement to where it starts is none, and nothing stays behind by it.
    let moves = |e: &Exit| {
        let closed = e.moves.iter().map(|(from, to)| (cell(*from), cell(*to), false));
        let all = closed.chain([(cell(e.from), cell(Place::Target), e.copy)]).enumerate();
        // Of a copy nobody says how many pieces it takes.
        let all = all.map(|(i, (from, to, copy))| (from, to, copy, if copy { 0 } else { e.lift(i) }));
        all.filter(|(from, to, ..)| from != to).collect::<Vec<_>>()
    };
    if (a.drop, a.then, a.effects.len()) != (b.drop, b.then, b.effects.len()) {
        return Alike::Different;
    }
    let alone = |e: &Exit| e.moves.is_empty().then_some((e.from, e.copy, e.lift(0)));
    let alike = alone(a).is_some() && alone(a) == alone(b);
    if !a.drop && !alike && moves(a) != moves(b) {
        // A movement from an empty cell is none either.
        let several = !a.moves.is_empty() || !b.moves.is_empty();
        return if several { Alike::Perhaps } else { Alike::Different };
    }
    let kinds = match (a.kinds.is_empty(), b.kinds.is_empty()) {
        (true, true) => Alike::Same,
        (false, false) if a.kinds == b.kinds => Alike::Same,
        (false, false) if a.kinds.iter().any(|k| b.kinds.contains(k)) => Alike::Perhaps,
        _ => Alike::Different,
    };
    // Where something is tucked in depends on how many pieces move last, if they do.
    let tucks =
        (a.from != b.from || a.lifts != b.lifts) && a.effects.iter().any(|e| matches!(e, Effect::Tuck(_)));
    let kinds = if tucks && kinds == Alike::Same { Alike::Perhaps } else { kinds };
    let effects = a.effects.iter().zip(&b.effects).map(|(a, b)| compare_effects(a, b, cell));
    effects.chain([kinds]).fold(Alike::Same, |all, one| match (all, one) {
        (Alike::Different, _) | (_, Alike::Different) => Alike::Different,
        (Alike::Perhaps, _) | (_, Alike::Perhaps) => Alike::Perhaps,
        _ => Alike::Same,
    })
}

/// Compares two exits with different targets. Where several pieces move and there may be nothing at the start of a movement, the
/// others may be the same.
pub(crate) fn compare_apart(
    (a, b): (&Exit, &Exit),
    of_a: &dyn Fn(Place) -> u16,
    of_b: &dyn Fn(Place) -> u16,
) -> Alike {
    let one_piece = a.moves.is_empty() && b.moves.is_empty();
    if one_piece
        || a.script
        || (a.drop, a.then) != (b.drop, b.then)
        || !a.kinds.is_empty()
        || !b.kinds.is_empty()
    {
        return Alike::Different;
    }
    let moves = |e: &Exit, cell: &dyn Fn(Place) -> u16| {
        let closed = e.moves.iter().map(|(from, to)| (*from, *to, false));
        let all = closed.chain([(e.from, Place::Target, e.copy)]).enumerate();
        let all = all.map(|(i, (from, to, copy))| {
            // The piece that the rule is for is certainly there.
            ((cell(from), cell(to), copy, e.lift(i)), from == Place::Start)
        });
        all.filter(|((from, to, ..), _)| from != to).collect::<SmallVec<[_; 4]>>()
    };
    let (in_a, in_b) = (moves(a, of_a), moves(b, of_b));
    let missing = |these: &[(_, bool)], those: &[(_, bool)]| {
        these.iter().any(|(movement, certain)| *certain && !those.iter().any(|(other, _)| other == movement))
    };
    if missing(&in_a, &in_b) || missing(&in_b, &in_a) {
        return Alike::Different;
    }
    let known = |e: &Exit| !e.effects_on_the_way && !e.changes_sets() && e.each.is_none();
    if known(a) && known(b) && a.effects.len() != b.effects.len() {
        return Alike::Different;
    }
    Alike::Perhaps
}

fn compare_effects(a: &Effect, b: &Effect, cell: &dyn Fn(Place) -> u16) -> Alike {
    let number = |a: Num, b: Num| match (a, b) {
        (a, b) if a == b => Alike::Same,
        (Num::Const(_), Num::Const(_)) => Alike::Different,
        _ => Alike::Perhaps,
    };
    match (*a, *b) {
        (Effect::SetGlobal(g, x), Effect::SetGlobal(h, y)) if g == h => number(x, y),
        (Effect::AddReserve(p, k, x), Effect::AddReserve(q, l, y)) if (p, k) == (q, l) => number(x, y),
        _ => {
            let (mut a, mut b) = (*a, *b);
            let cells = (a.place().map(cell), b.place().map(cell));
            for effect in [&mut a, &mut b] {
                if let Some(place) = effect.place_mut() {
                    *place = Place::Target;
                }
            }
            if a == b && cells.0 == cells.1 { Alike::Same } else { Alike::Different }
        }
    }
}

/// Pairs of emissions that make, or may make, the same move from some start, with the starts.
pub(crate) fn twins<'a>(
    program: &Program,
    shared: &Shared,
    flows: &[Flow],
    ways: &dyn Fn(u16) -> Option<&'a [Way]>,
    emissions: &[Emission],
) -> Vec<(usize, usize, Alike, Vec<u16>)> {
    let n_cells = shared.places.of(PlaceId(0)).len() as u16;
    let mut pairs: FxHashMap<(usize, usize), (Alike, Vec<u16>)> = FxHashMap::default();
    // Known once for all starts.
    let mut excluded: FxHashMap<(usize, usize), bool> = FxHashMap::default();
    let several = |e: &Emission| !shared.exits.get(e.exit).moves.is_empty();
    let cascades = emissions.iter().any(several);
    for start in 0..n_cells {
        let mut by_target: FxHashMap<u16, Vec<usize>> = FxHashMap::default();
        let mut with_others: Vec<(usize, u16)> = Vec::new();
        for (i, e) in emissions.iter().enumerate() {
            let to = shared.places.at(e.to, start);
            if to == NO_CELL && !may_end_nowhere(shared.exits.get(e.exit)) {
                continue;
            }
            let others = by_target.entry(to).or_default();
            for &j in others.iter() {
                let known = excluded.entry((j, i));
                if *known.or_insert_with(|| exclusive(flows, emissions[j], *e)) {
                    continue;
                }
                let (a, b) = (shared.exits.get(emissions[j].exit), shared.exits.get(e.exit));
                let cell = |place: Place| crate::walk::cell(&shared.places, place, start, to);
                match compare(a, b, &cell) {
                    Alike::Different => {}
                    alike => {
                        let pair = pairs.entry((j, i)).or_insert((alike, Vec::new()));
                        if pair.0 != alike {
                            pair.0 = Alike::Perhaps;
                        }
                        pair.1.push(start);
                    }
                }
            }
            others.push(i);
            if !cascades {
                continue;
            }
            // Where several pieces move, those that end elsewhere are looked at, too.
            for &(j, other) in with_others
                .iter()
                .filter(|(j, other)| *other != to && (several(e) || several(&emissions[*j])))
            {
                let known = excluded.entry((j, i));
                if *known.or_insert_with(|| exclusive(flows, emissions[j], *e)) {
                    continue;
                }
                let exits = (shared.exits.get(emissions[j].exit), shared.exits.get(e.exit));
                let cell = |to: u16| move |place: Place| crate::walk::cell(&shared.places, place, start, to);
                if compare_apart(exits, &cell(other), &cell(to)) == Alike::Perhaps {
                    let pair = pairs.entry((j, i)).or_insert((Alike::Perhaps, Vec::new()));
                    pair.0 = Alike::Perhaps;
                    pair.1.push(start);
                }
            }
            with_others.push((i, to));
        }
    }
    let mut targets = Targets { flows, known: FxHashMap::default() };
    let mut found: Vec<_> = pairs
        .into_iter()
        .filter(|((a, b), _)| !contradict(program, shared, ways, emissions[*a], emissions[*b]))
        .filter(|((a, b), _)| !targets.differ(program, shared, emissions[*a], emissions[*b]))
        .map(|((a, b), (alike, starts))| (a, b, alike, starts))
        .collect();
    found.sort_unstable_by_key(|(a, b, ..)| (*a, *b));
    found
}

/// Is it a move of a player, which may end without a cell?
fn may_end_nowhere(exit: &Exit) -> bool {
    exit.script && !exit.drop && exit.head.is_none()
}

/// What is known of the targets of each rule's parts, found when first asked for.
struct Targets<'a> {
    flows: &'a [Flow],
    known: FxHashMap<u16, FxHashMap<u32, Vec<Cond>>>,
}

impl Targets<'_> {
    /// Is what the one must find at its target never what the other must find there?
    fn differ(&mut self, program: &Program, shared: &Shared, a: Emission, b: Emission) -> bool {
        for e in [a, b] {
            self.known.entry(e.rule).or_insert_with(|| known_targets(&self.flows[e.rule as usize]));
        }
        let of = |e: Emission| self.known[&e.rule].get(&e.node).into_iter().flatten();
        of(a).any(|x| {
            of(b).any(|y| match (x, y) {
                (Cond::Class(x), Cond::Class(y)) => {
                    disjoint(program, shared.classes.class(*x), shared.classes.class(*y))
                }
                _ => false,
            })
        })
    }
}

/// Two emissions of one rule exclude each other unless one is on the way from the other.
fn exclusive(flows: &[Flow], a: Emission, b: Emission) -> bool {
    if a.rule != b.rule {
        return false;
    }
    let flow = &flows[a.rule as usize];
    let (from, to) = (a.node.max(b.node), a.node.min(b.node));
    // Edges lead downwards.
    let mut reached = vec![false; from as usize + 1];
    reached[from as usize] = true;
    for i in (to + 1..=from).rev() {
        if reached[i as usize] {
            for next in crate::flow::edges(&flow.nodes[i as usize]) {
                reached[next.0 as usize] = true;
            }
        }
    }
    !reached[to as usize]
}

/// Does every way to the one ask for something that every way to the other rules out?
fn contradict<'a>(
    program: &Program,
    shared: &Shared,
    ways: &dyn Fn(u16) -> Option<&'a [Way]>,
    a: Emission,
    b: Emission,
) -> bool {
    let (Some(of_a), Some(of_b)) = (ways(a.rule), ways(b.rule)) else { return false };
    let to = |e: Emission| move |w: &&Way| (w.exit, w.to) == (e.exit, e.to);
    of_a.iter().filter(to(a)).all(|wa| {
        of_b.iter()
            .filter(to(b))
            .all(|wb| wa.conds.iter().any(|x| wb.conds.iter().any(|y| excludes(program, shared, *x, *y))))
    })
}

/// Can two answers never be true together?
fn excludes(program: &Program, shared: &Shared, x: Asked, y: Asked) -> bool {
    if x.1 != y.1 {
        return false;
    }
    match (x, y) {
        ((a, _, yes), (b, _, no)) if a == b => yes != no,
        ((Cond::Class(a), _, true), (Cond::Class(b), _, true)) => {
            disjoint(program, shared.classes.class(a), shared.classes.class(b))
        }
        _ => false,
    }
}
