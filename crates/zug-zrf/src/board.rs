//! The board: cells, links, zones and symmetries.
//!
//! Cells are made first, whatever the order of the text, so that links may mention cells declared
//! below them. Then links are made, cut and made again in the order written. Cells that
//! `kill-positions` took away are left out only at the end, when everything gets its final number.

use crate::codes;
use crate::expand::{Item, Kids, List, What};
use crate::game::Builder;
use crate::grid::DraftGrid;
use crate::scope::{MAX_CELLS, Sort};
use crate::statements::{Keyword, Statement};
use rustc_hash::FxHashMap;
use zug_model::{Board, Cell, CellId, DirId, Grid};
use zug_source::{Origin, Symbol};

/// The cell a link leads to while the board is made; `NOWHERE` for none.
type Target = u16;
const NOWHERE: Target = Target::MAX;
const _: () = assert!(MAX_CELLS < NOWHERE as usize);

/// A board being made. Numbers of cells are not final.
#[derive(Default)]
pub(crate) struct Draft {
    cells: Vec<DraftCell>,
    by_name: FxHashMap<Symbol, u16>,
    /// `links[dir][cell]`.
    links: Vec<Vec<Target>>,
    pub(crate) grids: Vec<DraftGrid>,
}

struct DraftCell {
    name: Symbol,
    rect: Option<[i32; 4]>,
    hidden: bool,
    removed: bool,
}

impl Draft {
    pub(crate) fn n_cells(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn link(&mut self, dir: DirId, from: u16, to: u16) {
        if self.links.len() <= dir.idx() {
            self.links.resize(dir.idx() + 1, Vec::new());
        }
        let arcs = &mut self.links[dir.idx()];
        if arcs.len() <= from as usize {
            arcs.resize(self.cells.len(), NOWHERE);
        }
        arcs[from as usize] = to;
    }

    /// Cuts every link for which `cut(dir, from, to)` holds.
    fn unlink(&mut self, cut: impl Fn(usize, u16, u16) -> bool) {
        for (dir, arcs) in self.links.iter_mut().enumerate() {
            for (from, to) in arcs.iter_mut().enumerate() {
                if *to != NOWHERE && cut(dir, from as u16, *to) {
                    *to = NOWHERE;
                }
            }
        }
    }

    fn target(&self, dir: usize, from: usize) -> Option<usize> {
        let &to = self.links.get(dir)?.get(from)?;
        (to != NOWHERE).then_some(to as usize)
    }
}

/// What becomes of a link, a zone or a piece of the set-up that names something unknown.
pub(crate) const LEFT_OUT: &str = "it is left out";

const STATEMENTS: &[&str] =
    &["image", "grid", "positions", "links", "unlink", "kill-positions", "dummy", "zone", "symmetry"];

/// A statement of a board.
pub(crate) struct Part {
    word: String,
    pub(crate) list: List,
    pub(crate) origin: Origin,
}

/// `[player]` has the directions a player turns and what they become.
pub(crate) type Symmetries = Vec<Vec<(DirId, DirId)>>;

impl Builder<'_> {
    /// All `board` statements together.
    pub(crate) fn boards(&mut self, statements: &[Statement], origin: Origin) -> (Board, Symmetries) {
        let here = self.s.here();
        let mut parts = Vec::new();
        for statement in statements.iter().filter(|statement| statement.keyword == Keyword::Board) {
            let kids = self.s.open_for_good(statement.list);
            self.parts(kids, &mut parts);
        }
        if !statements.iter().any(|statement| statement.keyword == Keyword::Board) {
            self.missing("board", origin);
        }
        let mut draft = Draft::default();
        for part in &parts {
            self.cells_of(part, &mut draft);
        }
        let mut next_grid = 0;
        for part in &parts {
            self.links_of(part, &mut draft, &mut next_grid);
        }
        let mut board = self.finish(draft);
        let mut symmetries = vec![Vec::new(); self.scope.players.len()];
        for part in &parts {
            match part.word.as_str() {
                "zone" => self.zone(part, &mut board),
                "symmetry" => self.symmetry(part, &mut symmetries),
                "image" => self.board_image(part),
                _ => {}
            }
        }
        self.s.close(here);
        (board, symmetries)
    }

