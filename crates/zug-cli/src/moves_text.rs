//! Lists of moves as people type them.

use crate::errors::Failure;
use zug_game::{Move, PlayError, RunError, State};

/// Plays moves separated by spaces or commas.
///
/// A move's own name may have spaces (`d1-d7 Arrow@g7`), so at each place the longest legal name wins.
pub(crate) fn play_all(state: &mut State, text: &str) -> Result<Vec<Move>, Failure> {
    let mut rest = skip_separators(text);
    let mut played = Vec::new();
    while !rest.is_empty() {
        let number = played.len() + 1;
        let (name, after) = next_move(state, rest).map_err(|error| bad_move(state, number, error))?;
        played.push(state.play_text(&name).map_err(|error| bad_move(state, number, error))?);
        rest = skip_separators(after);
    }
    Ok(played)
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ',')
}

/// The name of the first move of a list, and what follows it.
fn next_move<'t>(state: &State, text: &'t str) -> Result<(String, &'t str), PlayError> {
    let names = state.named_moves()?;
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == ',');
    let exact = names.iter().map(|(name, _)| name.as_str());
    let longest =
        exact.filter(|name| text.strip_prefix(name).is_some_and(ends)).max_by_key(|name| name.len());
    if let Some(name) = longest {
        return Ok((name.to_owned(), &text[name.len()..]));
    }
    // Not written as we would: as many words as make a move that can be recognised.
    let until_comma = text.split(',').next().unwrap_or(text);
    let mut candidate = until_comma.trim_end();
    let first_error = loop {
        match find(state, candidate) {
            Ok(name) => return Ok((name, &text[candidate.len()..])),
            Err(error) => match candidate.rsplit_once(char::is_whitespace) {
                Some((shorter, _)) => candidate = shorter.trim_end(),
                None => break error,
            },
        }
    };
    Err(first_error)
}

/// The name of the legal move a person means: as written, or without regard to case, spaces, `-` and `x`.
pub(crate) fn find(state: &State, typed: &str) -> Result<String, PlayError> {
    let names = state.named_moves()?;
    let wanted = folded(typed);
    if let Some((name, _)) = names.iter().find(|(name, _)| name == typed.trim()) {
        return Ok(name.clone());
    }
    let mut alike = names.iter().filter(|(name, _)| folded(name) == wanted);
    match (alike.next(), alike.next()) {
        (Some((name, _)), None) if !wanted.is_empty() => Ok(name.clone()),
        _ => match state.find_move(typed) {
            Ok(found) => {
                Ok(names.iter().find(|(_, mv)| **mv == found).map(|(n, _)| n.clone()).unwrap_or_default())
            }
            Err(error) => Err(error),
        },
    }
}

/// What is left of a name when the ways of writing it are ignored.
fn folded(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && !"-x=".contains(*c)).flat_map(char::to_lowercase).collect()
}

fn bad_move(state: &State, number: usize, error: PlayError) -> Failure {
    match error {
        PlayError::Run(error) => Failure::run(state.game())(error),
        error => Failure::no(format!("move {number}: {error}{}", over(state).unwrap_or_default())),
    }
}

/// Nothing is legal after the end, which is not obvious to everyone.
fn over(state: &State) -> Result<&'static str, RunError> {
    Ok(if state.outcome()?.is_some() { "; the game is over there" } else { "" })
}
