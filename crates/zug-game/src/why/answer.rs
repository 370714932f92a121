//! The answer as data.

use super::words;
use crate::game::Game;
use crate::places::Place;
use zug_ir::{CellId, KindId, Ko, ModeId, Pass, PlayerId};
use zug_vm::{Hurdle, MadeBy, Obstacle, Outcome, Spot};

/// Why a move is legal, illegal or forced.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// Its name, or what was asked for if no rule makes it.
    pub name: String,
    pub legal: bool,
    pub reason: Reason,
    /// What leaves little or no choice here; told of legal moves.
    pub forced: Option<Forced>,
}

/// The rule that makes a part of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Whose rule it is; none: the player's own.
    pub kind: Option<KindId>,
    pub mode: Option<ModeId>,
    pub drop: bool,
    /// In ZRF, rules that are the same code have the place of the first of them.
    pub place: Option<Place>,
}

/// A condition of a rule that does not hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    pub what: Obstacle,
    /// In ZRF that of the whole rule.
    pub place: Option<Place>,
    /// The test in words of ZRF, where the place is not that of the test.
    pub test: Option<String>,
    /// Where the rule was then.
    pub cell: Option<CellId>,
    /// Where something was found that must not exist.
    pub found: Option<CellId>,
    pub attackers: Vec<CellId>,
}

/// Why a move is or is not legal.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// Legal: rules make it, one for each part; none for a pass that the game allows.
    Made {
        rules: Vec<Rule>,
    },
    /// Legal: several moves are meant.
    Several {
        moves: Vec<String>,
        count: usize,
    },
    /// Dice or cards decide now.
    Drawn {
        player: PlayerId,
    },
    /// The game is over, by this goal if it can be told. If it is because nobody can move, why this is no move.
    Over {
        outcome: Outcome,
        goal: Option<Place>,
        stuck: Option<Box<Reason>>,
    },
    NothingThere {
        cell: CellId,
    },
    NotYours {
        cell: CellId,
        kind: KindId,
        owner: PlayerId,
        to_move: PlayerId,
    },
    NoneInHand {
        kind: KindId,
        player: PlayerId,
    },
    /// The kind has no rule to move, or none to be dropped.
    NoRules {
        kind: KindId,
        drop: bool,
    },
    NoPass {
        rule: Pass,
        said: Option<Place>,
    },
    /// A rule would make it if these conditions held, in the order in which it meets them.
    Stopped {
        rule: Option<Rule>,
        causes: Vec<Cause>,
    },
    /// No rule leads there. If not `complete`, not everything could be tried.
    NoWay {
        kind: Option<KindId>,
        cells: Vec<CellId>,
        drop: bool,
        complete: bool,
        dice: Vec<i32>,
    },
    /// It must go on, as these legal moves do.
    Unfinished {
        moves: Vec<String>,
        count: usize,
    },
    /// A check that was made again when all moves were known.
    Recheck {
        cause: Cause,
    },
    /// Moves of a better type must be played.
    Outranked {
        better: Option<ModeId>,
        moves: Vec<String>,
        count: usize,
        own: Option<Rule>,
        /// The rule of the first better move.
        rule: Option<Rule>,
        said: Option<Place>,
    },
    /// What must hold after every move does not.
    Unlawful {
        cause: Cause,
    },
    /// It leaves a royal piece attacked (ZRF: one that can be checkmated).
    Exposed {
        cell: CellId,
        attackers: Vec<CellId>,
        goal: Option<Place>,
    },
    /// The position after it is forbidden, by this stage of the compiled game.
    Forbidden {
        stage: usize,
    },
    BringsBack {
        ko: Ko,
        said: Option<Place>,
    },
    /// Another move is better by what the game prefers.
    Worse {
        value: i64,
        best: i64,
        example: String,
        criterion: Option<String>,
        said: Option<Place>,
    },
    /// It stops where another landing goes on.
    StopsShort {
        example: String,
        said: Option<Place>,
    },
    /// It is the same as another move.
    SameAs {
        name: String,
    },
}

/// What leaves little or no choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Forced {
    /// There is no other legal move.
    pub only: bool,
    /// What became of the other moves that rules make, by reason.
    pub dropped: Vec<Dropped>,
}

/// Moves that were dropped for one reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Dropped {
    pub count: usize,
    /// One of them, and its reason.
    pub example: String,
    pub reason: Reason,
}

impl Explanation {
    pub(super) fn illegal(name: &str, reason: Reason) -> Self {
        Explanation { name: name.to_owned(), legal: false, reason, forced: None }
    }
}

impl Rule {
    pub(super) fn new(game: &Game, made_by: &MadeBy) -> Self {
        let MadeBy { spot, kind, mode, drop } = *made_by;
        Rule { kind, mode, drop, place: place(game, spot) }
    }
}

impl Cause {
    pub(super) fn new(game: &Game, hurdle: &Hurdle) -> Self {
        let Hurdle { what, spot, cell, found, attackers } = hurdle.clone();
        Cause { what, place: place(game, spot), test: words::test(game, spot), cell, found, attackers }
    }
}

/// The place of an op, or of the whole code.
fn place(game: &Game, spot: Spot) -> Option<Place> {
    let (ir, code) = (game.ir(), spot.code as usize);
    let origin = match &ir.scripted {
        Some(rules) => {
            let script = rules.scripts.get(code)?;
            spot.op.and_then(|op| script.origins.get(op as usize)).copied().unwrap_or(script.origin)
        }
        None => ir.blocks.get(code)?.origin,
    };
    game.places().get(origin)
}
