//! A rule of a game of heaps, written out for one player: steps are looked up, zones are sets, numbers are operands.

use super::short::{joined, shortened};
use super::sow::{Sown, all_at_once, loops_as_one};
use crate::why::Why;
use zug_ir::{CellId, Game, Loc, Op as Ir, PlayerId, Test as IrTest, Then, Who};
use zug_vm::{NO_CELL, Piece, Program};

/// No such cell.
pub(super) const NOWHERE: u8 = u8::MAX;
pub(super) const MAX_FLAGS: usize = 8;
pub(super) const MAX_CELL_FLAGS: usize = 4;
pub(super) const MAX_GLOBALS: usize = 4;

/// A cell, as a rule names it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum At {
    Here,
    /// From here along a direction: where its row begins in the table of steps.
    Dir(u16),
    Cell(u8),
    Start,
    Mark,
}

/// A question about a cell; off the board the answer is no.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Test {
    In(u64),
    Occupied,
    Empty,
    Flagged(u8),
    Marked,
    /// Whatever the cell.
    Always(bool),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Cmp {
    Eq,
    Lt,
    Le,
}

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Operand {
    Const(i32),
    Flag(u8),
    Height(At),
    /// Pieces on these cells.
    Pieces(u64),
    Global(u8),
    Passes,
    /// Of the list of computed ones.
    Tree(u16),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Tree {
    Add(Operand, Operand),
    Sub(Operand, Operand),
    Mul(Operand, Operand),
    Min(Operand, Operand),
    Max(Operand, Operand),
    Cmp(Cmp, Operand, Operand),
    Not(Operand),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Op {
    Step(u16),
    Go(At),
    Mark,
    Back,
    Jump(u32),
    /// Jumps if the answer is this.
    If(Test, At, bool, u32),
    /// Rejects unless the answer is this.
    Need(Test, At, bool),
    Reject,
    Unless(Cmp, Operand, Operand, u32),
    UnlessTrue(Operand, u32),
    /// Jumps if these cells are bare.
    IfBare(u64, u32),
    /// Jumps if something lies on them.
    IfAny(u64, u32),
    /// Jumps if the cursor is on one of these cells.
    IfIn(u64, u32),
    /// Rejects unless it is.
    NeedIn(u64),
    /// Jumps unless there are so many at the cursor, from the one number to the other.
    UnlessHeight(i32, i32, u32),
    /// If the cursor is on one of these cells and there are so many at it, goes on at the first place, else at the second.
    Heap(u64, i32, i32, u32, u32),
    /// As many more as there are at the cursor.
    AddHeight(u8),
    /// Jumps unless the flag is in this range.
    UnlessFlag(u8, i32, i32, u32),
    SetTo(u8, i32),
    Set(u8, Operand),
    Add(u8, i32),
    SetCellFlag(u8, At, bool),
    SetGlobal(u8, Operand),
    Capture(At),
    CreateOne(At),
    Create(At, Operand),
    Again,
    /// Sows: while the flag counts down to 0, goes on as the table says and drops a piece. Then goes on there.
    Sow(u8, u16, u32),
    /// Sows all that lies on the start, as the table says from there on; then goes on there. More than the table
    /// knows of are counted into the flag, and the ops that follow sow them.
    SowAll(u8, u32, u32),
    /// The part is made, and the run ends.
    Emit,
    End,
}

/// The code of one rule for one player.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) trees: Vec<Tree>,
    /// Starts that its first questions let pass, and where it goes on with them.
    pub(super) starts: u64,
    pub(super) entry: usize,
}

/// Where every step leads: `table[row + cell]`.
#[derive(Default, Debug)]
pub(super) struct Steps {
    pub(super) table: Vec<u8>,
    /// What comes of sowing: by start, and by how many less one.
    pub(super) sown: Vec<Sown>,
}

pub(super) struct Writer<'a> {
    pub(super) program: &'a Program,
    pub(super) steps: &'a mut Steps,
    pub(super) piece: Piece,
    pub(super) player: PlayerId,
    ops: Vec<Op>,
    trees: Vec<Tree>,
    stack: Vec<Operand>,
}

