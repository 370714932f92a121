//! Conditions.

use super::{Known, Sort, Writer};
use crate::flow::Where;
use crate::form::{Form, What, all, call, check, list, local, number, one, word};
use zug_model::code::{CmpOp, Cond, Num, Place, Test, Who};
use zug_model::{AttrId, CellFlagId, KindId};

impl Writer<'_, '_> {
    pub(super) fn cond(&mut self, cond: &Cond) -> Form {
        match cond {
            Cond::True => word("true"),
            Cond::False => word("false"),
            Cond::And(conds) => self.chain(conds, true),
            Cond::Or(conds) => self.chain(conds, false),
            Cond::Not(inner) => {
                let form = self.cond(inner);
                negate(form)
            }
            Cond::Is(test, place) => self.is(*test, *place),
            Cond::Flag(flag) => self.flag(*flag),
            Cond::Cmp(op, sides) => self.compare(*op, &sides.0, &sides.1),
        }
    }

    /// Later conditions know what earlier ones have shown.
    fn chain(&mut self, conds: &[Cond], and: bool) -> Form {
        let before = self.known.clone();
        let mut forms = Vec::with_capacity(conds.len());
        for cond in conds {
            forms.push(self.cond(cond));
            self.learn(cond, and);
        }
        self.known = before;
        if and { all(forms) } else { one(forms) }
    }

    /// A condition has come out.
    pub(super) fn learn(&mut self, cond: &Cond, holds: bool) {
        match cond {
            Cond::Not(inner) => self.learn(inner, !holds),
            Cond::And(conds) if holds => conds.iter().for_each(|cond| self.learn(cond, true)),
            Cond::Or(conds) if !holds => conds.iter().for_each(|cond| self.learn(cond, false)),
            Cond::Is(Test::Enemy, place) if holds && *place != Place::Here => self.known.enemies.push(*place),
            Cond::Is(test, Place::Here) => {
                let known = &mut self.known;
                match (test, holds) {
                    (Test::Empty, true) => (known.empty, known.not_friend) = (true, true),
                    (Test::Empty, false) | (Test::Owner(_) | Test::Neutral, true) => known.occupied = true,
                    (Test::Enemy, true) => {
                        (known.occupied, known.not_friend) = (true, true);
                        known.enemies.push(Place::Here);
                    }
                    (Test::Friend, true) => (known.occupied, known.friend) = (true, true),
                    (Test::Friend, false) => known.not_friend = true,
                    (Test::Kind(kind), true) => {
                        known.occupied = true;
                        known.kind = Some(*kind);
                    }
                    (Test::Attr(attr), true) => {
                        known.occupied = true;
                        known.carries.push(*attr);
                    }
                    _ => {}
                }
            }
            // A piece without the attribute has it as 0.
            Cond::Cmp(CmpOp::Gt, sides) if holds => {
                if let (Num::Attr(attr, Place::Here), Num::Const(n)) = &**sides
                    && *n >= 0
                {
                    self.known.occupied = true;
                    self.known.carries.push(*attr);
                }
            }
            _ => {}
        }
    }

    pub(super) fn forget(&mut self) {
        self.known = Known::default();
    }

    fn is(&mut self, test: Test, place: Place) -> Form {
        match test {
            Test::Mover(player) => return list("=", [word("me"), self.cx.names.player(player)]),
            Test::Next(player) => {
                if self.cx.active.len() > 2 {
                    return self.unknown("who moves next, with more than two players");
                }
                return list("=", [word("next-player"), self.cx.names.player(player)]);
            }
            _ => {}
        }
        let Some(steps) = self.steps(place) else { return word("false") };
        let at = self.hidden_anywhere(place);
        let here = Self::here(&steps);
        match test {
            Test::Empty if at.start && !at.elsewhere => word("false"),
            Test::Empty if at.start => {
                let home = self.home();
                all(vec![call("is-empty?", steps), list("!=", [here, home])])
            }
            Test::Empty => call("is-empty?", steps),
            Test::Friend | Test::Enemy | Test::Neutral | Test::Owner(_) => self.whose(test, at, steps),
            Test::Kind(kind) => self.is_kind(kind, place, at, steps),
            Test::Zone(zone) if self.cx.is_nowhere(zone) => word("false"),
            Test::Zone(zone) => list("in-zone?", std::iter::once(self.cx.names.zone(zone)).chain(steps)),
            Test::Cell(cell) => list("=", [here, self.cx.names.cell(cell)]),
            Test::OnBoard if steps.is_empty() || !self.plan.flow.at(self.stmt, place).off => word("true"),
            Test::OnBoard => list("some?", [here]),
            Test::Marked => {
                let spot = self.spot();
                list("=", [here, spot])
            }
            Test::LastFrom => self.is_last("last-from", place, steps),
            Test::LastTo => self.is_last("last-to", place, steps),
            Test::CellFlag(flag) => self.has_flag(flag, steps),
            Test::Attr(attr) => self.attr(attr, place, steps),
            Test::Attacked(None) => self.attacked(place, steps),
            Test::Attacked(Some(_)) => self.unknown("`attacked?` by moves of one type"),
            Test::Defended(_) => {
                self.unknown("`defended?`: the word of the Zug language asks something else")
            }
            Test::AdjacentToEnemy => {
                let dirs = (0..self.cx.game.board.dirs.len() as u16).map(zug_model::DirId);
                let dirs: Vec<_> = dirs.filter(|&dir| !self.cx.is_dead(dir)).collect();
                let mut near = Vec::new();
                for dir in dirs {
                    let mut way = steps.clone();
                    way.push(self.cx.names.dir(dir));
                    near.push(self.enemy(way));
                }
                if !self.cx.symmetries_are_permutations() {
                    return self
                        .unknown("`adjacent-to-enemy?` where a symmetry is no exchange of directions");
                }
                one(near)
            }
            Test::GoalCell => self.unknown("`goal-position?`"),
            Test::Mover(_) | Test::Next(_) => unreachable!("answered above"),
        }
    }

