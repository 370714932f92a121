//! Short algebraic notation, the words of PGN, for every game that FEN can describe.
//!
//! A piece is the letter it has in FEN; the kind with the letter `P` is the pawn and goes without. What counts as
//! castling, capture, promotion or check is read off the move and asked of the rules: castling is a part that
//! moves a king (`K`) and another piece of his, check is an attack on a piece that may not be left attacked.

use super::{Choice, settle};
use crate::gone;
use crate::names::Names;
use crate::position::{FenStyle, Settings, StyleError};
use zug_game::{Action, CellId, Game, KindId, Move, Outcome, Part, Piece, PlayerId, RunError, State};

/// How moves of a game are written in SAN.
#[derive(Clone, PartialEq, Debug)]
pub struct San {
    style: FenStyle,
    pawn: Option<KindId>,
    king: Option<KindId>,
    /// The kind whose attack is a check, where the rules do not say it by themselves.
    royal: Option<KindId>,
}

/// What a move says in SAN, before it is known which of it is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// Towards the higher files?
    Castling {
        higher: bool,
    },
    Drop {
        letter: String,
        to: CellId,
    },
    Movement(Movement),
    Pass,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Movement {
    /// Empty for a pawn.
    pub(super) letter: String,
    pub(super) from: CellId,
    pub(super) to: CellId,
    pub(super) takes: bool,
    pub(super) becomes: Option<String>,
}

pub(super) const PASS: &str = "--";

impl San {
    pub fn new(game: &Game, settings: &Settings) -> Result<Self, StyleError> {
        let style = FenStyle::new(game, settings)?;
        let royal =
            match &settings.royal {
                Some(name) => {
                    let kind = Names::new(game).kind(name);
                    Some(kind.ok_or_else(|| StyleError::UnknownName {
                        what: "kind of piece",
                        name: name.clone(),
                    })?)
                }
                None => None,
            };
        Ok(San { pawn: style.kind("P"), king: style.kind("K"), royal, style })
    }

    /// The texts of all moves, without marks of check.
    pub(super) fn texts(&self, choice: &Choice<'_>) -> Vec<String> {
        let words = self.words(choice);
        let text = |word: &Option<Word>| Some(self.text(choice.state.game(), word.as_ref()?, &words));
        settle(choice, words.iter().map(text).collect())
    }

    pub(super) fn words(&self, choice: &Choice<'_>) -> Vec<Option<Word>> {
        choice.moves.iter().map(|mv| self.word(choice.state, mv)).collect()
    }

    /// What a move says; nothing if SAN has no word for it.
    fn word(&self, state: &State, mv: &Move) -> Option<Word> {
        if mv.is_pass() {
            return Some(Word::Pass);
        }
        let (first, last) = (mv.parts().next()?, mv.parts().next_back()?);
        let to = cell(last.head.to)?;
        let Some(from) = cell(first.head.from) else { return self.drop(first, to) };
        let piece = state.position().piece(from);
        if piece.is_none() || from == to {
            return None;
        }
        if let Some(higher) = self.castling(mv, piece.owner()) {
            return Some(Word::Castling { higher });
        }
        let letter = if Some(piece.kind()) == self.pawn { String::new() } else { self.letter(piece.kind())? };
        let occupied = state.position().piece(to).is_some();
        let takes = occupied || mv.parts().any(|part| part.captures().next().is_some());
        let becomes = match becomes(mv, to).filter(|kind| *kind != piece.kind()) {
            Some(kind) => Some(self.letter(kind)?),
            None => gone::becomes(&self.style, state, mv, from, to).map(str::to_owned),
        };
        Some(Word::Movement(Movement { letter, from, to, takes, becomes }))
    }

    /// True for the letter of a piece other than a pawn.
    pub(super) fn is_piece(&self, letter: char) -> bool {
        let kind = self.style.kind(letter.encode_utf8(&mut [0; 4]));
        kind.is_some() && kind != self.pawn
    }

    fn letter(&self, kind: KindId) -> Option<String> {
        self.style.letters.get(kind.idx())?.clone()
    }

    fn drop(&self, part: Part<'_>, to: CellId) -> Option<Word> {
        let dropped = part.actions.iter().find_map(|action| match action {
            Action::Drop { piece, .. } => Some(piece.kind()),
            _ => None,
        });
        Some(Word::Drop { letter: self.letter(dropped?)?, to })
    }

