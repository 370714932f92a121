//! Exits: what a part does once it is known that a rule makes it.

use super::each::SetId;
use super::places::PlaceId;
use crate::cellset::SetId as CellSetId;
use crate::class::BoardId;
use crate::num::{ExprId, Num};
use rustc_hash::FxHashMap;
use zug_ir::{AttrId, GlobalId, KindId, PlayerId, Then};
use zug_vm::Piece;

/// A cell of a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    Start,
    Target,
    At(PlaceId),
    /// The cell of the exit's set that the part is about.
    Each,
}

/// A change, with the cell it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Effect {
    Capture(Place),
    CaptureLate(Place),
    /// The top of a pile goes under the one that moves.
    Tuck(Place),
    Flip(Place),
    ChangeOwner(PlayerId, Place),
    ChangeKind(KindId, Place),
    Create(Piece, Place),
    SetAttr(AttrId, i16, Place),
    /// The same for every piece of a set.
    SetAttrs(AttrId, i16, SetId),
    SetGlobal(GlobalId, Num),
    /// The same if the second number, of the position that the effects before this one have led to, is not 0 (or is).
    SetIf(GlobalId, Num, ExprId, bool),
    AddReserve(PlayerId, KindId, Num),
    RepeatTurn,
    /// Every piece on these cells.
    CaptureSet(CellSetId),
    /// A piece goes from cell to cell, changed on the way.
    Carry(Place, Place, Held),
    /// The piece dropped is set down; never among the effects of an exit.
    Drop(Place),
    /// The piece that has moved becomes another one.
    Promote(KindId, Place),
    SetTurn(u16),
}

/// A piece of the name of a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NamePart {
    Text(String),
    /// The name of a cell.
    Cell(PlaceId),
}

/// What has become of a piece in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Held {
    pub(crate) kind: Option<KindId>,
    pub(crate) attrs: [Option<(AttrId, i16)>; 2],
}

impl Effect {
    pub(crate) fn is_capture(&self) -> bool {
        matches!(self, Effect::Capture(_) | Effect::CaptureLate(_))
    }

    /// Does it count as a capture where captures are counted?
    pub(crate) fn takes(&self) -> bool {
        self.is_capture() || matches!(self, Effect::Tuck(_))
    }

    /// The cell it is about, to be changed.
    pub(crate) fn place_mut(&mut self) -> Option<&mut Place> {
        match self {
            Effect::Capture(p)
            | Effect::CaptureLate(p)
            | Effect::Tuck(p)
            | Effect::Flip(p)
            | Effect::ChangeOwner(_, p)
            | Effect::ChangeKind(_, p)
            | Effect::Promote(_, p)
            | Effect::Drop(p)
            | Effect::Create(_, p)
            | Effect::SetAttr(_, _, p) => Some(p),
            Effect::SetGlobal(..)
            | Effect::SetIf(..)
            | Effect::SetAttrs(..)
            | Effect::AddReserve(..)
            | Effect::RepeatTurn
            | Effect::SetTurn(_)
            | Effect::CaptureSet(_)
            | Effect::Carry(..) => None,
        }
    }

    /// Changes every cell it is about.
    pub(crate) fn each_place(&mut self, f: &mut dyn FnMut(&mut Place)) {
        if let Effect::Carry(from, to, _) = self {
            f(from);
            f(to);
        } else if let Some(place) = self.place_mut() {
            f(place);
        }
    }

