//! Texts, turns, set-up, rules, exits and presentation.

use zug_source::NodeId;

use super::reader::Reader;
use super::sections::Sections;
use crate::game::{Exit, Placement, Reserve, Rules, Texts, Then, Turn};
use crate::ids::{KindId, PlayerId};
use crate::limits::{MAX_EXITS, MAX_NAMES, MAX_SETUP};
use crate::rules::for_each_rule;

impl<'a> Reader<'a> {
    pub(super) fn texts(&mut self, sections: &Sections<'a>) -> Texts {
        let mut texts = Texts::default();
        for field in self.fields(sections.get("texts"), &["title", "description", "history", "strategy"]) {
            let Some(text) = self.only(&field).and_then(|node| self.text(node)) else { continue };
            match field.word {
                "title" => texts.title = text,
                "description" => texts.description = text,
                "history" => texts.history = text,
                _ => texts.strategy = text,
            }
        }
        texts
    }

    /// `(turn player …)`, with the word `repeat` before the one where the order starts again.
    pub(super) fn turns(&mut self, sections: &Sections<'a>) -> (Vec<Turn>, usize) {
        let (mut turns, mut repeat) = (Vec::new(), None);
        for &node in sections.get("turns") {
            let Some(entry) = self.entry(node) else { continue };
            match entry.word {
                "repeat" => {
                    if repeat.replace(turns.len()).is_some() {
                        self.twice(node, "repeat");
                    }
                }
                "turn" => {
                    if !self.room(node, "turns", turns.len() + 1, MAX_NAMES) {
                        break;
                    }
                    let Some(([chooser], rest)) = self.at_least::<1>(&entry, "(turn <player> …)") else {
                        continue;
                    };
                    turns.extend(self.turn(*chooser, rest));
                }
                word => self.unknown_word(node, word, &["turn", "repeat"]),
            }
        }
        (turns, repeat.unwrap_or(0))
    }

    fn turn(&mut self, chooser: NodeId, rest: &'a [NodeId]) -> Option<Turn> {
        let chooser = self.id(chooser)?;
        let mut turn = Turn { chooser, actor: chooser, modes: None };
        for field in self.fields(rest, &["as", "modes"]) {
            if field.word == "modes" {
                turn.modes = Some(self.ids(field.args));
            } else if let Some(actor) = self.only(&field).and_then(|node| self.id(node)) {
                turn.actor = actor;
            }
        }
        Some(turn)
    }

    /// `(place player kind cells…)`; a cell is a name, or `(cell count (attribute value)…)`.
    pub(super) fn setup(&mut self, sections: &Sections<'a>) -> Vec<Placement> {
        let mut setup = Vec::new();
        for entry in self.entries_of(sections.get("setup"), "place") {
            let form = "(place <player> <kind> <cell> …)";
            let Some(([player, kind], cells)) = self.at_least::<2>(&entry, form) else { continue };
            let (player, kind) = (self.id(*player), self.id(*kind));
            let (Some(player), Some(kind)) = (player, kind) else { continue };
            if !self.room(entry.node, "placements", setup.len() + cells.len(), MAX_SETUP) {
                break;
            }
            for &node in cells {
                setup.extend(self.placed(node, player, kind));
            }
        }
        setup
    }

    /// The count may be left out where attributes follow.
    fn placed(&mut self, node: NodeId, player: PlayerId, kind: KindId) -> Option<Placement> {
        let (cell, rest) = match self.kids(node) {
            None => {
                let cell = self.id(node)?;
                return Some(Placement { player, kind, cell, count: 1, attrs: Vec::new() });
            }
            Some([cell, rest @ ..]) if !rest.is_empty() => (*cell, rest),
            Some(_) => {
                let hint = "it is `<cell>`, `(<cell> <count>)` or `(<cell> <count> (<attribute> <value>) …)`";
                return self.expected_one_of(node, "a cell", hint);
            }
        };
        let (count, attrs) = match rest {
            [count, attrs @ ..] if self.kids(*count).is_none() => (self.number(*count), attrs),
            attrs => (Some(1), attrs),
        };
        let cell = self.id(cell);
        let attrs = attrs.iter().filter_map(|&node| self.attr_value(node)).collect();
        Some(Placement { player, kind, cell: cell?, count: count?, attrs })
    }

