//! The program as its users meet it: exit code, stdout and stderr of every verb.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod common;

mod bad_input;
mod check;
mod compile;
mod convert;
mod counts;
mod draw;
mod engine;
mod fmt;
mod hostile;
mod library;
mod matches;
mod opponent;
mod pictures;
mod play;
mod position;
mod record;
mod survey;
#[cfg(unix)]
mod terminal;
mod usage;
mod why;
