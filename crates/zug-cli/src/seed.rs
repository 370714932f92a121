//! Seeds for those who give none.

use std::hash::{BuildHasher, RandomState};

/// A number nobody can foresee, small enough to type in again.
pub(crate) fn draw() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}
