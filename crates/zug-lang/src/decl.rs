//! What a text describes, resolved and checked: boards, and games with everything in them.
//!
//! Names have become ids, inheritance and definitions are gone, defaults are written out; what is code is in
//! [`ast`](crate::ast). Nothing here says how a game runs.

use crate::ast::{AttrId, Block, DiceId, Expr, GenId, KindId, ListId, PlayerVarId};
use zug_model::{Board, BoardModel, CellId, DirId, GlobalId, Ko, ModeId, Pass, PlayerId, ZoneId};
use zug_source::{Origin, Symbol};

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Bool(bool),
    Int(i32),
    None,
    Text(Symbol),
    Dir(DirId),
    Cell(CellId),
    Kind(KindId),
    Player(PlayerId),
    Zone(ZoneId),
}

/// A board of the text by itself. Its zones have one set of cells, those common to all players.
#[derive(Clone, Debug)]
pub struct BoardDecl {
    pub names: Vec<String>,
    pub board: Board,
    pub model: BoardModel,
    /// A variable that begins as a name of the game has the name as text here.
    pub vars: Vec<(String, Value)>,
    pub origin: Origin,
}

/// A game, complete in itself.
#[derive(Clone, Debug)]
pub struct GameDecl {
    pub names: Vec<String>,
    /// What it is about, and where it comes from. Texts are folded: see [`KindDecl::help`].
    pub description: Option<String>,
    pub history: Option<String>,
    pub origin: Origin,
    /// With the zones of all players: own cells together with those of the board.
    pub board: Board,
    pub model: BoardModel,
    /// All owners of pieces, in the order of `players`.
    pub players: Vec<PlayerDecl>,
    /// The pieces set up, and those that rules mention, in the order of the text.
    pub kinds: Vec<KindDecl>,
    /// Attributes of all kinds, by [`AttrId`].
    pub attrs: Vec<String>,
    /// Variables of players, by [`PlayerVarId`]; initial values are in [`PlayerDecl::vars`].
    pub player_vars: Vec<String>,
    /// Variables of the board and the game, by [`GlobalId`].
    pub globals: Vec<GlobalDecl>,
    /// Variables that live while moves are generated, by [`GenId`]; they begin as 0.
    pub gens: Vec<String>,
    /// Variables of candidates and of calls, by [`LocalId`](crate::ast::LocalId); they begin as none.
    pub locals: Vec<LocalDecl>,
    pub dice: Vec<DiceDecl>,
    pub modes: Vec<ModeDecl>,
    /// Ranked modes, first is highest; empty: no priorities.
    pub priorities: Vec<ModeId>,
    pub turns: Vec<TurnDecl>,
    /// Where `turns` goes on after its end.
    pub repeat_from: usize,
    pub placements: Vec<PlacementDecl>,
    pub reserves: Vec<ReserveDecl>,
    /// Pieces whose places are chosen in a zone when the game begins.
    pub scattered: Vec<ScatterDecl>,
    /// Legal moves are those with the greatest values, compared in order.
    pub prefer: Vec<Criterion>,
    /// Conditions on the state after a move, beside those of the kinds.
    pub invariants: Vec<BlockDecl>,
    /// By order, then as written.
    pub goals: Vec<GoalDecl>,
    /// The numeric result for a player at a draw or adjudication.
    pub score: Option<Expr>,
    pub options: Options,
}

#[derive(Clone, Debug)]
pub struct PlayerDecl {
    pub name: String,
    /// `symmetry[dir]`: the direction meant when this player's code says `dir`.
    pub symmetry: Vec<DirId>,
    pub allies: Vec<PlayerId>,
    /// Initial values of the variables this player has.
    pub vars: Vec<(PlayerVarId, Value)>,
    /// Moves that belong to no piece; generated after those of the pieces.
    pub moves: Vec<RuleDecl>,
    /// Takes turns; otherwise it only owns pieces.
    pub active: bool,
    /// Its moves are drawn, each legal one as likely as any other.
    pub random: bool,
}

#[derive(Clone, Debug)]
pub struct KindDecl {
    /// All its names, the first is the one to print.
    pub names: Vec<String>,
    /// Short text for notation and position text, such as `N` for a knight.
    pub notation: Option<String>,
    /// How it moves, in words. Folded: blanks and line ends are one blank, an empty line is two line ends.
    pub help: Option<String>,
    pub origin: Origin,
    /// Attributes with their initial values.
    pub attrs: Vec<(AttrId, Value)>,
    /// By [`ListId`].
    pub lists: Vec<ListDecl>,
    pub moves: Vec<RuleDecl>,
    pub drops: Vec<RuleDecl>,
    /// Each in the order of its blocks: by number, then as written, parents first.
    pub pre: Vec<BlockDecl>,
    pub arrive: Vec<BlockDecl>,
    pub post: Vec<BlockDecl>,
    pub finish: Vec<BlockDecl>,
    pub invariants: Vec<BlockDecl>,
    /// Every player may move it.
    pub shared: bool,
    /// What it is worth, if the author says so.
    pub value: Option<i32>,
}

