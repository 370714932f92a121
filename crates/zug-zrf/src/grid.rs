//! Grids: arrays of cells of any number of dimensions, with directions as vectors.

use crate::board::Draft;
use crate::codes;
use crate::expand::{Item, Kids, List, What};
use crate::game::Builder;
use crate::scope::{MAX_CELLS, Sort};
use zug_model::DirId;
use zug_source::{Diagnostic, Origin, Symbol};

/// What a cell, or a link of one, takes from the allowance of elements.
const CELL_COST: usize = 8;

/// A grid of a board being made; numbers of cells are the draft's.
pub(crate) struct DraftGrid {
    /// Labels of each dimension.
    pub(crate) dims: Vec<Vec<String>>,
    /// The first dimension runs fastest.
    pub(crate) cells: Vec<u16>,
    directions: Vec<(DirId, Vec<i32>)>,
    pub(crate) origin: Origin,
}

impl DraftGrid {
    /// The step of a direction, in labels of each dimension.
    pub(crate) fn vector(&self, dir: DirId) -> Option<&[i32]> {
        self.directions.iter().find(|(this, _)| *this == dir).map(|(_, vector)| vector.as_slice())
    }
}

/// A dimension as written.
struct Dimension {
    labels: Vec<String>,
    /// From one label to the next, in the picture.
    offset: (i32, i32),
}