    fn parts(&mut self, board: Kids, parts: &mut Vec<Part>) {
        for at in 1..board.len() {
            let Some(item) = self.s.kid(board, at) else { continue };
            let What::List(list) = item.what else {
                self.s.unexpected(item, "a statement of the board in parentheses");
                continue;
            };
            let word = self.s.head(list).map_or(String::new(), |head| self.s.name(head).to_owned());
            if STATEMENTS.contains(&word.as_str()) {
                parts.push(Part { word, list, origin: item.origin });
            } else {
                let known = STATEMENTS.iter().copied();
                self.s.unknown(
                    codes::UNKNOWN_STATEMENT,
                    self.s.head_origin(list),
                    "statement of a board",
                    &word,
                    known,
                );
            }
        }
    }

    fn cells_of(&mut self, part: &Part, draft: &mut Draft) {
        let kids = self.s.open(part.list);
        match part.word.as_str() {
            "grid" => {
                if let Some(grid) = self.grid(kids, part.origin, draft) {
                    draft.grids.push(grid);
                }
            }
            "positions" => {
                for at in 1..kids.len() {
                    if let Some(item) = self.s.kid(kids, at) {
                        self.position(item, draft);
                    }
                }
            }
            "dummy" => {
                for at in 1..kids.len() {
                    let Some(item) = self.s.kid(kids, at) else { continue };
                    let Some(name) = self.s.text(item, "the name of a position") else { continue };
                    let cell = match draft.by_name.get(&name) {
                        Some(&cell) => Some(cell),
                        None => self.new_cell(draft, name, None, item.origin),
                    };
                    if let Some(cell) = cell {
                        draft.cells[cell as usize].hidden = true;
                    }
                }
            }
            _ => {}
        }
        self.s.close(kids);
    }

    /// `(name left top right bottom)`, or only a name as z2j allows.
    fn position(&mut self, item: Item, draft: &mut Draft) {
        let What::List(list) = item.what else {
            if let Some(name) = self.s.text(item, "the name of a position") {
                self.new_cell(draft, name, None, item.origin);
            }
            return;
        };
        let kids = self.s.open(list);
        match (self.s.kid(kids, 0), kids.len()) {
            (Some(first), 5) => {
                if let Some(name) = self.s.text(first, "the name of a position") {
                    let rect = self.rectangle(kids);
                    self.new_cell(draft, name, rect, first.origin);
                }
            }
            _ => self.s.unexpected(item, "a position such as `(name left top right bottom)`"),
        }
        self.s.close(kids);
    }

    /// The first four arguments of a list.
    pub(crate) fn rectangle(&mut self, kids: Kids) -> Option<[i32; 4]> {
        let mut rect = [0; 4];
        for (at, side) in rect.iter_mut().enumerate() {
            let item = self.s.kid(kids, at + 1)?;
            *side = self.s.number(item, -1_000_000, 1_000_000)?;
        }
        Some(rect)
    }

    pub(crate) fn new_cell(
        &mut self,
        draft: &mut Draft,
        name: Symbol,
        rect: Option<[i32; 4]>,
        origin: Origin,
    ) -> Option<u16> {
        if self.s.name(name).is_empty() {
            self.s.error(codes::MISSING, origin, "this position has no name");
            return None;
        }
        if draft.by_name.contains_key(&name) {
            let message = format!("position `{}` is declared twice", self.s.name(name));
            self.s.error(codes::DECLARED_TWICE, origin, message);
            return None;
        }
        if draft.cells.len() >= MAX_CELLS {
            self.too_many_cells(origin);
            return None;
        }
        let cell = draft.cells.len() as u16;
        draft.cells.push(DraftCell { name, rect, hidden: false, removed: false });
        draft.by_name.insert(name, cell);
        Some(cell)
    }

