//! Conditions of goals.

use super::{attacked, counted, repeated};
use crate::Cx;
use crate::code::{conjuncts, negate, operator};
use crate::form::{Form, Sort, all, call, check, list, number, one, word};
use crate::losses::codes;
use zug_model::code::Num;
use zug_model::{BoardModel, CellId, ConfigReading, Goal, GoalCond, KindId, Occupant, Places};

/// A condition about the player the line is about.
pub(super) struct GoalWriter<'w, 'a> {
    pub(super) cx: &'w mut Cx<'a>,
    pub(super) goal: &'w Goal,
    /// He is not the one to move.
    pub(super) other: bool,
}

impl GoalWriter<'_, '_> {
    fn lost(&mut self, message: &str) -> Form {
        self.cx.losses.add(codes::GOAL, self.goal.origin, message);
        word("false")
    }

    pub(super) fn cond(&mut self, cond: &GoalCond) -> Form {
        match cond {
            GoalCond::True => word("true"),
            GoalCond::False => word("false"),
            GoalCond::And(conds) => all(conds.iter().map(|cond| self.cond(cond)).collect()),
            GoalCond::Or(conds) => one(conds.iter().map(|cond| self.cond(cond)).collect()),
            GoalCond::Not(inner) => negate(self.cond(inner)),
            GoalCond::Stalemated | GoalCond::Checkmated(_) if self.other => word("false"),
            GoalCond::Stalemated => word("no-moves?"),
            GoalCond::Checkmated(kinds) => {
                let attacked = attacked(self.cx, kinds);
                all(vec![word("no-moves?"), attacked])
            }
            GoalCond::Stuck => self.stuck(),
            GoalCond::Repetition => repeated(),
            GoalCond::Captured(kinds) => self.captured(kinds),
            GoalCond::PiecesRemaining { n, kind } => {
                if self.cx.game.settings.board_model != BoardModel::Single {
                    return self.lost("how many pieces a player has, with piles");
                }
                let count = counted(self.cx, *kind);
                if *n == 0 && count.is_form("count") {
                    return list("not-exists?", count.kids()[1..].to_vec());
                }
                list("=", [count, number(i64::from(*n))])
            }
            GoalCond::TotalPieceCount { n, kind } => {
                if self.cx.game.settings.board_model != BoardModel::Single
                    || self.cx.game.settings.count_reserve
                {
                    return self.lost("how many pieces there are, with piles or reserves");
                }
                let count = self.cx.count_pieces(None, *kind, None);
                list("=", [count, number(i64::from(*n))])
            }
            GoalCond::AbsoluteConfig { occupants, places } => self.config(occupants, places),
            GoalCond::RelativeConfig { first, rest } => {
                let mut code = self.begin(first);
                for (dirs, occupant) in rest {
                    for dir in dirs {
                        if self.cx.is_dead(*dir) {
                            return word("false");
                        }
                        code.push(check(self.cx.names.dir(*dir)));
                    }
                    let there = self.occupied(occupant, &[]);
                    code.extend(conjuncts(there).map(check));
                }
                list("exists?", code)
            }
            GoalCond::Cmp(op, a, b) => {
                let sides = [self.num(a), self.num(b)];
                list(operator(*op), sides)
            }
        }
    }

    /// Cells on which a pattern may start.
    fn begin(&mut self, occupant: &Occupant) -> Vec<Form> {
        match occupant {
            Occupant::Own(kind) => {
                vec![list("any", [self.cx.names.kind(*kind)]), check(word("is-friend?"))]
            }
            Occupant::Opponent(kind) => {
                let mut code = vec![list("any", [self.cx.names.kind(*kind)])];
                let enemy = self.enemy(&[]);
                code.extend(conjuncts(enemy).map(check));
                code
            }
            Occupant::Any(kind) => vec![list("any", [self.cx.names.kind(*kind)])],
            Occupant::NotOwn(_) => {
                let there = self.occupied(occupant, &[]);
                vec![list("any", [word("position")]), check(there)]
            }
        }
    }

    fn enemy(&mut self, steps: &[Form]) -> Form {
        let owner = call("owner", steps.to_vec());
        let mut conds = vec![call("is-enemy?", steps.to_vec())];
        for &player in &self.cx.neutral {
            conds.push(list("!=", [owner.clone(), self.cx.names.player(player)]));
        }
        all(conds)
    }

