//! What each op does to a run that is followed in advance.
//!
//! An op asks all its questions before it changes anything: when an answer is missing it is begun again.

use super::choose::{choose_cell, choose_value, open, succeed};
use super::facts::Facts;
use super::graph::{Filter, Filters};
use super::hand::HowMany;
use super::machine::{Act, Alternatives, Ask, Halt, Loop, Machine, Step};
use super::value::{NONE, Value};
use std::sync::Arc;
use zug_ir::{CellTest, Const, GlobalId, ModeId, Quantifier, ScriptOp as Op};
use zug_vm::{Action, NO_CELL};

/// Longer lists are left to the interpreter.
const MAX_LIST: usize = 500;

/// What an op does to the flow.
pub(super) enum Flow {
    Next,
    Jump(usize),
    Fail,
    /// A part or a move ends; then the run fails.
    End(Then),
    /// Each of these goes on by itself.
    Branch(Vec<Machine>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Then {
    Part(ModeId),
    Done,
    Accept,
}

pub(super) struct Follower<'a> {
    pub(super) facts: &'a Facts,
    pub(super) filters: &'a mut Filters,
}

/// How many of the topmost values an op must know.
fn wants(facts: &Facts, op: &Op, m: &Machine) -> usize {
    let total = |below: usize| matches!(m.peek(below), Value::Total(..));
    match *op {
        Op::Yield {} => usize::from(total(0)),
        Op::SetLocal { local } => usize::from(total(0) && facts.left.contains(&local.0)),
        Op::JumpIf { .. }
        | Op::JumpUnless { .. }
        | Op::Check {}
        | Op::Truth {}
        | Op::Not {}
        | Op::IsNone {}
        | Op::Walk {}
        | Op::AnyElement {}
        | Op::Abs {}
        | Op::Length {}
        | Op::ComeBack {}
        | Op::Look { .. }
        | Op::StepAlone {}
        | Op::Opposite {}
        | Op::Coord { .. }
        | Op::SetGlobal { .. }
        | Op::SetPlayerValue { .. }
        | Op::ChangeOwner {}
        | Op::TakeSome {}
        | Op::Put {}
        | Op::GotoTurn {}
        | Op::UseDie { .. }
        | Op::Reach {}
        | Op::ReachAnswer { .. }
        | Op::Each {}
        | Op::AsPlayer {} => 1,
        Op::Mul {}
        | Op::Div {}
        | Op::Rem {}
        | Op::Min {}
        | Op::Max {}
        | Op::AnyBetween {}
        | Op::Nth {}
        | Op::Append {}
        | Op::Without {}
        | Op::Union {}
        | Op::Member {}
        | Op::CoordOf {}
        | Op::Create {} => 2,
        Op::Less {} | Op::AtMost {} => match (m.peek(1), m.peek(0)) {
            (Value::Total(..), Value::Known(_)) | (Value::Known(_), Value::Total(..)) => 0,
            _ => 2,
        },
        Op::Equals { n } => usize::from(n) + 1,
        Op::AnyOf { n } | Op::List { n } | Op::Join { n } | Op::CellAt { n } | Op::Log { n, .. } => {
            usize::from(n)
        }
        Op::Add {} => match (m.peek(1), m.peek(0)) {
            (Value::More(..), Value::Known(_)) | (Value::Known(_), Value::More(..)) => 0,
            (Value::Total(..), Value::Known(_)) | (Value::Known(_), Value::Total(..)) => 0,
            _ => 2,
        },
        Op::Sub {} => match (m.peek(1), m.peek(0)) {
            (Value::More(..) | Value::Total(..), Value::Known(_)) => 0,
            _ => 2,
        },
        Op::Restore {} => match m.peek(1) {
            Value::More(..) | Value::Total(..) => 2,
            _ => 0,
        },
        Op::Succeed {} => {
            usize::from(tally(m) == Some(Quantifier::Sum) || tally(m) == Some(Quantifier::Collect))
        }
        _ => 0,
    }
}

/// The innermost quantifier.
fn tally(m: &Machine) -> Option<Quantifier> {
    m.choices.iter().rev().find_map(|c| match c.kind {
        Alternatives::Quantifier { how, .. } => Some(how),
        _ => None,
    })
}

fn flow(done: bool) -> Flow {
    if done { Flow::Next } else { Flow::Fail }
}

impl Follower<'_> {
    pub(super) fn step(&mut self, m: &mut Machine, op: &Op) -> Step<Flow> {
        let facts = self.facts;
        m.force(wants(facts, op, m))?;
        match *op {
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
                return Ok(flow(self.is_true(m, &value)));
            }
            Op::Fail {} => return Ok(Flow::Fail),
            Op::Fork { to } => return Ok(self.fork(m, to.0 as usize)),
            Op::Accept {} => return Ok(Flow::End(Then::Accept)),

            Op::AnyOf { n } => {
                let values = m.pop_many(usize::from(n));
                return Ok(choose_value(m, values));
            }
            Op::AnyElement {} => {
                if let Value::Known(Const::Zone(zone)) = *m.peek(0) {
                    return self.choose_zone(m, zone, 1);
                }
                let values = m.pop().elements().to_vec();
                return Ok(choose_value(m, values));
            }
            Op::AnyBetween {} => {
                let (last, first) = (m.pop().number(), m.pop().number());
                if i64::from(last) - i64::from(first) > MAX_LIST as i64 {
                    return Err(Halt::Stuck);
                }
                return Ok(choose_value(m, (first..=last).map(Value::int).collect()));
            }
            Op::AnyCell {} => return Ok(choose_cell(m, (0..facts.n_cells as u16).collect())),
            Op::AnyPiece {} => return self.choose_piece(m, |_| true),
            Op::AnyKind { kind } => return self.choose_piece(m, |code| facts.kind(code) == kind),
            Op::AnyZone { zone } => return self.choose_zone(m, zone, 0),

            Op::Quantify { how: Quantifier::All, .. } => return Err(Halt::Stuck),
            Op::Quantify { how, to } => {
                if let Some(total) = self.total(m, how, to.0 as usize) {
                    m.push(total);
                    return Ok(Flow::Jump(to.0 as usize));
                }
                let kind = Alternatives::Quantifier { how, n: 0, values: Vec::new() };
                open(m, to.0 as usize, kind);
            }
            Op::Succeed {} => return succeed(m),

            Op::Push { value } => m.push(Value::Known(value)),
            Op::Pop {} => {
                m.pop();
            }
            Op::Walk {} => {
                if let value @ Value::Known(Const::Dir(_) | Const::Cell(_)) = m.pop() {
                    self.is_true(m, &value);
                }
            }
            Op::Truth {} => {
                let value = m.pop();
                let yes = self.is_true(m, &value);
                m.push(Value::truth(yes));
            }
            Op::Not {} => {
                let value = m.pop();
                let yes = self.is_true(m, &value);
                m.push(Value::truth(!yes));
            }
            Op::IsNone {} => {
                let value = m.pop();
                m.push(Value::truth(matches!(value, Value::Known(Const::None | Const::Int(0)))));
            }
            Op::Local { local } => {
                if let Value::Left(left) = m.regs.locals[local.idx()] {
                    let was = super::value::kept(m.ask(Ask::Left(left))?);
                    m.regs.learn(left, was);
                }
                m.push(m.regs.locals[local.idx()].clone());
            }
            Op::SetLocal { local } => {
                let value = m.pop();
                m.regs.locals[local.idx()] = value;
            }
            Op::Global { global } => return self.global(m, global.idx()),
            Op::PlayerValue { first } => return self.global(m, first.idx() + m.regs.me.idx()),
            Op::SetGlobal { global } => return self.set_global(m, global),
            Op::SetPlayerValue { first } => return self.set_global(m, GlobalId(first.0 + m.regs.me.0)),

            Op::Add {} => return sum(m, 1),
            Op::Sub {} => return sum(m, -1),
            Op::Mul {} => return binary(m, |a, b| Some(a * b)),
            Op::Div {} => {
                return binary(m, |a, b| {
                    (b != 0).then(|| a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0))
                });
            }
            Op::Rem {} => return binary(m, |a, b| (b != 0).then(|| ((a % b) + b) % b)),
            Op::Abs {} => {
                let n = m.pop().number();
                m.push(Value::int(n.checked_abs().ok_or(Halt::Stuck)?));
            }
            Op::Min {} => return binary(m, |a, b| Some(a.min(b))),
            Op::Max {} => return binary(m, |a, b| Some(a.max(b))),
            Op::Equals { n } => {
                let values = m.pop_many(usize::from(n));
                let value = m.pop();
                m.push(Value::truth(values.contains(&value)));
            }
            Op::Less {} => return compare(m, 1),
            Op::AtMost {} => return compare(m, 0),

