//! What the engine can number and store, checked before code is lowered and after.

use super::Lowerer;
use super::emitter::Emitter;
use crate::codes;
use crate::limits::too_many;
use zug_ir::Game;
use zug_ir::limits::{
    MAX_ATTR_BITS, MAX_CELLS, MAX_DIRS, MAX_KINDS, MAX_LINKS, MAX_NAMES, MAX_OPS, MAX_OUTCOMES, MAX_PILED,
    MAX_PLAYERS, MAX_SETUP, MAX_VALUES, NUMERIC_BITS, Products,
};
use zug_lang::{GameDecl, TurnKind};
use zug_source::{Diagnostic, Diagnostics, Origin};

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
    check_bits(game, decl, out);
    check_dice(decl, out);
    if game.kinds.is_empty() {
        out.push(Diagnostic::error(codes::EMPTY_GAME, decl.origin, "the game has no pieces"));
    }
    if game.board.cells.is_empty() {
        out.push(Diagnostic::error(codes::EMPTY_GAME, decl.origin, "the board has no positions"));
    }
    let ever = decl.turns.get(decl.repeat_from..).unwrap_or_default();
    if ever.iter().all(|turn| matches!(turn.what, TurnKind::Roll(_))) {
        let message = "nobody moves: the turns that repeat are only rolls of dice";
        out.push(Diagnostic::error(codes::EMPTY_GAME, decl.origin, message));
    }
}

fn check_bits(game: &Game, decl: &GameDecl, out: &mut Diagnostics) {
    let bits: usize = game.attrs.iter().map(|attr| if attr.numeric { NUMERIC_BITS } else { 1 }).sum();
    if bits > MAX_ATTR_BITS {
        let message =
            format!("the attributes of a piece take {bits} bits, there is room for {MAX_ATTR_BITS}");
        let hint =
            format!("a number takes {NUMERIC_BITS} bits, a variable that is only true or false takes one");
        out.push(Diagnostic::error(codes::ATTRIBUTE_BITS, decl.origin, message).hint(hint));
    }
}

fn check_dice(decl: &GameDecl, out: &mut Diagnostics) {
    for dice in &decl.dice {
        let n = dice.dice.iter().try_fold(1_usize, |product, die| product.checked_mul(die.len()));
        if n.is_none_or(|n| n > MAX_OUTCOMES) {
            let message = format!("the dice `{}` can fall in more than {MAX_OUTCOMES} ways", dice.name);
            out.push(Diagnostic::error(codes::TOO_MANY, decl.origin, message));
        }
    }
}

impl Lowerer<'_> {
    /// A finished script must be able to run.
    pub(super) fn check_size(&mut self, code: &Emitter, origin: Origin) {
        if code.deepest() > MAX_VALUES {
            let message =
                format!("this needs {} values at a time, at most {MAX_VALUES} are possible", code.deepest());
            self.report(codes::TOO_DEEP, origin, message);
        }
    }

    pub(super) fn check_totals(&mut self) {
        let counts = [
            ("local variables", self.locals.len(), MAX_NAMES),
            ("texts in its rules", self.scripted.texts.len(), MAX_NAMES),
        ];
        self.out.extend(too_many(&counts, self.decl.origin));
        if self.overflowed {
            let message = format!("the rules of the game have more than {MAX_OPS} steps");
            let hint =
                "blocks and preferences are written out in every move; definitions where they are called";
            self.report_with_hint(codes::TOO_MANY, self.decl.origin, message, hint);
        }
    }
}
