//! From candidates to legal moves.

use super::ask::boards;
use super::generate::Candidate;
use super::run::Purpose;
use super::value::Val;
use super::{Moves, World};
use crate::action::Move;
use crate::error::RunError;
use crate::stages::landing;
use crate::work;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use zug_ir::{KindId, Ko, Pass, PlayerId, ScriptId, Stage};

impl World<'_> {
    /// The legal moves of the player to move, in a fixed order.
    pub(super) fn legal(&mut self) -> Result<Vec<Move>, RunError> {
        let turn = self.program.turn(&self.board.state);
        let me = turn.actor;
        let modes = turn.modes.clone();
        self.candidates(me, modes.as_deref())?;
        let mut found = std::mem::take(&mut self.out);
        if cfg!(debug_assertions) {
            found.iter().try_for_each(|c| self.after(me, c, |_| Ok(())))?;
        }
        if self.judges() {
            self.keep_by(&mut found, |world, c| world.lawful(me, c))?;
        }
        prefer(&mut found);
        let stages = &self.program.game().stages;
        let lands = stages.contains(&Stage::Landing) || self.rules.modes.iter().any(|m| m.landing);
        if lands {
            let kept = landed(&found);
            let mut i = 0;
            found.retain(|_| {
                i += 1;
                kept[i - 1]
            });
        }
        self.charge(found.len() as u64)?;
        let mut moves = distinct(found);
        for stage in stages {
            match stage {
                Stage::Pass(Pass::Always) if !self.program.in_set_up(&self.board.state) => {
                    moves.push(Move::pass())
                }
                Stage::Pass(Pass::Forced) if moves.is_empty() => moves.push(Move::pass()),
                _ => {}
            }
        }
        Ok(moves)
    }

    /// Has the player to move a legal move? Comparing moves with each other always leaves one.
    pub(super) fn can_move(&mut self) -> Result<bool, RunError> {
        let turn = self.program.turn(&self.board.state);
        let me = turn.actor;
        let modes = turn.modes.clone();
        self.candidates(me, modes.as_deref())?;
        for candidate in std::mem::take(&mut self.out) {
            if self.lawful(me, &candidate)? {
                return Ok(true);
            }
        }
        Ok(self.program.game().stages.iter().any(|stage| match stage {
            Stage::Pass(Pass::Always) => !self.program.in_set_up(&self.board.state),
            stage => *stage == Stage::Pass(Pass::Forced),
        }))
    }

    /// Candidates by priority, those that a later check drops left out.
    pub(super) fn candidates(
        &mut self,
        me: PlayerId,
        modes: Option<&[zug_ir::ModeId]>,
    ) -> Result<(), RunError> {
        self.all_rules(me, modes, Purpose::Moves)?;
        let mut found = std::mem::take(&mut self.out);
        if found.iter().any(|c| !c.defers.is_empty()) {
            self.keep_by(&mut found, |world, c| world.still_holds(me, c))?;
        }
        let best = self.rules.priorities.iter().find(|p| found.iter().any(|c| c.mode == Some(**p)));
        if let Some(best) = best {
            found.retain(|c| c.mode == Some(*best));
        }
        self.out = found;
        Ok(())
    }

    fn keep_by(
        &mut self,
        found: &mut Vec<Candidate>,
        keep: impl Fn(&mut Self, &Candidate) -> Result<bool, RunError>,
    ) -> Result<(), RunError> {
        let mut kept = Vec::with_capacity(found.len());
        for candidate in found.drain(..) {
            if keep(self, &candidate)? {
                kept.push(candidate);
            }
        }
        *found = kept;
        Ok(())
    }

    /// Makes the candidate's move on the board, asks, and takes it back.
    pub(super) fn after<T>(
        &mut self,
        me: PlayerId,
        candidate: &Candidate,
        ask: impl FnOnce(&mut Self) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let mark = self.board.mark();
        let change = work::change(self.program, &self.board.state);
        self.charge(candidate.mv.actions.len() as u64 * change)?;
        for action in &candidate.mv.actions {
            self.board.apply(self.program, action, me, &mut Vec::new());
        }
        debug_assert_eq!(self.board.state.hash, self.board.state.recomputed_hash(self.program));
        debug_assert_eq!(self.result_hash(), candidate.hash, "the actions do what the rule did");
        let judging = std::mem::replace(&mut self.judging, true);
        let next = turn_told(&candidate.mv).unwrap_or_else(|| self.program.turn_after(self.board.state.turn));
        let moves = std::mem::replace(&mut self.moves, Moves::Ahead(next));
        let answer = ask(self);
        self.moves = moves;
        self.judging = judging;
        self.board.undo(self.program, mark);
        answer
    }

    /// Runs a test script about the board as it is.
    pub(super) fn accepts(
        &mut self,
        me: PlayerId,
        script: ScriptId,
        cursor: u16,
        about: &Candidate,
        locals: &[Val],
    ) -> Result<bool, RunError> {
        let mut m = self.machine();
        m.reset(me, cursor, crate::piece::Piece::NONE);
        m.locals.clone_from_slice(locals);
        m.regs.start = about.start;
        m.regs.captured = about.captured;
        m.heads.extend(about.mv.parts.iter().skip(1));
        let mark = self.board.mark();
        let answer = self.run(&mut m, script, Purpose::Test);
        self.board.undo(self.program, mark);
        self.done(m);
        answer
    }

    /// Do the checks that mention generation variables hold now that all moves are known?
    fn still_holds(&mut self, me: PlayerId, candidate: &Candidate) -> Result<bool, RunError> {
        self.after(me, candidate, |world| {
            for defer in &candidate.defers {
                if !world.accepts(me, defer.script, defer.cursor, candidate, &defer.locals)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Is there anything that moves are judged by?
    fn judges(&self) -> bool {
        let rules = self.rules;
        let invariants = rules.invariant.is_some() || rules.kinds.iter().any(|k| k.invariant.is_some());
        invariants || self.program.game().stages.iter().any(|stage| ko(stage).is_some())
    }

    /// What must hold after a move by a rule of a kind.
    pub(super) fn invariants(&self, kind: Option<KindId>) -> impl Iterator<Item = ScriptId> + use<> {
        let own = kind.and_then(|kind| self.rules.kinds[kind.idx()].invariant);
        own.into_iter().chain(self.rules.invariant)
    }

    /// Do the invariants hold after the move, and does it bring back nothing it may not?
    pub(super) fn lawful(&mut self, me: PlayerId, candidate: &Candidate) -> Result<bool, RunError> {
        let kos: Vec<Ko> = self.program.game().stages.iter().filter_map(ko).collect();
        if self.invariants(candidate.kind).next().is_none() && kos.is_empty() {
            return Ok(true);
        }
        self.after(me, candidate, |world| {
            for script in world.invariants(candidate.kind) {
                if !world.accepts(me, script, candidate.cursor, candidate, &candidate.locals)? {
                    return Ok(false);
                }
            }
            for ko in &kos {
                if world.brings_back(*ko)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    pub(super) fn brings_back(&mut self, ko: Ko) -> Result<bool, RunError> {
        let (program, state) = (self.program, &self.board.state);
        let next = state.board_key(program, program.next_turn(state));
        Ok(match ko {
            // The position before the last move.
            Ko::Previous => boards(self.history).rev().nth(1) == Some(&next),
            Ko::Situation => boards(self.history).any(|h| *h == next),
            Ko::Third => boards(self.history).filter(|&&h| h == next).count() >= 2,
            Ko::Position => return self.repeated(1, false),
        })
    }
}

pub(super) fn ko(stage: &Stage) -> Option<Ko> {
    match stage {
        Stage::Ko(ko) => Some(*ko),
        _ => None,
    }
}

/// The moves without those that look the same and lead to the same board as one before.
fn distinct(found: Vec<Candidate>) -> Vec<Move> {
    // Few lead to the same board as another: only those are looked at.
    let mut first: FxHashMap<u64, usize> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut moves: Vec<Move> = Vec::with_capacity(found.len());
    for candidate in found {
        let (hash, mv) = (candidate.hash, candidate.mv);
        match first.entry(hash) {
            Entry::Vacant(entry) => {
                entry.insert(moves.len());
            }
            Entry::Occupied(entry) => {
                seen.insert((hash, look(&moves[*entry.get()])));
                if !seen.insert((hash, look(&mv))) {
                    continue;
                }
            }
        }
        moves.push(mv);
    }
    moves
}

/// What a player sees of a move besides the board it leads to.
fn look(mv: &Move) -> (Vec<(u16, u16)>, Option<String>, Option<u16>) {
    let heads = mv.parts.iter().map(|p| (p.from, p.to)).collect();
    (heads, mv.note.as_ref().map(|n| n.name.clone()), turn_told(mv))
}

/// Only the best stay, by the numbers they were given.
fn prefer(found: &mut Vec<Candidate>) {
    let best = found.iter().map(|c| &c.prefer).max().filter(|best| !best.is_empty()).cloned();
    if let Some(best) = best {
        found.retain(|c| c.prefer == best);
    }
}

/// Which of the moves the landing rule leaves.
fn landed(found: &[Candidate]) -> Vec<bool> {
    let mut kept: Vec<Move> = found.iter().map(|c| c.mv.clone()).collect();
    landing(&mut kept);
    let kept: FxHashSet<Move> = kept.into_iter().collect();
    found.iter().map(|c| kept.contains(&c.mv)).collect()
}

/// The turn a move says is next.
pub(super) fn turn_told(mv: &Move) -> Option<u16> {
    mv.actions.iter().rev().find_map(|a| match a {
        crate::action::Action::SetTurn { turn } => Some(*turn),
        _ => None,
    })
}
