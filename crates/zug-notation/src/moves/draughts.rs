//! Draughts: numbers of squares (`32-28`, `26x37`), or names of cells (`c3-d4`, `c3:e5`) where players use these.
//!
//! A capture names its first and its last square. Where captures that take different men share these, all squares
//! that the man comes to are named, `26x31x42`.

use super::choice::{Choice, MoveError, find_name};
use super::settle;
use crate::names::Names;
use crate::position::{PdnStyle, Settings, StyleError};
use zug_game::{CellId, Game, Move};

/// How moves of a game are written in PDN.
#[derive(Clone, PartialEq, Debug)]
pub struct Draughts {
    /// The cells of squares 1, 2, 3 …
    squares: Vec<CellId>,
    /// Cells stand by their names.
    algebraic: bool,
}

/// A move as draughts players see it.
struct Path {
    /// Where it begins, every cell it comes to.
    cells: Vec<CellId>,
    /// What it takes, in the order of the board.
    taken: Vec<CellId>,
}

impl Path {
    fn ends(&self) -> (Option<&CellId>, Option<&CellId>) {
        (self.cells.first(), self.cells.last())
    }
}

impl Draughts {
    pub fn new(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        let style = PdnStyle::new(game, settings)?;
        let algebraic = match settings.pdn_moves.as_deref() {
            None | Some("numbers") => false,
            Some("cells") => true,
            Some(other) => {
                let what = format!("unknown `pdn-moves` `{other}`: expected `numbers` or `cells`");
                return Err(StyleError::Unfit(what));
            }
        };
        Ok(Draughts { squares: style.squares, algebraic })
    }

    pub(super) fn texts(&self, choice: &Choice<'_>) -> Vec<String> {
        let game = choice.state.game();
        let paths: Vec<Option<Path>> = choice.moves.iter().map(path).collect();
        let text = |path: &Option<Path>| {
            let path = path.as_ref()?;
            let twins: Vec<&Path> = paths.iter().flatten().filter(|p| p.ends() == path.ends()).collect();
            let same = twins.iter().all(|p| p.taken == path.taken);
            // Routes to the same result: the short form is that of the first.
            let first = paths.iter().flatten().find(|p| p.ends() == path.ends());
            let short = twins.len() == 1 || same && first.is_some_and(|p| std::ptr::eq(p, path));
            self.text(game, path, short)
        };
        settle(choice, paths.iter().map(text).collect())
    }

    fn text(&self, game: &Game, path: &Path, short: bool) -> Option<String> {
        let named = |cell: &CellId| -> Option<String> {
            let number = self.squares.iter().position(|c| c == cell)?;
            Some(if self.algebraic { game.cell_name(*cell).to_owned() } else { (number + 1).to_string() })
        };
        let between = match (path.taken.is_empty(), self.algebraic) {
            (true, _) => "-",
            (false, true) => ":",
            (false, false) => "x",
        };
        let cells = if short {
            vec![named(path.cells.first()?)?, named(path.cells.last()?)?]
        } else {
            path.cells.iter().map(named).collect::<Option<Vec<_>>>()?
        };
        Some(cells.join(between))
    }

    /// The move that a text means: squares by number or by name, all of them or only some of those between the first
    /// and the last, separated in any way. Squares of men that are taken are understood, too.
    pub(super) fn find(&self, choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
        let texts = self.texts(choice);
        let bare = text.trim().trim_end_matches(['!', '?', '+', '#', '.']);
        if let Some(exact) = texts.iter().position(|t| t == bare) {
            return Ok(exact);
        }
        let Some(cells) = self.cells(choice.state.game(), bare) else {
            return find_name(choice, text).map_err(|_| MoveError::unknown(&texts, |_| false));
        };
        let paths: Vec<Option<Path>> = choice.moves.iter().map(path).collect();
        let with_ends: Vec<usize> = (0..paths.len())
            .filter(|i| paths[*i].as_ref().is_some_and(|p| p.ends() == (cells.first(), cells.last())))
            .collect();
        let visits = |path: &Path| cells.iter().all(|c| path.cells.contains(c) || path.taken.contains(c));
        let all = |i: &usize| paths[*i].as_ref().is_some_and(|p| p.cells == cells);
        let some = |i: &usize| paths[*i].as_ref().is_some_and(visits);
        let narrowed: Vec<usize> = match with_ends.iter().copied().filter(all).collect::<Vec<_>>() {
            exact if !exact.is_empty() && cells.len() > 2 => exact,
            _ => with_ends.iter().copied().filter(some).collect(),
        };
        // A king may turn on other squares than those of the route that stands for them all.
        let found = if narrowed.is_empty() { with_ends } else { narrowed };
        let taken = |i: &usize| paths[*i].as_ref().map(|p| &p.taken);
        match found.first() {
            Some(first) if found.iter().all(|i| taken(i) == taken(first)) => Ok(*first),
            Some(_) => Err(MoveError::ambiguous(&texts, &found)),
            None => {
                let begins = |i: &usize| paths[*i].as_ref().is_some_and(|p| p.cells.first() == cells.first());
                let near: Vec<&String> =
                    (0..paths.len()).filter(begins).filter_map(|i| texts.get(i)).collect();
                Err(MoveError::unknown(&texts, |text| near.iter().any(|t| *t == text)))
            }
        }
    }

    /// The squares that a text names; none if it names anything else.
    fn cells(&self, game: &Game, text: &str) -> Option<Vec<CellId>> {
        let names = Names::new(game);
        let words =
            text.split(['x', 'X', ':', '-', '*', '×', '–', '/', ' ', '(', ')']).filter(|w| !w.is_empty());
        let cell = |word: &str| match word.parse::<usize>() {
            Ok(number) => self.squares.get(number.checked_sub(1)?).copied(),
            Err(_) => names.cell(word),
        };
        let cells = words.map(cell).collect::<Option<Vec<CellId>>>()?;
        (cells.len() >= 2).then_some(cells)
    }
}

/// None for what is no movement of a man.
fn path(mv: &Move) -> Option<Path> {
    let mut cells = Vec::new();
    let mut taken = Vec::new();
    for part in mv.parts() {
        if part.head.from == u16::MAX || part.head.to == u16::MAX {
            return None;
        }
        if cells.is_empty() {
            cells.push(CellId(part.head.from));
        }
        if cells.last() != Some(&CellId(part.head.to)) {
            cells.push(CellId(part.head.to));
        }
        taken.extend(part.captures().map(|(cell, _)| cell));
    }
    taken.sort_unstable();
    (cells.len() >= 2).then_some(Path { cells, taken })
}
