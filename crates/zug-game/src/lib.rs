//! Games as their users see them: load rules, list and play moves, count, play at random.
//!
//! This is the only crate the upper half of the system imports. It does no I/O (files come through
//! [`Files`]), reads no clock and draws no random numbers that were not passed in.
//!
//! ```
//! use zug_game::{Game, NoFiles, Turn};
//!
//! let rules = r#"
//!   (game (title "Race") (players White Black) (turn-order White Black)
//!     (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("3/2/1" (0 10))) (directions (n 0 -1)))
//!            (symmetry Black (n n)))
//!     (piece (name Man) (moves (n (verify empty?) add)))
//!     (board-setup (White (Man a1)) (Black (Man b1)))
//!     (win-condition (White) (absolute-config Man (a3)))
//!     (win-condition (Black) (absolute-config Man (b3))))
//! "#;
//! let game = Game::from_text("race.zrf", rules.as_bytes(), &NoFiles)?;
//! let mut state = game.start();
//! assert_eq!(state.perft(3)?, 1);
//! while !matches!(state.turn()?, Turn::Over(_)) {
//!     let first = state.moves()?[0].clone();
//!     state.play(&first)?;
//! }
//! let Turn::Over(outcome) = state.turn()? else { unreachable!() };
//! assert_eq!(outcome.winner(), game.player("White"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backend;
mod controller;
mod game;
mod language;
mod load;
mod name;
mod perft;
mod places;
mod playout;
mod record;
mod repetition;
mod search;
mod split;
mod state;
mod taken;
mod trial;
pub mod view;
mod why;

pub use backend::Backend;
pub use controller::{Clicked, Controller, Look, Smart, Would};
pub use game::Game;
pub use load::{FormInfo, LoadError, Problem, RulesFile, Which, load};
pub use name::{names, part_name};
pub use perft::Divide;
pub use places::Place;
pub use playout::{Playout, Rng};
pub use record::{NodeId, Record, RecordError};
pub use repetition::Repetition;
pub use search::{Candidate, Node};
pub use split::TurnWalk;
pub use state::{PlayError, State, Turn};
pub use taken::{part_start, part_stop};
pub use why::{Cause, Dropped, Explanation, Forced, Reason, Rule, WhyError};
pub use zug_fast::{Facts, Form, RuleForm, Sight, Stage, Stand, Why as NotFast};
pub use zug_ir::{self as ir, AttrId, CellId, DirId, GlobalId, KindId, ModeId, PlayerId, ZoneId};
pub use zug_lang::{Listing, list_games};
pub use zug_source::{Encoding, Excerpt, Files, MAX_TEXT, NoFiles, Severity, resolve_include, suggest};
pub use zug_vm::{
    Action, Edit, Limit, Move, Obstacle, Outcome, Part, Piece, RunError, State as Position, UNLIMITED,
};
