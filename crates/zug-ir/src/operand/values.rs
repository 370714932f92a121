//! Constants, choices and counts as operands of scripts.

use zug_source::NodeId;

use super::places::print_list;
use super::{Names, Operand, OutOfRange, Sizes};
use crate::builder::{Args, BindError};
use crate::game::Word;
use crate::ids::ModeId;
use crate::parse::Reader;
use crate::script::{ArriveRule, CellTest, Const, Quantifier};

impl Operand for Const {
    fn print(&self, names: &Names, out: &mut String) {
        match self {
            Self::None => out.push_str("none"),
            Self::Int(number) => number.print(names, out),
            Self::Text(text) => print_list("(text ", text, names, out),
            Self::Dir(dir) => print_list("(dir ", dir, names, out),
            Self::Cell(cell) => print_list("(cell ", cell, names, out),
            Self::Kind(kind) => print_list("(kind ", kind, names, out),
            Self::Player(player) => print_list("(player ", player, names, out),
            Self::Zone(zone) => print_list("(zone ", zone, names, out),
        }
    }

    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
        const FORMS: &str = "it is `none`, a number, `(text …)`, `(dir …)`, `(cell …)`, `(kind …)`, `(player …)` or `(zone …)`";
        if let Some((word, arg)) = reader.pair(node) {
            return match word {
                "text" => Operand::parse(arg, reader).map(Self::Text),
                "dir" => Operand::parse(arg, reader).map(Self::Dir),
                "cell" => Operand::parse(arg, reader).map(Self::Cell),
                "kind" => Operand::parse(arg, reader).map(Self::Kind),
                "player" => Operand::parse(arg, reader).map(Self::Player),
                "zone" => Operand::parse(arg, reader).map(Self::Zone),
                _ => reader.expected_one_of(node, "a constant", FORMS),
            };
        }
        match reader.atom(node) {
            Some("none") => Some(Self::None),
            // Whatever begins like a number is read as one, and has the message about numbers.
            Some(word) if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                reader.number(node).map(Self::Int)
            }
            _ => reader.expected_one_of(node, "a constant", FORMS),
        }
    }

    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
        match self {
            Self::None | Self::Int(_) => Ok(()),
            Self::Text(text) => text.check(sizes),
            Self::Dir(dir) => dir.check(sizes),
            Self::Cell(cell) => cell.check(sizes),
            Self::Kind(kind) => kind.check(sizes),
            Self::Player(player) => player.check(sizes),
            Self::Zone(zone) => zone.check(sizes),
        }
    }

    fn bind(self, args: &Args<'_>) -> Result<Self, BindError> {
        Ok(match self {
            Self::Dir(dir) => Self::Dir(dir.bind(args)?),
            Self::Cell(cell) => Self::Cell(cell.bind(args)?),
            Self::Kind(kind) => Self::Kind(kind.bind(args)?),
            Self::Zone(zone) => Self::Zone(zone.bind(args)?),
            Self::None | Self::Int(_) | Self::Text(_) | Self::Player(_) => self,
        })
    }
}

/// `any`, or `(mode name)`.
impl Operand for Option<ModeId> {
    fn print(&self, names: &Names, out: &mut String) {
        match self {
            None => out.push_str("any"),
            Some(mode) => print_list("(mode ", mode, names, out),
        }
    }

    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
        if let Some(("mode", arg)) = reader.pair(node) {
            return Operand::parse(arg, reader).map(Some);
        }
        match reader.atom(node) {
            Some("any") => Some(None),
            _ => reader.expected_one_of(node, "a mode", "it is `any` or `(mode …)`"),
        }
    }

    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
        self.map_or(Ok(()), |mode| mode.check(sizes))
    }

    fn bind(self, _: &Args<'_>) -> Result<Self, BindError> {
        Ok(self)
    }
}

macro_rules! word_operands {
    ($($ty:ident)*) => {$(
        impl Operand for $ty {
            fn print(&self, _: &Names, out: &mut String) {
                out.push_str(self.to_word());
            }

            fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
                reader.choice(node)
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

word_operands! { bool Quantifier CellTest ArriveRule }
