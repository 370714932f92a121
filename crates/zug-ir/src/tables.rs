//! One value per table of names.
//!
//! Printer, parser and verifier all need something for each table: quoted names, a map from names to ids,
//! a length. [`PerTable`] holds one such thing per table and [`Named`] says which of them an id belongs to,
//! so that the code for the ids is written once.

use crate::game::Game;
use crate::ids::{
    AttrId, CellFlagId, CellId, DirId, FlagId, GenId, GlobalId, KindId, LocalId, ModeId, PlayerId, TextId,
    ZoneId,
};
use crate::limits::{MAX_ATTR_BITS, MAX_CELLS, MAX_DIRS, MAX_KINDS, MAX_NAMES, MAX_PLAYERS};

/// An id that the text form writes as a name.
pub(crate) trait Named: Copy {
    /// What it names, for messages.
    const WHAT: &'static str;

    fn new(index: u16) -> Self;
    fn index(self) -> usize;
    fn pick<T>(tables: &PerTable<T>) -> &T;
    fn pick_mut<T>(tables: &mut PerTable<T>) -> &mut T;

    /// Largest length of its table.
    const LIMIT: usize;

    /// Where the text form declares them.
    const HOME: &'static str;
}

macro_rules! tables {
    ($($field:ident: $id:ident = $what:literal, $limit:ident, $home:literal;)*) => {
        /// Something about every table of names.
        #[derive(Clone, Default, Debug)]
        pub(crate) struct PerTable<T> { $(pub(crate) $field: T),* }

        impl<T> PerTable<T> {
            /// The same for another thing; `f` also gets what the table holds and its largest length.
            pub(crate) fn map<U>(&self, mut f: impl FnMut(&T, &'static str, usize) -> U) -> PerTable<U> {
                PerTable { $($field: f(&self.$field, $what, $limit)),* }
            }
        }

        $(impl Named for $id {
            const WHAT: &'static str = $what;

            fn new(index: u16) -> Self {
                Self(index)
            }

            fn index(self) -> usize {
                self.idx()
            }

            fn pick<T>(tables: &PerTable<T>) -> &T {
                &tables.$field
            }

            fn pick_mut<T>(tables: &mut PerTable<T>) -> &mut T {
                &mut tables.$field
            }

            const LIMIT: usize = $limit;
            const HOME: &'static str = $home;
        })*
    };
}

tables! {
    cells: CellId = "cell", MAX_CELLS, "(board (cells …))";
    dirs: DirId = "direction", MAX_DIRS, "(board (dirs …))";
    zones: ZoneId = "zone", MAX_NAMES, "(board (zone <name> …))";
    players: PlayerId = "player", MAX_PLAYERS, "(players …)";
    kinds: KindId = "kind", MAX_KINDS, "(kinds …)";
    modes: ModeId = "mode", MAX_NAMES, "(modes …)";
    attrs: AttrId = "attribute", MAX_ATTR_BITS, "(attrs …)";
    flags: FlagId = "flag", MAX_NAMES, "(flags …)";
    cell_flags: CellFlagId = "cell flag", MAX_NAMES, "(cell_flags …)";
    globals: GlobalId = "global", MAX_NAMES, "(globals …)";
    locals: LocalId = "local", MAX_NAMES, "(scripted (locals …))";
    gens: GenId = "generation variable", MAX_NAMES, "(scripted (gens …))";
    texts: TextId = "text", MAX_NAMES, "(scripted (texts …))";
}

/// The names of every table of a game, in order.
pub(crate) fn names(game: &Game) -> PerTable<Vec<&str>> {
    fn all(names: &[String]) -> Vec<&str> {
        names.iter().map(String::as_str).collect()
    }
    let scripted = game.scripted.as_deref();
    PerTable {
        cells: game.board.cells.iter().map(|cell| cell.name.as_str()).collect(),
        dirs: all(&game.board.dirs),
        zones: game.board.zones.iter().map(|zone| zone.name.as_str()).collect(),
        players: game.players.iter().map(|player| player.name.as_str()).collect(),
        kinds: game.kinds.iter().map(|kind| kind.name.as_str()).collect(),
        modes: all(&game.modes),
        attrs: game.attrs.iter().map(|attr| attr.name.as_str()).collect(),
        flags: all(&game.flags),
        cell_flags: all(&game.cell_flags),
        globals: game.globals.iter().map(|global| global.name.as_str()).collect(),
        locals: scripted.map_or_else(Vec::new, |scripted| all(&scripted.locals)),
        gens: scripted.map_or_else(Vec::new, |scripted| all(&scripted.gens)),
        texts: scripted.map_or_else(Vec::new, |scripted| all(&scripted.texts)),
    }
}
