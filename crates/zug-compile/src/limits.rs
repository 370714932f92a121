//! What the engine can number and store, checked before anything is lowered.
//!
//! The numbers are the IR's; the messages with the author's places are ours. What only lowering can
//! count (steps, exits, nesting) is checked there.

use crate::codes;
use zug_ir::limits::{
    MAX_ATTR_BITS, MAX_CELLS, MAX_DIRS, MAX_KINDS, MAX_LINKS, MAX_NAMES, MAX_PILED, MAX_PLAYERS, MAX_SETUP,
    NUMERIC_BITS, Products,
};
use zug_model::{BoardModel, Game};
use zug_source::{Diagnostic, Diagnostics, Origin};

/// Reports every limit the game exceeds.
pub(crate) fn check(game: &Game, out: &mut Diagnostics) {
    let (n_cells, n_dirs) = (game.board.cells.len(), game.board.dirs.len());
    let counts = [
        ("positions", n_cells, MAX_CELLS),
        ("directions", n_dirs, MAX_DIRS),
        ("pairs of position and direction", n_cells * n_dirs, MAX_LINKS),
        ("zones", game.board.zones.len(), MAX_NAMES),
        ("players", game.players.len(), MAX_PLAYERS),
        ("piece types", game.kinds.len(), MAX_KINDS),
        ("attributes", game.attrs.len(), MAX_NAMES),
        ("move types", game.modes.len(), MAX_NAMES),
        ("flags", game.flags.len(), MAX_NAMES),
        ("position flags", game.cell_flags.len(), MAX_NAMES),
        ("globals", game.globals.len(), MAX_NAMES),
        ("turns", game.turns.len(), MAX_NAMES),
        ("pieces in its setup", game.setup.len(), MAX_SETUP),
        ("reserves", game.reserves.len(), MAX_SETUP),
    ];
    out.extend(too_many(&counts, game.origin));
    out.extend(too_many(&products(game).all(), game.origin));
    check_attribute_bits(game, out);
    check_attribute_values(game, out);
    check_setup(game, out);
}

fn products(game: &Game) -> Products {
    Products {
        cells: game.board.cells.len(),
        dirs: game.board.dirs.len(),
        players: game.players.len(),
        zones: game.board.zones.len(),
        kinds: game.kinds.len(),
        cell_flags: game.cell_flags.len(),
        priorities: game.priorities.len(),
        heaps: game.settings.board_model == BoardModel::Heap,
    }
}

/// Messages for the counts above their limit, each with its name.
pub(crate) fn too_many(counts: &[(&str, usize, usize)], origin: Origin) -> impl Iterator<Item = Diagnostic> {
    counts.iter().filter(|(_, n, most)| n > most).map(move |(what, n, most)| {
        let message = format!("the game has {n} {what}, at most {most} are possible");
        Diagnostic::error(codes::TOO_MANY, origin, message)
    })
}

/// Points at the piece type that brings in the attribute that is one too many.
fn check_attribute_bits(game: &Game, out: &mut Diagnostics) {
    let mut bits = 0;
    for (a, attr) in game.attrs.iter().enumerate() {
        let before = bits;
        bits += if attr.numeric { NUMERIC_BITS } else { 1 };
        if before <= MAX_ATTR_BITS && bits > MAX_ATTR_BITS {
            let declares = |kind: &&zug_model::Kind| kind.attrs.iter().any(|(id, _)| id.idx() == a);
            let origin = game.kinds.iter().find(declares).map_or(game.origin, |kind| kind.origin);
            let message = format!("there is no room in a piece for the attribute `{}`", attr.name);
            let hint = format!(
                "a number takes {NUMERIC_BITS} bits and a truth value one; \
                 all attributes of the game together have {MAX_ATTR_BITS} bits"
            );
            out.push(Diagnostic::error(codes::ATTRIBUTE_BITS, origin, message).hint(hint));
        }
    }
}

