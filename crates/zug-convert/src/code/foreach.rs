//! Loops over cells.

use super::Writer;
use super::plan::constant;
use crate::form::{Form, check, fail, list, word};
use zug_model::ZoneId;
use zug_model::code::{Stmt, StmtKind};

impl Writer<'_, '_> {
    fn any_cell(&mut self, zone: Option<ZoneId>) -> Form {
        match zone {
            Some(zone) => self.cx.any_zone(zone),
            None => list("any", [word("position")]),
        }
    }

    /// A loop in which parts end is a choice: each cell is a way of its own.
    pub(super) fn foreach_choice(&mut self, zone: Option<ZoneId>, body: &[Stmt], tail: bool) -> Vec<Form> {
        if !self.is_independent(body, tail) {
            self.lost("`foreach` in which one round depends on another");
        }
        let known = self.known.clone();
        self.forget();
        let mut code = vec![self.any_cell(zone)];
        let to = self.to;
        code.extend(self.block(body, true));
        self.to = to;
        self.known = known;
        if tail {
            self.forget();
            return code;
        }
        if body.iter().any(has_done) {
            code.extend([word("end-move"), fail()]);
        }
        vec![list("either", [list("seq", code), list("seq", [])])]
    }

    /// Does nothing of one round reach another, or what comes behind the loop?
    fn is_independent(&self, body: &[Stmt], tail: bool) -> bool {
        // An effect before a test that may fail would stay for the next round.
        let mut effect = false;
        for stmt in body {
            match &stmt.what {
                StmtKind::Verify(_) | StmtKind::Step(_) | StmtKind::Goto(_) if effect => return false,
                StmtKind::Capture(_)
                | StmtKind::Flip(_)
                | StmtKind::ChangeOwner(..)
                | StmtKind::ChangeKind(..)
                | StmtKind::Create(_)
                | StmtKind::SetAttr(..)
                | StmtKind::SetGlobal(..)
                | StmtKind::AddReserve(_)
                | StmtKind::RepeatTurn => effect = true,
                StmtKind::Add(_) => effect = false,
                StmtKind::Mark | StmtKind::From | StmtKind::Cascade | StmtKind::SetCellFlag(..) => {
                    return false;
                }
                _ => {}
            }
        }
        // Flags set inside must be set before they are read, and nobody else may read them.
        let mut set = Vec::new();
        super::plan::each(body, &mut |stmt| {
            if let StmtKind::SetFlag(flag, _) = stmt.what {
                set.push(flag);
            }
        });
        let keys: Vec<_> = {
            let mut keys = Vec::new();
            super::plan::each(body, &mut |stmt| keys.push(crate::flow::key(stmt)));
            keys
        };
        let mut read_outside = false;
        super::plan::each(&self.plan.rule.body, &mut |stmt| {
            let inside = keys.contains(&crate::flow::key(stmt));
            read_outside |= !inside && set.iter().any(|flag| crate::reads::reads_flag(stmt, *flag));
        });
        (tail || !read_outside) && set.iter().all(|flag| crate::reads::sets_first(body, *flag))
    }

    /// A loop that only looks, or only changes cells.
    pub(super) fn foreach(&mut self, zone: Option<ZoneId>, body: &[Stmt]) -> Vec<Form> {
        let known = self.known.clone();
        self.forget();
        let forms = self.looks(zone, body).or_else(|| self.changes(zone, body));
        self.known = known;
        forms.unwrap_or_else(|| {
            self.lost("`foreach` with this body");
            Vec::new()
        })
    }

