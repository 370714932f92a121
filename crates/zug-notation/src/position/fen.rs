//! FEN as Fairy-Stockfish writes it: what a game needs for it, and printing.

use super::general::Forgives;
use super::setup::has_reserves;
use super::style::{Settings, StyleError};
use crate::layout::planes;
use crate::names::Names;
use std::fmt::Write;
use zug_game::ir::Pile;
use zug_game::{AttrId, CellId, Game, GlobalId, KindId, Piece, PlayerId, State, UNLIMITED};

/// How positions of a game are written in FEN.
#[derive(Clone, PartialEq, Debug)]
pub struct FenStyle {
    /// From the top; `None` where the board has a hole.
    pub(super) rows: Vec<Vec<Option<CellId>>>,
    /// By kind: the letter, upper case, perhaps after a `+`. Kinds without one are written after the FEN.
    pub(crate) letters: Vec<Option<String>>,
    /// Whose letters are upper case and who is `w`; whose are lower case and who is `b`.
    pub(super) sides: [PlayerId; 2],
    pub(super) castling: Option<Castling>,
    /// The kind that can be taken en passant.
    pub(super) pawn: Option<KindId>,
    pub(super) halfmove: Option<GlobalId>,
    pub(super) checks: Option<Checks>,
}

/// Checks that win: values that count them, by side, and how many it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Checks {
    pub(super) globals: [GlobalId; 2],
    pub(super) to_win: i32,
}

/// Castling rights as an attribute of two kinds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Castling {
    pub(super) attr: AttrId,
    pub(super) king: KindId,
}

/// More of one kind in a hand than this are written after the FEN, as a number.
const MAX_HAND: u32 = 50;

impl FenStyle {
    /// Finds out how the game is written in FEN: two players, one grid of two dimensions that holds single
    /// pieces, kinds with letters.
    pub fn new(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        let ir = game.ir();
        let unfit = |what: &str| Err(StyleError::Unfit(format!("FEN cannot describe this game: {what}")));
        if ir.rules.pile != Pile::Single {
            return unfit("its cells hold piles");
        }
        let flat: Vec<_> = ir.board.grids.iter().filter(|g| g.dims.len() == 2).collect();
        let [grid] = flat[..] else {
            return unfit("its board is not one grid of two dimensions");
        };
        let playing: Vec<PlayerId> = (0..ir.players.len() as u16)
            .map(PlayerId)
            .filter(|p| ir.is_active(*p) && !ir.players[p.idx()].random)
            .collect();
        let sides = match playing[..] {
            [first, second] => [first, second],
            _ => return unfit("it is not played by two"),
        };
        let letters = letters(game);
        if letters.iter().all(Option::is_none) {
            return unfit("none of its kinds has a letter of its own as `notation`");
        }
        let rows = planes(&ir.board, grid).into_iter().next().map(|p| p.rows).unwrap_or_default();
        let mut style =
            FenStyle { rows, letters, sides, castling: None, pawn: None, halfmove: None, checks: None };
        style.castling = style.find_castling(game, settings)?;
        style.pawn = style.find_pawn(game, settings);
        style.halfmove = find_halfmove(game, settings)?;
        style.checks = find_checks(game, settings)?;
        Ok(style)
    }

    pub(crate) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn kind(&self, letter: &str) -> Option<KindId> {
        self.letters.iter().position(|l| l.as_deref() == Some(letter)).map(|k| KindId(k as u16))
    }

    fn find_castling(&self, game: &Game, settings: &Settings) -> Result<Option<Castling>, StyleError> {
        let Some(king) = self.kind("K") else { return Ok(None) };
        let layout = game.program().layout();
        if let Some(name) = &settings.castling_attribute {
            let attr = Names::new(game).attr(name);
            let attr =
                attr.ok_or_else(|| StyleError::UnknownName { what: "attribute", name: name.clone() })?;
            return Ok(Some(Castling { attr, king }));
        }
        let fits = |attr: &AttrId| {
            let has = |kind| layout.carries(kind, *attr) && layout.default_attr(kind, *attr) == 1;
            !game.ir().attrs[attr.idx()].numeric && has(king) && self.kind("R").is_some_and(has)
        };
        let mut found = (0..game.ir().attrs.len() as u16).map(AttrId).filter(fits);
        Ok(match (found.next(), found.next()) {
            (Some(attr), None) => Some(Castling { attr, king }),
            _ => None,
        })
    }

