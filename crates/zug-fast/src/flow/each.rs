//! Loops over cells that ask the same of every cell, wherever the rule has started: the loop becomes the set of cells
//! that pass. "Is there an enemy outside a mill?" is then a number, and "take any of them" is one exit with a set.

use super::build::{Builder, Next};
use super::order::ordered;
use super::places::START;
use super::sym::{Loop, Sym};
use super::{Effect, ExitId, Flow, Node, NodeId, Place, StartSet, lanes_only};
use crate::num::{Expr, Num};
use crate::why::Why;
use zug_ir::{AttrId, CellFlagId, CellId, Loc, Op, Test, Then, ZoneId};

/// Place of a set in the list of all sets that loops ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SetId(pub(crate) u16);

/// Cells found by asking each of them the same.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CellSet {
    /// The cells asked.
    pub(crate) cells: StartSet,
    /// What is asked: a cell that comes to an exit is in the set.
    pub(crate) flow: Flow,
}

/// Rounds longer than this are not looked at.
const MAX_NODES: usize = 200;
const MAX_SETS: usize = 200;

/// What a loop does that does something.
#[derive(Clone, PartialEq, Debug)]
enum Deed {
    /// Some flags are set.
    Flags(Vec<(u16, i32)>),
    /// An attribute of its piece is set.
    Attr(AttrId, i16),
    /// A part is emitted.
    Emit(zug_ir::ExitId, Vec<Effect>),
}

/// A loop as a whole: nothing, or something for every cell of a set.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Summary(Option<(SetId, Deed)>);

/// A round of a loop, looked at on its own: the start is the loop's cell.
pub(super) struct Round {
    /// The `each_next` of the loop.
    next: usize,
    flags: Vec<Num>,
    cell_flags: Vec<u16>,
    /// The rule has said where its movement ends.
    has_target: bool,
    /// Before the loop there are no effects that it could forget.
    clean: bool,
    /// It forgets effects.
    clears: bool,
    /// Cell flags may be set by parts before.
    lasting: bool,
    read: Vec<u16>,
    deed: Option<Deed>,
}

const NOT_ALIKE: Why = Why::Op("each");

