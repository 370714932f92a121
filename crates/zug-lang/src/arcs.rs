//! The arcs of a board: directions on grids, links, what `unlink` takes away, and which directions lead back.

use crate::board::Maker;
use crate::codes;
use crate::shape::{Matrix, Shape};
use rustc_hash::FxHashSet;
use zug_model::{CellId, DirId};
use zug_source::{Diagnostic, NodeId, Symbol};

/// What `unlink` items ask for.
#[derive(Default)]
pub(crate) struct Unlinks {
    /// Positions to delete.
    pub(crate) cells: Vec<CellId>,
    /// Single arcs: direction, from, to. Names, because deletions change the numbers.
    arcs: Vec<(NodeId, Symbol, Symbol, Symbol)>,
    /// All arcs of a direction from a position.
    from: Vec<(NodeId, Symbol, Symbol)>,
}

impl Maker<'_> {
    /// Reads tokens from left to right: a direction before a position begins an arc, anything else is a
    /// position to delete.
    pub(crate) fn unlink(&mut self, item: NodeId, matrices: &[Matrix], links: &[NodeId], out: &mut Unlinks) {
        self.s.arity(item, 1, usize::MAX);
        let tokens = self.s.arguments(item);
        if tokens.first().is_some_and(|&first| self.s.is_form(first, "dirs")) {
            return self.unlink_from(item, &tokens, out);
        }
        let mut known: FxHashSet<Symbol> = self.shape.dirs.iter().copied().collect();
        known.extend(matrices.iter().flat_map(|matrix| &matrix.dirs).map(|dir| dir.name));
        for &link in links {
            let first = self.s.tree.kids(link).get(1).copied();
            let name = first.map(|first| self.s.tree.kids(first).get(1).copied().unwrap_or(first));
            known.extend(name.and_then(|name| self.s.atom(name)));
        }
        let is_cell = |maker: &Self, at: usize| {
            tokens.get(at).is_some_and(|&token| {
                maker.shape.cell_ids.contains_key(&maker.s.tree.node(token).symbol) && !maker.s.is_list(token)
            })
        };
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            let Some(name) = self.s.label(token, "a position or a direction") else {
                at += 1;
                continue;
            };
            if known.contains(&name) && is_cell(self, at + 1) {
                let Some(&to) = tokens.get(at + 2) else {
                    let word = self.s.text_of(name);
                    let message = format!("the link of `{word}` to delete has no target");
                    return self.s.error(codes::UNEXPECTED, token, message);
                };
                if self.cell(to).is_some() {
                    let symbol = |node: NodeId| self.s.tree.node(node).symbol;
                    out.arcs.push((token, name, symbol(tokens[at + 1]), symbol(to)));
                }
                at += 3;
            } else {
                out.cells.extend(self.cell(token));
                at += 1;
            }
        }
    }

    /// `(unlink (dirs n s) (from a1 a2))`.
    fn unlink_from(&mut self, item: NodeId, tokens: &[NodeId], out: &mut Unlinks) {
        let &[dirs, from] = tokens else {
            return self.s.error(codes::UNEXPECTED, item, "expected `(unlink (dirs …) (from …))`");
        };
        if !self.s.is_form(from, "from") {
            return self.s.unexpected(from, "`(from …)`");
        }
        for dir in self.s.arguments(dirs) {
            let Some(name) = self.s.word(dir, "a direction") else { continue };
            for cell in self.s.arguments(from) {
                if self.cell(cell).is_some() {
                    out.from.push((dir, name, self.s.tree.node(cell).symbol));
                }
            }
        }
    }

    /// Positions and everything that leads to or from them.
    pub(crate) fn delete(&mut self, cells: &[CellId], matrices: &mut [Matrix]) {
        if cells.is_empty() {
            return;
        }
        let shape = &mut self.shape;
        let mut map = Vec::with_capacity(shape.cells.len());
        let gone: FxHashSet<CellId> = cells.iter().copied().collect();
        let mut kept = 0u16;
        for cell in 0..shape.cells.len() {
            let stays = !gone.contains(&CellId(cell as u16));
            map.push(stays.then_some(CellId(kept)));
            kept += u16::from(stays);
        }
        let mapped = |cell: &mut Option<CellId>| *cell = cell.and_then(|cell| map[cell.idx()]);
        let mut at = 0;
        shape.cells.retain(|_| {
            at += 1;
            map[at - 1].is_some()
        });
        shape.cell_ids =
            shape.cells.iter().enumerate().map(|(at, &name)| (name, CellId(at as u16))).collect();
        for links in &mut shape.links {
            let mut at = 0;
            links.retain(|_| {
                at += 1;
                map[at - 1].is_some()
            });
            links.iter_mut().for_each(mapped);
        }
        for zone in &mut shape.zones {
            zone.1 = zone.1.iter().filter_map(|cell| map[cell.idx()]).collect();
        }
        for grid in &mut shape.grids {
            grid.cells.iter_mut().for_each(mapped);
        }
        for matrix in matrices {
            matrix.cells.iter_mut().for_each(mapped);
        }
    }

    /// The arcs of the directions of a matrix, between positions that still exist.
    pub(crate) fn make_arcs(&mut self, matrix: &Matrix) {
        let sizes: Vec<usize> = matrix.dims.iter().map(Vec::len).collect();
        for dir in &matrix.dirs {
            let name = self.s.name(dir.name);
            let (deltas, dims) = (dir.deltas.len(), sizes.len());
            let mut problem = None;
            if deltas != dims {
                let what = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
                let has = (what(deltas, "delta"), what(dims, "dimension"));
                problem = Some(format!("the direction `{name}` has {}, the grid has {}", has.0, has.1));
            } else if let Some(dim) = dir.wrap.iter().find(|&&dim| dim >= dims) {
                problem =
                    Some(format!("the direction `{name}` wraps dimension {}, which is not there", dim + 1));
            }
            if let Some(message) = problem {
                self.s.error(codes::DELTAS, dir.node, message);
                continue;
            }
            let Some(id) = self.intern_dir(dir.name, dir.node) else { continue };
            for (at, from) in matrix.cells.iter().enumerate() {
                let Some(from) = *from else { continue };
                let target = neighbour(at, matrix.cells.len(), &sizes, &dir.deltas, &dir.wrap);
                let to = target.and_then(|target| matrix.cells[target]).filter(|&to| to != from);
                if to.is_some() {
                    self.shape.links[id.idx()][from.idx()] = to;
                }
            }
        }
    }

    /// `(link n a1 a2 …)` or `(link (name n) (a1 a2) …)`.
    pub(crate) fn link(&mut self, item: NodeId) {
        if !self.s.arity(item, 2, usize::MAX) {
            return;
        }
        let arguments = self.s.arguments(item);
        let name = if self.s.is_list(arguments[0]) {
            crate::items::named(self.s, arguments[0])
        } else {
            self.s.word(arguments[0], "a direction")
        };
        let Some(dir) = name.and_then(|name| self.intern_dir(name, arguments[0])) else { return };
        let mut ends = Vec::new();
        for &argument in &arguments[1..] {
            if self.s.is_list(argument) {
                let pair = self.s.kids(argument);
                if pair.len() != 2 {
                    self.s.unexpected(argument, "a pair of positions");
                    continue;
                }
                ends.extend(pair);
            } else {
                ends.push(argument);
            }
        }
        for pair in ends.chunks(2) {
            let &[from, to] = pair else {
                let message = format!("the link from {} has no target", self.s.describe(pair[0]));
                return self.s.error(codes::UNEXPECTED, pair[0], message);
            };
            let (Some(start), Some(target)) = (self.cell(from), self.cell(to)) else { continue };
            let old = self.shape.links[dir.idx()][start.idx()].replace(target);
            if let Some(old) = old.filter(|&old| old != target) {
                self.replaced(dir, start, old, target, from);
            }
        }
    }

    fn replaced(&mut self, dir: DirId, from: CellId, old: CellId, new: CellId, node: NodeId) {
        let cell = |cell: CellId| self.s.name(self.shape.cells[cell.idx()]);
        let dir = self.s.name(self.shape.dirs[dir.idx()]);
        let message = format!("`{dir}` from `{}` led to `{}` already", cell(from), cell(old));
        let problem = Diagnostic::warning(codes::LINK_REPLACED, self.s.origin(node), message)
            .label(format!("now it leads to `{}`", cell(new)));
        self.s.report(problem);
    }

    pub(crate) fn delete_arcs(&mut self, unlinks: &Unlinks) {
        for &(node, dir, from, to) in &unlinks.arcs {
            let found = self.arc(dir, from).filter(|&(_, _, target)| self.shape.cells[target.idx()] == to);
            match found {
                Some((dir, from, _)) => self.shape.links[dir.idx()][from.idx()] = None,
                None => {
                    let name = |symbol| self.s.name(symbol);
                    let message = format!("no `{}` leads from `{}` to `{}`", name(dir), name(from), name(to));
                    let problem = Diagnostic::warning(codes::NO_SUCH_LINK, self.s.origin(node), message);
                    self.s.report(problem);
                }
            }
        }
        for &(node, dir, from) in &unlinks.from {
            if let Some((dir, from, _)) = self.arc(dir, from) {
                self.shape.links[dir.idx()][from.idx()] = None;
            } else if !self.shape.dir_ids.contains_key(&dir) {
                let word = self.s.text_of(dir);
                let known = self.s.candidates(&self.shape.dirs);
                let known = known.iter().map(String::as_str);
                self.s.unknown(codes::UNKNOWN_DIRECTION, node, "direction", &word, known);
            }
        }
    }

    fn arc(&self, dir: Symbol, from: Symbol) -> Option<(DirId, CellId, CellId)> {
        let dir = *self.shape.dir_ids.get(&dir)?;
        let from = *self.shape.cell_ids.get(&from)?;
        let to = self.shape.links[dir.idx()][from.idx()]?;
        Some((dir, from, to))
    }

    /// A direction without arcs does not exist.
    pub(crate) fn drop_empty_directions(&mut self) {
        let shape = &mut self.shape;
        let full: Vec<bool> = shape.links.iter().map(|links| links.iter().any(Option::is_some)).collect();
        if full.iter().all(|&full| full) {
            return;
        }
        let mut at = 0;
        let gone = &mut shape.gone;
        shape.dirs.retain(|&name| {
            at += 1;
            if !full[at - 1] {
                gone.push(name);
            }
            full[at - 1]
        });
        let mut at = 0;
        shape.links.retain(|_| {
            at += 1;
            full[at - 1]
        });
        shape.dir_ids = shape.dirs.iter().enumerate().map(|(at, &name)| (name, DirId(at as u16))).collect();
    }
}

