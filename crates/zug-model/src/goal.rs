//! When the game ends and how.

use crate::code::CmpOp;
use crate::code::Num;
use crate::ids::{CellId, DirId, KindId, PlayerId, ZoneId};
use zug_source::Origin;

/// One end condition.
#[derive(Clone, Debug)]
pub struct Goal {
    pub verdict: Verdict,
    /// Whom the condition is about; tested for each in turn.
    pub players: Vec<PlayerId>,
    pub cond: GoalCond,
    pub origin: Origin,
}

/// What follows for the player a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Win,
    Loss,
    Draw,
    /// The game ends; more pieces win, as many is a draw.
    Count,
    /// The move that led here was not legal.
    Illegal,
}

/// A condition on the position, seen by one player ("he" below).
#[derive(Clone, Debug)]
pub enum GoalCond {
    And(Vec<GoalCond>),
    Or(Vec<GoalCond>),
    Not(Box<GoalCond>),
    True,
    False,
    /// He is to move and has no legal move.
    Stalemated,
    /// One of these kinds of his is attacked, he is to move and has no legal move.
    Checkmated(Vec<KindId>),
    /// Nobody has a legal move but a pass.
    Stuck,
    /// The position has occurred three times.
    Repetition,
    /// A piece of his of one of these kinds was captured by the last move.
    Captured(Vec<KindId>),
    /// He has exactly `n` pieces (of that kind).
    PiecesRemaining {
        n: u32,
        kind: Option<KindId>,
    },
    /// There are exactly `n` pieces (of that kind) of any owner.
    TotalPieceCount {
        n: u32,
        kind: Option<KindId>,
    },
    /// Occupants on places.
    AbsoluteConfig {
        occupants: Vec<Occupant>,
        places: Places,
    },
    /// Somewhere this pattern starts: an occupant, then steps and further occupants.
    RelativeConfig {
        first: Occupant,
        rest: Vec<(Vec<DirId>, Occupant)>,
    },
    /// A comparison of numbers. Places and attributes cannot occur in them.
    Cmp(CmpOp, Num, Num),
}

impl GoalCond {
    /// The condition and everything it is made of.
    pub fn each<'a>(&'a self, look: &mut impl FnMut(&'a GoalCond)) {
        look(self);
        match self {
            Self::And(conds) | Self::Or(conds) => conds.iter().for_each(|cond| cond.each(look)),
            Self::Not(inner) => inner.each(look),
            _ => {}
        }
    }
}

/// What must stand on a place of a configuration.
#[derive(Clone, Debug)]
pub enum Occupant {
    /// A piece of his.
    Own(KindId),
    /// A piece of another player.
    Opponent(KindId),
    /// A piece of anybody.
    Any(KindId),
    /// Not a piece of his of this kind.
    NotOwn(KindId),
}

/// The places of a configuration.
#[derive(Clone, Debug)]
pub enum Places {
    /// Every one of these cells.
    All(Vec<CellId>),
    /// At least one of these cells.
    Any(Vec<CellId>),
    /// At least one cell of his zone.
    Zone(ZoneId),
}
