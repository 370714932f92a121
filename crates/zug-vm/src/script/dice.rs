//! Dice: what a throw can show, and the faces not used yet.

use super::World;
use super::machine::Machine;
use crate::action::{Action, Move, NO_CELL, Note, PartHead};
use crate::error::RunError;
use crate::program::Program;
use smallvec::smallvec;
use std::sync::Arc;
use zug_ir::script::BLANK_FACE;
use zug_ir::{Dice, Scripted, Then};

/// One result of a throw as a move of a chance turn.
pub(super) struct Throw {
    pub(super) mv: Move,
    /// In how many ways the dice can show it.
    pub(super) weight: u64,
}

/// All results of throwing dice, greatest faces first in each; every result once.
pub(super) fn throws(program: &Program, rules: &Scripted, dice: u16) -> Vec<Throw> {
    let dice = &rules.dice[usize::from(dice)];
    let results = dice.results(usize::MAX).unwrap_or_default();
    results.into_iter().map(|(shown, weight)| Throw { mv: throw(program, dice, &shown), weight }).collect()
}

fn throw(_program: &Program, dice: &Dice, shown: &[i32]) -> Move {
    let name = shown.iter().map(i32::to_string).collect::<Vec<_>>().join("-");
    let mut faces = shown.to_vec();
    if let (Some(times), Some(&first)) = (dice.doubles, shown.first())
        && shown.len() > 1
        && shown.iter().all(|f| *f == first)
    {
        faces = vec![first; times as usize];
    }
    let mut actions = smallvec::SmallVec::new();
    for (i, &global) in dice.slots.iter().enumerate() {
        actions.push(Action::SetGlobal { global, value: Dice::kept(faces.get(i)) });
    }
    let head = PartHead { from: NO_CELL, to: NO_CELL, end: actions.len() as u32, then: Then::Done.into() };
    let note = Some(Arc::new(Note { name, ..Note::default() }));
    Move { actions, parts: smallvec![head], note }
}

impl World<'_> {
    /// The faces not used yet.
    pub(super) fn faces(&self, dice: u16) -> Vec<i32> {
        let slots = self.rules.dice.get(usize::from(dice)).map_or(&[][..], |d| &d.slots);
        let kept = slots.iter().map(|g| self.board.state.globals[g.idx()]).filter(|f| *f != 0);
        kept.map(|f| if f == BLANK_FACE { 0 } else { f }).collect()
    }

    /// Uses a die that shows a number. False if none does.
    pub(super) fn use_die(&mut self, m: &mut Machine, dice: u16, n: i32) -> Result<bool, RunError> {
        let mut faces = self.faces(dice);
        let Some(at) = faces.iter().position(|f| *f == n) else { return Ok(false) };
        faces.remove(at);
        let rules = self.rules;
        for (i, &global) in rules.dice[usize::from(dice)].slots.iter().enumerate() {
            let value = Dice::kept(faces.get(i));
            if self.board.state.globals[global.idx()] != value {
                self.act(m, Action::SetGlobal { global, value })?;
            }
        }
        Ok(true)
    }
}
