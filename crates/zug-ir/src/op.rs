//! The op table.
//!
//! [`for_each_op!`](crate::for_each_op) lists every op once: mnemonic, name, operands, meaning. The enum [`Op`], its text form
//! and its verifier are generated from the list, and whoever matches on `Op` does so without a catch-all
//! arm, so that a new row fails to compile everywhere until it is handled.
//!
//! A block is run for one piece (or for one drop on one cell). It has a *cursor*, the cells *from*, *to*
//! (unset at first) and *mark*, flags, a stack of numbers that is empty between statements, a list of
//! movements and a list of effects. To *reject* means to end the run; what it has emitted stands. Inside a
//! `foreach` it means to go on with the next cell.

use crate::ids::{
    AttrId, CellFlagId, CellId, DirId, ExitId, FlagId, GlobalId, KindId, LoopId, ModeId, PlayerId, ZoneId,
};

/// Index of an op inside its block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u32);

/// A cell named by an operand. It may be off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Loc {
    Here,
    /// The neighbour in a direction, after the player's symmetry.
    Dir(DirId),
    Cell(CellId),
    From,
    /// The target if it is set, else the cursor.
    To,
    Mark,
    LastFrom,
    LastTo,
}

/// A player named by an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// Whose move it is.
    Mover,
    /// Who moves after him.
    Next,
    Player(PlayerId),
}

/// Calls the given macro with the table of tests. A test is false off the board.
#[macro_export]
macro_rules! for_each_test {
    ($then:ident) => {
        $then! {
            /// No piece there.
            empty = Empty {};
            /// A piece of the mover.
            friend = Friend {};
            /// A piece of another player who takes turns.
            enemy = Enemy {};
            /// A piece of a player who takes no turns.
            neutral = Neutral {};
            /// A piece of this kind.
            kind = Kind { kind: KindId };
            /// A piece of this owner.
            owner = Owner { who: Who };
            /// In this zone of the mover.
            zone = Zone { zone: ZoneId };
            /// That very cell.
            cell = Cell { cell: CellId };
            /// On the board.
            on_board = OnBoard {};
            /// The marked cell.
            marked = Marked {};
            /// Where the last part (or move) started.
            last_from = LastFrom {};
            /// Where the last part (or move) ended.
            last_to = LastTo {};
            /// The cell flag is not 0.
            cell_flag = CellFlag { flag: CellFlagId };
            /// The attribute of the piece there is not 0.
            attr = Attr { attr: AttrId };
            /// A rival could make a piece of the mover there vanish or change owner.
            attacked = Attacked {};
            /// The same by moves of one type.
            attacked_by = AttackedBy { mode: ModeId };
            /// A friend other than the mover could take a piece there.
            defended = Defended {};
            /// The same by moves of one type.
            defended_by = DefendedBy { mode: ModeId };
            /// A linked neighbour holds an enemy.
            adjacent_to_enemy = AdjacentToEnemy {};
            /// Named by an absolute configuration the mover wins by.
            goal_cell = GoalCell {};
            /// The mover is that player (whatever the cell).
            mover = Mover { player: PlayerId };
            /// That player moves next (whatever the cell).
            next = Next { player: PlayerId };
        }
    };
}