    /// A piece of another player who takes turns.
    pub(super) fn enemy(&mut self, steps: Vec<Form>) -> Form {
        let owner = call("owner", steps.clone());
        let mut conds = vec![call("is-enemy?", steps)];
        for &player in &self.cx.neutral {
            conds.push(list("!=", [owner.clone(), self.cx.names.player(player)]));
        }
        all(conds)
    }

    fn whose(&mut self, test: Test, at: Where, steps: Vec<Form>) -> Form {
        let only = at.start && !at.elsewhere;
        if at.start && self.anyone() {
            if !only {
                return self.unknown("whose piece it is, where it may be the moving piece of another player");
            }
            let side = self.side();
            let (me, next) = (word("me"), word("next-player"));
            return match test {
                Test::Friend | Test::Owner(Who::Mover) => list("=", [side, me]),
                Test::Owner(Who::Next) => list("=", [side, next]),
                Test::Owner(Who::Player(player)) => list("=", [side, self.cx.names.player(player)]),
                _ if self.cx.neutral.is_empty() && test == Test::Enemy => list("!=", [side, me]),
                _ => self.unknown("whose piece it is, with players who take no turns"),
            };
        }
        match test {
            Test::Friend | Test::Owner(Who::Mover) => {
                if only {
                    return word("true");
                }
                let friend = call("is-friend?", steps.clone());
                if at.start { one(vec![self.is_home(&steps), friend]) } else { friend }
            }
            // The cell where the piece started is empty now, and was no enemy's before.
            Test::Enemy => self.enemy(steps),
            Test::Neutral => {
                let owner = call("owner", steps);
                let is = |&player: &_| list("=", [owner.clone(), self.cx.names.player(player)]);
                one(self.cx.neutral.iter().map(is).collect())
            }
            Test::Owner(Who::Player(player)) => {
                let player = self.cx.names.player(player);
                let own = list("=", [word("me"), player.clone()]);
                if only {
                    return own;
                }
                let raw = list("=", [call("owner", steps.clone()), player]);
                if at.start { one(vec![all(vec![self.is_home(&steps), own]), raw]) } else { raw }
            }
            _ => list("=", [call("owner", steps), word("next-player")]),
        }
    }

    fn is_kind(&mut self, kind: KindId, place: Place, at: Where, steps: Vec<Form>) -> Form {
        let same = kind == self.kind;
        if at.start && !at.elsewhere {
            return word(if same { "true" } else { "false" });
        }
        let name = self.cx.names.kind(kind);
        let raw = if place == Place::Here && self.known.occupied {
            list("is-piece?", [name])
        } else {
            list("=", [call("piece", steps.clone()), name])
        };
        if at.start && same { one(vec![self.is_home(&steps), raw]) } else { raw }
    }

    fn is_last(&mut self, which: &str, place: Place, steps: Vec<Form>) -> Form {
        if !self.cx.last_in_values {
            return call(if which == "last-from" { "last-from?" } else { "last-to?" }, steps);
        }
        let last = self.last_cell(which);
        let same = list("=", [Self::here(&steps), last]);
        // Off the board there is no cell, and there may be no last one.
        if self.plan.flow.at(self.stmt, place).off && !steps.is_empty() {
            return all(vec![list("some?", [Self::here(&steps)]), same]);
        }
        same
    }

