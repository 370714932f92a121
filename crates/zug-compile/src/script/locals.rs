//! Where variables live.
//!
//! A run keeps all locals of the game, so there should be few. Those that belong to the whole move have a number of
//! their own; so has the choice from each named list. Those that belong to one call or one loop share numbers with
//! those of other scripts: nothing outside the script knows them.

use super::Lowerer;
use rustc_hash::FxHashMap;
use zug_ir::{GlobalId, LocalId};
use zug_lang::GameDecl;
use zug_lang::ast::{self, ListId, PlayerVarId};

/// The numbers of locals.
pub(super) struct Locals {
    /// By local of the game: its number, if it belongs to the whole move.
    shared: Vec<Option<LocalId>>,
    /// By name of the list.
    lists: FxHashMap<String, LocalId>,
    /// The first number for locals of one script.
    private: usize,
    names: Names,
}

/// Names of locals, each once: the second `d` is `d 2`.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    uses: FxHashMap<String, usize>,
}

impl Names {
    fn add(&mut self, name: &str) -> LocalId {
        let n = self.uses.entry(name.to_owned()).or_insert(0);
        *n += 1;
        // A word of the language cannot contain a blank, so no other name is like this one.
        self.list.push(if *n == 1 { name.to_owned() } else { format!("{name} {n}") });
        LocalId(self.list.len() as u16 - 1)
    }
}

impl Locals {
    pub(super) fn new(decl: &GameDecl) -> Self {
        let mut names = Names::default();
        let shared = decl.locals.iter().map(|local| local.shared.then(|| names.add(&local.name))).collect();
        let mut lists: FxHashMap<String, LocalId> = FxHashMap::default();
        for list in decl.kinds.iter().flat_map(|kind| &kind.lists) {
            if !lists.contains_key(&list.name) {
                lists.insert(list.name.clone(), names.add(&list.name));
            }
        }
        Self { shared, lists, private: names.list.len(), names }
    }

    pub(super) fn len(&self) -> usize {
        self.names.list.len()
    }

    pub(super) fn into_names(self) -> Vec<String> {
        self.names.list
    }

    /// The locals of lists, in order.
    pub(super) fn of_lists(&self) -> Vec<LocalId> {
        let mut all: Vec<LocalId> = self.lists.values().copied().collect();
        all.sort_unstable();
        all
    }
}

impl Lowerer<'_> {
    pub(super) fn local(&mut self, local: ast::LocalId) -> LocalId {
        if let Some(&Some(shared)) = self.locals.shared.get(local.idx()) {
            return shared;
        }
        let next = self.locals.private + self.private.len();
        let number = *self.private.entry(local).or_insert(LocalId(next as u16));
        if number.idx() == self.locals.len() {
            self.locals.names.add(&self.decl.locals[local.idx()].name);
        }
        number
    }

    pub(super) fn list_local(&mut self, list: ListId) -> LocalId {
        let kind = self.kind.map(|kind| self.decl.kind(kind));
        let name = kind.and_then(|kind| kind.lists.get(list.idx())).map(|list| &list.name);
        name.and_then(|name| self.locals.lists.get(name)).copied().unwrap_or(LocalId(0))
    }

    /// The first of the values, one for each player, that hold this variable.
    pub(super) fn player_value(&self, var: PlayerVarId) -> GlobalId {
        let first = self.decl.globals.len() + var.idx() * self.n_players;
        GlobalId(first as u16)
    }
}
