//! Why a move is or is not legal, in games of scripts.
//!
//! `judged` goes the way of `judge` step by step and remembers who was dropped where; a test holds the two against each
//! other. `nearly` runs rules with a limit on what is let pass, and raises it until something is found.

use super::generate::Candidate;
use super::judge::{ko, turn_told};
use super::run::Purpose;
use super::trace::Trace;
use super::value::Val;
use super::{Moves, Reached, Scratch, World};
use crate::action::{Move, NO_CELL};
use crate::candidates::movable;
use crate::error::RunError;
use crate::explain::{
    Begin, ENOUGH_WORK, Fate, Fit, Hurdle, Judged, MAX_COST, MadeBy, Nearly, Obstacle, Spot, cost, goes_on,
};
use crate::piece::Piece;
use crate::program::Program;
use crate::stages::landing;
use crate::state::State;
use rustc_hash::FxHashMap;
use zug_ir::{KindId, ModeId, Pass, Pile, PlayerId, ScriptId, ScriptRule, Scripted, Stage, Start};

pub(crate) fn judged(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
) -> Result<Vec<Judged>, RunError> {
    World::new(program, rules, scratch, state).judged()
}

/// Moves that the rules would make if some of their conditions held.
pub(crate) fn nearly(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
    begin: Begin,
    wanted: &dyn Fn(&Move) -> Fit,
) -> Result<Nearly, RunError> {
    let mut world = World::new(program, rules, scratch, state);
    // What generation variables are when all moves are known is what checks are made with again.
    let turn = program.turn(state).clone();
    if !rules.gens.is_empty() {
        world.all_rules(turn.actor, turn.modes.as_deref(), Purpose::Moves)?;
    }
    let gens = world.gens.clone();
    let mut nearly = Nearly::default();
    for limit in 1..=MAX_COST {
        world.out.clear();
        world.trace = Some(Box::new(Trace::looking(limit, wanted)));
        let searched = world.search(turn.actor, turn.modes.as_deref(), begin, &gens);
        let Some(mut trace) = world.trace.take() else { break };
        nearly.moves.append(&mut trace.near);
        nearly.complete = searched.is_ok() && !trace.cut;
        // A limit of the rules may have been met where they would never have come: what was found stays.
        if !nearly.moves.is_empty() || nearly.complete || searched.is_err() || world.spent > ENOUGH_WORK {
            break;
        }
    }
    nearly.moves.sort_by_key(|near| cost(&near.hurdles));
    Ok(nearly)
}

/// The place of the goal that ended the game.
pub(crate) fn ended_by(
    program: &Program,
    rules: &Scripted,
    scratch: &mut Scratch,
    state: &State,
    last: PlayerId,
    has_moves: bool,
) -> Option<u32> {
    let next = program.turn(state).chooser;
    let mut world = World::new(program, rules, scratch, state);
    let mut reached = |after_move: bool, player: PlayerId, moves: Moves| {
        let random = program.game().players[player.idx()].random;
        if random { None } else { world.reached(after_move, player, moves).ok().flatten() }
    };
    // The last to go out has ended the game: before his move, if the turn is still his, or after it.
    let last_out = state.out.last().filter(|_| state.over.is_some());
    let out = last_out.and_then(|&player| {
        let before = if next == player { reached(false, player, Moves::Ask) } else { None };
        before.or_else(|| reached(true, player, Moves::Ask)).filter(Reached::is_loss)
    });
    let goal = out.or_else(|| reached(true, last, Moves::Ask));
    goal.or_else(|| reached(false, next, Moves::Known(has_moves))).map(|goal| goal.origin)
}

