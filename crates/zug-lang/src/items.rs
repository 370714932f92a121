//! Items that several kinds of objects have, and what is said about those that none has.

use crate::codes;
use crate::session::Session;
use crate::shape::Shape;
use zug_source::{Diagnostic, NodeId, Symbol, suggest};

/// A word that an object cannot hold.
pub(crate) fn unknown_item(session: &mut Session, item: NodeId, what: &str, known: &[&str]) {
    let message = format!("{} cannot stand in a {what}", session.describe(item));
    let mut problem = Diagnostic::error(codes::UNKNOWN_ITEM, session.origin(item), message);
    let head = session.head(item).unwrap_or_default();
    problem = match suggest(head, known.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean `{near}`?")),
        None => problem.hint(format!("a {what} has {}", known.join(", "))),
    };
    session.report(problem);
}

pub(crate) fn unknown_position(session: &mut Session, node: NodeId, name: Symbol, shape: &Shape) {
    let word = session.text_of(name);
    let known = session.candidates(&shape.cells);
    let known = known.iter().map(String::as_str);
    session.unknown(codes::UNKNOWN_POSITION, node, "position", &word, known);
}

/// The name in a `(name x)` list.
pub(crate) fn named(session: &mut Session, node: NodeId) -> Option<Symbol> {
    if !session.is_form(node, "name") {
        session.unexpected(node, "`(name …)`");
        return None;
    }
    if !session.arity(node, 1, 1) {
        return None;
    }
    let name = session.arguments(node)[0];
    session.new_name(name, "a name")
}

/// `(description "text")` and the like, folded for reading.
pub(crate) fn prose(session: &mut Session, item: NodeId) -> Option<String> {
    if !session.arity(item, 1, 1) {
        return None;
    }
    let text = session.arguments(item)[0];
    match session.string(text) {
        Some(text) => Some(fold(session.name(text))),
        None => {
            session.unexpected(text, "a text in quotes");
            None
        }
    }
}

/// A text is broken into lines to fit the file: line ends and blanks become one blank, empty lines stay.
fn fold(text: &str) -> String {
    let mut folded = String::new();
    let mut empty_line = false;
    for line in text.lines() {
        let mut words = line.split_whitespace().peekable();
        empty_line |= words.peek().is_none();
        for word in words {
            if !folded.is_empty() {
                folded.push_str(if empty_line { "\n\n" } else { " " });
            }
            empty_line = false;
            folded.push_str(word);
        }
    }
    folded
}

/// `(notation "N")`: what stands for a piece in moves and positions.
pub(crate) fn notation(session: &mut Session, item: NodeId) -> Option<String> {
    if !session.arity(item, 1, 1) {
        return None;
    }
    let node = session.arguments(item)[0];
    let symbol = session.label(node, "a letter in quotes")?;
    let text = session.text_of(symbol);
    if text.is_empty() || text.contains(char::is_whitespace) {
        session.unexpected(node, "one letter, or a few without blanks");
        return None;
    }
    Some(text)
}

/// `(let x constant)` or `(attribute x constant)`.
pub(crate) fn variable(session: &mut Session, item: NodeId) -> Option<(Symbol, NodeId)> {
    if !session.arity(item, 2, 2) {
        return None;
    }
    let arguments = session.arguments(item);
    let name = session.variable_name(arguments[0])?;
    session.label(arguments[1], "a constant")?;
    Some((name, arguments[1]))
}

/// `(zone (name x) positions…)`.
pub(crate) fn zone(session: &mut Session, item: NodeId) -> Option<(Symbol, Vec<NodeId>)> {
    if !session.arity(item, 1, usize::MAX) {
        return None;
    }
    let arguments = session.arguments(item);
    Some((named(session, arguments[0])?, arguments[1..].to_vec()))
}
