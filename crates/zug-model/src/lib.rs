//! The game as its author described it.
//!
//! Both rules languages end here: names are resolved to ids, inheritance and macros are gone, every
//! default is written out, and each thing still knows its place in the author's text. The model knows
//! neither the syntax it came from nor how it will run; `zug-compile` turns it into the IR.
//!
//! Start with [`Game`], then [`code`] for what a move rule can say.

mod board;
pub mod code;
mod game;
mod goal;
mod ids;
mod settings;

pub use board::{Board, Cell, Grid, Zone};
pub use game::{
    Attr, Count, Game, Global, Kind, Placement, Player, Presentation, Reserve, Rule, Texts, Turn,
};
pub use goal::{Goal, GoalCond, Occupant, Places, Verdict};
pub use ids::{AttrId, CellFlagId, CellId, DirId, FlagId, GlobalId, KindId, ModeId, PlayerId, ZoneId};
pub use settings::{
    AttrView, BoardModel, CapturedCell, Cascades, ConfigReading, FlagScope, ForkKeeps, Ko, Landing, LastMove,
    LoneCapture, MarkModel, NoMoves, Ownership, PartFrom, Pass, PieceView, Preference, RecycleTo, Repetition,
    Settings, UnlistedMode,
};
