//! Goals: has the game ended, and how.

use crate::attack::Attacks;
use crate::error::RunError;
use crate::machine::{count_pieces, is_enemy};
use crate::outcome::Outcome;
use crate::piece::Piece;
use crate::program::Program;
use crate::stages::royals_safe;
use crate::state::State;
use zug_ir::{CellId, CmpOp, Filter, Goal, GoalCond, GoalNum, KindId, Occupant, PlayerId, Verdict, Who};

/// What is known about the player to move when deferred goals are decided.
#[derive(Clone, Copy)]
pub(crate) struct ToMove {
    pub(crate) has_moves: bool,
    /// Nobody has a move but a pass.
    pub(crate) stuck: bool,
}

/// Everything a condition may look at.
pub(crate) struct View<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    /// Pieces captured by the last move.
    pub(crate) captured: &'a [Piece],
    /// Who made it.
    pub(crate) mover: PlayerId,
    pub(crate) to_move: Option<ToMove>,
    pub(crate) attacks: &'a mut Attacks,
}

impl View<'_> {
    /// The first goal of its class (deferred or not) that holds decides.
    pub(crate) fn decide(&mut self, deferred: bool) -> Result<Option<Outcome>, RunError> {
        let reached = self.reached(deferred)?;
        Ok(reached.map(|(goal, player)| self.outcome(&self.program.game().goals[goal], player)))
    }

    /// That goal, and the player it holds about.
    pub(crate) fn reached(&mut self, deferred: bool) -> Result<Option<(usize, PlayerId)>, RunError> {
        let program = self.program;
        for (i, goal) in program.game().goals.iter().enumerate() {
            if goal.deferred != deferred {
                continue;
            }
            let players = if program.decided_once(i) { &goal.players[..1] } else { &goal.players[..] };
            for &player in players {
                if self.about(goal, player) && self.holds(&goal.cond, player)? {
                    return Ok(Some((i, player)));
                }
            }
        }
        Ok(None)
    }

    /// A repetition that wins or loses is the doing of the player who completed it.
    fn about(&self, goal: &Goal, player: PlayerId) -> bool {
        let decisive = matches!(goal.verdict, Verdict::Win | Verdict::Loss);
        !(decisive && mentions_repetition(&goal.cond)) || player == self.mover
    }

    fn outcome(&self, goal: &Goal, player: PlayerId) -> Outcome {
        match goal.verdict {
            Verdict::Draw => Outcome::Draw,
            Verdict::Win => {
                let neutral = !self.program.is_active(player);
                Outcome::won(if neutral { self.mover } else { player })
            }
            Verdict::Loss => lost(self.program, player, 1),
            Verdict::Count => self.count(goal),
        }
    }

    fn count(&self, goal: &Goal) -> Outcome {
        let mut counts: Vec<(u64, PlayerId)> =
            goal.players.iter().map(|p| (pieces_of(self.program, self.state, Some(*p), &[]), *p)).collect();
        counts.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        match counts[..] {
            [(a, _), (b, _), ..] if a == b => Outcome::Draw,
            [(_, winner), ..] => Outcome::won(winner),
            [] => Outcome::Draw,
        }
    }

    /// Does the condition hold about this player?
    pub(crate) fn holds(&mut self, cond: &GoalCond, player: PlayerId) -> Result<bool, RunError> {
        let (program, state) = (self.program, self.state);
        Ok(match cond {
            GoalCond::True => true,
            GoalCond::False => false,
            GoalCond::And(conds) => {
                for c in conds {
                    if !self.holds(c, player)? {
                        return Ok(false);
                    }
                }
                true
            }
            GoalCond::Or(conds) => {
                for c in conds {
                    if self.holds(c, player)? {
                        return Ok(true);
                    }
                }
                false
            }
            GoalCond::Not(c) => !self.holds(c, player)?,
            GoalCond::Stalemated => self.cannot_move(player),
            GoalCond::Checkmated(kinds) => {
                self.cannot_move(player) && !royals_safe(self.attacks, program, state, player, kinds)?
            }
            GoalCond::Stuck => self.to_move.is_some_and(|t| t.stuck),
            GoalCond::Repetition => state.occurrences() >= 3,
            GoalCond::Captured(kinds) => {
                self.captured.iter().any(|p| p.owner() == player && kinds.contains(&p.kind()))
            }
            GoalCond::Pieces { anybody, kinds, n } => {
                pieces_of(program, state, (!anybody).then_some(player), kinds) == u64::from(*n)
            }
            GoalCond::Config { occupants, all, cells } => {
                let stands = |c: &CellId| occupants.iter().any(|o| occupied(program, state, *o, *c, player));
                if *all { cells.iter().all(stands) } else { cells.iter().any(stands) }
            }
            GoalCond::ConfigZone { occupants, zone } => {
                let cells = &program.game().board.zones[zone.idx()].cells[player.idx()];
                let stands = |c: &CellId| occupants.iter().any(|o| occupied(program, state, *o, *c, player));
                if occupants.iter().all(|o| matches!(o, Occupant::NotOwn(_))) {
                    cells.iter().all(stands)
                } else {
                    cells.iter().any(stands)
                }
            }
            GoalCond::Pattern { first, rest } => {
                (0..state.cells.len() as u16).any(|c| pattern_at(program, state, *first, rest, c, player))
            }
            GoalCond::Cmp(op, a, b) => {
                let (a, b) = (self.number(a, player), self.number(b, player));
                match op {
                    CmpOp::Eq => a == b,
                    CmpOp::Ne => a != b,
                    CmpOp::Lt => a < b,
                    CmpOp::Le => a <= b,
                    CmpOp::Gt => a > b,
                    CmpOp::Ge => a >= b,
                }
            }
        })
    }

    /// Is the player to move without a legal move? Not asked before that is known.
    fn cannot_move(&self, player: PlayerId) -> bool {
        let turn = self.program.turn(self.state);
        (turn.actor == player || turn.chooser == player) && self.to_move.is_some_and(|t| !t.has_moves)
    }

    fn number(&self, num: &GoalNum, player: PlayerId) -> i64 {
        let (program, state) = (self.program, self.state);
        match num {
            GoalNum::Const(n) => i64::from(*n),
            GoalNum::Op(op, ab) => {
                let (a, b) = (self.number(&ab.0, player), self.number(&ab.1, player));
                op.apply(a, b)
            }
            GoalNum::Global(g) => i64::from(state.globals[g.idx()]),
            GoalNum::Pieces { owner, kind, zone } => {
                let filter = Filter { owner: *owner, kind: *kind, zone: *zone };
                i64::from(count_pieces(program, state, filter, player))
            }
            GoalNum::Reserve { owner, kind } => {
                i64::from(state.reserve(program, program.who(*owner, player), *kind))
            }
            GoalNum::Height(cell) => state.height(program, *cell) as i64,
            GoalNum::Passes => i64::from(state.passes()),
        }
    }
}

