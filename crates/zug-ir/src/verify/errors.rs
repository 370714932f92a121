//! What the verifier says.

use std::fmt;

use crate::ids::BlockId;
use crate::operand::OutOfRange;

/// Nobody reads more; a broken pass breaks every block in the same way.
const MAX_ERRORS: usize = 100;

macro_rules! invariants {
    ($($name:ident = $number:literal $title:literal;)*) => {
        /// A line of the list at the head of the verifier.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Invariant { $(#[doc = $title] $name = $number),* }

        impl Invariant {
            /// In the order of the list.
            pub const ALL: &'static [Invariant] = &[$(Invariant::$name),*];

            /// Its number in the list.
            pub fn number(self) -> u32 {
                self as u32
            }

            /// Two or three words for it.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }
        }
    };
}

invariants! {
    Names = 1 "names";
    Limits = 2 "limits";
    Lengths = 3 "lengths of tables";
    TableIds = 4 "ids in tables";
    ZoneOrder = 5 "order of zones";
    AttrBits = 6 "bits of attributes";
    Turns = 7 "turns";
    Setup = 8 "set-up";
    StageOrder = 9 "order of stages";
    GoalDepth = 10 "depth of conditions";
    CodeIds = 11 "ids in code";
    CodeEnd = 12 "end of code";
    LoopShape = 13 "shape of loops";
    LoopNesting = 14 "nesting of loops";
    LoopBorder = 15 "border of loops";
    StackDepth = 16 "depth of the stack";
    StackJoin = 17 "depth where ways meet";
    StackEmpty = 18 "empty stack";
    PileOps = 19 "ops of piles";
    Marks = 20 "one model of marks";
    ScriptsOnly = 21 "scripts alone";
    ScriptNesting = 22 "nesting in scripts";
    ScriptRoles = 23 "what scripts are for";
    Dice = 24 "dice";
}

/// Where a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Game,
    /// An entry of a table; scripts are one.
    Entry(&'static str, usize),
    Block(BlockId),
    /// An op by its index in the block, with its mnemonic.
    Op(BlockId, usize, &'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => write!(f, "game"),
            Self::Entry(what, index) => write!(f, "{what} {index}"),
            Self::Block(block) => write!(f, "block {}", block.0),
            Self::Op(block, at, op) => write!(f, "block {}, op {at} `{op}`", block.0),
        }
    }
}

/// An invariant that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}{}: {message} (invariant {}: {})", show_op(*.op), .invariant.number(), .invariant.title())]
pub struct VerifyError {
    pub invariant: Invariant,
    pub place: Place,
    /// If the place is a script: an op by its index in the script, with its mnemonic.
    pub op: Option<(usize, &'static str)>,
    pub message: String,
}

fn show_op(op: Option<(usize, &'static str)>) -> String {
    op.map_or_else(String::new, |(at, op)| format!(", op {at} `{op}`"))
}

/// The faults found so far.
#[derive(Default)]
pub(super) struct Errors {
    found: Vec<VerifyError>,
}

impl Errors {
    pub(super) fn push(&mut self, invariant: Invariant, place: Place, message: impl Into<String>) {
        self.push_at(invariant, place, None, message);
    }

    pub(super) fn push_at(
        &mut self,
        invariant: Invariant,
        place: Place,
        op: Option<(usize, &'static str)>,
        message: impl Into<String>,
    ) {
        if self.found.len() < MAX_ERRORS {
            self.found.push(VerifyError { invariant, place, op, message: message.into() });
        }
    }

    pub(super) fn check(&mut self, invariant: Invariant, place: Place, result: Result<(), OutOfRange>) {
        if let Err(wrong) = result {
            self.push(invariant, place, wrong.to_string());
        }
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MAX_ERRORS
    }

    pub(super) fn finish(self) -> Result<(), Vec<VerifyError>> {
        if self.found.is_empty() { Ok(()) } else { Err(self.found) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_at_the_head_has_every_invariant() {
        let head = include_str!("../verify.rs");
        let numbers: Vec<u32> = head
            .lines()
            .filter_map(|line| line.strip_prefix("//! ")?.split_once(". ")?.0.parse().ok())
            .collect();
        let listed: Vec<u32> = Invariant::ALL.iter().map(|invariant| invariant.number()).collect();
        assert_eq!(numbers, listed);
    }
}
