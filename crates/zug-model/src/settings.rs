//! Rules that are not code: what an author says with options, as types.
//!
//! Front ends translate option names into these values; from here on nobody knows the names. Each enum
//! names both sides of a choice so that a reader of the lowering sees what the alternative was.

use crate::ids::KindId;

/// All settings of a game. `Default` is plain ZRF.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    pub pass: Pass,
    /// May a composite move be broken off although it could go on?
    pub pass_partial: bool,
    /// Only moves that are best by these criteria, compared in order, are legal; empty: all are.
    pub prefer: Vec<Preference>,
    pub landing: Landing,
    pub cascades: Cascades,
    pub recycle_captures: RecycleTo,
    /// Promotion takes the new kind from the reserve and returns the old one.
    pub recycle_promotions: bool,
    /// Do piece-count goals count the reserve too?
    pub count_reserve: bool,
    pub repetition: Repetition,
    pub ko: Ko,
    pub board_model: BoardModel,
    pub piece_view: PieceView,
    pub attr_view: AttrView,
    pub fork_keeps: ForkKeeps,
    pub flag_scope: FlagScope,
    pub mark_model: MarkModel,
    pub captured_cell: CapturedCell,
    pub last_move: LastMove,
    pub ownership: Ownership,
    pub part_from: PartFrom,
    pub lone_capture: LoneCapture,
    pub unlisted_mode: UnlistedMode,
    pub config_reading: ConfigReading,
    pub no_moves: NoMoves,
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $(#[$ddoc:meta])* $first:ident, $($(#[$vdoc:meta])* $variant:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $name { $(#[$ddoc])* #[default] $first, $($(#[$vdoc])* $variant),* }
    )*};
}

choices! {
    /// May a turn be passed?
    Pass {
        Never,
        /// Only when there is no other move.
        Forced,
        Always,
    }
    /// Where a capture may stop when one of several landing cells lets it go on.
    Landing {
        /// Anywhere.
        Free,
        /// Only on a cell from which the capture goes on, if there is one (Russian draughts).
        MustContinue,
    }
    /// What happens after `add` to movements recorded by `cascade`.
    Cascades { Kept, Discarded }
    /// Where captured pieces go.
    RecycleTo {
        /// They leave the game.
        Nowhere,
        /// To the reserve of the player who owned them.
        Owner,
        /// To the reserve of the player who captured them.
        Capturer,
    }
    /// What the third occurrence of a position means where no goal speaks of it.
    Repetition { Draw, Nothing }
    /// Which positions a move may not bring back.
    Ko {
        /// Any position may come back.
        Off,
        /// The position before the opponent's last move.
        Previous,
        /// Any earlier position, whoever was to move.
        Position,
        /// Any earlier position with the same player to move.
        Situation,
        /// A position that has occurred twice already with the same player to move.
        Third,
    }
    /// What a cell holds.
    BoardModel {
        /// At most one piece.
        Single,
        /// An ordered pile; the top is what tests see; a movement takes the whole pile.
        Stack,
        /// An unordered multiset; a movement takes one piece.
        Heap,
    }
    /// What tests see during a part.
    PieceView {
        /// The board as it was when the part began.
        BeforePart,
        /// The board with the changes this part has made so far, the mover lifted to the cursor.
        Now,
    }
    /// What attribute reads and writes mean for the mover.
    AttrView {
        /// Read at the start cell, written at the target cell.
        ByCell,
        /// On an empty current cell they mean the piece that is moving; writes are seen at once.
        FollowsPiece,
    }
    /// Which effects of a part survive an `add` into the rest of the rule.
    ForkKeeps { Movements, Everything }
    /// How long flags and cell flags live.
    FlagScope { Part, Turn }
    /// What `mark` and `back` do.
    MarkModel { Slot, Stack }
    /// What a cell is, within the turn, after its piece was captured.
    CapturedCell {
        /// Empty at once (from the next part on).
        Free,
        /// Still occupied, cannot be captured again, emptied when the turn ends.
        Blocks,
    }
    /// Are last-from and last-to remembered from turn to turn?
    LastMove { Remembered, ClearedAtTurnEnd }
    /// Whose pieces a player may move.
    Ownership { Own, Anyone }
    /// Which piece goes on after a part.
    PartFrom { SamePiece, AnyPiece }
    /// May a part consist of captures only?
    LoneCapture { Refused, Allowed }
    /// The rank of moves whose type the priorities do not list.
    UnlistedMode { Lowest, ContinuationOnly }
    /// What it means to have no legal move, no pass and no goal about it.
    NoMoves { Draw, Loss }
    /// What a list of positions in an absolute configuration means.
    ConfigReading { All, Any }
}

/// One criterion of a preference among complete moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preference {
    /// Turns that capture nothing are not compared: they stay, whatever the other criteria say of captures.
    Quiet,
    /// Most pieces captured.
    Captures,
    /// Largest sum of these values over captured pieces; kinds not listed count 0.
    CapturedValue(Vec<(KindId, i32)>),
    /// Made by a piece of this kind.
    Mover(KindId),
    /// The first captured piece of this kind comes earliest; then the second, and so on.
    Earliest(KindId),
}
