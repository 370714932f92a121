//! The terminal: taken over, and given back as it was.

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use std::io::{self, stdout};
use std::ops::{Deref, DerefMut};

/// The screen is ours as long as this lives.
pub(super) struct Screen(DefaultTerminal);

/// Takes the screen over. A panic gives it back before it says anything; so does a signal that ends the program.
pub(super) fn enter() -> io::Result<Screen> {
    let terminal = ratatui::try_init()?;
    let screen = Screen(terminal);
    execute!(stdout(), EnableMouseCapture)?;
    Ok(screen)
}

/// Gives the screen back. Does nothing if it is not ours; what fails here cannot be mended.
pub(in super::super) fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, Show);
    ratatui::restore();
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

impl Deref for Screen {
    type Target = DefaultTerminal;

    fn deref(&self) -> &DefaultTerminal {
        &self.0
    }
}

impl DerefMut for Screen {
    fn deref_mut(&mut self) -> &mut DefaultTerminal {
        &mut self.0
    }
}
