//! The text form back into a game. The form is defined in `spec/zir.md`.
//!
//! Sections may come in any order, so reading goes three times over the tree: which sections there are,
//! which names they declare, and then everything else, with all names known. Nothing here panics, and
//! nothing stops at the first problem: what cannot be read is reported with its place, and in the end there
//! is no game. Whether a game that could be read makes sense is asked by [`verify`](crate::verify()), not here;
//! only sizes are bounded here already, so that a small file cannot ask for large tables.
//!
//! `sections` finds the sections, `names` declares names, `reader` has the tools, the other files read one
//! group of sections each.

mod board;
mod code;
mod conds;
mod goals;
mod kinds;
mod names;
mod numbers;
mod play;
mod reader;
mod scripted;
mod sections;
mod words;

use zug_source::{Diagnostics, FileId, Sources, Symbols, read};

use crate::game::Game;

pub(crate) use reader::Reader;
pub(crate) use words::Rows;

/// Reads the text form of a game.
///
/// `None` if there was any error; all of them are in `out` then.
pub fn parse(sources: &Sources, file: FileId, symbols: &mut Symbols, out: &mut Diagnostics) -> Option<Game> {
    // A list of its own: `out` may have errors from elsewhere, or have this one already.
    let mut problems = Diagnostics::new();
    let tree = read(sources, file, symbols, &mut problems);
    let well_formed = !problems.has_errors();
    out.append(problems);

    let mut reader = Reader::new(sources.text(file), &tree, symbols, out);
    let sections = reader.sections(file)?;
    let declared = reader.declare(&sections);
    let game = Game {
        texts: reader.texts(&sections),
        board: reader.board(&sections, &declared),
        players: reader.players(&declared),
        kinds: reader.kinds(&declared),
        attrs: reader.attrs(&declared),
        modes: reader.all_names(|names| &names.modes),
        flags: reader.all_names(|names| &names.flags),
        cell_flags: reader.all_names(|names| &names.cell_flags),
        globals: reader.globals(&declared),
        exits: reader.exits(&sections),
        blocks: reader.blocks(&sections),
        rules: reader.rules(&sections),
        stages: reader.stages(&sections),
        goals: reader.goals(&sections),
        setup: reader.setup(&sections),
        reserves: reader.reserves(&sections),
        presentation: reader.presentation(&sections),
        scripted: reader.scripted(&sections).map(Box::new),
        ..Game::default()
    };
    let (turns, repeat_from) = reader.turns(&sections);
    let game = Game { turns, repeat_from, ..game };
    (well_formed && reader.is_good()).then_some(game)
}
