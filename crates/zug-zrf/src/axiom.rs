//! Games whose rules are not in the file but in a program beside it.

use crate::codes;
use crate::session::Session;
use crate::statements::{Keyword, Statement};
use zug_source::Diagnostic;

/// The code of the message about a game that needs Axiom, for callers that want to say so in their own way.
pub const AXIOM_CODE: &str = codes::AXIOM;

/// Reports a game whose `(engine …)` makes the moves. What else it says is a stub, and not looked at.
pub(crate) fn refuse(session: &mut Session, statements: &[Statement]) -> bool {
    let Some(engine) = statements.iter().find(|statement| statement.keyword == Keyword::Engine) else {
        return false;
    };
    let message = "this game's rules are in an Axiom script (axiom.dll), which Zug does not run";
    let problem = Diagnostic::error(codes::AXIOM, engine.origin, message).label("the moves are made there");
    session.report(problem);
    true
}
