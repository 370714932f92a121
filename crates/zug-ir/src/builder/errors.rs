//! What can be wrong with a game that is built.

use super::template::BindError;
use crate::verify::VerifyError;

/// An option that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    #[error("unknown option `{name}`")]
    UnknownName { name: String },
    #[error("unknown value `{value}` of option `{name}`: expected {expected}")]
    UnknownValue { name: String, value: String, expected: String },
}

/// Why there is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    #[error("too many {what}, the limit is {limit}")]
    TooMany { what: &'static str, limit: usize },
    #[error("position `{cell}` has {found} deltas, there are {expected} directions")]
    Deltas { cell: String, found: usize, expected: usize },
    #[error("position `{cell}` has the delta {delta} to a position that does not exist")]
    DeltaOffBoard { cell: String, delta: i32 },
    #[error("player `{player}` has {found} directions, there are {expected}")]
    Symmetry { player: String, found: usize, expected: usize },
    #[error("there are {found} opposites and {expected} directions")]
    Opposites { found: usize, expected: usize },
    #[error("zone `{zone}` is about player {player}, who does not exist")]
    UnknownPlayer { zone: String, player: usize },
    #[error("a rule or an attribute is about kind {kind}, which does not exist")]
    UnknownKind { kind: usize },
    #[error("template {template} does not exist")]
    UnknownTemplate { template: usize },
    #[error("template {template}, command {command}: {source}")]
    Bind { template: usize, command: usize, source: BindError },
    #[error("template {template} goes to command {label}, it has {commands}")]
    TemplateLabel { template: usize, label: u32, commands: usize },
    #[error("{}", first(.0))]
    Invalid(Vec<VerifyError>),
}

/// The first fault, and how many more there are.
fn first(faults: &[VerifyError]) -> String {
    match faults {
        [] => "not a valid game".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first}; and {} more", rest.len()),
    }
}