impl Builder<'_> {
    /// Reads a grid and makes its cells. Its links come later, in the order of the board's statements.
    pub(crate) fn grid(&mut self, kids: Kids, origin: Origin, draft: &mut Draft) -> Option<DraftGrid> {
        const KNOWN: [&str; 3] = ["start-rectangle", "dimensions", "directions"];
        let mut start = None;
        let mut dimensions = Vec::new();
        let mut directions = Vec::new();
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            let What::List(list) = item.what else {
                self.s.unexpected(item, "a statement of the grid in parentheses");
                continue;
            };
            let inner = self.s.open(list);
            let word = match self.s.kid(inner, 0) {
                Some(Item { what: What::Atom(word), .. }) => self.s.name(word).to_owned(),
                _ => String::new(),
            };
            match word.as_str() {
                "start-rectangle" => {
                    if self.arity(inner, 4, 4, item.origin) {
                        start = self.rectangle(inner);
                    }
                }
                "dimensions" => {
                    for at in 1..inner.len() {
                        let Some(item) = self.s.kid(inner, at) else { continue };
                        dimensions.extend(self.dimension(item));
                    }
                }
                "directions" => {
                    for at in 1..inner.len() {
                        let Some(item) = self.s.kid(inner, at) else { continue };
                        directions.extend(self.direction(item).map(|direction| (direction, item.origin)));
                    }
                }
                word => self.s.unknown(
                    codes::UNKNOWN_STATEMENT,
                    self.s.head_origin(list),
                    "statement of a grid",
                    word,
                    KNOWN,
                ),
            }
            self.s.close(inner);
        }
        if dimensions.is_empty() {
            self.s.error(codes::MISSING, origin, "this grid has no `dimensions`");
            return None;
        }
        // Checked before any cell is made: two dimensions of a million labels are soon written.
        let size =
            dimensions.iter().try_fold(1usize, |size, dimension| size.checked_mul(dimension.labels.len()));
        if size.is_none_or(|size| size > MAX_CELLS - draft.n_cells().min(MAX_CELLS)) {
            self.too_many_cells(origin);
            return None;
        }
        // A line makes ten thousand cells, in every variant of a file.
        let n_elements = size.unwrap_or(0).saturating_mul(CELL_COST * (1 + directions.len()));
        if !self.s.take_allowance(u32::try_from(n_elements).unwrap_or(u32::MAX), origin) {
            return None;
        }
        directions
            .retain_mut(|((name, vector), place)| self.fit_vector(*name, vector, dimensions.len(), *place));
        let cells = self.grid_cells(&dimensions, start, origin, draft)?;
        let directions = directions.into_iter().map(|((name, vector), place)| {
            (DirId(self.scope.intern(self.s, Sort::Dir, name, place)), vector)
        });
        let directions = directions.collect();
        let dims = dimensions.into_iter().map(|dimension| dimension.labels).collect();
        Some(DraftGrid { dims, cells, directions, origin })
    }

    /// Gives a direction one component for each dimension of its grid. Those that are not written are 0.
    fn fit_vector(
        &mut self,
        name: Symbol,
        vector: &mut Vec<i32>,
        n_dimensions: usize,
        origin: Origin,
    ) -> bool {
        if vector.len() == n_dimensions {
            return true;
        }
        let message = format!(
            "direction `{}` has {} component{}, the grid has {n_dimensions} dimensions",
            self.s.name(name),
            vector.len(),
            if vector.len() == 1 { "" } else { "s" },
        );
        if vector.is_empty() || vector.len() > n_dimensions {
            self.s.error(codes::UNEXPECTED, origin, message);
            return false;
        }
        vector.resize(n_dimensions, 0);
        let problem =
            Diagnostic::warning(codes::UNEXPECTED, origin, message).label("the rest is taken to be 0");
        self.s.report(problem);
        true
    }

    /// `("a/b/c" (dx dy))`.
    fn dimension(&mut self, item: Item) -> Option<Dimension> {
        const EXPECTED: &str = "a dimension such as `(\"a/b/c\" (50 0))`";
        let What::List(list) = item.what else {
            self.s.unexpected(item, EXPECTED);
            return None;
        };
        let kids = self.s.open(list);
        let dimension = match (self.s.kid(kids, 0), self.s.kid(kids, 1)) {
            (Some(labels), Some(Item { what: What::List(offset), .. })) if kids.len() == 2 => {
                let offset = self.offset(offset);
                self.s.text(labels, "labels such as \"a/b/c\"").map(|labels| Dimension {
                    labels: self.s.name(labels).split('/').map(str::to_owned).collect(),
                    offset: offset.unwrap_or((0, 0)),
                })
            }
            _ => {
                self.s.unexpected(item, EXPECTED);
                None
            }
        };
        self.s.close(kids);
        dimension
    }

    fn offset(&mut self, list: List) -> Option<(i32, i32)> {
        let kids = self.s.open(list);
        let mut number = |at| {
            let item = self.s.kid(kids, at)?;
            self.s.number(item, -1_000_000, 1_000_000)
        };
        let offset = number(0).zip(number(1));
        self.s.close(kids);
        offset
    }

    /// `(name d1 d2 …)`.
    fn direction(&mut self, item: Item) -> Option<(Symbol, Vec<i32>)> {
        let What::List(list) = item.what else {
            self.s.unexpected(item, "a direction such as `(n 0 -1)`");
            return None;
        };
        let kids = self.s.open(list);
        let first = self.s.kid(kids, 0);
        let name = first.and_then(|first| self.s.word(first, "the name of a direction"));
        let mut vector = Vec::with_capacity(kids.len());
        for at in 1..kids.len() {
            let Some(item) = self.s.kid(kids, at) else { continue };
            vector.extend(self.s.number(item, -(MAX_CELLS as i32), MAX_CELLS as i32));
        }
        let complete = vector.len() + 1 == kids.len();
        self.s.close(kids);
        name.filter(|_| complete).map(|name| (name, vector))
    }

    fn grid_cells(
        &mut self,
        dimensions: &[Dimension],
        start: Option<[i32; 4]>,
        origin: Origin,
        draft: &mut Draft,
    ) -> Option<Vec<u16>> {
        let size = dimensions.iter().map(|dimension| dimension.labels.len()).product();
        let mut cells = Vec::with_capacity(size);
        let mut name = String::new();
        let mut complete = true;
        for cell in 0..size {
            name.clear();
            let (mut rest, mut dx, mut dy) = (cell, 0i32, 0i32);
            for Dimension { labels, offset } in dimensions {
                let at = rest % labels.len();
                rest /= labels.len();
                name.push_str(&labels[at]);
                dx = dx.saturating_add(offset.0.saturating_mul(at as i32));
                dy = dy.saturating_add(offset.1.saturating_mul(at as i32));
            }
            let rect = start.map(|[left, top, right, bottom]| {
                [
                    left.saturating_add(dx),
                    top.saturating_add(dy),
                    right.saturating_add(dx),
                    bottom.saturating_add(dy),
                ]
            });
            let symbol = self.s.symbols.intern(&name);
            match self.new_cell(draft, symbol, rect, origin) {
                Some(cell) => cells.push(cell),
                None => complete = false,
            }
        }
        complete.then_some(cells)
    }

    pub(crate) fn grid_links(&mut self, grid: usize, draft: &mut Draft) {
        let sizes: Vec<i64> = draft.grids[grid].dims.iter().map(|labels| labels.len() as i64).collect();
        let mut arcs = Vec::new();
        for (dir, vector) in &draft.grids[grid].directions {
            for (number, &from) in draft.grids[grid].cells.iter().enumerate() {
                if let Some(to) = step(number, vector, &sizes) {
                    arcs.push((*dir, from, draft.grids[grid].cells[to]));
                }
            }
        }
        for (dir, from, to) in arcs {
            draft.link(dir, from, to);
        }
    }
}

/// The cell of a grid that lies one vector away.
fn step(from: usize, vector: &[i32], sizes: &[i64]) -> Option<usize> {
    let (mut rest, mut to, mut stride) = (from as i64, 0, 1);
    for (&by, &size) in vector.iter().zip(sizes) {
        let at = rest % size + i64::from(by);
        if !(0..size).contains(&at) {
            return None;
        }
        to += at * stride;
        rest /= size;
        stride *= size;
    }
    Some(to as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_within_every_dimension() {
        let sizes = [3, 2, 2];
        assert_eq!(step(0, &[1, 0, 0], &sizes), Some(1));
        assert_eq!(step(2, &[1, 0, 0], &sizes), None);
        assert_eq!(step(2, &[-2, 1, 1], &sizes), Some(9));
        assert_eq!(step(0, &[0, -1, 0], &sizes), None);
    }
}
