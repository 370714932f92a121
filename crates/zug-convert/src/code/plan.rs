//! What happens when: for each effect of a rule, whether it is carried out at once, behind the movement, or later.

use crate::Cx;
use crate::flow::{Flow, StmtKey, key};
use crate::pending::Pending;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use zug_model::code::{Cond, Place, Stmt, StmtKind, Test, Value};
use zug_model::{AttrId, ForkKeeps, KindId, MarkModel, PieceView, Rule};
use zug_source::ExpansionId;

/// When an effect is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// Where it stands. It may be part of a choice of its own.
    Now,
    /// When the part ends, on the target of that movement, which is the cursor then.
    OnTarget(usize),
    /// When the part ends, on a cell that was kept.
    Later,
}

/// A rule with everything that has been found out about it.
pub(crate) struct Plan<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) flow: Rc<Flow>,
    pub(crate) pending: Pending,
    effects: Vec<&'a Stmt>,
    /// The macro call that the whole rule is.
    pub(crate) base: ExpansionId,
    when: FxHashMap<StmtKey, When>,
    /// Statements that begin a choice of their own, and those that end it.
    pub(crate) choices: FxHashMap<StmtKey, StmtKey>,
    /// Every mark is set where the piece starts.
    pub(crate) marks_start: bool,
    /// Nobody goes back to a mark, or asks for it, before one is set at the top of the rule.
    pub(crate) marks_first: bool,
    /// A flag of the turn keeps rules from tucking twice from one pile.
    pub(crate) tucks_once: bool,
    /// Effects that cannot be carried out in the right order, or undone: each with the reason.
    pub(crate) troubles: Vec<(zug_source::Origin, &'static str)>,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(cx: &Cx<'a>, kind: KindId, rule: &'a Rule, drop: bool) -> Self {
        let settings = &cx.game.settings;
        let flow = cx.flows.get(cx.game, kind, rule, drop);
        let pending = Pending::new(&rule.body, settings.fork_keeps);
        let mut calls = Vec::new();
        each_block(&rule.body, &mut |block| {
            calls.extend((0..block.len()).map(|at| cx.chain(cx.call_of(block, at))));
        });
        let marks_start = settings.mark_model == MarkModel::Slot;
        let mut plan = Plan {
            rule,
            flow,
            pending,
            effects: effects(&rule.body),
            base: common(&calls),
            when: FxHashMap::default(),
            choices: FxHashMap::default(),
            marks_start,
            marks_first: marks_first(&rule.body),
            tucks_once: tucks_once(cx, &rule.body),
            troubles: Vec::new(),
        };
        plan.decide(cx, settings.fork_keeps);
        plan.check_order(cx);
        plan
    }

    /// The texts of marks that are not set where the piece starts.
    pub(crate) fn marks_elsewhere(&self) -> Vec<zug_source::Span> {
        let mut spans = Vec::new();
        each(&self.rule.body, &mut |stmt| {
            if matches!(stmt.what, StmtKind::Mark) && self.flow.at(key(stmt), Place::Here).elsewhere {
                spans.push(stmt.origin.span);
            }
        });
        spans
    }

    /// Marks are alike in all rules that one text is part of.
    pub(crate) fn learn_marks(&mut self, elsewhere: &[zug_source::Span]) {
        let mut starts = self.marks_start;
        each(&self.rule.body, &mut |stmt| {
            starts &= !matches!(stmt.what, StmtKind::Mark) || !elsewhere.contains(&stmt.origin.span);
        });
        self.marks_start = starts;
    }

    pub(crate) fn when(&self, effect: StmtKey) -> When {
        self.when.get(&effect).copied().unwrap_or(When::Now)
    }

    /// Everything that changes the board or its values, in the order of the text.
    pub(crate) fn effects(&self) -> impl Iterator<Item = &'a Stmt> + '_ {
        self.effects.iter().copied()
    }

    /// The number of an effect among those of the rule that something is kept for.
    pub(crate) fn number(&self, effect: StmtKey) -> usize {
        let mut kept = self.effects().filter(|stmt| self.when(key(stmt)) != When::Now);
        kept.position(|stmt| key(stmt) == effect).unwrap_or_default()
    }

    fn decide(&mut self, cx: &Cx<'a>, keeps: ForkKeeps) {
        if cx.moves_are_players() {
            return;
        }
        let sees_now = cx.game.settings.piece_view == PieceView::Now;
        let mut effects = Vec::new();
        each(&self.rule.body, &mut |stmt| effects.extend(effect_of(stmt).map(|effect| (stmt, effect))));
        for (stmt, effect) in effects {
            let id = key(stmt);
            let fate = self.flow.fate(id);
            let ends = || self.pending.ends().filter(|(_, record)| record.may.contains(&id));
            let certain = ends().all(|(_, record)| record.must.contains(&id));
            let stale = self.pending.ends().any(|(_, record)| record.stale.contains(&id));
            if matches!(effect, Effect::Hand) && !sees_now && (fate.seen || fate.may_be_target()) {
                self.troubles
                    .push((stmt.origin, "a cell that is looked at, or moved to, after its piece is tucked"));
            }
            let when = match effect {
                Effect::Free => When::Now,
                // The pile in hand is what it belongs under.
                Effect::Hand => When::Now,
                Effect::Cell { .. } if fate.target().is_some() && certain => {
                    When::OnTarget(fate.target().unwrap_or_default())
                }
                Effect::Cell { .. } if fate.may_be_target() => When::Later,
                Effect::Cell { .. } if fate.seen && !sees_now => When::Later,
                // Code that changes a piece would change the one in hand.
                Effect::Cell { held: true } if !self.carries_here(stmt) => When::Later,
                Effect::Cell { .. } => When::Now,
            };
            let leaks = keeps == ForkKeeps::Movements && (fate.leaks || stale);
            let when = if when == When::Now && leaks && !self.choice(stmt, id) {
                if !matches!(effect, Effect::Cell { .. }) {
                    self.troubles
                        .push((stmt.origin, "an effect that ends with one move and not with the next"));
                }
                When::Later
            } else {
                when
            };
            self.when.insert(id, when);
        }
    }

    /// Has a test in front of the statement shown that the piece there has the attribute?
    fn carries_here(&self, effect: &Stmt) -> bool {
        let StmtKind::SetAttr(attr, what) = &effect.what else { return false };
        if what.1 != Place::Here {
            return false;
        }
        let Some((block, at)) = self.block_of(key(effect)) else { return false };
        let before = block[..at].iter().rev().take_while(|stmt| !moves_cursor(stmt));
        before.into_iter().any(|stmt| match &stmt.what {
            StmtKind::Verify(cond) => shows_attr(cond, *attr),
            _ => false,
        })
    }

    /// Makes a choice of its own of the statements from an effect to the end of its part, if nothing else happens
    /// in them that must last.
    fn choice(&mut self, effect: &Stmt, id: StmtKey) -> bool {
        let ends: Vec<StmtKey> =
            self.pending.ends().filter(|(_, record)| record.may.contains(&id)).map(|(end, _)| *end).collect();
        let body: &'a [Stmt] = &self.rule.body;
        let Some((block, first, last)) = enclosing(body, key(effect), &ends) else { return false };
        let (before, end) = (&block[first..last], &block[last]);
        if !before.iter().all(is_pure) || !is_last(end) {
            return false;
        }
        // Choices of two effects in one block are one.
        let mut start = key(&block[first]);
        for stmt in &block[..first] {
            if self.choices.get(&key(stmt)) == Some(&key(end)) {
                start = key(stmt);
            }
        }
        self.choices.insert(start, key(end));
        true
    }

    fn block_of(&self, id: StmtKey) -> Option<(&'a [Stmt], usize)> {
        enclosing(&self.rule.body, id, &[]).map(|(block, first, _)| (block, first))
    }

    /// Effects on one cell must happen in the order in which ZRF carries them out: captures last.
    fn check_order(&mut self, cx: &Cx<'_>) {
        if cx.moves_are_players() {
            return;
        }
        let mut stmts: FxHashMap<StmtKey, &Stmt> = FxHashMap::default();
        each(&self.rule.body, &mut |stmt| {
            stmts.insert(key(stmt), stmt);
        });
        let captures = |stmt: &Stmt| {
            matches!(stmt.what, StmtKind::Capture(_)) && cx.game.settings.piece_view == PieceView::BeforePart
        };
        let phase = |stmt: &Stmt| match self.when(key(stmt)) {
            When::Now => 0,
            When::OnTarget(_) | When::Later if !captures(stmt) => 1,
            When::OnTarget(_) | When::Later => 2,
        };
        let mut troubles = Vec::new();
        for (id, stmt) in &stmts {
            for other in self.flow.fate(*id).before {
                let Some(other) = stmts.get(&other).filter(|other| key(other) != *id) else { continue };
                let turned = captures(stmt) && !captures(other);
                let fine = if turned { phase(other) < phase(stmt) } else { phase(stmt) <= phase(other) };
                if !fine {
                    troubles.push((other.origin, "two effects on one cell, in this order"));
                }
            }
        }
        self.troubles.extend(troubles);
    }
}

