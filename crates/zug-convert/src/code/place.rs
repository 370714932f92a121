//! Places as the steps that lead there.

use super::{Set, Sort, Writer};
use crate::flow::Where;
use crate::form::{Form, Sort as Names, call, list, local};
use zug_model::code::Place;

impl Writer<'_, '_> {
    /// The steps from the cursor to a place; none if no step leads there.
    pub(super) fn steps(&mut self, place: Place) -> Option<Vec<Form>> {
        Some(match place {
            Place::Here => Vec::new(),
            Place::Dir(dir) if self.cx.is_dead(dir) => return None,
            Place::Dir(dir) => vec![self.cx.names.dir(dir)],
            Place::Cell(cell) => vec![self.cx.names.cell(cell)],
            Place::From => match &self.from {
                Some(from) => vec![from.clone()],
                None => vec![self.home()],
            },
            Place::To => match self.to {
                Set::No => Vec::new(),
                Set::Yes => vec![self.target()],
                Set::Maybe => {
                    self.lost("`to` where it is not certain that there is one");
                    Vec::new()
                }
            },
            Place::Mark => vec![self.spot()],
            Place::LastFrom => vec![self.last_cell("last-from")],
            Place::LastTo => vec![self.last_cell("last-to")],
        })
    }

    /// Where the movement ends, if `to` has said so.
    pub(super) fn target(&mut self) -> Form {
        let name = self.cx.names.made("target", "target");
        self.declare(&name, crate::form::word("none"));
        local(&name)
    }

    /// Gives a variable of the rule a value, and declares it if nothing has done so before.
    pub(super) fn assign(&mut self, name: &str, value: Form) -> Form {
        let top = self.plan.rule.body.iter().any(|stmt| crate::flow::key(stmt) == self.stmt);
        if top && self.call == self.base && self.declared.insert(name.to_owned()) {
            return list("let", [local(name), value]);
        }
        self.declare(name, crate::form::word("none"));
        list("set!", [local(name), value])
    }

    /// The marked cell.
    pub(super) fn spot(&mut self) -> Form {
        if self.plan.marks_start {
            return self.home();
        }
        let name = self.cx.names.made("spot", "spot");
        self.declare(&name, crate::form::word("here"));
        local(&name)
    }

    /// A value of the game that remembers the last part.
    pub(super) fn last_cell(&mut self, which: &str) -> Form {
        self.cx.remember_last = true;
        Form::named(Names::Global, self.cx.names.made(which, which))
    }

    /// `here`, or the cell that steps lead to.
    pub(super) fn here(steps: &[Form]) -> Form {
        call("here", steps.to_vec())
    }

    /// What a place can be, for a piece in hand that the rule sees on its start.
    pub(super) fn hidden(&self, place: Place) -> Where {
        let at = self.plan.flow.at(self.stmt, place);
        if self.lifted() && !self.skips_start { at } else { Where { start: false, elsewhere: true, ..at } }
    }

    /// The same for all rules that this test is part of: what a macro made is then alike.
    pub(super) fn hidden_anywhere(&mut self, place: Place) -> Where {
        let at = self.hidden(place);
        self.n_tests += 1;
        if self.sort != Sort::Move || self.skips_start {
            return at;
        }
        let key = (self.origin.span, self.n_tests);
        let all = self.cx.shared_places.entry(key).or_default();
        *all = all.join(at);
        *all
    }

    /// The cell that steps lead to is the start.
    pub(super) fn is_home(&mut self, steps: &[Form]) -> Form {
        let home = self.home();
        list("=", [Self::here(steps), home])
    }
}
