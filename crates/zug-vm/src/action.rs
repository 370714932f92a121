//! Moves as data: parts made of actions, each with its concrete piece.
//!
//! Applying a move needs nothing but these; no rule is run again. Actions stand in the order in which they
//! take effect, except that the movements of a part, which come first, are simultaneous.

use crate::piece::Piece;
use smallvec::SmallVec;
use std::sync::Arc;
use zug_ir::{AttrId, CellId, GlobalId, KindId, PlayerId, Then};

/// "No cell" in the compact fields of states and moves.
pub const NO_CELL: u16 = u16::MAX;

/// One change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A piece (or the top `n` of a pile; 0: all of a stack, one of a heap) goes from cell to cell.
    Move { from: CellId, to: CellId, n: u16, piece: Piece },
    /// The same, and the piece also stays.
    Copy { from: CellId, to: CellId, piece: Piece },
    /// A piece comes from the reserve.
    Drop { at: CellId, piece: Piece },
    /// `n` new pieces.
    Create { at: CellId, n: u16, piece: Piece },
    /// The piece there (the top of a stack, all of a heap) is removed. `piece` is what goes.
    Capture { at: CellId, piece: Piece },
    /// The same when the turn ends.
    CaptureLate { at: CellId, piece: Piece },
    /// The top piece of `at` goes under the pile that moved to `to`, which begins at height `base`.
    Tuck { at: CellId, to: CellId, base: u16, piece: Piece },
    /// The piece there changes its kind; `piece` is the result, none if there was nothing to change.
    ChangeKind { at: CellId, kind: KindId, piece: Piece },
    /// The piece there changes its owner.
    ChangeOwner { at: CellId, owner: PlayerId, piece: Piece },
    /// The piece there goes to the player after its owner.
    Flip { at: CellId, piece: Piece },
    /// An attribute of the piece there is set.
    SetAttr { at: CellId, attr: AttrId, value: i16, piece: Piece },
    /// The piece that moved last becomes this kind (a choice of the player's).
    Promote { at: CellId, kind: KindId, piece: Piece },
    /// A value of the board is set.
    SetGlobal { global: GlobalId, value: i32 },
    /// Pieces are added to a reserve.
    AddReserve { player: PlayerId, kind: KindId, n: i32 },
    /// The same turn is played again.
    RepeatTurn,
    /// `n` pieces are taken up, to be set down by later actions.
    Lift { at: CellId, n: u16, piece: Piece },
    /// `n` pieces that were taken up are set down; where cells hold one piece, what stood there is captured.
    Land { at: CellId, n: u16, piece: Piece },
    /// What was captured for later is gone now.
    Settle,
    /// That turn is played next.
    SetTurn { turn: u16 },
}

/// One leg of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartHead {
    /// Start of the movement that names the part; [`NO_CELL`] for a drop.
    pub from: u16,
    /// Its end.
    pub to: u16,
    /// Where its actions end in the move's list.
    pub end: u32,
    /// What the rule said should follow.
    pub then: ThenCode,
}

/// [`Then`] in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ThenCode(u16);

impl From<Then> for ThenCode {
    fn from(then: Then) -> Self {
        ThenCode(match then {
            Then::Done => u16::MAX,
            Then::Part => u16::MAX - 1,
            Then::PartOf(mode) => mode.0,
        })
    }
}

impl From<ThenCode> for Then {
    fn from(code: ThenCode) -> Self {
        match code.0 {
            u16::MAX => Then::Done,
            n if n == u16::MAX - 1 => Then::Part,
            n => Then::PartOf(zug_ir::ModeId(n)),
        }
    }
}

/// The whole choice of a turn. Without parts it is a pass.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Move {
    pub(crate) actions: SmallVec<[Action; 3]>,
    pub(crate) parts: SmallVec<[PartHead; 2]>,
    /// What the rules say about it, if anything.
    pub(crate) note: Option<Arc<Note>>,
}

/// What the rules say about a move besides what it does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Note {
    /// Its name, if they give it one.
    pub name: String,
    /// How promising it is: searches look at moves of more weight first, and prefer them among equally good ones.
    pub weight: Option<i32>,
    /// It is an answer that the position demands: searches do not stop before it has been made.
    pub forced: bool,
    /// Words with values for whoever knows them.
    pub hints: Vec<String>,
}

/// One part of a move, borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'m> {
    pub head: PartHead,
    pub actions: &'m [Action],
}

impl Move {
    /// Bytes of its lists.
    pub(crate) fn list_bytes(&self) -> usize {
        size_of_val(&self.actions[..]) + size_of_val(&self.parts[..])
    }

    /// The move that does nothing.
    pub fn pass() -> Self {
        Move::default()
    }

    /// The move with these parts; the ends of the heads are places in the list of actions.
    pub fn of_parts(actions: &[Action], parts: &[PartHead]) -> Self {
        Move { actions: actions.into(), parts: parts.into(), note: None }
    }

    /// The same with a name that the rules give it.
    pub fn named(mut self, name: &str) -> Self {
        self.note = Some(Arc::new(Note { name: name.to_string(), ..Note::default() }));
        self
    }

    /// Is it a pass?
    pub fn is_pass(&self) -> bool {
        self.parts.is_empty()
    }

    /// How many parts it has.
    pub fn n_parts(&self) -> usize {
        self.parts.len()
    }

    /// One part; one that is not there has no cells and no actions.
    pub fn part(&self, i: usize) -> Part<'_> {
        let Some(&head) = self.parts.get(i) else {
            let head = PartHead { from: NO_CELL, to: NO_CELL, end: 0, then: Then::Done.into() };
            return Part { head, actions: &[] };
        };
        let start = if i == 0 { 0 } else { self.parts[i - 1].end as usize };
        Part { head, actions: &self.actions[start..head.end as usize] }
    }

    /// All parts in order.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = Part<'_>> + ExactSizeIterator {
        (0..self.parts.len()).map(|i| self.part(i))
    }

    /// What the rules say about it.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_deref()
    }

    /// All actions of all parts.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The move made of the first `n` parts.
    pub fn prefix(&self, n: usize) -> Move {
        let parts: SmallVec<_> = self.parts[..n].into();
        let end = parts.last().map_or(0, |p: &PartHead| p.end as usize);
        Move { actions: self.actions[..end].into(), parts, note: None }
    }

    /// Does it begin with these parts?
    pub fn starts_with(&self, prefix: &Move) -> bool {
        self.parts.len() >= prefix.parts.len()
            && self.parts[..prefix.parts.len()] == prefix.parts[..]
            && self.actions[..prefix.actions.len()] == prefix.actions[..]
    }

    pub(crate) fn push_part(&mut self, other: &Move) {
        self.actions.extend_from_slice(&other.actions);
        for head in &other.parts {
            self.parts.push(PartHead { end: self.actions.len() as u32, ..*head });
        }
    }
}

impl Part<'_> {
    /// Cells whose piece this part captures by name, in order (displaced pieces are not among them).
    pub fn captures(&self) -> impl Iterator<Item = (CellId, Piece)> + '_ {
        self.actions.iter().filter_map(|a| match *a {
            Action::Capture { at, piece } | Action::CaptureLate { at, piece } => Some((at, piece)),
            Action::Tuck { at, piece, .. } => Some((at, piece)),
            _ => None,
        })
    }
}
