//! Position text: one line that says everything about a position.
//!
//! Every game has the general form (`general`, read by `segments`). Games that look like chess may be written
//! in FEN, draughts in the FEN of PDN; what these cannot say follows after a `;` in words of the general form,
//! so that nothing of the state is lost. Reading is liberal: the general form is always accepted, and FEN
//! wherever the board allows it.

mod error;
mod fen;
mod fen_read;
mod general;
mod pdn;
mod segments;
mod setup;
mod style;
mod words;

pub use error::PositionError;
pub(crate) use error::excerpt;
pub use fen::FenStyle;
pub use pdn::PdnStyle;
pub(crate) use setup::turn_of;
pub use style::{Settings, Style, StyleError};

use crate::names::Names;
use words::Words;
use zug_game::{Game, State};

/// The text of a position.
pub fn print(state: &State, style: &Style) -> String {
    match style {
        Style::General => general::print(state),
        Style::Fen(fen) => with_rest(state, fen::print(state, fen), fen::forgives(state, fen), |text| {
            fen_read::read(state.game(), fen, text)
        }),
        Style::Pdn(pdn) => {
            with_rest(state, pdn::print(state, pdn), general::Forgives::unseen(state), |text| {
                pdn::read(state.game(), pdn, text)
            })
        }
    }
}

/// Adds to a text what it does not say: everything by which the position it reads back as differs from `state`.
fn with_rest(
    state: &State,
    text: String,
    forgives: general::Forgives,
    read: impl Fn(&str) -> Result<State, PositionError>,
) -> String {
    match read(&text) {
        Ok(base) => {
            let mut parts = vec![text];
            parts.extend(general::differences(state, &base, forgives));
            parts.join("; ")
        }
        // A style made for another game: its text is of no use here.
        Err(_) => general::print(state),
    }
}

/// Reads a position. Accepts the style's own form, the general form, FEN where the game can have one, and
/// `start`.
pub fn parse(game: &Game, style: &Style, text: &str) -> Result<State, PositionError> {
    let mut state = read(game, style, text)?;
    state.settle();
    Ok(state)
}

fn read(game: &Game, style: &Style, text: &str) -> Result<State, PositionError> {
    let trimmed = text.trim();
    if trimmed.eq_ignore_ascii_case("start") || trimmed.eq_ignore_ascii_case("startpos") {
        return Ok(game.start());
    }
    let names = Names::new(game);
    if trimmed.is_empty() {
        let hint = format!("write `start`, or something like `{}`", general::example(game));
        return Err(PositionError::new(1, "the position text is empty").hint(hint));
    }
    let core_end = core_end(text);
    let core = &text[..core_end];
    let mut state = if is_general(&names, text) {
        return segments::apply(&names, general::fresh(game), Words::new(text));
    } else if let (Style::Pdn(pdn), true) = (style, pdn::looks_like(core)) {
        pdn::read(game, pdn, core)?
    } else if let Some(fen) = fen_of(game, style, core) {
        fen_read::read(game, &fen, core)?
    } else {
        // Not understood: the reader of the general form says what it expected.
        return segments::apply(&names, general::fresh(game), Words::new(text));
    };
    if core_end < text.len() {
        state = segments::apply(&names, state, Words::after(text, core_end + 1))?;
    }
    Ok(state)
}

/// Where the words of the general form that follow a FEN begin.
fn core_end(text: &str) -> usize {
    text.find(';').unwrap_or(text.len())
}

/// The general form begins with a player's name or a word with `@`.
fn is_general(names: &Names<'_>, text: &str) -> bool {
    let mut words = Words::new(text);
    words.at_directive() || matches!(words.name(), Ok(Some(word)) if names.player(&word.text).is_some())
}

fn fen_of(game: &Game, style: &Style, core: &str) -> Option<FenStyle> {
    match style {
        Style::Fen(fen) => Some(fen.clone()),
        // A board of one row has no `/`; every other FEN has.
        Style::General | Style::Pdn(_) => FenStyle::new(game, &Settings::default())
            .ok()
            .filter(|fen| core.contains('/') || fen.n_rows() == 1),
    }
}

#[cfg(test)]
mod tests;
