//! The end of a part: the piece is set down, what was kept is carried out.

use super::plan::When;
use super::{Set, Sort, Writer};
use crate::flow::key;
use crate::form::{Form, check, fail, list, local, word};
use zug_model::code::{Add, Stmt, StmtKind, Then};
use zug_model::{BoardModel, Cascades, LoneCapture};

impl Writer<'_, '_> {
    /// A part ends here. At the tail of a rule the move ends by itself.
    pub(super) fn finish(&mut self, stmt: &Stmt, add: &Add, tail: bool) -> Vec<Form> {
        let mut code = self.arrive(stmt, add);
        let part = match add.then {
            Then::Done => None,
            Then::Part(mode) => Some(self.cx.part_mode(mode, self.origin)),
        };
        if tail {
            code.extend(part.map(|mode| list("end-part", [mode])));
            return code;
        }
        if !self.closed.is_empty() && self.cx.game.settings.cascades == Cascades::Discarded {
            self.lost("movements of `cascade` that are discarded");
        }
        let mut forms = match part {
            Some(mode) => {
                code.push(list("end-part", [mode]));
                let way = if code.len() == 1 { code.remove(0) } else { list("seq", code) };
                vec![list("either", [way, list("seq", [])])]
            }
            None if code.is_empty() => vec![word("end-move")],
            None if code.len() == 1 && code[0].is_form("go") => {
                code.push(word("end-move"));
                vec![list("scope", code)]
            }
            None => {
                code.extend([word("end-move"), fail()]);
                vec![list("either", [list("seq", code), list("seq", [])])]
            }
        };
        forms.extend(self.forget_kept(key(stmt)));
        forms
    }

    /// Everything between the decision to end and the end.
    fn arrive(&mut self, stmt: &Stmt, add: &Add) -> Vec<Form> {
        let id = key(stmt);
        let record = self.plan.pending.at_end(id);
        let mut code = Vec::new();
        // Where the target is another cell than the cursor.
        let elsewhere = match self.to {
            Set::No => false,
            Set::Yes => !self.known.at_target,
            Set::Maybe => {
                let target = self.target();
                code.push(list("if", [list("some?", [target.clone()]), list("go", [target])]));
                true
            }
        };
        if self.sort == Sort::Player {
            // Nothing is in hand and nothing moves.
            if !self.plan.flow.may_stay(id) || self.plan.flow.at_end_moves(id) {
                self.lost("a movement from a heap");
            }
            let acts = |effect: &&Stmt| !matches!(effect.what, StmtKind::Capture(_));
            let certain = self.plan.effects().filter(acts).any(|effect| record.must.contains(&key(effect)));
            if !certain && self.must_act() {
                let acted = self.acted();
                code.push(check(acted));
            }
            return self.kept(&record.may, &[], add, code);
        }
        let effects: Vec<&Stmt> = self.plan.effects().collect();
        let pending: Vec<&Stmt> = effects.iter().copied().filter(|e| record.may.contains(&key(e))).collect();
        let on_target: Vec<&Stmt> = pending
            .iter()
            .copied()
            .filter(|e| match self.plan.when(key(e)) {
                When::OnTarget(0) => !self.cx.is_common(self.kind, e),
                When::OnTarget(_) => true,
                When::Now | When::Later => false,
            })
            .collect();
        let later = pending.iter().any(|e| self.plan.when(key(e)) == When::Later);
        if self.closed.is_empty() {
            if self.to == Set::Yes && elsewhere {
                let target = self.target();
                code.push(list("go", [target]));
            }
            code.extend(self.must_move(id, &pending));
            let lands_on_empty = self.plan.flow.lands_on_empty(id);
            let known_arrival = self.known.not_friend && !elsewhere || lands_on_empty;
            let down = !on_target.is_empty() || later || !add.kinds.is_empty() || add.copy;
            if !down {
                self.cx.arrives_anywhere |=
                    !known_arrival && self.cx.game.settings.board_model == BoardModel::Single;
                self.check_weighing(lands_on_empty);
                return code;
            }
            if add.copy {
                code.extend(self.copy());
            } else {
                if self.cx.catches && (!lands_on_empty || self.cx.tells_captured) {
                    code.push(Form::named(crate::form::Sort::Define, self.cx.names.made("catch", "catch")));
                }
                self.check_weighing(lands_on_empty);
                code.push(word("drop"));
            }
            return self.kept(&record.may, &on_target, add, code);
        }
        code.extend(self.set_down_all());
        self.kept(&record.may, &on_target, add, code)
    }

    /// Captures by landing are not counted by rules that weigh captures.
    fn check_weighing(&mut self, on_empty: bool) {
        if !self.cx.weighing.is_empty() && !on_empty {
            self.lost("a capture by landing, where captures are weighed against each other");
        }
    }

