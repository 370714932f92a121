//! Moves and positions as engine protocols write them.
//!
//! UCI and USI name a move by its cells: `e2e4`, `e7e8q`, `P@e4`; `7g7f`, `8h2b+`, `P*5e`. These are made from the move's own
//! parts and the letters of the game's FEN. Everything else is called by its own name with spaces made safe, and so are moves
//! that would share a text; that is UGI, which every game has.

use crate::gone;
use crate::position::{self, FenStyle, Style};
use std::collections::HashMap;
use std::fmt;
use zug_game::{Action, CellId, KindId, Move, PlayError, RunError, State};

/// A protocol between a program that shows a game and one that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// Chess and its relatives.
    Uci,
    /// Shogi: files are numbers from the right, ranks letters from the top.
    Usi,
    /// Any game.
    Ugi,
}

impl Protocol {
    /// The word that opens it.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Usi => "usi",
            Protocol::Ugi => "ugi",
        }
    }

    /// What the players are called in times, from 0: `w` of `wtime`. In shogi Black moves first.
    pub fn side(self, seat: usize) -> String {
        match (self, seat) {
            (Protocol::Uci, 0) | (Protocol::Usi, 1) => "w".to_owned(),
            (Protocol::Uci, 1) | (Protocol::Usi, 0) => "b".to_owned(),
            _ => format!("p{}", seat.saturating_add(1)),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What UCI writes for doing nothing.
const PASS: &str = "0000";

/// How a game is written in a protocol.
#[derive(Clone, Debug)]
pub struct EngineNotation {
    protocol: Protocol,
    style: Style,
}

impl EngineNotation {
    pub fn new(protocol: Protocol, style: &Style) -> Self {
        EngineNotation { protocol, style: style.clone() }
    }

    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The texts of all legal moves, in their order. No two are the same.
    pub fn texts(&self, state: &State) -> Result<Vec<String>, RunError> {
        let named = state.named_moves()?;
        let own = |name: &str| safe(name);
        let Some(fen) = self.fen() else { return Ok(named.iter().map(|(name, _)| own(name)).collect()) };
        let mut texts: Vec<String> = named
            .iter()
            .map(|(name, mv)| {
                let shape = Shape::of(state, mv);
                let text = shape.and_then(|s| Some(self.shape(state, fen, &s)? + self.gone(state, fen, mv)));
                text.unwrap_or_else(|| own(name))
            })
            .collect();
        let mut times: HashMap<String, usize> = HashMap::new();
        texts.iter().for_each(|text| *times.entry(text.clone()).or_default() += 1);
        for (text, (name, _)) in texts.iter_mut().zip(&named) {
            if times.get(text).is_some_and(|n| *n > 1) {
                *text = own(name);
            }
        }
        Ok(texts)
    }

    /// The text of a legal move.
    pub fn text(&self, state: &State, mv: &Move) -> Result<String, RunError> {
        let at = state.moves()?.iter().position(|other| other == mv);
        let texts = self.texts(state)?;
        Ok(at.and_then(|at| texts.into_iter().nth(at)).unwrap_or_default())
    }

    /// The legal move of that text; also by its own name, and with letters in the other case.
    pub fn find(&self, state: &State, text: &str) -> Result<Move, PlayError> {
        let texts = self.texts(state)?;
        let moves = state.moves()?;
        let exact = texts.iter().position(|t| t == text);
        let alike = || {
            let mut alike = texts.iter().enumerate().filter(|(_, t)| t.eq_ignore_ascii_case(text));
            alike.next().filter(|_| alike.next().is_none()).map(|(at, _)| at)
        };
        // A pawn that is gone the next moment may have become anything, or nothing.
        let gone = || {
            let fen = self.fen()?;
            let last = text.char_indices().next_back()?.0;
            let short = fen.kind(&text[last..].to_uppercase()).map(|_| &text[..last]);
            let mut meant = texts.iter().enumerate().filter(|(at, t)| {
                let letter = moves.get(*at).map_or("", |mv| self.gone(state, fen, mv));
                let base = t.strip_suffix(letter).filter(|_| !letter.is_empty());
                base.is_some_and(|base| base == text || Some(base) == short)
            });
            meant.next().filter(|_| meant.next().is_none()).map(|(at, _)| at)
        };
        match exact.or_else(alike).or_else(gone).and_then(|at| moves.get(at)) {
            Some(mv) => Ok(mv.clone()),
            None => state.find_move(text),
        }
    }

    /// Texts of some legal moves that begin like this one; of any, if none does.
    pub fn near(&self, state: &State, text: &str) -> Result<Vec<String>, RunError> {
        let texts = self.texts(state)?;
        let start: String = text.chars().take(2).collect();
        let mut near: Vec<String> = texts.iter().filter(|t| t.starts_with(&start)).take(8).cloned().collect();
        if near.is_empty() {
            near = texts.into_iter().take(8).collect();
        }
        Ok(near)
    }

    /// What follows `position`: `startpos`, `fen …` or `sfen …`.
    pub fn position(&self, state: &State) -> String {
        if state.position() == state.game().program().start() {
            return "startpos".to_owned();
        }
        let text = position::print(state, &self.style);
        match (self.protocol, &self.style) {
            (Protocol::Ugi, _) => format!("fen {text}"),
            // Others do not know the words that may follow a FEN.
            (Protocol::Usi, Style::Fen(_)) => format!("sfen {}", to_sfen(core(&text))),
            (_, Style::Fen(_)) => format!("fen {}", core(&text)),
            _ => format!("fen {text}"),
        }
    }

    /// The position text that a protocol's own means: SFEN becomes FEN.
    pub fn position_text(&self, text: &str) -> String {
        match (self.protocol, &self.style) {
            (Protocol::Usi, Style::Fen(_)) => from_sfen(text),
            _ => text.to_owned(),
        }
    }

    fn fen(&self) -> Option<&FenStyle> {
        match (&self.style, self.protocol) {
            (Style::Fen(fen), Protocol::Uci | Protocol::Usi) => Some(fen),
            _ => None,
        }
    }

    /// The letter that a pawn gets which is gone the next moment; else nothing.
    fn gone(&self, state: &State, fen: &FenStyle, mv: &Move) -> &'static str {
        let Some(Shape::Steps { cells, becomes: None }) = Shape::of(state, mv) else { return "" };
        let (Some(from), Some(to)) = (cells.first(), cells.last()) else { return "" };
        let uci = self.protocol == Protocol::Uci;
        if uci && gone::becomes(fen, state, mv, *from, *to).is_some() { "q" } else { "" }
    }

    /// `None`: the game's names do not fit.
    fn shape(&self, state: &State, fen: &FenStyle, shape: &Shape) -> Option<String> {
        let usi = self.protocol == Protocol::Usi;
        let cell = |cell: CellId| if usi { usi_cell(fen, cell) } else { plain(state.game().cell_name(cell)) };
        match shape {
            Shape::Pass => Some(PASS.to_owned()),
            Shape::Drop { kind, at } => {
                Some(format!("{}{}{}", fen.letter_of(*kind)?, if usi { '*' } else { '@' }, cell(*at)?))
            }
            Shape::Steps { cells, becomes } => {
                let mut text = cells.iter().map(|c| cell(*c)).collect::<Option<String>>()?;
                if let Some(kind) = becomes {
                    match fen.letter_of(*kind)? {
                        promoted if promoted.starts_with('+') => text.push('+'),
                        letter => text.push_str(&letter.to_ascii_lowercase()),
                    }
                }
                Some(text)
            }
        }
    }
}

/// A move as engines see it.
enum Shape {
    Pass,
    Drop {
        kind: KindId,
        at: CellId,
    },
    /// The cells of one piece on its way, and its new kind if it has one.
    Steps {
        cells: Vec<CellId>,
        becomes: Option<KindId>,
    },
}

impl Shape {
    /// `None`: it is about more than one piece and one way.
    fn of(state: &State, mv: &Move) -> Option<Self> {
        if mv.is_pass() {
            return Some(Shape::Pass);
        }
        let dropped = |action: &Action| match *action {
            Action::Drop { at, piece } => Some(Shape::Drop { kind: piece.kind(), at }),
            _ => None,
        };
        if let Some(drop) = mv.actions().iter().find_map(dropped) {
            return (mv.n_parts() == 1).then_some(drop);
        }
        let mut cells: Vec<CellId> = Vec::new();
        for part in mv.parts() {
            let cell = |c: u16| state.game().ir().board.cells.get(usize::from(c)).map(|_| CellId(c));
            let (from, to) = (cell(part.head.from)?, cell(part.head.to)?);
            match cells.last() {
                None => cells.push(from),
                Some(last) if *last == from => {}
                Some(_) => return None,
            }
            if from != to {
                cells.push(to);
            }
        }
        let (first, last) = (*cells.first()?, *cells.last()?);
        let before = state.position().piece(first);
        let becomes = kind_on(mv, last).filter(|kind| before.is_some() && !before.is_kind(*kind));
        (cells.len() > 1).then_some(Shape::Steps { cells, becomes })
    }
}

/// The kind that the actions of a move say the piece on a cell becomes.
fn kind_on(mv: &Move, cell: CellId) -> Option<KindId> {
    let kind = |action: &Action| match *action {
        Action::Promote { at, kind, .. } | Action::ChangeKind { at, kind, .. } if at == cell => Some(kind),
        Action::Create { at, piece, .. } | Action::Land { at, piece, .. } if at == cell => Some(piece.kind()),
        _ => None,
    };
    mv.actions().iter().rev().find_map(kind)
}

/// The name of a cell if it can stand beside another.
fn plain(name: &str) -> Option<String> {
    let fits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
    fits.then(|| name.to_owned())
}

/// File from the right as a number, rank from the top as a letter.
fn usi_cell(fen: &FenStyle, cell: CellId) -> Option<String> {
    let (row, column) = fen.place(cell)?;
    let rank = char::from(b'a' + u8::try_from(row).ok().filter(|row| *row < 26)?);
    let file = fen.width(row).checked_sub(column)?;
    Some(format!("{file}{rank}"))
}

/// A name without spaces. Different names stay different.
pub fn safe(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        match c {
            ' ' => text.push('_'),
            '_' => text.push_str("%_"),
            '%' => text.push_str("%%"),
            c if c.is_whitespace() || c.is_control() => text.push_str(&format!("%{:x};", u32::from(c))),
            c => text.push(c),
        }
    }
    text
}

