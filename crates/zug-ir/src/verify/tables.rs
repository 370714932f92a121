//! Names, sizes, lengths and ids of the tables.

use rustc_hash::FxHashSet;

use super::errors::{Errors, Invariant, Place};
use crate::game::{Attr, Board, Game, Grid, Kind, Pile, Placement, Stage, Then};
use crate::ids::TextId;
use crate::limits::*;
use crate::operand::{Operand, Sizes, in_range};
use crate::tables::{Named, names};

fn products(game: &Game) -> Products {
    let priorities = |stage: &Stage| match stage {
        Stage::Priorities { modes, .. } => modes.len(),
        _ => 0,
    };
    Products {
        cells: game.board.cells.len(),
        dirs: game.board.dirs.len(),
        players: game.players.len(),
        zones: game.board.zones.len(),
        kinds: game.kinds.len(),
        cell_flags: game.cell_flags.len(),
        priorities: game.stages.iter().map(priorities).sum::<usize>()
            + game.scripted.as_ref().map_or(0, |scripted| scripted.priorities.len()),
        heaps: game.rules.pile == Pile::Heap,
    }
}

impl Errors {
    pub(super) fn tables(&mut self, game: &Game, sizes: &Sizes) {
        self.names(game);
        self.limits(game, sizes);
        self.board(&game.board, sizes);
        self.players(game, sizes);
        self.attrs(&game.attrs, sizes);
        for (number, kind) in game.kinds.iter().enumerate() {
            self.kind(number, kind, game, sizes);
        }
        self.turns(game, sizes);
        self.exits(game, sizes);
        self.setup(game, sizes);
    }

    pub(super) fn length(&mut self, place: Place, what: &str, found: usize, expected: usize) {
        if found != expected {
            self.push(Invariant::Lengths, place, format!("{what}: {found} entries, expected {expected}"));
        }
    }

    pub(super) fn ids<T: Operand>(&mut self, place: Place, ids: &[T], sizes: &Sizes) {
        for id in ids {
            self.check(Invariant::TableIds, place, id.check(sizes));
        }
    }

    fn names(&mut self, game: &Game) {
        names(game).map(|names, what, _| {
            let mut seen = FxHashSet::default();
            for (number, name) in names.iter().enumerate() {
                // A text is whatever scripts say with it.
                if name.is_empty() && what != TextId::WHAT {
                    self.push(Invariant::Names, Place::Entry(what, number), "has no name");
                } else if !seen.insert(*name) {
                    let message = format!("another {what} is called `{name}` too");
                    self.push(Invariant::Names, Place::Entry(what, number), message);
                }
            }
        });
    }

    fn limits(&mut self, game: &Game, sizes: &Sizes) {
        sizes.tables.map(|&size, what, limit| self.limit(&format!("{what}s"), size, limit));
        self.limit("links", game.board.cells.len() * game.board.dirs.len(), MAX_LINKS);
        for (what, size, limit) in products(game).all() {
            self.limit(what, size, limit);
        }
        if game.rules.pile != Pile::Single {
            self.limit("pieces in the setup", game.setup.iter().map(|p| p.count as usize).sum(), MAX_PILED);
        }
        self.limit("turns", game.turns.len(), MAX_NAMES);
        self.limit("exits", game.exits.len(), MAX_EXITS);
        self.limit("blocks", game.blocks.len(), MAX_BLOCKS);
        let scripts = game.scripted.iter().flat_map(|scripted| &scripted.scripts);
        let n_ops: usize = scripts.map(|script| script.code.len()).sum();
        self.limit("ops", game.blocks.iter().map(|block| block.code.len()).sum::<usize>() + n_ops, MAX_OPS);
        self.limit("placements", game.setup.len(), MAX_SETUP);
        self.limit("reserves", game.reserves.len(), MAX_SETUP);
        let needed =
            [("cell", game.board.cells.len()), ("player", game.players.len()), ("kind", game.kinds.len())];
        for (what, _) in needed.into_iter().filter(|(_, size)| *size == 0) {
            self.push(Invariant::Limits, Place::Game, format!("there is no {what}"));
        }
    }

    pub(super) fn limit(&mut self, what: &str, size: usize, limit: usize) {
        if size > limit {
            self.push(Invariant::Limits, Place::Game, format!("{size} {what}, the limit is {limit}"));
        }
    }

    fn board(&mut self, board: &Board, sizes: &Sizes) {
        let (n_cells, n_dirs) = (board.cells.len(), board.dirs.len());
        self.length(Place::Game, "links", board.links.len(), n_dirs);
        for (number, links) in board.links.iter().enumerate() {
            let place = Place::Entry("direction", number);
            self.length(place, "links", links.len(), n_cells);
            for cell in links.iter().flatten() {
                self.check(Invariant::TableIds, place, cell.check(sizes));
            }
        }
        self.length(Place::Game, "opposites", board.opposite.len(), n_dirs);
        for dir in board.opposite.iter().flatten() {
            self.check(Invariant::TableIds, Place::Game, dir.check(sizes));
        }
        for (number, zone) in board.zones.iter().enumerate() {
            let place = Place::Entry("zone", number);
            self.length(place, "players", zone.cells.len(), sizes.tables.players);
            for cells in &zone.cells {
                self.ids(place, cells, sizes);
                if !cells.is_sorted_by(|a, b| a < b) {
                    let message = "its cells are not in the order of the board, or not each once";
                    self.push(Invariant::ZoneOrder, place, message);
                }
            }
        }
        for (number, grid) in board.grids.iter().enumerate() {
            self.grid(number, grid, sizes);
        }
    }

