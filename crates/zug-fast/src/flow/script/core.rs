//! What is known about a run of a script at one op, for all starts together.

use super::super::exit::{Effect, Held, NamePart, Place};
use super::super::places::PlaceId;
use super::super::{Cond, NodeId};
use super::list::List;
use crate::cellset::SetId;
use crate::class::Class;
use crate::num::{ExprId, Num};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use zug_ir::{AttrId, DirId, GlobalId, KindId, PlayerId, Quantifier, TextId, ZoneId};
use zug_vm::Piece;

/// A value. Truth values are the numbers 1 and 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Val {
    None,
    Int(Num),
    Text(TextId),
    Dir(DirId),
    /// On the board for every start that is on this way.
    Cell(PlaceId),
    Kind(KindId),
    Player(PlayerId),
    Zone(ZoneId),
    List(Rc<[Val]>),
    /// The kind of the piece that stood there when the part began; there was one.
    KindAt(PlaceId),
    /// Its owner.
    OwnerAt(PlaceId),
    /// The list of the cells of a set.
    Set(SetId),
}

impl Val {
    pub(super) fn int(n: i32) -> Val {
        Val::Int(Num::Const(n))
    }

    pub(super) fn truth(yes: bool) -> Val {
        Val::int(i32::from(yes))
    }

    /// Its elements; a value that is no list is a list of itself, none is an empty one.
    pub(super) fn elements(&self) -> Vec<Val> {
        match self {
            Val::List(list) => list.to_vec(),
            Val::None => Vec::new(),
            other => vec![other.clone()],
        }
    }
}

/// A piece: one that stood somewhere when the part began, with what has become of it, or a known one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Man {
    Made(Piece),
    Stood { at: PlaceId, kind: Option<KindId>, owner: Option<PlayerId>, attrs: Vec<(AttrId, i16)> },
}

/// What was taken up and not set down yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bundle {
    /// `None`: it comes from the reserve.
    pub(super) origin: Option<PlaceId>,
    pub(super) man: Man,
    pub(super) held: Held,
}

/// Where something has changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Where {
    Cell(PlaceId),
    Set(SetId),
}

/// A loop over cells or values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Loop {
    Reach { cursor: Option<PlaceId>, dir: DirId, passed: Vec<Val> },
    Each { list: Rc<[Val]>, next: usize },
}

/// An answer that the op at hand has asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Fact {
    Cell(Cond, PlaceId, bool),
    Num(ExprId, bool),
}

/// Starts that are on this way, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Alive(pub(super) u32);

/// The registers of a run. Two runs that agree in all of them, and in their choices, go on alike.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Core {
    pub(super) pc: usize,
    pub(super) alive: Alive,
    /// The start means something: it is where the piece stands, or the cell that was chosen first.
    pub(super) bound: bool,
    pub(super) cursor: Option<PlaceId>,
    pub(super) start: Option<PlaceId>,
    pub(super) landed: Option<PlaceId>,
    pub(super) me: PlayerId,
    pub(super) actor: PlayerId,
    pub(super) hand: Option<Bundle>,
    /// A cell has been chosen that must show this, or must not.
    pub(super) sieve: Option<(Class, bool)>,
    pub(super) marks: List<Option<PlaceId>>,
    pub(super) stack: SmallVec<[Val; 4]>,
    pub(super) locals: List<Val>,
    pub(super) loops: List<Loop>,
    /// What the run has changed, the latest last.
    pub(super) board: List<(Where, Option<Man>)>,
    pub(super) globals: List<(GlobalId, Num)>,
    pub(super) effects: List<Effect>,
    pub(super) captured: Num,
    pub(super) flags: List<PlaceId>,
    pub(super) logs: List<(i32, NamePart)>,
    /// What the move is worth, by the criteria of the game.
    pub(super) worth: List<i32>,
    pub(super) facts: SmallVec<[Fact; 2]>,
    /// So many of the effects stand at nodes already.
    pub(super) flushed: usize,
    /// More effects stand at nodes: the board has changed in ways that are not followed.
    pub(super) scattered: bool,
}

