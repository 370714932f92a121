//! What is guessed from: for each piece on each cell the moves it could ever make, as slots.

use super::MAX_BINS;
use super::bars::barred;
use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::flow::{Cond, END, ExitId, Node, Place, in_set};
use crate::path::{Path, join};
use crate::plan::{Menu, Plan, Rule, Starts};
use crate::threat::{Threat, Victim, asked};
use crate::twin::{Alike, compare};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use zug_ir::{KindId, PlayerId};
use zug_vm::NO_CELL;

/// A target of a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) to: u16,
    /// Row of actions: what is done depends on what stands there.
    actions: u16,
    path: u16,
    /// Which of the exit's kinds the piece becomes; of a rule that is walked, the number of the part.
    pub(super) choice: u16,
}

/// How a slot is used while a certain piece (or none) stands on its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Action {
    pub(super) exit: ExitId,
    pub(super) rule: u16,
    /// Which cells are in the way: place in a list.
    against: u8,
    /// Whether there is such a part, and which, is seen when the rule is walked.
    pub(super) walk: bool,
    /// How many cells of the path are in the way; more than there are, if nothing can be done.
    hurdles: u16,
}

impl Action {
    /// Nothing can be done.
    pub(super) const NONE: Action =
        Action { exit: ExitId(0), rule: 0, against: 0, walk: false, hurdles: u16::MAX };

    /// Can both be in one row, for the same piece on the target? Two rules may do the same.
    fn goes_with(&self, other: &Action) -> bool {
        let same = |a: &Action, b: &Action| Action { rule: b.rule, ..*a } == *b;
        same(self, other) || *self == Action::NONE || *other == Action::NONE
    }
}

/// The slots of one start.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Row {
    first: u32,
    len: u32,
}

/// Starts that have equally much to choose from, or about.
#[derive(Clone, Debug)]
pub(super) struct Bin<const W: usize> {
    /// Where they are: pieces of a board on some cells.
    pub(super) pieces: Vec<(BoardId, Bits<W>)>,
    /// What each start has to choose from at most.
    pub(super) per_start: u32,
}

impl<const W: usize> Bin<W> {
    fn add(&mut self, board: BoardId, within: &Bits<W>) {
        match self.pieces.iter_mut().find(|(known, _)| *known == board) {
            Some((_, cells)) => bits::or_into(cells, within),
            None => self.pieces.push((board, *within)),
        }
    }

    fn n_starts(&self) -> u32 {
        self.pieces.iter().map(|(_, within)| bits::count(within)).sum()
    }
}

/// A slot of every cell, while such a piece waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drop {
    pub(super) player: PlayerId,
    pub(super) kind: KindId,
    /// The row of the first cell.
    pub(super) first: u32,
    /// Which of the slots.
    pub(super) n: u32,
}

/// All slots of a game.
#[derive(Default, Debug)]
pub(super) struct Slots<const W: usize> {
    n_codes: usize,
    n_cells: usize,
    all: Vec<Slot>,
    /// For each code a row for each cell, then those of drops.
    rows: Vec<Row>,
    paths: Vec<Bits<W>>,
    path_index: FxHashMap<Bits<W>, u16>,
    /// Rows of as many as there are codes.
    actions: Vec<Action>,
    action_index: FxHashMap<Vec<Action>, u16>,
    /// What may be in the way beside pieces: cells that all boards of a list show.
    pub(super) against: Vec<Vec<BoardId>>,
    /// The most slots that a start has.
    most: usize,
    /// `reach[code * n_cells + cell]`: all targets of a piece; all cells, if its rules are walked.
    reach: Vec<Bits<W>>,
}

/// A move that a rule makes from one start, if the target and the path are as it says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Idea {
    start: u16,
    to: u16,
    exit: ExitId,
    rule: u16,
    target: Victim,
    against: u8,
}

type Ideas<const W: usize> = Vec<(Idea, Path<W>)>;

impl<const W: usize> Slots<W> {
    /// Without any yet.
    pub(super) fn new(plan: &Plan<W>) -> Self {
        let (n_codes, n_cells) = (plan.codes.pieces().len(), plan.layout.n_cells);
        let rows = vec![Row::default(); n_codes * n_cells];
        // Pieces come first in the list of what may be in the way.
        Slots { n_codes, n_cells, rows, against: vec![Vec::new()], ..Slots::default() }
    }