/// The cells of a zone as bits.
pub(super) fn zone(game: &Game, zone: zug_ir::ZoneId, player: PlayerId) -> u64 {
    let cells = (0..game.board.cells.len().min(64) as u16).filter(|c| game.in_zone(zone, player, CellId(*c)));
    cells.fold(0, |all, c| all | 1 << c)
}

pub(super) fn all_cells(game: &Game) -> u64 {
    u64::MAX >> (64 - game.board.cells.len().clamp(1, 64))
}

impl<'a> Writer<'a> {
    pub(super) fn new(program: &'a Program, steps: &'a mut Steps, piece: Piece, player: PlayerId) -> Self {
        Writer { program, steps, piece, player, ops: Vec::new(), trees: Vec::new(), stack: Vec::new() }
    }

    /// Writes a block out.
    pub(super) fn write(mut self, code: &[Ir]) -> Result<Code, Why> {
        // Where each op of the block begins, so that jumps can be put right.
        let mut begins = Vec::with_capacity(code.len() + 1);
        let targets: Vec<usize> = code.iter().filter_map(jumps_to).collect();
        for (pc, op) in code.iter().enumerate() {
            if !self.stack.is_empty() && targets.contains(&pc) {
                return Err(Why::Op("a jump between numbers"));
            }
            if matches!(op, Ir::Emit { .. }) && targets.contains(&pc) {
                return Err(Why::Op("movements of heaps"));
            }
            begins.push(self.ops.len() as u32);
            self.op(op, code.get(pc + 1))?;
        }
        begins.push(self.ops.len() as u32);
        self.ops.push(Op::End);
        for op in &mut self.ops {
            match op {
                Op::Jump(to)
                | Op::If(.., to)
                | Op::Unless(.., to)
                | Op::UnlessTrue(_, to)
                | Op::IfBare(_, to) => {
                    *to = begins[*to as usize];
                }
                _ => {}
            }
        }
        let mut starts = all_cells(self.program.game());
        let mut entry = 0;
        for op in &self.ops {
            let Op::Need(Test::In(cells), At::Here | At::Start, wanted) = *op else { break };
            starts &= if wanted { cells } else { !cells };
            entry += 1;
        }
        let mut code = Code { ops: self.ops, trees: self.trees, starts, entry };
        let n_cells = self.program.game().board.cells.len();
        loops_as_one(&mut code, self.steps, n_cells);
        all_at_once(&mut code, self.steps, n_cells);
        shortened(&mut code);
        joined(&mut code);
        Ok(code)
    }

    fn at(&mut self, at: Loc) -> Result<At, Why> {
        Ok(match at {
            Loc::Here | Loc::To => At::Here,
            Loc::From => At::Start,
            Loc::Mark => At::Mark,
            Loc::Cell(c) => At::Cell(c.0 as u8),
            Loc::Dir(dir) => At::Dir(self.row(dir)),
            Loc::LastFrom | Loc::LastTo => return Err(Why::Op("last-from as a place")),
        })
    }

    fn row(&mut self, dir: zug_ir::DirId) -> u16 {
        let game = self.program.game();
        let n = game.board.cells.len() as u16;
        let to = |c: u16| game.navigate(self.player, CellId(c), dir).map_or(NOWHERE, |c| c.0 as u8);
        let row: Vec<u8> = (0..n).map(to).collect();
        let known = self.steps.table.chunks(row.len()).position(|r| r == row);
        let at = known.map_or(self.steps.table.len(), |i| i * row.len());
        if known.is_none() {
            self.steps.table.extend(row);
        }
        at as u16
    }

    fn test(&self, test: IrTest) -> Result<Test, Why> {
        let game = self.program.game();
        let owner = self.piece.owner();
        let active = self.program.is_active(owner);
        let if_there = |fits: bool| if fits { Test::Occupied } else { Test::Always(false) };
        Ok(match test {
            IrTest::Empty {} => Test::Empty,
            IrTest::Friend {} => if_there(owner == self.player),
            IrTest::Enemy {} => if_there(owner != self.player && active),
            IrTest::Neutral {} => if_there(owner != self.player && !active),
            IrTest::Kind { kind } => if_there(self.piece.is_kind(kind)),
            IrTest::Owner { who } => if_there(owner == self.who(who)),
            IrTest::Zone { zone: z } => Test::In(zone(game, z, self.player)),
            IrTest::Cell { cell } => Test::In(1 << cell.0),
            IrTest::OnBoard {} => Test::In(all_cells(game)),
            IrTest::Marked {} => Test::Marked,
            IrTest::CellFlag { flag } => Test::Flagged(flag.0 as u8),
            IrTest::Mover { player } => Test::Always(player == self.player),
            IrTest::Next { player } => Test::Always(self.program.next_player(self.player) == player),
            _ => return Err(Why::Test(test.mnemonic())),
        })
    }

