//! Machine code for small programs over words of 64 bits.
//!
//! The only place with unsafe code. A program works on *regions*, lists of words handed over with each call, and on
//! *tables*, lists of words that belong to it. Every access is proved to stay inside: constant places when the program is
//! made, others by a [`Below`], a number that a check in the program keeps under a limit. So whatever a program is
//! made of, calling it is safe.
//!
//! ```
//! let code = zug_jit::compile(&[2], |maker| {
//!     let (a, b) = (maker.load(0, 0), maker.load(0, 1));
//!     let sum = maker.add(a, b);
//!     maker.ret(sum);
//! })?;
//! assert_eq!(code.call(&mut [&mut [40, 2]]), Some(42));
//! # Ok::<(), zug_jit::NoCode>(())
//! ```

mod code;
mod maker;

pub use code::Code;
pub use maker::{Below, Block, MAX_DEPTH, Maker, Table, Value, Window, compile};

use std::fmt;

/// There is no machine code to be had: the machine is not known, or a limit was reached. Never the fault of a caller's
/// data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoCode(String);

impl fmt::Display for NoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no machine code can be made: {}", self.0)
    }
}

impl std::error::Error for NoCode {}

impl NoCode {
    fn because(error: impl fmt::Display) -> Self {
        NoCode(error.to_string())
    }
}

/// What a program answers whose index is not below its limit.
const FAULT: u64 = u64::MAX;
