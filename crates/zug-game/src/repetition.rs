//! What the rules say about a position that comes again.

use crate::game::Game;
use zug_ir::{GoalCond, Ko, ScriptId, ScriptOp, Stage, Verdict};

/// What it means that a position comes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The rules do not speak of it.
    Nothing,
    Draws,
    /// Who brings it back has lost.
    Loses,
    /// Who brings it back has won.
    Wins,
    /// It must not be brought back.
    Illegal,
}

impl Game {
    /// What the rules say about a position that comes again.
    pub fn repetition(&self) -> Repetition {
        let ir = self.ir();
        let ko = |stage: &Stage| matches!(stage, Stage::Ko(Ko::Position | Ko::Situation));
        if ir.stages.iter().any(ko) {
            return Repetition::Illegal;
        }
        let mut goals =
            ir.goals.iter().filter(|goal| mentions_repetition(&goal.cond)).map(|goal| goal.verdict);
        let verdict = match (&ir.scripted, goals.next()) {
            (None, verdict) | (_, verdict @ Some(_)) => verdict,
            (Some(rules), None) => {
                let asks = |script: ScriptId| {
                    let code = rules.scripts.get(script.idx()).map(|script| &script.code[..]);
                    code.unwrap_or(&[]).iter().any(|op| matches!(op, ScriptOp::Repeated { .. }))
                };
                if rules.invariant.is_some_and(asks) {
                    return Repetition::Illegal;
                }
                rules.goals.iter().find(|goal| asks(goal.script)).map(|goal| goal.verdict)
            }
        };
        match verdict {
            None => Repetition::Nothing,
            Some(Verdict::Draw | Verdict::Count) => Repetition::Draws,
            Some(Verdict::Loss) => Repetition::Loses,
            Some(Verdict::Win) => Repetition::Wins,
        }
    }
}

fn mentions_repetition(cond: &GoalCond) -> bool {
    matches!(cond, GoalCond::Repetition) || cond.children().iter().any(mentions_repetition)
}
