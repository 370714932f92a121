//! Points of SGF, for games in which stones are put on a grid: `dd` is the fourth column from the left and the fourth
//! row from the top. A pass is an empty point.

use super::choice::{Choice, MoveError, find_name};
use super::settle;
use crate::layout::planes;
use crate::position::{Settings, StyleError};
use zug_game::{CellId, Game, Move, PlayerId};

/// How moves of a game are written as points.
#[derive(Clone, PartialEq, Debug)]
pub struct Points {
    /// From the top.
    rows: Vec<Vec<Option<CellId>>>,
    /// Who is `B`, who is `W`.
    sides: [PlayerId; 2],
}

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The empty text would be lost in a list.
const PASS: &str = "pass";

impl Points {
    pub fn new(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        let ir = game.ir();
        let unfit = |what: &str| Err(StyleError::Unfit(format!("SGF has no points for this game: {what}")));
        if settings.sgf_moves.as_deref() != Some("points") {
            return unfit("its moves are no stones that are put on points");
        }
        let flat: Vec<_> = ir.board.grids.iter().filter(|g| g.dims.len() == 2).collect();
        let [grid] = flat[..] else { return unfit("its board is not one grid of two dimensions") };
        let rows = planes(&ir.board, grid).into_iter().next().map(|p| p.rows).unwrap_or_default();
        let columns = rows.first().map_or(0, Vec::len);
        if rows.len().max(columns) > LETTERS.len() {
            return unfit("its board is too large");
        }
        let side = |letter| {
            let mut named = (0..ir.players.len() as u16).map(PlayerId).filter(|p| ir.is_active(*p));
            named.find(|p| game.player_name(*p).to_uppercase().starts_with(letter))
        };
        match (side('B'), side('W')) {
            (Some(black), Some(white)) => Ok(Points { rows, sides: [black, white] }),
            _ => unfit("its players are not Black and White"),
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.first().map_or(0, Vec::len), self.rows.len())
    }

    pub(crate) fn sides(&self) -> [PlayerId; 2] {
        self.sides
    }

    /// `B` or `W`.
    pub(crate) fn letter(&self, player: PlayerId) -> Option<&'static str> {
        self.sides.iter().position(|p| *p == player).and_then(|i| ["B", "W"].get(i).copied())
    }

    pub(crate) fn point(&self, cell: CellId) -> Option<String> {
        let column = |row: &Vec<Option<CellId>>| row.iter().position(|c| *c == Some(cell));
        let (row, column) = self.rows.iter().enumerate().find_map(|(r, row)| Some((r, column(row)?)))?;
        Some([*LETTERS.get(column)?, *LETTERS.get(row)?].map(char::from).iter().collect())
    }

    pub(crate) fn cell(&self, point: &str) -> Option<CellId> {
        let place = |b: u8| LETTERS.iter().position(|l| *l == b);
        let &[column, row] = point.as_bytes() else { return None };
        self.rows.get(place(row)?)?.get(place(column)?).copied().flatten()
    }

    /// Does it mean that nobody puts a stone? Old files of boards up to 19 write `tt`.
    fn is_pass(&self, point: &str) -> bool {
        let (columns, rows) = self.size();
        point.is_empty() || point == PASS || point == "tt" && columns <= 19 && rows <= 19
    }

    /// The point of each move, empty for a pass; none for moves that are something else, or several on one point.
    pub(crate) fn points(&self, choice: &Choice<'_>) -> Vec<Option<String>> {
        let names = choice.names();
        let point = |(mv, name): (&Move, &String)| {
            if mv.is_pass() || name == PASS {
                return Some(String::new());
            }
            let head = mv.part(0).head;
            (mv.n_parts() == 1 && head.from == u16::MAX && head.to != u16::MAX)
                .then(|| self.point(CellId(head.to)))
                .flatten()
        };
        let mut points: Vec<Option<String>> = choice.moves.iter().zip(&names).map(point).collect();
        let alone = |point: &Option<String>| points.iter().filter(|p| *p == point).count() == 1;
        let alone: Vec<bool> = points.iter().map(alone).collect();
        points.iter_mut().zip(alone).filter(|(_, alone)| !alone).for_each(|(point, _)| *point = None);
        points
    }

    pub(super) fn texts(&self, choice: &Choice<'_>) -> Vec<String> {
        let text = |point: Option<String>| point.map(|p| if p.is_empty() { PASS.to_owned() } else { p });
        settle(choice, self.points(choice).into_iter().map(text).collect())
    }

    /// The move on a point.
    pub(super) fn find(&self, choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
        let text = text.trim();
        let points = self.points(choice);
        let wanted = if self.is_pass(text) { "" } else { text };
        if let Some(found) = points.iter().position(|p| p.as_deref() == Some(wanted)) {
            return Ok(found);
        }
        find_name(choice, text).map_err(|error| match error {
            // A point that is taken: a list of the others says nothing.
            MoveError::Unknown { .. } if self.cell(text).is_some() => MoveError::Unknown { near: Vec::new() },
            other => other,
        })
    }
}
