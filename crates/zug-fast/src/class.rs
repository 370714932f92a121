//! Classes: the sets of cells that rules ask about. Each one that some rule asks about is kept as a board.

use crate::why::Why;
use zug_ir::{AttrId, CellFlagId, KindId, PlayerId};
use zug_vm::{Piece, Program};

/// A set of cells that changes with the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Class {
    Empty,
    Owned(PlayerId),
    /// Pieces of anybody else.
    Other(PlayerId),
    /// Pieces of other players who take turns.
    EnemyOf(PlayerId),
    /// Pieces of other players who take none.
    NeutralTo(PlayerId),
    Kind(KindId),
    Piece(PlayerId, KindId),
    Attr(AttrId),
    /// The attribute is that number, which is not 0.
    AttrIs(AttrId, i16),
    LastFrom,
    LastTo,
    /// Captured, but leaves only when the turn ends.
    Doomed,
    /// So many pieces lie there, or more.
    High(u16),
    /// Cells with this cell flag, set by an earlier part of the turn.
    Flagged(CellFlagId),
}

impl Class {
    /// Is it about places, whatever stands there?
    pub(crate) fn of_places(self) -> bool {
        matches!(self, Class::LastFrom | Class::LastTo | Class::Doomed | Class::High(_) | Class::Flagged(_))
    }
}

/// Place of a class's board in a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BoardId(pub(crate) u8);

/// The classes some rule or goal asks about.
#[derive(Default, Debug)]
pub(crate) struct Classes {
    all: Vec<Class>,
}

impl Classes {
    pub(crate) fn id(&mut self, program: &Program, class: Class) -> Result<BoardId, Why> {
        let class = simplest(program, class);
        if let Some(i) = self.all.iter().position(|c| *c == class) {
            return Ok(BoardId(i as u8));
        }
        if self.all.len() == 64 {
            return Err(Why::TooManyClasses);
        }
        self.all.push(class);
        Ok(BoardId(self.all.len() as u8 - 1))
    }

    pub(crate) fn find(&self, program: &Program, class: Class) -> Option<BoardId> {
        let class = simplest(program, class);
        self.all.iter().position(|c| *c == class).map(|i| BoardId(i as u8))
    }

    /// The board of empty cells.
    pub(crate) fn empty(&self) -> Option<BoardId> {
        self.all.iter().position(|c| *c == Class::Empty).map(|i| BoardId(i as u8))
    }

    pub(crate) fn class(&self, id: BoardId) -> Class {
        self.all[id.0 as usize]
    }

    /// The boards of cell flags.
    pub(crate) fn flagged(&self) -> Vec<BoardId> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, c)| matches!(c, Class::Flagged(_))).map(|(i, _)| BoardId(i as u8)).collect()
    }

    /// The boards of high piles, each with how high they are at least.
    pub(crate) fn high(&self) -> Vec<(BoardId, u16)> {
        let all = self.all.iter().enumerate();
        let high = all.filter_map(|(i, class)| match class {
            Class::High(n) => Some((BoardId(i as u8), *n)),
            _ => None,
        });
        high.collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The boards that show a piece (or an empty cell), as bits.
    pub(crate) fn showing(&self, program: &Program, piece: Piece) -> u64 {
        let shows = |(i, class): (usize, &Class)| u64::from(contains(program, *class, piece)) << i;
        self.all.iter().enumerate().map(shows).fold(0, |a, b| a | b)
    }
}

/// Between two players the enemy is the other one; where there is one kind all pieces of a player are of it.
fn simplest(program: &Program, class: Class) -> Class {
    if let Class::Piece(player, _) = class
        && program.game().kinds.len() == 1
    {
        return Class::Owned(player);
    }
    let players = (0..program.game().players.len() as u16).map(PlayerId);
    let (player, all) = match class {
        Class::EnemyOf(player) => (player, false),
        Class::Other(player) => (player, true),
        _ => return class,
    };
    let mut rivals = players.filter(|p| *p != player && (all || program.is_active(*p)));
    match (rivals.next(), rivals.next()) {
        (Some(rival), None) => Class::Owned(rival),
        _ => class,
    }
}

/// Is a cell with this piece (or none) in the class? Classes of places rather than pieces contain none.
pub(crate) fn contains(program: &Program, class: Class, piece: Piece) -> bool {
    match class {
        Class::Empty => piece.is_none(),
        Class::Owned(p) => piece.is_owned(p),
        Class::Other(p) => piece.is_some() && piece.owner() != p,
        Class::EnemyOf(p) => piece.is_some() && piece.owner() != p && program.is_active(piece.owner()),
        Class::NeutralTo(p) => piece.is_some() && piece.owner() != p && !program.is_active(piece.owner()),
        Class::Kind(k) => piece.is_kind(k),
        Class::Piece(p, k) => piece.is_kind(k) && piece.is_owned(p),
        Class::Attr(a) => program.layout().attr(piece, a) != 0,
        Class::AttrIs(a, value) => program.layout().attr(piece, a) == i32::from(value),
        Class::LastFrom | Class::LastTo | Class::Doomed | Class::High(_) | Class::Flagged(_) => false,
    }
}

/// Can no cell be in both classes?
pub(crate) fn disjoint(program: &Program, a: Class, b: Class) -> bool {
    let owner = |class| match class {
        Class::Owned(p) | Class::Piece(p, _) => Some(p),
        _ => None,
    };
    let kind = |class| match class {
        Class::Kind(k) | Class::Piece(_, k) => Some(k),
        _ => None,
    };
    let numbers_differ = match (a, b) {
        (Class::AttrIs(a, x), Class::AttrIs(b, y)) => a == b && x != y,
        _ => false,
    };
    let of_pieces = |class: Class| class != Class::Empty && !class.of_places();
    let differ = |x: Option<u16>, y: Option<u16>| x.is_some() && y.is_some() && x != y;
    let stranger = |class, owner: Option<PlayerId>| match class {
        Class::Other(p) => owner == Some(p),
        Class::EnemyOf(p) => owner == Some(p) || owner.is_some_and(|o| !program.is_active(o)),
        _ => false,
    };
    (a == Class::Empty && of_pieces(b))
        || (b == Class::Empty && of_pieces(a))
        || differ(owner(a).map(|p| p.0), owner(b).map(|p| p.0))
        || differ(kind(a).map(|k| k.0), kind(b).map(|k| k.0))
        || numbers_differ
        || stranger(a, owner(b))
        || stranger(b, owner(a))
}
