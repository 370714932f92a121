//! Reading the general form.

use super::error::{PositionError, excerpt};
use super::setup::{MAX_PIECES, Setup, has_reserves, turn_of, with_attr};
use super::words::{Word, Words};
use crate::names::{Names, hint};
use zug_game::ir::Pile;
use zug_game::{CellId, KindId, Outcome, Piece, PlayerId, State, UNLIMITED};

/// What a win can count: as much as a number of the rules.
const MAX_WORTH: i64 = i32::MAX as i64;

type Result<T> = std::result::Result<T, PositionError>;

/// Makes the changes that the segments ask for.
pub(super) fn apply(names: &Names<'_>, state: State, words: Words<'_>) -> Result<State> {
    let mut reader = Reader { names, words, setup: Setup::default(), has_reserves: has_reserves(names.game) };
    while !reader.words.is_end() {
        if reader.words.mark(';') {
            continue;
        }
        reader.segment()?;
        if !reader.words.at_break() {
            return Err(reader
                .unexpected("the end of the segment")
                .hint("separate segments with `;`".to_owned()));
        }
    }
    Ok(reader.setup.apply(state))
}

struct Reader<'n, 'g, 't> {
    names: &'n Names<'g>,
    words: Words<'t>,
    setup: Setup,
    has_reserves: bool,
}

const DIRECTIVES: [&str; 9] =
    ["@stack", "@turn", "@stock", "@value", "@last", "@passes", "@played", "@out", "@over"];

