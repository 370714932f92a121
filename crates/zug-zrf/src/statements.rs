//! The statements of a game or variant: what their keywords are and what identifies them.

use crate::codes;
use crate::expand::{Item, Kids, List, What};
use crate::options::{normalise, old_statement, old_statements};
use crate::session::Session;
use zug_source::{Origin, Symbol};

macro_rules! keywords {
    ($($word:literal => $variant:ident,)*) => {
        /// What a statement of a game is about.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Keyword {
            $($variant,)*
            /// A sound or another file nobody below the views reads.
            File,
            /// An option written as a statement, as old files do.
            OldOption,
            Unknown,
        }

        const KEYWORDS: &[(&str, Keyword)] = &[$(($word, Keyword::$variant)),*];
    };
}

keywords! {
    "title" => Title,
    "description" => Description,
    "history" => History,
    "strategy" => Strategy,
    "default" => Default,
    "engine" => Engine,
    "option" => Option,
    "players" => Players,
    "turn-order" => TurnOrder,
    "move-priorities" => MovePriorities,
    "capture-preference" => CapturePreference,
    "global" => Global,
    "board" => Board,
    "piece" => Piece,
    "board-setup" => BoardSetup,
    "win-condition" => WinCondition,
    "loss-condition" => LossCondition,
    "draw-condition" => DrawCondition,
    "count-condition" => CountCondition,
    "illegal-condition" => IllegalCondition,
}

/// Statements that name a file.
const FILES: &[&str] = &[
    "solution",
    "music",
    "click-sound",
    "release-sound",
    "move-sound",
    "capture-sound",
    "drop-sound",
    "change-sound",
    "draw-sound",
    "win-sound",
    "loss-sound",
    "opening-sound",
];

/// Statements of a game and of a variant with equal keys replace each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Piece(Symbol),
    /// The normalised name.
    Option(Symbol),
    Goal,
    Word(Symbol),
}

/// One statement, opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    pub(crate) keyword: Keyword,
    pub(crate) word: Symbol,
    pub(crate) key: Key,
    pub(crate) list: List,
    pub(crate) origin: Origin,
}

/// The statements of a form. Complains about what is no statement at all; unknown keywords are
/// reported when the form is built.
pub(crate) fn statements(session: &mut Session, form: Kids) -> Vec<Statement> {
    let mut found = Vec::with_capacity(form.len());
    for at in 1..form.len() {
        let Some(item) = session.kid(form, at) else { continue };
        let What::List(list) = item.what else {
            session.unexpected(item, "a statement in parentheses");
            continue;
        };
        let Some(word) = session.head(list) else {
            session.error(
                codes::UNEXPECTED,
                item.origin,
                "expected a statement that begins with its keyword",
            );
            continue;
        };
        let keyword = keyword(session.name(word));
        found.push(Statement {
            keyword,
            word,
            key: key(session, keyword, word, list),
            list,
            origin: item.origin,
        });
    }
    found
}

fn keyword(word: &str) -> Keyword {
    if let Some(&(_, keyword)) = KEYWORDS.iter().find(|&&(known, _)| known == word) {
        return keyword;
    }
    if FILES.contains(&word) {
        return Keyword::File;
    }
    if old_statement(word).is_some() { Keyword::OldOption } else { Keyword::Unknown }
}

/// Every keyword, for suggestions.
pub(crate) fn all_keywords() -> Vec<String> {
    let keywords = KEYWORDS.iter().map(|&(word, _)| word.to_owned());
    keywords.chain(FILES.iter().map(|&word| word.to_owned())).chain(old_statements()).collect()
}

fn key(session: &mut Session, keyword: Keyword, word: Symbol, list: List) -> Key {
    match keyword {
        Keyword::WinCondition
        | Keyword::LossCondition
        | Keyword::DrawCondition
        | Keyword::CountCondition
        | Keyword::IllegalCondition => Key::Goal,
        Keyword::Piece => piece_name(session, list).map_or(Key::Word(word), Key::Piece),
        Keyword::Option => match argument(session, list) {
            Some(What::Atom(name) | What::Str(name)) => {
                let name = normalise(session.name(name));
                Key::Option(session.symbols.intern(&name))
            }
            _ => Key::Word(word),
        },
        Keyword::OldOption => match old_statement(session.name(word)) {
            Some((row, _)) => Key::Option(session.symbols.intern(row.name)),
            None => Key::Word(word),
        },
        _ => Key::Word(word),
    }
}

/// The second element of a list.
fn argument(session: &mut Session, list: List) -> Option<What> {
    let kids = session.open(list);
    let argument = session.kid(kids, 1).map(|item| item.what);
    session.close(kids);
    argument
}

fn piece_name(session: &mut Session, piece: List) -> Option<Symbol> {
    let kids = session.open(piece);
    let mut found = None;
    for at in 1..kids.len() {
        if let Some(Item { what: What::List(list), .. }) = session.kid(kids, at)
            && let Some(head) = session.head(list)
            && session.name(head) == "name"
            && let Some(What::Atom(name) | What::Str(name)) = argument(session, list)
        {
            found = Some(name);
            break;
        }
    }
    session.close(kids);
    found
}

/// Text for people: a backtick stands for a double quote and a backslash for a line end. (In file names
/// the backslash is itself.)
pub(crate) fn display_text(text: &str) -> String {
    text.replace('`', "\"").replace('\\', "\n")
}
