//! The reference interpreter: runs one block for one piece.
//!
//! This is the meaning of every op, written to be read. Generation never changes the state it is given; a
//! game whose rules see their own changes (`View::Now`) gets a private copy to change.

mod ask;
mod flipped;
mod now;

use ask::cell_flag_idx;
pub(crate) use ask::{count_pieces, is_enemy};
pub(crate) use flipped::Decision;

use crate::action::{Action, NO_CELL};
use crate::apply::apply_action;
use crate::attack::Attacks;
use crate::error::{Limit, MAX_EFFECTS, MAX_KEPT, MAX_OPS, MAX_TURN_OPS, RunError, attribute};
use crate::piece::Piece;
use crate::program::Program;
use crate::state::State;
use crate::work;
use std::ops::ControlFlow;
use zug_ir::{
    AttrId, AttrView, BlockId, CellId, ExitId, Filter, FlagScope, GlobalId, Loc, Op, Pile, PlayerId, Test,
    View, Who, ZoneId,
};

/// What to run.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) block: BlockId,
    /// Whose move it is.
    pub(crate) player: PlayerId,
    /// The cell of the piece, or of the drop.
    pub(crate) start: u16,
    pub(crate) mover: Piece,
    pub(crate) drop: bool,
}

impl Job<'_> {
    /// The piece that a movement from a cell takes. On a heap the rule's own cell gives the piece it runs for.
    #[inline]
    pub(crate) fn moving(&self, from: u16) -> Piece {
        if from == self.start && !self.drop && self.program.pile() == Pile::Heap {
            self.mover
        } else {
            self.state.cells[from as usize]
        }
    }
}

/// Who takes what a block emits. `Break` ends the run.
pub(crate) trait Sink {
    fn emit(
        &mut self,
        machine: &mut Machine,
        job: &Job<'_>,
        exit: ExitId,
    ) -> Result<ControlFlow<()>, RunError>;
}

/// Flags that outlive a part, in games where they do.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Flags {
    pub(crate) flags: Vec<i32>,
    pub(crate) cell_flags: Vec<(u32, i32)>,
}

impl Flags {
    /// What they keep.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Flags>() + size_of_val(&self.flags[..]) + size_of_val(&self.cell_flags[..])
    }
}

/// The registers of a run, kept between runs only to save allocations.
pub(crate) struct Machine {
    pub(crate) cursor: u16,
    pub(crate) from: u16,
    pub(crate) to: u16,
    mark: u16,
    marks: Vec<u16>,
    /// How many pieces the current movement takes; 0: the default.
    pub(crate) lift: u16,
    /// Closed movements.
    pub(crate) moves: Vec<(u16, u16, u16)>,
    /// Effects in the order recorded, their pieces not yet filled in.
    pub(crate) effects: Vec<Action>,
    numbers: Vec<i32>,
    loops: Vec<Loop>,
    flags: Vec<i32>,
    cell_flags: Vec<i32>,
    /// Which cell flags are not 0.
    touched: Vec<u32>,
    /// The moving piece with the attributes set on it in flight.
    carried: Piece,
    /// The board as this run has changed it.
    now: State,
    sees_now: bool,
    /// Work done since the turn's generation began, in ops.
    pub(crate) spent: u64,
    /// Bytes of the candidates and moves that it has come to.
    pub(crate) kept: usize,
}

struct Loop {
    /// The `each_next` of this loop.
    next: usize,
    at: u16,
    zone: Option<ZoneId>,
    cursor: u16,
}

enum Flow {
    Next,
    Jump(usize),
    Reject,
    Stop,
}

impl Machine {
    pub(crate) fn new(program: &Program) -> Self {
        let game = program.game();
        Machine {
            cursor: 0,
            from: 0,
            to: NO_CELL,
            mark: 0,
            marks: Vec::new(),
            lift: 0,
            moves: Vec::new(),
            effects: Vec::new(),
            numbers: Vec::new(),
            loops: Vec::new(),
            flags: vec![0; game.flags.len()],
            cell_flags: vec![0; game.cell_flags.len() * game.board.cells.len()],
            touched: Vec::new(),
            carried: Piece::NONE,
            now: program.blank(),
            sees_now: game.rules.view == View::Now,
            spent: 0,
            kept: 0,
        }
    }

