//! Boards: from dimensions, directions, positions and links to a finished graph.
//!
//! In the order of the language: inherited graphs, own grids, single positions, deletions, arcs of directions,
//! links, deleted arcs. A parent with positions gives its finished graph; a parent without gives its
//! directions to the grids of its children.

use crate::arcs;
use crate::codes;
use crate::dim;
use crate::items::{named, unknown_item, unknown_position, variable, zone};
use crate::objects::{Library, ObjectId, Sort};
use crate::session::Session;
use crate::shape::{Direction, Matrix, Shape};
use rustc_hash::FxHashMap;
use zug_model::{BoardModel, CellId, DirId, Grid};
use zug_source::{Diagnostic, NodeId, Origin, Symbol};

pub(crate) const MAX_CELLS: usize = 10_000;
pub(crate) const MAX_DIRS: usize = 250;
const MAX_DIMS: usize = 16;
/// Entries in the tables of all boards of a text.
const MAX_LINKS: usize = 20_000_000;

/// All boards of a text; parents come before their children.
pub(crate) fn build_all(session: &mut Session, library: &Library) -> FxHashMap<ObjectId, Shape> {
    let mut shapes = FxHashMap::default();
    let mut n_links = 0;
    let boards: Vec<ObjectId> = library.of_sort(Sort::Board).map(|(id, _)| id).collect();
    for board in boards {
        build(session, library, board, &mut shapes, &mut n_links);
    }
    if n_links > MAX_LINKS {
        let message = "the boards of this text are too large taken together";
        session.report(Diagnostic::error(codes::TOO_LARGE, Origin::NOWHERE, message));
    }
    shapes
}

fn build(
    session: &mut Session,
    library: &Library,
    id: ObjectId,
    shapes: &mut FxHashMap<ObjectId, Shape>,
    n_links: &mut usize,
) {
    // Parents first, without recursion: chains may be long. Circles have been cut.
    let mut open = vec![id];
    while let Some(&next) = open.last() {
        let waiting: Vec<ObjectId> = library.objects[next]
            .parents
            .values()
            .flatten()
            .copied()
            .filter(|parent| !shapes.contains_key(parent))
            .collect();
        if waiting.is_empty() {
            open.pop();
            if !shapes.contains_key(&next) {
                let mut shape = Shape::default();
                if *n_links <= MAX_LINKS {
                    shape = Maker { s: session, library, shapes, shape }.make(next);
                    *n_links += shape.cells.len() * (1 + shape.dirs.len());
                }
                shapes.insert(next, shape);
            }
        } else {
            open.extend(waiting);
        }
    }
}

pub(crate) struct Maker<'a> {
    pub(crate) s: &'a mut Session,
    library: &'a Library,
    shapes: &'a FxHashMap<ObjectId, Shape>,
    pub(crate) shape: Shape,
}

