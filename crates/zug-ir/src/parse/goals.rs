//! Stages and goals.

use zug_source::NodeId;

use super::reader::{Entry, Reader};
use super::sections::Sections;
use crate::game::{Goal, GoalCond, Preference, Stage, Verdict};
use crate::ids::{KindId, PlayerId};

impl<'a> Reader<'a> {
    pub(super) fn stages(&mut self, sections: &Sections<'a>) -> Vec<Stage> {
        sections.get("stages").iter().filter_map(|&node| self.stage(node)).collect()
    }

    fn stage(&mut self, node: NodeId) -> Option<Stage> {
        const KNOWN: &[&str] =
            &["priorities", "royal", "illegal", "ko", "prefer", "landing", "merge", "pass"];
        let entry = self.entry(node)?;
        Some(match entry.word {
            "priorities" => {
                let form = "(priorities <rank of unlisted modes> <mode> …)";
                let ([unlisted], modes) = self.at_least::<1>(&entry, form)?;
                Stage::Priorities { unlisted: self.choice(*unlisted)?, modes: self.ids(modes) }
            }
            "royal" => {
                let ([player], kinds) = self.at_least::<1>(&entry, "(royal <player> <kind> …)")?;
                Stage::Royal { player: self.id(*player)?, kinds: self.ids(kinds) }
            }
            "illegal" => {
                let &[players, cond] =
                    self.exactly::<2>(&entry, "(illegal (players <player> …) <condition>)")?;
                let players = self.player_list(players);
                let cond = self.cond(cond, 0);
                Stage::Illegal { players: players?, cond: cond? }
            }
            "ko" => Stage::Ko(self.only(&entry).and_then(|node| self.choice(node))?),
            "prefer" => Stage::Prefer(entry.args.iter().filter_map(|&node| self.preference(node)).collect()),
            "landing" => self.exactly::<0>(&entry, "landing").map(|_| Stage::Landing)?,
            "merge" => self.exactly::<0>(&entry, "merge").map(|_| Stage::Merge)?,
            "pass" => Stage::Pass(self.only(&entry).and_then(|node| self.choice(node))?),
            word => {
                self.unknown_word(node, word, KNOWN);
                return None;
            }
        })
    }

    fn preference(&mut self, node: NodeId) -> Option<Preference> {
        const KNOWN: &[&str] = &["quiet", "captures", "value", "mover", "earliest"];
        let entry = self.entry(node)?;
        Some(match entry.word {
            "quiet" => self.exactly::<0>(&entry, "quiet").map(|_| Preference::Quiet)?,
            "captures" => self.exactly::<0>(&entry, "captures").map(|_| Preference::Captures)?,
            "value" => {
                Preference::CapturedValue(entry.args.iter().filter_map(|&node| self.value(node)).collect())
            }
            "mover" => Preference::Mover(self.only(&entry).and_then(|node| self.id(node))?),
            "earliest" => Preference::Earliest(self.only(&entry).and_then(|node| self.id(node))?),
            word => {
                self.unknown_word(node, word, KNOWN);
                return None;
            }
        })
    }

    fn value(&mut self, node: NodeId) -> Option<(KindId, i32)> {
        let form = "`(<kind> <value>)`";
        let &[kind, value] = self.list(node, form)? else {
            return self.expected(node, form);
        };
        let (kind, value) = (self.id(kind), self.number(value));
        Some((kind?, value?))
    }

    /// `(players …)`.
    fn player_list(&mut self, node: NodeId) -> Option<Vec<PlayerId>> {
        match self.entry(node)? {
            Entry { word: "players", args, .. } => Some(self.ids(args)),
            _ => self.expected(node, "`(players <player> …)`"),
        }
    }

    /// `(goal verdict (players …) deferred (origin n) (when condition))`.
    pub(super) fn goals(&mut self, sections: &Sections<'a>) -> Vec<Goal> {
        let entries = self.entries_of(sections.get("goals"), "goal");
        entries.iter().filter_map(|entry| self.goal(entry)).collect()
    }

    fn goal(&mut self, entry: &Entry<'a>) -> Option<Goal> {
        let form = "(goal <verdict> (players <player> …) (when <condition>))";
        let ([verdict], rest) = self.at_least::<1>(entry, form)?;
        let verdict: Option<Verdict> = self.choice(*verdict);
        let (mut players, mut cond, mut deferred, mut origin) = (Vec::new(), None, false, 0);
        for field in self.fields(rest, &["players", "deferred", "origin", "when"]) {
            match field.word {
                "players" => players = self.ids(field.args),
                "deferred" => deferred = self.exactly::<0>(&field, "deferred").is_some(),
                "origin" => origin = self.only(&field).and_then(|node| self.number(node)).unwrap_or(0),
                _ => {
                    let found = self.only(&field).and_then(|node| self.cond(node, 0));
                    // The problem, if any, is reported; it need not be that there is no condition.
                    cond = Some(found.unwrap_or(GoalCond::False));
                }
            }
        }
        if cond.is_none() {
            let problem = self.error("zir-006", entry.node, "a goal without a condition".to_owned());
            self.report(problem.hint(format!("write `{form}`")));
        }
        Some(Goal { verdict: verdict?, players, cond: cond?, deferred, origin })
    }
}
