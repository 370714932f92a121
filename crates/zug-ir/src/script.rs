//! Scripts: code with choices.
//!
//! A [`Block`](crate::Block) runs straight on and emits parts as it goes. A script chooses: where it says *any*, what
//! follows is run for each alternative, and a check that fails goes back to the last choice with everything undone
//! (but generation variables). Rules written in the Zug language become scripts.
//!
//! A run has a *board* of its own, which it changes and which every test sees; a *cursor* (a cell, or nowhere); the
//! *hand*, pieces that were taken up and not set down yet; the *start* of the movement; the *mover* (whose move it is)
//! and the *actor* (the owner of the moving piece, by whose symmetry directions and zones are read); locals; marks;
//! flags of cells; and a stack of [`Value`]s. To *fail* means to go back to the last choice; when there is none, the run
//! ends.
//!
//! A value is *true* where a truth value is needed unless it is 0, none or an empty list; a direction or a cell moves
//! the cursor there (with what is in hand), and is true if it could.

mod flow;
mod piles;
mod words;

use crate::game::Verdict;
use crate::ids::{
    AttrId, CellId, DirId, GenId, GlobalId, KindId, LocalId, ModeId, PlayerId, ScriptId, TextId, ZoneId,
};
use crate::op::{Label, Row};

/// A constant of a script. Truth values are the numbers 1 and 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    None,
    Int(i32),
    Text(TextId),
    Dir(DirId),
    Cell(CellId),
    Kind(KindId),
    Player(PlayerId),
    Zone(ZoneId),
}

/// Code with choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Script {
    /// Opaque number of the place in the rules text; the compiler keeps the map.
    pub origin: u32,
    pub code: Vec<ScriptOp>,
    /// `origins[op]`: the place of each op, for whoever explains why a move is or is not legal. As long as `code`,
    /// or empty.
    pub origins: Vec<u32>,
}

/// The rules of a game written as scripts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scripted {
    pub scripts: Vec<Script>,
    /// Names of locals, for people.
    pub locals: Vec<String>,
    /// Locals that a list's name is bound to by `any`: forgotten when a part ends.
    pub list_locals: Vec<LocalId>,
    /// Names of generation variables, for people.
    pub gens: Vec<String>,
    pub texts: Vec<String>,
    /// `kinds[kind]`.
    pub kinds: Vec<KindScripts>,
    /// `players[player]`: moves that belong to no piece, generated last.
    pub players: Vec<Vec<ScriptRule>>,
    /// `modes[mode]`.
    pub modes: Vec<ModeRule>,
    /// Keeps the moves of the first of these modes that has any; empty: all moves.
    pub priorities: Vec<ModeId>,
    /// Run on the board after a move with its cursor and locals; a move for which it fails is illegal.
    pub invariant: Option<ScriptId>,
    pub goals: Vec<ScriptGoal>,
    /// Yields the numeric result of the mover.
    pub score: Option<ScriptId>,
    pub dice: Vec<Dice>,
    /// So many turns at the beginning set pieces up: only drops of the modes that the turn lists are moves, goals are not
    /// asked, nobody passes by choice. They are before the turns that repeat, and `goto_turn` does not count them.
    pub set_up: u16,
    /// Like [`KindScripts::closing`], for moves of players that could have gone on with a piece.
    pub closing: Option<ScriptId>,
    /// `rolls[turn]`: the dice thrown in that turn; no entry or `None`: moves are made.
    pub rolls: Vec<Option<u16>>,
    pub attack: AttackScope,
    /// Players without pieces on the board and in reserve lose their turns.
    pub skip_empty: bool,
    /// `allies[player]`: whose pieces are friends beside his own; no entry: nobody's.
    pub allies: Vec<Vec<PlayerId>>,
}

impl Scripted {
    /// Are the second one's pieces friends to the first?
    pub fn is_ally(&self, player: PlayerId, other: PlayerId) -> bool {
        self.allies.get(player.idx()).is_some_and(|allies| allies.contains(&other))
    }

    /// Has none of these players a rival among the others? An alliance that one side declares is one.
    pub fn is_one_side(&self, players: &[PlayerId]) -> bool {
        let sided = |a: PlayerId, b: PlayerId| a == b || self.is_ally(a, b) || self.is_ally(b, a);
        players.iter().all(|&a| players.iter().all(|&b| sided(a, b)))
    }

