//! What a part looks like to somebody who clicks.

use zug_ir::{CellId, KindId};
use zug_vm::{Action, NO_CELL, Part};

/// The cells that tell which part is meant. The first movement does; without one the first piece that is dropped, without that the
/// first one that is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Movement {
        from: CellId,
        to: CellId,
    },
    /// A piece stays where it is and something else happens.
    InPlace {
        at: CellId,
    },
    /// Something appears; of a known kind, if it comes from a reserve.
    Drop {
        at: CellId,
        kind: Option<KindId>,
    },
    Capture {
        at: CellId,
    },
    Nowhere,
}

impl Shape {
    pub(crate) fn of(part: Part<'_>) -> Self {
        let cell = |c: u16| (c != NO_CELL).then_some(CellId(c));
        let kind = part.actions.iter().find_map(|a| match a {
            Action::Drop { piece, .. } => Some(piece.kind()),
            _ => None,
        });
        match (cell(part.head.from), cell(part.head.to)) {
            (Some(from), Some(to)) if from != to => Shape::Movement { from, to },
            (None, Some(at)) if is_capture(part) => Shape::Capture { at: first_captured(part).unwrap_or(at) },
            (None, Some(at)) => Shape::Drop { at, kind },
            (Some(at), _) if is_capture(part) => Shape::Capture { at: first_captured(part).unwrap_or(at) },
            (Some(at), _) => Shape::InPlace { at },
            (None, None) => first_captured(part).map_or(Shape::Nowhere, |at| Shape::Capture { at }),
        }
    }

    /// The cell to select first.
    pub(super) fn start(self) -> Option<CellId> {
        match self {
            Shape::Movement { from, .. } => Some(from),
            Shape::InPlace { at } => Some(at),
            Shape::Drop { .. } | Shape::Capture { .. } | Shape::Nowhere => None,
        }
    }

    /// The cell it is about, if it is about one.
    pub(super) fn at(self) -> Option<CellId> {
        match self {
            Shape::InPlace { at } | Shape::Drop { at, .. } | Shape::Capture { at } => Some(at),
            Shape::Movement { .. } | Shape::Nowhere => None,
        }
    }

    /// Is one click enough?
    pub(super) fn is_direct(self) -> bool {
        matches!(self, Shape::Drop { .. } | Shape::Capture { .. })
    }

    /// The kind to select in the reserve.
    pub(super) fn kind(self) -> Option<KindId> {
        match self {
            Shape::Drop { kind, .. } => kind,
            _ => None,
        }
    }
}

fn first_captured(part: Part<'_>) -> Option<CellId> {
    part.captures().next().map(|(at, _)| at)
}

/// Does it take something, and nothing else that is to be seen?
fn is_capture(part: Part<'_>) -> bool {
    let unseen = |a: &Action| {
        matches!(
            a,
            Action::Capture { .. }
                | Action::CaptureLate { .. }
                | Action::SetAttr { .. }
                | Action::SetGlobal { .. }
                | Action::AddReserve { .. }
                | Action::RepeatTurn
                | Action::SetTurn { .. }
                | Action::Settle
        )
    };
    first_captured(part).is_some() && part.actions.iter().all(unseen)
}