    pub(crate) fn too_many_cells(&mut self, origin: Origin) {
        self.s.error(codes::TOO_MANY, origin, format!("too many positions: at most {MAX_CELLS}"));
    }

    fn links_of(&mut self, part: &Part, draft: &mut Draft, next_grid: &mut usize) {
        match part.word.as_str() {
            "grid" => {
                // A grid with errors was not kept; its links are not missed any more.
                let here = draft.grids.get(*next_grid).is_some_and(|grid| grid.origin == part.origin);
                if here {
                    self.grid_links(*next_grid, draft);
                    *next_grid += 1;
                }
            }
            "links" => {
                let kids = self.s.open(part.list);
                self.links(kids, part.origin, draft);
                self.s.close(kids);
            }
            "unlink" => {
                let kids = self.s.open(part.list);
                self.unlink(kids, draft);
                self.s.close(kids);
            }
            "kill-positions" => {
                let kids = self.s.open(part.list);
                self.kill(kids, draft);
                self.s.close(kids);
            }
            _ => {}
        }
    }

    fn links(&mut self, kids: Kids, origin: Origin, draft: &mut Draft) {
        if !self.arity(kids, 1, usize::MAX, origin) {
            return;
        }
        let Some(first) = self.s.kid(kids, 1) else { return };
        let Some(name) = self.s.word(first, "a direction") else { return };
        let dir = DirId(self.scope.intern(self.s, Sort::Dir, name, first.origin));
        for at in 2..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(list) = item.what else {
                self.s.unexpected(item, "a pair of positions");
                continue;
            };
            let pair = self.s.open(list);
            match (self.s.kid(pair, 0), self.s.kid(pair, 1), pair.len()) {
                (Some(from), Some(to), 2) => {
                    let from = self.draft_cell(from, draft);
                    let to = self.draft_cell(to, draft);
                    if let (Some(from), Some(to)) = (from, to) {
                        draft.link(dir, from, to);
                    }
                }
                _ => self.s.unexpected(item, "a pair of positions"),
            }
            self.s.close(pair);
        }
    }

    /// `a`: all links of a cell; `(a b)`: all between two cells; `(a dir)`: that link.
    fn unlink(&mut self, kids: Kids, draft: &mut Draft) {
        let mut alone = vec![false; draft.cells.len()];
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(list) = item.what else {
                if let Some(cell) = self.draft_cell(item, draft) {
                    alone[cell as usize] = true;
                }
                continue;
            };
            let pair = self.s.open(list);
            if let Some(first) = self.s.kid(pair, 0)
                && let Some(cell) = self.draft_cell(first, draft)
            {
                for at in 1..pair.len() {
                    let Some(other) = self.s.kid(pair, at) else { continue };
                    self.unlink_pair(cell, other, draft);
                }
            }
            self.s.close(pair);
        }
        draft.unlink(|_, from, to| alone[from as usize] || alone[to as usize]);
    }

    fn unlink_pair(&mut self, cell: u16, other: Item, draft: &mut Draft) {
        let Some(name) = self.s.word(other, "a position or direction") else { return };
        if let Some(dir) = self.scope.dir(name) {
            draft.unlink(|this, from, _| this == dir.idx() && from == cell);
        } else if let Some(&other) = draft.by_name.get(&name) {
            draft.unlink(|_, from, to| (from, to) == (cell, other) || (from, to) == (other, cell));
        } else {
            self.draft_cell(other, draft);
        }
    }

    fn kill(&mut self, kids: Kids, draft: &mut Draft) {
        let mut killed = vec![false; draft.cells.len()];
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            if let Some(cell) = self.draft_cell(item, draft) {
                killed[cell as usize] = true;
            }
        }
        draft.unlink(|_, from, to| killed[from as usize] || killed[to as usize]);
        for (cell, _) in killed.iter().enumerate().filter(|&(_, &killed)| killed) {
            draft.cells[cell].removed = true;
            let name = draft.cells[cell].name;
            draft.by_name.remove(&name);
            self.scope.removed.insert(name);
        }
    }

    /// A cell by name, while the board is made. What names a cell that there is not is left out.
    fn draft_cell(&mut self, item: Item, draft: &Draft) -> Option<u16> {
        let name = self.s.text(item, "the name of a position")?;
        let cell = draft.by_name.get(&name).copied();
        if cell.is_none() {
            let left = draft.cells.iter().filter(|cell| self.s.wants_hints() && !cell.removed);
            let known: Vec<String> = left.map(|cell| self.s.name(cell.name).to_owned()).collect();
            self.scope.passed_over(self.s, Sort::Cell, name, item.origin, LEFT_OUT, &known);
        }
        cell
    }

    /// Gives the cells that are left their numbers.
    fn finish(&mut self, draft: Draft) -> Board {
        self.scope.opposite = self.opposites(&draft);
        let mut numbers: Vec<Option<CellId>> = Vec::with_capacity(draft.cells.len());
        let mut cells = Vec::new();
        for cell in &draft.cells {
            numbers.push((!cell.removed).then(|| {
                let id = self.scope.intern(self.s, Sort::Cell, cell.name, Origin::NOWHERE);
                let name = self.s.name(cell.name).to_owned();
                cells.push(Cell { name, rect: cell.rect, hidden: cell.hidden });
                CellId(id)
            }));
        }
        let n_dirs = self.scope.dirs.len();
        let mut links = vec![vec![None; cells.len()]; n_dirs];
        for (dir, arcs) in links.iter_mut().enumerate() {
            for (from, &number) in numbers.iter().enumerate() {
                if let (Some(number), Some(to)) = (number, draft.target(dir, from)) {
                    arcs[number.idx()] = numbers[to];
                }
            }
        }
        let grids = draft.grids.into_iter().map(|grid| Grid {
            cells: grid.cells.iter().map(|&cell| numbers[cell as usize]).collect(),
            dims: grid.dims,
            origin: grid.origin,
        });
        Board {
            cells,
            dirs: self.scope.dirs.texts(&self.s.symbols),
            links,
            opposite: self.scope.opposite.clone(),
            zones: Vec::new(),
            grids: grids.collect(),
        }
    }

    /// The direction back: in grids the one with the negated vector, else the first that leads back
    /// from everywhere.
    fn opposites(&self, draft: &Draft) -> Vec<Option<DirId>> {
        let n_dirs = self.scope.dirs.len();
        let dirs = || (0..n_dirs as u16).map(DirId);
        let leads_back = |dir: DirId, back: DirId| {
            let mut leads = false;
            for from in 0..draft.cells.len() {
                if let Some(to) = draft.target(dir.idx(), from) {
                    leads = true;
                    if draft.target(back.idx(), to) != Some(from) {
                        return false;
                    }
                }
            }
            leads
        };
        let is_negated = |dir: DirId, back: DirId| {
            let mut vectors =
                draft.grids.iter().filter_map(|grid| grid.vector(dir).map(|v| (grid, v))).peekable();
            vectors.peek().is_some()
                && vectors.all(|(grid, vector)| {
                    grid.vector(back).is_some_and(|other| vector.iter().zip(other).all(|(&a, &b)| a == -b))
                })
        };
        let opposite = |dir| {
            dirs().find(|&back| is_negated(dir, back)).or_else(|| dirs().find(|&back| leads_back(dir, back)))
        };
        dirs().map(opposite).collect()
    }

    /// The name of a direction that must exist.
    pub(crate) fn dir(&mut self, item: Item) -> Option<DirId> {
        let name = self.s.word(item, "a direction")?;
        self.scope.resolve(self.s, Sort::Dir, name, item.origin).map(DirId)
    }

    fn board_image(&mut self, part: &Part) {
        let kids = self.s.open(part.list);
        for at in 1..kids.len() {
            if let Some(Item { what: What::Str(file) | What::Atom(file), .. }) = self.s.kid(kids, at) {
                let file = self.s.name(file).to_owned();
                self.chosen.presentation.push(("board image".to_owned(), file));
            }
        }
        self.s.close(kids);
    }
}