    fn find_pawn(&self, game: &Game, settings: &Settings) -> Option<KindId> {
        match &settings.en_passant {
            Some(name) => Names::new(game).kind(name).or_else(|| self.kind("P")),
            None => self.kind("P").filter(|_| {
                let mut trial = game.start();
                trial.edit(|edit| edit.set_last(Some(CellId(0)), Some(CellId(0))));
                trial.hash() != game.start().hash()
            }),
        }
    }

    /// The letter of a piece, in the case of its owner.
    pub(super) fn letter(&self, piece: Piece) -> Option<String> {
        let letter = self.letters[piece.kind().idx()].as_deref()?;
        match self.sides.iter().position(|p| *p == piece.owner())? {
            0 => Some(letter.to_owned()),
            _ => Some(letter.to_ascii_lowercase()),
        }
    }

    /// The letter of a kind, upper case, perhaps after a `+`.
    pub(crate) fn letter_of(&self, kind: KindId) -> Option<&str> {
        self.letters.get(kind.idx())?.as_deref()
    }

    /// How many columns a row has.
    pub(crate) fn width(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, Vec::len)
    }

    /// Row and column of a cell.
    pub(crate) fn place(&self, cell: CellId) -> Option<(usize, usize)> {
        let column = |row: &Vec<Option<CellId>>| row.iter().position(|c| *c == Some(cell));
        self.rows.iter().enumerate().find_map(|(r, row)| Some((r, column(row)?)))
    }

    pub(super) fn cell(&self, row: usize, column: usize) -> Option<CellId> {
        self.rows.get(row)?.get(column).copied().flatten()
    }
}

/// A kind's letter is its notation if that is one letter, perhaps after a `+`, and no kind before it has it.
fn letters(game: &Game) -> Vec<Option<String>> {
    let mut letters: Vec<Option<String>> = Vec::new();
    for kind in &game.ir().kinds {
        let letter = kind.notation.strip_prefix('+').unwrap_or(&kind.notation);
        let fits = letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_alphabetic());
        let upper =
            Some(kind.notation.to_ascii_uppercase()).filter(|n| fits && !letters.contains(&Some(n.clone())));
        letters.push(upper);
    }
    letters
}

fn find_halfmove(game: &Game, settings: &Settings) -> Result<Option<GlobalId>, StyleError> {
    if let Some(name) = &settings.halfmove_global {
        let global = Names::new(game).global(name);
        return match global {
            Some(global) => Ok(Some(global)),
            None => Err(StyleError::UnknownName { what: "value of the board", name: name.clone() }),
        };
    }
    let mut counters = (0..).map(GlobalId).zip(&game.ir().globals).filter(|(_, g)| g.counter);
    Ok(match (counters.next(), counters.next()) {
        (Some((global, _)), None) => Some(global),
        _ => None,
    })
}

/// Two names of values and a number.
fn find_checks(game: &Game, settings: &Settings) -> Result<Option<Checks>, StyleError> {
    let Some(text) = &settings.check_counters else { return Ok(None) };
    let wrong = || StyleError::Unfit(format!("`{text}` are no counters of checks: two values and a number"));
    let words: Vec<&str> = text.split_whitespace().collect();
    let [first, second, to_win] = words[..] else { return Err(wrong()) };
    let global = |name: &str| {
        let global = Names::new(game).global(name);
        global.ok_or_else(|| StyleError::UnknownName { what: "value of the board", name: name.to_owned() })
    };
    let to_win = to_win.parse().ok().filter(|n| (1..100).contains(n)).ok_or_else(wrong)?;
    Ok(Some(Checks { globals: [global(first)?, global(second)?], to_win }))
}

/// What the FEN of this state says in its own way.
pub(super) fn forgives(state: &State, style: &FenStyle) -> Forgives {
    let mut forgives = Forgives::unseen(state);
    forgives.attr = style.castling.map(|c| c.attr);
    forgives.last |= style.pawn.is_some();
    forgives
}

pub(super) fn print(state: &State, style: &FenStyle) -> String {
    let mut text = String::new();
    for (i, row) in style.rows.iter().enumerate() {
        if i > 0 {
            text.push('/');
        }
        print_row(state, style, row, &mut text);
    }
    print_hands(state, style, &mut text);
    let side = if state.chooser() == style.sides[1] { 'b' } else { 'w' };
    let en_passant = en_passant(state, style).map_or("-", |cell| state.game().cell_name(cell));
    let halfmove = style.halfmove.map_or(0, |global| state.position().global(global));
    let checks = checks(state, style);
    let _ = write!(text, " {side} {} {en_passant}{checks} {halfmove} 1", castling(state, style));
    text
}