    /// Flags as they are now, for the next part.
    pub(crate) fn save_flags(&mut self, job: &Job<'_>) -> Result<Option<Box<Flags>>, RunError> {
        if job.program.game().rules.flag_scope != FlagScope::Turn {
            return Ok(None);
        }
        self.charge(job, work::keep(self.flags.len() / 4 + self.touched.len()))?;
        // In order and without those taken back, so that equal flags are equal lists.
        self.touched.sort_unstable();
        self.touched.dedup();
        let set =
            self.touched.iter().map(|&i| (i, self.cell_flags[i as usize])).filter(|(_, value)| *value != 0);
        Ok(Some(Box::new(Flags { flags: self.flags.clone(), cell_flags: set.collect() })))
    }

    #[inline]
    fn reset(&mut self, job: &Job<'_>, flags: Option<&Flags>) -> Result<(), RunError> {
        self.cursor = job.start;
        self.from = job.start;
        self.to = NO_CELL;
        self.mark = job.start;
        self.marks.clear();
        self.lift = 0;
        self.moves.clear();
        self.effects.clear();
        self.numbers.clear();
        self.loops.clear();
        self.carried = job.mover;
        self.spent += self.flags.len() as u64 / 16;
        if !self.touched.is_empty() {
            for i in self.touched.drain(..) {
                self.cell_flags[i as usize] = 0;
            }
        }
        match flags {
            None => self.flags.fill(0),
            Some(saved) => {
                self.flags.clone_from(&saved.flags);
                for &(i, value) in &saved.cell_flags {
                    self.cell_flags[i as usize] = value;
                    self.touched.push(i);
                }
            }
        }
        if self.sees_now {
            self.rebuild_now(job)?;
        }
        Ok(())
    }

    /// How many pieces the movement in progress could take: of a heap only those of one sort.
    fn liftable(&self, job: &Job<'_>) -> u64 {
        let from = CellId(self.from);
        if job.program.pile() != Pile::Heap {
            return job.state.height(job.program, from);
        }
        let piece = job.moving(self.from);
        job.state.heap(job.program, from).find(|(p, _)| *p == piece).map_or(0, |(_, n)| n)
    }

