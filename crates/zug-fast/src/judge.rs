//! Is a move legal, and has the game ended?

use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::codes::Code;
use crate::goal::{Check, GoalOf, Number, Row, Shown};
use crate::make::{Step, Traces};
use crate::offer::Scratch;
use crate::plan::Plan;
use crate::position::Position;
use zug_ir::{CmpOp, PlayerId};
use zug_vm::NO_CELL;

/// What is known about the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToMove {
    pub(crate) has_moves: bool,
    pub(crate) stuck: bool,
}

/// How deep the question whether somebody can move may lead to itself.
const MAX_FORESIGHT: u32 = 3;

impl<const W: usize> Plan<W> {
    /// Does some stage judge this player's moves by the position they lead to?
    #[inline(always)]
    pub(crate) fn judges(&self, mover: PlayerId) -> bool {
        !self.stages.royal[mover.idx()].is_empty()
            || self.stages.lawful[mover.idx()]
            || !self.stages.illegal.is_empty()
    }

    /// Do the stages let a move of this player pass that has led to this position? `step`: its only part; none where it
    /// has several, or is a pass, which nothing but scripts could ask about.
    #[inline]
    pub(crate) fn passes(
        &self,
        after: &Position,
        mover: PlayerId,
        step: Option<Step>,
        traces: &Traces,
        foresight: u32,
    ) -> bool {
        let royal = &self.stages.royal[mover.idx()];
        if !royal.is_empty() && !self.safe(after, mover, royal) {
            return false;
        }
        let lawful = step.map_or(&[][..], |step| &self.rules[step.rule as usize].lawful);
        if !lawful.is_empty() {
            let captured = &traces.captured;
            let view = View { captured, to_move: None, repeats: false, mover, fresh: false };
            if !lawful.iter().all(|check| self.holds(check, after, &view)) {
                return false;
            }
        }
        self.stages.illegal.is_empty() || !self.arises(after, mover, traces, foresight)
    }

    /// The board alone, whoever's turn it is: the key of the interpreter's history but for that of the turn.
    fn bare_board(&self, position: &Position) -> u64 {
        let turn = self.layout.turn_keys[position.turn as usize];
        self.situation(position) ^ position.hash_of_reserves(&self.layout) ^ turn
    }

    /// Has the board, or the situation, been there so often before the position that came last?
    #[cold]
    pub(crate) fn returns(&self, position: &Position, situation: bool, times: i32) -> bool {
        let found = if situation {
            position.past.situations(self.situation(position))
        } else {
            position.past.boards(self.bare_board(position), &self.layout.turn_keys)
        };
        found as i64 >= i64::from(times)
    }

    /// A move has been made for good: what it has led to may not come back, where that matters.
    #[inline(always)]
    pub(crate) fn remember(&self, position: &mut Position) {
        if self.remembers {
            self.add_to_past(position);
        }
    }

    #[cold]
    fn add_to_past(&self, position: &mut Position) {
        let board = self.bare_board(position) ^ self.layout.turn_keys[position.turn as usize];
        position.past.add(self.situation(position), board);
    }

    /// Is none of these pieces attacked by the player who moves next?
    #[inline]
    pub(crate) fn safe(&self, position: &Position, player: PlayerId, royal: &[BoardId]) -> bool {
        let rival = self.next_player[player.idx()];
        if rival == player.idx() {
            return true;
        }
        for board in royal {
            for cell in bits::cells(position.board::<W>(*board)) {
                let code = position.code(&self.layout, cell);
                if self.attacks(rival, position, cell, code) {
                    return false;
                }
            }
        }
        true
    }

    fn arises(&self, after: &Position, mover: PlayerId, traces: &Traces, foresight: u32) -> bool {
        let mut known = None;
        for (_, checks) in &self.stages.illegal {
            for check in checks {
                let hold = |to_move: ToMove| {
                    let (captured, to_move) = (&traces.captured, Some(to_move));
                    self.holds(check, after, &View { captured, to_move, repeats: false, mover, fresh: false })
                };
                let with = hold(ToMove { has_moves: true, stuck: false });
                let matters = hold(ToMove { has_moves: false, stuck: false }) != with;
                let answer = if matters && foresight < MAX_FORESIGHT {
                    let can = *known.get_or_insert_with(|| self.can_move(after, foresight + 1));
                    hold(ToMove { has_moves: can, stuck: false })
                } else {
                    with
                };
                if answer {
                    return true;
                }
            }
        }
        false
    }