            Op::List { n } => {
                let values = m.pop_many(usize::from(n));
                return push_list(m, values);
            }
            Op::Length {} => {
                let n = m.pop().elements().len();
                m.push(Value::int(n as i32));
            }
            Op::Nth {} => {
                let (i, list) = (m.pop().number(), m.pop());
                let value = usize::try_from(i).ok().and_then(|i| list.elements().get(i).cloned());
                m.push(value.unwrap_or(NONE));
            }
            Op::Append {} => {
                let (value, list) = (m.pop(), m.pop());
                let mut values = list.elements().to_vec();
                values.push(value);
                return push_list(m, values);
            }
            Op::Without {} => {
                let (value, list) = (m.pop(), m.pop());
                let mut values = list.elements().to_vec();
                if let Some(i) = values.iter().position(|v| *v == value) {
                    values.remove(i);
                }
                return push_list(m, values);
            }
            Op::Union {} => {
                let (b, a) = (m.pop(), m.pop());
                let mut values = a.elements().to_vec();
                for value in b.elements() {
                    if !values.contains(value) {
                        values.push(value.clone());
                    }
                }
                return push_list(m, values);
            }
            Op::Member {} => {
                let (list, value) = (m.pop(), m.pop());
                m.push(Value::truth(list.elements().contains(&value)));
            }
            Op::Join { n } => {
                let values = m.pop_many(usize::from(n));
                return push_list(m, values.iter().flat_map(|v| v.elements().to_vec()).collect());
            }

