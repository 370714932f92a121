//! Which sections a text has.

use rustc_hash::FxHashMap;
use zug_source::{Diagnostic, FileId, NodeId, Span, suggest};

use super::reader::{Entry, Reader, shorten};
use crate::game::VERSION;

/// Every section but `block` and `script`, each at most once in a file.
const SECTIONS: &[&str] = &[
    "texts",
    "board",
    "players",
    "modes",
    "attrs",
    "flags",
    "cell_flags",
    "globals",
    "kinds",
    "setup",
    "reserves",
    "turns",
    "rules",
    "stages",
    "goals",
    "presentation",
    "exits",
    "scripted",
];

/// Sections of code, as many as there are blocks and scripts.
const BLOCK: &str = "block";
const SCRIPT: &str = "script";

pub(super) struct Sections<'a> {
    single: FxHashMap<&'a str, Entry<'a>>,
    pub(super) blocks: Vec<Entry<'a>>,
    pub(super) scripts: Vec<Entry<'a>>,
}

impl<'a> Sections<'a> {
    /// The section itself, for messages about all of it.
    pub(super) fn node(&self, section: &str) -> Option<NodeId> {
        self.single.get(section).map(|entry| entry.node)
    }

    /// The elements of a section; none if it is missing.
    pub(super) fn get(&self, section: &str) -> &'a [NodeId] {
        debug_assert!(SECTIONS.contains(&section), "`{section}` is not in the list of sections");
        self.single.get(section).map_or(&[], |entry| entry.args)
    }
}

impl<'a> Reader<'a> {
    /// `None` if this is not a file of our version, and then nothing in it can be relied on.
    pub(super) fn sections(&mut self, file: FileId) -> Option<Sections<'a>> {
        let Some((first, rest)) = self.roots().split_first() else {
            self.no_version(Span::new(file, 0, 0));
            return None;
        };
        self.version(*first)?;
        let mut sections = Sections { single: FxHashMap::default(), blocks: Vec::new(), scripts: Vec::new() };
        for &node in rest {
            let Some(entry) = self.entry(node) else { continue };
            if entry.word == BLOCK {
                sections.blocks.push(entry);
            } else if entry.word == SCRIPT {
                sections.scripts.push(entry);
            } else if !SECTIONS.contains(&entry.word) {
                self.unknown_section(&entry);
            } else if let Some(before) = sections.single.insert(entry.word, entry) {
                let problem = self
                    .error("zir-004", node, format!("second section `{}`", entry.word))
                    .related(self.origin(before.node), "the first is here")
                    .hint("put everything into one of them");
                self.report(problem);
            }
        }
        Some(sections)
    }

    fn version(&mut self, node: NodeId) -> Option<()> {
        let Some(("zir", number)) = self.pair(node) else {
            self.no_version(self.origin(node).span);
            return None;
        };
        let version: u32 = self.number(number)?;
        if version == VERSION {
            return Some(());
        }
        let problem = self
            .error("zir-002", number, format!("version {version} of the format, expected version {VERSION}"))
            .label(format!("this program reads version {VERSION} only"))
            .hint("compile the rules again with this program");
        self.report(problem);
        None
    }

    fn no_version(&mut self, span: Span) {
        let problem = Diagnostic::error("zir-001", span, "not a compiled game")
            .label(format!("expected `(zir {VERSION})`"))
            .hint("compiled games are made by `zug compile`");
        self.report(problem);
    }

    fn unknown_section(&mut self, entry: &Entry<'_>) {
        let message = format!("unknown section `{}`", shorten(entry.word));
        let problem = self.error("zir-003", entry.node, message);
        let hint = match suggest(entry.word, SECTIONS.iter().copied().chain([BLOCK, SCRIPT])) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("the sections are `{}`, `{BLOCK}` and `{SCRIPT}`", SECTIONS.join("`, `")),
        };
        self.report(problem.hint(hint));
    }
}
