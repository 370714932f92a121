//! The games and variants of a file: which there are, and what a variant takes over from its game.

use crate::codes;
use crate::dialect::{Dialect, of_version, tells_z2j};
use crate::expand::{Item, Kids, What};
use crate::options::normalise;
use crate::session::Session;
use crate::statements::{Key, Statement, display_text, statements};
use crate::{FormKind, Want};
use rustc_hash::{FxHashMap, FxHashSet};
use zug_source::{Diagnostic, FileId, Origin, Span};

/// A game or variant, read as far as its title.
pub(crate) struct Entry {
    pub(crate) kind: FormKind,
    pub(crate) title: String,
    pub(crate) origin: Origin,
    is_default: bool,
    /// The game of a variant, as an index of entries; a game's own. `None` for a variant of nothing.
    game: Option<usize>,
    kids: Kids,
}

/// All games and variants of a file.
pub(crate) struct Catalogue {
    pub(crate) entries: Vec<Entry>,
    pub(crate) dialect: Dialect,
    /// The file names its dialect.
    pub(crate) dialect_is_named: bool,
}

/// Reads the top level. The statements of all forms stay open for the rest of the load.
pub(crate) fn catalogue(session: &mut Session) -> Catalogue {
    let roots = session.open_roots();
    let mut entries = Vec::new();
    let mut dialects = Dialects::default();
    for at in 0..roots.len() {
        let Some(item) = session.kid(roots, at) else { continue };
        top_level(session, item, &mut entries, &mut dialects);
    }
    bind(session, &mut entries);
    tell_apart(&mut entries);
    Catalogue { dialect: dialects.decide(), dialect_is_named: dialects.express.is_some(), entries }
}

fn top_level(session: &mut Session, item: Item, entries: &mut Vec<Entry>, dialects: &mut Dialects) {
    const KNOWN: &[&str] = &["game", "variant", "define", "include", "version", "translate"];
    let What::List(list) = item.what else {
        return session.unexpected(item, "a form such as `(game …)`");
    };
    let head = session.head(list).map_or(String::new(), |head| session.name(head).to_owned());
    match head.as_str() {
        "game" | "variant" => {
            let kind = if head == "game" { FormKind::Game } else { FormKind::Variant };
            let kids = session.open_for_good(list);
            let entry = entry(session, kind, item.origin, kids, dialects);
            let separator = kind == FormKind::Variant && entry.title.trim() == "-";
            if !separator {
                entries.push(entry);
            }
        }
        "version" => {
            let kids = session.open(list);
            match session.kid(kids, 1) {
                Some(version) => dialects.see_version(session, version),
                None => session.unexpected(item, "a version such as `(version \"2.0\")`"),
            }
            session.close(kids);
        }
        "translate" => {
            let problem =
                Diagnostic::warning(codes::TRANSLATE, item.origin, "`translate` is not carried out")
                    .label("texts are shown as they are written");
            session.report(problem);
        }
        // A misspelt `include` or `define` was not seen when those were looked for.
        head => {
            let origin = session.head_origin(list);
            session.unknown(codes::UNKNOWN_FORM, origin, "form", head, KNOWN.iter().copied());
        }
    }
}

fn entry(
    session: &mut Session,
    kind: FormKind,
    origin: Origin,
    kids: Kids,
    dialects: &mut Dialects,
) -> Entry {
    let mut entry = Entry { kind, title: String::new(), origin, is_default: false, game: None, kids };
    for at in 1..kids.len() {
        let Some(Item { what: What::List(list), .. }) = session.kid(kids, at) else { continue };
        let Some(head) = session.head(list) else { continue };
        match session.name(head) {
            "title" => {
                let inner = session.open(list);
                if let Some(Item { what: What::Str(title) | What::Atom(title), .. }) = session.kid(inner, 1) {
                    entry.title = display_text(session.name(title));
                }
                session.close(inner);
            }
            "default" => entry.is_default = true,
            "option" => {
                let inner = session.open(list);
                dialects.see_option(session, inner);
                session.close(inner);
            }
            _ => {}
        }
    }
    entry
}

/// A variant belongs to the nearest game before it, or to the first one after it.
fn bind(session: &mut Session, entries: &mut [Entry]) {
    let mut game = entries.iter().position(|entry| entry.kind == FormKind::Game);
    for (at, entry) in entries.iter_mut().enumerate() {
        if entry.kind == FormKind::Game {
            game = Some(at);
        }
        entry.game = game;
        if game.is_none() {
            let message = format!("variant `{}` has no game", entry.title);
            let problem = Diagnostic::error(codes::ORPHAN_VARIANT, entry.origin, message)
                .hint("a variant changes a `(game …)` of the same file");
            session.report(problem);
        }
    }
    if entries.is_empty() {
        let start = Span::new(FileId(0), 0, 0);
        session.error(codes::NO_GAME, start.into(), "there is no game in this file");
    }
}

