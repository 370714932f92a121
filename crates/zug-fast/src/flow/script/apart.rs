//! Questions about all cells in the middle of a script: the same wherever it has started. They are tests of their own, made
//! in the position as it is or, once the script has changed something, in the one that its effects so far lead to.

use super::What;
use super::build::Builder;
use super::core::{Core, Fact, Next, Sym, Val};
use super::list::List;
use crate::flow::exit::Effect;
use crate::flow::places::PlaceId;
use crate::flow::{Done, TrialId};
use crate::num::{Expr, ExprId, Num};
use crate::why::Why;
use smallvec::SmallVec;
use zug_ir::{Label, Quantifier, ScriptOp as Op};
use zug_vm::NO_CELL;

impl Builder<'_> {
    /// The quantifier over cells that begins here, as a number.
    pub(super) fn apart(&mut self, core: &Core, how: Quantifier) -> Result<Num, Why> {
        let trial = match how {
            Quantifier::Exists | Quantifier::NotExists => self.trial_apart(core, Quantifier::Exists)?,
            Quantifier::Count => self.trial_apart(core, how)?,
            _ => return Err(Why::Op("a quantifier over cells")),
        };
        let exprs = &mut self.shared.exprs;
        let num = match how {
            Quantifier::Count => exprs.num(Expr::Times(trial)),
            Quantifier::NotExists => {
                let some = exprs.num(Expr::Holds(trial));
                exprs.num(Expr::Not(some))
            }
            _ => exprs.num(Expr::Holds(trial)),
        };
        let (false, Num::Expr(id)) = (core.effects.is_empty(), num) else { return Ok(num) };
        let done = self.shared.done(Done { of: self.job.of, effects: core.effects.to_vec() });
        Ok(self.shared.exprs.num(Expr::After(done, id)))
    }

    fn trial_apart(&mut self, core: &Core, how: Quantifier) -> Result<TrialId, Why> {
        let declined = Why::Op("a second choice of cells");
        let changed = !core.effects.is_empty();
        // What a piece in hand has left behind is no effect yet.
        let open = core.hand.is_some() || !changed && !core.board.is_empty();
        if open || core.scattered || core.flushed > 0 || self.outer.is_some() || !core.flags.is_empty() {
            return Err(declined);
        }
        let fixed = |b: &Self, num: Num| match num {
            Num::Const(_) => true,
            Num::Expr(id) => {
                let shared = &*b.shared;
                !changed && !shared.cell_sets.number_varies(&shared.places, &shared.exprs, id)
            }
        };
        if !fixed(self, core.captured) || !changed && core.globals.iter().any(|(_, num)| !fixed(self, *num)) {
            return Err(declined);
        }
        let mut locals = Vec::with_capacity(core.locals.len());
        let unknown = self.shared.places.constant(NO_CELL);
        for local in &core.locals {
            locals.push(match local {
                Val::Int(num) if !fixed(self, *num) => return Err(declined),
                Val::Set(set) if changed || self.shared.cell_sets.varies(&self.shared.places, *set) => {
                    return Err(declined);
                }
                Val::List(list) if list.iter().any(|v| !matches!(v, Val::Dir(_) | Val::Cell(_))) => {
                    return Err(declined);
                }
                value => super::sets::hidden(value, unknown),
            });
        }
        let hide = |place: Option<PlaceId>| place.map(|_| unknown);
        let mut first = Core {
            pc: core.pc + 1,
            alive: core.alive,
            bound: false,
            cursor: hide(core.cursor),
            start: hide(core.start),
            landed: hide(core.landed),
            marks: core.marks.iter().map(|mark| hide(*mark)).collect(),
            stack: SmallVec::new(),
            locals: locals.into(),
            loops: List::default(),
            board: List::default(),
            // What the effects set is there when the question is asked.
            globals: if changed { List::default() } else { core.globals.clone() },
            effects: List::default(),
            logs: List::default(),
            worth: List::default(),
            facts: SmallVec::new(),
            ..core.clone()
        };
        self.forget(&mut first);
        let to = self.code.get(core.pc).and_then(|op| op.target()).map_or(core.pc, |to| to.0 as usize);
        let code = &self.code[core.pc..to.max(core.pc)];
        if !code.iter().any(|op| matches!(op, Op::CapturedCount {})) {
            first.captured = Num::Const(0);
        }
        // Wherever a script has come from, it asks the same.
        first.alive = self.first().alive;
        let asked = (how, first);
        if let Some(known) = self.asked.get(&asked) {
            return *known;
        }
        let trial = self.trial_from(&asked, code, unknown);
        self.asked.insert(asked, trial);
        trial
    }

    /// The test that begins with these registers, unless other scripts have it in the same words.
    fn trial_from(
        &mut self,
        (how, first): &(Quantifier, Core),
        code: &[Op],
        unknown: PlaceId,
    ) -> Result<TrialId, Why> {
        let base = first.pc - 1;
        let near =
            |op: &Op| op.target().map_or(*op, |to| op.with_target(Label(to.0.wrapping_sub(base as u32))));
        let code: Vec<Op> = code.iter().map(near).collect();
        let of = (self.job.of.player, self.job.before_move, self.job.of_move);
        let words = format!("{how:?} {of:?} {code:?} {:?}", Core { pc: 0, ..first.clone() });
        if let Some(known) = self.shared.memo.apart.get(&words) {
            return *known;
        }
        let mut inner = self.inner(*how);
        inner.unknown = Some(unknown);
        let alive = inner.first().alive;
        let built = inner.run(Core { alive, ..first.clone() });
        let trial = built.map(|built| self.shared.trial(built.flow));
        self.shared.memo.apart.insert(words, trial);
        trial
    }

    /// A question about what the script has done, where the answer decides nothing but what one value is set to: the run at
    /// its end, with an effect that asks when it takes place.
    pub(super) fn merged(&mut self, before: &Sym, num: ExprId) -> Option<Sym> {
        let (asked, yes) = self.asked_now(&before.core, num)?;
        if self.job.what == What::Test || self.inside.is_some() || self.on_the_way {
            return None;
        }
        let mut ends = Vec::new();
        for answer in [true, false] {
            let mut sym = before.clone();
            sym.core.facts.push(Fact::Num(num, answer));
            ends.push(self.straight_on(sym)?);
        }
        let (mut no, then) = (ends.pop()?, ends.pop()?);
        let n = before.core.effects.len();
        let set = |sym: &Sym| match sym.core.effects[n..] {
            [] => Some(None),
            [Effect::SetGlobal(global, num)] => Some(Some((global, num))),
            _ => None,
        };
        let values = [(set(&then)?, yes), (set(&no)?, !yes)];
        let (effects, globals) = (then.core.effects.clone(), then.core.globals.clone());
        if (Core { effects: effects.clone(), globals, ..no.core.clone() }) != then.core
            || no.choices != then.choices
        {
            return None;
        }
        no.core.effects = before.core.effects.clone();
        for (value, wanted) in values {
            let Some((global, num)) = value else { continue };
            no.core.effects.push(Effect::SetIf(global, num, asked, wanted));
        }
        Some(no)
    }

    /// The number that the position shows after the effects so far, if this is it, and whether it is that number or not it.
    fn asked_now(&self, core: &Core, num: ExprId) -> Option<(ExprId, bool)> {
        match self.shared.exprs.get(num) {
            Expr::After(done, num) => {
                (self.shared.done[done.0 as usize].effects[..] == core.effects[..]).then_some((num, true))
            }
            Expr::Not(Num::Expr(num)) => self.asked_now(core, num).map(|(num, yes)| (num, !yes)),
            _ => None,
        }
    }

    /// Runs to the end of the script, if nothing else is asked or chosen on the way.
    fn straight_on(&mut self, mut sym: Sym) -> Option<Sym> {
        for _ in 0..200 {
            let op = *self.code.get(sym.core.pc)?;
            if let Op::Accept {} | Op::Emit {} = op {
                return Some(sym);
            }
            match self.op(&mut sym, op) {
                Ok(Next::Go) => sym.core.facts.clear(),
                _ => return None,
            }
        }
        None
    }
}
