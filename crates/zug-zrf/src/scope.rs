//! The names of one game, a table for each sort of thing.
//!
//! Names of different sorts may coincide (`piece?` the test beside a piece called `Piece`), so nobody
//! asks what a word is: the place where it stands decides which tables are asked, in which order.

use crate::codes;
use crate::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_model::{AttrId, CellId, DirId, KindId, PlayerId, ZoneId};
use zug_source::{Diagnostic, Origin, Severity, Symbol, Symbols};

/// Names of one sort, numbered in the order of their first mention.
#[derive(Default)]
pub(crate) struct Names {
    ids: FxHashMap<Symbol, u16>,
    list: Vec<Symbol>,
}

impl Names {
    pub(crate) fn get(&self, name: Symbol) -> Option<u16> {
        self.ids.get(&name).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Symbol> {
        self.list.iter().copied()
    }

    /// All names as the author wrote them.
    pub(crate) fn texts(&self, symbols: &Symbols) -> Vec<String> {
        self.iter().map(|name| symbols.name(name).to_owned()).collect()
    }

    /// Numbers a new name. The caller sees to it that the name is new and there is room.
    fn push(&mut self, name: Symbol) -> u16 {
        let id = self.list.len() as u16;
        self.list.push(name);
        self.ids.insert(name, id);
        id
    }
}

/// How many things of a sort a game may have. Far above every known game, far below the numbers of ids.
pub(crate) const MAX_CELLS: usize = 10_000;
const MAX_PLAYERS: usize = 250;
const MAX_KINDS: usize = 4_000;
const MAX_DIRS: usize = 500;
const MAX_ZONES: usize = 4_000;
const MAX_MODES: usize = 60_000;
const MAX_ATTRS: usize = 1_000;
const MAX_FLAGS: usize = 4_000;
const MAX_GLOBALS: usize = 1_000;

macro_rules! sorts {
    ($($sort:ident: $field:ident, $most:ident, $code:expr, $what:literal;)*) => {
        /// The sorts of named things.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Sort { $($sort),* }

        impl Sort {
            fn most(self) -> usize {
                match self { $(Self::$sort => $most),* }
            }

            /// What messages call it.
            pub(crate) fn what(self) -> &'static str {
                match self { $(Self::$sort => $what),* }
            }

            fn code(self) -> &'static str {
                match self { $(Self::$sort => $code),* }
            }
        }

        /// All names of a game.
        #[derive(Default)]
        pub(crate) struct Scope {
            $(pub(crate) $field: Names,)*
            /// Attributes as conditions, with whether the word is the negation.
            pub(crate) attribute_tests: FxHashMap<Symbol, (AttrId, bool)>,
            /// Positions that were taken away.
            pub(crate) removed: FxHashSet<Symbol>,
            /// The direction that leads back, by direction.
            pub(crate) opposite: Vec<Option<DirId>>,
            /// Sorts of which there were too many: said once.
            overflowed: Vec<Sort>,
            /// Which flags and position flags are set somewhere, by number.
            pub(crate) set_flags: FxHashSet<u16>,
            pub(crate) set_cell_flags: FxHashSet<u16>,
        }

        impl Scope {
            pub(crate) fn names(&self, sort: Sort) -> &Names {
                match sort { $(Sort::$sort => &self.$field),* }
            }

            fn names_mut(&mut self, sort: Sort) -> &mut Names {
                match sort { $(Sort::$sort => &mut self.$field),* }
            }
        }
    };
}

sorts! {
    Player: players, MAX_PLAYERS, codes::UNKNOWN_PLAYER, "player";
    Kind: kinds, MAX_KINDS, codes::UNKNOWN_PIECE, "piece";
    Dir: dirs, MAX_DIRS, codes::UNKNOWN_DIRECTION, "direction";
    Cell: cells, MAX_CELLS, codes::UNKNOWN_POSITION, "position";
    Zone: zones, MAX_ZONES, codes::UNKNOWN_ZONE, "zone";
    Mode: modes, MAX_MODES, codes::UNKNOWN_MODE, "move type";
    Attr: attrs, MAX_ATTRS, codes::UNKNOWN_ATTRIBUTE, "attribute";
    Flag: flags, MAX_FLAGS, codes::FLAG_NEVER_SET, "flag";
    CellFlag: cell_flags, MAX_FLAGS, codes::FLAG_NEVER_SET, "position flag";
    Global: globals, MAX_GLOBALS, codes::UNKNOWN_GLOBAL, "global";
}

impl Scope {
    pub(crate) fn player(&self, name: Symbol) -> Option<PlayerId> {
        self.players.get(name).map(PlayerId)
    }

    pub(crate) fn kind(&self, name: Symbol) -> Option<KindId> {
        self.kinds.get(name).map(KindId)
    }

    pub(crate) fn dir(&self, name: Symbol) -> Option<DirId> {
        self.dirs.get(name).map(DirId)
    }

    pub(crate) fn cell(&self, name: Symbol) -> Option<CellId> {
        self.cells.get(name).map(CellId)
    }

