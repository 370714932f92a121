//! Lists of moves as people type them.

use crate::errors::Failure;
use zug_game::{Move, RunError, State};
use zug_notation::{MoveError, Reader};

/// Plays moves separated by spaces or commas; numbers with a dot (`1.`, `3...`) may stand before them.
///
/// A move may have spaces itself (`d1-d7 Arrow@g7`, `24/18 13/11`), so at each place the longest legal one wins.
pub(crate) fn play_all(reader: &Reader, state: &mut State, text: &str) -> Result<Vec<Move>, Failure> {
    let mut rest = skip_separators(text);
    let mut played = Vec::new();
    while !rest.is_empty() {
        let number = played.len() + 1;
        let (mv, after) = next_move(reader, state, rest).map_err(|(typed, error)| {
            let over = state.outcome().is_ok_and(|outcome| outcome.is_some());
            let over = if over { "; the game is over there" } else { "" };
            Failure::no(format!("move {number}: {}{over}", refusal(&typed, &error)))
        })?;
        state.play_unchecked(&mv).map_err(Failure::run(&state.game().clone()))?;
        played.push(mv);
        rest = skip_separators(after);
    }
    Ok(played)
}

/// Why a text is no move, with moves that could have been meant.
pub(crate) fn refusal(typed: &str, error: &MoveError) -> String {
    match error {
        MoveError::Over => format!("no legal move is called `{typed}`"),
        MoveError::Unknown { near } if near.is_empty() => format!("no legal move is called `{typed}`"),
        MoveError::Unknown { near } => {
            format!("no legal move is called `{typed}`; legal are {}", near.join(", "))
        }
        other => format!("`{typed}`: {other}"),
    }
}

fn skip_separators(mut text: &str) -> &str {
    loop {
        let bare = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let after = number.trim_start_matches(['.', '…']);
        match number.len() < bare.len() && after.len() < number.len() {
            true => text = after,
            false => return bare,
        }
    }
}

/// The first move of a list, and what follows it; or what was taken for a move, and why it is none.
fn next_move<'t>(
    reader: &Reader,
    state: &State,
    text: &'t str,
) -> Result<(Move, &'t str), (String, MoveError)> {
    let first = || text.split([' ', ',', '\t', '\n']).next().unwrap_or(text).to_owned();
    let run = |error: RunError| (first(), MoveError::Run(state.game().explain(&error)));
    let named = state.named_moves().map_err(run)?;
    let shown = reader.texts(state).map_err(run)?;
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == ',');
    let moves = named.iter().map(|(_, mv)| *mv);
    let names = named.iter().map(|(name, _)| name.as_str());
    let texts = names.zip(moves.clone()).chain(shown.iter().map(String::as_str).zip(moves));
    let fits =
        |(written, _): &(&str, &Move)| !written.is_empty() && text.strip_prefix(written).is_some_and(ends);
    // Of two of the same length the first counts: a name goes before another move's text.
    let longest = texts.clone().filter(fits).reduce(|a, b| if b.0.len() > a.0.len() { b } else { a });
    if let Some((written, mv)) = longest {
        return Ok((mv.clone(), &text[written.len()..]));
    }
    // Not written as we would: as many words as make a move that can be recognised.
    let most = texts.map(|(written, _)| written.split_whitespace().count()).max().unwrap_or(1).max(4);
    let until_comma = text.split(',').next().unwrap_or(text);
    let mut candidate = words(until_comma, most);
    loop {
        match reader.find(state, candidate) {
            Ok(mv) => return Ok((mv, &text[candidate.len()..])),
            Err(error) => match candidate.rsplit_once(char::is_whitespace) {
                Some((shorter, _)) => candidate = shorter.trim_end(),
                None => return Err((candidate.to_owned(), error)),
            },
        }
    }
}

/// The first words of a text, at most so many.
fn words(text: &str, most: usize) -> &str {
    let mut end = 0;
    for word in text.split_whitespace().take(most) {
        // It lies within the text, behind the words before it.
        end += text[end..].find(word).unwrap_or(0) + word.len();
    }
    &text[..end]
}