/// Index of the cell that lies `deltas` further; last dimension fastest.
fn neighbour(at: usize, total: usize, sizes: &[usize], deltas: &[i32], wrap: &[usize]) -> Option<usize> {
    let (mut stride, mut index) = (total, 0);
    for (dim, &size) in sizes.iter().enumerate() {
        stride /= size;
        let mut coordinate = (at / stride % size) as i64 + i64::from(deltas[dim]);
        if wrap.contains(&dim) {
            coordinate = coordinate.rem_euclid(size as i64);
        }
        if !(0..size as i64).contains(&coordinate) {
            return None;
        }
        index += coordinate as usize * stride;
    }
    Some(index)
}

/// `e` leads back from `d` if every arc of `d` has its reverse in `e`.
pub(crate) fn find_opposites(shape: &mut Shape) {
    let n_dirs = shape.dirs.len();
    let leads_back = |one: usize, other: usize| {
        shape.links[one]
            .iter()
            .enumerate()
            .all(|(from, to)| to.is_none_or(|to| shape.links[other][to.idx()] == Some(CellId(from as u16))))
    };
    shape.opposite = (0..n_dirs)
        .map(|one| (0..n_dirs).find(|&other| leads_back(one, other)).map(|other| DirId(other as u16)))
        .collect();
}