    /// Has the player to move a legal move of one part?
    pub(crate) fn can_move(&self, position: &Position, foresight: u32) -> bool {
        let mut scratch = Scratch::default();
        let (total, _) = self.offers(position, &mut scratch);
        let mover = self.turns[position.turn as usize].actor;
        if total == 0 || !self.judges(mover) && !self.lazy {
            return total > 0;
        }
        let mut after = position.clone();
        (0..total).any(|n| {
            let step = self.nth(&scratch.offers, n);
            let Some(step) = self.resolved(position, step, &mut scratch.traces) else { return false };
            after.copy(position);
            self.make(&mut after, step, &mut scratch.traces);
            self.passes(&after, mover, Some(step), &scratch.traces, foresight)
        })
    }

    /// The first goal of its class that holds.
    #[inline]
    pub(crate) fn reached(&self, position: &Position, deferred: bool, view: &View<'_>) -> Option<&GoalOf<W>> {
        let changes = &position.changes;
        let movable = view.to_move.is_some_and(|t| t.has_moves && !t.stuck) && !view.repeats;
        let list = match (deferred, movable) {
            (false, _) => &self.order.immediate,
            (true, false) => &self.order.deferred,
            (true, true) => &self.order.movable,
        };
        let holds = |goal: &GoalOf<W>, check: &Check<W>| {
            if goal.of_to_move && goal.player != self.turns[position.turn as usize].chooser {
                return false;
            }
            if view.fresh {
                if goal.by_count && changes.shifted {
                    return false;
                }
                if let Some(touched) = goal.touched {
                    let may_hold = touched.gain & changes.gained | touched.loss & changes.lost != 0;
                    return may_hold && self.holds_now(check, position, view);
                }
            }
            (!goal.movers_doing || goal.player == view.mover) && self.holds(check, position, view)
        };
        for (i, check) in list {
            let goal = &self.goals[*i as usize];
            if holds(goal, check) {
                return Some(goal);
            }
        }
        None
    }

    /// Does a condition hold that did not hold before the last move?
    fn holds_now(&self, check: &Check<W>, position: &Position, view: &View<'_>) -> bool {
        match check {
            Check::Or(list) => list.iter().any(|c| self.holds_now(c, position, view)),
            Check::Trial(trial, false) => match position.changes.cells() {
                Some(cells) => self.holds_by(position, *trial, cells),
                None => self.holds(check, position, view),
            },
            Check::Pattern { row: Some(row), .. } => match position.changes.cells() {
                Some(cells) => cells.iter().any(|cell| self.in_row(row, position, *cell)),
                None => self.holds(check, position, view),
            },
            _ => self.holds(check, position, view),
        }
    }

    /// Is the cell one of enough in a row?
    #[inline]
    fn in_row(&self, row: &Row, position: &Position, cell: u16) -> bool {
        if !position.has::<W>(row.board, cell) {
            return false;
        }
        let mut found = 1;
        for steps in [&row.on, &row.back] {
            let mut at = steps[cell as usize];
            // A row that closes on itself ends with its length.
            while at != NO_CELL && found < row.len && position.has::<W>(row.board, at) {
                found += 1;
                at = steps[at as usize];
            }
        }
        found >= row.len
    }

