//! Reading FEN. Fields missing at the end are taken as `-`.

use super::error::{PositionError, excerpt};
use super::fen::{Castling, FenStyle};
use super::general::fresh;
use super::setup::{Setup, has_reserves, turn_of};
use std::collections::BTreeMap;
use zug_game::{CellId, Game, KindId, Piece, PlayerId, State};

type Result<T> = std::result::Result<T, PositionError>;

/// Pieces on their cells, in a fixed order.
type Pieces = BTreeMap<CellId, Piece>;

pub(super) fn read(game: &Game, style: &FenStyle, text: &str) -> Result<State> {
    let mut reader = Reader { game, style, setup: Setup::default(), pieces: Pieces::new() };
    let mut fields = fields(text).into_iter();
    if let Some((at, field)) = fields.next() {
        let board_end = field.find('[').unwrap_or(field.len());
        reader.board(at, &field[..board_end])?;
        reader.hands(at + field[..board_end].chars().count(), &field[board_end..])?;
    }
    let side = match fields.next() {
        Some((at, field)) => reader.side(at, field)?,
        None => 0,
    };
    let mut castling = None;
    let mut en_passant = None;
    let mut numbers = Vec::new();
    for (at, field) in fields {
        if reader.checks(field) {
            continue;
        } else if field.bytes().all(|b| b.is_ascii_digit()) {
            numbers.push((at, field));
        } else if numbers.is_empty() && castling.is_none() {
            castling = Some((at, field));
        } else if numbers.is_empty() && en_passant.is_none() {
            en_passant = Some((at, field));
        } else {
            let message = format!("`{}` is one field too many for a FEN", excerpt(field));
            return Err(PositionError::new(at, message).hint(FIELDS.to_owned()));
        }
    }
    reader.castling(castling.unwrap_or((0, "-")))?;
    reader.en_passant(en_passant.unwrap_or((0, "-")), style.sides[1 - side])?;
    reader.numbers(&numbers)?;
    reader.finish(side)
}

const FIELDS: &str = "the fields are: board with hands, side, castling, en passant, two numbers";

/// Words with their places, from 1.
fn fields(text: &str) -> Vec<(usize, &str)> {
    let mut fields = Vec::new();
    let mut start = None;
    for (at, (byte, c)) in text.char_indices().enumerate() {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some((at, byte)),
            (true, Some((from, first))) => {
                fields.push((from + 1, &text[first..byte]));
                start = None;
            }
            _ => {}
        }
    }
    fields.extend(start.map(|(from, first)| (from + 1, &text[first..])));
    fields
}

struct Reader<'g, 's> {
    game: &'g Game,
    style: &'s FenStyle,
    setup: Setup,
    pieces: Pieces,
}

impl Reader<'_, '_> {
    fn board(&mut self, at: usize, field: &str) -> Result<()> {
        let mut at = at;
        let rows: Vec<&str> = field.split('/').collect();
        let n_rows = self.style.n_rows();
        for (number, row) in rows.iter().enumerate() {
            let Some(cells) = self.style.rows.get(number) else {
                return Err(PositionError::new(at, format!("the board has {n_rows} rows, this is one more")));
            };
            self.row(at, row, cells)?;
            at += row.chars().count() + 1;
        }
        if rows.len() < n_rows {
            let message = format!("the board has {n_rows} rows, found {}", rows.len());
            return Err(PositionError::new(at.saturating_sub(1), message));
        }
        Ok(())
    }

    fn row(&mut self, start: usize, row: &str, cells: &[Option<CellId>]) -> Result<()> {
        let width = cells.len();
        let wrong = |at: usize, n: usize| {
            PositionError::new(
                at,
                format!(
                    "a row has {width} cells, this one has {}{n}",
                    if n > width { "at least " } else { "" }
                ),
            )
        };
        let mut column = 0usize;
        let mut chars = row.chars().enumerate().peekable();
        while let Some((i, c)) = chars.next() {
            let at = start + i;
            if let Some(digit) = c.to_digit(10) {
                let mut n = digit as usize;
                while let Some(digit) = chars.peek().and_then(|(_, c)| c.to_digit(10)) {
                    n = n.saturating_mul(10).saturating_add(digit as usize);
                    chars.next();
                }
                column = column.saturating_add(n);
            } else if c == '*' {
                column += 1;
            } else {
                let letter =
                    if c == '+' { chars.next().map(|(_, c)| format!("+{c}")) } else { Some(c.to_string()) };
                let piece = self.piece(at, &letter.unwrap_or_else(|| "+".to_owned()))?;
                match cells.get(column) {
                    None => return Err(wrong(at, column + 1)),
                    Some(None) => {
                        return Err(
                            PositionError::new(at, "the board has a hole here").hint("write `*`".to_owned())
                        );
                    }
                    Some(Some(cell)) => {
                        self.pieces.insert(*cell, piece);
                    }
                }
                column += 1;
            }
            if column > width {
                return Err(wrong(at, column));
            }
        }
        if column < width {
            return Err(wrong(start + row.chars().count(), column));
        }
        Ok(())
    }

