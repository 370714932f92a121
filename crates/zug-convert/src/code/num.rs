//! Numbers.

use super::{Sort, Writer};
use crate::form::{Form, call, check, list, local, number, word};
use zug_model::code::{Num, NumOp, Who};
use zug_model::{BoardModel, Count, GlobalId, KindId, ZoneId};

impl Writer<'_, '_> {
    pub(super) fn num(&mut self, num: &Num) -> Form {
        match num {
            Num::Const(n) => number(i64::from(*n)),
            Num::Op(op, sides) => {
                let (a, b) = (self.num(&sides.0), self.num(&sides.1));
                self.cx.arithmetic(*op, a, b)
            }
            Num::Flag(flag) => self.flag(*flag),
            Num::CellFlag(..) => self.unknown("a position flag that is a number"),
            Num::Attr(attr, place) => match self.steps(*place) {
                Some(steps) => self.attr(*attr, *place, steps),
                None => number(0),
            },
            Num::Global(global) => self.global(*global),
            Num::Height(place) => {
                let at = self.hidden(*place);
                if at.start {
                    return self.unknown(
                        "how many pieces are on a cell, where it may be the one the pile comes from",
                    );
                }
                match self.steps(*place) {
                    Some(steps) if steps.is_empty() => list("size", []),
                    Some(steps) => call("size", steps),
                    None => number(0),
                }
            }
            Num::Pieces { owner, kind, zone } => self.pieces(*owner, *kind, *zone),
            Num::Reserve { owner, kind } => self.reserve(*owner, *kind),
            Num::Passes => self.unknown("how often players have passed"),
        }
    }

    /// A value of the board as the part at hand sees it.
    pub(super) fn global(&mut self, global: GlobalId) -> Form {
        let name = self.cx.names.global(global);
        let read = self.plan.pending.read(self.stmt, global);
        if read.stale && !self.plan.pending.must_restore(global) { self.old(global) } else { name }
    }

    /// A value of the board as it was before the rule.
    pub(super) fn old(&mut self, global: GlobalId) -> Form {
        let name = self.cx.names.global(global);
        let old = format!("old-{name}");
        let old = self.cx.names.made(&old, &old);
        self.declare(&old, name);
        local(&old)
    }

    fn pieces(&mut self, owner: Option<Who>, kind: Option<KindId>, zone: Option<ZoneId>) -> Form {
        let count = self.cx.count_pieces(owner, kind, zone);
        if !self.lifted() {
            return count;
        }
        let Some(count) = Some(count).filter(|_| !self.anyone() && zone.is_none()) else {
            return self.unknown("how many pieces there are, where the one in hand may count");
        };
        // The piece in hand counts as well.
        let own = match owner {
            None | Some(Who::Mover) => Some(true),
            Some(Who::Next) => Some(false),
            Some(Who::Player(_)) => None,
        };
        match own {
            _ if kind.is_some_and(|kind| kind != self.kind) => count,
            Some(true) => list("+", [count, number(1)]),
            Some(false) => count,
            None => {
                let Some(Who::Player(player)) = owner else { return count };
                let mine = list("=", [word("me"), self.cx.names.player(player)]);
                list("if", [mine, list("+", [count.clone(), number(1)]), word("else"), count])
            }
        }
    }

    fn reserve(&mut self, owner: Who, kind: KindId) -> Form {
        let unlimited = |r: &zug_model::Reserve| r.kind == kind && r.count == Count::Unlimited;
        if self.cx.game.reserves.iter().any(unlimited) {
            return self.unknown("how many pieces wait in a reserve without end");
        }
        let waiting = self.cx.reserve_of(owner, kind);
        if self.sort != Sort::Drop || kind != self.kind {
            return waiting;
        }
        // The piece in hand has left the reserve already.
        match owner {
            Who::Mover => list("+", [waiting, number(1)]),
            Who::Next => waiting,
            Who::Player(player) => {
                let mine = list("=", [word("me"), self.cx.names.player(player)]);
                list("if", [mine, list("+", [waiting.clone(), number(1)]), word("else"), waiting])
            }
        }
    }
}

impl crate::Cx<'_> {
    /// `(count …)`, for a piece of the player it is about.
    pub(crate) fn count_pieces(
        &mut self,
        owner: Option<Who>,
        kind: Option<KindId>,
        zone: Option<ZoneId>,
    ) -> Form {
        let mut code = Vec::new();
        let heap = self.game.settings.board_model != BoardModel::Single;
        match (zone, kind) {
            (Some(zone), kind) => {
                code.push(self.any_zone(zone));
                match kind {
                    Some(kind) if self.game.kinds.len() > 1 => {
                        code.push(check(list("=", [word("piece"), self.names.kind(kind)])));
                    }
                    _ if heap => {}
                    _ => code.push(check(word("not-empty?"))),
                }
            }
            (None, Some(kind)) => code.push(list("any", [self.names.kind(kind)])),
            (None, None) => code.push(list("any", [word("piece")])),
        }
        match owner {
            Some(Who::Mover) => code.push(check(word("is-friend?"))),
            Some(Who::Next) => code.push(check(list("=", [word("owner"), word("next-player")]))),
            Some(Who::Player(player)) if !self.only_owner(player) => {
                code.push(check(list("=", [word("owner"), self.names.player(player)])));
            }
            Some(Who::Player(_)) | None => {}
        }
        if heap { list("sum", std::iter::once(list("size", [])).chain(code)) } else { list("count", code) }
    }

    pub(crate) fn reserve_of(&mut self, owner: Who, kind: KindId) -> Form {
        let kind = self.names.kind(kind);
        match owner {
            Who::Mover => list("reserve-of", [kind]),
            Who::Next => list("reserve-of", [kind, word("next-player")]),
            Who::Player(player) => list("reserve-of", [kind, self.names.player(player)]),
        }
    }

    /// An operation; division is rounded towards zero, as the words of the language do not.
    pub(crate) fn arithmetic(&mut self, op: NumOp, a: Form, b: Form) -> Form {
        match op {
            NumOp::Add => list("+", [a, b]),
            NumOp::Sub => list("-", [a, b]),
            NumOp::Mul => list("*", [a, b]),
            NumOp::Min => list("min", [a, b]),
            NumOp::Max => list("max", [a, b]),
            NumOp::Div => self.quotient(a, b),
            NumOp::Rem => {
                let whole = self.quotient(a.clone(), b.clone());
                list("-", [a, list("*", [b, whole])])
            }
        }
    }

    fn quotient(&mut self, a: Form, b: Form) -> Form {
        let name = self.names.made("quotient", "quotient");
        if !self.helpers.iter().any(|(known, _)| *known == name) {
            let (x, y) = (self.names.made("quotient a", "over"), self.names.made("quotient b", "under"));
            let (x, y) = (local(&x), local(&y));
            let size = list("/", [list("abs", [x.clone()]), list("abs", [y.clone()])]);
            let negative = list("<", [list("*", [x.clone(), y.clone()]), number(0)]);
            let value = list("if", [negative, list("-", [size.clone()]), word("else"), size]);
            let head = Form::new(crate::form::What::List(vec![word(&name), x, y]));
            self.helpers.push((name.clone(), list("define", [head, value])));
        }
        Form::new(crate::form::What::List(vec![Form::named(crate::form::Sort::Define, name), a, b]))
    }
}
