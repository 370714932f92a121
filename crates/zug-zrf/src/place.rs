//! Places named in code: a direction, a position, or the opposite of a direction.

use crate::codes;
use crate::expand::{Item, Kids, What};
use crate::game::Builder;
use crate::scope::Sort;
use zug_model::code::{Place, Who};
use zug_source::{Origin, Symbol};

impl Builder<'_> {
    /// The place at an index of a list; the current position if there is none.
    pub(crate) fn place_at(&mut self, kids: Kids, at: usize) -> Place {
        match self.s.kid(kids, at) {
            Some(item) => self.place(item),
            None => Place::Here,
        }
    }

    pub(crate) fn place(&mut self, item: Item) -> Place {
        let list = match item.what {
            What::Atom(name) => return self.place_named(name, item.origin),
            What::List(list) => list,
            What::Str(_) => {
                self.s.unexpected(item, "a position or direction");
                return Place::Here;
            }
        };
        let kids = self.s.open(list);
        let place = match (self.s.kid(kids, 0), kids.len()) {
            (Some(Item { what: What::Atom(head), .. }), 2) if head == self.words.opposite => {
                self.opposite(kids, item.origin).map_or(Place::Here, Place::Dir)
            }
            (Some(only), 1) => self.place(only),
            _ => {
                self.s.unexpected(item, "a position, a direction or `(opposite direction)`");
                Place::Here
            }
        };
        self.s.close(kids);
        place
    }

    /// `(opposite d)`, opened.
    pub(crate) fn opposite(&mut self, kids: Kids, origin: Origin) -> Option<zug_model::DirId> {
        if !self.arity(kids, 1, 1, origin) {
            return None;
        }
        let item = self.s.kid(kids, 1)?;
        let dir = self.dir(item)?;
        self.scope.opposite_of(self.s, dir, item.origin)
    }

    fn place_named(&mut self, name: Symbol, origin: Origin) -> Place {
        if let Some(dir) = self.scope.dir(name) {
            return Place::Dir(dir);
        }
        if let Some(cell) = self.scope.cell(name) {
            return Place::Cell(cell);
        }
        if self.scope.removed.contains(&name) || self.scope.zone(name).is_some() {
            self.scope.resolve(self.s, Sort::Cell, name, origin);
            return Place::Here;
        }
        let word = self.s.name(name).to_owned();
        let mut known = Vec::new();
        if self.s.wants_hints() {
            known.extend(self.scope.dirs.texts(&self.s.symbols));
            known.extend(self.scope.cells.texts(&self.s.symbols));
        }
        let known = known.iter().map(String::as_str);
        self.s.unknown(codes::UNKNOWN_POSITION, origin, "position or direction", &word, known);
        Place::Here
    }

    pub(crate) fn is_place(&self, name: Symbol) -> bool {
        self.scope.dir(name).is_some() || self.scope.cell(name).is_some()
    }

    /// Could this argument be a place?
    pub(crate) fn looks_like_place(&mut self, item: Item) -> bool {
        match item.what {
            What::Atom(name) => self.is_place(name),
            What::List(list) => self.s.head(list) == Some(self.words.opposite),
            What::Str(_) => false,
        }
    }

    /// A player named in code, if the word is one. `current-player` and `next-player` need their extension.
    pub(crate) fn who_named(&mut self, name: Symbol, origin: Origin) -> Option<Who> {
        if let Some(player) = self.scope.player(name) {
            return Some(Who::Player(player));
        }
        let who = match self.s.name(name) {
            "current-player" => Who::Mover,
            "next-player" => Who::Next,
            _ => return None,
        };
        let word = self.s.name(name).to_owned();
        self.needs(self.chosen.features.player, &word, "player", origin);
        Some(who)
    }

    /// A player that must be named.
    pub(crate) fn who(&mut self, item: Item) -> Option<Who> {
        let name = self.s.word(item, "a player")?;
        match self.who_named(name, item.origin) {
            Some(who) => Some(who),
            None => self.player(item).map(Who::Player),
        }
    }
}
