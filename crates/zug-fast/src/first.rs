//! First parts of turns that go on.

use crate::class::BoardId;
use crate::codes::Codes;
use crate::flow::{ExitId, Flow, Shared};
use crate::hops::Hops;
use crate::make::Step;
use crate::onward;
use crate::plan::{Menu, Rule};
use crate::uniform::{Emit, Uniform};
use zug_ir::Then;
use zug_vm::Program;

/// More ops than this, and the pieces are looked at one by one.
const MAX_OPS: usize = 80;
/// Menus with more emissions than this have no lanes for what goes on.
const MAX_EMITS: usize = 32;

/// Where pieces of one kind begin a turn.
#[derive(Debug)]
pub(crate) struct First<const W: usize> {
    pub(crate) board: BoardId,
    /// Their hops.
    pub(crate) table: u16,
    /// Which of them can make a hop at all.
    pub(crate) begins: Option<Uniform<W>>,
}

/// Notes for each menu how its turns begin, and whether they go on.
pub(crate) fn serve<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    (rules, flows): (&[Rule<W>], &[Flow]),
    hops: &mut Hops<W>,
    menus: &mut [Menu<W>],
    later: ExitId,
) {
    for menu in menus {
        menu.hops = firsts(program, shared, hops, (rules, flows), menu, later);
        menu.onward = onward(program, shared, codes, (rules, flows), hops, menu, later);
    }
}

/// What the pieces of a menu do first, if all of it are hops.
fn firsts<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    hops: &Hops<W>,
    (rules, flows): (&[Rule<W>], &[Flow]),
    menu: &Menu<W>,
    later: ExitId,
) -> Option<Vec<First<W>>> {
    if menu.rules.is_empty() || !menu.goes_on {
        return None;
    }
    let mut firsts = Vec::new();
    for list in &menu.rules {
        let first = &rules[*list.first()? as usize];
        let table = hops.table(first.of.kind, list)?;
        let mine: Vec<&Flow> = list.iter().map(|rule| &flows[*rule as usize]).collect();
        let begins = onward::begins(program, shared, &mine, later).filter(|lanes| lanes.ops.len() <= MAX_OPS);
        firsts.push(First { board: first.starts, table, begins });
    }
    Some(firsts)
}

/// For each emission of a menu that lets the turn go on, which starts go on; the hops of the menu are given the order in
/// which it emits them.
fn onward<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    (rules, flows): (&[Rule<W>], &[Flow]),
    hops: &mut Hops<W>,
    menu: &Menu<W>,
    later: ExitId,
) -> Option<Vec<(Emit, Uniform<W>)>> {
    let firsts = menu.hops.as_ref()?;
    let emits: Vec<Emit> = menu.uniform.iter().flat_map(|(_, lanes)| &lanes.emits).copied().collect();
    let others = !menu.tables.is_empty() || !menu.lanes.is_empty() || !menu.merged.is_empty();
    if hops.stop_early || others || !menu.twins.is_empty() || emits.len() > MAX_EMITS || emits.is_empty() {
        return None;
    }
    let mut taken = None;
    for (first, list) in firsts.iter().zip(&menu.rules) {
        if list.iter().any(|rule| menu.walks.contains(rule)) {
            // These are looked at one by one, and never together with the others.
            continue;
        }
        let these = hops.taken(first.table);
        if hops.most && (these.is_none() || taken.is_some() && taken != these) {
            return None;
        }
        taken = these;
        let rank = |step: &Step| {
            let mut same = emits.iter().enumerate().filter(|(_, e)| {
                let to = shared.places.at(e.to, step.start);
                (e.rule, e.exit, to) == (step.rule, step.exit, step.to)
            });
            let (rank, _) = same.next()?;
            same.next().is_none().then_some(rank as u32)
        };
        if !hops.set_ranks(first.table, rank) {
            return None;
        }
    }
    let mut found = Vec::new();
    for emit in emits {
        let then = shared.exits.get(emit.exit).then;
        if then == Then::Done {
            continue;
        }
        let rule = &rules[emit.rule as usize];
        let next = hops.rules_after(rule.of.kind, then);
        let next: Vec<&Flow> = next.iter().map(|rule| &flows[*rule as usize]).collect();
        let lanes = onward::goes_on(program, shared, codes, (rule, &emit), &next, later)?;
        found.push((emit, lanes));
    }
    Some(found)
}