/// Is it enough to test the goal about one player? A draw by a condition that does not depend on him.
pub(crate) fn is_decided_once(goal: &Goal) -> bool {
    matches!(goal.verdict, Verdict::Draw | Verdict::Count)
        && !goal.players.is_empty()
        && is_impartial(&goal.cond)
}

fn is_impartial(cond: &GoalCond) -> bool {
    match cond {
        GoalCond::And(c) | GoalCond::Or(c) => c.iter().all(is_impartial),
        GoalCond::Not(c) => is_impartial(c),
        GoalCond::True | GoalCond::False | GoalCond::Repetition | GoalCond::Stuck => true,
        GoalCond::Pieces { anybody, .. } => *anybody,
        GoalCond::Cmp(_, a, b) => is_impartial_number(a) && is_impartial_number(b),
        GoalCond::Stalemated
        | GoalCond::Checkmated(_)
        | GoalCond::Captured(_)
        | GoalCond::Config { .. }
        | GoalCond::ConfigZone { .. }
        | GoalCond::Pattern { .. } => false,
    }
}

fn is_impartial_number(num: &GoalNum) -> bool {
    let named = |who: &Who| matches!(who, Who::Player(_));
    match num {
        GoalNum::Const(_) | GoalNum::Global(_) | GoalNum::Height(_) | GoalNum::Passes => true,
        GoalNum::Op(_, ab) => is_impartial_number(&ab.0) && is_impartial_number(&ab.1),
        GoalNum::Pieces { owner, zone, .. } => owner.as_ref().is_none_or(named) && zone.is_none(),
        GoalNum::Reserve { owner, .. } => named(owner),
    }
}

