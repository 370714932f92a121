//! What a move rule says: statements, conditions, numbers and places.
//!
//! The tree is close to the author's text (`if` is still an `if`), with names resolved. ZRF's `add` and
//! the Zug language's choices both become statements here; `zug-compile` flattens them into blocks of ops.

use crate::ids::{AttrId, CellFlagId, CellId, DirId, FlagId, GlobalId, KindId, ModeId, PlayerId, ZoneId};
use zug_source::Origin;

/// A statement with its place in the text.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub what: StmtKind,
    pub origin: Origin,
}

/// The cursor is "here"; a statement that cannot be carried out ends the rule (moves added so far stand).
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Moves the cursor along a direction; ends the rule where there is no link.
    Step(DirId),
    /// Moves the cursor to a place; ends the rule where there is none.
    Goto(Place),
    /// Remembers the cursor.
    Mark,
    /// Returns the cursor to the mark.
    Back,
    /// The movement starts here.
    From,
    /// The movement ends here.
    To,
    /// Closes the movement and begins another piece's, in the same part.
    Cascade,
    /// Ends the rule unless the condition holds.
    Verify(Cond),
    If(Box<(Cond, Vec<Stmt>, Vec<Stmt>)>),
    While(Box<(Cond, Vec<Stmt>)>),
    /// Runs the body with the cursor on each cell (of the mover's zone) in board order; a failed verify
    /// or a missing link inside goes on with the next cell. The cursor is restored.
    Foreach(Option<ZoneId>, Vec<Stmt>),
    SetFlag(FlagId, Box<Value>),
    SetCellFlag(CellFlagId, Box<(Value, Place)>),
    SetAttr(AttrId, Box<(Value, Place)>),
    SetGlobal(GlobalId, Box<Num>),
    /// Removes the piece there (the top of a stack, everything in a heap).
    Capture(Place),
    /// Takes the top piece there and puts it under the moving pile (stacks).
    Tuck(Place),
    /// Moves only this many pieces: the top ones of a stack, so many of a heap.
    Lift(Box<Num>),
    /// Puts a new piece there (default: of the mover, of the moving kind); adds to a pile.
    Create(Box<Create>),
    ChangeKind(KindId, Place),
    /// Default: the mover.
    ChangeOwner(Who, Place),
    /// To the next player.
    Flip(Place),
    /// Emits a move, or a part of one.
    Add(Box<Add>),
    /// The same turn is played again after this move.
    RepeatTurn,
    /// Adds to the reserve of a player.
    AddReserve(Box<(Who, KindId, Num)>),
}

/// `create` with its arguments.
#[derive(Clone, Debug)]
pub struct Create {
    pub owner: Who,
    pub kind: Option<KindId>,
    pub count: Option<Num>,
    pub at: Place,
}

/// `add` and its relatives.
#[derive(Clone, Debug)]
pub struct Add {
    /// One move for each kind the mover may become; empty: it stays what it is.
    pub kinds: Vec<KindId>,
    pub then: Then,
    /// The piece also stays where it was.
    pub copy: bool,
}

/// What follows a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The move is complete.
    Done,
    /// The turn goes on with moves of this type (any type if none is named).
    Part(Option<ModeId>),
}

/// A player named in code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Mover,
    /// The player after the mover.
    Next,
    Player(PlayerId),
}

/// A cell named in code. It may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Here,
    Dir(DirId),
    Cell(CellId),
    From,
    /// The target if it was set, else the cursor.
    To,
    Mark,
    LastFrom,
    LastTo,
}

/// A truth value or a number.
#[derive(Clone, Debug)]
pub enum Value {
    Cond(Cond),
    Num(Num),
}

/// A condition. Conditions never move the cursor.
#[derive(Clone, Debug)]
pub enum Cond {
    True,
    False,
    And(Vec<Cond>),
    Or(Vec<Cond>),
    Not(Box<Cond>),
    /// A test of a place; false off the board.
    Is(Test, Place),
    /// The flag is not 0.
    Flag(FlagId),
    Cmp(CmpOp, Box<(Num, Num)>),
}

/// A test of one cell, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Empty,
    Friend,
    Enemy,
    Neutral,
    Kind(KindId),
    Owner(Who),
    Zone(ZoneId),
    /// It is that cell.
    Cell(CellId),
    OnBoard,
    Marked,
    LastFrom,
    LastTo,
    CellFlag(CellFlagId),
    /// The piece there has the attribute (not 0).
    Attr(AttrId),
    /// A rival could make a piece there vanish or change owner, by a move of that type.
    Attacked(Option<ModeId>),
    /// A friend other than the mover could.
    Defended(Option<ModeId>),
    AdjacentToEnemy,
    /// A piece of the mover there would help one of his absolute configurations.
    GoalCell,
    /// That player is the mover (whatever the place).
    Mover(PlayerId),
    /// That player moves next (whatever the place).
    Next(PlayerId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumOp {
    Add,
    Sub,
    Mul,
    /// Rounds towards zero; by zero ends the rule.
    Div,
    Rem,
    Min,
    Max,
}

/// A number.
#[derive(Clone, Debug)]
pub enum Num {
    Const(i32),
    Op(NumOp, Box<(Num, Num)>),
    Flag(FlagId),
    CellFlag(CellFlagId, Place),
    Attr(AttrId, Place),
    Global(GlobalId),
    /// How many pieces the cell holds.
    Height(Place),
    /// How many pieces on the board: of that owner, of that kind, in that zone of the mover.
    Pieces {
        owner: Option<Who>,
        kind: Option<KindId>,
        zone: Option<ZoneId>,
    },
    Reserve {
        owner: Who,
        kind: KindId,
    },
    /// How many turns in a row have just been passed.
    Passes,
}