/// What an effect is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// No cell.
    Free,
    /// The pile in hand.
    Hand,
    /// A cell; `held`: the word for it would mean a piece in hand.
    Cell { held: bool },
}

fn effect_of(stmt: &Stmt) -> Option<Effect> {
    match &stmt.what {
        StmtKind::SetAttr(..) | StmtKind::ChangeKind(..) => Some(Effect::Cell { held: true }),
        StmtKind::Capture(_) | StmtKind::Create(_) | StmtKind::ChangeOwner(..) | StmtKind::Flip(_) => {
            Some(Effect::Cell { held: false })
        }
        StmtKind::Tuck(_) => Some(Effect::Hand),
        StmtKind::RepeatTurn | StmtKind::AddReserve(_) => Some(Effect::Free),
        _ => None,
    }
}

fn marks_first(body: &[Stmt]) -> bool {
    for stmt in body {
        if matches!(stmt.what, StmtKind::Mark) {
            return true;
        }
        let mut uses = false;
        each(std::slice::from_ref(stmt), &mut |stmt| {
            uses |= matches!(stmt.what, StmtKind::Mark | StmtKind::Back);
            uses |= crate::reads::names_mark(stmt);
        });
        if uses {
            return false;
        }
    }
    false
}

/// Is there in front of each `tuck` a test of a flag of the turn, and the flag is set then?
fn tucks_once(cx: &Cx<'_>, body: &[Stmt]) -> bool {
    let mut fine = cx.game.settings.flag_scope == zug_model::FlagScope::Turn;
    each(body, &mut |stmt| {
        if !matches!(stmt.what, StmtKind::Tuck(_)) {
            return;
        }
        let Some((block, at, _)) = enclosing(body, key(stmt), &[]) else { return };
        let before = || block[..at].iter().rev().take_while(|stmt| !moves_cursor(stmt));
        fine &= before().any(|stmt| {
            let StmtKind::SetCellFlag(flag, what) = &stmt.what else { return false };
            let tested = |stmt: &Stmt| match &stmt.what {
                StmtKind::Verify(Cond::Not(inner)) => {
                    matches!(**inner, Cond::Is(Test::CellFlag(tested), Place::Here) if tested == *flag)
                }
                _ => false,
            };
            what.1 == Place::Here && constant(&what.0) == Some(1) && before().any(tested)
        });
    });
    fine
}

