//! A compiled game: tables, blocks, stages and goals.

use crate::ids::{AttrId, BlockId, CellId, DirId, GlobalId, KindId, ModeId, PlayerId, ZoneId};
use crate::op::{Op, Who};
use crate::script::Scripted;

/// Version of the text form; a file of another version is refused.
pub const VERSION: u32 = 1;

/// Everything that is needed to play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Game {
    pub texts: Texts,
    pub board: Board,
    pub players: Vec<Player>,
    pub kinds: Vec<Kind>,
    pub attrs: Vec<Attr>,
    pub modes: Vec<String>,
    /// Names of flags, for people; the index is the [`FlagId`](crate::FlagId).
    pub flags: Vec<String>,
    /// Names of cell flags.
    pub cell_flags: Vec<String>,
    pub globals: Vec<Global>,
    pub turns: Vec<Turn>,
    /// Where `turns` goes on after its end.
    pub repeat_from: usize,
    pub exits: Vec<Exit>,
    pub blocks: Vec<Block>,
    /// Rules with choices, in games of the Zug language; then there are no blocks, exits and goals.
    pub scripted: Option<Box<Scripted>>,
    pub rules: Rules,
    pub stages: Vec<Stage>,
    pub goals: Vec<Goal>,
    pub setup: Vec<Placement>,
    pub reserves: Vec<Reserve>,
    /// Carried for the views; never read by the engine.
    pub presentation: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    pub title: String,
    pub description: String,
    pub history: String,
    pub strategy: String,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Board {
    pub cells: Vec<Cell>,
    pub dirs: Vec<String>,
    /// `links[dir][cell]`.
    pub links: Vec<Vec<Option<CellId>>>,
    pub opposite: Vec<Option<DirId>>,
    pub zones: Vec<Zone>,
    pub grids: Vec<Grid>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub name: String,
    pub rect: Option<[i32; 4]>,
    pub hidden: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    pub name: String,
    /// `cells[player]`, sorted.
    pub cells: Vec<Vec<CellId>>,
}

/// An array of cells the board was made of: for drawing and position text only.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    pub dims: Vec<Vec<String>>,
    /// The first dimension runs fastest.
    pub cells: Vec<Option<CellId>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub name: String,
    pub random: bool,
    /// `symmetry[dir]`: the direction meant when this player's rules say `dir`.
    pub symmetry: Vec<DirId>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    pub name: String,
    pub notation: String,
    pub help: String,
    pub description: String,
    /// `defaults[attr]`: value on a new piece.
    pub defaults: Vec<i32>,
    /// What a captured piece of this kind becomes in a reserve.
    pub recycle_as: KindId,
    pub moves: Vec<RuleRef>,
    pub drops: Vec<RuleRef>,
}

/// A move rule of a kind: its type and its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleRef {
    pub mode: Option<ModeId>,
    pub block: BlockId,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Attr {
    pub name: String,
    /// Holds numbers of 16 bits; otherwise 0 or 1.
    pub numeric: bool,
    /// Did some rule or setup give it to this kind? Writing it on other kinds does nothing.
    pub kinds: Vec<KindId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    pub name: String,
    pub init: i32,
    /// Two positions that differ only in counters repeat each other.
    pub counter: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub chooser: PlayerId,
    pub actor: PlayerId,
    pub modes: Option<Vec<ModeId>>,
}

/// How a part ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The mover becomes one of these, one part for each; empty: stays what it is.
    pub kinds: Vec<KindId>,
    pub then: Then,
    /// The piece also stays where it was.
    pub copy: bool,
}

/// What follows a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    Done,
    /// The turn goes on with moves of any type.
    Part,
    /// The turn goes on with moves of this type.
    PartOf(ModeId),
}

/// One move rule as ops.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Opaque number of the place in the rules text; the compiler keeps the map.
    pub origin: u32,
    pub code: Vec<Op>,
    /// Depth of nested loops.
    pub loops: u16,
}

/// What holds for every block and every move of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    pub pile: Pile,
    pub view: View,
    pub attr_view: AttrView,
    pub flag_scope: FlagScope,
    pub start: Start,
    pub go_on: GoOn,
    pub last_move: LastMove,
    pub recycle: Recycle,
    pub recycle_promotions: bool,
    pub count_reserve: bool,
    pub lone_capture: LoneCapture,
    /// May a composite move be broken off although it could go on?
    pub stop_early: bool,
    pub no_moves: NoMoves,
}

/// A choice that the text form writes as one word.
pub trait Word: Copy + PartialEq + Sized + 'static {
    /// Every value with its word; the default first.
    const ALL: &'static [(&'static str, Self)];

    /// The word of this value.
    fn to_word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
    }
}