    fn occupied(&mut self, occupant: &Occupant, steps: &[Form]) -> Form {
        let single = self.cx.game.kinds.len() == 1;
        let is = |cx: &Cx<'_>, kind: KindId| {
            if steps.is_empty() {
                list("is-piece?", [cx.names.kind(kind)])
            } else {
                list("=", [call("piece", steps.to_vec()), cx.names.kind(kind)])
            }
        };
        match *occupant {
            Occupant::Own(kind) => {
                let own = call("is-friend?", steps.to_vec());
                if single { own } else { all(vec![own, is(self.cx, kind)]) }
            }
            Occupant::Opponent(kind) => {
                let enemy = self.enemy(steps);
                if single { enemy } else { all(vec![enemy, is(self.cx, kind)]) }
            }
            Occupant::Any(kind) if single => {
                let _ = kind;
                negate(call("is-empty?", steps.to_vec()))
            }
            Occupant::Any(kind) => is(self.cx, kind),
            Occupant::NotOwn(kind) => negate(self.occupied(&Occupant::Own(kind), steps)),
        }
    }

    fn config(&mut self, occupants: &[Occupant], places: &Places) -> Form {
        let absent = |o: &&Occupant| matches!(o, Occupant::NotOwn(_));
        match places {
            Places::Zone(zone) => {
                let choose = self.cx.any_zone(*zone);
                let there: Vec<Form> = occupants.iter().map(|o| self.occupied(o, &[])).collect();
                let there = one(there);
                if occupants.iter().all(|o| absent(&o)) {
                    let held = negate(there);
                    return list("not-exists?", std::iter::once(choose).chain(conjuncts(held).map(check)));
                }
                list("exists?", std::iter::once(choose).chain(conjuncts(there).map(check)))
            }
            Places::All(cells) if self.cx.game.settings.config_reading == ConfigReading::All => {
                self.on_cells(occupants, cells, true)
            }
            Places::All(cells) | Places::Any(cells) => {
                let (gone, present): (Vec<Occupant>, Vec<Occupant>) =
                    occupants.iter().cloned().partition(|o| absent(&o));
                let mut forms = Vec::new();
                if !present.is_empty() {
                    forms.push(self.on_cells(&present, cells, false));
                }
                if !gone.is_empty() {
                    forms.push(self.on_cells(&gone, cells, true));
                }
                one(forms)
            }
        }
    }

    fn on_cells(&mut self, occupants: &[Occupant], cells: &[CellId], every: bool) -> Form {
        let mut forms = Vec::new();
        for &cell in cells {
            let steps = [self.cx.names.cell(cell)];
            let there: Vec<Form> = occupants.iter().map(|o| self.occupied(o, &steps)).collect();
            forms.push(one(there));
        }
        if every { all(forms) } else { one(forms) }
    }

    fn num(&mut self, num: &Num) -> Form {
        match num {
            Num::Const(n) => number(i64::from(*n)),
            Num::Op(op, sides) => {
                let (a, b) = (self.num(&sides.0), self.num(&sides.1));
                self.cx.arithmetic(*op, a, b)
            }
            Num::Global(global) => self.cx.names.global(*global),
            Num::Pieces { owner, kind, zone } => {
                let piles = self.cx.game.settings.board_model;
                let asked = owner.is_some() || kind.is_some();
                if piles == BoardModel::Stack && asked {
                    return self.lost("how many pieces there are in stacks");
                }
                self.cx.count_pieces(*owner, *kind, *zone)
            }
            Num::Reserve { owner, kind } => self.cx.reserve_of(*owner, *kind),
            Num::Height(zug_model::code::Place::Cell(cell)) => list("size", [self.cx.names.cell(*cell)]),
            _ => self.lost("a number that an end of the game asks for"),
        }
    }

    /// Nobody has a move but a pass.
    fn stuck(&mut self) -> Form {
        if self.cx.active.len() != 2 || self.cx.game.turns.iter().any(|turn| turn.modes.is_some()) {
            return self.lost("`stuck`, with other than two players or with move types in the turn order");
        }
        self.cx.asks_stuck = true;
        let can = Form::named(Sort::Define, self.cx.names.made("can-move", "can-move?"));
        let rival = self.cx.rival();
        all(vec![list("not", [can.clone()]), list("not", [list("as", [rival, can])])])
    }

    /// A piece of his of one of these kinds was captured by the last move.
    fn captured(&mut self, kinds: &[KindId]) -> Form {
        if !self.cx.tells_captured {
            return self.lost("`captured`: what the last move has captured");
        }
        if !self.other {
            return word("false");
        }
        let taken = Form::named(Sort::Global, self.cx.names.made("taken", "taken"));
        let kinds: Vec<Form> = kinds.iter().map(|&kind| self.cx.names.kind(kind)).collect();
        list("=", std::iter::once(taken).chain(kinds))
    }
}