/// A move or a drop.
#[derive(Clone, Debug)]
pub struct RuleDecl {
    pub name: Option<String>,
    pub mode: Option<ModeId>,
    pub body: Block,
    pub origin: Origin,
}

/// A block that is no move.
#[derive(Clone, Debug)]
pub struct BlockDecl {
    pub order: i32,
    pub body: Block,
    pub origin: Origin,
}

/// A list with a name, for `any`.
#[derive(Clone, Debug)]
pub struct ListDecl {
    pub name: String,
    pub elements: Vec<Element>,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum Element {
    Item(Expr),
    /// Elements that belong to the list while the condition holds.
    When(Expr, Vec<Expr>),
}

#[derive(Clone, Debug)]
pub struct GlobalDecl {
    pub name: String,
    pub init: Value,
}

#[derive(Clone, Debug)]
pub struct LocalDecl {
    pub name: String,
    /// Belongs to the candidate: inherited by further parts, seen by later blocks. Otherwise it belongs to
    /// one call or loop.
    pub shared: bool,
}

/// Dice thrown together.
#[derive(Clone, Debug)]
pub struct DiceDecl {
    pub name: String,
    /// The faces of each die.
    pub dice: Vec<Vec<i32>>,
    /// If all dice show the same, it counts so many times; otherwise each die counts once.
    pub doubles: Option<u32>,
}

#[derive(Clone, Debug, Default)]
pub struct ModeDecl {
    pub name: String,
    /// The shorter move is legal too when this mode could go on.
    pub optional: bool,
    /// Every own piece may go on, not only the one that moved.
    pub continue_any: bool,
    /// Among landing cells, only those from which it goes on, if there are any.
    pub landing_continue: bool,
    /// A turn cannot begin with it.
    pub only_continue: bool,
}

#[derive(Clone, Debug)]
pub struct TurnDecl {
    pub player: PlayerId,
    pub what: TurnKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// Only these modes; empty: all.
    Move(Vec<ModeId>),
    Roll(DiceId),
}

#[derive(Clone, Debug)]
pub struct PlacementDecl {
    pub player: PlayerId,
    pub kind: KindId,
    pub cell: CellId,
    pub count: u32,
    pub attrs: Vec<(AttrId, Value)>,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub struct ReserveDecl {
    pub player: PlayerId,
    pub kind: KindId,
    /// `None`: without limit.
    pub count: Option<u32>,
}

/// Pieces that the player sets up in a zone before the game begins.
#[derive(Clone, Debug)]
pub struct ScatterDecl {
    pub player: PlayerId,
    pub kind: KindId,
    pub zone: ZoneId,
    pub count: u32,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub struct Criterion {
    pub value: Expr,
    /// The least value is best.
    pub least: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Win,
    Loss,
    Draw,
}

/// An end of the game. It holds if its whole body succeeds; every value in it is checked.
#[derive(Clone, Debug)]
pub struct GoalDecl {
    pub outcome: Outcome,
    pub order: i32,
    /// Tested for the player who just moved; otherwise for the player to move.
    pub after_move: bool,
    /// Only for these players; empty: for all.
    pub players: Vec<PlayerId>,
    pub body: Block,
    /// What the win or the loss counts; without it 1.
    pub worth: Option<Expr>,
    pub origin: Origin,
}

/// What the `option` items of a game say.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Options {
    /// Captured pieces stay until the move ends.
    pub captures_deferred: bool,
    pub arrive: Arrive,
    pub attack: Attack,
    pub pass: Pass,
    /// Captured pieces go to the reserve of the capturer.
    pub recycle: bool,
    pub landing_continue: bool,
    pub ko: Ko,
    /// Players without pieces lose their turns.
    pub skip_empty: bool,
    /// Players may move all pieces.
    pub shared: bool,
}

/// What may stand on the cell where a move ends, if no `arrive` block says otherwise.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Arrive {
    #[default]
    NotFriend,
    Empty,
    Any,
}

/// Which moves attack.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Attack {
    #[default]
    Pseudo,
    Priority,
    Legal,
}

impl GameDecl {
    pub fn kind(&self, kind: KindId) -> &KindDecl {
        &self.kinds[kind.idx()]
    }

    pub fn list(&self, kind: KindId, list: ListId) -> &ListDecl {
        &self.kind(kind).lists[list.idx()]
    }

    pub fn global(&self, global: GlobalId) -> &GlobalDecl {
        &self.globals[global.idx()]
    }

    pub fn gen_name(&self, variable: GenId) -> &str {
        &self.gens[variable.idx()]
    }
}
