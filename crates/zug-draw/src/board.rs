//! The board: its ground, its cells, its lines, and the names of rows and columns.

mod beside;
mod grid;
mod labels;
mod lines;
mod pits;
mod tables;
mod zones;

pub use zones::zone_cells;

use crate::draft::Draft;
use crate::look::Style;
use zug_notation::layout::Lattice;

/// Draws everything of the board but what stands on it.
pub(crate) fn draw(draft: &mut Draft) {
    let tables = draft.style == Style::Tables && tables::draw(draft);
    match draft.style {
        _ if tables => {}
        Style::Pits => pits::draw(draft),
        Style::Points => lines::draw(draft),
        Style::Holes => grid::holes(draft),
        Style::Squares | Style::Chequered | Style::Tables => match draft.places.lattice {
            Lattice::Squares => grid::squares(draft),
            Lattice::Hexagons(rose) => grid::hexagons(draft, rose),
            Lattice::Free => grid::free(draft),
        },
    }
    zones::draw(draft);
    labels::draw(draft);
    beside::draw(draft);
}
