//! The tables that are copied: board, players, kinds, turns, setup, words.
//!
//! Move rules of kinds are left empty here; `lower` fills them in.

use crate::ids;
use zug_ir as ir;
use zug_model as model;

/// A game with all its tables and no code, stages or goals.
pub(crate) fn tables(game: &model::Game) -> ir::Game {
    ir::Game {
        texts: ir::Texts {
            title: game.texts.title.clone(),
            description: game.texts.description.clone(),
            history: game.texts.history.clone(),
            strategy: game.texts.strategy.clone(),
        },
        board: board(&game.board),
        players: game.players.iter().map(player).collect(),
        kinds: (0..).zip(&game.kinds).map(|(id, k)| kind(ir::KindId(id), k, game.attrs.len())).collect(),
        attrs: (0..).zip(&game.attrs).map(|(id, a)| attr(model::AttrId(id), a, &game.kinds)).collect(),
        modes: game.modes.clone(),
        flags: game.flags.clone(),
        cell_flags: game.cell_flags.clone(),
        globals: game.globals.iter().map(global).collect(),
        turns: game.turns.iter().map(turn).collect(),
        repeat_from: game.repeat_from,
        setup: game.setup.iter().filter(|p| p.count > 0).map(placement).collect(),
        reserves: game.reserves.iter().map(reserve).collect(),
        presentation: game.presentation.clone(),
        ..ir::Game::default()
    }
}

/// A board, for games of every language.
pub(crate) fn board(board: &model::Board) -> ir::Board {
    let cell = |c: &model::Cell| ir::Cell { name: c.name.clone(), rect: c.rect, hidden: c.hidden };
    let links = |arcs: &Vec<Option<model::CellId>>| arcs.iter().map(|to| to.map(ids::cell)).collect();
    ir::Board {
        cells: board.cells.iter().map(cell).collect(),
        dirs: board.dirs.clone(),
        links: board.links.iter().map(links).collect(),
        opposite: board.opposite.iter().map(|d| d.map(ids::dir)).collect(),
        zones: board.zones.iter().map(zone).collect(),
        grids: board.grids.iter().map(grid).collect(),
    }
}