    /// The bins of a menu, and its drops. `None` if it is too much, or a move may be in several slots.
    pub(super) fn add(&mut self, plan: &Plan<W>, menu: &Menu<W>) -> Option<(Vec<Bin<W>>, Vec<Drop>)> {
        let (mut bins, mut drops): (Vec<Bin<W>>, Vec<Drop>) = (Vec::new(), Vec::new());
        for rules in &menu.rules {
            let Some(&first) = rules.first() else { continue };
            let of = &plan.rules[first as usize];
            let reserve = match of.from {
                Starts::Reserve(player, kind) => Some((player, kind)),
                _ => None,
            };
            let (mut ideas, mut walked) = (Vec::new(), Vec::new());
            for &rule in rules {
                let onto_empty =
                    |(idea, _): &(Idea, Path<W>)| idea.start == idea.to && idea.target.needs(plan.empty);
                // Pieces are dropped on empty cells.
                let found =
                    ideas_of(plan, rule).filter(|found| reserve.is_none() || found.iter().all(onto_empty));
                let found = found.or_else(|| self.barred_ideas(plan, rule));
                match found {
                    Some(found) => ideas.extend(found),
                    None if reserve.is_some() && !begins_empty(plan, rule) => return None,
                    None if menu.twins.iter().any(|t| t.kept.rule == rule || t.dropped.rule == rule) => {
                        return None;
                    }
                    None => walked.push(rule),
                }
            }
            let mut slots = self.slots(plan, ideas)?;
            if !menu.twins.is_empty() && slots.iter().any(|s| self.overlap(plan, s)) {
                return None;
            }
            self.walk(plan, &walked, &mut slots)?;
            let most = slots.iter().map(Vec::len).max().unwrap_or(0);
            self.most = self.most.max(most);
            let rows = self.lay_out(&slots);
            if let Some((player, kind)) = reserve {
                let first = self.rows.len() as u32;
                drops.extend((0..most as u32).map(|n| Drop { player, kind, first, n }));
                self.rows.extend(rows);
                continue;
            }
            for code in (0..self.n_codes).filter(|c| plan.codes.boards[*c] >> of.starts.0 & 1 != 0) {
                self.rows[code * self.n_cells..][..self.n_cells].copy_from_slice(&rows);
            }
            for (start, slots) in slots.iter().enumerate().filter(|(_, slots)| !slots.is_empty()) {
                let per_start = slots.len() as u32;
                let known = bins.iter().position(|bin| bin.per_start == per_start);
                let bin = known.unwrap_or_else(|| {
                    bins.push(Bin { pieces: Vec::new(), per_start });
                    bins.len() - 1
                });
                bins[bin].add(of.starts, &bits::of_cells([start as u16]));
            }
        }
        Some((few(bins), drops))
    }

    /// Ends the making: whatever number is drawn for whatever start, there is a slot to look at.
    pub(super) fn finish(&mut self) {
        let reach = |row: &Row| {
            let mut reach = bits::none();
            for slot in &self.all[row.first as usize..][..row.len as usize] {
                if self.row(slot.actions).iter().any(|action| action.walk) {
                    return [!0; W];
                }
                bits::insert(&mut reach, slot.to);
            }
            reach
        };
        self.reach = self.rows[..self.n_codes * self.n_cells].iter().map(reach).collect();
        if let Some(&slot) = self.all.last() {
            self.all.extend(vec![slot; self.most]);
        }
    }

    /// Where a piece on a cell could ever go, by its row.
    pub(super) fn reach(&self, row: usize) -> Bits<W> {
        self.reach[row]
    }

    /// The exits of everything that is not walked.
    pub(super) fn exits(&self) -> impl Iterator<Item = ExitId> {
        self.actions.iter().filter(|a| !a.walk && **a != Action::NONE).map(|a| a.exit)
    }

    /// The slot of that number in a row, and what it does; is that possible now?
    #[inline(always)]
    pub(super) fn now(
        &self,
        row: usize,
        n: u32,
        there: impl Fn(u16) -> usize,
        in_the_way: &[Bits<W>],
    ) -> (bool, Slot, Action) {
        let row = self.rows[row];
        let slot = self.all[(row.first + n) as usize];
        let action = self.actions[slot.actions as usize * self.n_codes + there(slot.to)];
        let met = bits::and(&self.paths[slot.path as usize], &in_the_way[action.against as usize]);
        let possible = (bits::count(&met) == u32::from(action.hurdles)) & (n < row.len);
        (possible, slot, action)
    }