fn shows_attr(cond: &Cond, attr: AttrId) -> bool {
    use zug_model::code::{CmpOp, Num};
    match cond {
        Cond::And(conds) => conds.iter().any(|cond| shows_attr(cond, attr)),
        Cond::Is(Test::Attr(shown), Place::Here) => *shown == attr,
        Cond::Cmp(CmpOp::Gt, sides) => {
            matches!(&**sides, (Num::Attr(shown, Place::Here), Num::Const(n)) if *shown == attr && *n >= 0)
        }
        _ => false,
    }
}

pub(crate) fn moves_cursor(stmt: &Stmt) -> bool {
    match &stmt.what {
        StmtKind::Step(_) | StmtKind::Goto(_) | StmtKind::Back => true,
        StmtKind::If(parts) => parts.1.iter().chain(&parts.2).any(moves_cursor),
        StmtKind::While(parts) => parts.1.iter().any(moves_cursor),
        _ => false,
    }
}

/// Does it change nothing but the board, and can it not fail?
fn is_pure(stmt: &Stmt) -> bool {
    match &stmt.what {
        StmtKind::If(parts) => parts.1.iter().chain(&parts.2).all(is_pure),
        StmtKind::SetGlobal(..)
        | StmtKind::SetAttr(..)
        | StmtKind::Capture(_)
        | StmtKind::ChangeKind(..)
        | StmtKind::ChangeOwner(..)
        | StmtKind::Flip(_)
        | StmtKind::RepeatTurn => true,
        StmtKind::Create(create) => create.at == Place::Here && create.count.is_none(),
        StmtKind::AddReserve(_) => true,
        _ => false,
    }
}