/// A zone is a set: sorted, so that loops over it run in board order, and each cell once.
fn zone(zone: &model::Zone) -> ir::Zone {
    let sorted = |cells: &Vec<model::CellId>| {
        let mut cells = ids::cells(cells);
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    ir::Zone { name: zone.name.clone(), cells: zone.cells.iter().map(sorted).collect() }
}

fn grid(grid: &model::Grid) -> ir::Grid {
    ir::Grid { dims: grid.dims.clone(), cells: grid.cells.iter().map(|c| c.map(ids::cell)).collect() }
}

fn player(player: &model::Player) -> ir::Player {
    ir::Player { name: player.name.clone(), random: player.random, symmetry: ids::dirs(&player.symmetry) }
}

fn kind(id: ir::KindId, kind: &model::Kind, n_attrs: usize) -> ir::Kind {
    let mut defaults = vec![0; n_attrs];
    for &(attr, value) in &kind.attrs {
        if let Some(default) = defaults.get_mut(attr.idx()) {
            *default = value;
        }
    }
    ir::Kind {
        name: kind.name.clone(),
        notation: kind.notation.clone(),
        help: kind.help.clone(),
        description: kind.description.clone(),
        defaults,
        recycle_as: kind.recycle_as.map_or(id, ids::kind),
        moves: Vec::new(),
        drops: Vec::new(),
    }
}

fn attr(id: model::AttrId, attr: &model::Attr, kinds: &[model::Kind]) -> ir::Attr {
    let declares = |kind: &model::Kind| kind.attrs.iter().any(|&(declared, _)| declared == id);
    let kinds = (0..).zip(kinds).filter(|(_, k)| declares(k)).map(|(id, _)| ir::KindId(id)).collect();
    ir::Attr { name: attr.name.clone(), numeric: attr.numeric, kinds }
}

fn global(global: &model::Global) -> ir::Global {
    ir::Global { name: global.name.clone(), init: global.init, counter: global.counter }
}

fn turn(turn: &model::Turn) -> ir::Turn {
    ir::Turn {
        chooser: ids::player(turn.chooser),
        actor: ids::player(turn.actor),
        modes: turn.modes.as_deref().map(ids::modes),
    }
}

fn placement(placement: &model::Placement) -> ir::Placement {
    ir::Placement {
        player: ids::player(placement.player),
        kind: ids::kind(placement.kind),
        cell: ids::cell(placement.cell),
        count: placement.count,
        attrs: Vec::new(),
    }
}

fn reserve(reserve: &model::Reserve) -> ir::Reserve {
    ir::Reserve {
        player: ids::player(reserve.player),
        kind: ids::kind(reserve.kind),
        count: match reserve.count {
            model::Count::Exactly(n) => Some(n),
            model::Count::Unlimited => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{KING, MAN, WHITE, at, game};

    #[test]
    fn zones_are_sorted_sets() {
        let zone = &tables(&game()).board.zones[0];
        let cells: Vec<Vec<u16>> = zone.cells.iter().map(|c| c.iter().map(|id| id.0).collect()).collect();
        assert_eq!(cells, [vec![0, 2], vec![1], vec![]]);
    }

    #[test]
    fn attributes_know_their_kinds_and_kinds_their_values() {
        let mut game = game();
        game.kinds[1].attrs = vec![(model::AttrId(1), 7)];
        let game = tables(&game);
        assert_eq!([&game.kinds[0].defaults, &game.kinds[1].defaults], [&[0, 0], &[0, 7]]);
        assert_eq!(game.attrs[0].kinds, []);
        assert_eq!(game.attrs[1].kinds, [ir::KindId(1)]);
    }

    #[test]
    fn a_captured_piece_stays_what_it_is_unless_it_says_otherwise() {
        let mut game = game();
        game.kinds[1].recycle_as = Some(MAN);
        let game = tables(&game);
        assert_eq!([game.kinds[0].recycle_as, game.kinds[1].recycle_as], [ir::KindId(0); 2]);
    }

    #[test]
    fn the_rest_is_copied() {
        let mut source = game();
        source.players[0].symmetry = vec![model::DirId(1), model::DirId(0)];
        source.turns[1].modes = Some(vec![model::ModeId(1)]);
        source.repeat_from = 1;
        let placement = |count| model::Placement {
            player: WHITE,
            kind: KING,
            cell: model::CellId(2),
            count,
            origin: at(0),
        };
        source.setup = vec![placement(0), placement(1)];
        source.reserves = vec![
            model::Reserve { player: WHITE, kind: MAN, count: model::Count::Exactly(3) },
            model::Reserve { player: WHITE, kind: KING, count: model::Count::Unlimited },
        ];
        source.presentation = vec![("smart moves".to_owned(), "from".to_owned())];
        let game = tables(&source);
        assert_eq!(game.texts.title, "Test");
        assert_eq!(game.board.links[0], [Some(ir::CellId(1)), Some(ir::CellId(2)), None]);
        assert_eq!(game.players[0].symmetry, [ir::DirId(1), ir::DirId(0)]);
        assert_eq!(game.turns[1].modes, Some(vec![ir::ModeId(1)]));
        assert_eq!(game.repeat_from, 1);
        assert_eq!(game.setup.len(), 1);
        assert_eq!((game.setup[0].kind, game.setup[0].cell), (ir::KindId(1), ir::CellId(2)));
        assert_eq!([game.reserves[0].count, game.reserves[1].count], [Some(3), None]);
        assert_eq!((game.globals[0].init, game.globals[0].counter), (0, true));
        assert_eq!(game.presentation, source.presentation);
    }
}
