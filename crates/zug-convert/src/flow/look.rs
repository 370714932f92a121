//! What a walker sees: conditions, and who can see the effect it remembers.

use super::walker::{Change, Side, State};
use super::{Cells, StmtKey, Walk};
use zug_model::code::{Cond, Num, Place, Test};
use zug_model::{Ownership, PieceView};

impl Walk<'_> {
    /// Remembers the empty cell that a condition shows.
    pub(super) fn learn(&self, cond: &Cond, holds: bool, mut s: State) -> State {
        match cond {
            Cond::Not(inner) => return self.learn(inner, !holds, s),
            Cond::And(conds) if holds => {
                for cond in conds {
                    s = self.learn(cond, true, s);
                }
            }
            Cond::Is(test, place) if self.game.settings.piece_view == PieceView::BeforePart => {
                let Cells::One(cell) = self.place(*place, &s) else { return s };
                match (test, holds) {
                    (Test::Empty, true) if *place == Place::Here => s.remember_empty(cell),
                    (Test::Empty, true) => s.ahead = cell,
                    (Test::Friend, true) => s.taken = (cell, Side::Friend),
                    (Test::Enemy, true) => s.taken = (cell, Side::Enemy),
                    (Test::Kind(_) | Test::Owner(_) | Test::Neutral, true) | (Test::Empty, false)
                        if s.taken.0 != cell =>
                    {
                        s.taken = (cell, Side::Any);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        s
    }

    /// What is certain about a condition.
    pub(super) fn answer(&self, cond: &Cond, s: &State) -> Option<bool> {
        match cond {
            Cond::True => Some(true),
            Cond::False => Some(false),
            Cond::Not(inner) => self.answer(inner, s).map(|answer| !answer),
            Cond::And(conds) => {
                let answers: Vec<_> = conds.iter().map(|cond| self.answer(cond, s)).collect();
                if answers.contains(&Some(false)) {
                    return Some(false);
                }
                answers.iter().all(|answer| *answer == Some(true)).then_some(true)
            }
            Cond::Or(conds) => {
                let answers: Vec<_> = conds.iter().map(|cond| self.answer(cond, s)).collect();
                if answers.contains(&Some(true)) {
                    return Some(true);
                }
                answers.iter().all(|answer| *answer == Some(false)).then_some(false)
            }
            Cond::Is(test, place) => self.test(*test, *place, s),
            Cond::Flag(_) | Cond::Cmp(..) => None,
        }
    }

    pub(super) fn test(&self, test: Test, place: Place, s: &State) -> Option<bool> {
        match test {
            Test::Mover(player) => return Some(player == self.player),
            Test::Next(_) => return None,
            _ => {}
        }
        let cell = match self.place(place, s) {
            Cells::One(cell) => cell,
            Cells::Off => return Some(false),
            Cells::Any => return None,
        };
        // The piece stands on its start until the part ends, unless rules see what they have done.
        let there =
            !self.drop && cell == self.start && self.game.settings.piece_view == PieceView::BeforePart;
        let own = self.game.settings.ownership == Ownership::Own;
        match test {
            Test::OnBoard => Some(true),
            Test::Cell(that) => Some(that.0 == cell),
            Test::Zone(zone) => {
                let cells = &self.game.board.zones[zone.idx()].cells[self.player.idx()];
                Some(cells.iter().any(|that| that.0 == cell))
            }
            Test::Marked => Some(cell == s.marks.as_slice().last().copied().unwrap_or(self.start)),
            Test::Empty if s.is_empty(cell) => Some(true),
            Test::Empty if s.side(cell).is_some() => Some(false),
            Test::Friend if s.side(cell) == Some(Side::Enemy) => Some(false),
            Test::Enemy if s.side(cell) == Some(Side::Friend) => Some(false),
            Test::Friend | Test::Enemy | Test::Neutral | Test::Kind(_) | Test::Owner(_)
                if s.is_empty(cell) =>
            {
                Some(false)
            }
            Test::Empty if there => Some(false),
            Test::Friend if there && own => Some(true),
            Test::Enemy | Test::Neutral if there && own => Some(false),
            Test::Kind(kind) if there => Some(kind == self.kind),
            _ => None,
        }
    }

    /// Notes the places a condition asks about, and what it can see of the effect remembered.
    pub(super) fn cond(&mut self, id: StmtKey, cond: &Cond, s: &State) {
        match cond {
            Cond::True | Cond::False | Cond::Flag(_) => {}
            Cond::And(conds) | Cond::Or(conds) => conds.iter().for_each(|cond| self.cond(id, cond, s)),
            Cond::Not(inner) => self.cond(id, inner, s),
            Cond::Is(test, place) => {
                self.note(id, *place, s);
                let sees = |change: Change| match test {
                    Test::Empty | Test::AdjacentToEnemy => {
                        change == Change::Piece || *test != Test::Empty && change == Change::Owner
                    }
                    Test::Friend | Test::Enemy | Test::Neutral | Test::Owner(_) => {
                        matches!(change, Change::Piece | Change::Owner)
                    }
                    Test::Kind(_) => matches!(change, Change::Piece | Change::Kind),
                    Test::Attr(attr) => match change {
                        Change::Attr(other) => other == attr.0,
                        Change::Piece | Change::Kind => true,
                        Change::Owner | Change::Unseen => false,
                    },
                    Test::Attacked(_) | Test::Defended(_) => change != Change::Unseen,
                    Test::Zone(_)
                    | Test::Cell(_)
                    | Test::OnBoard
                    | Test::Marked
                    | Test::LastFrom
                    | Test::LastTo
                    | Test::CellFlag(_)
                    | Test::GoalCell
                    | Test::Mover(_)
                    | Test::Next(_) => false,
                };
                let far = matches!(test, Test::Attacked(_) | Test::Defended(_) | Test::AdjacentToEnemy);
                self.look(*place, far, sees, s);
            }
            Cond::Cmp(_, sides) => {
                self.num(id, &sides.0, s);
                self.num(id, &sides.1, s);
            }
        }
    }

    pub(super) fn num(&mut self, id: StmtKey, num: &Num, s: &State) {
        match num {
            Num::Const(_) | Num::Flag(_) | Num::Global(_) | Num::Reserve { .. } | Num::Passes => {}
            Num::Op(_, sides) => {
                self.num(id, &sides.0, s);
                self.num(id, &sides.1, s);
            }
            Num::CellFlag(_, place) => self.note(id, *place, s),
            Num::Attr(attr, place) => {
                self.note(id, *place, s);
                let sees = |change: Change| match change {
                    Change::Attr(other) => other == attr.0,
                    Change::Piece | Change::Kind => true,
                    Change::Owner | Change::Unseen => false,
                };
                self.look(*place, false, sees, s);
            }
            Num::Height(place) => {
                self.note(id, *place, s);
                self.look(*place, false, |change| change == Change::Piece, s);
            }
            Num::Pieces { owner, kind, .. } => {
                let sees = |change: Change| match change {
                    Change::Piece => true,
                    Change::Owner => owner.is_some(),
                    Change::Kind => kind.is_some(),
                    Change::Attr(_) | Change::Unseen => false,
                };
                self.look(Place::Here, true, sees, s);
            }
        }
    }

    pub(super) fn look(&mut self, place: Place, far: bool, sees: impl Fn(Change) -> bool, s: &State) {
        let Some(ghost) = s.ghost.filter(|ghost| sees(ghost.sort)) else { return };
        let there = match self.place(place, s) {
            Cells::One(cell) => cell == ghost.cell,
            Cells::Off => false,
            Cells::Any => true,
        };
        if far || there {
            let fate = self.flow.fates.entry(ghost.effect).or_default();
            if ghost.stale { fate.leaks = true } else { fate.seen = true }
        }
    }
}
