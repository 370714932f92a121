//! What stands for a piece in a picture.
//!
//! Where two players at most have pieces and every kind has a letter of its own, that letter: upper case for the
//! first player, lower case for the second. Otherwise a letter for the owner and a short name for the kind,
//! explained below the picture.

use crate::layout::{Arrangement, Seat, Tag};
use std::collections::BTreeSet;
use zug_game::ir::Pile;
use zug_game::{CellId, Game, KindId, Piece, PlayerId, State};

pub(super) struct Symbols {
    /// By kind.
    codes: Vec<String>,
    owners: Owners,
    /// What stands on the board, in the order of declaration.
    present: BTreeSet<(PlayerId, KindId)>,
    /// By player: what stands before the number of his men, where that is all that is written.
    signs: Vec<Option<String>>,
    game: Game,
}

enum Owners {
    /// Upper and lower case.
    Case(PlayerId),
    /// By player: a letter before the kind's.
    Letters(Vec<char>),
    /// There is only one.
    Alone,
}

impl Symbols {
    pub(super) fn new(state: &State, arrangement: &Arrangement) -> Self {
        let game = state.game();
        let ir = game.ir();
        let mut present = BTreeSet::new();
        for cell in (0..ir.board.cells.len() as u16).map(CellId) {
            let mut see = |piece: Piece| {
                present.insert((piece.owner(), piece.kind()));
            };
            game.contents(state.position(), cell).into_iter().for_each(|(piece, _)| see(piece));
        }
        let mut playing = (0..ir.players.len() as u16)
            .map(PlayerId)
            .filter(|p| ir.is_active(*p) && !ir.players[p.idx()].random);
        let first = playing.next().unwrap_or(PlayerId(0));
        let second = playing.next().unwrap_or(first);
        let two = present.iter().all(|(owner, _)| *owner == first || *owner == second);
        let (codes, owners) = match letters(game) {
            Some(letters) if two => (letters, Owners::Case(first)),
            _ if ir.players.len() == 1 => (kind_codes(game), Owners::Alone),
            // Where all pieces are of one kind the owner says everything.
            _ if ir.kinds.len() == 1 => (vec![String::new()], Owners::Letters(owner_letters(game))),
            _ => (kind_codes(game), Owners::Letters(owner_letters(game))),
        };
        let counted = ir.rules.pile == Pile::Heap && ir.kinds.len() == 1;
        let sign =
            |player: &zug_game::ir::Player| arrangement.signs.get(&player.name).filter(|_| counted).cloned();
        let signs = ir.players.iter().map(sign).collect();
        Symbols { codes, owners, present, signs, game: game.clone() }
    }

    fn sign(&self, owner: PlayerId) -> Option<&str> {
        self.signs.get(owner.idx())?.as_deref()
    }

    fn piece(&self, owner: PlayerId, kind: KindId) -> String {
        let code = &self.codes[kind.idx()];
        match &self.owners {
            Owners::Case(first) if owner == *first => code.to_uppercase(),
            Owners::Case(_) => code.to_lowercase(),
            Owners::Letters(letters) => format!("{}{code}", letters[owner.idx()]),
            Owners::Alone => code.clone(),
        }
    }

    /// What is drawn for a seat: what its cell holds, after its name if nothing else tells it; an empty cell shows its name
    /// or its number.
    pub(super) fn seat(&self, state: &State, seat: &Seat) -> String {
        let is_empty = state.position().piece(seat.cell).is_none();
        match &seat.tag {
            Some(Tag::Name(text) | Tag::Number(text)) if is_empty => text.clone(),
            Some(Tag::Name(name)) => format!("{name}:{}", self.cell(state, seat.cell)),
            _ => self.cell(state, seat.cell),
        }
    }

    /// What is drawn for a cell: its piece, the top of its stack with the height, the counts of its heap.
    fn cell(&self, state: &State, cell: CellId) -> String {
        let position = state.position();
        let piece = position.piece(cell);
        if piece.is_none() {
            return ".".to_owned();
        }
        let symbol = self.piece(piece.owner(), piece.kind());
        match self.game.ir().rules.pile {
            Pile::Single => symbol,
            Pile::Stack => match position.height(self.game.program(), cell) {
                0 | 1 => symbol,
                n => format!("{symbol}{n}"),
            },
            Pile::Heap => {
                let heap = position.heap(self.game.program(), cell);
                let alike = self.present.len() == 1;
                heap.map(|(p, n)| match self.sign(p.owner()) {
                    Some(sign) => format!("{sign}{n}"),
                    None if alike => n.to_string(),
                    None => format!("{n}{}", self.piece(p.owner(), p.kind())),
                })
                .collect()
            }
        }
    }

    /// What the abbreviations mean; nothing if there are none.
    pub(super) fn legend(&self) -> Vec<String> {
        let signed = |&(owner, kind): &(PlayerId, KindId)| {
            let sign = self.sign(owner)?;
            Some(format!("{sign}1 = {} {}", self.game.player_name(owner), self.game.kind_name(kind)))
        };
        if self.signs.iter().any(Option::is_some) {
            return self.present.iter().filter_map(signed).collect();
        }
        let counted = self.game.ir().rules.pile == Pile::Heap && self.present.len() == 1;
        if counted || matches!(self.owners, Owners::Case(_)) {
            return Vec::new();
        }
        let explained = |&(owner, kind): &(PlayerId, KindId)| {
            let (symbol, name) = (self.piece(owner, kind), self.game.kind_name(kind));
            match self.owners {
                Owners::Alone if symbol == name => None,
                Owners::Alone => Some(format!("{symbol} = {name}")),
                _ => Some(format!("{symbol} = {} {name}", self.game.player_name(owner))),
            }
        };
        self.present.iter().filter_map(explained).collect()
    }
}

/// A letter for each kind: its notation, perhaps with a `+`, else the first letter of its name.
fn letters(game: &Game) -> Option<Vec<String>> {
    let mut letters: Vec<String> = Vec::new();
    for kind in &game.ir().kinds {
        let notation = kind.notation.strip_prefix('+').unwrap_or(&kind.notation);
        let one = notation.chars().count() == 1 && notation.chars().all(char::is_alphabetic);
        let letter = if one {
            kind.notation.to_uppercase()
        } else {
            kind.name.chars().next()?.to_uppercase().to_string()
        };
        let fits = letter.ends_with(char::is_alphabetic) && letter.to_lowercase() != letter;
        if !fits || letters.contains(&letter) {
            return None;
        }
        letters.push(letter);
    }
    Some(letters)
}

/// A short name for each kind: all of it if it is short, else its first letter with another of its letters.
fn kind_codes(game: &Game) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for kind in &game.ir().kinds {
        let name: Vec<char> = kind.name.chars().filter(|c| c.is_alphanumeric()).collect();
        let whole: String = name.iter().collect();
        let first = name.first().copied().unwrap_or('?');
        let pairs = name.iter().skip(1).map(|c| format!("{first}{c}"));
        let numbers = (2..).map(|n| format!("{first}{n}"));
        let short = Some(whole).filter(|w| (1..=3).contains(&name.len()) && w.len() < 4);
        let mut candidates = short.into_iter().chain([first.to_string()]).chain(pairs).chain(numbers);
        let code = candidates.find(|c| !codes.contains(c)).unwrap_or_default();
        codes.push(code);
    }
    codes
}

/// A letter for each player, of his name if possible.
fn owner_letters(game: &Game) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for player in &game.ir().players {
        let own = player.name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase);
        let any = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let letter = own.chain(any).find(|c| !letters.contains(c)).unwrap_or('?');
        letters.push(letter);
    }
    letters
}
