//! Code: statements and expressions with every name resolved.
//!
//! Two things the tree leaves to run time. A value that is a direction or a position moves the cursor where a
//! truth value is needed ([`StmtKind::Check`], `if`, `while`, `and`, `or`, `not`) and where it is a statement
//! ([`StmtKind::Eval`]). And [`ExprKind::Any`] may stand wherever an expression may: it is a choice, and what
//! follows it is run for each alternative.

use crate::decl::Value;
use crate::words::Test;
use zug_source::Origin;

pub use zug_model::{AttrId, CellId, DirId, GlobalId, KindId, ModeId, PlayerId, ZoneId};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The position of this id in its store.
            pub fn idx(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A variable of one candidate or call, in [`GameDecl::locals`](crate::GameDecl::locals).
    LocalId
    /// A named list, in [`KindDecl::lists`](crate::KindDecl::lists) of the kind whose code it is.
    ListId
    /// A variable of players, in [`GameDecl::player_vars`](crate::GameDecl::player_vars).
    PlayerVarId
    /// A generation variable, in [`GameDecl::gens`](crate::GameDecl::gens).
    GenId
    /// Dice, in [`GameDecl::dice`](crate::GameDecl::dice).
    DiceId
}

pub type Block = Vec<Stmt>;

/// A statement with its place in the text.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub what: StmtKind,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Evaluates and forgets. A direction steps, if it can; a position moves the cursor there.
    Eval(Expr),
    /// Calls a definition.
    Call(Box<Call>),

    /// Steps or jumps; fails if it cannot.
    Go(Expr),
    /// Steps with the cursor alone, whatever is in hand; fails if it cannot.
    Single(Expr),
    /// Runs the block and puts the cursor back.
    Scope(Block),
    /// The same with the cursor on a cell first.
    AtDo(Box<(Expr, Block)>),
    Mark,
    Back,

    /// Fails unless the value is true.
    Check(Expr),
    If(Box<(Expr, Block, Block)>),
    While(Box<(Expr, Block)>),
    /// For ever; a failing check in it ends the candidate.
    Repeat(Block),
    /// A choice among blocks.
    Either(Vec<Block>),
    Seq(Block),
    /// Runs the block for each element of a list in turn.
    For(Box<(LocalId, Expr, Block)>),

    Let(LocalId, Box<Expr>),
    Set(Var, Box<Expr>),

    Take(Take),
    Drop,
    /// So many pieces of those in hand; one without a number.
    Put(Option<Box<Expr>>),
    PutUnder,
    Capture(Option<When>),
    /// Kind, and owner if not the mover.
    Create(Box<(Expr, Option<Expr>)>),
    ChangeOwner(Option<Box<Expr>>),
    SetPiece(Box<Expr>),
    /// Kind, how many more, and owner if not the mover.
    Reserve(Box<(Expr, Expr, Option<Expr>)>),

    /// The move may end here, and goes on as well.
    EndMove,
    /// The part ends here; moves of that mode go on.
    EndPart(ModeId),

    /// A piece of the move's name. Pieces are sorted by the number, then in order of time.
    Log(i32, Vec<Expr>),
    Hint(Hint),
    GotoTurn(Box<Expr>),
    /// Of which dice; without it of the only ones.
    UseDie(Box<Expr>, Option<DiceId>),
    SetFlag,
}

#[derive(Clone, Debug)]
pub enum Take {
    /// The whole pile on boards of stacks, one piece elsewhere.
    Default,
    All,
    Count(Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Now,
    Later,
}

#[derive(Clone, Debug)]
pub enum Hint {
    Weight(Box<Expr>),
    Forced,
    /// Anything else: a word for whoever asks, with values.
    Other(String, Vec<Expr>),
}

/// Something that can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Var {
    Local(LocalId),
    /// Of the piece on the cursor's cell, else of the piece in hand.
    Attr(AttrId),
    /// Of the mover.
    Player(PlayerVarId),
    Global(GlobalId),
    Gen(GenId),
}

