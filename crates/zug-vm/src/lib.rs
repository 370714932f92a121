//! The reference interpreter: state, moves, apply, hash, and the meaning of every op.
//!
//! It supports everything and is never clever: whatever runs games faster must give its answers. Read
//! [`Program`] (a verified game with its tables), then `machine` (what each op does), `candidates` and
//! `turn` (from rules to complete moves), `stages` (from complete to legal moves), `goals` (the end).
//! It reads no clock, draws no random numbers and does no I/O.

mod action;
mod apply;
mod attack;
mod candidates;
mod edit;
mod engine;
mod error;
mod explain;
mod goals;
mod machine;
mod outcome;
mod part;
mod piece;
mod program;
mod reach;
mod script;
mod sketch;
mod stages;
mod state;
mod turn;
mod walk;
mod work;

pub use action::{Action, Move, NO_CELL, Note, Part, PartHead};
pub use edit::Edit;
pub use engine::Engine;
pub use error::{Limit, MAX_NESTED, RunError};
pub use explain::{Begin, Fate, Fit, Hurdle, Judged, MadeBy, Near, Nearly, Obstacle, Spot};
pub use goals::lost;
pub use outcome::Outcome;
pub use piece::{Piece, PieceLayout};
pub use program::{Program, Rank};
pub use script::{
    About, Account, Add, Answer, Ask, Carry, Cells, Change, Desk, End, Ends, Errand, Job, MAX_SUM, Phase,
    Told, Touched, Val, Yes, note_of,
};
pub use stages::landing;
pub use state::{State, UNLIMITED, keys};
pub use walk::{Options, Step, Walk};
