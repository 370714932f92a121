//! What every stage of one load shares: the texts with their trees, the words, the messages, and the
//! state of macro expansion.

use crate::codes;
use crate::expand::{Expansions, Item, What};
use zug_source::{Diagnostic, Diagnostics, Origin, Severity, Sources, Symbol, Symbols, suggest};

/// How many unknown words of a load are compared with all known ones: large boards have ten thousand names,
/// and a macro can repeat a mistake a million times.
const MAX_HINTS: u32 = 300;

/// A form with so many errors, counting each time that a macro repeats one, is not read any further.
const MAX_ERRORS: usize = 20_000;

pub(crate) struct Session {
    pub(crate) sources: Sources,
    pub(crate) symbols: Symbols,
    pub(crate) diagnostics: Diagnostics,
    /// Errors since the current form was begun. Counted apart from the list of messages, which keeps a
    /// message once although it may spoil several variants.
    pub(crate) n_errors: usize,
    /// Expansion failed, so lists are not what the author wrote: further errors are only counted.
    pub(crate) hopeless: bool,
    pub(crate) expansions: Expansions,
    hints_left: u32,
}

impl Session {
    pub(crate) fn new(symbols: Symbols) -> Self {
        Self {
            sources: Sources::new(),
            symbols,
            diagnostics: Diagnostics::new(),
            n_errors: 0,
            hopeless: false,
            expansions: Expansions::default(),
            hints_left: MAX_HINTS,
        }
    }

    pub(crate) fn report(&mut self, problem: Diagnostic) {
        if problem.severity == Severity::Error {
            self.n_errors += 1;
            if self.n_errors > MAX_ERRORS {
                self.hopeless = true;
                self.expansions.stop();
            }
        }
        if !self.hopeless {
            self.hopeless = matches!(problem.code, codes::MACRO_LOOP | codes::TOO_DEEP | codes::TOO_LARGE);
            self.diagnostics.push(problem);
        }
    }

    pub(crate) fn error(&mut self, code: &'static str, origin: Origin, message: impl Into<String>) {
        self.report(Diagnostic::error(code, origin, message));
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// What an item is, for messages: `` `north` ``, `the text "a.bmp"`, `a list`.
    pub(crate) fn describe(&self, item: Item) -> String {
        match item.what {
            What::Atom(symbol) => format!("`{}`", self.name(symbol)),
            What::Str(symbol) => format!("the text \"{}\"", self.name(symbol)),
            What::List(_) => "a list".to_owned(),
        }
    }

    pub(crate) fn unexpected(&mut self, item: Item, expected: &str) {
        let message = format!("expected {expected}, found {}", self.describe(item));
        self.error(codes::UNEXPECTED, item.origin, message);
    }

    /// A single word; anything else is an error.
    pub(crate) fn word(&mut self, item: Item, expected: &str) -> Option<Symbol> {
        if let What::Atom(symbol) = item.what {
            return Some(symbol);
        }
        self.unexpected(item, expected);
        None
    }

    /// A quoted text, or a word in its place; anything else is an error.
    pub(crate) fn text(&mut self, item: Item, expected: &str) -> Option<Symbol> {
        if let What::Str(symbol) = item.what {
            return Some(symbol);
        }
        self.word(item, expected)
    }

    /// A number within bounds; anything else is an error.
    pub(crate) fn number(&mut self, item: Item, least: i32, most: i32) -> Option<i32> {
        let symbol = self.word(item, "a number")?;
        let word = self.name(symbol);
        let message = match word.parse::<i32>() {
            Ok(number) if (least..=most).contains(&number) => return Some(number),
            Ok(_) => format!("the number `{word}` is not between {least} and {most}"),
            Err(_) if is_number(word) => format!("the number `{word}` is too large"),
            Err(_) => format!("expected a number, found `{word}`"),
        };
        self.error(codes::BAD_NUMBER, item.origin, message);
        None
    }

    /// Is it worth looking for the word an author may have meant?
    pub(crate) fn wants_hints(&self) -> bool {
        !self.hopeless && self.hints_left > 0
    }

    /// An unknown name, with the nearest known one as a hint.
    pub(crate) fn unknown<'a>(
        &mut self,
        code: &'static str,
        origin: Origin,
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let problem = Diagnostic::error(code, origin, format!("unknown {what} `{word}`")).about(word);
        self.report_near(problem, word, known);
    }

    /// Reports a problem with a word, with the nearest known one as a hint.
    pub(crate) fn report_near<'a>(
        &mut self,
        mut problem: Diagnostic,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        if self.wants_hints() {
            self.hints_left -= 1;
            if let Some(near) = suggest(word, known) {
                problem = problem.hint(format!("did you mean `{near}`?"));
            }
        }
        self.report(problem);
    }
}

/// Is the word written like a number, whatever its size?
pub(crate) fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
