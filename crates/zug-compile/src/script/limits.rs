//! What the engine can number and store, checked before code is lowered and after.

use super::Lowerer;
use super::emitter::Emitter;
use crate::codes;
use crate::limits::too_many;
use zug_ir::Game;
use zug_ir::limits::{
    MAX_ATTR_BITS, MAX_CELLS, MAX_DIRS, MAX_KINDS, MAX_LINKS, MAX_NAMES, MAX_OPS, MAX_PILED, MAX_PLAYERS, MAX_SETUP,
    NUMERIC_BITS, Products,
};
use zug_lang::GameDecl;
use zug_source::{Diagnostic, Diagnostics, Origin};

/// Values on the stack of a script. Long lists are written out there.
const MAX_VALUES: usize = 10_000;

/// Reports every limit that the tables exceed.
pub(super) fn check(game: &Game, decl: &GameDecl, out: &mut Diagnostics) {
    let (n_cells, n_dirs) = (game.board.cells.len(), game.board.dirs.len());
    let counts = [
        ("positions", n_cells, MAX_CELLS),
        ("directions", n_dirs, MAX_DIRS),
        ("pairs of position and direction", n_cells * n_dirs, MAX_LINKS),
        ("zones", game.board.zones.len(), MAX_NAMES),
        ("players", game.players.len(), MAX_PLAYERS),
        ("piece types", game.kinds.len(), MAX_KINDS),
        ("attributes", game.attrs.len(), MAX_NAMES),
        ("modes", game.modes.len(), MAX_NAMES),
        ("variables", game.globals.len(), MAX_NAMES),
        ("turns", game.turns.len(), MAX_NAMES),
        ("pieces in its set-up", game.setup.len(), MAX_SETUP),
        ("reserves", game.reserves.len(), MAX_SETUP),
        ("pieces on its board", game.setup.iter().map(|placement| placement.count as usize).sum(), MAX_PILED),
    ];
    out.extend(too_many(&counts, decl.origin));
    let products = Products {
        cells: n_cells,
        dirs: n_dirs,
        players: game.players.len(),
        zones: game.board.zones.len(),
        kinds: game.kinds.len(),
        cell_flags: 0,
        priorities: decl.priorities.len(),
        heaps: game.rules.pile == zug_ir::Pile::Heap,
    };
    out.extend(too_many(&products.all(), decl.origin));
    let bits: usize = game.attrs.iter().map(|attr| if attr.numeric { NUMERIC_BITS } else { 1 }).sum();
    if bits > MAX_ATTR_BITS {
        let message = format!("the attributes of a piece take {bits} bits, there is room for {MAX_ATTR_BITS}");
        let hint = format!("a number takes {NUMERIC_BITS} bits, a variable that is only true or false takes one");
        out.push(Diagnostic::error(codes::ATTRIBUTE_BITS, decl.origin, message).hint(hint));
    }
}

impl Lowerer<'_> {
    /// A finished script must be able to run.
    pub(super) fn check_size(&mut self, code: &Emitter, origin: Origin) {
        if code.deepest() > MAX_VALUES {
            let message = format!("this needs {} values at a time, at most {MAX_VALUES} are possible", code.deepest());
            self.report(codes::TOO_DEEP, origin, message);
        }
    }

    pub(super) fn check_totals(&mut self) {
        let counts = [
            ("steps in its rules", self.n_ops, MAX_OPS),
            ("local variables", self.locals.len(), MAX_NAMES),
            ("texts in its rules", self.scripted.texts.len(), MAX_NAMES),
        ];
        self.out.extend(too_many(&counts, self.decl.origin));
    }
}