    /// `(reserve player kind count)`.
    pub(super) fn reserves(&mut self, sections: &Sections<'a>) -> Vec<Reserve> {
        let mut reserves = Vec::new();
        for entry in self.entries_of(sections.get("reserves"), "reserve") {
            let form = "(reserve <player> <kind> <count or unlimited>)";
            let Some(&[player, kind, count]) = self.exactly::<3>(&entry, form) else { continue };
            if !self.room(entry.node, "reserves", reserves.len() + 1, MAX_SETUP) {
                break;
            }
            let (player, kind) = (self.id(player), self.id(kind));
            let count = match self.atom(count) {
                Some("unlimited") => Some(None),
                _ => self.number(count).map(Some),
            };
            if let (Some(player), Some(kind), Some(count)) = (player, kind, count) {
                reserves.push(Reserve { player, kind, count });
            }
        }
        reserves
    }

    pub(super) fn rules(&mut self, sections: &Sections<'a>) -> Rules {
        let mut rules = Rules::default();
        macro_rules! parse_rules {
            ($($field:ident)*) => {
                for field in self.fields(sections.get("rules"), &[$(stringify!($field)),*]) {
                    let Some(word) = self.only(&field) else { continue };
                    $(if field.word == stringify!($field) && let Some(value) = self.choice(word) {
                        rules.$field = value;
                    })*
                }
            };
        }
        for_each_rule!(parse_rules);
        rules
    }

    pub(super) fn presentation(&mut self, sections: &Sections<'a>) -> Vec<(String, String)> {
        let mut presentation = Vec::new();
        for &node in sections.get("presentation") {
            let Some(&[key, value]) = self.list(node, "`(<key> <value>)`") else {
                let _: Option<()> = self.expected(node, "`(<key> <value>)`");
                continue;
            };
            let (key, value) = (self.text(key), self.text(value));
            presentation.extend(key.zip(value));
        }
        presentation
    }

    /// `(exit number then …)`, numbered from 0.
    pub(super) fn exits(&mut self, sections: &Sections<'a>) -> Vec<Exit> {
        let mut exits = Vec::new();
        for (index, entry) in self.entries_of(sections.get("exits"), "exit").into_iter().enumerate() {
            let form = "(exit <number> done)` or `(exit <number> part)` or `(exit <number> (part <mode>))";
            let Some(([number, then], rest)) = self.at_least::<2>(&entry, form) else { continue };
            if !self.room(entry.node, "exits", index + 1, MAX_EXITS) {
                break;
            }
            self.in_order(*number, "exit", index);
            let then = match (self.atom(*then), self.pair(*then)) {
                (Some("done"), _) => Some(Then::Done),
                (Some("part"), _) => Some(Then::Part),
                (_, Some(("part", mode))) => self.id(mode).map(Then::PartOf),
                _ => self.expected(*then, "`done`, `part` or `(part <mode>)`"),
            };
            let mut exit = Exit { kinds: Vec::new(), then: then.unwrap_or(Then::Done), copy: false };
            for field in self.fields(rest, &["copy", "kinds"]) {
                if field.word == "copy" {
                    exit.copy = self.exactly::<0>(&field, "copy").is_some();
                } else {
                    exit.kinds = self.ids(field.args);
                }
            }
            exits.push(exit);
        }
        exits
    }

    /// Reports a number that is not that of its place.
    pub(super) fn in_order(&mut self, node: NodeId, what: &str, index: usize) {
        let Some(number) = self.number::<u32>(node) else { return };
        if number as usize != index {
            let message = format!("{what} {number} stands at the place of {what} {index}");
            let hint = format!("each {what} has its number, counted from 0 without gaps");
            self.report(self.error("zir-016", node, message).hint(hint));
        }
    }

    /// The entries of a section that has one sort of entries only.
    pub(super) fn entries_of(&mut self, nodes: &'a [NodeId], word: &str) -> Vec<super::reader::Entry<'a>> {
        let mut entries = Vec::new();
        for &node in nodes {
            match self.entry(node) {
                Some(entry) if entry.word == word => entries.push(entry),
                Some(entry) => self.unknown_word(node, entry.word, &[word]),
                None => {}
            }
        }
        entries
    }
}
