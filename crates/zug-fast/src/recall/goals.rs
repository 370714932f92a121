//! How games end, and playing on until they do.

use super::keeper::{Keeper, test};
use super::rules::Rules;
use super::walk::Halt;
use crate::TooMany;
use crate::draw::Draw;
use zug_ir::{NoMoves, Pass, PlayerId, Verdict};
use zug_vm::{Errand, NO_CELL, Outcome, PartHead, Phase, Program, lost};

/// A goal that holds about a player.
struct Reached {
    verdict: Verdict,
    player: PlayerId,
    worth: u32,
}

impl Reached {
    fn outcome(&self, program: &Program) -> Outcome {
        match self.verdict {
            Verdict::Win => Outcome::Won { player: self.player, worth: self.worth },
            Verdict::Loss => lost(program, self.player, self.worth),
            Verdict::Draw | Verdict::Count => Outcome::Draw,
        }
    }
}

impl Keeper {
    /// The first goal of a phase that holds about a player.
    fn reached(
        &mut self,
        rules: &Rules,
        program: &Program,
        after_move: bool,
        player: PlayerId,
        can_move: Option<bool>,
    ) -> Result<Option<Reached>, TooMany> {
        self.no_moves = can_move.map(|can| !can);
        for goal in rules.goals.iter().filter(|g| g.after_move == after_move) {
            if !goal.players.is_empty() && !goal.players.contains(&player) {
                continue;
            }
            let job = test(goal.script, Errand::Goal { after_move }, player, NO_CELL);
            let held = loop {
                let phase = self.desk.set_phase(Phase { judging: false, passed_on: after_move });
                let held = self.holds(rules, program, &job, &rules.nothing, None);
                self.desk.set_phase(phase);
                match held {
                    Err(Halt::NoMoves) => self.no_moves = Some(!self.can_move(rules, program)?),
                    held => break held?,
                }
            };
            if let Some(end) = held {
                let yields = &self.graph.ends[end as usize].yields;
                let worth = yields.last().map_or(1, |worth| (*worth).max(1).unsigned_abs());
                return Ok(Some(Reached { verdict: goal.verdict, player, worth }));
            }
        }
        Ok(None)
    }

    /// How the game stands before a move.
    pub(super) fn standing(
        &mut self,
        rules: &Rules,
        program: &Program,
        can_move: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        let state = self.desk.state();
        if let Some(over) = state.outcome() {
            return Ok(Some(over.clone()));
        }
        let chooser = rules.turns[state.turn_idx()].chooser;
        if let Some(reached) = self.before_move(rules, program, Some(can_move))? {
            return Ok(Some(reached.outcome(program)));
        }
        Ok((!can_move).then(|| match rules.no_moves {
            NoMoves::Draw => Outcome::Draw,
            NoMoves::Loss => lost(program, chooser, 1),
        }))
    }

    /// The goal that holds before a move, for the player to move.
    fn before_move(
        &mut self,
        rules: &Rules,
        program: &Program,
        can_move: Option<bool>,
    ) -> Result<Option<Reached>, TooMany> {
        let turn = &rules.turns[self.desk.state().turn_idx()];
        match turn.goalless {
            true => Ok(None),
            false => self.reached(rules, program, false, turn.chooser, can_move),
        }
    }

    /// Is there a pass beside so many other moves?
    pub(super) fn passes(&self, rules: &Rules, n: usize) -> bool {
        match rules.turns[self.desk.state().turn_idx()].pass {
            Pass::Always => true,
            Pass::Forced => n == 0,
            Pass::Never => false,
        }
    }

    /// Makes the move of a candidate, or passes. `counted`: the position may come again.
    pub(super) fn play(
        &mut self,
        rules: &Rules,
        program: &Program,
        candidate: Option<usize>,
        counted: bool,
    ) -> Result<(), TooMany> {
        let mover = rules.turns[self.desk.state().turn_idx()].actor;
        let (mut heads, mut told) = (Vec::new(), None);
        if let Some(i) = candidate {
            told = self.told(i);
            self.apply(program, i, mover);
            heads.extend(self.heads(i));
        }
        self.finish(rules, program, &heads, told, counted)
    }

    /// What happens between the last part of a move and the next turn.
    pub(super) fn finish(
        &mut self,
        rules: &Rules,
        program: &Program,
        heads: &[PartHead],
        told: Option<u16>,
        counted: bool,
    ) -> Result<(), TooMany> {
        let turn = &rules.turns[self.desk.state().turn_idx()];
        self.desk.finish_turn(program, heads, told, turn.actor);
        self.rebase();
        let counted = counted && rules.needs_history;
        if counted {
            self.desk.remember(program);
        }
        let reached = match turn.goalless {
            true => None,
            false => self.reached(rules, program, true, turn.chooser, None)?,
        };
        if !rules.eliminates {
            self.desk.set_over(reached.map(|reached| reached.outcome(program)));
            return Ok(());
        }
        self.put_out(rules, program, reached, counted)
    }

    /// A player who has lost is out, and the others play on.
    fn put_out(
        &mut self,
        rules: &Rules,
        program: &Program,
        reached: Option<Reached>,
        counted: bool,
    ) -> Result<(), TooMany> {
        let before = self.desk.state().out().len();
        let mut over = match reached {
            Some(Reached { verdict: Verdict::Loss, player, worth }) => {
                self.desk.put_out(program, player, worth)
            }
            reached => reached.map(|reached| reached.outcome(program)),
        };
        while over.is_none() {
            match self.before_move(rules, program, None)? {
                Some(Reached { verdict: Verdict::Loss, player, worth }) => {
                    over = self.desk.put_out(program, player, worth);
                }
                _ => break,
            }
        }
        self.desk.set_over(over);
        if self.desk.state().out().len() != before && counted {
            self.desk.forget_last(program);
            self.desk.remember(program);
        }
        Ok(())
    }

    /// Plays one random ply. The outcome if there is none to play.
    pub(super) fn random_ply(
        &mut self,
        rules: &Rules,
        program: &Program,
        draw: &mut Draw,
        counted: bool,
    ) -> Result<Option<Outcome>, TooMany> {
        if let Some(over) = self.desk.state().outcome() {
            return Ok(Some(over.clone()));
        }
        self.tidy();
        let mut drawn = self.draw(rules, program, draw)?;
        let passes = self.passes(rules, usize::from(drawn.is_some()));
        let over = self.standing(rules, program, drawn.is_some() || passes)?;
        if over.is_some() {
            return Ok(over);
        }
        if passes && drawn.is_some() {
            // A pass is one move more: all of them are counted.
            self.legal(rules, program)?;
            let n = self.candidates.len();
            drawn = Some(draw.below(n + 1)).filter(|i| *i < n);
        }
        self.play(rules, program, drawn, counted)?;
        Ok(None)
    }
}