    /// True if a turn that names these modes may begin with a rule of this mode. Where a turn sets pieces up, only what it
    /// names counts: priorities and modes of further parts are for the game.
    pub fn may_begin(&self, modes: Option<&[ModeId]>, mode: Option<ModeId>, sets_up: bool) -> bool {
        if let Some(modes) = modes.filter(|_| sets_up) {
            return mode.is_some_and(|mode| modes.contains(&mode));
        }
        let Some(mode) = mode else { return modes.is_none() && self.priorities.is_empty() };
        let listed = modes.is_none_or(|modes| modes.contains(&mode));
        let ranked = self.priorities.is_empty() || self.priorities.contains(&mode);
        listed && ranked && !self.modes[mode.idx()].only_further
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct KindScripts {
    pub moves: Vec<ScriptRule>,
    pub drops: Vec<ScriptRule>,
    /// Run when a move ends after a part that could have gone on: finish blocks, then `emit`.
    pub closing: Option<ScriptId>,
    /// Like [`Scripted::invariant`], for moves of this kind only; run first.
    pub invariant: Option<ScriptId>,
    /// In place of the exact `attacked` test, where a piece redefines it.
    pub attacked: Option<ScriptId>,
    /// Every player may move it.
    pub shared: bool,
}

/// A move, a drop, or a move of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptRule {
    pub mode: Option<ModeId>,
    /// From the first part of a turn on: pre blocks, taking the piece, the body.
    pub script: ScriptId,
    /// The same without pre blocks, for further parts.
    pub further: ScriptId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ModeRule {
    /// The shorter move is legal too when this mode could go on.
    pub optional: bool,
    /// Every piece of the mover's may go on, not only the one that moved.
    pub any_piece: bool,
    /// Among landing cells, only those from which it goes on, if there are any.
    pub landing: bool,
    /// A turn cannot begin with it.
    pub only_further: bool,
}

/// An end of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptGoal {
    pub verdict: Verdict,
    /// Tested after a move for the player who made it; otherwise before a move for the player to move.
    pub after_move: bool,
    /// Only for these players; empty: for all.
    pub players: Vec<PlayerId>,
    /// The goal is reached if it accepts. The last number it yields is what the win counts, 1 without any.
    pub script: ScriptId,
    /// Asks whether there are moves.
    pub needs_moves: bool,
    pub origin: u32,
}

/// Dice that are thrown together. The faces not used yet are kept in values of the board: 0 is no die, [`BLANK_FACE`]
/// a face of 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    pub name: String,
    /// The faces of each die.
    pub faces: Vec<Vec<i32>>,
    /// How often each face counts when all dice show the same; without it once for each die.
    pub doubles: Option<u32>,
    /// Values of the board for the faces not used yet, greatest first; then zeros.
    pub slots: Vec<GlobalId>,
}

/// How a face of 0 is kept among the dice not used yet.
pub const BLANK_FACE: i32 = 0x0FFF_FFFF;

impl Dice {
    /// Everything they can show, greatest faces first, with in how many ways; `None` if there are more results than `most`.
    pub fn results(&self, most: usize) -> Option<Vec<(Vec<i32>, u64)>> {
        let mut results: Vec<(Vec<i32>, u64)> = vec![(Vec::new(), 1)];
        for faces in &self.faces {
            let mut next: Vec<(Vec<i32>, u64)> = Vec::new();
            for (shown, weight) in &results {
                for &face in faces {
                    let mut shown = shown.clone();
                    let at = shown.partition_point(|&f| f >= face);
                    shown.insert(at, face);
                    match next.iter_mut().find(|(other, _)| *other == shown) {
                        Some((_, sum)) => *sum += weight,
                        None => next.push((shown, *weight)),
                    }
                }
                if next.len() > most {
                    return None;
                }
            }
            results = next;
        }
        results.sort();
        Some(results)
    }

    /// A face not used yet (or none) as a value of the board.
    pub fn kept(face: Option<&i32>) -> i32 {
        match face {
            None => 0,
            Some(0) => BLANK_FACE,
            Some(&face) => face,
        }
    }
}

/// Which moves attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AttackScope {
    /// All that the rules of pieces make.
    #[default]
    Pseudo,
    /// Those that priorities leave.
    Priority,
    /// Those that are legal.
    Legal,
}