impl Core {
    /// Every place it knows of.
    pub(super) fn each_place(&self, f: &mut impl FnMut(PlaceId)) {
        for place in [self.cursor, self.start, self.landed].into_iter().flatten() {
            f(place);
        }
        self.marks.iter().flatten().for_each(|place| f(*place));
        self.flags.iter().for_each(|place| f(*place));
        self.stack.iter().chain(&self.locals).for_each(|value| value.each_place(f));
        for open in &self.loops {
            match open {
                Loop::Reach { cursor, passed, .. } => {
                    cursor.iter().for_each(|place| f(*place));
                    passed.iter().for_each(|value| value.each_place(f));
                }
                Loop::Each { list, .. } => list.iter().for_each(|value| value.each_place(f)),
            }
        }
        if let Some(Bundle { origin: Some(origin), .. }) = &self.hand {
            f(*origin);
        }
        for (place, man) in &self.board {
            if let Where::Cell(place) = place {
                f(*place);
            }
            if let Some(Man::Stood { at, .. }) = man {
                f(*at);
            }
        }
        for (_, part) in &self.logs {
            if let NamePart::Cell(place) = part {
                f(*place);
            }
        }
        for effect in &self.effects {
            let mut copy = *effect;
            copy.each_place(&mut |place| {
                if let Place::At(place) = place {
                    f(*place);
                }
            });
        }
    }
}

impl Val {
    fn each_place(&self, f: &mut impl FnMut(PlaceId)) {
        match self {
            Val::Cell(place) | Val::KindAt(place) | Val::OwnerAt(place) => f(*place),
            Val::List(list) => list.iter().for_each(|value| value.each_place(f)),
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ChoiceId(u32);

/// Something to go back to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Choice {
    /// The registers then, at the op to go on with.
    pub(super) core: Rc<Core>,
    pub(super) kind: Alternatives,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Alternatives {
    Way,
    /// The values not yet chosen, next one first; one is pushed.
    Values(Rc<[Val]>),
    /// The cells not yet chosen; the cursor moves there and 1 is pushed.
    Cells(Rc<[u16]>),
    Quantifier(Tally),
}

/// What a quantifier has counted so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Tally {
    pub(super) how: Quantifier,
    pub(super) n: Num,
    pub(super) values: Vec<Val>,
    pub(super) effects: Vec<Effect>,
    pub(super) board: Vec<(Where, Option<Man>)>,
    pub(super) captured: u16,
}

/// Every choice once.
#[derive(Default)]
pub(super) struct Choices {
    all: Vec<Choice>,
    index: FxHashMap<Choice, ChoiceId>,
}

impl Choices {
    pub(super) fn id(&mut self, choice: Choice) -> ChoiceId {
        let all = &mut self.all;
        *self.index.entry(choice).or_insert_with_key(|choice| {
            all.push(choice.clone());
            ChoiceId(all.len() as u32 - 1)
        })
    }

    pub(super) fn get(&self, id: ChoiceId) -> &Choice {
        &self.all[id.0 as usize]
    }
}

/// A run with what it can go back to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sym {
    pub(super) core: Core,
    pub(super) choices: SmallVec<[ChoiceId; 4]>,
}

/// Sets of starts, every one once.
#[derive(Default)]
pub(super) struct Sets {
    all: Vec<Rc<[u64]>>,
    index: FxHashMap<Rc<[u64]>, Alive>,
}

impl Sets {
    pub(super) fn id(&mut self, set: Vec<u64>) -> Alive {
        if let Some(id) = self.index.get(&set[..]) {
            return *id;
        }
        let set: Rc<[u64]> = set.into();
        let id = Alive(self.all.len() as u32);
        self.all.push(set.clone());
        self.index.insert(set, id);
        id
    }

    pub(super) fn get(&self, id: Alive) -> Rc<[u64]> {
        self.all[id.0 as usize].clone()
    }

    pub(super) fn is_empty(&self, id: Alive) -> bool {
        self.all[id.0 as usize].iter().all(|w| *w == 0)
    }
}

/// The starts of a set.
pub(super) fn starts(set: &[u64]) -> impl Iterator<Item = u16> + '_ {
    (0..set.len() as u16 * 64).filter(|s| set[*s as usize / 64] >> (s % 64) & 1 != 0)
}

/// Where a step of the builder leads.
pub(super) enum Next {
    Go,
    Fail,
    /// Handed out: what follows is as after a failure.
    Emit,
    Node(NodeId),
}