/// Checks that each player still has to give.
fn checks(state: &State, style: &FenStyle) -> String {
    let left = |checks: Checks| checks.globals.map(|g| checks.to_win - state.position().global(g));
    match style.checks.map(left) {
        Some([first, second]) if first >= 0 && second >= 0 => format!(" {first}+{second}"),
        _ => String::new(),
    }
}

fn print_row(state: &State, style: &FenStyle, row: &[Option<CellId>], text: &mut String) {
    let mut empty = 0;
    let flush = |empty: &mut usize, text: &mut String| match std::mem::take(empty) {
        0 => {}
        n => text.push_str(&n.to_string()),
    };
    for cell in row {
        let letter = match cell {
            None => Some("*".to_owned()),
            Some(cell) => {
                Some(state.position().piece(*cell)).filter(|p| p.is_some()).and_then(|p| style.letter(p))
            }
        };
        match letter {
            None => empty += 1,
            Some(letter) => {
                flush(&mut empty, text);
                text.push_str(&letter);
            }
        }
    }
    flush(&mut empty, text);
}

/// Pieces in hand, if the game has reserves at all.
fn print_hands(state: &State, style: &FenStyle, text: &mut String) {
    let game = state.game();
    if !has_reserves(game) {
        return;
    }
    text.push('[');
    for side in style.sides {
        for (kind, letter) in (0..).map(KindId).zip(&style.letters) {
            let n = state.position().reserve(game.program(), side, kind);
            let piece = game.program().layout().new_piece(kind, side);
            if let (Some(_), Some(letter), true) =
                (letter, style.letter(piece), n <= MAX_HAND && n != UNLIMITED)
            {
                text.push_str(&letter.repeat(n as usize));
            }
        }
    }
    text.push(']');
}

fn castling(state: &State, style: &FenStyle) -> String {
    let mut text = String::new();
    if let Some(castling) = style.castling {
        let layout = state.game().program().layout();
        let piece = |cell: CellId| state.position().piece(cell);
        for (side, letters) in style.sides.into_iter().zip([['K', 'Q'], ['k', 'q']]) {
            let Some(king) = style.king(side, castling, piece) else { continue };
            if layout.attr(piece(king), castling.attr) == 0 {
                continue;
            }
            for (higher, letter) in [true, false].into_iter().zip(letters) {
                let partner = style.partner(state.game(), king, castling, higher, piece);
                if partner.is_some_and(|cell| layout.attr(piece(cell), castling.attr) != 0) {
                    text.push(letter);
                }
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

impl FenStyle {
    /// The first king of a player, in reading order.
    pub(super) fn king(
        &self,
        side: PlayerId,
        castling: Castling,
        piece: impl Fn(CellId) -> Piece,
    ) -> Option<CellId> {
        let mine = |cell: &CellId| piece(*cell).is_owned(side) && piece(*cell).is_kind(castling.king);
        self.rows.iter().flatten().flatten().copied().find(mine)
    }

    /// The piece a king castles with: the outermost in his row, towards the higher or the lower file, that has
    /// the attribute and is his.
    pub(super) fn partner(
        &self,
        game: &Game,
        king: CellId,
        castling: Castling,
        higher: bool,
        piece: impl Fn(CellId) -> Piece,
    ) -> Option<CellId> {
        let layout = game.program().layout();
        let owner = piece(king).owner();
        let (row, column) = self.place(king)?;
        let fits = |cell: &CellId| {
            let p = piece(*cell);
            p.is_owned(owner) && !p.is_kind(castling.king) && layout.carries(p.kind(), castling.attr)
        };
        let row = &self.rows[row];
        if higher {
            row[column + 1..].iter().rev().copied().flatten().find(fits)
        } else {
            row[..column].iter().copied().flatten().find(fits)
        }
    }
}

/// The cell a pawn has just passed over, if the last move was a double step.
fn en_passant(state: &State, style: &FenStyle) -> Option<CellId> {
    let pawn = style.pawn?;
    let (Some(from), Some(to)) = state.position().last() else { return None };
    let piece = state.position().piece(to);
    if !piece.is_kind(pawn) || piece.owner() == state.chooser() || !style.sides.contains(&piece.owner()) {
        return None;
    }
    let ((from_row, from_column), (to_row, to_column)) = (style.place(from)?, style.place(to)?);
    if from_column != to_column || from_row.abs_diff(to_row) != 2 {
        return None;
    }
    style.cell((from_row + to_row) / 2, to_column)
}
