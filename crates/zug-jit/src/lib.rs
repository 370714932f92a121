//! Machine code for small programs over words of 64 bits.
//!
//! The only place with unsafe code. A program works on *regions*, lists of words handed over with each call, and on
//! *tables*, lists of words that belong to it. Every access is proved to stay inside: constant places when the program is
//! made, others by a [`Below`], a number that a check in the program keeps under a limit. So whatever a program is
//! made of, calling it is safe:
//!
//! * Values, blocks, tables and windows belong to one program; in another they are a panic. Makers cannot be exchanged:
//!
//!   ```compile_fail
//!   zug_jit::compile(&[], |outer| {
//!       let _ = zug_jit::compile(&[], |inner| std::mem::swap(outer, inner));
//!   });
//!   ```
//! * A [`Below`] exists only behind its check, and what is computed of limits is checked arithmetic.
//! * Each program is verified as a whole before it becomes code: no value is used where it has not been computed.
//! * A call gets regions as many and as long as was said, or does not happen.
//! * A program calls only itself, to a depth that it is told, and its stack is bounded when it is made.
//! * Code and tables live as long as the [`Code`], and nothing changes them.
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

mod bound;
mod code;
mod compile;
mod maker;

pub use bound::{Below, Table, Window};
pub use code::Code;
pub use compile::compile;
pub use maker::{Block, Maker, Value};

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

/// A program calls itself at most so often inside itself, less one.
pub const MAX_DEPTH: usize = 64;
