//! Goals as questions about counts.

use super::code::{all_cells, zone};
use super::run::Counts;
use crate::goal::mentions;
use crate::num::who_is;
use crate::why::Why;
use zug_ir::{CmpOp, GoalCond, GoalNum, NumOp, PlayerId, Verdict};
use zug_vm::{Outcome, Piece, Program, lost};

#[derive(Clone, Debug)]
pub(super) enum Check {
    And(Vec<Check>),
    Or(Vec<Check>),
    Not(Box<Check>),
    Const(bool),
    Stalemated(PlayerId),
    Repetition,
    /// No pieces on these cells.
    Bare(u64),
    Cmp(CmpOp, Number, Number),
}

#[derive(Clone, Debug)]
pub(super) enum Number {
    Const(i64),
    Pieces(u64),
    Global(u8),
    Passes,
    Op(NumOp, Box<(Number, Number)>),
}

/// A goal about one player.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    check: Check,
    deferred: bool,
    movers_doing: bool,
    player: PlayerId,
    verdict: Verdict,
    /// Holds only about players who cannot move.
    only_stuck: bool,
    only_repeated: bool,
    /// Holds only if one of these sets of cells is bare; nothing is known if there is none.
    bare: Vec<u64>,
    /// Holds only with so many on some cell, from the one number to the other.
    within: Option<(u8, i64, i64)>,
}

/// What a goal may look at beside the counts.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) mover: PlayerId,
    /// Who is to move and cannot.
    pub(super) stuck: Option<(PlayerId, PlayerId)>,
    pub(super) repeats: bool,
}

pub(super) fn goals(program: &Program, piece: Piece) -> Result<Vec<Goal>, Why> {
    let mut found = Vec::new();
    for (i, goal) in program.game().goals.iter().enumerate() {
        if goal.verdict == Verdict::Count {
            return Err(Why::Goal("count"));
        }
        let once = program.decided_once(i);
        for &player in goal.players.iter().take(if once { 1 } else { usize::MAX }) {
            let check = Reader { program, piece, player }.check(&goal.cond)?;
            let decisive = matches!(goal.verdict, Verdict::Win | Verdict::Loss);
            let repetition = mentions(&goal.cond, &GoalCond::Repetition);
            if goal.deferred && repetition {
                return Err(Why::Goal("repetition"));
            }
            let only_stuck = needs(&check, &|c| matches!(c, Check::Stalemated(_)));
            let only_repeated = needs(&check, &|c| matches!(c, Check::Repetition));
            let bare = bare_sets(&check).unwrap_or_default();
            let within = range(&check);
            let (deferred, verdict) = (goal.deferred, goal.verdict);
            let movers_doing = decisive && repetition;
            found.push(Goal {
                check,
                deferred,
                movers_doing,
                player,
                verdict,
                only_stuck,
                only_repeated,
                bare,
                within,
            });
        }
    }
    Ok(found)
}

/// Can a condition hold only if this one does?
fn needs(check: &Check, what: &dyn Fn(&Check) -> bool) -> bool {
    what(check)
        || match check {
            Check::And(list) => list.iter().any(|c| needs(c, what)),
            Check::Or(list) => !list.is_empty() && list.iter().all(|c| needs(c, what)),
            _ => false,
        }
}

/// Sets of cells one of which must be bare for a condition to hold.
fn bare_sets(check: &Check) -> Option<Vec<u64>> {
    match check {
        Check::Bare(cells) => Some(vec![*cells]),
        Check::And(list) => list.iter().find_map(bare_sets),
        Check::Or(list) => {
            let all: Option<Vec<Vec<u64>>> = list.iter().map(bare_sets).collect();
            all.map(|all| all.concat()).filter(|all| !all.is_empty())
        }
        _ => None,
    }
}

/// How many must be on some cell for a condition to hold.
fn range(check: &Check) -> Option<(u8, i64, i64)> {
    match check {
        Check::And(list) => list.iter().find_map(range),
        Check::Cmp(op, Number::Pieces(cells), Number::Const(n)) if cells.is_power_of_two() => {
            let (from, to) = match op {
                CmpOp::Eq => (*n, *n),
                CmpOp::Lt => (i64::MIN, n - 1),
                CmpOp::Le => (i64::MIN, *n),
                CmpOp::Gt => (n + 1, i64::MAX),
                CmpOp::Ge => (*n, i64::MAX),
                CmpOp::Ne => return None,
            };
            Some((cells.trailing_zeros() as u8, from, to))
        }
        _ => None,
    }
}

struct Reader<'a> {
    program: &'a Program,
    piece: Piece,
    player: PlayerId,
}