    /// A part that leaves the piece where it was, and does nothing but capture, is none.
    fn must_move(&mut self, id: usize, pending: &[&Stmt]) -> Vec<Form> {
        if self.sort != Sort::Move || !self.plan.flow.may_stay(id) {
            return Vec::new();
        }
        // The language leaves such a move out by itself, but not if something else remembers it.
        let remembered = self.cx.catches
            || self.cx.remember_last
            || self.cx.has_parts
            || !self.cx.common[self.kind.idx()].is_empty();
        if pending.is_empty() && !remembered {
            return Vec::new();
        }
        let captures = pending.iter().all(|e| matches!(e.what, StmtKind::Capture(_)));
        if captures && (pending.is_empty() || self.cx.game.settings.lone_capture == LoneCapture::Refused) {
            let home = self.home();
            return vec![check(list("!=", [word("here"), home]))];
        }
        self.lost("a move that may leave its piece where it is");
        Vec::new()
    }

    /// A new piece on the target; the old one stays.
    fn copy(&mut self) -> Vec<Form> {
        if self.sort != Sort::Move || !self.cx.game.kinds[self.kind.idx()].attrs.is_empty() {
            self.lost("`add-copy` of a piece with attributes, or of a drop");
        }
        if self.cx.uses_last {
            self.lost("`add-copy` where rules ask for the last move");
        }
        let (home, there) = (self.home(), self.cx.names.made("copy", "there"));
        vec![
            list("let", [local(&there), word("here")]),
            list("go", [home]),
            word("drop"),
            list("go", [local(&there)]),
            list("create", [self.cx.names.kind(self.kind)]),
        ]
    }

    /// What a part does behind the movement: effects in the order of the text, captures, promotion.
    fn kept(
        &mut self,
        may: &rustc_hash::FxHashSet<usize>,
        on_target: &[&Stmt],
        add: &Add,
        mut code: Vec<Form>,
    ) -> Vec<Form> {
        let effects: Vec<&Stmt> = self.plan.effects().filter(|e| may.contains(&key(e))).collect();
        for captures in [false, true] {
            for effect in &effects {
                if matches!(effect.what, StmtKind::Capture(_)) != captures {
                    continue;
                }
                match self.plan.when(key(effect)) {
                    When::Now => {}
                    When::Later => code.extend(self.carry_out(effect)),
                    When::OnTarget(movement) => {
                        if !on_target.iter().any(|e| key(e) == key(effect)) {
                            continue;
                        }
                        let act = self.act_on_target(effect);
                        match self.closed.get(movement).map(|(_, to)| to.clone()) {
                            Some(to) => code.push(list("at-do", std::iter::once(to).chain(act))),
                            None if self.closed.is_empty() => code.extend(act),
                            None => {
                                let to = self.last_target();
                                code.push(list("at-do", std::iter::once(to).chain(act)));
                            }
                        }
                    }
                }
            }
        }
        let kinds: Vec<Form> = add.kinds.iter().map(|&kind| self.cx.names.kind(kind)).collect();
        match kinds.len() {
            0 => {}
            1 => code.push(list("set-piece!", kinds)),
            _ => code.push(list("set-piece!", [list("any", kinds)])),
        }
        if !add.kinds.is_empty() && !self.closed.is_empty() {
            self.lost("promotion in a move of several pieces");
        }
        code
    }

    /// `cascade`: the movement so far is closed, another piece's begins.
    pub(super) fn cascade(&mut self) -> Vec<Form> {
        if self.cx.game.settings.board_model != BoardModel::Single || self.sort != Sort::Move {
            self.lost("`cascade` with piles, or in a drop");
        }
        if !self.known.occupied {
            self.lost("`cascade` where there may be no piece");
        }
        self.cx.moves_strangers |= !self.known.friend;
        let n = self.closed.len() + 1;
        let begin = self
            .cx
            .names
            .made(&format!("from {n}"), &if n == 1 { "other".to_owned() } else { format!("other-{n}") });
        let forms = vec![self.assign(&begin, word("here"))];
        let to = match self.to {
            Set::Yes => {
                // `to` is said again for the next movement: this one needs a name of its own.
                self.target()
            }
            _ => local(&begin),
        };
        if n > 1 && self.to == Set::Yes {
            self.lost("`to` in a second `cascade`");
        }
        let from = match self.from.take() {
            Some(from) => from,
            None => self.home(),
        };
        self.closed.push((from, to));
        self.from = Some(local(&begin));
        self.to = Set::No;
        forms
    }

    fn last_target(&mut self) -> Form {
        let name = self.cx.names.made("last target", "end");
        local(&name)
    }

    /// Movements of several pieces happen at the same time: all are taken up, then all are set down.
    fn set_down_all(&mut self) -> Vec<Form> {
        let end = self.cx.names.made("last target", "end");
        let mut code = Vec::new();
        if self.to != Set::No {
            self.lost("`to` behind `cascade`");
        }
        code.push(list("let", [local(&end), word("here")]));
        let closed = self.closed.clone();
        let mut begins: Vec<Form> = closed.iter().skip(1).map(|(from, _)| from.clone()).collect();
        begins.extend(self.from.clone());
        for begin in begins {
            code.extend([list("go", [begin]), word("take")]);
        }
        let ends: Vec<Form> = closed.iter().map(|(_, to)| to.clone()).chain([local(&end)]).collect();
        for to in &ends {
            code.extend([list("go", [to.clone()]), word("put")]);
        }
        // What comes then is about the piece the rule is for.
        code.push(list("go", [ends[0].clone()]));
        code
    }
}
