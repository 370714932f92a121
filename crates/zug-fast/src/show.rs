//! A move in the words of the interpreter: the same actions with the same pieces.

use crate::bits;
use crate::flow::{Effect, NamePart, Place};
use crate::make::Step;
use crate::num::Num;
use crate::plan::Plan;
use crate::position::Position;
use zug_ir::CellId;
use zug_vm::{Action, Move, PartHead, Piece};

impl<const W: usize> Plan<W> {
    /// The move made of these parts.
    pub(crate) fn show(&self, position: &Position, steps: &[Step]) -> Move {
        let mut actions = Vec::new();
        let mut heads = Vec::new();
        let mut name = None;
        let mut now = position.clone();
        let mut traces = crate::make::Traces::default();
        for step in steps {
            let (from, to) = match self.layout.piles {
                true => self.pile_part(&mut now, *step, &mut traces, &mut |action| actions.push(action)),
                false => self.show_part(&now, *step, &mut actions),
            };
            let exit = self.shared.exits.get(step.exit);
            if let (None, Some(parts)) = (&name, &exit.name) {
                let text = |part: &NamePart| match part {
                    NamePart::Text(text) => text.clone(),
                    NamePart::Cell(place) => {
                        let cell = self.shared.places.at(*place, step.start);
                        self.cell_names.get(cell as usize).cloned().unwrap_or_default()
                    }
                };
                name = Some(parts.iter().map(text).collect::<String>());
            }
            let then = exit.then.into();
            heads.push(PartHead { from, to, end: actions.len() as u32, then });
            if !self.layout.piles {
                self.make_part(&mut now, *step, &mut traces);
            }
        }
        let mv = Move::of_parts(&actions, &heads);
        match name {
            Some(name) => mv.named(&name),
            None => mv,
        }
    }

    fn show_part(&self, position: &Position, step: Step, actions: &mut Vec<Action>) -> (u16, u16) {
        let exit = self.shared.exits.get(step.exit);
        let of = self.rules[step.rule as usize].of;
        let at = |place: Place| step.cell(&self.shared.places, place);
        let mut effects = exit.effects.clone();
        if exit.effects_on_the_way {
            self.find_effects(position, step, &mut effects);
        }
        let first = actions.len();
        let piece = |p: &Position, c: u16| self.codes.piece(p.code(&self.layout, c));
        if exit.still {
        } else if exit.drop {
            let piece = self.codes.piece(self.codes.fresh(of.player, of.kind));
            actions.push(Action::Drop { at: CellId(step.to), piece });
        } else {
            let closed = exit.moves.iter().map(|(from, to)| (at(*from), at(*to), false));
            for (from, to, copy) in closed.chain([(at(exit.from), step.to, exit.copy)]) {
                let piece = piece(position, from);
                let (from, to) = (CellId(from), CellId(to));
                if from != to && piece.is_some() {
                    actions.push(if copy {
                        Action::Copy { from, to, piece }
                    } else {
                        Action::Move { from, to, n: 0, piece }
                    });
                }
            }
        }
        let moved = actions.len() - first;
        let mut now = position.clone();
        let mut captured = Vec::new();
        let head = self.move_pieces(&mut now, step, &mut captured);
        for effect in effects {
            let number = |num: Num| match num {
                Num::Const(value) => value,
                Num::Expr(id) => self.number_at(position, id, step.start),
            };
            let there = |p: Place| (CellId(at(p)), now.code(&self.layout, at(p)));
            let becomes = |code: u8| self.codes.piece(code);
            let (action, number) = match effect {
                Effect::Capture(p) => (Action::Capture { at: there(p).0, piece: becomes(there(p).1) }, 0),
                Effect::CaptureLate(p) => {
                    (Action::CaptureLate { at: there(p).0, piece: becomes(there(p).1) }, 0)
                }
                Effect::Flip(p) => {
                    (Action::Flip { at: there(p).0, piece: becomes(self.codes.flipped(there(p).1)) }, 0)
                }
                Effect::ChangeOwner(owner, p) => {
                    let piece = becomes(self.codes.with_owner(there(p).1, owner));
                    (Action::ChangeOwner { at: there(p).0, owner, piece }, 0)
                }
                Effect::ChangeKind(kind, p) => {
                    let piece = becomes(self.codes.with_kind(there(p).1, kind));
                    (Action::ChangeKind { at: there(p).0, kind, piece }, 0)
                }
                Effect::Create(piece, p) => (Action::Create { at: there(p).0, n: 1, piece }, 0),
                Effect::SetAttr(attr, value, p) => {
                    let piece = becomes(self.codes.with_attr(there(p).1, attr, value));
                    (Action::SetAttr { at: there(p).0, attr, value, piece }, 0)
                }
                Effect::SetGlobal(global, num) => {
                    let value = number(num);
                    (Action::SetGlobal { global, value }, value)
                }
                Effect::SetIf(global, num, asked, wanted) => {
                    if (self.number(&now, asked) != 0) != wanted {
                        continue;
                    }
                    let value = number(num);
                    (Action::SetGlobal { global, value }, value)
                }
                Effect::AddReserve(player, kind, num) => {
                    let n = number(num);
                    (Action::AddReserve { player, kind, n }, n)
                }
                Effect::RepeatTurn => (Action::RepeatTurn, 0),
                Effect::SetTurn(turn) => (Action::SetTurn { turn }, 0),
                Effect::Promote(kind, p) => {
                    let piece = becomes(self.codes.with_kind(there(p).1, kind));
                    (Action::Promote { at: there(p).0, kind, piece }, 0)
                }
                Effect::Carry(from, to, held) => {
                    let (from, code) = there(from);
                    let piece = becomes(self.carried(code, held));
                    (Action::Move { from, to: there(to).0, n: 0, piece }, 0)
                }
                Effect::CaptureSet(set) => {
                    for at in self.in_order(position, set, step.start) {
                        let piece = self.codes.piece(now.code(&self.layout, at));
                        actions.push(Action::Capture { at: CellId(at), piece });
                        let one = Effect::Capture(Place::Target);
                        self.carry_out(&mut now, Step { to: at, ..step }, one, 0, &mut captured);
                    }
                    continue;
                }
                Effect::SetAttrs(attr, value, set) => {
                    for at in bits::cells(&self.set(position, set)) {
                        let code = self.codes.with_attr(now.code(&self.layout, at), attr, value);
                        actions.push(Action::SetAttr { at: CellId(at), attr, value, piece: becomes(code) });
                        now.set(&self.layout, &self.codes, at, code);
                    }
                    continue;
                }
                Effect::Drop(_) | Effect::Tuck(_) => continue,
            };
            actions.push(action);
            self.carry_out(&mut now, step, effect, number, &mut captured);
        }
        actions[first..first + moved + exit.early].rotate_left(moved);
        if let Some(&kind) = exit.kinds.get(step.choice as usize) {
            let old = now.code(&self.layout, step.to);
            let new = if old == 0 { Piece::NONE } else { self.codes.piece(self.codes.with_kind(old, kind)) };
            actions.push(Action::Promote { at: CellId(step.to), kind, piece: new });
        }
        head
    }
}
