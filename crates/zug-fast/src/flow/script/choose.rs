//! Choices of values and cells, and the quantifiers around them.

use super::build::{Builder, Step};
use super::core::{Alternatives, Core, Next, Sym, Tally, Val, Where};
use super::ops::MAX_VALUES;
use crate::class::Class;
use crate::flow::exit::Effect;
use crate::flow::places::START;
use crate::num::{Expr, Num};
use crate::why::Why;
use zug_ir::{Quantifier, ScriptOp as Op, ZoneId};

/// On boards with more cells than this a second choice of cells is not followed cell by cell.
const MAX_LISTED: usize = 32;

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
        let cells: Vec<u16> = match among {
            Among::Zone(zone) => {
                let cells = &self.program.game().board.zones[zone.idx()].cells[sym.core.actor.idx()];
                cells.iter().map(|c| c.0).collect()
            }
            _ if self.n_cells > MAX_LISTED => return Err(Why::Op("a second choice of cells").into()),
            _ => (0..self.n_cells as u16).collect(),
        };
        let Some((first, rest)) = cells.split_first() else { return Ok(Next::Fail) };
        sym.core.pc += 1;
        sym.core.sieve = match among {
            Among::All | Among::Zone(_) => None,
            Among::Pieces => Some((Class::Empty, false)),
            Among::Kind(kind) => Some((Class::Kind(kind), true)),
        };
        if !rest.is_empty() {
            let pc = sym.core.pc;
            self.open(sym, pc, Alternatives::Cells(rest.into()))?;
        }
        sym.core.cursor = Some(self.shared.places.constant(*first));
        sym.core.stack.push(Val::int(1));
        Ok(Next::Go)
    }

    /// Is what was to be chosen on the cell that the choice has come to?
    pub(super) fn sifted(&mut self, core: &mut Core, (class, wanted): (Class, bool)) -> Step<Next> {
        let Some(cell) = core.cursor else { return Ok(Next::Fail) };
        let found = self.shows(core, class, cell)?;
        core.sieve = None;
        Ok(if found == wanted { Next::Go } else { Next::Fail })
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
        let anywhere = matches!(
            self.code.get(sym.core.pc + 1),
            Some(Op::AnyCell {} | Op::AnyPiece {} | Op::AnyKind { .. })
        );
        if anywhere && let Ok(num) = self.apart(&sym.core, how) {
            sym.core.stack.push(Val::Int(num));
            sym.core.pc = to;
            return Ok(Next::Go);
        }
        if how == Quantifier::All
            && let Some(sets) = self.all_captured(&sym.core, to)?
        {
            for set in sets {
                if self.counts {
                    let size = self.size_of(set);
                    sym.core.captured = self.plus(sym.core.captured, size);
                }
                sym.core.board.push((Where::Set(set), None));
                sym.core.effects.push(Effect::CaptureSet(set));
            }
            // How many there were is not asked.
            sym.core.stack.push(Val::int(0));
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
