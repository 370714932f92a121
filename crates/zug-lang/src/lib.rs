//! Zug rules text to resolved, checked descriptions of games.
//!
//! [`load`] reads a rules file with everything it includes. Objects (`board`, `player`, `piece`, `game`) and
//! definitions become [`GameDecl`]s: boards are finished graphs, inheritance and definitions are gone, and code is a
//! typed tree ([`ast`]) in which every name is an id. It never stops at the first problem: all of them are in
//! [`Loaded::diagnostics`], each with its place in the author's text, through calls and includes.
//!
//! What a text may say is in `spec/zug-language.md`. The crate knows nothing of how games run.
//!
//! ```
//! use zug_lang::load;
//! use zug_source::NoFiles;
//!
//! let text = br#"
//!     (board (name row) (dim "a-c") (dir (name e) 1))
//!     (piece (name Man) (move (check e) (check is-empty?)))
//!     (game (name "Walk") (board row) (players (White (Man a)) (Black)))
//! "#;
//! let loaded = load("walk.zug", text, &NoFiles)?;
//! assert!(loaded.diagnostics.is_empty());
//! let game = loaded.games[0].decl.as_ref().expect("the text has no errors");
//! assert_eq!(game.board.cells.len(), 3);
//! # Ok::<(), zug_source::TextError>(())
//! ```

// In suggested reading order.
mod texts;

mod objects;
mod session;

mod arcs;
mod board;
mod dim;
mod items;
mod shape;

pub mod ast;
mod decl;
mod walk;

mod builder;
mod game;
mod players;
mod settings;
mod setup;

mod kinds;

mod code;
mod expr;
mod scope;
mod words;

mod advice;
mod uncalled;

mod listing;

mod format;

mod codes;

pub use codes::stage;
pub use decl::{
    Arrive, Attack, BlockDecl, BoardDecl, Criterion, DiceDecl, Element, GameDecl, GlobalDecl, GoalDecl,
    KindDecl, ListDecl, LocalDecl, ModeDecl, Options, Outcome, PlacementDecl, PlayerDecl, ReserveDecl,
    RuleDecl, ScatterDecl, TurnDecl, TurnKind, Value,
};
pub use format::{FormatError, MAX_FORMAT, format, format_as};
pub use listing::{Listing, list_games};
pub use walk::Part;
pub use words::{Role, Test, WordRow, word_table};

use crate::builder::Context;
use crate::game::Built;
use crate::objects::{ObjectId, Sort};
use crate::session::Session;
use crate::shape::Shape;
use crate::words::Words;
use rustc_hash::FxHashSet;
use zug_source::{Diagnostic, Diagnostics, Files, Origin, Sources, Symbols, TextError};

/// What became of a rules text.
pub struct Loaded {
    /// All texts read, and where definitions were called.
    pub sources: Sources,
    pub symbols: Symbols,
    pub diagnostics: Diagnostics,
    /// The games in the order of the text, without those that are only parents of others.
    pub games: Vec<GameEntry>,
    /// All boards in the order of the text.
    pub boards: Vec<BoardDecl>,
}

/// A game of a text.
pub struct GameEntry {
    /// Its first name; empty if it has none.
    pub title: String,
    pub origin: Origin,
    /// `None` if it has errors or is not complete.
    pub decl: Option<GameDecl>,
}

/// Reads a rules text and everything it includes. Never panics, never stops at the first problem.
///
/// `name` is the path of the file: other files are found relative to it.
///
/// # Errors
///
/// Only if the file is no text; see [`TextError`].
pub fn load(name: &str, bytes: &[u8], files: &dyn Files) -> Result<Loaded, TextError> {
    let mut session = Session::new();
    let words = Words::new(&mut session.symbols);
    let forms = texts::read_texts(&mut session, name, bytes, files)?;
    let library = objects::collect(&mut session, &forms);
    hidden_by_words(&mut session, &library, &words);
    let shapes = board::build_all(&mut session, &library);
    // What is wrong with the texts as a whole spoils every game.
    let sound = session.n_errors == 0;
    let no_board = Shape::default();
    let context = Context { library: &library, shapes: &shapes, words: &words, no_board: &no_board };
    let parents: FxHashSet<ObjectId> = library.parents();
    let mut looked_at: FxHashSet<ObjectId> = FxHashSet::default();
    let mut games = Vec::new();
    let ids: Vec<ObjectId> = library.of_sort(Sort::Game).map(|(id, _)| id).collect();
    for id in ids {
        let decl = match game::build(&mut session, &context, id, parents.contains(&id)) {
            Built::Game(game, objects) => {
                looked_at.extend(objects);
                sound.then_some(*game)
            }
            Built::Broken(objects) => {
                looked_at.extend(objects);
                None
            }
            Built::Incomplete => None,
            Built::Abstract => continue,
        };
        let origin = library.objects[id].origin;
        games.push(GameEntry { title: library.title(&session, id), origin, decl });
    }
    // Parents are looked at with their children.
    for id in 0..library.objects.len() {
        let alone =
            !looked_at.contains(&id) && (library.objects[id].sort == Sort::Game || !parents.contains(&id));
        if alone {
            game::check_alone(&mut session, &context, id);
        }
    }
    uncalled::check(&mut session, &context);
    let boards = library
        .of_sort(Sort::Board)
        .filter_map(|(id, _)| Some(shapes.get(&id)?.decl(&session, &library, id)));
    let boards = boards.collect();
    let Session { sources, symbols, diagnostics, .. } = session;
    Ok(Loaded { sources, symbols, diagnostics, games, boards })
}

/// A top-level definition cannot change a word of the language; a piece or a game can.
fn hidden_by_words(session: &mut Session, library: &objects::Library, words: &Words) {
    let mut hidden: Vec<_> =
        library.defines.values().filter(|define| words.get(define.name).is_some()).collect();
    hidden.sort_by_key(|define| define.node);
    for define in hidden {
        let message = format!("`{}` is a word of the language", session.name(define.name));
        let problem = Diagnostic::warning(codes::HIDDEN_DEFINITION, session.origin(define.node), message)
            .label("this definition is not used")
            .hint("define it inside a `piece` or a `game` to change what the word means there");
        session.report(problem);
    }
}