            Op::Here {} => m.push(Value::cell(m.regs.cursor)),
            Op::ComeBack {} => m.regs.cursor = m.pop().as_cell(),
            Op::Restore {} => {
                let (value, cell) = (m.pop(), m.pop());
                m.regs.cursor = cell.as_cell();
                m.push(value);
            }
            Op::Look { to } => {
                let value = m.pop();
                match self.seen(m, &value) {
                    NO_CELL => return Ok(Flow::Jump(to.0 as usize)),
                    cell => m.regs.cursor = cell,
                }
            }
            Op::StepAlone {} => {
                let value = m.pop();
                match self.seen(m, &value) {
                    NO_CELL => return Ok(Flow::Fail),
                    cell => m.regs.cursor = cell,
                }
            }
            Op::Mark {} => m.regs.marks.push(m.regs.cursor),
            Op::Back {} => match m.regs.marks.pop() {
                Some(cell) => m.regs.cursor = cell,
                None => return Ok(Flow::Fail),
            },

            Op::Test { test } => {
                let yes = m.regs.cursor != NO_CELL && passes(facts, m, test, m.top(facts)?);
                m.push(Value::truth(yes));
            }
            Op::InZone { zone } => {
                let yes = facts.in_zone(m.regs.actor, zone, m.regs.cursor);
                m.push(Value::truth(yes));
            }
            Op::KindHere {} => {
                let held = m.regs.hand.first().and_then(|b| b.pieces.last()).map(|(code, _)| *code);
                let code = m.top(facts)?.or(held);
                m.push(code.map_or(NONE, |c| Value::Known(Const::Kind(facts.kind(c)))));
            }
            Op::Piece {} => {
                let top = m.top(facts)?;
                m.push(top.map_or(NONE, |c| Value::Known(Const::Kind(facts.kind(c)))));
            }
            Op::Owner {} => {
                let top = m.top(facts)?;
                m.push(top.map_or(NONE, |c| Value::Known(Const::Player(facts.owner(c)))));
            }
            Op::Size {} => {
                let size = m.size(facts, m.regs.cursor)?;
                m.push(Value::int(size));
            }
            Op::Start {} => m.push(Value::cell(m.regs.start)),
            Op::Me {} => m.push(Value::Known(Const::Player(m.regs.me))),
            Op::Rivals {} => {
                let rivals = facts.rivals[m.regs.me.idx()].iter();
                let rivals = rivals.map(|p| Value::Known(Const::Player(*p))).collect();
                m.push(Value::list(rivals));
            }
            Op::NoMoves {} => {
                let none = !m.job.makes && m.ask(Ask::NoMoves)? != 0;
                m.push(Value::truth(none));
            }
            Op::Repeated { .. } => {
                let yes = m.ask(Ask::Repeated)? != 0;
                m.pop();
                m.push(Value::truth(yes));
            }
            Op::Dice { dice } => {
                let faces = self.faces(m, dice)?;
                m.push(Value::list(faces.into_iter().map(Value::int).collect()));
            }
            Op::Opposite {} => {
                let opposite = match m.pop() {
                    Value::Known(Const::Dir(d)) => facts.game.board.opposite.get(d.idx()).copied().flatten(),
                    _ => None,
                };
                m.push(opposite.map_or(NONE, |d| Value::Known(Const::Dir(d))));
            }
            Op::Coord { dimension } => {
                let coord = facts.coord(m.pop().as_cell(), i32::from(dimension));
                m.push(coord.map_or(NONE, |c| Value::int(i32::from(c))));
            }
            Op::CoordOf {} => {
                let (dimension, cell) = (m.pop().number(), m.pop().as_cell());
                m.push(facts.coord(cell, dimension).map_or(NONE, |c| Value::int(i32::from(c))));
            }
            Op::CellAt { n } => {
                let at: Vec<i32> = m.pop_many(usize::from(n)).iter().map(Value::number).collect();
                m.push(Value::cell(facts.cell_at(&at)));
            }

