//! Games written as text, and their moves and positions as text.
//!
//! `load` makes a game of a fragment of the text form, `text` writes moves and positions, `script` reads and
//! judges the expectations at the head of a data file, `views` compares the ways to get at the moves.

// Each test file is its own crate and uses a part of this.
#![allow(dead_code)]

pub(crate) mod load;
pub(crate) mod script;
pub(crate) mod text;
pub(crate) mod views;
