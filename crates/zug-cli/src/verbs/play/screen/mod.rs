//! A game on the whole screen. What keys do is in `session` and `keys`, what is seen in `draw`; only this file and `terminal`
//! know that there is a terminal.

// In suggested reading order.
mod session;

mod keys;
mod line;
mod places;

mod draw;
mod enter;
mod panel;
mod tree;
mod typed;
mod words;
mod zones;

mod board;
mod faces;
mod theme;

mod terminal;

#[cfg(test)]
mod pictures;
#[cfg(test)]
mod tests;

use crate::errors::{Done, Failure};
use crate::verbs::play::autosave::Autosave;
use crate::verbs::play::opponents::Opponents;
use ratatui::crossterm::event;
pub(super) use session::Session;
use session::Wish;
use std::time::Duration;
pub(super) use terminal::give_back;

/// How long a move that nobody thinks about is to be seen before the next one.
const PAUSE: Duration = Duration::from_millis(250);
/// While somebody thinks, keys and answers are looked for so often.
const LOOK: Duration = Duration::from_millis(25);
const IDLE: Duration = Duration::from_millis(500);

/// Plays until the player leaves. The terminal is as it was afterwards, whatever happens.
pub(super) fn run(mut session: Session<'_>, opponents: &Opponents, mut autosave: Autosave) -> Done {
    let mut terminal = terminal::enter().map_err(cannot)?;
    loop {
        // What is seen is kept already.
        session.keep(&mut autosave);
        terminal.draw(|frame| session.draw(frame)).map_err(cannot)?;
        let wait = match (session.goes_on(), session.is_thinking()) {
            (true, _) => PAUSE,
            (_, true) => LOOK,
            _ => IDLE,
        };
        if event::poll(wait).map_err(cannot)? {
            // A terminal may send many at once: moving a mouse, resizing.
            while event::poll(Duration::ZERO).map_err(cannot)? {
                session.event(&event::read().map_err(cannot)?);
            }
        } else {
            session.tick();
        }
        while let Some((number, thought)) = opponents.wait(Duration::ZERO) {
            session.hear(number, thought);
        }
        for wish in session.wishes() {
            match wish {
                Wish::Ask(question) => opponents.ask(*question),
                Wish::StopThinking => opponents.stop(),
                Wish::Leave => {
                    session.keep(&mut autosave);
                    session.left(&autosave);
                    return Ok(());
                }
            }
        }
    }
}

fn cannot(error: std::io::Error) -> Failure {
    Failure::no(format!("the terminal does not work: {error}; `--plain` needs less of it"))
}
