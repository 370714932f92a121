//! Which form serves each rule best, and what stands on a menu.

use crate::bits;
use crate::class::Class;
use crate::codes::Codes;
use crate::flow::{Cond, Effect, Flow, Shared};
use crate::gate::Gate;
use crate::lane::Lane;
use crate::plan::{Form, Menu, Plain, Rule, Starts, Twin};
use crate::scripted;
use crate::table::{Table, table};
use crate::twin::{Alike, Emission, emissions, twins};
use crate::uniform::Uniform;
use crate::ways::Way;
use crate::why::Why;
use zug_ir::{PlayerId, RuleRef, Stage, Then};
use zug_vm::Program;

/// Ops of lanes that are run for a few pieces rather than to look at them one by one.
const SHORT_LANES: usize = 32;
/// More pairs of twins than this are not looked for one by one.
const MAX_TWINS: usize = 12;

/// The rules that a turn allows: rank by rank, in lists of those for the same starts.
pub(crate) fn menu_lists(program: &Program, rules: &[&Plain], at: usize) -> Vec<Vec<Vec<usize>>> {
    let turn = &program.game().turns[at];
    if let Some(scripts) = &program.game().scripted {
        return scripted::menu_lists(scripts, rules, turn, at < usize::from(scripts.set_up));
    }
    let find = |kind: usize, rule: &RuleRef, drop: bool| {
        rules.iter().position(|r| {
            (r.of.player, r.of.kind.idx(), r.of.drop) == (turn.actor, kind, drop)
                && (r.of.mode, r.of.block) == (rule.mode, rule.block)
        })
    };
    let of_rank = |rank: &zug_vm::Rank| {
        let mut found = Vec::new();
        for (drop, lists) in [(false, &rank.moves), (true, &rank.drops)] {
            for (k, list) in lists.iter().enumerate() {
                let mine = list.iter().filter(|r| Program::turn_allows(turn, r.mode));
                found.push(mine.filter_map(|r| find(k, r, drop)).collect::<Vec<_>>());
            }
        }
        found.retain(|list| !list.is_empty());
        found
    };
    program.ranks().iter().map(of_rank).collect()
}

