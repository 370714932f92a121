//! Stages and the conditions of goals.

use super::errors::{Errors, Invariant, Place};
use crate::game::{Game, GoalCond, GoalNum, Occupant, Preference, Stage};
use crate::limits::MAX_GOAL_DEPTH;
use crate::op::Filter;
use crate::operand::{Operand, Sizes};

impl Stage {
    /// Its place in the pipeline; stages of a game are in this order.
    pub fn rank(&self) -> usize {
        match self {
            Self::Priorities { .. } => 0,
            Self::Royal { .. } => 1,
            Self::Illegal { .. } => 2,
            Self::Ko(_) => 3,
            Self::Prefer(_) => 4,
            Self::Landing => 5,
            Self::Merge => 6,
            Self::Pass(_) => 7,
        }
    }

    /// May a game have several?
    pub fn repeats(&self) -> bool {
        matches!(self, Self::Royal { .. } | Self::Illegal { .. })
    }
}

impl Errors {
    pub(super) fn stages_and_goals(&mut self, game: &Game, sizes: &Sizes) {
        let mut before: Option<&Stage> = None;
        for (number, stage) in game.stages.iter().enumerate() {
            let place = Place::Entry("stage", number);
            if let Some(before) = before {
                if before.rank() > stage.rank() {
                    self.push(Invariant::StageOrder, place, "belongs before the stage that precedes it");
                } else if before.rank() == stage.rank() && !stage.repeats() {
                    self.push(Invariant::StageOrder, place, "the second of its sort");
                }
            }
            before = Some(stage);
            self.stage(stage, Checker { place, sizes });
        }
        for (number, goal) in game.goals.iter().enumerate() {
            let checker = Checker { place: Place::Entry("goal", number), sizes };
            self.all(&goal.players, checker);
            self.cond(&goal.cond, 0, checker);
        }
    }

    fn stage(&mut self, stage: &Stage, checker: Checker<'_>) {
        match stage {
            Stage::Priorities { modes, .. } => self.all(modes, checker),
            Stage::Royal { player, kinds } => {
                self.all(&[*player], checker);
                self.all(kinds, checker);
            }
            Stage::Illegal { players, cond } => {
                self.all(players, checker);
                self.cond(cond, 0, checker);
            }
            Stage::Prefer(criteria) => criteria.iter().for_each(|criterion| match criterion {
                Preference::Quiet | Preference::Captures => {}
                Preference::CapturedValue(values) => {
                    values.iter().for_each(|(kind, _)| self.all(&[*kind], checker));
                }
                Preference::Mover(kind) | Preference::Earliest(kind) => self.all(&[*kind], checker),
            }),
            Stage::Ko(_) | Stage::Landing | Stage::Merge | Stage::Pass(_) => {}
        }
    }

    fn all<T: Operand>(&mut self, ids: &[T], Checker { place, sizes }: Checker<'_>) {
        ids.iter().for_each(|id| self.check(Invariant::TableIds, place, id.check(sizes)));
    }

    fn cond(&mut self, cond: &GoalCond, depth: usize, checker: Checker<'_>) {
        if self.too_deep(depth, checker.place) {
            return;
        }
        match cond {
            GoalCond::And(conds) | GoalCond::Or(conds) => {
                conds.iter().for_each(|cond| self.cond(cond, depth + 1, checker));
            }
            GoalCond::Not(cond) => self.cond(cond, depth + 1, checker),
            GoalCond::True
            | GoalCond::False
            | GoalCond::Stalemated
            | GoalCond::Stuck
            | GoalCond::Repetition => {}
            GoalCond::Checkmated(kinds) | GoalCond::Captured(kinds) | GoalCond::Pieces { kinds, .. } => {
                self.all(kinds, checker)
            }
            GoalCond::Config { occupants, cells, .. } => {
                self.occupants(occupants, checker);
                self.all(cells, checker);
            }
            GoalCond::ConfigZone { occupants, zone } => {
                self.occupants(occupants, checker);
                self.all(&[*zone], checker);
            }
            GoalCond::Pattern { first, rest } => {
                self.occupants(&[*first], checker);
                for (dirs, occupant) in rest {
                    self.all(dirs, checker);
                    self.occupants(&[*occupant], checker);
                }
            }
            GoalCond::Cmp(_, a, b) => {
                self.goal_num(a, depth + 1, checker);
                self.goal_num(b, depth + 1, checker);
            }
        }
    }

    fn occupants(&mut self, occupants: &[Occupant], checker: Checker<'_>) {
        for occupant in occupants {
            let (Occupant::Own(kind)
            | Occupant::Opponent(kind)
            | Occupant::Any(kind)
            | Occupant::NotOwn(kind)) = occupant;
            self.all(&[*kind], checker);
        }
    }

    fn goal_num(&mut self, num: &GoalNum, depth: usize, checker: Checker<'_>) {
        if self.too_deep(depth, checker.place) {
            return;
        }
        match *num {
            GoalNum::Const(_) | GoalNum::Passes => {}
            GoalNum::Op(_, ref both) => {
                self.goal_num(&both.0, depth + 1, checker);
                self.goal_num(&both.1, depth + 1, checker);
            }
            GoalNum::Global(global) => self.all(&[global], checker),
            GoalNum::Pieces { owner, kind, zone } => self.all(&[Filter { owner, kind, zone }], checker),
            GoalNum::Reserve { owner, kind } => {
                self.all(&[owner], checker);
                self.all(&[kind], checker);
            }
            GoalNum::Height(cell) => self.all(&[cell], checker),
        }
    }

    fn too_deep(&mut self, depth: usize, place: Place) -> bool {
        let deep = depth >= MAX_GOAL_DEPTH;
        if deep {
            let message = format!("its condition is nested deeper than {MAX_GOAL_DEPTH}");
            self.push(Invariant::GoalDepth, place, message);
        }
        deep
    }
}

/// What every check of an id needs.
#[derive(Clone, Copy)]
struct Checker<'a> {
    place: Place,
    sizes: &'a Sizes,
}
