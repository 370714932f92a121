//! Floods and what is asked about them: sets in place of lists.

use super::build::{Builder, Step};
use super::core::{Alternatives, Core, Man, Next, Sym, Val, Where, starts};
use super::list::List;
use super::{Built, What};
use crate::cellset::{SetExpr, SetId};
use crate::class::Class;
use crate::flow::places::{PlaceId, START};
use crate::flow::{Cond, Flow, Node};
use crate::num::{Expr, Num};
use crate::why::Why;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;
use zug_ir::{CellId, CellTest, Const, DirId, KindId, PlayerId, Quantifier, ScriptOp as Op};
use zug_vm::NO_CELL;

impl Builder<'_> {
    pub(super) fn set(&mut self, set: SetExpr) -> Result<SetId, Why> {
        if self.shared.cell_sets.len() > 5_000 {
            return Err(Why::TooManyWays);
        }
        Ok(self.shared.cell_sets.id(set))
    }

    /// The cells that the class contains now.
    pub(super) fn class_now(&mut self, core: &Core, class: Class) -> Step<SetId> {
        if core.scattered {
            return Err(Why::SeesItself.into());
        }
        let board = self.shared.classes.id(self.program, class)?;
        let mut now = self.set(SetExpr::Class(board))?;
        for (i, (place, man)) in core.board.iter().enumerate() {
            if matches!(place, Where::Cell(_)) && core.board[i + 1..].iter().any(|(later, _)| later == place)
            {
                continue;
            }
            let there = match place {
                Where::Cell(place) => self.set(SetExpr::Cell(*place))?,
                Where::Set(set) => *set,
            };
            let inside = match man {
                None => class == Class::Empty,
                // What a piece of the position is would be asked from another start.
                Some(Man::Stood { at, kind, owner, .. }) if self.outer.is_some() && class != Class::Empty => {
                    let known = match class {
                        Class::Kind(_) => kind.is_some(),
                        Class::Owned(_) | Class::Other(_) => owner.is_some(),
                        _ => return Err(Why::SeesItself.into()),
                    };
                    if !known {
                        let rest = self.set(SetExpr::Minus(now, there))?;
                        let shown = self.set(SetExpr::If(board, *at, there))?;
                        now = self.set(SetExpr::Or(rest, shown))?;
                        continue;
                    }
                    man_known(kind, owner, class)
                }
                Some(man) => self.man_is(core, man, class)?,
            };
            now = self.set(if inside { SetExpr::Or(now, there) } else { SetExpr::Minus(now, there) })?;
        }
        Ok(now)
    }

    /// The cells a value stands for.
    fn cells_of(&mut self, value: &Val) -> Step<SetId> {
        let mut all = self.set(SetExpr::None)?;
        for cell in value.elements() {
            let one = match cell {
                Val::Cell(place) if Some(place) != self.unknown => self.set(SetExpr::Cell(place))?,
                Val::Set(set) => set,
                Val::None => continue,
                _ => return Err(Why::Op("flood").into()),
            };
            all = self.set(SetExpr::Or(all, one))?;
        }
        Ok(all)
    }

    fn dirs_of(value: &Val) -> Vec<DirId> {
        let dir = |v: Val| if let Val::Dir(d) = v { Some(d) } else { None };
        value.elements().into_iter().filter_map(dir).collect()
    }

    /// The whole loop of a flood.
    pub(super) fn flood(&mut self, core: &mut Core, start: &Val, dirs: &Val) -> Step<()> {
        let Some(Op::FloodNext { to }) = self.code.get(core.pc + 1) else {
            return Err(Why::Op("flood").into());
        };
        let mut answers: Vec<SetId> = Vec::new();
        let mut solid = false;
        for op in &self.code[core.pc + 2..] {
            let top = answers.last().copied();
            match (*op, top) {
                (Op::Test { test }, _) => {
                    let class = match test {
                        CellTest::Empty => Class::Empty,
                        CellTest::Friend => Class::Owned(core.me),
                        CellTest::Enemy => Class::Other(core.me),
                        _ => return Err(Why::Op("flood").into()),
                    };
                    solid = class != Class::Empty;
                    answers.push(self.class_now(core, class)?);
                }
                (Op::InZone { zone }, _) => {
                    let cells = &self.program.game().board.zones[zone.idx()].cells[core.actor.idx()];
                    let mut set = vec![0u64; self.n_cells.div_ceil(64)];
                    cells.iter().for_each(|c| set[c.idx() / 64] |= 1 << (c.0 % 64));
                    answers.push(self.set(SetExpr::Fixed(set.into()))?);
                }
                (Op::Not {}, Some(set)) => {
                    let all = self.set(SetExpr::All)?;
                    answers.pop();
                    answers.push(self.set(SetExpr::Minus(all, set))?);
                    solid = false;
                }
                (Op::FloodAnswer { .. }, Some(_)) if answers.len() == 1 => break,
                _ => return Err(Why::Op("flood").into()),
            }
        }
        let [within] = answers[..] else { return Err(Why::Op("flood").into()) };
        let from = self.cells_of(start)?;
        let dirs = self.shared.cell_sets.dirs(core.actor, Self::dirs_of(dirs));
        let flood = self.set(SetExpr::Flood { from, within, dirs })?;
        if solid {
            self.solid.insert(flood);
        }
        core.stack.push(Val::Set(flood));
        core.pc = to.0 as usize;
        Ok(())
    }

    pub(super) fn border(&mut self, core: &mut Core, cells: &Val, dirs: &Val) -> Step<()> {
        let of = self.cells_of(cells)?;
        let dirs = self.shared.cell_sets.dirs(core.actor, Self::dirs_of(dirs));
        let border = self.set(SetExpr::Border { of, dirs })?;
        core.stack.push(Val::Set(border));
        Ok(())
    }

    /// A choice among the cells of a set, inside a quantifier: what follows up to its end is one question about the set.
    pub(super) fn choose_of(&mut self, sym: &mut Sym, set: SetId) -> Step<Next> {
        let how = match sym.choices.last() {
            None => self.inside,
            Some(id) => match &self.choice(*id).kind {
                Alternatives::Quantifier(tally) => Some(tally.how),
                _ => None,
            },
        };
        let Some(how @ (Quantifier::Exists | Quantifier::NotExists | Quantifier::Count)) = how else {
            return Err(Why::Op("a choice from a flood").into());
        };
        let passing = self.passing(&sym.core, set, how)?;
        if how == Quantifier::Count {
            let size = self.shared.exprs.num(Expr::Size(passing));
            return self.counted(sym, size);
        }
        let some = self.shared.exprs.num(Expr::Any(passing));
        if self.nonzero(&sym.core, some)? { self.succeed(sym) } else { Ok(Next::Fail) }
    }

    /// Those cells of a set for which the code from here on comes to the end of its quantifier.
    fn passing(&mut self, core: &Core, set: SetId, how: Quantifier) -> Step<SetId> {
        if self.outer.is_some() {
            return Err(Why::Op("a question about a flood").into());
        }
        let mut inner = self.inner(if how == Quantifier::Count { how } else { Quantifier::Exists });
        let unknown = inner.shared.places.constant(NO_CELL);
        inner.unknown = Some(unknown);
        inner.outer = Some(Rc::new(Core { facts: SmallVec::new(), ..core.clone() }));
        let hide = |value: &Val| hidden(value, unknown);
        let first = Core {
            pc: core.pc + 1,
            alive: inner.first().alive,
            bound: true,
            cursor: Some(unknown),
            start: None,
            landed: None,
            hand: None,
            marks: List::default(),
            stack: smallvec![Val::Cell(START)],
            locals: core.locals.iter().map(hide).collect(),
            loops: List::default(),
            board: List::default(),
            effects: List::default(),
            facts: SmallVec::new(),
            ..core.clone()
        };
        let Built { flow, .. } = inner.run(first)?;
        self.accepted_of(&flow, set).map_err(Into::into)
    }

    /// An `all` that captures what stands around and passes some tests: the cells that it takes, direction by direction.
    pub(super) fn all_captured(&mut self, core: &Core, to: usize) -> Result<Option<Vec<SetId>>, Why> {
        let code = &self.code[core.pc + 1..to];
        let dir = |op: &Op| if let Op::Push { value: Const::Dir(d) } = op { Some(*d) } else { None };
        let dirs: Vec<DirId> = code.iter().map_while(dir).collect();
        let steps = match code.get(dirs.len()..dirs.len() + 2) {
            Some([Op::AnyOf { n }, Op::Check {}]) => usize::from(*n) == dirs.len(),
            _ => false,
        };
        let here = core.cursor.filter(|here| Some(*here) != self.unknown);
        let (Some(here), Some(Op::Pop {})) = (here, self.code.get(to)) else { return Ok(None) };
        let fits = core.hand.is_none() && core.flags.is_empty() && self.outer.is_none() && !core.scattered;
        if !steps || !fits || self.job.what == What::Test {
            return Ok(None);
        }
        let mut inner = self.inner(Quantifier::Exists);
        let unknown = inner.shared.places.constant(NO_CELL);
        (inner.unknown, inner.gathers) = (Some(unknown), true);
        inner.outer = Some(Rc::new(Core { facts: SmallVec::new(), ..core.clone() }));
        let first = Core {
            pc: core.pc + 1 + dirs.len() + 2,
            alive: inner.first().alive,
            bound: true,
            cursor: Some(START),
            start: core.start.map(|_| unknown),
            landed: core.landed.map(|_| unknown),
            marks: List::default(),
            stack: SmallVec::new(),
            locals: core.locals.iter().map(|value| hidden(value, unknown)).collect(),
            loops: List::default(),
            board: List::default(),
            effects: List::default(),
            facts: SmallVec::new(),
            ..core.clone()
        };
        let Ok(Built { flow, .. }) = inner.run(first) else { return Ok(None) };
        let around: Vec<PlaceId> = dirs.iter().map(|dir| self.step(core, here, *dir)).collect();
        // What is captured already is not captured again.
        let cells = |next: &PlaceId| self.shared.places.of(*next);
        let meet =
            |a: &PlaceId, b: &PlaceId| cells(a).iter().zip(cells(b)).any(|(x, y)| x == y && *x != NO_CELL);
        if (0..around.len()).any(|i| (0..i).any(|j| meet(&around[i], &around[j]))) {
            return Ok(None);
        }
        let mut sets = Vec::new();
        for next in around {
            let cell = self.set(SetExpr::Cell(next))?;
            sets.push(self.accepted_of(&flow, cell)?);
        }
        Ok(Some(sets))
    }

    /// Could the place be in the set, for a start on this way?
    pub(super) fn may_be_in(&self, core: &Core, place: PlaceId, set: SetId) -> bool {
        match *self.shared.cell_sets.get(set) {
            SetExpr::None => false,
            SetExpr::Cell(other) => {
                let (x, y) = (self.shared.places.of(place), self.shared.places.of(other));
                starts(&self.alive(core.alive)).any(|s| x[usize::from(s)] == y[usize::from(s)])
            }
            SetExpr::Or(a, b) => self.may_be_in(core, place, a) || self.may_be_in(core, place, b),
            SetExpr::And(a, b) => self.may_be_in(core, place, a) && self.may_be_in(core, place, b),
            SetExpr::Minus(a, _) => self.may_be_in(core, place, a),
            _ => true,
        }
    }

    /// A flow that asks only about its start, as an operation on a set of starts.
    fn accepted_of(&mut self, flow: &Flow, set: SetId) -> Result<SetId, Why> {
        let none = self.set(SetExpr::None)?;
        let mut reach = vec![none; flow.nodes.len()];
        let mut accepted = none;
        if let Some(last) = reach.last_mut() {
            *last = set;
        }
        for (i, node) in flow.nodes.iter().enumerate().skip(1).rev() {
            let here = reach[i];
            if here == none {
                continue;
            }
            let (cond, yes, no) = match node {
                Node::Emit { next, .. } => {
                    if next.0 != 0 {
                        return Err(Why::Op("a question about a flood"));
                    }
                    accepted = self.set(SetExpr::Or(accepted, here))?;
                    continue;
                }
                Node::Test { cond: Cond::In(cond), at: START, yes, no } => (*cond, yes, no),
                Node::Test { cond: Cond::Class(board), at: START, yes, no } => {
                    (self.set(SetExpr::Class(*board))?, yes, no)
                }
                Node::Split { starts, yes, no } => (self.set(SetExpr::Fixed(starts.clone()))?, yes, no),
                _ => return Err(Why::Op("a question about a flood")),
            };
            for (to, part) in [(yes, SetExpr::And(here, cond)), (no, SetExpr::Minus(here, cond))] {
                if to.0 != 0 {
                    let part = self.set(part)?;
                    reach[to.0 as usize] = self.set(SetExpr::Or(reach[to.0 as usize], part))?;
                }
            }
        }
        Ok(accepted)
    }

    /// A loop over the cells of a flood that captures what stands there.
    pub(super) fn each_of(&mut self, core: &mut Core, set: SetId) -> Step<()> {
        let body = self.code.get(core.pc + 1..core.pc + 8);
        let Some([Op::EachNext { local, to }, Op::Here {}, Op::Local { local: p }, rest @ ..]) = body else {
            return Err(Why::Op("each").into());
        };
        let next = (core.pc + 1) as u32;
        let captures = matches!(
            rest,
            [Op::StepAlone {}, Op::Capture {}, Op::ComeBack {}, Op::Jump { to: back }] if back.0 == next
        );
        if !captures || p != local || !self.solid.contains(&set) || self.job.what == What::Test {
            return Err(Why::Op("each").into());
        }
        if self.counts {
            let size = self.shared.exprs.num(Expr::Size(set));
            core.captured = self.plus(core.captured, size);
        }
        core.board.push((Where::Set(set), None));
        core.effects.push(crate::flow::exit::Effect::CaptureSet(set));
        core.locals[local.idx()] = Val::None;
        core.pc = to.0 as usize;
        Ok(())
    }

    /// The cells of a walk that nothing stops, as a set, and where it ends in the code. Walks that come round are left out.
    pub(super) fn whole_ray(&mut self, core: &Core, dir: DirId) -> Step<Option<(SetId, usize)>> {
        let body = self.code.get(core.pc + 1..core.pc + 4);
        let Some([Op::ReachNext { to }, Op::Push { value: Const::Int(1) }, Op::ReachAnswer { .. }]) = body
        else {
            return Ok(None);
        };
        let Some(from) = core.cursor.filter(|from| Some(*from) != self.unknown) else { return Ok(None) };
        let game = self.program.game();
        let rings = (0..self.n_cells as u16).any(|start| {
            let mut at = Some(CellId(start));
            for _ in 0..=self.n_cells {
                at = at.and_then(|cell| game.navigate(core.actor, cell, dir));
            }
            at.is_some()
        });
        if rings {
            return Ok(None);
        }
        let dirs = self.shared.cell_sets.dirs(core.actor, vec![dir]);
        Ok(Some((self.set(SetExpr::Ray { from, dirs })?, to.0 as usize)))
    }

    /// The list of the cells that a quantifier finds.
    pub(super) fn collected(&mut self, core: &Core, to: usize) -> Step<Val> {
        // What is yielded must be the cell that was chosen.
        let code = &self.code[core.pc + 1..to];
        let [
            Op::AnyKind { .. } | Op::AnyCell {} | Op::AnyPiece {} | Op::AnyZone { .. },
            Op::Pop {},
            tests @ ..,
            Op::Here {},
            Op::Succeed {},
        ] = code
        else {
            return Err(Why::Op("collect").into());
        };
        if !tests
            .iter()
            .all(|op| matches!(op, Op::Test { .. } | Op::Not {} | Op::InZone { .. } | Op::Check {}))
        {
            return Err(Why::Op("collect").into());
        }
        let mut first = core.clone();
        first.pc += 1;
        let trial = self.body(&first, Quantifier::Exists)?;
        let trial = self.shared.trial(trial.flow);
        Ok(Val::Set(self.set(SetExpr::Passing(trial))?))
    }

    pub(super) fn size_of(&mut self, set: SetId) -> Num {
        self.shared.exprs.num(Expr::Size(set))
    }
}

/// Is a piece of that kind and owner in the class?
fn man_known(kind: &Option<KindId>, owner: &Option<PlayerId>, class: Class) -> bool {
    match class {
        Class::Kind(k) => *kind == Some(k),
        Class::Owned(p) => *owner == Some(p),
        Class::Other(p) => *owner != Some(p),
        _ => false,
    }
}

/// A value as code sees it that has another start.
pub(super) fn hidden(value: &Val, unknown: PlaceId) -> Val {
    match value {
        Val::Cell(_) | Val::KindAt(_) | Val::OwnerAt(_) => Val::Cell(unknown),
        Val::List(list) => Val::List(list.iter().map(|v| hidden(v, unknown)).collect()),
        other => other.clone(),
    }
}
