//! Ids and numbers as operands.

use std::fmt::Write as _;

use zug_source::NodeId;

use super::{Names, Operand, OutOfRange, Sizes, in_range};
use crate::builder::{Args, BindError};
use crate::ids::*;
use crate::op::Label;
use crate::parse::Reader;
use crate::tables::Named;

/// Appends the name behind an id. An id without a name, in a game that is broken, gets one that no
/// parser takes.
fn print_name<T: Named>(id: T, names: &Names, out: &mut String) {
    match T::pick(names).get(id.index()) {
        Some(name) => out.push_str(name),
        None => out.push_str(&format!("\"no such {}: {}\"", T::WHAT, id.index())),
    }
}

/// Appends a number without a string of its own: a large game has millions of them.
fn push_number(number: impl std::fmt::Display, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "{number}");
}

macro_rules! named_operands {
    ($($id:ident by $bind:ident;)*) => {$(
        impl Operand for $id {
            fn print(&self, names: &Names, out: &mut String) {
                print_name(*self, names, out);
            }

            fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
                reader.id(node)
            }

            fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
                in_range(<$id>::WHAT, self.idx(), *<$id>::pick(&sizes.tables))
            }

            fn bind(self, args: &Args<'_>) -> Result<Self, BindError> {
                args.$bind(self)
            }
        }
    )*};
}

named_operands! {
    CellId by cell;
    DirId by dir;
    ZoneId by zone;
    KindId by kind;
    PlayerId by keep;
    ModeId by keep;
    AttrId by keep;
    FlagId by keep;
    CellFlagId by keep;
    GlobalId by keep;
    LocalId by keep;
    GenId by keep;
    TextId by keep;
}

macro_rules! numbered_operands {
    ($($ty:ident $what:literal $size:ident;)*) => {$(
        impl Operand for $ty {
            fn print(&self, _: &Names, out: &mut String) {
                push_number(self.0, out);
            }

            fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
                reader.number(node).map($ty)
            }

            fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
                in_range($what, self.0 as usize, sizes.$size)
            }

            fn bind(self, _: &Args<'_>) -> Result<Self, BindError> {
                Ok(self)
            }
        }
    )*};
}

numbered_operands! {
    ExitId "exit" exits;
    LoopId "loop slot" loops;
    ScriptId "script" scripts;
}

impl Operand for Label {
    fn print(&self, _: &Names, out: &mut String) {
        out.push('L');
        push_number(self.0, out);
    }

    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
        reader.label(node)
    }

    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
        in_range("op", self.0 as usize, sizes.ops)
    }

    fn bind(self, _: &Args<'_>) -> Result<Self, BindError> {
        Ok(self)
    }
}

macro_rules! plain_numbers {
    ($($ty:ident)*) => {$(
        impl Operand for $ty {
            fn print(&self, _: &Names, out: &mut String) {
                push_number(*self, out);
            }

            fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
                reader.number(node)
            }

            fn check(&self, _: &Sizes) -> Result<(), OutOfRange> {
                Ok(())
            }

            fn bind(self, _: &Args<'_>) -> Result<Self, BindError> {
                Ok(self)
            }
        }
    )*};
}

plain_numbers! { i32 u16 }
