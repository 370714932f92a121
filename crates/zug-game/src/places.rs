//! Places in the author's text for the numbers that compiled rules carry.

use crate::language::Heads;
use std::fmt;
use std::sync::Arc;
use zug_compile::Origins;
use zug_source::{Excerpt, FileId, Origin, Sources, Span, Symbols};

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
        self.place(self.said_origin(head, word)?)
    }

    /// The same as a place for messages.
    pub(crate) fn said_origin(&self, head: &str, word: Option<&str>) -> Option<Origin> {
        let found = self.forms(|depth, name| depth == 2 && name == head);
        let fits = |found: &&Form| {
            let after = found.after_head().trim_start().trim_start_matches('"');
            word.is_none_or(|word| after.starts_with(word))
        };
        self.own_or_only(found.iter().filter(fits).map(Form::span).collect())
    }

    /// The game itself.
    pub(crate) fn game_origin(&self) -> Option<Origin> {
        self.game.map(Origin::from)
    }

    /// Where a number of the compiled game stands.
    pub(crate) fn origin(&self, number: u32) -> Option<Origin> {
        self.origins.get(number as usize).copied()
    }

    /// A word inside a form with this head, as the name of a zone in its `zone`.
    pub(crate) fn word(&self, head: &str, word: &str) -> Option<Origin> {
        let found = self.forms(|_, name| name == head);
        self.own_or_only(found.iter().filter_map(|form| form.find(word)).collect())
    }

    pub(crate) fn texts(&self) -> Option<&Texts> {
        self.texts.as_deref()
    }

    /// All forms of all texts whose depth and head are wanted.
    fn forms(&self, wanted: impl Fn(usize, &str) -> bool) -> Vec<Form<'_>> {
        let Some(texts) = &self.texts else { return Vec::new() };
        let mut found = Vec::new();
        for file in texts.sources.files() {
            let text = texts.sources.text(file);
            for (_, head) in Heads::new(text).filter(|(depth, head)| wanted(*depth, head)) {
                let start = head.as_ptr() as usize - text.as_ptr() as usize;
                found.push(Form { file, text, start, head });
            }
        }
        found
    }

    /// Of several places the first one in the game's own form, else the only one.
    fn own_or_only(&self, found: Vec<Span>) -> Option<Origin> {
        let own = |span: &&Span| {
            self.game.is_some_and(|g| g.file == span.file && g.start <= span.start && span.end <= g.end)
        };
        let here = found.iter().find(own).or(if found.len() == 1 { found.first() } else { None });
        here.map(|&span| Origin::from(span))
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

/// A form of a text, found by its head.
struct Form<'t> {
    file: FileId,
    text: &'t str,
    /// Where the head begins.
    start: usize,
    head: &'t str,
}

impl<'t> Form<'t> {
    fn after_head(&self) -> &'t str {
        &self.text[self.start + self.head.len()..]
    }

    /// From its parenthesis to the first that closes one.
    fn span(&self) -> Span {
        let open = self.text[..self.start].rfind('(').unwrap_or(self.start);
        let close = self.text[self.start..].find(')').map_or(self.text.len(), |n| self.start + n + 1);
        Span::new(self.file, open as u32, close as u32)
    }

    /// The first place in it where a word stands by itself.
    fn find(&self, word: &str) -> Option<Span> {
        let mut depth = 1_usize;
        let mut rest = self.after_head();
        while depth > 0 && !rest.is_empty() {
            let at = self.text.len() - rest.len();
            let length = rest.find(|c: char| c.is_whitespace() || "();\"".contains(c)).unwrap_or(rest.len());
            if length > 0 {
                if &rest[..length] == word {
                    return Some(Span::new(self.file, at as u32, (at + length) as u32));
                }
                rest = &rest[length..];
                continue;
            }
            let mut characters = rest.chars();
            let first = characters.next();
            rest = characters.as_str();
            match first {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(';') => rest = rest.split_once('\n').map_or("", |(_, rest)| rest),
                Some('"') => rest = rest.split_once('"').map_or("", |(_, rest)| rest),
                _ => {}
            }
        }
        None
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
