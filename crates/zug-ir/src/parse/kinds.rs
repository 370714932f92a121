//! Players, kinds, attributes and globals: what is said about names.

use zug_source::NodeId;

use super::names::Declared;
use super::reader::Reader;
use crate::game::{Attr, Global, Kind, Player, RuleRef};
use crate::ids::{AttrId, BlockId, DirId, KindId};

impl<'a> Reader<'a> {
    pub(super) fn players(&mut self, declared: &Declared<'a>) -> Vec<Player> {
        let names = self.all_names(|names| &names.players);
        names.into_iter().zip(&declared.players).map(|(name, rest)| self.player(name, rest)).collect()
    }

    fn player(&mut self, name: String, rest: &'a [NodeId]) -> Player {
        let symmetry = (0..self.names.dirs.len() as u16).map(DirId).collect();
        let mut player = Player { name, random: false, symmetry };
        for field in self.fields(rest, &["random", "symmetry"]) {
            if field.word == "random" {
                player.random = self.exactly::<0>(&field, "random").is_some();
                continue;
            }
            let mut seen = vec![false; player.symmetry.len()];
            for &node in field.args {
                let Some((dir, to)) = self.pair_of::<DirId>(node, "two directions: `(<dir> <meant>)`") else {
                    continue;
                };
                if std::mem::replace(&mut seen[dir.idx()], true) {
                    self.twice(node, "direction");
                }
                player.symmetry[dir.idx()] = to;
            }
        }
        player
    }

    /// `(bool name kinds…)` and `(number name kinds…)`.
    pub(super) fn attrs(&mut self, declared: &Declared<'a>) -> Vec<Attr> {
        let names = self.all_names(|names| &names.attrs);
        let attr = |(name, entry): (String, &super::reader::Entry<'a>)| Attr {
            name,
            numeric: entry.word == "number",
            kinds: self.ids(entry.args),
        };
        names.into_iter().zip(&declared.attrs).map(attr).collect()
    }

    /// `(global name value)` and `(counter name value)`.
    pub(super) fn globals(&mut self, declared: &Declared<'a>) -> Vec<Global> {
        let names = self.all_names(|names| &names.globals);
        let mut globals = Vec::new();
        for (name, entry) in names.into_iter().zip(&declared.globals) {
            let Some([init]) = self.exactly::<1>(entry, &format!("({} <name> <value>)", entry.word)) else {
                continue;
            };
            let init = self.number(*init).unwrap_or(0);
            globals.push(Global { name, init, counter: entry.word == "counter" });
        }
        globals
    }

    pub(super) fn kinds(&mut self, declared: &Declared<'a>) -> Vec<Kind> {
        let names = self.all_names(|names| &names.kinds);
        let ids = (0..).map(KindId);
        ids.zip(names).zip(&declared.kinds).map(|((id, name), rest)| self.kind(id, name, rest)).collect()
    }

    fn kind(&mut self, id: KindId, name: String, rest: &'a [NodeId]) -> Kind {
        let mut kind = Kind {
            name,
            notation: String::new(),
            help: String::new(),
            description: String::new(),
            defaults: vec![0; self.names.attrs.len()],
            recycle_as: id,
            moves: Vec::new(),
            drops: Vec::new(),
        };
        let known = ["notation", "help", "description", "defaults", "recycle_as", "moves", "drops"];
        for field in self.fields(rest, &known) {
            match field.word {
                "moves" => kind.moves = self.rule_refs(field.args),
                "drops" => kind.drops = self.rule_refs(field.args),
                "defaults" => self.defaults(field.args, &mut kind.defaults),
                word => {
                    let Some(arg) = self.only(&field) else { continue };
                    match word {
                        "recycle_as" => kind.recycle_as = self.id(arg).unwrap_or(id),
                        "notation" => kind.notation = self.text(arg).unwrap_or_default(),
                        "help" => kind.help = self.text(arg).unwrap_or_default(),
                        _ => kind.description = self.text(arg).unwrap_or_default(),
                    }
                }
            }
        }
        kind
    }

    /// `(defaults (attr value)…)`.
    fn defaults(&mut self, nodes: &'a [NodeId], defaults: &mut [i32]) {
        let mut seen = vec![false; defaults.len()];
        for &node in nodes {
            let Some((attr, value)) = self.attr_value(node) else { continue };
            if std::mem::replace(&mut seen[attr.idx()], true) {
                self.twice(node, "attribute");
            }
            defaults[attr.idx()] = value;
        }
    }

    /// `(attribute value)`.
    pub(super) fn attr_value(&mut self, node: NodeId) -> Option<(AttrId, i32)> {
        let Some(&[attr, value]) = self.kids(node) else {
            return self.expected(node, "`(<attribute> <value>)`");
        };
        let (attr, value) = (self.id(attr), self.number(value));
        Some((attr?, value?))
    }

    /// Numbers of blocks, those with a mode as `(number mode)`.
    fn rule_refs(&mut self, nodes: &'a [NodeId]) -> Vec<RuleRef> {
        let mut rules = Vec::new();
        for &node in nodes {
            let (block, mode) = match self.kids(node) {
                None => (node, None),
                Some(&[block, mode]) => (block, Some(mode)),
                Some(_) => {
                    let _: Option<()> = self.expected(node, "a block: `<number>` or `(<number> <mode>)`");
                    continue;
                }
            };
            let block = self.number(block).map(BlockId);
            let mode = mode.map(|mode| self.id(mode));
            match (block, mode) {
                (Some(block), None) => rules.push(RuleRef { mode: None, block }),
                (Some(block), Some(Some(mode))) => rules.push(RuleRef { mode: Some(mode), block }),
                _ => {}
            }
        }
        rules
    }
}
