//! A text picture of any board, for terminals.
//!
//! A board is drawn by its chart, in the rows of the drawing; cells that are in none are listed. No words but names of the game
//! are used, so that the picture serves in every language.

mod canvas;
mod symbols;

use crate::layout::{Arrangement, Chart};
use canvas::{drawn, side_by_side};
use symbols::Symbols;
use zug_game::ir::Pile;
use zug_game::{CellId, KindId, PlayerId, State, UNLIMITED};

/// The board, what stands beside it, and the reserves, as lines of text; on request seen from the other side.
pub fn picture(state: &State, arrangement: &Arrangement, turned: bool) -> String {
    let board = &state.game().ir().board;
    let symbols = Symbols::new(state, arrangement);
    let chart = Chart::new(board, arrangement, turned);
    let blocks = chart.blocks.iter().map(|block| drawn(block, |seat| symbols.seat(state, seat))).collect();
    let mut out = String::new();
    side_by_side(blocks).iter().for_each(|line| push_line(&mut out, line));
    list(state, &chart.beside, &mut out);
    symbols.legend().iter().for_each(|line| push_line(&mut out, line));
    reserves(state, &mut out);
    out
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// `cell: what stands there`; the empty ones that are to be seen in a line of their own.
fn list(state: &State, cells: &[CellId], out: &mut String) {
    let mut empty = Vec::new();
    for &cell in cells {
        let name = state.game().cell_name(cell);
        let here = occupants(state, cell);
        if !here.is_empty() {
            push_line(out, &format!("{name}: {}", here.join(", ")));
        } else if state.game().ir().board.cells.get(cell.idx()).is_some_and(|cell| !cell.hidden) {
            empty.push(name);
        }
    }
    if !empty.is_empty() {
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
