//! What a rule has done when it emits a part.

use super::build::Builder;
use super::each::SetId;
use super::exit::{Effect, Exit, Place, captures_last};
use super::places::{PlaceId, START};
use super::sym::Sym;
use super::{Node, NodeId};
use crate::position::value_of_flag;
use crate::why::Why;
use zug_ir::{LoneCapture, Op, Then};
use zug_vm::NO_CELL;

impl Builder<'_> {
    /// A part, or one for each cell of a set.
    pub(super) fn emit(
        &mut self,
        sym: &Sym,
        exit: zug_ir::ExitId,
        next: NodeId,
        each: Option<SetId>,
    ) -> Result<Node, Why> {
        let game = self.program.game();
        let ir = &game.exits[exit.idx()];
        let to = sym.target();
        if (1..ir.kinds.len()).any(|i| ir.kinds[..i].contains(&ir.kinds[i])) {
            return Err(Why::Op("emit with a kind named twice"));
        }
        if self.rule.drop && !sym.moves.is_empty() {
            return Err(Why::Op("cascade in a drop"));
        }
        // Drops begin nowhere, so equal ones may be found from different cells.
        if self.rule.drop && to != START {
            return Err(Why::Op("drops elsewhere"));
        }
        if ir.then != Then::Done {
            // Turns that go on are compared part by part: parts that move nothing, or do more than take, are left to
            // the interpreter.
            let stays = (0..self.n_cells as u16).any(|s| {
                let at = self.shared.places.at(sym.from, s);
                at != NO_CELL && at == self.shared.places.at(to, s)
            });
            let plain = |e: &Effect| {
                e.takes()
                    || matches!(e, Effect::SetGlobal(..) | Effect::Create(..))
                    || matches!(e, Effect::SetAttr(..) | Effect::SetAttrs(..))
            };
            if stays || self.on_the_way || !sym.effects.iter().all(plain) {
                return Err(Why::Op("parts of this kind"));
            }
        }
        let drop = self.rule.drop;
        let place = move |p: PlaceId| match p {
            p if p == to => Place::Target,
            START if !drop => Place::Start,
            p => Place::At(p),
        };
        let mut effects: Vec<Effect> = sym.effects.clone();
        for effect in &mut effects {
            if let Some(p) = effect.place_mut()
                && let Place::At(at) = *p
            {
                *p = place(at);
            }
        }
        let sets = effects.iter().any(|e| matches!(e, Effect::SetAttrs(..)));
        // In which order several captures are left depends on how many other effects there are.
        if sets && effects.iter().filter(|e| e.is_capture()).count() > 1 {
            return Err(Why::Op("set_attr"));
        }
        captures_last(&mut effects);
        let from = if sym.from == START { Place::Start } else { place(sym.from) };
        let mut lifts: Vec<u16> = sym.lifts.iter().copied().chain([sym.lift]).collect();
        if lifts.iter().all(|n| *n == 0) {
            lifts.clear();
        }
        let (mut flags, mut left) = (Vec::new(), Vec::new());
        if self.lasting && ir.then != Then::Done {
            for (i, value) in sym.flags.iter().enumerate() {
                if *value != self.flag_before(i) {
                    left.push((value_of_flag(game, i), *value));
                }
            }
            for &(flag, at, value) in &sym.cell_flags {
                flags.push((self.flag_board(flag)?, place(at), value != 0));
            }
        }
        let made = Exit {
            drop: self.rule.drop,
            copy: ir.copy,
            moves: sym.moves.iter().map(|(a, b)| (place(*a), place(*b))).collect(),
            from,
            lifts,
            effects,
            effects_on_the_way: self.on_the_way && self.code.iter().any(is_effect),
            kinds: ir.kinds.clone(),
            then: ir.then,
            script: false,
            still: false,
            head: None,
            name: None,
            early: 0,
            worth: Vec::new(),
            flags,
            left,
            each,
        };
        if self.shared.exits.all.len() > 60_000 {
            return Err(Why::TooManyWays);
        }
        let exit = self.shared.exits.id(made);
        self.exits.insert(exit);
        if !self.on_the_way && self.exits.len() > self.max_exits {
            return Err(Why::TooManyWays);
        }
        let emit = Node::Emit { exit, to, next };
        if self.rule.drop || !ir.kinds.is_empty() || sym.changes {
            return Ok(emit);
        }
        // A part that moves nothing is none; captures alone count where the game says so.
        if self.leaves_start(sym) {
            return Ok(emit);
        }
        if sym.from != START || !sym.moves.is_empty() {
            return Err(Why::Op("from"));
        }
        let stays = |s: u16| self.shared.places.at(to, s) == s;
        let someone_stays = (0..self.n_cells as u16).any(stays);
        // Whether anything has changed is not known then.
        if someone_stays && sets {
            return Err(Why::Op("set_attr"));
        }
        if someone_stays && game.rules.lone_capture == LoneCapture::Allowed {
            return Err(Why::Op("capture without a movement"));
        }
        let emit = self.anonymous(emit);
        Ok(self.split(sym, |b, s| b.shared.places.at(to, s) != s, move |_, _| emit, move |_, _| next))
    }

    /// Has the piece itself left its cell, from every start, by a movement closed before?
    fn leaves_start(&self, sym: &Sym) -> bool {
        let away = |to: PlaceId| (0..self.n_cells as u16).all(|s| self.shared.places.at(to, s) != s);
        sym.moves.iter().any(|&(from, to)| from == START && away(to))
    }
}

/// Does it record a change that a rule may make on its way?
fn is_effect(op: &Op) -> bool {
    matches!(
        op,
        Op::SetAttr { .. }
            | Op::SetGlobal { .. }
            | Op::AddGlobal { .. }
            | Op::Capture { .. }
            | Op::CaptureLate { .. }
            | Op::Tuck { .. }
            | Op::Create { .. }
            | Op::CreateSame { .. }
            | Op::ChangeKind { .. }
            | Op::ChangeOwner { .. }
            | Op::Flip { .. }
            | Op::AddReserve { .. }
            | Op::RepeatTurn {}
    )
}
