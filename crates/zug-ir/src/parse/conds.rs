//! Conditions of goals, and the numbers in them.

use zug_source::NodeId;

use super::reader::{Entry, Reader};
use crate::game::{CmpOp, GoalCond, GoalNum, NumOp, Occupant, Word};
use crate::ids::DirId;
use crate::limits::MAX_GOAL_DEPTH;
use crate::op::Filter;
use crate::operand::{Operand, parse_filter};

impl<'a> Reader<'a> {
    pub(super) fn cond(&mut self, node: NodeId, depth: usize) -> Option<GoalCond> {
        self.not_too_deep(node, depth)?;
        let entry = self.entry(node)?;
        Some(match entry.word {
            "and" => GoalCond::And(self.conds(entry.args, depth)),
            "or" => GoalCond::Or(self.conds(entry.args, depth)),
            "not" => {
                let cond = self.only(&entry)?;
                GoalCond::Not(Box::new(self.cond(cond, depth + 1)?))
            }
            "checkmated" => GoalCond::Checkmated(self.ids(entry.args)),
            "captured" => GoalCond::Captured(self.ids(entry.args)),
            "pieces" => self.pieces(&entry)?,
            "config" => self.config(&entry)?,
            "config_zone" => {
                let ([zone], rest) = self.at_least::<1>(&entry, "(config_zone <zone> <occupant> …)")?;
                let occupants = self.occupants(rest);
                GoalCond::ConfigZone { zone: self.id(*zone)?, occupants }
            }
            "pattern" => self.pattern(&entry)?,
            word => {
                if let Some(op) = CmpOp::from_word(word) {
                    let &[a, b] = self.exactly::<2>(&entry, &format!("({word} <number> <number>)"))?;
                    let (a, b) = (self.goal_num(a, depth + 1), self.goal_num(b, depth + 1));
                    return Some(GoalCond::Cmp(op, a?, b?));
                }
                return self.plain_cond(&entry);
            }
        })
    }

    /// Conditions that are one word.
    fn plain_cond(&mut self, entry: &Entry<'a>) -> Option<GoalCond> {
        const KNOWN: &[&str] = &[
            "and",
            "or",
            "not",
            "true",
            "false",
            "stalemated",
            "checkmated",
            "stuck",
            "repetition",
            "captured",
            "pieces",
            "config",
            "config_zone",
            "pattern",
            "eq",
            "ne",
            "lt",
            "le",
            "gt",
            "ge",
        ];
        let cond = match entry.word {
            "true" => GoalCond::True,
            "false" => GoalCond::False,
            "stalemated" => GoalCond::Stalemated,
            "stuck" => GoalCond::Stuck,
            "repetition" => GoalCond::Repetition,
            word => {
                self.unknown_word(entry.node, word, KNOWN);
                return None;
            }
        };
        self.exactly::<0>(entry, entry.word).map(|_| cond)
    }

    fn conds(&mut self, nodes: &[NodeId], depth: usize) -> Vec<GoalCond> {
        nodes.iter().filter_map(|&node| self.cond(node, depth + 1)).collect()
    }

    /// `None` at the depth that nothing may reach; reports it.
    fn not_too_deep(&mut self, node: NodeId, depth: usize) -> Option<()> {
        if depth >= MAX_GOAL_DEPTH {
            let message = format!("condition nested deeper than {MAX_GOAL_DEPTH}");
            let problem = self.error("zir-018", node, message);
            self.report(problem.hint("nested `and` and `or` can be written as one list"));
            return None;
        }
        Some(())
    }

    fn pieces(&mut self, entry: &Entry<'a>) -> Option<GoalCond> {
        let form = "(pieces <own or anybody> <n> <kind> …)";
        let ([whose, n], kinds) = self.at_least::<2>(entry, form)?;
        let anybody = match self.atom(*whose) {
            Some("own") => Some(false),
            Some("anybody") => Some(true),
            _ => self.expected(*whose, "`own` or `anybody`"),
        };
        let (n, kinds) = (self.number(*n), self.ids(kinds));
        Some(GoalCond::Pieces { anybody: anybody?, kinds, n: n? })
    }

