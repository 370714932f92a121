//! Stages and goals with their conditions.

use super::page::Page;
use crate::game::{Goal, GoalCond, GoalNum, Occupant, Preference, Stage, Word};
use crate::op::Filter;
use crate::operand::print_filter;

impl Page {
    pub(super) fn stages(&mut self, stages: &[Stage]) {
        if stages.is_empty() {
            return;
        }
        self.section("stages");
        for stage in stages {
            self.line(1, "");
            self.stage(stage);
        }
        self.end();
    }

    fn stage(&mut self, stage: &Stage) {
        match stage {
            Stage::Priorities { modes, unlisted } => self.list("priorities", |page| {
                page.word(unlisted.to_word());
                page.put_all(modes);
            }),
            Stage::Royal { player, kinds } => self.list("royal", |page| {
                page.put(player);
                page.put_all(kinds);
            }),
            Stage::Illegal { players, cond } => self.list("illegal", |page| {
                page.list("players", |page| page.put_all(players));
                page.cond(cond);
            }),
            Stage::Ko(ko) => self.list("ko", |page| page.word(ko.to_word())),
            Stage::Prefer(criteria) => self.list("prefer", |page| {
                criteria.iter().for_each(|criterion| page.preference(criterion));
            }),
            Stage::Landing => self.word("landing"),
            Stage::Merge => self.word("merge"),
            Stage::Pass(pass) => self.list("pass", |page| page.word(pass.to_word())),
        }
    }

    fn preference(&mut self, criterion: &Preference) {
        match criterion {
            Preference::Quiet => self.word("quiet"),
            Preference::Captures => self.word("captures"),
            Preference::CapturedValue(values) => self.list("value", |page| {
                for (kind, value) in values {
                    page.list("", |page| {
                        page.put(kind);
                        page.number(value);
                    });
                }
            }),
            Preference::Mover(kind) => self.list("mover", |page| page.put(kind)),
            Preference::Earliest(kind) => self.list("earliest", |page| page.put(kind)),
        }
    }

    pub(super) fn goals(&mut self, goals: &[Goal]) {
        if goals.is_empty() {
            return;
        }
        self.section("goals");
        for goal in goals {
            self.line(1, "(goal");
            self.word(goal.verdict.to_word());
            self.list("players", |page| page.put_all(&goal.players));
            if goal.deferred {
                self.word("deferred");
            }
            if goal.origin != 0 {
                self.list("origin", |page| page.number(goal.origin));
            }
            self.list("when", |page| page.cond(&goal.cond));
            self.close();
        }
        self.end();
    }

    fn cond(&mut self, cond: &GoalCond) {
        match cond {
            GoalCond::And(conds) => self.list("and", |page| conds.iter().for_each(|c| page.cond(c))),
            GoalCond::Or(conds) => self.list("or", |page| conds.iter().for_each(|c| page.cond(c))),
            GoalCond::Not(cond) => self.list("not", |page| page.cond(cond)),
            GoalCond::True => self.word("true"),
            GoalCond::False => self.word("false"),
            GoalCond::Stalemated => self.word("stalemated"),
            GoalCond::Checkmated(kinds) => self.list("checkmated", |page| page.put_all(kinds)),
            GoalCond::Stuck => self.word("stuck"),
            GoalCond::Repetition => self.word("repetition"),
            GoalCond::Captured(kinds) => self.list("captured", |page| page.put_all(kinds)),
            GoalCond::Pieces { anybody, kinds, n } => self.list("pieces", |page| {
                page.word(if *anybody { "anybody" } else { "own" });
                page.number(n);
                page.put_all(kinds);
            }),
            GoalCond::Config { occupants, all, cells } => self.list("config", |page| {
                page.word(if *all { "all" } else { "any" });
                page.list("cells", |page| page.put_all(cells));
                occupants.iter().for_each(|occupant| page.occupant(occupant));
            }),
            GoalCond::ConfigZone { occupants, zone } => self.list("config_zone", |page| {
                page.put(zone);
                occupants.iter().for_each(|occupant| page.occupant(occupant));
            }),
            GoalCond::Pattern { first, rest } => self.list("pattern", |page| {
                page.occupant(first);
                for (dirs, occupant) in rest {
                    page.list("step", |page| {
                        page.list("dirs", |page| page.put_all(dirs));
                        page.occupant(occupant);
                    });
                }
            }),
            GoalCond::Cmp(op, a, b) => self.list(op.to_word(), |page| {
                page.goal_num(a);
                page.goal_num(b);
            }),
        }
    }

    fn occupant(&mut self, occupant: &Occupant) {
        let (word, kind) = match occupant {
            Occupant::Own(kind) => ("own", kind),
            Occupant::Opponent(kind) => ("opponent", kind),
            Occupant::Any(kind) => ("any", kind),
            Occupant::NotOwn(kind) => ("not_own", kind),
        };
        self.list(word, |page| page.put(kind));
    }

    fn goal_num(&mut self, num: &GoalNum) {
        match num {
            GoalNum::Const(value) => self.number(value),
            GoalNum::Op(op, both) => self.list(op.to_word(), |page| {
                page.goal_num(&both.0);
                page.goal_num(&both.1);
            }),
            GoalNum::Global(global) => self.list("global", |page| page.put(global)),
            GoalNum::Pieces { owner, kind, zone } => {
                let filter = Filter { owner: *owner, kind: *kind, zone: *zone };
                self.list("pieces", |page| print_filter(&filter, &page.names, &mut page.out));
            }
            GoalNum::Reserve { owner, kind } => self.list("reserve", |page| {
                page.put(owner);
                page.put(kind);
            }),
            GoalNum::Height(cell) => self.list("height", |page| page.put(cell)),
            GoalNum::Passes => self.word("passes"),
        }
    }
}