/// A player has lost. Between two players that is a win of the other.
pub fn lost(program: &Program, loser: PlayerId, worth: u32) -> Outcome {
    match program.contenders()[..] {
        [a, b] if a == loser => Outcome::Won { player: b, worth },
        [a, b] if b == loser => Outcome::Won { player: a, worth },
        _ => Outcome::Lost(loser),
    }
}

fn mentions_repetition(cond: &GoalCond) -> bool {
    match cond {
        GoalCond::And(c) | GoalCond::Or(c) => c.iter().any(mentions_repetition),
        GoalCond::Not(c) => mentions_repetition(c),
        other => matches!(other, GoalCond::Repetition),
    }
}

/// Pieces on the board, and beside it where the game counts them.
fn pieces_of(program: &Program, state: &State, player: Option<PlayerId>, kinds: &[KindId]) -> u64 {
    let counts = |k: KindId| kinds.is_empty() || kinds.contains(&k);
    let mut total = 0;
    if program.pile() == zug_ir::Pile::Single {
        let pieces = state.cells.iter().filter(|p| p.is_some() && player.is_none_or(|o| p.owner() == o));
        total = pieces.filter(|p| counts(p.kind())).count() as u64;
    } else {
        for c in 0..state.cells.len() as u16 {
            state.each_piece(program, CellId(c), |p, n| {
                if player.is_none_or(|o| p.owner() == o) && counts(p.kind()) {
                    total += n;
                }
            });
        }
    }
    if program.game().rules.count_reserve {
        let game = program.game();
        for p in (0..game.players.len()).filter(|p| player.is_none_or(|o| o.idx() == *p)) {
            for k in (0..game.kinds.len()).map(|k| KindId(k as u16)).filter(|k| counts(*k)) {
                let n = state.reserve(program, PlayerId(p as u16), k);
                total += if n == crate::state::UNLIMITED { 0 } else { u64::from(n) };
            }
        }
    }
    total
}

fn occupied(program: &Program, state: &State, occupant: Occupant, cell: CellId, player: PlayerId) -> bool {
    let some = |f: &dyn Fn(Piece) -> bool| state.any_piece(program, cell, f);
    match occupant {
        Occupant::Own(k) => some(&|p| p.is_owned(player) && p.is_kind(k)),
        Occupant::Opponent(k) => some(&|p| is_enemy(program, p, player) && p.is_kind(k)),
        Occupant::Any(k) => some(&|p| p.is_kind(k)),
        Occupant::NotOwn(k) => !some(&|p| p.is_owned(player) && p.is_kind(k)),
    }
}

fn pattern_at(
    program: &Program,
    state: &State,
    first: Occupant,
    rest: &[(Vec<zug_ir::DirId>, Occupant)],
    start: u16,
    player: PlayerId,
) -> bool {
    if !occupied(program, state, first, CellId(start), player) {
        return false;
    }
    let mut cell = start;
    for (dirs, occupant) in rest {
        for d in dirs {
            cell = program.step(player, *d, cell);
            if cell == crate::action::NO_CELL {
                return false;
            }
        }
        if !occupied(program, state, *occupant, CellId(cell), player) {
            return false;
        }
    }
    true
}

/// Is the cell named by a configuration this player wins by?
pub(crate) fn is_goal_cell(program: &Program, player: PlayerId, cell: CellId) -> bool {
    fn names(program: &Program, cond: &GoalCond, player: PlayerId, cell: CellId) -> bool {
        match cond {
            GoalCond::And(c) | GoalCond::Or(c) => c.iter().any(|c| names(program, c, player, cell)),
            GoalCond::Config { cells, .. } => cells.contains(&cell),
            GoalCond::ConfigZone { zone, .. } => program.in_zone(player, *zone, cell.0),
            _ => false,
        }
    }
    program.game().goals.iter().any(|g| {
        g.verdict == Verdict::Win && g.players.contains(&player) && names(program, &g.cond, player, cell)
    })
}