    /// The slots of each start.
    fn slots(&mut self, plan: &Plan<W>, ideas: Ideas<W>) -> Option<Vec<Vec<Slot>>> {
        let mut slots: Vec<Vec<Slot>> = vec![Vec::new(); self.n_cells];
        // Moves to the same cell along the same path that never can be made both are one slot.
        let mut together: FxHashMap<(u16, u16, u16), SmallVec<[u16; 2]>> = FxHashMap::default();
        let mut joined: FxHashMap<(u16, u16), Option<u16>> = FxHashMap::default();
        let mut alone: FxHashMap<(Action, Victim), u16> = FxHashMap::default();
        for (idea, path) in ideas {
            let Idea { start, to, exit, rule, target, against } = idea;
            let choices = u16::try_from(plan.choices[exit.0 as usize]).ok()?;
            let action = Action { exit, rule, against, walk: false, hurdles: path.hurdles as u16 };
            let path = self.path(path.cells)?;
            let actions = match alone.get(&(action, target)) {
                Some(known) => *known,
                None => {
                    let of_code = |boards: &u64| if target.fits(*boards) { action } else { Action::NONE };
                    let made = self.actions(plan.codes.boards.iter().map(of_code).collect())?;
                    alone.insert((action, target), made);
                    made
                }
            };
            if choices > 1 {
                slots[start as usize].extend((0..choices).map(|choice| Slot { to, actions, path, choice }));
                continue;
            }
            let rows = together.entry((start, to, path)).or_default();
            let both = rows.iter_mut().find_map(|known| {
                let both = *joined.entry((*known, actions)).or_insert_with(|| self.joined(*known, actions));
                both.map(|both| (known, both))
            });
            match both {
                Some((known, both)) => *known = both,
                None => rows.push(actions),
            }
        }
        // In a fixed order, so that a seed gives the same game.
        let mut together: Vec<_> = together.into_iter().collect();
        together.sort_unstable_by_key(|(key, _)| *key);
        for ((start, to, path), rows) in together {
            let slot = |actions: u16| Slot { to, actions, path, choice: 0 };
            slots[start as usize].extend(rows.into_iter().map(slot));
        }
        Some(slots)
    }

    /// Two rows of actions in one, if that is possible.
    fn joined(&mut self, a: u16, b: u16) -> Option<u16> {
        let pairs = self.row(a).iter().zip(self.row(b));
        if !pairs.clone().all(|(a, b)| a.goes_with(b)) {
            return None;
        }
        let both = pairs.map(|(a, b)| if *a == Action::NONE { *b } else { *a }).collect();
        self.actions(both)
    }

    fn row(&self, actions: u16) -> &[Action] {
        &self.actions[actions as usize * self.n_codes..][..self.n_codes]
    }

    /// Slots for everything that these rules might emit.
    fn walk(&mut self, plan: &Plan<W>, rules: &[u16], slots: &mut [Vec<Slot>]) -> Option<()> {
        for &rule in rules {
            let emissions = u16::try_from(emissions(plan, rule)).ok()?;
            let action = Action { rule, walk: true, hurdles: 0, ..Action::NONE };
            let (actions, path) = (self.actions(vec![action; self.n_codes])?, self.path(bits::none())?);
            for (start, list) in slots.iter_mut().enumerate() {
                list.extend((0..emissions).map(|choice| Slot { to: start as u16, actions, path, choice }));
            }
        }
        Some(())
    }

    /// Could two of these slots be the same move?
    fn overlap(&self, plan: &Plan<W>, slots: &[Slot]) -> bool {
        let same = |a: &Slot, b: &Slot| {
            let both = self
                .row(a.actions)
                .iter()
                .zip(self.row(b.actions))
                .filter(|(a, b)| **a != Action::NONE && **b != Action::NONE);
            let exits = both.map(|(a, b)| (plan.shared.exits.get(a.exit), plan.shared.exits.get(b.exit)));
            let cell = |place| u16::from(place == Place::Target);
            let mut alike = exits.map(|(a, b)| compare(a, b, &cell));
            (a.to, a.choice) == (b.to, b.choice) && alike.any(|alike| alike != Alike::Different)
        };
        slots.iter().enumerate().any(|(i, a)| slots[i + 1..].iter().any(|b| same(a, b)))
    }

    /// Puts the slots of all starts one after the other.
    fn lay_out(&mut self, slots: &[Vec<Slot>]) -> Vec<Row> {
        let row = |slots: &Vec<Slot>| {
            let first = self.all.len() as u32;
            self.all.extend(slots);
            Row { first, len: slots.len() as u32 }
        };
        slots.iter().map(row).collect()
    }