impl Builder<'_> {
    /// The loop that begins here, done at once. `None`: cell by cell, please.
    pub(super) fn each_at_once(&mut self, sym: &mut Sym, zone: Option<ZoneId>) -> Result<Option<Next>, Why> {
        let Op::EachNext { to, .. } = self.code[sym.pc + 1] else { return Ok(None) };
        let exit = to.0 as usize;
        if self.round.is_some() {
            return Ok(None);
        }
        let Some(Summary(summary)) = self.summary(sym, zone) else { return Ok(None) };
        let Some((set, deed)) = summary else {
            sym.pc = exit;
            return Ok(Some(Next::Go));
        };
        let next = self.id(sym.clone().at(exit));
        let node = match deed {
            Deed::Flags(flags) => {
                let mut found = sym.clone().at(exit);
                for (flag, value) in flags {
                    found.flags[flag as usize] = Num::Const(value);
                }
                let yes = self.id(found);
                let Num::Expr(num) = self.shared.exprs.num(Expr::Some(set)) else { return Ok(None) };
                Node::Num { num, yes, no: next }
            }
            Deed::Attr(..) | Deed::Emit(..) if self.on_the_way => return Ok(None),
            Deed::Attr(attr, value) => {
                let mut done = sym.clone().at(exit);
                done.effects.push(Effect::SetAttrs(attr, value, set));
                let to = self.id(done);
                Node::Split { starts: Box::new([]), yes: to, no: to }
            }
            Deed::Emit(..) if !sym.effects.is_empty() => return Ok(None),
            Deed::Emit(exit, effects) => {
                let mut found = sym.clone();
                found.effects = effects;
                self.emit(&found, exit, next, Some(set))?
            }
        };
        Ok(Some(Next::Node(node)))
    }

    fn summary(&mut self, sym: &Sym, zone: Option<ZoneId>) -> Option<Summary> {
        let cell_flags: Vec<u16> = sym.cell_flags.iter().map(|(flag, ..)| *flag).collect();
        let has_target = sym.to.is_some();
        let clean = sym.effects.is_empty() && !self.on_the_way;
        let key = (sym.pc, sym.flags.clone(), sym.globals.clone(), cell_flags.clone(), (has_target, clean));
        if let Some(known) = self.summaries.get(&key) {
            return known.clone();
        }
        let round = Round {
            next: sym.pc + 1,
            flags: sym.flags.clone(),
            cell_flags,
            has_target,
            clean,
            clears: false,
            lasting: self.lasting,
            read: Vec::new(),
            deed: None,
        };
        let found = self.look_at_round(sym, zone, round).ok();
        self.summaries.insert(key, found.clone());
        found
    }

    fn look_at_round(&mut self, sym: &Sym, zone: Option<ZoneId>, round: Round) -> Result<Summary, Why> {
        let (program, rule, next, n_cells) = (self.program, self.rule, round.next, self.n_cells);
        let mut inner = Builder::new(program, self.shared, rule, false);
        let mut start = Sym::start(Vec::new()).at(next + 1);
        start.globals.clone_from(&sym.globals);
        start.loops.push(Loop { next, at: 0, zone: None, cursor: START, set: Vec::new() });
        inner.round = Some(round);
        let entry = inner.id(start);
        while let Some((id, sym)) = inner.queue.pop() {
            if inner.nodes.len() > MAX_NODES {
                return Err(NOT_ALIKE);
            }
            inner.nodes[id.0 as usize] = inner.advance(Sym::clone(&sym))?;
        }
        let flow = lanes_only(&ordered(&inner.nodes, entry, false)?);
        let Some(round) = inner.round else { return Err(NOT_ALIKE) };
        let Some(deed) = round.deed else { return Ok(Summary(None)) };
        if round.clears && matches!(deed, Deed::Attr(..)) {
            return Err(NOT_ALIKE);
        }
        if let Deed::Flags(set) = &deed
            && set.iter().any(|(flag, _)| round.read.contains(flag))
        {
            return Err(NOT_ALIKE);
        }
        let mut cells: StartSet = vec![0; n_cells.div_ceil(64)].into();
        for cell in 0..n_cells as u16 {
            if zone.is_none_or(|z| program.game().in_zone(z, rule.player, CellId(cell))) {
                cells[cell as usize / 64] |= 1 << (cell % 64);
            }
        }
        let set = CellSet { cells, flow };
        let sets = &mut self.shared.sets;
        let known = sets.iter().position(|s| *s == set);
        let id = known.unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        if id >= MAX_SETS {
            return Err(NOT_ALIKE);
        }
        Ok(Summary(Some((SetId(id as u16), deed))))
    }

    /// An op inside a round. `None`: it is like anywhere else.
    pub(super) fn op_of_round(&mut self, sym: &mut Sym) -> Result<Option<Next>, Why> {
        let op = self.code[sym.pc];
        let Some(round) = &mut self.round else { return Ok(None) };
        match op {
            Op::EachNext { .. } if sym.pc == round.next => return self.end_of_round(sym).map(Some),
            Op::Step { .. } | Op::MarkPush {} | Op::Jump { .. } | Op::Reject {} => {}
            Op::JumpZero { .. } | Op::Push { .. } | Op::PushGlobal { .. } | Op::PushPieces { .. } => {}
            Op::PushReserve { .. } | Op::PushPasses {} | Op::Not {} => {}
            Op::ClearEffects {} if round.clean => round.clears = true,
            Op::Add {} | Op::Sub {} | Op::Mul {} | Op::Min {} | Op::Max {} => {}
            Op::Eq {} | Op::Lt {} | Op::Le {} => {}
            Op::BackPop {} if !sym.marks.is_empty() => {}
            Op::Goto { at } | Op::PushAttr { at, .. } | Op::PushHeight { at } if is_near(at) => {}
            Op::JumpIf { test, at, .. }
            | Op::JumpUnless { test, at, .. }
            | Op::Verify { test, at }
            | Op::VerifyNot { test, at }
                if is_near(at) && round.may_ask(test) => {}
            Op::PushFlag { flag } => {
                round.read.push(flag.0);
                let value = round.flags[flag.idx()];
                sym.numbers.push(value);
                sym.pc += 1;
                return Ok(Some(Next::Go));
            }
            Op::SetFlag { flag } => {
                let (Num::Const(value), Some(here)) = (sym.pop(), sym.loops.last_mut()) else {
                    return Err(NOT_ALIKE);
                };
                here.set.retain(|(f, _)| *f != flag.0);
                here.set.push((flag.0, value));
                here.set.sort_unstable();
                sym.pc += 1;
                return Ok(Some(Next::Go));
            }
            Op::SetAttr { attr, at: Loc::Here } if sym.cursor == START => {
                let Num::Const(value) = sym.pop() else { return Err(NOT_ALIKE) };
                let value = self.attr_value(attr, value)?;
                sym.effects.push(Effect::SetAttr(attr, value, Place::Each));
                sym.pc += 1;
                return Ok(Some(Next::Go));
            }
            Op::Capture { at: Loc::Here } if sym.cursor == START => {
                sym.effects.push(Effect::Capture(Place::Each));
                sym.pc += 1;
                return Ok(Some(Next::Go));
            }
            Op::Emit { exit } => {
                let then = self.program.game().exits[exit.idx()].then;
                let kinds = !self.program.game().exits[exit.idx()].kinds.is_empty();
                // Once in a round, and nothing else.
                let takes = sym.effects.iter().all(Effect::is_capture);
                if !round.has_target || sym.changes || kinds || then != Then::Done || !takes {
                    return Err(NOT_ALIKE);
                }
                sym.changes = true;
                let deed = Deed::Emit(exit, sym.effects.clone());
                sym.pc += 1;
                let next = self.id(sym.clone());
                return self.done(deed, next).map(|node| Some(Next::Node(node)));
            }
            _ => return Err(NOT_ALIKE),
        }
        Ok(None)
    }

    fn end_of_round(&mut self, sym: &Sym) -> Result<Next, Why> {
        let set = sym.loops.last().map(|l| l.set.clone()).unwrap_or_default();
        if let [Effect::SetAttr(attr, value, Place::Each)] = sym.effects[..]
            && set.is_empty()
            && !sym.changes
            && sym.marks.is_empty()
        {
            return self.done(Deed::Attr(attr, value), super::END).map(Next::Node);
        }
        // Every round must find things as the first one has found them.
        if !sym.effects.is_empty() || !sym.marks.is_empty() || (sym.changes && !set.is_empty()) {
            return Err(NOT_ALIKE);
        }
        if set.is_empty() {
            return Ok(Next::Node(Node::End));
        }
        self.done(Deed::Flags(set), super::END).map(Next::Node)
    }

    /// A loop does one thing.
    fn done(&mut self, deed: Deed, next: NodeId) -> Result<Node, Why> {
        let Some(round) = &mut self.round else { return Err(NOT_ALIKE) };
        if round.deed.as_ref().is_some_and(|d| *d != deed) {
            return Err(NOT_ALIKE);
        }
        round.deed = Some(deed);
        Ok(Node::Emit { exit: ExitId(0), to: START, next })
    }
}

impl Round {
    fn may_ask(&self, test: Test) -> bool {
        match test {
            Test::Marked {} | Test::Attacked {} | Test::AttackedBy { .. } => false,
            Test::CellFlag { flag: CellFlagId(flag) } => !self.lasting && !self.cell_flags.contains(&flag),
            _ => true,
        }
    }
}

/// Is the place known from the loop's cell alone?
fn is_near(at: Loc) -> bool {
    matches!(at, Loc::Here | Loc::Dir(_) | Loc::Cell(_))
}
