//! Writing moves that are made alike once for all of them.
//!
//! A piece that slides has an emission for each distance, and what happens then is the same but for the target.

use super::ply::{Writer, makeable, target};
use super::words::Set;
use crate::codes::Code;
use crate::flow::{ExitId, PlaceId};
use crate::plan::Plan;
use crate::uniform::Emit;
use zug_jit::{Block, Value};

/// Fewer are written one by one.
const MIN: usize = 4;

/// Emissions that are alike but for their targets.
pub(super) struct Group {
    /// Their places in the list of emissions.
    pub(super) emits: Vec<usize>,
    codes: (Code, Code),
    rows: Vec<PlaceId>,
    block: Block,
    /// The starts, which of them, and the row of their targets.
    values: Vec<Value>,
}

/// Whose move, with what, onto what: what two emissions must have in common.
type Key = (u16, u16, ExitId, (Code, Code), Option<Code>);

fn key<const W: usize>(plan: &Plan<W>, emit: &Emit, closed: bool) -> Option<Key> {
    let of = plan.rules[emit.rule as usize].of;
    let on_the_way = plan.shared.exits.get(emit.exit).effects_on_the_way;
    let codes = makeable(plan, emit, closed).filter(|_| !on_the_way)?;
    Some((of.player.0, of.kind.0, emit.exit, codes, target(plan, emit)))
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    pub(super) fn groups(&mut self, emits: &[(Emit, Set)], closed: bool) -> Vec<Group> {
        let mut found: Vec<(Key, Vec<usize>)> = Vec::new();
        for (i, (emit, _)) in emits.iter().enumerate() {
            let Some(key) = key(self.plan, emit, closed) else { continue };
            match found.iter_mut().find(|(k, _)| *k == key) {
                Some((_, list)) => list.push(i),
                None => found.push((key, vec![i])),
            }
        }
        found.retain(|(_, list)| list.len() >= MIN);
        let group = |((.., codes, _), emits): (Key, Vec<usize>)| {
            let (block, values) = self.w.m.block(W + 2);
            Group { emits, codes, rows: Vec::new(), block, values }
        };
        found.into_iter().map(group).collect()
    }

    /// Leaves the nth move of an emission to its group.
    pub(super) fn join(&mut self, group: &mut Group, emit: &Emit, set: &Set, n: Value) {
        let row = self.w.m.word(group.rows.len() as u64);
        group.rows.push(emit.to);
        let values: Vec<Value> = set.iter().copied().chain([n, row]).collect();
        self.w.m.jump(group.block, &values);
    }

    /// Makes the moves of a group; the emission is one of them.
    pub(super) fn together(&mut self, t: usize, group: &Group, emit: &Emit, drawn: Value) {
        let plan = self.plan;
        let n_cells = plan.layout.n_cells;
        self.w.m.begin(group.block);
        let (set, n, row) = (group.values[..W].to_vec(), group.values[W], group.values[W + 1]);
        let start = self.w.nth(&set, n);
        let start = self.w.m.below(start, n_cells);
        let cells = group.rows.iter().flat_map(|place| plan.shared.places.of(*place));
        let targets = self.w.m.table(cells.map(|cell| u64::from(*cell)).collect());
        let row = self.w.m.below(row, group.rows.len());
        let place = self.w.m.cell_of(row, n_cells, start);
        let to = self.w.m.look_up(targets, place);
        let to = self.w.m.below(to, n_cells);
        let (undone, _) = self.w.m.block(0);
        self.make(t, emit, group.codes, (start, to, None), (undone, drawn));
    }
}