            Op::AsPlayer {} => {
                let (me, actor) = (m.regs.me, m.regs.actor);
                if let Value::Known(Const::Player(p)) = m.pop() {
                    (m.regs.me, m.regs.actor) = (p, p);
                }
                m.push(Value::Known(Const::Player(me)));
                m.push(Value::Known(Const::Player(actor)));
            }
            Op::AsBefore {} => {
                let (value, actor, me) = (m.pop(), m.pop(), m.pop());
                if let (Value::Known(Const::Player(me)), Value::Known(Const::Player(actor))) = (me, actor) {
                    (m.regs.me, m.regs.actor) = (me, actor);
                }
                m.push(value);
            }

            Op::Reach {} => {
                let Value::Known(Const::Dir(dir)) = m.pop() else { return Ok(Flow::Fail) };
                m.regs.loops.push(Loop::Reach { cursor: m.regs.cursor, dir, passed: Vec::new() });
            }
            Op::ReachNext { to } => {
                let Some(Loop::Reach { dir, passed, .. }) = m.regs.loops.last() else {
                    return Ok(Flow::Jump(to.0 as usize));
                };
                let next = facts.step(m.regs.actor, *dir, m.regs.cursor);
                if next == NO_CELL || passed.len() > facts.n_cells {
                    end_reach(m);
                    return Ok(Flow::Jump(to.0 as usize));
                }
                m.regs.cursor = next;
            }
            Op::ReachAnswer { to } => {
                let (value, here) = (m.pop(), m.regs.cursor);
                let yes = self.is_true(m, &value);
                match m.regs.loops.last_mut() {
                    Some(Loop::Reach { passed, .. }) if yes => {
                        passed.push(Value::cell(here));
                        m.regs.cursor = here;
                        return Ok(Flow::Jump(to.0 as usize));
                    }
                    _ => end_reach(m),
                }
            }
            Op::Each {} => {
                let list: Arc<[Value]> = match m.pop() {
                    Value::List(list) => list,
                    other => other.elements().to_vec().into(),
                };
                m.regs.loops.push(Loop::Each { list, next: 0 });
            }
            Op::EachNext { local, to } => {
                let Some(Loop::Each { list, next }) = m.regs.loops.last_mut() else { return Ok(Flow::Fail) };
                match list.get(*next).cloned() {
                    Some(value) => {
                        *next += 1;
                        m.regs.locals[local.idx()] = value;
                    }
                    None => {
                        m.regs.loops.pop();
                        return Ok(Flow::Jump(to.0 as usize));
                    }
                }
            }

