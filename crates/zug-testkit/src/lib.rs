//! Tests as data: readers and runners for the expectation files beside the library's games, and the
//! conformance that every game must show without anybody writing a test for it.
//!
//! * [`expect`] reads `.perft` and `.moves` files;
//! * [`run`] judges a game by them;
//! * [`spec`] runs the examples of spec pages;
//! * [`conformance`] plays at random and checks what holds for every game;
//! * [`board_view`] is shown a game and knows nothing else of it;
//! * [`conversion`] plays a ZRF game beside what it was converted to;
//! * [`twofold`] compares the fast back end with the interpreter;
//! * [`searched`] compares what each tells a search.

mod blocks;
pub mod board_view;
pub mod conformance;
pub mod conversion;
pub mod expect;
pub mod positions;
pub mod run;
pub mod searched;
pub mod spec;
pub mod twofold;

/// Begins what a comparison says where the interpreter met a limit: nothing can be said of rules that do not end.
pub const LIMIT: &str = "the interpreter gives up: ";

/// Said where the fast form gives a position up: it may, and the interpreter goes on.
pub const TOO_MANY: &str = "too many moves";

/// The error of a comparison that could not be made.
pub(crate) fn limit(error: impl std::fmt::Display) -> String {
    format!("{LIMIT}{error}")
}
