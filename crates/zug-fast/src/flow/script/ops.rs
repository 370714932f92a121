//! What each op of a script does to a run for all starts.

use super::What;
use super::build::{Builder, Step, number};
use super::choose::Among;
use super::core::{Alternatives, Core, Loop, Man, Next, Sym, Val};
use crate::cellset::SetExpr;
use crate::class::Class;
use crate::flow::exit::{Effect, NamePart};
use crate::flow::places::{PlaceId, START};
use crate::num::{Expr, Num};
use crate::why::Why;
use std::rc::Rc;
use zug_ir::{CellId, CellTest, Const, GlobalId, ScriptOp as Op, ZoneId};

/// Values to choose from, elements of a list.
pub(super) const MAX_VALUES: usize = 200;

impl Builder<'_> {
    pub(super) fn op(&mut self, sym: &mut Sym, op: Op) -> Step<Next> {
        let pc = sym.core.pc;
        if matches!(op, Op::Drop {} | Op::Put {}) && self.may_hold_from_outside(sym) {
            return Err(Why::Op("setting down inside a quantifier").into());
        }
        let core = &mut sym.core;
        match op {
            Op::Jump { to } => {
                core.pc = to.0 as usize;
                return Ok(Next::Go);
            }
            Op::JumpIf { to } | Op::JumpUnless { to } => {
                let value = pop(core);
                if self.is_true(core, &value)? == matches!(op, Op::JumpIf { .. }) {
                    core.pc = to.0 as usize;
                    return Ok(Next::Go);
                }
            }
            Op::Check {} => {
                let value = pop(core);
                if !self.is_true(core, &value)? {
                    return Ok(Next::Fail);
                }
            }
            Op::Fail {} => return Ok(Next::Fail),
            Op::Fork { to } => self.open(sym, to.0 as usize, Alternatives::Way)?,
            Op::Accept {} | Op::Emit {} => return Ok(Next::Emit),
            Op::AnyOf { n } => {
                let values = pop_many(core, n);
                return self.choose(sym, values);
            }
            Op::AnyElement {} => {
                return match pop(core) {
                    Val::Zone(zone) => self.choose_cell(sym, Among::Zone(zone)),
                    Val::Set(set) => self.choose_of(sym, set),
                    value => self.choose(sym, value.elements()),
                };
            }
            Op::AnyBetween {} => {
                let (last, first) = (number(&pop(core))?, number(&pop(core))?);
                let (Num::Const(last), Num::Const(first)) = (last, first) else {
                    return Err(Why::Op("any_between").into());
                };
                if i64::from(last) - i64::from(first) > MAX_VALUES as i64 {
                    return Err(Why::TooManyWays.into());
                }
                return self.choose(sym, (first..=last).map(Val::int).collect());
            }
            Op::AnyCell {} => return self.choose_cell(sym, Among::All),
            Op::AnyPiece {} => return self.choose_cell(sym, Among::Pieces),
            Op::AnyKind { kind } => return self.choose_cell(sym, Among::Kind(kind)),
            Op::AnyZone { zone } => return self.choose_cell(sym, Among::Zone(zone)),
            Op::Quantify { how, to } => return self.quantify(sym, how, to.0 as usize),
            Op::Succeed {} => return self.succeed(sym),

            Op::Push { value } => core.stack.push(constant(self, value)),
            Op::Pop {} => {
                pop(core);
            }
            Op::Walk {} => {
                if let value @ (Val::Dir(_) | Val::Cell(_)) = pop(core) {
                    self.is_true(core, &value)?;
                }
            }
            Op::Truth {} | Op::Not {} => {
                let value = pop(core);
                let yes = self.is_true(core, &value)?;
                core.stack.push(Val::truth(yes == matches!(op, Op::Truth {})));
            }
            Op::IsNone {} => {
                let none = match pop(core) {
                    Val::None => true,
                    Val::Int(n) => !self.nonzero(core, n)?,
                    _ => false,
                };
                core.stack.push(Val::truth(none));
            }
            Op::Local { local } => core.stack.push(core.locals[local.idx()].clone()),
            Op::SetLocal { local } => {
                let value = pop(core);
                core.locals[local.idx()] = value;
            }
            Op::Global { global } => {
                let value = self.global(core, global)?;
                core.stack.push(value);
            }
            Op::SetGlobal { global } => self.set_global(core, global)?,
            Op::PlayerValue { first } => {
                let value = self.global(core, GlobalId(first.0 + core.me.0))?;
                core.stack.push(value);
            }
            Op::SetPlayerValue { first } => {
                let global = GlobalId(first.0 + core.me.0);
                self.set_global(core, global)?;
            }
            Op::Attr { attr } => {
                let value = self.attr(core, attr)?;
                core.stack.push(value);
            }
            Op::AttrHere { attr } => {
                let man = match core.cursor {
                    Some(cell) => self.man_at(core, cell)?,
                    None => None,
                };
                let value = match man {
                    Some(man) => self.attr_of(core, &man, attr)?,
                    None => Val::None,
                };
                core.stack.push(value);
            }
            Op::SetAttr { attr } => {
                let value = number(&pop(core))?;
                self.set_attr(core, attr, value)?;
            }

            Op::Add {} => self.binary(core, Expr::Add)?,
            Op::Sub {} => self.binary(core, Expr::Sub)?,
            Op::Mul {} => self.binary(core, Expr::Mul)?,
            Op::Min {} => self.binary(core, Expr::Min)?,
            Op::Max {} => self.binary(core, Expr::Max)?,
            Op::Less {} => self.binary(core, Expr::Lt)?,
            Op::AtMost {} => self.binary(core, Expr::Le)?,
            Op::Div {} | Op::Rem {} => {
                let (b, a) = (number(&pop(core))?, number(&pop(core))?);
                let (Num::Const(a), Num::Const(b)) = (a, b) else { return Err(Why::Op("div").into()) };
                if b == 0 {
                    return Ok(Next::Fail);
                }
                let (a, b) = (i64::from(a), i64::from(b));
                let n = match op {
                    Op::Div {} => a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0),
                    _ => ((a % b) + b) % b,
                };
                core.stack.push(Val::int(i32::try_from(n).map_err(|_| Why::LargeNumbers)?));
            }
            Op::Abs {} => {
                let Num::Const(n) = number(&pop(core))? else { return Err(Why::Op("abs").into()) };
                core.stack.push(Val::int(n.checked_abs().ok_or(Why::LargeNumbers)?));
            }
            Op::Equals { n } => {
                let values = pop_many(core, n);
                let value = pop(core);
                let mut found = false;
                for other in values {
                    if self.equal(core, &value, &other)? {
                        found = true;
                        break;
                    }
                }
                core.stack.push(Val::truth(found));
            }

            Op::List { n } => {
                let values = pop_many(core, n);
                core.stack.push(Val::List(values.into()));
            }
            Op::Length {} => {
                let n = match pop(core) {
                    Val::Set(set) => self.size_of(set),
                    list => Num::Const(list.elements().len() as i32),
                };
                core.stack.push(Val::Int(n));
            }
            Op::Nth {} => {
                let (i, list) = (number(&pop(core))?, pop(core));
                let Num::Const(i) = i else { return Err(Why::Op("nth").into()) };
                if let (0, Val::Set(set)) = (i, &list) {
                    let first = self.set(SetExpr::First(*set))?;
                    core.stack.push(Val::Set(first));
                    core.pc += 1;
                    return Ok(Next::Go);
                }
                let value = usize::try_from(i).ok().and_then(|i| list.elements().get(i).cloned());
                core.stack.push(value.unwrap_or(Val::None));
            }
            Op::Append {} | Op::Without {} | Op::Member {} | Op::Join { .. }
                if core.stack.iter().rev().take(4).any(|v| matches!(v, Val::Set(_))) =>
            {
                return Err(Why::Op(op.mnemonic()).into());
            }
            Op::Append {} => {
                let (value, list) = (pop(core), pop(core));
                let mut values = list.elements();
                values.push(value);
                core.stack.push(short(values)?);
            }
            Op::Without {} => {
                let (value, list) = (pop(core), pop(core));
                let mut values = list.elements();
                let mut at = None;
                for (i, other) in values.iter().enumerate() {
                    if at.is_none() && self.equal(core, &value, other)? {
                        at = Some(i);
                    }
                }
                if let Some(at) = at {
                    values.remove(at);
                }
                core.stack.push(short(values)?);
            }
            Op::Member {} => {
                let (list, value) = (pop(core), pop(core));
                let mut found = false;
                for other in list.elements() {
                    if self.equal(core, &value, &other)? {
                        found = true;
                        break;
                    }
                }
                core.stack.push(Val::truth(found));
            }
            Op::Join { n } => {
                let values: Vec<Val> = pop_many(core, n).iter().flat_map(Val::elements).collect();
                core.stack.push(short(values)?);
            }

            Op::Here {} => core.stack.push(core.cursor.map_or(Val::None, Val::Cell)),
            Op::ComeBack {} => {
                let cell = pop(core);
                core.cursor = cell_of(&cell);
            }
            Op::Restore {} => {
                let (value, cell) = (pop(core), pop(core));
                core.cursor = cell_of(&cell);
                core.stack.push(value);
            }
            Op::Look { to } => {
                let value = pop(core);
                match self.seen(core, &value)? {
                    Some(cell) => core.cursor = Some(cell),
                    None => {
                        core.pc = to.0 as usize;
                        return Ok(Next::Go);
                    }
                }
            }
            Op::StepAlone {} => {
                let value = pop(core);
                match self.seen(core, &value)? {
                    Some(cell) => core.cursor = Some(cell),
                    None => return Ok(Next::Fail),
                }
            }
            Op::Mark {} => core.marks.push(core.cursor),
            Op::Back {} => match core.marks.pop() {
                Some(cell) => core.cursor = cell,
                None => return Ok(Next::Fail),
            },

            Op::Test { test } => {
                let yes = self.test(core, test)?;
                core.stack.push(Val::truth(yes));
            }
            Op::InZone { zone } => {
                let yes = match core.cursor {
                    Some(cell) => self.in_zone(core, zone, cell)?,
                    None => false,
                };
                core.stack.push(Val::truth(yes));
            }
            Op::KindHere {} | Op::Piece {} | Op::Owner {} => {
                let mut man = match core.cursor {
                    Some(cell) => self.man_at(core, cell)?,
                    None => None,
                };
                if matches!(op, Op::KindHere {}) && man.is_none() {
                    man = core.hand.as_ref().map(|b| b.man.clone());
                }
                let value = match (man, matches!(op, Op::Owner {})) {
                    (None, _) => Val::None,
                    (Some(Man::Made(piece)), false) => Val::Kind(piece.kind()),
                    (Some(Man::Made(piece)), true) => Val::Player(piece.owner()),
                    (Some(Man::Stood { kind: Some(kind), .. }), false) => Val::Kind(kind),
                    (Some(Man::Stood { owner: Some(owner), .. }), true) => Val::Player(owner),
                    (Some(Man::Stood { at, .. }), owner) => self.standing(at, owner),
                };
                core.stack.push(value);
            }
            Op::Size {} => {
                let some = match core.cursor {
                    Some(cell) => !self.shows(core, Class::Empty, cell)?,
                    None => false,
                };
                core.stack.push(Val::truth(some));
            }
            Op::Start {} => core.stack.push(core.start.map_or(Val::None, Val::Cell)),
            Op::Me {} => core.stack.push(Val::Player(core.me)),
            Op::NextPlayer {} => {
                let next = self.next_player(core)?;
                core.stack.push(Val::Player(next));
            }
            Op::CapturedCount {} | Op::Parts {} if self.job.of_move => {
                return Err(Why::Op(op.mnemonic()).into());
            }
            Op::CapturedCount {} => core.stack.push(Val::Int(core.captured)),
            Op::Parts {} => core.stack.push(Val::int(1)),
            Op::ReserveOf {} => {
                let (owner, kind) = (pop(core), pop(core));
                let n = match (owner, kind) {
                    (Val::Player(p), Val::Kind(k)) => {
                        if core.effects.iter().any(|e| matches!(e, Effect::AddReserve(..) | Effect::Drop(_)))
                            || core.hand.as_ref().is_some_and(|b| b.origin.is_none())
                        {
                            return Err(Why::Op("reserve_of").into());
                        }
                        self.shared.exprs.num(Expr::Reserve(p, k))
                    }
                    _ => Num::Const(0),
                };
                core.stack.push(Val::Int(n));
            }
            Op::NoMoves {} => {
                let asked = self.job.what == What::Test && !core.bound && core.board.is_empty();
                if !asked || !self.job.before_move {
                    return Err(Why::Op("no_moves").into());
                }
                let num = self.shared.exprs.num(Expr::NoMoves);
                core.stack.push(Val::Int(num));
            }
            Op::Repeated { situation } => {
                let asked = self.job.what == What::Test && !core.bound && core.board.is_empty();
                let n = number(&pop(core))?;
                // The interpreter takes the next turn to be that of the order of turns.
                let told = || self.rules.scripts.iter().any(|s| s.code.contains(&Op::GotoTurn {}));
                let expr = match n {
                    Num::Const(times) if asked && self.job.of_move && !(situation && told()) => {
                        Expr::Returns { situation, times }
                    }
                    Num::Const(2) if asked && self.job.before_move && situation => Expr::Repeated,
                    _ => return Err(Why::Op("repeated").into()),
                };
                let num = self.shared.exprs.num(expr);
                core.stack.push(Val::Int(num));
            }
            Op::Opposite {} => {
                let opposite = match pop(core) {
                    Val::Dir(d) => self.program.game().board.opposite.get(d.idx()).copied().flatten(),
                    _ => None,
                };
                core.stack.push(opposite.map_or(Val::None, Val::Dir));
            }
            Op::Coord { dimension } => {
                let cell = pop(core);
                let value = self.coord(core, &cell, usize::from(dimension))?;
                core.stack.push(value);
            }
            Op::CoordOf {} => {
                let (dimension, cell) = (number(&pop(core))?, pop(core));
                let Num::Const(dimension) = dimension else { return Err(Why::Op("coord_of").into()) };
                let value = self.coord(core, &cell, usize::try_from(dimension).unwrap_or(0))?;
                core.stack.push(value);
            }
            Op::CellAt { n } => {
                let values = pop_many(core, n);
                let cell = self.cell_at(&values)?;
                core.stack.push(cell);
            }
            Op::AsPlayer {} => {
                let (me, actor) = (core.me, core.actor);
                if let Val::Player(p) = pop(core) {
                    (core.me, core.actor) = (p, p);
                }
                core.stack.push(Val::Player(me));
                core.stack.push(Val::Player(actor));
            }
            Op::AsBefore {} => {
                let (value, actor, me) = (pop(core), pop(core), pop(core));
                if let (Val::Player(me), Val::Player(actor)) = (me, actor) {
                    (core.me, core.actor) = (me, actor);
                }
                core.stack.push(value);
            }

            Op::Flood {} => {
                let (dirs, start) = (pop(core), pop(core));
                self.flood(core, &start, &dirs)?;
                return Ok(Next::Go);
            }
            Op::Border {} => {
                let (dirs, cells) = (pop(core), pop(core));
                self.border(core, &cells, &dirs)?;
            }
            Op::Reach {} => {
                let Val::Dir(dir) = pop(core) else { return Ok(Next::Fail) };
                if let Some((set, to)) = self.whole_ray(core, dir)? {
                    core.stack.push(Val::Set(set));
                    core.pc = to;
                    return Ok(Next::Go);
                }
                core.loops.push(Loop::Reach { cursor: core.cursor, dir, passed: Vec::new() });
            }
            Op::ReachNext { to } => return self.reach_next(core, to.0 as usize),
            Op::ReachAnswer { to } => {
                let (value, here) = (pop(core), core.cursor);
                let yes = self.is_true(core, &value)?;
                match (core.loops.last_mut(), here) {
                    (Some(Loop::Reach { passed, .. }), Some(cell)) if yes => {
                        passed.push(Val::Cell(cell));
                        core.cursor = here;
                        core.pc = to.0 as usize;
                        return Ok(Next::Go);
                    }
                    _ => end_reach(core),
                }
            }
            Op::Each {} => {
                let list = pop(core);
                if let Val::Set(set) = list {
                    self.each_of(core, set)?;
                    return Ok(Next::Go);
                }
                let list: Rc<[Val]> = list.elements().into();
                core.loops.push(Loop::Each { list, next: 0 });
            }
            Op::EachNext { local, to } => {
                let Some(Loop::Each { list, next }) = core.loops.last_mut() else { return Ok(Next::Fail) };
                match list.get(*next).cloned() {
                    Some(value) => {
                        *next += 1;
                        core.locals[local.idx()] = value;
                    }
                    None => {
                        core.loops.pop();
                        core.pc = to.0 as usize;
                        return Ok(Next::Go);
                    }
                }
            }

            Op::Take {} => return self.take(core).map(|yes| step_on(core, yes)),
            Op::Drop {} | Op::Place {} => self.set_down(core)?,
            // There is never more than one piece in hand.
            Op::Put {} => match number(&pop(core))? {
                Num::Const(1) if core.hand.is_some() && core.cursor.is_some() => self.set_down(core)?,
                Num::Const(_) => return Ok(Next::Fail),
                Num::Expr(_) => return Err(Why::Op("put").into()),
            },
            Op::Capture {} => self.capture(core)?,
            Op::Create {} => {
                let (owner, kind) = (pop(core), pop(core));
                let (Val::Player(owner), Val::Kind(kind)) = (owner, kind) else { return Ok(Next::Fail) };
                if !self.create(core, owner, kind)? {
                    return Ok(Next::Fail);
                }
            }
            Op::ChangeOwner {} => match pop(core) {
                Val::Player(owner) => self.change_owner(core, owner)?,
                Val::OwnerAt(_) => return Err(Why::Op("change_owner").into()),
                _ => {}
            },
            Op::SetPiece {} => match pop(core) {
                Val::Kind(kind) => self.set_piece(core, kind)?,
                Val::KindAt(_) => return Err(Why::Op("set_piece").into()),
                _ => {}
            },
            Op::Reserve {} => {
                let (owner, n, mut kind) = (pop(core), number(&pop(core))?, pop(core));
                if let Val::KindAt(_) = kind {
                    kind = self.which_kind(core, &kind)?;
                }
                if let (Val::Player(player), Val::Kind(kind)) = (owner, kind) {
                    core.effects.push(Effect::AddReserve(player, kind, n));
                }
            }
            Op::Flag {} => core.flags.extend(core.cursor),
            Op::Arrive { rule } => {
                if !self.may_arrive(core, rule)? {
                    return Ok(Next::Fail);
                }
            }
            // Nothing is captured for later here.
            Op::Settle {} => {}
            Op::Log { order, n } => {
                let values = pop_many(core, n);
                for value in &values {
                    let part = match value {
                        Val::Cell(place) if Some(*place) != self.unknown => NamePart::Cell(*place),
                        value => NamePart::Text(self.text(value)?),
                    };
                    core.logs.push((order, part));
                }
            }
            Op::Yield {} => match number(&pop(core))? {
                Num::Const(n) if self.job.what != What::Test => core.worth.push(n),
                _ => return Err(Why::Op(op.mnemonic()).into()),
            },
            Op::GotoTurn {} => {
                let value = pop(core);
                match self.turn_of(&value)? {
                    Some(turn) => core.effects.push(Effect::SetTurn(turn)),
                    None => return Ok(Next::Fail),
                }
            }
            Op::Generation { .. }
            | Op::SetGeneration { .. }
            | Op::Union {}
            | Op::Rivals {}
            | Op::TurnNumber {}
            | Op::Reaches { .. }
            | Op::Dice { .. }
            | Op::FloodNext { .. }
            | Op::FloodAnswer { .. }
            | Op::TakeAll {}
            | Op::TakeSome {}
            | Op::PutUnder {}
            | Op::CaptureLate {}
            | Op::EndPart { .. }
            | Op::Defer { .. }
            | Op::Weight {}
            | Op::Forced {}
            | Op::Hint { .. }
            | Op::UseDie { .. } => return Err(Why::Op(op.mnemonic()).into()),
        }
        if sym.core.pc == pc {
            sym.core.pc = pc + 1;
        }
        Ok(Next::Go)
    }

    fn binary(&mut self, core: &mut Core, f: impl Fn(Num, Num) -> Expr) -> Step<()> {
        let (b, a) = (number(&pop(core))?, number(&pop(core))?);
        let num = self.shared.exprs.checked(f(a, b))?;
        core.stack.push(Val::Int(num));
        Ok(())
    }

    /// Is a value true? A direction steps, a cell moves the cursor.
    pub(super) fn is_true(&mut self, core: &mut Core, value: &Val) -> Step<bool> {
        Ok(match value {
            Val::None => false,
            Val::Int(n) => self.nonzero(core, *n)?,
            Val::List(list) => !list.is_empty(),
            Val::Set(set) => {
                let some = self.shared.exprs.num(Expr::Any(*set));
                self.nonzero(core, some)?
            }
            Val::Dir(_) => match self.seen(core, value)? {
                Some(to) => {
                    core.cursor = Some(to);
                    true
                }
                None => false,
            },
            Val::Cell(cell) => {
                core.cursor = Some(*cell);
                true
            }
            _ => true,
        })
    }

    /// Where a direction or a cell leads the eye.
    fn seen(&mut self, core: &Core, value: &Val) -> Step<Option<PlaceId>> {
        Ok(match value {
            Val::Dir(dir) => match core.cursor {
                Some(cell) => {
                    self.known(cell)?;
                    let to = self.step(core, cell, *dir);
                    let onboard = self.onboard(to);
                    self.split_by(core, &onboard)?.then_some(to)
                }
                None => None,
            },
            Val::Cell(cell) => Some(*cell),
            _ => None,
        })
    }

    fn equal(&mut self, core: &Core, a: &Val, b: &Val) -> Step<bool> {
        Ok(match (a, b) {
            (Val::Int(a), Val::Int(b)) => {
                let num = self.shared.exprs.num(Expr::Eq(*a, *b));
                self.nonzero(core, num)?
            }
            (Val::Cell(a), Val::Cell(b)) => {
                self.known(*a)?;
                self.known(*b)?;
                self.same(core, *a, *b)?
            }
            (Val::KindAt(at), Val::Kind(kind)) | (Val::Kind(kind), Val::KindAt(at)) => {
                self.stood(core, Class::Kind(*kind), *at)?
            }
            (Val::OwnerAt(at), Val::Player(p)) | (Val::Player(p), Val::OwnerAt(at)) => {
                self.stood(core, Class::Owned(*p), *at)?
            }
            (Val::KindAt(a), Val::KindAt(b)) | (Val::OwnerAt(a), Val::OwnerAt(b)) if a == b => true,
            (Val::KindAt(_), Val::KindAt(_)) | (Val::OwnerAt(_), Val::OwnerAt(_)) => {
                return Err(Why::Op("equals").into());
            }
            (Val::Cell(a), _) | (_, Val::Cell(a)) if Some(*a) == self.unknown => {
                return Err(Why::Op("equals").into());
            }
            (Val::Set(_), _) | (_, Val::Set(_)) => return Err(Why::Op("equals").into()),
            (Val::List(_), Val::List(_)) => return Err(Why::Op("equals").into()),
            (a, b) => a == b,
        })
    }

    /// The kind that a value stands for, found out by asking.
    fn which_kind(&mut self, core: &Core, value: &Val) -> Step<Val> {
        let kinds = (0..self.program.game().kinds.len() as u16).map(|k| Val::Kind(zug_ir::KindId(k)));
        for kind in kinds {
            if self.equal(core, value, &kind)? {
                return Ok(kind);
            }
        }
        Ok(Val::None)
    }

    fn test(&mut self, core: &Core, test: CellTest) -> Step<bool> {
        let Some(cell) = core.cursor else { return Ok(false) };
        self.known(cell)?;
        match test {
            CellTest::Empty => self.shows(core, Class::Empty, cell),
            CellTest::Friend => self.shows(core, Class::Owned(core.me), cell),
            CellTest::Enemy => self.shows(core, Class::Other(core.me), cell),
            CellTest::LastFrom => self.ask(core, Class::LastFrom, cell),
            CellTest::LastTo => self.ask(core, Class::LastTo, cell),
            CellTest::Flag => {
                for flag in &core.flags {
                    if self.same(core, *flag, cell)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            CellTest::Attacked => self.attacked(core, cell),
            CellTest::Defended => Err(Why::Test("defended").into()),
        }
    }

    pub(super) fn in_zone(&self, core: &Core, zone: ZoneId, cell: PlaceId) -> Step<bool> {
        self.known(cell)?;
        let game = self.program.game();
        self.split(core, |b, s| game.in_zone(zone, core.actor, CellId(b.at(cell, s))))
    }

    /// Only cells that are known can be asked about.
    pub(super) fn known(&self, cell: PlaceId) -> Step<()> {
        if Some(cell) == self.unknown { Err(Why::Op("a cell that is not known").into()) } else { Ok(()) }
    }

    fn standing(&self, at: PlaceId, owner: bool) -> Val {
        let own = self.job.what == What::Piece && !self.job.of.anyone && at == START;
        match (own, owner) {
            (true, false) => Val::Kind(self.job.of.kind),
            (true, true) => Val::Player(self.job.of.player),
            (false, false) => Val::KindAt(at),
            (false, true) => Val::OwnerAt(at),
        }
    }

    fn reach_next(&mut self, core: &mut Core, to: usize) -> Step<Next> {
        let Some(Loop::Reach { dir, passed, .. }) = core.loops.last() else { return Ok(Next::Fail) };
        let (dir, around) = (*dir, passed.len() > self.n_cells);
        if let (Some(next), false) = (self.seen(core, &Val::Dir(dir))?, around) {
            core.cursor = Some(next);
            core.pc += 1;
        } else {
            end_reach(core);
            core.pc = to;
        }
        Ok(Next::Go)
    }
}

pub(super) fn pop(core: &mut Core) -> Val {
    core.stack.pop().unwrap_or(Val::None)
}

fn pop_many(core: &mut Core, n: u16) -> Vec<Val> {
    let first = core.stack.len().saturating_sub(usize::from(n));
    core.stack.drain(first..).collect()
}

fn short(values: Vec<Val>) -> Result<Val, Why> {
    if values.len() > MAX_VALUES { Err(Why::TooManyWays) } else { Ok(Val::List(values.into())) }
}

fn step_on(core: &mut Core, yes: bool) -> Next {
    core.pc += 1;
    if yes { Next::Go } else { Next::Fail }
}

fn cell_of(value: &Val) -> Option<PlaceId> {
    match value {
        Val::Cell(cell) => Some(*cell),
        _ => None,
    }
}

/// The walk is over: the cells passed are pushed, the cursor is where it was.
fn end_reach(core: &mut Core) {
    if let Some(Loop::Reach { cursor, passed, .. }) = core.loops.pop() {
        core.cursor = cursor;
        core.stack.push(Val::List(passed.into()));
    }
}

pub(super) fn constant(builder: &mut Builder<'_>, value: Const) -> Val {
    match value {
        Const::None => Val::None,
        Const::Int(n) => Val::int(n),
        Const::Text(t) => Val::Text(t),
        Const::Dir(d) => Val::Dir(d),
        Const::Cell(c) => Val::Cell(builder.shared.places.constant(c.0)),
        Const::Kind(k) => Val::Kind(k),
        Const::Player(p) => Val::Player(p),
        Const::Zone(z) => Val::Zone(z),
    }
}