/// Gives each form a title of its own: of equal ones the second is called `Title (2)`, and so on. Titles that differ in
/// case are found when they are written exactly.
fn tell_apart(entries: &mut [Entry]) {
    let mut taken: FxHashSet<String> = entries.iter().map(|entry| entry.title.trim().to_owned()).collect();
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for entry in entries {
        let title = entry.title.trim().to_owned();
        let Some(number) = seen.get_mut(&title) else {
            seen.insert(title, 1);
            continue;
        };
        let mut own = title.clone();
        while !taken.insert(own.clone()) {
            *number += 1;
            own = format!("{title} ({number})");
        }
        entry.title = own;
    }
}

/// What the forms of a file say about its dialect.
#[derive(Default)]
struct Dialects {
    z2j: bool,
    express: Option<(Dialect, Origin)>,
}

impl Dialects {
    fn see_option(&mut self, session: &mut Session, kids: Kids) {
        let (Some(name), Some(value)) = (session.kid(kids, 1), session.kid(kids, 2)) else { return };
        let (What::Str(option) | What::Atom(option)) = name.what else { return };
        self.z2j |= tells_z2j(session.name(option));
        let (What::Str(word) | What::Atom(word)) = value.what else { return };
        if normalise(session.name(option)) == "dialect"
            && let Some(dialect) = Dialect::from_name(session.name(word))
        {
            match self.express {
                Some((other, place)) if other != dialect => {
                    let message = "a file has one dialect, and this one asks for both";
                    let problem = Diagnostic::error(codes::TWO_DIALECTS, value.origin, message)
                        .related(place, "the other is asked for here");
                    session.report(problem);
                }
                _ => self.express = Some((dialect, value.origin)),
            }
        }
    }

    fn see_version(&mut self, session: &mut Session, item: Item) {
        let Some(version) = session.text(item, "a version such as \"2.0\"") else { return };
        let word = session.name(version).to_owned();
        match of_version(&word) {
            Some(dialect) => self.z2j |= dialect == Dialect::Z2j,
            None => {
                let message = format!("version `{word}` of the language is not known");
                let problem = Diagnostic::error(codes::UNKNOWN_VERSION, item.origin, message)
                    .hint("known are 1.3 and 2.0 of Zillions, and 3.0 of z2j");
                session.report(problem);
            }
        }
    }

    fn decide(&self) -> Dialect {
        match self.express {
            Some((dialect, _)) => dialect,
            None if self.z2j => Dialect::Z2j,
            None => Dialect::Zillions,
        }
    }
}

impl Catalogue {
    /// The form to load first.
    pub(crate) fn default_form(&self) -> usize {
        self.entries.iter().position(|entry| entry.is_default).unwrap_or(0)
    }

    pub(crate) fn wants(&self, want: Want) -> Vec<bool> {
        let one = match want {
            Want::All => return vec![true; self.entries.len()],
            Want::Default => Some(self.default_form()),
            Want::Index(index) => Some(index),
            Want::Title(title) => find_title(self.entries.iter().map(|entry| entry.title.as_str()), title),
        };
        (0..self.entries.len()).map(|at| Some(at) == one).collect()
    }

    /// The statements of a form, a variant's inherited ones included, in the order of the game with
    /// replaced pieces in their places and everything new at the end.
    ///
    /// `None` for a variant of nothing.
    pub(crate) fn statements_of(&self, session: &mut Session, at: usize) -> Option<Vec<Statement>> {
        let game = self.entries[at].game?;
        let own = statements(session, self.entries[at].kids);
        if game == at {
            return Some(own);
        }
        let inherited = statements(session, self.entries[game].kids);
        Some(merge(inherited, own, self.dialect))
    }
}

/// Section 4 of the language reference: pieces are replaced by name, options by name, any goal replaces
/// all goals, everything else is replaced by keyword.
fn merge(inherited: Vec<Statement>, own: Vec<Statement>, dialect: Dialect) -> Vec<Statement> {
    let keys: FxHashSet<Key> = own.iter().map(|statement| statement.key).collect();
    let drops_options = dialect == Dialect::Z2j && keys.iter().any(|key| matches!(key, Key::Option(_)));
    let mut own: Vec<Option<Statement>> = own.into_iter().map(Some).collect();
    let mut merged = Vec::with_capacity(inherited.len() + own.len());
    for old in inherited {
        match old.key {
            Key::Piece(_) if keys.contains(&old.key) => {
                let mut replacements =
                    own.iter_mut().filter(|new| new.as_ref().is_some_and(|new| new.key == old.key));
                merged.extend(replacements.find_map(Option::take));
            }
            Key::Option(_) if drops_options => {}
            key if keys.contains(&key) => {}
            _ => merged.push(old),
        }
    }
    merged.extend(own.into_iter().flatten());
    merged
}

/// A title as a user gives it: exactly, or else without regard to case and outer blanks.
pub(crate) fn find_title<'a>(titles: impl Iterator<Item = &'a str> + Clone, wanted: &str) -> Option<usize> {
    let folded = |title: &str| title.trim().to_lowercase();
    let wanted_folded = folded(wanted);
    titles
        .clone()
        .position(|title| title == wanted)
        .or_else(|| titles.clone().position(|title| folded(title) == wanted_folded))
}