impl World<'_> {
    fn judged(&mut self) -> Result<Vec<Judged>, RunError> {
        let turn = self.program.turn(&self.board.state);
        let (me, modes) = (turn.actor, turn.modes.clone());
        self.trace = Some(Box::default());
        self.all_rules(me, modes.as_deref(), Purpose::Moves)?;
        let made = self.trace.take().map(|trace| trace.made).unwrap_or_default();
        let found = std::mem::take(&mut self.out);
        debug_assert_eq!(made.len(), found.len(), "every candidate has its makers");
        let mut fates: Vec<Option<Fate>> = vec![None; found.len()];
        for (candidate, fate) in found.iter().zip(&mut fates) {
            *fate = self.recheck(me, candidate)?.map(Fate::Recheck);
        }
        self.outrank(&found, &mut fates);
        for (candidate, fate) in found.iter().zip(&mut fates).filter(|(_, fate)| fate.is_none()) {
            *fate = self.unlawful(me, candidate)?;
        }
        compare(&found, &mut fates);
        self.drop_stops(&found, &mut fates);
        merge(&found, &mut fates);
        let judged = |((candidate, made_by), fate): ((Candidate, Vec<MadeBy>), Option<Fate>)| {
            Judged::new(candidate.mv, made_by, fate.unwrap_or(Fate::Legal))
        };
        let mut all: Vec<Judged> = found.into_iter().zip(made).zip(fates).map(judged).collect();
        let stuck = all.iter().all(|j| j.fate != Fate::Legal);
        for stage in &self.program.game().stages {
            let choice = matches!(stage, Stage::Pass(Pass::Always));
            if (choice && !self.program.in_set_up(&self.board.state))
                || (matches!(stage, Stage::Pass(Pass::Forced)) && stuck)
            {
                all.push(Judged::new(Move::pass(), Vec::new(), Fate::Legal));
            }
        }
        Ok(all)
    }

    /// The check by which a test script fails; none if it accepts.
    fn refusal(
        &mut self,
        me: PlayerId,
        script: ScriptId,
        cursor: u16,
        about: &Candidate,
        locals: &[Val],
    ) -> Result<Option<Hurdle>, RunError> {
        self.trace = Some(Box::default());
        let accepted = self.accepts(me, script, cursor, about, locals);
        let failed = self.trace.take().and_then(|trace| trace.failed);
        if accepted? {
            return Ok(None);
        }
        let whole = Spot { code: script.0, op: None };
        let unknown =
            || Hurdle { what: Obstacle::Check, spot: whole, cell: None, found: None, attackers: Vec::new() };
        Ok(Some(failed.unwrap_or_else(unknown)))
    }

    fn recheck(&mut self, me: PlayerId, candidate: &Candidate) -> Result<Option<Hurdle>, RunError> {
        if candidate.defers.is_empty() {
            return Ok(None);
        }
        self.after(me, candidate, |world| {
            for defer in &candidate.defers {
                let refused = world.refusal(me, defer.script, defer.cursor, candidate, &defer.locals)?;
                if refused.is_some() {
                    return Ok(refused);
                }
            }
            Ok(None)
        })
    }

    fn outrank(&self, found: &[Candidate], fates: &mut [Option<Fate>]) {
        let first =
            |mode: ModeId| (0..found.len()).find(|&i| fates[i].is_none() && found[i].mode == Some(mode));
        let best = self.rules.priorities.iter().find_map(|&mode| first(mode).map(|by| (mode, by)));
        let Some((mode, by)) = best else { return };
        for (candidate, fate) in found.iter().zip(fates) {
            if fate.is_none() && candidate.mode != Some(mode) {
                *fate = Some(Fate::Outranked { better: Some(mode), by });
            }
        }
    }

    fn unlawful(&mut self, me: PlayerId, candidate: &Candidate) -> Result<Option<Fate>, RunError> {
        if self.lawful(me, candidate)? {
            return Ok(None);
        }
        let kos: Vec<_> = self.program.game().stages.iter().filter_map(ko).collect();
        self.after(me, candidate, |world| {
            for script in world.invariants(candidate.kind) {
                let refused = world.refusal(me, script, candidate.cursor, candidate, &candidate.locals)?;
                if let Some(hurdle) = refused {
                    return Ok(Some(Fate::Unlawful(hurdle)));
                }
            }
            for ko in kos {
                if world.brings_back(ko)? {
                    return Ok(Some(Fate::BringsBack(ko)));
                }
            }
            Ok(None)
        })
    }

    fn drop_stops(&self, found: &[Candidate], fates: &mut [Option<Fate>]) {
        let stages = &self.program.game().stages;
        if !stages.contains(&Stage::Landing) && !self.rules.modes.iter().any(|m| m.landing) {
            return;
        }
        let left: Vec<usize> = (0..found.len()).filter(|&i| fates[i].is_none()).collect();
        let mut kept: Vec<Move> = left.iter().map(|&i| found[i].mv.clone()).collect();
        landing(&mut kept);
        for &i in left.iter().filter(|&&i| !kept.contains(&found[i].mv)) {
            let by = left.iter().find(|&&j| goes_on(&found[j].mv, &found[i].mv)).copied().unwrap_or(i);
            fates[i] = Some(Fate::StopsShort { by });
        }
    }

    /// Runs the rules that could make what is looked for.
    fn search(
        &mut self,
        me: PlayerId,
        modes: Option<&[ModeId]>,
        begin: Begin,
        gens: &[Val],
    ) -> Result<(), RunError> {
        let rules = self.rules;
        let n_cells = self.board.state.cells.len() as u16;
        let cells = match begin {
            Begin::Cell(cell) => cell.0..cell.0 + 1,
            Begin::Drop(_) => 0..0,
            Begin::Anywhere => 0..n_cells,
        };
        for cell in cells {
            for mover in self.movers(me, cell) {
                for rule in &rules.kinds[mover.kind().idx()].moves {
                    if self.ready(rule, modes, gens) {
                        self.first_part(me, cell, mover, rule, Purpose::Moves)?;
                    }
                }
            }
        }
        for (k, kind) in rules.kinds.iter().enumerate() {
            let wanted = match begin {
                Begin::Cell(_) => false,
                Begin::Drop(kind) => kind.idx() == k,
                Begin::Anywhere => true,
            };
            let piece = self.program.layout().new_piece(KindId(k as u16), me);
            if !wanted || self.board.state.reserve(self.program, me, piece.kind()) == 0 {
                continue;
            }
            for rule in &kind.drops {
                for cell in 0..n_cells {
                    if self.ready(rule, modes, gens) {
                        self.drop_part(me, cell, piece, rule, Purpose::Moves)?;
                    }
                }
            }
        }
        if begin == Begin::Anywhere {
            for rule in rules.players.get(me.idx()).into_iter().flatten() {
                if self.ready(rule, modes, gens) {
                    self.first_part(me, NO_CELL, Piece::NONE, rule, Purpose::Moves)?;
                }
            }
        }
        Ok(())
    }

    /// The pieces on a cell that a player may move.
    fn movers(&self, me: PlayerId, cell: u16) -> Vec<Piece> {
        if self.program.pile() == Pile::Heap {
            return movable(self.program, &self.board.state, cell, me).collect();
        }
        let anyone = self.program.game().rules.start == Start::Anyone;
        let his = |p: &Piece| p.owner() == me || anyone || self.rules.kinds[p.kind().idx()].shared;
        Some(self.top(cell)).filter(|p| p.is_some() && his(p)).into_iter().collect()
    }

    /// Makes everything ready for a rule; false if it cannot begin the turn and that is not let pass.
    fn ready(&mut self, rule: &ScriptRule, modes: Option<&[ModeId]>, gens: &[Val]) -> bool {
        let spot = Spot { code: rule.script.0, op: None };
        let not_now = (!self.may_begin(rule.mode, modes)).then(|| Hurdle {
            what: Obstacle::NotNow(rule.mode),
            spot,
            cell: None,
            found: None,
            attackers: Vec::new(),
        });
        self.gens.clone_from_slice(gens);
        let Some(trace) = &mut self.trace else { return false };
        trace.begin_with(None);
        let allowed = not_now.as_ref().is_none_or(|hurdle| trace.allows(hurdle));
        trace.begin_with(not_now);
        allowed
    }
}

