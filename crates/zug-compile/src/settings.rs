//! Every setting of a game is consumed here; below this file nobody knows [`Settings`].
//!
//! A setting becomes a field of [`ir::Rules`], a choice between ops, a stage of the pipeline, or a
//! choice in the goals. The pattern in [`split`] names every field, so that a new setting does not
//! compile until somebody says what it does.

use zug_ir as ir;
use zug_model::{self as model, Settings};

/// The settings by who consumes them.
pub(crate) struct Split<'m> {
    pub(crate) rules: ir::Rules,
    pub(crate) code: CodeChoices,
    pub(crate) filters: Filters<'m>,
    pub(crate) goals: GoalChoices,
}

/// Choices between ops.
#[derive(Clone, Copy)]
pub(crate) struct CodeChoices {
    pub(crate) mark: model::MarkModel,
    pub(crate) captured: model::CapturedCell,
    pub(crate) fork: model::ForkKeeps,
    pub(crate) cascades: model::Cascades,
    /// What cells hold; some statements need piles.
    pub(crate) pile: model::BoardModel,
}

/// Choices of stages.
pub(crate) struct Filters<'m> {
    pub(crate) pass: model::Pass,
    pub(crate) prefer: &'m [model::Preference],
    pub(crate) landing: model::Landing,
    pub(crate) ko: model::Ko,
    pub(crate) unlisted: model::UnlistedMode,
}

/// Choices in goals.
#[derive(Clone, Copy)]
pub(crate) struct GoalChoices {
    pub(crate) repetition: model::Repetition,
    pub(crate) config: model::ConfigReading,
}

