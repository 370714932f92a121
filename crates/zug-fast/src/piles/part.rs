//! Carrying out a part where cells hold piles, in the order of the interpreter and in its words.

use super::Pile;
use crate::bits::{self, Bits};
use crate::class::BoardId;
use crate::codes::Code;
use crate::flow::{Effect, Place};
use crate::make::{Step, Traces};
use crate::num::Num;
use crate::plan::Plan;
use crate::position::Position;
use smallvec::SmallVec;
use zug_ir::{CellId, GlobalId, PlayerId};
use zug_vm::{Action, NO_CELL};

/// One movement of a part.
struct Movement {
    /// Another one follows it.
    closed: bool,
    from: u16,
    to: u16,
    /// The top piece goes, and stays as well.
    copy: bool,
    /// How many pieces go; 0 is all.
    n: u16,
    /// The top piece.
    code: Code,
}

impl<const W: usize> Plan<W> {
    /// Pieces under others on some cells that a board shows (or does not show) where they are on top.
    pub(crate) fn count_buried(
        &self,
        position: &Position,
        board: BoardId,
        shown: bool,
        within: &Bits<W>,
    ) -> u32 {
        let shows = |code: Code| (self.codes.boards[code as usize] >> board.0 & 1 != 0) == shown;
        let counted = |(cell, code): &(u16, Code)| bits::has(within, *cell) && shows(*code);
        position.buried(&self.layout).filter(counted).count() as u32
    }

    /// Carries out a part where cells hold piles, and tells what happens in the words of the interpreter. Where did what gives
    /// the part its name start and end?
    pub(crate) fn pile_part(
        &self,
        position: &mut Position,
        step: Step,
        traces: &mut Traces,
        tell: &mut dyn FnMut(Action),
    ) -> (u16, u16) {
        let (layout, codes) = (&self.layout, &self.codes);
        let exit = self.shared.exits.get(step.exit);
        let mover = self.rules[step.rule as usize].of.player;
        let at = |place: Place| step.cell(&self.shared.places, place);
        if exit.effects_on_the_way {
            self.find_effects(position, step, &mut traces.effects);
        }
        let effects = if exit.effects_on_the_way { &traces.effects } else { &exit.effects };
        // Numbers and sets are of the position before the part.
        let number = |num: Num| match num {
            Num::Const(value) => value,
            Num::Expr(id) => self.number_at(position, id, step.start),
        };
        let mut numbers: SmallVec<[i32; 4]> = SmallVec::new();
        let mut sets: SmallVec<[Bits<W>; 1]> = SmallVec::new();
        for effect in effects {
            match effect {
                Effect::SetGlobal(_, num) | Effect::AddReserve(_, _, num) => numbers.push(number(*num)),
                Effect::SetAttrs(_, _, set) => sets.push(self.set(position, *set)),
                _ => {}
            }
        }
        let left: SmallVec<[(GlobalId, i32); 2]> =
            exit.left.iter().map(|(flag, num)| (*flag, number(*num))).collect();
        let (mut numbers, mut sets) = (numbers.into_iter(), sets.into_iter());
        let (head, base) = self.pile_movements(position, step, tell);
        let captured = &mut traces.captured;
        for effect in effects {
            let cell = effect.place().map_or(NO_CELL, at);
            let there = if cell == NO_CELL { 0 } else { position.code(layout, cell) };
            let (on, old) = (CellId(cell), codes.piece(there));
            let mut becomes = |code: Code| {
                position.become_top::<W>(layout, codes, cell, code);
                codes.piece(code)
            };
            match *effect {
                Effect::Capture(_) => {
                    tell(Action::Capture { at: on, piece: old });
                    let known = position.leave_now::<W>(layout, cell);
                    if there != 0 {
                        position.lift::<W>(layout, codes, cell, 1);
                        if self.counts_captures && !known {
                            captured.push(there);
                        }
                        self.recycle(position, there, mover);
                    }
                }
                Effect::CaptureLate(_) => {
                    tell(Action::CaptureLate { at: on, piece: old });
                    if there != 0 {
                        position.leave_later::<W>(layout, cell);
                        if self.counts_captures {
                            captured.push(there);
                        }
                    }
                }
                Effect::Tuck(_) => {
                    tell(Action::Tuck { at: on, to: CellId(step.to), base: base as u16, piece: old });
                    if there != 0 {
                        position.lift::<W>(layout, codes, cell, 1);
                        if self.counts_captures {
                            captured.push(there);
                        }
                        position.insert::<W>(layout, codes, step.to, base, there);
                    }
                }
                Effect::Flip(_) => tell(Action::Flip { at: on, piece: becomes(codes.flipped(there)) }),
                Effect::ChangeOwner(owner, _) => {
                    let piece = becomes(codes.with_owner(there, owner));
                    tell(Action::ChangeOwner { at: on, owner, piece });
                }
                Effect::ChangeKind(kind, _) => {
                    let piece = becomes(codes.with_kind(there, kind));
                    tell(Action::ChangeKind { at: on, kind, piece });
                }
                Effect::SetAttr(attr, value, _) => {
                    let piece = becomes(codes.with_attr(there, attr, value));
                    tell(Action::SetAttr { at: on, attr, value, piece });
                }
                Effect::SetAttrs(attr, value, _) => {
                    for cell in sets.next().iter().flat_map(bits::cells) {
                        let code = codes.with_attr(position.code(layout, cell), attr, value);
                        position.become_top::<W>(layout, codes, cell, code);
                        tell(Action::SetAttr { at: CellId(cell), attr, value, piece: codes.piece(code) });
                    }
                }
                Effect::Create(piece, _) => {
                    tell(Action::Create { at: on, n: 1, piece });
                    position.put::<W>(layout, codes, cell, &[codes.code(piece).unwrap_or(0)]);
                }
                Effect::SetGlobal(global, _) => {
                    let value = numbers.next().unwrap_or(0);
                    tell(Action::SetGlobal { global, value });
                    position.set_global(layout, global, value);
                }
                Effect::AddReserve(player, kind, _) => {
                    let n = numbers.next().unwrap_or(0);
                    tell(Action::AddReserve { player, kind, n });
                    position.add_reserve(layout, player, kind, n);
                }
                Effect::RepeatTurn => {
                    tell(Action::RepeatTurn);
                    traces.again = true;
                }
                Effect::SetIf(..)
                | Effect::CaptureSet(_)
                | Effect::Carry(..)
                | Effect::Drop(_)
                | Effect::Promote(..)
                | Effect::SetTurn(_) => unreachable!("only scripts do that, and theirs are other piles"),
            }
        }
        if let Some(&kind) = exit.kinds.get(step.choice as usize) {
            let code = codes.with_kind(position.code(layout, step.to), kind);
            position.become_top::<W>(layout, codes, step.to, code);
            tell(Action::Promote { at: CellId(step.to), kind, piece: codes.piece(code) });
        }
        for &(board, place, on) in &exit.flags {
            if at(place) != NO_CELL {
                position.flag::<W>(board, at(place), on);
            }
        }
        for (flag, value) in left {
            position.set_global(layout, flag, value);
        }
        position.set_last::<W>(layout, head.0, head.1);
        head
    }

