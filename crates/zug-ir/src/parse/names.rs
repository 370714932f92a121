//! Which names a text declares, before anything that uses them is read.

use rustc_hash::FxHashMap;
use zug_source::{NodeId, Symbol};

use super::reader::{Entry, LIMITS_HINT, Reader, shorten};
use super::sections::Sections;
use crate::ids::*;
use crate::tables::{Named, PerTable};

/// The names of one table.
#[derive(Clone, Default, Debug)]
pub(super) struct NameTable {
    ids: FxHashMap<Symbol, u16>,
    order: Vec<Symbol>,
    /// One name too many was reported; once is enough.
    overflowed: bool,
}

impl NameTable {
    pub(super) fn find(&self, name: Symbol) -> Option<u16> {
        self.ids.get(&name).copied()
    }

    /// In the order of their ids.
    pub(super) fn symbols(&self) -> &[Symbol] {
        &self.order
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }
}

/// What is said about each declared name, in the order of ids, and what the board says besides.
pub(super) struct Declared<'a> {
    pub(super) cells: Vec<&'a [NodeId]>,
    pub(super) zones: Vec<&'a [NodeId]>,
    /// `opposite`, `links` and `grid`.
    pub(super) board: Vec<Entry<'a>>,
    pub(super) players: Vec<&'a [NodeId]>,
    pub(super) kinds: Vec<&'a [NodeId]>,
    /// `bool` or `number`.
    pub(super) attrs: Vec<Entry<'a>>,
    /// `global` or `counter`.
    pub(super) globals: Vec<Entry<'a>>,
}

impl<'a> Reader<'a> {
    pub(super) fn declare(&mut self, sections: &Sections<'a>) -> Declared<'a> {
        self.declare_all::<ModeId>(sections.get("modes"));
        self.declare_all::<FlagId>(sections.get("flags"));
        self.declare_all::<CellFlagId>(sections.get("cell_flags"));
        self.declare_scripted(sections.get("scripted"));
        let players = self.declare_entries::<PlayerId>(sections.get("players"), &["player"]);
        let kinds = self.declare_entries::<KindId>(sections.get("kinds"), &["kind"]);
        let mut declared = Declared {
            cells: Vec::new(),
            zones: Vec::new(),
            board: Vec::new(),
            players: players.into_iter().map(|entry| entry.args).collect(),
            kinds: kinds.into_iter().map(|entry| entry.args).collect(),
            attrs: self.declare_entries::<AttrId>(sections.get("attrs"), &["bool", "number"]),
            globals: self.declare_entries::<GlobalId>(sections.get("globals"), &["global", "counter"]),
        };
        self.declare_board(sections.get("board"), &mut declared);
        declared
    }

    fn declare_board(&mut self, nodes: &'a [NodeId], declared: &mut Declared<'a>) {
        const KNOWN: &[&str] = &["dirs", "opposite", "cells", "links", "zone", "grid"];
        for &node in nodes {
            let Some(entry) = self.entry(node) else { continue };
            match entry.word {
                "dirs" => self.declare_all::<DirId>(entry.args),
                "cells" => self.declare_cells(entry.args, &mut declared.cells),
                "zone" => {
                    if let Some(rest) = self.declare_first::<ZoneId>(&entry) {
                        declared.zones.push(rest);
                    }
                }
                "opposite" | "links" | "grid" => declared.board.push(entry),
                _ => self.unknown_word(node, entry.word, KNOWN),
            }
        }
    }

    /// A cell is a name, or a list of its name and more.
    fn declare_cells(&mut self, nodes: &'a [NodeId], cells: &mut Vec<&'a [NodeId]>) {
        for &node in nodes {
            let (name, rest) = match self.kids(node) {
                None => (node, &[][..]),
                Some([name, rest @ ..]) => (*name, rest),
                Some([]) => {
                    let _: Option<()> = self.expected(node, "a cell");
                    continue;
                }
            };
            if self.declare_name::<CellId>(name) {
                cells.push(rest);
            }
        }
    }

    /// The names of scripts. What else is in that section, and what is wrong with it, is found when it is read.
    fn declare_scripted(&mut self, nodes: &[NodeId]) {
        for &node in nodes {
            let Some([head, names @ ..]) = self.kids(node) else { continue };
            match self.atom(*head) {
                Some("locals") => self.declare_all::<LocalId>(names),
                Some("gens") => self.declare_all::<GenId>(names),
                Some("texts") => self.declare_all::<TextId>(names),
                _ => {}
            }
        }
    }

    fn declare_all<T: Named>(&mut self, nodes: &[NodeId]) {
        nodes.iter().for_each(|&node| {
            self.declare_name::<T>(node);
        });
    }

    /// Entries of the form `(word name …)`; what is returned lacks the names.
    fn declare_entries<T: Named>(&mut self, nodes: &'a [NodeId], known: &[&str]) -> Vec<Entry<'a>> {
        let mut entries = Vec::new();
        for &node in nodes {
            let Some(entry) = self.entry(node) else { continue };
            if !known.contains(&entry.word) {
                self.unknown_word(node, entry.word, known);
            } else if let Some(args) = self.declare_first::<T>(&entry) {
                entries.push(Entry { args, ..entry });
            }
        }
        entries
    }

    /// Declares the first argument, returns the others.
    fn declare_first<T: Named>(&mut self, entry: &Entry<'a>) -> Option<&'a [NodeId]> {
        let ([name], rest) = self.at_least::<1>(entry, &format!("({} <name> …)", entry.word))?;
        self.declare_name::<T>(*name).then_some(rest)
    }

    /// False if the name could not be declared, which was reported.
    fn declare_name<T: Named>(&mut self, node: NodeId) -> bool {
        let Some(symbol) = self.name(node) else { return false };
        let table = T::pick(&self.names);
        let index = table.len();
        if table.find(symbol).is_some() {
            let name = shorten(self.symbols.name(symbol));
            let problem = self.error("zir-009", node, format!("second {} `{name}`", T::WHAT));
            self.report(problem.label("this name is taken").hint("give each its own name"));
            return false;
        }
        if index >= T::LIMIT {
            if !std::mem::replace(&mut T::pick_mut(&mut self.names).overflowed, true) {
                let message = format!("too many {}s, the limit is {}", T::WHAT, T::LIMIT);
                self.report(self.error("zir-015", node, message).hint(LIMITS_HINT));
            }
            return false;
        }
        let table = T::pick_mut(&mut self.names);
        // The limits are below 65,536.
        table.ids.insert(symbol, index as u16);
        table.order.push(symbol);
        true
    }

    /// The names of a table as texts.
    pub(super) fn all_names(&self, pick: impl Fn(&PerTable<NameTable>) -> &NameTable) -> Vec<String> {
        pick(&self.names).symbols().iter().map(|&symbol| self.symbols.name(symbol).to_owned()).collect()
    }
}