impl Maker<'_> {
    fn make(mut self, id: ObjectId) -> Shape {
        let object = &self.library.objects[id];
        let (mut dims, mut own, mut later) = (Vec::new(), Vec::new(), Vec::new());
        let mut matrices = Vec::new();
        for item in self.s.arguments(object.node) {
            if let Some(parents) = object.parents.get(&item) {
                for parent in parents {
                    if let Some(parent) = self.shapes.get(parent) {
                        self.inherit(parent, object.node);
                    }
                }
                continue;
            }
            match self.s.head(item) {
                Some("name" | "is-a") => {}
                Some("dim") => dims.extend(self.dimension(item)),
                Some("dir") => own.extend(self.direction(item)),
                Some("grid") => matrices.extend(self.grid(item)),
                _ => later.push(item),
            }
        }
        let mut dirs = std::mem::take(&mut self.shape.loose);
        // An own direction replaces an inherited one; two own ones are a mistake.
        dirs.retain(|old| own.iter().all(|new: &Direction| new.name != old.name));
        for dir in own {
            if dirs.iter().any(|old| old.name == dir.name) {
                self.twice("direction", dir.name, dir.node);
            } else {
                dirs.push(dir);
            }
        }
        if dims.is_empty() {
            // Grids of this board use them too.
            for matrix in &mut matrices {
                let own = std::mem::take(&mut matrix.dirs);
                matrix.dirs =
                    dirs.iter().filter(|dir| own.iter().all(|o| o.name != dir.name)).cloned().collect();
                matrix.dirs.extend(own);
            }
            if matrices.is_empty() {
                self.shape.loose = dirs;
            }
        } else {
            let matrix = Matrix { dims, dirs, cells: Vec::new(), origin: object.origin };
            matrices.insert(0, matrix);
        }
        for matrix in &mut matrices {
            self.make_cells(matrix, object.node);
        }
        self.finish(matrices, &later, object.origin);
        self.shape
    }

    fn finish(&mut self, mut matrices: Vec<Matrix>, later: &[NodeId], origin: Origin) {
        let of = |maker: &Self, word: &str| -> Vec<NodeId> {
            later.iter().copied().filter(|&item| maker.s.is_form(item, word)).collect()
        };
        for item in of(self, "pos") {
            self.s.arity(item, 1, usize::MAX);
            for position in self.s.arguments(item) {
                if let Some(name) = self.s.new_name(position, "the name of a position") {
                    self.add_cell(name, position);
                }
            }
        }
        let links = of(self, "link");
        let mut unlinks = arcs::Unlinks::default();
        for item in of(self, "unlink") {
            self.unlink(item, &matrices, &links, &mut unlinks);
        }
        self.delete(&unlinks.cells, &mut matrices);
        for matrix in &matrices {
            self.make_arcs(matrix);
        }
        for item in links {
            self.link(item);
        }
        self.delete_arcs(&unlinks);
        self.drop_empty_directions();
        arcs::find_opposites(&mut self.shape);
        for &item in later {
            self.item(item);
        }
        for matrix in matrices {
            self.shape.grids.push(matrix.into_grid());
        }
        let too_many = self.shape.cells.len() >= MAX_CELLS;
        if too_many {
            let message = format!("too many positions: at most {}", MAX_CELLS - 1);
            self.s.report(Diagnostic::error(codes::TOO_MANY, origin, message));
        }
    }

    /// Items that do not change the graph.
    fn item(&mut self, item: NodeId) {
        let head = self.s.head(item).map(str::to_owned);
        match head.as_deref() {
            Some("pos" | "link" | "unlink") => {}
            Some("let" | "attribute") => {
                if let Some(var) = variable(self.s, item) {
                    self.shape.vars.retain(|old| old.0 != var.0);
                    self.shape.vars.push(var);
                }
            }
            Some("zone") => {
                if let Some((name, positions)) = zone(self.s, item) {
                    let cells = positions.iter().filter_map(|&position| self.cell(position)).collect();
                    self.add_zone(name, cells);
                }
            }
            Some("model") => self.model(item),
            Some("opposite") => self.opposite(item),
            // A bare word was reported with the object.
            _ if self.s.is_list(item) => unknown_item(self.s, item, "board", &ITEMS),
            _ => {}
        }
    }

    fn model(&mut self, item: NodeId) {
        if !self.s.arity(item, 1, 1) {
            return;
        }
        let value = self.s.arguments(item)[0];
        match self.s.word(value, "`cell`, `stack` or `heap`").map(|word| self.s.name(word)) {
            Some("cell") => self.shape.model = Some(BoardModel::Single),
            Some("stack") => self.shape.model = Some(BoardModel::Stack),
            Some("heap") => self.shape.model = Some(BoardModel::Heap),
            Some(_) => self.s.unexpected(value, "`cell`, `stack` or `heap`"),
            None => {}
        }
    }

    /// `(opposite there back)`.
    fn opposite(&mut self, item: NodeId) {
        if !self.s.arity(item, 2, 2) {
            return;
        }
        let arguments = self.s.arguments(item);
        if let (Some(there), Some(back)) = (self.known_dir(arguments[0]), self.known_dir(arguments[1])) {
            self.shape.opposite[there.idx()] = Some(back);
            self.shape.opposite[back.idx()] = Some(there);
        }
    }

    fn add_zone(&mut self, name: Symbol, cells: Vec<CellId>) {
        match self.shape.zones.iter_mut().find(|zone| zone.0 == name) {
            Some(zone) => {
                let new: Vec<CellId> = cells.into_iter().filter(|cell| !zone.1.contains(cell)).collect();
                zone.1.extend(new);
            }
            None => self.shape.zones.push((name, cells)),
        }
    }

    fn known_dir(&mut self, node: NodeId) -> Option<DirId> {
        let name = self.s.word(node, "a direction")?;
        let found = self.shape.dir_ids.get(&name).copied();
        if found.is_none() {
            let known = self.s.candidates(&self.shape.dirs);
            let word = self.s.text_of(name);
            let known = known.iter().map(String::as_str);
            self.s.unknown(codes::UNKNOWN_DIRECTION, node, "direction", &word, known);
        }
        found
    }

    fn inherit(&mut self, parent: &Shape, node: NodeId) {
        self.shape.loose.retain(|old| parent.loose.iter().all(|new| new.name != old.name));
        self.shape.loose.extend(parent.loose.iter().cloned());
        self.shape.vars.retain(|old| parent.vars.iter().all(|new| new.0 != old.0));
        self.shape.vars.extend(&parent.vars);
        self.shape.model = parent.model.or(self.shape.model);
        let mut map = Vec::with_capacity(parent.cells.len());
        for &cell in &parent.cells {
            if self.shape.cell_ids.contains_key(&cell) {
                // One message: the others would say the same.
                return self.twice("position", cell, node);
            }
            map.push(self.add_cell(cell, node));
        }
        let mapped = |cell: CellId| map.get(cell.idx()).copied().flatten();
        for (dir, &name) in parent.dirs.iter().enumerate() {
            let Some(to) = self.intern_dir(name, node) else { continue };
            for (from, target) in parent.links[dir].iter().enumerate() {
                if let (Some(from), Some(target)) = (map[from], target.and_then(mapped)) {
                    self.shape.links[to.idx()][from.idx()] = Some(target);
                }
            }
        }
        for (name, cells) in &parent.zones {
            self.add_zone(*name, cells.iter().filter_map(|&cell| mapped(cell)).collect());
        }
        for grid in &parent.grids {
            let cells = grid.cells.iter().map(|cell| cell.and_then(mapped)).collect();
            self.shape.grids.push(Grid { cells, ..grid.clone() });
        }
    }

    pub(crate) fn twice(&mut self, what: &str, name: Symbol, node: NodeId) {
        let message = format!("the {what} `{}` is declared twice", self.s.name(name));
        self.s.error(codes::DECLARED_TWICE, node, message);
    }

    /// A new position; `None` if there is no room.
    pub(crate) fn add_cell(&mut self, name: Symbol, node: NodeId) -> Option<CellId> {
        if let Some(&cell) = self.shape.cell_ids.get(&name) {
            self.twice("position", name, node);
            return Some(cell);
        }
        if self.shape.cells.len() >= MAX_CELLS {
            return None;
        }
        let id = CellId(self.shape.cells.len() as u16);
        self.shape.cells.push(name);
        self.shape.cell_ids.insert(name, id);
        for links in &mut self.shape.links {
            links.push(None);
        }
        Some(id)
    }

    /// The number of a direction, a new one if it is new; `None` if there is no room.
    pub(crate) fn intern_dir(&mut self, name: Symbol, node: NodeId) -> Option<DirId> {
        if let Some(&dir) = self.shape.dir_ids.get(&name) {
            return Some(dir);
        }
        if self.shape.dirs.len() >= MAX_DIRS {
            let message = format!("too many directions: at most {MAX_DIRS}");
            self.s.error(codes::TOO_MANY, node, message);
            return None;
        }
        let id = DirId(self.shape.dirs.len() as u16);
        self.shape.dirs.push(name);
        self.shape.dir_ids.insert(name, id);
        self.shape.links.push(vec![None; self.shape.cells.len()]);
        Some(id)
    }

    /// A position that exists.
    pub(crate) fn cell(&mut self, node: NodeId) -> Option<CellId> {
        let name = self.s.label(node, "the name of a position")?;
        let found = self.shape.cell_ids.get(&name).copied();
        if found.is_none() {
            unknown_position(self.s, node, name, &self.shape);
        }
        found
    }

    fn dimension(&mut self, item: NodeId) -> Option<Vec<String>> {
        if !self.s.arity(item, 1, 1) {
            return None;
        }
        let node = self.s.arguments(item)[0];
        let text = self.s.label(node, "a text such as \"a-h\"")?;
        match dim::labels(self.s.name(text)) {
            Ok(labels) => Some(labels),
            Err(problem) => {
                let message = format!("this dimension cannot be read: {problem}");
                let problem = Diagnostic::error(codes::BAD_DIMENSION, self.s.origin(node), message)
                    .hint("write ranges such as \"a-h\" or \"8-1\", or labels with `/` between them");
                self.s.report(problem);
                None
            }
        }
    }

    /// `(dir (name n) deltas… (wrap dimensions…))`.
    fn direction(&mut self, item: NodeId) -> Option<Direction> {
        if !self.s.arity(item, 2, usize::MAX) {
            return None;
        }
        let arguments = self.s.arguments(item);
        let name = named(self.s, arguments[0])?;
        let (mut deltas, mut wrap) = (Vec::new(), Vec::new());
        for &part in &arguments[1..] {
            if self.s.is_form(part, "wrap") {
                self.s.arity(part, 1, usize::MAX);
                for number in self.s.arguments(part) {
                    wrap.push(self.s.number(number, 1, MAX_DIMS as i32)? as usize - 1);
                }
            } else {
                deltas.push(self.s.number(part, -10_000, 10_000)?);
            }
        }
        Some(Direction { name, deltas, wrap, node: item })
    }

    fn grid(&mut self, item: NodeId) -> Option<Matrix> {
        let (mut dims, mut dirs) = (Vec::new(), Vec::new());
        for part in self.s.arguments(item) {
            match self.s.head(part) {
                Some("dim") => dims.extend(self.dimension(part)),
                Some("dir") => dirs.extend(self.direction(part)),
                _ => unknown_item(self.s, part, "grid", &["dim", "dir"]),
            }
        }
        if dims.is_empty() {
            self.s.error(codes::MISSING, item, "a grid needs at least one `dim`");
            return None;
        }
        Some(Matrix { dims, dirs, cells: Vec::new(), origin: self.s.origin(item) })
    }

    /// The positions of a matrix: first dimension outermost.
    fn make_cells(&mut self, matrix: &mut Matrix, node: NodeId) {
        let total = matrix.dims.iter().try_fold(1usize, |total, dim| total.checked_mul(dim.len()));
        let total = total.filter(|&total| total + self.shape.cells.len() < MAX_CELLS);
        let Some(total) = total.filter(|_| matrix.dims.len() <= MAX_DIMS) else {
            let message = format!("too many positions: at most {}", MAX_CELLS - 1);
            self.s.report(Diagnostic::error(codes::TOO_MANY, matrix.origin, message));
            matrix.dims = vec![Vec::new()];
            return;
        };
        let mut name = String::new();
        for index in 0..total {
            name.clear();
            let mut stride = total;
            for dim in &matrix.dims {
                stride /= dim.len();
                name.push_str(&dim[index / stride % dim.len()]);
            }
            let symbol = self.s.symbols.intern(&name);
            matrix.cells.push(self.add_cell(symbol, node));
        }
    }
}

const ITEMS: [&str; 13] = [
    "name",
    "is-a",
    "let",
    "attribute",
    "dim",
    "grid",
    "dir",
    "pos",
    "link",
    "unlink",
    "zone",
    "model",
    "opposite",
];
