//! What an operand of an op can do: be printed, be parsed, be checked, take a template's arguments.
//!
//! The impls for [`Op`], [`Test`] and [`ScriptOp`] are generated from their tables, so a new row has a text form, a check
//! and a binding as soon as it is written; a new *type* of operand needs one impl here. Ids are in `ids`,
//! places, players and filters in `places`, what only scripts have in `values`.

mod ids;
mod places;
mod values;

use std::fmt;

use zug_source::NodeId;

use crate::builder::{Args, BindError};
use crate::game::{Block, Game};
use crate::ids::*;
use crate::op::{Filter, Label, Loc, Op, Test, Who};
use crate::parse::{Reader, Rows};
use crate::script::{ArriveRule, CellTest, Const, Quantifier, Script, ScriptOp};
use crate::tables::{PerTable, names};

pub(crate) use places::{parse_filter, print_filter};

/// The names of all tables as the text form writes them, quotes and all.
pub(crate) type Names = PerTable<Vec<String>>;

pub(crate) trait Operand: Copy {
    /// Appends the text form.
    fn print(&self, names: &Names, out: &mut String);

    /// Reads the text form. Whoever returns `None` has reported why.
    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self>;

    /// Is every id inside its table?
    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange>;

    /// The same with arguments in the place of a template's parameters.
    fn bind(self, args: &Args<'_>) -> Result<Self, BindError>;
}

/// How long each table is, for [`Operand::check`].
#[derive(Clone, Default, Debug)]
pub(crate) struct Sizes {
    pub(crate) tables: PerTable<usize>,
    pub(crate) exits: usize,
    pub(crate) scripts: usize,
    /// Of the block at hand.
    pub(crate) loops: usize,
    /// Of the block or script at hand.
    pub(crate) ops: usize,
}

impl Sizes {
    pub(crate) fn of(game: &Game) -> Self {
        let tables = names(game).map(|names, _, _| names.len());
        let scripts = game.scripted.as_ref().map_or(0, |scripted| scripted.scripts.len());
        Self { tables, exits: game.exits.len(), scripts, loops: 0, ops: 0 }
    }

    pub(crate) fn enter(&mut self, block: &Block) {
        self.loops = usize::from(block.loops);
        self.ops = block.code.len();
    }

    pub(crate) fn enter_script(&mut self, script: &Script) {
        self.loops = 0;
        self.ops = script.code.len();
    }
}

/// An id that is not in its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfRange {
    pub(crate) what: &'static str,
    pub(crate) index: usize,
    pub(crate) size: usize,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} does not exist, there are {}", self.what, self.index, self.size)
    }
}

/// Passes an index that is inside its table.
pub(crate) fn in_range(what: &'static str, index: usize, size: usize) -> Result<(), OutOfRange> {
    if index < size { Ok(()) } else { Err(OutOfRange { what, index, size }) }
}

macro_rules! operand_rows {
    ($enum:ident $tag:ident $rows:ident
     $($(#[$doc:meta])* $mnemonic:ident = $name:ident { $($field:ident : $ty:ty),* };)*) => {
        /// A row of the table; lets the parser look a mnemonic up once and match on a number.
        #[derive(Clone, Copy)]
        enum $tag { $($name),* }

        impl $tag {
            /// In the order of the table.
            const ALL: &'static [$tag] = &[$($tag::$name),*];
        }

        impl Operand for $enum {
            fn print(&self, names: &Names, out: &mut String) {
                let _ = names;
                match self {
                    $(Self::$name { $($field),* } => {
                        const FIELDS: &[&str] = &[$(stringify!($field)),*];
                        let bare = FIELDS.is_empty();
                        if !bare {
                            out.push('(');
                        }
                        out.push_str(stringify!($mnemonic));
                        $(out.push(' ');
                        $field.print(names, out);)*
                        if !bare {
                            out.push(')');
                        }
                    })*
                }
            }

            fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
                let (row, operands) = reader.row(node, Rows::$rows, Self::TABLE)?;
                let mut operands = operands.iter().copied();
                match $tag::ALL.get(row)? {
                    $($tag::$name => {
                        // All of them before the first `?`, so that all problems are reported.
                        $(let $field = operands.next().and_then(|node| <$ty>::parse(node, reader));)*
                        let _ = &mut operands;
                        Some(Self::$name { $($field: $field?),* })
                    })*
                }
            }

            fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
                let _ = sizes;
                match self {
                    $(Self::$name { $($field),* } => {
                        $($field.check(sizes)?;)*
                    })*
                }
                Ok(())
            }

            fn bind(self, args: &Args<'_>) -> Result<Self, BindError> {
                let _ = args;
                Ok(match self {
                    $(Self::$name { $($field),* } => Self::$name { $($field: $field.bind(args)?),* }),*
                })
            }
        }
    };
}

macro_rules! op_operands {
    ($($rows:tt)*) => { operand_rows! { Op OpTag Ops $($rows)* } };
}

macro_rules! test_operands {
    ($($rows:tt)*) => { operand_rows! { Test TestTag Tests $($rows)* } };
}

macro_rules! script_operands {
    ($($rows:tt)*) => { operand_rows! { ScriptOp ScriptTag ScriptOps $($rows)* } };
}

crate::for_each_op!(op_operands);
crate::for_each_test!(test_operands);
crate::for_each_script_op!(script_operands);