    fn grid(&mut self, number: usize, grid: &Grid, sizes: &Sizes) {
        let place = Place::Entry("grid", number);
        for cell in grid.cells.iter().flatten() {
            self.check(Invariant::TableIds, place, cell.check(sizes));
        }
        match grid.dims.iter().try_fold(1_usize, |product, dim| product.checked_mul(dim.len())) {
            Some(product) => self.length(place, "cells", grid.cells.len(), product),
            None => self.push(Invariant::Lengths, place, "its dimensions are too large"),
        }
    }

    fn players(&mut self, game: &Game, sizes: &Sizes) {
        for (number, player) in game.players.iter().enumerate() {
            let place = Place::Entry("player", number);
            self.length(place, "symmetry", player.symmetry.len(), sizes.tables.dirs);
            self.ids(place, &player.symmetry, sizes);
        }
    }

    fn attrs(&mut self, attrs: &[Attr], sizes: &Sizes) {
        let bits: usize = attrs.iter().map(|attr| if attr.numeric { NUMERIC_BITS } else { 1 }).sum();
        if bits > MAX_ATTR_BITS {
            let message = format!("attributes take {bits} bits, the limit is {MAX_ATTR_BITS}");
            self.push(Invariant::AttrBits, Place::Game, message);
        }
        for (number, attr) in attrs.iter().enumerate() {
            self.ids(Place::Entry("attribute", number), &attr.kinds, sizes);
        }
    }

    fn kind(&mut self, number: usize, kind: &Kind, game: &Game, sizes: &Sizes) {
        let place = Place::Entry("kind", number);
        self.length(place, "defaults", kind.defaults.len(), game.attrs.len());
        for (attr, &value) in game.attrs.iter().zip(&kind.defaults) {
            self.fits(place, "default", attr, value);
        }
        self.ids(place, &[kind.recycle_as], sizes);
        for rule in kind.moves.iter().chain(&kind.drops) {
            self.ids(place, rule.mode.as_slice(), sizes);
            let block = in_range("block", rule.block.idx(), game.blocks.len());
            self.check(Invariant::TableIds, place, block);
        }
    }

    fn fits(&mut self, place: Place, what: &str, attr: &Attr, value: i32) {
        let range = if attr.numeric { i32::from(i16::MIN)..=i32::from(i16::MAX) } else { 0..=1 };
        if !range.contains(&value) {
            let message = format!("{what} {value} of `{}` does not fit", attr.name);
            self.push(Invariant::AttrBits, place, message);
        }
    }

    fn turns(&mut self, game: &Game, sizes: &Sizes) {
        if game.turns.is_empty() {
            self.push(Invariant::Turns, Place::Game, "there are no turns");
        } else if game.repeat_from >= game.turns.len() {
            let message = format!("turns go on at {}, there are {}", game.repeat_from, game.turns.len());
            self.push(Invariant::Turns, Place::Game, message);
        }
        for (number, turn) in game.turns.iter().enumerate() {
            let place = Place::Entry("turn", number);
            self.ids(place, &[turn.chooser, turn.actor], sizes);
            self.ids(place, turn.modes.as_deref().unwrap_or_default(), sizes);
        }
    }

    fn exits(&mut self, game: &Game, sizes: &Sizes) {
        for (number, exit) in game.exits.iter().enumerate() {
            let place = Place::Entry("exit", number);
            self.ids(place, &exit.kinds, sizes);
            if let Then::PartOf(mode) = exit.then {
                self.ids(place, &[mode], sizes);
            }
        }
    }

    fn setup(&mut self, game: &Game, sizes: &Sizes) {
        for (number, placement) in game.setup.iter().enumerate() {
            let place = Place::Entry("placement", number);
            let &Placement { player, kind, cell, count, .. } = placement;
            self.ids(place, &[player], sizes);
            self.ids(place, &[kind], sizes);
            self.ids(place, &[cell], sizes);
            if count == 0 {
                self.push(Invariant::Setup, place, "places no piece");
            } else if count > 1 && game.rules.pile == Pile::Single {
                self.push(Invariant::Setup, place, format!("{count} pieces on a cell that holds one"));
            }
            if !placement.attrs.is_empty() && game.rules.pile == Pile::Heap {
                self.push(Invariant::Setup, place, "a piece in a heap has no attributes of its own");
            }
            let mut seen = FxHashSet::default();
            for &(id, value) in &placement.attrs {
                self.ids(place, &[id], sizes);
                let Some(attr) = game.attrs.get(id.idx()) else { continue };
                self.fits(place, "value", attr, value);
                if !seen.insert(id) {
                    self.push(Invariant::Setup, place, format!("`{}` is given twice", attr.name));
                }
            }
        }
        for (number, reserve) in game.reserves.iter().enumerate() {
            let place = Place::Entry("reserve", number);
            self.ids(place, &[reserve.player], sizes);
            self.ids(place, &[reserve.kind], sizes);
        }
    }
}
