//! A walk: a flow followed for one start.

use crate::cellset::SetId;
use crate::flow::Places;
use crate::flow::{Cond, Effect, ExitId, Flow, Node, Place, PlaceId, in_set};
use crate::num::ExprId;
use crate::position::Position;
use std::ops::ControlFlow;
use zug_vm::NO_CELL;

/// What a walk needs to know beside the position.
pub(crate) trait Answers {
    fn number(&self, num: ExprId) -> i32;
    /// Is a piece of the mover's attacked on this cell, or would it be?
    fn attacked(&self, cell: u16) -> bool;
    /// Is the piece on this cell attacked, or would the one from the start be?
    fn threatened(&self, cell: u16, moved: bool) -> bool;
    /// Is the cell in a set?
    fn contains(&self, set: SetId, cell: u16) -> bool;
}

/// Follows a flow. `each` gets everything emitted, with the effects met on the way; `Break` ends the walk.
#[inline]
pub(crate) fn walk<const W: usize>(
    flow: &Flow,
    places: &Places,
    position: &Position,
    start: u16,
    answers: &impl Answers,
    effects: &mut Vec<Effect>,
    mut each: impl FnMut(ExitId, PlaceId, &mut Vec<Effect>) -> ControlFlow<()>,
) {
    effects.clear();
    let mut at = flow.entry();
    loop {
        at = match flow.node(at) {
            Node::End => return,
            Node::Test { cond, at, yes, no } => {
                let cell = places.at(*at, start);
                let passes = cell != NO_CELL
                    && match cond {
                        Cond::Class(board) => position.has::<W>(*board, cell),
                        Cond::Attacked => answers.attacked(cell),
                        Cond::Threatened { moved } => answers.threatened(cell, *moved),
                        Cond::In(set) => answers.contains(*set, cell),
                        Cond::Origin => cell == start,
                    };
                if passes { *yes } else { *no }
            }
            Node::Split { starts, yes, no } => {
                if in_set(starts, start) {
                    *yes
                } else {
                    *no
                }
            }
            Node::Num { num, yes, no } => {
                if answers.number(*num) != 0 {
                    *yes
                } else {
                    *no
                }
            }
            Node::Effect { effect, next } => {
                effects.push(*effect);
                *next
            }
            Node::Forget { next } => {
                effects.clear();
                *next
            }
            Node::Emit { exit, to, next } => {
                if each(*exit, *to, effects).is_break() {
                    return;
                }
                *next
            }
        };
    }
}

/// The cell of a place.
#[inline(always)]
pub(crate) fn cell(places: &Places, place: Place, start: u16, target: u16) -> u16 {
    match place {
        Place::Start => start,
        Place::Target => target,
        Place::At(id) => places.at(id, start),
        // Only a step knows it.
        Place::Each => NO_CELL,
    }
}
