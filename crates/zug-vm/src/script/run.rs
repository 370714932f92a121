//! Running a script: the loop over its ops, choices, failures, quantifiers.

use super::World;
use super::account::{Ask, Ends};
use super::machine::{Alternatives, Defer, Loop, Machine};
use super::value::{Val, decode, encode};
use crate::action::{Action, NO_CELL};
use crate::error::{Limit, MAX_SCRIPT_OPS, MAX_TURN_OPS, RunError};
use crate::work;
use std::sync::Arc;
use zug_ir::{ScriptId, ScriptOp as Op};

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Purpose {
    /// Moves: what is emitted becomes a candidate.
    Moves,
    /// Does some move make the piece on this cell vanish or change?
    Attack { cell: u16, was: u64 },
    /// Does some move end on this cell?
    Reach { cell: u16 },
    /// Is the script accepted?
    Test,
}

/// Values on the stack, elements of a list, pieces of a name.
pub(super) const MAX_VALUES: usize = 100_000;
/// Steps on the trails of one run.
const MAX_TRAIL: usize = 2_000_000;

/// What an op does to the flow.
pub(super) enum Flow {
    Next,
    Jump(usize),
    Fail,
    /// The question has been answered with yes.
    Yes,
}

impl World<'_> {
    /// Runs a script. True if the question it was run for is answered with yes. The board is left as the run leaves
    /// it: whoever asked undoes it.
    pub(super) fn run(
        &mut self,
        m: &mut Machine,
        script: ScriptId,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        if self.trace.is_some() && self.attacking == 0 {
            return self.run_traced(m, script, purpose);
        }
        let outer = std::mem::replace(&mut self.script, script);
        let until = self.spent.saturating_add(MAX_SCRIPT_OPS).min(MAX_TURN_OPS);
        let until = std::mem::replace(&mut self.until, until);
        let waiting = self.begin_run();
        let answer = self.go_on(m, 0, purpose)?;
        self.end_run(waiting);
        self.script = outer;
        self.until = until;
        Ok(answer)
    }

    /// Runs the script from an op to its end, or till nothing is left to try.
    pub(super) fn go_on(
        &mut self,
        m: &mut Machine,
        mut pc: usize,
        purpose: Purpose,
    ) -> Result<bool, RunError> {
        let code = &self.rules.scripts[self.script.idx()].code;
        loop {
            self.spent += 1;
            if self.spent > self.until || m.stack.len() > MAX_VALUES || m.local_trail.len() > MAX_TRAIL {
                let kind = if self.spent > MAX_TURN_OPS { Limit::TurnOps } else { Limit::ScriptOps };
                return Err(self.error(kind));
            }
            self.weigh(m)?;
            let Some(&op) = code.get(pc) else { return Ok(false) };
            match self.step(m, op, pc, purpose)? {
                Flow::Next => pc += 1,
                Flow::Jump(to) => pc = to,
                Flow::Yes => return Ok(true),
                Flow::Fail => match self.go_back(m)? {
                    Some(to) => pc = to,
                    None => return Ok(false),
                },
            }
        }
    }

    pub(super) fn error(&self, kind: Limit) -> RunError {
        RunError { kind, block: Some(zug_ir::BlockId(self.script.0)) }
    }

    /// Counts work that no op stands for.
    pub(super) fn charge(&mut self, cost: u64) -> Result<(), RunError> {
        self.spent += cost;
        if self.spent > MAX_TURN_OPS { Err(self.error(Limit::TurnOps)) } else { Ok(()) }
    }

    /// The cells that an op goes to one after another.
    pub(super) fn each_cell(&mut self, m: &Machine, pc: usize) -> Result<Vec<u16>, RunError> {
        let code = &self.rules.scripts[self.script.idx()].code;
        Ok(match code[pc] {
            Op::AnyCell {} => (0..self.board.state.cells.len() as u16).collect(),
            Op::AnyPiece {} => self.board.state.cells_where(|p| p.is_some()).collect(),
            Op::AnyKind { kind } => {
                self.charge(work::scan(self.board.state.cells.len()))?;
                self.seen.note_kind(kind);
                self.board.state.cells_where(|p| p.is_kind(kind)).collect()
            }
            Op::AnyZone { zone } => self.zone_cells(m, zone),
            _ => Vec::new(),
        })
    }

    #[inline(always)]
    fn binary(&mut self, m: &mut Machine, f: impl Fn(i64, i64) -> Option<i64>) -> Result<Flow, RunError> {
        let (b, a) = (m.pop().number(), m.pop().number());
        match f(i64::from(a), i64::from(b)).map(i32::try_from) {
            Some(Ok(n)) => m.push(Val::Int(n)),
            Some(Err(_)) => return Err(self.error(Limit::Number)),
            None => return Ok(Flow::Fail),
        }
        Ok(Flow::Next)
    }

    /// Written out in each loop over ops: most ops are a few instructions.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        m: &mut Machine,
        op: Op,
        pc: usize,
        purpose: Purpose,
    ) -> Result<Flow, RunError> {
        match op {
            Op::Jump { to } => return Ok(Flow::Jump(to.0 as usize)),
            Op::JumpIf { to } => {
                let value = m.pop();
                if self.is_true(m, &value) {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::JumpUnless { to } => {
                let value = m.pop();
                if !self.is_true(m, &value) {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::Check {} => {
                let value = m.pop();
                if !self.is_true(m, &value) {
                    return Ok(Flow::Fail);
                }
            }
            Op::Fail {} => return Ok(Flow::Fail),
            Op::Fork { to } => {
                if let Some(wanted) = self.wanted(m) {
                    self.tell_taken(2, wanted);
                    return Ok(if wanted == 0 { Flow::Next } else { Flow::Jump(to.0 as usize) });
                }
                self.tell_fork(m, 2);
                self.open(m, to.0 as usize, Alternatives::Way)?;
            }
            Op::Accept {} => {
                if self.account.is_some() {
                    self.tell_end(m, Ends::Accept);
                }
                return Ok(Flow::Yes);
            }

            Op::AnyOf { n } => return self.choose_of(m, pc, usize::from(n)),
            Op::AnyElement {} => match m.pop() {
                Val::Zone(zone) => {
                    let cells = self.zone_cells(m, zone);
                    return self.choose_cell(m, pc, &cells);
                }
                value => {
                    return self.choose_value(m, pc, value.elements().iter().cloned());
                }
            },
            Op::AnyBetween {} => {
                let (last, first) = (m.pop().number(), m.pop().number());
                if i64::from(last) - i64::from(first) > MAX_VALUES as i64 {
                    return Err(self.error(Limit::Choices));
                }
                let n = (i64::from(last) - i64::from(first) + 1).max(0) as i32;
                return self.choose_value(m, pc, (0..n).map(|i| Val::Int(first + i)));
            }
            Op::AnyCell {} | Op::AnyZone { .. } => {
                let cells = self.each_cell(m, pc)?;
                return self.choose_cell(m, pc, &cells);
            }
            Op::AnyPiece {} | Op::AnyKind { .. } => {
                let cells = self.each_cell(m, pc)?;
                return self.choose_piece(m, pc, op, &cells);
            }

            Op::Quantify { how, to } => return self.quantify(m, pc, how, to.0 as usize),
            Op::Succeed {} => return self.succeed(m),

            Op::Push { value } => m.push(value.into()),
            Op::Pop {} => {
                m.pop();
            }
            Op::Walk {} => {
                if let value @ (Val::Dir(_) | Val::Cell(_)) = m.pop() {
                    self.is_true(m, &value);
                }
            }
            Op::Truth {} => {
                let value = m.pop();
                let yes = self.is_true(m, &value);
                m.push(Val::truth(yes));
            }
            Op::Not {} => {
                let value = m.pop();
                let yes = self.is_true(m, &value);
                m.push(Val::truth(!yes));
            }
            Op::IsNone {} => {
                let value = m.pop();
                m.push(Val::truth(matches!(value, Val::None | Val::Int(0))));
            }
            Op::Local { local } => {
                self.tell_local(m, local.0);
                m.push(m.locals[local.idx()].clone());
            }
            Op::SetLocal { local } => {
                let value = m.pop();
                m.set_local(local.0, value);
            }
            Op::Global { global } => {
                if let Some(flow) = self.tell_sum(m, pc, global.idx())? {
                    return Ok(flow);
                }
                self.tell_global(global.idx());
                m.push(decode(self.board.state.globals[global.idx()]));
            }
            Op::SetGlobal { global } => return self.set_global(m, global),
            Op::PlayerValue { first } => {
                let global = first.idx() + m.regs.me.idx();
                if let Some(flow) = self.tell_sum(m, pc, global)? {
                    return Ok(flow);
                }
                self.tell_global(global);
                let value = self.board.state.globals.get(global).copied().unwrap_or(0);
                m.push(decode(value));
            }
            Op::SetPlayerValue { first } => {
                return self.set_global(m, zug_ir::GlobalId(first.0 + m.regs.me.0));
            }
            Op::Generation { variable } => {
                self.tell_stuck();
                m.push(self.gens[variable.idx()].clone());
            }
            Op::SetGeneration { variable } => {
                self.tell_stuck();
                self.gens[variable.idx()] = m.pop();
            }
            Op::Attr { attr } => {
                self.tell_piece(m.regs.cursor);
                self.seen.note(m.regs.cursor);
                let value = self.attr_piece(m, attr).map_or(0, |p| self.program.layout().attr(p.0, attr));
                m.push(Val::Int(value));
            }
            Op::SetAttr { attr } => {
                let value = m.pop().number();
                self.set_attr(m, attr, value)?;
            }

            Op::Add {} => return self.binary(m, |a, b| Some(a + b)),
            Op::Sub {} => return self.binary(m, |a, b| Some(a - b)),
            Op::Mul {} => return self.binary(m, |a, b| Some(a * b)),
            Op::Div {} => {
                return self.binary(m, |a, b| {
                    (b != 0).then(|| a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0))
                });
            }
            Op::Rem {} => {
                return self.binary(m, |a, b| (b != 0).then(|| ((a % b) + b) % b));
            }
            Op::Abs {} => {
                let n = m.pop().number();
                let size = n.checked_abs().ok_or_else(|| self.error(Limit::Number))?;
                m.push(Val::Int(size));
            }
            Op::Min {} => return self.binary(m, |a, b| Some(a.min(b))),
            Op::Max {} => return self.binary(m, |a, b| Some(a.max(b))),
            Op::Equals { n } => {
                let first = m.stack.len().saturating_sub(usize::from(n));
                let (before, values) = m.stack.split_at(first);
                let yes = before.last().is_some_and(|value| values.contains(value));
                m.stack.truncate(first.saturating_sub(1));
                m.push(Val::truth(yes));
            }
            Op::Less {} => {
                let (b, a) = (m.pop(), m.pop());
                m.push(Val::truth(a.number() < b.number()));
            }
            Op::AtMost {} => {
                let (b, a) = (m.pop(), m.pop());
                m.push(Val::truth(a.number() <= b.number()));
            }

            Op::List { n } => {
                self.charge(4 * u64::from(n))?;
                let first = m.stack.len().saturating_sub(usize::from(n));
                let values = m.stack.drain(first..).collect();
                m.push(Val::list(values));
            }
            Op::Length {} => {
                let n = m.pop().elements().len();
                m.push(Val::Int(n as i32));
            }
            Op::Nth {} => {
                let (i, list) = (m.pop().number(), m.pop());
                let value = usize::try_from(i).ok().and_then(|i| list.elements().get(i).cloned());
                m.push(value.unwrap_or(Val::None));
            }
            Op::Append {} => {
                let (value, list) = (m.pop(), m.pop());
                let mut values = Vec::with_capacity(list.elements().len() + 1);
                values.extend_from_slice(list.elements());
                values.push(value);
                self.charge_list(&values)?;
                m.push(Val::list(values));
            }
            Op::Without {} => {
                let (value, list) = (m.pop(), m.pop());
                let mut values = list.elements().to_vec();
                if let Some(i) = values.iter().position(|v| *v == value) {
                    values.remove(i);
                }
                self.charge_list(&values)?;
                m.push(Val::list(values));
            }
            Op::Union {} => {
                let (b, a) = (m.pop(), m.pop());
                let mut values = a.elements().to_vec();
                for value in b.elements() {
                    self.charge(work::scan(values.len()))?;
                    if !values.contains(value) {
                        values.push(value.clone());
                    }
                }
                self.charge_list(&values)?;
                m.push(Val::list(values));
            }
            Op::Member {} => {
                let (list, value) = (m.pop(), m.pop());
                self.charge(work::scan(list.elements().len()))?;
                m.push(Val::truth(list.elements().contains(&value)));
            }
            Op::Join { n } => {
                let values: Vec<Val> =
                    m.pop_many(usize::from(n)).iter().flat_map(|v| v.elements().to_vec()).collect();
                self.charge_list(&values)?;
                m.push(Val::list(values));
            }

            Op::Here {} => m.push(cell_value(m.regs.cursor)),
            Op::ComeBack {} => m.regs.cursor = cell_of(&m.pop()),
            Op::Restore {} => {
                let (value, cell) = (m.pop(), m.pop());
                m.regs.cursor = cell_of(&cell);
                m.push(value);
            }
            Op::Look { to } => {
                let value = m.pop();
                match self.seen(m, &value) {
                    Some(cell) => m.regs.cursor = cell,
                    None => return Ok(Flow::Jump(to.0 as usize)),
                }
            }
            Op::StepAlone {} => {
                let value = m.pop();
                match self.seen(m, &value) {
                    Some(cell) => m.regs.cursor = cell,
                    None => return Ok(Flow::Fail),
                }
            }
            Op::Mark {} => m.regs.marks.change().push(m.regs.cursor),
            Op::Back {} => {
                let Some(&cell) = m.regs.marks.last() else { return Ok(Flow::Fail) };
                m.regs.marks.change().pop();
                m.regs.cursor = cell;
            }

            Op::Test { test } => {
                let yes = self.test(m, test)?;
                m.push(Val::truth(yes));
            }
            Op::InZone { zone } => {
                let cell = m.regs.cursor;
                let yes = cell != NO_CELL && self.program.in_zone(m.regs.actor, zone, cell);
                m.push(Val::truth(yes));
            }
            Op::KindHere {} => {
                self.tell_piece(m.regs.cursor);
                let top = self.looked_at(m);
                let piece = if top.is_some() { top } else { in_hand(m) };
                m.push(if piece.is_some() { Val::Kind(piece.kind()) } else { Val::None });
            }
            Op::Piece {} => {
                self.tell_piece(m.regs.cursor);
                let top = self.looked_at(m);
                m.push(if top.is_some() { Val::Kind(top.kind()) } else { Val::None });
            }
            Op::Owner {} => {
                self.tell_piece(m.regs.cursor);
                let top = self.looked_at(m);
                m.push(if top.is_some() { Val::Player(top.owner()) } else { Val::None });
            }
            Op::AttrHere { attr } => {
                self.tell_piece(m.regs.cursor);
                let top = self.looked_at(m);
                let value = Val::Int(self.program.layout().attr(top, attr));
                m.push(if top.is_some() { value } else { Val::None });
            }
            Op::Size {} => {
                let cell = m.regs.cursor;
                self.seen.note(cell);
                self.tell_pile(cell);
                let state = &self.board.state;
                let n = if cell == NO_CELL { 0 } else { state.height(self.program, zug_ir::CellId(cell)) };
                m.push(Val::Int(n.min(i32::MAX as u64) as i32));
            }
            Op::Start {} => {
                self.tell_before(Ask::Start, |account| u64::from(account.start));
                m.push(cell_value(m.regs.start));
            }
            Op::Me {} => m.push(Val::Player(m.regs.me)),
            Op::NextPlayer {} => {
                let next = self.next_player();
                self.tell_word(Ask::NextPlayer, u64::from(next.0));
                m.push(Val::Player(next));
            }
            Op::Rivals {} => {
                self.tell_out();
                let list = self.rivals(m.regs.me).map(Val::Player).collect();
                m.push(Val::list(list));
            }
            Op::TurnNumber {} => {
                let played = self.board.state.turns_played.saturating_sub(u32::from(self.rules.set_up));
                self.tell_word(Ask::TurnsPlayed, u64::from(self.board.state.turns_played));
                m.push(Val::Int(played.min(i32::MAX as u32) as i32));
            }
            Op::CapturedCount {} => {
                self.tell_before(Ask::Captured, |account| u64::from(account.captured));
                m.push(Val::Int(m.regs.captured as i32));
            }
            Op::Parts {} => {
                let parts = m.heads.len();
                self.tell_before(Ask::Parts, |_| parts as u64);
                m.push(Val::Int(parts as i32 + 1));
            }
            Op::ReserveOf {} => {
                let (owner, kind) = (m.pop(), m.pop());
                let n = match (owner, kind) {
                    (Val::Player(p), Val::Kind(k)) => {
                        self.tell_reserve(p, k);
                        self.board.state.reserve(self.program, p, k)
                    }
                    _ => 0,
                };
                m.push(Val::Int(n.min(i32::MAX as u32) as i32));
            }
            Op::NoMoves {} => {
                let none = self.aside(Self::no_moves)?;
                self.tell_no_moves(none);
                m.push(Val::truth(none));
            }
            Op::Reaches { mode } => {
                let target = m.pop();
                self.tell_stuck();
                let yes = self.aside(|world| world.reaches(m, cell_of(&target), mode))?;
                m.push(Val::truth(yes));
            }
            Op::Repeated { situation } => {
                let n = m.pop().number();
                let yes = self.repeated(n, situation)?;
                self.tell_repeated(n, situation, yes);
                m.push(Val::truth(yes));
            }
            Op::Dice { dice } => {
                self.tell_stuck();
                let faces = self.faces(dice);
                m.push(Val::list(faces.into_iter().map(Val::Int).collect()));
            }
            Op::Opposite {} => {
                let opposite = match m.pop() {
                    Val::Dir(d) => self.program.game().board.opposite.get(d.idx()).copied().flatten(),
                    _ => None,
                };
                m.push(opposite.map_or(Val::None, Val::Dir));
            }
            Op::Coord { dimension } => {
                let cell = cell_of(&m.pop());
                let coord = self.coords.of(cell).and_then(|c| c.get(usize::from(dimension).wrapping_sub(1)));
                m.push(coord.map_or(Val::None, |&c| Val::Int(i32::from(c))));
            }
            Op::CoordOf {} => {
                let (dimension, cell) = (m.pop().number(), cell_of(&m.pop()));
                let at = usize::try_from(dimension).ok().and_then(|dimension| dimension.checked_sub(1));
                let coord = at.and_then(|at| self.coords.of(cell)?.get(at));
                m.push(coord.map_or(Val::None, |&c| Val::Int(i32::from(c))));
            }
            Op::CellAt { n } => {
                let at: Vec<i32> = m.pop_many(usize::from(n)).iter().map(Val::number).collect();
                self.charge(work::scan(self.board.state.cells.len()))?;
                m.push(self.coords.find(&at).map_or(Val::None, Val::Cell));
            }
            Op::Border {} => {
                let (dirs, cells) = (m.pop(), m.pop());
                let border = self.border(m, &cells, &dirs)?;
                m.push(border);
            }

            Op::AsPlayer {} => {
                let (me, actor) = (m.regs.me, m.regs.actor);
                if let Val::Player(p) = m.pop() {
                    (m.regs.me, m.regs.actor) = (p, p);
                }
                m.push(Val::Player(me));
                m.push(Val::Player(actor));
            }
            Op::AsBefore {} => {
                let (value, actor, me) = (m.pop(), m.pop(), m.pop());
                if let (Val::Player(me), Val::Player(actor)) = (me, actor) {
                    (m.regs.me, m.regs.actor) = (me, actor);
                }
                m.push(value);
            }

            Op::Flood {} => {
                let (dirs, start) = (m.pop(), m.pop());
                self.begin_flood(m, &start, &dirs)?;
            }
            Op::FloodNext { to } => {
                if self.flood_next(m)? {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::FloodAnswer { to } => {
                let value = m.pop();
                let yes = self.is_true(m, &value);
                self.flood_answer(m, yes)?;
                return Ok(Flow::Jump(to.0 as usize));
            }
            Op::Reach {} => {
                let Val::Dir(dir) = m.pop() else { return Ok(Flow::Fail) };
                m.loops.push(Loop::Reach { cursor: m.regs.cursor, dir, passed: Vec::new() });
            }
            Op::ReachNext { to } => {
                if self.reach_next(m)? {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::ReachAnswer { to } => {
                let (value, here) = (m.pop(), m.regs.cursor);
                let yes = self.is_true(m, &value);
                if reach_answer(m, here, yes) {
                    return Ok(Flow::Jump(to.0 as usize));
                }
            }
            Op::Each {} => {
                let list = match m.pop() {
                    Val::List(list) => list,
                    other => other.elements().to_vec().into(),
                };
                m.loops.push(Loop::Each { list, next: 0 });
            }
            Op::EachNext { local, to } => {
                let Some(Loop::Each { list, next }) = m.loops.last_mut() else { return Ok(Flow::Fail) };
                match list.get(*next).cloned() {
                    Some(value) => {
                        *next += 1;
                        m.set_local(local.0, value);
                    }
                    None => {
                        m.loops.pop();
                        return Ok(Flow::Jump(to.0 as usize));
                    }
                }
            }

            Op::Take {} => return Ok(flow(self.take(m, super::hand::HowMany::Default)?)),
            Op::TakeAll {} => return Ok(flow(self.take(m, super::hand::HowMany::All)?)),
            Op::TakeSome {} => {
                let n = m.pop().number();
                return Ok(flow(self.take(m, super::hand::HowMany::Some(n))?));
            }
            Op::Drop {} => return Ok(flow(self.drop_all(m)?)),
            Op::Place {} => self.set_down_all(m)?,
            Op::Put {} => {
                let n = m.pop().number();
                return Ok(flow(self.put(m, n)?));
            }
            Op::PutUnder {} => return Ok(flow(self.put_under(m)?)),
            Op::Capture {} => return Ok(flow(self.capture(m)?)),
            Op::CaptureLate {} => return Ok(flow(self.capture_late(m)?)),
            Op::Create {} => {
                let (owner, kind) = (m.pop(), m.pop());
                return Ok(flow(self.create(m, &owner, &kind)?));
            }
            Op::ChangeOwner {} => {
                if let Val::Player(owner) = m.pop() {
                    self.change_owner(m, owner)?;
                }
            }
            Op::SetPiece {} => {
                if let Val::Kind(kind) = m.pop() {
                    self.set_piece(m, kind)?;
                }
            }
            Op::Reserve {} => {
                let (owner, n, kind) = (m.pop(), m.pop().number(), m.pop());
                if let (Val::Player(player), Val::Kind(kind)) = (owner, kind) {
                    self.act(m, Action::AddReserve { player, kind, n })?;
                }
            }
            Op::Flag {} => {
                if m.regs.cursor != NO_CELL {
                    m.flags.push(m.regs.cursor);
                }
            }

            Op::Arrive { rule } => return Ok(flow(self.may_arrive(m, rule))),
            Op::Settle {} => {
                let waiting = !self.board.state.doomed.is_empty();
                self.tell_settled(waiting);
                if waiting {
                    self.act(m, Action::Settle)?;
                }
            }
            Op::EndPart { mode } => {
                return Ok(if self.end_part(m, mode, purpose)? { Flow::Yes } else { Flow::Fail });
            }
            Op::Emit {} => return Ok(if self.emit(m, purpose)? { Flow::Yes } else { Flow::Fail }),
            Op::Yield {} => {
                let n = m.pop().number();
                m.yields.push(n);
            }
            Op::Defer { script } => {
                self.charge(4 + m.locals.len() as u64)?;
                let defer = Defer { script, cursor: m.regs.cursor, locals: m.locals.clone() };
                self.keep(defer.bytes())?;
                m.defers.push(Arc::new(defer));
            }

            Op::Log { order, n } => {
                let values = m.pop_many(usize::from(n));
                let text: String = values.iter().map(|v| self.text(v)).collect();
                self.charge(text.len() as u64 / 4 + 4)?;
                self.keep(text.len())?;
                if m.logs.len() >= 1_000 {
                    return Err(self.error(Limit::Effects));
                }
                m.logs.push((order, text));
            }
            Op::Weight {} => m.regs.weight = Some(m.pop().number()),
            Op::Forced {} => m.regs.forced = true,
            Op::Hint { word, n } => {
                let values = m.pop_many(usize::from(n));
                let mut hint = self.rules.texts[word.idx()].clone();
                for value in &values {
                    hint.push(' ');
                    hint.push_str(&self.text(value));
                }
                if m.hints.len() >= 1_000 {
                    return Err(self.error(Limit::Effects));
                }
                self.keep(hint.len())?;
                m.hints.push(hint);
            }
            Op::GotoTurn {} => {
                let value = m.pop();
                match self.turn_of(&value) {
                    Some(turn) => self.act(m, Action::SetTurn { turn })?,
                    None => return Ok(Flow::Fail),
                }
            }
            Op::UseDie { dice } => {
                self.tell_stuck();
                let n = m.pop().number();
                return Ok(flow(self.use_die(m, dice, n)?));
            }
        }
        Ok(Flow::Next)
    }

    fn charge_list(&mut self, values: &[Val]) -> Result<(), RunError> {
        if values.len() > MAX_VALUES {
            return Err(self.error(Limit::Number));
        }
        self.charge(4 * values.len() as u64)
    }

    fn set_global(&mut self, m: &mut Machine, global: zug_ir::GlobalId) -> Result<Flow, RunError> {
        let value = m.pop();
        let Some(value) = encode(&value) else { return Err(self.error(Limit::Number)) };
        if global.idx() < self.board.state.globals.len() {
            self.act(m, Action::SetGlobal { global, value })?;
        }
        Ok(Flow::Next)
    }
}

fn flow(done: bool) -> Flow {
    if done { Flow::Next } else { Flow::Fail }
}

pub(super) fn cell_value(cell: u16) -> Val {
    if cell == NO_CELL { Val::None } else { Val::Cell(cell) }
}

pub(super) fn cell_of(value: &Val) -> u16 {
    match value {
        Val::Cell(cell) => *cell,
        _ => NO_CELL,
    }
}

/// The piece in hand that is meant when somebody speaks of it: the top one of the first bundle.
pub(super) fn in_hand(m: &Machine) -> crate::piece::Piece {
    m.regs.hand.first().and_then(|b| b.pieces.last()).map_or(crate::piece::Piece::NONE, |(p, _)| *p)
}

/// The walk goes on (true), or ends here with the cells passed.
fn reach_answer(m: &mut Machine, here: u16, yes: bool) -> bool {
    match m.loops.last_mut() {
        Some(Loop::Reach { passed, .. }) if yes => {
            passed.push(Val::Cell(here));
            m.regs.cursor = here;
            true
        }
        _ => {
            end_reach(m);
            false
        }
    }
}

/// The walk is over: the cells passed are pushed, the cursor is where it was.
pub(super) fn end_reach(m: &mut Machine) {
    if let Some(Loop::Reach { cursor, passed, .. }) = m.loops.pop() {
        m.regs.cursor = cursor;
        m.push(Val::list(passed));
    }
}