    /// Runs a block to its end, handing what it emits to the sink.
    pub(crate) fn run<S: Sink>(
        &mut self,
        job: &Job<'_>,
        flags: Option<&Flags>,
        attacks: &mut Option<&mut Attacks>,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, RunError> {
        let code = job.program.block(job.block);
        // Rules that see their own changes find the board without the piece: they begin at the beginning.
        let first = if self.sees_now { Some((0, job.start)) } else { first_steps(job, code) };
        let Some((mut pc, cursor)) = first else {
            self.spent += 2;
            return Ok(ControlFlow::Continue(()));
        };
        self.reset(job, flags)?;
        self.cursor = cursor;
        let allowed = MAX_OPS.min(MAX_TURN_OPS.saturating_sub(self.spent));
        // Work is counted where control jumps: straight code cannot go on for ever.
        let (mut since, mut done) = (0, 0);
        let result = loop {
            let flow = match code[pc] {
                Op::Emit { exit } => match sink.emit(self, job, exit) {
                    Ok(ControlFlow::Continue(())) => {
                        // Nearly every part is followed by forgetting its effects.
                        if !self.sees_now && matches!(code.get(pc + 1), Some(Op::ClearEffects {})) {
                            self.effects.clear();
                            self.carried = self.as_it_was(job);
                            pc += 1;
                        }
                        Flow::Next
                    }
                    Ok(ControlFlow::Break(())) => break Ok(ControlFlow::Break(())),
                    Err(e) => break Err(e),
                },
                Op::Step { dir } => {
                    let cell = job.program.step(job.player, dir, self.cursor);
                    if cell == NO_CELL {
                        Flow::Reject
                    } else {
                        self.cursor = cell;
                        // A sliding piece asks after nearly every step whether the way is free.
                        match code.get(pc + 1) {
                            Some(Op::JumpIf { test: Test::Empty {}, at: Loc::Here, to })
                                if !self.sees_now =>
                            {
                                pc += 1;
                                if job.state.cells[cell as usize].is_none() {
                                    Flow::Jump(to.0 as usize)
                                } else {
                                    Flow::Next
                                }
                            }
                            _ => Flow::Next,
                        }
                    }
                }
                ref op => match self.op(op, pc, job, attacks) {
                    Ok(flow) => flow,
                    Err(e) => break Err(e),
                },
            };
            let to = match flow {
                Flow::Next => {
                    pc += 1;
                    continue;
                }
                Flow::Jump(to) => to,
                Flow::Reject => match self.loops.last() {
                    Some(l) => {
                        self.numbers.clear();
                        l.next
                    }
                    None => break Ok(ControlFlow::Continue(())),
                },
                Flow::Stop => break Ok(ControlFlow::Continue(())),
            };
            done += (pc - since) as u64 + 1;
            if done > allowed {
                let kind = if allowed < MAX_OPS { Limit::TurnOps } else { Limit::Ops };
                break Err(RunError { kind, block: Some(job.block) });
            }
            (pc, since) = (to, to);
        };
        done += (pc - since) as u64 + 1;
        self.spent += done;
        result
    }

    /// Counts work that no op stands for. An error if the turn has had its share.
    #[inline]
    pub(crate) fn charge(&mut self, job: &Job<'_>, cost: u64) -> Result<(), RunError> {
        self.spent += cost;
        if self.spent > MAX_TURN_OPS {
            return Err(RunError { kind: Limit::TurnOps, block: Some(job.block) });
        }
        Ok(())
    }

    /// Counts what a candidate or a move keeps.
    pub(crate) fn keep(&mut self, block: Option<BlockId>, bytes: usize) -> Result<(), RunError> {
        self.kept += bytes;
        if self.kept > MAX_KEPT {
            return Err(RunError { kind: Limit::Memory, block });
        }
        Ok(())
    }

    /// Counts the work of building a part of what is recorded now.
    pub(crate) fn charge_part(&mut self, job: &Job<'_>, promotes: bool) -> Result<(), RunError> {
        let mut cost = work::keep(self.moves.len() + self.effects.len());
        if promotes || !self.effects.is_empty() {
            cost += work::copy(job.state) + self.effects.len() as u64 * work::change(job.program, job.state);
        }
        self.charge(job, cost)
    }

    #[inline(always)]
    fn op(
        &mut self,
        op: &Op,
        pc: usize,
        job: &Job<'_>,
        attacks: &mut Option<&mut Attacks>,
    ) -> Result<Flow, RunError> {
        match *op {
            Op::Goto { at } => {
                let to = self.loc(job, at);
                if to == NO_CELL {
                    return Ok(Flow::Reject);
                }
                self.cursor = to;
            }
            Op::Mark {} => self.mark = self.cursor,
            Op::Back {} => self.cursor = self.mark,
            Op::MarkPush {} => self.marks.push(self.cursor),
            Op::BackPop {} => self.cursor = self.marks.pop().unwrap_or(job.start),
            Op::From {} => {
                // How many pieces are taken was said about the cell before.
                if self.from != self.cursor {
                    self.lift = 0;
                    self.from = self.cursor;
                    self.change_mover(job)?;
                }
            }
            Op::To {} => self.to = self.cursor,
            Op::Cascade {} => self.cascade(job)?,
            Op::Jump { to } => return Ok(Flow::Jump(to.0 as usize)),
            Op::JumpIf { test, at, to } => {
                if self.test(job, test, at, attacks)? {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::JumpUnless { test, at, to } => {
                if !self.test(job, test, at, attacks)? {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::Verify { test, at } => {
                if !self.test(job, test, at, attacks)? {
                    return Ok(Flow::Reject);
                }
            }
            Op::VerifyNot { test, at } => {
                if self.test(job, test, at, attacks)? {
                    return Ok(Flow::Reject);
                }
            }
            Op::Reject {} => return Ok(Flow::Reject),
            Op::JumpZero { to } => {
                if self.pop() == 0 {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::Each { .. } => self.loops.push(Loop { next: pc + 1, at: 0, zone: None, cursor: self.cursor }),
            Op::EachIn { zone, .. } => {
                self.loops.push(Loop { next: pc + 1, at: 0, zone: Some(zone), cursor: self.cursor });
            }
            Op::EachNext { to, .. } => return self.each_next(job, to.0 as usize),
            Op::Push { value } => self.numbers.push(value),
            Op::PushFlag { flag } => self.numbers.push(self.flags[flag.idx()]),
            Op::PushCellFlag { flag, at } => {
                let cell = self.loc(job, at);
                let value =
                    if cell == NO_CELL { 0 } else { self.cell_flags[cell_flag_idx(job, flag.idx(), cell)] };
                self.numbers.push(value);
            }
            Op::PushAttr { attr, at } => {
                let cell = self.loc(job, at);
                let value = self.attr(job, attr, cell)?;
                self.numbers.push(value);
            }
            Op::PushGlobal { global } => {
                let value = self.global(job, global)?;
                self.numbers.push(value);
            }
            Op::PushHeight { at } => {
                self.charge(job, work::change(job.program, job.state))?;
                let cell = self.loc(job, at);
                let n = if cell == NO_CELL { 0 } else { self.board(job).height(job.program, CellId(cell)) };
                self.numbers.push(n.min(i32::MAX as u64) as i32);
            }
            Op::PushPieces { filter } => {
                self.charge(job, work::copy(job.state))?;
                let n = count_pieces(job.program, self.board(job), filter, job.player);
                self.numbers.push(n);
            }
            Op::PushReserve { who, kind } => {
                let n = job.state.reserve(job.program, job.program.who(who, job.player), kind);
                self.numbers.push(n.min(i32::MAX as u32) as i32);
            }
            Op::PushPasses {} => self.numbers.push(i32::from(job.state.passes)),
            Op::Add {} => self.binary(i32::wrapping_add),
            Op::Sub {} => self.binary(i32::wrapping_sub),
            Op::Mul {} => self.binary(i32::wrapping_mul),
            Op::Div {} | Op::Rem {} => {
                let (b, a) = (self.pop(), self.pop());
                if b == 0 {
                    return Ok(Flow::Reject);
                }
                self.numbers.push(if matches!(op, Op::Div {}) {
                    a.wrapping_div(b)
                } else {
                    a.wrapping_rem(b)
                });
            }
            Op::Min {} => self.binary(i32::min),
            Op::Max {} => self.binary(i32::max),
            Op::Eq {} => self.binary(|a, b| i32::from(a == b)),
            Op::Lt {} => self.binary(|a, b| i32::from(a < b)),
            Op::Le {} => self.binary(|a, b| i32::from(a <= b)),
            Op::Not {} => {
                let a = self.pop();
                self.numbers.push(i32::from(a == 0));
            }
            Op::SetFlag { flag } => self.flags[flag.idx()] = self.pop(),
            Op::SetCellFlag { flag, at } => {
                let (value, cell) = (self.pop(), self.loc(job, at));
                if cell != NO_CELL {
                    let i = cell_flag_idx(job, flag.idx(), cell);
                    if self.cell_flags[i] == 0 {
                        self.touched.push(i as u32);
                    }
                    self.cell_flags[i] = value;
                }
            }
            Op::SetAttr { attr, at } => {
                let (value, cell) = (self.pop(), self.loc(job, at));
                self.set_attr(job, attr, cell, value)?;
            }
            Op::SetGlobal { global } => {
                let value = self.pop();
                self.set_global(job, global, value)?;
            }
            Op::AddGlobal { global, value } => {
                let value = self.global(job, global)?.wrapping_add(value);
                self.set_global(job, global, value)?;
            }
            Op::Capture { at } => {
                let cell = self.loc(job, at);
                if cell != NO_CELL {
                    self.effect(job, Action::Capture { at: CellId(cell), piece: Piece::NONE })?;
                }
            }
            Op::CaptureLate { at } => {
                let cell = self.loc(job, at);
                if cell != NO_CELL {
                    if self.is_doomed(job, cell)? {
                        return Ok(Flow::Reject);
                    }
                    self.effect(job, Action::CaptureLate { at: CellId(cell), piece: Piece::NONE })?;
                }
            }
            Op::Tuck { at } => {
                let cell = self.loc(job, at);
                if cell != NO_CELL {
                    let (at, to) = (CellId(cell), CellId(cell));
                    self.effect(job, Action::Tuck { at, to, base: 0, piece: Piece::NONE })?;
                }
            }
            Op::Lift {} => {
                let n = self.pop();
                let have = self.liftable(job);
                if n < 1 || n as u64 > have || n > i32::from(u16::MAX) {
                    return Ok(Flow::Reject);
                }
                self.lift = n as u16;
                if self.sees_now {
                    self.rebuild_now(job)?;
                }
            }
            Op::Create { who, kind, at } => {
                let cell = self.loc(job, at);
                if cell == NO_CELL {
                    return Ok(Flow::Reject);
                }
                let piece = job.program.layout().new_piece(kind, job.program.who(who, job.player));
                self.effect(job, Action::Create { at: CellId(cell), n: 1, piece })?;
            }
            Op::CreateSame { who, at } => {
                let cell = self.loc(job, at);
                if cell == NO_CELL {
                    return Ok(Flow::Reject);
                }
                let piece =
                    job.program.layout().new_piece(job.mover.kind(), job.program.who(who, job.player));
                self.effect(job, Action::Create { at: CellId(cell), n: 1, piece })?;
            }
            Op::CreateMany { who, kind, at } => {
                let (n, cell) = (self.pop(), self.loc(job, at));
                if cell == NO_CELL || n < 0 || n > i32::from(u16::MAX) {
                    return Ok(Flow::Reject);
                }
                if n > 0 {
                    let piece = job.program.layout().new_piece(kind, job.program.who(who, job.player));
                    self.effect(job, Action::Create { at: CellId(cell), n: n as u16, piece })?;
                }
            }
            Op::ChangeKind { kind, at } => {
                let cell = self.loc(job, at);
                if cell != NO_CELL {
                    self.effect(job, Action::ChangeKind { at: CellId(cell), kind, piece: Piece::NONE })?;
                }
            }
            Op::ChangeOwner { who, at } => {
                let (cell, owner) = (self.loc(job, at), job.program.who(who, job.player));
                if cell != NO_CELL {
                    self.effect(job, Action::ChangeOwner { at: CellId(cell), owner, piece: Piece::NONE })?;
                }
            }
            Op::Flip { at } => {
                let cell = self.loc(job, at);
                if cell != NO_CELL {
                    self.effect(job, Action::Flip { at: CellId(cell), piece: Piece::NONE })?;
                }
            }
            Op::AddReserve { who, kind } => {
                let n = self.pop();
                let player = job.program.who(who, job.player);
                self.effect(job, Action::AddReserve { player, kind, n })?;
            }
            Op::RepeatTurn {} => self.effect(job, Action::RepeatTurn)?,
            Op::ClearEffects {} => {
                self.effects.clear();
                self.carried = self.as_it_was(job);
                if self.sees_now {
                    self.rebuild_now(job)?;
                }
            }
            Op::ClearMovements {} => {
                self.moves.clear();
                if self.sees_now {
                    self.rebuild_now(job)?;
                }
            }
            Op::End {} => return Ok(Flow::Stop),
            Op::Emit { .. } | Op::Step { .. } => unreachable!("handled by the loop"),
        }
        Ok(Flow::Next)
    }

    /// The verifier has shown that the stack is never empty here.
    fn pop(&mut self) -> i32 {
        self.numbers.pop().unwrap_or(0)
    }

    fn binary(&mut self, f: impl Fn(i32, i32) -> i32) {
        let (b, a) = (self.pop(), self.pop());
        self.numbers.push(f(a, b));
    }

    /// The board that tests see.
    #[inline]
    pub(crate) fn board<'s>(&'s self, job: &Job<'s>) -> &'s State {
        if self.sees_now { &self.now } else { job.state }
    }

    /// Where the movement in progress ends.
    pub(crate) fn target(&self) -> u16 {
        if self.to == NO_CELL { self.cursor } else { self.to }
    }

    /// The marked cell: the last one pushed where marks are stacked.
    fn marked(&self) -> u16 {
        self.marks.last().copied().unwrap_or(self.mark)
    }

    #[inline(always)]
    fn loc(&self, job: &Job<'_>, at: Loc) -> u16 {
        match at {
            Loc::Here => self.cursor,
            Loc::Dir(dir) => job.program.step(job.player, dir, self.cursor),
            Loc::Cell(cell) => cell.0,
            Loc::From => self.from,
            Loc::To => self.target(),
            Loc::Mark => self.marked(),
            Loc::LastFrom => job.state.last_from,
            Loc::LastTo => job.state.last_to,
        }
    }

    #[inline(never)]
    fn each_next(&mut self, job: &Job<'_>, exit: usize) -> Result<Flow, RunError> {
        let n = job.state.cells.len() as u16;
        let Some(l) = self.loops.last_mut() else { return Ok(Flow::Jump(exit)) };
        let before = l.at;
        while l.at < n {
            let cell = l.at;
            l.at += 1;
            if l.zone.is_none_or(|z| job.program.in_zone(job.player, z, cell)) {
                self.cursor = cell;
                let skipped = cell - before;
                self.charge(job, work::scan(usize::from(skipped)))?;
                return Ok(Flow::Next);
            }
        }
        self.cursor = l.cursor;
        self.loops.pop();
        self.charge(job, work::scan(usize::from(n - before)))?;
        Ok(Flow::Jump(exit))
    }

    #[inline(never)]
    fn set_attr(&mut self, job: &Job<'_>, attr: AttrId, cell: u16, value: i32) -> Result<(), RunError> {
        if cell == NO_CELL {
            return Ok(());
        }
        let numeric = job.program.game().attrs[attr.idx()].numeric;
        let value = if numeric { attribute(value) } else { Ok(i16::from(value != 0)) };
        let value = value.map_err(|kind| RunError { kind, block: Some(job.block) })?;
        // What is set on the mover in flight arrives with it: NO_CELL stands for its target until that is known.
        let at = if self.in_flight(job, cell) {
            self.carried = job.program.layout().with_attr(self.carried, attr, i32::from(value));
            NO_CELL
        } else {
            cell
        };
        self.effect(job, Action::SetAttr { at: CellId(at), attr, value, piece: Piece::NONE })
    }

    /// On its own, so that the most frequent effect is written straight to its place.
    #[inline(never)]
    fn set_global(&mut self, job: &Job<'_>, global: GlobalId, value: i32) -> Result<(), RunError> {
        self.effect(job, Action::SetGlobal { global, value })
    }

    /// The piece that attributes in flight belong to, before any was set.
    fn as_it_was(&self, job: &Job<'_>) -> Piece {
        if self.from != job.start && !job.drop && self.follows(job) {
            job.state.cells[self.from as usize]
        } else {
            job.mover
        }
    }

    /// Another movement has begun.
    fn change_mover(&mut self, job: &Job<'_>) -> Result<(), RunError> {
        self.carried = self.as_it_was(job);
        if self.sees_now { self.rebuild_now(job) } else { Ok(()) }
    }

    #[inline(never)]
    fn cascade(&mut self, job: &Job<'_>) -> Result<(), RunError> {
        if self.moves.len() >= MAX_EFFECTS {
            return Err(RunError { kind: Limit::Effects, block: Some(job.block) });
        }
        let target = self.target();
        self.moves.push((self.from, target, self.lift));
        if self.follows(job) {
            self.charge(job, work::scan(self.effects.len()))?;
            for effect in &mut self.effects {
                match effect {
                    Action::SetAttr { at, .. } if at.0 == NO_CELL => *at = CellId(target),
                    _ => {}
                }
            }
        }
        self.from = self.cursor;
        self.to = NO_CELL;
        self.lift = 0;
        self.change_mover(job)
    }

    /// Records an effect; where rules see their own changes, carries it out on the private board.
    #[inline(always)]
    fn effect(&mut self, job: &Job<'_>, action: Action) -> Result<(), RunError> {
        if self.effects.len() >= MAX_EFFECTS {
            return Err(RunError { kind: Limit::Effects, block: Some(job.block) });
        }
        self.effects.push(action);
        if self.sees_now {
            self.charge(job, work::change(job.program, job.state))?;
            self.see(job, action);
        }
        Ok(())
    }
}

/// Where a run is after its first steps: at which op, on which cell. `None` if it ends there, at a step or the
/// test after it. Most runs do, and need no registers for it.
#[inline(always)]
fn first_steps(job: &Job<'_>, code: &[Op]) -> Option<(usize, u16)> {
    let (mut cell, mut pc) = (job.start, 0);
    while let Some(Op::Step { dir }) = code.get(pc) {
        cell = job.program.step(job.player, *dir, cell);
        if cell == NO_CELL {
            return None;
        }
        pc += 1;
    }
    if pc == 0 || job.program.pile() == Pile::Heap {
        return Some((pc, cell));
    }
    let piece = job.state.cells[cell as usize];
    // A sliding piece that is stopped at once: what counts is the test behind its loop.
    if let Some(Op::JumpUnless { test: Test::Empty {}, at: Loc::Here, to }) = code.get(pc) {
        if piece.is_none() {
            return Some((pc + 1, cell));
        }
        pc = to.0 as usize;
    }
    let passes = match code.get(pc) {
        Some(Op::Verify { test: Test::Empty {}, at: Loc::Here }) => piece.is_none(),
        Some(Op::Verify { test: Test::Enemy {}, at: Loc::Here }) => is_enemy(job.program, piece, job.player),
        Some(Op::VerifyNot { test: Test::Friend {}, at: Loc::Here }) => !piece.is_owned(job.player),
        Some(Op::Verify { test: Test::LastTo {}, at: Loc::Here }) => cell == job.state.last_to,
        // Not a match over all ops on purpose: the others are left to the run.
        _ => return Some((pc, cell)),
    };
    passes.then_some((pc + 1, cell))
}

/// Puts the concrete piece into an action, given the board it is about to change.
pub(crate) fn fill(program: &Program, state: &State, action: Action) -> Action {
    let there = |at: CellId| if at.0 == NO_CELL { Piece::NONE } else { state.piece(at) };
    match action {
        Action::Capture { at, .. } => Action::Capture { at, piece: there(at) },
        Action::CaptureLate { at, .. } => Action::CaptureLate { at, piece: there(at) },
        Action::Tuck { at, to, base, .. } => Action::Tuck { at, to, base, piece: there(at) },
        Action::ChangeKind { at, kind, .. } => {
            let old = there(at);
            let piece = if old.is_none() { old } else { program.layout().with_kind(old, kind) };
            Action::ChangeKind { at, kind, piece }
        }
        Action::ChangeOwner { at, owner, .. } => {
            let old = there(at);
            let piece = if old.is_none() { old } else { old.with_owner(owner) };
            Action::ChangeOwner { at, owner, piece }
        }
        Action::Flip { at, .. } => {
            let old = there(at);
            let piece = if old.is_none() { old } else { old.with_owner(program.next_player(old.owner())) };
            Action::Flip { at, piece }
        }
        Action::SetAttr { at, attr, value, .. } => {
            let piece = program.layout().with_attr(there(at), attr, i32::from(value));
            Action::SetAttr { at, attr, value, piece }
        }
        Action::Promote { at, kind, .. } => {
            let old = there(at);
            let piece = if old.is_none() { old } else { program.layout().with_kind(old, kind) };
            Action::Promote { at, kind, piece }
        }
        Action::Move { .. }
        | Action::Copy { .. }
        | Action::Drop { .. }
        | Action::Create { .. }
        | Action::SetGlobal { .. }
        | Action::AddReserve { .. }
        | Action::RepeatTurn
        | Action::Lift { .. }
        | Action::Land { .. }
        | Action::Settle
        | Action::SetTurn { .. } => action,
    }
}