    pub(crate) fn zone(&self, name: Symbol) -> Option<ZoneId> {
        self.zones.get(name).map(ZoneId)
    }

    /// The number of a name, a new one if the name is new. Too many: an error and the number 0.
    pub(crate) fn intern(&mut self, session: &mut Session, sort: Sort, name: Symbol, origin: Origin) -> u16 {
        if let Some(id) = self.names(sort).get(name) {
            return id;
        }
        let most = sort.most();
        if self.names(sort).len() >= most {
            if !self.overflowed.contains(&sort) {
                self.overflowed.push(sort);
                let message = format!("too many {}s: at most {most}", sort.what());
                session.error(codes::TOO_MANY, origin, message);
            }
            return 0;
        }
        self.names_mut(sort).push(name)
    }

    /// A declaration: the name must be new.
    pub(crate) fn declare(
        &mut self,
        session: &mut Session,
        sort: Sort,
        name: Symbol,
        origin: Origin,
    ) -> Option<u16> {
        if self.names(sort).get(name).is_some() {
            let message = format!("{} `{}` is declared twice", sort.what(), session.name(name));
            session.error(codes::DECLARED_TWICE, origin, message);
            return None;
        }
        if session.name(name).is_empty() {
            session.error(codes::MISSING, origin, format!("this {} has no name", sort.what()));
            return None;
        }
        let n_before = self.names(sort).len();
        let id = self.intern(session, sort, name, origin);
        (self.names(sort).len() > n_before).then_some(id)
    }

    /// A name that must be known.
    pub(crate) fn resolve(
        &self,
        session: &mut Session,
        sort: Sort,
        name: Symbol,
        origin: Origin,
    ) -> Option<u16> {
        let id = self.names(sort).get(name);
        if id.is_none() {
            self.unknown(session, sort, name, origin);
        }
        id
    }

    /// A name where Zillions passes over what it does not know: a warning tells what becomes of it.
    pub(crate) fn resolve_if_known(
        &self,
        session: &mut Session,
        sort: Sort,
        name: Symbol,
        origin: Origin,
        otherwise: &str,
    ) -> Option<u16> {
        let id = self.names(sort).get(name);
        if id.is_none() {
            let known = self.hints(session, sort);
            self.passed_over(session, sort, name, origin, otherwise, &known);
        }
        id
    }

    /// The warning about a name that is not known and does no harm.
    pub(crate) fn passed_over(
        &self,
        session: &mut Session,
        sort: Sort,
        name: Symbol,
        origin: Origin,
        otherwise: &str,
        known: &[String],
    ) {
        let word = session.name(name).to_owned();
        if sort == Sort::Cell && self.removed.contains(&name) {
            let mut problem = removed_position(&word, origin);
            problem.severity = Severity::Warning;
            return session.report(problem.label(format!("`kill-positions` took it away; {otherwise}")));
        }
        let message = format!("unknown {} `{word}`", sort.what());
        let problem = Diagnostic::warning(sort.code(), origin, message).label(otherwise);
        session.report_near(problem, &word, known.iter().map(String::as_str));
    }

    /// The names that an author may have meant.
    fn hints(&self, session: &Session, sort: Sort) -> Vec<String> {
        if session.wants_hints() { self.names(sort).texts(&session.symbols) } else { Vec::new() }
    }

    fn unknown(&self, session: &mut Session, sort: Sort, name: Symbol, origin: Origin) {
        let word = session.name(name).to_owned();
        if sort == Sort::Cell && self.removed.contains(&name) {
            return session.report(removed_position(&word, origin).label("`kill-positions` took it away"));
        }
        if sort == Sort::Cell && self.zones.get(name).is_some() {
            return self.zone_as_place(session, &word, origin);
        }
        let known = self.hints(session, sort);
        session.unknown(sort.code(), origin, sort.what(), &word, known.iter().map(String::as_str));
    }

    pub(crate) fn zone_as_place(&self, session: &mut Session, word: &str, origin: Origin) {
        let problem =
            Diagnostic::error(codes::ZONE_AS_PLACE, origin, format!("`{word}` is a zone, not a position"))
                .hint(format!("`(in-zone? {word})` tests whether a position is in it"));
        session.report(problem);
    }

    /// The direction back; an error where there is none.
    pub(crate) fn opposite_of(&self, session: &mut Session, dir: DirId, origin: Origin) -> Option<DirId> {
        let back = self.opposite.get(dir.idx()).copied().flatten();
        if back.is_none() {
            let name = self.dirs.list.get(dir.idx()).map_or("", |&name| session.name(name));
            let message = format!("no direction leads back from `{name}`");
            session.error(codes::NO_OPPOSITE, origin, message);
        }
        back
    }
}

fn removed_position(word: &str, origin: Origin) -> Diagnostic {
    let message = format!("position `{word}` does not exist any more");
    Diagnostic::error(codes::REMOVED_POSITION, origin, message)
}
