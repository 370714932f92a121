//! The pipeline from complete moves to legal moves, one stage a file. (Priorities act earlier, while
//! candidates are made: see `candidates`.)

mod ko;
mod landing;
mod merge;
mod prefer;
mod safety;

pub(crate) use ko::brings_back;
pub use landing::landing;
pub(crate) use merge::merge;
pub(crate) use prefer::{Score, prefer, scores};
pub(crate) use safety::royals_safe;
