//! Choices of values and cells, and the quantifiers around them.

use super::build::{Builder, Step};
use super::core::{Alternatives, Next, Sym, Tally, Val};
use super::ops::MAX_VALUES;
use crate::class::Class;
use crate::flow::places::START;
use crate::num::{Expr, Num};
use crate::why::Why;
use zug_ir::{Quantifier, ScriptOp as Op, ZoneId};

/// Where a cell is chosen.
#[derive(Clone, Copy)]
pub(super) enum Among {
    All,
    Pieces,
    Kind(zug_ir::KindId),
    Zone(ZoneId),
}

impl Builder<'_> {
    /// Chooses among values, the first at once.
    pub(super) fn choose(&mut self, sym: &mut Sym, values: Vec<Val>) -> Step<Next> {
        let Some((first, rest)) = values.split_first() else { return Ok(Next::Fail) };
        if values.len() > MAX_VALUES {
            return Err(Why::TooManyWays.into());
        }
        sym.core.pc += 1;
        if !rest.is_empty() {
            let pc = sym.core.pc;
            self.open(sym, pc, Alternatives::Values(rest.into()))?;
        }
        sym.core.stack.push(first.clone());
        Ok(Next::Go)
    }

    /// Chooses a cell. The first such choice of a script that has no start becomes its start.
    pub(super) fn choose_cell(&mut self, sym: &mut Sym, among: Among) -> Step<Next> {
        if !sym.core.bound && sym.choices.is_empty() {
            let core = &mut sym.core;
            let chosen = match among {
                Among::All => true,
                Among::Pieces => !self.shows(core, Class::Empty, START)?,
                Among::Kind(kind) => self.shows(core, Class::Kind(kind), START)?,
                Among::Zone(zone) => self.in_zone(core, zone, START)?,
            };
            if !chosen {
                return Ok(Next::Fail);
            }
            core.bound = true;
            core.cursor = Some(START);
            core.stack.push(Val::int(1));
            core.pc += 1;
            return Ok(Next::Go);
        }
        let Among::Zone(zone) = among else { return Err(Why::Op("a second choice of cells").into()) };
        let game = self.program.game();
        let cells: Vec<u16> =
            game.board.zones[zone.idx()].cells[sym.core.actor.idx()].iter().map(|c| c.0).collect();
        let Some((first, rest)) = cells.split_first() else { return Ok(Next::Fail) };
        sym.core.pc += 1;
        if !rest.is_empty() {
            let pc = sym.core.pc;
            self.open(sym, pc, Alternatives::Cells(rest.into()))?;
        }
        sym.core.cursor = Some(self.shared.places.constant(*first));
        sym.core.stack.push(Val::int(1));
        Ok(Next::Go)
    }

    pub(super) fn quantify(&mut self, sym: &mut Sym, how: Quantifier, to: usize) -> Step<Next> {
        let chooses = matches!(
            self.code.get(sym.core.pc + 1),
            Some(Op::AnyCell {} | Op::AnyPiece {} | Op::AnyKind { .. } | Op::AnyZone { .. })
        );
        if chooses && !sym.core.bound {
            let mut inner = sym.core.clone();
            inner.pc += 1;
            if how == Quantifier::Collect {
                let list = self.collected(&sym.core, to)?;
                sym.core.stack.push(list);
                sym.core.pc = to;
                return Ok(Next::Go);
            }
            let trial = match how {
                Quantifier::Exists | Quantifier::NotExists => self.body(&inner, Quantifier::Exists)?,
                Quantifier::Count => self.body(&inner, how)?,
                _ => return Err(Why::Op("a quantifier over cells").into()),
            };
            let trial = self.shared.trial(trial.flow);
            let num = match how {
                Quantifier::Count => self.shared.exprs.num(Expr::Times(trial)),
                _ => {
                    let some = self.shared.exprs.num(Expr::Holds(trial));
                    if how == Quantifier::Exists { some } else { self.shared.exprs.num(Expr::Not(some)) }
                }
            };
            sym.core.stack.push(Val::Int(num));
            sym.core.pc = to;
            return Ok(Next::Go);
        }
        if how == Quantifier::All && self.on_the_way {
            if !matches!(self.code.get(to), Some(Op::Pop {})) {
                return Err(Why::Op("all").into());
            }
            if let Some(node) = self.flush(sym) {
                return Ok(Next::Node(node));
            }
        }
        let tally = Tally {
            how,
            n: Num::Const(0),
            values: Vec::new(),
            effects: Vec::new(),
            board: Vec::new(),
            captured: 0,
        };
        self.open(sym, to, Alternatives::Quantifier(tally))?;
        sym.core.pc += 1;
        Ok(Next::Go)
    }
}
