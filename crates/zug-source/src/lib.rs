//! Texts, places in them, and messages about them.
//!
//! The bottom crate: it decodes a text whatever code page its author used, reads it as nested lists,
//! remembers where everything came from (through includes and macro calls), and prints messages that
//! point at the author's own words.
//!
//! It knows no language: what a list means, which macros exist and what `include` is spelled like is
//! the business of the crates above. It does no input or output: callers bring bytes, and hand in a
//! [`Files`] where a compiler has to ask for more of them.
//!
//! ```
//! use zug_source::{Diagnostics, Sources, Symbols, read, render};
//!
//! let mut sources = Sources::new();
//! let mut symbols = Symbols::new();
//! let mut problems = Diagnostics::new();
//! let file = sources.add("tiny.zrf", b"(define step (verify empty?) add", None)?;
//! let tree = read(&sources, file, &mut symbols, &mut problems);
//!
//! // The forgotten parenthesis is a message, not the end of the reading.
//! assert_eq!(tree.print_roots(&symbols), "(define step (verify empty?) add)");
//! for problem in problems.iter() {
//!     assert!(render(problem, &sources, &symbols, false).contains("tiny.zrf:1:1"));
//! }
//! # Ok::<(), zug_source::TextError>(())
//! ```

// In suggested reading order.
mod span;

mod encoding;
mod lines;
mod sources;

mod symbol;
mod tree;

mod lex;
mod read;
mod unclosed;

mod diagnostic;
mod diagnostics;
mod excerpt;
mod render;

mod include;
mod suggest;

pub use diagnostic::{Diagnostic, Severity};
pub use diagnostics::Diagnostics;
pub use encoding::{Encoding, TextError, UnknownEncoding};
pub use excerpt::Excerpt;
pub use include::{Files, NoFiles, resolve_include, why_unread};
pub use read::{MAX_NESTING, read};
pub use render::{place, render};
pub use sources::{MAX_TEXT, Sources};
pub use span::{Expansion, ExpansionId, FileId, Origin, Span};
pub use suggest::suggest;
pub use symbol::{Symbol, Symbols};
pub use tree::{Node, NodeId, NodeKind, Tree};
