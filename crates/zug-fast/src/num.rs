//! Numbers that a rule computes from values which are the same for every start: counters, counts, reserves.

use crate::cellset::SetId as CellSetId;
use crate::class::{BoardId, Class, Classes};
use crate::extent::Extent;
use crate::flow::{DoneId, SetId, TrialId};
use crate::why::Why;
use rustc_hash::FxHashMap;
use zug_ir::{Filter, GlobalId, KindId, Pile, PlayerId};
use zug_vm::Program;

/// A number known when the game is loaded, or one to compute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Num {
    Const(i32),
    Expr(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ExprId(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expr {
    Global(GlobalId),
    Reserve(PlayerId, KindId),
    /// Cells of a board, all or those in a zone.
    Count {
        board: BoardId,
        within: Option<ZoneOf>,
    },
    Passes,
    /// Does the set have any cell?
    Some(SetId),
    Add(Num, Num),
    Sub(Num, Num),
    Mul(Num, Num),
    Min(Num, Num),
    Max(Num, Num),
    Eq(Num, Num),
    Lt(Num, Num),
    Le(Num, Num),
    Not(Num),
    /// 1 if the test holds for some cell.
    Holds(TrialId),
    /// How often it holds.
    Times(TrialId),
    /// 1 if the set has cells.
    Any(CellSetId),
    /// How many.
    Size(CellSetId),
    /// The number in the position that some effects lead to.
    After(DoneId, ExprId),
    /// The situation has been there twice before; asked only where somebody knows.
    Repeated,
    /// The board (or the situation, reserves and turn included) has been there so often before the present position. Asked of
    /// moves; positions of the game know.
    Returns {
        situation: bool,
        times: i32,
    },
    /// The player to move cannot; asked only where somebody knows.
    NoMoves,
}

/// A zone of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ZoneOf {
    pub(crate) zone: zug_ir::ZoneId,
    pub(crate) player: PlayerId,
}

/// Every expression once.
#[derive(Default, Debug)]
pub(crate) struct Exprs {
    all: Vec<Expr>,
    /// Of each.
    extents: Vec<Extent>,
    index: FxHashMap<Expr, ExprId>,
}

impl Exprs {
    pub(crate) fn get(&self, id: ExprId) -> Expr {
        self.all[id.0 as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Does anybody use it?
    pub(crate) fn mention(&self, expr: Expr) -> bool {
        self.index.contains_key(&expr)
    }

    /// Does anybody ask whether something has been there before a move?
    pub(crate) fn ask_for_the_past(&self) -> bool {
        self.all.iter().any(|expr| matches!(expr, Expr::Returns { .. }))
    }

    /// The expression as a number, computed at once if it can be.
    pub(crate) fn num(&mut self, expr: Expr) -> Num {
        if let Some(value) = fold(expr) {
            return Num::Const(value);
        }
        if let Some(id) = self.index.get(&expr) {
            return Num::Expr(*id);
        }
        let id = ExprId(self.all.len() as u32);
        self.extents.push(Extent::of(expr, |num| self.extent(num)));
        self.all.push(expr);
        self.index.insert(expr, id);
        Num::Expr(id)
    }

    /// The same for a script, where a number of more than 32 bits is an error: only if it can never be one.
    pub(crate) fn checked(&mut self, expr: Expr) -> Result<Num, Why> {
        let extent = Extent::of(expr, |num| self.extent(num));
        if extent.fits() { Ok(self.num(expr)) } else { Err(Why::LargeNumbers) }
    }

    /// How large a number can be.
    pub(crate) fn extent(&self, num: Num) -> Extent {
        match num {
            Num::Const(n) => Extent::between(n.into(), n.into()),
            Num::Expr(id) => self.extents[id.0 as usize],
        }
    }

    pub(crate) fn count(
        &mut self,
        program: &Program,
        classes: &mut Classes,
        filter: Filter,
        player: PlayerId,
    ) -> Result<Num, Why> {
        let owner = filter.owner.map(|who| who_is(program, who, player));
        let class = match (owner, filter.kind) {
            (Some(p), Some(k)) => Class::Piece(p, k),
            (Some(p), None) => Class::Owned(p),
            (None, Some(k)) => Class::Kind(k),
            (None, None) => Class::Empty,
        };
        // Where cells hold piles there are more pieces than cells that are not empty.
        if class == Class::Empty && program.game().rules.pile == Pile::Stack {
            return Err(Why::Op("push_pieces"));
        }
        let board = classes.id(program, class)?;
        let within = filter.zone.map(|zone| ZoneOf { zone, player });
        let counted = self.num(Expr::Count { board, within });
        if class != Class::Empty {
            return Ok(counted);
        }
        // What is not empty is a piece.
        let cells = match filter.zone {
            None => program.game().board.cells.len(),
            Some(zone) => program.game().board.zones[zone.idx()].cells[player.idx()].len(),
        };
        Ok(self.num(Expr::Sub(Num::Const(cells as i32), counted)))
    }
}

pub(crate) fn who_is(program: &Program, who: zug_ir::Who, mover: PlayerId) -> PlayerId {
    match who {
        zug_ir::Who::Mover => mover,
        zug_ir::Who::Next => program.next_player(mover),
        zug_ir::Who::Player(p) => p,
    }
}

fn fold(expr: Expr) -> Option<i32> {
    use Num::Const;
    Some(match expr {
        Expr::Add(Const(a), Const(b)) => a.wrapping_add(b),
        Expr::Sub(Const(a), Const(b)) => a.wrapping_sub(b),
        Expr::Mul(Const(a), Const(b)) => a.wrapping_mul(b),
        Expr::Min(Const(a), Const(b)) => a.min(b),
        Expr::Max(Const(a), Const(b)) => a.max(b),
        Expr::Eq(Const(a), Const(b)) => i32::from(a == b),
        Expr::Lt(Const(a), Const(b)) => i32::from(a < b),
        Expr::Le(Const(a), Const(b)) => i32::from(a <= b),
        Expr::Not(Const(a)) => i32::from(a == 0),
        _ => return None,
    })
}