/// A test of the cell under the cursor. Nowhere, all but `not_` tests are false, and those too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellTest {
    /// No piece.
    Empty,
    /// A piece of the mover or of an ally.
    Friend,
    /// A piece of anybody else, neutral owners included.
    Enemy,
    /// Where the last move started.
    LastFrom,
    /// Where the last move ended.
    LastTo,
    /// The cell has been flagged in this turn.
    Flag,
    /// A rival of its owner could make the piece there vanish or change; what is in hand is put there first.
    Attacked,
    /// A rival's capture there could be answered by a capture of the mover's.
    Defended,
}

/// How alternatives that succeed count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// 1 if one succeeds; nothing stays.
    Exists,
    /// 1 if none succeeds.
    NotExists,
    /// How many succeed; nothing stays.
    Count,
    /// How many succeed; the changes of each stay.
    All,
    /// The sum of the values yielded; nothing stays.
    Sum,
    /// The list of the values yielded, each once; nothing stays.
    Collect,
    /// The first that succeeds is kept with everything it did and the value yielded; 0 if none succeeds.
    First,
}

/// Calls the given macro with the table of ops of scripts.
#[macro_export]
macro_rules! for_each_script_op {
    ($then:ident) => {
        $then! {
            // --- control ---
            /// Goes on at the label.
            jump = Jump { to: Label };
            /// Pops a value; goes on at the label if it is true.
            jump_if = JumpIf { to: Label };
            /// Pops a value; goes on at the label unless it is true.
            jump_unless = JumpUnless { to: Label };
            /// Pops a value; fails unless it is true.
            check = Check {};
            /// Fails.
            fail = Fail {};
            /// A choice: goes on, and when that fails, at the label.
            fork = Fork { to: Label };
            /// Accepts: a test script holds. Inside a quantifier: an error of the compiler.
            accept = Accept {};

            // --- choices of values ---
            /// Pops so many values; chooses each in turn and pushes it.
            any_of = AnyOf { n: u16 };
            /// Pops a list (any other value stands for a list of itself, a zone for its cells); chooses an element and pushes it.
            any_element = AnyElement {};
            /// Pops last and first; chooses a number between them, both included, and pushes it.
            any_between = AnyBetween {};
            /// Chooses a cell in board order; the cursor moves there. Pushes 1.
            any_cell = AnyCell {};
            /// Chooses a cell with a piece; the cursor moves there. Pushes 1.
            any_piece = AnyPiece {};
            /// Chooses a cell whose top piece is of this kind; the cursor moves there. Pushes 1.
            any_kind = AnyKind { kind: KindId };
            /// Chooses a cell of the actor's zone; the cursor moves there. Pushes 1.
            any_zone = AnyZone { zone: ZoneId };

            // --- quantifiers ---
            /// Begins a quantifier: choices and failures of the code up to its end stay inside. When the alternatives are exhausted the cursor is what it was, the result is pushed, and the run goes on at the label.
            quantify = Quantify { how: Quantifier, to: Label };
            /// Ends the code of the innermost quantifier: an alternative has succeeded. `sum`, `collect` and `first` pop the value it yields.
            succeed = Succeed {};

            // --- values ---
            /// Pushes a constant.
            push = Push { value: Const };
            /// Forgets the topmost value.
            pop = Pop {};
            /// Pops a value that stands as a statement: a direction steps if it can, a cell moves the cursor.
            walk = Walk {};
            /// Pops a value, pushes 1 if it is true, else 0.
            truth = Truth {};
            /// Pops a value, pushes 0 if it is true, else 1.
            not = Not {};
            /// Pops a value, pushes 1 if it is none or 0.
            is_none = IsNone {};
            /// Pushes a local; none if it has not been set.
            local = Local { local: LocalId };
            /// Pops a value into a local.
            set_local = SetLocal { local: LocalId };
            /// Pushes a value of the board.
            global = Global { global: GlobalId };
            /// Pops a value into a value of the board.
            set_global = SetGlobal { global: GlobalId };
            /// Pushes a value of the mover's: the one so many after the first as his number.
            player_value = PlayerValue { first: GlobalId };
            /// Pops a value into a value of the mover's.
            set_player_value = SetPlayerValue { first: GlobalId };
            /// Pushes a generation variable.
            generation = Generation { variable: GenId };
            /// Pops a value into a generation variable. Never undone.
            set_generation = SetGeneration { variable: GenId };
            /// Pushes an attribute of the piece under the cursor if its kind has it, else of the piece in hand, else 0.
            attr = Attr { attr: AttrId };
            /// Pops a value into an attribute of that piece; nothing happens without one.
            set_attr = SetAttr { attr: AttrId };

            // --- arithmetic and comparison ---
            /// Pops b and a, pushes a + b. What is no number counts as 0; too large results are an error.
            add = Add {};
            /// Pops b and a, pushes a - b.
            sub = Sub {};
            /// Pops b and a, pushes a * b.
            mul = Mul {};
            /// Pops b and a, pushes a / b rounded down; fails if b is 0.
            div = Div {};
            /// Pops b and a, pushes a - b * (a / b); fails if b is 0.
            rem = Rem {};
            /// Pops a number, pushes it without its sign.
            abs = Abs {};
            /// Pops two, pushes the smaller.
            min = Min {};
            /// Pops two, pushes the larger.
            max = Max {};
            /// Pops so many values and then one more: pushes 1 if that one is equal to one of them.
            equals = Equals { n: u16 };
            /// Pops b and a, pushes 1 if a < b.
            less = Less {};
            /// Pops b and a, pushes 1 if a <= b.
            at_most = AtMost {};

            // --- lists ---
            /// Pops so many values, pushes a list of them.
            list = List { n: u16 };
            /// Pops a list, pushes how many elements it has.
            length = Length {};
            /// Pops a number and a list, pushes that element counted from 0; none if there is none.
            nth = Nth {};
            /// Pops a value and a list, pushes the list with the value at its end.
            append = Append {};
            /// Pops a value and a list, pushes the list without the first such value.
            without = Without {};
            /// Pops b and a, pushes the elements of a and then those of b that are not in it.
            union = Union {};
            /// Pops a list and a value, pushes 1 if the value is an element.
            member = Member {};
            /// Pops so many values and pushes a list; elements that are lists are taken apart.
            join = Join { n: u16 };

            // --- the cursor ---
            /// Pushes the cell under the cursor; none if it is nowhere.
            here = Here {};
            /// Pops a cell (or none), the cursor is there.
            come_back = ComeBack {};
            /// Pops a value r and a cell; the cursor is on the cell; pushes r.
            restore = Restore {};
            /// Pops a direction or a cell and moves the cursor alone. Where it cannot: goes on at the label.
            look = Look { to: Label };
            /// Pops a direction or a cell and moves the cursor alone; fails where it cannot.
            step_alone = StepAlone {};
            /// Pushes the cursor on the marks.
            mark = Mark {};
            /// Pops the last mark into the cursor; fails without one.
            back = Back {};

            // --- asking ---
            /// Pushes 1 if the test of the cell under the cursor holds, else 0.
            test = Test { test: CellTest };
            /// Pushes 1 if the cursor is in the actor's zone, else 0.
            in_zone = InZone { zone: ZoneId };
            /// Pushes the kind of the piece under the cursor, else of the piece in hand, else none.
            kind_here = KindHere {};
            /// Pushes the kind of the top piece under the cursor; none on an empty cell.
            piece = Piece {};
            /// Pushes the owner of the top piece under the cursor; none on an empty cell.
            owner = Owner {};
            /// Pushes an attribute of the top piece under the cursor; none on an empty cell.
            attr_here = AttrHere { attr: AttrId };
            /// Pushes how many pieces the cell under the cursor holds.
            size = Size {};
            /// Pushes the cell where the movement started; none before it.
            start = Start {};
            /// Pushes the mover.
            me = Me {};
            /// Pushes who moves after this turn.
            next_player = NextPlayer {};
            /// Pushes the list of the other players who take turns, without allies.
            rivals = Rivals {};
            /// Pushes the number of turns played.
            turn_number = TurnNumber {};
            /// Pushes how many pieces this move has captured.
            captured_count = CapturedCount {};
            /// Pushes how many parts this move has, the one at hand included.
            parts = Parts {};
            /// Pops an owner and a kind, pushes how many such pieces wait in reserve.
            reserve_of = ReserveOf {};
            /// Pushes 1 if the player to move has no legal move; where a move is judged, if the next player would have none. Inside generation: 0.
            no_moves = NoMoves {};
            /// Pops a cell; pushes 1 if a move of the piece under the cursor could end there, were the cell empty.
            reaches = Reaches { mode: Option<ModeId> };
            /// Pops a number n; pushes 1 if the board has been like this at least n times before; with the same reserves and player to move if `situation`.
            repeated = Repeated { situation: bool };
            /// Pushes the list of the faces of these dice not used yet.
            dice = Dice { dice: u16 };
            /// Pops a direction, pushes the one that leads back; none if there is none.
            opposite = Opposite {};
            /// Pops a cell, pushes its coordinate (from 0) in a dimension (from 1); none without one.
            coord = Coord { dimension: u16 };
            /// Pops a dimension (from 1) and a cell, pushes its coordinate (from 0); none without one.
            coord_of = CoordOf {};
            /// Pops so many coordinates, pushes the cell; none if there is none.
            cell_at = CellAt { n: u16 };
            /// Pops the directions and a list of cells; pushes the neighbours that are not in it.
            border = Border {};

            // --- as somebody else ---
            /// Pops a player; pushes mover and actor, who are then that player.
            as_player = AsPlayer {};
            /// Pops a value, then actor and mover; pushes the value.
            as_before = AsBefore {};

            // --- loops over cells and lists ---
            /// Pops the directions and a cell: begins to collect connected cells.
            flood = Flood {};
            /// Puts the cursor on the next cell to ask about. When there is none: the cursor is what it was, the list of the cells is pushed, and the run goes on at the label.
            flood_next = FloodNext { to: Label };
            /// Pops the answer: if true the cell belongs to the flood. Goes on at the label.
            flood_answer = FloodAnswer { to: Label };
            /// Pops a direction: begins to walk along it.
            reach = Reach {};
            /// Steps on. At the end of the board: the cursor is what it was, the list of the cells passed is pushed, and the run goes on at the label.
            reach_next = ReachNext { to: Label };
            /// Pops the answer: if true the cell is passed and the run goes on at the label; else the walk has ended as in `reach_next` and the run goes straight on.
            reach_answer = ReachAnswer { to: Label };
            /// Pops a list: begins to go through it.
            each = Each {};
            /// Sets the local to the next element. When there is none: goes on at the label.
            each_next = EachNext { local: LocalId, to: Label };

            // --- pieces ---
            /// Takes up the piece under the cursor (of a stack all of it). Fails if there is none.
            take = Take {};
            /// Takes up all pieces under the cursor. Fails if there is none.
            take_all = TakeAll {};
            /// Pops how many pieces to take up from the top. Fails if there are fewer.
            take_some = TakeSome {};
            /// Sets everything in hand down, each bundle where it is. What stands there is captured where cells hold one piece. Fails inside `all` while something from before it is in hand.
            drop = Drop {};
            /// Pops how many pieces of those in hand to set down under the cursor; fails if there are fewer. Fails inside `all` while something from before it is in hand.
            put = Put {};
            /// The top piece under the cursor goes under what is in hand, as captured. Fails if there is none, or if the cell is flagged; flags it. Fails inside `all` while something from before it is in hand.
            put_under = PutUnder {};
            /// Captures the piece under the cursor (all pieces of a heap); nothing happens on an empty cell.
            capture = Capture {};
            /// The same when the move ends; fails if that piece is already captured.
            capture_late = CaptureLate {};
            /// Pops an owner and a kind: a new piece under the cursor. Where cells hold one piece it replaces what stands there.
            create = Create {};
            /// Pops an owner: the piece under the cursor goes to him.
            change_owner = ChangeOwner {};
            /// Pops a kind: the piece under the cursor, else the piece in hand, becomes one.
            set_piece = SetPiece {};
            /// Pops an owner, a number and a kind: so many more pieces in reserve.
            reserve = Reserve {};
            /// Flags the cell under the cursor for this turn.
            flag = Flag {};

            // --- finishing ---
            /// The default rule of arrival, if the hand is not empty: fails if a friend's piece stands where it would be set down.
            arrive = Arrive { rule: ArriveRule };
            /// Sets down what is in hand, if anything is.
            place = Place {};
            /// Late captures are carried out.
            settle = Settle {};
            /// The part ends; moves of this mode may go on. Then fails.
            end_part = EndPart { mode: ModeId };
            /// The move ends. Then fails.
            emit = Emit {};
            /// Pops a value: a number for whoever runs this script.
            yield_ = Yield {};
            /// When all moves are known the script is run again with the cursor and the locals of now, on the board after the move: a move for which it fails is no candidate.
            defer = Defer { script: ScriptId };

            // --- what a move says of itself ---
            /// Pops so many values: their texts, put together, are a piece of the move's name, sorted by the number.
            log = Log { order: i32, n: u16 };
            /// Pops a number: the weight of the move, for players that are programs.
            weight = Weight {};
            /// The move is forced, for players that are programs.
            forced = Forced {};
            /// Pops so many values: a word with values, for players that are programs.
            hint = Hint { word: TextId, n: u16 };
            /// Pops a player or the number of a turn: that turn is played next.
            goto_turn = GotoTurn {};
            /// Pops a number: a die that shows it is used. Fails if there is none.
            use_die = UseDie { dice: u16 };
        }
    };
}