impl Word for bool {
    const ALL: &'static [(&'static str, Self)] = &[("no", false), ("yes", true)];
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $(#[$ddoc:meta])* $ftext:ident = $first:ident, $($(#[$vdoc:meta])* $text:ident = $variant:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $name { $(#[$ddoc])* #[default] $first, $($(#[$vdoc])* $variant),* }

        impl $name {
            /// Every value with its word in the text form; the default first.
            pub const WORDS: &'static [(&'static str, $name)] =
                &[(stringify!($ftext), $name::$first), $((stringify!($text), $name::$variant)),*];

            /// The word of this value in the text form.
            pub fn word(self) -> &'static str {
                self.to_word()
            }
        }

        impl Word for $name {
            const ALL: &'static [(&'static str, Self)] = $name::WORDS;
        }
    )*};
}

choices! {
    /// What a cell holds.
    Pile { single = Single, stack = Stack, heap = Heap }
    /// What tests see during a part.
    View {
        /// The board as it was when the part began.
        before = Before,
        /// The board with this part's changes so far, the mover lifted.
        now = Now,
    }
    /// What attribute reads and writes mean on an empty current cell.
    AttrView {
        /// Nothing there: 0, no effect.
        by_cell = ByCell,
        /// The piece that is moving.
        follows = FollowsPiece,
    }
    /// How long flags live.
    FlagScope { part = Part, turn = Turn }
    /// Whose pieces may start a move.
    Start { own = Own, anyone = Anyone }
    /// Which piece goes on after a part.
    GoOn { same = SamePiece, any = AnyPiece }
    /// Are last-from and last-to remembered from turn to turn?
    LastMove { kept = Kept, cleared = Cleared }
    /// Where captured pieces go.
    Recycle { nowhere = Nowhere, owner = Owner, capturer = Capturer }
    /// May a part consist of captures only?
    LoneCapture { refused = Refused, allowed = Allowed }
    /// What no legal move means where no goal speaks of it.
    NoMoves { draw = Draw, loss = Loss }
    /// May a turn be passed?
    Pass { never = Never, forced = Forced, always = Always }
    /// Which positions a move may not bring back.
    Ko { previous = Previous, position = Position, situation = Situation, third = Third }
    /// The rank of unlisted modes.
    Unlisted { lowest = Lowest, never = Never }
}

/// A step of the pipeline that makes legal moves from candidates, in the order of the list.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Only moves of the first listed mode that has any, over the whole side.
    Priorities { modes: Vec<ModeId>, unlisted: Unlisted },
    /// A move may not leave a piece of these kinds of the mover's attacked.
    Royal { player: PlayerId, kinds: Vec<KindId> },
    /// A move after which the condition holds about one of the players is illegal.
    Illegal { players: Vec<PlayerId>, cond: GoalCond },
    /// A move may not bring back a position.
    Ko(Ko),
    /// Only moves that are best by these criteria, in order.
    Prefer(Vec<Preference>),
    /// A capture may not stop where another landing lets it go on.
    Landing,
    /// Equal moves are one.
    Merge,
    /// Adds a pass.
    Pass(Pass),
}

/// One criterion of a preference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preference {
    /// Turns that capture nothing are not compared and stay.
    Quiet,
    Captures,
    CapturedValue(Vec<(KindId, i32)>),
    Mover(KindId),
    Earliest(KindId),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    pub verdict: Verdict,
    pub players: Vec<PlayerId>,
    pub cond: GoalCond,
    /// Decided only when it is known whether the player to move can move.
    pub deferred: bool,
    pub origin: u32,
}

choices! {
    /// What follows for the player a goal is about.
    Verdict { win = Win, loss = Loss, draw = Draw, count = Count }
    /// Comparison of two numbers.
    CmpOp { eq = Eq, ne = Ne, lt = Lt, le = Le, gt = Gt, ge = Ge }
    /// Arithmetic.
    NumOp { add = Add, sub = Sub, mul = Mul, div = Div, rem = Rem, min = Min, max = Max }
}

impl NumOp {
    /// The result; a division by 0 gives 0.
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            NumOp::Add => a.wrapping_add(b),
            NumOp::Sub => a.wrapping_sub(b),
            NumOp::Mul => a.wrapping_mul(b),
            NumOp::Div => a.checked_div(b).unwrap_or(0),
            NumOp::Rem => a.checked_rem(b).unwrap_or(0),
            NumOp::Min => a.min(b),
            NumOp::Max => a.max(b),
        }
    }
}