    pub(crate) fn place(&self) -> Option<Place> {
        let mut copy = *self;
        copy.place_mut().copied()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ExitId(pub(crate) u16);

/// Everything a part does, given its start and its target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Exit {
    pub(crate) drop: bool,
    /// The piece also stays.
    pub(crate) copy: bool,
    /// Movements closed before the last one.
    pub(crate) moves: Vec<(Place, Place)>,
    /// Where the last movement starts.
    pub(crate) from: Place,
    /// How many pieces of its pile each movement takes, that of the last one at the end; 0 is all. Nothing if all take all.
    pub(crate) lifts: Vec<u16>,
    pub(crate) effects: Vec<Effect>,
    /// So many of them are told of before the movement; they change values and reserves only.
    pub(crate) early: usize,
    /// Effects are found on the way instead.
    pub(crate) effects_on_the_way: bool,
    pub(crate) kinds: Vec<KindId>,
    pub(crate) then: Then,
    /// Cell flags for the parts that follow, in the order they are set.
    pub(crate) flags: Vec<(BoardId, Place, bool)>,
    /// The same for flags that are about no cell, as values behind those of the board.
    pub(crate) left: Vec<(GlobalId, Num)>,
    /// One part for each cell of a set.
    pub(crate) each: Option<SetId>,
    /// Of a script: effects take place in the order they stand in, and equal results are one move.
    pub(crate) script: bool,
    /// Nothing moves but by effects.
    pub(crate) still: bool,
    /// Of a script: where the part is said to start.
    pub(crate) head: Option<Place>,
    /// The name that the rules give the move.
    pub(crate) name: Option<Vec<NamePart>>,
    /// Of a script: what the move is worth, by criteria that moves are compared by.
    pub(crate) worth: Vec<i32>,
}

impl Exit {
    /// Does it set flags for the parts that follow?
    pub(crate) fn sets_flags(&self) -> bool {
        !self.flags.is_empty() || !self.left.is_empty()
    }

    /// May the part be named after another movement than that of the piece it is for?
    pub(crate) fn strays(&self) -> bool {
        let (from, to) = self.moves.first().copied().unwrap_or((self.from, Place::Target));
        !self.still && !self.drop && (from != Place::Start || to == Place::Start)
    }

    /// How many pieces a movement takes, by its place among the closed ones; that of the last one is behind them.
    pub(crate) fn lift(&self, movement: usize) -> u16 {
        self.lifts.get(movement).copied().unwrap_or(0)
    }

    /// Does it change pieces of sets, perhaps none?
    pub(crate) fn changes_sets(&self) -> bool {
        self.effects.iter().any(|e| matches!(e, Effect::SetAttrs(..)))
    }

    /// Of a script that does nothing: a test that holds, or a start (of a drop or not) whose part is found later.
    pub(crate) fn nothing(drop: bool) -> Exit {
        Exit {
            drop,
            copy: false,
            moves: Vec::new(),
            from: Place::Start,
            lifts: Vec::new(),
            effects: Vec::new(),
            early: 0,
            effects_on_the_way: false,
            kinds: Vec::new(),
            then: Then::Done,
            flags: Vec::new(),
            left: Vec::new(),
            each: None,
            script: true,
            still: true,
            head: None,
            name: None,
            worth: Vec::new(),
        }
    }
}

/// Every exit once.
#[derive(Default, Debug)]
pub(crate) struct Exits {
    pub(crate) all: Vec<Exit>,
    index: FxHashMap<Exit, ExitId>,
}

impl Exits {
    pub(crate) fn id(&mut self, exit: Exit) -> ExitId {
        if let Some(id) = self.index.get(&exit) {
            return *id;
        }
        let id = ExitId(self.all.len() as u16);
        self.all.push(exit.clone());
        self.index.insert(exit, id);
        id
    }

    pub(crate) fn get(&self, id: ExitId) -> &Exit {
        &self.all[id.0 as usize]
    }
}

/// Captures take effect after all other effects, in the order that the interpreter leaves them in.
pub(crate) fn captures_last(effects: &mut [Effect]) {
    let Some(first) = effects.iter().position(Effect::is_capture) else { return };
    if effects[first..].iter().all(Effect::is_capture) {
        return;
    }
    let mut i = first;
    for j in first + 1..effects.len() {
        if !effects[j].is_capture() {
            effects.swap(i, j);
            i += 1;
        }
    }
}