/// What may stand where a move ends, if the rules say nothing of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArriveRule {
    /// Anything but a piece of the mover's.
    NotFriend,
    /// Nothing.
    Empty,
    /// Anything.
    Any,
}

macro_rules! define_script_ops {
    ($($(#[doc = $doc:literal])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        /// One op of a script.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ScriptOp { $($(#[doc = $doc])* $name { $($field: $ty),* }),* }

        impl ScriptOp {
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

for_each_script_op!(define_script_ops);

impl ScriptOp {
    /// Where it may go on other than at the next op.
    pub fn target(&self) -> Option<Label> {
        match *self {
            Self::Jump { to }
            | Self::JumpIf { to }
            | Self::JumpUnless { to }
            | Self::Fork { to }
            | Self::Quantify { to, .. }
            | Self::Look { to }
            | Self::FloodNext { to }
            | Self::FloodAnswer { to }
            | Self::ReachNext { to }
            | Self::ReachAnswer { to }
            | Self::EachNext { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The same op going there.
    pub fn with_target(self, new: Label) -> Self {
        let mut op = self;
        match &mut op {
            Self::Jump { to }
            | Self::JumpIf { to }
            | Self::JumpUnless { to }
            | Self::Fork { to }
            | Self::Quantify { to, .. }
            | Self::Look { to }
            | Self::FloodNext { to }
            | Self::FloodAnswer { to }
            | Self::ReachNext { to }
            | Self::ReachAnswer { to }
            | Self::EachNext { to, .. } => *to = new,
            _ => {}
        }
        op
    }
}

/// Where the numbers end and other values begin, as [`encode`] writes them.
const NO_NUMBERS: i32 = 0x2000_0000;
/// Other values of one sort.
const OF_A_SORT: i32 = 0x1_0000;

/// The number that stands for a constant in a value of the board. Numbers are themselves; those of 2^28 and more,
/// of either sign, should not be kept there, because some would be taken for something else.
pub fn encode(value: Const) -> i32 {
    let (sort, id) = match value {
        Const::Int(number) => return number,
        Const::None => (0, 0),
        Const::Text(text) => (1, text.0),
        Const::Dir(dir) => (2, dir.0),
        Const::Cell(cell) => (3, cell.0),
        Const::Kind(kind) => (4, kind.0),
        Const::Player(player) => (5, player.0),
        Const::Zone(zone) => (6, zone.0),
    };
    NO_NUMBERS + sort * OF_A_SORT + i32::from(id)
}

/// What [`encode`] made the number from.
pub fn decode(number: i32) -> Const {
    let Some(other) = number.checked_sub(NO_NUMBERS).filter(|other| (0..7 * OF_A_SORT).contains(other))
    else {
        return Const::Int(number);
    };
    let id = (other % OF_A_SORT) as u16;
    match other / OF_A_SORT {
        0 => Const::None,
        1 => Const::Text(TextId(id)),
        2 => Const::Dir(DirId(id)),
        3 => Const::Cell(CellId(id)),
        4 => Const::Kind(KindId(id)),
        5 => Const::Player(PlayerId(id)),
        _ => Const::Zone(ZoneId(id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_back_from_their_numbers() {
        let constants = [
            Const::None,
            Const::Int(0),
            Const::Int(-0x0fff_ffff),
            Const::Int(0x0fff_ffff),
            Const::Text(TextId(7)),
            Const::Dir(DirId(0)),
            Const::Cell(CellId(9_999)),
            Const::Kind(KindId(u16::MAX)),
            Const::Player(PlayerId(1)),
            Const::Zone(ZoneId(u16::MAX)),
        ];
        for constant in constants {
            assert_eq!(decode(encode(constant)), constant);
        }
    }
}