    fn has_flag(&mut self, flag: CellFlagId, steps: Vec<Form>) -> Form {
        if self.cx.plain_flag == Some(flag) {
            return call("is-flag?", steps);
        }
        let cells = self.cell_flag(flag);
        list("member?", [Self::here(&steps), cells])
    }

    /// An attribute of the piece there, as a truth value or a number.
    pub(super) fn attr(&mut self, attr: AttrId, place: Place, steps: Vec<Form>) -> Form {
        let at = self.hidden(place);
        let name = self.cx.names.attr(attr);
        if at.start && !at.elsewhere {
            // The piece is in hand, and its cell is empty.
            return name;
        }
        if at.start {
            return self.unknown("an attribute, where it may be that of the moving piece");
        }
        let known = self.known.carries.contains(&attr)
            || self.known.kind.is_some_and(|kind| self.cx.carries(kind, attr));
        if place == Place::Here && (known || self.sort == Sort::Player) {
            return name;
        }
        list("attr", std::iter::once(name).chain(steps))
    }

    /// Could a rival take a piece of the mover's there? The board is as it was when the part began, with a piece like
    /// the moving one on that cell if there is none of his.
    fn attacked(&mut self, place: Place, steps: Vec<Form>) -> Form {
        let at = self.hidden(place);
        let on_empty = !at.taken;
        if self.cx.active.len() > 2 {
            return self.unknown("`attacked?`, with more than two players");
        }
        if !self.lifted() {
            if self.sort == Sort::Drop && on_empty {
                return call("is-attacked?", steps);
            }
            return self.unknown("`attacked?` where a piece may stand");
        }
        if at.start && at.elsewhere {
            return self.unknown("`attacked?`, where it may be the cell the piece comes from");
        }
        if at.start {
            return call("is-attacked?", steps);
        }
        let (home, kind) = (self.home(), self.cx.names.kind(self.kind));
        let mut code = Vec::new();
        if on_empty {
            code.push(list("at-do", [home, list("create", [kind])]));
            code.extend(steps.into_iter().map(check));
        } else {
            code.push(list("at-do", [home, word("drop")]));
            code.extend(steps.into_iter().map(check));
            code.push(list("if", [word("not-friend?"), list("create", [kind])]));
        }
        code.push(check(word("is-attacked?")));
        list("exists?", code)
    }

    fn compare(&mut self, op: CmpOp, a: &Num, b: &Num) -> Form {
        let exact = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let sides = [a, b].map(|num| {
            let form = self.num(num);
            // What may be none is no number for `=`.
            let vague = form.is_form("attr");
            if exact && vague { list("+", [number(0), form]) } else { form }
        });
        list(operator(op), sides)
    }

    /// A flag as a value.
    pub(super) fn flag(&mut self, flag: zug_model::FlagId) -> Form {
        let name = self.flag_name(flag);
        let init = if self.cx.is_truth(flag) { word("false") } else { number(0) };
        match self.cx.game.settings.flag_scope {
            zug_model::FlagScope::Part => self.declare(&name, init),
            zug_model::FlagScope::Turn => self.cx.pre(self.kind, &name, init),
        }
        local(&name)
    }

    pub(super) fn flag_name(&mut self, flag: zug_model::FlagId) -> String {
        let wanted = &self.cx.game.flags[flag.idx()];
        self.cx.names.made(&format!("flag {}", flag.0), wanted)
    }
}

pub(crate) fn operator(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "=",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

/// The opposite, in the words the language has for it.
pub(crate) fn negate(form: Form) -> Form {
    const WORDS: [(&str, &str); 7] = [
        ("is-empty?", "not-empty?"),
        ("is-friend?", "not-friend?"),
        ("is-enemy?", "not-enemy?"),
        ("is-attacked?", "not-attacked?"),
        ("is-flag?", "not-flag?"),
        ("true", "false"),
        ("false", "true"),
    ];
    const HEADS: [(&str, &str, usize); 9] = [
        // Steps may lead nowhere, and then both are false.
        ("in-zone?", "not-zone?", 2),
        ("is-piece?", "not-piece?", 2),
        ("=", "!=", 3),
        ("!=", "=", 3),
        ("<", ">=", 3),
        (">=", "<", 3),
        (">", "<=", 3),
        ("<=", ">", 3),
        ("exists?", "not-exists?", 0),
    ];
    if let Some((_, other)) = WORDS.iter().find(|(known, _)| form.is_word(known)) {
        return word(other);
    }
    let kids = form.kids();
    for (head, other, len) in HEADS {
        if form.is_form(head) && (len == 0 || kids.len() == len) {
            let mut kids = kids.to_vec();
            kids[0] = word(other);
            return Form { what: What::List(kids), call: form.call };
        }
    }
    crate::form::not(form)
}
