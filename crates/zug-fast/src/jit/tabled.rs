//! Writing plies of menus with tables: what tables and lanes offer is written down, and a move drawn from it.
//!
//! Kings that fly are few, and most plies are played before there is one: while there is none, lanes are enough.

use super::ply::{Writer, makeable, target};
use super::royal::{MAX_BY_STARTS, MAX_WORDS, Sort};
use super::state;
use super::words::STATE;
use crate::codes::Code;
use crate::flow::{ExitId, PlaceId};
use crate::plan::{Menu, Plan, Starts};
use crate::table::Group;
use crate::uniform::Emit;

/// Can all moves of a menu with tables be written?
pub(super) fn tabled<const W: usize>(plan: &Plan<W>, menu: &Menu<W>) -> bool {
    if const { W > MAX_WORDS } {
        return false;
    }
    // Which way is taken to tell what stands on a target must make no difference.
    let safe = |g: &Group| {
        let landing = &menu.landings[g.landing as usize];
        way_to_make(plan, (g.rule, g.exit, None)).is_some_and(|(emit, _)| match target(plan, &emit) {
            None => true,
            Some(0) => landing.hit.is_none(),
            Some(_) => !landing.quiet,
        })
    };
    let mut groups = menu.tables.iter().flat_map(|(_, table)| &table.groups);
    let mut emits = menu.uniform.iter().flat_map(|(_, lanes)| &lanes.emits);
    let by_starts = emits.clone().count();
    let others = menu.lanes.len() + menu.walks.len() + menu.merged.len() + menu.twins.len();
    by_starts <= MAX_BY_STARTS
        && others == 0
        && !menu.tables.is_empty()
        && !menu.goes_on
        && !menu.compares
        && menu.uniform.iter().all(|(from, _)| matches!(from, Starts::Board(_)))
        && groups.all(safe)
        && emits.all(|e| way_to_make(plan, (e.rule, e.exit, Some(e.to))).is_some())
}

/// An emission that is made like all moves of a sort, and what it sets down.
fn way_to_make<const W: usize>(
    plan: &Plan<W>,
    (rule, exit, to): (u16, ExitId, Option<PlaceId>),
) -> Option<(Emit, (Code, Code))> {
    let ways = plan.rules[rule as usize].ways.as_ref().ok()?;
    let to = to.or_else(|| ways.iter().find(|w| w.exit == exit).map(|w| w.to))?;
    let choices = plan.choices[exit.0 as usize];
    let emit = Emit { register: 0, rule, exit, to, choices };
    let codes = makeable(plan, &emit, false).filter(|_| choices == 1)?;
    (!plan.shared.exits.get(exit).effects_on_the_way).then_some((emit, codes))
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Plays a ply with pieces that tables are for; goes on behind it if there is no move.
    pub(super) fn play_tabled(&mut self, t: usize, menu: &Menu<W>) {
        let plan = self.plan;
        let offered = self.plain_offers(menu);
        let (sorts, total) = (&offered.sorts, offered.total);
        let ((play, _), (none, _)) = (self.w.m.block(0), self.w.m.block(0));
        self.w.m.branch(total, (play, &[]), (none, &[]));
        self.w.m.begin(play);
        if let Some(skipped) = self.skipped(t) {
            self.skip(t, skipped);
        }
        let seed = self.w.m.load(STATE, state::SEED);
        let (seed, drawn) = self.draw(seed, total);
        let (id, (start, to)) = self.offered_move(&offered, drawn);
        self.w.m.store(STATE, state::SEED, seed);
        // Moves that differ only in their cells are made by the same code.
        let mut ways: Vec<(_, Emit, (Code, Code))> = Vec::new();
        let mut way = |sort: &Sort| {
            let Some((emit, codes)) = way_to_make(plan, (sort.rule, sort.exit, sort.to)) else { return 0 };
            let key = (codes, emit.exit, target(plan, &emit));
            let known = ways.iter().position(|(k, ..)| *k == key);
            known.unwrap_or_else(|| {
                ways.push((key, emit, codes));
                ways.len() - 1
            }) as u64
        };
        let which = sorts.iter().map(&mut way).collect();
        let which = self.w.m.table(which);
        let which = self.w.m.look_up(which, id);
        for (i, (_, emit, codes)) in ways.iter().enumerate() {
            let ((this, _), (next, _)) = (self.w.m.block(0), self.w.m.block(0));
            let number = self.w.m.word(i as u64);
            let equal = self.w.m.equal(which, number);
            self.w.m.branch(equal, (this, &[]), (next, &[]));
            self.w.m.begin(this);
            let (undone, _) = self.w.m.block(0);
            self.make(t, emit, *codes, (start, to, None), (undone, drawn));
            self.w.m.begin(next);
        }
        self.w.m.fail();
        self.w.m.begin(none);
    }
}
