//! Saved games of Zillions (ZSG): reading, writing back byte for byte, replaying, and writing our own.
//!
//! `spec/zsg.md` defines the form. Reading needs no rules and keeps every byte; what a line means is found out
//! by [`replay`], which offers each line the parts the rules allow and takes the one that prints the same.

mod canon;
mod file;
mod part;
mod replay;
mod write;

pub use file::{MoveLine, SetupEdit, Zsg, ZsgError, read};
pub use part::part_text;
pub use replay::{Ended, NumberMismatch, Replay, ReplayError, replay};
pub use write::{Header, WriteError, edits_to, write};

#[cfg(test)]
mod tests;