    fn who(&self, who: Who) -> PlayerId {
        crate::num::who_is(self.program, who, self.player)
    }

    fn pop(&mut self) -> Operand {
        self.stack.pop().unwrap_or(Operand::Const(0))
    }

    fn tree(&mut self, tree: Tree) -> Result<(), Why> {
        let at = u16::try_from(self.trees.len()).map_err(|_| Why::TooManyWays)?;
        self.trees.push(tree);
        self.stack.push(Operand::Tree(at));
        Ok(())
    }

    fn binary(&mut self, tree: impl Fn(Operand, Operand) -> Tree) -> Result<(), Why> {
        let (b, a) = (self.pop(), self.pop());
        self.tree(tree(a, b))
    }

    fn jump_if(&mut self, test: IrTest, at: Loc, wanted: bool, to: zug_ir::Label) -> Result<(), Why> {
        let (test, at) = (self.test(test)?, self.at(at)?);
        self.push(Op::If(test, at, wanted, to.0))
    }

    fn need(&mut self, test: IrTest, at: Loc, wanted: bool) -> Result<(), Why> {
        let (test, at) = (self.test(test)?, self.at(at)?);
        self.push(Op::Need(test, at, wanted))
    }

    /// An op that changes something or goes elsewhere: numbers still to be computed would see that.
    fn push(&mut self, op: Op) -> Result<(), Why> {
        if !self.stack.is_empty() {
            return Err(Why::Op("numbers kept for later"));
        }
        self.ops.push(op);
        Ok(())
    }

