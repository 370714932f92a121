//! Names that the Zug language can read: one namespace for everything, no words of the language, no numbers.

use crate::form::{Form, Sort};
use rustc_hash::{FxHashMap, FxHashSet};
use zug_model::{AttrId, CellId, DirId, Game, GlobalId, KindId, ModeId, PlayerId, ZoneId};

/// Words of objects, set-ups and lists, beside the words of code, that cannot name anything.
const RESERVED: [&str; 34] = [
    "else",
    "any",
    "..",
    "...",
    "when",
    "define",
    "order",
    "now",
    "later",
    "situation",
    "hand",
    "off",
    "reserve",
    "times",
    "weight",
    "forced",
    "name",
    "mode",
    "shared",
    "value",
    "notation",
    "help",
    "move",
    "pre",
    "post",
    "arrive",
    "finish",
    "invariant",
    "attribute",
    "is-a",
    "let",
    "drop",
    "list",
    "true",
];

fn reserved() -> impl Iterator<Item = &'static str> {
    let words = zug_lang::word_table().iter().flat_map(|row| row.texts.iter().copied());
    words.chain(RESERVED)
}

pub(crate) fn is_reserved(name: &str) -> bool {
    reserved().any(|word| word == name)
}

/// The name of everything in the game.
pub(crate) struct Names {
    pub(crate) cells: Vec<String>,
    pub(crate) dirs: Vec<String>,
    zones: Vec<String>,
    players: Vec<String>,
    kinds: Vec<String>,
    modes: Vec<String>,
    attrs: Vec<String>,
    globals: Vec<String>,
    taken: FxHashSet<String>,
    /// Names that must not be given; they mean something in another game of the text.
    avoid: FxHashSet<String>,
    /// Names that only modes have.
    mode_only: FxHashSet<String>,
    /// Old and new names of what had to be called otherwise.
    pub(crate) renamed: Vec<(String, String)>,
    /// Names made for flags and such, by what they are for.
    made: FxHashMap<String, String>,
}

impl Names {
    pub(crate) fn new(game: &Game, avoid: &FxHashSet<String>) -> Self {
        let mut names = Names {
            cells: Vec::new(),
            dirs: Vec::new(),
            zones: Vec::new(),
            players: Vec::new(),
            kinds: Vec::new(),
            modes: Vec::new(),
            attrs: Vec::new(),
            globals: Vec::new(),
            taken: reserved().map(str::to_owned).collect(),
            avoid: avoid.clone(),
            mode_only: FxHashSet::default(),
            renamed: Vec::new(),
            made: FxHashMap::default(),
        };
        names.cells = names.sort("at", game.board.cells.iter().map(|cell| &cell.name));
        names.dirs = names.sort("to", game.board.dirs.iter());
        names.kinds = names.sort("piece", game.kinds.iter().map(|kind| &kind.name));
        names.players = names.sort("player", game.players.iter().map(|player| &player.name));
        names.zones = names.sort("zone", game.board.zones.iter().map(|zone| &zone.name));
        names.attrs = names.sort("is", game.attrs.iter().map(|attr| &attr.name));
        names.globals = names.sort("value", game.globals.iter().map(|global| &global.name));
        // Modes are asked for only where nothing else can stand.
        let outside = std::mem::take(&mut names.taken);
        names.avoid.clear();
        names.modes = names.sort("mode", game.modes.iter());
        names.avoid.clone_from(avoid);
        names.mode_only = names.taken.difference(&outside).cloned().collect();
        names.taken.extend(outside);
        names
    }

    /// Everything that has a name by which code could ask for it.
    pub(crate) fn used(&self) -> impl Iterator<Item = &String> {
        self.taken.iter().filter(|name| !is_reserved(name) && !self.mode_only.contains(*name))
    }

    fn sort<'n>(&mut self, prefix: &str, names: impl Iterator<Item = &'n String>) -> Vec<String> {
        names.map(|name| self.claim(name, prefix)).collect()
    }

    /// The name itself if it can be read and is free.
    fn claim(&mut self, name: &str, prefix: &str) -> String {
        let mut new = clean(name, prefix);
        if self.taken.contains(&new) {
            new = format!("{prefix}-{new}");
        }
        let new = self.free(&new);
        if new != name {
            self.renamed.push((name.to_owned(), new.clone()));
        }
        new
    }

    /// A name like this one that nothing has yet.
    pub(crate) fn free(&mut self, name: &str) -> String {
        let mut new = name.to_owned();
        let mut n = 1;
        while self.avoid.contains(&new) || !self.taken.insert(new.clone()) {
            n += 1;
            new = format!("{name}-{n}");
        }
        new
    }

    /// The name made for something, the same every time. `what` tells purposes apart that want one name.
    pub(crate) fn made(&mut self, what: &str, wanted: &str) -> String {
        if let Some(name) = self.made.get(what) {
            return name.clone();
        }
        let name = self.free(&clean(wanted, "x"));
        self.made.insert(what.to_owned(), name.clone());
        name
    }

    pub(crate) fn cell(&self, id: CellId) -> Form {
        Form::named(Sort::Cell, &*self.cells[id.idx()])
    }

    pub(crate) fn dir(&self, id: DirId) -> Form {
        Form::named(Sort::Dir, &*self.dirs[id.idx()])
    }

    pub(crate) fn zone(&self, id: ZoneId) -> Form {
        Form::named(Sort::Zone, &*self.zones[id.idx()])
    }

    pub(crate) fn player(&self, id: PlayerId) -> Form {
        Form::named(Sort::Player, &*self.players[id.idx()])
    }

    pub(crate) fn kind(&self, id: KindId) -> Form {
        Form::named(Sort::Kind, &*self.kinds[id.idx()])
    }

    pub(crate) fn mode(&self, id: ModeId) -> Form {
        Form::named(Sort::Mode, &*self.modes[id.idx()])
    }

    pub(crate) fn attr(&self, id: AttrId) -> Form {
        Form::named(Sort::Attr, &*self.attrs[id.idx()])
    }

    pub(crate) fn global(&self, id: GlobalId) -> Form {
        Form::named(Sort::Global, &*self.globals[id.idx()])
    }
}

/// A word that is no number.
pub(crate) fn clean(name: &str, prefix: &str) -> String {
    let clean: String = name.chars().map(|c| if is_part(c) { c } else { '-' }).collect();
    let numeric = clean.trim_start_matches(['-', '+']).chars().all(|c| c.is_ascii_digit());
    if numeric { format!("{prefix}{clean}") } else { clean }
}

/// May the character be part of a word?
fn is_part(c: char) -> bool {
    !c.is_whitespace() && !"()\";$".contains(c)
}