impl Reader<'_> {
    fn check(&self, cond: &GoalCond) -> Result<Check, Why> {
        Ok(match cond {
            GoalCond::And(list) => Check::And(self.checks(list)?),
            GoalCond::Or(list) => Check::Or(self.checks(list)?),
            GoalCond::Not(cond) => Check::Not(Box::new(self.check(cond)?)),
            GoalCond::True => Check::Const(true),
            GoalCond::False => Check::Const(false),
            GoalCond::Stalemated => Check::Stalemated(self.player),
            GoalCond::Repetition => Check::Repetition,
            GoalCond::Cmp(op, a, b) => match (op, self.number(a)?, self.number(b)?) {
                (CmpOp::Eq, Number::Pieces(cells), Number::Const(0)) => Check::Bare(cells),
                (op, a, b) => Check::Cmp(*op, a, b),
            },
            GoalCond::Checkmated(_) => return Err(Why::Goal("checkmated")),
            GoalCond::Stuck => return Err(Why::Goal("stuck")),
            GoalCond::Captured(_) => return Err(Why::Goal("captured")),
            GoalCond::Pieces { .. } => return Err(Why::Goal("pieces")),
            GoalCond::Config { .. } | GoalCond::ConfigZone { .. } => return Err(Why::Goal("config")),
            GoalCond::Pattern { .. } => return Err(Why::Goal("pattern")),
        })
    }

    fn checks(&self, list: &[GoalCond]) -> Result<Vec<Check>, Why> {
        list.iter().map(|c| self.check(c)).collect()
    }

    fn number(&self, num: &GoalNum) -> Result<Number, Why> {
        let game = self.program.game();
        Ok(match num {
            GoalNum::Const(n) => Number::Const(i64::from(*n)),
            GoalNum::Op(op, ab) => Number::Op(*op, Box::new((self.number(&ab.0)?, self.number(&ab.1)?))),
            GoalNum::Global(g) => Number::Global(g.0 as u8),
            GoalNum::Pieces { owner, kind, zone: z } => {
                let fits = owner.is_none_or(|w| who_is(self.program, w, self.player) == self.piece.owner())
                    && kind.is_none_or(|k| self.piece.is_kind(k));
                let within = z.map_or(all_cells(game), |z| zone(game, z, self.player));
                if fits { Number::Pieces(within) } else { Number::Const(0) }
            }
            GoalNum::Reserve { .. } => return Err(Why::Goal("reserve")),
            GoalNum::Height(cell) => Number::Pieces(1 << cell.0),
            GoalNum::Passes => Number::Passes,
        })
    }
}

/// Goals in the order they are decided, by when that is.
#[derive(Debug, Default)]
pub(super) struct Goals {
    /// After a move.
    immediate: Vec<Goal>,
    /// Those of them that ask for no repetition.
    unrepeated: Vec<Goal>,
    /// One of these must be bare for any of those to hold, if there are such.
    bare: Vec<u64>,
    /// When it is known whether the next player can move.
    deferred: Vec<Goal>,
}

impl Goals {
    pub(super) fn new(all: Vec<Goal>) -> Self {
        let (deferred, immediate): (Vec<Goal>, Vec<Goal>) = all.into_iter().partition(|g| g.deferred);
        let unrepeated: Vec<Goal> = immediate.iter().filter(|g| !g.only_repeated).cloned().collect();
        let mut bare = Vec::new();
        if unrepeated.iter().all(|g| !g.bare.is_empty()) {
            bare = unrepeated.iter().flat_map(|g| g.bare.iter().copied()).collect();
            bare.sort_unstable();
            bare.dedup();
        }
        Goals { immediate, unrepeated, bare, deferred }
    }

    pub(super) fn asks_always(&self) -> bool {
        self.deferred.iter().any(|g| !g.only_stuck)
    }

    /// The outcome by the first goal that holds.
    #[inline]
    pub(super) fn decide<const C: usize>(
        &self,
        program: &Program,
        s: &Counts<C>,
        deferred: bool,
        view: View,
    ) -> Option<Outcome> {
        let goals = match (deferred, view.repeats) {
            (true, _) => &self.deferred,
            (false, true) => &self.immediate,
            (false, false) => {
                if !self.bare.is_empty() && self.bare.iter().all(|cells| s.occupied & cells != 0) {
                    return None;
                }
                &self.unrepeated
            }
        };
        decide(program, goals, s, view)
    }
}

#[inline]
fn decide<const C: usize>(program: &Program, goals: &[Goal], s: &Counts<C>, view: View) -> Option<Outcome> {
    let fits = |(cell, from, to): (u8, i64, i64)| (from..=to).contains(&i64::from(s.n[cell as usize % C]));
    let reached = |g: &&Goal| {
        g.within.is_none_or(fits)
            && (g.bare.is_empty() || g.bare.iter().any(|cells| s.occupied & cells == 0))
            && (!g.movers_doing || g.player == view.mover)
            && holds(&g.check, s, view)
    };
    let goal = goals.iter().find(reached)?;
    Some(match goal.verdict {
        Verdict::Draw | Verdict::Count => Outcome::Draw,
        Verdict::Win => {
            let neutral = !program.is_active(goal.player);
            Outcome::won(if neutral { view.mover } else { goal.player })
        }
        Verdict::Loss => lost(program, goal.player, 1),
    })
}

fn holds<const C: usize>(check: &Check, s: &Counts<C>, view: View) -> bool {
    match check {
        Check::And(list) => list.iter().all(|c| holds(c, s, view)),
        Check::Or(list) => list.iter().any(|c| holds(c, s, view)),
        Check::Not(inner) => !holds(inner, s, view),
        Check::Const(value) => *value,
        Check::Stalemated(player) => view.stuck.is_some_and(|(a, b)| a == *player || b == *player),
        Check::Repetition => view.repeats,
        Check::Bare(cells) => s.occupied & cells == 0,
        Check::Cmp(op, a, b) => {
            let (a, b) = (value(a, s), value(b, s));
            match op {
                CmpOp::Eq => a == b,
                CmpOp::Ne => a != b,
                CmpOp::Lt => a < b,
                CmpOp::Le => a <= b,
                CmpOp::Gt => a > b,
                CmpOp::Ge => a >= b,
            }
        }
    }
}

fn value<const C: usize>(number: &Number, s: &Counts<C>) -> i64 {
    match number {
        Number::Const(n) => *n,
        Number::Pieces(within) => i64::from(s.pieces(*within)),
        Number::Global(g) => i64::from(s.globals[*g as usize]),
        Number::Passes => i64::from(s.passes),
        Number::Op(op, ab) => {
            let (a, b) = (value(&ab.0, s), value(&ab.1, s));
            op.apply(a, b)
        }
    }
}
