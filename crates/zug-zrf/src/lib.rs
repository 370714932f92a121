//! ZRF text to games.
//!
//! [`load`] reads a rules file with everything it includes and compiles the games and variants asked for
//! into [`zug_model::Game`]s. It never stops at the first problem: all of them are in
//! [`Loaded::diagnostics`], each with its place in the author's text, through macros and includes.
//!
//! What a file may say is in `spec/zrf-extensions.md` and `spec/options.md`. The crate knows nothing of
//! how games run; names and macros end here.
//!
//! ```
//! use zug_source::NoFiles;
//! use zug_zrf::{Want, load};
//!
//! let text = br#"
//!     (define step ($1 (verify empty?) add))
//!     (game
//!         (title "Walk")
//!         (players White)
//!         (board (grid (dimensions ("a/b/c" (50 0))) (directions (e 1))))
//!         (piece (name Man) (moves (step e)))
//!         (board-setup (White (Man a))))
//! "#;
//! let loaded = load("walk.zrf", text, None, &NoFiles, Want::Default)?;
//! assert!(loaded.diagnostics.is_empty());
//! let game = loaded.forms[0].model.as_ref().expect("the text has no errors");
//! assert_eq!(game.board.cells.len(), 3);
//! # Ok::<(), zug_source::TextError>(())
//! ```

// In suggested reading order.
mod texts;

mod expand;
mod macros;
mod session;

mod forms;
mod statements;

mod chosen;
mod dialect;
mod options;

mod axiom;
mod check;
mod game;
mod scope;

mod board;
mod grid;
mod players;
mod zone;

mod carried;
mod piece;
mod setup;

mod code;
mod cond;
mod num;
mod place;
mod words;

mod goals;
mod preference;
mod quiet;

mod codes;

pub use axiom::AXIOM_CODE;
pub use codes::stage;
pub use options::{NUMBER, OptionKind, OptionRow, TEXT, option_table};

use crate::session::Session;
use crate::words::Words;
use zug_source::{Diagnostics, Encoding, Files, Origin, Sources, Symbols, TextError};

/// What became of a rules file.
pub struct Loaded {
    /// All texts read, and where macros were called.
    pub sources: Sources,
    pub symbols: Symbols,
    /// All problems found, in the texts as a whole and in the forms asked for.
    pub diagnostics: Diagnostics,
    /// The games and variants in the order of the file, without separators.
    pub forms: Vec<Form>,
    /// The one to load first, as an index of `forms`.
    pub default_form: usize,
}

impl Loaded {
    /// The form with that title: exactly, or else without regard to case and outer blanks.
    pub fn find(&self, title: &str) -> Option<usize> {
        forms::find_title(self.forms.iter().map(|form| form.title.as_str()), title)
    }
}

/// A game or variant of a file.
pub struct Form {
    /// No two forms of a file have the same title: of equal ones the second is called `Title (2)`, and so on.
    pub title: String,
    pub kind: FormKind,
    /// `None` if it has errors or was not asked for.
    pub model: Option<zug_model::Game>,
    pub origin: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormKind {
    Game,
    Variant,
}

/// Which forms to compile. The others are only listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want<'a> {
    All,
    Default,
    /// As in [`Loaded::find`].
    Title(&'a str),
    /// An index of [`Loaded::forms`].
    Index(usize),
}

/// Reads a rules file and everything it includes. Never panics, never stops at the first problem.
///
/// `name` is the path of the file: included files are found relative to it.
///
/// # Errors
///
/// Only if the file is no text; see [`TextError`].
pub fn load(
    name: &str,
    bytes: &[u8],
    encoding: Option<Encoding>,
    files: &dyn Files,
    want: Want,
) -> Result<Loaded, TextError> {
    let mut symbols = Symbols::new();
    let words = Words::new(&mut symbols);
    let mut session = Session::new(symbols);
    texts::read_texts(&mut session, name, bytes, encoding, files)?;
    macros::collect(&mut session);
    let catalogue = forms::catalogue(&mut session);
    // What is wrong with the texts as a whole spoils every form.
    let sound = !session.diagnostics.has_errors();
    let wants = catalogue.wants(want);
    let mut forms = Vec::with_capacity(catalogue.entries.len());
    for (at, entry) in catalogue.entries.iter().enumerate() {
        let mut model = None;
        if wants[at] {
            let here = session.here();
            session.begin_form();
            if let Some(statements) = catalogue.statements_of(&mut session, at) {
                model = game::build(&mut session, &words, &catalogue, &statements, entry.origin);
                if let Some(game) = &mut model {
                    game.texts.title.clone_from(&entry.title);
                }
            }
            if !sound || session.n_errors > 0 {
                model = None;
            }
            session.end_form();
            session.close(here);
        }
        forms.push(Form { title: entry.title.clone(), kind: entry.kind, model, origin: entry.origin });
    }
    let Session { sources, symbols, diagnostics, .. } = session;
    Ok(Loaded { sources, symbols, diagnostics, forms, default_form: catalogue.default_form() })
}
