//! Statements, except effects and the ends of parts.

use super::plan::{constant, moves_cursor};
use super::{Set, Writer};
use crate::form::{Form, check, fail, list, local, number, word};
use zug_model::code::{Num, NumOp, Place, Stmt, StmtKind, Value};
use zug_model::{FlagId, FlagScope, GlobalId, MarkModel};

impl Writer<'_, '_> {
    /// A block. At the `tail` of the rule whatever falls off the end is a part that has ended.
    pub(super) fn block(&mut self, stmts: &[Stmt], tail: bool) -> Vec<Form> {
        let mut forms = Vec::new();
        let mut at = 0;
        while at < stmts.len() {
            let stmt = &stmts[at];
            let last = at + 1 == stmts.len();
            if let Some(end) = self.plan.choices.get(&crate::flow::key(stmt)).copied()
                && let Some(n) = stmts[at..].iter().position(|stmt| crate::flow::key(stmt) == end)
            {
                forms.extend(self.choice(&stmts[at..=at + n]));
                at += n + 1;
                if at == stmts.len() && tail {
                    forms.push(fail());
                }
                continue;
            }
            let (outer, call) = (self.enter(stmt), self.call);
            self.call = self.cx.call_of(stmts, at);
            let mine = self.call;
            let more = if tail && last { self.last(stmt) } else { self.stmt(stmt) };
            self.call = mine;
            forms.extend(self.tag(more));
            self.call = call;
            self.leave(outer);
            at += 1;
        }
        if stmts.is_empty() && tail {
            forms.push(fail());
        }
        forms
    }

    /// Statements with effects that must not last longer than the part they belong to.
    fn choice(&mut self, stmts: &[Stmt]) -> Vec<Form> {
        let known = self.known.clone();
        let mut code = self.block_at_tail(stmts);
        self.known = known;
        let parts_only = !stmts.iter().any(ends_move);
        if !parts_only {
            code.extend([word("end-move"), fail()]);
        }
        let mut form = list("either", [list("seq", code), list("seq", [])]);
        form.call = self.shared_call(stmts);
        let mut forms = vec![form];
        for stmt in stmts {
            let undone = self.forget_kept(crate::flow::key(stmt));
            forms.extend(undone);
        }
        forms
    }

    /// The innermost macro call that all statements come from.
    fn shared_call(&self, stmts: &[Stmt]) -> zug_source::ExpansionId {
        let chains: Vec<_> = (0..stmts.len()).map(|at| self.cx.chain(self.cx.call_of(stmts, at))).collect();
        let Some((first, rest)) = chains.split_first() else { return self.base };
        let n = (0..first.len())
            .take_while(|&at| rest.iter().all(|chain| chain.get(at) == first.get(at)))
            .count();
        n.checked_sub(1).map_or(zug_source::ExpansionId::NONE, |at| first[at])
    }

    /// The statements as if the rule ended with them.
    fn block_at_tail(&mut self, stmts: &[Stmt]) -> Vec<Form> {
        let mut forms = Vec::new();
        for (at, stmt) in stmts.iter().enumerate() {
            let (outer, call) = (self.enter(stmt), self.call);
            self.call = self.cx.call_of(stmts, at);
            let mine = self.call;
            let more = if at + 1 == stmts.len() { self.last(stmt) } else { self.stmt(stmt) };
            self.call = mine;
            forms.extend(self.tag(more));
            self.call = call;
            self.leave(outer);
        }
        forms
    }