    fn piece(&self, at: usize, letter: &str) -> Result<Piece> {
        let upper = letter.to_ascii_uppercase();
        let kind = self.style.letters.iter().position(|l| l.as_deref() == Some(upper.as_str()));
        let kind = kind.ok_or_else(|| {
            let known: Vec<String> = self.style.letters.iter().flatten().map(|l| format!("`{l}`")).collect();
            let message = format!("no kind of piece has the letter `{}`", excerpt(letter));
            PositionError::new(at, message).hint(format!("letters of this game: {}", known.join(", ")))
        })?;
        let first = letter.ends_with(|c: char| c.is_ascii_uppercase());
        let owner = self.style.sides[if first { 0 } else { 1 }];
        Ok(self.game.program().layout().new_piece(KindId(kind as u16), owner))
    }

    /// `[QPp]`, also with numbers before letters. Empty: not mentioned, so they are as at the start. (Where
    /// pieces come from a supply that lasts for the whole game nobody writes it down.)
    fn hands(&mut self, at: usize, field: &str) -> Result<()> {
        if field.is_empty() {
            for reserve in &self.game.ir().reserves {
                let n = reserve.count.unwrap_or(zug_game::UNLIMITED);
                self.setup.reserve(reserve.player, reserve.kind, n);
            }
            return Ok(());
        }
        let Some(inside) = field.strip_prefix('[').and_then(|f| f.strip_suffix(']')) else {
            return Err(
                PositionError::new(at, "the hands have no end").hint("close them with `]`".to_owned())
            );
        };
        let mut counts: BTreeMap<(PlayerId, KindId), u32> = BTreeMap::new();
        let mut chars = inside.chars().enumerate().filter(|(_, c)| *c != '-').peekable();
        while let Some((i, c)) = chars.next() {
            let place = at + 1 + i;
            let (mut n, mut letter) = (1u32, c);
            if c.is_ascii_digit() {
                n = 0;
                let mut next = Some(c);
                while let Some(digit) = next.and_then(|c| c.to_digit(10)) {
                    n = n.saturating_mul(10).saturating_add(digit);
                    next = chars.next().map(|(_, c)| c);
                }
                letter = next.ok_or_else(|| {
                    PositionError::new(place, "a number in the hands needs a letter after it")
                })?;
            }
            let name = match (letter, chars.peek()) {
                ('+', Some(&(_, c))) => {
                    chars.next();
                    format!("+{c}")
                }
                (c, _) => c.to_string(),
            };
            let piece = self.piece(place, &name)?;
            let count = counts.entry((piece.owner(), piece.kind())).or_default();
            *count = count.saturating_add(n).min(zug_game::UNLIMITED - 1);
        }
        if !counts.is_empty() && !has_reserves(self.game) {
            return Err(PositionError::new(at, "no pieces wait beside the board in this game"));
        }
        for ((player, kind), n) in counts {
            self.setup.reserve(player, kind, n);
        }
        Ok(())
    }

    /// 0 for the first player, 1 for the second.
    fn side(&self, at: usize, field: &str) -> Result<usize> {
        let word = field.to_lowercase();
        let named = |p: &PlayerId| {
            let name = self.game.player_name(*p).to_lowercase();
            name == word || (word.chars().count() == 1 && name.starts_with(&word))
        };
        match word.as_str() {
            "w" => Ok(0),
            "b" => Ok(1),
            _ => self.style.sides.iter().position(named).ok_or_else(|| {
                PositionError::new(at, format!("expected the side to move, found `{}`", excerpt(field)))
                    .hint("`w` is the first player, `b` the second".to_owned())
            }),
        }
    }

    fn castling(&mut self, (at, field): (usize, &str)) -> Result<()> {
        let Some(castling) = self.style.castling else {
            if field != "-" {
                let message = format!("expected `-`, found `{}`: this game has no castling", excerpt(field));
                return Err(PositionError::new(at, message));
            }
            return Ok(());
        };
        let mut granted = Vec::new();
        if field != "-" {
            for (i, letter) in field.chars().enumerate() {
                granted.extend(self.right(at + i, letter, castling)?);
            }
        }
        let layout = self.game.program().layout();
        for (cell, piece) in &mut self.pieces {
            *piece = layout.with_attr(*piece, castling.attr, i32::from(granted.contains(cell)));
        }
        Ok(())
    }

