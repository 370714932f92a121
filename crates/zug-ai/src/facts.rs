//! What the rules say about a game before anybody has played it.

use zug_game::ir::{GoalCond, Ko, ScriptId, ScriptOp, Stage, Verdict};
use zug_game::{Game, PlayerId};

/// What it means that a position comes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repetition {
    /// Nobody gets anywhere.
    Draws,
    /// Who brings it back has lost.
    Loses,
    /// Who brings it back has won.
    Wins,
    /// It must not be brought back.
    Illegal,
}

/// A game as a search sees it.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// Those who choose, in the order of their turns, without chance.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) has_chance: bool,
    pub(crate) repetition: Repetition,
    /// Values that two positions may differ in and still repeat each other.
    pub(crate) has_counters: bool,
    pub(crate) is_fast: bool,
}

impl Facts {
    pub(crate) fn new(game: &Game) -> Self {
        let ir = game.ir();
        let mut players = Vec::new();
        for turn in &ir.turns {
            if !ir.players[turn.chooser.idx()].random && !players.contains(&turn.chooser) {
                players.push(turn.chooser);
            }
        }
        Facts {
            players,
            has_chance: ir.turns.iter().any(|turn| ir.players[turn.chooser.idx()].random),
            repetition: repetition(game),
            has_counters: ir.globals.iter().any(|global| global.counter),
            is_fast: game.fast().is_ok(),
        }
    }
}

fn repetition(game: &Game) -> Repetition {
    let ir = game.ir();
    let ko = |stage: &Stage| matches!(stage, Stage::Ko(Ko::Position | Ko::Situation));
    if ir.stages.iter().any(ko) {
        return Repetition::Illegal;
    }
    let mut verdicts =
        ir.goals.iter().filter(|goal| mentions_repetition(&goal.cond)).map(|goal| goal.verdict);
    let told = match (&ir.scripted, verdicts.next()) {
        (_, Some(verdict)) => Some(verdict),
        (None, None) => None,
        (Some(rules), None) => {
            let asks = |script: ScriptId| {
                let code = rules.scripts.get(script.0 as usize).map(|script| &script.code[..]);
                code.unwrap_or(&[]).iter().any(|op| matches!(op, ScriptOp::Repeated { .. }))
            };
            if rules.invariant.is_some_and(asks) {
                return Repetition::Illegal;
            }
            rules.goals.iter().find(|goal| asks(goal.script)).map(|goal| goal.verdict)
        }
    };
    match told {
        Some(Verdict::Loss) => Repetition::Loses,
        Some(Verdict::Win) => Repetition::Wins,
        // A game that goes round and round is won by nobody, whether the rules say so or not.
        Some(Verdict::Draw | Verdict::Count) | None => Repetition::Draws,
    }
}

fn mentions_repetition(cond: &GoalCond) -> bool {
    matches!(cond, GoalCond::Repetition) || cond.children().iter().any(mentions_repetition)
}