    /// Tests, and then one flag that is set to something fixed: `(if (exists? …) (set! flag …))`.
    fn looks(&mut self, zone: Option<ZoneId>, body: &[Stmt]) -> Option<Vec<Form>> {
        let (last, before) = body.split_last()?;
        if !before.iter().all(|stmt| matches!(stmt.what, StmtKind::Verify(_) | StmtKind::Step(_))) {
            return None;
        }
        let (cond, set) = match &last.what {
            StmtKind::SetFlag(..) => (None, last),
            StmtKind::If(parts) if parts.2.is_empty() && parts.1.len() == 1 => (Some(&parts.0), &parts.1[0]),
            _ => return None,
        };
        let StmtKind::SetFlag(flag, value) = &set.what else { return None };
        constant(value)?;
        let mut code = vec![self.any_cell(zone)];
        code.extend(self.tests(before));
        if let Some(cond) = cond {
            let outer = self.enter(last);
            let form = self.cond(cond);
            code.extend(conjuncts(form).map(check));
            self.leave(outer);
        }
        let outer = self.enter(set);
        let name = self.flag(*flag);
        let value = match constant(value)? {
            n if self.cx.is_truth(*flag) => word(if n != 0 { "true" } else { "false" }),
            n => crate::form::number(i64::from(n)),
        };
        self.leave(outer);
        let set = list("set!", [name, value]);
        Some(vec![list("if", [list("exists?", code), set])])
    }

    /// Tests, and then effects that are carried out at once: `(all …)`.
    fn changes(&mut self, zone: Option<ZoneId>, body: &[Stmt]) -> Option<Vec<Form>> {
        let n = body
            .iter()
            .take_while(|stmt| matches!(stmt.what, StmtKind::Verify(_) | StmtKind::Step(_)))
            .count();
        let (before, effects) = body.split_at(n);
        let fine = |stmt: &Stmt| {
            let effect = matches!(
                stmt.what,
                StmtKind::Capture(_)
                    | StmtKind::Flip(_)
                    | StmtKind::ChangeOwner(..)
                    | StmtKind::SetAttr(..)
                    | StmtKind::Create(_)
            );
            effect && self.plan.when(crate::flow::key(stmt)) == super::plan::When::Now
        };
        if effects.is_empty() || !effects.iter().all(fine) {
            return None;
        }
        // What happens to the piece on its start is gone when it has left.
        let here = |stmt: &Stmt| super::effect::effect_place(stmt) == zug_model::code::Place::Here;
        let creates = effects.iter().any(|stmt| matches!(stmt.what, StmtKind::Create(_)));
        let steps = before.iter().any(|stmt| matches!(stmt.what, StmtKind::Step(_)));
        let stays = self.plan.pending.ends().any(|(end, _)| self.plan.flow.may_stay(*end));
        let outer_skips = self.skips_start;
        self.skips_start = effects.iter().all(here) && !creates && !steps && !stays;
        let mut code = vec![self.any_cell(zone)];
        code.extend(self.tests(before));
        for stmt in effects {
            let outer = self.enter(stmt);
            code.extend(self.effect(stmt));
            self.leave(outer);
        }
        self.skips_start = outer_skips;
        Some(vec![list("all", code)])
    }

    fn tests(&mut self, stmts: &[Stmt]) -> Vec<Form> {
        let mut forms = Vec::new();
        for stmt in stmts {
            let outer = self.enter(stmt);
            match &stmt.what {
                StmtKind::Verify(cond) => {
                    let form = self.cond(cond);
                    self.learn(cond, true);
                    forms.extend(conjuncts(form).map(check));
                }
                StmtKind::Step(dir) => {
                    self.forget();
                    forms.push(check(self.cx.names.dir(*dir)));
                }
                _ => {}
            }
            self.leave(outer);
        }
        forms
    }
}

/// A condition as several that must all hold.
pub(crate) fn conjuncts(form: Form) -> impl Iterator<Item = Form> {
    let all = if form.is_form("and") { form.kids()[1..].to_vec() } else { vec![form] };
    all.into_iter().filter(|form| !form.is_word("true"))
}

fn has_done(stmt: &Stmt) -> bool {
    let mut found = false;
    super::plan::each(std::slice::from_ref(stmt), &mut |stmt| {
        found |= matches!(&stmt.what, StmtKind::Add(add) if add.then == zug_model::code::Then::Done);
    });
    found
}