    /// The last statement of a rule.
    fn last(&mut self, stmt: &Stmt) -> Vec<Form> {
        match &stmt.what {
            StmtKind::Add(add) => self.finish(stmt, add, true),
            StmtKind::If(parts) => {
                let (cond, yes, no) = &**parts;
                let form = self.cond(cond);
                let body = if no.is_empty() { yes } else { no };
                let one_way = no.is_empty() || yes.is_empty();
                if one_way && !body.last().is_some_and(ends) {
                    let mut forms = vec![self.if_else(form, parts, false)];
                    forms.push(fail());
                    return forms;
                }
                if one_way {
                    let (form, body) =
                        if no.is_empty() { (form, yes) } else { (super::cond::negate(form), no) };
                    self.learn(cond, no.is_empty());
                    let mut forms = vec![check(form)];
                    forms.extend(self.block(body, true));
                    return forms;
                }
                vec![self.if_else(form, parts, true)]
            }
            StmtKind::Foreach(zone, body) if body.iter().any(ends) => self.foreach_choice(*zone, body, true),
            _ => {
                let mut forms = self.stmt(stmt);
                forms.push(fail());
                forms
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Vec<Form> {
        match &stmt.what {
            StmtKind::Step(dir) => {
                self.forget();
                if self.cx.is_dead(*dir) {
                    return vec![fail()];
                }
                vec![check(self.cx.names.dir(*dir))]
            }
            StmtKind::Goto(Place::Here) => Vec::new(),
            StmtKind::Goto(place) => {
                let steps = self.steps(*place);
                self.forget();
                match steps {
                    Some(steps) => steps.into_iter().map(|step| list("go", [step])).collect(),
                    None => vec![fail()],
                }
            }
            StmtKind::Mark => self.mark(),
            StmtKind::Back => self.back(),
            StmtKind::From => {
                self.lost("`from`: another piece moves than the one the rule is for");
                Vec::new()
            }
            StmtKind::To => {
                let target = self.cx.names.made("target", "target");
                self.to = Set::Yes;
                self.known.at_target = true;
                vec![self.assign(&target, word("here"))]
            }
            StmtKind::Cascade => self.cascade(),
            StmtKind::Verify(cond) => {
                let form = self.cond(cond);
                self.learn(cond, true);
                match form {
                    form if form.is_word("true") => Vec::new(),
                    form if form.is_form("and") => form.kids()[1..].iter().cloned().map(check).collect(),
                    form => vec![check(form)],
                }
            }
            StmtKind::If(parts) => {
                let form = self.cond(&parts.0);
                vec![self.if_else(form, parts, false)]
            }
            StmtKind::While(parts) => {
                let moves = parts.1.iter().any(moves_cursor);
                if moves {
                    self.forget();
                }
                let form = self.cond(&parts.0);
                let (known, to) = (self.known.clone(), self.to);
                // A second round knows what the first one has set.
                if to == Set::No && sets_target(&parts.1) {
                    self.to = if sets_target_first(&parts.1) { Set::No } else { Set::Maybe };
                }
                if has_cascade(&parts.1) {
                    self.lost("`cascade` in a loop");
                }
                self.learn(&parts.0, true);
                let body = self.block(&parts.1, false);
                self.known = known;
                if moves {
                    self.forget();
                }
                if to == Set::No && self.to != Set::No {
                    self.to = Set::Maybe;
                }
                vec![list("while", std::iter::once(form).chain(body))]
            }
            StmtKind::Foreach(zone, body) if body.iter().any(ends) => self.foreach_choice(*zone, body, false),
            StmtKind::Foreach(zone, body) => self.foreach(*zone, body),
            StmtKind::SetFlag(flag, value) => self.set_flag(*flag, value),
            StmtKind::SetCellFlag(flag, what) => {
                let Some(steps) = self.steps(what.1) else { return Vec::new() };
                let Some(value) = constant(&what.0) else {
                    self.lost("a position flag set to something that is not known before");
                    return Vec::new();
                };
                if self.plan.flow.at(self.stmt, what.1).off {
                    self.lost("a position flag set where there may be no position");
                }
                if self.cx.plain_flag == Some(*flag) {
                    let set = word("set-flag!");
                    return match steps.first() {
                        None => vec![set],
                        Some(step) => vec![list("at-do", [step.clone(), set])],
                    };
                }
                let cells = self.cell_flag(*flag);
                let here = Self::here(&steps);
                let change = if value == 0 { "without" } else { "append" };
                if !(0..=1).contains(&value) {
                    self.lost("a position flag that is a number");
                }
                vec![list("set!", [cells.clone(), list(change, [cells, here])])]
            }
            StmtKind::SetGlobal(global, num) => self.set_global(*global, num),
            StmtKind::Add(add) => self.finish(stmt, add, false),
            StmtKind::Lift(_) => {
                self.lost("`lift`: a part of a pile moves");
                Vec::new()
            }
            StmtKind::SetAttr(..)
            | StmtKind::Capture(_)
            | StmtKind::Tuck(_)
            | StmtKind::Create(_)
            | StmtKind::ChangeKind(..)
            | StmtKind::ChangeOwner(..)
            | StmtKind::Flip(_)
            | StmtKind::RepeatTurn
            | StmtKind::AddReserve(_) => self.effect(stmt),
        }
    }

    fn if_else(
        &mut self,
        cond: Form,
        parts: &(zug_model::code::Cond, Vec<Stmt>, Vec<Stmt>),
        tail: bool,
    ) -> Form {
        let (known, to, closed, from) = (self.known.clone(), self.to, self.closed.clone(), self.from.clone());
        self.learn(&parts.0, true);
        let yes = self.block(&parts.1, tail);
        let after_yes = (self.to, self.closed.clone(), self.from.clone());
        (self.known, self.to, self.closed, self.from) = (known.clone(), to, closed, from);
        self.learn(&parts.0, false);
        let no = self.block(&parts.2, tail);
        let after_no = (self.to, self.closed.clone(), self.from.clone());
        if !tail && after_yes != after_no {
            if after_yes.1 != after_no.1 {
                self.lost("`cascade` on one of two ways");
            }
            self.to = if after_yes.0 == after_no.0 { self.to } else { Set::Maybe };
        }
        self.known = known;
        if parts.1.iter().chain(&parts.2).any(moves_cursor) {
            self.forget();
        }
        if yes.is_empty() && !no.is_empty() {
            return list("if", std::iter::once(super::cond::negate(cond)).chain(no));
        }
        let mut kids = vec![cond];
        let empty = yes.is_empty();
        kids.extend(yes);
        if empty {
            kids.push(list("seq", []));
        }
        if !no.is_empty() {
            kids.push(word("else"));
            kids.extend(no);
        }
        list("if", kids)
    }

    fn mark(&mut self) -> Vec<Form> {
        match self.cx.game.settings.mark_model {
            MarkModel::Slot if self.plan.marks_start => Vec::new(),
            MarkModel::Slot => {
                let spot = self.cx.names.made("spot", "spot");
                // Before the first mark it is where the piece starts.
                let first = self.declared.contains(&spot) || self.plan.marks_first;
                if !first {
                    self.declare(&spot, word("here"));
                }
                vec![self.assign(&spot, word("here"))]
            }
            MarkModel::Stack => vec![word("mark")],
        }
    }

    fn back(&mut self) -> Vec<Form> {
        self.forget();
        match self.cx.game.settings.mark_model {
            MarkModel::Slot => {
                let spot = self.spot();
                vec![list("go", [spot])]
            }
            MarkModel::Stack => {
                // Without a mark ZRF goes to the start; the language fails.
                vec![word("back")]
            }
        }
    }

    fn set_flag(&mut self, flag: FlagId, value: &Value) -> Vec<Form> {
        let truth = self.cx.is_truth(flag);
        let form = match (value, constant(value)) {
            (_, Some(n)) if truth => word(if n != 0 { "true" } else { "false" }),
            (_, Some(n)) => number(i64::from(n)),
            (Value::Cond(cond), None) => self.cond(cond),
            (Value::Num(num), None) => self.num(num),
        };
        let name = self.flag_name(flag);
        // The first thing a rule says about a flag may declare it.
        let own = self.cx.game.settings.flag_scope == FlagScope::Part
            && self.call == self.base
            && self.plan.rule.body.iter().any(|stmt| crate::flow::key(stmt) == self.stmt)
            && !form.mentions(crate::form::Sort::Local, &name);
        if own && self.declared.insert(name.clone()) {
            return vec![list("let", [local(&name), form])];
        }
        let name = self.flag(flag);
        if let Some(by) = added(&form, &name) {
            return vec![list("inc!", std::iter::once(name).chain(by))];
        }
        vec![list("set!", [name, form])]
    }

    fn set_global(&mut self, global: GlobalId, num: &Num) -> Vec<Form> {
        let name = self.cx.names.global(global);
        let form = self.num(num);
        if let Num::Op(NumOp::Add, _) = num
            && let Some(by) = added(&form, &name)
        {
            return vec![list("inc!", std::iter::once(name).chain(by))];
        }
        vec![list("set!", [name, form])]
    }
}

/// `(+ name 1)`: what is added, nothing for 1.
fn added(form: &Form, name: &Form) -> Option<Option<Form>> {
    match form.kids() {
        [plus, first, by] if plus.is_word("+") && first == name => {
            Some((*by != number(1)).then(|| by.clone()))
        }
        _ => None,
    }
}

/// Can a part end there?
pub(super) fn ends(stmt: &Stmt) -> bool {
    match &stmt.what {
        StmtKind::Add(_) => true,
        StmtKind::If(parts) => parts.1.iter().chain(&parts.2).any(ends),
        StmtKind::While(parts) => parts.1.iter().any(ends),
        StmtKind::Foreach(_, body) => body.iter().any(ends),
        _ => false,
    }
}

/// Can a whole move end there?
fn ends_move(stmt: &Stmt) -> bool {
    match &stmt.what {
        StmtKind::Add(add) => add.then == zug_model::code::Then::Done,
        StmtKind::If(parts) => parts.1.iter().chain(&parts.2).any(ends_move),
        StmtKind::While(parts) => parts.1.iter().any(ends_move),
        StmtKind::Foreach(_, body) => body.iter().any(ends_move),
        _ => false,
    }
}

fn sets_target(stmts: &[Stmt]) -> bool {
    let mut found = false;
    super::plan::each(stmts, &mut |stmt| found |= matches!(stmt.what, StmtKind::To));
    found
}

/// Is `to` said before anything could ask for it?
fn sets_target_first(stmts: &[Stmt]) -> bool {
    for stmt in stmts {
        match &stmt.what {
            StmtKind::To => return true,
            StmtKind::Step(_) | StmtKind::Mark | StmtKind::SetFlag(..) => {}
            StmtKind::Verify(_) => {}
            _ => return false,
        }
    }
    false
}

fn has_cascade(stmts: &[Stmt]) -> bool {
    let mut found = false;
    super::plan::each(stmts, &mut |stmt| found |= matches!(stmt.what, StmtKind::Cascade));
    found
}
