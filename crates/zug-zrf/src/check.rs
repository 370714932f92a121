//! Questions all parts of the compiler ask about what an author wrote.

use crate::codes;
use crate::expand::{Item, Kids, What};
use crate::game::Builder;
use crate::scope::Sort;
use zug_model::{KindId, ModeId};
use zug_source::{Diagnostic, Origin, Symbol};

impl Builder<'_> {
    /// Checks the number of arguments of a list that begins with a keyword.
    pub(crate) fn arity(&mut self, kids: Kids, least: usize, most: usize, origin: Origin) -> bool {
        let found = kids.len().saturating_sub(1);
        if (least..=most).contains(&found) {
            return true;
        }
        let word = match self.s.kid(kids, 0) {
            Some(Item { what: What::Atom(word), .. }) => self.s.name(word).to_owned(),
            _ => self.s.sources.slice(origin.span).to_owned(),
        };
        self.wrong_arity(&word, least, most, found, origin);
        false
    }

    fn wrong_arity(&mut self, word: &str, least: usize, most: usize, found: usize, origin: Origin) {
        let takes = match (least, most) {
            (0, 0) => "no argument".to_owned(),
            (1, 1) => "one argument".to_owned(),
            (least, most) if least == most => format!("{least} arguments"),
            (0, most) => format!("at most {most} argument{}", if most == 1 { "" } else { "s" }),
            (1, usize::MAX) => "at least one argument".to_owned(),
            (least, usize::MAX) => format!("at least {least} arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        let found = if found == 0 { "none".to_owned() } else { found.to_string() };
        self.s.error(codes::ARITY, origin, format!("`{word}` takes {takes}, found {found}"));
    }

    /// The only argument of a statement, as a text.
    pub(crate) fn one_text(&mut self, kids: Kids, origin: Origin) -> Option<Symbol> {
        if !self.arity(kids, 1, 1, origin) {
            return None;
        }
        let item = self.s.kid(kids, 1)?;
        self.s.text(item, "a text in quotes")
    }

    /// A construct of an extension: is the extension on?
    pub(crate) fn needs(&mut self, on: bool, construct: &str, value: &str, origin: Origin) -> bool {
        if !on {
            let message = format!("`{construct}` needs `(option \"zrf-advanced\" {value})`");
            let problem = Diagnostic::error(codes::NEEDS_OPTION, origin, message)
                .hint("add the option to the game, or to the variant");
            self.s.report(problem);
        }
        on
    }

    /// The name of a piece.
    pub(crate) fn kind(&mut self, item: Item) -> Option<KindId> {
        let name = self.s.text(item, "the name of a piece")?;
        self.scope.resolve(self.s, Sort::Kind, name, item.origin).map(KindId)
    }

    /// A move type; new ones are welcome.
    pub(crate) fn mode(&mut self, name: Symbol, origin: Origin) -> ModeId {
        ModeId(self.scope.intern(self.s, Sort::Mode, name, origin))
    }
}