/// Does a part end there, on every way at most once and with nothing behind it?
fn is_last(stmt: &Stmt) -> bool {
    let block = |stmts: &[Stmt]| match stmts.split_last() {
        Some((last, before)) => before.iter().all(is_pure) && (is_last(last) || is_pure(last)),
        None => true,
    };
    match &stmt.what {
        StmtKind::Add(_) => true,
        StmtKind::If(parts) => block(&parts.1) && block(&parts.2),
        _ => false,
    }
}

/// The innermost block that holds a statement and all the ends: the block, and where in it they are.
fn enclosing<'s>(block: &'s [Stmt], id: StmtKey, ends: &[StmtKey]) -> Option<(&'s [Stmt], usize, usize)> {
    let first = block.iter().position(|stmt| holds(stmt, id))?;
    let last = ends.iter().map(|end| block.iter().position(|stmt| holds(stmt, *end)));
    let last = last.collect::<Option<Vec<_>>>()?.into_iter().max().unwrap_or(first);
    if last == first && key(&block[first]) != id {
        for inner in blocks(&block[first]) {
            if let Some(found) = enclosing(inner, id, ends) {
                return Some(found);
            }
        }
    }
    (first <= last).then_some((block, first, last))
}

fn holds(stmt: &Stmt, id: StmtKey) -> bool {
    key(stmt) == id || blocks(stmt).any(|block| block.iter().any(|stmt| holds(stmt, id)))
}

fn blocks(stmt: &Stmt) -> impl Iterator<Item = &[Stmt]> {
    let blocks: [Option<&[Stmt]>; 2] = match &stmt.what {
        StmtKind::If(parts) => [Some(&parts.1), Some(&parts.2)],
        StmtKind::While(parts) => [Some(&parts.1), None],
        StmtKind::Foreach(_, body) => [Some(body), None],
        _ => [None, None],
    };
    blocks.into_iter().flatten()
}

/// Every statement of a block, outer ones first.
pub(crate) fn each<'s>(block: &'s [Stmt], see: &mut impl FnMut(&'s Stmt)) {
    for stmt in block {
        see(stmt);
        for inner in blocks(stmt) {
            each(inner, see);
        }
    }
}

/// Every block, outer ones first.
pub(crate) fn each_block<'s>(block: &'s [Stmt], see: &mut impl FnMut(&'s [Stmt])) {
    see(block);
    for stmt in block {
        for inner in blocks(stmt) {
            each_block(inner, see);
        }
    }
}

/// The innermost call that is in all of them.
fn common(chains: &[Vec<ExpansionId>]) -> ExpansionId {
    let Some((first, rest)) = chains.split_first() else { return ExpansionId::NONE };
    let shared = |at: usize| rest.iter().all(|chain| chain.get(at) == first.get(at));
    let n = (0..first.len()).take_while(|&at| shared(at)).count();
    n.checked_sub(1).map_or(ExpansionId::NONE, |at| first[at])
}

/// The constant that a value is.
pub(crate) fn constant(value: &Value) -> Option<i32> {
    match value {
        Value::Cond(Cond::True) => Some(1),
        Value::Cond(Cond::False) => Some(0),
        Value::Num(zug_model::code::Num::Const(n)) => Some(*n),
        _ => None,
    }
}

fn effects(body: &[Stmt]) -> Vec<&Stmt> {
    let mut effects = Vec::new();
    each(body, &mut |stmt| {
        if effect_of(stmt).is_some() || matches!(stmt.what, StmtKind::SetGlobal(..)) {
            effects.push(stmt);
        }
    });
    effects
}
