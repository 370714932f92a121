//! One file for each verb: its arguments, its answer as text and as JSON.

pub(crate) mod completions;
pub(crate) mod hello;
pub(crate) mod help;
pub(crate) mod man;

pub(crate) mod games;
pub(crate) mod info;
pub(crate) mod rules;

pub(crate) mod moves;
pub(crate) mod show;
pub(crate) mod why;

pub(crate) mod engine;
pub(crate) mod play;
pub(crate) mod versus;

pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod record;
pub(crate) mod survey;

pub(crate) mod bench;
pub(crate) mod perft;
