//! The program as its users meet it: exit code, stdout and stderr of every verb.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod common;

mod bad_input;
mod check;
#[cfg(target_os = "linux")]
mod children;
mod compile;
mod convert;
mod counts;
mod draw;
mod engine;
#[cfg(target_os = "linux")]
mod files;
mod fmt;
mod help;
mod hostile;
mod library;
mod matches;
mod opponent;
mod pictures;
mod play;
mod position;
mod record;
mod slips;
mod survey;
#[cfg(unix)]
mod terminal;
mod usage;
mod why;
