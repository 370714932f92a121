//! The pipeline that makes legal moves from candidates, in the order the architecture fixes:
//! priorities, invariants (royal pieces, illegal positions, ko), preferences, landings, merging, pass.

use crate::goal_cond::goal_cond;
use crate::ids;
use crate::settings::{Filters, GoalChoices};
use zug_ir::{self as ir, Stage};
use zug_model::{self as model, Verdict};
use zug_source::Diagnostics;

pub(crate) fn stages(
    game: &model::Game,
    filters: &Filters<'_>,
    choices: GoalChoices,
    out: &mut Diagnostics,
) -> Vec<Stage> {
    let mut stages = Vec::new();
    stages.extend(priorities(game, filters));
    stages.extend(royals(game));
    for goal in game.goals.iter().filter(|goal| goal.verdict == Verdict::Illegal) {
        let cond = goal_cond(&goal.cond, goal.origin, choices, out);
        stages.push(Stage::Illegal { players: ids::players(&goal.players), cond });
    }
    stages.extend(ko(filters.ko));
    if !filters.prefer.is_empty() {
        stages.push(Stage::Prefer(filters.prefer.iter().map(preference).collect()));
    }
    match filters.landing {
        model::Landing::Free => {}
        model::Landing::MustContinue => stages.push(Stage::Landing),
    }
    stages.push(Stage::Merge);
    match filters.pass {
        model::Pass::Never => {}
        model::Pass::Forced => stages.push(Stage::Pass(ir::Pass::Forced)),
        model::Pass::Always => stages.push(Stage::Pass(ir::Pass::Always)),
    }
    stages
}

fn priorities(game: &model::Game, filters: &Filters<'_>) -> Option<Stage> {
    let unlisted = match filters.unlisted {
        model::UnlistedMode::Lowest => ir::Unlisted::Lowest,
        model::UnlistedMode::ContinuationOnly => ir::Unlisted::Never,
    };
    let modes = ids::modes(&game.priorities);
    (!modes.is_empty()).then_some(Stage::Priorities { modes, unlisted })
}

fn royals(game: &model::Game) -> impl Iterator<Item = Stage> {
    let stage = |(player, kinds): (u16, Vec<_>)| {
        let kinds = ids::kinds(&kinds);
        (!kinds.is_empty()).then_some(Stage::Royal { player: ir::PlayerId(player), kinds })
    };
    (0..).zip(game.royal_kinds()).filter_map(stage)
}

fn ko(ko: model::Ko) -> Option<Stage> {
    let ko = match ko {
        model::Ko::Off => return None,
        model::Ko::Previous => ir::Ko::Previous,
        model::Ko::Position => ir::Ko::Position,
        model::Ko::Situation => ir::Ko::Situation,
        model::Ko::Third => ir::Ko::Third,
    };
    Some(Stage::Ko(ko))
}

