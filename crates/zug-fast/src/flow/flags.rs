//! Flags: known where this run has set them, asked for where an earlier part may have.

use super::build::{Builder, Next};
use super::places::PlaceId;
use super::sym::Sym;
use super::{Cond, Node, NodeId};
use crate::class::{BoardId, Class};
use crate::num::{Expr, Num};
use crate::position::value_of_flag;
use crate::why::Why;
use zug_ir::CellFlagId;
use zug_vm::NO_CELL;

impl Builder<'_> {
    /// A flag before the run has set it.
    pub(super) fn flag_before(&mut self, flag: usize) -> Num {
        if !self.lasting {
            return Num::Const(0);
        }
        self.shared.exprs.num(Expr::Global(value_of_flag(self.program.game(), flag)))
    }

    fn flag_at(&self, sym: &Sym, flag: u16, place: PlaceId, start: u16) -> i32 {
        let cell = self.shared.places.at(place, start);
        let set = sym.cell_flags.iter().rev();
        let mut set = set.filter(|(f, p, _)| *f == flag && self.shared.places.at(*p, start) == cell);
        if cell == NO_CELL { 0 } else { set.next().map_or(0, |(_, _, value)| *value) }
    }

    pub(super) fn push_cell_flag(&mut self, sym: &Sym, flag: u16, place: PlaceId) -> Result<Next, Why> {
        let values: Vec<i32> =
            sym.cell_flags.iter().filter(|(f, ..)| *f == flag).map(|(_, _, value)| *value).collect();
        if values.iter().any(|v| *v != 1) {
            return Err(Why::Op("push_cell_flag"));
        }
        self.ask_flag(sym, flag, place, |b, s| b.id(s.pushing(1)), |b, s| b.id(s.pushing(0)))
    }

    pub(super) fn flag_board(&mut self, flag: u16) -> Result<BoardId, Why> {
        self.shared.classes.id(self.program, Class::Flagged(CellFlagId(flag)))
    }

    /// Is a cell flag set? What this run has set itself is known; what parts before have set is asked.
    pub(super) fn ask_flag(
        &mut self,
        sym: &Sym,
        flag: u16,
        at: PlaceId,
        yes: impl FnOnce(&mut Self, Sym) -> NodeId,
        no: impl FnOnce(&mut Self, Sym) -> NodeId,
    ) -> Result<Next, Why> {
        let set = |b: &Self, s| b.flag_at(sym, flag, at, s) != 0;
        if !self.lasting {
            return Ok(Next::Node(self.split(sym, set, yes, no)));
        }
        let cond = Cond::Class(self.flag_board(flag)?);
        let (yes, no) = (yes(self, sym.clone()), no(self, sym.clone()));
        let asked = self.anonymous(Node::Test { cond, at, yes, no });
        let own = self.split(sym, set, move |_, _| yes, move |_, _| no);
        let own = self.anonymous(own);
        let known = |b: &Self, s: u16| {
            let there = |&(f, p, _): &(u16, PlaceId, i32)| {
                f == flag && b.shared.places.at(p, s) == b.shared.places.at(at, s)
            };
            sym.cell_flags.iter().any(there)
        };
        Ok(Next::Node(self.split(sym, known, move |_, _| own, move |_, _| asked)))
    }
}