    /// The movements of a part, or its drop: all piles are lifted, then all are set down. Where is the movement that the part is
    /// named after, and at what height of the target does the pile begin that came last?
    fn pile_movements(
        &self,
        position: &mut Position,
        step: Step,
        tell: &mut dyn FnMut(Action),
    ) -> ((u16, u16), usize) {
        let (layout, codes) = (&self.layout, &self.codes);
        let exit = self.shared.exits.get(step.exit);
        let of = &self.rules[step.rule as usize].of;
        let at = |place: Place| step.cell(&self.shared.places, place);
        let from = if exit.drop { step.start } else { at(exit.from) };
        let moved = match exit.lift(exit.moves.len()) {
            0 => position.height(layout, from),
            n => n.into(),
        };
        if exit.drop {
            let base = position.height(layout, step.to).saturating_sub(moved);
            let code = codes.fresh(of.player, of.kind);
            tell(Action::Drop { at: CellId(step.to), piece: codes.piece(code) });
            position.add_reserve(layout, of.player, of.kind, -1);
            position.put::<W>(layout, codes, step.to, &[code]);
            return ((NO_CELL, step.to), base);
        }
        let closed = exit.moves.iter().map(|(from, to)| (at(*from), at(*to), false));
        let all = closed.chain([(from, step.to, exit.copy)]).enumerate().map(|(i, (from, to, copy))| {
            let (closed, n) = (i < exit.moves.len(), exit.lift(i));
            Movement { closed, from, to, copy, n, code: position.code(layout, from) }
        });
        let all: SmallVec<[Movement; 2]> = all.filter(|m| m.from != m.to && m.code != 0).collect();
        let first = all.first().filter(|m| m.closed);
        let head = first.map_or((from, step.to), |m| (m.from, m.to));
        let mut lifted: SmallVec<[(u16, Pile); 2]> = SmallVec::new();
        for &Movement { from, to, copy, n, code, .. } in &all {
            let (start, end, piece) = (CellId(from), CellId(to), codes.piece(code));
            if copy {
                tell(Action::Copy { from: start, to: end, piece });
                lifted.push((to, SmallVec::from_slice(&[code])));
            } else {
                tell(Action::Move { from: start, to: end, n, piece });
                lifted.push((to, position.lift::<W>(layout, codes, from, n)));
            }
        }
        for (to, pile) in &lifted {
            position.put::<W>(layout, codes, *to, pile);
        }
        (head, position.height(layout, step.to).saturating_sub(moved))
    }

    /// Pieces captured for later leave the board.
    pub(crate) fn settle_piles(&self, position: &mut Position, mover: PlayerId) {
        while let Some((cell, height)) = position.next_leaving::<W>(&self.layout) {
            let code = position.extract::<W>(&self.layout, &self.codes, cell, height);
            if code != 0 {
                self.recycle(position, code, mover);
            }
        }
    }
}
