//! Moves by their cells: their own names, in which a piece that is put on the board goes without its kind where only one kind
//! can be meant (`d4` for `Stone@d4`).

use super::choice::{Choice, MoveError, find_name};
use zug_game::{Action, Move};

/// The texts of all moves, each different from the others.
pub(super) fn texts(choice: &Choice<'_>) -> Vec<String> {
    let names = choice.names();
    let game = choice.state.game();
    let mut kinds: Vec<_> = choice.moves.iter().filter_map(dropped).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let [kind] = kinds[..] else { return names };
    let prefix = format!("{}@", game.kind_name(kind));
    let short = |name: &String| name.strip_prefix(&prefix).map(str::to_owned);
    let texts: Vec<String> = names.iter().map(|name| short(name).unwrap_or_else(|| name.clone())).collect();
    let mut sorted: Vec<&String> = texts.iter().collect();
    sorted.sort_unstable();
    let unique = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    if unique { texts } else { names }
}

/// The kind that a move begins by putting on the board.
fn dropped(mv: &Move) -> Option<zug_game::KindId> {
    let first = mv.parts().next().filter(|part| part.head.from == u16::MAX)?;
    first.actions.iter().find_map(|action| match action {
        Action::Drop { piece, .. } => Some(piece.kind()),
        _ => None,
    })
}

/// The move that a text means: by its text here, else by its name.
pub(super) fn find(choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
    let texts = texts(choice);
    let wanted = folded(text);
    let mut alike = (0..texts.len()).filter(|i| folded(&texts[*i]) == wanted);
    if let (Some(found), None) = (alike.next(), alike.next()) {
        return Ok(found);
    }
    let from = text.trim().split(['-', ' ', '_', '=', '@']).next().unwrap_or("").to_lowercase();
    find_name(choice, text).map_err(|error| match error {
        MoveError::Unknown { .. } => {
            MoveError::unknown(&texts, |text| !from.is_empty() && text.to_lowercase().starts_with(&from))
        }
        other => other,
    })
}

/// What is left of a text when the ways of writing it are ignored: upper case, blanks, what stands between cells, and
/// `_` for blanks.
pub(super) fn folded(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !"-x=_".contains(*c)).flat_map(char::to_lowercase).collect()
}