fn check_attribute_values(game: &Game, out: &mut Diagnostics) {
    for kind in &game.kinds {
        for &(id, value) in &kind.attrs {
            let Some(attr) = game.attrs.get(id.idx()) else { continue };
            let range = if attr.numeric { i32::from(i16::MIN)..=i32::from(i16::MAX) } else { 0..=1 };
            if !range.contains(&value) {
                let message = format!(
                    "the attribute `{}` of `{}` starts as {value}, it can hold {} to {}",
                    attr.name,
                    kind.name,
                    range.start(),
                    range.end()
                );
                out.push(Diagnostic::error(codes::ATTRIBUTE_VALUE, kind.origin, message));
            }
        }
    }
}

fn check_setup(game: &Game, out: &mut Diagnostics) {
    for placement in &game.setup {
        if placement.count > 1 && game.settings.board_model == BoardModel::Single {
            let message = format!("{} pieces are set up on one position, which holds one", placement.count);
            out.push(
                Diagnostic::error(codes::NEEDS_PILES, placement.origin, message)
                    .hint("say that positions hold stacks or heaps"),
            );
        }
    }
    let placed = game.setup.iter().map(|placement| placement.count as usize).sum();
    out.extend(too_many(&[("pieces on its board", placed, MAX_PILED)], game.origin));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{MAN, WHITE, at, game};
    use zug_model::{Attr, AttrId, CellId, Placement, Settings};

    fn messages(game: &Game) -> Vec<String> {
        let mut out = Diagnostics::new();
        check(game, &mut out);
        out.iter().map(|p| format!("{} {}: {}", p.code, p.origin.span.start, p.message)).collect()
    }

    fn attr(name: &str, numeric: bool) -> Attr {
        Attr { name: name.to_owned(), numeric }
    }

    #[test]
    fn long_tables_are_refused() {
        let mut game = game();
        game.modes = vec!["again".to_owned(); MAX_NAMES + 1];
        game.players = vec![game.players[0].clone(); MAX_PLAYERS + 1];
        assert_eq!(
            messages(&game),
            [
                "cmp-001 0: the game has 251 players, at most 250 are possible",
                "cmp-001 0: the game has 10001 move types, at most 10000 are possible",
            ]
        );
    }

    #[test]
    fn tables_may_not_multiply_beyond_memory() {
        let mut game = game();
        game.players = vec![game.players[0].clone(); 250];
        game.cell_flags = (0..9000).map(|n| format!("f{n}")).collect();
        game.board.cells = vec![game.board.cells[0].clone(); 1000];
        assert_eq!(
            messages(&game),
            [
                "cmp-001 0: the game has 9000000 places of cell flags (cell flags times cells), at most 5000000 are possible"
            ]
        );
    }

    #[test]
    fn attributes_fit_a_piece() {
        let mut game = game();
        game.attrs = vec![attr("x", true), attr("y", true)];
        game.attrs.extend((0..12).map(|n| attr(&format!("b{n}"), false)));
        assert_eq!(messages(&game), [""; 0]);
        game.attrs.extend([attr("one", false), attr("more", false)]);
        game.kinds[1].attrs = vec![(AttrId(14), 0)];
        assert_eq!(messages(&game), ["cmp-002 2: there is no room in a piece for the attribute `one`"]);
    }

    #[test]
    fn attributes_start_in_their_range() {
        let mut game = game();
        game.kinds[0].attrs = vec![(AttrId(0), 2), (AttrId(1), -32768)];
        game.kinds[1].attrs = vec![(AttrId(0), 1), (AttrId(1), 32768)];
        assert_eq!(
            messages(&game),
            [
                "cmp-003 2: the attribute `moved` of `Man` starts as 2, it can hold 0 to 1",
                "cmp-003 2: the attribute `power` of `King` starts as 32768, it can hold -32768 to 32767",
            ]
        );
    }

    #[test]
    fn only_piles_hold_more_than_one() {
        let mut game = game();
        game.setup = vec![Placement { player: WHITE, kind: MAN, cell: CellId(0), count: 4, origin: at(9) }];
        assert_eq!(messages(&game), ["cmp-005 9: 4 pieces are set up on one position, which holds one"]);
        game.settings = Settings { board_model: BoardModel::Stack, ..Settings::default() };
        assert_eq!(messages(&game), [""; 0]);
    }
}