impl Reader<'_, '_, '_> {
    fn segment(&mut self) -> Result<()> {
        let at = self.words.at();
        if !self.words.mark('@') {
            return self.pieces();
        }
        let word = self.words.name()?.map(|w| w.text).unwrap_or_default();
        match word.as_str() {
            "stack" => self.stack(),
            "turn" => self.turn(),
            "stock" => self.stock(at),
            "value" => self.value(),
            "last" => self.last(),
            "passes" => {
                let n = self.number("how many turns in a row were passed", 0, i64::from(u16::MAX))?;
                self.setup.passes(n as u16);
                Ok(())
            }
            "played" => {
                let n = self.number("how many turns have been played", 0, i64::from(u32::MAX))?;
                self.setup.played(n as u32);
                Ok(())
            }
            "out" => self.out(at),
            "over" => self.over(),
            word => {
                let message = format!("`@{}` means nothing here", excerpt(word));
                Err(PositionError::new(at, message).hint(hint(
                    "segments",
                    &format!("@{word}"),
                    DIRECTIVES.into_iter(),
                )))
            }
        }
    }

    /// `Player Kind cell cell …`.
    fn pieces(&mut self) -> Result<()> {
        let piece = self.player_and_kind()?;
        if self.words.at_break() {
            return Err(self.unexpected("a cell"));
        }
        while !self.words.at_break() {
            let at = self.words.at();
            let cell = self.cell()?;
            let (piece, n) = self.suffixes(piece)?;
            self.add(at, cell, piece, n)?;
        }
        Ok(())
    }

    /// `cell Player Kind Player Kind …`, bottom to top.
    fn stack(&mut self) -> Result<()> {
        let at = self.words.at();
        let cell = self.cell()?;
        if self.setup.mentions(cell) {
            let message = format!("`{}` is given two piles", self.names.game.cell_name(cell));
            return Err(PositionError::new(at, message));
        }
        if self.words.at_break() {
            return Err(self.unexpected("a player and a kind of piece"));
        }
        while !self.words.at_break() {
            let at = self.words.at();
            let piece = self.player_and_kind()?;
            let (piece, n) = self.suffixes(piece)?;
            self.add(at, cell, piece, n)?;
        }
        Ok(())
    }

    fn add(&mut self, at: usize, cell: CellId, piece: Piece, n: u32) -> Result<()> {
        self.setup.add(self.names.game, cell, piece, n).map_err(|what| PositionError::new(at, what))
    }

    /// `Player`, or `Player@index`.
    fn turn(&mut self) -> Result<()> {
        let at = self.words.at();
        let player = self.player()?;
        let game = self.names.game;
        let (name, turns) = (game.player_name(player), &game.ir().turns);
        let index = if self.words.close_mark('@') {
            let index = self.number("an index into the turn order", 0, turns.len() as i64 - 1)? as usize;
            if turns[index].chooser != player {
                let theirs = game.player_name(turns[index].chooser);
                let message = format!("turn {index} is not `{name}`'s but `{theirs}`'s");
                return Err(PositionError::new(at, message).hint("turns are counted from 0".to_owned()));
            }
            index
        } else {
            turn_of(game.ir(), player)
                .ok_or_else(|| PositionError::new(at, format!("`{name}` never has a turn")))?
        };
        self.setup.turn(index);
        Ok(())
    }

    /// `Player Kind n`.
    fn stock(&mut self, at: usize) -> Result<()> {
        let (player, kind) = (self.player()?, self.kind()?);
        let n = if self.words.mark('*') {
            UNLIMITED
        } else {
            self.number("how many pieces, or `*` for no limit", 0, i64::from(UNLIMITED) - 1)? as u32
        };
        if !self.has_reserves && n > 0 {
            return Err(PositionError::new(at, "no pieces wait beside the board in this game"));
        }
        self.setup.reserve(player, kind, n);
        Ok(())
    }

    /// `name n`.
    fn value(&mut self) -> Result<()> {
        let word = self.word("a value of the board")?;
        let known = self.names.game.ir().globals.iter().map(|g| g.name.as_str());
        let global = self
            .names
            .global(&word.text)
            .ok_or_else(|| unknown("value of the board", "values", &word, known))?;
        let value = self.number("a number", i64::from(i32::MIN), i64::from(i32::MAX))?;
        self.setup.value(global, value as i32);
        Ok(())
    }

    /// `from to`, `-` for none.
    fn last(&mut self) -> Result<()> {
        let from = self.cell_or_none()?;
        let to = self.cell_or_none()?;
        self.setup.last(from, to);
        Ok(())
    }

    fn cell_or_none(&mut self) -> Result<Option<CellId>> {
        // In quotes it is a name.
        self.words.at();
        let bare = self.words.next_char() == Some('-');
        let mut ahead = self.words.clone();
        match ahead.name()? {
            Some(word) if bare && word.text == "-" => {
                self.words = ahead;
                Ok(None)
            }
            _ => self.cell().map(Some),
        }
    }

    /// `Player Player …`, the first to go first.
    fn out(&mut self, at: usize) -> Result<()> {
        let program = self.names.game.program();
        if !program.eliminates() {
            return Err(PositionError::new(at, "nobody is put out in this game"));
        }
        let (contenders, mut players) = (program.contenders(), Vec::new());
        while players.is_empty() || !self.words.at_break() {
            let at = self.words.at();
            let player = self.player()?;
            let name = self.names.game.player_name(player);
            if !contenders.contains(&player) {
                return Err(PositionError::new(at, format!("`{name}` takes no turns")));
            }
            if players.contains(&player) {
                return Err(PositionError::new(at, format!("`{name}` is out twice")));
            }
            players.push(player);
        }
        if players.len() == contenders.len() {
            return Err(PositionError::new(at, "nobody is left"));
        }
        self.setup.out(players);
        Ok(())
    }

    /// `draw`, `won Player`, `won Player n`, `lost Player`.
    fn over(&mut self) -> Result<()> {
        let word = self.word("`draw`, `won` or `lost`")?;
        let outcome = match word.text.as_str() {
            "draw" => Outcome::Draw,
            "won" => {
                let player = self.player()?;
                let counted = !self.words.at_break();
                let worth =
                    if counted { self.number("what the win counts", 1, MAX_WORTH)? as u32 } else { 1 };
                Outcome::Won { player, worth }
            }
            "lost" => Outcome::Lost(self.player()?),
            other => {
                let message = format!("expected `draw`, `won` or `lost`, found `{}`", excerpt(other));
                return Err(PositionError::new(word.at, message));
            }
        };
        self.setup.outcome(outcome);
        Ok(())
    }

    fn player_and_kind(&mut self) -> Result<Piece> {
        let player = self.player()?;
        let kind = self.kind()?;
        Ok(self.names.game.program().layout().new_piece(kind, player))
    }

    /// `*n` and `(attr=n,…)`, in either order.
    fn suffixes(&mut self, mut piece: Piece) -> Result<(Piece, u32)> {
        let mut n = 1;
        loop {
            if self.words.close_mark('*') {
                n = self.number("how many pieces", 1, i64::from(MAX_PIECES))? as u32;
            } else if self.words.close_mark('(') {
                piece = self.attrs(piece)?;
            } else {
                return Ok((piece, n));
            }
        }
    }

    fn attrs(&mut self, mut piece: Piece) -> Result<Piece> {
        let game = self.names.game;
        loop {
            let word = self.word("an attribute")?;
            let known = game.ir().attrs.iter().map(|a| a.name.as_str());
            let attr = self
                .names
                .attr(&word.text)
                .ok_or_else(|| unknown("attribute", "attributes", &word, known))?;
            if game.ir().rules.pile == Pile::Heap {
                return Err(PositionError::new(word.at, "pieces of a heap have no attributes"));
            }
            if !self.words.mark('=') {
                return Err(self.unexpected("`=` and a number"));
            }
            let (low, high) = if game.ir().attrs[attr.idx()].numeric { (i16::MIN, i16::MAX) } else { (0, 1) };
            let value = self.number("a number", i64::from(low), i64::from(high))?;
            piece = with_attr(game, piece, attr, value as i32);
            if self.words.mark(')') {
                return Ok(piece);
            }
            if !self.words.mark(',') {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
    }

    fn player(&mut self) -> Result<PlayerId> {
        let word = self.word("a player")?;
        let known = self.names.game.ir().players.iter().map(|p| p.name.as_str());
        self.names.player(&word.text).ok_or_else(|| unknown("player", "players", &word, known))
    }

    fn kind(&mut self) -> Result<KindId> {
        let word = self.word("a kind of piece")?;
        let known = self.names.game.ir().kinds.iter().map(|k| k.name.as_str());
        self.names.kind(&word.text).ok_or_else(|| unknown("kind of piece", "kinds", &word, known))
    }

    fn cell(&mut self) -> Result<CellId> {
        let word = self.word("a cell")?;
        let known = self.names.game.ir().board.cells.iter().map(|c| c.name.as_str());
        self.names.cell(&word.text).ok_or_else(|| unknown("cell", "cells", &word, known))
    }

    fn word(&mut self, expected: &str) -> Result<Word> {
        match self.words.name()? {
            Some(word) => Ok(word),
            None => Err(self.unexpected(expected)),
        }
    }

    fn number(&mut self, expected: &str, low: i64, high: i64) -> Result<i64> {
        let word = self.word(expected)?;
        match word.text.parse::<i64>() {
            Ok(n) if (low..=high).contains(&n) => Ok(n),
            Ok(n) => {
                let message = format!("{n} is out of range");
                Err(PositionError::new(word.at, message).hint(format!("from {low} to {high} is possible")))
            }
            Err(_) => {
                let message = format!("expected {expected}, found `{}`", excerpt(&word.text));
                Err(PositionError::new(word.at, message))
            }
        }
    }

    fn unexpected(&mut self, expected: &str) -> PositionError {
        let at = self.words.at();
        let found = match self.words.clone().next_char() {
            Some(c) => format!("`{}`", excerpt(&c.to_string())),
            None => "the end".to_owned(),
        };
        PositionError::new(at, format!("expected {expected}, found {found}"))
    }
}

fn unknown<'a>(
    what: &str,
    plural: &str,
    word: &Word,
    known: impl Iterator<Item = &'a str> + Clone,
) -> PositionError {
    let message = format!("unknown {what} `{}`", excerpt(&word.text));
    PositionError::new(word.at, message).hint(hint(plural, &word.text, known))
}