    fn op(&mut self, op: &Ir, next: Option<&Ir>) -> Result<(), Why> {
        let game = self.program.game();
        match *op {
            Ir::Step { dir } => {
                let row = self.row(dir);
                self.push(Op::Step(row))?;
            }
            Ir::Goto { at } => {
                let at = self.at(at)?;
                self.push(Op::Go(at))?;
            }
            Ir::Mark {} => self.push(Op::Mark)?,
            Ir::Back {} => self.push(Op::Back)?,
            Ir::Jump { to } => self.push(Op::Jump(to.0))?,
            Ir::JumpIf { test, at, to } => self.jump_if(test, at, true, to)?,
            Ir::JumpUnless { test, at, to } => self.jump_if(test, at, false, to)?,
            Ir::Verify { test, at } => self.need(test, at, true)?,
            Ir::VerifyNot { test, at } => self.need(test, at, false)?,
            Ir::Reject {} => self.push(Op::Reject)?,
            Ir::JumpZero { to } => {
                let cond = self.pop();
                let tree = if let Operand::Tree(i) = cond { Some(self.trees[i as usize]) } else { None };
                match tree {
                    Some(Tree::Cmp(Cmp::Lt, Operand::Const(0), Operand::Pieces(cells))) => {
                        self.push(Op::IfBare(cells, to.0))?;
                    }
                    Some(Tree::Cmp(cmp, a, b)) => self.push(Op::Unless(cmp, a, b, to.0))?,
                    _ => self.push(Op::UnlessTrue(cond, to.0))?,
                }
            }
            Ir::Push { value } => self.stack.push(Operand::Const(value)),
            Ir::PushFlag { flag } => self.stack.push(Operand::Flag(flag.0 as u8)),
            Ir::PushGlobal { global } => self.stack.push(Operand::Global(global.0 as u8)),
            Ir::PushHeight { at } => {
                let at = self.at(at)?;
                self.stack.push(Operand::Height(at));
            }
            Ir::PushPieces { filter } => {
                let fits = filter.owner.is_none_or(|w| self.who(w) == self.piece.owner())
                    && filter.kind.is_none_or(|k| self.piece.is_kind(k));
                let within = filter.zone.map_or(all_cells(game), |z| zone(game, z, self.player));
                self.stack.push(if fits { Operand::Pieces(within) } else { Operand::Const(0) });
            }
            Ir::PushPasses {} => self.stack.push(Operand::Passes),
            Ir::Add {} => self.binary(Tree::Add)?,
            Ir::Sub {} => self.binary(Tree::Sub)?,
            Ir::Mul {} => self.binary(Tree::Mul)?,
            Ir::Min {} => self.binary(Tree::Min)?,
            Ir::Max {} => self.binary(Tree::Max)?,
            Ir::Eq {} => self.binary(|a, b| Tree::Cmp(Cmp::Eq, a, b))?,
            Ir::Lt {} => self.binary(|a, b| Tree::Cmp(Cmp::Lt, a, b))?,
            Ir::Le {} => self.binary(|a, b| Tree::Cmp(Cmp::Le, a, b))?,
            Ir::Not {} => {
                let a = self.pop();
                self.tree(Tree::Not(a))?;
            }
            Ir::SetFlag { flag } => {
                let (flag, value) = (flag.0 as u8, self.pop());
                let tree = if let Operand::Tree(i) = value { Some(self.trees[i as usize]) } else { None };
                self.push(match tree {
                    Some(Tree::Sub(Operand::Flag(f), Operand::Const(n))) if f == flag => {
                        Op::Add(flag, n.wrapping_neg())
                    }
                    Some(Tree::Add(Operand::Flag(f), Operand::Const(n))) if f == flag => Op::Add(flag, n),
                    _ => Op::Set(flag, value),
                })?;
            }
            Ir::SetCellFlag { flag, at } => {
                let (value, at) = (self.pop(), self.at(at)?);
                let (Operand::Const(0) | Operand::Const(1)) = value else {
                    return Err(Why::Op("set_cell_flag"));
                };
                self.push(Op::SetCellFlag(flag.0 as u8, at, value == Operand::Const(1)))?;
            }
            Ir::SetGlobal { global } => {
                let value = self.pop();
                self.push(Op::SetGlobal(global.0 as u8, value))?;
            }
            Ir::AddGlobal { global, value } => {
                self.tree(Tree::Add(Operand::Global(global.0 as u8), Operand::Const(value)))?;
                let value = self.pop();
                self.push(Op::SetGlobal(global.0 as u8, value))?;
            }
            Ir::Capture { at } => {
                let at = self.at(at)?;
                self.push(Op::Capture(at))?;
            }
            Ir::Create { who, kind, at } => {
                self.only_sort(who, kind)?;
                let at = self.at(at)?;
                self.push(Op::CreateOne(at))?;
            }
            Ir::CreateSame { who, at } => {
                self.only_sort(who, self.piece.kind())?;
                let at = self.at(at)?;
                self.push(Op::CreateOne(at))?;
            }
            Ir::CreateMany { who, kind, at } => {
                self.only_sort(who, kind)?;
                let (n, at) = (self.pop(), self.at(at)?);
                self.push(Op::Create(at, n))?;
            }
            Ir::RepeatTurn {} => self.push(Op::Again)?,
            Ir::Emit { exit } => {
                let exit = &game.exits[exit.idx()];
                if exit.then != Then::Done || !exit.kinds.is_empty() || exit.copy {
                    return Err(Why::Op("parts of this kind"));
                }
                // The piece stays where it is, and nothing comes after.
                let home = matches!(self.ops.last(), Some(Op::Go(At::Start)));
                if !home || !matches!(next, Some(Ir::End {})) {
                    return Err(Why::Op("movements of heaps"));
                }
                self.push(Op::Emit)?;
            }
            Ir::End {} => self.push(Op::End)?,
            _ => return Err(Why::Op(op.mnemonic())),
        }
        Ok(())
    }

    fn only_sort(&self, who: Who, kind: zug_ir::KindId) -> Result<(), Why> {
        let same = self.who(who) == self.piece.owner() && self.piece.is_kind(kind);
        if same { Ok(()) } else { Err(Why::Piles) }
    }
}

fn jumps_to(op: &Ir) -> Option<usize> {
    match op {
        Ir::Jump { to }
        | Ir::JumpIf { to, .. }
        | Ir::JumpUnless { to, .. }
        | Ir::JumpZero { to }
        | Ir::EachNext { to, .. } => Some(to.0 as usize),
        _ => None,
    }
}

const _: () = assert!(NO_CELL as u8 == NOWHERE);