/// Calls the given macro with the table of ops.
#[macro_export]
macro_rules! for_each_op {
    ($then:ident) => {
        $then! {
            /// Moves the cursor along a direction; rejects where there is no link.
            step = Step { dir: DirId };
            /// Moves the cursor; rejects where there is no such cell.
            goto = Goto { at: Loc };
            /// Marks the cursor.
            mark = Mark {};
            /// Returns the cursor to the mark.
            back = Back {};
            /// Pushes the cursor on the stack of marks.
            mark_push = MarkPush {};
            /// Pops the cursor from the stack of marks; from an empty stack: the start cell.
            back_pop = BackPop {};
            /// The movement starts at the cursor.
            from = From {};
            /// The movement ends at the cursor.
            to = To {};
            /// Closes the movement; the next one starts at the cursor.
            cascade = Cascade {};
            /// Goes on at the label.
            jump = Jump { to: Label };
            /// Goes on at the label if the test holds.
            jump_if = JumpIf { test: Test, at: Loc, to: Label };
            /// Goes on at the label unless the test holds.
            jump_unless = JumpUnless { test: Test, at: Loc, to: Label };
            /// Rejects unless the test holds.
            verify = Verify { test: Test, at: Loc };
            /// Rejects if the test holds.
            verify_not = VerifyNot { test: Test, at: Loc };
            /// Rejects.
            reject = Reject {};
            /// Pops a number; goes on at the label if it is 0.
            jump_zero = JumpZero { to: Label };
            /// Starts a loop over all cells; remembers the cursor.
            each = Each { slot: LoopId };
            /// Starts a loop over a zone of the mover; remembers the cursor.
            each_in = EachIn { slot: LoopId, zone: ZoneId };
            /// Puts the cursor on the loop's next cell; at the end restores it and goes on at the label.
            /// Rejecting inside the loop comes back here.
            each_next = EachNext { slot: LoopId, to: Label };
            /// Pushes a number.
            push = Push { value: i32 };
            /// Pushes a flag.
            push_flag = PushFlag { flag: FlagId };
            /// Pushes a cell flag; 0 off the board.
            push_cell_flag = PushCellFlag { flag: CellFlagId, at: Loc };
            /// Pushes an attribute of the piece there; 0 without a piece.
            push_attr = PushAttr { attr: AttrId, at: Loc };
            /// Pushes a value of the board as this rule has set it.
            push_global = PushGlobal { global: GlobalId };
            /// Pushes how many pieces a cell holds; 0 off the board.
            push_height = PushHeight { at: Loc };
            /// Pushes how many pieces on the board the filter counts.
            push_pieces = PushPieces { filter: Filter };
            /// Pushes how many pieces wait in a reserve.
            push_reserve = PushReserve { who: Who, kind: KindId };
            /// Pushes how many turns in a row have just been passed.
            push_passes = PushPasses {};
            /// Pops b and a, pushes a + b (wrapping, like all arithmetic here).
            add = Add {};
            /// Pops b and a, pushes a - b.
            sub = Sub {};
            /// Pops b and a, pushes a * b.
            mul = Mul {};
            /// Pops b and a, pushes a / b towards zero; rejects if b is 0.
            div = Div {};
            /// Pops b and a, pushes the remainder; rejects if b is 0.
            rem = Rem {};
            /// Pops two, pushes the smaller.
            min = Min {};
            /// Pops two, pushes the larger.
            max = Max {};
            /// Pops b and a, pushes 1 if a = b, else 0.
            eq = Eq {};
            /// Pops b and a, pushes 1 if a < b, else 0.
            lt = Lt {};
            /// Pops b and a, pushes 1 if a <= b, else 0.
            le = Le {};
            /// Pops a number, pushes 1 if it is 0, else 0.
            not = Not {};
            /// Pops a number into a flag.
            set_flag = SetFlag { flag: FlagId };
            /// Pops a number into a cell flag; nothing happens off the board.
            set_cell_flag = SetCellFlag { flag: CellFlagId, at: Loc };
            /// Pops a number. Effect: an attribute of the piece there is set to it.
            set_attr = SetAttr { attr: AttrId, at: Loc };
            /// Pops a number. Effect: a value of the board is set to it (seen at once by this rule).
            set_global = SetGlobal { global: GlobalId };
            /// Effect: a constant is added to a value of the board (seen at once by this rule).
            add_global = AddGlobal { global: GlobalId, value: i32 };
            /// Effect: the piece there is captured; nothing happens off the board.
            capture = Capture { at: Loc };
            /// The same when the turn ends; rejects if that piece is already captured in this turn.
            capture_late = CaptureLate { at: Loc };
            /// Effect: the top piece there goes under the moving pile.
            tuck = Tuck { at: Loc };
            /// Pops how many pieces the movement takes; rejects if the start cell has fewer.
            lift = Lift {};
            /// Effect: a new piece; rejects off the board.
            create = Create { who: Who, kind: KindId, at: Loc };
            /// The same of the moving piece's kind.
            create_same = CreateSame { who: Who, at: Loc };
            /// Pops how many. Effect: so many new pieces on a heap; rejects off the board.
            create_many = CreateMany { who: Who, kind: KindId, at: Loc };
            /// Effect: the piece there changes its kind.
            change_kind = ChangeKind { kind: KindId, at: Loc };
            /// Effect: the piece there changes its owner.
            change_owner = ChangeOwner { who: Who, at: Loc };
            /// Effect: the piece there goes to the player after its owner.
            flip = Flip { at: Loc };
            /// Pops how many. Effect: so many pieces are added to a reserve.
            add_reserve = AddReserve { who: Who, kind: KindId };
            /// Effect: the same turn is played again.
            repeat_turn = RepeatTurn {};
            /// Emits the movements and effects so far as a part that ends by this exit.
            emit = Emit { exit: ExitId };
            /// Forgets the effects recorded so far.
            clear_effects = ClearEffects {};
            /// Forgets the closed movements recorded so far.
            clear_movements = ClearMovements {};
            /// Ends the run.
            end = End {};
        }
    };
}

/// Which pieces a count counts; `None` is "any".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Filter {
    pub owner: Option<Who>,
    pub kind: Option<KindId>,
    pub zone: Option<ZoneId>,
}

macro_rules! define_tests {
    ($($(#[doc = $doc:literal])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        /// A test of one cell.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Test { $($(#[doc = $doc])* $name { $($field: $ty),* }),* }

        impl Test {
            /// Every test: its mnemonic, its operands, its meaning.
            pub const TABLE: &'static [Row] = &[$(Row {
                mnemonic: stringify!($mnemonic),
                operands: &[$((stringify!($field), stringify!($ty))),*],
                meaning: concat!($($doc),*),
            }),*];

            /// The word of this test in the text form.
            pub fn mnemonic(&self) -> &'static str {
                match self { $(Self::$name { .. } => stringify!($mnemonic)),* }
            }
        }
    };
}

macro_rules! define_ops {
    ($($(#[doc = $doc:literal])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        /// One op of a block.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Op { $($(#[doc = $doc])* $name { $($field: $ty),* }),* }

        impl Op {
            /// Every op: its mnemonic, its operands, its meaning.
            pub const TABLE: &'static [Row] = &[$(Row {
                mnemonic: stringify!($mnemonic),
                operands: &[$((stringify!($field), stringify!($ty))),*],
                meaning: concat!($($doc),*),
            }),*];

            /// The word of this op in the text form.
            pub fn mnemonic(&self) -> &'static str {
                match self { $(Self::$name { .. } => stringify!($mnemonic)),* }
            }
        }
    };
}

/// What the tables say about one op or one test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub mnemonic: &'static str,
    /// Name and type of each operand, in the order of the text form.
    pub operands: &'static [(&'static str, &'static str)],
    /// The doc comment, with a blank before each of its lines.
    pub meaning: &'static str,
}

for_each_test!(define_tests);
for_each_op!(define_ops);

// Games with long macros have millions of them.
const _: () = assert!(size_of::<Op>() <= 16);
