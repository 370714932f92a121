//! Places in the author's text for the numbers that compiled rules carry.

use crate::language::Heads;
use std::fmt;
use std::sync::Arc;
use zug_compile::Origins;
use zug_source::{Excerpt, Origin, Sources, Span, Symbols};

/// A place in a rules text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    /// The line it stands on, and which part of the line is meant.
    pub excerpt: Excerpt,
    /// The calls of macros or definitions that led there, innermost first: what was called, and where.
    pub calls: Vec<(String, Place)>,
}

/// Calls that are shown at most; of longer chains the outermost one is the last.
const MAX_CALLS: usize = 4;

/// Texts are kept as long as a game made of them.
pub(crate) struct Texts {
    pub(crate) sources: Sources,
    pub(crate) symbols: Symbols,
}

/// Where everything of one game stands. Empty for games without a text.
#[derive(Default)]
pub(crate) struct Places {
    texts: Option<Arc<Texts>>,
    /// By the numbers in the compiled game.
    origins: Vec<Origin>,
    game: Option<Span>,
    /// Of each criterion of preference.
    prefer: Vec<Origin>,
}

impl Places {
    /// The places of a game that stands at `game`.
    pub(crate) fn new(texts: Arc<Texts>, game: Origin, origins: &Origins) -> Self {
        let origins = (0..).map_while(|number| origins.get(number)).collect();
        Self { game: Some(texts.sources.outermost(game)), texts: Some(texts), origins, prefer: Vec::new() }
    }

    pub(crate) fn with_prefer(self, prefer: Vec<Origin>) -> Self {
        Self { prefer, ..self }
    }

    /// `file:line:column` of the place outside every macro.
    pub(crate) fn outermost(&self, number: u32) -> Option<String> {
        let sources = &self.texts.as_ref()?.sources;
        let span = sources.outermost(*self.origins.get(number as usize)?);
        let (line, column) = sources.line_column(span.file, span.start);
        Some(format!("{}:{line}:{column}", sources.name(span.file)))
    }

    /// The place of a number of the compiled game.
    pub(crate) fn get(&self, number: u32) -> Option<Place> {
        self.place(*self.origins.get(number as usize)?)
    }

    pub(crate) fn of_preference(&self, criterion: usize) -> Option<Place> {
        self.place(*self.prefer.get(criterion)?)
    }

    /// Where the game says something that no number stands for, as `(priorities …)` or `(option pass …)`: in its own
    /// form, else in the only other one of all texts that says it.
    pub(crate) fn said(&self, head: &str, word: Option<&str>) -> Option<Place> {
        let sources = &self.texts.as_ref()?.sources;
        let mut found: Vec<Span> = Vec::new();
        for file in sources.files() {
            let text = sources.text(file);
            for (_, name) in Heads::new(text).filter(|(depth, name)| *depth == 2 && *name == head) {
                let start = name.as_ptr() as usize - text.as_ptr() as usize;
                let after = text[start + name.len()..].trim_start().trim_start_matches('"');
                if word.is_none_or(|word| after.starts_with(word)) {
                    let open = text[..start].rfind('(').unwrap_or(start);
                    let close = text[start..].find(')').map_or(text.len(), |n| start + n + 1);
                    found.push(Span::new(file, open as u32, close as u32));
                }
            }
        }
        let own = |span: &&Span| {
            self.game.is_some_and(|g| g.file == span.file && g.start <= span.start && span.end <= g.end)
        };
        let here = found.iter().find(own).or(if found.len() == 1 { found.first() } else { None });
        self.place(Origin::from(*here?))
    }

    fn place(&self, origin: Origin) -> Option<Place> {
        let Texts { sources, symbols } = &**self.texts.as_ref()?;
        let at = |span: Span| {
            let file = sources.name(span.file).to_owned();
            Some(Place { file, excerpt: Excerpt::new(sources, span)?, calls: Vec::new() })
        };
        let chain: Vec<_> = std::iter::successors(sources.expansion(origin.expansion), |e| {
            sources.expansion(e.call.expansion)
        })
        .collect();
        let mut calls: Vec<(String, Place)> = chain
            .iter()
            .enumerate()
            .filter(|(i, _)| *i + 1 < MAX_CALLS || *i + 1 == chain.len())
            .filter_map(|(_, e)| Some((symbols.name(e.name).to_owned(), at(e.call.span)?)))
            .collect();
        // Built-in things have no place: then it is that of the call.
        match at(origin.span) {
            Some(place) => Some(Place { calls, ..place }),
            None if calls.is_empty() => None,
            None => {
                let (_, first) = calls.remove(0);
                Some(Place { calls, ..first })
            }
        }
    }
}

impl Place {
    /// The author's words.
    pub fn words(&self) -> &str {
        &self.excerpt.text[self.excerpt.mark.clone()]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.excerpt.line, self.excerpt.column)
    }
}