pub(crate) fn split(settings: &Settings) -> Split<'_> {
    let &Settings {
        pass,
        pass_partial,
        ref prefer,
        landing,
        cascades,
        recycle_captures,
        recycle_promotions,
        count_reserve,
        repetition,
        ko,
        board_model,
        piece_view,
        attr_view,
        fork_keeps,
        flag_scope,
        mark_model,
        captured_cell,
        last_move,
        ownership,
        part_from,
        lone_capture,
        unlisted_mode,
        config_reading,
        no_moves,
    } = settings;
    let rules = ir::Rules {
        pile: match board_model {
            model::BoardModel::Single => ir::Pile::Single,
            model::BoardModel::Stack => ir::Pile::Stack,
            model::BoardModel::Heap => ir::Pile::Heap,
        },
        view: match piece_view {
            model::PieceView::BeforePart => ir::View::Before,
            model::PieceView::Now => ir::View::Now,
        },
        attr_view: match attr_view {
            model::AttrView::ByCell => ir::AttrView::ByCell,
            model::AttrView::FollowsPiece => ir::AttrView::FollowsPiece,
        },
        flag_scope: match flag_scope {
            model::FlagScope::Part => ir::FlagScope::Part,
            model::FlagScope::Turn => ir::FlagScope::Turn,
        },
        start: match ownership {
            model::Ownership::Own => ir::Start::Own,
            model::Ownership::Anyone => ir::Start::Anyone,
        },
        go_on: match part_from {
            model::PartFrom::SamePiece => ir::GoOn::SamePiece,
            model::PartFrom::AnyPiece => ir::GoOn::AnyPiece,
        },
        last_move: match last_move {
            model::LastMove::Remembered => ir::LastMove::Kept,
            model::LastMove::ClearedAtTurnEnd => ir::LastMove::Cleared,
        },
        recycle: match recycle_captures {
            model::RecycleTo::Nowhere => ir::Recycle::Nowhere,
            model::RecycleTo::Owner => ir::Recycle::Owner,
            model::RecycleTo::Capturer => ir::Recycle::Capturer,
        },
        recycle_promotions,
        count_reserve,
        lone_capture: match lone_capture {
            model::LoneCapture::Refused => ir::LoneCapture::Refused,
            model::LoneCapture::Allowed => ir::LoneCapture::Allowed,
        },
        stop_early: pass_partial,
        no_moves: match no_moves {
            model::NoMoves::Draw => ir::NoMoves::Draw,
            model::NoMoves::Loss => ir::NoMoves::Loss,
        },
    };
    Split {
        rules,
        code: CodeChoices {
            mark: mark_model,
            captured: captured_cell,
            fork: fork_keeps,
            cascades,
            pile: board_model,
        },
        filters: Filters { pass, prefer, landing, ko, unlisted: unlisted_mode },
        goals: GoalChoices { repetition, config: config_reading },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{KING, WHITE, add, at, capture, with_rule};
    use model::code::StmtKind;
    use model::*;

    /// A game in which every setting has something to change.
    fn game(settings: Settings) -> model::Game {
        let rule = [StmtKind::Mark, capture(), StmtKind::Cascade, add(), StmtKind::Back, add()];
        let places = Places::All(vec![CellId(0), CellId(1)]);
        let cond = GoalCond::AbsoluteConfig { occupants: vec![Occupant::Own(KING)], places };
        model::Game {
            settings,
            priorities: vec![ModeId(0)],
            goals: vec![Goal { verdict: Verdict::Win, players: vec![WHITE], cond, origin: at(0) }],
            ..with_rule(rule.into())
        }
    }

    /// The default, and every other value of every setting on its own.
    fn every_value() -> Vec<Settings> {
        let mut all = vec![Settings::default()];
        macro_rules! values {
            ($($field:ident: $($value:expr),+;)*) => {
                $($(all.push(Settings { $field: $value, ..Settings::default() });)+)*
            };
        }
        values! {
            pass: Pass::Forced, Pass::Always;
            pass_partial: true;
            prefer: vec![Preference::Captures], vec![Preference::Quiet, Preference::Captures], vec![Preference::CapturedValue(vec![(KING, 2)])],
                vec![Preference::Mover(KING)], vec![Preference::Earliest(KING)];
            landing: Landing::MustContinue;
            cascades: Cascades::Discarded;
            recycle_captures: RecycleTo::Owner, RecycleTo::Capturer;
            recycle_promotions: true;
            count_reserve: true;
            repetition: Repetition::Nothing;
            ko: Ko::Previous, Ko::Position, Ko::Situation, Ko::Third;
            board_model: BoardModel::Stack, BoardModel::Heap;
            piece_view: PieceView::Now;
            attr_view: AttrView::FollowsPiece;
            fork_keeps: ForkKeeps::Everything;
            flag_scope: FlagScope::Turn;
            mark_model: MarkModel::Stack;
            captured_cell: CapturedCell::Blocks;
            last_move: LastMove::ClearedAtTurnEnd;
            ownership: Ownership::Anyone;
            part_from: PartFrom::AnyPiece;
            lone_capture: LoneCapture::Allowed;
            unlisted_mode: UnlistedMode::ContinuationOnly;
            config_reading: ConfigReading::Any;
            no_moves: NoMoves::Loss;
        }
        all
    }

    #[test]
    fn every_value_of_every_setting_changes_the_game() {
        let compiled = every_value().into_iter().map(|settings| {
            let compiled = crate::compile(&game(settings.clone())).expect("the game is sound");
            (settings, compiled)
        });
        let mut seen: Vec<(Settings, crate::Compiled)> = Vec::new();
        for (settings, compiled) in compiled {
            for (other, same) in &seen {
                assert_ne!(*compiled.game, *same.game, "{settings:?}\nand\n{other:?}\nare the same game");
            }
            seen.push((settings, compiled));
        }
    }

    #[test]
    fn presentation_changes_no_rule() {
        let plain = crate::compile(&game(Settings::default())).expect("the game is sound");
        let mut drawn = game(Settings::default());
        drawn.presentation = vec![("animate captures".to_owned(), "false".to_owned())];
        let drawn = crate::compile(&drawn).expect("the game is sound");
        assert_eq!(zug_ir::Game { presentation: vec![], ..(*drawn.game).clone() }, *plain.game);
    }
}
