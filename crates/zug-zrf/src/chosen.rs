//! The options of a form, applied one after another.

use crate::codes;
use crate::dialect::Dialect;
use crate::expand::Item;
use crate::game::Builder;
use crate::options::{self, normalise};
use crate::statements::{Keyword, Statement};
use zug_source::{Diagnostic, Origin, Symbol, suggest};

impl Builder<'_> {
    /// Applies them all. A later value replaces an earlier one, but for options that add up.
    pub(crate) fn options(&mut self, statements: &[Statement]) {
        for statement in statements {
            let (name, turned) = match statement.keyword {
                Keyword::Option => (1, false),
                Keyword::OldOption => match options::old_statement(self.s.name(statement.word)) {
                    Some((_, turned)) => (0, turned),
                    None => continue,
                },
                _ => continue,
            };
            let kids = self.s.open(statement.list);
            if self.arity(kids, name + 1, name + 1, statement.origin)
                && let (Some(name), Some(value)) = (self.s.kid(kids, name), self.s.kid(kids, name + 1))
            {
                self.option(name, value, turned);
            }
            self.s.close(kids);
        }
    }

    fn option(&mut self, name: Item, value: Item, turned: bool) {
        let Some(written) = self.s.text(name, "the name of an option") else { return };
        let Some(word) = self.s.text(value, "the value of the option") else { return };
        let normal = if turned { "prevent flipping".to_owned() } else { normalise(self.s.name(written)) };
        let Some(row) = options::find(&normal) else {
            return self.unknown_option(&normal, written, name.origin);
        };
        let value_text = match self.s.name(word) {
            "true" if turned => "false",
            "false" if turned => "true",
            other => other,
        };
        if row.accepts(value_text) {
            return row.apply(&mut self.chosen, value_text);
        }
        let values: Vec<String> = row.values.iter().map(|value| format!("`{value}`")).collect();
        let message = format!("option `{}` does not take the value `{value_text}`", row.name);
        let mut problem = Diagnostic::error(codes::BAD_OPTION_VALUE, value.origin, message)
            .label(format!("it takes {}", values.join(", ")));
        if let Some(near) = suggest(value_text, row.values.iter().copied()) {
            problem = problem.hint(format!("did you mean `{near}`?"));
        }
        self.s.report(problem);
    }

    fn unknown_option(&mut self, normal: &str, written: Symbol, origin: Origin) {
        let word = self.s.name(written).to_owned();
        if options::is_script(normal) && self.chosen.dialect == Dialect::Z2j {
            let message = format!("the rules that option `{word}` stands for are missing");
            let problem = Diagnostic::warning(codes::SCRIPT_OPTION, origin, message)
                .label("they are in a script beside the rules file");
            return self.s.report(problem);
        }
        let known = options::option_table().iter().map(|row| row.name);
        // The nearest name is sought with spaces, as the table writes them.
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_OPTION, origin, format!("unknown option `{word}`"));
        if let Some(near) = suggest(normal, known) {
            problem = problem.hint(format!("did you mean `{near}`?"));
        }
        self.s.report(problem);
    }
}
