//! A game as text: what `.zir` files hold. The form is defined in `spec/zir.md`.
//!
//! Printing never fails. A game that the verifier accepts is read back exactly as it was by
//! [`parse`](crate::parse()); one that it does not accept is printed as well as possible, for people who look
//! for the fault. What has its default value is left out.

mod code;
mod goals;
mod page;
mod scripted;
mod tables;

use crate::game::{Game, VERSION};
use page::Page;

/// The text form of a game.
pub fn print(game: &Game) -> String {
    let mut page = Page::new(game);
    page.out.push_str(&format!("(zir {VERSION})\n"));
    page.texts(game);
    page.board(&game.board);
    page.players(game);
    page.names("modes", &game.modes);
    page.attrs(game);
    page.names("flags", &game.flags);
    page.names("cell_flags", &game.cell_flags);
    page.globals(game);
    page.kinds(game);
    page.setup(game);
    page.reserves(game);
    page.turns(game);
    page.rules(&game.rules);
    page.stages(&game.stages);
    page.goals(&game.goals);
    page.presentation(game);
    page.exits(&game.exits);
    game.blocks.iter().enumerate().for_each(|(number, block)| page.block(number, block));
    if let Some(scripted) = &game.scripted {
        page.scripted(scripted);
    }
    page.out
}
