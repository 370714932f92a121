//! Places, players and filters as operands: a word, or a list with the name of a table entry.

use zug_source::NodeId;

use super::{Names, Operand, OutOfRange, Sizes};
use crate::builder::{Args, BindError};
use crate::op::{Filter, Loc, Who};
use crate::parse::Reader;

/// The places that are words; `(dir n)` and `(cell a1)` are the others.
const LOC_WORDS: &[(&str, Loc)] = &[
    ("here", Loc::Here),
    ("from", Loc::From),
    ("to", Loc::To),
    ("mark", Loc::Mark),
    ("last_from", Loc::LastFrom),
    ("last_to", Loc::LastTo),
];

impl Operand for Loc {
    fn print(&self, names: &Names, out: &mut String) {
        match self {
            Self::Here => out.push_str("here"),
            Self::From => out.push_str("from"),
            Self::To => out.push_str("to"),
            Self::Mark => out.push_str("mark"),
            Self::LastFrom => out.push_str("last_from"),
            Self::LastTo => out.push_str("last_to"),
            Self::Dir(dir) => print_list("(dir ", dir, names, out),
            Self::Cell(cell) => print_list("(cell ", cell, names, out),
        }
    }

    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
        const PLACES: &str =
            "it is `here`, `from`, `to`, `mark`, `last_from`, `last_to`, `(dir …)` or `(cell …)`";
        if let Some((word, arg)) = reader.pair(node) {
            return match word {
                "dir" => Operand::parse(arg, reader).map(Self::Dir),
                "cell" => Operand::parse(arg, reader).map(Self::Cell),
                _ => reader.expected_one_of(node, "a place", PLACES),
            };
        }
        let word = reader.atom(node);
        match LOC_WORDS.iter().find(|(known, _)| Some(*known) == word) {
            Some(&(_, loc)) => Some(loc),
            None => reader.expected_one_of(node, "a place", PLACES),
        }
    }

    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
        match self {
            Self::Dir(dir) => dir.check(sizes),
            Self::Cell(cell) => cell.check(sizes),
            Self::Here | Self::From | Self::To | Self::Mark | Self::LastFrom | Self::LastTo => Ok(()),
        }
    }

    fn bind(self, args: &Args<'_>) -> Result<Self, BindError> {
        Ok(match self {
            Self::Dir(dir) => Self::Dir(dir.bind(args)?),
            Self::Cell(cell) => Self::Cell(cell.bind(args)?),
            Self::Here | Self::From | Self::To | Self::Mark | Self::LastFrom | Self::LastTo => self,
        })
    }
}

impl Operand for Who {
    fn print(&self, names: &Names, out: &mut String) {
        match self {
            Self::Mover => out.push_str("mover"),
            Self::Next => out.push_str("next"),
            Self::Player(player) => print_list("(player ", player, names, out),
        }
    }

    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
        if let Some(("player", arg)) = reader.pair(node) {
            return Operand::parse(arg, reader).map(Self::Player);
        }
        match reader.atom(node) {
            Some("mover") => Some(Self::Mover),
            Some("next") => Some(Self::Next),
            _ => reader.expected_one_of(node, "a player", "it is `mover`, `next` or `(player …)`"),
        }
    }

    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
        match self {
            Self::Player(player) => player.check(sizes),
            Self::Mover | Self::Next => Ok(()),
        }
    }

    fn bind(self, _: &Args<'_>) -> Result<Self, BindError> {
        Ok(self)
    }
}

impl Operand for Filter {
    fn print(&self, names: &Names, out: &mut String) {
        out.push_str("(filter");
        print_filter(self, names, out);
        out.push(')');
    }

    fn parse(node: NodeId, reader: &mut Reader<'_>) -> Option<Self> {
        let entry = reader.entry(node)?;
        if entry.word != "filter" {
            return reader.expected(node, "`(filter …)`");
        }
        parse_filter(entry.args, reader)
    }

    fn check(&self, sizes: &Sizes) -> Result<(), OutOfRange> {
        self.owner.map_or(Ok(()), |owner| owner.check(sizes))?;
        self.kind.map_or(Ok(()), |kind| kind.check(sizes))?;
        self.zone.map_or(Ok(()), |zone| zone.check(sizes))
    }

    fn bind(self, args: &Args<'_>) -> Result<Self, BindError> {
        let kind = self.kind.map(|kind| kind.bind(args)).transpose()?;
        let zone = self.zone.map(|zone| zone.bind(args)).transpose()?;
        Ok(Self { owner: self.owner, kind, zone })
    }
}

/// Appends what the filter asks for, each with a blank before it.
pub(crate) fn print_filter(filter: &Filter, names: &Names, out: &mut String) {
    if let Some(owner) = &filter.owner {
        print_list(" (owner ", owner, names, out);
    }
    if let Some(kind) = &filter.kind {
        print_list(" (kind ", kind, names, out);
    }
    if let Some(zone) = &filter.zone {
        print_list(" (zone ", zone, names, out);
    }
}

/// The inverse of [`print_filter`].
pub(crate) fn parse_filter<'a>(args: &'a [NodeId], reader: &mut Reader<'a>) -> Option<Filter> {
    let mut filter = Filter { owner: None, kind: None, zone: None };
    for field in reader.fields(args, &["owner", "kind", "zone"]) {
        let arg = reader.only(&field)?;
        match field.word {
            "owner" => filter.owner = Operand::parse(arg, reader),
            "kind" => filter.kind = Operand::parse(arg, reader),
            _ => filter.zone = Operand::parse(arg, reader),
        }
    }
    Some(filter)
}

pub(super) fn print_list(open: &str, operand: &impl Operand, names: &Names, out: &mut String) {
    out.push_str(open);
    operand.print(names, out);
    out.push(')');
}