    fn config(&mut self, entry: &Entry<'a>) -> Option<GoalCond> {
        let form = "(config <all or any> (cells <cell> …) <occupant> …)";
        let ([all, cells], rest) = self.at_least::<2>(entry, form)?;
        let all = match self.atom(*all) {
            Some("all") => Some(true),
            Some("any") => Some(false),
            _ => self.expected(*all, "`all` or `any`"),
        };
        let cells = match self.entry(*cells)? {
            Entry { word: "cells", args, .. } => self.ids(args),
            _ => return self.expected(*cells, "`(cells <cell> …)`"),
        };
        let occupants = self.occupants(rest);
        Some(GoalCond::Config { occupants, all: all?, cells })
    }

    fn pattern(&mut self, entry: &Entry<'a>) -> Option<GoalCond> {
        let form = "(pattern <occupant> (step (dirs <dir> …) <occupant>) …)";
        let ([first], steps) = self.at_least::<1>(entry, form)?;
        let first = self.occupant(*first);
        let rest = steps.iter().filter_map(|&node| self.pattern_step(node)).collect();
        Some(GoalCond::Pattern { first: first?, rest })
    }

    fn pattern_step(&mut self, node: NodeId) -> Option<(Vec<DirId>, Occupant)> {
        const FORM: &str = "(step (dirs <dir> …) <occupant>)";
        let entry = self.entry(node)?;
        if entry.word != "step" {
            return self.expected(node, &format!("`{FORM}`"));
        }
        let &[dirs, occupant] = self.exactly::<2>(&entry, FORM)?;
        let dirs = match self.entry(dirs)? {
            Entry { word: "dirs", args, .. } => self.ids(args),
            _ => return self.expected(dirs, "`(dirs <dir> …)`"),
        };
        Some((dirs, self.occupant(occupant)?))
    }

    fn occupants(&mut self, nodes: &[NodeId]) -> Vec<Occupant> {
        nodes.iter().filter_map(|&node| self.occupant(node)).collect()
    }

    fn occupant(&mut self, node: NodeId) -> Option<Occupant> {
        let Some((word, kind)) = self.pair(node) else {
            let hint = "it is `(own <kind>)`, `(opponent <kind>)`, `(any <kind>)` or `(not_own <kind>)`";
            return self.expected_one_of(node, "an occupant", hint);
        };
        let make = match word {
            "own" => Occupant::Own,
            "opponent" => Occupant::Opponent,
            "any" => Occupant::Any,
            "not_own" => Occupant::NotOwn,
            _ => {
                self.unknown_word(node, word, &["own", "opponent", "any", "not_own"]);
                return None;
            }
        };
        self.id(kind).map(make)
    }

    fn goal_num(&mut self, node: NodeId, depth: usize) -> Option<GoalNum> {
        const KNOWN: &[&str] = &[
            "global", "pieces", "reserve", "height", "passes", "add", "sub", "mul", "div", "rem", "min",
            "max",
        ];
        self.not_too_deep(node, depth)?;
        if let Some(word) = self.atom(node) {
            return match word {
                "passes" => Some(GoalNum::Passes),
                _ => self.number(node).map(GoalNum::Const),
            };
        }
        let entry = self.entry(node)?;
        if let Some(op) = NumOp::from_word(entry.word) {
            let &[a, b] = self.exactly::<2>(&entry, &format!("({} <number> <number>)", entry.word))?;
            let (a, b) = (self.goal_num(a, depth + 1), self.goal_num(b, depth + 1));
            return Some(GoalNum::Op(op, Box::new((a?, b?))));
        }
        Some(match entry.word {
            "global" => GoalNum::Global(self.only(&entry).and_then(|node| self.id(node))?),
            "height" => GoalNum::Height(self.only(&entry).and_then(|node| self.id(node))?),
            "reserve" => {
                let &[owner, kind] = self.exactly::<2>(&entry, "(reserve <player> <kind>)")?;
                let (owner, kind) = (Operand::parse(owner, self), self.id(kind));
                GoalNum::Reserve { owner: owner?, kind: kind? }
            }
            "pieces" => {
                let Filter { owner, kind, zone } = parse_filter(entry.args, self)?;
                GoalNum::Pieces { owner, kind, zone }
            }
            word => {
                self.unknown_word(node, word, KNOWN);
                return None;
            }
        })
    }
}