    /// The king and the piece he may castle with. A right that the position cannot have is not given.
    fn right(&self, at: usize, letter: char, castling: Castling) -> Result<Vec<CellId>> {
        let side = self.style.sides[if letter.is_ascii_uppercase() { 0 } else { 1 }];
        let piece = |cell: CellId| self.pieces.get(&cell).copied().unwrap_or(Piece::NONE);
        let king = self.style.king(side, castling, piece);
        let partner = |king, higher| self.style.partner(self.game, king, castling, higher, piece);
        let partner = match (king, letter.to_ascii_lowercase()) {
            (None, 'a'..='z') => None,
            (Some(king), 'k') => partner(king, true),
            (Some(king), 'q') => partner(king, false),
            // The file of the rook, as in Chess960.
            (Some(king), file @ 'a'..='z') => {
                let on_file = |cell: &CellId| self.game.cell_name(*cell).starts_with(file);
                [true, false].into_iter().filter_map(|higher| partner(king, higher)).find(on_file)
            }
            _ => {
                let message = format!("expected castling rights such as `KQkq`, found `{letter}`");
                return Err(PositionError::new(at, message));
            }
        };
        Ok(king.into_iter().zip(partner).flat_map(|(king, partner)| [king, partner]).collect())
    }

    /// The cell passed over says what the last move was.
    fn en_passant(&mut self, (at, field): (usize, &str), mover: PlayerId) -> Result<()> {
        let (Some(pawn), true) = (self.style.pawn, field != "-") else {
            return match field {
                "-" => Ok(()),
                _ => Err(PositionError::new(at, format!("expected `-`, found `{}`", excerpt(field)))
                    .hint("this game has no en passant".to_owned())),
            };
        };
        let passed = self.game.cell(field).and_then(|cell| self.style.place(cell));
        let (row, column) = passed.ok_or_else(|| {
            PositionError::new(
                at,
                format!("expected a cell or `-` for en passant, found `{}`", excerpt(field)),
            )
        })?;
        let above = row.checked_sub(1).and_then(|row| self.style.cell(row, column));
        let below = self.style.cell(row + 1, column);
        let moved = |to: Option<CellId>, from: Option<CellId>| {
            let (to, from) = (to?, from?);
            let piece = self.pieces.get(&to)?;
            let fits = piece.is_owned(mover) && piece.is_kind(pawn) && !self.pieces.contains_key(&from);
            fits.then_some((from, to))
        };
        let (from, to) = moved(above, below).or_else(|| moved(below, above)).ok_or_else(|| {
            PositionError::new(at, format!("no pawn can have passed over `{}` just now", excerpt(field)))
        })?;
        self.setup.last(Some(from), Some(to));
        Ok(())
    }

    /// Checks that are still to be given, `3+3`, where the game counts them. False: the field is something else.
    fn checks(&mut self, field: &str) -> bool {
        let number = |text: &str| text.parse().ok().filter(|n: &i32| (0..100).contains(n));
        let numbers = field.split_once('+').and_then(|(a, b)| Some([number(a)?, number(b)?]));
        let (Some(checks), Some(left)) = (self.style.checks, numbers) else { return false };
        for (global, left) in checks.globals.into_iter().zip(left) {
            self.setup.value(global, checks.to_win - left);
        }
        true
    }

    /// The clock of the fifty-move rule; the number of the move is not part of a position.
    fn numbers(&mut self, numbers: &[(usize, &str)]) -> Result<()> {
        if let Some((at, _)) = numbers.get(2) {
            return Err(PositionError::new(*at, "a FEN ends with two numbers").hint(FIELDS.to_owned()));
        }
        if let (Some((at, field)), Some(global)) = (numbers.first(), self.style.halfmove) {
            let n = field.parse::<i32>();
            let n = n.map_err(|_| PositionError::new(*at, format!("`{}` is too large", excerpt(field))))?;
            self.setup.value(global, n);
        }
        Ok(())
    }

    fn finish(mut self, side: usize) -> Result<State> {
        for (&cell, &piece) in &self.pieces {
            self.setup.add(self.game, cell, piece, 1).map_err(|what| PositionError::new(1, what))?;
        }
        self.setup.turn(turn_of(self.game.ir(), self.style.sides[side]).unwrap_or(0));
        Ok(self.setup.apply(fresh(self.game)))
    }
}