            Op::Take {} => return Ok(flow(m.take(facts, &HowMany::One)?)),
            Op::TakeAll {} => return Ok(flow(m.take(facts, &HowMany::All)?)),
            Op::TakeSome {} => {
                let n = m.peek(0).number();
                let taken = m.take(facts, &HowMany::Some(n))?;
                m.pop();
                return Ok(flow(taken));
            }
            Op::Drop {} | Op::Place {} => m.set_down_all(facts)?,
            Op::Put {} => {
                let n = m.pop().number();
                return Ok(flow(m.put(facts, n)?));
            }
            Op::Capture {} => m.capture(facts)?,
            Op::Create {} => {
                let (owner, kind) = (m.pop(), m.pop());
                let (Value::Known(Const::Player(owner)), Value::Known(Const::Kind(kind))) = (owner, kind)
                else {
                    return Ok(Flow::Fail);
                };
                return Ok(flow(m.create(facts, facts.code(owner, kind))?));
            }
            Op::ChangeOwner {} => {
                if let Value::Known(Const::Player(owner)) = *m.peek(0) {
                    m.change_owner(facts, owner)?;
                }
                m.pop();
            }
            // Where cells hold heaps everything may arrive, and nothing leaves late.
            Op::Arrive { .. } | Op::Settle {} => {}
            Op::EndPart { .. } | Op::Emit {} if !m.regs.hand.is_empty() => return Ok(Flow::Fail),
            Op::EndPart { mode } => return Ok(Flow::End(Then::Part(mode))),
            Op::Emit {} => return Ok(if is_nothing(m)? { Flow::Fail } else { Flow::End(Then::Done) }),
            Op::Yield {} => {
                let value = match m.pop() {
                    Value::Left(_) => return Err(Halt::Stuck),
                    value @ Value::More(..) => value,
                    value => Value::int(value.number()),
                };
                m.regs.yields.push(value);
            }
            Op::Log { order, n } => {
                let values = m.pop_many(usize::from(n));
                let text: String = values.iter().map(|v| self.text(v)).collect();
                m.regs.logs.push((order, text));
            }
            Op::GotoTurn {} => {
                let value = m.pop();
                let Some(turn) = self.turn_of(&value) else { return Ok(Flow::Fail) };
                m.regs.turn = Some(turn);
                m.record(Act::Do(Action::SetTurn { turn }))?;
            }
            Op::UseDie { dice } => {
                let n = m.peek(0).number();
                if !self.use_die(m, dice, n)? {
                    m.pop();
                    return Ok(Flow::Fail);
                }
                m.pop();
            }
            _ => return Err(Halt::Stuck),
        }
        Ok(Flow::Next)
    }

    /// The pieces of a zone, where that is all a sum is about.
    fn total(&mut self, m: &Machine, how: Quantifier, to: usize) -> Option<Value> {
        let body = self.facts.script(m.job.script).get(m.pc + 1..to)?;
        let [Op::AnyZone { zone }, Op::Pop {}, Op::Size {}, Op::Succeed {}] = body else { return None };
        let zone = self.facts.zone(m.regs.actor, *zone);
        let cells = zone.iter().fold(0_u128, |mask, c| mask | 1 << c.0);
        if how != Quantifier::Sum || cells.count_ones() as usize != zone.len() {
            return None;
        }
        let inside = |at: u16| cells >> (at / self.facts.n_codes as u16) & 1 != 0;
        let changes = m.regs.changes.iter().filter(|(at, _)| inside(*at));
        let more = changes.map(|(_, n)| i32::from(*n)).sum();
        Some(Value::Total(self.filters.number(Filter { cells, codes: !0 }), more))
    }

    fn is_true(&self, m: &mut Machine, value: &Value) -> bool {
        match value {
            Value::Known(Const::None | Const::Int(0)) => false,
            Value::List(list) => !list.is_empty(),
            Value::Known(Const::Dir(dir)) => self.go(m, *dir),
            Value::Known(Const::Cell(cell)) => {
                m.regs.cursor = cell.0;
                true
            }
            _ => true,
        }
    }

    fn go(&self, m: &mut Machine, dir: zug_ir::DirId) -> bool {
        let actor = m.regs.actor;
        let to = self.facts.step(actor, dir, m.regs.cursor);
        if to == NO_CELL {
            return false;
        }
        if m.regs.hand.len() > 1 {
            if m.regs.hand.iter().any(|b| self.facts.step(actor, dir, b.at) == NO_CELL) {
                return false;
            }
            for bundle in &mut m.regs.hand {
                bundle.at = self.facts.step(actor, dir, bundle.at);
            }
        }
        m.regs.cursor = to;
        true
    }

    fn seen(&self, m: &Machine, value: &Value) -> u16 {
        match value {
            Value::Known(Const::Dir(dir)) => self.facts.step(m.regs.actor, *dir, m.regs.cursor),
            value => value.as_cell(),
        }
    }

    fn global(&self, m: &mut Machine, global: usize) -> Step<Flow> {
        let known = m.regs.globals.iter().find(|(g, _)| usize::from(*g) == global).map(|(_, v)| *v);
        let value = match (known, self.facts.game.globals.get(global)) {
            (Some(value), _) => value,
            (_, None) => 0,
            (_, Some(of)) if !self.facts.written[global] => of.init,
            _ => m.ask(Ask::Global(global as u16))? as i32,
        };
        m.push(Value::Known(zug_ir::script::decode(value)));
        Ok(Flow::Next)
    }

    fn set_global(&self, m: &mut Machine, global: GlobalId) -> Step<Flow> {
        let value = match m.pop() {
            Value::Known(Const::Int(n)) if n.unsigned_abs() >= 1 << 28 => return Err(Halt::Stuck),
            Value::Known(value) => zug_ir::script::encode(value),
            _ => return Err(Halt::Stuck),
        };
        if global.idx() < self.facts.game.globals.len() {
            match m.regs.globals.binary_search_by_key(&global.0, |(g, _)| *g) {
                Ok(i) => m.regs.globals[i].1 = value,
                Err(i) => m.regs.globals.insert(i, (global.0, value)),
            }
            m.record(Act::Do(Action::SetGlobal { global, value }))?;
        }
        Ok(Flow::Next)
    }

    /// The faces not used yet.
    fn faces(&self, m: &mut Machine, dice: u16) -> Step<Vec<i32>> {
        let Some(pool) = self.facts.pools.get(usize::from(dice)) else { return Ok(Vec::new()) };
        let known = m.tables.iter().find(|(d, _)| *d == dice).map(|(_, table)| *table);
        let mut table = match known {
            Some(table) => table,
            None => {
                let table = m.ask(Ask::Table(dice))? as u16;
                m.tables.push((dice, table));
                table
            }
        };
        for (_, face) in m.regs.used.iter().filter(|(d, _)| *d == dice) {
            table = pool.used(table, *face).ok_or(Halt::Stuck)?;
        }
        Ok(pool.faces[table as usize].clone())
    }

    fn use_die(&self, m: &mut Machine, dice: u16, face: i32) -> Step<bool> {
        if m.regs.used.iter().any(|(d, _)| *d == dice) || m.tables.iter().any(|(d, _)| *d == dice) {
            if !self.faces(m, dice)?.contains(&face) {
                return Ok(false);
            }
        } else if m.ask(Ask::Face(dice, face))? == 0 {
            return Ok(false);
        }
        m.tables.clear();
        m.regs.used.push((dice, face));
        m.record(Act::Use(dice, face))?;
        Ok(true)
    }

    fn turn_of(&self, value: &Value) -> Option<u16> {
        let (turns, rules) = (&self.facts.game.turns, self.facts.rules());
        match value {
            Value::Known(Const::Int(n)) => u16::try_from(*n).ok().filter(|n| usize::from(*n) < turns.len()),
            Value::Known(Const::Player(player)) => {
                // A roll before the player's turn belongs to it.
                let at = turns.iter().position(|t| t.chooser == *player)?;
                let roll = at.checked_sub(1).filter(|&i| rules.rolls.get(i).is_some_and(Option::is_some));
                Some(roll.unwrap_or(at) as u16)
            }
            _ => None,
        }
    }

    /// A value as part of a move's name.
    fn text(&self, value: &Value) -> String {
        self.text_within(value, zug_vm::MAX_NESTED)
    }

    fn text_within(&self, value: &Value, depth: u32) -> String {
        let game = &self.facts.game;
        match value {
            Value::Known(Const::Int(n)) => n.to_string(),
            Value::Known(Const::Text(t)) => self.facts.rules().texts[t.idx()].clone(),
            Value::Known(Const::Dir(d)) => game.board.dirs[d.idx()].clone(),
            Value::Known(Const::Cell(c)) => game.board.cells[c.idx()].name.clone(),
            Value::Known(Const::Kind(k)) => game.kinds[k.idx()].name.clone(),
            Value::Known(Const::Player(p)) => game.players[p.idx()].name.clone(),
            Value::Known(Const::Zone(z)) => game.board.zones[z.idx()].name.clone(),
            Value::List(list) if depth > 0 => {
                let texts = list.iter().take(100).map(|v| self.text_within(v, depth - 1));
                texts.collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        }
    }
}