    /// Does the move take a king and another piece of his along? Then: is that one on his side of higher files?
    fn castling(&self, mv: &Move, owner: PlayerId) -> Option<bool> {
        let mut moved: Vec<(CellId, Piece)> = Vec::new();
        for action in mv.actions() {
            if let Action::Move { from, piece, .. } | Action::Lift { at: from, piece, .. } = *action
                && piece.is_owned(owner)
                && !moved.iter().any(|(cell, _)| *cell == from)
            {
                moved.push((from, piece));
            }
        }
        let king = moved.iter().position(|(_, piece)| Some(piece.kind()) == self.king)?;
        let (king, _) = moved.remove(king);
        let [(partner, _)] = moved[..] else { return None };
        let ((_, king), (_, partner)) = (self.style.place(king)?, self.style.place(partner)?);
        Some(partner > king)
    }

    fn text(&self, game: &Game, word: &Word, all: &[Option<Word>]) -> String {
        match word {
            Word::Castling { higher: true } => "O-O".to_owned(),
            Word::Castling { higher: false } => "O-O-O".to_owned(),
            Word::Drop { letter, to } => format!("{letter}@{}", game.cell_name(*to)),
            Word::Pass => PASS.to_owned(),
            Word::Movement(movement) => {
                let Movement { letter, takes, becomes, .. } = movement;
                let takes = if *takes { "x" } else { "" };
                let becomes = becomes.as_ref().map(|kind| format!("={kind}")).unwrap_or_default();
                let from = origin(game, movement, all);
                format!("{letter}{from}{takes}{}{becomes}", game.cell_name(movement.to))
            }
        }
    }

    /// `#` if the move decides the game, `+` if it gives check.
    pub(super) fn mark(&self, choice: &Choice<'_>, index: usize) -> Result<&'static str, RunError> {
        let Some(mv) = choice.moves.get(index) else { return Ok("") };
        let mut after = choice.state.clone();
        after.play_unchecked(mv)?;
        match after.outcome()? {
            Some(Outcome::Draw) | None => {}
            Some(Outcome::Won { .. } | Outcome::Lost(_)) => return Ok("#"),
        }
        let player = after.chooser();
        let royal = match &self.royal {
            Some(kind) => std::slice::from_ref(kind),
            None => after.game().royal_kinds(player),
        };
        for cell in (0..after.game().ir().board.cells.len()).map(|i| CellId(i as u16)) {
            let piece = after.position().piece(cell);
            if piece.is_owned(player) && royal.contains(&piece.kind()) && after.is_attacked(cell)? {
                return Ok("+");
            }
        }
        Ok("")
    }
}

fn cell(cell: u16) -> Option<CellId> {
    (cell != u16::MAX).then_some(CellId(cell))
}

/// The kind that the piece has when it has arrived, where the move changes it.
fn becomes(mv: &Move, to: CellId) -> Option<KindId> {
    mv.actions().iter().rev().find_map(|action| match *action {
        Action::Promote { at, kind, .. } | Action::ChangeKind { at, kind, .. } if at == to => Some(kind),
        Action::Land { at, piece, .. } if at == to => Some(piece.kind()),
        _ => None,
    })
}

/// What has to be said about where a movement begins: a pawn that takes names its file; apart from that, as much as
/// tells the movement from others of the same letter to the same cell.
fn origin(game: &Game, movement: &Movement, all: &[Option<Word>]) -> String {
    let pawn_takes = movement.letter.is_empty() && movement.takes;
    let rival = |word: &&Movement| {
        (&word.letter, word.to) == (&movement.letter, movement.to)
            && word.from != movement.from
            && (!movement.letter.is_empty() || word.takes == movement.takes)
    };
    let movements = all.iter().flatten().filter_map(|word| match word {
        Word::Movement(movement) => Some(movement),
        _ => None,
    });
    let rivals: Vec<(&str, &str)> =
        movements.filter(rival).map(|word| file_and_rank(game.cell_name(word.from))).collect();
    let name = game.cell_name(movement.from);
    let (file, rank) = file_and_rank(name);
    if rivals.is_empty() {
        return if pawn_takes { file.to_owned() } else { String::new() };
    }
    if rivals.iter().all(|(other, _)| *other != file) {
        file.to_owned()
    } else if !movement.letter.is_empty() && rivals.iter().all(|(_, other)| *other != rank) {
        rank.to_owned()
    } else {
        name.to_owned()
    }
}

/// `e` and `4`. A cell that is not named so has its whole name for a file.
pub(super) fn file_and_rank(name: &str) -> (&str, &str) {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (file, rank) = name.split_at(letters);
    let usual = !file.is_empty() && !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit());
    if usual { (file, rank) } else { (name, "") }
}
