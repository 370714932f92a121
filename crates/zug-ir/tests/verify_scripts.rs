//! The invariants of games with scripts, broken on purpose.

mod common;