/// A definition with its arguments: the locals are set, then the body runs. As a value it is that of the last
/// statement (true if that is no expression), or false if the body fails.
#[derive(Clone, Debug)]
pub struct Call {
    pub name: String,
    pub arguments: Vec<(LocalId, Expr)>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub what: ExprKind,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Const(Value),
    Var(Var),
    /// The element that `any` chose from the list in this part; the whole list if none was chosen.
    List(ListId),
    /// The dice not yet used.
    Dice(DiceId),
    Call(Box<Call>),
    If(Box<(Expr, Expr, Expr)>),

    Any(Box<Choice>),
    Exists(Block),
    NotExists(Block),
    Count(Block),
    /// Carries out all alternatives that succeed; their number.
    All(Block),
    Sum(Box<(Expr, Block)>),
    Collect(Box<(Expr, Block)>),

    /// A test of the cell that the steps lead to; false where they lead nowhere.
    Is(Test, Vec<Expr>),
    /// The same, of a zone of the actor's owner.
    InZone(ZoneId, Vec<Expr>),
    NotInZone(ZoneId, Vec<Expr>),
    /// The piece here, or in hand if the cell is empty, is of one of these kinds.
    IsPiece(Vec<Expr>),
    NotPiece(Vec<Expr>),
    NoMoves,
    Reaches(Box<Expr>, Option<ModeId>),
    /// The state occurred that often before; with the same player to move if the flag says so.
    Repeated(Option<Box<Expr>>, bool),

    /// The cell that the steps lead to.
    Here(Vec<Expr>),
    /// The kind of the top piece there.
    Piece(Vec<Expr>),
    Owner(Vec<Expr>),
    AttrAt(AttrId, Vec<Expr>),
    /// How many pieces are there.
    Size(Vec<Expr>),
    Start,
    Me,
    NextPlayer,
    Rivals,
    TurnNumber,
    CapturedCount,
    Parts,
    /// Kind, and owner if not the mover.
    ReserveOf(Box<(Expr, Option<Expr>)>),

    Opposite(Box<Expr>),
    /// The cells passed along a direction while the condition holds there.
    Reach(Box<(Expr, Expr)>),
    /// The connected cells on which the condition holds.
    Flood(Box<(Expr, Vec<Expr>, Expr)>),
    /// The neighbours of a list of cells that are not in it.
    Border(Box<(Expr, Vec<Expr>)>),
    /// The coordinate of a cell, from 0, in a dimension counted from 1.
    Coord(Box<(Expr, Option<Expr>)>),
    CellAt(Vec<Expr>),
    /// The value with the cursor elsewhere.
    At(Box<(Expr, Expr)>),
    /// The value as another player sees it.
    As(Box<(Expr, Expr)>),

    MakeList(Vec<Expr>),
    Len(Box<Expr>),
    Nth(Box<(Expr, Expr)>),
    Append(Box<(Expr, Expr)>),
    Without(Box<(Expr, Expr)>),
    Union(Box<(Expr, Expr)>),
    Member(Box<(Expr, Expr)>),

    Arith(Arith, Vec<Expr>),
    /// `=` holds if the first equals one of the others.
    Compare(Compare, Vec<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    IsNone(Box<Expr>),
    IsSome(Box<Expr>),
    /// Changes the variable; the value is the old one.
    Inc(Var, Option<Box<Expr>>),
    Dec(Var, Option<Box<Expr>>),

    /// A name that nothing explains, in code that no game of the text uses.
    Free(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Abs,
    Min,
    Max,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

/// What `any` chooses from.
#[derive(Clone, Debug)]
pub enum Choice {
    /// The values themselves.
    Items(Vec<Expr>),
    /// An element of the list, which the list's name then stands for.
    List(ListId),
    /// An element of a list-valued expression.
    Value(Expr),
    /// Whole numbers, both ends included.
    Range(Expr, Expr),
    // The rest move the cursor, in the order of the board.
    /// A cell whose top piece is of that kind.
    Kind(KindId),
    /// A cell of the zone of the actor's owner.
    Zone(ZoneId),
    Cells,
    /// A cell with a piece.
    Pieces,
}