/// A condition on a position, about one player.
#[derive(Clone, PartialEq, Debug)]
pub enum GoalCond {
    And(Vec<GoalCond>),
    Or(Vec<GoalCond>),
    Not(Box<GoalCond>),
    True,
    False,
    /// He is to move and has no legal move.
    Stalemated,
    /// The same, and one of these kinds of his is attacked.
    Checkmated(Vec<KindId>),
    /// Nobody has a legal move but a pass.
    Stuck,
    Repetition,
    Captured(Vec<KindId>),
    /// The number of pieces of his (or of anybody) of these kinds (empty: all).
    Pieces {
        anybody: bool,
        kinds: Vec<KindId>,
        n: u32,
    },
    /// One of the occupants on every one (or any one) of the cells.
    Config {
        occupants: Vec<Occupant>,
        all: bool,
        cells: Vec<CellId>,
    },
    /// One of the occupants on some cell of his zone (`NotOwn`: on every cell of it).
    ConfigZone {
        occupants: Vec<Occupant>,
        zone: ZoneId,
    },
    /// A pattern that starts somewhere.
    Pattern {
        first: Occupant,
        rest: Vec<(Vec<DirId>, Occupant)>,
    },
    Cmp(CmpOp, GoalNum, GoalNum),
}

impl GoalCond {
    /// The conditions right inside this one.
    pub fn children(&self) -> &[Self] {
        match self {
            Self::And(conds) | Self::Or(conds) => conds,
            Self::Not(cond) => std::slice::from_ref(cond),
            Self::True
            | Self::False
            | Self::Stalemated
            | Self::Checkmated(_)
            | Self::Stuck
            | Self::Repetition
            | Self::Captured(_)
            | Self::Pieces { .. }
            | Self::Config { .. }
            | Self::ConfigZone { .. }
            | Self::Pattern { .. }
            | Self::Cmp(..) => &[],
        }
    }

    /// Does it ask, anywhere, whether a player has legal moves? Then the goal is deferred.
    pub fn needs_moves(&self) -> bool {
        matches!(self, Self::Stalemated | Self::Checkmated(_) | Self::Stuck)
            || self.children().iter().any(Self::needs_moves)
    }
}

/// What must stand on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occupant {
    Own(KindId),
    Opponent(KindId),
    Any(KindId),
    NotOwn(KindId),
}

/// A number in a goal.
#[derive(Clone, PartialEq, Debug)]
pub enum GoalNum {
    Const(i32),
    Op(NumOp, Box<(GoalNum, GoalNum)>),
    Global(GlobalId),
    Pieces { owner: Option<Who>, kind: Option<KindId>, zone: Option<ZoneId> },
    Reserve { owner: Who, kind: KindId },
    Height(CellId),
    Passes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    pub player: PlayerId,
    pub kind: KindId,
    pub cell: CellId,
    pub count: u32,
    /// Attributes that differ from those of a new piece.
    pub attrs: Vec<(AttrId, i32)>,
}

/// Pieces beside the board at the start. A kind without an entry cannot be dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reserve {
    pub player: PlayerId,
    pub kind: KindId,
    /// `None`: without limit.
    pub count: Option<u32>,
}

impl Board {
    /// The neighbour of a cell along a direction of the board itself, without any player's symmetry.
    pub fn link(&self, cell: CellId, dir: DirId) -> Option<CellId> {
        *self.links.get(dir.idx())?.get(cell.idx())?
    }
}

impl Game {
    /// Where a player gets by saying `dir` on `cell`: his symmetry first, then the link.
    pub fn navigate(&self, player: PlayerId, cell: CellId, dir: DirId) -> Option<CellId> {
        let dir = *self.players.get(player.idx())?.symmetry.get(dir.idx())?;
        self.board.link(cell, dir)
    }

    /// Is the cell in that zone of the player?
    pub fn in_zone(&self, zone: ZoneId, player: PlayerId, cell: CellId) -> bool {
        let cells = self.board.zones.get(zone.idx()).and_then(|zone| zone.cells.get(player.idx()));
        cells.is_some_and(|cells| cells.binary_search(&cell).is_ok())
    }

    /// Sets every origin to 0, so that games made in different ways can be compared.
    pub fn forget_origins(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.origin = 0);
        self.goals.iter_mut().for_each(|goal| goal.origin = 0);
        if let Some(scripted) = &mut self.scripted {
            for script in &mut scripted.scripts {
                script.origin = 0;
                script.origins.clear();
            }
            scripted.goals.iter_mut().for_each(|goal| goal.origin = 0);
        }
    }

    /// A player who chooses in some turn. The others are neutral: neither friend nor enemy.
    pub fn is_active(&self, player: PlayerId) -> bool {
        self.turns.iter().any(|t| t.chooser == player)
    }

    /// The name of a cell, for messages and notation.
    pub fn cell_name(&self, cell: CellId) -> &str {
        &self.board.cells[cell.idx()].name
    }

    /// The cell of that name.
    pub fn find_cell(&self, name: &str) -> Option<CellId> {
        self.board.cells.iter().position(|c| c.name == name).map(|i| CellId(i as u16))
    }

    /// The player of that name.
    pub fn find_player(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|p| p.name == name).map(|i| PlayerId(i as u16))
    }

    /// The kind of that name.
    pub fn find_kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.name == name).map(|i| KindId(i as u16))
    }
}