/// Has the move changed nothing?
fn is_nothing(m: &Machine) -> Step<bool> {
    let regs = &m.regs;
    if !m.job.first || m.job.mover.is_none() || m.job.part_from == NO_CELL || regs.turn.is_some() {
        return Ok(false);
    }
    if !regs.changes.is_empty() || !regs.used.is_empty() {
        return Ok(false);
    }
    for (global, value) in &regs.globals {
        if m.ask(Ask::Global(*global))? != i64::from(*value) {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) fn passes(facts: &Facts, m: &Machine, test: CellTest, top: Option<u8>) -> bool {
    match test {
        CellTest::Empty => top.is_none(),
        CellTest::Friend => top.is_some_and(|c| facts.is_friend(m.regs.me, c)),
        _ => top.is_some_and(|c| !facts.is_friend(m.regs.me, c)),
    }
}

fn end_reach(m: &mut Machine) {
    if let Some(Loop::Reach { cursor, passed, .. }) = m.regs.loops.pop() {
        m.regs.cursor = cursor;
        m.push(Value::list(passed));
    }
}

fn push_list(m: &mut Machine, values: Vec<Value>) -> Step<Flow> {
    if values.len() > MAX_LIST {
        return Err(Halt::Stuck);
    }
    m.push(Value::list(values));
    Ok(Flow::Next)
}

fn binary(m: &mut Machine, f: impl Fn(i64, i64) -> Option<i64>) -> Step<Flow> {
    let (b, a) = (m.pop().number(), m.pop().number());
    match f(i64::from(a), i64::from(b)).map(i32::try_from) {
        Some(Ok(n)) => m.push(Value::int(n)),
        Some(Err(_)) => return Err(Halt::Stuck),
        None => return Ok(Flow::Fail),
    }
    Ok(Flow::Next)
}

/// Is the lower value less than the topmost by at least so much?
fn compare(m: &mut Machine, by: i64) -> Step<Flow> {
    let yes = match (m.peek(1), m.peek(0)) {
        (&Value::Total(set, n), other) => {
            !m.has_total(set, i64::from(other.number()) - i64::from(n) - by + 1)?
        }
        (other, &Value::Total(set, n)) => m.has_total(set, i64::from(other.number()) + by - i64::from(n))?,
        (a, b) => i64::from(a.number()) + by <= i64::from(b.number()),
    };
    m.pop_many(2);
    m.push(Value::truth(yes));
    Ok(Flow::Next)
}

fn sum(m: &mut Machine, sign: i64) -> Step<Flow> {
    use Value::{More, Total};
    let (value, n) = match (m.peek(1), m.peek(0)) {
        (value @ &(More(_, n) | Total(_, n)), more) => {
            (value, i64::from(n) + sign * i64::from(more.number()))
        }
        (more, value @ &(More(_, n) | Total(_, n))) if sign > 0 => {
            (value, i64::from(n) + i64::from(more.number()))
        }
        _ => return binary(m, |a, b| Some(a + sign * b)),
    };
    // The rest of the way to the largest number is left to what the local held.
    let n = i32::try_from(n).ok().filter(|n| n.unsigned_abs() < 1 << 29).ok_or(Halt::Stuck)?;
    let value = match *value {
        More(left, _) => More(left, n),
        Total(set, _) => Total(set, n),
        ref other => other.clone(),
    };
    m.pop_many(2);
    m.push(value);
    Ok(Flow::Next)
}
