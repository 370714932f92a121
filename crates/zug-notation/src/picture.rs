//! A text picture of any board, for terminals.
//!
//! Grids are drawn row by row with their labels, grids of three dimensions layer by layer. Boards without a grid
//! are drawn by the places of their cells, with the names of the cells beside them; where that gives no picture,
//! and for cells beside a grid, there is a list. No words but names of the game are used, so that the picture
//! serves in every language.

mod canvas;
mod symbols;

use crate::layout::{Plane, planes};
use canvas::{canvas, side_by_side};
use std::collections::HashSet;
use std::fmt::Write;
use symbols::Symbols;
use zug_game::ir::Pile;
use zug_game::{CellId, KindId, PlayerId, State, UNLIMITED};

/// The board, what stands beside it, and the reserves, as lines of text.
pub fn picture(state: &State) -> String {
    picture_from(state, false)
}

/// The same, on request seen from the other side.
pub fn picture_from(state: &State, turned: bool) -> String {
    let board = &state.game().ir().board;
    let symbols = Symbols::new(state);
    let mut out = String::new();
    let mut drawn = HashSet::new();
    for grid in &board.grids {
        for plane in planes(board, grid) {
            let plane = if turned { plane.turned() } else { plane };
            if !out.is_empty() {
                out.push('\n');
            }
            draw_plane(state, &symbols, &plane, &mut out);
        }
        drawn.extend(grid.cells.iter().flatten().copied());
    }
    let rest: Vec<CellId> =
        (0..board.cells.len() as u16).map(CellId).filter(|c| !drawn.contains(c)).collect();
    let (placed, mut rest): (Vec<CellId>, Vec<CellId>) = rest.into_iter().partition(|c| {
        let cell = &board.cells[c.idx()];
        board.grids.is_empty() && !cell.hidden && cell.rect.is_some()
    });
    match draw_placed(state, &symbols, &placed, turned) {
        Some(lines) => lines.iter().for_each(|line| push_line(&mut out, line)),
        None => {
            rest.extend(placed);
            rest.sort();
        }
    }
    list(state, &rest, board.grids.is_empty() && !rest.is_empty(), &mut out);
    symbols.legend().iter().for_each(|line| push_line(&mut out, line));
    reserves(state, &mut out);
    out
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

fn draw_plane(state: &State, symbols: &Symbols, plane: &Plane, out: &mut String) {
    let text = |cell: &Option<CellId>| cell.map_or(String::new(), |c| symbols.cell(state, c));
    let rows: Vec<Vec<String>> = plane.rows.iter().map(|row| row.iter().map(text).collect()).collect();
    let length = |s: &String| s.chars().count();
    let cells = rows.iter().flatten().chain(&plane.column_labels);
    let width = cells.map(length).max().unwrap_or(1).max(1);
    let margin = plane.row_labels.iter().map(length).max().unwrap_or(0);
    let indent = |row: usize| (row as f64 * plane.slant * (width + 1) as f64).round() as i64;
    let last = rows.len().saturating_sub(1);
    let least = indent(0).min(indent(last));
    if !plane.title.is_empty() {
        push_line(out, &format!("[{}]", plane.title));
    }
    let line = |label: &str, row: usize, cells: &[String]| {
        let mut line = format!("{label:>margin$}  ");
        // A board can be as slanted as its author likes; a line cannot.
        let spaces = (indent(row) - least).clamp(0, 200) as usize;
        line.extend(std::iter::repeat_n(' ', spaces));
        for cell in cells {
            let _ = write!(line, "{cell:<width$} ");
        }
        line
    };
    for (number, cells) in rows.iter().enumerate() {
        push_line(out, &line(&plane.row_labels[number], number, cells));
    }
    push_line(out, &line("", last, &plane.column_labels));
}

/// Pieces where the cells are, names of the cells beside them.
fn draw_placed(state: &State, symbols: &Symbols, cells: &[CellId], turned: bool) -> Option<Vec<String>> {
    let board = &state.game().ir().board;
    let seen = |[left, top, right, bottom]: [i32; 4]| {
        let far = |n: i32| n.saturating_neg();
        if turned { [far(right), far(bottom), far(left), far(top)] } else { [left, top, right, bottom] }
    };
    let place = |c: &CellId| board.cells[c.idx()].rect.map(|rect| (*c, seen(rect)));
    let places: Vec<(CellId, [i32; 4])> = cells.iter().filter_map(place).collect();
    let pieces = canvas(&places, |c| symbols.cell(state, c))?;
    let names = canvas(&places, |c| board.cells[c.idx()].name.clone())?;
    Some(side_by_side(pieces, names))
}

/// `cell: what stands there`; the empty ones in a line of their own, if asked for.
fn list(state: &State, cells: &[CellId], with_empty: bool, out: &mut String) {
    let mut empty = Vec::new();
    for &cell in cells {
        let name = state.game().cell_name(cell);
        let here = occupants(state, cell);
        if here.is_empty() {
            empty.push(name);
        } else {
            push_line(out, &format!("{name}: {}", here.join(", ")));
        }
    }
    if with_empty && !empty.is_empty() {
        push_line(out, &format!(". {}", empty.join(" ")));
    }
}

/// What a cell holds, bottom to top.
fn occupants(state: &State, cell: CellId) -> Vec<String> {
    let game = state.game();
    let name = |p: zug_game::Piece| format!("{} {}", game.player_name(p.owner()), game.kind_name(p.kind()));
    match game.ir().rules.pile {
        Pile::Single => {
            Some(state.position().piece(cell)).filter(|p| p.is_some()).map(name).into_iter().collect()
        }
        Pile::Stack => state.position().stack(cell).map(name).collect(),
        Pile::Heap => {
            state.position().heap(game.program(), cell).map(|(p, n)| format!("{n} {}", name(p))).collect()
        }
    }
}

/// `White: [2 Pawn, * Stone]`.
fn reserves(state: &State, out: &mut String) {
    let game = state.game();
    for player in (0..game.ir().players.len() as u16).map(PlayerId) {
        let kinds = (0..game.ir().kinds.len() as u16).map(KindId);
        let held: Vec<String> = kinds
            .map(|kind| (kind, state.position().reserve(game.program(), player, kind)))
            .filter(|(_, n)| *n > 0)
            .map(|(kind, n)| match n {
                UNLIMITED => format!("* {}", game.kind_name(kind)),
                n => format!("{n} {}", game.kind_name(kind)),
            })
            .collect();
        if !held.is_empty() {
            push_line(out, &format!("{}: [{}]", game.player_name(player), held.join(", ")));
        }
    }
}

#[cfg(test)]
mod tests;