/// The FEN without what only we understand.
fn core(text: &str) -> &str {
    text.split(';').next().unwrap_or(text).trim()
}

/// `board[hands] w - - 0 1` as `board b hands 1`.
fn to_sfen(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let board = fields.next().unwrap_or("");
    let side = if fields.next() == Some("b") { "w" } else { "b" };
    let (board, hands) = board.split_once('[').unwrap_or((board, ""));
    let mut counted: Vec<(char, usize)> = Vec::new();
    for letter in hands.chars().filter(char::is_ascii_alphabetic) {
        match counted.iter_mut().find(|(other, _)| *other == letter) {
            Some((_, n)) => *n += 1,
            None => counted.push((letter, 1)),
        }
    }
    // Black's come first; within a hand the large pieces, which the rules list last.
    counted.reverse();
    counted.sort_by_key(|(letter, _)| letter.is_ascii_lowercase());
    let count =
        |(letter, n): &(char, usize)| if *n == 1 { letter.to_string() } else { format!("{n}{letter}") };
    let hands: String = counted.iter().map(count).collect();
    format!("{board} {side} {} 1", if hands.is_empty() { "-" } else { &hands })
}

fn from_sfen(sfen: &str) -> String {
    let mut fields = sfen.split_whitespace();
    let board = fields.next().unwrap_or("");
    let side = match fields.next() {
        Some("w") => "b",
        _ => "w",
    };
    let hands = fields.next().filter(|hands| *hands != "-").unwrap_or("");
    format!("{board}[{hands}] {side}")
}

#[cfg(test)]
mod tests;
