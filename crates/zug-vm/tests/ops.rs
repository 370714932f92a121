//! What every op, test, rule, stage and goal means, one small game at a time.
//!
//! A file in `ops/` is a game in the text form, with expectations in the comments at its head (`support/script.rs`
//! has their form) and the reason for each. Sections that it does not have are those of a frame: sixteen
//! cells, White and Black (`support/load.rs`). Another test wants every row of the op table in some file.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::{load, script};
use zug_ir::*;

/// The data files: name and text.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ops");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap_or_default())
    };
    paths.iter().map(read).collect()
}

#[test]
fn every_file_does_what_it_expects() {
    let mut failures = Vec::new();
    for (name, data) in files() {
        let program = load::program(&data);
        failures.extend(script::judge(&program, &data).into_iter().map(|f| format!("{name}: {f}")));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What occurs in the data files.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    fn all() -> Self {
        let mut seen = Self::default();
        for (_, data) in files() {
            seen.game(&load::game(&data));
        }
        seen
    }

    fn add(&mut self, group: &str, word: &str) {
        self.0.insert(format!("{group} {word}"));
    }

    fn word<W: Word>(&mut self, group: &str, word: W) {
        self.add(group, word.to_word());
    }

    fn game(&mut self, game: &Game) {
        for op in game.blocks.iter().flat_map(|b| &b.code) {
            self.add("op", op.mnemonic());
            if let Op::Verify { test, .. }
            | Op::VerifyNot { test, .. }
            | Op::JumpIf { test, .. }
            | Op::JumpUnless { test, .. } = op
            {
                self.add("test", test.mnemonic());
            }
        }
        self.rules(&game.rules);
        for exit in &game.exits {
            self.add("exit", if exit.copy { "copy" } else { "move" });
            self.add("exit", if exit.kinds.is_empty() { "as it is" } else { "kinds" });
            self.add(
                "exit",
                match exit.then {
                    Then::Done => "done",
                    Then::Part => "part",
                    Then::PartOf(_) => "part of",
                },
            );
        }
        for stage in &game.stages {
            self.stage(stage);
        }
        for goal in &game.goals {
            self.word("verdict", goal.verdict);
            self.cond(&goal.cond);
        }
    }

    fn rules(&mut self, rules: &Rules) {
        // No `..`: a new rule must be added here.
        let Rules {
            pile,
            view,
            attr_view,
            flag_scope,
            start,
            go_on,
            last_move,
            recycle,
            recycle_promotions,
            count_reserve,
            lone_capture,
            stop_early,
            no_moves,
        } = *rules;
        self.word("pile", pile);
        self.word("view", view);
        self.word("attr_view", attr_view);
        self.word("flag_scope", flag_scope);
        self.word("start", start);
        self.word("go_on", go_on);
        self.word("last_move", last_move);
        self.word("recycle", recycle);
        self.word("recycle_promotions", recycle_promotions);
        self.word("count_reserve", count_reserve);
        self.word("lone_capture", lone_capture);
        self.word("stop_early", stop_early);
        self.word("no_moves", no_moves);
    }

    fn stage(&mut self, stage: &Stage) {
        match stage {
            Stage::Priorities { unlisted, .. } => self.word("unlisted", *unlisted),
            Stage::Royal { .. } => self.add("stage", "royal"),
            Stage::Illegal { cond, .. } => {
                self.add("stage", "illegal");
                self.cond(cond);
            }
            Stage::Ko(ko) => self.word("ko", *ko),
            Stage::Prefer(criteria) => {
                for criterion in criteria {
                    self.add(
                        "prefer",
                        match criterion {
                            Preference::Quiet => "quiet",
                            Preference::Captures => "captures",
                            Preference::CapturedValue(_) => "value",
                            Preference::Mover(_) => "mover",
                            Preference::Earliest(_) => "earliest",
                        },
                    );
                }
            }
            Stage::Landing => self.add("stage", "landing"),
            Stage::Merge => self.add("stage", "merge"),
            Stage::Pass(pass) => self.word("pass", *pass),
        }
    }

    fn cond(&mut self, cond: &GoalCond) {
        let name = match cond {
            GoalCond::And(_) => "and",
            GoalCond::Or(_) => "or",
            GoalCond::Not(_) => "not",
            GoalCond::True => "true",
            GoalCond::False => "false",
            GoalCond::Stalemated => "stalemated",
            GoalCond::Checkmated(_) => "checkmated",
            GoalCond::Stuck => "stuck",
            GoalCond::Repetition => "repetition",
            GoalCond::Captured(_) => "captured",
            GoalCond::Pieces { anybody: false, .. } => "pieces own",
            GoalCond::Pieces { anybody: true, .. } => "pieces anybody",
            GoalCond::Config { all: true, .. } => "config all",
            GoalCond::Config { all: false, .. } => "config any",
            GoalCond::ConfigZone { .. } => "config_zone",
            GoalCond::Pattern { .. } => "pattern",
            GoalCond::Cmp(..) => "compare",
        };
        self.add("condition", name);
        match cond {
            GoalCond::Config { occupants, .. } | GoalCond::ConfigZone { occupants, .. } => {
                occupants.iter().for_each(|o| self.occupant(*o));
            }
            GoalCond::Cmp(op, a, b) => {
                self.word("cmp", *op);
                self.num(a);
                self.num(b);
            }
            _ => {}
        }
        cond.children().iter().for_each(|c| self.cond(c));
    }

    fn occupant(&mut self, occupant: Occupant) {
        self.add(
            "occupant",
            match occupant {
                Occupant::Own(_) => "own",
                Occupant::Opponent(_) => "opponent",
                Occupant::Any(_) => "any",
                Occupant::NotOwn(_) => "not_own",
            },
        );
    }

    fn num(&mut self, num: &GoalNum) {
        let name = match num {
            GoalNum::Const(_) => "const",
            GoalNum::Op(..) => "op",
            GoalNum::Global(_) => "global",
            GoalNum::Pieces { .. } => "pieces",
            GoalNum::Reserve { .. } => "reserve",
            GoalNum::Height(_) => "height",
            GoalNum::Passes => "passes",
        };
        self.add("number", name);
        if let GoalNum::Op(op, ab) = num {
            self.word("num", *op);
            self.num(&ab.0);
            self.num(&ab.1);
        }
    }
}

fn words<W: Word>(group: &str) -> Vec<String> {
    W::ALL.iter().map(|(word, _)| format!("{group} {word}")).collect()
}

fn wanted() -> Vec<String> {
    let list = |group: &str, words: &[&str]| words.iter().map(|w| format!("{group} {w}")).collect::<Vec<_>>();
    let rows = |group: &str, rows: &[Row]| {
        rows.iter().map(|r| format!("{group} {}", r.mnemonic)).collect::<Vec<_>>()
    };
    [
        rows("op", Op::TABLE),
        rows("test", Test::TABLE),
        words::<Pile>("pile"),
        words::<View>("view"),
        words::<AttrView>("attr_view"),
        words::<FlagScope>("flag_scope"),
        words::<Start>("start"),
        words::<GoOn>("go_on"),
        words::<LastMove>("last_move"),
        words::<Recycle>("recycle"),
        words::<bool>("recycle_promotions"),
        words::<bool>("count_reserve"),
        words::<LoneCapture>("lone_capture"),
        words::<bool>("stop_early"),
        words::<NoMoves>("no_moves"),
        words::<Unlisted>("unlisted"),
        words::<Ko>("ko"),
        words::<Pass>("pass"),
        words::<Verdict>("verdict"),
        words::<CmpOp>("cmp"),
        words::<NumOp>("num"),
        list("exit", &["copy", "move", "as it is", "kinds", "done", "part", "part of"]),
        list("stage", &["royal", "illegal", "landing", "merge"]),
        list("prefer", &["captures", "value", "mover", "earliest"]),
        list("occupant", &["own", "opponent", "any", "not_own"]),
        list("number", &["const", "op", "global", "pieces", "reserve", "height", "passes"]),
        list(
            "condition",
            &[
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
                "pieces own",
                "pieces anybody",
                "config all",
                "config any",
                "config_zone",
                "pattern",
                "compare",
            ],
        ),
    ]
    .concat()
}

#[test]
fn every_row_of_the_tables_occurs_in_some_file() {
    let seen = Seen::all();
    let missing: Vec<String> = wanted().into_iter().filter(|w| !seen.0.contains(w)).collect();
    assert!(missing.is_empty(), "in no file: {}", missing.join(", "));
}