/// Rules for the same starts, each in its best form.
#[allow(clippy::too_many_arguments)]
pub(crate) fn serve<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    rules: &mut [Rule<W>],
    flows: &[Flow],
    menu: &mut Menu<W>,
    actor: PlayerId,
    mine: &[usize],
) -> Result<(), Why> {
    let k = mine.first().map_or(0, |&i| rules[i].of.kind.idx());
    let stands = mine.iter().all(|&i| matches!(rules[i].from, Starts::Board(_)));
    let all: Vec<Emission> = mine.iter().flat_map(|&i| emissions(i as u16, &flows[i])).collect();
    menu.goes_on |= all.iter().any(|e| shared.exits.get(e.exit).then != Then::Done);
    let compared = program.game().stages.iter().any(|s| matches!(s, Stage::Prefer(_) | Stage::Landing));
    menu.compares |= compared && mine.iter().any(|&i| may_capture(shared, &rules[i]));
    let ways = |i: u16| rules[i as usize].ways.as_deref().ok();
    let lazy = mine.iter().any(|&i| rules[i].lazy);
    if lazy && mine.len() > 1 {
        return Err(Why::Twins);
    }
    // Of a rule that emits at most one part from each start nothing is offered twice.
    let pairs = if lazy { Vec::new() } else { twins(program, shared, flows, &ways, &all) };
    if pairs.iter().any(|(_, _, alike, _)| *alike == Alike::Perhaps) {
        return Err(Why::Twins);
    }
    // Equal moves are one to the interpreter if those between them are named after the same start.
    let strays = |e: &Emission| shared.exits.get(e.exit).strays();
    if !pairs.is_empty() && all.iter().any(strays) {
        return Err(Why::Twins);
    }
    let paired =
        |i: usize| pairs.iter().any(|(a, b, ..)| all[*a].rule as usize == i || all[*b].rule as usize == i);
    // What is offered twice is found among starts, not among targets.
    for &i in mine.iter().filter(|&&i| paired(i)) {
        rules[i].course = None;
    }
    // Tables for few pieces, if they have the form and are cheaper.
    let mut tabled: Vec<usize> = mine.iter().copied().filter(|&i| stands && !paired(i)).collect();
    let mut built = table_of(program, shared, codes, rules, &tabled);
    if built.is_none() {
        tabled.retain(|&i| table_of(program, shared, codes, rules, &[i]).is_some());
        built = table_of(program, shared, codes, rules, &tabled);
    }
    let setup = &program.game().setup;
    let pieces = setup.iter().filter(|p| p.player == actor && p.kind.idx() == k).count().max(1);
    let lane_cost: usize =
        tabled.iter().map(|&i| rules[i].lane.as_ref().map_or(usize::MAX / 256, Lane::len)).sum();
    // Short lanes leave whole plies to machine code.
    let parts = program.game().exits.iter().any(|e| e.then != Then::Done);
    let rare = !setup.iter().any(|p| p.player == actor && p.kind.idx() == k);
    let used = built.filter(|t| t.cost * pieces < lane_cost && !(parts && lane_cost <= SHORT_LANES));
    // Pieces that may never appear, with long lanes: start by start.
    let walks = |i: usize| {
        let goes_on =
            || all.iter().any(|e| e.rule as usize == i && shared.exits.get(e.exit).then != Then::Done);
        let long = rules[i].lane.as_ref().is_some_and(|lane| lane.len() > SHORT_LANES);
        long && rare && stands && !paired(i) && goes_on()
    };
    let walking: Vec<usize> = mine.iter().copied().filter(|&i| walks(i)).collect();
    let merged = if stands && !lazy { merged(shared, rules, &all, &pairs) } else { Vec::new() };
    let mut side_by_side = Vec::new();
    for &i in mine {
        (rules[i].form, rules[i].why) = match &rules[i].lane {
            _ if used.is_some() && tabled.contains(&i) => (Form::Table, None),
            _ if walking.contains(&i) => (Form::Walk, Some(Why::Rare)),
            Some(_) => (Form::Lanes, rules[i].why),
            None => (Form::Walk, rules[i].why),
        };
        match rules[i].form {
            Form::Table => {}
            Form::Lanes if merged.contains(&(i as u16)) => {}
            Form::Lanes => side_by_side.push(i),
            Form::Walk | Form::Counts | Form::Recalled => {
                if paired(i) {
                    return Err(Why::Twins);
                }
                rules[i].gate = Gate::new(&flows[i], &shared.places);
                menu.walks.push(i as u16);
            }
        }
    }
    if let Some(&i) = side_by_side.first() {
        let flows: Vec<(u16, &Flow)> = side_by_side.iter().map(|&i| (i as u16, &rules[i].thin)).collect();
        match Uniform::new(program, &flows, shared) {
            Some(uniform) => menu.uniform.push((rules[i].from, uniform)),
            None => menu.lanes.extend(side_by_side.iter().map(|&i| i as u16)),
        }
    }
    if let (Some(mut table), Some(&i)) = (used, tabled.first()) {
        table.join(&mut menu.landings);
        menu.tables.push((rules[i].starts, table));
    }
    if !merged.is_empty() {
        menu.merged.push(merged);
        return Ok(());
    }
    menu.twins.extend(pairs.into_iter().map(|(a, b, _, starts)| Twin {
        kept: all[a],
        dropped: all[b],
        starts: bits::of_cells(starts),
    }));
    Ok(())
}

/// The rules with twins, if there are many pairs and each is twice the same exit, done by lanes.
fn merged<const W: usize>(
    shared: &Shared,
    rules: &[Rule<W>],
    all: &[Emission],
    pairs: &[(usize, usize, Alike, Vec<u16>)],
) -> Vec<u16> {
    if pairs.len() <= MAX_TWINS || pairs.iter().any(|(a, b, ..)| all[*a].exit != all[*b].exit) {
        return Vec::new();
    }
    let mut found: Vec<u16> = pairs.iter().flat_map(|(a, b, ..)| [all[*a].rule, all[*b].rule]).collect();
    found.sort_unstable();
    found.dedup();
    let plain = |e: &Emission| shared.exits.get(e.exit).each.is_none();
    let fits = |rule: &u16| {
        rules[*rule as usize].lane.is_some() && all.iter().filter(|e| e.rule == *rule).all(plain)
    };
    if found.iter().all(fits) { found } else { Vec::new() }
}

/// Could a part of this rule take something?
fn may_capture(shared: &Shared, rule: &Plain) -> bool {
    let Ok(ways) = &rule.ways else { return true };
    ways.iter().any(|way| {
        let exit = shared.exits.get(way.exit);
        let onto_empty = way.conds.iter().any(|&(cond, at, answer)| {
            let empty = matches!(cond, Cond::Class(b) if shared.classes.class(b) == Class::Empty);
            empty && answer && at == way.to
        });
        !onto_empty || !exit.moves.is_empty() || exit.effects.iter().any(Effect::takes)
    })
}

/// The table of some rules, if they have that form.
pub(crate) fn table_of<const W: usize>(
    program: &Program,
    shared: &mut Shared,
    codes: &Codes,
    rules: &[Rule<W>],
    which: &[usize],
) -> Option<Table<W>> {
    if which.is_empty() {
        return None;
    }
    let list: Option<Vec<(u16, &[Way])>> =
        which.iter().map(|&i| Some((i as u16, rules[i].ways.as_deref().ok()?))).collect();
    table(program, shared, codes, &list?)
}
