//! Attributes that pieces carry although their kind does not declare them.
//!
//! In Zillions every attribute belongs to every piece: a kind that does not declare one begins with false, and what
//! is set on its pieces stays. A kind is given the attributes that its pieces can come to have: those that some rule
//! sets to anything but false, and those of pieces that can become of that kind.

use zug_model::code::{Cond, Num, Stmt, StmtKind, Value};
use zug_model::{AttrId, Kind, KindId};

/// What rules do to attributes and kinds.
#[derive(Default)]
struct Changes {
    /// Attributes that some rule sets to anything but false.
    set: Vec<AttrId>,
    /// Kinds that any piece can become.
    from_any: Vec<KindId>,
    /// The moving piece can become another: which, and what.
    promoted: Vec<(KindId, KindId)>,
}

/// Gives kinds the attributes that they do not declare and can come to have.
pub(crate) fn carry_attributes(kinds: &mut [Kind], n_attrs: usize) {
    let mut changes = Changes::default();
    for (id, kind) in (0..).map(KindId).zip(&*kinds) {
        for rule in kind.moves.iter().chain(&kind.drops) {
            let mut added = Vec::new();
            let cascades = changes.note(&rule.body, &mut added);
            // After a cascade it is the piece of another movement that becomes something else.
            match cascades {
                true => changes.from_any.append(&mut added),
                false => changes.promoted.extend(added.into_iter().map(|to| (id, to))),
            }
        }
    }
    for attr in (0..n_attrs as u16).map(AttrId) {
        for kind in changes.carriers(attr, kinds) {
            kinds[kind.idx()].attrs.push((attr, 0));
        }
    }
}

impl Changes {
    /// Notes what statements change. Kinds that `add` names are left to the caller; the result says if there is a `cascade`.
    fn note(&mut self, body: &[Stmt], added: &mut Vec<KindId>) -> bool {
        let mut cascades = false;
        for statement in body {
            match &statement.what {
                StmtKind::SetAttr(attr, what) if !is_false(&what.0) && !self.set.contains(attr) => {
                    self.set.push(*attr);
                }
                StmtKind::ChangeKind(kind, _) if !self.from_any.contains(kind) => self.from_any.push(*kind),
                StmtKind::Add(add) => {
                    let new = add.kinds.iter().filter(|kind| !added.contains(kind)).copied();
                    let new: Vec<KindId> = new.collect();
                    added.extend(new);
                }
                StmtKind::Cascade => cascades = true,
                StmtKind::If(parts) => {
                    cascades |= self.note(&parts.1, added);
                    cascades |= self.note(&parts.2, added);
                }
                StmtKind::While(parts) => cascades |= self.note(&parts.1, added),
                StmtKind::Foreach(_, body) => cascades |= self.note(body, added),
                _ => {}
            }
        }
        cascades
    }

    /// The kinds that do not declare an attribute and need it.
    fn carriers(&self, attr: AttrId, kinds: &[Kind]) -> Vec<KindId> {
        let declares = |kind: &Kind| kind.attrs.iter().any(|&(known, _)| known == attr);
        let mut carries: Vec<bool> =
            kinds.iter().map(|kind| declares(kind) || self.set.contains(&attr)).collect();
        if carries.contains(&true) {
            self.from_any.iter().for_each(|kind| carries[kind.idx()] = true);
        }
        let mut grows = true;
        while grows {
            grows = false;
            for (from, to) in &self.promoted {
                if carries[from.idx()] && !carries[to.idx()] {
                    carries[to.idx()] = true;
                    grows = true;
                }
            }
        }
        let new = (0..).map(KindId).zip(kinds).filter(|(id, kind)| carries[id.idx()] && !declares(kind));
        new.map(|(id, _)| id).collect()
    }
}

fn is_false(value: &Value) -> bool {
    matches!(value, Value::Cond(Cond::False) | Value::Num(Num::Const(0)))
}
