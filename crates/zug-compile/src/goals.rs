//! Goals: which there are, and which of them have to wait for move generation.
//!
//! What their conditions say is in `goal_cond`. A goal with the verdict "illegal" is no goal of the IR but a stage: see `stages`.

use crate::goal_cond::goal_cond;
use crate::ids;
use crate::origins::Origins;
use crate::settings::GoalChoices;
use zug_ir as ir;
use zug_model::{self as model, Repetition, Verdict};
use zug_source::Diagnostics;

/// The goals that end the game, in the order written, with the one nobody writes at the end.
pub(crate) fn goals(
    game: &model::Game,
    choices: GoalChoices,
    origins: &mut Origins,
    out: &mut Diagnostics,
) -> Vec<ir::Goal> {
    let mut goals = Vec::new();
    for goal in &game.goals {
        let verdict = match goal.verdict {
            Verdict::Win => ir::Verdict::Win,
            Verdict::Loss => ir::Verdict::Loss,
            Verdict::Draw => ir::Verdict::Draw,
            Verdict::Count => ir::Verdict::Count,
            Verdict::Illegal => continue,
        };
        goals.push(ir::Goal {
            verdict,
            players: ids::players(&goal.players),
            cond: goal_cond(&goal.cond, goal.origin, choices, out),
            deferred: mentions(&goal.cond, &waits_for_moves),
            origin: origins.add(goal.origin),
        });
    }
    goals.extend(repetition_goal(game, choices, origins));
    goals
}

/// Zillions' unwritten rule as a goal, so that the engine has no rule of its own: a third repetition is
/// a draw where the author does not speak of repetition himself.
fn repetition_goal(game: &model::Game, choices: GoalChoices, origins: &mut Origins) -> Option<ir::Goal> {
    let spoken_of = |g: &model::Goal| mentions(&g.cond, &|c| matches!(c, model::GoalCond::Repetition));
    if choices.repetition == Repetition::Nothing || game.goals.iter().any(spoken_of) {
        return None;
    }
    let players = (0..).map(model::PlayerId).take(game.players.len());
    let active = |p: &model::PlayerId| game.turns.iter().any(|turn| turn.chooser == *p);
    let players: Vec<model::PlayerId> = players.filter(active).collect();
    // Nobody agrees to a draw with himself: in a puzzle one may go round as often as one likes.
    if players.iter().filter(|p| !game.players[p.idx()].random).count() < 2 {
        return None;
    }
    Some(ir::Goal {
        verdict: ir::Verdict::Draw,
        players: players.into_iter().map(ids::player).collect(),
        cond: ir::GoalCond::Repetition,
        deferred: false,
        origin: origins.add(game.origin),
    })
}

/// Can it be decided only when it is known who can move?
fn waits_for_moves(cond: &model::GoalCond) -> bool {
    use model::GoalCond::{Checkmated, Stalemated, Stuck};
    matches!(cond, Stalemated | Checkmated(_) | Stuck)
}

/// Does the test hold for the condition or for one inside it, also under `not`?
pub(crate) fn mentions(cond: &model::GoalCond, test: &impl Fn(&model::GoalCond) -> bool) -> bool {
    test(cond)
        || match cond {
            model::GoalCond::And(conds) | model::GoalCond::Or(conds) => {
                conds.iter().any(|inner| mentions(inner, test))
            }
            model::GoalCond::Not(inner) => mentions(inner, test),
            model::GoalCond::True
            | model::GoalCond::False
            | model::GoalCond::Stalemated
            | model::GoalCond::Checkmated(_)
            | model::GoalCond::Stuck
            | model::GoalCond::Repetition
            | model::GoalCond::Captured(_)
            | model::GoalCond::PiecesRemaining { .. }
            | model::GoalCond::TotalPieceCount { .. }
            | model::GoalCond::AbsoluteConfig { .. }
            | model::GoalCond::RelativeConfig { .. }
            | model::GoalCond::Cmp(..) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{BLACK, KING, WHITE, at, game};
    use zug_model::{ConfigReading, GoalCond};

    const PLAIN: GoalChoices = GoalChoices { repetition: Repetition::Nothing, config: ConfigReading::All };

    fn goal(verdict: Verdict, cond: GoalCond) -> model::Goal {
        model::Goal { verdict, players: vec![WHITE], cond, origin: at(50) }
    }

    fn lower(choices: GoalChoices, written: Vec<model::Goal>) -> Vec<ir::Goal> {
        let (mut origins, mut out) = (Origins::default(), Diagnostics::new());
        let game = model::Game { goals: written, ..game() };
        let goals = goals(&game, choices, &mut origins, &mut out);
        assert!(out.is_empty());
        assert!(goals.iter().all(|goal| origins.get(goal.origin).is_some()));
        goals
    }

    #[test]
    fn verdicts_are_kept_and_illegal_positions_are_no_goals() {
        let all = [Verdict::Win, Verdict::Illegal, Verdict::Loss, Verdict::Draw, Verdict::Count];
        let goals = lower(PLAIN, all.map(|verdict| goal(verdict, GoalCond::True)).into());
        let verdicts: Vec<_> = goals.iter().map(|goal| goal.verdict).collect();
        assert_eq!(verdicts, [ir::Verdict::Win, ir::Verdict::Loss, ir::Verdict::Draw, ir::Verdict::Count]);
    }

    #[test]
    fn goals_about_having_moves_are_deferred_wherever_they_say_so() {
        let deferred = |cond| lower(PLAIN, vec![goal(Verdict::Draw, cond)])[0].deferred;
        let mate = || GoalCond::Checkmated(vec![KING]);
        assert!(deferred(GoalCond::Stalemated));
        assert!(deferred(GoalCond::Stuck));
        assert!(deferred(mate()));
        assert!(deferred(GoalCond::And(vec![GoalCond::True, GoalCond::Not(Box::new(mate()))])));
        assert!(deferred(GoalCond::Or(vec![GoalCond::False, GoalCond::Stuck])));
        assert!(!deferred(GoalCond::Repetition));
        assert!(!deferred(GoalCond::Captured(vec![KING])));
    }

    #[test]
    fn the_third_repetition_is_a_draw_unless_somebody_speaks_of_it() {
        let draw = GoalChoices { repetition: Repetition::Draw, ..PLAIN };
        let goals = lower(draw, vec![]);
        assert_eq!(goals.len(), 1);
        assert_eq!((goals[0].verdict, &goals[0].cond), (ir::Verdict::Draw, &ir::GoalCond::Repetition));
        // The neutral player takes no turns.
        assert_eq!(goals[0].players, [ids::player(WHITE), ids::player(BLACK)]);
        assert!(!goals[0].deferred);

        let spoken = GoalCond::Or(vec![GoalCond::Repetition, GoalCond::False]);
        assert_eq!(lower(draw, vec![goal(Verdict::Loss, spoken)]).len(), 1);
        assert_eq!(lower(draw, vec![goal(Verdict::Illegal, GoalCond::Repetition)]).len(), 0);
        assert_eq!(lower(PLAIN, vec![]).len(), 0);
    }
}
