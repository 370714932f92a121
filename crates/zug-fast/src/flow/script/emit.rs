//! What a script hands out.

use super::What;
use super::build::{Builder, MAX_EXITS};
use super::core::{Core, Sym, Where};
use crate::flow::exit::{Effect, Exit, Held, NamePart, Place};
use crate::flow::places::{PlaceId, START};
use crate::flow::{END, Node, NodeId};
use crate::why::Why;
use zug_ir::{KindId, Then};
use zug_vm::NO_CELL;

impl Builder<'_> {
    /// A move has ended, a test holds, or an alternative of a quantifier has succeeded.
    pub(super) fn emit(&mut self, mut sym: Sym) -> Result<Node, Why> {
        if self.gathers {
            match sym.core.effects[..] {
                [Effect::Capture(Place::At(START))] => {}
                [] => return Ok(Node::Split { starts: Box::new([]), yes: END, no: END }),
                _ => return Err(Why::Op("all")),
            }
        }
        if self.job.what == What::Test {
            let exit = self.shared.exits.id(Exit::nothing(false));
            self.note_start(&sym.core);
            // Only how often it holds, or whether it does, matters.
            let counted = matches!(self.inside, Some(zug_ir::Quantifier::Count));
            let next = if counted { self.failed(sym)? } else { END };
            return Ok(Node::Emit { exit, to: START, next });
        }
        if self.job.what == What::Piece && !self.changes(&sym.core)? {
            let next = self.failed(sym)?;
            return Ok(Node::Split { starts: Box::new([]), yes: next, no: next });
        }
        self.note_start(&sym.core);
        let to = match sym.core.landed.or(sym.core.cursor) {
            Some(place) => place,
            None => self.shared.places.constant(NO_CELL),
        };
        let mut flushed = Vec::new();
        if self.on_the_way {
            flushed = self.unflushed(&mut sym.core);
        }
        let exit = self.exit(&sym.core, to)?;
        if self.shared.exits.all.len() > 60_000 {
            return Err(Why::TooManyWays);
        }
        let exit = self.shared.exits.id(exit);
        self.exits.insert(exit);
        if !self.on_the_way && self.exits.len() > MAX_EXITS {
            return Err(Why::TooManyWays);
        }
        let next = self.failed(sym)?;
        let emit = Node::Emit { exit, to, next };
        if flushed.is_empty() {
            return Ok(emit);
        }
        let mut next = self.anonymous(emit);
        for effect in flushed.drain(1..).rev() {
            next = self.anonymous(Node::Effect { effect, next });
        }
        Ok(Node::Effect { effect: flushed[0], next })
    }

    fn note_start(&mut self, core: &Core) {
        if core.bound {
            self.emitted.1 = true;
        } else {
            self.emitted.0 = true;
        }
    }

    /// The effects that do not stand at nodes yet; now they will.
    fn unflushed(&self, core: &mut Core) -> Vec<Effect> {
        let first = usize::from(self.moves_first(core)).max(core.flushed);
        let list = core.effects[first.min(core.effects.len())..].to_vec();
        core.flushed = core.effects.len();
        list
    }

    /// Effects so far are put at nodes that lead on to this run.
    pub(super) fn flush(&mut self, sym: &mut Sym) -> Option<NodeId> {
        let list = self.unflushed(&mut sym.core);
        if list.is_empty() {
            return None;
        }
        let mut to = self.id(sym.clone());
        for effect in list.into_iter().rev() {
            to = self.anonymous(Node::Effect { effect, next: to });
        }
        Some(to)
    }

    /// Is the first thing it does a plain movement from its start, or its drop?
    fn moves_first(&self, core: &Core) -> bool {
        core.effects.first().is_some_and(|effect| self.is_movement(core, effect))
    }

    /// Which effect is that movement, after others that only change values and reserves?
    fn movement(&self, core: &Core) -> Option<usize> {
        let aside = |e: &Effect| matches!(e, Effect::SetGlobal(..) | Effect::AddReserve(..));
        let at = core.effects.iter().position(|e| !aside(e))?;
        (self.is_movement(core, &core.effects[at]) && (at == 0 || !self.on_the_way)).then_some(at)
    }

    fn is_movement(&self, core: &Core, effect: &Effect) -> bool {
        match (self.job.what, effect) {
            (What::Piece, Effect::Carry(Place::At(START), Place::At(to), held)) => {
                Some(*to) == core.landed && *held == Held::default()
            }
            (What::Drop, Effect::Drop(Place::At(to))) => Some(*to) == core.landed,
            _ => false,
        }
    }

    fn exit(&mut self, core: &Core, to: PlaceId) -> Result<Exit, Why> {
        if core.hand.is_some() {
            return Err(Why::Op("emit with a piece in hand"));
        }
        let movement = self.movement(core);
        let plain = movement.is_some();
        let drop = self.job.what == What::Drop;
        if drop && !plain {
            return Err(Why::Op("a drop that does something first"));
        }
        let place = |p: PlaceId| match p {
            p if p == to => Place::Target,
            START if !drop => Place::Start,
            p => Place::At(p),
        };
        let mut effects: Vec<Effect> = core.effects.to_vec();
        if let Some(at) = movement {
            effects.remove(at);
        }
        if effects.iter().any(|e| matches!(e, Effect::Drop(_))) {
            return Err(Why::Op("several drops"));
        }
        for effect in &mut effects {
            effect.each_place(&mut |p| {
                if let Place::At(at) = *p {
                    *p = place(at);
                }
            });
        }
        let head = match self.job.what {
            What::Piece => Some(Place::Start),
            What::Drop => None,
            _ => core.start.map(place),
        };
        let mut logs = core.logs.to_vec();
        logs.sort_by_key(|(order, _)| *order);
        let name: Vec<NamePart> = logs.into_iter().map(|(_, part)| part).collect();
        Ok(Exit {
            drop,
            copy: false,
            moves: Vec::new(),
            from: Place::Start,
            lifts: Vec::new(),
            early: movement.unwrap_or(0),
            effects: if self.on_the_way { Vec::new() } else { effects },
            effects_on_the_way: self.on_the_way,
            kinds: Vec::<KindId>::new(),
            then: Then::Done,
            flags: Vec::new(),
            left: Vec::new(),
            each: None,
            script: true,
            still: !plain,
            head,
            name: (!core.logs.is_empty()).then_some(name),
            worth: core.worth.to_vec(),
        })
    }

    /// A move of a piece that changes nothing is none.
    fn changes(&mut self, core: &Core) -> Result<bool, Why> {
        if core.effects.is_empty() && !core.scattered {
            return Ok(false);
        }
        let start = Where::Cell(START);
        let gone = core.board.iter().rev().find(|(p, _)| *p == start).is_some_and(|(_, man)| man.is_none());
        let others = core.board.iter().filter(|(p, man)| *p != start && man.is_some());
        let mut back = false;
        for (place, _) in others {
            let Where::Cell(place) = place else { continue };
            let cells = self.shared.places.of(*place).iter().enumerate();
            let alive = self.alive(core.alive);
            back |= cells.into_iter().any(|(s, c)| *c == s as u16 && alive[s / 64] >> (s % 64) & 1 != 0);
        }
        if gone && !back {
            return Ok(true);
        }
        let changes = |e: &Effect| {
            matches!(
                e,
                Effect::Capture(_) | Effect::ChangeOwner(..) | Effect::ChangeKind(..) | Effect::Promote(..)
            )
        };
        let stays = |e: &Effect| !matches!(e, Effect::Carry(..) | Effect::Create(..) | Effect::Drop(_));
        if core.effects.iter().any(changes) && core.effects.iter().all(stays) {
            return Ok(true);
        }
        Err(Why::Op("a move that may change nothing"))
    }
}