/// Only the best stay, by the numbers they were given.
fn compare(found: &[Candidate], fates: &mut [Option<Fate>]) {
    let left = (0..found.len()).filter(|&i| fates[i].is_none());
    let Some(by) = left.max_by(|&a, &b| found[a].prefer.cmp(&found[b].prefer).then(b.cmp(&a))) else {
        return;
    };
    let best = &found[by].prefer;
    for (candidate, fate) in found.iter().zip(fates) {
        if fate.is_none() && candidate.prefer != *best {
            let own = &candidate.prefer;
            let criterion = own.iter().zip(best).position(|(a, b)| a != b).unwrap_or(0);
            let number = |list: &[i32]| list.get(criterion).copied().map_or(0, i64::from);
            *fate = Some(Fate::Worse { by, criterion, value: number(own), best: number(best) });
        }
    }
}

/// Of moves that look and end the same, the first stays.
fn merge(found: &[Candidate], fates: &mut [Option<Fate>]) {
    let mut seen = FxHashMap::default();
    for (i, (candidate, fate)) in found.iter().zip(fates).enumerate() {
        if fate.is_some() {
            continue;
        }
        let mv = &candidate.mv;
        let heads: Vec<(u16, u16)> = mv.parts.iter().map(|p| (p.from, p.to)).collect();
        let name = mv.note.as_ref().map(|n| n.name.clone());
        match seen.entry((heads, name, candidate.hash, turn_told(mv))) {
            std::collections::hash_map::Entry::Occupied(first) => *fate = Some(Fate::SameAs(*first.get())),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(i);
            }
        }
    }
}
