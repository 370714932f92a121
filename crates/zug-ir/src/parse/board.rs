//! Cells, links, zones and grids.

use rustc_hash::FxHashSet;
use zug_source::NodeId;

use super::names::Declared;
use super::reader::{Entry, Reader};
use super::sections::Sections;
use crate::game::{Board, Cell, Grid, Zone};
use crate::ids::{CellId, DirId, PlayerId};
use crate::limits::MAX_LINKS;

impl<'a> Reader<'a> {
    pub(super) fn board(&mut self, sections: &Sections<'a>, declared: &Declared<'a>) -> Board {
        let dirs = self.all_names(|names| &names.dirs);
        let names = self.all_names(|names| &names.cells);
        let cells =
            names.into_iter().zip(&declared.cells).map(|(name, rest)| self.cell(name, rest)).collect();
        let names = self.all_names(|names| &names.zones);
        let zones =
            names.into_iter().zip(&declared.zones).map(|(name, rest)| self.zone(name, rest)).collect();
        let mut board = Board { cells, dirs, zones, ..Board::default() };
        self.link_table(sections.node("board"), &mut board);
        board.opposite = vec![None; board.dirs.len()];
        for entry in &declared.board {
            match entry.word {
                "links" => self.links(entry, &mut board),
                "opposite" => self.opposite(entry, &mut board),
                _ => board.grids.extend(self.grid(entry)),
            }
        }
        board
    }

    fn cell(&mut self, name: String, rest: &'a [NodeId]) -> Cell {
        let mut cell = Cell { name, rect: None, hidden: false };
        for field in self.fields(rest, &["rect", "hidden"]) {
            if field.word == "hidden" {
                cell.hidden = self.exactly::<0>(&field, "hidden").is_some();
            } else if let Some(&[left, top, right, bottom]) =
                self.exactly::<4>(&field, "(rect <left> <top> <right> <bottom>)")
            {
                let sides = [left, top, right, bottom].map(|side| self.number(side).unwrap_or(0));
                cell.rect = Some(sides);
            }
        }
        cell
    }

    /// An empty table of links, unless that would be too large.
    fn link_table(&mut self, section: Option<NodeId>, board: &mut Board) {
        let (n_dirs, n_cells) = (board.dirs.len(), board.cells.len());
        if let Some(node) = section
            && self.room(node, "links (cells times directions)", n_dirs * n_cells, MAX_LINKS)
        {
            board.links = vec![vec![None; n_cells]; n_dirs];
        }
    }

    /// `(links dir (from to)…)`.
    fn links(&mut self, entry: &Entry<'a>, board: &mut Board) {
        let Some(([dir], pairs)) = self.at_least::<1>(entry, "(links <dir> (<from> <to>) …)") else {
            return;
        };
        let Some(dir) = self.id::<DirId>(*dir) else { return };
        for &node in pairs {
            let Some((from, to)) = self.pair_of::<CellId>(node, "a link: `(<from> <to>)`") else { continue };
            let Some(link) = board.links.get_mut(dir.idx()).and_then(|row| row.get_mut(from.idx())) else {
                continue;
            };
            if link.is_some() {
                self.twice(node, &board.cells[from.idx()].name);
            }
            *link = Some(to);
        }
    }

    /// `(opposite (dir dir)…)`.
    fn opposite(&mut self, entry: &Entry<'a>, board: &mut Board) {
        for &node in entry.args {
            let Some((dir, to)) = self.pair_of::<DirId>(node, "two directions: `(<dir> <opposite>)`") else {
                continue;
            };
            if board.opposite[dir.idx()].replace(to).is_some() {
                self.twice(node, &board.dirs[dir.idx()]);
            }
        }
    }

    /// A list of two names of one table.
    pub(super) fn pair_of<T: crate::tables::Named>(&mut self, node: NodeId, what: &str) -> Option<(T, T)> {
        let &[a, b] = self.list(node, what)? else {
            return self.expected(node, what);
        };
        let (a, b) = (self.id(a), self.id(b));
        Some((a?, b?))
    }

    /// `(zone name (player cells…)…)`.
    fn zone(&mut self, name: String, rest: &'a [NodeId]) -> Zone {
        let mut cells = vec![Vec::new(); self.names.players.len()];
        let mut seen = FxHashSet::default();
        for &node in rest {
            let Some([player, members @ ..]) = self.list(node, "`(<player> <cell> …)`") else { continue };
            let Some(player) = self.id::<PlayerId>(*player) else { continue };
            if !seen.insert(player) {
                self.twice(node, "player");
            }
            let members = self.ids::<CellId>(members);
            if let Some(zone) = cells.get_mut(player.idx()) {
                *zone = members;
                zone.sort_unstable();
            }
        }
        Zone { name, cells }
    }

    /// `(grid (dims (labels…)…) (cells cell-or-()…))`.
    fn grid(&mut self, entry: &Entry<'a>) -> Option<Grid> {
        let mut grid = Grid { dims: Vec::new(), cells: Vec::new() };
        for field in self.fields(entry.args, &["dims", "cells"]) {
            for &node in field.args {
                if field.word == "dims" {
                    let labels = self.list(node, "a list of labels")?;
                    grid.dims.push(labels.iter().filter_map(|&label| self.text(label)).collect());
                } else if self.kids(node).is_some_and(<[NodeId]>::is_empty) {
                    grid.cells.push(None);
                } else {
                    grid.cells.push(self.id(node));
                }
            }
        }
        Some(grid)
    }
}
