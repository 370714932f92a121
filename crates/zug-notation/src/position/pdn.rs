//! The FEN of PDN, for draughts: `W:W31,32,K5:B1,2`.

use super::error::{PositionError, excerpt};
use super::general::fresh;
use super::setup::{Setup, turn_of};
use super::style::{Settings, StyleError};
use crate::names::Names;
use zug_game::ir::Pile;
use zug_game::{CellId, Game, KindId, PlayerId, State};

type Result<T> = std::result::Result<T, PositionError>;

/// How positions of a game are written with numbered squares.
#[derive(Clone, PartialEq, Debug)]
pub struct PdnStyle {
    /// The cells of squares 1, 2, 3 …
    pub(crate) squares: Vec<CellId>,
    man: KindId,
    king: KindId,
    /// Players with their letters, in the order they are written: White first.
    sides: Vec<(char, PlayerId)>,
}

impl PdnStyle {
    /// Finds out how the game is written: its squares are in the settings, the king is the kind with the letter
    /// `K`, the man the first other kind.
    pub fn new(game: &Game, settings: &Settings) -> std::result::Result<Self, StyleError> {
        let ir = game.ir();
        let unfit = |what: &str| Err(StyleError::Unfit(format!("PDN cannot describe this game: {what}")));
        if ir.rules.pile != Pile::Single {
            return unfit("its cells hold piles");
        }
        let Some(list) = &settings.pdn_squares else {
            return unfit("the cells of its numbered squares are not given");
        };
        let names = Names::new(game);
        let mut squares = Vec::new();
        for name in list.split_whitespace() {
            let cell = names.cell(name);
            let cell = cell.ok_or_else(|| StyleError::UnknownName { what: "cell", name: name.to_owned() })?;
            if squares.contains(&cell) {
                return unfit(&format!("`{name}` is given two numbers"));
            }
            squares.push(cell);
        }
        let kinds = || (0..ir.kinds.len() as u16).map(KindId);
        let Some(king) = kinds().find(|k| ir.kinds[k.idx()].notation.eq_ignore_ascii_case("k")) else {
            return unfit("none of its kinds has the notation `K`");
        };
        let Some(man) = kinds().find(|k| *k != king) else {
            return unfit("it has only kings");
        };
        let mut sides: Vec<(char, PlayerId)> = Vec::new();
        for player in (0..ir.players.len() as u16).map(PlayerId).filter(|p| ir.is_active(*p)) {
            let letter =
                game.player_name(player).chars().next().and_then(|c| c.to_uppercase().next()).unwrap_or('?');
            if letter == 'K' || !letter.is_alphabetic() || sides.iter().any(|(other, _)| *other == letter) {
                return unfit("its players cannot be told apart by their first letters");
            }
            sides.push((letter, player));
        }
        sides.sort_by_key(|(letter, _)| *letter != 'W');
        Ok(PdnStyle { squares, man, king, sides })
    }
}

pub(super) fn print(state: &State, style: &PdnStyle) -> String {
    let turn = style.sides.iter().find(|(_, player)| *player == state.chooser());
    let mut text = turn.map_or('?', |(letter, _)| *letter).to_string();
    for (letter, player) in &style.sides {
        let mut squares = Vec::new();
        for (number, cell) in (1..).zip(&style.squares) {
            let piece = state.position().piece(*cell);
            if piece.is_owned(*player) && piece.is_kind(style.man) {
                squares.push(format!("{number}"));
            } else if piece.is_owned(*player) && piece.is_kind(style.king) {
                squares.push(format!("K{number}"));
            }
        }
        text.push_str(&format!(":{letter}{}", squares.join(",")));
    }
    text
}

/// A letter and a colon.
pub(super) fn looks_like(text: &str) -> bool {
    let mut chars = text.chars().filter(|c| !c.is_whitespace());
    chars.next().is_some_and(char::is_alphabetic) && chars.next() == Some(':')
}

pub(super) fn read(game: &Game, style: &PdnStyle, text: &str) -> Result<State> {
    // PDN closes the tag's text with a full stop as often as not.
    let text = text.trim_end().trim_end_matches('.');
    let mut setup = Setup::default();
    let mut at = 1;
    for (i, section) in text.split(':').enumerate() {
        let place = at + section.chars().take_while(|c| c.is_whitespace()).count();
        at += section.chars().count() + 1;
        let section = section.trim();
        let letter = section.chars().next();
        let player = letter.and_then(|c| side(style, c)).ok_or_else(|| {
            let letters: Vec<String> = style.sides.iter().map(|(c, _)| format!("`{c}`")).collect();
            let found = letter.map_or("nothing".to_owned(), |c| format!("`{c}`"));
            PositionError::new(place, format!("expected the letter of a player, found {found}"))
                .hint(format!("letters of the players: {}", letters.join(", ")))
        })?;
        let rest = &section[letter.map_or(0, char::len_utf8)..];
        if i == 0 {
            if !rest.is_empty() {
                return Err(PositionError::new(place + 1, "expected `:` after the player to move"));
            }
            setup.turn(turn_of(game.ir(), player).unwrap_or(0));
        } else {
            squares(game, style, &mut setup, player, place + 1, rest)?;
        }
    }
    Ok(setup.apply(fresh(game)))
}

fn side(style: &PdnStyle, letter: char) -> Option<PlayerId> {
    let upper = letter.to_uppercase().next()?;
    style.sides.iter().find(|(c, _)| *c == upper).map(|(_, player)| *player)
}

/// `31,32,K5`, also `1-12`.
fn squares(
    game: &Game,
    style: &PdnStyle,
    setup: &mut Setup,
    player: PlayerId,
    start: usize,
    list: &str,
) -> Result<()> {
    let mut at = start;
    for item in list.split(',') {
        let place = at + item.chars().take_while(|c| c.is_whitespace()).count();
        at += item.chars().count() + 1;
        let item = item.trim();
        if item.is_empty() {
            continue;
        }
        let numbers = item.strip_prefix(['K', 'k']);
        let kind = if numbers.is_some() { style.king } else { style.man };
        let numbers = numbers.unwrap_or(item);
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let (first, last) =
            (square(game, style, place, first, item)?, square(game, style, place, last, item)?);
        for square in first..=last {
            let piece = game.program().layout().new_piece(kind, player);
            setup
                .add(game, style.squares[square], piece, 1)
                .map_err(|what| PositionError::new(place, what))?;
        }
    }
    Ok(())
}

/// The index of a square: by its number, or by the name of its cell.
fn square(game: &Game, style: &PdnStyle, at: usize, text: &str, item: &str) -> Result<usize> {
    let text = text.trim().trim_start_matches(['K', 'k']);
    let numbered =
        text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < style.squares.len());
    let named = || {
        let cell = Names::new(game).cell(text)?;
        style.squares.iter().position(|square| *square == cell)
    };
    match numbered.or_else(named) {
        Some(square) => Ok(square),
        None => {
            Err(PositionError::new(at, format!("expected the number of a square, found `{}`", excerpt(item)))
                .hint(format!("squares are numbered from 1 to {}", style.squares.len())))
        }
    }
}
