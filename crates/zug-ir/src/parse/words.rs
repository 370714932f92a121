//! The mnemonics of ops, tests and ops of scripts, looked up by symbol: a large game has millions of them.

use rustc_hash::FxHashMap;
use zug_source::{Symbol, Symbols};

use crate::op::{Op, Row, Test};
use crate::script::ScriptOp;

/// Which of the tables of mnemonics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rows {
    Ops,
    Tests,
    ScriptOps,
}

impl Rows {
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Ops | Self::ScriptOps => "op",
            Self::Tests => "test",
        }
    }

    pub(super) fn one(self) -> &'static str {
        match self {
            Self::Ops | Self::ScriptOps => "an op",
            Self::Tests => "a test",
        }
    }

    /// The code of the message about an unknown one.
    pub(super) fn unknown(self) -> &'static str {
        match self {
            Self::Ops | Self::ScriptOps => "zir-010",
            Self::Tests => "zir-011",
        }
    }

    /// Where each of them is explained.
    pub(super) fn page(self) -> &'static str {
        match self {
            Self::Ops | Self::Tests => "spec/ops.md",
            Self::ScriptOps => "spec/script-ops.md",
        }
    }
}

/// From a mnemonic to its row.
pub(super) struct Words {
    ops: FxHashMap<Symbol, usize>,
    tests: FxHashMap<Symbol, usize>,
    script_ops: FxHashMap<Symbol, usize>,
}

impl Words {
    pub(super) fn new(symbols: &mut Symbols) -> Self {
        Self {
            ops: index(Op::TABLE, symbols),
            tests: index(Test::TABLE, symbols),
            script_ops: index(ScriptOp::TABLE, symbols),
        }
    }

    pub(super) fn find(&self, rows: Rows, word: Symbol) -> Option<usize> {
        match rows {
            Rows::Ops => &self.ops,
            Rows::Tests => &self.tests,
            Rows::ScriptOps => &self.script_ops,
        }
        .get(&word)
        .copied()
    }
}

fn index(table: &[Row], symbols: &mut Symbols) -> FxHashMap<Symbol, usize> {
    table.iter().enumerate().map(|(row, entry)| (symbols.intern(entry.mnemonic), row)).collect()
}