fn preference(preference: &model::Preference) -> ir::Preference {
    match preference {
        model::Preference::Quiet => ir::Preference::Quiet,
        model::Preference::Captures => ir::Preference::Captures,
        model::Preference::CapturedValue(values) => {
            ir::Preference::CapturedValue(values.iter().map(|&(kind, n)| (ids::kind(kind), n)).collect())
        }
        model::Preference::Mover(kind) => ir::Preference::Mover(ids::kind(*kind)),
        model::Preference::Earliest(kind) => ir::Preference::Earliest(ids::kind(*kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings;
    use crate::testkit::{BLACK, KING, MAN, WHITE, at, game};
    use zug_model::{GoalCond, Settings, UnlistedMode};

    fn lower(game: &model::Game) -> Vec<Stage> {
        let mut out = Diagnostics::new();
        let split = settings::split(&game.settings);
        let stages = stages(game, &split.filters, split.goals, &mut out);
        assert!(out.is_empty());
        stages
    }

    fn goal(verdict: Verdict, players: &[model::PlayerId], cond: GoalCond) -> model::Goal {
        model::Goal { verdict, players: players.to_vec(), cond, origin: at(0) }
    }

    #[test]
    fn equal_moves_are_always_one() {
        assert_eq!(lower(&game()), [Stage::Merge]);
    }

    #[test]
    fn every_stage_has_its_place() {
        let settings = Settings {
            pass: model::Pass::Forced,
            prefer: vec![model::Preference::Captures],
            landing: model::Landing::MustContinue,
            ko: model::Ko::Position,
            unlisted_mode: UnlistedMode::ContinuationOnly,
            ..Settings::default()
        };
        let stages = lower(&model::Game {
            settings,
            priorities: vec![model::ModeId(1)],
            goals: vec![
                goal(Verdict::Illegal, &[WHITE], GoalCond::Stalemated),
                goal(Verdict::Loss, &[BLACK], GoalCond::Checkmated(vec![KING])),
            ],
            ..game()
        });
        let (white, black) = (ids::player(WHITE), ids::player(BLACK));
        assert_eq!(
            stages,
            [
                Stage::Priorities { modes: vec![ir::ModeId(1)], unlisted: ir::Unlisted::Never },
                Stage::Royal { player: black, kinds: vec![ids::kind(KING)] },
                Stage::Illegal { players: vec![white], cond: ir::GoalCond::Stalemated },
                Stage::Ko(ir::Ko::Position),
                Stage::Prefer(vec![ir::Preference::Captures]),
                Stage::Landing,
                Stage::Merge,
                Stage::Pass(ir::Pass::Forced),
            ]
        );
    }

    #[test]
    fn royal_kinds_are_united_for_each_player() {
        let mate = |kind| GoalCond::Checkmated(vec![kind]);
        let nested = GoalCond::Or(vec![GoalCond::False, GoalCond::Not(Box::new(mate(MAN)))]);
        let stages = lower(&model::Game {
            goals: vec![
                goal(Verdict::Loss, &[WHITE, BLACK], mate(KING)),
                goal(Verdict::Draw, &[BLACK], nested),
                goal(Verdict::Win, &[BLACK], mate(KING)),
                goal(Verdict::Illegal, &[WHITE], mate(MAN)),
            ],
            ..game()
        });
        let (man, king) = (ids::kind(MAN), ids::kind(KING));
        assert_eq!(
            stages[..2],
            [
                Stage::Royal { player: ids::player(WHITE), kinds: vec![king] },
                Stage::Royal { player: ids::player(BLACK), kinds: vec![king, man] },
            ]
        );
    }

    #[test]
    fn a_kind_whose_capture_is_a_goal_is_not_royal() {
        let (taken, mate) = (GoalCond::Captured(vec![KING]), GoalCond::Checkmated(vec![MAN, KING]));
        let stages = lower(&model::Game {
            goals: vec![goal(Verdict::Loss, &[WHITE], taken), goal(Verdict::Loss, &[WHITE, BLACK], mate)],
            ..game()
        });
        let (man, king) = (ids::kind(MAN), ids::kind(KING));
        assert_eq!(
            stages[..2],
            [
                Stage::Royal { player: ids::player(WHITE), kinds: vec![man] },
                Stage::Royal { player: ids::player(BLACK), kinds: vec![man, king] },
            ]
        );
    }

    #[test]
    fn criteria_keep_their_order() {
        let prefer = vec![
            model::Preference::Mover(KING),
            model::Preference::CapturedValue(vec![(KING, 3)]),
            model::Preference::Earliest(MAN),
        ];
        let stages = lower(&model::Game { settings: Settings { prefer, ..Settings::default() }, ..game() });
        let (man, king) = (ids::kind(MAN), ids::kind(KING));
        let criteria = vec![
            ir::Preference::Mover(king),
            ir::Preference::CapturedValue(vec![(king, 3)]),
            ir::Preference::Earliest(man),
        ];
        assert_eq!(stages[0], Stage::Prefer(criteria));
    }
}
