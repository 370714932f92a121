//! The formatter: a text laid out anew, with the same lists, words and comments.
//!
//! It works on the tree of the reader, before anything is known about meaning, so a text with mistakes in it is
//! formatted too; only one whose parentheses or quotes do not match is refused. What the reader drops (comments,
//! line ends, empty lines) is found again in the gaps between the nodes: see `gaps`. The layout is in `layout`.
//!
//! Promises, all tested: formatting what was formatted changes nothing; the tree is the same; every comment is there,
//! in order, beside the same words.

mod gaps;
mod layout;

use std::fmt;
use zug_source::{Diagnostic, Diagnostics, MAX_TEXT, Origin, Sources, Symbols, Tree, read, render};

/// Longest text that is formatted, in bytes. The largest rules known have a few hundred thousand, and deep nesting
/// may make a text forty times as long: then it is still one that can be read.
pub const MAX_FORMAT: usize = 1 << 20;

const _: () = assert!(MAX_FORMAT * 50 < MAX_TEXT);

/// Why a text was not formatted. Prints as messages with their places.
#[derive(Debug)]
pub struct FormatError {
    pub diagnostics: Vec<Diagnostic>,
    rendered: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

impl std::error::Error for FormatError {}

/// Lays a text out anew.
///
/// ```
/// let text = "(piece (name Man)   ; goes east\n\n\n(move (check e)\n(check is-empty?)))";
/// assert_eq!(
///     zug_lang::format(text)?,
///     "(piece (name Man)  ; goes east\n\n  (move (check e) (check is-empty?)))\n"
/// );
/// # Ok::<(), zug_lang::FormatError>(())
/// ```
///
/// # Errors
///
/// If parentheses or quotes do not match, or the text is no text or too long; see [`FormatError`].
pub fn format(text: &str) -> Result<String, FormatError> {
    format_as("text", text)
}

/// The same with the name of the file, for messages.
///
/// # Errors
///
/// As [`format`].
pub fn format_as(name: &str, text: &str) -> Result<String, FormatError> {
    let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
    let mut diagnostics = Diagnostics::new();
    let tree = read_whole(name, text, &mut sources, &mut symbols, &mut diagnostics);
    let Some((tree, text)) = tree else {
        let messages = diagnostics.iter().map(|problem| render(problem, &sources, &symbols, false));
        let messages: Vec<String> = messages.map(|message| message.trim_end().to_owned()).collect();
        return Err(FormatError { diagnostics: diagnostics.into_vec(), rendered: messages.join("\n\n") });
    };
    let formatted = layout::lay_out(&tree, &text);
    assert!(
        is_same(&tree, &symbols, &formatted),
        "formatting `{name}` would change what it says: a mistake of the formatter"
    );
    Ok(formatted)
}

/// The tree, and the text it was read from; `None` if there are problems.
fn read_whole(
    name: &str,
    text: &str,
    sources: &mut Sources,
    symbols: &mut Symbols,
    diagnostics: &mut Diagnostics,
) -> Option<(Tree, String)> {
    if text.len() > MAX_FORMAT {
        let message =
            format!("`{name}` is too long to be formatted: {} bytes, the limit is {MAX_FORMAT}", text.len());
        diagnostics.push(Diagnostic::error("src-004", Origin::NOWHERE, message));
        return None;
    }
    let file = match sources.add(name, text.as_bytes(), None) {
        Ok(file) => file,
        Err(problem) => {
            diagnostics.push(problem.at(Origin::NOWHERE));
            return None;
        }
    };
    let tree = read(sources, file, symbols, diagnostics);
    (!diagnostics.has_errors()).then(|| (tree, sources.text(file).to_owned()))
}

/// Reads the result again: a user's file is about to be replaced by it.
fn is_same(tree: &Tree, symbols: &Symbols, formatted: &str) -> bool {
    let (mut sources, mut new_symbols) = (Sources::new(), Symbols::new());
    let mut diagnostics = Diagnostics::new();
    let Ok(file) = sources.add("formatted", formatted.as_bytes(), None) else { return false };
    let again = read(&sources, file, &mut new_symbols, &mut diagnostics);
    !diagnostics.has_errors() && tree.print_roots(symbols) == again.print_roots(&new_symbols)
}
