//! Choices: `any`, and the named lists of pieces.
//!
//! A list is made when it is asked for, because its conditions speak of that moment. What `any` chooses from it is
//! kept in a local of the list's own; while that is set the list's name stands for it.

use super::Lowerer;
use crate::ids;
use zug_ir::{Const, ScriptOp};
use zug_lang::Element;
use zug_lang::ast::{Choice, Expr, ListId};
use zug_source::Origin;

impl<'a> Lowerer<'a> {
    pub(super) fn any(&mut self, choice: &Choice, origin: Origin) {
        match choice {
            Choice::Items(items) => {
                self.exprs(items);
                if items.len() != 1 {
                    let n = self.count(items.len(), origin);
                    self.code.op(ScriptOp::AnyOf { n });
                }
            }
            Choice::List(list) => self.any_of_list(*list, origin),
            Choice::Value(value) => {
                self.expr(value);
                self.code.op(ScriptOp::AnyElement {});
            }
            Choice::Range(first, last) => {
                self.exprs([first, last]);
                self.code.op(ScriptOp::AnyBetween {});
            }
            Choice::Kind(kind) => self.code.op(ScriptOp::AnyKind { kind: ids::kind(*kind) }),
            Choice::Zone(zone) => self.code.op(ScriptOp::AnyZone { zone: ids::zone(*zone) }),
            Choice::Cells => self.code.op(ScriptOp::AnyCell {}),
            Choice::Pieces => self.code.op(ScriptOp::AnyPiece {}),
        }
    }

    fn any_of_list(&mut self, list: ListId, origin: Origin) {
        let elements = self.elements(list);
        match only_items(elements) {
            // The same without making a list.
            Some(items) if !items.is_empty() => {
                let n = self.count(items.len(), origin);
                self.exprs(items);
                self.code.op(ScriptOp::AnyOf { n });
            }
            _ => {
                self.make_list(elements, origin);
                self.code.op(ScriptOp::AnyElement {});
            }
        }
        let local = self.list_local(list);
        self.code.op(ScriptOp::SetLocal { local });
        self.code.op(ScriptOp::Local { local });
        self.chosen.push(local);
    }

    /// The element chosen before, else the whole list.
    pub(super) fn read_list(&mut self, list: ListId) {
        let elements = self.elements(list);
        let local = self.list_local(list);
        if self.chosen.contains(&local) {
            return self.code.op(ScriptOp::Local { local });
        }
        let (end, whole) = (self.code.label(), self.code.label());
        self.code.op(ScriptOp::Local { local });
        // Not `is_none`: an element may be 0.
        self.push(Const::None);
        self.code.op(ScriptOp::Equals { n: 1 });
        self.code.op(ScriptOp::JumpIf { to: whole });
        self.code.op(ScriptOp::Local { local });
        self.code.op(ScriptOp::Jump { to: end });
        self.code.bind(whole);
        self.make_list(elements, self.decl.origin);
        self.code.bind(end);
    }

    /// Writes code that may be left out when the script runs: what is chosen there may not have been chosen
    /// afterwards.
    pub(super) fn maybe<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let n = self.chosen.len();
        let result = write(self);
        self.chosen.truncate(n);
        result
    }

    fn make_list(&mut self, elements: &[Element], origin: Origin) {
        let n = self.count(elements.len(), origin);
        let mut conditions = false;
        for element in elements {
            match element {
                Element::Item(item) => self.expr(item),
                Element::When(condition, items) => {
                    conditions = true;
                    let (none, end) = (self.code.label(), self.code.label());
                    self.jump_unless(condition, none);
                    let n = self.count(items.len(), origin);
                    self.exprs(items);
                    self.code.op(ScriptOp::List { n });
                    self.code.op(ScriptOp::Jump { to: end });
                    self.code.bind(none);
                    self.code.op(ScriptOp::List { n: 0 });
                    self.code.bind(end);
                }
            }
        }
        self.code.op(if conditions { ScriptOp::Join { n } } else { ScriptOp::List { n } });
    }

    /// A list belongs to the piece whose code speaks of it.
    fn elements(&mut self, list: ListId) -> &'a [Element] {
        let kind = self.kind.map(|kind| self.decl.kind(kind));
        let list = kind.and_then(|kind| kind.lists.get(list.idx()));
        list.map_or(&[], |list| &list.elements)
    }
}

/// The elements, if none depends on anything.
fn only_items(elements: &[Element]) -> Option<Vec<&Expr>> {
    let items = elements.iter().map(|element| match element {
        Element::Item(item) => Some(item),
        Element::When(..) => None,
    });
    items.collect()
}
