//! SGF (FF[4]): trees of Go and of games like it in the way every Go program knows, and trees of any game with our
//! own properties.
//!
//! `spec/sgf.md` says what is read and written. Nothing here recurses, however deep trees are nested.

// In suggested reading order.
mod token;

mod tree;

mod tags;

mod games;

mod read;

mod write;

pub use read::read;
pub use tree::{Tree, trees};
pub use write::write;

use std::borrow::Cow;

/// The game: its title.
const GAME: &str = "ZG";
/// The name of the rules file.
const RULES: &str = "ZR";
/// A move by its name.
const MOVE: &str = "ZM";
/// The first position as position text in the general form.
const POSITION: &str = "ZP";

/// The text of a file: UTF-8, else the charset it names, else what its letters look like.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let start = bytes.windows(3).position(|w| w == b"CA[").map(|i| &bytes[i + 3..]);
    let label = start.and_then(|rest| rest.iter().position(|b| *b == b']').map(|end| &rest[..end]));
    match label.and_then(encoding_rs::Encoding::for_label) {
        Some(encoding) => encoding.decode(bytes).0,
        None => Cow::Owned(crate::text::decode(bytes)),
    }
}