    fn path(&mut self, cells: Bits<W>) -> Option<u16> {
        let next = u16::try_from(self.paths.len()).ok()?;
        let place = *self.path_index.entry(cells).or_insert(next);
        if place == next {
            self.paths.push(cells);
        }
        Some(place)
    }

    fn actions(&mut self, row: Vec<Action>) -> Option<u16> {
        let next = u16::try_from(self.actions.len() / row.len()).ok()?;
        let place = *self.action_index.entry(row.clone()).or_insert(next);
        if place == next {
            self.actions.extend(row);
        }
        Some(place)
    }

    /// What a rule does that asks only for an empty start, and that some cells are not shown by all boards of one list.
    fn barred_ideas(&mut self, plan: &Plan<W>, rule: u16) -> Option<Ideas<W>> {
        let barred = barred(plan, rule)?;
        let known = self.against.iter().position(|b| *b == barred.boards);
        let against = u8::try_from(known.unwrap_or(self.against.len())).ok()?;
        if known.is_none() {
            self.against.push(barred.boards);
        }
        let target = Victim::of(plan.empty);
        let ideas = bits::cells(&barred.starts).map(|start| {
            let idea = Idea { start, to: start, exit: barred.exit, rule, target, against };
            (idea, Path { cells: barred.cells[start as usize], hurdles: 0 })
        });
        Some(ideas.collect())
    }
}

/// No more bins than there is room for: those are joined that leave the fewest slots empty by that.
fn few<const W: usize>(mut bins: Vec<Bin<W>>) -> Vec<Bin<W>> {
    bins.sort_unstable_by_key(|bin| bin.per_start);
    while bins.len() >= MAX_BINS {
        let empty = |i: &usize| (bins[i + 1].per_start - bins[*i].per_start) * bins[*i].n_starts();
        let Some(least) = (0..bins.len() - 1).min_by_key(empty) else { break };
        let fewer = bins.remove(least);
        fewer.pieces.iter().for_each(|(board, within)| bins[least].add(*board, within));
    }
    bins
}

/// Does a rule ask first whether its start is empty?
fn begins_empty<const W: usize>(plan: &Plan<W>, rule: u16) -> bool {
    let flow = &plan.flows[rule as usize];
    match flow.node(flow.entry()) {
        Node::Test { cond: Cond::Class(board), at, no, .. } => {
            *board == plan.empty && *no == END && plan.shared.places.is_start(*at)
        }
        _ => false,
    }
}

/// How many parts a rule emits from one start at most.
fn emissions<const W: usize>(plan: &Plan<W>, rule: u16) -> u32 {
    let choices = |node: &Node| match node {
        Node::Emit { exit, .. } => plan.choices[exit.0 as usize],
        _ => 0,
    };
    plan.flows[rule as usize].nodes.iter().map(choices).sum()
}

/// Everything a rule may do, if all it asks is what stands on its target, and whether cells between are empty.
fn ideas_of<const W: usize>(plan: &Plan<W>, rule: u16) -> Option<Ideas<W>> {
    let of = &plan.rules[rule as usize];
    // Which rule of its kind makes a move matters only if it finds the effects on its way; so there are fewer actions.
    let alike = |r: &Rule<W>| (r.of.player, r.of.kind, r.of.drop) == (of.of.player, of.of.kind, of.of.drop);
    let first = plan.rules.iter().position(alike).unwrap_or(rule as usize) as u16;
    let by = |exit| if plan.shared.exits.get(exit).effects_on_the_way { rule } else { first };
    let mut said = Vec::new();
    for way in of.ways.as_ref().ok()? {
        if way.conds.iter().any(|(cond, ..)| !matches!(cond, Cond::Class(_))) {
            return None;
        }
        for (start, &to) in plan.shared.places.of(way.to).iter().enumerate() {
            let start = start as u16;
            if to == NO_CELL || !in_set(&way.starts, start) {
                continue;
            }
            let Some(Threat { victim, empty, others, .. }) = asked(&plan.shared, of.starts, way, start, to)
            else {
                continue;
            };
            let hurdle = match others[..] {
                [] => None,
                [(board, cell, false)] if board == plan.empty => Some(cell),
                _ => return None,
            };
            said.push((
                Idea { start, to, exit: way.exit, rule: by(way.exit), target: victim, against: 0 },
                empty,
                hurdle,
            ));
        }
    }
    join(said)
}