    pub(crate) fn holds(&self, check: &Check<W>, position: &Position, view: &View<'_>) -> bool {
        match check {
            Check::And(list) => list.iter().all(|c| self.holds(c, position, view)),
            Check::Or(list) => list.iter().any(|c| self.holds(c, position, view)),
            Check::Not(inner) => !self.holds(inner, position, view),
            Check::Const(value) => *value,
            Check::Trial(trial, once) => {
                let no_moves = view.to_move.is_some_and(|t| !t.has_moves);
                if *once {
                    self.holds_once(position, *trial, no_moves)
                } else {
                    self.holds_for(position, *trial, self.all_cells, no_moves)
                }
            }
            Check::Stalemated(player) => self.cannot_move(position, *player, view),
            Check::Checkmated(player, royal) => {
                self.cannot_move(position, *player, view) && !self.safe(position, *player, royal)
            }
            Check::Stuck => view.to_move.is_some_and(|t| t.stuck),
            Check::Repetition => view.repeats,
            Check::Captured(player, kinds) => view.captured.iter().any(|code| {
                self.codes.owner[*code as usize] == player.0
                    && kinds.iter().any(|k| k.0 == self.codes.kind[*code as usize])
            }),
            Check::Pieces { boards, reserves, n } => {
                let mut found: u64 =
                    boards.iter().map(|b| u64::from(bits::count(position.board::<W>(*b)))).sum();
                if self.layout.piles {
                    let under = |b: &BoardId| self.count_buried(position, *b, true, &self.all_cells);
                    found += boards.iter().map(|b| u64::from(under(b))).sum::<u64>();
                }
                for (player, kind) in reserves {
                    let waiting = position.reserve(&self.layout, *player, *kind);
                    found += if waiting == zug_vm::UNLIMITED { 0 } else { u64::from(waiting) };
                }
                found == *n
            }
            Check::On { cells, occupants, all } => {
                let mut standing = bits::none();
                for occupant in occupants {
                    bits::or_into(&mut standing, &self.shown(position, occupant, *cells));
                }
                if *all { standing == *cells } else { !bits::is_empty(&standing) }
            }
            Check::Pattern { first, rest, .. } => {
                let mut starts = self.shown(position, first, self.all_cells);
                for (seen, occupant) in rest {
                    if bits::is_empty(&starts) {
                        return false;
                    }
                    for (board, answer) in occupant {
                        let passing = seen.look(position.board::<W>(*board), &starts);
                        starts = if *answer {
                            passing
                        } else {
                            // The place must be on the board all the same.
                            let there = seen.look(&self.all_cells, &starts);
                            bits::and_not(&there, &passing)
                        };
                    }
                }
                !bits::is_empty(&starts)
            }
            Check::Cmp(op, a, b) => {
                let (a, b) = (self.value(a, position), self.value(b, position));
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

    fn shown(&self, position: &Position, occupant: &Shown, within: Bits<W>) -> Bits<W> {
        occupant.iter().fold(within, |cells, (board, answer)| {
            let shown = position.board::<W>(*board);
            if *answer { bits::and(&cells, shown) } else { bits::and_not(&cells, shown) }
        })
    }

    fn cannot_move(&self, position: &Position, player: PlayerId, view: &View<'_>) -> bool {
        let turn = &self.turns[position.turn as usize];
        (turn.actor == player || turn.chooser == player) && view.to_move.is_some_and(|t| !t.has_moves)
    }

    fn value(&self, number: &Number<W>, position: &Position) -> i64 {
        match number {
            Number::Const(n) => *n,
            Number::Op(op, ab) => {
                let (a, b) = (self.value(&ab.0, position), self.value(&ab.1, position));
                op.apply(a, b)
            }
            Number::Global(g) => i64::from(position.global(&self.layout, *g)),
            Number::Reserve(p, k) => i64::from(position.reserve(&self.layout, *p, *k)),
            Number::Count { board, shown, within } => {
                let there = position.board::<W>(*board);
                let counted = if *shown { bits::and(within, there) } else { bits::and_not(within, there) };
                let under = match self.layout.piles {
                    true => self.count_buried(position, *board, *shown, within),
                    false => 0,
                };
                i64::from(bits::count(&counted) + under)
            }
            Number::Passes => i64::from(position.passes),
        }
    }
}

/// What a condition may look at beside the position.
pub(crate) struct View<'a> {
    /// What the last move has taken.
    pub(crate) captured: &'a [Code],
    pub(crate) to_move: Option<ToMove>,
    /// The position has occurred three times.
    pub(crate) repeats: bool,
    /// Who made the last move.
    pub(crate) mover: PlayerId,
    /// No goal held before the last move: what it has not touched need not be looked at.
    pub(crate) fresh: bool,
}
